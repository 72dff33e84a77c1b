-- Search: what each product on sale is found by, kept by trigger, and the function that finds it.
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
language sql stable set search_path = ''
as $$
  select row(
    product.id,
    product.shop_id,
    t.name,
    t.head,
    concat(t.head, E'\n', private.search_line(product.description)),
    array(
      select 'category:' || lower(product.category) where product.category is not null
      union all select 'free:' || allergen from unnest(private.free_of(product.allergens)) allergen
      union all select 'rated:' || stars from generate_series(1, floor(product.rating)::integer) stars
      union all select 'delivery' where product.available_for_delivery
      union all select 'pickup' where product.available_for_pickup
      union all select 'pickup:' || day from unnest(private.pickup_days(product.id, product.shop_id)) day where product.available_for_pickup
      union all select private.place_tag(shop.lat, shop.lon, 1)
      union all select private.place_tag(shop.lat, shop.lon, 10) where shop.lat is not null
    ),
    p.price,
    product.rating,
    product.lead_time_days,
    shop.lat,
    shop.lon,
    -((product.is_bestseller::integer::bigint << 61) + (least(product.review_count, 1048575)::bigint << 40) + n.micros / 1000000),
    coalesce((p.price * 100)::bigint, 9999999999),
    coalesce(-(p.price * 100)::bigint, 9999999999),
    -((coalesce(product.rating * 100, 0)::bigint << 40) + least(product.review_count, 1048575)),
    -n.micros
  )::private.listings
  from
    (select case when product.product_type = 'bespoke' then product.min_price else product.price end) p (price),
    (select case when isfinite(product.created_at) then greatest(0, extract(epoch from product.created_at) * 1000000)::bigint else 0 end) n (micros),
    lateral (select private.search_line(product.name)) l (name),
    lateral (select l.name, concat_ws(E'\n', l.name, private.search_line(product.category), private.search_line(shop.name))) t (name, head)
$$;
comment on function private.listing_of(public.products, public.shops) is 'What search keeps of a product and the shop that sells it.';

