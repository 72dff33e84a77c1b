-- Placing an order turns a basket into orders that await payment, in one transaction. Also cancels, expires and reinstates unpaid checkouts.

-- Placing.

create function private.lock_for_order(rooms uuid[], products uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- Every transaction locks in this order, which prevents deadlocks.
  perform from public.chat_rooms r where r.id = any (rooms) order by r.id for no key update;
  perform from public.products p where p.id = any (products) order by p.id for no key update;
end $$;
comment on function private.lock_for_order(uuid[], uuid[]) is
  'Locks conversations by id, then products by id. Pickup windows follow. Buyers of the same product or quote wait here.';

create function private.checkout_response(checkout uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'checkout_id', c.id,
      'orders', (
        select jsonb_agg(jsonb_build_object('id', o.id, 'shop_id', o.shop_id, 'shop_name', o.shop_name, 'fulfilment', o.fulfilment,
          'subtotal', o.subtotal, 'delivery_fee', o.delivery_fee, 'total', o.total_amount) order by o.shop_name, o.id)
        from public.orders o where o.checkout_id = c.id
      ),
      'subtotal', c.subtotal, 'delivery_fee', c.delivery_fee, 'total', c.total)
    from public.checkouts c where c.id = checkout
  );
end $$;
comment on function private.checkout_response(uuid) is 'The response of place_order, identical for every retry.';

create function private.write_checkout(
  buyer uuid, key text, digest text, parts private.order_part[], lines private.priced_line[], address public.user_addresses, hold_duration interval
) returns public.checkouts
language plpgsql set search_path = '' as $$
declare
  placed public.checkouts;
  subtotal numeric;
  delivered numeric;
begin
  select sum(l.price * l.quantity), coalesce(sum(l.price * l.quantity) filter (where p.fulfilment = 'delivery'), 0)
  into subtotal, delivered
  from unnest(lines) l join unnest(parts) p on p.shop_id = l.shop_id;
  if subtotal > 99000 then
    perform private.refuse('22023', 'amount', 'An order can total at most £99,000.');
  end if;
  insert into public.checkouts (buyer_id, idempotency_key, request_digest, subtotal, delivery_fee, expires_at)
  values (buyer, key, digest, subtotal, private.delivery_fee(delivered), now() + hold_duration)
  returning * into placed;
  if placed.total between 0.01 and 0.29 then
    perform private.refuse('22023', 'amount', 'Card payments start at 30p. Please add something to your order.');
  end if;

  with sums as (
    select p.shop_id, p.fulfilment, p.pickup_date, p.pickup_start, p.pickup_end, p.note, p.agreed_on, b.subtotal, b.chat_room_id,
      row_number() over (partition by p.fulfilment order by p.position) as number,
      count(*) over (partition by p.fulfilment) as parts
    from unnest(parts) p
    join (
      select l.shop_id, sum(l.price * l.quantity) as subtotal, (array_agg(l.chat_room_id) filter (where l.chat_room_id is not null))[1] as chat_room_id
      from unnest(lines) l group by l.shop_id
    ) b using (shop_id)
  ),
  inserted as (
    insert into public.orders (checkout_id, buyer_id, shop_id, shop_name, buyer_name, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_address, note, chat_room_id, agreed_on, brief, subtotal, delivery_fee)
    select placed.id, buyer, s.id, s.name, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.name),
      p.fulfilment, p.pickup_date, p.pickup_start, p.pickup_end,
      case p.fulfilment when 'delivery' then private.delivery_address(address) end,
      p.note, r.id, p.agreed_on, case when r.id is not null then coalesce(r.brief, '{}') || jsonb_strip_nulls(jsonb_build_object('wanted_on', r.wanted_on)) end,
      p.subtotal,
      -- Each delivered order pays an equal share. The first ones pay the pennies that remain.
      case p.fulfilment when 'delivery' then
        (div(placed.delivery_fee * 100, p.parts) + (p.number <= mod(placed.delivery_fee * 100, p.parts))::integer) / 100
      else 0 end
    from sums p
    join public.shops s on s.id = p.shop_id
    join public.profiles u on u.id = buyer
    left join public.chat_rooms r on r.id = p.chat_room_id
    returning id, shop_id
  )
  insert into public.order_items (order_id, product_id, name, image, price, quantity, variation, personalization, custom_request_details,
    ingredients, allergens, takes_stock)
  select o.id, l.product_id, l.name, l.image, l.price, l.quantity, l.variation, l.personalization, l.custom_request_details,
    l.ingredients, l.allergens, l.chat_room_id is null
  from unnest(lines) l join inserted o using (shop_id);

  update public.products p set stock = p.stock - t.quantity
  from (
    select l.product_id, sum(l.quantity) as quantity from unnest(lines) l where l.chat_room_id is null group by l.product_id
  ) t where p.id = t.product_id;
  return placed;
