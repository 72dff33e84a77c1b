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
comment on function private.own_shop_id is 'The id of the caller''s shop, or null.';

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
comment on function private.require_own_shop is 'The id of the caller''s shop. Refuses callers without a shop.';

-- A release with a new agreement changes this value and sets active shops to pending, so their owners must accept it.
create function private.seller_terms_version()
returns text
language sql
immutable
parallel safe
return '2026-11-23';
comment on function private.seller_terms_version is
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
comment on function private.has_current_terms is 'Whether the owner of a shop has accepted the current agreement.';

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
comment on function private.enforce_terms is
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
comment on function private.create_shop_record is 'Creates the private record of a new shop.';

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
comment on function private.activate_shop is 'Activates a pending shop when its owner accepts the agreement.';

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
comment on function public.accept_seller_terms is
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
comment on function private.slugify is 'The slug of a name: ''Mary''s Cakes'' becomes marys-cakes.';

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
comment on function private.normalise_shop is
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
comment on function private.normalise_pickup_place is 'Normalises the postcode.';

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
comment on function private.set_shop_slug is
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
comment on function private.enforce_shop_owner is
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
comment on function public.verify_hygiene_rating is
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
comment on function private.available_slug is
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
comment on function public.available_shop_slug is
  'The requested slug, or the first free one with a number: ''crumb'', ''crumb-2''. Slugs of hidden shops count as taken.';
