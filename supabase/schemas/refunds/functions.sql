create function private.enforce_refund_limit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order record;
  payment record;
  refunded numeric;
begin
  if new.order_id is not null then
    select o.received_amount, o.paid_at
    into this_order
    from public.orders o
    where o.id = new.order_id
    for no key update;
    if this_order.paid_at is null then
      perform private.refuse('23514', 'unpaid', 'An unpaid order cannot be refunded.');
    end if;
    select coalesce(sum(r.amount), 0)
    into refunded
    from public.refunds r
    where r.order_id = new.order_id and r.id <> new.id and r.status <> 'failed';
    if new.status <> 'failed' and refunded + new.amount > this_order.received_amount then
      perform private.refuse(
        '23514',
        'amount',
        format('At most £%s of this order can still be refunded.', this_order.received_amount - refunded)
      );
    end if;
  end if;
  if new.payment_id is not null then
    select p.amount, p.captured_at into payment from public.payments p where p.id = new.payment_id for no key update;
    if payment.captured_at is null then
      raise exception using errcode = '23514', message = 'A payment that was not received cannot be refunded.';
    end if;
    select coalesce(sum(r.amount), 0)
    into refunded
    from public.refunds r
    where r.payment_id = new.payment_id and r.id <> new.id and r.status <> 'failed';
    if new.status <> 'failed' and refunded + new.amount > payment.amount then
      raise exception
        using
          errcode = '23514',
          message = format('At most £%s of this payment can still be refunded.', payment.amount - refunded);
    end if;
  end if;
  return new;
end
$$;
comment on function private.enforce_refund_limit is
  'Refuses refunds beyond the amount paid, for the order and the payment, with both locked.';

