-- What buyers choose of a product: its variations, further groups of choices, and questions that they answer in words.

create table public.product_variations (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name text not null,
  price_delta numeric not null default 0,
  stock integer,
  allergens jsonb not null default '{}',
  ingredients text,
  replaces text,
  net_quantity text,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_variations_name_form
    check (private.trimmed_length(name) between 1 and 60 and private.is_one_line(name)),
  constraint product_variations_price_delta_range check (price_delta between -99999.99 and 99999.99),
  constraint product_variations_price_delta_in_pence check (price_delta = round(price_delta, 2)),
  constraint product_variations_stock_range check (stock between 0 and 1000000),
  constraint product_variations_allergens_form check (private.is_allergen_addition(allergens)),
  constraint product_variations_ingredients_form
    check (
      private.trimmed_length(ingredients) >= 1
      and char_length(ingredients) <= 2000
      and private.is_one_line(ingredients)
    ),
  constraint product_variations_replaces_form
    check (private.trimmed_length(replaces) >= 1 and char_length(replaces) <= 500 and private.is_one_line(replaces)),
  constraint product_variations_net_quantity_form
    check (char_length(net_quantity) between 1 and 40 and private.is_one_line(net_quantity)),
  constraint product_variations_position_range check (position between 0 and 49),
  constraint product_variations_one_per_position unique (product_id, position) deferrable initially immediate
);
comment on table public.product_variations is
  'The first choice of a product, such as its size: one of at most fifty. Without variations, or with one, buyers are not asked.';
comment on column public.product_variations.price_delta is 'Pounds added to the product''s price. May be negative.';
comment on column public.product_variations.stock is
  'How many more can be sold in this variation, besides the stock of the product. Null without a limit of its own.';
comment on column public.product_variations.allergens is
  'What it does to the declaration of the product: allergen -> contains, may_contain or removed. '
  'The state free answers that it does not have what its words mention, and changes nothing.';
comment on column public.product_variations.ingredients is 'What it adds to the ingredients of the product.';
comment on column public.product_variations.replaces is
  'Ingredients of the product, as written there and separated by commas, that its own ones replace.';
comment on column public.product_variations.net_quantity is
  'What the product weighs or holds in this variation. Null for the net quantity of the product.';
create unique index product_variations_one_per_name on public.product_variations (product_id, lower(name));

create table public.product_option_groups (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name text not null,
  is_required boolean not null default true,
  max_choices smallint not null default 1,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_option_groups_name_form
    check (private.trimmed_length(name) between 1 and 60 and private.is_one_line(name)),
  constraint product_option_groups_max_choices_range check (max_choices between 1 and 30),
  constraint product_option_groups_position_range check (position between 0 and 9),
  constraint product_option_groups_one_per_position unique (product_id, position) deferrable initially immediate,
  constraint product_option_groups_of_product unique (id, product_id)
);
comment on table public.product_option_groups is
  'Groups of choices of a product besides its variations, such as the topping. At most ten a product.';
comment on column public.product_option_groups.max_choices is
  'How many choices a buyer may take. 1 is a choice of one.';
create unique index product_option_groups_one_per_name on public.product_option_groups (product_id, lower(name));

create table public.product_option_choices (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null,
  product_id uuid not null,
  name text not null,
  price_delta numeric not null default 0,
  stock integer,
  allergens jsonb not null default '{}',
  ingredients text,
  replaces text,
  net_quantity text,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_option_choices_group
    foreign key (group_id, product_id) references public.product_option_groups (id, product_id) on delete cascade,
  constraint product_option_choices_name_form
    check (private.trimmed_length(name) between 1 and 60 and private.is_one_line(name)),
  constraint product_option_choices_price_delta_range
    check (price_delta between -99999.99 and 99999.99 and price_delta = round(price_delta, 2)),
  constraint product_option_choices_stock_range check (stock between 0 and 1000000),
  constraint product_option_choices_allergens_form check (private.is_allergen_addition(allergens)),
  constraint product_option_choices_ingredients_form
    check (
      private.trimmed_length(ingredients) >= 1
      and char_length(ingredients) <= 2000
      and private.is_one_line(ingredients)
    ),
  constraint product_option_choices_replaces_form
    check (private.trimmed_length(replaces) >= 1 and char_length(replaces) <= 500 and private.is_one_line(replaces)),
  constraint product_option_choices_net_quantity_form
    check (char_length(net_quantity) between 1 and 40 and private.is_one_line(net_quantity)),
  constraint product_option_choices_position_range check (position between 0 and 29),
  constraint product_option_choices_one_per_position unique (group_id, position) deferrable initially immediate
);
comment on table public.product_option_choices is
  'The choices of a group, at most thirty. Price, stock and food mean the same as of a variation.';
create unique index product_option_choices_one_per_name on public.product_option_choices (group_id, lower(name));
create index product_option_choices_group on public.product_option_choices (group_id, product_id);
create index product_option_choices_product on public.product_option_choices (product_id);

create table public.product_questions (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name text not null,
  is_required boolean not null default false,
  max_length smallint not null default 100,
  price numeric not null default 0,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint product_questions_name_form
    check (private.trimmed_length(name) between 1 and 60 and private.is_one_line(name)),
  constraint product_questions_max_length_range check (max_length between 1 and 200),
  constraint product_questions_price_range check (price between 0 and 999.99 and price = round(price, 2)),
  constraint product_questions_position_range check (position between 0 and 9),
  constraint product_questions_one_per_position unique (product_id, position) deferrable initially immediate
);
comment on table public.product_questions is
  'What buyers of a product are asked in words, such as the message on a cake. At most ten a product.';
comment on column public.product_questions.price is 'Pounds added to the price of one unit if the buyer answers.';
create unique index product_questions_one_per_name on public.product_questions (product_id, lower(name));
