create function public.set_payment_account(
  shop_id uuid,
  provider text,
  account_id text,
  details_submitted boolean default false,
  charges_enabled boolean default false,
  payouts_enabled boolean default false
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.payment_accounts as a (
    shop_id,
    provider,
    account_id,
    details_submitted,
    charges_enabled,
    payouts_enabled
  )
  values (shop_id, provider, account_id, details_submitted, charges_enabled, payouts_enabled)
  on conflict on constraint payment_accounts_pkey do update
    set
      provider = excluded.provider,
      account_id = excluded.account_id,
      details_submitted = excluded.details_submitted,
      charges_enabled = excluded.charges_enabled,
      payouts_enabled = excluded.payouts_enabled
$$;
comment on function public.set_payment_account is 'Stores a shop''s account with the provider and its capabilities.';

create function private.shop_share(this_order public.orders, payment public.payments)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      round((paid.amount - paid.fee) * (paid.amount - refunded.amount + tip.refunded) / nullif(paid.amount, 0), 2),
      0
    ) + this_order.tip - tip.refunded
  from
    (
      -- Deposit and balance may have gone different ways, so each has a share of its own.
      select
        case
          when this_order.balance > 0 then payment.amount
          else this_order.total_amount - this_order.tip - this_order.voucher_amount
        end as amount,
        case
          when this_order.balance > 0 then payment.application_fee
          else private.first_fee(this_order, payment.fee_percent)
        end as fee
    ) paid,
    lateral (
      select coalesce(sum(r.amount), 0) as amount
      from public.refunds r
      where
        r.order_id = this_order.id
        and r.status <> 'failed'
        and r.voucher_id is null
        and (this_order.balance = 0 or r.payment_id = payment.id)
    ) refunded,
    lateral (
      select
        private.refunded_tip(
          this_order.status,
          this_order.tip,
          this_order.received_amount - this_order.voucher_amount,
          refunded.amount
        ) as refunded
    ) tip
$$;
comment on function private.shop_share is
  'A shop''s share of a payment of its order, less the marketplace''s fee, and the tip, which pays no fee. A partial refund reduces share and fee in proportion. '
  'Vouchers were paid to the shop before.';

create function private.flag_transfer_for_reversal(of_order uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.transfers t
  set
    may_need_reversal = true,
    -- A skipped transfer becomes due if a bank rejects the full refund. The next claim decides.
    status = case t.status when 'skipped' then 'pending' else t.status end,
    next_attempt_at = case t.status when 'skipped' then now() else t.next_attempt_at end
  where t.order_id = of_order;
end
$$;
comment on function private.flag_transfer_for_reversal is
  'Flags a refunded order''s transfer, because its shop may have received more than its share.';

create function private.transfer_share(transfer public.transfers, this_order public.orders, payment public.payments)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    greatest(
      0,
      private.shop_share(this_order, payment) - coalesce(
        sum(t.amount - t.reversed_amount - coalesce(t.pending_reversal, 0)),
        0
      )
    )
  from public.transfers t
  where
    t.order_id = this_order.id
    and t.payment_id = payment.id
    and (t.created_at, t.id) < (transfer.created_at, transfer.id)
$$;
comment on function private.transfer_share is
  'The amount of a transfer: the shop''s share of the payment, less earlier transfers of it.';

create function public.claim_transfers(batch_size integer default 20)
returns table (
  transfer_id uuid,
  provider text,
  provider_payment_id text,
  checkout_id uuid,
  order_id uuid,
  account_id text,
  amount numeric,
  attempts integer,
  refusals integer
)
language plpgsql
security definer
set search_path = ''
as $$
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
  where t.id = any (due) and o.id = t.order_id and p.id = t.payment_id and t.attempts = 0 and private.transfer_share(t, o, p) = 0;
  return query
  update public.transfers t set attempts = t.attempts + 1, last_error = null, next_attempt_at = private.retry_at(t.attempts),
    amount = case when t.attempts = 0 then private.transfer_share(t, o, p) else t.amount end
  from public.orders o, public.payments p, public.payment_accounts a
  where t.id = any (due) and t.status = 'pending' and o.id = t.order_id and p.id = t.payment_id and a.shop_id = o.shop_id
  returning t.id, p.provider, p.payment_id, p.checkout_id, t.order_id, a.account_id, t.amount, t.attempts, t.refusals;
end $$;
comment on function public.claim_transfers is
  'Claims transfers to request from the provider, each with its id and refusals as idempotency key. Transfers to accounts that are not ready wait.';

create function public.record_transfer(
  transfer_id uuid,
  provider_transfer_id text default null,
  error text default null,
  is_refused boolean default false
)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.transfers t
  set
    provider_transfer_id = coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id),
    status = case
      when coalesce(t.provider_transfer_id, record_transfer.provider_transfer_id) is null then t.status
      else 'sent'
    end,
    -- Amounts refunded during the transfer are reversed at once.
    next_attempt_at = case when record_transfer.provider_transfer_id is null then t.next_attempt_at else now() end,
    refusals = t.refusals + coalesce(is_refused, false)::integer,
    last_error = left(error, 500)
  where t.id = record_transfer.transfer_id
