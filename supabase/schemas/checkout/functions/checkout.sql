-- Placing an order turns a basket into orders that await payment, in one transaction. Also cancels, expires and reinstates unpaid checkouts.
--
-- Placing.

create function private.lock_for_order(rooms uuid[], products uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Every transaction locks in this order, which prevents deadlocks.
  perform from public.chat_rooms r where r.id = any (rooms) order by r.id for no key update;
  perform from public.products p where p.id = any (products) order by p.id for no key update;
end
$$;
comment on function private.lock_for_order is
  'Locks conversations by id, then products by id. Bookings follow. Buyers of the same product or quote wait here.';

create function private.accepted_quote(buyer uuid, line private.order_line)
returns public.chat_rooms
language plpgsql
stable
set search_path = ''
as $$
declare
  room public.chat_rooms;
  error_details jsonb := jsonb_build_object('product_id', line.product_id);
begin
  select * into room from public.chat_rooms r where r.id = line.chat_room_id and r.buyer_id = buyer;
  if not found then
    perform private.refuse('PT404', 'room', 'This conversation doesn’t exist or isn’t yours.', error_details);
  end if;
  if room.product_id is distinct from line.product_id or room.price_quote is null then
    perform private.refuse(
      'PT409',
      'quote',
      'No price has been quoted for this yet. Please ask the seller.',
      error_details
    );
  end if;
  if
    room.is_paid
    or exists (
      select
      from public.orders o
      where
        o.chat_room_id = room.id
        and (o.status = 'pending payment' or o.quote_version = room.quote_version and o.status <> 'cancelled')
    )
  then
    perform private.refuse('PT409', 'quote', 'This quote has already been accepted.', error_details);
  end if;
  if private.has_block_between(room.buyer_id, room.seller_id) then
    perform private.refuse('PT409', 'quote', 'This quote can no longer be accepted.', error_details);
  end if;
  if room.quote_expires_at <= now() or room.wanted_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse(
      'PT409',
      'quote',
      'This quote has expired. Please ask the seller to renew it.',
      error_details
    );
  end if;
  if line.agreed_on is not null and line.agreed_on is distinct from room.wanted_on then
    perform private.refuse(
      'PT409',
      'agreed_on',
      'The seller has just changed the day of this quote. Please check it again.',
      error_details
    );
  end if;
  if line.quote_version is distinct from room.quote_version then
    perform private.refuse(
      'PT409',
      'quote_changed',
      'The seller has just changed this quote. Please read it again.',
      error_details
    );
  end if;
  if line.quantity <> 1 or line.variation is not null or line.options <> '[]' then
    perform private.refuse('22023', 'quantity', 'A quote is for one item, as agreed.', error_details);
  end if;
  if private.requests_in(room.allergen_answers) is distinct from room.brief -> 'allergens' then
    perform private.refuse(
      'PT409',
      'answers',
      'The seller has not answered each allergen that you asked about.',
      error_details
    );
  elsif line.allergen_answers is null and room.allergen_answers is not null then
    perform private.refuse(
      '22023',
      'answers_not_agreed',
      'Please confirm that you have read the seller’s answers about allergens.',
      error_details
    );
  elsif line.allergen_answers is distinct from room.allergen_answers then
    perform private.refuse(
      'PT409',
      'answers_changed',
      'The seller has just changed an answer about allergens. Please read them again.',
      error_details
    );
  end if;
  return room;
end
$$;
comment on function private.accepted_quote is
  'The buyer''s conversation about the product, whose quote the line accepts. Refuses a quote that is missing, another '
  'buyer''s, accepted or expired, and one with answers about allergens that the line does not repeat.';

create function private.checkout_response(checkout uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select
      jsonb_build_object(
        'checkout_id', c.id,
        'orders', (
          select
            jsonb_agg(
              jsonb_build_object(
                'id', o.id,
                'shop_id', o.shop_id,
                'shop_name', o.shop_name,
                'fulfilment', o.fulfilment,
                'subtotal', o.subtotal,
                'delivery_fee', o.delivery_fee,
                'discount', o.discount + o.delivery_discount,
                'tip', o.tip,
                'total', o.total_amount
              )
              order by o.shop_name, o.id
            )
          from public.orders o
          where o.checkout_id = c.id
        ),
        'subtotal', c.subtotal,
        'delivery_fee', c.delivery_fee,
        'tip', c.tip,
        'voucher_amount', c.voucher_amount,
        'total', c.total,
        'balance', c.balance
      )
    from public.checkouts c
    where c.id = checkout
  );
end
$$;
comment on function private.checkout_response is 'The response of place_order, identical for every retry.';

create function private.write_checkout(
  buyer uuid,
  key text,
  digest text,
  parts private.order_part[],
  lines private.priced_line[],
  address public.user_addresses,
  hold_duration interval
)
returns public.checkouts
language plpgsql
set search_path = ''
as $$
declare
  placed public.checkouts;
  subtotal numeric;
  discount numeric;
  part private.order_part;
  charges private.delivery_charge[];
  fee numeric;
  balance numeric;
begin
  select sum(l.price * l.quantity), sum(l.discount) into subtotal, discount from unnest(lines) l;
  if subtotal > private.max_food_price() then
    perform private.refuse('22023', 'amount', 'The food of an order can cost at most £99,000.');
  end if;
  -- Delivery is charged for the food before any code, so that a code never makes it dearer.
  charges := private.delivery_charges(parts, lines, address);
  foreach part in array parts loop
    if part.waives_delivery then
      charges := private.waive_delivery(parts, charges);
      exit;
    end if;
  end loop;
  subtotal := subtotal - discount;
  fee := coalesce((select sum(c.fee) from unnest(charges) c), 0);
  balance := case when lines[1].chat_room_id is null then 0 else private.quote_balance(lines, subtotal + fee) end;
  insert into public.checkouts
    (buyer_id, idempotency_key, request_digest, subtotal, delivery_fee, balance, tip, expires_at)
  values (buyer, key, digest, subtotal, fee, balance, private.sum_of_tips(parts, lines, balance), now() + hold_duration)
  returning *
  into placed;
  if placed.total + placed.balance > 99999.99 then
    perform private.refuse('22023', 'amount', 'With delivery and tips, an order can cost at most £99,999.99.');
  end if;

  with
    sums as (
      select
        p.shop_id,
        p.fulfilment,
        p.pickup_date,
        p.pickup_start,
        p.pickup_end,
        p.delivery_date,
        p.delivery_start,
        p.delivery_end,
        p.send_on,
        p.note,
        p.agreed_on,
        p.drop_id,
        p.drop_title,
        p.discount_code_id,
        p.discount_code,
        coalesce(p.tip, 0) as tip,
        b.subtotal,
        b.discount,
        b.chat_room_id
      from
        unnest(parts) p
        join (
          select
            l.shop_id,
            sum(l.price * l.quantity - l.discount) as subtotal,
            sum(l.discount) as discount,
            (array_agg(l.chat_room_id) filter (where l.chat_room_id is not null))[1] as chat_room_id
          from unnest(lines) l
          group by l.shop_id
        ) b
          using (shop_id)
    ),
    inserted as (
      insert into public.orders
        (
          checkout_id,
          buyer_id,
          shop_id,
          shop_name,
          buyer_name,
          fulfilment,
          pickup_date,
          pickup_start,
          pickup_end,
          delivery_date,
          delivery_start,
          delivery_end,
          due_at,
          delivery_address,
          note,
          chat_room_id,
          agreed_on,
          brief,
          allergen_answers,
          answers_agreed_at,
          quote_version,
          quote_terms,
          balance,
          balance_due_on,
          drop_id,
          drop_title,
          subtotal,
          delivery_fee,
          has_own_delivery_fee,
          discount_code_id,
          discount_code,
          discount,
          delivery_discount,
          tip
        )
      select
        placed.id,
        buyer,
        s.id,
        s.name,
        coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.name),
        p.fulfilment,
        p.pickup_date,
        p.pickup_start,
        p.pickup_end,
        p.delivery_date,
        p.delivery_start,
        p.delivery_end,
        p.send_on,
        case p.fulfilment when 'delivery' then private.delivery_address(address) end,
        p.note,
        r.id,
        p.agreed_on,
        case
          when r.id is not null then coalesce(r.brief, '{}') - 'allergens' || jsonb_strip_nulls(
            jsonb_build_object('wanted_on', r.wanted_on)
          )
        end,
        r.allergen_answers,
        case when r.allergen_answers is not null then now() end,
        r.quote_version,
        nullif(jsonb_strip_nulls(jsonb_build_object('lines', r.quote_lines, 'note', r.quote_note)), '{}'),
        placed.balance,
        r.quote_balance_due_on,
        p.drop_id,
        p.drop_title,
        p.subtotal,
        coalesce(c.fee, 0),
        coalesce(c.is_own, false),
        p.discount_code_id,
        p.discount_code,
        p.discount,
        coalesce(c.waived, 0),
        p.tip
      from
        sums p
        join public.shops s on s.id = p.shop_id
        left join unnest(charges) c on c.shop_id = p.shop_id
        -- A manual order has no buyer.
        left join public.profiles u
          on u.id = buyer
        left join public.chat_rooms r on r.id = p.chat_room_id
      returning id, shop_id
    )
  insert into public.order_items
    (
      id,
      order_id,
      product_id,
      name,
      image,
      price,
      quantity,
      variation,
      personalization,
      custom_request_details,
      options,
      ingredients,
      allergens,
      takes_stock,
      has_own_declaration,
      drop_item_id,
      discount,
      is_custom
    )
  select
    l.id,
    o.id,
    l.product_id,
    l.name,
    l.image,
    l.price,
    l.quantity,
    l.variation,
    l.personalization,
    l.custom_request_details,
    l.options,
    l.ingredients,
    l.allergens,
    l.takes_stock,
    l.has_own_declaration,
    l.drop_item_id,
    l.discount,
    l.is_custom
  from
    unnest(lines) l
    join inserted o using (shop_id);
  if exists (select from unnest(lines) l where l.choices <> '{}') then
    insert into private.order_item_choices (order_item_id, choice_id, takes_stock, allergens)
    select l.id, c.id, c.takes_stock, c.allergens
    from
      unnest(lines) l,
      unnest(l.choices) c;
  end if;

  perform private.move_stock(array(select o.id from public.orders o where o.checkout_id = placed.id), -1);
  return placed;
