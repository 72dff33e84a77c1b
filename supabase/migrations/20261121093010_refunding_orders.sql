-- Refunds against what happens elsewhere: a shop gives back its part of them, and what the provider's own dashboard sent back counts.

-- A shop's part, when part of an order goes back.

alter table public.transfers
  add column reversed_amount numeric(10, 2) not null default 0,
  add column reversing numeric(10, 2),
  add column reversals integer not null default 0,
  add column may_owe boolean not null default false,
  add constraint transfers_reversed_range check (reversed_amount >= 0 and reversed_amount + coalesce(reversing, 0) <= amount),
  add constraint transfers_reversing_range check (reversing > 0);
comment on column public.transfers.reversed_amount is 'What came back of it for refunds of the order.';
comment on column public.transfers.reversing is 'What is being asked back now, under a key of the transfer and the number of reversals before; stands until it is answered.';
comment on column public.transfers.may_owe is 'Something was refunded since this was last looked at.';
create index transfers_owing on public.transfers (next_attempt_at) where may_owe and status = 'sent';

create function private.shop_part(sold public.orders, fee_percent numeric) returns numeric
language sql stable set search_path = ''
as $$
  select round((sold.total_amount - private.order_fee(sold.subtotal, fee_percent)) * (sold.total_amount - back.amount) / sold.total_amount, 2)
  from (
    select coalesce(sum(r.amount), 0) as amount from public.refunds r where r.order_id = sold.id and r.status <> 'failed'
  ) back
$$;
comment on function private.shop_part(public.orders, numeric) is
  'What is a shop''s of an order, less our fee; of an order refunded in part, the same part of both.';

create function private.note_owing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.transfers t set
    may_owe = true,
    -- Needless while all was refunded; if a bank rejects that, the shop is to have its part after all. Whether, its next turn says.
    status = case t.status when 'needless' then 'pending' else t.status end,
    next_attempt_at = case t.status when 'needless' then now() else t.next_attempt_at end
  where t.order_id = new.order_id;
  return null;
end $$;
comment on function private.note_owing() is 'Where an order is refunded, its shop may hold more than its part.';

create trigger note_owing after insert or update of status on public.refunds
  for each row execute function private.note_owing();

create or replace function public.claim_transfers(most integer default 20) returns table (
  transfer_id uuid, provider text, provider_payment_id text, checkout_id uuid, order_id uuid, account_id text, amount numeric, attempts integer
)
language plpgsql security definer set search_path = ''
as $$
begin
  -- What was refunded before the first try need not be sent; afterwards the sum stands, since the provider knows it under its key.
  update public.transfers t set status = 'needless'
  from public.orders o, public.payments p
  where o.id = t.order_id and p.id = t.payment_id and t.status = 'pending' and t.attempts = 0 and t.next_attempt_at <= now()
    and private.shop_part(o, p.fee_percent) = 0;
  return query
  with due as (
    select t.id, a.account_id, private.shop_part(o, p.fee_percent) as part from public.transfers t
    join public.payments p on p.id = t.payment_id
    join public.orders o on o.id = t.order_id
    join public.payment_accounts a on a.shop_id = o.shop_id and a.provider = p.provider and a.charges_enabled
    where t.status = 'pending' and t.next_attempt_at <= now() and (t.attempts > 0 or private.shop_part(o, p.fee_percent) > 0)
    order by t.next_attempt_at limit most for no key update of t skip locked
  ),
  claimed as (
    update public.transfers t set attempts = t.attempts + 1, next_attempt_at = private.next_try(t.attempts),
      amount = case when t.attempts = 0 then due.part else t.amount end
    from due where t.id = due.id returning t.*, due.account_id as to_account
  )
  select c.id, p.provider, p.payment_id, p.checkout_id, c.order_id, c.to_account, c.amount, c.attempts
  from claimed c join public.payments p on p.id = c.payment_id;
end $$;

create or replace function public.record_transfer(transfer_id uuid, provider_transfer_id text default null, error text default null) returns void
language sql security definer set search_path = ''
as $$
  update public.transfers t set
    provider_transfer_id = coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id),
    status = case when coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id) is null then t.status else 'sent' end,
    -- What was refunded while it was sent is asked back at once.
    next_attempt_at = case when record_transfer.provider_transfer_id is null then t.next_attempt_at else now() end,
    last_error = left(error, 500)
  where t.id = record_transfer.transfer_id
$$;