create function private.update_refunded_amount(of_order uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.orders
  set refunded_amount = (
    select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = of_order and r.status = 'succeeded'
  )
  where id = of_order;
end
$$;
comment on function private.update_refunded_amount is 'Maintains refunded_amount of an order.';

create function private.unrefunded(payment public.payments)
returns numeric
language sql
stable
set search_path = ''
as $$
  select payment.amount - coalesce(sum(r.amount), 0)
  from public.refunds r
  where r.payment_id = payment.id and r.status <> 'failed'
$$;
comment on function private.unrefunded is
  'What of a payment is neither refunded nor being refunded. The checkout is locked.';

create function private.refundable_to_card(this_order public.orders)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    greatest(
      0,
      least(
        this_order.received_amount - this_order.voucher_amount - coalesce(
          (
            select sum(r.amount)
            from public.refunds r
            where r.order_id = this_order.id and r.status <> 'failed' and r.voucher_id is null
          ),
          0
        ),
        sum(private.unrefunded(p))
      )
    )
  from public.payments p
  where
    p.checkout_id = this_order.checkout_id
    and p.status = 'succeeded'
    and not p.is_returned
    and this_order.paid_at is not null
  having count(*) > 0
$$;
comment on function private.refundable_to_card is
  'What can still be refunded by the payment provider, limited by the payments. Null if nothing was paid so. The checkout is locked.';

create function private.refundable(this_order public.orders)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    case
      when this_order.paid_at is not null and this_order.voucher_amount > 0 then coalesce(
        private.refundable_to_card(this_order),
        0
      ) + this_order.voucher_amount - this_order.voucher_returned
      else private.refundable_to_card(this_order)
    end
$$;
comment on function private.refundable is
  'The amount of an order that can still be refunded, by the provider and to vouchers. Null if nothing was paid. The checkout is locked.';

create function public.claim_refunds(batch_size integer default 20)
returns table (
  refund_id uuid,
  provider text,
  session_id text,
  provider_payment_id text,
  amount numeric,
  attempts integer,
  refusals integer,
  reason text,
  route text,
  has_fee boolean,
  order_id uuid,
  checkout_id uuid
)
language sql
security definer
set search_path = ''
as $$
  with
    due as (
      select r.id
      from public.refunds r
      where
        r.status = 'pending'
        and r.provider_refund_id is null
        and r.payment_id is not null
        and r.next_attempt_at <= now()
      order by r.next_attempt_at
      limit batch_size
      for no key update skip locked
    ),
    claimed as (
      update public.refunds r
      set
        attempts = r.attempts + 1,
        last_error = null,
        next_attempt_at = private.retry_at(r.attempts)
      from due
      where r.id = due.id
      returning r.*
    )
  select
    c.id,
    p.provider,
    p.session_id,
    p.payment_id,
    c.amount,
    c.attempts,
    c.refusals,
    c.reason,
    p.route,
    p.application_fee > 0,
    c.order_id,
    p.checkout_id
  from
    claimed c
    join public.payments p on p.id = c.payment_id
$$;
comment on function public.claim_refunds is
  'Claims refunds to request from the provider, each with its id and refusals as idempotency key. A claim lasts a minute. Without a recorded outcome the refund is claimed again.';

create function public.fail_refund_attempt(
  refund_id uuid,
  error text,
  is_final boolean default false,
  is_refused boolean default false
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  payment public.payments;
  failed public.refunds;
begin
  if not coalesce(is_final, false) then
    update public.refunds r
    set
      last_error = left(error, 500),
      refusals = r.refusals + coalesce(is_refused, false)::integer
    where r.id = fail_refund_attempt.refund_id and r.status = 'pending';
    return;
  end if;
  select p.*
  into payment
  from
    public.payments p
    join public.refunds r on r.payment_id = p.id
  where r.id = fail_refund_attempt.refund_id;
  perform from public.checkouts c where c.id = payment.checkout_id for no key update;
  update public.refunds r
  set
    last_error = left(error, 500),
    status = 'failed'
  where r.id = fail_refund_attempt.refund_id and r.status = 'pending' and r.provider_refund_id is null
  returning *
  into failed;
  if found then
    perform private.refund_remainder(failed, payment);
  end if;
end
$$;
comment on function public.fail_refund_attempt is
  'Records why a refund was not made. is_refused means that the provider refused it, so nothing was done. is_final marks it as failed.';

-- Events from the provider.

create function private.refund_rank(status text)
returns integer
language sql
immutable
parallel safe
return array_position(array['pending', 'succeeded', 'failed'], status);
comment on function private.refund_rank is
  'The order of refund statuses. A refund moves forward only, because a bank may still reject a successful one.';

create function private.advance_refund(refund public.refunds, provider_refund_id text, status text, error text)
returns text
language plpgsql
set search_path = ''
as $$
begin
  if
    private.refund_rank(advance_refund.status) < private.refund_rank(refund.status)
    or advance_refund.status = refund.status
    and refund.provider_refund_id is not null
  then
    return 'ignored';
  end if;
  update public.refunds r
  set
    provider_refund_id = coalesce(r.provider_refund_id, advance_refund.provider_refund_id),
    status = advance_refund.status,
    last_error = left(error, 500)
  where r.id = refund.id;
  return 'recorded';
end
$$;
comment on function private.advance_refund is
  'Moves a refund to the status reported by the provider, unless it is further already.';

create function private.add_external_refund(
  payment public.payments,
  provider_refund_id text,
  status text,
  amount numeric
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  single_order uuid;
  remaining numeric;
  added uuid;
begin
  -- A refund belongs to an order only if the checkout has one order and this payment was applied to it.
  select (array_agg(o.id))[1]
  into single_order
  from public.orders o
  where o.checkout_id = payment.checkout_id
  having
    count(*) = 1
    and exists (select from public.payments p where p.id = payment.id and p.status = 'succeeded' and not p.is_returned);
  -- No row lock is needed: the checkout is locked, and every refund takes that lock.
  select
    least(
      add_external_refund.amount,
      payment.amount - coalesce(sum(r.amount) filter (where r.payment_id = payment.id), 0),
      case
        when single_order is not null then (
          select o.received_amount from public.orders o where o.id = single_order
        ) - coalesce(sum(r.amount) filter (where r.order_id = single_order), 0)
      end
    )
  into remaining
  from public.refunds r
  where r.status <> 'failed' and (r.payment_id = payment.id or r.order_id = single_order);
  if remaining <= 0 then
    return null;
  end if;
  insert into public.refunds (order_id, payment_id, amount, reason, status, provider_refund_id)
  values (single_order, payment.id, remaining, 'Refunded through the payment provider.', status, provider_refund_id)
  returning id
  into added;
  return added;
end
$$;
comment on function private.add_external_refund is
  'Records a refund made with the provider, limited to what is left. The checkout is locked.';

-- A refund made in the provider's dashboard and a pending one of ours may together exceed the payment. With equal amounts they count as the
-- same refund. Otherwise the event waits, because the provider never refunds more than it received and will refuse ours.
create function private.apply_external_refund(payment public.payments, event jsonb, out result text, out refund_id uuid)
language plpgsql
set search_path = ''
as $$
declare
  amount_refunded numeric := (event ->> 'amount')::numeric;
  remaining numeric;
begin
  select payment.amount - coalesce(sum(r.amount), 0)
  into remaining
  from public.refunds r
  where r.payment_id = payment.id and r.status <> 'failed';
  if remaining < amount_refunded and event ->> 'status' <> 'failed' then
    update public.refunds r
    set
      provider_refund_id = event ->> 'provider_refund_id',
      status = event ->> 'status',
      last_error = null
    where
      r.id = (
        select ours.id
        from public.refunds ours
        where
          ours.payment_id = payment.id
          and ours.status = 'pending'
          and ours.provider_refund_id is null
          and ours.amount = amount_refunded
        order by ours.created_at, ours.id
        limit 1
      )
    returning r.id
    into refund_id;
    if found then
      result := 'recorded';
      return;
    elsif
      exists (
        select
        from public.refunds r
        where r.payment_id = payment.id and r.status = 'pending' and r.provider_refund_id is null
      )
    then
      result := 'deferred';
      return;
    end if;
  end if;
  refund_id := private.add_external_refund(
    payment,
    event ->> 'provider_refund_id',
    event ->> 'status',
    amount_refunded
  );
  result := case when refund_id is null then 'ignored' else 'recorded' end;
end
$$;
comment on function private.apply_external_refund is
  'Applies an event about a refund that we did not request. The checkout is locked.';

create function private.refund_remainder(failed public.refunds, payment public.payments)
returns void
language plpgsql
set search_path = ''
as $$
declare
  rest numeric;
begin
  if not private.has_deferred_refund(payment) then
    return;
  end if;
  perform private.apply_deferred_refunds(payment);
  select
    least(
      failed.amount,
      payment.amount - coalesce(sum(r.amount) filter (where r.payment_id = payment.id), 0),
      (select private.refundable(o) from public.orders o where o.id = failed.order_id)
    )
  into rest
  from public.refunds r
  where r.payment_id = payment.id and r.status <> 'failed';
  if rest > 0 then
    insert into public.refunds (order_id, payment_id, amount, reason)
    values (failed.order_id, payment.id, rest, failed.reason);
  end if;
end
$$;
comment on function private.refund_remainder is
  'After a refused refund, records the part that the provider had already refunded and requests the rest. The checkout is locked.';

create function private.has_deferred_refund(payment public.payments)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from public.payment_events e
      where e.provider = payment.provider and e.provider_payment_id = payment.payment_id and e.is_deferred
    )
$$;
comment on function private.has_deferred_refund is 'True if a refund event of the payment is deferred.';

create function private.apply_refund_event(payment public.payments, event jsonb, out result text, out refund_id uuid)
language plpgsql
set search_path = ''
as $$
declare
  refund public.refunds;
  applied record;
begin
  select *
  into refund
  from public.refunds r
  where r.provider_refund_id = event ->> 'provider_refund_id' or r.id = (event ->> 'refund_id')::uuid
  order by r.provider_refund_id = event ->> 'provider_refund_id' desc nulls last
  limit 1;
  -- Our refund may have been matched to one made in the dashboard. An event with another id is then about another refund.
  if found and coalesce(refund.provider_refund_id, event ->> 'provider_refund_id') = event ->> 'provider_refund_id' then
    refund_id := refund.id;
    result := private.advance_refund(refund, event ->> 'provider_refund_id', event ->> 'status', event ->> 'error');
    if result = 'recorded' and event ->> 'status' = 'failed' then
      perform private.refund_remainder(refund, payment);
    end if;
  elsif (event ->> 'amount')::numeric > 0 then
    applied := private.apply_external_refund(payment, event);
    result := applied.result;
    refund_id := applied.refund_id;
  else
    result := 'ignored';
  end if;
end
$$;
comment on function private.apply_refund_event is 'Applies an event about a refund. The checkout is locked.';

create function private.apply_deferred_refunds(payment public.payments)
returns void
language plpgsql
set search_path = ''
as $$
declare
  deferred record;
  applied record;
begin
  for deferred in select e.event_id, e.payload
  from public.payment_events e
  where e.provider = payment.provider and e.provider_payment_id = payment.payment_id and e.is_deferred
  order by e.created_at, e.event_id loop
    applied := private.apply_refund_event(payment, deferred.payload);
    update public.payment_events e
    set is_deferred = applied.result = 'deferred'
    where e.provider = payment.provider and e.event_id = deferred.event_id;
  end loop;
end
$$;
comment on function private.apply_deferred_refunds is
  'Applies deferred refund events, which arrived before their payment or conflicted with one of our refunds. The checkout is locked.';

create function public.record_refund(
  provider text,
  event_id text,
  provider_refund_id text,
  status text,
  refund_id uuid default null,
  provider_payment_id text default null,
  amount numeric default null,
  error text default null
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
  event jsonb := jsonb_strip_nulls(
    jsonb_build_object(
      'provider_refund_id', provider_refund_id,
      'status', status,
      'refund_id', refund_id,
      'amount', amount,
      'error', error
    )
  );
  body jsonb;
begin
  if
    coalesce(status, '') not in ('pending', 'succeeded', 'failed')
    or coalesce(provider, '') not in ('test', 'stripe')
    or coalesce(event_id, '') = ''
    or coalesce(provider_refund_id, '') = ''
    or amount not between 0 and 99999.99
  then
    perform private.refuse(
      '22023',
      'malformed',
      'A refund event needs a provider, an event id, a refund id and a status.'
    );
  end if;
  recorded := private.record_payment_event(provider, event_id, 'refund', provider_payment_id, event);
  if not recorded.is_new then
    return recorded.response;
  end if;
  select p.*
  into payment
  from public.payments p
  where
    p.provider = record_refund.provider
    and (
      p.payment_id = record_refund.provider_payment_id
      or p.id in (
        select r.payment_id
        from public.refunds r
        where r.provider_refund_id = record_refund.provider_refund_id or r.id = record_refund.refund_id
      )
    )
  limit 1;
  if found then
    perform from public.checkouts c where c.id = payment.checkout_id for no key update;
    applied := private.apply_refund_event(payment, event);
    body := jsonb_build_object('result', applied.result, 'refund_id', applied.refund_id);
  else
    body := jsonb_build_object('result', 'deferred', 'refund_id', null);
  end if;
  update public.payment_events e
  set
    response = body,
    is_deferred = body ->> 'result' = 'deferred'
  where e.provider = record_refund.provider and e.event_id = record_refund.event_id;
  return body;
end
$$;
comment on function public.record_refund is
  'Records a refund event, for our refunds and those made with the provider. Defers it while its payment is unknown or '
  'one of our refunds conflicts. Safe to repeat: { result: recorded | ignored | deferred, refund_id }.';

create function private.settle_new_refund()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.call_settle_payments_if_due();
  return null;
end
$$;
comment on function private.settle_new_refund is
  'Calls settle-payments for a new refund, which the job would send within a minute.';

create function private.refund_of_key(of_order uuid, key text)
returns public.refunds
language plpgsql
stable
set search_path = ''
as $$
declare
  refund public.refunds;
begin
  select *
  into refund
  from public.refunds r
  where r.order_id = of_order and r.idempotency_key = key
  order by r.created_at, r.id
  limit 1;
  if found then
    select
      sum(r.amount),
      case
        when bool_or(r.status = 'failed') then 'failed'
        when bool_and(r.status = 'succeeded') then 'succeeded'
        else 'pending'
      end
    into refund.amount, refund.status
    from public.refunds r
    where r.order_id = of_order and r.idempotency_key = key;
  end if;
  return refund;
end
$$;
comment on function private.refund_of_key is
  'The refund that was made with a key, with the sum over the payments that it refunds.';

create function private.is_reserved_refund_key(key text)
returns boolean
language sql
immutable
parallel safe
return key ~ '^(problem|decision):';
comment on function private.is_reserved_refund_key is
  'Whether the database itself chooses such keys, for answers and decisions about problems. A seller cannot use one.';

create function private.refund_sale(order_id uuid, amount numeric, reason text, idempotency_key text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
  refund public.refunds;
  remaining numeric;
begin
  reason := private.normalise_reason(reason);
  if amount is null or amount not between 0.01 and 99999.99 or amount <> round(amount, 2) then
    perform private.refuse('22023', 'amount', 'Please enter an amount in pounds and pence, of at least 1p.');
  elsif reason is null then
    perform private.refuse('22023', 'reason', 'Please tell the buyer what the refund is for.');
  elsif coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'A refund needs an idempotency key of 8 to 200 characters.');
  end if;
  perform private.lock_checkout_of(order_id);
  select * into this_order from public.orders o where o.id = refund_sale.order_id for no key update;
  -- Answers and decisions belong to a problem that the buyer has reported.
  if not private.is_reserved_refund_key(idempotency_key) then
    reason := private.words_from(private.member_id(), reason, this_order.buyer_id);
  end if;
  remaining := coalesce(private.refundable(this_order), 0);
  refund := private.refund_of_key(this_order.id, idempotency_key);
  if refund.id is not null and (refund.amount <> amount or refund.reason <> reason) then
    perform private.refuse('PT409', 'key_reused', 'This key belongs to another refund of this order.');
  elsif this_order.paid_at is null then
    perform private.refuse('PT409', 'unpaid', 'This order has not been paid.');
  elsif refund.id is null then
    if
      not private.is_reserved_refund_key(idempotency_key)
      and (
        select count(distinct r.idempotency_key)
        from public.refunds r
        where r.order_id = this_order.id and not private.is_reserved_refund_key(r.idempotency_key)
      ) >= 10
    then
      perform private.refuse(
        'PT409',
        'too_many',
        'An order can be refunded at most ten times. Please contact us about further refunds.'
      );
    elsif amount > remaining then
      perform private.refuse(
        'PT409',
        'too_much',
        case
          when remaining = 0 then 'Nothing is left to refund for this order.'
          else format('At most £%s of this order can still be refunded.', remaining)
        end,
        jsonb_build_object('left', remaining)
      );
    end if;
    perform private.add_refunds(this_order, amount, reason, idempotency_key => idempotency_key);
    refund := private.refund_of_key(this_order.id, idempotency_key);
    remaining := remaining - amount;
  end if;
  return jsonb_build_object(
    'refund_id', refund.id,
    'amount', refund.amount,
    'status', refund.status,
    'refunded', (
      select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = this_order.id and r.status <> 'failed'
    ),
    'left', remaining
  );
end
$$;
comment on function private.refund_sale is 'Refunds part of an order. Its callers check who may.';

create function public.refund_order(order_id uuid, amount numeric, reason text, idempotency_key text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sale uuid := (private.require_own_sale(order_id)).id;
begin
  if private.is_reserved_refund_key(idempotency_key) then
    perform private.refuse('22023', 'idempotency_key', 'This key is reserved. Please use another one.');
  end if;
  return private.refund_sale(sale, amount, reason, idempotency_key);
end
$$;
comment on function public.refund_order is
  'Refunds part or all of what is left of a paid order, including a cancelled one whose refund failed, at most ten times besides answers and decisions about problems. For the '
  'shop''s owner. The same key returns the same refund. { refund_id, amount, status, refunded (including pending), left }.';

create function public.claim_pending_refunds(batch_size integer default 20)
returns table (refund_id uuid, provider text, provider_payment_id text)
language sql
security definer
set search_path = ''
as $$
  with
    due as (
      select r.id
      from public.refunds r
      where
        r.status = 'pending'
        and r.provider_refund_id is not null
        and r.payment_id is not null
        and r.next_attempt_at <= now()
      order by r.next_attempt_at
      limit batch_size
      for no key update skip locked
    )
  update public.refunds r
  set next_attempt_at = now() + interval '6 hours'
  from
    due,
    public.payments p
  where r.id = due.id and p.id = r.payment_id
  returning r.id, p.provider, p.payment_id
$$;
comment on function public.claim_pending_refunds is
  'Claims refunds that the provider has accepted and not yet made, to look them up every six hours. The event with their outcome may be lost.';
