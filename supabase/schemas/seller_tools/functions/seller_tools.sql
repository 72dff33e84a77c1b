-- Tools for sellers: saving, importing and copying products; the order inbox and the prep sheet.

create function private.save_product(product jsonb, expected_updated_at timestamptz)
returns public.products
language plpgsql
set search_path = ''
as $$
declare
  own_shop uuid := private.own_shop_id();
  saved public.products;
  edited text[] := private.edited_product_columns();
begin
  if own_shop is null then
    perform private.refuse('P0001', 'shop', 'You need to create a shop first');
  end if;
  if jsonb_typeof(product) is distinct from 'object' then
    perform private.refuse('22023', 'malformed', 'A product must be an object.');
  end if;

  if product ? 'id' then
    select *
    into saved
    from public.products p
    where p.id = (product ->> 'id')::uuid and p.shop_id = own_shop
    for update;
    if not found then
      perform private.refuse('PT404', 'product', 'This product no longer exists.');
    end if;
    if expected_updated_at is not null and saved.updated_at <> expected_updated_at then
      perform private.refuse('PT409', 'changed', 'This product has changed in the meantime.');
    end if;
    if product ? 'variations' then
      perform private.clear_variations(saved.id, product -> 'variations');
    end if;
    -- Columns that the caller omits keep their value.
    execute
      format(
        'update public.products p set (%1$s) = (select %1$s from jsonb_populate_record($1, $2)) where p.id = ($1).id returning *',
        array_to_string(edited, ', ')
      )
    into saved
    using saved, product;
  else
    -- Columns that the caller omits get their default.
    edited := array['shop_id'] || array(
      select column_name from unnest(edited) column_name where product ->> column_name is not null
    );
    execute
      format(
        'insert into public.products (%1$s) select %1$s from jsonb_populate_record(null::public.products, $1) returning *',
        array_to_string(edited, ', ')
      )
    into saved
    using product || jsonb_build_object('shop_id', own_shop);
  end if;

  if product ? 'images' then
    delete from public.product_images i where i.product_id = saved.id;
    insert into public.product_images (product_id, image, position)
    select saved.id, e.image, e.position - 1
    from jsonb_array_elements_text(product -> 'images') with ordinality as e (image, position);
  end if;
  if product ? 'variations' then
    perform private.save_variations(saved.id, product -> 'variations');
  end if;
  if product ? 'option_groups' then
    perform private.save_option_groups(saved.id, product -> 'option_groups');
  end if;
  if product ? 'questions' then
    perform private.save_questions(saved.id, product -> 'questions');
  end if;
  return saved;
end
$$;
comment on function private.save_product is
  'Inserts a product into the caller''s shop, or updates the one with the given id. Omitted columns keep their '
  'value. images (addresses or paths), variations, option_groups and questions replace the existing ones.';

create function public.save_product(product jsonb, expected_updated_at timestamptz default null)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  saved public.products := private.save_product(product, expected_updated_at);
begin
  return jsonb_build_object('id', saved.id, 'updated_at', saved.updated_at, 'status', saved.status);
end
$$;
comment on function public.save_product is
  'Saves a product of the caller''s shop with pictures, choices and questions, all or nothing. With expected_updated_at, refuses (PT409) if the product has changed since.';

create function private.lock_own_products(given jsonb)
returns void
language sql
set search_path = ''
as $$
  select
  from public.products p
  where
    p.shop_id = private.own_shop_id()
    and p.id::text in (select lower(e.product ->> 'id') from jsonb_array_elements(given) as e (product))
  order by p.id
  for update
$$;
comment on function private.lock_own_products is
  'Locks the given products in order of id, as orders do, which prevents deadlocks.';

