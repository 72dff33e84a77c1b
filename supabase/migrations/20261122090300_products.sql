-- Products with their pictures and variations, and how their sellers save them.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  name text not null,
  description text,
  price numeric(10, 2) not null default 0,
  image text,
  category text,
  stock integer not null default 0,
  is_bestseller boolean not null default false,
  available_for_delivery boolean not null default true,
  available_for_pickup boolean not null default false,
  product_type text not null default 'standardized',
  requires_consultation boolean not null default false,
  min_price numeric(10, 2),
  max_price numeric(10, 2),
  ingredients text,
  allergens jsonb,
  allergens_declared boolean not null generated always as (private.is_full_declaration(allergens)) stored,
  lead_time_days integer not null default 0,
  status text not null default 'active',
  is_listed boolean not null default false,
  rating numeric(3, 2),
  review_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  taken_down_at timestamptz,
  takedown_reason text,
  constraint products_name_length check (private.trimmed_length(name) >= 2 and char_length(name) <= 150),
  constraint products_name_form check (private.is_one_line(name)),
  constraint products_description_length check (char_length(description) <= 5000),
  constraint products_price_range check (price between 0 and 99999.99),
  constraint products_image_form check (private.is_picture(image)),
  constraint products_category_form check (char_length(category) between 1 and 50 and private.is_one_line(category)),
  constraint products_stock_range check (stock between 0 and 1000000),
  constraint products_type_known check (product_type in ('standardized', 'bespoke')),
  constraint products_bespoke_price check (product_type = 'standardized' or price = 0),
  constraint products_bespoke_only check (
    product_type = 'bespoke' or (min_price is null and max_price is null and not requires_consultation)
  ),
  constraint products_price_span check (
    coalesce(min_price between 0 and 99999.99, true) and coalesce(max_price between 0 and 99999.99, true)
    and coalesce(min_price <= max_price, true)
  ),
  constraint products_ingredients_length check (char_length(ingredients) <= 5000),
  constraint products_allergens_form check (private.are_allergens(allergens)),
  constraint products_lead_time_range check (lead_time_days between 0 and 365),
  constraint products_status_known check (status in ('active', 'draft', 'hidden')),
  constraint products_rating_range check (rating between 1 and 5 and review_count >= 0),
  constraint products_takedown_reason_length check (private.trimmed_length(takedown_reason) >= 1 and char_length(takedown_reason) <= 500),
  constraint products_taken_down_for_a_reason check ((taken_down_at is null) = (takedown_reason is null))
);
comment on table public.products is 'What a shop sells.';
comment on column public.products.price is 'Pounds; 0 for bespoke products, whose price is quoted in a conversation.';
comment on column public.products.category is 'Free text: sellers may add to the categories offered.';
comment on column public.products.image is 'An http(s) address, or the path of a picture in storage, bucket first.';
comment on column public.products.allergens is 'Allergen -> contains, may_contain or free: the 14 that the law names, and their kinds; null is undeclared.';
comment on column public.products.allergens_declared is 'True once all 14 are declared. Without that a product is shown but cannot be bought.';
comment on column public.products.lead_time_days is 'Days the seller needs before the earliest hand-over.';
comment on column public.products.status is 'active, draft (seen by its owner alone until first published) or hidden.';
comment on column public.products.is_listed is 'On sale for everyone: an active product of an active shop. Kept by trigger, so that lists and search need no join.';
comment on column public.products.rating is 'Average of its visible reviews; null where there are none. Kept by trigger.';
comment on column public.products.taken_down_at is 'Since when an administrator keeps it from everybody but its owner, whatever its status; null mostly.';
comment on column public.products.takedown_reason is 'Why, in words for its owner.';
create index products_shop on public.products (shop_id, created_at desc);
create index products_newest on public.products (created_at desc, id);
create index products_category on public.products (category, created_at desc) where is_listed;

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  image text not null,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_images_image_form check (private.is_picture(image)),
  constraint product_images_position_range check (position between 0 and 11),
  constraint product_images_one_per_position unique (product_id, position) deferrable initially immediate
);
comment on table public.product_images is 'Further pictures of a product, at most twelve. Positions may be swapped in one statement.';

create table public.product_variations (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name text not null,
  price_delta numeric(10, 2) not null default 0,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_variations_name_form check (private.trimmed_length(name) between 1 and 60 and private.is_one_line(name)),
  constraint product_variations_price_delta_range check (price_delta between -99999.99 and 99999.99),
  constraint product_variations_position_range check (position between 0 and 49),
  constraint product_variations_one_per_position unique (product_id, position) deferrable initially immediate
);
comment on table public.product_variations is 'What a buyer chooses from, at most fifty a product. Without any, the product''s category gives the choices.';
comment on column public.product_variations.price_delta is 'Pounds added to the product''s price; may be negative.';
create unique index product_variations_one_per_name on public.product_variations (product_id, lower(name));

create function private.owns_product(product uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.products p join public.shops s on s.id = p.shop_id
    where p.id = product and s.user_id = (select auth.uid())
  )
