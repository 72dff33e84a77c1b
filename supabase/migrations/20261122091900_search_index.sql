-- The search index: one narrow row for each product on sale, maintained by triggers. See docs/decisions/060-product-search.md.

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
  by_newest bigint not null,
  tokens integer[] not null default '{}'
);
comment on table private.listings is
  'The search index: one narrow row for each product on sale, updated in the transaction that changes the product. Only search_products reads it.';
comment on column private.listings.name_text is 'The name as search_line returns it.';
comment on column private.listings.head_text is 'Name, category and shop name, one on each line.';
comment on column private.listings.full_text is 'Name, category, shop name and description, one on each line.';
comment on column private.listings.tags is
  'All values that filters compare for equality: category:cakes, free:nuts, rated:4, delivery, pickup, pickup:6 (Saturday), and the geo cells at1:515,-1 and at10:51,-1.';
comment on column private.listings.price is 'The price for filters and sorting: the price, or the lower bound of a bespoke product. Null without one.';
comment on column private.listings.by_relevance is
  'A sort key: bestsellers, then most reviewed, then newest. All five sort keys ascend with product_id as the last key, so a page is one index scan.';
comment on column private.listings.tokens is 'Hashes of all words and tags, and of each tag together with the category. Rows found by them are checked against the other columns.';
create index listings_shop on private.listings (shop_id);
create index listings_by_relevance on private.listings (by_relevance, product_id);
create index listings_by_price_low on private.listings (by_price_low, product_id);
create index listings_by_price_high on private.listings (by_price_high, product_id);
create index listings_by_rating on private.listings (by_rating, product_id);
create index listings_by_newest on private.listings (by_newest, product_id);
create index listings_place on private.listings (lat, lon, product_id);
comment on index private.listings_place is 'Listings at one location, in the order used for equal distances.';
create index listings_search on private.listings
  using gin (name_text extensions.gin_trgm_ops, head_text extensions.gin_trgm_ops, full_text extensions.gin_trgm_ops, tags)
  with (gin_pending_list_limit = 256);
comment on index private.listings_search is
  'Words and tags in one index, which finds the rows that meet all conditions. Its pending list is short, because every search reads all of it.';
create index listings_tokens on private.listings using gin (tokens) with (gin_pending_list_limit = 256);

create table private.listing_cards (
  product_id uuid primary key references private.listings (product_id) on delete cascade,
  card text not null,
  lat double precision,
  lon double precision
);
comment on table private.listing_cards is 'The product cards of listings. A separate table, because a change of a picture must not rewrite an index entry.';
comment on column private.listing_cards.card is 'The card as JSON without its last brace, so that a page can append the distance.';

create table private.listing_places (
  lat double precision,
  lon double precision,
  primary key (lat, lon)
);
comment on table private.listing_places is
  'Every location with products on sale, once. All listings there have the same distance. A location without listings stays.';

create table private.listing_words (
  word text primary key
);
comment on table private.listing_words is
  'Every word of listings, for finding the words that contain a search term. Words of former listings stay.';
create index listing_words_like on private.listing_words using gin (word extensions.gin_trgm_ops) with (gin_pending_list_limit = 64);

create table private.search_words (
  word text primary key
);
comment on table private.search_words is
  'Every word in names of products, categories and shops on sale, for correcting misspelt words. Words of former listings stay.';
create index search_words_similar on private.search_words using gin (word extensions.gin_trgm_ops);

-- In this file, because the indexes above load the library. Before that, a role without superuser may not set its parameters.
-- The operator %> finds every word that similarity() accepts, and uses the same index. PGlite 0.5 crashes on the % operator, because it calls a copy of the
-- library whose memory is no longer valid.
create function private.similar_words(misspelt text) returns text[]
language sql stable set search_path = '' set pg_trgm.word_similarity_threshold = 0.3 as $$
  select array(
    select w.word from private.search_words w
    where w.word operator(extensions.%>) misspelt and extensions.similarity(w.word, misspelt) >= 0.3 and w.word <> misspelt
    order by extensions.similarity(w.word, misspelt) desc, abs(char_length(w.word) - char_length(misspelt)), w.word
    limit 3
  )
$$;
comment on function private.similar_words(text) is 'The most similarly spelt indexed words, at most three.';

create function private.listing_tokens(tags text[], full_text text) returns integer[]
language sql immutable parallel safe
return array(
  select private.word_token(word) from string_to_table(translate(full_text, E'\n', ' '), ' ') word where word <> ''
  union all
  select private.tag_token(null, tag) from unnest(tags) tag
  union all
  select private.tag_token(category, tag) from unnest(tags) category, unnest(tags) tag
  where category like 'category:%' and tag <> category
);
comment on function private.listing_tokens(text[], text) is 'The tokens of a listing: its words, its tags, and each tag within its category.';

