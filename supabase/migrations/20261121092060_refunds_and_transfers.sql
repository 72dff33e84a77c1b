-- Money on its way: refunds to buyers and transfers to shops, claimed by whoever sends them, and what the provider says of them.

create function private.refund_rank(status text) returns integer
language sql immutable parallel safe
return array_position(array['pending', 'succeeded', 'failed'], status);
comment on function private.refund_rank(text) is 'A refund only moves on: a bank may still reject one that succeeded.';

create function private.move_refund(refund public.refunds, provider_refund_id text, status text, error text) returns text
language plpgsql set search_path = ''
as $$
begin
  if private.refund_rank(move_refund.status) < private.refund_rank(refund.status)
    or move_refund.status = refund.status and refund.provider_refund_id is not null then
    return 'ignored';
  end if;
  update public.refunds r set
    provider_refund_id = coalesce(r.provider_refund_id, move_refund.provider_refund_id), status = move_refund.status, last_error = left(error, 500)
  where r.id = refund.id;
  return 'recorded';
end $$;
comment on function private.move_refund(public.refunds, text, text, text) is 'Brings a refund to the state that the provider tells of, unless it is further already.';

create function private.add_outside_refund(payment public.payments, provider_refund_id text, status text, amount numeric) returns uuid
language plpgsql set search_path = ''
as $$
declare
  the_order uuid;
  room numeric;
  added uuid;
begin
  -- Where there is one order only, it is that one.
  select (array_agg(o.id))[1] into the_order from public.orders o
  where o.checkout_id = payment.checkout_id having count(*) = 1 and bool_and(o.paid_at is not null);
  -- No row is locked out of turn here: the checkout is, and all who refund hold that.
  select least(
    add_outside_refund.amount,
    payment.amount - coalesce(sum(r.amount) filter (where r.payment_id = payment.id), 0),
    case when the_order is not null then (select o.total_amount from public.orders o where o.id = the_order)
      - coalesce(sum(r.amount) filter (where r.order_id = the_order), 0) end
  ) into room
  from public.refunds r where r.status <> 'failed' and (r.payment_id = payment.id or r.order_id = the_order);
  if room <= 0 then
    return null;
  end if;
  insert into public.refunds (order_id, payment_id, amount, reason, status, provider_refund_id)
  values (the_order, payment.id, room, 'Made with the payment provider.', status, provider_refund_id)
  returning id into added;
  return added;
end $$;
comment on function private.add_outside_refund(public.payments, text, text, numeric) is
  'Writes down a refund that was made with the provider and not by us, never of more than is left. The checkout is locked.';

