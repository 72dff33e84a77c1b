-- What a shop's products cost to make: its ingredients with their prices, its recipes, and its rates. web/features/sell/recipes/recipe-costs.ts computes the costs.

create table public.shop_ingredients (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
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
  shop_id uuid primary key references public.shops (id) on delete cascade,
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
  product_id uuid primary key references public.products (id) on delete cascade,
  shop_id uuid not null references public.shops (id) on delete cascade,
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
    foreign key (product_id, shop_id) references public.recipes (product_id, shop_id) on delete cascade,
  constraint recipe_ingredients_ingredient
    foreign key (ingredient_id, shop_id) references public.shop_ingredients (id, shop_id),
  constraint recipe_ingredients_quantity_range
    check (quantity > 0 and quantity <= 100000 and quantity = round(quantity, 2)),
  constraint recipe_ingredients_position_range check (position between 0 and 99)
);
comment on table public.recipe_ingredients is
  'The ingredients of recipes, of the same shop. An ingredient that a recipe uses cannot be deleted.';
comment on column public.recipe_ingredients.quantity is 'How much a batch takes, in the ingredient''s unit.';
create index recipe_ingredients_recipe on public.recipe_ingredients (product_id, shop_id);
create index recipe_ingredients_ingredient on public.recipe_ingredients (ingredient_id, shop_id);
