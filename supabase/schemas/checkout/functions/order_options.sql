create function private.read_order_option(given jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  choices uuid[];
  answer text;
begin
  if given ? 'question_id' then
    perform private.check_order_fields(given, '{question_id,text}', 'An answer');
    answer := regexp_replace(private.order_text(given, 'text', 200, 'options'), '\s+', ' ', 'g');
    return jsonb_build_object('question_id', private.order_uuid(given, 'question_id'), 'text', answer);
  end if;
  perform private.check_order_fields(given, '{group_id,choice_ids}', 'An option');
  if
    not given ? 'group_id'
    or jsonb_typeof(given -> 'choice_ids') is distinct from 'array'
    or jsonb_array_length(given -> 'choice_ids') > 30
  then
    perform private.refuse('22023', 'malformed', 'An option must name its group and its choices.');
  end if;
  choices := array(
    select distinct private.order_uuid(jsonb_build_object('choice_ids', e.id), 'choice_ids')
    from jsonb_array_elements(given -> 'choice_ids') e (id)
    order by 1
  );
  return jsonb_build_object('group_id', private.order_uuid(given, 'group_id'), 'choice_ids', to_jsonb(choices));
end
$$;
comment on function private.read_order_option is
  'One option of a line: a group with its choices, or a question with its answer.';

create function private.read_order_options(given jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  options jsonb;
begin
  if coalesce(given -> 'options', 'null') in ('null', '[]') then
    return '[]';
  end if;
  if jsonb_typeof(given -> 'options') <> 'array' or jsonb_array_length(given -> 'options') > 20 then
    perform private.refuse('22023', 'malformed', '“options” must be a list of at most 20 elements.');
  end if;
  select coalesce(jsonb_agg(r.option order by r.id), '[]')
  into options
  from
    (
      select o.option, coalesce(o.option ->> 'group_id', o.option ->> 'question_id') as id
      from
        jsonb_array_elements(given -> 'options') e (given),
        private.read_order_option(e.given) o (option)
      where o.option ->> 'text' is not null or o.option -> 'choice_ids' <> '[]'
    ) r;
  if
    (
      select count(distinct coalesce(o ->> 'group_id', o ->> 'question_id')) from jsonb_array_elements(options) o
    ) < jsonb_array_length(options)
  then
    perform private.refuse('22023', 'malformed', 'A line must name each option once.');
  end if;
  return options;
end
$$;
comment on function private.read_order_options is
  'The options of a line, without empty ones, in order of their ids, so that equal options are equal values.';

create function private.choose_variation(product public.products, variation text)
returns public.product_variations
language plpgsql
stable
set search_path = ''
as $$
declare
  chosen public.product_variations;
begin
  select *
  into chosen
  from public.product_variations v
  where v.product_id = product.id and v.name = coalesce(variation, v.name)
  limit 1;
  if chosen.id is null and variation is not null then
    perform private.refuse(
      'PT409',
      'variation',
      format('%s is no longer available as “%s”. Please choose another variation.', product.name, variation),
      jsonb_build_object('product_id', product.id)
    );
  elsif
    variation is null
    and exists (select from public.product_variations v where v.product_id = product.id and v.id <> chosen.id)
  then
    perform private.refuse(
      '22023',
      'variation',
      'Please select a variation',
      jsonb_build_object('product_id', product.id)
    );
  end if;
  return chosen;
end
$$;
comment on function private.choose_variation is
  'The chosen variation, the only one if there is one, or null if there is none. Refuses an unknown or missing one.';

create function private.choose_in_group(product public.products, "group" public.product_option_groups, given jsonb)
returns public.product_option_choices[]
language plpgsql
stable
set search_path = ''
as $$
declare
  ids uuid[] := array(select e.id::uuid from jsonb_array_elements_text(coalesce(given -> 'choice_ids', '[]')) e (id));
  chosen public.product_option_choices[];
  error_details jsonb := jsonb_build_object('product_id', product.id);
begin
  if ids = '{}' and not "group".is_required then
    return '{}';
  end if;
  select array_agg(c order by c.position)
  into chosen
  from public.product_option_choices c
  where c.group_id = "group".id and (ids = '{}' or c.id = any (ids));
  -- A required group with one choice asks nothing.
  if ids = '{}' and cardinality(chosen) > 1 then
    perform private.refuse(
      '22023',
      'options_missing',
      format('Please choose “%s” for %s.', "group".name, product.name),
      error_details
    );
  elsif ids <> '{}' and coalesce(cardinality(chosen), 0) <> cardinality(ids) then
    perform private.refuse(
      'PT409',
      'options',
      format('%s is no longer offered with this choice of “%s”. Please choose again.', product.name, "group".name),
      error_details
    );
  elsif cardinality(ids) > "group".max_choices then
    perform private.refuse(
      '22023',
      'options',
      format('Please choose at most %s of “%s”.', "group".max_choices, "group".name),
      error_details
    );
  end if;
  return coalesce(chosen, '{}');
end
$$;
comment on function private.choose_in_group is
  'The choices of a group that a line names. Refuses unknown, missing and too many ones.';

create function private.answer_question(product public.products, question public.product_questions, given jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  answer text := given ->> 'text';
  error_details jsonb := jsonb_build_object('product_id', product.id);
begin
  if answer is null and question.is_required then
    perform private.refuse(
      '22023',
      'options_missing',
      format('Please answer “%s” for %s.', question.name, product.name),
      error_details
    );
  elsif char_length(answer) > question.max_length then
    perform private.refuse(
      '22023',
      'options',
      format('“%s” can have at most %s characters.', question.name, question.max_length),
      error_details
    );
  end if;
  return answer;
end
$$;
comment on function private.answer_question is 'The answer to a question. Refuses a missing or too long one.';

create function private.check_personalisation(product public.products, line private.order_line)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  error_details jsonb := jsonb_build_object('product_id', product.id);
begin
  if line.personalization is not null and not product.is_personalisable then
    perform private.refuse(
      'PT409',
      'personalization',
      format('%s cannot be personalised.', product.name),
      error_details
    );
  elsif char_length(line.custom_request_details) > product.personalisation_max_length then
    perform private.refuse(
      '22023',
      'personalization',
      format('Your own text for %s can have at most %s characters.', product.name, product.personalisation_max_length),
      error_details
    );
  end if;
end
$$;
comment on function private.check_personalisation is
  'Refuses a personalisation that the product does not offer, and words that are too long.';

create function private.choose_options(product public.products, line private.order_line)
returns private.chosen_options
language plpgsql
stable
set search_path = ''
as $$
declare
  chosen private.chosen_options;
  variation public.product_variations := private.choose_variation(product, line.variation);
  discounts numeric := least(variation.price_delta, 0);
  asked record;
  taken public.product_option_choices[];
  answer text;
  known text[] := '{}';
begin
  perform private.check_personalisation(product, line);
  chosen.variation := variation.name;
  chosen.options := '[]';
  chosen.choices := array(
    select
      row(
        variation.id,
        variation.name,
        variation.stock is not null,
        variation.allergens,
        variation.ingredients,
        variation.replaces,
        variation.net_quantity
      )::private.chosen_choice
    where variation.id is not null
  );
  chosen.price := product.price + coalesce(variation.price_delta, 0) + case
    when line.personalization is null then 0
    else product.personalisation_price
  end;
  for asked in select g as item, o.option
  from
    public.product_option_groups g
    left join jsonb_array_elements(line.options) o (option) on o.option ->> 'group_id' = g.id::text
  where g.product_id = product.id
  order by g.position loop
    taken := private.choose_in_group(product, asked.item, asked.option);
    known := known || (asked.item).id::text;
    if taken <> '{}' then
      chosen.options := chosen.options || (
        select
          jsonb_build_object(
            'group_id', (asked.item).id,
            'choice_ids', jsonb_agg(t.id),
            'name', (asked.item).name,
            'value', string_agg(t.name, ', ')
          )
        from unnest(taken) t
      );
      chosen.price := chosen.price + (select sum(t.price_delta) from unnest(taken) t);
      discounts := least(discounts, 0) + (select sum(least(t.price_delta, 0)) from unnest(taken) t);
      chosen.choices := chosen.choices || array(
        select
          row(
            t.id,
            t.name,
            t.stock is not null,
            t.allergens,
            t.ingredients,
            t.replaces,
            t.net_quantity
          )::private.chosen_choice
        from unnest(taken) t
      );
    end if;
  end loop;
  for asked in select q as item, o.option
  from
    public.product_questions q
    left join jsonb_array_elements(line.options) o (option) on o.option ->> 'question_id' = q.id::text
  where q.product_id = product.id
  order by q.position loop
    answer := private.answer_question(product, asked.item, asked.option);
    known := known || (asked.item).id::text;
    if answer is not null then
      chosen.options := chosen.options || jsonb_build_object(
        'question_id', (asked.item).id,
        'name', (asked.item).name,
        'text', answer
      );
      chosen.price := chosen.price + (asked.item).price;
    end if;
  end loop;
  if
    exists (
      select
      from jsonb_array_elements(line.options) o
      where coalesce(o ->> 'group_id', o ->> 'question_id') <> all (known)
    )
  then
    perform private.refuse(
      'PT409',
      'options',
      format('%s has changed what it offers. Please choose again.', product.name),
      jsonb_build_object('product_id', product.id)
    );
  end if;
  if discounts < 0 and chosen.price <= 0 then
    perform private.refuse(
      'PT409',
      'variation',
      format(
        '%s cannot be bought like this, because its price would be zero or less. Please choose something else.',
        product.name
      ),
      jsonb_build_object('product_id', product.id)
    );
  end if;
  return chosen;
end
$$;
comment on function private.choose_options is
  'The price of one unit with everything that a line chooses. Refuses what the product does not offer, and what is missing.';

create function private.lock_stock(products uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Their products are locked. A seller may also change a choice or a drop without its product.
  perform
  from public.product_variations v
  where v.product_id = any (products) and v.stock is not null
  order by v.id
  for no key update;
  perform
  from public.product_option_choices o
  where o.product_id = any (products) and o.stock is not null
  order by o.id
  for no key update;
  if exists (select from public.products p where p.id = any (products) and p.drop_until > now()) then
    perform
    from public.drop_items i
    where i.product_id = any (products)
    order by i.id
    for no key update;
  end if;
end
$$;
comment on function private.lock_stock is
  'Locks what products have a stock of beside their own: variations, choices and items of drops. The products are locked.';

create function private.check_choice_stock(line private.priced_line, earlier private.priced_line[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  chosen private.chosen_choice;
  available integer;
  used bigint;
begin
  foreach chosen in array line.choices loop
    continue when not chosen.takes_stock;
    available := private.choice_stock(chosen.id);
    select coalesce(sum(l.quantity), 0)
    into used
    from
      unnest(earlier) l,
      unnest(l.choices) c
    where l.product_id = line.product_id and c.id = chosen.id;
    if available < used + line.quantity then
      perform private.refuse(
        'PT409',
        'sold_out',
        case
          when available = 0 then format('%s is sold out as “%s”.', line.name, chosen.name)
          else format('Only %s × %s left as “%s”.', available, line.name, chosen.name)
        end,
        jsonb_build_object('product_id', line.product_id, 'left', available - used)
      );
    end if;
  end loop;
end
$$;
comment on function private.check_choice_stock is
  'Refuses a line that takes more of a choice with a stock of its own than the lines before it leave.';

create function private.move_stock(of_orders uuid[], direction integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  has_choices boolean;
  has_drop boolean;
begin
  update public.products p
  set stock = greatest(0, least(1000000, p.stock + direction * t.quantity))
  from
    (
      select i.product_id, sum(i.quantity) as quantity
      from public.order_items i
      where i.order_id = any (of_orders) and i.takes_stock
      group by i.product_id
    ) t
  where p.id = t.product_id;
  select
    bool_or(i.drop_item_id is not null),
    bool_or(exists (select from private.order_item_choices c where c.order_item_id = i.id and c.takes_stock))
  into has_drop, has_choices
  from public.order_items i
  where i.order_id = any (of_orders);
  if has_drop and direction = 1 then
    perform private.return_drop_stock(of_orders);
  elsif has_drop then
    perform private.take_drop_stock(of_orders);
  end if;
  if has_choices is not true then
    return;
  end if;
  with
    moved as materialized (
      select c.choice_id, direction * sum(i.quantity) as quantity
      from
        public.order_items i
        join private.order_item_choices c on c.order_item_id = i.id
      where i.order_id = any (of_orders) and c.takes_stock
      group by c.choice_id
    ),
    variations as (
      update public.product_variations v
      set stock = least(1000000, v.stock + m.quantity)
      from moved m
      where v.id = m.choice_id
    )
  update public.product_option_choices o
  set stock = least(1000000, o.stock + m.quantity)
  from moved m
  where o.id = m.choice_id;
end
$$;
comment on function private.move_stock is
  'Takes (-1) or returns (1) the stock of orders: of products, variations and choices. The products are locked.';

create function private.lacks_stock(of_orders uuid[])
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.order_items i
        left join public.products p on p.id = i.product_id and p.is_listed
      where i.order_id = any (of_orders) and not i.is_custom
      group by p.id, p.stock, p.is_made_to_order
      having p.id is null or not p.is_made_to_order and p.stock < sum(i.quantity) filter (where i.takes_stock)
    )
    or exists (
      select
      from
        public.order_items i
        join private.order_item_choices c on c.order_item_id = i.id
        left join public.product_variations v on v.id = c.choice_id
        left join public.product_option_choices o on o.id = c.choice_id
      where i.order_id = any (of_orders) and c.takes_stock
      group by c.choice_id, v.id, v.stock, o.id, o.stock
      having coalesce(v.id, o.id) is null or coalesce(v.stock, o.stock) < sum(i.quantity)
    )
$$;
comment on function private.lacks_stock is
  'Whether orders whose stock was returned cannot have it again. The products are locked.';

create function private.ingredient_items(ingredients text)
returns text[]
language sql
immutable
parallel safe
set search_path = ''
as $$
  select
    array(
      select btrim(i.item, E' \t\n\r')
      from regexp_split_to_table(regexp_replace(ingredients, '[\s.]+$', ''), ',') with ordinality as i (item, n)
      where btrim(i.item, E' \t\n\r') <> ''
      order by i.n
    )
$$;
comment on function private.ingredient_items is
  'The parts of a list of ingredients between commas. A full stop at its end is not part of the last one.';

create function private.composed_ingredients(ingredients text, chosen private.chosen_choice[])
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  items text[] := private.ingredient_items(ingredients);
  one private.chosen_choice;
  own text;
  replaced text[];
  place integer;
begin
  if not exists (select from unnest(chosen) c where c.ingredients is not null or c.replaces is not null) then
    return ingredients;
  end if;
  foreach one in array chosen loop
    own := nullif(array_to_string(private.ingredient_items(one.ingredients), ', '), '');
    replaced := private.ingredient_items(one.replaces);
    place := (select min(i.n) from unnest(items) with ordinality as i (item, n) where i.item = any (replaced));
    if place is null then
      items := items || array(select format('%s (%s)', one.name, own) where own is not null);
    else
      items := items[:place - 1] || array(select own where own is not null) || array(
        select i.item
        from unnest(items[place:]) with ordinality as i (item, n)
        where i.item <> all (replaced)
        order by i.n
      );
    end if;
  end loop;
  return nullif(array_to_string(items, ', '), '');
end
$$;
comment on function private.composed_ingredients is
  'The ingredients of a product with those of what is chosen: what replaces an ingredient has its place, and the rest follows.';

create function private.compose(product public.products, chosen private.chosen_choice[])
returns public.products
language plpgsql
immutable
set search_path = ''
as $$
begin
  if chosen = '{}' then
    return product;
  end if;
  product.allergens := private.add_allergens(
    product.allergens,
    private.add_all_allergens(array(select c.allergens from unnest(chosen) c))
  );
  product.ingredients := private.composed_ingredients(product.ingredients, chosen);
  product.net_quantity := coalesce(
    (array(select c.net_quantity from unnest(chosen) c where c.net_quantity is not null))[
      (select count(c.net_quantity) from unnest(chosen) c)
    ],
    product.net_quantity
  );
  return product;
end
$$;
comment on function private.compose is
  'The food of a product together with what is chosen of it: declaration, ingredients and net quantity. The same as composed of domain/food/composition.ts. '
  'Orders keep what it returns.';

create function private.current_food(item public.order_items, product public.products)
returns public.products
language plpgsql
stable
set search_path = ''
as $$
begin
  product := private.compose(
    product,
    array(
      select
        row(
          c.choice_id,
          c.name,
          c.takes_stock,
          case when v.id is null and o.id is null then c.allergens else coalesce(v.allergens, o.allergens) end,
          case when v.id is null and o.id is null then c.ingredients else coalesce(v.ingredients, o.ingredients) end,
          case when v.id is null and o.id is null then c.replaces else coalesce(v.replaces, o.replaces) end,
          coalesce(v.net_quantity, o.net_quantity)
        )::private.chosen_choice
      from
        private.order_item_choices c
        left join public.product_variations v on v.id = c.choice_id
        left join public.product_option_choices o on o.id = c.choice_id
      where c.order_item_id = item.id
      order by c.position
    )
  );
  if exists (select from public.orders o where o.id = item.order_id and o.chat_room_id is not null) then
    product.allergens := private.add_allergens(product.allergens, product.required_allergens);
  end if;
  return product;
end
$$;
comment on function private.current_food is
  'The food of a bought item now: that of its product with what its choices change, or with a quote what every buyer would get. A deleted choice changes what it did when it was bought.';

create function private.changed_declaration(checkout public.checkouts)
returns text
language sql
stable
set search_path = ''
as $$
  select i.name
  from
    public.orders o
    join public.order_items i on i.order_id = o.id
    join public.products p on p.id = i.product_id
  where
    o.checkout_id = checkout.id
    and checkout.buyer_id is not null
    and not i.has_own_declaration
    and private.stated_allergens(i.allergens) is distinct from private.stated_allergens(
      (private.current_food(i, p)).allergens
    )
  order by i.name
  limit 1
$$;
comment on function private.changed_declaration is
  'The first item of a buyer''s checkout whose declaration is no longer the one that the buyer read. The link of a manual order shows the current one.';
