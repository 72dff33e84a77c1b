create table public.shop_kitchens (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  handles jsonb not null default '{}',
  shares_equipment boolean,
  is_nut_free boolean,
  reviewed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint shop_kitchens_handles_form check (private.is_kitchen_statement(handles)),
  constraint shop_kitchens_nut_free_without_nuts
    check (is_nut_free is not true or handles @> '{"nuts": false, "peanuts": false}')
);
comment on table public.shop_kitchens is
  'What a seller states about the kitchen of the shop. No row, and every missing or null value, means not stated.';
comment on column public.shop_kitchens.handles is 'Allergen -> whether it is handled in the kitchen.';
comment on column public.shop_kitchens.shares_equipment is
  'Whether products with and without an allergen are made with the same equipment.';
comment on column public.shop_kitchens.is_nut_free is
  'Whether the kitchen is kept free from nuts. Then it handles neither tree nuts nor peanuts.';
comment on column public.shop_kitchens.reviewed_at is 'When the seller last confirmed the facts. Set by a trigger.';
