create trigger hold_disputed_transfer
before insert or update of status on public.transfers
for each row
when (new.status = 'pending')
execute function private.hold_disputed_transfer();

create trigger touch_updated_at
before update on public.payment_disputes
for each row
execute function private.touch_updated_at();