create function private.list_for_search(products uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.listings l
  where l.product_id = any (products) and not exists (select from public.products p where p.id = l.product_id and p.is_listed);

  insert into private.listings as l
  select listing.*
  from public.products p join public.shops s on s.id = p.shop_id, lateral private.listing_of(p, s) listing
  where p.id = any (products) and p.is_listed
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

create function private.list_new_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.list_for_search(array(select id from after_rows));
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
  if cardinality(changed) > 0 then
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
  -- All of them, also those that look right: another session may be changing one just now, and has to wait for this.
  update public.products set is_listed = is_listed where shop_id = new.id;
  perform private.list_for_search(array(select id from public.products where shop_id = new.id));
  return null;
end $$;
comment on function private.list_products_of_shop() is 'A shop renamed, moved, suspended or restored takes its products along.';

revoke execute on function private.list_for_search(uuid[]), private.list_new_products(), private.list_changed_products(),
  private.list_pickup_days() from public;

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

-- Reading a query.

create type private.search_request as (
  words text[],
  patterns text[],
  beginnings text[],
  word_of integer[],
  exact text[],
  phrase text,
  must text[],
  categories text[],
  ways text[],
  squares text[],
  on_date date,
  min_price numeric,
  max_price numeric,
  min_rating numeric,
  shop_id uuid,
  lat double precision,
  lon double precision,
  radius double precision,
  sort text,
  nothing boolean
);
comment on type private.search_request is
  'What somebody searches for, read and tidied. Statements take it as their one parameter, so that no value ever stands in their text.';

create function private.squares_within(lat double precision, lon double precision, radius double precision) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  side integer := case when radius <= 25 then 1 else 10 end;
  -- A degree of latitude is 69.09 miles; one of longitude is shorter the further from the equator.
  high double precision := radius / 69;
  edge double precision := least(89.9, abs(lat) + high);
  wide double precision := high / cos(radians(edge));
  scale double precision := 10.0 / side;
begin
  if edge = 89.9 or abs(lon) + wide > 180 or high * wide * scale * scale * 4 > 2000 then
    return null;
  end if;
  return array(
    select private.place_tag((y + 0.5) / scale, (x + 0.5) / scale, side)
    from generate_series(floor((lat - high) * scale)::integer, floor((lat + high) * scale)::integer) y,
      generate_series(floor((lon - wide) * scale)::integer, floor((lon + wide) * scale)::integer) x
  ) || private.place_tag(null, null, side);
end $$;
comment on function private.squares_within(double precision, double precision, double precision) is
  'Tags of all squares that a circle touches, and of products without a place; null where there would be too many (near a pole, or across the date line).';

create function private.similar_words(misspelt text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select w.word from private.search_words w
    where w.word operator(extensions.%) misspelt and w.word <> misspelt
    order by extensions.similarity(w.word, misspelt) desc, abs(char_length(w.word) - char_length(misspelt)), w.word
    limit 3
  )
$$;
comment on function private.similar_words(text) is 'The words on sale that are spelt most alike, at most three.';

create function private.read_search(
  q text, category text, occasion text, min_price numeric, max_price numeric, avoid text[], fulfilment text, available_on date,
  min_rating numeric, lat double precision, lon double precision, radius_miles double precision, sort text, shop text
) returns private.search_request
language plpgsql stable set search_path = ''
as $$
declare
  r private.search_request;
  asked text := private.searchable(left(q, 200));
  today date := (now() at time zone 'Europe/London')::date;
  avoided text[] := array(select distinct lower(private.trimmed(a)) from unnest(avoid) a where private.trimmed(a) <> '');
begin
  r.nothing := false;
  r.must := '{}';

  -- Words without a letter or digit (a lone emoji) have no trigrams: an index cannot find them.
  r.words := array(
    select w from string_to_table(asked, ' ') with ordinality t (w, n)
    where extensions.show_trgm(w) <> '{}'
    group by w order by min(n) limit 8
  );
  if cardinality(r.words) = 0 and private.trimmed(q) <> '' then
    r.nothing := true;
  end if;
  r.beginnings := array(select concat('% ', w, '%') from unnest(r.words) with ordinality t (w, n) order by n);
  r.patterns := array(
    select case when char_length(w) < 3 then concat('% ', w, '%') else concat('%', w, '%') end
    from unnest(r.words) with ordinality t (w, n) order by n
  );
  r.word_of := array(select generate_series(1, cardinality(r.words)));
  if cardinality(r.words) > 1 then
    r.phrase := concat('% ', array_to_string(r.words, ' '), '%');
  end if;

  if private.trimmed(category) <> '' then
    r.must := r.must || concat('category:', lower(private.trimmed(category)));
  end if;
  if private.trimmed(occasion) <> '' then
    r.categories := case lower(private.trimmed(occasion))
      when 'birthday' then array['category:cakes', 'category:pastries']
      when 'wedding' then array['category:cakes', 'category:pastries']
      when 'holiday' then array['category:cookies', 'category:cakes', 'category:pastries']
      when 'party' then array['category:cupcakes', 'category:cakes', 'category:cookies']
      when 'special' then array['category:cakes', 'category:pastries', 'category:custom']
    end;
    r.nothing := r.nothing or r.categories is null;
  end if;

  -- An allergen that nobody can declare is one that nobody is free of.
  if not avoided <@ (private.allergens() || private.allergen_kinds()) then
    r.nothing := true;
  else
    r.must := r.must || array(select concat('free:', a) from unnest(avoided) a);
  end if;

  if available_on is not null then
    if not isfinite(available_on) or available_on < today then
      r.nothing := true;
    else
      r.on_date := available_on;
    end if;
  end if;
  if fulfilment = 'delivery' then
    r.must := r.must || 'delivery'::text;
  elsif fulfilment = 'pickup' and r.on_date is null then
    r.must := r.must || 'pickup'::text;
  elsif fulfilment = 'pickup' then
    r.must := r.must || concat('pickup:', extract(dow from r.on_date));
  elsif r.on_date is not null then
    r.ways := array['delivery', concat('pickup:', extract(dow from r.on_date))];
  end if;

  min_price := nullif(min_price, 'NaN');
  max_price := nullif(max_price, 'NaN');
  r.min_price := case when min_price > max_price then max_price else min_price end;
  r.max_price := case when min_price > max_price then min_price else max_price end;
  if min_rating > 0 and min_rating <> 'NaN' then
    r.min_rating := least(5, greatest(1, min_rating));
    r.must := r.must || concat('rated:', floor(r.min_rating)::integer);
  end if;

  if shop is not null then
    r.shop_id := (select s.id from public.shops s where s.slug = shop);
    r.nothing := r.nothing or r.shop_id is null;
  end if;

  r.sort := case when sort in ('price_low', 'price_high', 'rating', 'nearest', 'newest') then sort else 'relevance' end;
  if lat between -90 and 90 and lon between -180 and 180 then
    r.lat := lat;
    r.lon := lon;
    if r.shop_id is null then
      r.radius := least(500, greatest(0.1, coalesce(nullif(radius_miles, 'NaN'), 10)));
      r.squares := private.squares_within(lat, lon, r.radius);
    end if;
  end if;
  return r;
end $$;
comment on function private.read_search(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text) is
  'Reads what was asked for; what makes no sense is clamped or left out.';

create function private.widen_search(r private.search_request) returns private.search_request
language plpgsql stable set search_path = ''
as $$
declare
  alternatives text[];
begin
  r.exact := r.patterns;
  for n in 1 .. cardinality(r.words) loop
    continue when char_length(r.words[n]) < 3;
    alternatives := private.similar_words(r.words[n]);
    r.patterns := r.patterns || array(select concat('% ', a, '%') from unnest(alternatives) a);
    r.beginnings := r.beginnings || array(select concat('% ', a, '%') from unnest(alternatives) a);
    r.word_of := r.word_of || array_fill(n, array[cardinality(alternatives)]);
  end loop;
  return r;
end $$;
comment on function private.widen_search(private.search_request) is 'The same search, any word of which may also be one that is spelt much like it.';

-- Writing statements. They are put together from the constants below alone; $1 is the request.

create function private.has_all_words(r private.search_request, text_column text, patterns text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('(%s)', one_word), ' and ') from (
    select string_agg(format('l.%I like ($1).%I[%s]', text_column, patterns, w.n), ' or ') as one_word
    from unnest(r.word_of) with ordinality w (word, n)
    where patterns <> 'exact' or w.n <= cardinality(r.words)
    group by w.word
  ) words
$$;
comment on function private.has_all_words(private.search_request, text, text) is
  'The condition that a column of listings (l) has every word, in one of the ways it may be spelt. Null without words.';

create function private.search_tier(r private.search_request) returns text
language sql immutable set search_path = ''
as $$
  select case when r.words = '{}' then '0' else concat('case ',
    'when ' || case when r.exact is not null then private.has_all_words(r, 'full_text', 'exact') end || ' then 0 ',
    case when r.sort = 'relevance' then concat(
      case when r.phrase is not null then 'when l.name_text like ($1).phrase then 1 ' end,
      'when ', private.has_all_words(r, 'name_text', 'beginnings'), ' then 2 ',
      'when ', private.has_all_words(r, 'name_text', 'patterns'), ' then 3 ',
      'when ', private.has_all_words(r, 'head_text', 'patterns'), ' then 4 else 5 end'
    ) else 'when true then 1 end' end
  ) end
$$;
comment on function private.search_tier(private.search_request) is
  'How well a listing (l) matches, 0 best: as it was typed, though few do; the phrase in the name; words that begin words of the name; inside the name; in category or shop; in the description.';

create function private.search_key(r private.search_request) returns text
language sql immutable set search_path = ''
as $$
  select case when r.sort <> 'nearest' then 'l.by_' || r.sort
    when r.lat is null then 'coalesce((private.miles_between(51.505, -0.09, l.lat, l.lon) * 1000000)::bigint, 9223372036854775807)'
    else 'coalesce((private.miles_between(($1).lat, ($1).lon, l.lat, l.lon) * 1000000)::bigint, 9223372036854775807)'
  end
$$;
comment on function private.search_key(private.search_request) is
  'What the wanted order ascends by: a column of listings (l), or millionths of miles from the chosen place.';

create function private.price_filter(r private.search_request) returns text
language sql immutable set search_path = ''
as $$
  select concat('true',
    case when r.min_price is not null then ' and l.price >= ($1).min_price' end,
    case when r.max_price is not null then ' and l.price <= ($1).max_price' end)
$$;
comment on function private.price_filter(private.search_request) is 'The condition on the price of a listing (l).';

create function private.search_filter(r private.search_request) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    'true',
    case when r.shop_id is not null then 'l.shop_id = ($1).shop_id' end,
    case when r.must <> '{}' then 'l.tags @> ($1).must' end,
    case when r.categories is not null then 'l.tags && ($1).categories' end,
    case when r.ways is not null then 'l.tags && ($1).ways' end,
    case when r.squares is not null then 'l.tags && ($1).squares' end,
    case when r.radius is not null then
      '(l.lat is null or private.miles_between(($1).lat, ($1).lon, l.lat, l.lon) <= ($1).radius)' end,
    case when r.min_rating is not null then 'l.rating >= ($1).min_rating' end,
    case when r.on_date is not null then
      $c$l.lead_time_days <= ($1).on_date - (now() at time zone 'Europe/London')::date and not exists (
        select from public.shop_closures c
        where c.shop_id = l.shop_id and c.to_date >= ($1).on_date and c.from_date <= ($1).on_date
      )$c$ end
  )