create function private.apply_parked_refunds(payment public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  parked record;
begin
  for parked in
    select e.event_id, e.payload from public.payment_events e
    where e.provider = payment.provider and e.provider_payment_id = payment.payment_id and e.is_parked
    order by e.created_at, e.event_id
  loop
    update public.payment_events e set is_parked = false where e.provider = payment.provider and e.event_id = parked.event_id;
    perform private.take_refund_event(payment, parked.payload);
  end loop;
end $$;
comment on function private.apply_parked_refunds(public.payments) is 'Refunds that were told of before their payment. The checkout is locked.';

create function private.take_refund_event(payment public.payments, event jsonb, out result text, out refund_id uuid)
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
begin
  select * into refund from public.refunds r
  where r.provider_refund_id = event ->> 'provider_refund_id' or r.id = (event ->> 'refund_id')::uuid
  order by r.provider_refund_id = event ->> 'provider_refund_id' desc nulls last limit 1;
  if found then
    refund_id := refund.id;
    result := private.move_refund(refund, event ->> 'provider_refund_id', event ->> 'status', event ->> 'error');
  elsif (event ->> 'amount')::numeric > 0 then
    refund_id := private.add_outside_refund(payment, event ->> 'provider_refund_id', event ->> 'status', (event ->> 'amount')::numeric);
    result := case when refund_id is null then 'ignored' else 'recorded' end;
  else
    result := 'ignored';
  end if;
end $$;
comment on function private.take_refund_event(public.payments, jsonb) is 'Does what an event about a refund says. The checkout is locked.';

create function public.record_refund(
  provider text,
  event_id text,
  provider_refund_id text,
  status text,
  refund_id uuid default null,
  provider_payment_id text default null,
  amount numeric default null,
  error text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  heard record;
  taken record;
  payment public.payments;
  event jsonb := jsonb_strip_nulls(jsonb_build_object('provider_refund_id', provider_refund_id, 'status', status, 'refund_id', refund_id,
    'amount', amount, 'error', error));
  reply jsonb;
begin
  if coalesce(status, '') not in ('pending', 'succeeded', 'failed') or coalesce(provider, '') not in ('test', 'stripe')
    or coalesce(event_id, '') = '' or coalesce(provider_refund_id, '') = '' or amount not between 0 and 99999.99 then
    perform private.refuse('22023', 'malformed', 'A refund event says who, which, of which refund, and how that stands.');
  end if;
  heard := private.hear_event(provider, event_id, 'refund', provider_payment_id, event);
  if not heard.is_new then
    return heard.answer;
  end if;
  select p.* into payment from public.payments p
  where p.provider = record_refund.provider and (
    p.payment_id = record_refund.provider_payment_id
    or p.id in (
      select r.payment_id from public.refunds r
      where r.provider_refund_id = record_refund.provider_refund_id or r.id = record_refund.refund_id
    )
  ) limit 1;
  if found then
    perform from public.checkouts c where c.id = payment.checkout_id for no key update;
    taken := private.take_refund_event(payment, event);
    reply := jsonb_build_object('result', taken.result, 'refund_id', taken.refund_id);
  else
    reply := jsonb_build_object('result', 'parked', 'refund_id', null);
  end if;
  update public.payment_events e set answer = reply, is_parked = payment.id is null
  where e.provider = record_refund.provider and e.event_id = record_refund.event_id;
  return reply;
end $$;
comment on function public.record_refund(text, text, text, text, uuid, text, numeric, text) is
  'What the provider says of a refund, ours or one made there; kept for later when its payment is not known yet. Safe to repeat: '
  '{ result: recorded | ignored | parked, refund_id }.';

create function private.next_try(attempts integer) returns timestamptz
language sql stable
set search_path = ''
as $$ select now() + least(60, power(2, least(attempts, 6))) * interval '1 minute' $$;
comment on function private.next_try(integer) is 'In 1, 2, 4 minutes and so on, at last every hour.';

create function public.claim_refunds(most integer default 20) returns table (
  refund_id uuid, provider text, session_id text, provider_payment_id text, amount numeric, attempts integer, reason text, route text,
  order_id uuid, checkout_id uuid, provider_transfer_id text
)
language sql security definer set search_path = ''
as $$
  with due as (
    select r.id from public.refunds r
    where r.status = 'pending' and r.provider_refund_id is null and r.payment_id is not null and r.next_attempt_at <= now()
    order by r.next_attempt_at limit most for no key update skip locked
  ),
  claimed as (
    update public.refunds r set attempts = r.attempts + 1, next_attempt_at = private.next_try(r.attempts)
    from due where r.id = due.id returning r.*
  )
  select c.id, p.provider, p.session_id, p.payment_id, c.amount, c.attempts, c.reason, p.route, c.order_id, p.checkout_id, t.provider_transfer_id
  from claimed c join public.payments p on p.id = c.payment_id left join public.transfers t on t.order_id = c.order_id
$$;
comment on function public.claim_refunds(integer) is
  'Refunds to ask the provider for now, each under its id as the key. Whoever claims them has a minute; then, if nothing was recorded, they come again.';

create function public.fail_refund_attempt(refund_id uuid, error text, final boolean default false) returns void
language sql security definer set search_path = ''
as $$
  update public.refunds r set last_error = left(error, 500), status = case when final then 'failed' else r.status end
  where r.id = refund_id and r.status = 'pending'
$$;
comment on function public.fail_refund_attempt(uuid, text, boolean) is 'Why the provider did not take a refund; final gives it up.';

create function public.claim_transfers(most integer default 20) returns table (
  transfer_id uuid, provider text, provider_payment_id text, checkout_id uuid, order_id uuid, account_id text, amount numeric, attempts integer
)
language plpgsql security definer set search_path = ''
as $$
begin
  -- What was refunded before the first try need not be sent; afterwards the sum stands, since the provider knows it under its key.
  update public.transfers t set status = 'needless'
  from public.orders o
  where o.id = t.order_id and t.status = 'pending' and t.attempts = 0 and t.next_attempt_at <= now()
    and t.amount <= (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.status <> 'failed');
  return query
  with due as (
    select t.id, a.account_id from public.transfers t
    join public.payments p on p.id = t.payment_id
    join public.orders o on o.id = t.order_id
    join public.payment_accounts a on a.shop_id = o.shop_id and a.provider = p.provider and a.charges_enabled
    where t.status = 'pending' and t.next_attempt_at <= now()
    order by t.next_attempt_at limit most for no key update of t skip locked
  ),
  claimed as (
    update public.transfers t set attempts = t.attempts + 1, next_attempt_at = private.next_try(t.attempts),
      amount = t.amount - case when t.attempts = 0 then (
        select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = t.order_id and r.status <> 'failed'
      ) else 0 end
    from due where t.id = due.id returning t.*, due.account_id as to_account
  )
  select c.id, p.provider, p.payment_id, p.checkout_id, c.order_id, c.to_account, c.amount, c.attempts
  from claimed c join public.payments p on p.id = c.payment_id;
end $$;
comment on function public.claim_transfers(integer) is
  'Transfers to ask the provider for now, each under its id as the key; those of shops whose account is not ready wait.';

create function public.record_transfer(transfer_id uuid, provider_transfer_id text default null, error text default null) returns void
language sql security definer set search_path = ''
as $$
  update public.transfers t set
    provider_transfer_id = coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id),
    status = case when coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id) is null then t.status else 'sent' end,
    last_error = left(error, 500)
  where t.id = record_transfer.transfer_id
