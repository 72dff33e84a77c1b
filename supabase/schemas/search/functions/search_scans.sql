-- Index scans of private.listings: in the order of a sort key, or nearest first.
--
-- Conditions of the statements that scan listings. They consist of the constants below only. $1 is the request.

create function private.words_condition(r private.search_request, tier integer)
returns text
language sql
stable
return (
  select string_agg(concat('(', word.spellings, ')'), ' and ')
  from
    (
      select
        string_agg(
          distinct
          case
            when tier = 2 then concat('l.singular_name like concat(''% '', ($1).singulars[', n, '], '' %'')')
            else concat('l.', (array['name_text', 'head_text', 'full_text'])[tier - 2], ' like ($1).patterns[', n, ']')
          end,
          ' or '
        ) as spellings
      from unnest(r.word_of) with ordinality s (word, n)
      group by s.word
    ) word
);
comment on function private.words_condition is
  'The SQL condition that a listing (l) has every word in one of its spellings, in the texts of a tier. Null without words. '
  'Tier 2: as a word of the name. Tier 3: in the name. Tier 4: also in category or shop. Tier 5: in the full text.';

create function private.tier_expression(r private.search_request)
returns text
language sql
stable
return concat(
  case
    when r.words = '{}'
      and r.sort = 'relevance'
      and r.categories is not null then '(not l.tokens @> private.tag_tokens((($1).categories)[:1]))::integer'
    when r.words = '{}' then '0'
    else concat(
      'case ',
      case when r.exact_matches is not null then 'when l.product_id = any (($1).exact_matches) then 0 ' end,
      case
        when r.sort = 'relevance' then concat(
          case when r.phrase is not null then 'when l.singular_name like ($1).phrase then 1 ' end,
          'when ',
          private.words_condition(r, 2),
          ' then 2 ',
          'when ',
          private.words_condition(r, 3),
          ' then 3 ',
          'when ',
          private.words_condition(r, 4),
          ' then 4 else 5 end'
        )
        else 'when true then 1 end'
      end
    )
  end,
  case
    when r.by_delivery is not null then concat(
      ' + case when ',
      private.beyond_reach_expression(r),
      ' then 6 else 0 end'
    )
  end
);
comment on function private.tier_expression is
  'The SQL expression for the match quality of a listing (l), 0 best. Tier 0: the exact words of a widened search. '
  'Tier 1: the phrase in the name. Tier 2: every word is a word of the name. Tier 3: every word is part of the name. '
  'Tier 4: also of category or shop. Tier 5: also of the description. Without words, tier 1 is not made for the occasion. Listings beyond reach are in tiers 6 to 11, in the same order.';

create function private.possible_tiers(r private.search_request)
returns integer[]
language sql
stable
return array(
  select tier + beyond.tiers
  from
    unnest(case when r.by_delivery is null then array[0] else array[0, 6] end) beyond (tiers),
    generate_series(0, 5) tier
  where
    case
      when r.words = '{}' then tier = 0
      or (tier = 1 and r.sort = 'relevance' and r.categories is not null)
      when tier = 0 then r.exact_matches is not null
      when tier = 1 then r.sort <> 'relevance'
      or r.phrase is not null
      else r.sort = 'relevance'
    end
  order by 1
);
comment on function private.possible_tiers is 'The possible values of tier_expression for this search, ascending.';

create function private.tag_tokens(tags text[])
returns bigint[]
language sql
immutable
return array(select private.tag_token(null, tag) from unnest(tags) tag);
comment on function private.tag_tokens is 'The tokens of these tags.';

create function private.tier_condition(r private.search_request, tier integer)
returns text
language sql
stable
return coalesce(
  case
    when tier % 6 = 0 and r.exact_matches is not null then 'l.product_id = any (($1).exact_matches)'
    when r.sort <> 'relevance' then private.words_condition(r, 5)
    when tier % 6 = 1 and r.phrase is not null then 'l.singular_name like ($1).phrase'
    else private.words_condition(r, tier % 6)
  end,
  'true'
);
comment on function private.tier_condition is
  'The narrowest SQL text condition that all listings of a tier meet, and those of all better tiers except 0.';

