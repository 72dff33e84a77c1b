create trigger enforce_immutable_shop
before update of shop_id on public.shop_delivery_terms
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_delivery_terms
for each row
execute function private.touch_updated_at();
create trigger index_products
after insert or update or delete on public.shop_delivery_terms
for each row
execute function private.index_delivery_terms();
