-- Search execution on private.listings: bitmap lookup for rare matches, index scans for common ones, and the pages of search_products.

create function private.listings_source(r private.search_request) returns text
language sql immutable set search_path = '' as $$
  -- With the offset, other conditions stay outside the subquery, so the planner does not also read the trigram and tag indexes.
  select case when r.required_tokens is null then 'private.listings' else concat('(select * from private.listings t where ',
    concat_ws(' and ',
      case when r.required_tokens <> '{}' then 't.tokens @> ($1).required_tokens' end,
      (
        select string_agg(format('t.tokens && ($1).any_tokens[%s:%s]', coalesce(r.any_ends[n - 1], 0) + 1, r.any_ends[n]), ' and ' order by n)
        from generate_series(1, cardinality(r.any_ends)) n
      )
    ), ' offset 0)') end
$$;
comment on function private.listings_source(private.search_request) is
  'The FROM item of listings that can match a search, by tokens. The whole table without tokens.';

create function private.index_scan(r private.search_request, tier integer, after private.search_hit, max_hits integer)
returns private.search_scan
language plpgsql stable set search_path = '' as $$
declare
  max_scanned constant integer := 20000;
  start_condition text := concat_ws(' and ',
    case when after is null then 'true' else format('(w.by_%s, w.product_id) > (($2).key, ($2).product_id)', r.sort) end,
    -- A scan by price starts at the price limit.
    case
      when r.sort = 'price_low' and r.min_price is not null then
        'w.by_price_low >= least(9999999999, greatest(0, ceil(($1).min_price * 100)))::bigint'
      when r.sort = 'price_high' and r.max_price is not null then
        'w.by_price_high >= -least(9999999999, greatest(-1, floor(($1).max_price * 100)))::bigint'
    end);
  scanned integer;
  scan private.search_scan;
begin
  execute format($s$
    select array(
      select row(l.product_id, $4, l.%1$I)::private.search_hit from (
        select * from private.listings w where %6$s
        order by w.%1$I, w.product_id limit $5
      ) l
      where %2$s and %3$s and %4$s and %5$s = $4
      order by l.%1$I, l.product_id limit $3
    )
    $s$, 'by_' || r.sort, private.tier_condition(r, tier), private.filter_condition(r, false),
    private.price_condition(r), private.tier_expression(r), start_condition)
  into scan.hits using r, after, max_hits, tier, max_scanned;
  scan.is_complete := cardinality(scan.hits) >= max_hits;
  if not scan.is_complete then
    execute format('select count(*) from (select from private.listings w where %s order by w.%I, w.product_id limit $3) counted',
      start_condition, 'by_' || r.sort)
    into scanned using r, after, max_scanned;
    scan.is_complete := scanned < max_scanned;
  end if;
  return scan;
end $$;
comment on function private.index_scan(private.search_request, integer, private.search_hit, integer) is
  'Scans a sort index until it has found enough, at most 20,000 listings. Used when many listings match.';

create function private.nearest_index_scan(r private.search_request, tier integer, after private.search_hit, max_hits integer)
returns private.search_scan
language plpgsql stable
-- The locations are sorted by distance already. Another sort would first read the listings of all of them.
set search_path = '' set enable_sort = off
as $$
declare
  max_key constant bigint := 9223372036854775807;
  from_lat double precision := coalesce(r.lat, 51.505);
  from_lon double precision := coalesce(r.lon, -0.09);
  -- A tampered cursor may contain a negative distance.
  start bigint := greatest(0, after.key);
  farthest bigint := coalesce((r.radius * 1000000)::bigint + 1, max_key - 1);
  min_places integer := 16;
  -- The number of listings that may still be read. The first ring is always read.
  budget integer := 20000;
  conditions text := concat_ws(' and ', private.tier_condition(r, tier), private.filter_condition(r, false), private.price_condition(r),
    private.tier_expression(r) || ' = $4');
  ring private.distance_ring;
  more private.search_hit[];
  scan private.search_scan := row('{}'::private.search_hit[], false);