$$;
comment on function private.owns_product(uuid) is 'True when the product is of the shop of whoever is asking.';

create function private.default_variations(category text) returns text[]
language sql immutable parallel safe
return case category
  when 'Cakes' then array['Vanilla', 'Chocolate', 'Red Velvet']
  when 'Cookies' then array['Original', 'Chocolate Chip', 'Oatmeal']
  else array['Standard', 'Deluxe', 'Premium']
end;
comment on function private.default_variations(text) is 'The variations of a product whose seller set none.';

create function private.tidy_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := private.visible(new.name);
  new.category := nullif(private.visible(new.category), '');
  new.image := nullif(private.trimmed(new.image), '');
  if new.product_type = 'bespoke' then
    new.price := 0;
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.tidy_product() is 'Trims, saves bespoke products with price 0, stamps the change.';

create function private.list_product() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
begin
  -- On insert the shop is locked, so that a suspension at the same moment finds the new product too.
  if tg_op = 'INSERT' then
    select s.status into shop from public.shops s where s.id = new.shop_id for share;
  else
    select s.status into shop from public.shops s where s.id = new.shop_id;
  end if;
  new.is_listed := new.status = 'active' and new.taken_down_at is null and coalesce(shop.status = 'active', false);
  return new;
end $$;
comment on function private.list_product() is 'Keeps is_listed of a product.';

-- Saving. These functions run with the rights of their caller: the policies and column privileges of the tables decide, as for the table API.

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
    delete from public.product_variations v where v.product_id = saved.id;
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

create trigger keep_shop before update of id, shop_id on public.products for each row execute function private.keep_columns('id', 'shop_id');
-- Triggers fire in the order of their names: listing reads what tidying wrote.
create trigger tidy_1 before insert or update of name, description, price, image, category, stock, is_bestseller,
  available_for_delivery, available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients,
  allergens, lead_time_days, status on public.products
  for each row execute function private.tidy_product();
create trigger keep_product before update of id, product_id on public.product_images
  for each row execute function private.keep_columns('id', 'product_id');
create trigger keep_product before update of id, product_id on public.product_variations
  for each row execute function private.keep_columns('id', 'product_id');
create trigger tidy_2_list before insert or update of status, taken_down_at, is_listed on public.products
  for each row execute function private.list_product();

alter table public.products enable row level security;
alter table public.product_images enable row level security;
alter table public.product_variations enable row level security;

grant select on public.products, public.product_images, public.product_variations to anon, authenticated;
grant delete,
  insert (id, shop_id, name, description, price, image, category, stock, is_bestseller, available_for_delivery,
    available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients, allergens, lead_time_days, status),
  update (id, shop_id, name, description, price, image, category, stock, is_bestseller, available_for_delivery,
    available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients, allergens, lead_time_days, status)
  on public.products to authenticated;
grant delete, insert (id, product_id, image, position), update (id, product_id, image, position)
  on public.product_images to authenticated;
grant delete, insert (id, product_id, name, price_delta, position), update (id, product_id, name, price_delta, position)
  on public.product_variations to authenticated;
grant all on public.products, public.product_images, public.product_variations to service_role;

grant execute on function private.save_product(jsonb, timestamptz), private.lock_own_products(jsonb) to authenticated;
grant execute on function private.owns_product(uuid), public.save_product(jsonb, timestamptz), public.import_products(jsonb),
  public.save_product_figures(jsonb), public.duplicate_product(uuid) to authenticated, service_role;

create policy "Anyone sees products on sale" on public.products
  for select to anon, authenticated using (is_listed);
create policy "Owners see all products of their shop" on public.products
  for select to authenticated using (shop_id = (select private.own_shop_id()));
create policy "Owners add products to their shop" on public.products
  for insert to authenticated with check (shop_id = (select private.own_shop_id()));
create policy "Owners change products of their shop" on public.products
  for update to authenticated
  using (shop_id = (select private.own_shop_id())) with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete products of their shop" on public.products
  for delete to authenticated using (shop_id = (select private.own_shop_id()));
create policy "Whoever sees a product sees its pictures" on public.product_images
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pictures to their products" on public.product_images
  for insert to authenticated with check (private.owns_product(product_id));
create policy "Owners change pictures of their products" on public.product_images
  for update to authenticated using (private.owns_product(product_id)) with check (private.owns_product(product_id));
create policy "Owners remove pictures of their products" on public.product_images
  for delete to authenticated using (private.owns_product(product_id));
create policy "Whoever sees a product sees its variations" on public.product_variations
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners add variations to their products" on public.product_variations
  for insert to authenticated with check (private.owns_product(product_id));
create policy "Owners change variations of their products" on public.product_variations
  for update to authenticated using (private.owns_product(product_id)) with check (private.owns_product(product_id));
create policy "Owners remove variations of their products" on public.product_variations
  for delete to authenticated using (private.owns_product(product_id));
