-- Reading.

create function private.check_order_fields(given jsonb, known text[], part text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  unknown_field text;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    perform private.refuse('22023', 'malformed', format('%s must be an object.', part));
  end if;
  -- Most requests have no unknown field, and this comparison is fast.
  if given - known = '{}' then
    return;
  end if;
  select left(field, 40) into unknown_field from jsonb_object_keys(given - known) field order by field limit 1;
  if unknown_field ~* '(price|fee|total|amount|cost|charge|discount)' then
    perform private.refuse(
      '22023',
      'unknown_field',
      format('We calculate prices and fees. An order must not contain “%s”.', unknown_field)
    );
  end if;
  perform private.refuse('22023', 'unknown_field', format('An order must not contain “%s”.', unknown_field));
end
$$;
comment on function private.check_order_fields is 'Refuses unknown fields in an order request, especially prices.';

create function private.order_text(given jsonb, field text, max_length integer, code text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  value jsonb := given -> field;
begin
  if coalesce(jsonb_typeof(value), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(value) <> 'string' then
    perform private.refuse('22023', code, format('“%s” must be text.', field));
  end if;
  if char_length(value #>> '{}') > max_length then
    perform private.refuse('22023', code, format('“%s” can have at most %s characters.', field, max_length));
  end if;
  return nullif(private.trimmed(value #>> '{}'), '');
end
$$;
comment on function private.order_text is 'A text field of an order request, trimmed. Null if it is empty.';

create function private.order_uuid(given jsonb, field text)
returns uuid
language plpgsql
immutable
set search_path = ''
as $$
declare
  value text := given ->> field;
begin
  if value is null then
    return null;
  end if;
  if value !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    perform private.refuse('22023', 'malformed', format('“%s” must be an id.', field));
  end if;
  return value::uuid;
end
$$;
comment on function private.order_uuid is 'An id in an order request, or null.';

create function private.order_list(given jsonb, field text, max_length integer)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  if
    jsonb_typeof(given -> field) is distinct from 'array'
    or jsonb_array_length(given -> field) not between 1 and max_length
  then
    perform private.refuse('22023', 'malformed', format('“%s” must be a list of 1 to %s elements.', field, max_length));
  end if;
  return given -> field;
end
$$;
comment on function private.order_list is
  'A list in an order request, with at least one and at most max_length elements.';

create function private.request_part("order" jsonb, shop uuid)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select part
    from jsonb_array_elements("order" -> 'shops') part
    where private.order_uuid(part, 'shop_id') = shop
  );
end
$$;
comment on function private.request_part is 'The part of an order request that is for a shop.';

create function private.read_order_part(given jsonb, number bigint)
returns private.order_part
language plpgsql
set search_path = ''
as $$
declare
  part private.order_part;
  fulfilment text := given ->> 'fulfilment';
  slot jsonb;
begin
  perform private.check_order_fields(
    given,
    '{shop_id,fulfilment,pickup,delivery,note,cancellation,kitchen,items,discount_code_id,tip,vouchers}',
    'A part of an order'
  );
  part.position := number;
  part.shop_id := private.order_uuid(given, 'shop_id');
  if part.shop_id is null then
    perform private.refuse('22023', 'malformed', 'Each part of an order must name its shop.');
  end if;
  part.fulfilment := fulfilment;
  part.note := private.order_text(given, 'note', 1000, 'note');
  part.discount_code_id := private.order_uuid(given, 'discount_code_id');
  part.tip := private.order_tip(given);
  part.voucher_codes := private.read_voucher_codes(given -> 'vouchers', part.shop_id);
  if
    fulfilment not in ('pickup', 'delivery')
    or fulfilment is distinct from 'pickup'
    and coalesce(given -> 'pickup', 'null') <> 'null'
    or fulfilment is distinct from 'delivery'
    and coalesce(given -> 'delivery', 'null') <> 'null'
  then
    perform private.refuse('22023', 'malformed', 'Fulfilment must be delivery, or pickup with a time.');
  end if;
  slot := nullif(given -> fulfilment, 'null');
  if slot is null then
    return part;
  end if;
  perform private.check_order_fields(slot, '{date,start_time,end_time}', format('A %s time', fulfilment));
  if
    coalesce(slot ->> 'date', '') !~ '^\d{4}-\d\d-\d\d$'
    -- A day of posting has no hours.
    or not (fulfilment = 'delivery' and num_nulls(slot ->> 'start_time', slot ->> 'end_time') = 2)
    and (
      coalesce(slot ->> 'start_time', '') !~ '^\d\d:\d\d(:00)?$'
      or coalesce(slot ->> 'end_time', '') !~ '^\d\d:\d\d(:00)?$'
    )
  then
    perform private.refuse('22023', 'malformed', format('A %s time needs a date, a start and an end.', fulfilment));
  end if;
  begin
    if fulfilment = 'pickup' then
      part.pickup_date := slot ->> 'date';
      part.pickup_start := slot ->> 'start_time';
      part.pickup_end := slot ->> 'end_time';
    else
      part.delivery_date := slot ->> 'date';
      part.delivery_start := slot ->> 'start_time';
      part.delivery_end := slot ->> 'end_time';
    end if;
  exception when data_exception then
    perform private.refuse('22023', 'malformed', format('This %s time is not valid.', fulfilment));
  end;
  return part;
end
$$;
comment on function private.read_order_part is
  'Reads the part of an order request for one shop: fulfilment, slot and note. Fulfilment and slot are null if they are missing.';

create function private.read_order_line(given jsonb, shop uuid, number bigint)
returns private.order_line
language plpgsql
set search_path = ''
as $$
declare
  line private.order_line;
  quantity numeric;
begin
  perform private.check_order_fields(
    given,
    '{product_id,quantity,variation,personalization,custom_request_details,options,allergens,chat_room_id,agreed_on,allergen_answers,quote_version}',
    'A line of an order'
  );
  line.position := number;
  line.shop_id := shop;
  line.product_id := private.order_uuid(given, 'product_id');
  if line.product_id is null then
    perform private.refuse('22023', 'malformed', 'Each line of an order must name its product.');
  end if;
  if jsonb_typeof(given -> 'quantity') = 'number' then
    quantity := given -> 'quantity';
  end if;
  if quantity is null or quantity not between 1 and 99 or quantity <> trunc(quantity) then
    perform private.refuse(
      '22023',
      'quantity',
      'Please choose a quantity from 1 to 99.',
      jsonb_build_object('product_id', line.product_id)
    );
  end if;
  line.quantity := quantity;
  line.variation := private.order_text(given, 'variation', 60, 'variation');
  line.personalization := private.order_text(given, 'personalization', 60, 'personalization');
  line.custom_request_details := private.order_text(given, 'custom_request_details', 200, 'personalization');
  if line.personalization not in ('happy_birthday', 'congratulations', 'thank_you', 'custom') then
    perform private.refuse(
      '22023',
      'personalization',
      'This personalisation is not valid. Please choose another one.',
      jsonb_build_object('product_id', line.product_id)
    );
  end if;
  if line.custom_request_details is not null and line.personalization is distinct from 'custom' then
    perform private.refuse(
      '22023',
      'personalization',
      'Your own text needs the personalisation “Custom message”.',
      jsonb_build_object('product_id', line.product_id)
    );
  end if;
  line.options := private.read_order_options(given);
  line.allergens := nullif(given -> 'allergens', 'null');
  line.allergen_answers := nullif(given -> 'allergen_answers', 'null');
  line.chat_room_id := private.order_uuid(given, 'chat_room_id');
  if jsonb_typeof(given -> 'quote_version') = 'number' and (given ->> 'quote_version') ~ '^\d{1,9}$' then
    line.quote_version := given -> 'quote_version';
  end if;
  if coalesce(given -> 'agreed_on', 'null') <> 'null' then
    begin
      line.agreed_on := private.order_text(given, 'agreed_on', 10, 'malformed');
    exception when data_exception then
      perform private.refuse('22023', 'malformed', 'This date is not valid.');
    end;
  end if;
  return line;
end
$$;
comment on function private.read_order_line is 'Reads one line of an order request.';

create function private.read_order_parts("order" jsonb)
returns private.order_part[]
language plpgsql
set search_path = ''
as $$
declare
  parts private.order_part[];
begin
  perform private.check_order_fields(
    "order",
    '{shops,address_id,allergens_acknowledged,shown_total,phone}',
    'An order'
  );
  select array_agg(private.read_order_part(e.given, e.number) order by e.number)
  into parts
  from jsonb_array_elements(private.order_list("order", 'shops', 20)) with ordinality as e (given, number);
  if (select count(distinct p.shop_id) from unnest(parts) p) < cardinality(parts) then
    perform private.refuse('22023', 'malformed', 'An order must name each shop once.');
  end if;
  return parts;
end
$$;
comment on function private.read_order_parts is 'Reads the parts of an order request, one for each shop.';

create function private.merge_equal_lines(lines private.order_line[])
returns private.order_line[]
language plpgsql
stable
set search_path = ''
as $$
begin
  if cardinality(lines) < 2 then
    return lines;
  end if;
  return (
    select array_agg(m.line order by m.number)
    from
      (
        select
          min(n) as number,
          row(
            min(position),
            shop_id,
            product_id,
            sum(quantity),
            variation,
            personalization,
            custom_request_details,
            options,
            allergens,
            chat_room_id,
            agreed_on,
            allergen_answers,
            quote_version
          )::private.order_line as line
        from
          unnest(lines) with ordinality as l (
            position,
            shop_id,
            product_id,
            quantity,
            variation,
            personalization,
            custom_request_details,
            options,
            allergens,
            chat_room_id,
            agreed_on,
            allergen_answers,
            quote_version,
            n
          )
        -- Two lines with quotes stay separate, so that they are refused instead of merged.
        group by
          shop_id,
          product_id,
          variation,
          personalization,
          custom_request_details,
          options,
          allergens,
          agreed_on,
          allergen_answers,
          quote_version,
          chat_room_id,
          case when chat_room_id is not null then n end
      ) m
  );
end
$$;
comment on function private.merge_equal_lines is
  'Merges lines with the same product, variation, options, personalisation and text.';

create function private.read_order_lines("order" jsonb)
returns private.order_line[]
language plpgsql
set search_path = ''
as $$
declare
  max_lines constant integer := 200;
  lines private.order_line[];
begin
  if
    (
      select sum(jsonb_array_length(private.order_list(s.given, 'items', 100)))
      from jsonb_array_elements("order" -> 'shops') s (given)
    ) > max_lines
  then
    perform private.refuse(
      '22023',
      'malformed',
      format('An order can have at most %s different lines. Please place two orders.', max_lines)
    );
  end if;
  select
    array_agg(
      private.read_order_line(i.given, private.order_uuid(s.given, 'shop_id'), i.number)
      order by s.number, i.number
    )
  into lines
  from
    jsonb_array_elements("order" -> 'shops') with ordinality as s (given, number)
    cross join jsonb_array_elements(s.given -> 'items') with ordinality as i (given, number);
  lines := private.merge_equal_lines(lines);
  if exists (select from unnest(lines) l where l.quantity > 99) then
    perform private.refuse('22023', 'quantity', 'Please choose a quantity from 1 to 99.');
  end if;
  return lines;
end
$$;
comment on function private.read_order_lines is
  'Reads the lines of all shops and merges equal ones. At most 200 lines, so that one order does not block others for long.';

-- Checking and pricing.

create function private.line_fulfilments(product public.products, drop_item uuid)
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return array(
    select f.fulfilment
    from
      (
        values
          ('delivery', product.available_for_delivery),
          ('pickup', product.available_for_pickup)
      ) f (fulfilment, is_offered)
    where
      f.is_offered
      and (
        drop_item is null
        or exists (
          select
          from
            public.drop_items i
            join public.drop_slots s on s.drop_id = i.drop_id
          where i.id = drop_item and s.fulfilment = f.fulfilment
        )
      )
  );
end
$$;
comment on function private.line_fulfilments is 'How a product, or its item in a drop, is handed over.';

create function private.check_fulfilment(line private.priced_line, fulfilment text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if fulfilment <> all (line.fulfilments) then
    perform private.refuse(
      'PT409',
      'not_offered',
      format('%s is not offered for %s.', line.name, fulfilment),
      jsonb_build_object('product_id', line.product_id)
    );
  end if;
end
$$;
comment on function private.check_fulfilment is 'Refuses a line that is not delivered, or not handed over by pickup.';

create function private.price_line(buyer uuid, line private.order_line, earlier bigint)
returns private.priced_line
language plpgsql
stable
set search_path = ''
as $$
declare
  product public.products;
  error_details jsonb := jsonb_build_object('product_id', line.product_id);
  chosen private.chosen_options;
  room public.chat_rooms;
  contradicted text;
  drop_item uuid;
  available integer;
begin
  select *
  into product
  from public.products p
  where p.id = line.product_id and p.shop_id = line.shop_id and p.is_listed;
  if not found then
    perform private.refuse('PT404', 'product', 'This product is no longer on sale.', error_details);
  end if;
  if not product.allergens_declared then
    perform private.refuse(
      'PT409',
      'allergens_undeclared',
      format('%s cannot be bought yet, because the seller has not declared all its allergens.', product.name),
      error_details
    );
  end if;
  if line.chat_room_id is not null then
    room := private.accepted_quote(buyer, line);
    chosen.price := room.price_quote;
    if room.quote_declaration is not null then
      product.allergens := room.quote_declaration -> 'allergens';
      product.ingredients := room.quote_declaration ->> 'ingredients';
    else
      -- A quote names no choices, so it has what every choice adds.
      product.allergens := private.add_allergens(product.allergens, product.required_allergens);
    end if;
    contradicted := private.contradicted_answer(room.allergen_answers, product.allergens, product.ingredients);
    if contradicted is not null then
      perform private.refuse(
        'PT409',
        'answers_contradict',
        format(
          'The allergens of %s have changed, and now contradict the seller’s answer about %s. Please ask the seller.',
          product.name,
          contradicted
        ),
        error_details
      );
    end if;
  end if;
  if line.chat_room_id is null and product.product_type <> 'bespoke' then
    chosen := private.choose_options(product, line);
    product := private.compose(product, chosen.choices);
  end if;
  if line.allergens is distinct from product.allergens and line.allergens is not null then
    perform private.refuse(
      'PT409',
      'allergens_changed',
      format('The allergens of %s have just changed. Please read them again.', product.name),
      error_details
    );
  end if;
  if line.chat_room_id is null and product.product_type = 'bespoke' then
    perform private.refuse(
      'PT409',
      'quote',
      format('%s is made to order. Please agree a price with the seller first.', product.name),
      error_details
    );
  end if;
  drop_item := case
    when line.chat_room_id is null and product.drop_until > now() then private.priced_drop_item(product)
  end;
  if
    drop_item is null
    and line.chat_room_id is null
    and not product.is_made_to_order
    and product.stock < earlier + line.quantity
  then
    available := product.stock + private.offered_units(buyer, product.id, null);
    if available < earlier + line.quantity then
      perform private.refuse(
        'PT409',
        'sold_out',
        case
          when available = 0 then format('%s is sold out.', product.name)
          else format('Only %s × %s left.', available, product.name)
        end,
        error_details || jsonb_build_object('left', available - earlier)
      );
    end if;
  end if;
  return row(
    gen_random_uuid(),
    line.shop_id,
    product.id,
    product.name,
    product.image,
    chosen.price,
    line.quantity,
    chosen.variation,
    line.personalization,
    line.custom_request_details,
    coalesce(chosen.options, '[]'),
    coalesce(chosen.choices, '{}'),
    product.ingredients,
    product.allergens,
    product.net_quantity,
    line.chat_room_id,
    room.quote_declaration is not null,
    line.chat_room_id is null and not product.is_made_to_order and drop_item is null,
    drop_item,
    0,
    false,
    private.line_fulfilments(product, drop_item),
    line.position
  )::private.priced_line;
end
$$;
comment on function private.price_line is
  'A line at its current price, ready to be stored. Refuses lines that cannot be bought. Lines of the same product before it take the earlier quantity.';

create function private.check_shop(buyer uuid, part private.order_part)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  shop public.shops;
  error_details jsonb := jsonb_build_object('shop_id', part.shop_id);
begin
  select * into shop from public.shops s where s.id = part.shop_id and s.status = 'active';
  if not found then
    perform private.refuse('PT404', 'shop', 'This shop is no longer open.', error_details);
  end if;
  if shop.user_id = buyer then
    perform private.refuse('42501', 'own_shop', 'You cannot buy from your own shop.', error_details);
  end if;
  -- An open order suspends a block, so a member cannot place one across a block.
  if private.has_block_between(shop.user_id, buyer) then
    perform private.refuse(
      'PT409',
      'blocked',
      case
        when exists (
            select from public.blocks b where b.blocker_id = buyer and b.blocked_id = shop.user_id
          ) then format('You have blocked %s. Unblock them to place an order.', shop.name)
        else format('You cannot buy from %s.', shop.name)
      end,
      error_details
    );
  end if;
  if
    part.fulfilment = 'delivery'
    and part.agreed_on is null
    and part.delivery_date is null
    and exists (
      select
      from public.shop_closures c
      where c.shop_id = shop.id and (now() at time zone 'Europe/London')::date between c.from_date and c.to_date
    )
  then
    perform private.refuse(
      'PT409',
      'closed',
      format('%s is closed at the moment and does not deliver.', shop.name),
      error_details
    );
  end if;
end
$$;
comment on function private.check_shop is
  'Refuses a shop that does not sell to this buyer, and one that is closed and does not deliver.';
