alter table private.payment_links enable row level security;

alter table public.manual_orders enable row level security;

grant select on public.manual_orders to authenticated;
grant all on public.manual_orders to service_role;
grant execute
on function public.place_manual_order, public.open_payment_links, public.cancel_manual_order
to authenticated, service_role;
grant execute on function public.payment_link to anon, authenticated, service_role;
grant execute
on function public.linked_checkout, public.begin_linked_payment
to service_role;

create policy "Owners see the manual orders of their shop" on public.manual_orders
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