end
$$;
comment on function private.write_checkout is
  'Inserts the checkout, an order for each shop and their lines, and reduces stock. The caller has checked everything under lock.';

create function private.place_for(
  buyer uuid,
  "order" jsonb,
  key text,
  digest text,
  network cidr,
  hold_duration interval,
  is_subscription boolean default false
)
returns public.checkouts
language plpgsql
set search_path = ''
as $$
declare
  parts private.order_part[];
  part private.order_part;
  lines private.order_line[];
  priced_lines private.priced_line[];
  address public.user_addresses;
  placed public.checkouts;
  has_code boolean := false;
  discounted record;
begin
  parts := private.read_order_parts("order");
  lines := private.read_order_lines("order");
  -- A conversation belongs to one order, because its day, brief and refund are those of the order.
  if cardinality(lines) > 1 and exists (select from unnest(lines) l where l.chat_room_id is not null) then
    perform private.refuse(
      '22023',
      'quote_alone',
      'A quote must be ordered on its own. Please order everything else separately.'
    );
  end if;
  if exists (select from unnest(parts) p where p.fulfilment = 'delivery') then
    select *
    into address
    from public.user_addresses a
    where a.id = private.order_uuid("order", 'address_id') and a.user_id = buyer;
    if address.id is null and "order" ->> 'address_id' is null then
      perform private.refuse('22023', 'address_missing', 'Please choose a delivery address.');
    elsif address.id is null then
      perform private.refuse('PT404', 'address', 'This address no longer exists. Please choose another one.');
    end if;
  end if;

  perform private.lock_for_order(
    array(select l.chat_room_id from unnest(lines) l where l.chat_room_id is not null),
    array(select l.product_id from unnest(lines) l)
  );
  perform private.lock_bookings(private.shops_to_lock(parts));
  if
    exists (
      select
      from public.waitlist_entries w
      where w.user_id = buyer and w.offered > 0 and w.product_id = any (array(select l.product_id from unnest(lines) l))
    )
  then
    perform private.use_offers(buyer, lines);
  end if;
  if exists (select from public.slot_waitlist_entries w where w.user_id = buyer) then
    perform private.use_held_places(buyer, parts);
  end if;
  if lines[1].chat_room_id is not null then
    parts[1] := private.with_agreed_date(parts[1], lines);
  end if;
  foreach part in array parts loop
    perform private.check_shop(buyer, part, address);
    has_code := has_code or part.discount_code_id is not null;
  end loop;
  priced_lines := array(
    select private.price_line(buyer, l, p.fulfilment, w.quantity)
    from
      unnest(lines) l
      join unnest(parts) p on p.shop_id = l.shop_id
      join (
        select o.product_id, sum(o.quantity) filter (where o.chat_room_id is null) as quantity
        from unnest(lines) o
        group by o.product_id
      ) w
        on w.product_id = l.product_id
    order by p.position, l.position
  );
  for n in 1..cardinality(priced_lines) loop
    if priced_lines[n].drop_item_id is not null then
      parts := private.with_drops(buyer, parts, priced_lines);
      -- Others are waiting for what is not paid.
      hold_duration := least(hold_duration, interval '10 minutes');
      exit;
    end if;
  end loop;
  parts := array(select private.with_hand_over(p, lines) from unnest(parts) p order by p.position);
  perform private.check_choice_stock(priced_lines);
  perform private.check_unpaid_holds(buyer, null, parts, priced_lines);
  if network is not null then
    perform private.check_unpaid_holds(buyer, network, parts, priced_lines);
  end if;
  if is_subscription and not private.has_bought(buyer) then
    perform private.check_newcomers_hold(parts, priced_lines);
  end if;

  if has_code then
    discounted := private.apply_discount_codes(buyer, parts, priced_lines);
    parts := discounted.parts;
    priced_lines := discounted.lines;
  end if;

  placed := private.write_checkout(buyer, key, digest, parts, priced_lines, address, hold_duration);
  if exists (select from unnest(parts) p where cardinality(p.voucher_codes) > 0) then
    placed := private.use_vouchers(placed, parts);
  end if;
  if placed.total between 0.01 and 0.29 then
    perform private.refuse('22023', 'amount', 'Card payments start at 30p. Please add something to your order.');
  end if;
  if "order" ->> 'shown_total' is not null and "order" -> 'shown_total' is distinct from to_jsonb(placed.total) then
    perform private.refuse(
      'PT409',
      'prices_changed',
      format('Prices have changed. This order now costs £%s.', placed.total),
      jsonb_build_object('total', placed.total)
    );
  end if;
  perform private.check_shown_terms(placed.id, "order");
  perform private.store_phone(placed.id, private.order_text("order", 'phone', 32, 'phone'));
  perform private.book_windows(placed.id);
  if placed.total = 0 then
    perform private.limit_free_checkouts(buyer);
    perform private.settle_checkout(placed.id);
  end if;
  return placed;
