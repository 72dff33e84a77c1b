create function private.normalise_choice()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.price_delta := private.two_decimals(new.price_delta);
  return new;
end
$$;
comment on function private.normalise_choice is 'Gives the price difference two decimals.';

create function private.normalise_question()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.price := private.two_decimals(new.price);
  return new;
end
$$;
comment on function private.normalise_question is 'Gives the price two decimals.';

-- The lock on the product waits for a concurrent change of its price, so the two changes cannot bypass the check together.
create function private.enforce_variation_price()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  product record;
begin
  select p.price, p.product_type into product from public.products p where p.id = new.product_id for share;
  if new.price_delta < 0 and product.product_type = 'standardized' and product.price + new.price_delta <= 0 then
    perform private.refuse('23514', 'price_delta', format('“%s” would lower the price to zero or below.', new.name));
  end if;
  return null;
end
$$;
comment on function private.enforce_variation_price is 'Refuses a variation that lowers the price to zero or below.';

create function private.enforce_product_price()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  variation text;
begin
  select v.name
  into variation
  from public.product_variations v
  where v.product_id = new.id and v.price_delta < 0 and new.price + v.price_delta <= 0
  order by v.position
  limit 1;
  if found and new.product_type = 'standardized' then
    perform private.refuse('23514', 'price', format('“%s” would lower the price to zero or below.', variation));
  end if;
  return null;
end
$$;
comment on function private.enforce_product_price is
  'Refuses a price that a variation''s discount would lower to zero or below.';

-- The declaration follows the choices.

