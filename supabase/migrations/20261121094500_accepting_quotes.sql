-- Accepting a quote: an order of its own, at the room's price, for the day that was agreed whatever the schedule says, with the brief.

alter table public.orders add column agreed_on date;
comment on column public.orders.agreed_on is 'The day that was agreed with the quote this order accepts; it is picked up or delivered then.';

alter type private.order_part add attribute agreed_on date;
alter type private.order_line add attribute agreed_on date;

-- Read.
create or replace function private.read_order_line(given jsonb, shop uuid, number bigint) returns private.order_line
language plpgsql set search_path = ''
as $$
declare
  line private.order_line;
  quantity numeric;
begin
  perform private.check_order_fields(
    given, '{product_id,quantity,variation,personalization,custom_request_details,allergens,chat_room_id,agreed_on}', 'A line of an order');
  line.position := number;
  line.shop_id := shop;
  line.product_id := private.order_uuid(given, 'product_id');
  if line.product_id is null then
    perform private.refuse('22023', 'malformed', 'A line of an order says which product.');
  end if;
  if jsonb_typeof(given -> 'quantity') = 'number' then
    quantity := given -> 'quantity';
  end if;
  if quantity is null or quantity not between 1 and 99 or quantity <> trunc(quantity) then
    perform private.refuse('22023', 'quantity', 'A quantity is a whole number from 1 to 99.', jsonb_build_object('product_id', line.product_id));
  end if;
  line.quantity := quantity;
  line.variation := private.order_text(given, 'variation', 60, 'variation');
  line.personalization := private.order_text(given, 'personalization', 60, 'personalization');
  line.custom_request_details := private.order_text(given, 'custom_request_details', 200, 'personalization');
  if line.personalization not in ('happy_birthday', 'congratulations', 'thank_you', 'custom') then
    perform private.refuse('22023', 'personalization', 'There is no such personalisation.', jsonb_build_object('product_id', line.product_id));
  end if;
  if line.custom_request_details is not null and line.personalization is distinct from 'custom' then
    perform private.refuse('22023', 'personalization', 'Words of your own go with a custom message.', jsonb_build_object('product_id', line.product_id));
  end if;
  line.allergens := nullif(given -> 'allergens', 'null');
  line.chat_room_id := private.order_uuid(given, 'chat_room_id');
  if coalesce(given -> 'agreed_on', 'null') <> 'null' then
    begin
      line.agreed_on := private.order_text(given, 'agreed_on', 10, 'malformed');
    exception when data_exception then
      perform private.refuse('22023', 'malformed', 'There is no such day.');
    end;
  end if;
  return line;
end $$;

create function private.as_agreed(part private.order_part, lines private.order_line[]) returns private.order_part
language plpgsql stable set search_path = ''
as $$
begin
  -- A quote is alone in its order, so the first line is all of it.
  select r.wanted_on into part.agreed_on from public.chat_rooms r where r.id = lines[1].chat_room_id;
  return part;
end $$;
comment on function private.as_agreed(private.order_part, private.order_line[]) is 'What is asked of a shop, with the day its quote agreed on. The conversation is locked.';

-- Checked.
create or replace function private.quoted_price(buyer uuid, line private.order_line) returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  room public.chat_rooms;
  at_fault jsonb := jsonb_build_object('product_id', line.product_id);
begin
  select * into room from public.chat_rooms r where r.id = line.chat_room_id and r.buyer_id = buyer;
  if not found then
    perform private.refuse('PT404', 'room', 'This conversation does not exist.', at_fault);
  end if;
  if room.product_id is distinct from line.product_id or room.price_quote is null then
    perform private.refuse('PT409', 'quote', 'No price has been quoted for this in your conversation yet.', at_fault);
  end if;
  if room.is_paid or exists (select from public.orders o where o.chat_room_id = room.id and o.status <> 'cancelled') then
    perform private.refuse('PT409', 'quote', 'This quote has been accepted already.', at_fault);
  end if;
  if private.have_blocked(room.buyer_id, room.seller_id) then
    perform private.refuse('PT409', 'quote', 'This quote cannot be accepted any more.', at_fault);
  end if;
  if room.quote_expires_at <= now() or room.wanted_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse('PT409', 'quote', 'This quote has expired. Please ask the baker to renew it.', at_fault);
  end if;
  if line.agreed_on is not null and line.agreed_on is distinct from room.wanted_on then
    perform private.refuse('PT409', 'agreed_on', 'The baker has changed the day of this quote just now. Please read it again.', at_fault);
  end if;
  if line.quantity <> 1 or line.variation is not null then
    perform private.refuse('22023', 'quantity', 'A quote is for one, as it was agreed.', at_fault);
  end if;
  return room.price_quote;
