alter table public.payments enable row level security;
alter table public.payment_events enable row level security;

grant all on public.payments to service_role;
grant all on public.payment_events to service_role;

grant execute
on function public.payment_details, public.begin_payment, public.record_payment
to service_role;

grant execute
on function public.attach_payment_session, public.claim_stale_sessions
to service_role;

grant execute on function public.begin_balance_payment to service_role;
grant execute
on function public.waive_balance, public.cancel_for_unpaid_balance
to authenticated, service_role;
