-- Fulfilment: status changes, cancellations and refunds of an order, and transfers to its shop.

create table public.payment_accounts (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  provider text not null,
  account_id text not null,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_accounts_provider_known check (provider in ('stripe', 'test')),
  constraint payment_accounts_once unique (provider, account_id)
);
comment on table public.payment_accounts is 'A shop''s account with the payment provider and its capabilities.';

create table public.transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  payment_id uuid not null references public.payments (id) on delete restrict,
  amount numeric(10, 2) not null,
  status text not null default 'pending',
  provider_transfer_id text unique,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reversed_amount numeric(10, 2) not null default 0,
  pending_reversal numeric(10, 2),
  reversals integer not null default 0,
  may_need_reversal boolean not null default false,
  constraint transfers_amount_range check (amount > 0 and amount <= 99999.99),
  constraint transfers_status_known check (status in ('pending', 'sent', 'skipped')),
  constraint transfers_provider_id_matches_status check ((status = 'sent') = (provider_transfer_id is not null)),
  constraint transfers_reversed_range check (reversed_amount >= 0 and reversed_amount + coalesce(pending_reversal, 0) <= amount),
  constraint transfers_pending_reversal_range check (pending_reversal > 0)
);
comment on table public.transfers is
  'A shop''s share of a payment to the platform, to be transferred to the shop''s account. An amount added after the request has a row of its own.';
comment on column public.transfers.status is 'pending, sent, or skipped if the order was fully refunded before.';
comment on column public.transfers.reversed_amount is 'The amount reversed for refunds of the order.';
comment on column public.transfers.pending_reversal is
  'The reversal being requested. Its key is the transfer and the number of earlier reversals. Kept until the provider responds.';
comment on column public.transfers.may_need_reversal is 'Whether a refund happened since the last check.';
create index transfers_order on public.transfers (order_id);
create index transfers_payment on public.transfers (payment_id);
create index transfers_due on public.transfers (next_attempt_at) where status = 'pending';
create index transfers_to_reverse on public.transfers (next_attempt_at) where may_need_reversal and status = 'sent';

create function public.set_payment_account(
  shop_id uuid, provider text, account_id text, details_submitted boolean default false, charges_enabled boolean default false,
  payouts_enabled boolean default false
) returns void
language sql security definer set search_path = '' as $$
  insert into public.payment_accounts as a (shop_id, provider, account_id, details_submitted, charges_enabled, payouts_enabled)
  values (shop_id, provider, account_id, details_submitted, charges_enabled, payouts_enabled)
  on conflict on constraint payment_accounts_pkey do update set
    provider = excluded.provider, account_id = excluded.account_id, details_submitted = excluded.details_submitted,
    charges_enabled = excluded.charges_enabled, payouts_enabled = excluded.payouts_enabled
$$;
comment on function public.set_payment_account(uuid, text, text, boolean, boolean, boolean) is 'Stores a shop''s account with the provider and its capabilities.';

create function private.shop_share(this_order public.orders, fee_percent numeric) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(round(
    (this_order.total_amount - private.order_fee(this_order.subtotal, fee_percent)) * (this_order.total_amount - refunded.amount) / nullif(this_order.total_amount, 0), 2), 0)
  from (
    select coalesce(sum(r.amount), 0) as amount from public.refunds r where r.order_id = this_order.id and r.status <> 'failed'
  ) refunded
$$;
comment on function private.shop_share(public.orders, numeric) is
  'A shop''s share of an order, less the marketplace''s fee. A partial refund reduces both in proportion.';

create function private.flag_transfer_for_reversal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.transfers t set
    may_need_reversal = true,
    -- A skipped transfer becomes due if a bank rejects the full refund. The next claim decides.
    status = case t.status when 'skipped' then 'pending' else t.status end,
    next_attempt_at = case t.status when 'skipped' then now() else t.next_attempt_at end
  where t.order_id = new.order_id;
  return null;
end $$;
comment on function private.flag_transfer_for_reversal() is 'Flags a refunded order''s transfer, because its shop may have received more than its share.';

