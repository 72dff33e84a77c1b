-- Visits of shops and views of products. Both are counters by day: nothing about a viewer is stored.

create table public.product_views (
  product_id uuid not null references public.products (id) on delete cascade,
  day date not null default current_date,
  views integer not null default 1,
  primary key (product_id, day),
  constraint product_views_count check (views >= 0)
);
comment on table public.product_views is 'Product views by day. Stores nothing about viewers.';

create table public.shop_visits (
  shop_id uuid not null references public.shops (id) on delete cascade,
  day date not null default current_date,
  visits integer not null default 1,
  primary key (shop_id, day),
  constraint shop_visits_count check (visits >= 0)
);
comment on table public.shop_visits is
  'Visits by day: browser sessions that opened the shop''s page or a product of it. The browser remembers in its session which shops it has counted. Stores nothing about visitors.';

-- Seller analytics: sold lines and figures.

create table private.sold_lines (
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null,
  shop_id uuid not null references public.shops (id) on delete cascade,
  day date not null,
  name text not null,
  quantity integer not null,
  revenue numeric(12, 2) not null,
  primary key (order_id, product_id)
);
comment on table private.sold_lines is
  'Quantity and revenue of each product in each paid order, sorted by day, so that a busy shop''s year is one index range. Maintained by triggers.';
comment on column private.sold_lines.product_id is
  'Kept for deleted products. A product deleted before the payment gets an id derived from its name.';
create index sold_lines_day on private.sold_lines (shop_id, day, product_id) include (quantity, revenue);
