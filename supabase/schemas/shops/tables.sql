-- Shops, one for each seller: public data, private records, closures and pickup places.

create table public.shops (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default private.member_id() references public.profiles (id) on delete set null,
  name text not null,
  slug text not null,
  description text not null,
  category text not null,
  logo text,
  banner_image text,
  town text,
  lat double precision,
  lon double precision,
  delivery_radius_miles numeric(5, 1),
  cancel_hours_before smallint,
  cancel_refund_percent smallint,
  status text not null default 'pending',
  hygiene_rating text,
  hygiene_verified_at timestamptz,
  rating numeric(3, 2),
  review_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shops_one_per_user unique (user_id),
  constraint shops_slug_unique unique (slug),
  constraint shops_owner_present check (user_id is not null or status = 'closed'),
  constraint shops_name_length check (private.trimmed_length(name) >= 2 and char_length(name) <= 50),
  constraint shops_name_form check (private.is_one_line(name)),
  constraint shops_slug_form check (slug ~ '^[a-z0-9_]+(-[a-z0-9_]+)*$' and char_length(slug) <= 80),
  constraint shops_description_length
    check (private.trimmed_length(description) >= 10 and char_length(description) <= 500),
  constraint shops_category_known
    check (category in ('Cakes', 'Cupcakes', 'Cookies', 'Pastries', 'Bread', 'Chocolates', 'Candies', 'Other')),
  constraint shops_logo_form check (private.is_picture(logo)),
  constraint shops_banner_image_form check (private.is_picture(banner_image)),
  constraint shops_town_form check (char_length(town) <= 100 and private.is_one_line(town)),
  constraint shops_place check (private.are_coordinates(lat, lon)),
  constraint shops_delivery_radius check (delivery_radius_miles between 0.1 and 500),
  constraint shops_cancellation_terms
    check (
      (cancel_hours_before is null) = (cancel_refund_percent is null)
      and cancel_hours_before between 4 and 2160
      and cancel_refund_percent between 0 and 100
    ),
  constraint shops_status_known check (status in ('pending', 'active', 'suspended', 'closed')),
  constraint shops_hygiene_rating_known
    check (
      hygiene_rating in ('0', '1', '2', '3', '4', '5', 'pass', 'improvement_required', 'awaiting_inspection', 'exempt')
    ),
  constraint shops_rating_range check (rating between 1 and 5 and review_count >= 0)
);
comment on table public.shops is
  'A seller''s shop. When the owner''s account is deleted, the shop stays closed without an owner, because orders reference it.';
comment on column public.shops.lat is
  'With lon, the approximate location, rounded to two decimals (about a kilometre) because it is usually a home.';
comment on column public.shops.delivery_radius_miles is 'The delivery radius. Null means no limit.';
comment on column public.shops.cancel_hours_before is
  'With cancel_refund_percent, the shop''s own cancellation terms: a full refund until so many hours before the hand-over, and a part of it until then. Null means the marketplace''s terms.';
comment on column public.shops.slug is
  'The part of the shop''s URL that is derived from its name: ''crumb'', ''crumb-2''. It survives a rename unless the owner requests a new one.';
comment on column public.shops.status is
  'pending until the owner accepts the current terms, then active; suspended by an administrator; or closed. Others see active shops only.';
comment on column public.shops.hygiene_rating is
  'Declared by the seller: 0 to 5 in England, Wales and Northern Ireland, pass or improvement_required in Scotland, or the reason for having none.';
comment on column public.shops.hygiene_verified_at is
  'When an administrator checked the rating against the public register. Cleared when the seller changes the rating.';
comment on column public.shops.rating is
  'The average of its counted reviews (not hidden, not refunded), null without any. Maintained by a trigger.';
create index shops_location on public.shops using gist (point(lon, lat)) where status = 'active';
comment on index public.shops_location is
  'Serves bounding boxes (point <@ box) and nearest-first order (point <-> point).';

create table public.shop_records (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  terms_version text,
  terms_accepted_at timestamptz,
  food_registration text,
  suspension_reason text,
  label_name text,
  label_address text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shop_records_terms check ((terms_version is null) = (terms_accepted_at is null)),
  constraint shop_records_food_registration_form
    check (private.trimmed_length(food_registration) between 1 and 60 and private.is_one_line(food_registration)),
  constraint shop_records_label_form
    check (
      char_length(label_name) between 1 and 80
      and private.is_one_line(label_name)
      and char_length(label_address) between 1 and 200
    ),
  constraint shop_records_suspension_reason_length
    check (private.trimmed_length(suspension_reason) >= 1 and char_length(suspension_reason) <= 500)
);
comment on table public.shop_records is
  'Private data of a shop, for its owner and administrators. Created with the shop.';
comment on column public.shop_records.terms_version is
  'The version of the Health & Safety Agreement that the owner last accepted, through accept_seller_terms.';
comment on column public.shop_records.food_registration is
  'The food business registration number given by the council.';
comment on column public.shop_records.label_name is
  'With label_address, the name and address of the business as printed on labels.';
comment on column public.shop_records.suspension_reason is 'The reason for a suspension, as shown to the owner.';

create table public.shop_closures (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  from_date date not null,
  to_date date not null,
  note text,
  created_at timestamptz not null default now(),
  constraint shop_closures_dates_in_order check (to_date >= from_date and to_date - from_date <= 366),
  constraint shop_closures_note_form check (char_length(note) <= 200)
);
comment on table public.shop_closures is 'Days, both ends included, on which a shop neither hands over nor delivers.';
create index shop_closures_shop on public.shop_closures (shop_id, to_date);
create index shop_closures_day on public.shop_closures (to_date, from_date, shop_id);
comment on index public.shop_closures_day is 'Finds the shops that are closed on a day.';

create table public.shop_pickup_places (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  postal_code text not null,
  instructions text,
  updated_at timestamptz not null default now(),
  constraint shop_pickup_places_line1_form
    check (private.trimmed_length(address_line1) between 1 and 200 and private.is_one_line(address_line1)),
  constraint shop_pickup_places_line2_form
    check (char_length(address_line2) <= 200 and private.is_one_line(address_line2)),
  constraint shop_pickup_places_city_form
    check (private.trimmed_length(city) between 1 and 100 and private.is_one_line(city)),
  constraint shop_pickup_places_postal_code_form check (private.is_postcode(postal_code)),
  constraint shop_pickup_places_instructions_form check (char_length(instructions) <= 500)
);
comment on table public.shop_pickup_places is
  'Where buyers pick up orders. Private to the owner, because it is usually a home. A paid order keeps a copy for its buyer.';
