alter table public.shops enable row level security;
alter table public.shop_records enable row level security;
alter table public.shop_closures enable row level security;
alter table public.shop_pickup_places enable row level security;

grant select on public.shops, public.shop_closures to anon, authenticated;
grant select, update (food_registration, label_name, label_address) on public.shop_records to authenticated;
grant
  insert (
    id,
    user_id,
    name,
    slug,
    description,
    category,
    logo,
    banner_image,
    town,
    lat,
    lon,
    delivery_radius_miles,
    cancel_hours_before,
    cancel_refund_percent,
    hygiene_rating
  ),
  update (
    id,
    user_id,
    name,
    slug,
    description,
    category,
    logo,
    banner_image,
    town,
    lat,
    lon,
    delivery_radius_miles,
    cancel_hours_before,
    cancel_refund_percent,
    hygiene_rating
  )
on public.shops
to authenticated;
grant delete, insert (id, shop_id, from_date, to_date, note), update (from_date, to_date, note)
on public.shop_closures
to authenticated;
grant
  select,
  delete,
  insert (shop_id, address_line1, address_line2, city, postal_code, instructions),
  update (shop_id, address_line1, address_line2, city, postal_code, instructions)
on public.shop_pickup_places
to authenticated;
grant all on public.shops, public.shop_records, public.shop_closures, public.shop_pickup_places to service_role;

grant execute on function private.slugify to public;
grant execute
on function private.own_shop_id, public.available_shop_slug, public.accept_seller_terms, public.verify_hygiene_rating
to authenticated, service_role;

create policy "Anyone sees active shops" on public.shops
for select
to anon, authenticated
using (status = 'active');
create policy "Owners see their own shop in any status" on public.shops
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members open a shop of their own" on public.shops
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Owners update their own shop" on public.shops
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Owners read the record of their shop" on public.shop_records
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Administrators read the records of shops" on public.shop_records
for select
to authenticated
using ((select private.is_administrator()));
create policy "Owners update the record of their shop" on public.shop_records
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Anyone sees closures of visible shops" on public.shop_closures
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add closures to their shop" on public.shop_closures
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update closures of their shop" on public.shop_closures
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete closures of their shop" on public.shop_closures
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the pickup place of their shop" on public.shop_pickup_places
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add a pickup place to their shop" on public.shop_pickup_places
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the pickup place of their shop" on public.shop_pickup_places
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete the pickup place of their shop" on public.shop_pickup_places
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
