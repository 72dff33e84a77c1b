-- Cancelling: what goes back, the stock and places that are released, and the delivery of the rest of the checkout.

create function private.cancellation_percent(this_order public.orders, at timestamptz)
returns integer
language sql
stable
set search_path = ''
as $$
  select
    case
      when at < this_order.cancellable_until then 100
      when at < this_order.refundable_in_part_until then this_order.cancel_refund_percent
    end
$$;
comment on function private.cancellation_percent is
  'How much goes back, in per cent, if the buyer cancels a paid order at a time. Null if it is too late.';

create function private.delivery_fee_due_on_cancel(this_order public.orders)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    case
      when this_order.fulfilment = 'delivery'
        and not this_order.has_own_delivery_fee
        and bool_or(o.status <> 'cancelled' and o.delivery_discount = 0) then greatest(
        0,
        -- Orders whose code waived their share still pay none.
        round(
          private.delivery_fee(sum(o.subtotal + o.discount)) * count(*) filter (where o.delivery_discount = 0) / count(
            *
          ),
          2
        ) - sum(o.delivery_fee) - (
          select sum(c.delivery_kept) from public.orders c where c.checkout_id = this_order.checkout_id
        )
      )
      else 0
    end
  from public.orders o
  where
    o.checkout_id = this_order.checkout_id
    and o.id <> this_order.id
    and o.fulfilment = 'delivery'
    and not o.has_own_delivery_fee
    -- Orders that the shop cancelled still count, so only the buyer's own cancellation adds a delivery fee.
    and not (
      o.status = 'cancelled'
      and exists (
        select from public.order_events e where e.order_id = o.id and e.status = 'cancelled' and e.actor_id = o.buyer_id
      )
    )
$$;
comment on function private.delivery_fee_due_on_cancel is
  'What delivering the rest of the checkout costs more if the buyer cancels this order. It is the delivery fee for the orders '
  'that the buyer keeps, less the fees they already include. 0 if nothing is left to deliver. '
  'Orders with a fee of their shop''s own do not take part.';

create function private.cancellation_amounts(
  this_order public.orders,
  is_buyer boolean,
  percent integer,
  out refund numeric,
  out delivery_fee numeric,
  out kept numeric,
  out unpaid_delivery numeric
)
language plpgsql
stable
set search_path = ''
as $$
declare
  left_to_refund numeric := coalesce(private.refundable(this_order), 0);
  -- Earlier refunds took everything else first.
  tip numeric := least(this_order.tip, left_to_refund);
  due numeric := case when is_buyer then private.delivery_fee_due_on_cancel(this_order) else 0 end;
begin
  -- The money goes to the other shops, and a voucher is of this shop alone. A tip is not spent on it either.
  delivery_fee := greatest(0, least(due, coalesce(private.refundable_to_card(this_order), 0) - this_order.tip));
  refund := left_to_refund - tip - delivery_fee;
  -- What is left now was paid by vouchers or, if the card did not reach, is nothing.
  unpaid_delivery := least(due - delivery_fee, refund);
  refund := refund - unpaid_delivery;
  kept := refund - round(refund * coalesce(percent, 100) / 100, 2);
  refund := refund - kept + tip;
  kept := kept + unpaid_delivery;
end
$$;
comment on function private.cancellation_amounts is
  'What is left of an order''s payment, divided: refunded, for delivering the rest of the checkout, and kept by the shop. The tip is always refunded. '
  'unpaid_delivery is a part of kept: what delivering the rest costs more, as far as only a voucher could pay it. Otherwise the rest would be delivered for free, and the voucher be whole again.';

