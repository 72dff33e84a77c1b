alter table public.payment_disputes enable row level security;

grant all on public.payment_disputes to service_role;

grant execute
on function public.record_dispute
to service_role;
