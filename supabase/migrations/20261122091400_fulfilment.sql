-- The steps of a paid order, by the member they are for: cancelling, handing over, refunding.

create function private.lock_checkout_of(wanted uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Payments, expiry and all who refund hold the checkout: under it, who paid and what came back stand still.
  perform from public.checkouts c
  where c.id = (select o.checkout_id from public.orders o where o.id = wanted) for no key update;
end $$;
comment on function private.lock_checkout_of(uuid) is 'Waits for whatever else happens to the money of an order.';

create function private.own_sale(wanted uuid) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  sale public.orders;
begin
  select * into sale from public.orders o where o.id = wanted and o.shop_id = private.own_shop_id();
  if not found then
    perform private.refuse('PT404', 'order', 'This order does not exist.');
  end if;
  return sale;
end $$;
comment on function private.own_sale(uuid) is 'An order of the shop of whoever is asking; refuses any other.';

create function private.cancel_paid_order(wanted uuid, is_buyer boolean, reason text) returns void
language plpgsql set search_path = '' as $$
declare
  sold public.orders;
  amount numeric;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.id = wanted),
    array(select i.product_id from public.order_items i where i.order_id = wanted and i.takes_stock));
  select * into sold from public.orders o where o.id = wanted for no key update;
  if sold.status = 'cancelled' then
    return;
  elsif not private.may_become(sold, 'cancelled') then
    perform private.refuse('PT409', 'state', format('This order has been %s already and cannot be cancelled.', sold.status));
  elsif is_buyer and not private.may_become(sold, 'cancelled', 'buyer') then
    perform private.refuse('PT409', 'state', 'This order is ready for you. Please write to the seller if you cannot collect it.');
  -- Not when the transaction began: one that waited must not end after the pickup address is shown.
  elsif is_buyer and clock_timestamp() >= sold.cancellable_until then
    perform private.refuse('PT409', 'too_late', case
      when sold.cancellable_until < sold.paid_at + interval '24 hours' then 'Orders can be cancelled until 4 hours before the pickup. Please write to the seller.'
      else 'Orders can be cancelled within 24 hours of purchase. Please write to the seller.' end);
  elsif not is_buyer and reason is null then
    perform private.refuse('22023', 'reason', 'Please tell the buyer why the order is cancelled.');
  end if;
  -- Before the order itself, so that its own news can say what comes back.
  amount := private.refundable(sold);
  if amount > 0 then
    insert into public.refunds (order_id, payment_id, amount, reason, is_cancellation)
    values (sold.id, (private.payment_of(sold)).id, amount, coalesce(reason, 'The order was cancelled.'), true);
  end if;
  update public.products p set stock = least(1000000, p.stock + t.quantity)
  from (
    select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = sold.id and i.takes_stock group by i.product_id
  ) t where p.id = t.product_id;
  update public.orders o set status = 'cancelled', cancel_reason = reason where o.id = sold.id;
  update public.chat_rooms r set is_paid = false, price_quote = null, quote_expires_at = null where r.id = sold.chat_room_id and r.is_paid;
end $$;
comment on function private.cancel_paid_order(uuid, boolean, text) is
  'Cancels a paid order where it may be: what is left of its money goes back, its food to the stock, its place in the pickup window to others, '
  'its conversation to where a price can be quoted. The checkout is locked.';

