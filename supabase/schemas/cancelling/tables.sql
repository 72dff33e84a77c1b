create table public.order_pickup_places (
  order_id uuid primary key references public.orders (id) on delete cascade,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  postal_code text not null,
  instructions text,
  created_at timestamptz not null default now()
);
comment on table public.order_pickup_places is
  'A copy of the shop''s pickup place at the time of payment. The buyer sees it a minute after cancellable_until or once the order is ready, and never for a cancelled order.';
