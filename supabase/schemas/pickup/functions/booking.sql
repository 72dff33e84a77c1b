-- Booking: what an order of a day and a window is checked against, under lock, and the places that it takes. An order takes a place in each of
-- its windows (pickup_bookings) and of its day (orders.due_at).

create function private.with_agreed_date(buyer uuid, part private.order_part, lines private.order_line[])
returns private.order_part
language plpgsql
stable
set search_path = ''
as $$
begin
  -- A quote is the only line of its order, so the first line is enough.
  select r.wanted_on
  into part.agreed_on
  from public.chat_rooms r
  where r.id = lines[1].chat_room_id and r.buyer_id = buyer;
  return part;
end
$$;
comment on function private.with_agreed_date is
  'The part of an order with the day agreed in its quote. The conversation is locked.';

create function private.due_at(this_order public.orders)
returns timestamp
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return case
    when this_order.fulfilment = 'pickup' then this_order.pickup_date + this_order.pickup_start
    when this_order.delivery_date is not null then this_order.delivery_date + coalesce(
      this_order.delivery_start,
      '00:00'
    )
    when this_order.agreed_on is not null then this_order.agreed_on::timestamp
    else private.next_open_day(
      this_order.shop_id,
      (this_order.paid_at at time zone 'Europe/London')::date + coalesce(
        (
          select max(p.lead_time_days)
          from
            public.order_items i
            join public.products p on p.id = i.product_id
          where i.order_id = this_order.id
        ),
        0
      )
    )::timestamp
  end;
end
$$;
comment on function private.due_at is
  'When an order is to be handed over or sent. Without a chosen or agreed day: the first open day after payment and the longest lead time.';

create function private.keeps_planned_day(this_order public.orders, was_paid boolean)
returns boolean
language sql
immutable
parallel safe
return not was_paid
and this_order.fulfilment = 'delivery'
and this_order.delivery_date is null
and this_order.agreed_on is null
and this_order.due_at is not null;
comment on function private.keeps_planned_day is
  'Whether an order keeps the day of sending that place_order planned, also when it is paid.';

create function private.lock_bookings(shops uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Row locks are not enough. While a transaction waits for them, the seller may replace the windows by new, unlocked rows.
  perform pg_advisory_xact_lock(k.key)
  from (select distinct hashtextextended('pickup ' || shop, 0) as key from unnest(shops) shop order by 1) k;
end
$$;
comment on function private.lock_bookings is
  'Serialises bookings of the same shops: of windows, products'' own windows and limited days. Takes locks in a fixed order, after the locks on products.';

create function private.shops_to_lock(parts private.order_part[])
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select array_agg(p.shop_id)
    from unnest(parts) p
    where
      p.fulfilment = 'pickup'
      or p.delivery_date is not null
      or exists (select from public.shop_day_limits l where l.shop_id = p.shop_id)
  );
end
$$;
comment on function private.shops_to_lock is
  'The shops whose bookings an order request must lock. A delivery without a chosen day takes no place that is limited, unless the shop limits its days.';

create function private.agreed_windows(shop uuid, product uuid, day date)
returns table (owner_id uuid, pickup_date date, start_time time, end_time time)
language sql
stable
set search_path = ''
as $$
  -- Lead times, closures and limits do not apply, because the seller has agreed to this day.
  with
    offered as (
      select w.owner_id, w.start_time, w.end_time from private.windows_on(shop, array[product], 'pickup', day) w
    ),
    default_window as (
      select
        case
          when exists (
              select from public.product_pickup_schedules w where w.product_id = product and w.fulfilment = 'pickup'
            ) then product
          else shop
        end,
        time '09:00',
        time '17:00'
      where not exists (select from offered)
    )
  select w.owner_id, day, w.start_time, w.end_time
  from
    (
      select * from offered
      union all
      select * from default_window
    ) w
  where day + w.end_time > now() at time zone 'Europe/London'
  order by w.start_time
$$;
comment on function private.agreed_windows is
  'Pickup windows of a product on its agreed day: the windows of that day, or 09:00 to 17:00 without any. Null stands for a line of the seller''s own.';