$$;
comment on function public.record_transfer is
  'Records the outcome of a transfer: the provider''s id, or the error, and whether the provider refused it.';

create function public.claim_reversals(batch_size integer default 20)
returns table (
  transfer_id uuid,
  provider text,
  provider_transfer_id text,
  order_id uuid,
  amount numeric,
  number integer,
  refusals integer
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Locked before the amounts are computed, so a concurrent refund waits and is not missed.
  due uuid[] := array(
    select t.id
    from public.transfers t
    where t.may_need_reversal and t.status = 'sent' and t.next_attempt_at <= now()
    order by t.next_attempt_at
    limit batch_size
    for no key update skip locked
  );
begin
  update public.transfers t
  set may_need_reversal = false
  from
    public.orders o,
    public.payments p
  where
    t.id = any (due)
    and o.id = t.order_id
    and p.id = t.payment_id
    and t.pending_reversal is null
    and t.amount - t.reversed_amount <= private.transfer_share(t, o, p);
  return query
    with
      claimed as (
        update public.transfers t
        set
          attempts = t.attempts + 1,
          last_error = null,
          next_attempt_at = private.retry_at(t.attempts),
          pending_reversal = coalesce(
            t.pending_reversal,
            t.amount - t.reversed_amount - private.transfer_share(t, o, p)
          )
        from
          public.orders o,
          public.payments p
        where t.id = any (due) and t.may_need_reversal and o.id = t.order_id and p.id = t.payment_id
        returning t.*, p.provider as of_provider
      )
    select c.id, c.of_provider, c.provider_transfer_id, c.order_id, c.pending_reversal, c.reversals, c.refusals
    from claimed c;
end
$$;
comment on function public.claim_reversals is
  'Claims reversals of transfers whose orders were refunded, each with transfer, number and refusals as idempotency key.';

create function public.record_reversal(
  transfer_id uuid,
  number integer,
  error text default null,
  is_refused boolean default false
)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.transfers t
  set
    reversed_amount = t.reversed_amount + case when error is null then t.pending_reversal else 0 end,
    pending_reversal = case when error is not null then t.pending_reversal end,
    reversals = t.reversals + (error is null)::integer,
    attempts = case when error is null then 0 else t.attempts end,
    next_attempt_at = case when error is null then now() else t.next_attempt_at end,
    refusals = t.refusals + coalesce(is_refused, false)::integer,
    last_error = left(error, 500)
  where t.id = transfer_id and t.reversals = number and t.pending_reversal is not null
$$;
comment on function public.record_reversal is
  'Records the outcome of a reversal: success, or the error, and whether the provider refused it. Safe to repeat.';

create function private.lock_checkout_of(of_order uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Payments, expiry and refunds lock the checkout, so nothing paid or refunded changes under this lock.
  perform
  from public.checkouts c
  where c.id = (select o.checkout_id from public.orders o where o.id = of_order)
  for no key update;
end
$$;
comment on function private.lock_checkout_of is 'Waits for concurrent changes to an order''s payments and refunds.';

create function private.require_own_sale(of_order uuid)
returns public.orders
language plpgsql
stable
set search_path = ''
as $$
declare
  this_order public.orders;
begin
  select * into this_order from public.orders o where o.id = of_order and o.shop_id = private.own_shop_id();
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  return this_order;
end
$$;
comment on function private.require_own_sale is 'An order of the caller''s shop. Refuses any other order.';