create function public.claim_reversals(most integer default 20) returns table (
  transfer_id uuid, provider text, provider_transfer_id text, order_id uuid, amount numeric, number integer
)
language plpgsql security definer set search_path = ''
as $$
declare
  -- Locked first and reckoned after: who refunds meanwhile waits to say so, and is not forgotten.
  due uuid[] := array(
    select t.id from public.transfers t where t.may_owe and t.status = 'sent' and t.next_attempt_at <= now()
    order by t.next_attempt_at limit most for no key update skip locked
  );
begin
  update public.transfers t set may_owe = false
  from public.orders o, public.payments p
  where t.id = any (due) and o.id = t.order_id and p.id = t.payment_id and t.reversing is null
    and t.amount - t.reversed_amount <= private.shop_part(o, p.fee_percent);
  return query
  with claimed as (
    update public.transfers t set
      attempts = t.attempts + 1, next_attempt_at = private.next_try(t.attempts),
      reversing = coalesce(t.reversing, t.amount - t.reversed_amount - private.shop_part(o, p.fee_percent))
    from public.orders o, public.payments p
    where t.id = any (due) and t.may_owe and o.id = t.order_id and p.id = t.payment_id
    returning t.*, p.provider as of_provider
  )
  select c.id, c.of_provider, c.provider_transfer_id, c.order_id, c.reversing, c.reversals from claimed c;
end $$;
comment on function public.claim_reversals(integer) is
  'What shops were sent and have to give back, since their orders were refunded: to be asked of the provider now, each under its transfer and number as the key.';

create function public.record_reversal(transfer_id uuid, number integer, error text default null) returns void
language sql security definer set search_path = ''
as $$
  update public.transfers t set
    reversed_amount = t.reversed_amount + case when error is null then t.reversing else 0 end,
    reversing = case when error is not null then t.reversing end,
    reversals = t.reversals + (error is null)::integer,
    attempts = case when error is null then 0 else t.attempts end,
    next_attempt_at = case when error is null then now() else t.next_attempt_at end,
    last_error = left(error, 500)
  where t.id = transfer_id and t.reversals = number and t.reversing is not null
$$;
comment on function public.record_reversal(uuid, integer, text) is 'What became of a reversal: done, or why it was not. Safe to repeat.';

