create table public.shop_delivery_terms (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  basis text not null,
  fee numeric,
  zones jsonb not null default '[]',
  free_from numeric,
  minimum_order numeric,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shop_delivery_terms_basis_known check (basis in ('flat', 'distance', 'postcode')),
  constraint shop_delivery_terms_fee_range check (private.is_delivery_fee(fee)),
  constraint shop_delivery_terms_fee_if_flat check ((basis = 'flat') = (fee is not null)),
  constraint shop_delivery_terms_zones_form check (private.are_delivery_zones(basis, zones)),
  constraint shop_delivery_terms_free_from_range
    check (free_from between 0.01 and 10000 and free_from = round(free_from, 2)),
  constraint shop_delivery_terms_minimum_range
    check (minimum_order between 0.01 and 10000 and minimum_order = round(minimum_order, 2))
);
comment on table public.shop_delivery_terms is
  'What a shop charges for delivering its own orders. Shops without a row have the marketplace''s terms (private.delivery_fee).';
comment on column public.shop_delivery_terms.basis is
  'flat: one fee. distance: by miles from the shop. postcode: by the postcode district of the address.';
comment on column public.shop_delivery_terms.fee is 'The fee if it is flat, in pounds.';
comment on column public.shop_delivery_terms.zones is
  'The bands [{ "miles": 2, "fee": 3 }] or areas [{ "districts": ["SE1"], "fee": 3 }]. The shop does not deliver anywhere else.';
comment on column public.shop_delivery_terms.free_from is
  'Delivery is free for orders of at least this amount. Null for never.';
comment on column public.shop_delivery_terms.minimum_order is
  'The least amount of an order that is delivered. Null for none. It does not apply to quotes.';

create type private.delivery_charge as (
  shop_id uuid,
  fee numeric,
  is_own boolean,
  waived numeric,
  miles numeric,
  reach numeric,
  missing numeric,
  short_of_free numeric,
  needs text,
  code text,
  message text
);
comment on type private.delivery_charge is
  'What a delivered order of a checkout pays for delivery, whether by its shop''s own terms, and what a code waives. Without a delivery: '
  'the code and the message of its refusal, and whether it needs the place or the postcode of the address.';
