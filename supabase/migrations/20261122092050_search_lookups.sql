-- Lookups on private.listings: bitmap lookups for rare matches, index scans for common ones.

create type private.distance_ring as (lats double precision[], lons double precision[], keys bigint[], is_last boolean);
comment on type private.distance_ring is 'Locations by distance. keys are the distances in millionths of miles. is_last is true if there are no locations beyond.';

create function private.tokens_matching(patterns text[]) returns integer[]
language sql stable set search_path = '' as $$
  -- The token that overlong words share may stand for any word.
  select case when count(*) <= 100 then array_agg(private.word_token(found.word)) || private.word_token(repeat('*', 101)) end
  from (
    select distinct w.word
    from unnest(patterns) pattern,
      -- In a text, a pattern for the start of a word begins with a space. In this table each word is a value of its own.
      lateral (select w.word from private.listing_words w where w.word like regexp_replace(pattern, '^% ', '') limit 101) w
  ) found
$$;
comment on function private.tokens_matching(text[]) is 'Tokens of the words that match one of these text patterns. Null for more than a hundred words.';

create function private.places_in_ring(
  from_lat double precision, from_lon double precision, nearest bigint, farthest bigint, min_places integer
) returns private.distance_ring
language plpgsql stable set search_path = '' as $$
declare
  ring private.distance_ring;
  radius double precision := nearest / 1000000.0 + 0.5;
  lat_span double precision;
  lon_span double precision;
  is_everywhere boolean;
begin
  loop
    -- As in geo_cells_within.
    lat_span := radius / 69;
    lon_span := lat_span / cos(radians(least(89.9, abs(from_lat) + lat_span)));
    -- A box across a pole or the date line would miss places on the other side.
    is_everywhere := abs(from_lat) + lat_span > 89 or abs(from_lon) + lon_span > 180;
    if is_everywhere then
      lat_span := 180;
      lon_span := 360;
    end if;
    select array_agg(near.lat), array_agg(near.lon), array_agg(near.key) into ring.lats, ring.lons, ring.keys
    from (
      select p.lat, p.lon, p.key from (
        select p.lat, p.lon, (private.miles_between(from_lat, from_lon, p.lat, p.lon) * 1000000)::bigint as key
        from private.listing_places p
        where p.lat between from_lat - lat_span and from_lat + lat_span and p.lon between from_lon - lon_span and from_lon + lon_span
      ) p
      where p.key between nearest and farthest and (is_everywhere or p.key <= radius * 1000000)
      order by p.key fetch first min_places rows with ties
    ) near;
    if cardinality(ring.lats) >= min_places then
      ring.is_last := false;
      return ring;
    elsif is_everywhere or radius * 1000000 > farthest then
      ring.is_last := true;
      return ring;
    end if;
    radius := radius * 2;
  end loop;
end $$;
comment on function private.places_in_ring(double precision, double precision, bigint, bigint, integer) is
  'The nearest locations between two distances (millionths of miles). Returns at least min_places if there are so many, and all that are as far as the last.';

-- Bitmap lookups.

create function private.listings_source(r private.search_request) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- With the offset, other conditions stay outside the subquery, so the planner does not also read the trigram and tag indexes.
  return case when r.required_tokens is null then 'private.listings' else concat('(select * from private.listings t where ',
    concat_ws(' and ',
      case when r.required_tokens <> '{}' then 't.tokens @> ($1).required_tokens' end,
      (
        select string_agg(format('t.tokens && ($1).any_tokens[%s:%s]', coalesce(r.any_ends[n - 1], 0) + 1, r.any_ends[n]), ' and ' order by n)
        from generate_series(1, cardinality(r.any_ends)) n
      )
    ), ' offset 0)') end;
end $$;
comment on function private.listings_source(private.search_request) is
  'The FROM item of listings that can match a search, by tokens. The whole table without tokens.';

create function private.bitmap_lookup(
  r private.search_request, first_tier integer, last_tier integer, after private.search_hit, max_hits integer
) returns private.search_result
language plpgsql stable set search_path = '' as $$
declare
  result private.search_result;
  by_price boolean;