create function public.quote_slots(chat_room_id uuid)
returns table (date date, start_time time, end_time time, remaining integer)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  room public.chat_rooms;
  shop uuid;
  today date := (now() at time zone 'Europe/London')::date;
begin
  select *
  into room
  from public.chat_rooms r
  where r.id = quote_slots.chat_room_id and r.buyer_id = private.member_id();
  select p.shop_id
  into shop
  from public.products p
  where p.id = room.product_id and p.is_listed and p.available_for_pickup;
  if shop is null then
    return;
  elsif room.wanted_on is null then
    return query
      select s.day, s.start_time, s.end_time, s.remaining
      from private.slots(shop, array[room.product_id], 'pickup', today, today + 366) s
      where s.reason is null;
  else
    return query
      select w.pickup_date, w.start_time, w.end_time, null::integer
      from private.agreed_windows(shop, room.product_id, room.wanted_on) w;
  end if;
end
$$;
comment on function public.quote_slots is
  'Pickup slots of the caller''s quoted order: on the agreed day, or as offered by hand_over_slots. Empty if the product is not for pickup.';

-- Checking.

create function private.sending_day(shop uuid, products uuid[], quantities bigint[])
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
  day date := (now() at time zone 'Europe/London')::date + (
    select max(p.lead_time_days) from public.products p where p.id = any (products)
  );
  last_day date := day + 366;
begin
  while day <= last_day loop
    day := private.next_open_day(shop, day);
    if not exists (select from private.exceeded_limits(shop, products, quantities, day, day)) then
      return day;
    end if;
    day := day + 1;
  end loop;
  return null;
end
$$;
comment on function private.sending_day is
  'The day on which a shop sends a delivery without a chosen day: the first after the lead time that is open and not fully booked.';

create function private.check_day(
  shop uuid,
  products uuid[],
  quantities bigint[],
  day date,
  except_order uuid default null
)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  exceeded record;
  subject text;
begin
  select *
  into exceeded
  from private.exceeded_limits(shop, products, quantities, day, day, except_order) e
  order by e.product_id nulls first, e.category nulls first
  limit 1;
  if found then
    subject := coalesce((select p.name from public.products p where p.id = exceeded.product_id), exceeded.category);
    perform private.refuse(
      'PT409',
      'day_full',
      case
        when subject is null then 'This day is fully booked. Please choose another one.'
        when exceeded.remaining <= 0 then format(
          'No more %s can be made for this day. Please choose another one.',
          subject
        )
        else format('Only %s more of %s can be made for this day.', exceeded.remaining, subject)
      end,
      jsonb_build_object('shop_id', shop)
    );
  end if;
end
$$;
comment on function private.check_day is
  'Refuses an order that would exceed a limit of its day, without the places of one order. Bookings are locked.';

create function public.day_limits_reached(product_id uuid, day date)
returns table (subject text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
    select coalesce(named.name, l.category, 'orders')
    from
      public.products p
      cross join lateral private.day_limits(p.shop_id, array[p.id], day_limits_reached.day, day_limits_reached.day) l
      left join public.products named on named.id = l.product_id
    where p.id = day_limits_reached.product_id and p.shop_id = private.own_shop_id() and l.remaining <= 0
    order by l.product_id nulls first, l.category nulls first;
end
$$;
comment on function public.day_limits_reached is
  'The limits of the caller''s own shop that leave no place for one of its products on a day: orders, a category or the product. A quote may exceed them.';

create function private.offers_slot(
  shop uuid,
  products uuid[],
  wanted_fulfilment text,
  day date,
  starts time,
  ends time
)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select
      case when s.remaining = 0 then 'full' else 'free' end
    from private.slots(shop, products, wanted_fulfilment, day, day) s
    -- A day of posting has no hours.
    where
      s.reason is null
      and case when s.is_posted then starts is null else s.start_time = starts and s.end_time = ends end
  );
end
$$;
comment on function private.offers_slot is 'Whether a slot is free or full. Null if it is not offered.';