begin
  while start <= farthest loop
    ring := private.places_in_ring(from_lat, from_lon, start, farthest, min_places);
    exit when ring.lats is null;
    if min_places > 16 then
      budget := budget - (
        select count(*) from (
          select from unnest(ring.lats, ring.lons) near (lat, lon) join private.listings l using (lat, lon) limit budget
        ) counted
      );
      if budget <= 0 then
        return scan;
      end if;
    end if;
    execute format($s$
      select array(
        select row(l.product_id, $4, near.key)::private.search_hit
        from (
          select n.lat, n.lon, n.key, case when n.key = ($2).key then ($2).product_id end as last_id
          from unnest($5, $6, $7) n (lat, lon, key) order by n.key
        ) near,
        lateral (
          select l.product_id from private.listings l
          where l.lat = near.lat and l.lon = near.lon and l.product_id >= coalesce(near.last_id, '00000000-0000-0000-0000-000000000000')
            and l.product_id is distinct from near.last_id and %s
          order by l.product_id limit $3
        ) l
        order by near.key, l.product_id limit $3
      )
      $s$, conditions)
    into more
    using r, after, max_hits - cardinality(scan.hits), tier, ring.lats, ring.lons, ring.keys;
    scan.hits := scan.hits || more;
    if cardinality(scan.hits) >= max_hits then
      scan.is_complete := true;
      return scan;
    end if;
    exit when ring.is_last;
    start := ring.keys[cardinality(ring.keys)] + 1;
    min_places := min_places * 8;
  end loop;

  -- Listings without a location come last, with max_key.
  execute format($s$
    select array(
      select row(l.product_id, $4, $5)::private.search_hit
      from (
        select * from private.listings w where w.lat is null and w.lon is null and %s
        order by w.lat, w.lon, w.product_id limit $6
      ) l
      where %s
      order by l.product_id limit $3
    )
    $s$, case when after.key = max_key then 'w.product_id > ($2).product_id' else 'true' end, conditions)
  into more
  using r, after, max_hits - cardinality(scan.hits), tier, max_key, budget;
  scan.hits := scan.hits || more;
  scan.is_complete := cardinality(scan.hits) >= max_hits or budget > (
    select count(*) from (select from private.listings l where l.lat is null limit budget) counted
  );
  return scan;
end $$;
comment on function private.nearest_index_scan(private.search_request, integer, private.search_hit, integer) is
  'Scans listings by location, nearest first, until it has found enough. Used when many listings match.';

create function private.collect_page(r private.search_request, after private.search_hit, max_hits integer, is_common boolean[])
returns private.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  hits private.search_hit[] := '{}';
  scan private.search_scan;
  tiers integer[] := private.possible_tiers(r);
  tier integer := coalesce(after.tier, 0);
  last_tier integer;
  missing integer;
begin
  while tier <= 5 and cardinality(hits) < max_hits loop
    last_tier := tier;
    if not tier = any (tiers) then
      tier := tier + 1;
      continue;
    end if;
    missing := max_hits - cardinality(hits);
    scan := null;
    if is_common[tier + 1] then
      scan := case when r.sort = 'nearest' then private.nearest_index_scan(r, tier, after, missing)
        else private.index_scan(r, tier, after, missing) end;
    else
      -- Adjacent rare tiers share one lookup. Tier 0 is looked up separately, because it matches other words.
      while tier > 0 and last_tier < tiers[cardinality(tiers)] and not is_common[last_tier + 2] loop
        last_tier := last_tier + 1;
      end loop;
    end if;
    hits := hits || case when scan.is_complete then scan.hits
      else (private.bitmap_lookup(r, tier, last_tier, after, missing)).hits end;
    tier := last_tier + 1;
    after := null;
  end loop;
  return hits;
end $$;
comment on function private.collect_page(private.search_request, private.search_hit, integer, boolean[]) is
  'The next hits after a cursor, tier by tier: index scans for common tiers, bitmap lookups for rare ones.';

create function private.highest_price(r private.search_request) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  highest numeric;
begin
  execute format($s$
    select l.price from (select * from private.listings order by by_price_high, product_id limit 5000) l
    where %s and %s order by l.by_price_high, l.product_id limit 1
    $s$, private.tier_condition(r, 5), private.filter_condition(r, false))
  into highest using r;
  return highest;
end $$;
comment on function private.highest_price(private.search_request) is
  'The highest price of a common search without its price filter. Null if it is not among the 5000 highest prices of all.';

create function private.has_rare_words(r private.search_request) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  words_only private.search_request := r;
  hits integer;
begin
  words_only.required_tags := '{}';
  words_only.categories := null;
  words_only.fulfilment_tags := null;
  words_only.geo_cells := null;
  words_only := private.with_tokens(words_only, r.patterns);
  -- Materialized as in bitmap_lookup. It is read row by row and stops at the limit.
  execute format('with found as materialized (select from %s l where %s) select count(*) from (select from found limit 4) counted',
    private.listings_source(words_only), private.words_condition(r, 'full_text', 'patterns'))
  into hits using words_only;
  return hits < 4;
end $$;
comment on function private.has_rare_words(private.search_request) is 'True if fewer than four listings contain the words, ignoring all other filters.';

-- Pages.

create function private.product_cards(hits private.search_hit[], from_lat double precision, from_lon double precision) returns jsonb
language sql stable set search_path = '' as $$
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
comment on function private.product_cards(private.search_hit[], double precision, double precision) is 'The data of product cards, in the order of the hits.';

