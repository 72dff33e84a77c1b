-- How sellers save products: one, many from a file, figures in bulk, and copies. These functions run with the rights of their caller:
-- the policies and column privileges of the tables decide, as for the table API.

create function private.save_product(product jsonb, expected_updated_at timestamptz) returns public.products
language plpgsql set search_path = '' as $$
declare
  own_shop uuid := private.own_shop_id();
  saved public.products;
  given public.products;
begin
  if own_shop is null then
    raise exception using errcode = 'P0001', message = 'You need to create a shop first';
  end if;
  if jsonb_typeof(product) is distinct from 'object' then
    raise exception using errcode = '22023', message = 'A product is an object.';
  end if;

  if product ? 'id' then
    select * into saved from public.products p
    where p.id = (product ->> 'id')::uuid and p.shop_id = own_shop
    for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'This product does not exist any more.';
    end if;
    if expected_updated_at is not null and saved.updated_at <> expected_updated_at then
      raise exception using errcode = 'PT409', message = 'This product was changed in the meantime.';
    end if;
    -- Before the price, which may not fall below what the old ones take off it.
    if product ? 'variations' then
      delete from public.product_variations v where v.product_id = saved.id;
    end if;
    -- What the caller does not mention stays as it is.
    given := jsonb_populate_record(saved, product);
    update public.products p set
      name = given.name, description = given.description, price = given.price, image = given.image, category = given.category,
      stock = given.stock, is_bestseller = given.is_bestseller, available_for_delivery = given.available_for_delivery,
      available_for_pickup = given.available_for_pickup, product_type = given.product_type,
      requires_consultation = given.requires_consultation, min_price = given.min_price, max_price = given.max_price,
      ingredients = given.ingredients, allergens = given.allergens, lead_time_days = given.lead_time_days, status = given.status
    where p.id = saved.id
    returning * into saved;
  else
    given := jsonb_populate_record(null::public.products, product);
    insert into public.products (shop_id, name, description, price, image, category, stock, is_bestseller, available_for_delivery,
      available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients, allergens, lead_time_days, status)
    values (own_shop, given.name, given.description, coalesce(given.price, 0), given.image, given.category, coalesce(given.stock, 0),
      coalesce(given.is_bestseller, false), coalesce(given.available_for_delivery, true), coalesce(given.available_for_pickup, false),
      coalesce(given.product_type, 'standardized'), coalesce(given.requires_consultation, false), given.min_price, given.max_price,
      given.ingredients, given.allergens, coalesce(given.lead_time_days, 0), coalesce(given.status, 'active'))
    returning * into saved;
  end if;

  if product ? 'images' then
    delete from public.product_images i where i.product_id = saved.id;
    insert into public.product_images (product_id, image, position)
    select saved.id, e.image, e.position - 1
    from jsonb_array_elements_text(product -> 'images') with ordinality as e (image, position);
  end if;
  if product ? 'variations' then
    insert into public.product_variations (product_id, name, price_delta, position)
    select saved.id, e.variation ->> 'name', coalesce((e.variation ->> 'price_delta')::numeric, 0), e.position - 1
    from jsonb_array_elements(product -> 'variations') with ordinality as e (variation, position);
  end if;
  return saved;
end $$;
comment on function private.save_product(jsonb, timestamptz) is
  'Adds a product to the caller''s shop, or changes the one whose id is given; columns that are not given stay. '
  'images (addresses or paths) and variations (name, price_delta) replace those there were.';