create function private.with_hand_over(part private.order_part, lines private.order_line[])
returns private.order_part
language plpgsql
stable
set search_path = ''
as $$
declare
  products uuid[];
  quantities bigint[];
  day date := coalesce(part.pickup_date, part.delivery_date);
  slot text;
  error_details jsonb := jsonb_build_object('shop_id', part.shop_id);
begin
  if part.fulfilment is null then
    perform private.refuse('22023', 'fulfilment_missing', 'Please choose delivery or pickup.', error_details);
  elsif part.fulfilment = 'pickup' and day is null then
    perform private.refuse('22023', 'pickup_missing', 'Please choose a pickup time.', error_details);
  end if;
  if part.drop_id is not null then
    slot := private.offers_drop_slot(
      part.drop_id,
      part.fulfilment,
      day,
      coalesce(part.pickup_start, part.delivery_start),
      coalesce(part.pickup_end, part.delivery_end)
    );
    if slot is null then
      perform private.refuse(
        'PT409',
        'slot',
        format('This %s time is not offered. Please choose another one.', part.fulfilment),
        error_details
      );
    elsif slot = 'full' then
      perform private.refuse(
        'PT409',
        'slot_full',
        format('This %s time is full. Please choose another one.', part.fulfilment),
        error_details
      );
    end if;
    return part;
  end if;
  select array_agg(l.product_id), array_agg(l.quantity)
  into products, quantities
  from
    (
      select l.product_id, sum(l.quantity) as quantity
      from unnest(lines) l
      where l.shop_id = part.shop_id
      group by l.product_id
    ) l;
  if part.agreed_on is not null then
    if
      part.delivery_date is not null
      or part.fulfilment = 'pickup'
      and not exists (
        select
        from
          unnest(products) p (id)
          cross join private.agreed_windows(part.shop_id, p.id, part.agreed_on) w
        where w.pickup_date = part.pickup_date and w.start_time = part.pickup_start and w.end_time = part.pickup_end
      )
    then
      perform private.refuse(
        'PT409',
        'slot',
        format('This %s time does not match the agreed day. Please choose an offered time.', part.fulfilment),
        error_details
      );
    end if;
    return part;
  end if;
  if part.fulfilment = 'delivery' and not private.has_delivery_windows(part.shop_id, products) then
    if part.delivery_date is not null then
      perform private.refuse(
        'PT409',
        'slot',
        'This shop no longer offers delivery times. Please check your order.',
        error_details
      );
    end if;
    part.send_on := private.sending_day(part.shop_id, products, quantities);
    if part.send_on is null then
      perform private.refuse('PT409', 'day_full', 'This shop is fully booked.', error_details);
    end if;
    return part;
  end if;
  if day is null then
    perform private.refuse('22023', 'delivery_missing', 'Please choose a delivery time.', error_details);
  end if;
  slot := private.offers_slot(
    part.shop_id,
    products,
    part.fulfilment,
    day,
    coalesce(part.pickup_start, part.delivery_start),
    coalesce(part.pickup_end, part.delivery_end)
  );
  if slot is null then
    perform private.refuse(
      'PT409',
      'slot',
      format('This %s time is not offered. Please choose another one.', part.fulfilment),
      error_details
    );
  end if;
  perform private.check_day(part.shop_id, products, quantities, day);
  if slot = 'full' then
    perform private.refuse(
      'PT409',
      'slot_full',
      format('This %s time is full. Please choose another one.', part.fulfilment),
      error_details
    );
  end if;
  return part;
end
$$;
comment on function private.with_hand_over is
  'Refuses a missing fulfilment or slot, a slot that is not offered or full and a day that is fully booked. Returns the part with its day of sending, if none was to be chosen. '
  'Bookings are locked.';

create function private.can_rebook(this_order public.orders)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  products uuid[];
  quantities bigint[];
  day date := coalesce(this_order.pickup_date, this_order.delivery_date);