end $$;

create function private.agreed_windows(shop uuid, product uuid, day date)
returns table (owner_id uuid, pickup_date date, start_time time, end_time time)
language sql stable set search_path = ''
as $$
  with own as (select exists (select from public.product_pickup_schedules w where w.product_id = product) as is_own),
  -- Lead times, closures and limits are for what nobody was asked about: this day the baker has agreed to.
  weekly as (
    select w.shop_id as owner_id, w.start_time, w.end_time from public.shop_pickup_schedules w, own
    where not own.is_own and w.shop_id = shop and w.day_of_week = extract(dow from day)
    union all
    select w.product_id, w.start_time, w.end_time from public.product_pickup_schedules w, own
    where own.is_own and w.product_id = product and w.day_of_week = extract(dow from day)
  ),
  usual as (
    select case when own.is_own then product else shop end, time '09:00', time '17:00' from own where not exists (select from weekly)
  )
  select w.owner_id, day, w.start_time, w.end_time
  from (select * from weekly union all select * from usual) w
  where day + w.end_time > now() at time zone 'Europe/London'
  order by w.start_time
$$;
comment on function private.agreed_windows(uuid, uuid, date) is
  'When something can be picked up on a day its baker has agreed to: the windows of that weekday, from nine to five where there are none.';
create or replace function private.check_shop(buyer uuid, part private.order_part, place public.user_addresses) returns public.shops
language plpgsql stable set search_path = ''
as $$
declare
  shop public.shops;
  at_fault jsonb := jsonb_build_object('shop_id', part.shop_id);
  miles numeric;
begin
  select * into shop from public.shops s where s.id = part.shop_id and s.status = 'active';
  if not found then
    perform private.refuse('PT404', 'shop', 'This shop is not open any more.', at_fault);
  end if;
  if shop.user_id = buyer then
    perform private.refuse('42501', 'own_shop', 'You cannot buy from your own shop.', at_fault);
  end if;
  -- An order that is under way lets the two talk again: nobody buys their way through a block.
  if private.have_blocked(shop.user_id, buyer) then
    perform private.refuse('PT409', 'blocked', case
      when exists (select from public.blocks b where b.blocker_id = buyer and b.blocked_id = shop.user_id)
        then format('You have blocked %s. Unblock them to buy from them.', shop.name)
      else format('You cannot buy from %s.', shop.name) end, at_fault);
  end if;
  if part.fulfilment = 'pickup' then
    return shop;
  end if;
  if part.agreed_on is null and exists (
    select from public.shop_closures c
    where c.shop_id = shop.id and (now() at time zone 'Europe/London')::date between c.from_date and c.to_date
  ) then
    perform private.refuse('PT409', 'away', format('%s is away at the moment and does not deliver.', shop.name), at_fault);
  end if;
  if shop.delivery_radius_miles is null or shop.lat is null then
    return shop;
  end if;
  if place.lat is null then
    perform private.refuse('PT409', 'place_unknown',
      format('%s delivers up to %s miles. Please say where your address is.', shop.name, shop.delivery_radius_miles::float), at_fault);
  end if;
  miles := round(private.miles_between(shop.lat, shop.lon, place.lat, place.lon)::numeric, 1);
  if miles > shop.delivery_radius_miles then
    perform private.refuse('PT409', 'too_far',
      format('%s delivers up to %s miles, and your address is %s miles away.', shop.name, shop.delivery_radius_miles::float, miles::float),
      at_fault || jsonb_build_object('miles', miles, 'radius', shop.delivery_radius_miles));
  end if;
  return shop;
end $$;