create function private.too_late_text(this_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select
    case
      when this_order.refundable_in_part_until is not null then 'This order can no longer be cancelled, because it is due. Please message the seller.'
      when this_order.cancellable_until < this_order.paid_at + interval '24 hours' then 'Orders can be cancelled until 4 hours before pickup. Please message the seller.'
      else 'Orders can be cancelled within 24 hours of purchase. Please message the seller.'
    end
$$;
comment on function private.too_late_text is 'Why the buyer can no longer cancel an order.';

create function public.cancellation_refund(order_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
begin
  select *
  into this_order
  from public.orders o
  where o.id = cancellation_refund.order_id and o.buyer_id = private.member_id();
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  return to_jsonb(private.cancellation_amounts(this_order, true, private.cancellation_percent(this_order, now())));
end
$$;
comment on function public.cancellation_refund is
  'What the buyer would get back for cancelling an order now: { refund, delivery_fee, kept, unpaid_delivery }. The refund is already less the delivery of the rest of the checkout and what the shop keeps.';

create function private.redistribute_delivery_fee(this_order public.orders, fee numeric)
returns void
language plpgsql
set search_path = ''
as $$
declare
  other record;
begin
  for other in select
    o.id,
    (
      div(fee * 100, count(*) over ()) + (
        row_number() over (order by o.id) <= mod(fee * 100, count(*) over ())
      )::integer
    ) / 100 as share
  from public.orders o
  where
    fee > 0
    and o.checkout_id = this_order.checkout_id
    and o.id <> this_order.id
    and o.fulfilment = 'delivery'
    and o.status <> 'cancelled'
    and not o.has_own_delivery_fee
    and o.delivery_discount = 0
  order by o.id loop
    update public.orders o set delivery_fee = o.delivery_fee + other.share where o.id = other.id;
    update public.transfers t
    set
      amount = t.amount + other.share,
      status = 'pending'
    where t.order_id = other.id and t.attempts = 0 and t.status <> 'sent';
    if not found then
      insert into public.transfers (order_id, payment_id, amount)
      select other.id, p.id, other.share
      from private.payment_of(this_order) p
      where p.route = 'transfers' and other.share > 0;
    end if;
  end loop;
  update public.transfers t set may_need_reversal = true where t.order_id = this_order.id and fee > 0;
end
$$;
comment on function private.redistribute_delivery_fee is
  'Adds a deducted delivery fee in equal shares to the orders that are still delivered, and to the transfers to their shops. The checkout is locked.';

create function private.cancel_paid_order(
  of_order uuid,
  is_buyer boolean,
  reason text,
  shown_refund numeric,
  percent integer default 100
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
  given_back record;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.id = of_order),
    array(select i.product_id from public.order_items i where i.order_id = of_order)
  );
  perform private.lock_bookings(array(select o.shop_id from public.orders o where o.id = of_order));
  select * into this_order from public.orders o where o.id = of_order for no key update;
  if this_order.status = 'cancelled' then
    return;
  elsif not private.can_transition(this_order, 'cancelled') then
    perform private.refuse(
      'PT409',
      'status',
      format('This order has already been %s and cannot be cancelled.', this_order.status)
    );
  elsif is_buyer and not private.can_transition(this_order, 'cancelled', 'buyer') then
    perform private.refuse(
      'PT409',
      'status',
      'This order is ready for you. Please message the seller if you cannot pick it up.'
    );
  end if;
  if is_buyer then
    -- now() is the start of the transaction. One that waited must not cancel after the pickup address is shown.
    percent := private.cancellation_percent(this_order, clock_timestamp());
    if percent is null then
      perform private.refuse('PT409', 'too_late', private.too_late_text(this_order));
    end if;
  end if;
  given_back := private.cancellation_amounts(this_order, is_buyer, percent);
  if given_back.refund <> shown_refund then
    perform private.refuse(
      'PT409',
      'refund_changed',
      format('Your refund has changed. You would now get £%s back.', given_back.refund)
    );
  end if;
  perform private.redistribute_delivery_fee(this_order, given_back.delivery_fee);
  -- Inserted before the order changes, so that its notifications can include the refund.
  if given_back.refund > 0 then
    -- What delivers the rest stays on the card.
    this_order.received_amount := this_order.received_amount - given_back.delivery_fee;
    perform private.add_refunds(
      this_order,
      given_back.refund,
      coalesce(reason, 'The order was cancelled.'),
      is_cancellation => true,
      is_buyer => is_buyer
    );
  end if;
  perform private.move_stock(array[this_order.id], 1);
  update public.orders o
  set
    status = 'cancelled',
    cancel_reason = reason,
    delivery_deduction = given_back.delivery_fee,
    cancellation_kept = given_back.kept,
    delivery_kept = given_back.unpaid_delivery
  where o.id = this_order.id;
  update public.chat_rooms r
  set
    is_paid = false,
    price_quote = null,
    quote_expires_at = null
  where
    r.id = this_order.chat_room_id
    and r.is_paid
    -- A later quote of the conversation stays.
    and r.quote_version = coalesce(this_order.quote_version, r.quote_version);
end
$$;
comment on function private.cancel_paid_order is
  'Cancels a paid order if its status permits. Refunds what is left; a cancellation by the buyer deducts the '
  'delivery of the rest of the checkout and what its terms let the shop keep. Returns stock, releases the pickup place, and reopens its conversation for '
  'a new quote. The checkout is locked.';

create function private.limit_own_cancellations(buyer uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    (
      select count(*)
      from
        public.order_events e
        join public.orders o on o.id = e.order_id
      where
        e.actor_id = buyer
        and e.created_at > now() - interval '1 day'
        and e.status = 'cancelled'
        and o.buyer_id = buyer
        and o.paid_at is not null
    ) >= 10
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have cancelled 10 paid orders in a day. Please order again tomorrow.'
    );
  end if;
end
$$;
comment on function private.limit_own_cancellations is
  'Refuses a buyer who has cancelled ten paid orders themselves within a day. Each sends emails to its seller, and the provider may keep a fee.';

create function public.cancel_order(order_id uuid, reason text default null, shown_refund numeric default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  is_buyer boolean;
begin
  select *
  into this_order
  from public.orders o
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
  elsif not is_buyer and reason is null and this_order.status <> 'cancelled' then
    perform private.refuse('22023', 'reason', 'Please tell the buyer why the order is cancelled.');
  else
    -- Stored without the words of a suspended member, so that no page shows them either.
    reason := private.words_from(
      private.member_id(),
      reason,
      case
        when is_buyer then (select s.user_id from public.shops s where s.id = this_order.shop_id)
        else this_order.buyer_id
      end
    );
    perform private.cancel_paid_order(this_order.id, is_buyer, reason, shown_refund);
  end if;
  return jsonb_build_object(
    'order_id', this_order.id,
    'status', 'cancelled',
    'refund', (
      select
        jsonb_build_object(
          'id', min(r.id::text),
          'amount', sum(r.amount),
          'status', case
            when bool_or(r.status = 'failed') then 'failed'
            when bool_and(r.status = 'succeeded') then 'succeeded'
            else 'pending'
          end
        )
      from public.refunds r
      where r.order_id = this_order.id and r.is_cancellation
      having count(*) > 0
    )
  );
end
$$;
comment on function public.cancel_order is
  'Cancels an order. The buyer may cancel while it is unpaid (with its whole checkout), or while it is processing: for a full refund until '
  'cancellable_until, and for cancel_refund_percent until refundable_in_part_until. With shown_refund, any other refund is refused. The '
  'shop''s owner may cancel with a reason while it is processing or ready, which refunds everything. A repeat changes nothing. '
  '{ order_id, status, refund: { id, amount, status } | null }.';