end $$;
comment on function private.write_checkout(uuid, text, text, private.order_part[], private.priced_line[], public.user_addresses, interval) is
  'Inserts the checkout, an order for each shop and their lines, and reduces stock. The caller has checked everything under lock.';

create function public.place_order("order" jsonb, idempotency_key text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  buyer uuid := private.member_id();
  digest text := encode(sha256(convert_to(coalesce("order"::text, ''), 'UTF8')), 'hex');
  parts private.order_part[];
  part private.order_part;
  lines private.order_line[];
  priced_lines private.priced_line[];
  address public.user_addresses;
  placed public.checkouts;
  network cidr;
begin
  if buyer is null or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = buyer) then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  if coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'An order needs an idempotency key of 8 to 200 characters.');
  end if;
  network := private.lock_buyer_and_network(buyer);
  select * into placed from public.checkouts c where c.buyer_id = buyer and c.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_digest is distinct from digest then
      perform private.refuse('PT409', 'key_reused', 'This key belongs to another of your orders.');
    end if;
    return private.checkout_response(placed.id);
  end if;

  parts := private.read_order_parts("order");
  lines := private.read_order_lines("order");
  -- A conversation belongs to one order, because its day, brief and refund are those of the order.
  if cardinality(lines) > 1 and exists (select from unnest(lines) l where l.chat_room_id is not null) then
    perform private.refuse('22023', 'quote_alone', 'A quote must be ordered on its own. Please order everything else separately.');
  end if;
  if exists (select from unnest(parts) p where p.fulfilment = 'delivery') then
    select * into address from public.user_addresses a where a.id = private.order_uuid("order", 'address_id') and a.user_id = buyer;
    if address.id is null and "order" ->> 'address_id' is null then
      perform private.refuse('22023', 'address_missing', 'Please choose a delivery address.');
    elsif address.id is null then
      perform private.refuse('PT404', 'address', 'This address no longer exists. Please choose another one.');
    end if;
  end if;

  perform private.lock_for_order(
    array(select l.chat_room_id from unnest(lines) l where l.chat_room_id is not null),
    array(select l.product_id from unnest(lines) l));
  perform private.lock_pickup_windows(array(select p.shop_id from unnest(parts) p where p.fulfilment = 'pickup'));
  if lines[1].chat_room_id is not null then
    parts[1] := private.with_agreed_date(parts[1], lines);
  end if;
  foreach part in array parts loop
    perform private.check_shop(buyer, part, address);
  end loop;
  priced_lines := array(
    select private.price_line(buyer, l, p.fulfilment, w.quantity)
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
  perform private.check_unpaid_holds(buyer, null, parts, lines);
  if network is not null then
    perform private.check_unpaid_holds(buyer, network, parts, lines);
  end if;

  placed := private.write_checkout(buyer, idempotency_key, digest, parts, priced_lines, address, private.hold_duration(buyer, network));
  insert into private.unpaid_networks (checkout_id, network) select placed.id, network where network is not null;
  if "order" ->> 'shown_total' is not null and "order" -> 'shown_total' is distinct from to_jsonb(placed.total) then
    perform private.refuse('PT409', 'prices_changed',
      format('Prices have changed. This order now costs £%s.', placed.total), jsonb_build_object('total', placed.total));
  end if;
  perform private.book_pickup(o.id, o.shop_id, array(select i.product_id from public.order_items i where i.order_id = o.id), o.pickup_date, o.pickup_start)
  from public.orders o where o.checkout_id = placed.id and o.fulfilment = 'pickup';
  if placed.total = 0 then
    perform private.settle_checkout(placed.id);
  end if;
  return private.checkout_response(placed.id);
end $$;
comment on function public.place_order(jsonb, text) is
  'Places an order: turns a basket into one order for each shop, all or nothing. They await payment for 30 minutes, '
  'or less after unpaid orders. The argument is { shops: [{ shop_id, fulfilment, pickup: { date, start_time, '
  'end_time }, note, items: [{ product_id, quantity, variation, personalization, custom_request_details, allergens, '
  'chat_room_id, agreed_on }] }], address_id, allergens_acknowledged, shown_total }. The result is { checkout_id, '
  'orders, subtotal, delivery_fee, total }. A line with chat_room_id accepts that conversation''s quote and must be '
  'the only line. The same key returns the first response again.';

-- Ending.

create function private.release_checkouts(checkouts uuid[], reason text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_for_order('{}', array(
    select i.product_id from public.orders o join public.order_items i on i.order_id = o.id
    where o.checkout_id = any (checkouts) and i.takes_stock
  ));
  update public.products p set stock = least(1000000, p.stock + t.quantity)
  from (
    select i.product_id, sum(i.quantity) as quantity
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.checkout_id = any (checkouts) and i.takes_stock
    group by i.product_id
  ) t where p.id = t.product_id;
  update public.orders o set status = 'cancelled', cancel_reason = reason where o.checkout_id = any (checkouts);
end $$;
comment on function private.release_checkouts(uuid[], text) is
  'Releases what unpaid checkouts hold: stock and, by cancelling their orders, pickup places and quotes. The checkouts are locked.';

create function private.reinstate_checkout(checkout uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  pickup record;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.checkout_id = checkout),
    array(select i.product_id from public.orders o join public.order_items i on i.order_id = o.id where o.checkout_id = checkout));
  perform private.lock_pickup_windows(
    array(select o.shop_id from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'));
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
        -- Since then, another order of the same quote was paid and cancelled, which ended the agreement.
        or r.price_quote is distinct from (select i.price from public.order_items i where i.order_id = o.id and not i.takes_stock)
        or r.wanted_on is distinct from o.agreed_on
        or r.wanted_on < (now() at time zone 'Europe/London')::date
      )
  ) or exists (
    select from public.orders o join public.shops s on s.id = o.shop_id
    where o.checkout_id = checkout and private.has_block_between(s.user_id, o.buyer_id)
  ) then
    return false;
  end if;
  for pickup in
    select o.id, o.shop_id, o.pickup_date, o.pickup_start, o.pickup_end, o.agreed_on,
      array(select i.product_id from public.order_items i where i.order_id = o.id) as products
    from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'
  loop
    -- The checkout has one order for each shop, so its orders do not compete for places.
    if not exists (
      select from unnest(pickup.products) p (id) cross join private.agreed_windows(pickup.shop_id, p.id, pickup.agreed_on) w
      where pickup.agreed_on = pickup.pickup_date and w.start_time = pickup.pickup_start and w.end_time = pickup.pickup_end
      union all
      select from private.shared_pickup_slots(pickup.shop_id, pickup.products, pickup.pickup_date, pickup.pickup_date) c
      where c.start_time = pickup.pickup_start and c.end_time = pickup.pickup_end and c.remaining is distinct from 0
        and pickup.agreed_on is null
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
comment on function private.reinstate_checkout(uuid) is
  'Takes the stock and pickup places that an expired checkout released. If some are no longer available, takes none and returns false. The checkout is locked.';

create function public.cancel_checkout(checkout_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  checkout public.checkouts;
begin
  select * into checkout from public.checkouts c
  where c.id = cancel_checkout.checkout_id and c.buyer_id = private.member_id() for no key update;
  if not found then
    perform private.refuse('PT404', 'checkout', 'This order doesn’t exist or isn’t yours.');
  elsif checkout.status = 'paid' then
    perform private.refuse('PT409', 'paid', 'This order has already been paid.');
  elsif checkout.status = 'pending' then
    update public.checkouts c set status = 'cancelled' where c.id = checkout.id;
    perform private.release_checkouts(array[checkout.id], 'Cancelled before payment.');
  end if;
end $$;
comment on function public.cancel_checkout(uuid) is 'Cancels the caller''s unpaid checkout and releases what it holds.';

create function public.expire_checkouts(batch_size integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- A locked checkout is being paid or cancelled, which takes precedence.
  expired uuid[] := array(
    select c.id from public.checkouts c where c.status = 'pending' and c.expires_at <= now()
    order by c.expires_at limit batch_size for no key update skip locked
  );
begin
  if cardinality(expired) > 0 then
    update public.checkouts c set status = 'expired' where c.id = any (expired);
    perform private.release_checkouts(expired, 'Not paid in time.');
  end if;
  delete from private.unpaid_networks n where n.created_at < now() - interval '1 day';
  return cardinality(expired);
end $$;
comment on function public.expire_checkouts(integer) is 'Expires checkouts that were not paid in time and releases what they hold. Returns their number.';

create function private.expire_checkouts_of(products uuid[]) returns void
language sql set search_path = '' as $$
  -- A locked checkout is being paid, which takes precedence. This only sets the time: the next run of expire_checkouts releases the stock, in
  -- its lock order. Until then no payment can start, and apply_payment refunds a late one.
  update public.checkouts c set expires_at = now()
  where c.id in (
    select c.id from public.checkouts c
    where c.status = 'pending' and c.expires_at > now() and exists (
      select from public.orders o join public.order_items i on i.order_id = o.id
      where o.checkout_id = c.id and i.product_id = any (products)
    )
    for no key update skip locked
  )
$$;
comment on function private.expire_checkouts_of(uuid[]) is 'Makes the unpaid checkouts that contain one of these products expire now.';

create function private.is_withdrawn(checkout uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.orders o
    join public.shops s on s.id = o.shop_id
    join public.order_items i on i.order_id = o.id
    left join public.products p on p.id = i.product_id
    where o.checkout_id = checkout and (s.status = 'suspended' or p.taken_down_at is not null)
  )
$$;
comment on function private.is_withdrawn(uuid) is
  'Whether an administrator has suspended a shop or taken down a product of a checkout. Changes by the seller do not count.';

grant execute on function public.place_order(jsonb, text), public.cancel_checkout(uuid) to authenticated, service_role;
grant execute on function public.expire_checkouts(integer) to service_role;
