-- What a shop's products cost to make: its ingredients with their prices, its recipes, and its rates. web/features/sell/recipes/recipe-costs.ts computes the costs.

create table public.shop_ingredients (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id)
    on delete cascade,
  name text not null,
  unit text not null,
  pack_size integer not null,
  pack_price numeric not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shop_ingredients_of_shop unique (id, shop_id),
  constraint shop_ingredients_name_form
    check (char_length(name) between 1 and 80 and name = private.trimmed(name) and private.is_one_line(name)),
  constraint shop_ingredients_unit_known check (unit in ('g', 'ml', 'each')),
  constraint shop_ingredients_pack_size_range check (pack_size between 1 and 1000000),
  constraint shop_ingredients_pack_price_range
    check (pack_price between 0 and 9999.99 and pack_price = round(pack_price, 2))
);
comment on table public.shop_ingredients is 'What a shop buys for its recipes, also packaging. Only its owner sees it.';
comment on column public.shop_ingredients.unit is
  'What its pack and its recipes measure in. It cannot be changed, so that quantities keep their meaning.';
comment on column public.shop_ingredients.pack_size is 'How much a pack contains, in the unit.';
comment on column public.shop_ingredients.pack_price is 'What the shop pays for a pack, in pounds.';
create unique index shop_ingredients_once on public.shop_ingredients (shop_id, lower(name));

create table public.shop_costing (
  shop_id uuid primary key references public.shops (id)
    on delete cascade,
  hourly_rate numeric not null default 0,
  margin_percent smallint not null default 40,
  created_at timestamptz not null default now(),
  constraint shop_costing_hourly_rate_range
    check (hourly_rate between 0 and 999.99 and hourly_rate = round(hourly_rate, 2)),
  constraint shop_costing_margin_range check (margin_percent between 0 and 90)
);
comment on table public.shop_costing is
  'The rates for all recipes of a shop. A shop without a row has the defaults. Only its owner sees them.';
comment on column public.shop_costing.hourly_rate is 'What an hour of work costs, in pounds.';
comment on column public.shop_costing.margin_percent is
  'The margin for suggested prices: what remains of a sale after VAT, the fee and the cost.';

create table public.recipes (
  product_id uuid primary key references public.products (id)
    on delete cascade,
  shop_id uuid not null references public.shops (id)
    on delete cascade,
  portions integer not null,
  other_costs numeric not null,
  minutes integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint recipes_of_shop unique (product_id, shop_id),
  constraint recipes_portions_range check (portions between 1 and 10000),
  constraint recipes_other_costs_range
    check (other_costs between 0 and 9999.99 and other_costs = round(other_costs, 2)),
  constraint recipes_minutes_range check (minutes between 0 and 10000)
);
comment on table public.recipes is
  'What one batch of a product takes. Written by save_recipe. Only the shop''s owner sees it.';
comment on column public.recipes.portions is
  'How many of the product a batch makes, each sold at the product''s price.';
comment on column public.recipes.other_costs is 'What else a batch costs, in pounds, such as energy.';
comment on column public.recipes.minutes is 'The work on a batch.';
create index recipes_shop on public.recipes (shop_id);

create table public.recipe_ingredients (
  product_id uuid not null,
  shop_id uuid not null,
  ingredient_id uuid not null,
  quantity numeric not null,
  position smallint not null,
  created_at timestamptz not null default now(),
  primary key (product_id, ingredient_id),
  constraint recipe_ingredients_recipe
    foreign key (product_id, shop_id) references public.recipes (product_id, shop_id)
      on delete cascade,
  constraint recipe_ingredients_ingredient
    foreign key (ingredient_id, shop_id) references public.shop_ingredients (id, shop_id),
  constraint recipe_ingredients_quantity_range
    check (quantity > 0 and quantity <= 100000 and quantity = round(quantity, 2)),
  constraint recipe_ingredients_position_range check (position between 0 and 99)
);
comment on table public.recipe_ingredients is
  'The ingredients of recipes, of the same shop. An ingredient that a recipe uses cannot be deleted.';
comment on column public.recipe_ingredients.quantity is 'How much a batch takes, in the ingredient''s unit.';
create index recipe_ingredients_ingredient on public.recipe_ingredients (ingredient_id, shop_id);

