alter table public.shop_delivery_terms enable row level security;

grant select on public.shop_delivery_terms to anon, authenticated;
grant
  delete,
  insert (shop_id, basis, fee, zones, free_from, minimum_order),
  update (shop_id, basis, fee, zones, free_from, minimum_order)
on public.shop_delivery_terms
to authenticated;
grant all on public.shop_delivery_terms to service_role;
grant execute on function private.is_delivery_fee, private.are_delivery_zones to public;

create policy "Anyone sees the delivery terms of visible shops" on public.shop_delivery_terms
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners set the delivery terms of their shop" on public.shop_delivery_terms
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the delivery terms of their shop" on public.shop_delivery_terms
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners withdraw the delivery terms of their shop" on public.shop_delivery_terms
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
