create trigger enforce_immutable_ingredient
before update of id, shop_id, unit on public.shop_ingredients
for each row
execute function private.enforce_immutable_columns('id', 'shop_id', 'unit');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_costing
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_ingredients
for each row
execute function private.touch_updated_at();
create trigger quota
after insert on public.shop_ingredients
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '500', 'ingredients');