drop function public.claim_refunds(integer);
create function public.claim_refunds(most integer default 20) returns table (
  refund_id uuid, provider text, session_id text, provider_payment_id text, amount numeric, attempts integer, reason text, route text,
  order_id uuid, checkout_id uuid
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
  select c.id, p.provider, p.session_id, p.payment_id, c.amount, c.attempts, c.reason, p.route, c.order_id, p.checkout_id
  from claimed c join public.payments p on p.id = c.payment_id
$$;
comment on function public.claim_refunds(integer) is
  'Refunds to ask the provider for now, each under its id as the key. Whoever claims them has a minute; then, if nothing was recorded, they come again.';

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
    or exists (
      select from public.payments p join public.checkouts c on c.id = p.checkout_id
      where p.status = 'pending' and p.provider = 'stripe' and p.session_id is not null and c.status in ('expired', 'cancelled')
        and c.created_at > now() - interval '2 days'
    )
  then
    perform private.call_function('settle-payments');
  end if;
end $$;

-- Refunds made with the provider, while ours of the same money waits to be sent. The provider never sends back more than came, so one of the two will
-- be refused: where both are of one sum it was the same one; else what was made there waits until ours is refused.

create function private.take_outside_refund(payment public.payments, event jsonb, out result text, out refund_id uuid)
language plpgsql set search_path = ''
as $$
declare
  asked numeric := (event ->> 'amount')::numeric;
  room numeric;
begin
  select payment.amount - coalesce(sum(r.amount), 0) into room from public.refunds r where r.payment_id = payment.id and r.status <> 'failed';
  if room < asked and event ->> 'status' <> 'failed' then
    update public.refunds r set provider_refund_id = event ->> 'provider_refund_id', status = event ->> 'status', last_error = null
    where r.id = (
      select same.id from public.refunds same
      where same.payment_id = payment.id and same.status = 'pending' and same.provider_refund_id is null and same.amount = asked
      order by same.created_at, same.id limit 1
    )
    returning r.id into refund_id;
    if found then
      result := 'recorded';
      return;
    elsif exists (
      select from public.refunds r where r.payment_id = payment.id and r.status = 'pending' and r.provider_refund_id is null
    ) then
      result := 'parked';
      return;
    end if;
  end if;
  refund_id := private.add_outside_refund(payment, event ->> 'provider_refund_id', event ->> 'status', asked);
  result := case when refund_id is null then 'ignored' else 'recorded' end;
end $$;
comment on function private.take_outside_refund(public.payments, jsonb) is 'Does what an event says about a refund that is not one of ours. The checkout is locked.';

create function private.refund_the_rest(failed public.refunds, payment public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  rest numeric;
begin
  if not private.awaits_parked_refund(payment) then
    return;
  end if;
  perform private.apply_parked_refunds(payment);
  select least(failed.amount, payment.amount - coalesce(sum(r.amount) filter (where r.payment_id = payment.id), 0), (
    select private.refundable(o) from public.orders o where o.id = failed.order_id
  )) into rest
  from public.refunds r where r.payment_id = payment.id and r.status <> 'failed';
  if rest > 0 then
    insert into public.refunds (order_id, payment_id, amount, reason) values (failed.order_id, payment.id, rest, failed.reason);
  end if;
end $$;
comment on function private.refund_the_rest(public.refunds, public.payments) is
  'After a refund that was refused because the provider had sent back part of the money already: that part is written down, the rest asked for anew. '
  'The checkout is locked.';

create function private.awaits_parked_refund(payment public.payments) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.payment_events e
    where e.provider = payment.provider and e.provider_payment_id = payment.payment_id and e.is_parked
  )
$$;
comment on function private.awaits_parked_refund(public.payments) is 'True where the provider has told of a refund that did not fit beside one of ours.';

create or replace function private.take_refund_event(payment public.payments, event jsonb, out result text, out refund_id uuid)
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  taken record;
begin
  select * into refund from public.refunds r
  where r.provider_refund_id = event ->> 'provider_refund_id' or r.id = (event ->> 'refund_id')::uuid
  order by r.provider_refund_id = event ->> 'provider_refund_id' desc nulls last limit 1;
  -- Ours, unless it was taken for one made there: then this is another one.
  if found and coalesce(refund.provider_refund_id, event ->> 'provider_refund_id') = event ->> 'provider_refund_id' then
    refund_id := refund.id;
    result := private.move_refund(refund, event ->> 'provider_refund_id', event ->> 'status', event ->> 'error');
    if result = 'recorded' and event ->> 'status' = 'failed' then
      perform private.refund_the_rest(refund, payment);
    end if;
  elsif (event ->> 'amount')::numeric > 0 then
    taken := private.take_outside_refund(payment, event);
    result := taken.result;
    refund_id := taken.refund_id;
  else
    result := 'ignored';
  end if;
end $$;

create or replace function private.apply_parked_refunds(payment public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  parked record;
  taken record;
begin
  for parked in
    select e.event_id, e.payload from public.payment_events e
    where e.provider = payment.provider and e.provider_payment_id = payment.payment_id and e.is_parked
    order by e.created_at, e.event_id
  loop
    taken := private.take_refund_event(payment, parked.payload);
    update public.payment_events e set is_parked = taken.result = 'parked' where e.provider = payment.provider and e.event_id = parked.event_id;
  end loop;
end $$;
comment on function private.apply_parked_refunds(public.payments) is
  'Refunds that were told of before their payment, or did not fit beside one of ours. The checkout is locked.';

create or replace function public.record_refund(
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
  update public.payment_events e set answer = reply, is_parked = reply ->> 'result' = 'parked'
  where e.provider = record_refund.provider and e.event_id = record_refund.event_id;
  return reply;
end $$;
comment on function public.record_refund(text, text, text, text, uuid, text, numeric, text) is
  'What the provider says of a refund, ours or one made there; kept for later when its payment is not known yet, or while one of ours stands in '
  'its way. Safe to repeat: { result: recorded | ignored | parked, refund_id }.';

create or replace function public.fail_refund_attempt(refund_id uuid, error text, final boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  payment public.payments;
  failed public.refunds;
begin
  if not coalesce(final, false) then
    update public.refunds r set last_error = left(error, 500) where r.id = fail_refund_attempt.refund_id and r.status = 'pending';
    return;
  end if;
  select p.* into payment from public.payments p join public.refunds r on r.payment_id = p.id where r.id = fail_refund_attempt.refund_id;
  perform from public.checkouts c where c.id = payment.checkout_id for no key update;
  update public.refunds r set last_error = left(error, 500), status = 'failed'
  where r.id = fail_refund_attempt.refund_id and r.status = 'pending' and r.provider_refund_id is null
  returning * into failed;
  if found then
    perform private.refund_the_rest(failed, payment);
  end if;
end $$;

revoke execute on function private.shop_part(public.orders, numeric), private.note_owing(), public.claim_reversals(integer),
  public.record_reversal(uuid, integer, text), public.claim_refunds(integer), private.take_outside_refund(public.payments, jsonb),
  private.refund_the_rest(public.refunds, public.payments), private.awaits_parked_refund(public.payments) from public;
grant execute on function public.claim_reversals(integer), public.record_reversal(uuid, integer, text), public.claim_refunds(integer) to service_role;
