-- Changes of declarations and ingredients: buyers of open orders are told what changed since they ordered.

create table private.changed_declarations (
  product_id uuid primary key references public.products (id) on delete cascade,
  changed_at timestamptz not null default now()
);
comment on table private.changed_declarations is
  'Products whose declaration or ingredients changed and whose open orders are still to be compared with it.';

create table public.order_item_allergens (
  order_item_id uuid primary key references public.order_items (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  allergens jsonb,
  told jsonb,
  ingredients text,
  told_ingredients text,
  changed_at timestamptz not null,
  created_at timestamptz not null default now(),
  is_pending boolean not null generated always as (
    private.stated_allergens(told) is distinct from private.stated_allergens(allergens)
    or coalesce(told_ingredients, '') <> coalesce(ingredients, '')
  ) stored
);
comment on table public.order_item_allergens is
  'The current declaration and ingredients of an item of an order, if either changed between payment and hand-over. order_items keeps both as bought.';
comment on column public.order_item_allergens.told is
  'The declaration that the buyer knows: as bought, or as in the last notification.';
comment on column public.order_item_allergens.told_ingredients is 'The ingredients that the buyer knows, as with told.';
comment on column public.order_item_allergens.is_pending is
  'Whether the buyer is still to be told of the current declaration or ingredients.';
create index order_item_allergens_order on public.order_item_allergens (order_id);
create index order_item_allergens_pending on public.order_item_allergens (order_id) where is_pending;

create table private.allergen_alerts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  alerts integer not null,
  next_at timestamptz not null
);
comment on table private.allergen_alerts is
  'How often the buyer of an order was told of changed allergens, and when the next notification may be sent.';
