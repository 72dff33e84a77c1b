-- search_products: reads what was asked for, widens it where little is found, and finds it in private.listings.

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

-- %> is never stricter than similarity() and served by the same index. The operator that means just similarity(), %, calls a copy of
-- the library in PGlite 0.5 whose memory is no longer its own.
create function private.similar_words(misspelt text) returns text[]
language sql stable set search_path = '' set pg_trgm.word_similarity_threshold = 0.3
as $$
  select array(
    select w.word from private.search_words w
    where w.word operator(extensions.%>) misspelt and extensions.similarity(w.word, misspelt) >= 0.3 and w.word <> misspelt
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
    -- The squares of numbers near nothing would be too small to count with.
    r.lat := round(lat::numeric, 6);
    r.lon := round(lon::numeric, 6);
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

create function private.tiers_of(r private.search_request) returns integer[]
language sql immutable set search_path = ''
as $$
  select case when r.words = '{}' then array[0] else array_remove(array[
    case when r.exact is not null then 0 end,
    case when r.sort <> 'relevance' or r.phrase is not null then 1 end
  ] || case when r.sort = 'relevance' then array[2, 3, 4, 5] end, null) end
$$;
comment on function private.tiers_of(private.search_request) is 'The values that search_tier can have for this search, ascending.';

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

create function private.search_filter(r private.search_request, by_index boolean) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    'true',
    case when r.shop_id is not null then 'l.shop_id = ($1).shop_id' end,
    case when r.must <> '{}' then 'l.tags @> ($1).must' end,
    case when r.categories is not null then 'l.tags && ($1).categories' end,
    case when r.ways is not null then 'l.tags && ($1).ways' end,
    case when r.squares is not null and by_index then 'l.tags && ($1).squares' end,
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
comment on function private.search_filter(private.search_request, boolean) is
  'Every other condition on a listing (l), save its text and price; with squares of the map only where an index can use them.';

-- Finding.

create type private.search_hit as (product_id uuid, tier integer, key bigint);
comment on type private.search_hit is 'A product that was found, and where it stands in the order.';

create type private.search_found as (hits private.search_hit[], total integer, highest_price numeric);
comment on type private.search_found is 'A page of hits, and one more where there is one; how many there are in all, at most 10001; the dearest.';

create function private.scope_of_tier(r private.search_request, tier integer) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(case
    when tier = 0 and r.exact is not null then private.has_all_words(r, 'full_text', 'exact')
    when r.sort <> 'relevance' or tier in (0, 5) then private.has_all_words(r, 'full_text', 'patterns')
    when tier = 4 then private.has_all_words(r, 'head_text', 'patterns')
    when tier = 3 then private.has_all_words(r, 'name_text', 'patterns')
    when tier = 2 then private.has_all_words(r, 'name_text', 'beginnings')
    else 'l.name_text like ($1).phrase'
  end, 'true')
$$;
comment on function private.scope_of_tier(private.search_request, integer) is
  'The widest condition on the text of a listing (l) that a tier and all better ones meet, for an index to find them by.';

create function private.look_up(
  r private.search_request, first_tier integer, last_tier integer, after private.search_hit, wanted integer
) returns private.search_found
language plpgsql stable set search_path = ''
as $$
declare
  found private.search_found;
begin
  -- Materialized, so that it is planned for all rows and goes by the index of words and tags, never along an order.
  execute format($s$
    with found as materialized (
      select * from (
        select l.product_id, %s as tier, %s as key, l.price, %s as price_fits from private.listings l where %s and %s
      ) f where f.tier between $4 and $5
    )
    select
      array(
        select row(f.product_id, f.tier, f.key)::private.search_hit from found f
        where f.price_fits and %s
        order by f.tier, f.key, f.product_id limit $3
      ),
      (select count(*) from (select from found f where f.price_fits limit 10001) counted),
      (select max(f.price) from found f)
    $s$,
    private.search_tier(r), private.search_key(r), private.price_filter(r),
    private.scope_of_tier(r, last_tier), private.search_filter(r, true),
    case when after is null then 'true' else '(f.tier, f.key, f.product_id) > (($2).tier, ($2).key, ($2).product_id)' end)
  into found using r, after, wanted, first_tier, last_tier;
  return found;
end $$;
comment on function private.look_up(private.search_request, integer, integer, private.search_hit, integer) is
  'Finds everything by index, then sorts it: for what is rare.';

create function private.count_hits(r private.search_request) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  hits integer;
begin
  -- Materialized as above; it is read lazily, so no further than the limit.
  execute format('with found as materialized (select from private.listings l where %s and %s and %s) select count(*) from (select from found limit 10001) counted',
    private.scope_of_tier(r, 5), private.search_filter(r, true), private.price_filter(r))
  into hits using r;
  return hits;
end $$;
comment on function private.count_hits(private.search_request) is 'How many listings meet the search, at most 10001.';

create function private.sample_hits(r private.search_request) returns integer[]
language plpgsql stable set search_path = ''
as $$
declare
  hits integer[];
begin
  -- Ids are random, so the first thousand are a fair sample, and always in memory.
  execute format($s$
    select array(
      select count(s.tier) from generate_series(0, 5) tier left join (
        select %s as tier from (select * from private.listings order by product_id limit 1000) l where %s and %s and %s
      ) s using (tier)
      group by tier order by tier
    )
    $s$, private.search_tier(r), private.scope_of_tier(r, 5), private.search_filter(r, false), private.price_filter(r))
  into hits using r;
  return hits;
end $$;
comment on function private.sample_hits(private.search_request) is 'How many of a thousand listings meet the search: an array of the tiers 0 to 5.';

create function private.walk(r private.search_request, tier integer, after private.search_hit, wanted integer)
returns private.search_hit[]
language plpgsql stable set search_path = ''
as $$
declare
  hits private.search_hit[];
begin
  execute format($s$
    select array(
      select row(l.product_id, $4, l.%1$I)::private.search_hit from (
        select * from private.listings w where %6$s
        order by w.%1$I, w.product_id limit 20000
      ) l
      where %2$s and %3$s and %4$s and %5$s = $4
      order by l.%1$I, l.product_id limit $3
    )
    $s$, 'by_' || r.sort, private.scope_of_tier(r, tier), private.search_filter(r, false),
    private.price_filter(r), private.search_tier(r),
    case when after is null then 'true' else format('(w.by_%s, w.product_id) > (($2).key, ($2).product_id)', r.sort) end)
  into hits using r, after, wanted, tier;
  return hits;
end $$;
comment on function private.walk(private.search_request, integer, private.search_hit, integer) is
  'Walks along an order until the page is full, 20000 listings at most: for what is common.';

create function private.walk_from_place(r private.search_request, tier integer, after private.search_hit, wanted integer)
returns private.search_hit[]
language plpgsql stable set search_path = ''
as $$
declare
  from_lat double precision := coalesce(r.lat, 51.505);
  from_lon double precision := coalesce(r.lon, -0.09);
  -- No distance is negative, whatever a cursor says.
  start bigint := greatest(0, after.key);
  reach double precision := start / 1000000.0 + 0.5;
  shops integer := 16;
  high double precision;
  wide double precision;
  near_shops integer;
  hits private.search_hit[];
begin
  -- Shops in a box around the place, the next nearest of them, what they sell; a bigger box or more shops until the page is full.
  while reach < 800 and shops <= 1024 loop
    high := reach / 69;
    wide := high / cos(radians(least(89.9, abs(from_lat) + high)));
    execute format($s$
      with near as materialized (
        select n.id, n.key from (
          select s.id, (private.miles_between($4, $5, s.lat, s.lon) * 1000000)::bigint as key from public.shops s
          where s.status = 'active' and point(s.lon, s.lat) <@ box(point($5 - $7, $4 - $6), point($5 + $7, $4 + $6))
        ) n
        where n.key between $8 and $9
        order by n.key fetch first $10 rows with ties
      )
      select
        (select count(*) from near),
        case when (select count(*) from near) >= $10 then array(
          select row(l.product_id, $11, near.key)::private.search_hit
          from near join private.listings l on l.shop_id = near.id
          where %s and %s and %s and %s = $11 and %s
          order by near.key, l.product_id limit $3
        ) end
      $s$, private.scope_of_tier(r, tier), private.search_filter(r, false), private.price_filter(r), private.search_tier(r),
      case when after is null then 'true' else '(near.key, l.product_id) > (($2).key, ($2).product_id)' end)
    into near_shops, hits
    using r, after, wanted, from_lat, from_lon, high, wide, start, (reach * 1000000)::bigint, shops, tier;
    if cardinality(hits) >= wanted then
      return hits;
    end if;
    if near_shops < shops then
      reach := reach * 2;
    else
      shops := shops * 4;
    end if;
  end loop;
  return '{}';
end $$;
comment on function private.walk_from_place(private.search_request, integer, private.search_hit, integer) is
  'Goes from shop to shop, nearest first, until the page is full: for what is common. Empty if it does not get full.';

create function private.gather(r private.search_request, after private.search_hit, wanted integer, is_common boolean[])
returns private.search_hit[]
language plpgsql stable set search_path = ''
as $$
declare
  hits private.search_hit[] := '{}';
  more private.search_hit[];
  tiers integer[] := private.tiers_of(r);
  tier integer := coalesce(after.tier, 0);
  last_tier integer;
begin
  while tier <= 5 and cardinality(hits) < wanted loop
    more := '{}';
    last_tier := tier;
    if not tier = any (tiers) then
      tier := tier + 1;
      continue;
    end if;
    if is_common[tier + 1] then
      more := case when r.sort = 'nearest' then private.walk_from_place(r, tier, after, wanted - cardinality(hits))
        else private.walk(r, tier, after, wanted - cardinality(hits)) end;
    else
      -- Tiers that are rare are looked up together; 0 by itself, being found by other words.
      while tier > 0 and last_tier < tiers[cardinality(tiers)] and not is_common[last_tier + 2] loop
        last_tier := last_tier + 1;
      end loop;
    end if;
    if cardinality(more) < wanted - cardinality(hits) then
      more := (private.look_up(r, tier, last_tier, after, wanted - cardinality(hits))).hits;
    end if;
    hits := hits || more;
    tier := last_tier + 1;
    after := null;
  end loop;
  return hits;
end $$;
comment on function private.gather(private.search_request, private.search_hit, integer, boolean[]) is
  'The next hits after one, tier by tier: common tiers are walked, rare ones looked up.';

create function private.common_tiers(flags text) returns boolean[]
language sql immutable set search_path = ''
as $$ select array[flags ~ 'p', flags ~ 'q', flags ~ 'r', flags ~ 's', flags ~ 't', flags ~ 'u'] $$;
comment on function private.common_tiers(text) is 'Which of the tiers 0 to 5 are common, read from the flags of a page.';

create function private.highest_price(r private.search_request) returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  dearest numeric;
begin
  execute format($s$
    select l.price from (select * from private.listings order by by_price_high, product_id limit 5000) l
    where %s and %s order by l.by_price_high, l.product_id limit 1
    $s$, private.scope_of_tier(r, 5), private.search_filter(r, false))
  into dearest using r;
  return dearest;
end $$;
comment on function private.highest_price(private.search_request) is
  'The dearest of a common search without its price filter; null where it is not among the 5000 dearest of all.';

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

create type private.search_page as (hits private.search_hit[], total integer, highest_price numeric, flags text);
comment on type private.search_page is
  'What a page is made of. Flags are letters that the cursor carries: x the total is exact, f words were widened, w the radius was, n nothing lay within it; p to u the tiers 0 to 5 are common.';

create function private.first_hits(r private.search_request, wanted integer) returns private.search_page
language plpgsql stable set search_path = ''
as $$
declare
  listings real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.listings'::regclass);
  -- Walking past 25 hits reads 25 / share rows, looking them up share * listings: the same where the share is sqrt(17 / listings).
  common_from integer := ceil(1000 * sqrt(17 / greatest(17, listings)));
  sample integer[];
  in_sample integer;
  found private.search_found;
  page private.search_page;
begin
  if listings > 2000 and r.shop_id is null then
    sample := private.sample_hits(r);
  end if;
  if sample is null or not common_from <= any (sample) then
    found := private.look_up(r, 0, 5, null, wanted);
    page.hits := found.hits;
    page.total := found.total;
    page.highest_price := found.highest_price;
    page.flags := case when found.total <= 10000 then 'x' else '' end;
    return page;
  end if;
  page.flags := (
    select coalesce(string_agg(substr('pqrstu', t.n::integer, 1), '' order by t.n), '')
    from unnest(sample) with ordinality t (hits, n) where t.hits >= common_from
  );
  page.hits := private.gather(r, null, wanted, private.common_tiers(page.flags));
  page.highest_price := private.highest_price(r);
  -- 25 in a thousand of the sample, yet 10000 or fewer of 25000 or more in all: that would be five standard deviations.
  in_sample := (select sum(n) from unnest(sample) n);
  if in_sample >= 25 and in_sample * listings / 1000 > 25000 then
    page.total := 10001;
  else
    page.total := private.count_hits(r);
  end if;
  page.flags := concat(page.flags, case when page.total <= 10000 then 'x' end);
  return page;
end $$;
comment on function private.first_hits(private.search_request, integer) is
  'The first page of exactly this search: looked up whole where a sample finds few, walked where it finds many.';

create function private.first_page(r private.search_request, wanted integer) returns private.search_page
language plpgsql stable set search_path = ''
as $$
declare
  page private.search_page := private.first_hits(r, wanted);
  within integer;
  more_flags text := '';
begin
  if page.total < 4 and r.words <> '{}' and private.is_rare(r) then
    r := private.widen_search(r);
    more_flags := 'f';
    page := private.first_hits(r, wanted);
  end if;
  if page.total < 4 and r.radius is not null then
    within := page.total;
    r.radius := null;
    r.squares := null;
    page := private.first_hits(r, wanted);
    if page.total > within then
      more_flags := concat(more_flags, 'w', case when within = 0 then 'n' end);
    end if;
  end if;
  page.flags := concat(page.flags, more_flags);
  page.total := least(10000, page.total);
  return page;
end $$;
comment on function private.first_page(private.search_request, integer) is
  'The first page, after widening what found fewer than four: misspelt words, then the radius.';

create function private.later_page(r private.search_request, after private.search_hit, wanted integer, flags text) returns private.search_page
language plpgsql stable set search_path = ''
as $$
declare
  page private.search_page;
begin
  if flags ~ 'f' then
    r := private.widen_search(r);
  end if;
  if flags ~ 'w' then
    r.radius := null;
    r.squares := null;
  end if;
  page.flags := flags;
  if flags ~ '[p-u]' then
    page.hits := private.gather(r, after, wanted, private.common_tiers(flags));
  else
    page.hits := (private.look_up(r, 0, 5, after, wanted)).hits;
  end if;
  return page;
end $$;
comment on function private.later_page(private.search_request, private.search_hit, integer, text) is 'A page after the first, found in the way that the first one chose.';

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
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  size integer := least(100, greatest(1, coalesce(page_size, 24)));
  r private.search_request := private.read_search(
    q, category, occasion, min_price, max_price, avoid, fulfilment, available_on, min_rating, lat, lon, radius_miles, sort, shop);
  -- A cursor continues the search that it came from, no other.
  fingerprint text := left(md5(row(r, left(q, 200))::text), 8);
  place text[] := regexp_match(after, concat(
    '^(\d)[.](-?\d{1,19})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.](\d{1,5})[.]([a-z]{0,12})[.]', fingerprint, '$'));
  last private.search_hit;
  page private.search_page;
begin
  if r.nothing then
    return '{"items": [], "total": 0, "total_is_exact": true, "widened": false, "none_within": false, "next": null, "highest_price": null}';
  end if;
  if place is null then
    page := private.first_page(r, size + 1);
  else
    last := row(place[3], place[1], least(9223372036854775807, greatest(-9223372036854775807, place[2]::numeric)));
    page := private.later_page(r, last, size + 1, place[5]);
    page.total := least(10000, place[4]::integer);
  end if;
  if cardinality(page.hits) > size then
    last := page.hits[size];
  end if;
  return jsonb_build_object(
    'items', private.product_cards(page.hits[:size], r.lat, r.lon),
    'total', page.total,
    'total_is_exact', page.flags ~ 'x',
    'widened', page.flags ~ 'w',
    'none_within', page.flags ~ 'n',
    'next', case when cardinality(page.hits) > size then
      concat_ws('.', last.tier, last.key, last.product_id, page.total, page.flags, fingerprint) end,
    'highest_price', page.highest_price
  );
end $$;
comment on function public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text) is
  'Finds products on sale, for everyone alike: {} lists everything. Answers a page of cards, the total (exact up to 10000), what the radius did, and the cursor of the next page.';
revoke execute on function public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text) from public;
grant execute on function public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text) to anon, authenticated, service_role;

revoke execute on function private.similar_words, private.read_search, private.widen_search, private.look_up, private.count_hits,
  private.sample_hits, private.walk, private.walk_from_place, private.gather, private.is_rare, private.highest_price,
  private.product_cards, private.first_hits, private.first_page, private.later_page from public;
