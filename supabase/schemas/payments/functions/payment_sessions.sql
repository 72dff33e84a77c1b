-- Sessions with the payment provider: storing them, and claiming those that have to be closed or checked.

create function public.attach_payment_session(payment_id uuid, session_id text, url text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  payment public.payments;
begin
  update public.payments p
  set
    session_id = coalesce(p.session_id, attach_payment_session.session_id),
    url = coalesce(p.url, attach_payment_session.url)
  where p.id = attach_payment_session.payment_id
  returning *
  into payment;
  if not found then
    perform private.refuse('PT404', 'payment', 'This payment doesn’t exist.');
  end if;
  return jsonb_build_object('session_id', payment.session_id, 'url', payment.url);
end
$$;
comment on function public.attach_payment_session is
  'Stores the provider''s session of a payment. The first session stays.';

create function private.owes_balance(this_order public.orders)
returns boolean
language sql
immutable
parallel safe
return this_order.balance > 0
and this_order.paid_at is not null
and this_order.balance_paid_at is null
and this_order.balance_waived_at is null
and this_order.status <> 'cancelled';
comment on function private.owes_balance is 'Whether the balance of an order is still to be paid.';

create function private.balance_session_ends(payment public.payments)
returns timestamptz
language sql
stable
return payment.created_at + interval '30 minutes';
comment on function private.balance_session_ends is
  'Until when a balance is to be paid on the page of a session. The provider keeps it open for at most 31 minutes more.';

create function private.is_stale_balance_payment(payment public.payments)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Without a session none can be opened later: the provider's keeps at least half an hour.
  select
    private.balance_session_ends(payment) + case
      when payment.session_id is null then interval '0'
      else interval '31 minutes'
    end <= now()
    or not exists (select from public.orders o where o.checkout_id = payment.checkout_id and private.owes_balance(o))
$$;
comment on function private.is_stale_balance_payment is
  'Whether the session of a balance has ended, or its balance is no longer due.';

create function private.stale_payment_sessions(provider text)
returns setof public.payments
language sql
stable
set search_path = ''
as $$
  select p.*
  from
    public.payments p
    join public.checkouts c on c.id = p.checkout_id
  where
    p.provider = stale_payment_sessions.provider
    and p.status = 'pending'
    and p.session_id is not null
    and p.next_check_at <= now()
    and p.created_at > now() - interval '2 days'
    and case
      when p.is_balance then private.is_stale_balance_payment(p)
      else p.card_id is not null
      or c.status in ('expired', 'cancelled', 'paid')
    end
$$;
comment on function private.stale_payment_sessions is
  'Pending sessions whose checkout has ended, or whose balance is no longer due, and charges of saved cards whose response was lost. They have to be closed or checked. No session lives longer than a day, so two days include all.';

create function public.claim_stale_sessions(provider text, batch_size integer default 20)
returns table (payment_id uuid, session_id text)
language sql
security definer
set search_path = ''
as $$
  with
    due as (
      select p.id
      from public.payments p
      where p.id in (select s.id from private.stale_payment_sessions(claim_stale_sessions.provider) s)
      order by p.next_check_at
      limit batch_size
      for no key update skip locked
    )
  update public.payments p
  set
    check_count = p.check_count + 1,
    next_check_at = private.retry_at(p.check_count)
  from due
  where p.id = due.id
  returning p.id, p.session_id
$$;
comment on function public.claim_stale_sessions is
  'Claims stale payment sessions. A claim lasts a minute. Without a recorded outcome the session is claimed again, after longer and longer pauses.';
