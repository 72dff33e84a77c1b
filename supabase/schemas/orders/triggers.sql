create trigger before_change
before insert or update on public.orders
for each row
execute function private.before_order_change();
create trigger after_change
after insert or update on public.orders
for each row
execute function private.after_order_change();

create trigger enforce_checkout_transition
before update of status on public.checkouts
for each row
execute function private.enforce_checkout_transition();
