create trigger count_registration
after insert on public.profiles
for each row
execute function private.count_event('registrations');
create trigger count_message
after insert on public.chat_messages
for each row
execute function private.count_event('messages_sent');
create trigger count_failed_email
after update of status on public.outbox
for each row
when (old.status <> 'failed' and new.status = 'failed')
execute function private.count_event('emails_failed');
