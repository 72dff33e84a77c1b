create function private.is_disputed(payment uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select from public.payment_disputes d where d.payment_id = is_disputed.payment and d.status in ('open', 'lost')
    )
$$;
comment on function private.is_disputed is
  'Whether a payment has an open or lost dispute, so that its transfers are held.';

create function private.hold_disputed_transfer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_disputed(new.payment_id) then
    new.status := 'held';
  end if;
  return new;
end
$$;
comment on function private.hold_disputed_transfer is
  'Holds a transfer of a disputed payment that would become pending. Both sides lock the checkout, so neither misses the other.';

create function private.notify_dispute(dispute public.payment_disputes)
returns void
language plpgsql
set search_path = ''
as $$
declare
  buyer uuid := (
    select c.buyer_id
    from
      public.checkouts c
      join public.payments p on p.checkout_id = c.id
    where p.id = dispute.payment_id
  );
begin
  perform private.notify_all_administrators(
    case dispute.status when 'open' then 'A payment is disputed' else 'A dispute was lost' end,
    case dispute.status
      when 'open' then format(
        'A bank disputes £%s of a payment. Please answer it at the payment provider.',
        dispute.amount
      )
      else format('A bank has returned £%s of a payment to the buyer.', dispute.amount)
    end,
    '/admin?tab=failed',
    buyer
  );
end
$$;
comment on function private.notify_dispute is
  'Notifies administrators of an open or lost dispute, except one whose payment it is.';

create function private.has_disputed_payment(checkout uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.payments p where p.checkout_id = checkout and private.is_disputed(p.id))
$$;
comment on function private.has_disputed_payment is
  'Whether a bank contests a payment of a checkout, or has returned it to the buyer.';

create function private.apply_dispute(payment public.payments, event jsonb, out result text, out dispute_id uuid)
language plpgsql
set search_path = ''
as $$
declare
  earlier public.payment_disputes;
  dispute public.payment_disputes;
  ended_at timestamptz := case when event ->> 'status' <> 'open' then (event ->> 'happened_at')::timestamptz end;
begin
  select * into earlier from public.payment_disputes d where d.provider_dispute_id = event ->> 'provider_dispute_id';
  if not found then
    insert into public.payment_disputes (payment_id, provider_dispute_id, amount, reason, status, closed_at)
    values
      (
        payment.id,
        event ->> 'provider_dispute_id',
        (event ->> 'amount')::numeric,
        left(event ->> 'reason', 100),
        event ->> 'status',
        ended_at
      )
    returning *
    into dispute;
  elsif ended_at > coalesce(earlier.closed_at, '-infinity') then
    update public.payment_disputes d
    set
      status = event ->> 'status',
      closed_at = ended_at
    where d.id = earlier.id
    returning *
    into dispute;
  else
    result := 'ignored';
    dispute_id := earlier.id;
    return;
  end if;
  result := 'recorded';
  dispute_id := dispute.id;
  perform private.recount_reviews(array(select o.id from public.orders o where o.checkout_id = payment.checkout_id));
  if dispute.status = 'won' then
    -- Due from now on, so that they do not count as overdue since before the dispute.
    update public.transfers t
    set
      status = 'pending',
      next_attempt_at = greatest(t.next_attempt_at, now())
    where t.payment_id = payment.id and t.status = 'held';
    return;
  end if;
  update public.transfers t set status = 'held' where t.payment_id = payment.id and t.status = 'pending';
  if dispute.status is distinct from earlier.status then
    perform private.notify_dispute(dispute);
  end if;
end
$$;
comment on function private.apply_dispute is
  'Applies an event about a dispute. An open one closes, and never opens again. The latest result counts, in whatever order events arrive. '
  'The checkout is locked.';

create function private.apply_early_disputes(payment public.payments)
returns void
language sql
set search_path = ''
as $$
  select private.apply_dispute(payment, e.payload)
  from
    (
      select d.payload
      from public.payment_events d
      where d.provider = payment.provider and d.provider_payment_id = payment.payment_id and d.kind = 'dispute'
      order by d.created_at, d.event_id
    ) e
$$;
comment on function private.apply_early_disputes is 'Applies the disputes of a payment that arrived before it.';

create function public.record_dispute(
  provider text,
  event_id text,
  provider_dispute_id text,
  provider_payment_id text,
  status text,
  amount numeric,
  reason text,
  happened_at timestamptz
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded record;
  applied record;
  payment public.payments;
  event jsonb := jsonb_build_object(
    'provider_dispute_id', provider_dispute_id,
    'status', status,
    'amount', amount,
    'reason', reason,
    'happened_at', happened_at
  );
  body jsonb := jsonb_build_object('result', 'unknown', 'dispute_id', null);
begin
  if
    coalesce(status, '') not in ('open', 'won', 'lost')
    or coalesce(provider, '') not in ('test', 'stripe')
    or coalesce(event_id, '') = ''
    or coalesce(provider_dispute_id, '') = ''
    or coalesce(provider_payment_id, '') = ''
    or coalesce(reason, '') = ''
    or happened_at is null
    or amount is null
    or amount <= 0
    or amount > 99999.99
  then
    perform private.refuse(
      '22023',
      'malformed',
      'A dispute event needs a provider, its ids, a status, an amount, a reason and a time.'
    );
  end if;
  recorded := private.record_payment_event(provider, event_id, 'dispute', provider_payment_id, event);
  if not recorded.is_new then
    return recorded.response;
  end if;
  select *
  into payment
  from public.payments p
  where p.provider = record_dispute.provider and p.payment_id = record_dispute.provider_payment_id;
  if found then
    perform from public.checkouts c where c.id = payment.checkout_id for no key update;
    applied := private.apply_dispute(payment, event);
    body := jsonb_build_object('result', applied.result, 'dispute_id', applied.dispute_id);
  end if;
  update public.payment_events e
  set response = body
  where e.provider = record_dispute.provider and e.event_id = record_dispute.event_id;
  return body;
end
$$;
comment on function public.record_dispute is
  'Records an event about a dispute: open, won or lost. Safe to repeat, in any order. An unknown payment may be of another application. Should '
  'it turn out to be ours, its disputes are applied with it: { result: recorded | ignored | unknown, dispute_id }.';