end
$$;
comment on function private.place_for is
  'Places an order of a buyer, who is locked: checks and prices everything under lock, and takes stock, places and balances. For place_order and for subscriptions.';

create function public.place_order("order" jsonb, idempotency_key text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  buyer uuid := private.member_id();
  digest text := encode(sha256(convert_to(coalesce("order"::text, ''), 'UTF8')), 'hex');
  placed public.checkouts;
  network cidr;
  refusal jsonb;
begin
  if
    buyer is null
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = buyer)
  then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  if coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'An order needs an idempotency key of 8 to 200 characters.');
  end if;
  network := private.lock_buyer_and_network(buyer);
  select *
  into placed
  from public.checkouts c
  where c.buyer_id = buyer and c.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_digest is distinct from digest then
      perform private.refuse('PT409', 'key_reused', 'This key belongs to another of your orders.');
    end if;
    return private.checkout_response(placed.id);
  end if;
  perform private.limit_unpaid_checkouts(buyer);
  perform private.limit_own_cancellations(buyer);
  refusal := private.refuse_wrong_vouchers("order", buyer, network);
  if refusal is not null then
    return refusal;
  end if;

  placed := private.place_for(buyer, "order", idempotency_key, digest, network, private.hold_duration(buyer, network));
  return private.checkout_response(placed.id);
