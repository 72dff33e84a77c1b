create trigger enforce_order_transition
before update of status, cancelled_at on public.orders
for each row
execute function private.enforce_order_transition();
create trigger touch_updated_at
before update on public.orders
for each row
execute function private.touch_updated_at();
create trigger record_order_event_at_start
after insert on public.orders
for each row
execute function private.record_order_event();
create trigger record_order_event
after update of status on public.orders
for each row
when (old.status <> new.status)
execute function private.record_order_event();
create trigger enforce_checkout_transition
before update of status on public.checkouts
for each row
execute function private.enforce_checkout_transition();
create trigger erase_buyer_data
before update of buyer_id on public.orders
for each row
when (old.buyer_id is not null and new.buyer_id is null)
execute function private.erase_buyer_data();

create trigger erase_phone
after update of status, buyer_id on public.orders
for each row
when (new.status = 'cancelled' or old.buyer_id is not null and new.buyer_id is null)
execute function private.erase_phone();
