alter table public.outbox enable row level security;

grant all on public.outbox to service_role;

grant execute
on function public.claim_emails, public.record_email
to service_role;
