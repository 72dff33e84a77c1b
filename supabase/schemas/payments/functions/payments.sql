-- Data for the provider.

create function private.fee_of(price numeric, fee_percent numeric)
returns numeric
language sql
immutable
parallel safe
return round(price * fee_percent / 100, 2);
comment on function private.fee_of is 'The marketplace''s fee for a price, in pounds.';

create function private.order_fee(this_order public.orders, fee_percent numeric)
returns numeric
language sql
immutable
parallel safe
return private.fee_of(
  greatest(
    0,
    this_order.subtotal + case
      -- A shop could otherwise sell for 30p and deliver for £50.
      when this_order.has_own_delivery_fee then greatest(0, this_order.delivery_fee - least(this_order.subtotal, 10))
      else 0
    end - this_order.voucher_amount
  ),
  fee_percent
);
comment on function private.order_fee is
  'The marketplace''s fee for an order: a percentage of the food, and of what its shop charges for delivery above £10 or the price of the food. '
  'Nothing of a tip, nor of what vouchers pay, whose fee was paid when they were bought.';

create function private.first_fee(this_order public.orders, fee_percent numeric)
returns numeric
language sql
immutable
parallel safe
return greatest(
  0,
  least(
    -- A provider's fee has to be less than the payment.
    this_order.total_amount - this_order.tip - this_order.balance - this_order.voucher_amount - 0.01,
    private.order_fee(this_order, fee_percent)
  )
);
comment on function private.first_fee is
  'What the first payment of an order pays of its fee: all, or all that a deposit covers. A seller could otherwise take a small deposit online and the balance in person.';

