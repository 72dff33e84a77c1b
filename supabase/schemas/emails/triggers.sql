create trigger queue_email
before insert on public.outbox
for each row
execute function private.queue_email();
