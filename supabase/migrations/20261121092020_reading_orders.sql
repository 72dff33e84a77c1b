-- What a buyer asks for, read from JSON: its shape is checked here, what it means by place_order.

create function private.refuse(code text, hint text, message text, details jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if details is null then
    raise exception using errcode = code, hint = hint, message = message;
  end if;
  raise exception using errcode = code, hint = hint, message = message, detail = details::text;
end $$;
comment on function private.refuse(text, text, text, jsonb) is
  'Refuses with a sentence for people, a word for programs (hint) and, as JSON, which line or shop is at fault (details).';

create type private.order_part as (
  position integer,
  shop_id uuid,
  fulfilment text,
  pickup_date date,
  pickup_start time,
  pickup_end time,
  note text
);
comment on type private.order_part is 'What is asked of one shop.';

create type private.order_line as (
  position integer,
  shop_id uuid,
  product_id uuid,
  quantity integer,
  variation text,
  personalization text,
  custom_request_details text,
  allergens jsonb,
  chat_room_id uuid
);
comment on type private.order_line is 'One line of what is asked: how many of what, in which variation, with whose quote.';

create function private.check_order_fields(given jsonb, known text[], part text) returns void
language plpgsql set search_path = ''
as $$
declare
  odd text;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    perform private.refuse('22023', 'malformed', format('%s is an object.', part));
  end if;
  -- Most have nothing odd, and this says so without looking at the fields one by one.
  if given - known = '{}' then
    return;
  end if;
  select left(field, 40) into odd from jsonb_object_keys(given - known) field order by field limit 1;
  if odd ~* '(price|fee|total|amount|cost|charge|discount)' then
    perform private.refuse('22023', 'unknown_field', format('Prices and fees are worked out here: an order cannot say “%s”.', odd));
  end if;
  perform private.refuse('22023', 'unknown_field', format('An order cannot say “%s”.', odd));
end $$;
comment on function private.check_order_fields(jsonb, text[], text) is 'Refuses fields that an order does not have, prices above all.';

create function private.order_text(given jsonb, field text, longest integer, hint text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  value jsonb := given -> field;
begin
  if coalesce(jsonb_typeof(value), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(value) <> 'string' then
    perform private.refuse('22023', hint, format('“%s” of an order is text.', field));
  end if;
  if char_length(value #>> '{}') > longest then
    perform private.refuse('22023', hint, format('“%s” has at most %s characters.', field, longest));
  end if;
  return nullif(private.trimmed(value #>> '{}'), '');
end $$;
comment on function private.order_text(jsonb, text, integer, text) is 'A text of an order, trimmed; null where there is none.';

create function private.order_uuid(given jsonb, field text) returns uuid
language plpgsql immutable set search_path = ''
as $$
declare
  value text := given ->> field;
begin
  if value is null then
    return null;
  end if;
  if value !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    perform private.refuse('22023', 'malformed', format('“%s” of an order is the id of something.', field));
  end if;
  return value::uuid;
end $$;
comment on function private.order_uuid(jsonb, text) is 'An id in an order; null where there is none.';

create function private.order_list(given jsonb, field text, most integer) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(given -> field) is distinct from 'array' or jsonb_array_length(given -> field) not between 1 and most then
    perform private.refuse('22023', 'malformed', format('“%s” of an order is a list of 1 to %s.', field, most));
  end if;
  return given -> field;
end $$;
comment on function private.order_list(jsonb, text, integer) is 'A list in an order that has something in it, and not too much.';

create function private.read_order_part(given jsonb, number bigint) returns private.order_part
language plpgsql set search_path = ''
as $$
declare
  part private.order_part;
  slot jsonb := given -> 'pickup';
begin
  perform private.check_order_fields(given, '{shop_id,fulfilment,pickup,note,items}', 'What is ordered of a shop');
  part.position := number;
  part.shop_id := private.order_uuid(given, 'shop_id');
  if part.shop_id is null then
    perform private.refuse('22023', 'malformed', 'An order says of which shop.');
  end if;
  part.fulfilment := given ->> 'fulfilment';
  part.note := private.order_text(given, 'note', 1000, 'note');
  if part.fulfilment = 'delivery' and coalesce(slot, 'null') = 'null' then
    return part;
  end if;
  if part.fulfilment is distinct from 'pickup' then
    perform private.refuse('22023', 'malformed', 'An order is for delivery, or for pickup at a time.');
  end if;
  if coalesce(slot, 'null') = 'null' then
    perform private.refuse('22023', 'pickup_missing', 'Please choose a time for the pickup.', jsonb_build_object('shop_id', part.shop_id));
  end if;
  perform private.check_order_fields(slot, '{date,start_time,end_time}', 'A pickup time');
  if coalesce(slot ->> 'date', '') !~ '^\d{4}-\d\d-\d\d$' or coalesce(slot ->> 'start_time', '') !~ '^\d\d:\d\d(:00)?$'
    or coalesce(slot ->> 'end_time', '') !~ '^\d\d:\d\d(:00)?$' then
    perform private.refuse('22023', 'malformed', 'A pickup time is a date, a start and an end.');
  end if;
  begin
    part.pickup_date := slot ->> 'date';
    part.pickup_start := slot ->> 'start_time';
    part.pickup_end := slot ->> 'end_time';
  exception when data_exception then
    perform private.refuse('22023', 'malformed', 'There is no such pickup time.');
  end;
  return part;
end $$;
comment on function private.read_order_part(jsonb, bigint) is 'Reads how the order of one shop is handed over, and the note to the baker.';

create function private.read_order_line(given jsonb, shop uuid, number bigint) returns private.order_line
language plpgsql set search_path = ''
as $$
declare
  line private.order_line;
  quantity numeric;
begin
  perform private.check_order_fields(
    given, '{product_id,quantity,variation,personalization,custom_request_details,allergens,chat_room_id}', 'A line of an order');
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
  return line;
end $$;
comment on function private.read_order_line(jsonb, uuid, bigint) is 'Reads one line of an order.';

create function private.read_order_parts("order" jsonb) returns private.order_part[]
language plpgsql set search_path = ''
as $$
declare
  parts private.order_part[];
begin
  perform private.check_order_fields("order", '{shops,address_id,allergens_acknowledged,shown_total}', 'An order');
  select array_agg(private.read_order_part(e.given, e.number) order by e.number) into parts
  from jsonb_array_elements(private.order_list("order", 'shops', 20)) with ordinality as e (given, number);
  if (select count(distinct p.shop_id) from unnest(parts) p) < cardinality(parts) then
    perform private.refuse('22023', 'malformed', 'An order names each shop once.');
  end if;
  if "order" -> 'allergens_acknowledged' is distinct from 'true' then
    perform private.refuse('22023', 'allergens_not_acknowledged', 'Please confirm that you have read the allergens of everything you order.');
  end if;
  return parts;
end $$;
comment on function private.read_order_parts(jsonb) is 'Reads what is asked of each shop.';

create function private.read_order_lines("order" jsonb) returns private.order_line[]
language plpgsql set search_path = ''
as $$
begin
  return array(
    select private.read_order_line(i.given, private.order_uuid(s.given, 'shop_id'), i.number)
    from jsonb_array_elements("order" -> 'shops') with ordinality as s (given, number)
    cross join jsonb_array_elements(private.order_list(s.given, 'items', 100)) with ordinality as i (given, number)
    order by s.number, i.number
  );
end $$;
comment on function private.read_order_lines(jsonb) is 'Reads the lines of all shops.';

revoke execute on function private.refuse(text, text, text, jsonb), private.check_order_fields(jsonb, text[], text),
  private.order_text(jsonb, text, integer, text), private.order_uuid(jsonb, text), private.order_list(jsonb, text, integer),
  private.read_order_part(jsonb, bigint), private.read_order_line(jsonb, uuid, bigint), private.read_order_parts(jsonb),
  private.read_order_lines(jsonb) from public;