create function public.payment_details(checkout_id uuid, fee_percent numeric default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  details jsonb;
begin
  select
    jsonb_build_object(
      'checkout_id', c.id,
      'buyer_id', c.buyer_id,
      'buyer_email', u.email,
      'status', c.status,
      'expires_at', c.expires_at,
      'currency', 'gbp',
      'subtotal', c.subtotal,
      'delivery_fee', c.delivery_fee,
      'tip', c.tip,
      'voucher_amount', c.voucher_amount,
      'total', c.total,
      'balance', c.balance,
      'payment_link', case
        when c.buyer_id is null then (
          select l.token
          from
            private.payment_links l
            join public.orders linked on linked.id = l.order_id
          where linked.checkout_id = c.id
        )
      end,
      'application_fee', sum(private.first_fee(o, coalesce(payment_details.fee_percent, 0))),
      'orders', jsonb_agg(
        jsonb_build_object(
          'order_id', o.id,
          'shop_id', o.shop_id,
          'shop_name', o.shop_name,
          'subtotal', o.subtotal,
          'delivery_fee', o.delivery_fee,
          'tip', o.tip,
          'total', o.total_amount,
          'application_fee', private.first_fee(o, coalesce(payment_details.fee_percent, 0)),
          'account', case
            when a.shop_id is not null then jsonb_build_object(
              'provider', a.provider,
              'account_id', a.account_id,
              'charges_enabled', a.charges_enabled,
              'payouts_enabled', a.payouts_enabled
            )
          end,
          'items', (
            select
              jsonb_agg(
                jsonb_build_object(
                  'name', i.name,
                  'variation', concat_ws('; ', i.variation, i.options_text),
                  'image', i.image,
                  'quantity', i.quantity,
                  'price', i.price,
                  'discount', i.discount
                )
                order by i.name, i.id
              )
            from public.order_items i
            where i.order_id = o.id
          )
        )
        order by o.shop_name, o.id
      )
    )
  into details
  from
    public.checkouts c
    join public.orders o on o.checkout_id = c.id
    left join public.payment_accounts a on a.shop_id = o.shop_id
    left join auth.users u on u.id = c.buyer_id
  where c.id = payment_details.checkout_id
  group by c.id, u.email;
  details := coalesce(details, private.voucher_payment_details(payment_details.checkout_id, fee_percent));
  if details is null then
    perform private.refuse('PT404', 'checkout', 'This order doesn’t exist or isn’t yours.');
  end if;
  return details;
end
$$;
comment on function public.payment_details is
  'All data that a payment provider needs for a checkout: lines, totals, and the account and fee of each shop.';

create function private.has_changed_quote(checkout uuid)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- The lock makes a concurrent change of the quote wait, which then finds it paid.
  perform
  from
    public.chat_rooms r
    join public.orders o on o.chat_room_id = r.id
  where o.checkout_id = checkout
  for no key update of r;
  return exists (
    select
    from
      public.orders o
      join public.chat_rooms r on r.id = o.chat_room_id
    where o.checkout_id = checkout and r.quote_version <> o.quote_version
  );
end
$$;
comment on function private.has_changed_quote is
  'Whether the seller has changed the quote since this checkout accepted it. Locks the conversation. The checkout is locked.';

create function public.begin_payment(
  checkout_id uuid,
  buyer_id uuid,
  provider text,
  fee_percent numeric default 0,
  route text default 'platform',
  saves_card boolean default false,
  charged_card uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  checkout public.checkouts;
  payment public.payments;
  details jsonb;
  changed_item text;
  -- A charge takes seconds. One without an outcome by then has to be looked up.
  charge_check_at timestamptz := now() + case when charged_card is null then interval '0' else interval '2 minutes' end;
begin
  select *
  into checkout
  from public.checkouts c
  where c.id = begin_payment.checkout_id and c.buyer_id is not distinct from begin_payment.buyer_id
  for no key update;
  if not found then
    perform private.refuse('PT404', 'checkout', 'This order doesn’t exist or isn’t yours.');
  end if;
  details := public.payment_details(checkout.id, fee_percent);
  changed_item := private.changed_declaration(checkout);
  if checkout.status = 'paid' then
    return jsonb_build_object(
      'payment_id', null,
      'status', 'paid',
      'session_id', null,
      'url', null,
      'details', details
    );
  elsif checkout.status <> 'pending' or checkout.expires_at <= now() then
    perform private.refuse('PT409', 'expired', 'This order was not paid in time. Please place it again.');
  elsif private.has_changed_quote(checkout.id) then
    perform private.refuse(
      'PT409',
      'answers_changed',
      'The seller has changed an answer about allergens. Please read the quote again.'
    );
  elsif changed_item is not null then
    perform private.refuse(
      'PT409',
      'allergens_changed',
      format(
        'The allergens of %s have changed since you ordered. Please cancel this order, read them again and order again.',
        changed_item
      )
    );
  elsif route = 'transfers' and details ->> 'voucher_id' is not null then
    perform private.refuse(
      'PT409',
      'shop_account',
      'This shop cannot sell gift vouchers until its payment account is ready.'
    );
  elsif route = 'destination' and jsonb_array_length(details -> 'orders') <> 1 then
    perform private.refuse('22023', 'malformed', 'A destination payment needs an order from a single shop.');
  end if;
  if charged_card is not null then
    perform private.require_chargeable_card(checkout.buyer_id, provider, charged_card);
  end if;
  select *
  into payment
  from public.payments p
  where
    p.checkout_id = checkout.id
    and p.provider = begin_payment.provider
    and p.status = 'pending'
    and not p.is_balance;
  if found and (payment.card_id is null, payment.saves_card) <> (charged_card is null, saves_card) then
    if payment.session_id is not null then
      return jsonb_build_object(
        'payment_id', payment.id,
        'status', 'open_otherwise',
        'session_id', payment.session_id,
        'url', null,
        'details', details
      );
    end if;
    -- Nothing was charged, because the id of a charge is stored before it is confirmed. Should a page of it be paid all the same, that counts.
    update public.payments p set status = 'expired' where p.id = payment.id;
    payment := null;
  end if;
  if payment.id is null then
    insert into public.payments
      (checkout_id, provider, amount, application_fee, fee_percent, route, saves_card, card_id, next_check_at)
    values
      (
        checkout.id,
        begin_payment.provider,
        checkout.total,
        (details -> 'application_fee')::numeric,
        coalesce(begin_payment.fee_percent, 0),
        begin_payment.route,
        begin_payment.saves_card,
        charged_card,
        charge_check_at
      )
    returning *
    into payment;
  elsif charged_card is not null then
    update public.payments p
    set
      card_id = charged_card,
      next_check_at = charge_check_at
    where p.id = payment.id;
  end if;
  return jsonb_build_object(
    'payment_id', payment.id,
    'status', payment.status,
    'session_id', payment.session_id,
    'url', payment.url,
    'details', details
  );
end
$$;
comment on function public.begin_payment is
  'Opens a payment of the buyer''s checkout, on a page or by a saved card, or returns the open one. A manual order has no buyer_id, and the caller has checked its link. '
  'Its id is the idempotency key of the provider request, so a retry after a crash gets the same session. The status open_otherwise means that a session of the other kind has to be closed first.';

-- Events from the provider.

create function private.record_payment_event(
  provider text,
  event_id text,
  kind text,
  provider_payment_id text,
  payload jsonb,
  out is_new boolean,
  out response jsonb
)
language plpgsql
set search_path = ''
as $$
begin
  -- Serialises the events of a payment. Otherwise a refund event could be deferred just after the capture has applied the deferred ones.
  if provider_payment_id is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'payment', provider, provider_payment_id), 0));
  end if;
  -- The insert waits for the same event arriving concurrently.
  insert into public.payment_events as e (provider, event_id, kind, provider_payment_id, payload)
  values
    (
      record_payment_event.provider,
      record_payment_event.event_id,
      record_payment_event.kind,
      record_payment_event.provider_payment_id,
      record_payment_event.payload
    )
  on conflict on constraint payment_events_pkey do nothing;
  is_new := found;
  if not is_new then
    select e.response
    into response
    from public.payment_events e
    where e.provider = record_payment_event.provider and e.event_id = record_payment_event.event_id;
  end if;