$$;
comment on function public.record_transfer(uuid, text, text) is 'What became of a transfer: the provider''s id, or why it was not taken.';

create function public.set_payment_account(
  shop_id uuid, provider text, account_id text, details_submitted boolean default false, charges_enabled boolean default false,
  payouts_enabled boolean default false
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.payment_accounts as a (shop_id, provider, account_id, details_submitted, charges_enabled, payouts_enabled)
  values (shop_id, provider, account_id, details_submitted, charges_enabled, payouts_enabled)
  on conflict on constraint payment_accounts_pkey do update set
    provider = excluded.provider, account_id = excluded.account_id, details_submitted = excluded.details_submitted,
    charges_enabled = excluded.charges_enabled, payouts_enabled = excluded.payouts_enabled
$$;
comment on function public.set_payment_account(uuid, text, text, boolean, boolean, boolean) is 'Keeps a shop''s account with the provider, and what it may do.';

revoke execute on function private.refund_rank(text), private.move_refund(public.refunds, text, text, text),
  private.add_outside_refund(public.payments, text, text, numeric), private.apply_parked_refunds(public.payments),
  private.take_refund_event(public.payments, jsonb), public.record_refund(text, text, text, text, uuid, text, numeric, text),
  private.next_try(integer), public.claim_refunds(integer), public.fail_refund_attempt(uuid, text, boolean),
  public.claim_transfers(integer), public.record_transfer(uuid, text, text),
  public.set_payment_account(uuid, text, text, boolean, boolean, boolean) from public;
grant execute on function public.record_refund(text, text, text, text, uuid, text, numeric, text), public.claim_refunds(integer),
  public.fail_refund_attempt(uuid, text, boolean), public.claim_transfers(integer), public.record_transfer(uuid, text, text),
  public.set_payment_account(uuid, text, text, boolean, boolean, boolean) to service_role;