create or replace function private.check_pickup(part private.order_part, products uuid[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  slot record;
  at_fault jsonb := jsonb_build_object('shop_id', part.shop_id);
begin
  if part.agreed_on is not null then
    if not exists (
      select from unnest(products) p (id) cross join private.agreed_windows(part.shop_id, p.id, part.agreed_on) w
      where w.pickup_date = part.pickup_date and w.start_time = part.pickup_start and w.end_time = part.pickup_end
    ) then
      perform private.refuse('PT409', 'slot', 'This was agreed for another time. Please choose one that is offered.', at_fault);
    end if;
    return;
  end if;
  select * into slot from private.pickup_choices(part.shop_id, products, part.pickup_date, part.pickup_date) c
  where c.start_time = part.pickup_start and c.end_time = part.pickup_end;
  if not found then
    perform private.refuse('PT409', 'slot', 'This pickup time is not offered. Please choose another one.', at_fault);
  end if;
  if slot.remaining = 0 then
    perform private.refuse('PT409', 'slot_full', 'This pickup time is full. Please choose another one.', at_fault);
  end if;
end $$;

create or replace function private.book_pickup(booked_order uuid, shop uuid, products uuid[], day date, starts time) returns void
language sql set search_path = ''
as $$
  insert into private.pickup_bookings (order_id, owner_id, pickup_date, start_time, end_time)
  select booked_order, w.owner_id, w.pickup_date, w.start_time, w.end_time
  from private.pickup_windows(shop, products, day, day) w
  where w.start_time <= starts and w.end_time > starts
    and not exists (select from public.orders o where o.id = booked_order and o.agreed_on is not null)
  union all
  select o.id, w.owner_id, w.pickup_date, w.start_time, w.end_time
  from public.orders o cross join unnest(products) p (id) cross join private.agreed_windows(shop, p.id, o.agreed_on) w
  where o.id = booked_order and o.agreed_on = day and w.start_time = starts
$$;

create function public.quote_slots(chat_room_id uuid)
returns table (date date, start_time time, end_time time, remaining integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  room public.chat_rooms;
  shop uuid;
  today date := (now() at time zone 'Europe/London')::date;
begin
  select * into room from public.chat_rooms r where r.id = quote_slots.chat_room_id and r.buyer_id = auth.uid();
  select p.shop_id into shop from public.products p where p.id = room.product_id and p.is_listed and p.available_for_pickup;
  if shop is null then
    return;
  elsif room.wanted_on is null then
    return query select * from private.pickup_choices(shop, array[room.product_id], today, today + 13);
  else
    return query select w.pickup_date, w.start_time, w.end_time, null::integer from private.agreed_windows(shop, room.product_id, room.wanted_on) w;
  end if;
end $$;
comment on function public.quote_slots(uuid) is
  'When what was quoted to the caller can be picked up: on the day that was agreed, else as pickup_slots offers it. Nothing where it is not for pickup.';

-- Written.
create or replace function private.write_checkout(
  buyer uuid, key text, digest text, parts private.order_part[], bought private.bought_line[], place public.user_addresses
) returns public.checkouts
language plpgsql set search_path = ''
as $$
declare
  placed public.checkouts;
  subtotal numeric;
  delivered numeric;
begin
  select sum(b.price * b.quantity), coalesce(sum(b.price * b.quantity) filter (where p.fulfilment = 'delivery'), 0)
  into subtotal, delivered
  from unnest(bought) b join unnest(parts) p on p.shop_id = b.shop_id;
  if subtotal > 99000 then
    perform private.refuse('22023', 'amount', 'One order comes to at most £99,000.');
  end if;
  insert into public.checkouts (buyer_id, idempotency_key, request_digest, subtotal, delivery_fee)
  values (buyer, key, digest, subtotal, private.delivery_fee(delivered))
  returning * into placed;
  if placed.total between 0.01 and 0.29 then
    perform private.refuse('22023', 'amount', 'No card pays less than 30p. Please add something.');
  end if;

  with sums as (
    select p.shop_id, p.fulfilment, p.pickup_date, p.pickup_start, p.pickup_end, p.note, p.agreed_on, b.subtotal, b.chat_room_id,
      row_number() over (partition by p.fulfilment order by p.position) as number,
      count(*) over (partition by p.fulfilment) as parts
    from unnest(parts) p
    join (
      select l.shop_id, sum(l.price * l.quantity) as subtotal, (array_agg(l.chat_room_id) filter (where l.chat_room_id is not null))[1] as chat_room_id
      from unnest(bought) l group by l.shop_id
    ) b using (shop_id)
  ),
  made as (
    insert into public.orders (checkout_id, buyer_id, shop_id, shop_name, buyer_name, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_address, note, chat_room_id, agreed_on, brief, subtotal, delivery_fee)
    select placed.id, buyer, s.id, s.name, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.name),
      n.fulfilment, n.pickup_date, n.pickup_start, n.pickup_end,
      case n.fulfilment when 'delivery' then private.delivery_address(place) end,
      n.note, r.id, n.agreed_on, case when r.id is not null then coalesce(r.brief, '{}') || jsonb_strip_nulls(jsonb_build_object('wanted_on', r.wanted_on)) end,
      n.subtotal,
      -- Equal shares; the first orders carry the odd pennies.
      case n.fulfilment when 'delivery' then
        (div(placed.delivery_fee * 100, n.parts) + (n.number <= mod(placed.delivery_fee * 100, n.parts))::integer) / 100
      else 0 end
    from sums n
    join public.shops s on s.id = n.shop_id
    join public.profiles u on u.id = buyer
    left join public.chat_rooms r on r.id = n.chat_room_id
    returning id, shop_id
  )
  insert into public.order_items (order_id, product_id, name, image, price, quantity, variation, personalization, custom_request_details,
    ingredients, allergens, takes_stock)
  select m.id, b.product_id, b.name, b.image, b.price, b.quantity, b.variation, b.personalization, b.custom_request_details,
    b.ingredients, b.allergens, b.chat_room_id is null
  from unnest(bought) b join made m using (shop_id);

  update public.products p set stock = p.stock - t.quantity
  from (
    select b.product_id, sum(b.quantity) as quantity from unnest(bought) b where b.chat_room_id is null group by b.product_id
  ) t where p.id = t.product_id;
  return placed;
end $$;

create or replace function public.place_order("order" jsonb, idempotency_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer uuid := auth.uid();
  digest text := encode(sha256(convert_to(coalesce("order"::text, ''), 'UTF8')), 'hex');
  parts private.order_part[];
  part private.order_part;
  lines private.order_line[];
  bought private.bought_line[];
  place public.user_addresses;
  placed public.checkouts;
begin
  if buyer is null or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = buyer) then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  if coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'An order comes with a key of its own, of 8 to 200 characters.');
  end if;
  -- One order of a person at a time: one that was sent twice finds the first, and nobody holds more by asking twice at once.
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || buyer, 0));
  select * into placed from public.checkouts c where c.buyer_id = buyer and c.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_digest is distinct from digest then
      perform private.refuse('PT409', 'key_reused', 'This key belongs to another order of yours.');
    end if;
    return private.checkout_answer(placed.id);
  end if;

  parts := private.read_order_parts("order");
  lines := private.read_order_lines("order");
  -- One conversation, one order: its day, its brief and its refund are about that alone.
  if cardinality(lines) > 1 and exists (select from unnest(lines) l where l.chat_room_id is not null) then
    perform private.refuse('22023', 'quote_alone', 'A quote is accepted on its own. Please order everything else separately.');
  end if;
  if exists (select from unnest(parts) p where p.fulfilment = 'delivery') then
    select * into place from public.user_addresses a where a.id = private.order_uuid("order", 'address_id') and a.user_id = buyer;
    if place.id is null and "order" ->> 'address_id' is null then
      perform private.refuse('22023', 'address_missing', 'Please choose an address for the delivery.');
    elsif place.id is null then
      perform private.refuse('PT404', 'address', 'This address does not exist any more.');
    end if;
  end if;

  perform private.lock_for_order(
    array(select l.chat_room_id from unnest(lines) l where l.chat_room_id is not null),
    array(select l.product_id from unnest(lines) l));
  perform private.lock_pickup_windows(
    array(select p.shop_id from unnest(parts) p where p.fulfilment = 'pickup'),
    array(select l.product_id from unnest(lines) l),
    array(select p.pickup_date from unnest(parts) p where p.fulfilment = 'pickup'));
  if lines[1].chat_room_id is not null then
    parts[1] := private.as_agreed(parts[1], lines);
  end if;
  foreach part in array parts loop
    perform private.check_shop(buyer, part, place);
  end loop;
  bought := array(
    select private.buy_line(buyer, l, p.fulfilment, w.quantity)
    from unnest(lines) l
    join unnest(parts) p on p.shop_id = l.shop_id
    join (
      select o.product_id, sum(o.quantity) filter (where o.chat_room_id is null) as quantity from unnest(lines) o group by o.product_id
    ) w on w.product_id = l.product_id
    order by p.position, l.position
  );
  foreach part in array parts loop
    if part.fulfilment = 'pickup' then
      perform private.check_pickup(part, array(select l.product_id from unnest(lines) l where l.shop_id = part.shop_id));
    end if;
  end loop;
  perform private.check_unpaid(buyer, parts, lines);

  placed := private.write_checkout(buyer, idempotency_key, digest, parts, bought, place);
  if "order" ->> 'shown_total' is not null and "order" -> 'shown_total' is distinct from to_jsonb(placed.total) then
    perform private.refuse('PT409', 'prices_changed',
      format('Prices have changed: this order comes to £%s now.', placed.total), jsonb_build_object('total', placed.total));
  end if;
  perform private.book_pickup(o.id, o.shop_id, array(select i.product_id from public.order_items i where i.order_id = o.id), o.pickup_date, o.pickup_start)
  from public.orders o where o.checkout_id = placed.id and o.fulfilment = 'pickup';
  if placed.total = 0 then
    perform private.settle_checkout(placed.id);
  end if;
  return private.checkout_answer(placed.id);
