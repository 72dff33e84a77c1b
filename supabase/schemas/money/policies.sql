alter table public.shop_vat enable row level security;
alter table public.product_vat_rates enable row level security;

grant select, delete, insert (shop_id, registered_from, default_rate), update (shop_id, registered_from, default_rate)
on public.shop_vat
to authenticated;
grant select, delete, insert (product_id, rate), update (product_id, rate) on public.product_vat_rates to authenticated;
grant all on public.shop_vat, public.product_vat_rates to service_role;

create policy "Owners read the VAT registration of their shop" on public.shop_vat
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add the VAT registration of their shop" on public.shop_vat
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the VAT registration of their shop" on public.shop_vat
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete the VAT registration of their shop" on public.shop_vat
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the VAT rates of their products" on public.product_vat_rates
for select
to authenticated
using (exists (select from public.products p where p.id = product_id and p.shop_id = (select private.own_shop_id())));
create policy "Owners add VAT rates to their products" on public.product_vat_rates
for insert
to authenticated
with check (
  exists (select from public.products p where p.id = product_id and p.shop_id = (select private.own_shop_id()))
);
create policy "Owners update the VAT rates of their products" on public.product_vat_rates
for update
to authenticated
using (exists (select from public.products p where p.id = product_id and p.shop_id = (select private.own_shop_id())))
with check (
  exists (select from public.products p where p.id = product_id and p.shop_id = (select private.own_shop_id()))
);
create policy "Owners delete the VAT rates of their products" on public.product_vat_rates
for delete
to authenticated
using (exists (select from public.products p where p.id = product_id and p.shop_id = (select private.own_shop_id())));
revoke all on private.sold_orders, private.sold_vouchers from public, anon, authenticated;

grant execute
on function public.sales_ledger, public.sales_sums, public.seller_money, public.seller_transfers
to authenticated, service_role;