end
$$;
comment on function public.place_order is
  'Places an order: turns a basket into one order for each shop, all or nothing. They await payment for 30 minutes, '
  'or less after unpaid orders. The argument is { shops, address_id, allergens_acknowledged, shown_total, phone }. Each of the shops is '
  '{ shop_id, fulfilment, pickup or delivery: { date, start_time, end_time }, note, cancellation, discount_code_id, vouchers: their codes, tip, items }. Each item is { product_id, quantity, '
  'variation, personalization, custom_request_details, options: [{ group_id, choice_ids } or { question_id, text }], allergens }, '
  'and for a quote also { chat_room_id, agreed_on, allergen_answers, quote_version }. '
  'The result is { checkout_id, orders, subtotal, delivery_fee, tip, voucher_amount, total, balance }; the total is what to pay now. A line with chat_room_id accepts that conversation''s quote and must be '
  'the only line. It repeats the version and the answers about allergens that the buyer agrees to. The cancellation is what the buyer was shown: { hours_before, refund_percent }, or null for the marketplace''s terms. The same key returns the first response again.';

-- Ending.

create function private.release_checkouts(checkouts uuid[], reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_for_order(
    '{}',
    array(
      select i.product_id
      from
        public.orders o
        join public.order_items i on i.order_id = o.id
      where o.checkout_id = any (checkouts)
    )
  );
  perform private.lock_bookings(array(select o.shop_id from public.orders o where o.checkout_id = any (checkouts)));
  perform private.move_stock(array(select o.id from public.orders o where o.checkout_id = any (checkouts)), 1);
  update public.orders o
  set
    status = 'cancelled',
    cancel_reason = reason
  where o.checkout_id = any (checkouts);
  perform private.release_vouchers(checkouts);
end
$$;
comment on function private.release_checkouts is
  'Releases what unpaid checkouts hold: stock, balances of vouchers and, by cancelling their orders, places and quotes. The checkouts are locked.';

create function private.reinstate_checkout(checkout uuid)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  placed public.orders;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.checkout_id = checkout),
    array(
      select i.product_id
      from
        public.orders o
        join public.order_items i on i.order_id = o.id
      where o.checkout_id = checkout
    )
  );
  perform private.lock_bookings(array(select o.shop_id from public.orders o where o.checkout_id = checkout));
  if
    private.lacks_stock(array(select o.id from public.orders o where o.checkout_id = checkout))
    or private.lacks_drop_stock(array(select o.id from public.orders o where o.checkout_id = checkout))
    or private.exceeds_drop_limits(array(select o.id from public.orders o where o.checkout_id = checkout))
    or exists (
      select
      from
        public.orders o
        join public.chat_rooms r on r.id = o.chat_room_id
      where
        o.checkout_id = checkout
        and (
          r.is_paid
          or exists (
            select from public.orders other where other.chat_room_id = r.id and other.status = 'pending payment'
          )
          -- Also after another order of the same quote was paid and cancelled, which ended the agreement.
          or r.quote_version <> o.quote_version
          or r.wanted_on < (now() at time zone 'Europe/London')::date
        )
    )
    or exists (
      select
      from
        public.orders o
        join public.shops s on s.id = o.shop_id
      where o.checkout_id = checkout and private.has_block_between(s.user_id, o.buyer_id)
    )
  then
    return false;
  end if;
  -- The checkout has one order for each shop, so its orders do not compete for places.
  for placed in select * from public.orders o where o.checkout_id = checkout order by o.discount_code_id loop
    if
      not private.can_rebook(placed)
      or placed.discount_code_id is not null
      and not private.can_use_code_again(placed)
    then
      return false;
    end if;
  end loop;
  if
    private.is_withdrawn(checkout)
    and not exists (select from public.orders o where o.checkout_id = checkout)
    or not private.use_vouchers_again(checkout)
  then
    return false;
  end if;
  perform private.move_stock(array(select o.id from public.orders o where o.checkout_id = checkout), -1);
  perform private.book_windows(checkout);
  return true;
