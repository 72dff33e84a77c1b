-- Products with their pictures and variations.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  name text not null,
  description text,
  price numeric not null default 0,
  image text,
  category text,
  stock integer not null default 0,
  is_bestseller boolean not null default false,
  available_for_delivery boolean not null default true,
  available_for_pickup boolean not null default false,
  product_type text not null default 'standardized',
  requires_consultation boolean not null default false,
  min_price numeric,
  max_price numeric,
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
  constraint products_prices_in_pence check (
    price = round(price, 2) and coalesce(min_price = round(min_price, 2), true) and coalesce(max_price = round(max_price, 2), true)
  ),
  constraint products_image_form check (private.is_picture(image)),
  constraint products_category_form check (char_length(category) between 1 and 50 and private.is_one_line(category)),
  constraint products_stock_range check (stock between 0 and 1000000),
  constraint products_type_known check (product_type in ('standardized', 'bespoke')),
  constraint products_bespoke_price check (product_type = 'standardized' or price = 0),
  constraint products_quote_fields_bespoke_only check (
    product_type = 'bespoke' or (min_price is null and max_price is null and not requires_consultation)
  ),
  constraint products_quote_price_range check (
    coalesce(min_price between 0 and 99999.99, true) and coalesce(max_price between 0 and 99999.99, true)
    and coalesce(min_price <= max_price, true)
  ),
  constraint products_ingredients_length check (char_length(ingredients) <= 5000),
  constraint products_allergens_form check (private.is_allergen_declaration(allergens)),
  constraint products_lead_time_range check (lead_time_days between 0 and 365),
  constraint products_status_known check (status in ('active', 'draft', 'hidden')),
  constraint products_rating_range check (rating between 1 and 5 and review_count >= 0),
  constraint products_takedown_reason_length check (private.trimmed_length(takedown_reason) >= 1 and char_length(takedown_reason) <= 500),
  constraint products_takedown_has_reason check ((taken_down_at is null) = (takedown_reason is null))
);
comment on table public.products is 'The products that shops sell.';
comment on column public.products.price is
  'Pounds with two decimals. A constraint refuses more decimals, which numeric(10, 2) would round. 0 for bespoke products, whose price is quoted in a conversation.';
comment on column public.products.category is 'Free text, because sellers may add categories.';
comment on column public.products.image is 'The storage path of a picture, bucket first. An http(s) address is imported into storage, see picture_imports.';
comment on column public.products.allergens is 'Allergen -> contains, may_contain or free, for the 14 legal allergens and their kinds. Null means undeclared.';
comment on column public.products.allergens_declared is
  'True once all 14 allergens are declared. A product without a full declaration is shown but cannot be bought.';
comment on column public.products.lead_time_days is 'Days the seller needs before the earliest handover.';
comment on column public.products.status is 'active, draft (not yet published) or hidden (by its seller). Only active products are visible to others.';
comment on column public.products.is_listed is
  'Whether the product is on sale: an active product of an active shop. Maintained by a trigger, so lists and search need no join.';
comment on column public.products.rating is 'The average of its counted reviews (not hidden, not refunded), null without any. Maintained by a trigger.';
comment on column public.products.taken_down_at is 'When an administrator hid the product from everyone but its owner, whatever its status. Usually null.';
comment on column public.products.takedown_reason is 'The reason, as shown to the owner.';
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
comment on table public.product_images is 'Additional pictures of a product, at most twelve. One statement may swap positions.';

create table public.product_variations (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name text not null,
  price_delta numeric not null default 0,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_variations_name_form check (private.trimmed_length(name) between 1 and 60 and private.is_one_line(name)),
  constraint product_variations_price_delta_range check (price_delta between -99999.99 and 99999.99),
  constraint product_variations_price_delta_in_pence check (price_delta = round(price_delta, 2)),
  constraint product_variations_position_range check (position between 0 and 49),
  constraint product_variations_one_per_position unique (product_id, position) deferrable initially immediate
);
comment on table public.product_variations is 'The choices of a product, at most fifty. A product without variations uses the defaults of its category.';
comment on column public.product_variations.price_delta is 'Pounds added to the product''s price. May be negative.';
create unique index product_variations_one_per_name on public.product_variations (product_id, lower(name));