create function private.transfer_share(transfer public.transfers, this_order public.orders, fee_percent numeric) returns numeric
language sql stable set search_path = '' as $$
  select greatest(0, private.shop_share(this_order, fee_percent) - coalesce(sum(t.amount - t.reversed_amount - coalesce(t.pending_reversal, 0)), 0))
  from public.transfers t where t.order_id = this_order.id and (t.created_at, t.id) < (transfer.created_at, transfer.id)
$$;
comment on function private.transfer_share(public.transfers, public.orders, numeric) is
  'The amount of a transfer: the shop''s share of the order, less earlier transfers.';

create function public.claim_transfers(batch_size integer default 20) returns table (
  transfer_id uuid, provider text, provider_payment_id text, checkout_id uuid, order_id uuid, account_id text, amount numeric, attempts integer
)
language plpgsql security definer set search_path = '' as $$
declare
  -- Locked before the amounts are computed, so a concurrent addition waits and then sees whether the amount is fixed.
  due uuid[] := array(
    select t.id from public.transfers t
    join public.orders o on o.id = t.order_id
    join public.payments p on p.id = t.payment_id
    join public.payment_accounts a on a.shop_id = o.shop_id and a.provider = p.provider and a.charges_enabled
    where t.status = 'pending' and t.next_attempt_at <= now()
    order by t.next_attempt_at limit batch_size for no key update of t skip locked
  );
begin
  -- Amounts refunded before the first attempt are not sent. From then on the amount is fixed, because the provider has it under this key.
  update public.transfers t set status = 'skipped'
  from public.orders o, public.payments p
  where t.id = any (due) and o.id = t.order_id and p.id = t.payment_id and t.attempts = 0 and private.transfer_share(t, o, p.fee_percent) = 0;
  return query
  update public.transfers t set attempts = t.attempts + 1, next_attempt_at = private.retry_at(t.attempts),
    amount = case when t.attempts = 0 then private.transfer_share(t, o, p.fee_percent) else t.amount end
  from public.orders o, public.payments p, public.payment_accounts a
  where t.id = any (due) and t.status = 'pending' and o.id = t.order_id and p.id = t.payment_id and a.shop_id = o.shop_id
  returning t.id, p.provider, p.payment_id, p.checkout_id, t.order_id, a.account_id, t.amount, t.attempts;
end $$;
comment on function public.claim_transfers(integer) is
  'Claims transfers to request from the provider, each with its id as idempotency key. Transfers to accounts that are not ready wait.';

create function public.record_transfer(transfer_id uuid, provider_transfer_id text default null, error text default null) returns void
language sql security definer set search_path = '' as $$
  update public.transfers t set
    provider_transfer_id = coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id),
    status = case when coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id) is null then t.status else 'sent' end,
    -- Amounts refunded during the transfer are reversed at once.
    next_attempt_at = case when record_transfer.provider_transfer_id is null then t.next_attempt_at else now() end,
    last_error = left(error, 500)
  where t.id = record_transfer.transfer_id
$$;
comment on function public.record_transfer(uuid, text, text) is 'Records the outcome of a transfer: the provider''s id, or the error.';

create function public.claim_reversals(batch_size integer default 20) returns table (
  transfer_id uuid, provider text, provider_transfer_id text, order_id uuid, amount numeric, number integer
)
language plpgsql security definer set search_path = '' as $$
declare
  -- Locked before the amounts are computed, so a concurrent refund waits and is not missed.
  due uuid[] := array(
    select t.id from public.transfers t where t.may_need_reversal and t.status = 'sent' and t.next_attempt_at <= now()
    order by t.next_attempt_at limit batch_size for no key update skip locked
  );
begin
  update public.transfers t set may_need_reversal = false
  from public.orders o, public.payments p
  where t.id = any (due) and o.id = t.order_id and p.id = t.payment_id and t.pending_reversal is null
    and t.amount - t.reversed_amount <= private.transfer_share(t, o, p.fee_percent);
  return query
  with claimed as (
    update public.transfers t set
      attempts = t.attempts + 1, next_attempt_at = private.retry_at(t.attempts),
      pending_reversal = coalesce(t.pending_reversal, t.amount - t.reversed_amount - private.transfer_share(t, o, p.fee_percent))
    from public.orders o, public.payments p
    where t.id = any (due) and t.may_need_reversal and o.id = t.order_id and p.id = t.payment_id
    returning t.*, p.provider as of_provider
  )
  select c.id, c.of_provider, c.provider_transfer_id, c.order_id, c.pending_reversal, c.reversals from claimed c;