$$;
comment on function private.search_filter(private.search_request) is 'Every other condition on a listing (l), save its text.';

-- Finding.

create type private.search_hit as (product_id uuid, tier integer, key bigint);
comment on type private.search_hit is 'A product that was found, and where it stands in the order.';

create type private.search_found as (hits private.search_hit[], total integer, highest_price numeric);
comment on type private.search_found is 'A page of hits, and one more where there is one; how many there are in all, at most 10001; the dearest.';

create function private.look_up(r private.search_request, after private.search_hit, wanted integer) returns private.search_found
language plpgsql stable set search_path = ''
as $$
declare
  found private.search_found;
begin
  execute format($s$
    with found as materialized (
      select l.product_id, %s as tier, %s as key, l.price, %s as price_fits from private.listings l where %s and %s
    )
    select
      array(
        select row(f.product_id, f.tier, f.key)::private.search_hit from found f
        where f.price_fits and ($2 is null or (f.tier, f.key, f.product_id) > (($2).tier, ($2).key, ($2).product_id))
        order by f.tier, f.key, f.product_id limit $3
      ),
      (select count(*) from (select from found f where f.price_fits limit 10001) counted),
      (select max(f.price) from found f)
    $s$,
    private.search_tier(r), private.search_key(r), private.price_filter(r),
    coalesce(private.has_all_words(r, 'full_text', 'patterns'), 'true'), private.search_filter(r))
  into found using r, after, wanted;
  return found;
