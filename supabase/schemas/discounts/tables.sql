-- Discount codes of shops: what they take off, for whom and until when, looking one up, and applying it to an order.
-- The codes of gift vouchers are looked up in the same place.

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  code text not null,
  kind text not null,
  percent smallint,
  amount numeric,
  minimum_spend numeric,
  product_ids uuid[],
  max_uses integer,
  max_uses_per_buyer integer,
  is_first_order_only boolean not null default false,
  from_date date,
  to_date date,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discount_codes_once unique (shop_id, code),
  constraint discount_codes_code_form check (code ~ '^[A-Z0-9]([A-Z0-9-]{2,18})[A-Z0-9]$'),
  constraint discount_codes_kind_known check (kind in ('percent', 'amount', 'free_delivery')),
  constraint discount_codes_percent check ((kind = 'percent') = (percent is not null) and percent between 1 and 100),
  constraint discount_codes_amount
    check ((kind = 'amount') = (amount is not null) and amount between 0.01 and 1000 and amount = round(amount, 2)),
  constraint discount_codes_minimum_range
    check (minimum_spend between 0.01 and 10000 and minimum_spend = round(minimum_spend, 2)),
  constraint discount_codes_products
    check (
      cardinality(product_ids) between 1 and 200
      and array_position(product_ids, null) is null
      and (product_ids is null or kind <> 'free_delivery')
    ),
  constraint discount_codes_uses_range check (max_uses between 1 and 100000 and max_uses_per_buyer between 1 and 1000),
  constraint discount_codes_dates
    check (
      from_date between '2000-01-01' and '2999-12-31'
      and to_date between '2000-01-01' and '2999-12-31'
      and to_date >= from_date
    )
);
comment on table public.discount_codes is
  'A shop''s discount codes. Only its owner reads them; a buyer looks up one code by check_discount_code.';
comment on column public.discount_codes.code is
  'In capital letters. It cannot be changed, so that the id and the code name the same offer.';
comment on column public.discount_codes.kind is
  'percent and amount reduce the food; free_delivery waives what the order would pay for delivery.';
comment on column public.discount_codes.minimum_spend is
  'The least amount of food in the order, before the code. Null for none.';
comment on column public.discount_codes.product_ids is 'The products that the code reduces. Null for all.';
comment on column public.discount_codes.max_uses is
  'How many orders may use it, without cancelled ones. Null without a limit.';
comment on column public.discount_codes.is_first_order_only is
  'Whether it is for buyers without another order from the shop.';
comment on column public.discount_codes.from_date is
  'The first day in London on which it can be used, as to_date is the last. Null without a limit.';

create index orders_discount_code on public.orders (discount_code_id, buyer_id)
include (status, discount, delivery_discount, received_amount, refunded_amount, tip)
where discount_code_id is not null;

create table private.wrong_codes (
  id bigint generated always as identity primary key,
  member_id uuid references public.profiles (id) on delete cascade,
  network cidr,
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.wrong_codes is
  'Codes that were looked up and that do not exist, for the rate limit. Visitors have no member_id. Each row is kept for an hour.';
create index wrong_codes_member on private.wrong_codes (member_id, created_at);
create index wrong_codes_network on private.wrong_codes (network, created_at) where network is not null;
create index wrong_codes_unknown on private.wrong_codes (created_at) where member_id is null and network is null;
create index wrong_codes_old on private.wrong_codes (created_at);
