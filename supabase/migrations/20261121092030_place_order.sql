-- From a basket to orders that wait for payment: checked, priced, taken from stock, in one transaction.

-- A quote is accepted once.
create unique index orders_one_per_quote on public.orders (chat_room_id) where status <> 'cancelled';

alter table public.order_items add column takes_stock boolean not null default true;
comment on column public.order_items.takes_stock is 'Whether it came out of the stock, and goes back there; false for what is made to a quote.';

create function private.default_variations(category text) returns text[]
language sql immutable parallel safe
return case category
  when 'Cakes' then array['Vanilla', 'Chocolate', 'Red Velvet']
  when 'Cookies' then array['Original', 'Chocolate Chip', 'Oatmeal']
  else array['Standard', 'Deluxe', 'Premium']
end;
comment on function private.default_variations(text) is 'The variations of a product whose seller set none.';

create function private.delivery_fee(delivered numeric) returns numeric
language sql immutable parallel safe
return case when delivered = 0 or delivered > 50 then 0.00 else 3.99 end;
comment on function private.delivery_fee(numeric) is 'What it costs to have this much food delivered: £3.99, nothing above £50, nothing for nothing.';

create type private.bought_line as (
  shop_id uuid,
  product_id uuid,
  name text,
  image text,
  price numeric,
  quantity integer,
  variation text,
  personalization text,
  custom_request_details text,
  ingredients text,
  allergens jsonb,
  chat_room_id uuid
);
comment on type private.bought_line is 'A line as it will be kept with the order. With a conversation it is made to its quote, and takes nothing from the stock.';