end
$$;
comment on function private.reinstate_checkout is
  'Takes the stock, places, balances and uses of codes that an expired checkout released. If some are no longer available, takes none and returns false. The checkout is locked.';

create function public.cancel_checkout(checkout_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  checkout public.checkouts;
begin
  select *
  into checkout
  from public.checkouts c
  where c.id = cancel_checkout.checkout_id and c.buyer_id = private.member_id()
  for no key update;
  if not found then
    perform private.refuse('PT404', 'checkout', 'This order doesn’t exist or isn’t yours.');
  elsif checkout.status = 'paid' then
    perform private.refuse('PT409', 'paid', 'This order has already been paid.');
  elsif checkout.status = 'pending' then
    update public.checkouts c set status = 'cancelled' where c.id = checkout.id;
    perform private.release_checkouts(array[checkout.id], 'Cancelled before payment.');
  end if;
end
$$;
comment on function public.cancel_checkout is 'Cancels the caller''s unpaid checkout and releases what it holds.';

create function private.is_withdrawn(checkout uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.orders o
        join public.shops s on s.id = o.shop_id
        join public.order_items i on i.order_id = o.id
        left join public.products p on p.id = i.product_id
      where o.checkout_id = checkout and (s.status = 'suspended' or p.taken_down_at is not null)
    )
    or exists (
      select
      from
        public.gift_vouchers v
        left join public.shops s on s.id = v.shop_id
      where v.checkout_id = checkout and (v.buyer_id is null or s.status is distinct from 'active')
    )
$$;
comment on function private.is_withdrawn is
  'Whether an administrator has suspended a shop or taken down a product of a checkout, or the shop of its voucher is closed. Other changes by the seller do not count.';
