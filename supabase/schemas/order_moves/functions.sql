create function private.check_movable(this_order public.orders)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if this_order.paid_at is null or this_order.status <> 'processing' then
    perform private.refuse('PT409', 'status', 'Only an order that is still to be made can be moved.');
  elsif this_order.drop_id is not null then
    perform private.refuse('PT409', 'status', 'An order of a drop keeps the time of the drop.');
  elsif
    exists (
      select
      from public.order_problems p
      where p.order_id = this_order.id and p.state in ('open', 'answered', 'escalated')
    )
  then
    perform private.refuse('PT409', 'problem', 'A problem was reported about this order. It cannot be moved.');
  end if;
end
$$;
comment on function private.check_movable is
  'Refuses to move an order that is unpaid, ready, sent, ended or in dispute.';

create function private.move_slots(this_order public.orders, from_date date, to_date date)
returns table (day date, start_time time, end_time time, remaining integer, is_posted boolean)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  products uuid[] := array(
    select distinct i.product_id from public.order_items i where i.order_id = this_order.id and i.product_id is not null
  );
begin
  -- Lines of the seller's own have no windows. The seller has asked the customer about the day.
  if (this_order.agreed_on is not null or products = '{}') and this_order.fulfilment = 'pickup' then
    return query
      select w.pickup_date, w.start_time, w.end_time, null::integer, false
      from
        generate_series(0, to_date - from_date) n,
        private.agreed_windows(this_order.shop_id, products[1], from_date + n) w;
  elsif this_order.fulfilment = 'pickup' or this_order.delivery_date is not null then
    return query
      select
        s.day,
        case when not s.is_posted then s.start_time end,
        case when not s.is_posted then s.end_time end,
        s.remaining,
        s.is_posted
      from private.slots(this_order.shop_id, products, this_order.fulfilment, from_date, to_date, this_order.id) s
      where s.reason is null;
  else
    return query
      select from_date + n, null::time, null::time, null::integer, true
      from generate_series(0, to_date - from_date) n
      where
        not exists (
          select
          from public.shop_closures c
          where c.shop_id = this_order.shop_id and from_date + n between c.from_date and c.to_date
        );
  end if;
end
$$;
comment on function private.move_slots is
  'The times to which an order can move: those offered to buyers of its products, the windows of an agreed day, or the open days of a delivery '
  'without windows. An order without products moves to any day. The order does not compete with itself.';

create function private.check_move(this_order public.orders, move public.order_moves)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  products uuid[];
  quantities bigint[];
  slot record;
begin
  select array_agg(i.product_id), array_agg(i.quantity)
  into products, quantities
  from
    (
      select i.product_id, sum(i.quantity) as quantity
      from public.order_items i
      where i.order_id = this_order.id and i.product_id is not null
      group by i.product_id
    ) i;
  if move.on_date < (now() at time zone 'Europe/London')::date then
    perform private.refuse('PT409', 'slot', 'This time has passed. Please choose another one.');
  end if;
  select *
  into slot
  from private.move_slots(this_order, move.on_date, move.on_date) s
  where s.start_time is not distinct from move.start_time and s.end_time is not distinct from move.end_time
  limit 1;
  if not found then
    perform private.refuse('PT409', 'slot', 'This time is not offered. Please choose another one.');
  elsif this_order.agreed_on is null then
    perform private.check_day(
      this_order.shop_id,
      coalesce(products, '{}'),
      coalesce(quantities, '{}'),
      move.on_date,
      this_order.id
    );
    if slot.remaining <= 0 then
      perform private.refuse('PT409', 'slot_full', 'This time is full. Please choose another one.');
    end if;
  end if;
end
$$;
comment on function private.check_move is 'Refuses a time that is not offered, full, or on a day that is fully booked.';