create function public.save_recipe(recipe jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  given record;
begin
  perform private.check_order_fields(recipe, '{product_id,portions,other_costs,minutes,ingredients}', 'A recipe');
  select *
  into given
  from
    jsonb_to_record(recipe) g (
      product_id uuid,
      portions integer,
      other_costs numeric,
      minutes integer,
      ingredients jsonb
    );
  -- Two saves of a recipe follow each other, and the product cannot be deleted meanwhile.
  perform from public.products p where p.id = given.product_id and p.shop_id = shop for no key update;
  if not found then
    perform private.refuse('PT404', 'product', 'This product does not exist.');
  elsif coalesce(jsonb_typeof(given.ingredients), '') <> 'array' or jsonb_array_length(given.ingredients) > 100 then
    perform private.refuse('22023', 'recipe', 'A recipe can have at most 100 ingredients.');
  elsif jsonb_path_exists(given.ingredients, '$[*] ? (@.type() != "object")') then
    perform private.refuse('22023', 'malformed', 'Each ingredient of a recipe has an id and a quantity.');
  end if;
  insert into public.recipes as r (product_id, shop_id, portions, other_costs, minutes)
  values (given.product_id, shop, given.portions, coalesce(given.other_costs, 0), coalesce(given.minutes, 0))
  on conflict on constraint recipes_pkey do update
    set
      portions = excluded.portions,
      other_costs = excluded.other_costs,
      minutes = excluded.minutes,
      updated_at = now();
  delete from public.recipe_ingredients i where i.product_id = given.product_id;
  insert into public.recipe_ingredients (product_id, shop_id, ingredient_id, quantity, position)
  select given.product_id, shop, (e.line ->> 'ingredient_id')::uuid, (e.line ->> 'quantity')::numeric, e.number - 1
  from jsonb_array_elements(given.ingredients) with ordinality as e (line, number)
  order by 3;
exception
  when unique_violation then
    perform private.refuse('22023', 'recipe', 'A recipe can have each ingredient once.');
  when foreign_key_violation then
    perform private.refuse('PT404', 'recipe', 'An ingredient of this recipe no longer exists.');
end
$$;
comment on function public.save_recipe(jsonb) is
  'Saves the recipe of a product of the caller''s shop: { product_id, portions, other_costs, minutes, ingredients: [{ ingredient_id, quantity }] }. '
  'The ingredients replace those of an earlier recipe.';

create trigger enforce_immutable_ingredient
before update of id, shop_id, unit on public.shop_ingredients
for each row
execute function private.enforce_immutable_columns('id', 'shop_id', 'unit');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_costing
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_ingredients
for each row
execute function private.touch_updated_at();
create trigger quota
after insert on public.shop_ingredients
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '500', 'ingredients');

alter table public.shop_ingredients enable row level security;
alter table public.shop_costing enable row level security;
alter table public.recipes enable row level security;
alter table public.recipe_ingredients enable row level security;

grant select, delete, insert (shop_id, name, unit, pack_size, pack_price), update (name, pack_size, pack_price)
on public.shop_ingredients
to authenticated;
grant select, delete, insert (shop_id, hourly_rate, margin_percent), update (shop_id, hourly_rate, margin_percent)
on public.shop_costing
to authenticated;
grant select, delete on public.recipes to authenticated;
grant select on public.recipe_ingredients to authenticated;
grant all on public.shop_ingredients, public.shop_costing, public.recipes, public.recipe_ingredients to service_role;
grant execute on function public.save_recipe(jsonb) to authenticated, service_role;

create policy "Owners read the ingredients of their shop" on public.shop_ingredients
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add ingredients to their shop" on public.shop_ingredients
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the ingredients of their shop" on public.shop_ingredients
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete ingredients of their shop" on public.shop_ingredients
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the rates of their shop" on public.shop_costing
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners set the rates of their shop" on public.shop_costing
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the rates of their shop" on public.shop_costing
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete the rates of their shop" on public.shop_costing
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the recipes of their shop" on public.recipes
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners delete recipes of their shop" on public.recipes
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the ingredients of their recipes" on public.recipe_ingredients
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
