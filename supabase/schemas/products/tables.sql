create table public.products (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  name text not null,
  description text,
  price numeric not null default 0,
  image text,
  category text,
  occasions text[] not null default '{}',
  stock integer not null default 0,
  held integer not null default 0,
  is_made_to_order boolean not null default false,
  is_personalisable boolean not null default true,
  personalisation_price numeric not null default 0,
  personalisation_max_length smallint not null default 200,
  is_bestseller boolean not null default false,
  is_subscribable boolean not null default false,
  available_for_delivery boolean not null default true,
  available_for_pickup boolean not null default false,
  product_type text not null default 'standardized',
  requires_consultation boolean not null default false,
  min_price numeric,
  max_price numeric,
  ingredients text,
  allergens jsonb,
  allergen_answers text[] not null default '{}',
  unanswered_allergens text[] not null default '{}',
  diets text[] not null default '{}',
  option_allergens jsonb not null default '{}',
  required_allergens jsonb not null default '{}',
  allergens_changed_at timestamptz,
  allergens_declared boolean not null generated always as (private.is_full_declaration(allergens)) stored,
  lead_time_days integer not null default 0,
  net_quantity text,
  shelf_life_days integer not null default 0,
  storage_advice text,
  status text not null default 'active',
  is_listed boolean not null default false,
  rating numeric(3, 2),
  review_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  taken_down_at timestamptz,
  takedown_reason text,
  drop_until timestamptz,
  constraint products_name_length check (private.trimmed_length(name) >= 2 and char_length(name) <= 150),
  constraint products_name_form check (private.is_one_line(name)),
  constraint products_description_length check (char_length(description) <= 5000),
  constraint products_price_range check (price between 0 and 99999.99),
  constraint products_prices_in_pence
    check (
      price = round(price, 2)
      and coalesce(min_price = round(min_price, 2), true)
      and coalesce(max_price = round(max_price, 2), true)
    ),
  constraint products_image_form check (private.is_picture(image)),
  constraint products_category_form check (char_length(category) between 1 and 50 and private.is_one_line(category)),
  constraint products_stock_range check (stock between 0 and 1000000),
  constraint products_held_range check (held >= 0),
  constraint products_occasions_known
    check (
      occasions <@ private.occasions()
      and array_position(occasions, null) is null
      and cardinality(occasions) <= cardinality(private.occasions())
    ),
  constraint products_type_known check (product_type in ('standardized', 'bespoke')),
  constraint products_bespoke_price check (product_type = 'standardized' or price = 0),
  constraint products_quote_fields_bespoke_only
    check (product_type = 'bespoke' or (min_price is null and max_price is null and not requires_consultation)),
  constraint products_quote_price_range
    check (
      coalesce(min_price between 0 and 99999.99, true)
      and coalesce(max_price between 0 and 99999.99, true)
      and coalesce(min_price <= max_price, true)
    ),
  constraint products_ingredients_length check (char_length(ingredients) <= 5000),
  constraint products_allergens_form check (private.is_allergen_declaration(allergens)),
  constraint products_allergen_answers_known
    check (private.is_list_of(allergen_answers, private.allergens() || private.allergen_kinds())),
  constraint products_unanswered_allergens_known
    check (private.is_list_of(unanswered_allergens, private.allergens() || private.allergen_kinds())),
  constraint products_answered_before_sale check (status <> 'active' or unanswered_allergens = '{}'),
  constraint products_diets_known check (private.is_list_of(diets, private.diets())),
  constraint products_diets_match_allergens
    check (
      not ('vegan' = any (diets) and private.contains_any(allergens, '{milk,eggs,fish,crustaceans,molluscs}'))
      and not ('vegetarian' = any (diets) and private.contains_any(allergens, '{fish,crustaceans,molluscs}'))
    ),
  constraint products_personalisation_price_range
    check (personalisation_price between 0 and 999.99 and personalisation_price = round(personalisation_price, 2)),
  constraint products_personalisation_length_range check (personalisation_max_length between 1 and 200),
  constraint products_diets_match_options
    check (
      not ('vegan' = any (diets) and private.contains_any(option_allergens, '{milk,eggs,fish,crustaceans,molluscs}'))
      and not ('vegetarian' = any (diets) and private.contains_any(option_allergens, '{fish,crustaceans,molluscs}'))
    ),
  constraint products_lead_time_range check (lead_time_days between 0 and 365),
  constraint products_net_quantity_form
    check (char_length(net_quantity) between 1 and 40 and private.is_one_line(net_quantity)),
  constraint products_shelf_life_range check (shelf_life_days between 0 and 1825),
  constraint products_storage_advice_form
    check (char_length(storage_advice) between 1 and 120 and private.is_one_line(storage_advice)),
  constraint products_status_known check (status in ('active', 'draft', 'hidden')),
  constraint products_rating_range check (rating between 1 and 5 and review_count >= 0),
  constraint products_takedown_reason_length
    check (private.trimmed_length(takedown_reason) >= 1 and char_length(takedown_reason) <= 500),
  constraint products_takedown_has_reason check ((taken_down_at is null) = (takedown_reason is null))
);
comment on table public.products is 'The products that shops sell.';
comment on column public.products.price is
  'Pounds with two decimals. A constraint refuses more decimals, which numeric(10, 2) would round. 0 for bespoke products, whose price is quoted in a conversation.';