create function private.lock_for_order(rooms uuid[], products uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Everybody in the same order, so that nobody ever waits in a circle.
  perform from public.chat_rooms r where r.id = any (rooms) order by r.id for no key update;
  perform from public.products p where p.id = any (products) order by p.id for no key update;
end $$;
comment on function private.lock_for_order(uuid[], uuid[]) is 'Whoever wants the same food or the same quote waits here: conversations by id, then products by id, then pickup windows.';

create function private.quoted_price(buyer uuid, line private.order_line) returns numeric
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
  if room.quote_expires_at <= now() then
    perform private.refuse('PT409', 'quote', 'This quote has expired. Please ask the baker for a new one.', at_fault);
  end if;
  if line.quantity <> 1 or line.variation is not null then
    perform private.refuse('22023', 'quantity', 'A quote is for one, as it was agreed.', at_fault);
  end if;
  return room.price_quote;
end $$;
comment on function private.quoted_price(uuid, private.order_line) is 'The price agreed in the buyer''s conversation about the product; refuses a quote that is not theirs, not there, used or expired.';

create function private.unit_price(product public.products, variation text) returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  price_delta numeric;
begin
  if variation is null then
    perform private.refuse('22023', 'variation', 'Please select a variation', jsonb_build_object('product_id', product.id));
  end if;
  select v.price_delta into price_delta from public.product_variations v
  where v.product_id = product.id and v.name = variation;
  if found then
    return greatest(0, product.price + price_delta);
  end if;
  if variation = any (private.default_variations(product.category))
    and not exists (select from public.product_variations v where v.product_id = product.id) then
    return product.price;
  end if;
  perform private.refuse('PT409', 'variation', format('%s is no longer made as “%s”.', product.name, variation),
    jsonb_build_object('product_id', product.id));
end $$;
comment on function private.unit_price(public.products, text) is 'Pounds for one in this variation, never below nothing; refuses a variation the product does not have.';

create function private.buy_line(buyer uuid, line private.order_line, fulfilment text, wanted bigint) returns private.bought_line
language plpgsql stable set search_path = ''
as $$
declare
  product public.products;
  at_fault jsonb := jsonb_build_object('product_id', line.product_id);
  price numeric;
begin
  select * into product from public.products p where p.id = line.product_id and p.shop_id = line.shop_id and p.is_listed;
  if not found then
    perform private.refuse('PT404', 'product', 'This product is not on sale any more.', at_fault);
  end if;
  if not product.allergens_declared then
    perform private.refuse('PT409', 'undeclared',
      format('%s cannot be bought yet: the baker has not declared all its allergens.', product.name), at_fault);
  end if;
  if line.allergens is distinct from product.allergens and line.allergens is not null then
    perform private.refuse('PT409', 'allergens_changed',
      format('The allergens of %s have been changed just now. Please read them again.', product.name), at_fault);
  end if;
  if not (case fulfilment when 'pickup' then product.available_for_pickup else product.available_for_delivery end) then
    perform private.refuse('PT409', 'not_offered', format('%s is not offered for %s.', product.name, fulfilment), at_fault);
  end if;
  if line.chat_room_id is not null then
    price := private.quoted_price(buyer, line);
  elsif product.product_type = 'bespoke' then
    perform private.refuse('PT409', 'quote', format('%s is made to order: its price is agreed with the baker first.', product.name), at_fault);
  else
    price := private.unit_price(product, line.variation);
    if product.stock < wanted then
      perform private.refuse('PT409', 'sold_out',
        case when product.stock = 0 then format('%s is sold out.', product.name)
          else format('Only %s of %s left.', product.stock, product.name) end,
        at_fault || jsonb_build_object('left', product.stock));
    end if;
  end if;
  return row(line.shop_id, product.id, product.name, product.image, price, line.quantity, line.variation, line.personalization,
    line.custom_request_details, product.ingredients, product.allergens, line.chat_room_id)::private.bought_line;
end $$;
comment on function private.buy_line(uuid, private.order_line, text, bigint) is
  'The line as it will be kept, at today''s price; refuses what cannot be bought. The product is locked. wanted: of this product, over all lines.';

create function private.check_shop(buyer uuid, part private.order_part, place public.user_addresses) returns public.shops
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
  if part.fulfilment = 'pickup' then
    return shop;
  end if;
  if exists (
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
comment on function private.check_shop(uuid, private.order_part, public.user_addresses) is
  'The shop, if it sells to this buyer now and hands over the way that is asked; refuses otherwise. Miles are compared as they are shown, to a tenth.';

create function private.check_pickup(part private.order_part, products uuid[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  slot record;
  at_fault jsonb := jsonb_build_object('shop_id', part.shop_id);
begin
  select * into slot from private.pickup_choices(part.shop_id, products, part.pickup_date, part.pickup_date) c
  where c.start_time = part.pickup_start and c.end_time = part.pickup_end;
  if not found then
    perform private.refuse('PT409', 'slot', 'This pickup time is not offered. Please choose another one.', at_fault);
  end if;
  if slot.remaining = 0 then
    perform private.refuse('PT409', 'slot_full', 'This pickup time is full. Please choose another one.', at_fault);
  end if;
end $$;
comment on function private.check_pickup(private.order_part, uuid[]) is 'Refuses a pickup time that is not offered or has no place left. The windows are locked.';

create function private.delivery_address(place public.user_addresses) returns jsonb
language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'full_name', place.full_name, 'address_line1', place.address_line1, 'address_line2', place.address_line2, 'city', place.city,
  'postal_code', place.postal_code, 'country', place.country, 'phone', place.phone));
comment on function private.delivery_address(public.user_addresses) is 'An address as an order keeps it.';

create function private.checkout_answer(checkout uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
comment on function private.checkout_answer(uuid) is 'What place_order answers: the same for every repetition.';

create function private.write_checkout(
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
    select p.shop_id, p.fulfilment, p.pickup_date, p.pickup_start, p.pickup_end, p.note, b.subtotal, b.chat_room_id,
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
      delivery_address, note, chat_room_id, brief, subtotal, delivery_fee)
    select placed.id, buyer, s.id, s.name, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.name),
      n.fulfilment, n.pickup_date, n.pickup_start, n.pickup_end,
      case n.fulfilment when 'delivery' then private.delivery_address(place) end,
      n.note, r.id, case when r.id is not null then coalesce(r.brief, '{}') || jsonb_strip_nulls(jsonb_build_object('wanted_on', r.wanted_on)) end,
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
comment on function private.write_checkout(uuid, text, text, private.order_part[], private.bought_line[], public.user_addresses) is
  'Writes the checkout, an order a shop and their lines, and takes the food from stock. Everything was checked before, under lock.';

create function public.place_order("order" jsonb, idempotency_key text) returns jsonb
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
  -- The same order sent twice at once: the second waits for the first, then finds it.
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || buyer || ' ' || idempotency_key, 0));
  select * into placed from public.checkouts c where c.buyer_id = buyer and c.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_digest is distinct from digest then
      perform private.refuse('PT409', 'key_reused', 'This key belongs to another order of yours.');
    end if;
    return private.checkout_answer(placed.id);
  end if;

  parts := private.read_order_parts("order");
  lines := private.read_order_lines("order");
  if exists (select from unnest(lines) l where l.chat_room_id is not null group by l.shop_id having count(*) > 1) then
    perform private.refuse('22023', 'quantity', 'Please accept one quote of a shop at a time.');
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
  foreach part in array parts loop
    perform private.check_shop(buyer, part, place);
  end loop;
  bought := array(
    select private.buy_line(buyer, l.line, p.fulfilment, (
      select sum(o.quantity) from unnest(lines) o where o.product_id = (l.line).product_id and o.chat_room_id is null
    ))
    from (select lines[n] as line, n from generate_subscripts(lines, 1) n) l
    join unnest(parts) p on p.shop_id = (l.line).shop_id
    order by l.n
  );
  foreach part in array parts loop
    if part.fulfilment = 'pickup' then
      perform private.check_pickup(part, array(select l.product_id from unnest(lines) l where l.shop_id = part.shop_id));
    end if;
  end loop;

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
  'custom_request_details, allergens, chat_room_id }] }], address_id, allergens_acknowledged, shown_total } -> '
  '{ checkout_id, orders, subtotal, delivery_fee, total }. The same key again gives the first answer.';

revoke execute on function private.default_variations(text), private.delivery_fee(numeric), private.lock_for_order(uuid[], uuid[]),
  private.quoted_price(uuid, private.order_line), private.unit_price(public.products, text),
  private.buy_line(uuid, private.order_line, text, bigint), private.check_shop(uuid, private.order_part, public.user_addresses),
  private.check_pickup(private.order_part, uuid[]), private.delivery_address(public.user_addresses), private.checkout_answer(uuid),
  private.write_checkout(uuid, text, text, private.order_part[], private.bought_line[], public.user_addresses),
  public.place_order(jsonb, text) from public;
grant execute on function public.place_order(jsonb, text) to authenticated;