create function private.first_hits(r private.search_request, max_hits integer) returns private.search_page
language plpgsql stable set search_path = '' as $$
declare
  listings real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.listings'::regclass);
  -- If a share of the listings matches, a scan for 25 hits reads 25 / share rows, and a lookup share * listings. A row of a lookup takes
  -- longer, so both take equally long at a share of sqrt(17 / listings).
  min_common integer := ceil(1000 * sqrt(17 / greatest(17, listings)));
  sample integer[];
  in_sample integer;
  result private.search_result;
  page private.search_page;
begin
  if listings > 2000 and r.shop_id is null then
    sample := private.sample_hits(r);
  end if;
  if sample is null or not min_common <= any (sample) then
    result := private.bitmap_lookup(r, 0, 5, null, max_hits);
    page.hits := result.hits;
    page.total := result.total;
    page.highest_price := result.highest_price;
    page.flags := case when result.total <= 10000 then 'x' else '' end;
    return page;
  end if;
  page.flags := (
    select coalesce(string_agg(substr('pqrstu', t.n::integer, 1), '' order by t.n), '')
    from unnest(sample) with ordinality t (hits, n) where t.hits >= min_common
  );
  page.hits := private.collect_page(r, null, max_hits, private.common_tiers(page.flags));
  page.highest_price := private.highest_price(r);
  -- With 25 hits in the sample and an estimate above 25,000, the chance of a total below 10,000 is negligible (five standard deviations).
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
  'The first page of a search as given: a bitmap lookup if a sample finds few matches, index scans if it finds many.';

create function private.first_page(r private.search_request, max_hits integer) returns private.search_page
language plpgsql stable set search_path = '' as $$
declare
  page private.search_page := private.first_hits(r, max_hits);
  total_within integer;
  more_flags text := '';
begin
  if page.total < 4 and r.words <> '{}' and private.has_rare_words(r) then
    r := private.widen_search(r);
    more_flags := 'f';
    page := private.first_hits(r, max_hits);
  end if;
  if page.total < 4 and r.radius is not null then
    total_within := page.total;
    r.radius := null;
    r.geo_cells := null;
    page := private.first_hits(r, max_hits);
    if page.total > total_within then
      more_flags := concat(more_flags, 'w', case when total_within = 0 then 'n' end);
    end if;
  end if;
  page.flags := concat(page.flags, more_flags);
  page.total := least(10000, page.total);
  return page;
end $$;
comment on function private.first_page(private.search_request, integer) is 'The first page. With fewer than four matches, widens misspelt words, then the radius.';

create function private.next_page(r private.search_request, after private.search_hit, max_hits integer, flags text) returns private.search_page
language plpgsql stable set search_path = '' as $$
declare
  page private.search_page;
begin
  if flags ~ 'f' then
    r := private.widen_search(r);
  end if;
  if flags ~ 'w' then
    r.radius := null;
    r.geo_cells := null;
  end if;
  page.flags := flags;
  if flags ~ '[p-u]' then
    page.hits := private.collect_page(r, after, max_hits, private.common_tiers(flags));
  else
    page.hits := (private.bitmap_lookup(r, 0, 5, after, max_hits)).hits;
  end if;
  return page;
end $$;
comment on function private.next_page(private.search_request, private.search_hit, integer, text) is 'A page after the first, with the method chosen for the first.';

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
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  size integer := least(100, greatest(1, coalesce(page_size, 24)));
  r private.search_request := private.parse_search(
    q, category, occasion, min_price, max_price, avoid, fulfilment, available_on, min_rating, lat, lon, radius_miles, sort, shop);
  -- A cursor is valid only for the search that created it.
  fingerprint text := left(md5(row(r, left(q, 200))::text), 8);
  cursor_parts text[] := regexp_match(after, concat(
    '^(\d)[.](-?\d{1,19})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.](\d{1,5})[.]([a-z]{0,12})[.]', fingerprint, '$'));
  last private.search_hit;
  page private.search_page;
begin
  if r.is_empty then
    return '{"items": [], "total": 0, "total_is_exact": true, "widened": false, "none_within": false, "next": null, "highest_price": null}';
  end if;
  if cursor_parts is null then
    page := private.first_page(r, size + 1);
  else
    last := row(cursor_parts[3], cursor_parts[1], least(9223372036854775807, greatest(-9223372036854775807, cursor_parts[2]::numeric)));
    page := private.next_page(r, last, size + 1, cursor_parts[5]);
    page.total := least(10000, cursor_parts[4]::integer);
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
  'Searches products on sale, with equal results for every caller. Without arguments it lists all. Returns a page of cards, the total (exact up to 10,000), whether the radius was dropped, and the cursor of the next page.';

grant execute on function
  public.search_products(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text, integer, text)
  to anon, authenticated, service_role;
grant execute on function private.listings_source(private.search_request) to public;
