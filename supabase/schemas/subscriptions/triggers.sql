create trigger erase
after delete on public.subscriptions
for each row
execute function private.erase_subscription();
create trigger end_subscriptions
after insert on public.blocks
for each row
execute function private.end_blocked_subscriptions();
create trigger refuse_suspended
before insert on public.subscriptions
for each row
execute function private.refuse_suspended();