create function private.free_of(declared jsonb) returns text[]
language sql immutable set search_path = '' as $$
  with groups (allergen, kinds) as (
    values ('nuts', array['almond', 'hazelnut', 'walnut', 'brazil', 'cashew', 'pecan', 'pistachio', 'macadamia']),
      ('gluten', array['wheat', 'rye', 'barley', 'oats', 'spelt'])
  ), free (allergen) as (
    select d.key from jsonb_each_text(declared) d
    where d.value = 'free' and not exists (
      select from groups g, unnest(g.kinds) kind where g.allergen = d.key and declared ->> kind <> 'free'
    )
  )
  select array(select allergen from free union select unnest(g.kinds) from groups g join free using (allergen))
$$;
comment on function private.free_of(jsonb) is
  'The allergens that a declaration excludes. Nuts and gluten are excluded only with all their kinds, and each of these kinds is returned too.';

create function private.build_listing(product public.products, shop public.shops) returns private.listings
language plpgsql stable set search_path = '' as $$
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
    private.geo_cell(shop.lat, shop.lon, 1),
    case when shop.lat is not null then private.geo_cell(shop.lat, shop.lon, 10) end
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
  listing.tokens := private.listing_tokens(listing.tags, listing.full_text);
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
comment on function private.build_listing(public.products, public.shops) is 'The index row of a product and its shop.';

create function private.build_card(p public.products, s public.shops) returns text
language sql stable
return left(json_build_object(
  'id', p.id,
  'name', p.name,
  'image', p.image,
  'category', p.category,
  'price', p.price,
  'min_price', p.min_price,
  'max_price', p.max_price,
  'product_type', p.product_type,
  'requires_consultation', p.requires_consultation,
  'is_bestseller', p.is_bestseller,
  'rating', p.rating,
  'review_count', p.review_count,
  'available_for_delivery', p.available_for_delivery,
  'available_for_pickup', p.available_for_pickup,
  'shop', json_build_object('name', s.name, 'slug', s.slug, 'town', s.town)
)::text, -1);
comment on function private.build_card(public.products, public.shops) is 'The card of a product and its shop, without the last brace.';

-- Maintaining the index.

create function private.lock_listings(shops uuid[]) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtext('listings'), lock.number)
  from (select distinct abs(hashtext(shop::text) % 512) as number from unnest(shops) shop order by number) lock
$$;
comment on function private.lock_listings(uuid[]) is
  'Serialises the index updates of each shop, so that one sees the changes of another. All shops share 512 locks, because a server''s lock table is limited.';

create function private.add_listing_words(texts text[]) returns void
language sql set search_path = '' as $$
  insert into private.listing_words
  select w.word
  from (
    select distinct string_to_table(translate(t.full_text, E'\n', ' '), ' ') as word from unnest(texts) t (full_text)
    -- The offset makes the planner look up each word once, however many texts contain it.
    offset 0
  ) w
  where char_length(w.word) between 1 and 100
    and not exists (select from private.listing_words known where known.word = w.word)
  order by w.word
  on conflict do nothing
$$;
comment on function private.add_listing_words(text[]) is 'Adds the words of these texts to listing_words.';

create function private.index_products(products uuid[]) returns void
language plpgsql security definer
-- Without statistics, the planner may choose a sequential scan, which compares every listing with each id.
set search_path = '' set enable_seqscan = off
as $$
begin
  perform private.lock_listings(array(select distinct p.shop_id from public.products p where p.id = any (products)));

  delete from private.listings l
  where l.product_id = any (products) and not exists (select from public.products p where p.id = l.product_id and p.is_listed);

  insert into private.listings as l
  select listing.*
  from public.products p join public.shops s on s.id = p.shop_id, lateral private.build_listing(p, s) listing
  where p.id = any (products) and p.is_listed
  -- Waits for a concurrent deletion of the product.
  for key share of p
  on conflict (product_id) do update set
    (name_text, head_text, full_text, tags, tokens, price, rating, lead_time_days, lat, lon,
      by_relevance, by_price_low, by_price_high, by_rating, by_newest)
    = (excluded.name_text, excluded.head_text, excluded.full_text, excluded.tags, excluded.tokens, excluded.price, excluded.rating,
      excluded.lead_time_days, excluded.lat, excluded.lon,
      excluded.by_relevance, excluded.by_price_low, excluded.by_price_high, excluded.by_rating, excluded.by_newest)
  where l is distinct from excluded;

  insert into private.listing_cards as c
  select p.id, private.build_card(p, s), s.lat, s.lon
  from private.listings l join public.products p on p.id = l.product_id join public.shops s on s.id = p.shop_id
  where l.product_id = any (products)
  on conflict (product_id) do update set (card, lat, lon) = (excluded.card, excluded.lat, excluded.lon)
  where (c.card, c.lat, c.lon) is distinct from (excluded.card, excluded.lat, excluded.lon);

  insert into private.listing_places
  select distinct l.lat, l.lon from private.listings l
  where l.product_id = any (products) and l.lat is not null
    and not exists (select from private.listing_places known where (known.lat, known.lon) = (l.lat, l.lon))
  order by l.lat, l.lon
  on conflict do nothing;

  perform private.add_listing_words(array(select l.full_text from private.listings l where l.product_id = any (products)));

  insert into private.search_words
  select distinct w.word
  from private.listings l, string_to_table(translate(l.head_text, E'\n', ' '), ' ') w (word)
  where l.product_id = any (products) and char_length(w.word) between 3 and 40
    and not exists (select from private.search_words known where known.word = w.word)
  order by w.word
  on conflict do nothing;
