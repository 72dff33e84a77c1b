create trigger enforce_immutable_shop
before update of id, shop_id on public.shop_pickup_schedules
for each row
execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger enforce_no_overlap
after insert or update on public.shop_pickup_schedules
for each row
execute function private.enforce_no_shop_overlap();
create trigger enforce_immutable_product
before update of id, product_id on public.product_pickup_schedules
for each row
execute function private.enforce_immutable_columns('id', 'product_id');
create trigger enforce_no_overlap
after insert or update on public.product_pickup_schedules
for each row
execute function private.enforce_no_product_overlap();
create trigger enforce_immutable_shop
before update of id, shop_id on public.shop_day_limits
for each row
execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_booking_rules
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger quota
after insert on public.shop_day_limits
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '100', 'limits a day in a shop');
create trigger quota
after insert on public.shop_pickup_schedules
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '100', 'windows in a shop');
create trigger quota
after insert on public.product_pickup_schedules
referencing new table as added
for each statement
execute function private.limit_rows('product_id', '100', 'windows for a product');
