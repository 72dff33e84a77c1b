create trigger check_deletion
before delete on public.drops
for each row
execute function private.check_drop_deletion();
create trigger update_drop_until
after insert or delete on public.drop_items
for each row
execute function private.update_drop_until_of_item();
create trigger update_drop_until
after update of is_published, cut_off on public.drops
for each row
execute function private.update_drop_until_of_drop();
create trigger quota
after insert on public.drops
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '300', 'drops');

create trigger quota
after insert on public.drop_reminders
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '100', 'reminders');

create trigger set_relisting
before insert or update of is_published, opens_at, cut_off on public.drops
for each row
execute function private.set_relisting();
-- The name sorts after update_drop_until, whose value counts.
create trigger write_listings
after update of is_published, opens_at, cut_off on public.drops
for each row
when (old.is_published or new.is_published)
execute function private.index_drop();
create trigger write_listings_new
after insert on public.drop_items
referencing new table as after_rows
for each statement
execute function private.index_drop_items();
create trigger write_listings_changed
after update on public.drop_items
referencing old table as before_rows new table as after_rows
for each statement
execute function private.index_drop_items();
create trigger write_listings_deleted
after delete on public.drop_items
referencing old table as before_rows
for each statement
execute function private.index_drop_items();
