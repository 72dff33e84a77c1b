create trigger enforce_immutable_owner
before update of shop_id on public.shop_vat
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger enforce_immutable_owner
before update of product_id on public.product_vat_rates
for each row
execute function private.enforce_immutable_columns('product_id');