end
$$;
comment on function private.record_payment_event is
  'Stores an event. For a repeated event, returns the earlier response.';

create function private.return_payment(payment public.payments, reason text)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  refund uuid;
begin
  if payment.amount = 0 then
    return null;
  end if;
  update public.payments p set is_returned = true where p.id = payment.id;
  insert into public.refunds (payment_id, amount, reason)
  values (payment.id, payment.amount, return_payment.reason)
  returning id
  into refund;
  insert into public.notifications (user_id, type, title, message, link)
  select
    c.buyer_id,
    'payment',
    'Your payment is being refunded',
    format('%s We are refunding your £%s. Your bank may take a few days.', return_payment.reason, payment.amount),
    '/orders'
  from public.checkouts c
  where c.id = payment.checkout_id and c.buyer_id is not null;
  return refund;
end
$$;
comment on function private.return_payment is
  'Refunds a payment that cannot be applied, and notifies the buyer of the reason.';

create function private.apply_payment(checkout public.checkouts, payment public.payments, currency text)
returns uuid
language plpgsql
set search_path = ''
as $$
begin
  if payment.is_balance then
    return private.apply_balance_payment(payment, currency);
  elsif currency is distinct from 'gbp' or payment.amount <> checkout.total then
    return private.return_payment(payment, 'The amount paid did not match your order.');
  elsif checkout.status = 'paid' then
    return private.return_payment(payment, 'Your order had already been paid.');
  elsif checkout.status = 'cancelled' then
    return private.return_payment(payment, 'You had already cancelled this order.');
  elsif private.is_suspended(checkout.buyer_id) then
    return private.return_payment(payment, 'Your account is suspended, so this order was not placed.');
  elsif checkout.status = 'pending' and private.is_withdrawn(checkout.id) then
    update public.checkouts c set status = 'expired' where c.id = checkout.id;
    perform private.release_checkouts(array[checkout.id], 'No longer sold.');
    return private.return_payment(payment, 'Something you ordered is no longer sold.');
  elsif checkout.status = 'pending' and private.has_changed_quote(checkout.id) then
    update public.checkouts c set status = 'expired' where c.id = checkout.id;
    perform private.release_checkouts(array[checkout.id], 'The seller changed an answer about allergens.');
    return private.return_payment(
      payment,
      'The seller had changed an answer about allergens since you accepted the quote.'
    );
  elsif checkout.status = 'expired' and not private.reinstate_checkout(checkout.id) then
    return private.return_payment(
      payment,
      'Your payment came too late, and something you ordered is no longer available.'
    );
  end if;
  perform private.settle_checkout(checkout.id);
  if payment.route = 'transfers' then
    insert into public.transfers (order_id, payment_id, amount)
    select
      o.id,
      payment.id,
      o.received_amount - o.voucher_amount - private.first_fee(o, payment.fee_percent)
    from public.orders o
    where
      o.checkout_id = checkout.id
      and o.received_amount - o.voucher_amount > private.first_fee(o, payment.fee_percent);
  end if;
  return null;
end
$$;
comment on function private.apply_payment is
  'Applies a received payment to its checkout. Refunds a payment that cannot be applied: late and sold out, withdrawn, for a changed quote, duplicate, cancelled or of another amount. Returns the refund''s id, else null.';