create function private.owns_product(product uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.products p join public.shops s on s.id = p.shop_id
    where p.id = product and s.user_id = (select private.member_id())
  )
$$;
comment on function private.owns_product(uuid) is 'True if the product belongs to the caller''s shop.';

create function private.default_variations(category text) returns text[]
language sql immutable parallel safe
return case category
  when 'Cakes' then array['Vanilla', 'Chocolate', 'Red Velvet']
  when 'Cookies' then array['Original', 'Chocolate Chip', 'Oatmeal']
  else array['Standard', 'Deluxe', 'Premium']
end;
comment on function private.default_variations(text) is 'The variations of a product whose seller defined none.';

create function private.unit_price(product public.products, variation text) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  price_delta numeric;
begin
  if variation is null then
    perform private.refuse('22023', 'variation', 'Please select a variation', jsonb_build_object('product_id', product.id));
  end if;
  select v.price_delta into price_delta from public.product_variations v
  where v.product_id = product.id and v.name = variation;
  if found then
    if price_delta < 0 and product.price + price_delta <= 0 then
      perform private.refuse('PT409', 'variation', format('%s cannot be bought as “%s”, because its price would be zero or less. Please choose another variation.', product.name, variation), jsonb_build_object('product_id', product.id));
    end if;
    return product.price + price_delta;
  end if;
  if variation = any (private.default_variations(product.category))
    and not exists (select from public.product_variations v where v.product_id = product.id) then
    return product.price;
  end if;
  perform private.refuse('PT409', 'variation', format('%s is no longer available as “%s”. Please choose another variation.', product.name, variation),
    jsonb_build_object('product_id', product.id));
end $$;
comment on function private.unit_price(public.products, text) is
  'The price in pounds of one unit in this variation. Refuses an unknown variation, or one that leaves no price.';

create function private.normalise_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := private.strip_invisible(new.name);
  new.category := nullif(private.strip_invisible(new.category), '');
  new.image := nullif(private.trimmed(new.image), '');
  new.price := case when new.product_type = 'bespoke' then 0.00 else private.two_decimals(new.price) end;
  new.min_price := private.two_decimals(new.min_price);
  new.max_price := private.two_decimals(new.max_price);
  new.updated_at := now();
  return new;
end $$;
comment on function private.normalise_product() is 'Trims texts, sets the price of bespoke products to 0, gives prices two decimals and sets updated_at.';

create function private.normalise_variation() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.price_delta := private.two_decimals(new.price_delta);
  return new;
end $$;
comment on function private.normalise_variation() is 'Gives the price difference two decimals.';

-- The lock on the product waits for a concurrent change of its price, so the two changes cannot bypass the check together.
create function private.enforce_variation_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  product record;
begin
  select p.price, p.product_type into product from public.products p where p.id = new.product_id for share;
  if new.price_delta < 0 and product.product_type = 'standardized' and product.price + new.price_delta <= 0 then
    perform private.refuse('23514', 'price_delta', format('“%s” would lower the price to zero or below.', new.name));
  end if;
  return null;
end $$;
comment on function private.enforce_variation_price() is 'Refuses a variation that lowers the price to zero or below.';

create function private.enforce_product_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  variation text;
begin
  select v.name into variation from public.product_variations v
  where v.product_id = new.id and v.price_delta < 0 and new.price + v.price_delta <= 0 order by v.position limit 1;
  if found and new.product_type = 'standardized' then
    perform private.refuse('23514', 'price', format('“%s” would lower the price to zero or below.', variation));
  end if;
  return null;
end $$;
comment on function private.enforce_product_price() is 'Refuses a price that a variation''s discount would lower to zero or below.';

create function private.set_is_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shop_status text;
begin
  -- The insert locks the shop, so a concurrent suspension also hides the new product.
  if tg_op = 'INSERT' then
    select s.status into shop_status from public.shops s where s.id = new.shop_id for share;
  else
    select s.status into shop_status from public.shops s where s.id = new.shop_id;
  end if;
  new.is_listed := new.status = 'active' and new.taken_down_at is null and coalesce(shop_status = 'active', false);
  return new;
