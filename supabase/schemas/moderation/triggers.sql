create trigger audit
after insert or update or delete on public.shops
for each row
execute function private.audit('status', 'user_id', 'hygiene_verified_at');
create trigger audit
after update or delete on public.reviews
for each row
execute function private.audit('is_hidden', 'rating');
create trigger audit
after insert or update or delete on public.payments
for each row
execute function private.audit('status', 'amount');
create trigger audit
after insert or update or delete on public.refunds
for each row
execute function private.audit('status', 'amount');
create trigger audit
after insert or update or delete on public.payment_disputes
for each row
execute function private.audit('status', 'amount');
create trigger audit
after insert or update or delete on public.payment_accounts
for each row
execute function private.audit('account_id', 'charges_enabled', 'payouts_enabled');
create trigger audit
after insert or update or delete on public.transfers
for each row
execute function private.audit('status', 'amount');
create trigger audit
after update of taken_down_at on public.products
for each row
execute function private.audit('taken_down_at');
-- Applies to the table's owner too. Changing the log requires dropping the trigger first.
create trigger enforce_append_only
before update or truncate on public.audit_log
for each statement
execute function private.enforce_append_only();
create trigger enforce_retention
before delete on public.audit_log
for each row
when (old.happened_at >= now() - interval '2 years')
execute function private.enforce_append_only();

create trigger audit
after insert or update or delete on public.reports
for each row
execute function private.audit('state', 'resolved_by');
create trigger limit_reports
before insert on public.reports
for each row
execute function private.limit_reports();
create trigger notify_suspension
after update on public.shops
for each row
when (old.status <> new.status)
execute function private.notify_suspension();
create trigger notify_administrators
after insert on public.reports
for each row
execute function private.notify_administrators();
create trigger quota
after insert on public.reports
referencing new table as added
for each statement
execute function private.limit_rows('reporter_id', '2000', 'reports', 'Please contact us.');