end $$;
comment on function private.index_products(uuid[]) is 'Updates the listings, cards, locations and words of these products.';

-- Indexing products one by one takes five times as long as indexing them together. Functions that save many products set this.
create function private.defers_indexing() returns boolean
language sql stable set search_path = '' as $$ select coalesce(current_setting('market.defer_indexing', true), '') = 'on' $$;
comment on function private.defers_indexing() is 'True inside a function that saves many products and then calls index_own_products.';

create function private.index_own_products(products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('market.defer_indexing', 'off', true);
  perform private.index_products(array(
    select p.id from public.products p where p.id = any (products) and p.shop_id = (select private.own_shop_id())
  ));
end $$;
comment on function private.index_own_products(uuid[]) is 'Indexes these products of the caller''s shop and ends market.defer_indexing.';

create function private.index_new_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.defers_indexing() then
    perform private.index_products(array(select id from after_rows));
  end if;
  return null;
end $$;
comment on function private.index_new_products() is 'Indexes new products.';

create function private.index_changed_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid[] := array(
    select a.id from after_rows a join before_rows b using (id)
    -- A sale changes only the stock and must stay cheap.
    where (a.name, a.description, a.image, a.category, a.price, a.min_price, a.max_price, a.product_type, a.requires_consultation,
        a.is_bestseller, a.available_for_delivery, a.available_for_pickup, a.allergens, a.lead_time_days, a.rating, a.review_count,
        a.created_at, a.is_listed)
      is distinct from
        (b.name, b.description, b.image, b.category, b.price, b.min_price, b.max_price, b.product_type, b.requires_consultation,
        b.is_bestseller, b.available_for_delivery, b.available_for_pickup, b.allergens, b.lead_time_days, b.rating, b.review_count,
        b.created_at, b.is_listed)
  );
begin
  if cardinality(changed) > 0 and not private.defers_indexing() then
    perform private.index_products(changed);
  end if;
  return null;
end $$;
comment on function private.index_changed_products() is 'Indexes changed products.';

create function private.index_pickup_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'shop_pickup_schedules' then
    -- Locked before its products are read, because one may be added concurrently.
    perform private.lock_listings(array(select shop_id from changed_rows));
    perform private.index_products(array(select id from public.products where shop_id in (select shop_id from changed_rows)));
  else
    perform private.index_products(array(select distinct product_id from changed_rows));
  end if;
  return null;
end $$;
comment on function private.index_pickup_days() is 'Indexes products whose pickup weekdays have changed.';

create function private.index_products_of_shop() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In order of id, as orders lock products, which prevents deadlocks.
  perform from public.products p where p.shop_id = new.id order by p.id for no key update;
  -- Updates every product, so that concurrent changes of any of them wait for this. A trigger computes is_listed.
  update public.products set is_listed = is_listed where shop_id = new.id;
  -- Products whose is_listed changed are indexed by now (index_changed_products).
  if (old.name, old.slug, old.town, old.lat, old.lon) is distinct from (new.name, new.slug, new.town, new.lat, new.lon) then
    perform private.index_products(array(select id from public.products where shop_id = new.id));
  end if;
  return null;
end $$;
comment on function private.index_products_of_shop() is 'Indexes the products of a shop that is renamed, moved, suspended or restored.';

-- A trigger with transition tables cannot be limited to columns.
create trigger index_new_products after insert on public.products
  referencing new table as after_rows
  for each statement execute function private.index_new_products();
create trigger index_changed_products after update on public.products
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.index_changed_products();
create trigger index_products after update on public.shops
  for each row when (
    (old.name, old.slug, old.town, old.status, old.lat, old.lon) is distinct from (new.name, new.slug, new.town, new.status, new.lat, new.lon)
  )
  execute function private.index_products_of_shop();
create trigger index_pickup_days_new after insert on public.shop_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.index_pickup_days();
create trigger index_pickup_days_changed after update on public.shop_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.index_pickup_days();
create trigger index_pickup_days_deleted after delete on public.shop_pickup_schedules
  referencing old table as changed_rows for each statement execute function private.index_pickup_days();
create trigger index_pickup_days_new after insert on public.product_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.index_pickup_days();
create trigger index_pickup_days_changed after update on public.product_pickup_schedules
  referencing new table as changed_rows for each statement execute function private.index_pickup_days();
create trigger index_pickup_days_deleted after delete on public.product_pickup_schedules
  referencing old table as changed_rows for each statement execute function private.index_pickup_days();

grant all on private.listings, private.listing_cards, private.search_words to service_role;
grant all on private.listing_places to service_role;
grant all on private.listing_words to service_role;

grant execute on function private.index_own_products(uuid[]) to authenticated;
grant execute on function private.listing_tokens(text[], text), private.free_of(jsonb), private.defers_indexing() to public;