create function public.cancel_order(order_id uuid, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.orders;
  is_buyer boolean;
begin
  select * into wanted from public.orders o
  where o.id = cancel_order.order_id and (o.buyer_id = auth.uid() or o.shop_id = private.own_shop_id());
  if not found then
    perform private.refuse('PT404', 'order', 'This order does not exist.');
  end if;
  is_buyer := wanted.buyer_id is not distinct from auth.uid();
  reason := private.reason_given(reason);
  perform private.lock_checkout_of(wanted.id);
  select * into wanted from public.orders o where o.id = wanted.id;
  if wanted.status = 'pending payment' and is_buyer then
    perform public.cancel_checkout(wanted.checkout_id);
  elsif wanted.status = 'pending payment' then
    perform private.refuse('PT409', 'state', 'This order has not been paid.');
  else
    perform private.cancel_paid_order(wanted.id, is_buyer, reason);
  end if;
  return jsonb_build_object('order_id', wanted.id, 'status', 'cancelled', 'refund', (
    select jsonb_build_object('id', r.id, 'amount', r.amount, 'status', r.status)
    from public.refunds r where r.order_id = wanted.id and r.is_cancellation
  ));
end $$;
comment on function public.cancel_order(uuid, text) is
  'Cancels an order: its buyer while it is unpaid (with its whole checkout), or processing and before cancellable_until; the shop''s owner, '
  'with a reason, while it is processing or ready. Again: nothing changes twice. { order_id, status, refund: { id, amount, status } | null }.';

create function public.advance_order(order_id uuid, status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sold public.orders;
  following public.order_status;
begin
  sold := private.own_sale(order_id);
  if status is null or status not in (
    select s::text from private.order_transitions t cross join unnest(array[t.from_status, t.to_status]) s where t.actor = 'seller' and s <> 'cancelled'
  ) then
    perform private.refuse('22023', 'status', 'An order is shipped, ready or delivered.');
  end if;
  select * into sold from public.orders o where o.id = sold.id for no key update;
  select t.to_status into following from private.order_transitions t
  where t.from_status = sold.status and t.fulfilment = sold.fulfilment and t.actor = 'seller' and t.to_status <> 'cancelled';
  if status = sold.status::text and sold.paid_at is not null then
    return jsonb_build_object('order_id', sold.id, 'status', sold.status);
  elsif sold.paid_at is null then
    perform private.refuse('PT409', 'state', 'This order has not been paid.');
  elsif following is null then
    perform private.refuse('PT409', 'state', format('This order is %s.', sold.status));
  elsif status <> following::text then
    perform private.refuse('PT409', 'state', format('This order is %s: the next step is “%s”.', sold.status, following));
  end if;
  update public.orders o set status = following where o.id = sold.id;
  return jsonb_build_object('order_id', sold.id, 'status', following);
end $$;
comment on function public.advance_order(uuid, text) is
  'The shop''s owner brings an order one step on: processing, then shipped or (for pickup) ready, then delivered. The step it has taken already '
  'is answered alike. { order_id, status }.';

create function public.refund_order(order_id uuid, amount numeric, reason text, idempotency_key text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sold public.orders;
  refund public.refunds;
  room numeric;
begin
  sold := private.own_sale(order_id);
  reason := private.reason_given(reason);
  if amount is null or amount not between 0.01 and 99999.99 or amount <> round(amount, 2) then
    perform private.refuse('22023', 'amount', 'Please enter an amount in pounds and pence, of 1p at the least.');
  elsif reason is null then
    perform private.refuse('22023', 'reason', 'Please tell the buyer what the refund is for.');
  elsif coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'A refund comes with a key of its own, of 8 to 200 characters.');
  end if;
  perform private.lock_checkout_of(sold.id);
  select * into sold from public.orders o where o.id = sold.id for no key update;
  room := coalesce(private.refundable(sold), 0);
  select * into refund from public.refunds r where r.order_id = sold.id and r.idempotency_key = refund_order.idempotency_key;
  if found and (refund.amount <> amount or refund.reason <> reason) then
    perform private.refuse('PT409', 'key_reused', 'This key belongs to another refund of this order.');
  elsif sold.paid_at is null then
    perform private.refuse('PT409', 'unpaid', 'This order has not been paid.');
  elsif refund.id is null then
    if (select count(*) from public.refunds r where r.order_id = sold.id and r.idempotency_key is not null) >= 10 then
      perform private.refuse('PT409', 'too_many', 'An order can be refunded ten times. Please write to us about anything more.');
    elsif amount > room then
      perform private.refuse('PT409', 'too_much', case when room = 0 then 'Nothing is left to refund of this order.'
        else format('At most £%s of this order can still be refunded.', room) end, jsonb_build_object('left', room));
    end if;
    insert into public.refunds (order_id, payment_id, amount, reason, idempotency_key)
    values (sold.id, (private.payment_of(sold)).id, amount, reason, idempotency_key)
    returning * into refund;
    room := room - amount;
  end if;
  return jsonb_build_object('refund_id', refund.id, 'amount', refund.amount, 'status', refund.status, 'refunded', (
    select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = sold.id and r.status <> 'failed'
  ), 'left', room);
end $$;
comment on function public.refund_order(uuid, numeric, text, text) is
  'The shop''s owner sends back part or all of what is left of a paid order, also of a cancelled one whose refund failed; ten times at the most. '
  'The same key again is the same refund. { refund_id, amount, status, refunded (back or on its way), left }.';

grant execute on function public.cancel_order(uuid, text), public.advance_order(uuid, text), public.refund_order(uuid, numeric, text, text)
  to authenticated, service_role;