create function public.import_products(products jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given record;
  saved public.products;
  saved_ids uuid[] := '{}';
  added integer := 0;
  changed integer := 0;
  problem text;
  code text;
  reason text;
begin
  if jsonb_typeof(products) is distinct from 'array' or jsonb_array_length(products) > 200 then
    perform private.refuse('22023', 'too_many', 'An import can contain at most 200 products.');
  end if;
  perform private.lock_own_products(products);
  perform set_config('market.defer_indexing', 'on', true);
  for given in select e.product, e.number
  from jsonb_array_elements(products) with ordinality as e (product, number) loop
    begin
      saved := private.save_product(given.product - 'line', (given.product ->> 'expected_updated_at')::timestamptz);
    exception when others then
      get stacked diagnostics problem = message_text, code = returned_sqlstate, reason = pg_exception_hint;
      raise exception
        using
          errcode = code,
          message = problem,
          hint = reason,
          detail = jsonb_build_object('line', coalesce(given.product -> 'line', to_jsonb(given.number)));
    end;
    saved_ids := saved_ids || saved.id;
    if given.product ? 'id' then
      changed := changed + 1;
    else
      added := added + 1;
    end if;
  end loop;
  perform private.index_own_products(saved_ids);
  return jsonb_build_object('added', added, 'changed', changed);
end
$$;
comment on function public.import_products is
  'Saves up to 200 products of the caller''s shop, all or nothing. More at once would keep a small database busy for too long. The details of an error name the line.';

create function public.save_prices_and_stock(changes jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  change jsonb;
  problem text;
  saved public.products;
  saved_ids uuid[] := '{}';
  outcomes jsonb := '[]';
begin
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 500 then
    perform private.refuse('22023', 'too_many', 'You can update at most 500 products at a time.');
  end if;
  perform private.lock_own_products(changes);
  perform set_config('market.defer_indexing', 'on', true);
  for change in select e.change from jsonb_array_elements(changes) as e (change) loop
    begin
      -- Only price and stock: a bulk edit must not change columns that its form does not show.
      saved := private.save_product(
        jsonb_strip_nulls(
          jsonb_build_object('id', change -> 'id', 'price', change -> 'price', 'stock', change -> 'stock')
        ),
        (change ->> 'expected_updated_at')::timestamptz
      );
      saved_ids := saved_ids || saved.id;
      outcomes := outcomes || jsonb_build_object('id', change -> 'id', 'updated_at', saved.updated_at);
    exception when others then
      get stacked diagnostics problem = message_text;
      outcomes := outcomes || jsonb_build_object('id', change -> 'id', 'error', problem);
    end;
  end loop;
  perform private.index_own_products(saved_ids);
  return outcomes;
end
$$;
comment on function public.save_prices_and_stock is
  'Updates price and stock of many products. An error in one product is returned and does not stop the others.';

create function public.duplicate_product(product_id uuid)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  original public.products;
  copy uuid;
begin
  select *
  into original
  from public.products p
  where p.id = duplicate_product.product_id and p.shop_id = private.own_shop_id();
  if not found then
    perform private.refuse('PT404', 'product', 'This product no longer exists.');
  end if;
  copy := (
    private.save_product(
      to_jsonb(original) - 'id' || jsonb_build_object(
        'name', left(original.name, 143) || ' (copy)',
        'is_bestseller', false,
        'status', 'draft',
        'images', array(
          select i.image from public.product_images i where i.product_id = original.id order by i.position
        )
      ) || private.options_to_copy(original.id),
      null
    )
  ).id;
  insert into public.product_pickup_schedules
    (product_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted)
  select copy, w.day_of_week, w.start_time, w.end_time, w.max_orders, w.fulfilment, w.on_date, w.is_posted
  from public.product_pickup_schedules w
  where w.product_id = duplicate_product.product_id;
  return copy;
end
$$;
comment on function public.duplicate_product is
  'Copies one of the caller''s products as a draft, without its reviews. Both use the same stored pictures, see unused_pictures.';

create function private.due_range(day text, out from_day timestamp, out to_day timestamp)
language plpgsql
stable
set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
begin
  case day
    when 'late' then
      to_day := today;
    when 'today' then
      from_day := today;
      to_day := today + 1;
    when 'tomorrow' then
      from_day := today + 1;
      to_day := today + 2;
    when 'later' then
      from_day := today + 2;
    else
      begin
        from_day := day::date;
        to_day := day::date + 1;
      exception when data_exception then
        perform private.refuse('22023', 'day', 'This date is not valid.');
      end;
  end case;
end
$$;
comment on function private.due_range is
  'The range of due times from from_day, inclusive, to to_day, exclusive. day is late, today, tomorrow, later (after tomorrow) or a date.';

create function private.check_order_status(status text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if status = 'pending payment' or status <> all (enum_range(null::public.order_status)::text[]) then
    perform private.refuse('22023', 'status', 'This order status is not valid.');
  end if;
end
$$;
comment on function private.check_order_status is
  'Refuses a value that is not the status of a paid order. Null means all.';

create function private.order_lines(of_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', i.id,
          'product_id', i.product_id,
          'name', i.name,
          'variation', i.variation,
          'quantity', i.quantity,
          'personalization', i.personalization,
          'custom_request_details', i.custom_request_details,
          'options_text', i.options_text,
          'choices_text', private.options_text(jsonb_path_query_array(i.options, '$[*] ? (exists (@.group_id))')),
          'allergens', private.declaration_now(i),
          'is_custom', i.is_custom,
          -- Answers about food outside of the 14 allergens are compared with it.
          'ingredients', case when o.allergen_answers is not null then private.ingredients_now(i) end
        )
        order by i.created_at, i.id
      ),
      '[]'
    )
  from
    public.orders o
    join public.order_items i on i.order_id = o.id
  where o.id = of_order
$$;
comment on function private.order_lines is
  'The lines of an order as bought, for preparing it, with the current declaration of their allergens, and for a custom order the ingredients.';

create function public.seller_inbox(
  only_status text default null,
  day text default null,
  search text default null,
  after text default null,
  page_size integer default 25
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  today date := (now() at time zone 'Europe/London')::date;
  search_text text := private.folded(left(private.trimmed(coalesce(search, '')), 100));
  -- Open orders are sorted by due time. Finished orders and the full list are sorted latest first.
  is_open boolean := coalesce(only_status = any (private.open_order_statuses()::text[]), false);
  sort_column text := case when only_status is null then 'o.paid_at' else 'o.due_at' end;
  from_due timestamp;
  to_due timestamp;
  first_id uuid;
  last_id uuid;
  number_part text := private.order_number_part(search_text);
  search_condition text := '';
  page_condition text := '';
  page_length integer := least(greatest(coalesce(page_size, 25), 1), 100);
  response jsonb;
  rows jsonb;
begin
  perform private.check_order_status(only_status);
  if search_text <> '' then
    search_condition := 'position($5 in o.buyer_search) > 0';
    if search_text ~ '^#?[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?$' or search_text ~ '^#?[0-9a-f]{1,8}$' then
      first_id := overlay('00000000-0000-0000-0000-000000000000', ltrim(search_text, '#'), 1);
      last_id := overlay('ffffffff-ffff-ffff-ffff-ffffffffffff', ltrim(search_text, '#'), 1);
      search_condition := search_condition || ' or o.id between $8 and $9';
    end if;
    if number_part is not null then
      search_condition := search_condition || ' or position($10 in o.number) > 0';
    end if;
    search_condition := format(' and (%s)', search_condition);
  end if;
  if only_status is not null then
    page_condition := page_condition || ' and o.status = $2::public.order_status';
  end if;
  if day is not null then
    select d.from_day, d.to_day into from_due, to_due from private.due_range(day) d;
    page_condition := page_condition || case when from_due is null then '' else ' and o.due_at >= $3' end || case
      when to_due is null then ''
      else ' and o.due_at < $4'
    end;
  end if;
  if after is not null then
    if after !~ '^\d{4}-\d\d-\d\dT[0-9:.+-]{5,25}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('22023', 'after', 'This page does not exist.');
    end if;
    page_condition := page_condition || format(
      ' and (%s, o.id) %s (split_part($6, ''_'', 1)::%s, split_part($6, ''_'', 2)::uuid)',
      sort_column,
      case when is_open then '>' else '<' end,
      case when only_status is null then 'timestamptz' else 'timestamp' end
    );
  end if;

  -- The conditions use the same parameter numbers in all three statements.
  execute
    'select jsonb_build_object(
      ''processing'', coalesce(sum(c.orders) filter (where c.status = ''processing''), 0), ''ready'', coalesce(sum(c.orders) filter (where c.status = ''ready''), 0),
      ''shipped'', coalesce(sum(c.orders) filter (where c.status = ''shipped''), 0), ''delivered'', coalesce(sum(c.orders) filter (where c.status = ''delivered''), 0),
      ''cancelled'', coalesce(sum(c.orders) filter (where c.status = ''cancelled''), 0))
    from (
      select o.status, count(*) as orders from public.orders o where o.shop_id = $1 and o.paid_at is not null ' || search_condition || ' group by o.status
    ) c'
  into response
  using shop, only_status, from_due, to_due, search_text, after, page_length, first_id, last_id, number_part;
  response := jsonb_build_object('today', today, 'counts', response, 'days', null);
  if is_open then
    execute
      'select $4 || jsonb_build_object(''days'', jsonb_build_object(
        ''late'', count(*) filter (where o.due_at < $3), ''today'', count(*) filter (where o.due_at >= $3 and o.due_at < $3 + interval ''1 day''),
        ''tomorrow'', count(*) filter (where o.due_at >= $3 + interval ''1 day'' and o.due_at < $3 + interval ''2 days''),
        ''later'', count(*) filter (where o.due_at >= $3 + interval ''2 days'')))
      from public.orders o where o.shop_id = $1 and o.paid_at is not null and o.status = $2::public.order_status' || search_condition
    into response
    using
      shop,
      only_status,
      today::timestamp,
      response,
      search_text,
      after,
      page_length,
      first_id,
      last_id,
      number_part;
  end if;

  begin
    execute
      format(
        'select coalesce(jsonb_agg(to_jsonb(r) - ''position'' order by r.position), ''[]'') from (
        select row_number() over () as position, o.id, o.number, o.status, o.drop_title, o.fulfilment, o.due_at, o.pickup_start, o.pickup_end, o.delivery_date, o.delivery_start, o.delivery_end, o.agreed_on, o.buyer_name, o.paid_at,
          o.total_amount, o.refunded_amount, o.balance > 0 and private.owes_balance(o) as owes_balance, o.note is not null as has_note, o.delivery_address ->> ''city'' as town, private.order_lines(o.id) as items
        from (
          select o.* from public.orders o where o.shop_id = $1 and o.paid_at is not null %s order by %s %s, o.id %3$s limit $7
        ) o
      ) r',
        search_condition || page_condition,
        sort_column,
        case when is_open then 'asc' else 'desc' end
      )
    into rows
    using shop, only_status, from_due, to_due, search_text, after, page_length + 1, first_id, last_id, number_part;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.refuse('22023', 'after', 'This page does not exist.');
  end;
  return response || jsonb_build_object(
    'orders', case when jsonb_array_length(rows) > page_length then rows - page_length else rows end,
    'next', case
      when jsonb_array_length(rows) > page_length then (
        rows -> (page_length - 1) ->> case when only_status is null then 'paid_at' else 'due_at' end
      ) || '_' || (rows -> (page_length - 1) ->> 'id')
    end,
    'newest', (
      select jsonb_build_object('id', o.id, 'number', o.number, 'paid_at', o.paid_at, 'buyer_name', o.buyer_name)
      from public.orders o
      where o.shop_id = shop and o.paid_at is not null
      order by o.paid_at desc, o.id desc
      limit 1
    )
  );