begin
  -- Better tiers match names only. Trigrams in names are rarer than words in whole texts.
  if (last_tier = 0 and r.exact_matches is null) or last_tier = 5 or (last_tier > 0 and r.sort <> 'relevance') then
    r := private.with_tokens(r);
  end if;
  -- With a price filter only, the price index finds the listings. The highest price is then queried separately.
  by_price := r.required_tokens is null and r.words = '{}' and r.shop_id is null and (r.min_price is not null or r.max_price is not null);
  -- Materialized, so that the planner optimises for all rows and uses the index on words and tags instead of a sort index.
  execute format($s$
    with found as materialized (
      select * from (
        select l.product_id, %s as tier, %s as key, l.price, %s as price_fits from %s l where %s and %s and %s
      ) f where f.tier between $4 and $5
    )
    select
      array(
        select row(f.product_id, f.tier, f.key)::private.search_hit from found f
        where f.price_fits and %s
        order by f.tier, f.key, f.product_id limit $3
      ),
      least(10001, count(*) filter (where f.price_fits)),
      max(f.price)
    from found f
    $s$,
    private.tier_expression(r), private.sort_key_expression(r), private.price_condition(r), private.listings_source(r),
    private.tier_condition(r, last_tier), private.filter_condition(r, r.required_tokens is null),
    case when by_price then private.price_condition(r) else 'true' end,
    case when after is null then 'true' else '(f.tier, f.key, f.product_id) > (($2).tier, ($2).key, ($2).product_id)' end)
  into result using r, after, max_hits, first_tier, last_tier;
  if by_price then
    result.highest_price := private.highest_price(r);
  end if;
  return result;
end $$;
comment on function private.bitmap_lookup(private.search_request, integer, integer, private.search_hit, integer) is
  'Finds all matches of these tiers by index and sorts them. Used when few listings match.';

create function private.count_hits(r private.search_request) returns integer
language plpgsql stable set search_path = '' as $$
declare
  hits integer;
begin
  r := private.with_tokens(r);
  -- Materialized as in bitmap_lookup. It is read row by row and stops at the limit.
  execute format('with found as materialized (select from %s l where %s and %s and %s) select count(*) from (select from found limit 10001) counted',
    private.listings_source(r), private.tier_condition(r, 5), private.filter_condition(r, r.required_tokens is null), private.price_condition(r))
  into hits using r;
  return hits;
end $$;
comment on function private.count_hits(private.search_request) is 'The number of listings that match, at most 10001.';

create function private.sample_hits(r private.search_request) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  hits integer[];
begin
  -- Ids are random, so the first thousand listings are a fair sample, and they stay in memory.
  execute format($s$
    select array(
      select count(s.tier) from generate_series(0, 5) tier left join (
        select %s as tier from (select * from private.listings order by product_id limit 1000) l where %s and %s and %s
      ) s using (tier)
      group by tier order by tier
    )
    $s$, private.tier_expression(r), private.tier_condition(r, 5), private.filter_condition(r, false), private.price_condition(r))
  into hits using r;
  return hits;
end $$;
comment on function private.sample_hits(private.search_request) is 'The number of matches in a sample of a thousand listings, as an array of the tiers 0 to 5.';

create function private.find_exact_matches(r private.search_request) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  matches uuid[];
begin
  r.required_tags := '{}';
  r.categories := null;
  r.fulfilment_tags := null;
  r.geo_cells := null;
  r := private.with_tokens(r);
  -- Materialized as in bitmap_lookup. It is read row by row and stops at the limit.
  execute format('with found as materialized (select l.product_id from %s l where %s) select array(select product_id from found limit 4)',
    private.listings_source(r), private.words_condition(r, 'full_text', 'patterns'))
  into matches using r;
  return matches;
end $$;
comment on function private.find_exact_matches(private.search_request) is 'At most four listings that contain the words, ignoring all other filters.';