end $$;
comment on function public.claim_reversals(integer) is 'Claims reversals of transfers whose orders were refunded, each with transfer and number as idempotency key.';

create function public.record_reversal(transfer_id uuid, number integer, error text default null) returns void
language sql security definer set search_path = '' as $$
  update public.transfers t set
    reversed_amount = t.reversed_amount + case when error is null then t.pending_reversal else 0 end,
    pending_reversal = case when error is not null then t.pending_reversal end,
    reversals = t.reversals + (error is null)::integer,
    attempts = case when error is null then 0 else t.attempts end,
    next_attempt_at = case when error is null then now() else t.next_attempt_at end,
    last_error = left(error, 500)
  where t.id = transfer_id and t.reversals = number and t.pending_reversal is not null
$$;
comment on function public.record_reversal(uuid, integer, text) is 'Records the outcome of a reversal: success, or the error. Safe to repeat.';

create trigger touch_updated_at before update on public.payment_accounts for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.transfers for each row execute function private.touch_updated_at();
create trigger flag_transfer_for_reversal after insert or update of status on public.refunds for each row execute function private.flag_transfer_for_reversal();

alter table public.payment_accounts enable row level security;
alter table public.transfers enable row level security;

grant select on public.payment_accounts to authenticated;
grant all on public.payment_accounts to service_role;
grant all on public.transfers to service_role;

grant execute on function public.set_payment_account(uuid, text, text, boolean, boolean, boolean), public.claim_transfers(integer),
  public.record_transfer(uuid, text, text), public.claim_reversals(integer), public.record_reversal(uuid, integer, text) to service_role;

create policy "Owners see the payment account of their shop" on public.payment_accounts
  for select to authenticated using (shop_id = (select private.own_shop_id()));

