create function private.add_custom_line_to_kitchen()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.widen_kitchen(
    (select o.shop_id from public.orders o where o.id = new.order_id),
    private.contained_allergens(new.allergens),
    private.may_have_nuts(new.allergens)
  );
  return null;
end
$$;
comment on function private.add_custom_line_to_kitchen is
  'Adds what a line of the seller''s own contains to the facts of the kitchen, as add_to_kitchen does for a product.';

-- Placing.

create function private.read_custom_line(given jsonb, shop uuid)
returns private.priced_line
language plpgsql
stable
set search_path = ''
as $$
declare
  name text;
  quantity numeric := case when jsonb_typeof(given -> 'quantity') = 'number' then (given ->> 'quantity')::numeric end;
  price numeric := case when jsonb_typeof(given -> 'price') = 'number' then (given ->> 'price')::numeric end;
  is_food boolean := given -> 'is_food' is distinct from 'false';
  allergens jsonb := nullif(given -> 'allergens', 'null');
begin
  if
    jsonb_typeof(given) is distinct from 'object'
    or given - '{name,quantity,price,is_food,allergens}'::text[] <> '{}'
    or is_food
    and given -> 'is_food' <> 'true'
    or not is_food
    and allergens is not null
  then
    perform private.refuse(
      '22023',
      'malformed',
      'A line of your own has a name, a quantity and a price. Food has its allergens.'
    );
  end if;
  name := private.order_text(given, 'name', 100, 'name');
  if name is null or not private.is_one_line(name) then
    perform private.refuse('22023', 'name', 'Please say what this line is, in up to 100 characters.');
  elsif quantity is null or quantity not between 1 and 99 or quantity <> trunc(quantity) then
    perform private.refuse('22023', 'quantity', 'Please choose a quantity from 1 to 99.');
  elsif price is null or price not between 0.01 and 9999.99 or price <> round(price, 2) then
    perform private.refuse('22023', 'price', 'Please enter a price from 1p to £9,999.99.');
  elsif
    is_food
    and (private.is_allergen_declaration(allergens) and private.is_full_declaration(allergens)) is not true
  then
    perform private.refuse(
      '22023',
      'allergens_undeclared',
      format('Please declare the allergens of %s, or that it has none of the 14.', name)
    );
  end if;
  return row(
    gen_random_uuid(),
    shop,
    null,
    name,
    null,
    price,
    quantity::integer,
    null,
    null,
    null,
    '[]',
    '{}',
    null,
    allergens,
    null,
    null,
    false,
    false,
    null,
    0,
    true,
    '{pickup}',
    null
  )::private.priced_line;
end
$$;
comment on function private.read_custom_line is
  'A line of a manual order that is no product: its name, the seller''s price, and all 14 allergens unless it is not food. It takes no stock.';

create function private.manual_order_part("order" jsonb, shop uuid)
returns private.order_part
language plpgsql
stable
set search_path = ''
as $$
declare
  given jsonb := "order" -> 'hand_over';
  local_now timestamp := now() at time zone 'Europe/London';
  part private.order_part;
begin
  if coalesce(given ->> 'kind', '') not in ('slot', 'day', 'now') then
    perform private.refuse('22023', 'malformed', 'The hand-over is a slot, a day or now.');
  elsif given ->> 'kind' = 'now' then
    -- A window of a minute, which ends on the same day.
    given := jsonb_build_object(
      'date', local_now::date,
      'start_time', to_char(least(local_now::time, '23:58'), 'HH24:MI'),
      'end_time', to_char(least(local_now::time, '23:58') + interval '1 minute', 'HH24:MI')
    );
  end if;
  part := private.read_order_part(
    jsonb_build_object('shop_id', shop, 'fulfilment', 'pickup', 'pickup', given - 'kind', 'note', "order" -> 'note'),
    1
  );
  if part.pickup_end <= part.pickup_start or part.pickup_date not between local_now::date and local_now::date + 366 then
    perform private.refuse('22023', 'day', 'Please choose a day within a year, with hours that end after they start.');
  end if;
  return part;
end
$$;
comment on function private.manual_order_part is 'The hand-over and the note of a manual order.';

create function private.limit_manual_orders(shop uuid, is_link boolean)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if
    (
      select count(*)
      from
        (
          select
          from public.manual_orders m
          where m.shop_id = shop and m.created_at > now() - interval '1 day'
          limit 200
        ) m
    ) >= 200
  then
    perform private.refuse('PT429', 'rate_limit', 'You can enter at most 200 orders a day. Please try again tomorrow.');
  elsif
    is_link
    and (
      select count(*)
      from
        public.manual_orders m
        join public.orders o on o.id = m.order_id
      where m.shop_id = shop and m.created_at > now() - interval '1 day' and o.status = 'pending payment'
    ) >= 20
  then
    perform private.refuse(
      'PT429',
      'too_many',
      'At most 20 orders can await payment by link. Please cancel one of them first.'
    );
  end if;
