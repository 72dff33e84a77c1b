create trigger quota
after insert on public.discount_codes
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '200', 'discount codes');
create trigger enforce_immutable_code
before update of id, shop_id, code on public.discount_codes
for each row
execute function private.enforce_immutable_columns('id', 'shop_id', 'code');
create trigger touch_updated_at
before update on public.discount_codes
for each row
execute function private.touch_updated_at();
