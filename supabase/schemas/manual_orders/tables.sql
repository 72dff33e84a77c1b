-- Manual orders: what a seller takes by phone or at a market, for a customer without an account. They are orders without a buyer.

create table public.manual_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  shop_id uuid not null references public.shops (id) on delete cascade,
  idempotency_key text not null,
  payment text not null,
  hand_over text not null,
  email text,
  created_at timestamptz not null default now(),
  constraint manual_orders_one_per_key unique (shop_id, idempotency_key),
  constraint manual_orders_key_form check (char_length(idempotency_key) between 8 and 200),
  constraint manual_orders_payment_known check (payment in ('received', 'link', 'collection')),
  constraint manual_orders_hand_over_known check (hand_over in ('slot', 'day', 'now')),
  constraint manual_orders_email_form check (private.is_email_address(email))
);
comment on table public.manual_orders is 'Orders that a seller entered for a customer without an account.';
comment on column public.manual_orders.payment is
  'received: in cash or otherwise, outside the marketplace. link: by card on a page of its own. collection: the whole price is a balance, paid in person.';
comment on column public.manual_orders.email is
  'The customer''s address for the payment provider''s receipt. Erased some days after the order is over.';
create index manual_orders_shop on public.manual_orders (shop_id, created_at);

create table private.payment_links (
  order_id uuid primary key references public.manual_orders (order_id) on delete cascade,
  token text not null unique default replace(gen_random_uuid()::text, '-', '')
);
comment on table private.payment_links is
  'The secret part of the address where a manual order is paid. Stored as it is, because the seller shows its QR code again. It opens one order for reading and paying.';

-- Lines of the seller's own.

alter table public.order_items
add constraint order_items_custom_form
  check (
    not is_custom
    or product_id is null
    and (allergens is null or private.is_allergen_declaration(allergens) and private.is_full_declaration(allergens))
  );
comment on column public.order_items.is_custom is
  'A line of a manual order that is no product. It declares all 14 allergens, as its seller stated them. Without a declaration it is not food.';
