-- A seller's money: VAT rates, the ledger of sales, and its sums by month and tax year.

create table public.shop_vat (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  registered_from date not null,
  default_rate smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint shop_vat_registered_from_range check (registered_from between '1973-04-01' and '2999-12-31'),
  constraint shop_vat_rate_known check (default_rate in (0, 20))
);
comment on table public.shop_vat is 'VAT registration of shops. A shop without a row is not registered.';
comment on column public.shop_vat.default_rate is
  'The rate of products without their own: 0 for most cold bakes, 20 for confectionery and hot food.';

create table public.product_vat_rates (
  product_id uuid primary key references public.products (id) on delete cascade,
  rate smallint not null,
  created_at timestamptz not null default now(),
  constraint product_vat_rates_rate_known check (rate in (0, 20))
);
comment on table public.product_vat_rates is
  'VAT rates of products that differ from their shop''s. Only the shop reads them.';

create index payments_of_sale on public.payments (checkout_id, is_balance, captured_at)
include (fee_percent, route)
where status = 'succeeded' and not is_returned;
