create trigger touch_updated_at
before update on public.payment_accounts
for each row
execute function private.touch_updated_at();
create trigger touch_updated_at
before update on public.transfers
for each row
execute function private.touch_updated_at();