create function private.enqueue_hand_over_reminder(this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  remind_at timestamptz := (
    (coalesce(this_order.pickup_date, this_order.delivery_date, this_order.agreed_on) - 1) + time '09:00'
  ) at time zone 'Europe/London';
begin
  -- The reminder of a pickup contains the address, so it waits until the address may be shown.
  remind_at := greatest(
    remind_at,
    case this_order.fulfilment when 'pickup' then private.pickup_address_from(this_order) end
  );
  if remind_at > now() then
    perform private.enqueue_email(
      this_order.buyer_id,
      this_order.fulfilment || '-reminder',
      this_order.id::text,
      jsonb_build_object('order', private.email_order_data(this_order, this_order.fulfilment = 'pickup')),
      true,
      remind_at
    );
  end if;
end
$$;
comment on function private.enqueue_hand_over_reminder is
  'Enqueues the reminder of a pickup or delivery, unless its time has passed or it has no day.';

create function private.correct_reminder()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.outbox e
  set data = e.data || jsonb_build_object('order', private.email_order_data(o, o.fulfilment = 'pickup'))
  from public.orders o
  where o.id = new.order_id and e.status = 'waiting' and e.dedupe_key = o.fulfilment || '-reminder:' || o.id;
  return null;
end
$$;
comment on function private.correct_reminder is
  'Writes a changed declaration into the reminder of an order, which was enqueued when the order was paid.';

create function private.apply_move(this_order public.orders, move public.order_moves)
returns public.orders
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_bookings(array[this_order.shop_id]);
  perform private.check_move(this_order, move);
  delete from private.pickup_bookings b where b.order_id = this_order.id;
  update public.orders o
  set
    due_at = move.on_date,
    pickup_date = case when o.fulfilment = 'pickup' then move.on_date end,
    pickup_start = case when o.fulfilment = 'pickup' then move.start_time end,
    pickup_end = case when o.fulfilment = 'pickup' then move.end_time end,
    delivery_date = case when o.delivery_date is not null then move.on_date end,
    delivery_start = case when o.delivery_date is not null then move.start_time end,
    delivery_end = case when o.delivery_date is not null then move.end_time end,
    agreed_on = case when o.agreed_on is not null then move.on_date end,
    balance_due_on = case
      when private.owes_balance(o) then greatest(
        o.balance_due_on + (move.on_date - this_order.due_at::date),
        (now() at time zone 'Europe/London')::date
      )
      else o.balance_due_on
    end
  where o.id = this_order.id;
  -- A planned day of sending is no column of its own.
  update public.orders o
  set due_at = move.on_date
  where o.id = this_order.id and o.fulfilment = 'delivery' and o.delivery_date is null and o.agreed_on is null;
  perform private.book_windows(this_order.checkout_id, this_order.id);
  perform private.offer_places(this_order.shop_id, this_order.due_at::date);
  select * into this_order from public.orders o where o.id = this_order.id;
  delete from public.outbox e where e.dedupe_key = this_order.fulfilment || '-reminder:' || this_order.id;
  perform private.enqueue_hand_over_reminder(this_order);
  return this_order;
end
$$;
comment on function private.apply_move is
  'Moves an order: returns its old place, checks and takes the new one, and moves its reminder and the day of an unpaid balance. The checkout is locked.';

create function private.move_text(move public.order_moves)
returns text
language sql
immutable
parallel safe
return to_char(move.on_date::timestamp, 'FMDay FMDD FMMonth') || coalesce(
  ' between ' || to_char(move.start_time, 'HH24:MI') || ' and ' || to_char(move.end_time, 'HH24:MI'),
  ''
);
comment on function private.move_text is 'The new time in words: ''Sunday 29 November between 09:00 and 12:00''.';

create function private.move_data(this_order public.orders, move public.order_moves)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'order_id', this_order.id,
      'shop', this_order.shop_name,
      'buyer', coalesce(this_order.buyer_name, 'A buyer'),
      'items', private.order_summary(this_order.id),
      'to', private.move_text(move),
      'note', move.note,
      'expires_at', move.expires_at,
      'from', to_char(this_order.due_at, 'FMDay FMDD FMMonth'),
      'outcome', move.status
    )
$$;
comment on function private.move_data is 'The data of a proposal for emails.';