create function public.save_product(product jsonb, expected_updated_at timestamptz default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  saved public.products := private.save_product(product, expected_updated_at);
begin
  return jsonb_build_object('id', saved.id, 'updated_at', saved.updated_at, 'status', saved.status);
end $$;
comment on function public.save_product(jsonb, timestamptz) is
  'Saves a product of the caller''s shop with its pictures and variations, all or nothing. With expected_updated_at, refuses (PT409) '
  'when the product has been changed since.';

create function private.lock_own_products(given jsonb) returns void
language sql set search_path = '' as $$
  select from public.products p
  where p.shop_id = private.own_shop_id() and p.id::text in (select lower(e.product ->> 'id') from jsonb_array_elements(given) as e (product))
  order by p.id for update
$$;
comment on function private.lock_own_products(jsonb) is
  'Locks the products that are about to be saved by id, as whoever buys several of them does: nobody waits in a circle.';

create function public.import_products(products jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given record;
  saved public.products;
  done uuid[] := '{}';
  added integer := 0;
  changed integer := 0;
  problem text;
  code text;
begin
  if jsonb_typeof(products) is distinct from 'array' or jsonb_array_length(products) > 200 then
    raise exception using errcode = '22023', message = 'An import takes up to 200 products at a time.';
  end if;
  perform private.lock_own_products(products);
  perform set_config('market.lists_later', 'on', true);
  for given in select e.product, e.number from jsonb_array_elements(products) with ordinality as e (product, number) loop
    begin
      saved := private.save_product(given.product - 'line', (given.product ->> 'expected_updated_at')::timestamptz);
    exception when others then
      get stacked diagnostics problem = message_text, code = returned_sqlstate;
      -- The hint tells the program which of them it was, the message the person.
      raise exception using errcode = code, message = problem, hint = coalesce(given.product ->> 'line', given.number::text);
    end;
    done := done || saved.id;
    if given.product ? 'id' then changed := changed + 1; else added := added + 1; end if;
  end loop;
  perform private.list_own_products(done);
  return jsonb_build_object('added', added, 'changed', changed);
end $$;
comment on function public.import_products(jsonb) is
  'Saves up to 200 products of the caller''s shop, all or nothing: more at once would keep a small database from everybody else. '
  'Of what is refused, the hint names the line.';

create function public.save_product_figures(changes jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  change jsonb;
  problem text;
  saved public.products;
  done uuid[] := '{}';
  outcomes jsonb := '[]';
begin
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 500 then
    raise exception using errcode = '22023', message = 'Up to 500 products are changed at a time.';
  end if;
  perform private.lock_own_products(changes);
  perform set_config('market.lists_later', 'on', true);
  for change in select e.change from jsonb_array_elements(changes) as e (change) loop
    begin
      -- Only the figures: whoever edits many products at once means no more than what they see there.
      saved := private.save_product(
        jsonb_strip_nulls(jsonb_build_object('id', change -> 'id', 'price', change -> 'price', 'stock', change -> 'stock')),
        (change ->> 'expected_updated_at')::timestamptz
      );
      done := done || saved.id;
      outcomes := outcomes || jsonb_build_object('id', change -> 'id', 'updated_at', saved.updated_at);
    exception when others then
      get stacked diagnostics problem = message_text;
      outcomes := outcomes || jsonb_build_object('id', change -> 'id', 'error', problem);
    end;
  end loop;
  perform private.list_own_products(done);
  return outcomes;
end $$;
comment on function public.save_product_figures(jsonb) is
  'Changes price and stock of many products; what is wrong with one of them is told and stops none of the others.';

create function public.duplicate_product(product_id uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  copy uuid;
begin
  insert into public.products (shop_id, name, description, price, image, category, stock, is_bestseller, available_for_delivery,
    available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients, allergens, lead_time_days, status)
  select p.shop_id, left(p.name, 143) || ' (copy)', p.description, p.price, p.image, p.category, p.stock, false, p.available_for_delivery,
    p.available_for_pickup, p.product_type, p.requires_consultation, p.min_price, p.max_price, p.ingredients, p.allergens,
    p.lead_time_days, 'draft'
  from public.products p where p.id = duplicate_product.product_id and p.shop_id = private.own_shop_id()
  returning id into copy;
  if copy is null then
    raise exception using errcode = 'PT404', message = 'This product does not exist any more.';
  end if;
  insert into public.product_images (product_id, image, position)
  select copy, i.image, i.position from public.product_images i where i.product_id = duplicate_product.product_id;
  insert into public.product_variations (product_id, name, price_delta, position)
  select copy, v.name, v.price_delta, v.position from public.product_variations v where v.product_id = duplicate_product.product_id;
  insert into public.product_pickup_schedules (product_id, day_of_week, start_time, end_time, max_orders)
  select copy, w.day_of_week, w.start_time, w.end_time, w.max_orders
  from public.product_pickup_schedules w where w.product_id = duplicate_product.product_id;
  return copy;
end $$;
comment on function public.duplicate_product(uuid) is
  'A draft with everything the caller''s product has but its reviews. They share pictures: see unused_pictures.';

grant execute on function private.save_product(jsonb, timestamptz), private.lock_own_products(jsonb) to authenticated;
grant execute on function public.save_product(jsonb, timestamptz), public.import_products(jsonb), public.save_product_figures(jsonb),
  public.duplicate_product(uuid) to authenticated, service_role;
