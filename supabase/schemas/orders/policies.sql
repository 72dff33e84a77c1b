alter table public.checkouts enable row level security;
alter table public.orders enable row level security;
alter table public.order_items enable row level security;
alter table public.order_events enable row level security;

grant select on public.checkouts, public.orders, public.order_items, public.order_events to authenticated;
grant all on public.checkouts, public.orders, public.order_items, public.order_events to service_role;

create policy "Buyers see their checkouts" on public.checkouts
for select
to authenticated
using (buyer_id = (select private.member_id()));
create policy "Buyers see their orders" on public.orders
for select
to authenticated
using (buyer_id = (select private.member_id()));
create policy "Owners see the paid orders of their shop" on public.orders
for select
to authenticated
using (shop_id = (select private.own_shop_id()) and paid_at is not null);
create policy "Buyers and sellers see items of their orders" on public.order_items
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id));
create policy "Buyers and sellers see events of their orders" on public.order_events
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id));

alter table public.order_phones enable row level security;

grant select on public.order_phones to authenticated;
grant all on public.order_phones to service_role;

create policy "Buyers see phone numbers of their orders" on public.order_phones
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id and o.buyer_id = (select private.member_id())));
create policy "Owners see phone numbers of paid open orders to their shop" on public.order_phones
for select
to authenticated
using (
  exists (
    select
    from public.orders o
    where
      o.id = order_id
      and o.shop_id = (select private.own_shop_id())
      and o.paid_at is not null
      and o.status in ('processing', 'ready', 'shipped')
  )
);

grant execute
on function public.advance_order, public.undo_order_step
to authenticated, service_role;
