alter table public.payments enable row level security;
alter table public.payment_events enable row level security;

grant all on public.payments to service_role;
grant all on public.payment_events to service_role;

grant execute
on function public.payment_details(uuid, numeric),
public.begin_payment(uuid, uuid, text, numeric, text, boolean, uuid),
public.record_payment(text, text, text, text, uuid, text, numeric, text, text)
to service_role;

grant execute
on function public.attach_payment_session(uuid, text, text), public.claim_stale_sessions(text, integer)
to service_role;

grant execute on function public.begin_balance_payment(uuid, uuid, text, text) to service_role;
grant execute
on function public.waive_balance(uuid), public.cancel_for_unpaid_balance(uuid)
to authenticated, service_role;
