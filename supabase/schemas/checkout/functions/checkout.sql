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
  priced private.priced_order,
  hold_duration interval
)
returns public.checkouts
language plpgsql
set search_path = ''
as $$
declare
  placed public.checkouts;
begin
  insert into public.checkouts
    (buyer_id, idempotency_key, request_digest, subtotal, delivery_fee, balance, tip, voucher_amount, expires_at)
  select
    buyer,
    key,
    digest,
    sum(s.food - s.discount),
    sum(s.delivery_fee),
    priced.balance,
    sum(s.tip),
    sum(s.voucher_amount),
    now() + hold_duration
  from unnest(priced.shops) s
  returning *
  into placed;

  with
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
          tip,
          voucher_amount
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
        case p.fulfilment when 'delivery' then private.delivery_address(priced.address) end,
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
        c.food - c.discount,
        c.delivery_fee,
        c.has_own_delivery_fee,
        p.discount_code_id,
        p.discount_code,
        c.discount,
        c.delivery_discount,
        c.tip,
        c.voucher_amount
      from
        unnest(priced.parts) p
        join unnest(priced.shops) c on c.shop_id = p.shop_id
        join public.shops s on s.id = p.shop_id
        -- A manual order has no buyer.
        left join public.profiles u
          on u.id = buyer
        left join public.chat_rooms r
          on r.id = (
            select l.chat_room_id from unnest(priced.lines) l where l.shop_id = p.shop_id and l.chat_room_id is not null
          )
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
      net_quantity,
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
    l.net_quantity,
    l.takes_stock,
    l.has_own_declaration,
    l.drop_item_id,
    l.discount,
    l.is_custom
  from
    unnest(priced.lines) l
    join inserted o using (shop_id);
  if exists (select from unnest(priced.lines) l where l.choices <> '{}') then
    insert into private.order_item_choices
      (order_item_id, choice_id, position, name, takes_stock, allergens, ingredients, replaces)
    select l.id, c.id, c.position, c.name, c.takes_stock, c.allergens, c.ingredients, c.replaces
    from
      unnest(priced.lines) l,
      unnest(l.choices) with ordinality as c (
        id,
        name,
        takes_stock,
        allergens,
        ingredients,
        replaces,
        net_quantity,
        position
      );
  end if;

  if priced.vouchers <> '{}' then
    perform private.use_vouchers(placed.id, priced.vouchers);
  end if;
  perform private.move_stock(array(select o.id from public.orders o where o.checkout_id = placed.id), -1);
  return placed;
end
$$;
comment on function private.write_checkout is
  'Inserts the checkout, an order for each shop and their lines, and takes stock and the balance of vouchers. The caller has priced everything under lock.';

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
  parts private.order_part[] := private.read_order_parts("order");
  lines private.order_line[] := private.read_order_lines("order");
  products uuid[] := array(select l.product_id from unnest(lines) l);
  priced private.priced_order;
  placed public.checkouts;
begin
  perform private.lock_for_order(
    array(select l.chat_room_id from unnest(lines) l where l.chat_room_id is not null),
    products
  );
  perform private.lock_bookings(private.shops_to_lock(parts));
  if
    exists (
      select
      from public.waitlist_entries w
      where w.user_id = buyer and w.offered > 0 and w.product_id = any (products)
    )
  then
    perform private.use_offers(buyer, lines);
  end if;
  if exists (select from public.slot_waitlist_entries w where w.user_id = buyer) then
    perform private.use_held_places(buyer, parts);
  end if;
  perform private.lock_stock(products);
  if exists (select from unnest(parts) p where p.discount_code_id is not null) then
    perform private.lock_discount_codes(buyer, parts);
  end if;
  if exists (select from unnest(parts) p where p.voucher_codes <> '{}') then
    perform private.lock_vouchers(parts);
  end if;

  priced := private.price_order(buyer, network, "order", parts, lines);
  if is_subscription and not private.has_bought(buyer) then
    perform private.check_newcomers_hold(priced.parts, priced.lines);
  end if;
  if exists (select from unnest(priced.parts) p where p.drop_id is not null) then
    perform private.use_admissions(buyer, priced.parts);
    -- Others are waiting for what is not paid.
    hold_duration := least(hold_duration, interval '10 minutes');
  end if;
  placed := private.write_checkout(buyer, key, digest, priced, hold_duration);
  perform private.store_phone(placed.id, private.order_phone("order"));
  perform private.book_windows(placed.id);
  if placed.total = 0 then
    perform private.settle_checkout(placed.id);
  end if;
  return placed;
end
$$;
comment on function private.place_for is
  'Places an order of a buyer, who is locked: locks what it needs, prices it, and takes stock, places and balances. For place_order and for subscriptions.';

create function public.place_order("order" jsonb, idempotency_key text)
returns jsonb
language plpgsql
security definer
set search_path = ''
-- The limits of unpaid stock would otherwise be planned again for each order, which takes longer than checking them.
set plan_cache_mode = force_generic_plan
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
  '{ shop_id, fulfilment, pickup or delivery: { date, start_time, end_time }, note, cancellation, kitchen, discount_code_id, vouchers: their codes, tip, items }. Each item is { product_id, quantity, '
  'variation, personalization, custom_request_details, options: [{ group_id, choice_ids } or { question_id, text }], allergens }, '
  'and for a quote also { chat_room_id, agreed_on, allergen_answers, quote_version }. '
  'The result is { checkout_id, orders, subtotal, delivery_fee, tip, voucher_amount, total, balance }; the total is what to pay now. A line with chat_room_id accepts that conversation''s quote and must be '
  'the only line. It repeats the version and the answers about allergens that the buyer agrees to. The cancellation is what the buyer was shown: { hours_before, refund_percent }, or null for the marketplace''s terms. The kitchen is private.kitchen_statement as the buyer was shown it. The same key returns the first response again.';

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
