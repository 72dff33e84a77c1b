-- The life of an order after it is placed: cancelled, made and handed over, refunded; each step by whoever it is for, once.

alter table public.payments add column is_kept boolean not null default true;
comment on column public.payments.is_kept is 'False for a payment that paid for nothing (late, double, of another amount) and goes back whole.';
update public.payments p set is_kept = false where exists (
  select from public.refunds r where r.payment_id = p.id and r.order_id is null and r.amount = p.amount and r.reason not like 'Made with%'
);

alter table public.refunds
  add column is_cancellation boolean not null default false,
  add column idempotency_key text,
  add constraint refunds_cancellation_of_order check (not is_cancellation or order_id is not null),
  add constraint refunds_key_form check (char_length(idempotency_key) between 8 and 200);
comment on column public.refunds.is_cancellation is 'Made by cancelling the order, of all that was left; others are a seller''s, or the provider''s own.';
comment on column public.refunds.idempotency_key is 'The seller''s key: refunding again with it is this refund.';
create unique index refunds_one_cancellation on public.refunds (order_id) where is_cancellation;
create unique index refunds_one_per_key on public.refunds (order_id, idempotency_key) where idempotency_key is not null;

grant select (id, order_id, amount, reason, status, created_at, updated_at) on public.refunds to authenticated;
create policy "Whoever sees an order sees its refunds" on public.refunds
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));

