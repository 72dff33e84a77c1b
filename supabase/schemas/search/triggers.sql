-- A trigger with transition tables cannot be limited to columns.
create trigger index_new_products
after insert on public.products
referencing new table as after_rows
for each statement
execute function private.index_new_products();
create trigger index_changed_products
after update on public.products
referencing old table as before_rows new table as after_rows
for each statement
execute function private.index_changed_products();
create trigger index_products
after update on public.shops
for each row
when
  (
    (old.name, old.slug, old.town, old.status, old.lat, old.lon, old.delivery_radius_miles) is distinct from (
      new.name,
      new.slug,
      new.town,
      new.status,
      new.lat,
      new.lon,
      new.delivery_radius_miles
    )
  )
execute function private.index_products_of_shop();
create trigger index_kitchen
after insert or update or delete on public.shop_kitchens
for each row
execute function private.index_products_of_kitchen();
create trigger index_windows_new
after insert on public.shop_pickup_schedules
referencing new table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_changed
after update on public.shop_pickup_schedules
referencing new table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_deleted
after delete on public.shop_pickup_schedules
referencing old table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_new
after insert on public.product_pickup_schedules
referencing new table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_changed
after update on public.product_pickup_schedules
referencing new table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_deleted
after delete on public.product_pickup_schedules
referencing old table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_new
after insert on public.shop_booking_rules
referencing new table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_changed
after update on public.shop_booking_rules
referencing new table as changed_rows
for each statement
execute function private.index_windows();
create trigger index_windows_deleted
after delete on public.shop_booking_rules
referencing old table as changed_rows
for each statement
execute function private.index_windows();