end
$$;
comment on function public.seller_inbox is
  'A page of the paid orders of the caller''s shop, with counts by status. Open orders are also counted by due day. '
  'The result is { today, counts, days: { late, today, tomorrow, later } | null, orders, next: the value of `after` '
  'for the next page, newest }. Without `only_status` it lists all, the latest payment first. `day` is late, today, tomorrow, '
  'later or a date. `search` matches part of the buyer''s name, the start of an order''s number with or without its letters, or the start of an id.';

-- The prep sheet.

create function public.prep_sheet(day date, days integer default 1)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
begin
  if day is null then
    perform private.refuse('22023', 'day', 'Please choose a day for the prep sheet.');
  elsif coalesce(days, 0) not between 1 and 14 then
    perform private.refuse('22023', 'day', 'A prep sheet covers 1 to 14 days.');
  end if;
  return jsonb_build_object(
    'day', day,
    'late', (
      select count(*)
      from public.orders o
      where
        o.shop_id = shop
        and o.status = 'processing'
        and o.paid_at is not null
        and o.due_at < least(day, (now() at time zone 'Europe/London')::date)
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.due_at, r.id), '[]')
      from
        (
          select
            o.id,
            o.number,
            o.status,
            o.drop_title,
            o.fulfilment,
            o.due_at,
            o.pickup_start,
            o.pickup_end,
            o.delivery_date,
            o.delivery_start,
            o.delivery_end,
            o.buyer_name,
            o.balance > 0 and private.owes_balance(o) as owes_balance,
            o.note,
            o.brief - 'budget' as brief,
            o.allergen_answers,
            o.quote_terms,
            o.delivery_address ->> 'city' as town,
            o.delivery_address ->> 'postal_code' as postal_code,
            private.order_lines(o.id) as items
          from public.orders o
          where
            o.shop_id = shop
            and o.status in ('processing', 'ready', 'shipped', 'delivered')
            and o.paid_at is not null
            and o.due_at >= day::timestamp
            and o.due_at < day::timestamp + interval '1 day' * days
        ) r
    )
  );
end
$$;
comment on function public.prep_sheet is
  'What the caller''s shop prepares for a day, or for several from it on, by order, with options, personalisation, allergens, answers and notes, but without budgets. Finished '
  'orders are included, so totals show progress: { day, late: orders of earlier days still to be made, orders }.';