create or replace function private.return_payment(payment public.payments, reason text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  refund uuid;
begin
  if payment.amount = 0 then
    return null;
  end if;
  update public.payments p set is_kept = false where p.id = payment.id;
  insert into public.refunds (payment_id, amount, reason) values (payment.id, payment.amount, return_payment.reason) returning id into refund;
  insert into public.notifications (user_id, type, title, message, link)
  select c.buyer_id, 'payment', 'Your payment is on its way back',
    format('%s We are sending back your £%s; your bank may take a few days.', return_payment.reason, payment.amount), '/orders'
  from public.checkouts c where c.id = payment.checkout_id and c.buyer_id is not null;
  return refund;
end $$;

-- Who is asking, and of which order.

create function private.reason_given(given text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(given) > 500 then
    perform private.refuse('22023', 'reason', 'A reason has at most 500 characters.');
  end if;
  return nullif(private.trimmed(given), '');
end $$;
comment on function private.reason_given(text) is 'A reason, trimmed; null where there is none.';

create function private.lock_checkout_of(wanted uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Payments, expiry and all who refund hold the checkout: under it, who paid and what came back stand still.
  perform from public.checkouts c
  where c.id = (select o.checkout_id from public.orders o where o.id = wanted) for no key update;
end $$;
comment on function private.lock_checkout_of(uuid) is 'Waits for whatever else happens to the money of an order.';

create function private.own_sale(wanted uuid) returns public.orders
language plpgsql stable set search_path = ''
as $$
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

-- Money back.

create function private.payment_of(bought public.orders) returns public.payments
language sql stable set search_path = ''
as $$
  select p from public.payments p
  where p.checkout_id = bought.checkout_id and p.status = 'succeeded' and p.is_kept
  order by p.captured_at limit 1
$$;
comment on function private.payment_of(public.orders) is 'The payment that paid for an order; null where nothing was to be paid.';

create function private.refundable(bought public.orders) returns numeric
language sql stable set search_path = ''
as $$
  select greatest(0, least(
    bought.total_amount - coalesce((select sum(r.amount) from public.refunds r where r.order_id = bought.id and r.status <> 'failed'), 0),
    (p.paid).amount - coalesce((select sum(r.amount) from public.refunds r where r.payment_id = (p.paid).id and r.status <> 'failed'), 0)
  ))
  from (select private.payment_of(bought) as paid) p
  where bought.paid_at is not null and (p.paid).id is not null
$$;
comment on function private.refundable(public.orders) is
  'What can still go back of an order: no more than is left of it, nor of its payment; null where nothing was paid. The checkout is locked.';

-- Conversations: a cancelled custom order ends what was agreed, not the conversation.

create or replace function private.guard_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Nobody who is signed in may write is_paid: this is a cancelled order.
  if old.is_paid and not new.is_paid and new.price_quote is null then
    return new;
  end if;
  if auth.uid() is distinct from old.seller_id and coalesce(auth.role(), 'service_role') <> 'service_role' then
    raise exception using errcode = '42501', message = 'Only the seller can quote a price.';
  end if;
  if old.price_quote is not null then
    raise exception using errcode = '23514', message = 'A price has been quoted already.';
  end if;
  if old.is_paid then
    raise exception using errcode = '23514', message = 'This order is paid.';
  end if;
  if new.price_quote is null or not (new.price_quote > 0 and new.price_quote <= 99999.99) then
    raise exception using errcode = '23514', message = 'Invalid price: Please enter a valid price';
  end if;
  if new.quote_expires_at <= now() then
    raise exception using errcode = '23514', message = 'The quote would have expired already.';
  end if;
  return new;
end $$;
comment on function private.guard_quote() is
  'A price is quoted once, by the room''s seller, above 0, while unpaid; after a cancelled order once more. The row is locked before this runs, '
  'so of two quotes at once one is refused.';

create or replace function private.guard_wishes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' or old.is_paid and not new.is_paid and new.price_quote is null then
    return new;
  end if;
  if new.brief is distinct from old.brief and (auth.uid() is distinct from old.buyer_id or old.price_quote is not null) then
    raise exception using errcode = '42501', message = 'Only the buyer changes the brief, and only before a price is quoted.';
  end if;
  if (new.wanted_on, new.quote_expires_at) is distinct from (old.wanted_on, old.quote_expires_at) and old.price_quote is not null then
    raise exception using errcode = '23514', message = 'A price has been quoted already.';
  end if;
  if new.quote_expires_at is distinct from old.quote_expires_at and new.price_quote is null then
    raise exception using errcode = '23514', message = 'A quote expires, but there is none yet.';
  end if;
  return new;
end $$;

create or replace function private.tell_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (
    new.id,
    case when new.price_quote is null and auth.uid() = new.buyer_id then new.buyer_id else new.seller_id end,
    case when new.price_quote is null then 'Order cancelled. A new price can be quoted.' else format('Price quoted: £%s', new.price_quote) end,
    'system'
  );
  return null;
end $$;
comment on function private.tell_quote() is 'A quote, and the end of one with its order, appear in the conversation as a system message.';

create or replace function private.retake_checkout(checkout uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  held record;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.checkout_id = checkout),
    array(select i.product_id from public.orders o join public.order_items i on i.order_id = o.id where o.checkout_id = checkout));
  perform private.lock_pickup_windows(
    array(select o.shop_id from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'),
    array(select i.product_id from public.orders o join public.order_items i on i.order_id = o.id where o.checkout_id = checkout),
    array(select o.pickup_date from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'));
  if exists (
    select from public.orders o join public.order_items i on i.order_id = o.id
    left join public.products p on p.id = i.product_id and p.is_listed
    where o.checkout_id = checkout
    group by p.id having p.id is null or p.stock < sum(i.quantity) filter (where i.takes_stock)
  ) or exists (
    select from public.orders o join public.chat_rooms r on r.id = o.chat_room_id
    where o.checkout_id = checkout
      and (
        r.is_paid or exists (select from public.orders other where other.chat_room_id = r.id and other.status <> 'cancelled')
        -- Another order of it was paid and cancelled since: what was agreed then is over.
        or r.price_quote is distinct from (select i.price from public.order_items i where i.order_id = o.id and not i.takes_stock)
      )
  ) then
    return false;
  end if;
  for held in
    select o.id, o.shop_id, o.pickup_date, o.pickup_start, o.pickup_end,
      array(select i.product_id from public.order_items i where i.order_id = o.id) as products
    from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'
  loop
    -- One order a shop: none of them takes another's place.
    if not exists (
      select from private.pickup_choices(held.shop_id, held.products, held.pickup_date, held.pickup_date) c
      where c.start_time = held.pickup_start and c.end_time = held.pickup_end and c.remaining is distinct from 0
    ) then
      return false;
    end if;
  end loop;
  update public.products p set stock = p.stock - t.quantity
  from (
    select i.product_id, sum(i.quantity) as quantity
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.checkout_id = checkout and i.takes_stock
    group by i.product_id
  ) t where p.id = t.product_id;
  perform private.book_pickup(o.id, o.shop_id, array(select i.product_id from public.order_items i where i.order_id = o.id), o.pickup_date, o.pickup_start)
  from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup';
  return true;
end $$;

-- Steps.

create function private.cancel_paid_order(wanted uuid, is_buyer boolean, reason text) returns void
language plpgsql set search_path = ''
as $$
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
  elsif sold.status in ('shipped', 'delivered') then
    perform private.refuse('PT409', 'state', format('This order has been %s already and cannot be cancelled.', sold.status));
  elsif is_buyer and sold.status = 'ready' then
    perform private.refuse('PT409', 'state', 'This order is ready for you. Please write to the seller if you cannot collect it.');
  elsif is_buyer and sold.paid_at <= now() - interval '24 hours' then
    perform private.refuse('PT409', 'too_late', 'Orders can be cancelled within 24 hours of purchase. Please write to the seller.');
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
language plpgsql security definer set search_path = ''
as $$
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
  'Cancels an order: its buyer while it is unpaid (with its whole checkout), or paid for less than 24 hours and processing; the shop''s owner, '
  'with a reason, while it is processing or ready. Again: nothing changes twice. { order_id, status, refund: { id, amount, status } | null }.';

create function public.advance_order(order_id uuid, status text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sold public.orders;
  following text;
begin
  sold := private.own_sale(order_id);
  if status is null or status not in ('processing', 'shipped', 'ready', 'delivered') then
    perform private.refuse('22023', 'status', 'An order is shipped, ready or delivered.');
  end if;
  select * into sold from public.orders o where o.id = sold.id for no key update;
  following := case sold.status
    when 'processing' then case sold.fulfilment when 'pickup' then 'ready' else 'shipped' end
    when 'shipped' then 'delivered'
    when 'ready' then 'delivered'
  end;
  if status = sold.status and sold.paid_at is not null then
    return jsonb_build_object('order_id', sold.id, 'status', sold.status);
  elsif sold.paid_at is null then
    perform private.refuse('PT409', 'state', 'This order has not been paid.');
  elsif following is null then
    perform private.refuse('PT409', 'state', format('This order is %s.', sold.status));
  elsif status <> following then
    perform private.refuse('PT409', 'state', format('This order is %s: the next step is “%s”.', sold.status, following));
  end if;
  update public.orders o set status = following where o.id = sold.id;
  return jsonb_build_object('order_id', sold.id, 'status', following);
end $$;
comment on function public.advance_order(uuid, text) is
  'The shop''s owner brings an order one step on: processing, then shipped or (for pickup) ready, then delivered. The step it has taken already '
  'is answered alike. { order_id, status }.';

create function public.refund_order(order_id uuid, amount numeric, reason text, idempotency_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
    if amount > room then
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
  'The shop''s owner sends back part or all of what is left of a paid order, also of a cancelled one whose refund failed. The same key again is the '
  'same refund. { refund_id, amount, status, refunded (back or on its way), left }.';

revoke execute on function private.reason_given(text), private.lock_checkout_of(uuid), private.own_sale(uuid),
  private.payment_of(public.orders), private.refundable(public.orders), private.cancel_paid_order(uuid, boolean, text),
  public.cancel_order(uuid, text), public.advance_order(uuid, text), public.refund_order(uuid, numeric, text, text) from public;
grant execute on function public.cancel_order(uuid, text), public.advance_order(uuid, text), public.refund_order(uuid, numeric, text, text)
  to authenticated;

-- Time.

create or replace function private.record_order_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_events (order_id, actor_id, status, note, created_at)
  values (
    new.id,
    (select p.id from public.profiles p where p.id = auth.uid()),
    new.status,
    case when new.status = 'cancelled' then new.cancel_reason end,
    -- Not when the transaction began: one that waited for another comes after it.
    case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end
  );
  return null;
end $$;
