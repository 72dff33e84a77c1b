alter table public.shop_pickup_schedules enable row level security;
alter table public.product_pickup_schedules enable row level security;
alter table public.shop_day_limits enable row level security;
alter table public.shop_booking_rules enable row level security;

grant select
on public.shop_pickup_schedules, public.product_pickup_schedules, public.shop_booking_rules
to anon, authenticated;
grant
  select,
  delete,
  insert (id, shop_id, product_id, category, day_of_week, on_date, max_orders),
  update (id, shop_id, product_id, category, day_of_week, on_date, max_orders)
on public.shop_day_limits
to authenticated;
grant
  delete,
  insert (shop_id, horizon_days, pickup_cutoff_hours, delivery_cutoff_hours),
  update (shop_id, horizon_days, pickup_cutoff_hours, delivery_cutoff_hours)
on public.shop_booking_rules
to authenticated;
grant
  delete,
  insert (id, shop_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted),
  update (id, shop_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted)
on public.shop_pickup_schedules
to authenticated;
grant
  delete,
  insert (id, product_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted),
  update (id, product_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted)
on public.product_pickup_schedules
to authenticated;
grant all
on public.shop_pickup_schedules, public.product_pickup_schedules, public.shop_day_limits, public.shop_booking_rules
to service_role;

create policy "Anyone sees pickup windows of visible shops" on public.shop_pickup_schedules
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add pickup windows to their shop" on public.shop_pickup_schedules
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update pickup windows of their shop" on public.shop_pickup_schedules
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete pickup windows of their shop" on public.shop_pickup_schedules
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Anyone sees pickup windows of visible products" on public.product_pickup_schedules
for select
to anon, authenticated
using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pickup windows to their products" on public.product_pickup_schedules
for insert
to authenticated
with check (private.owns_product(product_id));
create policy "Owners update pickup windows of their products" on public.product_pickup_schedules
for update
to authenticated
using (private.owns_product(product_id))
with check (private.owns_product(product_id));
create policy "Owners delete pickup windows of their products" on public.product_pickup_schedules
for delete
to authenticated
using (private.owns_product(product_id));
create policy "Owners manage the limits of their shop" on public.shop_day_limits
for all
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()) and (product_id is null or private.owns_product(product_id)));
create policy "Anyone sees booking rules of visible shops" on public.shop_booking_rules
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add booking rules to their shop" on public.shop_booking_rules
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update booking rules of their shop" on public.shop_booking_rules
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete booking rules of their shop" on public.shop_booking_rules
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));

grant execute
on function public.hand_over_slots
to anon, authenticated, service_role;

grant execute
on function public.earliest_days, public.hours_on
to anon, authenticated, service_role;

grant execute
on function public.quote_slots, public.day_limits_reached
to authenticated, service_role;
