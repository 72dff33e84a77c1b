create table public.favourites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  shop_id uuid references public.shops (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint favourites_product_or_shop check (num_nonnulls(product_id, shop_id) = 1),
  constraint favourites_product_once unique (user_id, product_id),
  constraint favourites_shop_once unique (user_id, shop_id)
);
comment on table public.favourites is 'Products and shops that a member has saved.';
create index favourites_product on public.favourites (product_id);
create index favourites_shop on public.favourites (shop_id);
