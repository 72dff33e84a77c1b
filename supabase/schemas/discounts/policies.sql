alter table public.discount_codes enable row level security;
alter table private.wrong_codes enable row level security;

grant
  select,
  delete,
  insert (
    shop_id,
    code,
    kind,
    percent,
    amount,
    minimum_spend,
    product_ids,
    max_uses,
    max_uses_per_buyer,
    is_first_order_only,
    from_date,
    to_date,
    is_active
  ),
  update (
    kind,
    percent,
    amount,
    minimum_spend,
    product_ids,
    max_uses,
    max_uses_per_buyer,
    is_first_order_only,
    from_date,
    to_date,
    is_active
  )
on public.discount_codes
to authenticated;
grant all on public.discount_codes to service_role;
grant execute
on function public.check_discount_code, public.discount_code_figures
to authenticated, service_role;

create policy "Owners see the codes of their shop" on public.discount_codes
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add codes to their shop" on public.discount_codes
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners change the codes of their shop" on public.discount_codes
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete codes of their shop" on public.discount_codes
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
