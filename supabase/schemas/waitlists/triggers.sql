-- The names sort after normalise and set_is_listed, whose values count.
create trigger waitlist
before update of stock on public.products
for each row
when (new.stock > old.stock and new.held = old.held)
execute function private.offer_returned_stock();
create trigger waitlist
before update of stock, taken on public.drop_items
for each row
when (new.stock - new.taken > old.stock - old.taken and new.held = old.held)
execute function private.offer_returned_item();

create trigger end_offer
after delete on public.waitlist_entries
for each row
when (old.offered > 0)
execute function private.end_offer();

create trigger quota
after insert on public.waitlist_entries
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '50', 'entries on waitlists');

create trigger end_held_places
after delete on public.slot_waitlist_entries
referencing old table as ended
for each statement
execute function private.end_held_places();

create trigger offer_places
after update of max_orders on public.shop_pickup_schedules
for each row
when (new.max_orders is distinct from old.max_orders)
execute function private.offer_added_places();
create trigger offer_places
after update of max_orders on public.product_pickup_schedules
for each row
when (new.max_orders is distinct from old.max_orders)
execute function private.offer_added_places();
create trigger offer_places
after insert or update or delete on public.shop_day_limits
for each row
execute function private.offer_added_places();

create trigger quota
after insert on public.slot_waitlist_entries
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '10', 'times that you wait for');