end $$;
comment on function private.set_is_listed() is 'Sets is_listed of a product.';

create trigger enforce_immutable_shop before update of id, shop_id on public.products for each row execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger normalise before insert or update of price_delta on public.product_variations
  for each row execute function private.normalise_variation();
create trigger enforce_price_above_zero after insert or update of price_delta on public.product_variations
  for each row execute function private.enforce_variation_price();
create trigger enforce_price_above_zero after update of price, product_type on public.products
  for each row execute function private.enforce_product_price();
create trigger enforce_immutable_product before update of id, product_id on public.product_images
  for each row execute function private.enforce_immutable_columns('id', 'product_id');
create trigger enforce_immutable_product before update of id, product_id on public.product_variations
  for each row execute function private.enforce_immutable_columns('id', 'product_id');
create trigger set_is_listed before insert or update of status, taken_down_at, is_listed on public.products
  for each row execute function private.set_is_listed();
create trigger quota after insert on public.products
  referencing new table as added for each statement execute function private.limit_rows('shop_id', '5000', 'products, including drafts');

create function private.edited_product_columns() returns text[]
language sql immutable parallel safe
return array['name', 'description', 'price', 'image', 'category', 'stock', 'is_bestseller', 'available_for_delivery',
  'available_for_pickup', 'product_type', 'requires_consultation', 'min_price', 'max_price', 'ingredients', 'allergens',
  'lead_time_days', 'status'];
comment on function private.edited_product_columns() is
  'The columns that sellers edit. The grants, the trigger normalise, save_product and duplicate_product derive from this list.';

do $$
declare
  edited text := array_to_string(private.edited_product_columns(), ', ');
begin
  execute format('grant insert (%1$s), update (%1$s) on public.products to authenticated', edited);
  -- Triggers fire in the order of their names, so set_is_listed reads normalised values.
  execute format('create trigger normalise before insert or update of %s on public.products for each row execute function private.normalise_product()', edited);
end $$;

alter table public.products enable row level security;
alter table public.product_images enable row level security;
alter table public.product_variations enable row level security;

grant select on public.products, public.product_images, public.product_variations to anon, authenticated;
grant delete, insert (id, shop_id), update (id, shop_id) on public.products to authenticated;
grant delete, insert (id, product_id, image, position), update (id, product_id, image, position)
  on public.product_images to authenticated;
grant delete, insert (id, product_id, name, price_delta, position), update (id, product_id, name, price_delta, position)
  on public.product_variations to authenticated;
grant all on public.products, public.product_images, public.product_variations to service_role;

grant execute on function private.owns_product(uuid), private.edited_product_columns() to authenticated, service_role;

create policy "Anyone sees products on sale" on public.products
  for select to anon, authenticated using (is_listed);
create policy "Owners see all products of their shop" on public.products
  for select to authenticated using (shop_id = (select private.own_shop_id()));
create policy "Owners add products to their shop" on public.products
  for insert to authenticated with check (shop_id = (select private.own_shop_id()));
create policy "Owners update products of their shop" on public.products
  for update to authenticated
  using (shop_id = (select private.own_shop_id())) with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete products of their shop" on public.products
  for delete to authenticated using (shop_id = (select private.own_shop_id()));
create policy "Anyone sees pictures of visible products" on public.product_images
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pictures to their products" on public.product_images
  for insert to authenticated with check (private.owns_product(product_id));
create policy "Owners update pictures of their products" on public.product_images
  for update to authenticated using (private.owns_product(product_id)) with check (private.owns_product(product_id));
create policy "Owners delete pictures of their products" on public.product_images
  for delete to authenticated using (private.owns_product(product_id));
create policy "Anyone sees variations of visible products" on public.product_variations
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners add variations to their products" on public.product_variations
  for insert to authenticated with check (private.owns_product(product_id));
create policy "Owners update variations of their products" on public.product_variations
  for update to authenticated using (private.owns_product(product_id)) with check (private.owns_product(product_id));
create policy "Owners delete variations of their products" on public.product_variations
  for delete to authenticated using (private.owns_product(product_id));