begin
  if this_order.drop_id is not null then
    return coalesce(
      private.offers_drop_slot(
        this_order.drop_id,
        this_order.fulfilment,
        day,
        coalesce(this_order.pickup_start, this_order.delivery_start),
        coalesce(this_order.pickup_end, this_order.delivery_end)
      ) = 'free',
      false
    );
  end if;
  select array_agg(i.product_id), array_agg(i.quantity)
  into products, quantities
  from
    (
      select i.product_id, sum(i.quantity) as quantity
      from public.order_items i
      where i.order_id = this_order.id and i.product_id is not null
      group by i.product_id
    ) i;
  if products is null then
    -- Lines of the seller's own need no window, and their day was not checked before.
    return day >= (now() at time zone 'Europe/London')::date;
  elsif this_order.agreed_on is not null then
    return this_order.fulfilment = 'delivery'
    or exists (
      select
      from
        unnest(products) p (id)
        cross join private.agreed_windows(this_order.shop_id, p.id, this_order.agreed_on) w
      where
        this_order.agreed_on = this_order.pickup_date
        and w.start_time = this_order.pickup_start
        and w.end_time = this_order.pickup_end
    );
  elsif day is null then
    day := private.sending_day(this_order.shop_id, products, quantities);
    update public.orders o set due_at = day where o.id = this_order.id and day is not null;
    return day is not null;
  end if;
  return coalesce(
    private.offers_slot(
      this_order.shop_id,
      products,
      this_order.fulfilment,
      day,
      coalesce(this_order.pickup_start, this_order.delivery_start),
      coalesce(this_order.pickup_end, this_order.delivery_end)
    ) = 'free',
    false
  )
  and not exists (select from private.exceeded_limits(this_order.shop_id, products, quantities, day, day));
end
$$;
comment on function private.can_rebook is
  'Whether the places that an expired order released are still free. Plans another day of sending. Bookings are locked.';

-- Taking and releasing places.

create function private.book_windows(checkout uuid, only_order uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if
    not exists (
      select
      from public.orders o
      where o.checkout_id = checkout and coalesce(o.pickup_date, o.delivery_date) is not null
    )
  then
    return;
  end if;
  insert into private.pickup_bookings (order_id, owner_id, fulfilment, pickup_date, start_time, end_time)
  select o.id, w.owner_id, o.fulfilment, coalesce(o.pickup_date, o.delivery_date), w.start_time, w.end_time
  from
    public.orders o
    cross join lateral private.windows_on(
      o.shop_id,
      array(select i.product_id from public.order_items i where i.order_id = o.id),
      o.fulfilment,
      coalesce(o.pickup_date, o.delivery_date)
    ) w
  where
    o.checkout_id = checkout
    and (only_order is null or o.id = only_order)
    and o.agreed_on is null
    and o.drop_id is null
    and coalesce(o.pickup_date, o.delivery_date) is not null
    and case
      when coalesce(o.pickup_start, o.delivery_start) is null then w.is_posted
      else w.start_time <= coalesce(o.pickup_start, o.delivery_start)
      and w.end_time > coalesce(o.pickup_start, o.delivery_start)
    end
  union all
  select
    o.id,
    o.drop_id,
    o.fulfilment,
    coalesce(o.pickup_date, o.delivery_date),
    coalesce(o.pickup_start, o.delivery_start),
    coalesce(o.pickup_end, o.delivery_end)
  from public.orders o
  where o.checkout_id = checkout and (only_order is null or o.id = only_order) and o.drop_id is not null
  union all
  select o.id, w.owner_id, 'pickup', w.pickup_date, w.start_time, w.end_time
  from
    public.orders o
    join public.order_items i on i.order_id = o.id
    cross join lateral private.agreed_windows(o.shop_id, i.product_id, o.agreed_on) w
  where
    o.checkout_id = checkout
    and (only_order is null or o.id = only_order)
    and o.fulfilment = 'pickup'
    and o.agreed_on = o.pickup_date
    and w.start_time = o.pickup_start;
end
$$;
comment on function private.book_windows is
  'Books a place for each order of a checkout, or for one of them, in each window that is open at its time. The caller has checked, under lock, that a place is free.';

create function private.cancel_bookings(this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from private.pickup_bookings b where b.order_id = this_order.id;
  if this_order.due_at is not null then
    perform private.offer_places(this_order.shop_id, this_order.due_at::date);
  end if;
end
$$;
comment on function private.cancel_bookings is
  'Releases the places of a cancelled order in its windows, and offers them to members who wait.';