end
$$;
comment on function private.limit_manual_orders is
  'Limits a shop to 200 manual orders a day, and to 20 that await payment by link. Its manual orders are locked.';

create function private.manual_order_response(of_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'order_id', o.id,
      'number', o.number,
      'status', o.status,
      'total', o.total_amount,
      'payment', m.payment,
      'buyer_name', o.buyer_name,
      'token', l.token,
      'expires_at', case when o.status = 'pending payment' then c.expires_at end,
      'items', private.order_summary(o.id)
    )
  from
    public.manual_orders m
    join public.orders o on o.id = m.order_id
    join public.checkouts c on c.id = o.checkout_id
    left join private.payment_links l on l.order_id = o.id
  where m.order_id = of_order
$$;
comment on function private.manual_order_response is
  'A manual order as its seller sees it, with the token of its payment link.';

create function public.place_manual_order("order" jsonb, idempotency_key text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  payment text := "order" ->> 'payment';
  hand_over text := "order" #>> '{hand_over,kind}';
  items jsonb := coalesce("order" -> 'items', '[]');
  custom jsonb := coalesce("order" -> 'custom_lines', '[]');
  customer text := private.order_text("order", 'name', 100, 'name');
  email text := private.order_text("order", 'email', 254, 'malformed');
  parts private.order_part[];
  lines private.order_line[] := '{}';
  priced_lines private.priced_line[] := '{}';
  line private.order_line;
  priced_line private.priced_line;
  priced private.priced_order;
  placed public.checkouts;
  this_order public.orders;
  hold interval := '30 minutes';
begin
  perform private.check_order_fields(
    "order",
    '{name,phone,email,note,items,custom_lines,hand_over,payment,shown_total}',
    'A manual order'
  );
  if coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'An order needs an idempotency key of 8 to 200 characters.');
  elsif
    coalesce(payment, '') not in ('received', 'link', 'collection')
    or hand_over = 'now'
    and payment = 'collection'
  then
    perform private.refuse('22023', 'malformed', 'Please choose how this order is paid.');
  elsif customer is null or not private.is_one_line(customer) then
    perform private.refuse('22023', 'name', 'Please enter the customer’s name.');
  elsif email is not null and not private.is_email_address(email) then
    perform private.refuse('22023', 'malformed', 'Please enter an email address, or leave it empty.');
  elsif
    jsonb_typeof(items) <> 'array'
    or jsonb_typeof(custom) <> 'array'
    or jsonb_array_length(items) + jsonb_array_length(custom) not between 1 and 50
  then
    perform private.refuse('22023', 'lines', 'An order has 1 to 50 lines.');
  elsif jsonb_path_exists(items, '$[*] ? (exists (@.chat_room_id))') then
    perform private.refuse('22023', 'malformed', 'A quote is accepted by its buyer.');
  end if;
  -- The lock makes concurrent orders wait, so that a retry finds the first one, and each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('manual order ' || shop, 0));
  select o.*
  into this_order
  from
    public.manual_orders m
    join public.orders o on o.id = m.order_id
  where m.shop_id = shop and m.idempotency_key = place_manual_order.idempotency_key;
  if found then
    return private.manual_order_response(this_order.id);
  end if;
  perform private.limit_manual_orders(shop, payment = 'link');

  parts := array[private.manual_order_part("order", shop)];
  if items <> '[]' then
    lines := private.read_order_lines(
      jsonb_build_object('shops', jsonb_build_array(jsonb_build_object('shop_id', shop, 'items', items)))
    );
  end if;
  perform private.lock_for_order('{}', array(select l.product_id from unnest(lines) l));
  perform private.lock_bookings(array[shop]);
  perform private.lock_stock(array(select l.product_id from unnest(lines) l));
  perform private.check_shop(null, parts[1]);
  foreach line in array lines loop
    priced_line := private.price_line(
      null,
      line,
      (select coalesce(sum(l.quantity), 0) from unnest(priced_lines) l where l.product_id = line.product_id)
    );
    perform private.check_fulfilment(priced_line, 'pickup');
    perform private.check_choice_stock(priced_line, priced_lines);
    priced_lines := priced_lines || priced_line;
  end loop;
  parts := array[private.with_drop(null, parts[1], priced_lines)];
  priced_lines := priced_lines || array(
    select private.read_custom_line(e.given, shop) from jsonb_array_elements(custom) e (given)
  );
  -- The seller may choose a day against her own limits. The order takes its places all the same.
  if hand_over = 'slot' then
    parts := array[private.with_hand_over(parts[1], lines)];
  end if;
  if hand_over <> 'now' then
    hold := greatest(
      hold,
      least(interval '12 hours', (parts[1].pickup_date + parts[1].pickup_start) at time zone 'Europe/London' - now())
    );
  end if;
  priced.parts := parts;
  priced.lines := priced_lines;
  priced.shops := private.shop_prices(parts, priced_lines, '{}');
  priced.vouchers := '{}';
  priced.balance := 0;
  perform private.check_amounts(priced);
  placed := private.write_checkout(null, idempotency_key, null, priced, hold);
  if payment = 'link' and placed.total between 0.01 and 0.29 then
    perform private.refuse('22023', 'amount', 'Card payments start at 30p. Please choose another way to pay.');
  end if;
  if "order" ->> 'shown_total' is not null and "order" -> 'shown_total' is distinct from to_jsonb(placed.total) then
    perform private.refuse(
      'PT409',
      'prices_changed',
      format('Prices have changed. This order now costs £%s.', placed.total),
      jsonb_build_object('total', placed.total)
    );
  end if;
  update public.orders o
  set
    buyer_name = customer,
    balance = case when payment = 'collection' then o.subtotal else 0 end,
    balance_due_on = case when payment = 'collection' and o.subtotal > 0 then o.pickup_date end
  where o.checkout_id = placed.id
  returning *
  into this_order;
  update public.checkouts c set balance = c.subtotal where c.id = placed.id and payment = 'collection';
  insert into public.manual_orders (order_id, shop_id, idempotency_key, payment, hand_over, email)
  values (this_order.id, shop, place_manual_order.idempotency_key, payment, hand_over, email);
  perform private.store_phone(placed.id, private.order_phone("order"));
  if hand_over <> 'now' then
    perform private.book_windows(placed.id);
  end if;
  if payment = 'link' and placed.total > 0 then
    insert into private.payment_links (order_id) values (this_order.id);
  else
    perform private.settle_checkout(placed.id);
    if hand_over = 'now' then
      update public.orders o set status = 'ready' where o.id = this_order.id;
      update public.orders o set status = 'delivered' where o.id = this_order.id;
      delete from public.order_phones p where p.order_id = this_order.id;
    end if;
  end if;
  return private.manual_order_response(this_order.id);
