-- Shops, one for each seller: public data, private records, closures and pickup places.

create table public.shops (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default private.member_id() references public.profiles (id)
    on delete set null,
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
  shop_id uuid primary key references public.shops (id)
    on delete cascade,
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
  shop_id uuid not null references public.shops (id)
    on delete cascade,
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
  shop_id uuid primary key references public.shops (id)
    on delete cascade,
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

-- A function, because policies of other tables need the id without going through the policies of shops.
create function private.own_shop_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.shops where user_id = (select private.member_id())
$$;
comment on function private.own_shop_id() is 'The id of the caller''s shop, or null.';

create function private.require_own_shop()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  shop uuid := private.own_shop_id();
begin
  if shop is null then
    perform private.refuse('PT404', 'shop', 'You have no shop yet.');
  end if;
  return shop;
end
$$;
comment on function private.require_own_shop() is 'The id of the caller''s shop. Refuses callers without a shop.';

-- A release with a new agreement changes this value and sets active shops to pending, so their owners must accept it.
create function private.seller_terms_version()
returns text
language sql
immutable
parallel safe
return '2026-11-23';
comment on function private.seller_terms_version() is
  'The version, by date, of the Health & Safety Agreement that sellers must accept.';

create function private.has_current_terms(shop uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select from public.shop_records r where r.shop_id = shop and r.terms_version = private.seller_terms_version()
    )
$$;
comment on function private.has_current_terms(uuid) is
  'Whether the owner of a shop has accepted the current agreement.';

create function private.enforce_terms()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status = 'active' and not private.has_current_terms(new.id) then
    new.status := 'pending';
  end if;
  return new;
end
$$;
comment on function private.enforce_terms() is
  'Keeps a shop pending until its owner has accepted the current agreement, even for the service key.';

create function private.create_shop_record()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.shop_records (shop_id) values (new.id);
  return null;
end
$$;
comment on function private.create_shop_record() is 'Creates the private record of a new shop.';

create function private.activate_shop()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.shops s set status = 'active' where s.id = new.shop_id and s.status = 'pending';
  return null;
end
$$;
comment on function private.activate_shop() is 'Activates a pending shop when its owner accepts the agreement.';

create function public.accept_seller_terms(version text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  accepted timestamptz;
begin
  if version is distinct from private.seller_terms_version() then
    perform private.refuse('PT409', 'terms', 'The terms have changed. Please read and accept the new version.');
  end if;
  update public.shop_records r
  set
    terms_version = version,
    terms_accepted_at = now()
  where r.shop_id = shop and r.terms_version is distinct from version;
  select r.terms_accepted_at into accepted from public.shop_records r where r.shop_id = shop;
  return accepted;
end
$$;
comment on function public.accept_seller_terms(text) is
  'Accepts the given version of the Health & Safety Agreement for the caller''s shop and activates it. Returns the time of first acceptance. Refuses any other version with PT409.';

create function private.slugify(name text)
returns text
language sql
immutable
parallel safe
return coalesce(
  nullif(
    btrim(
      left(
        regexp_replace(
          regexp_replace(regexp_replace(lower(name), '\s+', '-', 'g'), '[^a-z0-9_-]+', '', 'g'),
          '-{2,}',
          '-',
          'g'
        ),
        72
      ),
      '-'
    ),
    ''
  ),
  'shop'
);
comment on function private.slugify(text) is 'The slug of a name: ''Mary''s Cakes'' becomes marys-cakes.';

create function private.normalise_shop()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.name := private.strip_invisible(new.name);
  new.town := private.strip_invisible(new.town);
  new.logo := nullif(private.trimmed(new.logo), '');
  new.banner_image := nullif(private.trimmed(new.banner_image), '');
  new.lat := round(new.lat::numeric, 2);
  new.lon := round(new.lon::numeric, 2);
  if
    tg_op = 'UPDATE'
    and new.hygiene_rating is distinct from old.hygiene_rating
    and new.hygiene_verified_at is not distinct from old.hygiene_verified_at
  then
    new.hygiene_verified_at := null;
  end if;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.normalise_shop() is
  'Trims texts, rounds coordinates to two decimals, and clears the verification of a changed hygiene rating.';

create function private.normalise_pickup_place()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.postal_code := private.normalise_postcode(new.postal_code);
  return new;
end
$$;
comment on function private.normalise_pickup_place() is 'Normalises the postcode.';

-- The service key may choose any shop name.
create function private.set_shop_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  base text := private.slugify(new.name);
begin
  if tg_op = 'INSERT' or new.name <> old.name then
    if private.imitates_marketplace(new.name) then
      perform private.refuse(
        '23514',
        'name',
        'This name could be mistaken for the marketplace. Please choose another one.'
      );
    end if;
  end if;
  if exists (select from public.shops s where s.id = new.id and s.slug = new.slug) then
    return new;
  end if;
  -- The lock serialises two shops with the same name, so the second one gets a free slug.
  perform pg_advisory_xact_lock(hashtext('shop slug'), hashtext(base));
  if new.slug !~ ('^' || base || '(-[0-9]{1,6})?$') or private.available_slug(new.slug, new.id) <> new.slug then
    new.slug := private.available_slug(base, new.id);
  end if;
  return new;
end
$$;
comment on function private.set_shop_slug() is
  'Refuses names that imitate the marketplace, and derives the shop''s slug from its name, with a number if it is taken.';

create function private.enforce_shop_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.id is distinct from old.id then
    raise exception using errcode = '42501', message = 'The id of a shop cannot be changed.';
  end if;
  if new.user_id is distinct from old.user_id then
    if new.user_id is not null or exists (select from public.profiles where id = old.user_id) then
      raise exception using errcode = '42501', message = 'A shop cannot change its owner.';
    end if;
    -- The owner's account was deleted. The row remains, because orders and transfers reference it. Orders keep the shop's former name.
    new.status := 'closed';
    new.name := 'Closed shop';
    new.slug := 'closed-' || old.id;
    new.description := 'This shop has closed.';
    new.logo := null;
    new.banner_image := null;
    new.town := null;
    new.lat := null;
    new.lon := null;
    new.hygiene_rating := null;
    delete from public.shop_pickup_places where shop_id = old.id;
    update public.shop_records
    set
      food_registration = null,
      suspension_reason = null,
      label_name = null,
      label_address = null
    where shop_id = old.id;
  end if;
  return new;
end
$$;
comment on function private.enforce_shop_owner() is
  'Refuses a change of owner. When the owner''s account is deleted, closes the shop and clears its data.';

create function public.verify_hygiene_rating(shop_id uuid, rating text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_administrator();
  update public.shops s
  set hygiene_verified_at = now()
  where s.id = verify_hygiene_rating.shop_id and s.hygiene_rating = verify_hygiene_rating.rating;
  if not found then
    perform private.refuse('PT409', 'rating', 'The seller has just changed this rating. Please check it again.');
  end if;
  perform private.log_action('verify', 'shops', verify_hygiene_rating.shop_id);
end
$$;
comment on function public.verify_hygiene_rating(uuid, text) is
  'Records that a shop''s rating matches the public register. rating is the value that was checked. For administrators.';

create function private.available_slug(wanted text, of_shop uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  base text := nullif(btrim(left(wanted, 72), '-'), '');
  taken text[];
begin
  if base is null or base !~ '^[a-z0-9_]+(-[a-z0-9_]+)*$' then
    base := 'shop';
  end if;
  -- The prefix also finds slugs of other names ('ann-1990s-cakes' for 'ann'), which are only compared in vain.
  select array_agg(s.slug)
  into taken
  from public.shops s
  where (s.slug = base or starts_with(s.slug, base || '-')) and s.id is distinct from of_shop;
  if taken is null or base <> all (taken) then
    return base;
  end if;
  return (
    select base || '-' || n
    from generate_series(2, cardinality(taken) + 2) n
    where base || '-' || n <> all (taken)
    order by n
    limit 1
  );
end
$$;
comment on function private.available_slug(text, uuid) is
  'The requested slug, or the first free one with a number. A shop''s own slug counts as free for it.';

create function public.available_shop_slug(wanted text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select private.available_slug(wanted, null)
$$;
comment on function public.available_shop_slug(text) is
  'The requested slug, or the first free one with a number: ''crumb'', ''crumb-2''. Slugs of hidden shops count as taken.';

create trigger enforce_immutable_owner
before update of id, user_id on public.shops
for each row
execute function private.enforce_shop_owner();
create trigger normalise
before insert
or update of
  name,
  slug,
  description,
  category,
  logo,
  banner_image,
  town,
  lat,
  lon,
  delivery_radius_miles,
  status,
  hygiene_rating,
  hygiene_verified_at
on public.shops
for each row
execute function private.normalise_shop();
create trigger set_slug
before insert or update of name, slug on public.shops
for each row
when (private.member_id() is not null)
execute function private.set_shop_slug();
create trigger enforce_terms
before insert or update of status on public.shops
for each row
execute function private.enforce_terms();
create trigger create_shop_record
after insert on public.shops
for each row
execute function private.create_shop_record();
create trigger enforce_immutable_shop
before update of shop_id on public.shop_records
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_records
for each row
execute function private.touch_updated_at();
create trigger activate_shop
after insert or update of terms_version on public.shop_records
for each row
when (new.terms_version is not null)
execute function private.activate_shop();
create trigger quota
after insert on public.shop_closures
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '200', 'closures');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_closures
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_pickup_places
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger normalise
before insert or update of postal_code on public.shop_pickup_places
for each row
execute function private.normalise_pickup_place();
create trigger touch_updated_at
before update on public.shop_pickup_places
for each row
execute function private.touch_updated_at();

alter table public.shops enable row level security;
alter table public.shop_records enable row level security;
alter table public.shop_closures enable row level security;
alter table public.shop_pickup_places enable row level security;

grant select on public.shops, public.shop_closures to anon, authenticated;
grant select, update (food_registration, label_name, label_address) on public.shop_records to authenticated;
grant
  insert (
    id,
    user_id,
    name,
    slug,
    description,
    category,
    logo,
    banner_image,
    town,
    lat,
    lon,
    delivery_radius_miles,
    cancel_hours_before,
    cancel_refund_percent,
    hygiene_rating
  ),
  update (
    id,
    user_id,
    name,
    slug,
    description,
    category,
    logo,
    banner_image,
    town,
    lat,
    lon,
    delivery_radius_miles,
    cancel_hours_before,
    cancel_refund_percent,
    hygiene_rating
  )
on public.shops
to authenticated;
grant delete, insert (id, shop_id, from_date, to_date, note), update (from_date, to_date, note)
on public.shop_closures
to authenticated;
grant
  select,
  delete,
  insert (shop_id, address_line1, address_line2, city, postal_code, instructions),
  update (shop_id, address_line1, address_line2, city, postal_code, instructions)
on public.shop_pickup_places
to authenticated;
grant all on public.shops, public.shop_records, public.shop_closures, public.shop_pickup_places to service_role;

grant execute on function private.slugify(text) to public;
grant execute
on function private.own_shop_id(),
public.available_shop_slug(text),
public.accept_seller_terms(text),
public.verify_hygiene_rating(uuid, text)
to authenticated, service_role;

create policy "Anyone sees active shops" on public.shops
for select
to anon, authenticated
using (status = 'active');
create policy "Owners see their own shop in any status" on public.shops
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members open a shop of their own" on public.shops
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Owners update their own shop" on public.shops
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Owners read the record of their shop" on public.shop_records
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Administrators read the records of shops" on public.shop_records
for select
to authenticated
using ((select private.is_administrator()));
create policy "Owners update the record of their shop" on public.shop_records
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Anyone sees closures of visible shops" on public.shop_closures
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add closures to their shop" on public.shop_closures
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update closures of their shop" on public.shop_closures
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete closures of their shop" on public.shop_closures
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the pickup place of their shop" on public.shop_pickup_places
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add a pickup place to their shop" on public.shop_pickup_places
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the pickup place of their shop" on public.shop_pickup_places
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete the pickup place of their shop" on public.shop_pickup_places
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