end $$;
comment on function public.place_order(jsonb, text) is
  'Turns a basket into orders that wait for payment for 30 minutes, one a shop, all or nothing: '
  '{ shops: [{ shop_id, fulfilment, pickup: { date, start_time, end_time }, note, items: [{ product_id, quantity, variation, personalization, '
  'custom_request_details, allergens, chat_room_id, agreed_on }] }], address_id, allergens_acknowledged, shown_total } -> '
  '{ checkout_id, orders, subtotal, delivery_fee, total }. A line with chat_room_id accepts that conversation''s quote, and is alone. '
  'The same key again gives the first answer.';

create or replace function private.due_at(sold public.orders) returns timestamp
language sql stable security definer set search_path = ''
as $$
  select case
    when sold.fulfilment = 'pickup' then sold.pickup_date + sold.pickup_start
    when sold.agreed_on is not null then sold.agreed_on::timestamp
    else (sold.paid_at at time zone 'Europe/London')::date::timestamp + interval '1 day' * coalesce((
      select max(p.lead_time_days)
      from public.order_items i join public.products p on p.id = i.product_id
      where i.order_id = sold.id
    ), 0)
  end
$$;
comment on column public.orders.due_at is
  'When it is to be handed over, on the wall clock in London: the start of its pickup window. A delivery is due on the day that was agreed, '
  'else on the day it was paid plus the longest lead time of its products, at 00:00. Null until then. Kept by trigger.';