create function private.lock_checkout_of(of_order uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Payments, expiry and refunds lock the checkout, so nothing paid or refunded changes under this lock.
  perform from public.checkouts c
  where c.id = (select o.checkout_id from public.orders o where o.id = of_order) for no key update;
end $$;
comment on function private.lock_checkout_of(uuid) is 'Waits for concurrent changes to an order''s payments and refunds.';

create function private.require_own_sale(of_order uuid) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  this_order public.orders;
begin
  select * into this_order from public.orders o where o.id = of_order and o.shop_id = private.own_shop_id();
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  return this_order;
end $$;
comment on function private.require_own_sale(uuid) is 'An order of the caller''s shop. Refuses any other order.';

create function private.redistribute_delivery_fee(this_order public.orders, fee numeric) returns void
language plpgsql set search_path = '' as $$
declare
  other record;
begin
  for other in
    select o.id, (div(fee * 100, count(*) over ()) + (row_number() over (order by o.id) <= mod(fee * 100, count(*) over ()))::integer) / 100 as share
    from public.orders o
    where fee > 0 and o.checkout_id = this_order.checkout_id and o.id <> this_order.id and o.fulfilment = 'delivery' and o.status <> 'cancelled' order by o.id
  loop
    update public.orders o set delivery_fee = o.delivery_fee + other.share where o.id = other.id;
    update public.transfers t set amount = t.amount + other.share, status = 'pending' where t.order_id = other.id and t.attempts = 0 and t.status <> 'sent';
    if not found then
      insert into public.transfers (order_id, payment_id, amount)
      select other.id, p.id, other.share from private.payment_of(this_order) p where p.route = 'transfers' and other.share > 0;
    end if;
  end loop;
  update public.transfers t set may_need_reversal = true where t.order_id = this_order.id and fee > 0;
end $$;
comment on function private.redistribute_delivery_fee(public.orders, numeric) is
  'Adds a deducted delivery fee in equal shares to the orders that are still delivered, and to the transfers to their shops. The checkout is locked.';

create function private.cancel_paid_order(of_order uuid, is_buyer boolean, reason text) returns void
language plpgsql set search_path = '' as $$
declare
  this_order public.orders;
  amount numeric;
  fee numeric := 0;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.id = of_order),
    array(select i.product_id from public.order_items i where i.order_id = of_order and i.takes_stock));
  select * into this_order from public.orders o where o.id = of_order for no key update;
  if this_order.status = 'cancelled' then
    return;
  elsif not private.can_transition(this_order, 'cancelled') then
    perform private.refuse('PT409', 'status', format('This order has already been %s and cannot be cancelled.', this_order.status));
  elsif is_buyer and not private.can_transition(this_order, 'cancelled', 'buyer') then
    perform private.refuse('PT409', 'status', 'This order is ready for you. Please message the seller if you cannot pick it up.');
  -- now() is the start of the transaction. One that waited must not cancel after the pickup address is shown.
  elsif is_buyer and clock_timestamp() >= this_order.cancellable_until then
    perform private.refuse('PT409', 'too_late', case
      when this_order.cancellable_until < this_order.paid_at + interval '24 hours' then 'Orders can be cancelled until 4 hours before pickup. Please message the seller.'
      else 'Orders can be cancelled within 24 hours of purchase. Please message the seller.' end);
  elsif not is_buyer and reason is null then
    perform private.refuse('22023', 'reason', 'Please tell the buyer why the order is cancelled.');
  end if;
  amount := coalesce(private.refundable(this_order), 0);
  if is_buyer then
    fee := private.delivery_fee_due_on_cancel(this_order);
    perform private.redistribute_delivery_fee(this_order, fee);
    amount := amount - fee;
  end if;
  -- Inserted before the order changes, so that its notifications can include the refund.
  if amount > 0 then
    insert into public.refunds (order_id, payment_id, amount, reason, is_cancellation)
    values (this_order.id, (private.payment_of(this_order)).id, amount, coalesce(reason, 'The order was cancelled.'), true);
  end if;
  update public.products p set stock = least(1000000, p.stock + t.quantity)
  from (
    select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = this_order.id and i.takes_stock group by i.product_id
  ) t where p.id = t.product_id;
  update public.orders o set status = 'cancelled', cancel_reason = reason, delivery_deduction = fee where o.id = this_order.id;
  update public.chat_rooms r set is_paid = false, price_quote = null, quote_expires_at = null where r.id = this_order.chat_room_id and r.is_paid;
end $$;
comment on function private.cancel_paid_order(uuid, boolean, text) is
  'Cancels a paid order if its status permits. Refunds what is left; a cancellation by the buyer deducts the '
  'delivery of the rest of the checkout. Returns stock, releases the pickup place, and reopens its conversation for '
  'a new quote. The checkout is locked.';

