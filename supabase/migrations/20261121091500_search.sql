-- What each product on sale is found by, kept by trigger. The migration after this one finds it.
-- docs/decisions/060-search-in-the-database.md says why it is built this way.

-- What search compares. Products and queries go through the same functions, so that they meet.

create function private.searchable(value text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(
  translate(private.folded(value), '''’‘`´ʼ', ''),
  '[\x01-\x2f\x3a-\x60\x7b-\xbf×÷\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g'
));
comment on function private.searchable(text) is
  'Text as search compares it: folded, apostrophes gone ("baker''s" is "bakers"), any other run of punctuation one space.';

create function private.search_line(value text) returns text
language sql immutable parallel safe
return concat(' ', private.searchable(coalesce(value, '')), ' ');
comment on function private.search_line(text) is
  'One field as search keeps it, a space on either side: "a word begins with cup" is then "like ''% cup%''", which a trigram index serves even for one letter.';

create function private.miles_between(from_lat double precision, from_lon double precision, to_lat double precision, to_lon double precision)
returns double precision
language sql immutable parallel safe
return case when from_lat + from_lon + to_lat + to_lon is not null then
  -- Rounding can push what stands under the root a hair above 1, where asin has no value.
  2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(to_lat - from_lat) / 2), 2)
    + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lon - from_lon) / 2), 2)
  )))
end;
comment on function private.miles_between(double precision, double precision, double precision, double precision) is
  'Great-circle distance in miles (haversine). Null where a place is missing.';

create function private.place_tag(lat double precision, lon double precision, degrees integer) returns text
language sql immutable parallel safe
return coalesce('at' || degrees || ':' || floor(lat * 10 / degrees)::integer || ',' || floor(lon * 10 / degrees)::integer, 'at:nowhere');
comment on function private.place_tag(double precision, double precision, integer) is
  'The square of a grid that a place lies in, its side in tenths of a degree; at:nowhere without a place.';

-- One narrow row for each product on sale.

create table private.listings (
  product_id uuid primary key references public.products (id) on delete cascade,
  shop_id uuid not null,
  name_text text not null,
  head_text text not null,
  full_text text not null,
  tags text[] not null,
  price numeric(10, 2),
  rating numeric(3, 2),
  lead_time_days integer not null,
  lat double precision,
  lon double precision,
  by_relevance bigint not null,
  by_price_low bigint not null,
  by_price_high bigint not null,
  by_rating bigint not null,
  by_newest bigint not null
);
comment on table private.listings is
  'What search walks: one narrow row for each product on sale, in the transaction that changes the product. Read by search_products alone.';
comment on column private.listings.name_text is 'The name as search compares it (search_line).';
comment on column private.listings.head_text is 'Name, category and shop''s name, one a line.';
comment on column private.listings.full_text is 'Name, category, shop''s name and description, one a line.';
comment on column private.listings.tags is
  'Everything that a filter can ask for by equality: category:cakes, free:nuts, rated:4, delivery, pickup, pickup:6 (Saturday), and the squares at1:515,-1 and at10:51,-1.';
comment on column private.listings.price is 'What price filters and sorts compare: the price, for bespoke products the least of the range, or null.';
comment on column private.listings.by_relevance is
  'Bestsellers first, then most reviewed, then newest, in one number. All five orders ascend and end in product_id, so that a page is one walk along an index.';

create index listings_shop on private.listings (shop_id);
create index listings_by_relevance on private.listings (by_relevance, product_id);
create index listings_by_price_low on private.listings (by_price_low, product_id);
create index listings_by_price_high on private.listings (by_price_high, product_id);
create index listings_by_rating on private.listings (by_rating, product_id);
create index listings_by_newest on private.listings (by_newest, product_id);
create index listings_search on private.listings
  using gin (name_text extensions.gin_trgm_ops, head_text extensions.gin_trgm_ops, full_text extensions.gin_trgm_ops, tags)
  with (gin_pending_list_limit = 256);
comment on index private.listings_search is
  'Words and tags in one index, which reads only what all conditions share. The list of pending entries is short because every search reads it.';

create table private.search_words (
  word text primary key
);
comment on table private.search_words is
  'Every word of the names, categories and shops on sale: what a misspelt word is compared with. A word stays when its last product goes.';
create index search_words_similar on private.search_words using gin (word extensions.gin_trgm_ops);

revoke all on private.listings, private.search_words from public, anon, authenticated;
grant all on private.listings, private.search_words to service_role;

-- Keeping listings.

create function private.free_of(declared jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  with kinds (allergen, all_kinds) as (
    values ('nuts', array['almond', 'hazelnut', 'walnut', 'brazil', 'cashew', 'pecan', 'pistachio', 'macadamia']),
      ('gluten', array['wheat', 'rye', 'barley', 'oats', 'spelt'])
  ), free (allergen) as (
    select d.key from jsonb_each_text(declared) d
    where d.value = 'free' and not exists (
      select from kinds k, unnest(k.all_kinds) kind where k.allergen = d.key and declared ->> kind <> 'free'
    )
  )
  select array(select allergen from free union select unnest(k.all_kinds) from kinds k join free using (allergen))
$$;
comment on function private.free_of(jsonb) is
  'The allergens that a declaration says a product is free of. Free of nuts, or of gluten, only if none of their kinds is or may be in it; then free of each kind.';

create function private.pickup_days(product uuid, shop uuid) returns smallint[]
language sql stable set search_path = ''
as $$
  select coalesce(
    nullif(array(select distinct w.day_of_week from public.product_pickup_schedules w where w.product_id = product), '{}'),
    array(select distinct w.day_of_week from public.shop_pickup_schedules w where w.shop_id = shop)
  )
$$;
comment on function private.pickup_days(uuid, uuid) is 'Weekdays (0 Sunday) on which a product can be picked up: its own windows, else its shop''s.';

create function private.listing_of(product public.products, shop public.shops) returns private.listings
language plpgsql stable set search_path = ''
as $$
declare
  listing private.listings;
  micros bigint := case when isfinite(product.created_at) then greatest(0, extract(epoch from product.created_at) * 1000000)::bigint else 0 end;
  pence bigint;
begin
  listing.product_id := product.id;
  listing.shop_id := product.shop_id;
  listing.name_text := private.search_line(product.name);
  listing.head_text := concat_ws(E'\n', listing.name_text, private.search_line(product.category), private.search_line(shop.name));
  listing.full_text := concat_ws(E'\n', listing.head_text, private.search_line(product.description));
  listing.tags := array_remove(array[
    'category:' || lower(product.category),
    case when product.available_for_delivery then 'delivery' end,
    case when product.available_for_pickup then 'pickup' end,
    private.place_tag(shop.lat, shop.lon, 1),
    case when shop.lat is not null then private.place_tag(shop.lat, shop.lon, 10) end
  ], null);
  if product.allergens is not null then
    listing.tags := listing.tags || array(select 'free:' || allergen from unnest(private.free_of(product.allergens)) allergen);
  end if;
  if product.rating is not null then
    listing.tags := listing.tags || array(select 'rated:' || stars from generate_series(1, floor(product.rating)::integer) stars);
  end if;
  if product.available_for_pickup then
    listing.tags := listing.tags || array(select 'pickup:' || day from unnest(private.pickup_days(product.id, product.shop_id)) day);
  end if;
  listing.price := case when product.product_type = 'bespoke' then product.min_price else product.price end;
  listing.rating := product.rating;
  listing.lead_time_days := product.lead_time_days;
  listing.lat := shop.lat;
  listing.lon := shop.lon;
  pence := listing.price * 100;
  listing.by_relevance :=
    -((product.is_bestseller::integer::bigint << 61) + (least(product.review_count, 1048575)::bigint << 40) + micros / 1000000);
  listing.by_price_low := coalesce(pence, 9999999999);
  listing.by_price_high := coalesce(-pence, 9999999999);
  listing.by_rating := -((coalesce(product.rating * 100, 0)::bigint << 40) + least(product.review_count, 1048575));
  listing.by_newest := -micros;
  return listing;
end $$;
comment on function private.listing_of(public.products, public.shops) is 'What search keeps of a product and the shop that sells it.';

create function private.lock_listings(shops uuid[]) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('listings'), part.n)
  from (select distinct abs(hashtext(shop::text) % 512) as n from unnest(shops) shop order by n) part
$$;
comment on function private.lock_listings(uuid[]) is
  'Lets one transaction at a time bring the listings of a shop up to date: each then sees what the one before it changed. Shops share 512 locks, since a server has only so many.';

create function private.list_for_search(products uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_listings(array(select distinct p.shop_id from public.products p where p.id = any (products)));

  delete from private.listings l
  where l.product_id = any (products) and not exists (select from public.products p where p.id = l.product_id and p.is_listed);

  insert into private.listings as l
  select listing.*
  from public.products p join public.shops s on s.id = p.shop_id, lateral private.listing_of(p, s) listing
  where p.id = any (products) and p.is_listed
  -- One that is being deleted is waited for.
  for key share of p
  on conflict (product_id) do update set
    (name_text, head_text, full_text, tags, price, rating, lead_time_days, lat, lon,
      by_relevance, by_price_low, by_price_high, by_rating, by_newest)
    = (excluded.name_text, excluded.head_text, excluded.full_text, excluded.tags, excluded.price, excluded.rating,
      excluded.lead_time_days, excluded.lat, excluded.lon,
      excluded.by_relevance, excluded.by_price_low, excluded.by_price_high, excluded.by_rating, excluded.by_newest)
  where l is distinct from excluded;

  insert into private.search_words
  select distinct w.word
  from private.listings l, string_to_table(translate(l.head_text, E'\n', ' '), ' ') w (word)
  where l.product_id = any (products) and char_length(w.word) between 3 and 40
    and not exists (select from private.search_words known where known.word = w.word)
  order by w.word
  on conflict do nothing;
end $$;
comment on function private.list_for_search(uuid[]) is 'Brings the listings and words of these products up to date.';

-- Listing products one by one takes five times as long as listing them together: functions that save many say that they will.

create function private.lists_later() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('market.lists_later', true), '') = 'on' $$;
comment on function private.lists_later() is 'True inside a function that saves many products and then calls list_own_products.';

create function private.list_own_products(products uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('market.lists_later', 'off', true);
  perform private.list_for_search(array(
    select p.id from public.products p where p.id = any (products) and p.shop_id = (select private.own_shop_id())
  ));
end $$;
comment on function private.list_own_products(uuid[]) is 'Brings the listings of these products of the caller''s shop up to date, and ends market.lists_later.';
revoke execute on function private.list_own_products(uuid[]) from public;
grant execute on function private.list_own_products(uuid[]) to authenticated;

create function private.list_new_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.lists_later() then
    perform private.list_for_search(array(select id from after_rows));
  end if;
  return null;
end $$;
comment on function private.list_new_products() is 'New products can be found.';

create function private.list_changed_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select a.id from after_rows a join before_rows b using (id)
    -- A sale changes the stock and must not pay for this.
    where (a.name, a.description, a.category, a.price, a.min_price, a.product_type, a.is_bestseller, a.available_for_delivery,
        a.available_for_pickup, a.allergens, a.lead_time_days, a.rating, a.review_count, a.created_at, a.is_listed)
      is distinct from
        (b.name, b.description, b.category, b.price, b.min_price, b.product_type, b.is_bestseller, b.available_for_delivery,
        b.available_for_pickup, b.allergens, b.lead_time_days, b.rating, b.review_count, b.created_at, b.is_listed)
  );
begin
  if cardinality(changed) > 0 and not private.lists_later() then
    perform private.list_for_search(changed);
  end if;
  return null;
end $$;
comment on function private.list_changed_products() is 'Changed products are found by what they are now.';

create function private.list_pickup_days() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'shop_pickup_schedules' then
    -- Before its products are read: one may be added just now.
    perform private.lock_listings(array(select shop_id from changed_rows));
    perform private.list_for_search(array(select id from public.products where shop_id in (select shop_id from changed_rows)));
  else
    perform private.list_for_search(array(select distinct product_id from changed_rows));
  end if;
  return null;
end $$;
comment on function private.list_pickup_days() is 'Products are found by the weekdays on which they can be picked up.';

create or replace function private.list_products_of_shop() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- By id, as whoever buys several of them locks them: nobody waits in a circle.
  perform from public.products p where p.shop_id = new.id order by p.id for no key update;
  -- All of them, also those that look right: another session may be changing one just now, and has to wait for this.
  update public.products set is_listed = is_listed where shop_id = new.id;
  -- Those that this lists or unlists have been seen to by the trigger of products.
  if (old.name, old.lat, old.lon) is distinct from (new.name, new.lat, new.lon) then
    perform private.list_for_search(array(select id from public.products where shop_id = new.id));
  end if;
  return null;
end $$;
comment on function private.list_products_of_shop() is 'A shop renamed, moved, suspended or restored takes its products along.';

revoke execute on function private.lock_listings(uuid[]), private.list_for_search(uuid[]), private.list_new_products(), private.list_changed_products(),
  private.list_pickup_days(), private.listing_of(public.products, public.shops), private.pickup_days(uuid, uuid) from public;

-- A trigger with tables of the rows before and after cannot name columns.
create trigger list_for_search_new after insert on public.products
  referencing new table as after_rows
  for each statement execute function private.list_new_products();
create trigger list_for_search_changed after update on public.products
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.list_changed_products();
drop trigger list_products on public.shops;
create trigger list_products after update on public.shops
  for each row when ((old.name, old.status, old.lat, old.lon) is distinct from (new.name, new.status, new.lat, new.lon))
  execute function private.list_products_of_shop();
create trigger list_pickup_days_new after insert on public.shop_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.list_pickup_days();
create trigger list_pickup_days_changed after update on public.shop_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.list_pickup_days();
create trigger list_pickup_days_gone after delete on public.shop_pickup_schedules
  referencing old table as changed_rows for each statement execute function private.list_pickup_days();
create trigger list_pickup_days_new after insert on public.product_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.list_pickup_days();
create trigger list_pickup_days_changed after update on public.product_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.list_pickup_days();
create trigger list_pickup_days_gone after delete on public.product_pickup_schedules
  referencing old table as changed_rows for each statement execute function private.list_pickup_days();

-- Listings of the products that are there already.
select private.list_for_search(array(select id from public.products));

-- The text of a product as search sees it is in its listing now.
drop index public.products_search;
