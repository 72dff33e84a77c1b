-- Balances: what a deposit leaves to pay. The buyer pays it on its own, the seller may waive it, and an order without it is not handed over.

create function private.payment_of(this_order public.orders)
returns public.payments
language sql
stable
set search_path = ''
as $$
  select p
  from public.payments p
  where p.checkout_id = this_order.checkout_id and p.status = 'succeeded' and not p.is_returned
  order by p.is_balance, p.captured_at
  limit 1
$$;
comment on function private.payment_of is
  'The payment that the order began with: of everything, or of the deposit. Null if nothing was due.';

create function private.add_refunds(
  this_order public.orders,
  amount numeric,
  reason text,
  is_cancellation boolean default false,
  idempotency_key text default null,
  is_buyer boolean default false
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  to_card numeric := coalesce(private.refundable_to_card(this_order), 0);
  to_vouchers numeric := this_order.voucher_amount - this_order.voucher_returned;
  payment public.payments;
  part numeric;
begin
  if to_vouchers > 0 then
    -- The card first, then vouchers. A tip was paid by card, and goes back first if the order is cancelled, otherwise last.
    part := least(
      amount,
      case
        when is_cancellation or this_order.status = 'cancelled' then to_card
        else greatest(0, to_card - this_order.tip)
      end
    );
    to_vouchers := least(to_vouchers, amount - part);
    if to_vouchers > 0 then
      perform private.return_to_vouchers(this_order, to_vouchers, reason, is_cancellation, idempotency_key, is_buyer);
      amount := amount - to_vouchers;
    end if;
  end if;
  amount := least(amount, to_card);
  -- The balance first, so that the deposit is the last to go back.
  for payment in select p.*
  from public.payments p
  where p.checkout_id = this_order.checkout_id and p.status = 'succeeded' and not p.is_returned
  order by p.is_balance desc, p.captured_at loop
    part := least(amount, private.unrefunded(payment));
    if part > 0 then
      insert into public.refunds (order_id, payment_id, amount, reason, is_cancellation, idempotency_key)
      values
        (this_order.id, payment.id, part, add_refunds.reason, add_refunds.is_cancellation, add_refunds.idempotency_key);
      amount := amount - part;
    end if;
  end loop;
end
$$;
comment on function private.add_refunds is
  'Refunds an amount of an order, at most what is refundable, in one row for each payment and each voucher. The checkout is locked.';

create function private.refuse_hand_over_before_balance(this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.owes_balance(this_order) then
    perform private.refuse(
      'PT409',
      'balance_unpaid',
      format(
        'The balance of £%s has not been paid. Ask the buyer to pay it, or confirm that you have received it yourself.',
        this_order.balance
      )
    );
  end if;
end
$$;
comment on function private.refuse_hand_over_before_balance is
  'Refuses to send or hand over an order whose balance is unpaid.';

-- Paying.

create function public.begin_balance_payment(order_id uuid, buyer_id uuid, provider text, route text default 'platform')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  deposit public.payments;
  payment public.payments;
begin
  select *
  into this_order
  from public.orders o
  where o.id = begin_balance_payment.order_id and o.buyer_id = begin_balance_payment.buyer_id;
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id;
  if this_order.balance_paid_at is not null then
    return jsonb_build_object('payment_id', null, 'status', 'paid', 'url', null);
  elsif not private.owes_balance(this_order) then
    perform private.refuse('PT409', 'no_balance', 'Nothing is left to pay for this order.');
  end if;
  -- Its session may have ended without an event. A payment that arrives all the same still counts.
  update public.payments p
  set status = 'expired'
  where
    p.checkout_id = this_order.checkout_id
    and p.is_balance
    and p.status = 'pending'
    and private.is_stale_balance_payment(p);
  select *
  into payment
  from public.payments p
  where
    p.checkout_id = this_order.checkout_id
    and p.is_balance
    and p.provider = begin_balance_payment.provider
    and p.status = 'pending';
  if not found then
    deposit := private.payment_of(this_order);
    -- What the deposit did not cover of the fee of the whole order, at the deposit's rate.
    insert into public.payments (checkout_id, provider, amount, application_fee, fee_percent, route, is_balance)
    values
      (
        this_order.checkout_id,
        begin_balance_payment.provider,
        this_order.balance,
        least(this_order.balance, private.order_fee(this_order, deposit.fee_percent) - deposit.application_fee),
        deposit.fee_percent,
        begin_balance_payment.route,
        true
      )
    returning *
    into payment;
  end if;
  return jsonb_build_object(
    'payment_id', payment.id,
    'status', payment.status,
    'url', payment.url,
    'expires_at', private.balance_session_ends(payment),
    'amount', payment.amount,
    'checkout_id', payment.checkout_id
  );
end
$$;
comment on function public.begin_balance_payment is
  'Opens a payment of the balance of the buyer''s order, or returns the open one: { payment_id, status, url, expires_at, amount, checkout_id }. '
  'Its id is the idempotency key of the provider request. payment_id is null once the balance is paid.';

create function private.notify_seller_of_balance(this_order public.orders, is_overdue boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  seller uuid := (select s.user_id from public.shops s where s.id = this_order.shop_id);
  buyer text := coalesce(this_order.buyer_name, 'A buyer');
begin
  perform private.notify(
    seller,
    'payment',
    case when is_overdue then 'A balance is overdue' else 'Balance paid' end,
    case
      when is_overdue then format(
        '%s has not paid the balance of £%s. You can remind them, or cancel the order.',
        buyer,
        this_order.balance
      )
      else format(
        '%s has paid the balance of £%s for %s.',
        buyer,
        this_order.balance,
        private.order_summary(this_order.id)
      )
    end,
    '/seller/orders?order=' || this_order.id
  );
  perform private.enqueue_email(
    seller,
    'sale-balance',
    format('%s:%s', this_order.id, case when is_overdue then 'overdue' else 'paid' end),
    jsonb_build_object('order', private.email_sale_data(this_order), 'is_overdue', is_overdue)
  );
end
$$;
comment on function private.notify_seller_of_balance is
  'Notifies and emails the seller that a balance was paid, or is overdue.';

create function private.apply_balance_payment(payment public.payments, currency text)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
begin
  select * into this_order from public.orders o where o.checkout_id = payment.checkout_id for no key update;
  if this_order.status = 'cancelled' then
    return private.return_payment(payment, 'Your order had been cancelled.');
  elsif not private.owes_balance(this_order) then
    return private.return_payment(payment, 'The balance of your order had already been settled.');
  elsif currency is distinct from 'gbp' or payment.amount <> this_order.balance then
    return private.return_payment(payment, 'The amount paid did not match the balance of your order.');
  end if;
  update public.orders o set balance_paid_at = now() where o.id = this_order.id returning * into this_order;
  if payment.route = 'transfers' and payment.amount > payment.application_fee then
    insert into public.transfers (order_id, payment_id, amount)
    values (this_order.id, payment.id, payment.amount - payment.application_fee);
  end if;
  perform private.notify(
    this_order.buyer_id,
    'payment',
    'Balance received',
    format('Thank you! Your order from %s is now paid in full: £%s.', this_order.shop_name, this_order.received_amount),
    '/order/' || this_order.id
  );
  perform private.notify_seller_of_balance(this_order, false);
  perform private.enqueue_email(
    this_order.buyer_id,
    'balance-paid',
    this_order.id::text,
    jsonb_build_object('order', private.email_order_data(this_order, private.shows_pickup_address(this_order)))
  );
  return null;
end
$$;
comment on function private.apply_balance_payment is
  'Applies a received payment to the balance of its order. Refunds one that cannot be applied: duplicate, waived, cancelled or of another amount. '
  'The checkout is locked. Returns the refund''s id, else null.';

-- The seller.

create function public.waive_balance(order_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  is_manual boolean;
begin
  this_order := private.require_own_sale(order_id);
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  is_manual := exists (select from public.manual_orders m where m.order_id = this_order.id);
  if private.owes_balance(this_order) then
    -- The whole price of a manual order is income of the shop, so it counts as received.
    update public.orders o
    set
      balance_waived_at = case when not is_manual then now() end,
      balance_paid_at = case when is_manual then now() end
    where o.id = this_order.id
    returning *
    into this_order;
    perform private.notify(
      this_order.buyer_id,
      'payment',
      'Balance settled',
      format(
        '%s has confirmed that the balance of £%s is settled. Nothing is left to pay.',
        this_order.shop_name,
        this_order.balance
      ),
      '/order/' || this_order.id
    );
  elsif this_order.balance_waived_at is null and not (is_manual and this_order.balance_paid_at is not null) then
    perform private.refuse('PT409', 'no_balance', 'Nothing is left to pay for this order.');
  end if;
  return jsonb_build_object('order_id', this_order.id, 'balance_waived_at', this_order.balance_waived_at);
end
$$;
comment on function public.waive_balance is
  'Confirms that the balance of an order was paid in person, or is not due. That of a manual order was paid. For the shop''s owner. A repeat changes nothing: { order_id, balance_waived_at }.';

create function public.cancel_for_unpaid_balance(order_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
begin
  this_order := private.require_own_sale(order_id);
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id;
  if this_order.status <> 'cancelled' then
    if
      not private.owes_balance(this_order)
      or this_order.balance_due_on >= (now() at time zone 'Europe/London')::date
    then
      perform private.refuse('PT409', 'not_overdue', 'The balance of this order is not overdue.');
    end if;
    -- As if the buyer cancelled now: all of the deposit, or the part that the shop's terms give back.
    perform private.cancel_paid_order(
      this_order.id,
      false,
      'The balance was not paid in time.',
      null,
      coalesce(private.cancellation_percent(this_order, now()), this_order.cancel_refund_percent, 100)
    );
    select * into this_order from public.orders o where o.id = this_order.id;
  end if;
  return jsonb_build_object(
    'order_id', this_order.id,
    'status', this_order.status,
    'kept', this_order.cancellation_kept
  );
end
$$;
comment on function public.cancel_for_unpaid_balance is
  'Cancels an order whose balance is overdue, for the shop''s owner. The deposit goes back as the order''s cancellation terms say. { order_id, status, kept }.';

create function private.remind_of_balances()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
  this_order public.orders;
  is_overdue boolean;
begin
  for this_order in select o.*
  from public.orders o
  where
    o.balance > 0
    and private.owes_balance(o)
    and o.balance_due_on <= today + 3
    and o.balance_reminders < case when o.balance_due_on < today then 2 else 1 end
  for no key update skip locked loop
    is_overdue := this_order.balance_due_on < today;
    update public.orders o
    set balance_reminders = case when is_overdue then 2 else 1 end
    where o.id = this_order.id;
    perform private.notify(
      this_order.buyer_id,
      'payment',
      case when is_overdue then 'Your balance is overdue' else 'Your balance is due soon' end,
      format(
        '£%s of your order from %s %s by %s. Pay it on the page of your order.',
        this_order.balance,
        this_order.shop_name,
        case when is_overdue then 'was due' else 'is due' end,
        to_char(this_order.balance_due_on, 'FMDD FMMonth')
      ),
      '/order/' || this_order.id
    );
    perform private.enqueue_email(
      this_order.buyer_id,
      'balance-due',
      format('%s:%s', this_order.id, case when is_overdue then 'overdue' else 'soon' end),
      jsonb_build_object('order', private.email_order_data(this_order, false), 'is_overdue', is_overdue)
    );
    if is_overdue then
      perform private.notify_seller_of_balance(this_order, true);
    end if;
  end loop;
end
$$;
comment on function private.remind_of_balances is
  'Reminds buyers of balances that are due within three days, and both sides of overdue ones, once each.';