comment on column public.products.held is
  'Units that are offered to members of the waitlist, and no longer in the stock.';
comment on column public.products.is_made_to_order is
  'Made when ordered, without a limit: its stock is neither counted nor shown.';
comment on column public.products.is_personalisable is 'Whether buyers may choose a greeting, or words of their own.';
comment on column public.products.personalisation_price is
  'Pounds added to the price of one unit for a greeting or the buyer''s own words.';
comment on column public.products.personalisation_max_length is 'The number of characters of the buyer''s own words.';
comment on column public.products.is_subscribable is
  'Whether buyers may subscribe to it. Never for bespoke products. Switching it off leaves the subscriptions that exist.';
comment on column public.products.option_allergens is
  'What its choices may add to its allergens, all together. Maintained by triggers.';
comment on column public.products.required_allergens is
  'What it has by choices that every buyer makes, see private.shared_allergens. It counts as part of the declaration wherever nothing is chosen yet. Maintained by triggers.';
comment on column public.products.category is 'Free text, because sellers may add categories.';
comment on column public.products.occasions is 'The occasions that its seller makes it for.';
comment on column public.products.image is
  'The storage path of a picture, bucket first. An http(s) address is imported into storage, see picture_imports.';
comment on column public.products.allergens is
  'Allergen -> contains, may_contain or free, for the 14 legal allergens and their kinds. Null means undeclared.';
comment on column public.products.allergen_answers is
  'Allergens that its ingredients mention and that it does not contain all the same, as its seller answered. Administrators see it.';
comment on column public.products.unanswered_allergens is
  'Allergens that names or ingredients of its choices mention and about which its seller has still to answer, as the product form read them. Empty on sale.';
comment on column public.products.diets is
  'Diets that the product suits, as declared by its seller. Vegan products suit vegetarians too.';
comment on column public.products.allergens_declared is
  'True once all 14 allergens are declared. A product without a full declaration is shown but cannot be bought.';
comment on column public.products.allergens_changed_at is
  'When the declaration last stated something else. Null without a declaration. Maintained by a trigger.';
comment on column public.products.lead_time_days is 'Days the seller needs before the earliest hand-over.';
comment on column public.products.net_quantity is 'What it weighs or holds, as on its label: 450 g.';
comment on column public.products.shelf_life_days is
  'How many days after making it can be eaten. 0 if not stated. Labels derive the use-by date from it.';
comment on column public.products.storage_advice is 'How to keep it, as on its label.';
comment on column public.products.status is
  'active, draft (not yet published) or hidden (by its seller). Only active products are visible to others.';
comment on column public.products.is_listed is
  'Whether the product is on sale: an active product of an active shop. Maintained by a trigger, so lists and search need no join.';
comment on column public.products.rating is
  'The average of its counted reviews (not hidden, not refunded), null without any. Maintained by a trigger.';
comment on column public.products.taken_down_at is
  'When an administrator hid the product from everyone but its owner, whatever its status. Usually null.';
comment on column public.products.drop_until is
  'Until when only drops sell the product: the last cut-off of its published drops. Maintained by triggers.';
comment on column public.products.takedown_reason is 'The reason, as shown to the owner.';

create function private.edited_product_columns()
returns text[]
language sql
immutable
parallel safe
return array[
  'name',
  'description',
  'price',
  'image',
  'category',
  'occasions',
  'stock',
  'is_made_to_order',
  'is_personalisable',
  'personalisation_price',
  'personalisation_max_length',
  'is_bestseller',
  'is_subscribable',
  'available_for_delivery',
  'available_for_pickup',
  'product_type',
  'requires_consultation',
  'min_price',
  'max_price',
  'ingredients',
  'allergens',
  'allergen_answers',
  'unanswered_allergens',
  'diets',
  'lead_time_days',
  'net_quantity',
  'shelf_life_days',
  'storage_advice',
  'status'
];
comment on function private.edited_product_columns is
  'The columns that sellers edit. The grants, the trigger normalise, save_product and duplicate_product derive from this list.';
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
comment on table public.product_images is
  'Additional pictures of a product, at most twelve. One statement may swap positions.';