-- Taken again, where the money comes late.
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
        or r.wanted_on is distinct from o.agreed_on
        or r.wanted_on < (now() at time zone 'Europe/London')::date
      )
  ) or exists (
    select from public.orders o join public.shops s on s.id = o.shop_id
    where o.checkout_id = checkout and private.have_blocked(s.user_id, o.buyer_id)
  ) then
    return false;
  end if;
  for held in
    select o.id, o.shop_id, o.pickup_date, o.pickup_start, o.pickup_end, o.agreed_on,
      array(select i.product_id from public.order_items i where i.order_id = o.id) as products
    from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'
  loop
    -- One order a shop: none of them takes another's place.
    if not exists (
      select from unnest(held.products) p (id) cross join private.agreed_windows(held.shop_id, p.id, held.agreed_on) w
      where held.agreed_on = held.pickup_date and w.start_time = held.pickup_start and w.end_time = held.pickup_end
      union all
      select from private.pickup_choices(held.shop_id, held.products, held.pickup_date, held.pickup_date) c
      where c.start_time = held.pickup_start and c.end_time = held.pickup_end and c.remaining is distinct from 0
        and held.agreed_on is null
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

-- Told.
create or replace function private.letter_order(bought public.orders) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', bought.id, 'shop', bought.shop_name, 'fulfilment', bought.fulfilment, 'note', bought.note, 'brief', bought.brief, 'agreed_on', bought.agreed_on,
    'pickup', case bought.fulfilment when 'pickup' then jsonb_build_object(
      'date', bought.pickup_date, 'start', to_char(bought.pickup_start, 'HH24:MI'), 'end', to_char(bought.pickup_end, 'HH24:MI'),
      'place', bought.pickup_place) end,
    'address', case bought.fulfilment when 'delivery' then bought.delivery_address end,
    'subtotal', bought.subtotal, 'delivery_fee', bought.delivery_fee, 'total', bought.total_amount,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'quantity', i.quantity, 'price', i.price, 'image', i.image, 'variation', i.variation,
        'personalization', i.personalization, 'custom_request_details', i.custom_request_details, 'allergens', i.allergens
      ) order by i.name, i.id)
      from public.order_items i where i.order_id = bought.id
    ), '[]'))
$$;

revoke execute on function private.as_agreed(private.order_part, private.order_line[]), private.agreed_windows(uuid, uuid, date),
  public.quote_slots(uuid) from public;
grant execute on function public.quote_slots(uuid) to authenticated;