create function private.index_scan(r private.search_request, tier integer, after private.search_hit, max_hits integer)
returns private.search_scan
language plpgsql
stable
-- The limit of 20,000 would make the planner read and sort all listings after the cursor.
set search_path = ''
set enable_sort = off
set enable_bitmapscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  max_scanned constant integer := 20000;
  start_condition text := concat_ws(
    ' and ',
    case
      when after is null then 'true'
      else format('(w.by_%s, w.product_id) > (($2).key, ($2).product_id)', r.sort)
    end,
    -- A scan by price starts at the price limit.
    case
      when r.sort = 'price_low'
        and r.min_price is not null then 'w.by_price_low >= least(9999999999, greatest(0, ceil(($1).min_price * 100)))::bigint'
      when r.sort = 'price_high'
        and r.max_price is not null then 'w.by_price_high >= -least(9999999999, greatest(-1, floor(($1).max_price * 100)))::bigint'
    end
  );
  scanned integer;
  scan private.search_scan;
begin
  execute
    format(
      $s$
    select array(
      select row(l.product_id, $4, l.%1$I)::private.search_hit from (
        select * from private.listings w where %6$s
        order by w.%1$I, w.product_id limit $5
      ) l
      where %2$s and %3$s and %4$s and %5$s = $4
      order by l.%1$I, l.product_id limit $3
    )
    $s$,
      'by_' || r.sort,
      private.tier_condition(r, tier),
      private.filter_condition(r),
      private.price_condition(r),
      private.tier_expression(r),
      start_condition
    )
  into scan.hits
  using r, after, max_hits, tier, max_scanned;
  scan.is_complete := cardinality(scan.hits) >= max_hits;
  if not scan.is_complete then
    execute
      format(
        'select count(*) from (select from private.listings w where %s order by w.%I, w.product_id limit $3) counted',
        start_condition,
        'by_' || r.sort
      )
    into scanned
    using r, after, max_scanned;
    scan.is_complete := scanned < max_scanned;
  end if;
  return scan;
end
$$;
comment on function private.index_scan is
  'Scans a sort index until it has found enough, at most 20,000 listings. Used when many listings match.';

create function private.nearest_index_scan(
  r private.search_request,
  tier integer,
  after private.search_hit,
  max_hits integer
)
returns private.search_scan
language plpgsql
stable
-- The locations are sorted by distance already. Another sort would first read the listings of all of them.
set search_path = ''
set enable_sort = off
as $$
declare
  max_key constant bigint := 9223372036854775807;
  from_lat double precision := coalesce(r.lat, 51.505);
  from_lon double precision := coalesce(r.lon, -0.09);
  -- A tampered cursor may contain a negative distance.
  start bigint := greatest(0, after.key);
  farthest bigint := case
    when r.by_delivery is false and tier < 6 then (r.radius * 1000000)::bigint + 1
    else max_key - 1
  end;
  min_places integer := 16;
  -- The number of listings that may still be read. The first ring is always read.
  budget integer := 20000;
  conditions text := concat_ws(
    ' and ',
    private.tier_condition(r, tier),
    private.filter_condition(r),
    private.price_condition(r),
    private.tier_expression(r) || ' = $4'
  );
  ring private.distance_ring;
  more private.search_hit[];
  scan private.search_scan := row('{}'::private.search_hit[], false);
