alter table public.order_pickup_places enable row level security;

grant select on public.order_pickup_places to authenticated;
grant all on public.order_pickup_places to service_role;
grant execute
on function private.pickup_address_from, private.shows_pickup_address
to authenticated, service_role;

create policy "Buyers see pickup places of orders they cannot cancel" on public.order_pickup_places
for select
to authenticated
using (
  exists (
    select
    from public.orders o
    where o.id = order_id and o.buyer_id = (select private.member_id()) and private.shows_pickup_address(o)
  )
);
create policy "Owners see pickup places of orders to their shop" on public.order_pickup_places
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id and o.shop_id = (select private.own_shop_id())));

grant execute
on function public.cancel_order, public.cancellation_refund
to authenticated, service_role;