create function public.move_slots(order_id uuid, from_date date default null, days integer default 42)
returns table (date date, start_time time, end_time time, remaining integer, is_posted boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  this_order public.orders := private.require_own_sale(order_id);
  first date := greatest(coalesce(from_date, '-infinity'), (now() at time zone 'Europe/London')::date);
begin
  if days is null or days not between 1 and 42 or not isfinite(first) then
    perform private.refuse('22023', 'range', 'Please request 1 to 42 days.');
  end if;
  return query select s.* from private.move_slots(this_order, first, first + days - 1) s;
end
$$;
comment on function public.move_slots is
  'The times to which an order of the caller''s shop can move. remaining is null without a limit.';

create function public.propose_move(order_id uuid, slot jsonb, note text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders := private.require_own_sale(order_id);
  move public.order_moves;
  is_manual boolean := exists (select from public.manual_orders m where m.order_id = this_order.id);
begin
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  perform private.check_movable(this_order);
  if not is_manual and this_order.buyer_id is null then
    perform private.refuse(
      'PT409',
      'account_deleted',
      'The buyer’s account was deleted, so nobody can agree to another day.'
    );
  elsif exists (select from public.order_moves m where m.order_id = this_order.id and m.status = 'proposed') then
    perform private.refuse('PT409', 'proposed', 'You have already proposed another time. Withdraw it first.');
  elsif (select count(*) from public.order_moves m where m.order_id = this_order.id) >= 10 then
    perform private.refuse(
      'PT429',
      'too_many',
      'An order can be proposed at most ten other times. Please message the buyer.'
    );
  end if;
  begin
    move.on_date := slot ->> 'date';
    move.start_time := slot ->> 'start_time';
    move.end_time := slot ->> 'end_time';
  exception when data_exception then
    perform private.refuse('22023', 'malformed', 'This time is not valid.');
  end;
  if move.on_date is null or not isfinite(move.on_date) or num_nulls(move.start_time, move.end_time) = 1 then
    perform private.refuse('22023', 'malformed', 'A time needs a date, and both or no hours.');
  elsif
    move.on_date = this_order.due_at::date
    and move.start_time is not distinct from coalesce(this_order.pickup_start, this_order.delivery_start)
  then
    perform private.refuse('22023', 'slot', 'This is the time that the order has already.');
  elsif char_length(note) > 500 then
    perform private.refuse('22023', 'note', 'A note can have at most 500 characters.');
  end if;
  -- Two days to answer, and at the latest until either hand-over begins.
  move.expires_at := least(
    now() + interval '2 days',
    this_order.due_at at time zone 'Europe/London',
    (move.on_date + coalesce(move.start_time, '00:00')) at time zone 'Europe/London'
  );
  if not is_manual then
    if move.expires_at < now() + interval '1 hour' then
      perform private.refuse(
        'PT409',
        'too_late',
        'The hand-over is too close for the buyer to answer. Please message the buyer.'
      );
    end if;
    perform private.check_move(this_order, move);
  end if;
  insert into public.order_moves (order_id, on_date, start_time, end_time, note, expires_at)
  values
    (
      this_order.id,
      move.on_date,
      move.start_time,
      move.end_time,
      private.words_from(private.member_id(), nullif(private.trimmed(propose_move.note), ''), this_order.buyer_id),
      greatest(move.expires_at, now())
    )
  returning *
  into move;
  if is_manual then
    -- The customer has no account. The seller has asked in person.
    perform private.apply_move(this_order, move);
    update public.order_moves m
    set
      status = 'accepted',
      answered_at = now()
    where m.id = move.id
    returning *
    into move;
  else
    perform private.notify(
      this_order.buyer_id,
      'order',
      'Another day for your order?',
      format(
        '%s asks to hand over your order of %s on %s instead. Nothing changes unless you accept.%s',
        this_order.shop_name,
        private.order_summary(this_order.id),
        private.move_text(move),
        private.quoted_reason(move.note)
      ),
      '/order/' || this_order.id
    );
    perform private.enqueue_email(
      this_order.buyer_id,
      'move-proposed',
      move.id::text,
      private.move_data(this_order, move)
    );
  end if;
  return jsonb_build_object('id', move.id, 'status', move.status);
end
$$;
comment on function public.propose_move is
  'Proposes another time for an order of the caller''s shop: { date, start_time, end_time }. The buyer is told, and nothing changes until they accept. A manual order '
  'moves at once, because its customer was asked in person. { id, status }.';

create function private.end_move(move public.order_moves, outcome text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
  seller uuid;
begin
  update public.order_moves m
  set
    status = outcome,
    answered_at = now()
  where m.id = move.id
  returning *
  into move;
  select * into this_order from public.orders o where o.id = move.order_id;
  select s.user_id into seller from public.shops s where s.id = this_order.shop_id;
  if outcome = 'withdrawn' then
    perform private.notify(
      this_order.buyer_id,
      'order',
      'Your order keeps its day',
      format('%s no longer asks to move your order.', this_order.shop_name),
      '/order/' || this_order.id
    );
    return;
  end if;
  perform private.notify(
    seller,
    'order',
    case outcome
      when 'accepted' then 'New day accepted'
      when 'declined' then 'New day declined'
      else 'No answer to your new day'
    end,
    format(
      '%s %s. The order of %s is %s.',
      coalesce(this_order.buyer_name, 'A buyer'),
      case outcome
        when 'accepted' then 'accepted another time'
        when 'declined' then 'declined another time'
        else 'did not answer in time'
      end,
      private.order_summary(this_order.id),
      case outcome when 'accepted' then 'now due on ' || private.move_text(move) else 'due as before' end
    ),
    '/seller/orders?order=' || this_order.id
  );
  perform private.enqueue_email(seller, 'move-answered', move.id::text, private.move_data(this_order, move));
  perform private.notify(
    this_order.buyer_id,
    'order',
    case outcome when 'accepted' then 'Your order has a new day' else 'Your order keeps its day' end,
    case outcome
      when 'accepted' then format('Your order from %s is now for %s.', this_order.shop_name, private.move_text(move))
      else format('Nothing changes about your order from %s.', this_order.shop_name)
    end,
    '/order/' || this_order.id
  );
  if outcome = 'accepted' then
    perform private.enqueue_email(
      this_order.buyer_id,
      'order-moved',
      move.id::text,
      private.move_data(this_order, move)
    );
  end if;
end
$$;
comment on function private.end_move is 'Records the outcome of a proposal and tells both sides.';

create function public.answer_move(move_id uuid, accepted boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  move public.order_moves;
begin
  select o.*
  into this_order
  from
    public.order_moves m
    join public.orders o on o.id = m.order_id
  where m.id = move_id and o.buyer_id = private.member_id();
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  -- Cancelling takes the same lock, so it is either seen here or finds the new day.
  perform private.lock_checkout_of(this_order.id);
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  select * into move from public.order_moves m where m.id = move_id for no key update;
  if move.status = (case when accepted then 'accepted' else 'declined' end) then
    return jsonb_build_object('id', move.id, 'status', move.status);
  elsif move.status <> 'proposed' or move.expires_at <= clock_timestamp() then
    perform private.refuse('PT409', 'expired', 'This proposal has ended. Your order keeps its day.');
  elsif accepted is null then
    perform private.refuse('22023', 'malformed', 'Please accept or decline.');
  elsif accepted then
    perform private.check_movable(this_order);
    perform private.apply_move(this_order, move);
  end if;
  perform private.end_move(move, case when accepted then 'accepted' else 'declined' end);
  return jsonb_build_object('id', move.id, 'status', case when accepted then 'accepted' else 'declined' end);
end
$$;
comment on function public.answer_move is
  'Accepts or declines another time for the caller''s order. Accepting takes the new place in the same transaction, or is refused if it is taken. A repeat changes nothing: { id, status }.';

create function public.withdraw_move(move_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  move public.order_moves;
begin
  select m.*
  into move
  from
    public.order_moves m
    join public.orders o on o.id = m.order_id
  where m.id = move_id and o.shop_id = private.own_shop_id();
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  end if;
  perform private.lock_checkout_of(move.order_id);
  select * into move from public.order_moves m where m.id = move_id for no key update;
  if move.status = 'proposed' then
    perform private.end_move(move, 'withdrawn');
  elsif move.status = 'accepted' then
    perform private.refuse('PT409', 'status', 'The buyer has already accepted.');
  end if;
end
$$;
comment on function public.withdraw_move is
  'Withdraws a proposal of the caller''s shop that is not answered. A repeat changes nothing.';

create function private.expire_moves()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  move public.order_moves;
begin
  -- A locked proposal is being answered.
  for move in select m.*
  from public.order_moves m
  where m.status = 'proposed' and m.expires_at <= now()
  order by m.expires_at
  limit 500
  for no key update skip locked loop
    if exists (select from public.orders o where o.id = move.order_id and o.status = 'processing') then
      perform private.end_move(move, 'expired');
    else
      update public.order_moves m
      set
        status = 'expired',
        answered_at = now()
      where m.id = move.id;
    end if;
  end loop;
end
$$;
comment on function private.expire_moves is 'Ends proposals that were not answered in time. The old day stays.';