create function public.cancel_order(order_id uuid, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  this_order public.orders;
  is_buyer boolean;
begin
  select * into this_order from public.orders o
  where o.id = cancel_order.order_id and (o.buyer_id = private.member_id() or o.shop_id = private.own_shop_id());
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  is_buyer := this_order.buyer_id is not distinct from private.member_id();
  reason := private.normalise_reason(reason);
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id;
  if this_order.status = 'pending payment' and is_buyer then
    perform public.cancel_checkout(this_order.checkout_id);
  elsif this_order.status = 'pending payment' then
    perform private.refuse('PT409', 'status', 'This order has not been paid.');
  else
    perform private.cancel_paid_order(this_order.id, is_buyer, reason);
  end if;
  return jsonb_build_object('order_id', this_order.id, 'status', 'cancelled', 'refund', (
    select jsonb_build_object('id', r.id, 'amount', r.amount, 'status', r.status)
    from public.refunds r where r.order_id = this_order.id and r.is_cancellation
  ));
end $$;
comment on function public.cancel_order(uuid, text) is
  'Cancels an order. The buyer may cancel while it is unpaid (with its whole checkout), or while it is processing '
  'and before cancellable_until. The shop''s owner may cancel with a reason while it is processing or ready. A '
  'repeat changes nothing. { order_id, status, refund: { id, amount, status } | null }.';

create function public.advance_order(order_id uuid, status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  this_order public.orders;
  next_status public.order_status;
begin
  this_order := private.require_own_sale(order_id);
  if status is null or status not in (
    select s::text from private.order_transitions t cross join unnest(array[t.from_status, t.to_status]) s where t.actor = 'seller' and s <> 'cancelled'
  ) then
    perform private.refuse('22023', 'status', 'The status must be shipped, ready or delivered.');
  end if;
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  select t.to_status into next_status from private.order_transitions t
  where t.from_status = this_order.status and t.fulfilment = this_order.fulfilment and t.actor = 'seller' and t.to_status <> 'cancelled';
  if status = this_order.status::text and this_order.paid_at is not null then
    return jsonb_build_object('order_id', this_order.id, 'status', this_order.status);
  elsif this_order.paid_at is null then
    perform private.refuse('PT409', 'status', 'This order has not been paid.');
  elsif next_status is null then
    perform private.refuse('PT409', 'status', format('This order is %s.', this_order.status));
  elsif status <> next_status::text then
    perform private.refuse('PT409', 'status', format('This order is %s. Its next status is “%s”.', this_order.status, next_status));
  end if;
  update public.orders o set status = next_status where o.id = this_order.id;
  return jsonb_build_object('order_id', this_order.id, 'status', next_status);
end $$;
comment on function public.advance_order(uuid, text) is
  'Moves an order of the caller''s shop one status on: processing, then shipped or (for pickup) ready, then delivered. Repeating the current status returns the same response. { order_id, status }.';

create function public.refund_order(order_id uuid, amount numeric, reason text, idempotency_key text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  this_order public.orders;
  refund public.refunds;
  remaining numeric;
begin
  this_order := private.require_own_sale(order_id);
  reason := private.normalise_reason(reason);
  if amount is null or amount not between 0.01 and 99999.99 or amount <> round(amount, 2) then
    perform private.refuse('22023', 'amount', 'Please enter an amount in pounds and pence, of at least 1p.');
  elsif reason is null then
    perform private.refuse('22023', 'reason', 'Please tell the buyer what the refund is for.');
  elsif coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'A refund needs an idempotency key of 8 to 200 characters.');
  end if;
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  remaining := coalesce(private.refundable(this_order), 0);
  select * into refund from public.refunds r where r.order_id = this_order.id and r.idempotency_key = refund_order.idempotency_key;
  if found and (refund.amount <> amount or refund.reason <> reason) then
    perform private.refuse('PT409', 'key_reused', 'This key belongs to another refund of this order.');
  elsif this_order.paid_at is null then
    perform private.refuse('PT409', 'unpaid', 'This order has not been paid.');
  elsif refund.id is null then
    if (select count(*) from public.refunds r where r.order_id = this_order.id and r.idempotency_key is not null) >= 10 then
      perform private.refuse('PT409', 'too_many', 'An order can be refunded at most ten times. Please contact us about further refunds.');
    elsif amount > remaining then
      perform private.refuse('PT409', 'too_much', case when remaining = 0 then 'Nothing is left to refund for this order.'
        else format('At most £%s of this order can still be refunded.', remaining) end, jsonb_build_object('left', remaining));
    end if;
    insert into public.refunds (order_id, payment_id, amount, reason, idempotency_key)
    values (this_order.id, (private.payment_of(this_order)).id, amount, reason, idempotency_key)
    returning * into refund;
    remaining := remaining - amount;
  end if;
  return jsonb_build_object('refund_id', refund.id, 'amount', refund.amount, 'status', refund.status, 'refunded', (
    select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = this_order.id and r.status <> 'failed'
  ), 'left', remaining);
end $$;
comment on function public.refund_order(uuid, numeric, text, text) is
  'Refunds part or all of what is left of a paid order, including a cancelled one whose refund failed, at most ten times. For the '
  'shop''s owner. The same key returns the same refund. { refund_id, amount, status, refunded (including pending), left }.';

grant execute on function public.cancel_order(uuid, text), public.advance_order(uuid, text), public.refund_order(uuid, numeric, text, text)
  to authenticated, service_role;