begin
  while start <= farthest loop
    ring := private.places_in_ring(from_lat, from_lon, start, farthest, min_places);
    exit when ring.lats is null;
    if min_places > 16 then
      budget := budget - (
        select count(*)
        from
          (
            select
            from
              unnest(ring.lats, ring.lons) near (lat, lon)
              join private.listings l using (lat, lon)
            limit budget
          ) counted
      );
      if budget <= 0 then
        return scan;
      end if;
    end if;
    execute
      format(
        $s$
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
      $s$,
        conditions
      )
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
  execute
    format(
      $s$
    select array(
      select row(l.product_id, $4, $5)::private.search_hit
      from (
        select * from private.listings w where w.lat is null and w.lon is null and %s
        order by w.lat, w.lon, w.product_id limit $6
      ) l
      where %s
      order by l.product_id limit $3
    )
    $s$,
      case when after.key = max_key then 'w.product_id > ($2).product_id' else 'true' end,
      conditions
    )
  into more
  using r, after, max_hits - cardinality(scan.hits), tier, max_key, budget;
  scan.hits := scan.hits || more;
  scan.is_complete := cardinality(scan.hits) >= max_hits
  or budget > (select count(*) from (select from private.listings l where l.lat is null limit budget) counted);
  return scan;
end
$$;
comment on function private.nearest_index_scan is
  'Scans listings by location, nearest first, until it has found enough. Used when many listings match.';

create function private.whole_market_hits(after private.search_hit, max_hits integer)
returns private.search_hit[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return array(
    select row(l.product_id, 0, l.by_relevance)::private.search_hit
    from private.listings l
    where
      (l.by_relevance, l.product_id) > (
        coalesce(after.key, -9223372036854775808),
        coalesce(after.product_id, '00000000-0000-0000-0000-000000000000')
      )
    order by l.by_relevance, l.product_id
    limit max_hits
  );
end
$$;
comment on function private.whole_market_hits is
  'The next listings of everything. The statement is constant, so a connection plans it once.';

create function private.collect_page(
  r private.search_request,
  after private.search_hit,
  max_hits integer,
  is_common boolean[]
)
returns private.search_hit[]
language plpgsql
stable
set search_path = ''
as $$
declare
  hits private.search_hit[] := '{}';
  scan private.search_scan;
  tiers integer[] := private.possible_tiers(r);
  tier integer := coalesce(after.tier, 0);
  last_tier integer;
  missing integer;
begin
  if private.is_everything(r) then
    return private.whole_market_hits(after, max_hits);
  end if;
  while tier <= 11
  and cardinality(hits) < max_hits loop
    last_tier := tier;
    if not tier = any (tiers) then
      tier := tier + 1;
      continue;
    end if;
    missing := max_hits - cardinality(hits);
    scan := null;
    if is_common[tier + 1] then
      scan := case
        when r.sort = 'nearest' then private.nearest_index_scan(r, tier, after, missing)
        else private.index_scan(r, tier, after, missing)
      end;
    else
      -- Adjacent rare tiers share one lookup. Tiers 0 and 6 are looked up separately, because they match other words.
      while tier % 6 > 0
      and last_tier % 6 < 5
      and not is_common[last_tier + 2] loop
        last_tier := last_tier + 1;
      end loop;
    end if;
    hits := hits || case
      when scan.is_complete then scan.hits
      else (private.lookup(r, tier, last_tier, after, missing)).hits
    end;
    tier := last_tier + 1;
    after := null;
  end loop;
  return hits;
end
$$;
comment on function private.collect_page is
  'The next hits after a cursor, tier by tier: index scans for common tiers, lookups for rare ones.';

create function private.highest_price(r private.search_request)
returns numeric
language plpgsql
stable
set search_path = ''
as $$
declare
  highest numeric;
begin
  execute
    format(
      $s$
    select l.price from (select * from private.listings order by by_price_high, product_id limit 5000) l
    where %s and %s order by l.by_price_high, l.product_id limit 1
    $s$,
      private.tier_condition(r, 5),
      private.filter_condition(r)
    )
  into highest
  using r;
  return highest;
end
$$;
comment on function private.highest_price is
  'The highest price of a common search without its price filter. Null if it is not among the 5000 highest prices of all.';