end
$$;
comment on function public.place_manual_order is
  'Enters an order of the caller''s shop for a customer without an account. It takes stock and places like any order. A slot is checked as for '
  'buyers, a day is not. Paid by link, it awaits payment for 30 minutes to 12 hours. The same key returns the same order. The argument is '
  '{ name, phone, email, note, items, custom_lines, hand_over, payment, shown_total }. Items are as for place_order. '
  'Each custom line is { name, quantity, price, allergens }, or { name, quantity, price, is_food: false }. The hand-over is { kind, date, start_time, end_time } with the kind slot, day or now. '
  'The result is { order_id, number, status, total, payment, buyer_name, token, expires_at, items }.';

create function public.open_payment_links()
returns setof jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
begin
  return query
    select private.manual_order_response(o.id)
    from
      public.manual_orders m
      join public.orders o on o.id = m.order_id
      join public.checkouts c on c.id = o.checkout_id
    where
      m.shop_id = shop
      and m.created_at > now() - interval '1 day'
      and o.status = 'pending payment'
      and c.expires_at > now()
    order by m.created_at desc;
end
$$;
comment on function public.open_payment_links is
  'The manual orders of the caller''s shop that await payment by link, each as place_manual_order returns it.';

create function public.cancel_manual_order(order_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  checkout public.checkouts;
begin
  select c.*
  into checkout
  from public.checkouts c
  where
    c.id = (
      select o.checkout_id
      from
        public.manual_orders m
        join public.orders o on o.id = m.order_id
      where m.order_id = cancel_manual_order.order_id and m.shop_id = private.require_own_shop()
    )
  for no key update;
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  elsif checkout.status = 'paid' then
    perform private.refuse('PT409', 'paid', 'This order has already been paid.');
  elsif checkout.status = 'pending' then
    update public.checkouts c set status = 'cancelled' where c.id = checkout.id;
    perform private.release_checkouts(array[checkout.id], 'Cancelled by the seller before payment.');
  end if;
end
$$;
comment on function public.cancel_manual_order is
  'Cancels a manual order of the caller''s shop that awaits payment by link. A repeat changes nothing.';

-- Paying, without an account.

create function private.linked_order(token text)
returns public.orders
language plpgsql
stable
set search_path = ''
as $$
declare
  this_order public.orders;
begin
  select o.*
  into this_order
  from
    private.payment_links l
    join public.orders o on o.id = l.order_id
    join public.shops s on s.id = o.shop_id
  where
    l.token = linked_order.token
    and s.status <> 'suspended'
    and s.user_id is not null
    and o.due_at > now() - interval '30 days';
  if not found then
    perform private.refuse('PT404', 'order', 'This link doesn’t exist or is no longer valid.');
  end if;
  return this_order;
end
$$;
comment on function private.linked_order is
  'The order of a payment link. Refuses unknown and old links, and those of suspended shops.';

create function public.payment_link(token text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  this_order public.orders := private.linked_order(token);
begin
  return (
    select
      jsonb_build_object(
        'order_id', this_order.id,
        'number', this_order.number,
        'shop_name', this_order.shop_name,
        'shop_slug', s.slug,
        'total', this_order.total_amount,
        'state', case
          when this_order.status = 'cancelled' or c.status in ('expired', 'cancelled') then 'ended'
          when this_order.paid_at is not null then 'paid'
          when c.expires_at > now() then 'open'
          else 'ended'
        end,
        'expires_at', c.expires_at,
        'date', this_order.pickup_date,
        'hand_over', m.hand_over,
        'start_time', this_order.pickup_start,
        'end_time', this_order.pickup_end,
        'area', this_order.pickup_area,
        'place', (
          select to_jsonb(p) - '{order_id,created_at}'::text[]
          from public.order_pickup_places p
          where p.order_id = this_order.id and m.hand_over <> 'now' and private.shows_pickup_address(this_order)
        ),
        'kitchen_handles', case
          when this_order.paid_at is null then private.handled_in_kitchen(s.id)
          else this_order.kitchen_handles
        end,
        'items', (
          select
            jsonb_agg(
              jsonb_build_object(
                'id', i.id,
                'name', i.name,
                'quantity', i.quantity,
                'price', i.price,
                'variation', i.variation,
                'options_text', i.options_text,
                'is_custom', i.is_custom,
                -- Nobody has paid on the strength of an old declaration yet, so an unpaid order shows the current one alone.
                'ingredients', case
                  when this_order.paid_at is null and p.id is not null then (private.current_food(i, p)).ingredients
                  else i.ingredients
                end,
                'allergens', case
                  when this_order.paid_at is null and p.id is not null then (private.current_food(i, p)).allergens
                  else i.allergens
                end,
                'change', (
                  select
                    jsonb_build_object(
                      'allergens', a.allergens,
                      'ingredients', a.ingredients,
                      'changed_at', a.changed_at
                    )
                  from public.order_item_allergens a
                  where a.order_item_id = i.id
                )
              )
              order by i.created_at, i.id
            )
          from
            public.order_items i
            left join public.products p on p.id = i.product_id
          where i.order_id = this_order.id
        )
      )
    from
      public.manual_orders m,
      public.checkouts c,
      public.shops s
    where m.order_id = this_order.id and c.id = this_order.checkout_id and s.id = this_order.shop_id
  );
end
$$;
comment on function public.payment_link is
  'What the customer of a manual order sees before and after paying. Its state is open, paid or ended. Its items and kitchen have their declarations: the current one until '
  'the payment, then the one as bought with what has changed since. '
  'The pickup address is shown as to other buyers. Names nobody.';

create function public.linked_checkout(token text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  this_order public.orders := private.linked_order(token);
begin
  return jsonb_build_object(
    'checkout_id', this_order.checkout_id,
    'email', (select m.email from public.manual_orders m where m.order_id = this_order.id)
  );
end
$$;
comment on function public.linked_checkout is
  'The checkout of a payment link, and the address for its receipt: { checkout_id, email }.';

create function public.begin_linked_payment(
  token text,
  provider text,
  fee_percent numeric default 0,
  route text default 'platform'
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return public.begin_payment((private.linked_order(token)).checkout_id, null, provider, fee_percent, route);
end
$$;
comment on function public.begin_linked_payment is 'Like begin_payment, for the holder of a payment link.';

create function private.purge_manual_contacts()
returns void
language sql
security definer
set search_path = ''
as $$
  update public.manual_orders m
  set email = null
  from public.orders o
  where o.id = m.order_id and m.email is not null and o.due_at < now() - interval '14 days'
$$;
comment on function private.purge_manual_contacts is
  'Erases the email addresses of customers two weeks after the hand-over.';