create function public.record_payment(
  provider text,
  event_id text,
  outcome text,
  session_id text default null,
  payment_id uuid default null,
  provider_payment_id text default null,
  amount numeric default null,
  currency text default 'gbp',
  failure text default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded record;
  checkout public.checkouts;
  payment public.payments;
  refund uuid;
  result text;
  body jsonb;
begin
  if
    coalesce(outcome, '') not in ('succeeded', 'declined', 'failed', 'expired')
    or coalesce(provider, '') not in ('test', 'stripe')
    or coalesce(event_id, '') = ''
    or outcome = 'succeeded'
    and (provider_payment_id is null or amount is null or amount not between 0 and 99999.99)
  then
    perform private.refuse(
      '22023',
      'malformed',
      'A payment event needs a provider, an event id, an outcome and, on success, a payment id and an amount.'
    );
  end if;
  recorded := private.record_payment_event(
    provider,
    event_id,
    'payment',
    provider_payment_id,
    jsonb_strip_nulls(
      jsonb_build_object(
        'outcome', outcome,
        'session_id', session_id,
        'payment_id', payment_id,
        'amount', amount,
        'currency', currency,
        'failure', failure
      )
    )
  );
  if not recorded.is_new then
    return recorded.response;
  end if;

  select p.*
  into payment
  from public.payments p
  where
    p.provider = record_payment.provider
    and (p.session_id = record_payment.session_id or p.id = record_payment.payment_id)
  order by p.session_id = record_payment.session_id desc nulls last
  limit 1;
  if found then
    -- This lock serialises all changes of a checkout. The payment is read again under it.
    select * into checkout from public.checkouts c where c.id = payment.checkout_id for no key update;
    select * into payment from public.payments p where p.id = payment.id;
    if
      outcome = 'succeeded'
      and payment.status <> 'succeeded'
      and not exists (
        select
        from public.payments p
        where p.provider = record_payment.provider and p.payment_id = record_payment.provider_payment_id
      )
    then
      update public.payments p
      set
        status = 'succeeded',
        captured_at = now(),
        failure = null,
        payment_id = record_payment.provider_payment_id,
        amount = record_payment.amount,
        application_fee = least(p.application_fee, record_payment.amount),
        session_id = coalesce(p.session_id, record_payment.session_id)
      where p.id = payment.id
      returning *
      into payment;
      update public.saved_cards c set used_at = now() where c.id = payment.card_id;
      refund := private.apply_payment(checkout, payment, lower(record_payment.currency));
      result := case when refund is null then 'paid' else 'refunding' end;
      perform private.apply_deferred_refunds(payment);
      perform private.apply_early_disputes(payment);
    elsif outcome <> 'succeeded' and payment.status = 'pending' then
      update public.payments p
      set
        status = case outcome when 'declined' then 'pending' else outcome end,
        failure = left(record_payment.failure, 500),
        session_id = coalesce(p.session_id, record_payment.session_id)
      where p.id = payment.id;
      result := 'recorded';
    end if;
  end if;

  body := jsonb_build_object(
    'result', coalesce(result, case when payment.id is null then 'unknown' else 'ignored' end),
    'checkout_id', payment.checkout_id,
    'payment_id', payment.id,
    'refund_id', refund
  );
  update public.payment_events e
  set response = body
  where e.provider = record_payment.provider and e.event_id = record_payment.event_id;
  return body;
end
$$;
comment on function public.record_payment is
  'Records a payment event: succeeded, declined (the session stays open), failed or expired. Safe to repeat, in any '
  'order: { result: paid | refunding | recorded | ignored | unknown, checkout_id, payment_id, refund_id }.';

create function private.settle_checkout(checkout uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.checkouts c
  set
    status = 'paid',
    paid_at = now()
  where c.id = checkout;
  -- Inserted first, so that notifications and emails of the order can include it.
  insert into public.order_pickup_places (order_id, address_line1, address_line2, city, postal_code, instructions)
  select o.id, p.address_line1, p.address_line2, p.city, p.postal_code, p.instructions
  from
    public.orders o
    join public.shop_pickup_places p on p.shop_id = o.shop_id
  where o.checkout_id = checkout and o.fulfilment = 'pickup';
  update public.orders o
  set
    status = 'processing',
    paid_at = now(),
    cancel_reason = null,
    pickup_area = (
      select jsonb_strip_nulls(jsonb_build_object('city', p.city, 'postal_area', private.postal_area(p.postal_code)))
      from public.order_pickup_places p
      where p.order_id = o.id
    )
  where o.checkout_id = checkout;
  update public.chat_rooms r
  set is_paid = true
  where r.id in (select o.chat_room_id from public.orders o where o.checkout_id = checkout);
  perform private.notify_payment(checkout);
  perform private.issue_voucher(checkout);
end
$$;
comment on function private.settle_checkout is
  'Marks a checkout as paid, and passes its orders to their shops or issues its voucher. The checkout is locked.';