end $$;
comment on function private.look_up(private.search_request, private.search_hit, integer) is
  'Finds everything by index, then sorts it: for what is rare.';

create function private.is_rare(r private.search_request) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  hits integer;
begin
  -- Materialized, so that it is planned for all rows, by index, and stopped at the fourth.
  execute format('with found as materialized (select from private.listings l where %s) select count(*) from (select from found limit 4) few',
    private.has_all_words(r, 'full_text', 'patterns'))
  into hits using r;
  return hits < 4;
end $$;
comment on function private.is_rare(private.search_request) is 'True when fewer than four listings have the words, whatever else is asked of them.';

create function private.product_cards(hits private.search_hit[], from_lat double precision, from_lon double precision) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
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
    'distance_miles', round(private.miles_between(from_lat, from_lon, s.lat, s.lon)::numeric, 1),
    'shop', jsonb_build_object('name', s.name, 'slug', s.slug, 'town', s.town)
  ) order by h.n), '[]')
  from unnest(hits) with ordinality h (product_id, tier, key, n)
  join public.products p on p.id = h.product_id and p.is_listed
  join public.shops s on s.id = p.shop_id
$$;
comment on function private.product_cards(private.search_hit[], double precision, double precision) is 'What a card shows of each product, in this order.';

create function public.search_products(
  q text default null,
  category text default null,
  occasion text default null,
  min_price numeric default null,
  max_price numeric default null,
  avoid text[] default null,
  fulfilment text default null,
  available_on date default null,
  min_rating numeric default null,
  lat double precision default null,
  lon double precision default null,
  radius_miles double precision default null,
  sort text default null,
  after text default null,
  page_size integer default null,
  shop text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  size integer := least(100, greatest(1, coalesce(page_size, 24)));
  r private.search_request := private.read_search(
    q, category, occasion, min_price, max_price, avoid, fulfilment, available_on, min_rating, lat, lon, radius_miles, sort, shop);
  -- A cursor continues the search that it came from, no other.
  fingerprint text := left(md5(row(r, left(q, 200))::text), 8);
  place text[] := regexp_match(after, concat(
    '^(\d{1,2})[.](-?\d{1,19})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.](\d{1,5})[.]([a-z]{0,8})[.]', fingerprint, '$'));
  flags text := coalesce(place[5], '');
  last private.search_hit;
  total integer;
  found private.search_found;
begin
  if r.nothing then
    return '{"items": [], "total": 0, "total_is_exact": true, "widened": false, "none_within": false, "next": null, "highest_price": null}';
  end if;
  if flags ~ 'f' then
    r := private.widen_search(r);
  end if;
  if flags ~ 'w' then
    r.radius := null;
    r.squares := null;
  end if;

  if place is not null then
    last := row(place[3], place[1], least(9223372036854775807, greatest(-9223372036854775807, place[2]::numeric)));
    found := private.look_up(r, last, size + 1);
    total := least(10000, place[4]::integer);
  else
    found := private.look_up(r, null, size + 1);
    if found.total < 4 and r.words <> '{}' and private.is_rare(r) then
      flags := flags || 'f';
      r := private.widen_search(r);
      found := private.look_up(r, null, size + 1);
    end if;
    if found.total < 4 and r.radius is not null then
      total := found.total;
      r.radius := null;
      r.squares := null;
      found := private.look_up(r, null, size + 1);
      flags := concat(flags, case when found.total > total then 'w' end, case when total = 0 and found.total > 0 then 'n' end);
    end if;
    total := least(10000, found.total);
    flags := concat(flags, case when found.total <= 10000 then 'x' end);
  end if;
  if cardinality(found.hits) > size then
    last := found.hits[size];
  end if;
  return jsonb_build_object(
    'items', private.product_cards(found.hits[:size], r.lat, r.lon),
    'total', total,
    'total_is_exact', flags ~ 'x',
    'widened', flags ~ 'w',
    'none_within', flags ~ 'n',
    'next', case when cardinality(found.hits) > size then
      concat_ws('.', last.tier, last.key, last.product_id, total, flags, fingerprint) end,
    'highest_price', case when place is null then found.highest_price end
  );
end $$;
comment on function public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text) is
  'Finds products on sale, for everyone alike: {} lists everything. Answers a page of cards, the total (exact up to 10000), what the radius did, and the cursor of the next page.';
revoke execute on function public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text) from public;
grant execute on function public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text) to anon, authenticated, service_role;
