-- Fires on status changes only, so orders inserted in a later state (the sample, an import) send no email.
create trigger enqueue_emails
after update of status on public.orders
for each row
when (old.status <> new.status)
execute function private.enqueue_order_emails();

create trigger notify_refund
after insert or update of status on public.refunds
for each row
when (new.voucher_id is null)
execute function private.notify_refund();
-- Refunds inserted with an earlier time (the sample, an import) send no email.
create trigger enqueue_emails_at_start
after insert on public.refunds
for each row
when (new.created_at = now() and new.voucher_id is null)
execute function private.enqueue_refund_emails();
create trigger enqueue_emails
after update of status on public.refunds
for each row
when (old.status <> new.status)
execute function private.enqueue_refund_emails();
