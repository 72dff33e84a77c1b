create trigger before_change
before insert or update on public.orders
for each row
execute function private.before_order_change();
create trigger set_order_number
before insert on public.orders
for each row
when (new.number = '')
execute function private.set_order_number();
-- A restore switches triggers off, but an older backup has no numbers.
alter table public.orders enable always trigger set_order_number;
create trigger enforce_immutable_number
before update of number on public.orders
for each row
execute function private.enforce_immutable_columns('number');
create trigger after_change
after insert or update on public.orders
for each row
execute function private.after_order_change();

create trigger enforce_checkout_transition
before update of status on public.checkouts
for each row
execute function private.enforce_checkout_transition();