create function private.refresh_option_allergens(product uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  required jsonb;
  possible jsonb;
begin
  with
    choices as (
      select null::uuid as group_id, v.allergens from public.product_variations v where v.product_id = product
      union all
      select c.group_id, c.allergens from public.product_option_choices c where c.product_id = product
    ),
    groups as (
      select private.shared_allergens(array_agg(c.allergens)) as shared
      from choices c
      where
        c.group_id is null
        or exists (select from public.product_option_groups g where g.id = c.group_id and g.is_required)
      group by c.group_id
    )
  select
    (select private.add_all_allergens(array_agg(g.shared)) from groups g),
    (
      select private.added_allergens(private.add_all_allergens(array_agg(c.allergens)))
      from choices c
      where c.allergens <> '{}'
    )
  into required, possible;
  update public.products p
  set
    option_allergens = possible,
    required_allergens = required
  where p.id = product and (p.option_allergens <> possible or p.required_allergens <> required);
end
$$;
comment on function private.refresh_option_allergens is
  'Computes option_allergens and required_allergens of a product from its choices.';

create function private.follow_choice_allergens()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  product uuid := coalesce(new.product_id, old.product_id);
begin
  if not exists (select from public.products p where p.id = product) then
    return null;
  end if;
  perform private.refresh_option_allergens(product);
  if tg_op <> 'INSERT' then
    insert into private.changed_declarations as c (product_id)
    values (product)
    on conflict (product_id) do update set changed_at = c.changed_at;
  end if;
  return null;
end
$$;
comment on function private.follow_choice_allergens is
  'Updates the product after its choices, and queues it for telling buyers of open orders.';

-- Saving. Called by save_product, which has locked the product.

create function private.save_variations(product uuid, given jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- A variation keeps its row while it keeps its name: orders return stock to it.
  insert into public.product_variations as v (
    product_id,
    name,
    price_delta,
    stock,
    allergens,
    ingredients,
    replaces,
    net_quantity,
    position
  )
  select
    product,
    e.given ->> 'name',
    coalesce((e.given ->> 'price_delta')::numeric, 0),
    (e.given ->> 'stock')::integer,
    coalesce(nullif(e.given -> 'allergens', 'null'), '{}'),
    e.given ->> 'ingredients',
    e.given ->> 'replaces',
    e.given ->> 'net_quantity',
    e.position - 1
  from jsonb_array_elements(given) with ordinality as e (given, position)
  where
    not exists (
      select from public.product_variations o where o.product_id = product and lower(o.name) = lower(e.given ->> 'name')
    );
  update public.product_variations v
  set
    name = e.given ->> 'name',
    price_delta = coalesce((e.given ->> 'price_delta')::numeric, 0),
    stock = case when e.given ? 'stock' then (e.given ->> 'stock')::integer else v.stock end,
    allergens = case
      when e.given ? 'allergens' then coalesce(nullif(e.given -> 'allergens', 'null'), '{}')
      else v.allergens
    end,
    ingredients = case when e.given ? 'ingredients' then e.given ->> 'ingredients' else v.ingredients end,
    replaces = case when e.given ? 'replaces' then e.given ->> 'replaces' else v.replaces end,
    net_quantity = case when e.given ? 'net_quantity' then e.given ->> 'net_quantity' else v.net_quantity end,
    position = e.position - 1
  from jsonb_array_elements(given) with ordinality as e (given, position)
  where v.product_id = product and lower(v.name) = lower(e.given ->> 'name');
end
$$;
comment on function private.save_variations is
  'Saves the variations of a product: name, price_delta, stock, allergens, ingredients, replaces, net_quantity. Those that are not given are deleted by the caller. Omitted fields keep their value.';

create function private.clear_variations(product uuid, given jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from public.product_variations v
  where
    v.product_id = product
    and not exists (select from jsonb_array_elements(given) e where lower(e ->> 'name') = lower(v.name));
  -- Positions are unique, and discounts limit the price that is saved next.
  set constraints public.product_variations_one_per_position deferred;
  update public.product_variations v set price_delta = 0 where v.product_id = product and v.price_delta < 0;
end
$$;
comment on function private.clear_variations is
  'Deletes the variations that are not given, before the price of the product changes.';

create function private.free_names(given jsonb, saved regclass)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- A unique index compares row by row, so that two rows could not swap their names. An id is nobody's name.
  execute
    format(
      'update %s r set name = r.id::text from jsonb_array_elements($1) e where r.id::text = e ->> ''id'' and lower(r.name) <> lower(e ->> ''name'')',
      saved
    )
  using given;
end
$$;
comment on function private.free_names is
  'Before groups, choices or questions are saved: frees the names of those that get another one. Row-level security applies.';

create function private.keep_ids(given jsonb, saved jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select
    coalesce(
      jsonb_agg(
        case when s.id is null then e.given else e.given || jsonb_build_object('id', s.id) end
        order by e.position
      ),
      '[]'
    )
  from
    jsonb_array_elements(given) with ordinality as e (given, position)
    left join lateral (
      select s.entry ->> 'id' as id
      from jsonb_array_elements(saved) as s (entry)
      where
        e.given ->> 'id' is null
        and lower(s.entry ->> 'name') = lower(e.given ->> 'name')
        and not exists (
          select
          from jsonb_array_elements(keep_ids.given) with ordinality as o (given, position)
          where
            o.given ->> 'id' = s.entry ->> 'id'
            or (o.position < e.position and lower(o.given ->> 'name') = lower(e.given ->> 'name'))
        )
    ) s
      on s.id is not null
$$;
comment on function private.keep_ids is
  'Gives groups, choices or questions without an id that of the saved one of the same name, if no other has it. A products file has no ids.';

create function private.save_choices("group" public.product_option_groups, given jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  given := private.keep_ids(
    given,
    (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.product_option_choices c where c.group_id = "group".id)
  );
  delete from public.product_option_choices c
  where
    c.group_id = "group".id
    and not exists (select from jsonb_array_elements(given) e where e ->> 'id' = c.id::text);
  perform private.free_names(given, 'public.product_option_choices');
  update public.product_option_choices c
  set
    name = e.given ->> 'name',
    price_delta = coalesce((e.given ->> 'price_delta')::numeric, 0),
    stock = case when e.given ? 'stock' then (e.given ->> 'stock')::integer else c.stock end,
    allergens = case
      when e.given ? 'allergens' then coalesce(nullif(e.given -> 'allergens', 'null'), '{}')
      else c.allergens
    end,
    ingredients = case when e.given ? 'ingredients' then e.given ->> 'ingredients' else c.ingredients end,
    replaces = case when e.given ? 'replaces' then e.given ->> 'replaces' else c.replaces end,
    net_quantity = case when e.given ? 'net_quantity' then e.given ->> 'net_quantity' else c.net_quantity end,
    position = e.position - 1
  from jsonb_array_elements(given) with ordinality as e (given, position)
  where c.group_id = "group".id and c.id::text = e.given ->> 'id';
  insert into public.product_option_choices
    (group_id, product_id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position)
  select
    "group".id,
    "group".product_id,
    e.given ->> 'name',
    coalesce((e.given ->> 'price_delta')::numeric, 0),
    (e.given ->> 'stock')::integer,
    coalesce(nullif(e.given -> 'allergens', 'null'), '{}'),
    e.given ->> 'ingredients',
    e.given ->> 'replaces',
    e.given ->> 'net_quantity',
    e.position - 1
  from jsonb_array_elements(given) with ordinality as e (given, position)
  where
    not exists (
      select from public.product_option_choices c where c.group_id = "group".id and c.id::text = e.given ->> 'id'
    );
end
$$;
comment on function private.save_choices is
  'Replaces the choices of a group: id (of a choice that is kept), name, price_delta, stock, allergens, ingredients, replaces, net_quantity. Orders return stock to a choice that is kept. '
  'Without an id, a choice of the same name is kept. Apart from name and price_delta, omitted fields keep their value.';

create function private.save_option_groups(product uuid, given jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  entry record;
  saved public.product_option_groups;
begin
  set constraints public.product_option_groups_one_per_position, public.product_option_choices_one_per_position deferred;
  given := private.keep_ids(
    given,
    (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from public.product_option_groups g where g.product_id = product)
  );
  delete from public.product_option_groups g
  where g.product_id = product and not exists (select from jsonb_array_elements(given) e where e ->> 'id' = g.id::text);
  perform private.free_names(given, 'public.product_option_groups');
  for entry in select e.given, e.position - 1 as position
  from jsonb_array_elements(given) with ordinality as e (given, position) loop
    if
      jsonb_typeof(entry.given -> 'choices') is distinct from 'array'
      or jsonb_array_length(entry.given -> 'choices') = 0
    then
      perform private.refuse('22023', 'options', 'Each group of choices needs a choice.');
    end if;
    update public.product_option_groups g
    set
      name = entry.given ->> 'name',
      is_required = coalesce((entry.given ->> 'is_required')::boolean, true),
      max_choices = coalesce((entry.given ->> 'max_choices')::smallint, 1),
      position = entry.position
    where g.product_id = product and g.id::text = entry.given ->> 'id'
    returning *
    into saved;
    if not found then
      insert into public.product_option_groups (product_id, name, is_required, max_choices, position)
      values
        (
          product,
          entry.given ->> 'name',
          coalesce((entry.given ->> 'is_required')::boolean, true),
          coalesce((entry.given ->> 'max_choices')::smallint, 1),
          entry.position
        )
      returning *
      into saved;
    end if;
    perform private.save_choices(saved, entry.given -> 'choices');
  end loop;
end
$$;
comment on function private.save_option_groups is
  'Replaces the groups of choices of a product: id (of a group that is kept), name, is_required, max_choices, choices. Without an id, a group of the same name is kept.';

create function private.save_questions(product uuid, given jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  set constraints public.product_questions_one_per_position deferred;
  given := private.keep_ids(
    given,
    (select coalesce(jsonb_agg(to_jsonb(q)), '[]') from public.product_questions q where q.product_id = product)
  );
  delete from public.product_questions q
  where q.product_id = product and not exists (select from jsonb_array_elements(given) e where e ->> 'id' = q.id::text);
  perform private.free_names(given, 'public.product_questions');
  update public.product_questions q
  set
    name = e.given ->> 'name',
    is_required = coalesce((e.given ->> 'is_required')::boolean, false),
    max_length = coalesce((e.given ->> 'max_length')::smallint, 100),
    price = coalesce((e.given ->> 'price')::numeric, 0),
    position = e.position - 1
  from jsonb_array_elements(given) with ordinality as e (given, position)
  where q.product_id = product and q.id::text = e.given ->> 'id';
  insert into public.product_questions (product_id, name, is_required, max_length, price, position)
  select
    product,
    e.given ->> 'name',
    coalesce((e.given ->> 'is_required')::boolean, false),
    coalesce((e.given ->> 'max_length')::smallint, 100),
    coalesce((e.given ->> 'price')::numeric, 0),
    e.position - 1
  from jsonb_array_elements(given) with ordinality as e (given, position)
  where
    not exists (select from public.product_questions q where q.product_id = product and q.id::text = e.given ->> 'id');
end
$$;
comment on function private.save_questions is
  'Replaces the questions of a product: id (of a question that is kept), name, is_required, max_length, price. Without an id, a question of the same name is kept.';

create function private.options_to_copy(product uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'variations', (
        select coalesce(jsonb_agg(to_jsonb(v) order by v.position), '[]')
        from public.product_variations v
        where v.product_id = product
      ),
      'option_groups', (
        select
          coalesce(
            jsonb_agg(
              to_jsonb(g) || jsonb_build_object(
                'choices', (
                  select jsonb_agg(to_jsonb(c) order by c.position)
                  from public.product_option_choices c
                  where c.group_id = g.id
                )
              )
              order by g.position
            ),
            '[]'
          )
        from public.product_option_groups g
        where g.product_id = product
      ),
      'questions', (
        select coalesce(jsonb_agg(to_jsonb(q) order by q.position), '[]')
        from public.product_questions q
        where q.product_id = product
      )
    )
$$;
comment on function private.options_to_copy is
  'The choices and questions of a product, as save_product takes them. Another product gets rows of its own.';
