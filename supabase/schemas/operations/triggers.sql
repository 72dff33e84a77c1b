create trigger count_registration
after insert on public.profiles
for each row
execute function private.count_event('registrations');
create trigger count_placed_order
after insert on public.orders
for each row
execute function private.count_event('orders_placed');
create trigger count_paid_order
after update of paid_at on public.orders
for each row
when (old.paid_at is null and new.paid_at is not null)
execute function private.count_event('orders_paid');
create trigger count_refund
after update of status on public.refunds
for each row
when (old.status <> 'succeeded' and new.status = 'succeeded')
execute function private.count_event('refunds_made');
create trigger count_refund_by_provider
after insert on public.refunds
for each row
when (new.status = 'succeeded')
execute function private.count_event('refunds_made');
create trigger count_message
after insert on public.chat_messages
for each row
execute function private.count_event('messages_sent');
create trigger count_failed_email
after update of status on public.outbox
for each row
when (old.status <> 'failed' and new.status = 'failed')
execute function private.count_event('emails_failed');
