-- Payment pages of checkouts that are over: each is looked at until it is known how it ended.

alter table public.payments
  add column looks integer not null default 0,
  add column next_look_at timestamptz not null default now();
comment on column public.payments.looks is 'How often the provider was asked how the session of a checkout that is over ended.';
create index payments_open on public.payments (provider, next_look_at) where status = 'pending' and session_id is not null;

create function private.sessions_left_open(provider text) returns setof public.payments
language sql stable set search_path = ''
as $$
  select p.* from public.payments p join public.checkouts c on c.id = p.checkout_id
  where p.provider = sessions_left_open.provider and p.status = 'pending' and p.session_id is not null and p.next_look_at <= now()
    and c.status in ('expired', 'cancelled', 'paid') and c.created_at > now() - interval '2 days'
$$;
comment on function private.sessions_left_open(text) is
  'Sessions that somebody could still pay in although their checkout is over, or that ended without our hearing of it. None lives longer than a day.';

create function public.claim_open_sessions(provider text, most integer default 20) returns table (payment_id uuid, session_id text)
language sql security definer set search_path = ''
as $$
  with due as (
    select p.id from public.payments p
    where p.id in (select s.id from private.sessions_left_open(claim_open_sessions.provider) s)
    order by p.next_look_at limit most for no key update skip locked
  )
  update public.payments p set looks = p.looks + 1, next_look_at = private.next_try(p.looks)
  from due where p.id = due.id returning p.id, p.session_id
$$;
comment on function public.claim_open_sessions(text, integer) is
  'Payment pages to close, or to ask how they ended. Whoever claims them has a minute; then, if nothing was recorded, they come again.';

create or replace function private.settle_payments() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.refunds r where r.status = 'pending' and r.provider_refund_id is null and r.next_attempt_at <= now())
    or exists (
      select from public.transfers t join public.orders o on o.id = t.order_id
      join public.payment_accounts a on a.shop_id = o.shop_id and a.charges_enabled
      where t.status = 'pending' and t.next_attempt_at <= now()
    )
    or exists (select from public.transfers t where t.may_owe and t.status = 'sent' and t.next_attempt_at <= now())
    or exists (select from private.sessions_left_open('stripe'))
  then
    perform private.call_function('settle-payments');
  end if;
end $$;

revoke execute on function private.sessions_left_open(text), public.claim_open_sessions(text, integer) from public;
grant execute on function public.claim_open_sessions(text, integer) to service_role;
