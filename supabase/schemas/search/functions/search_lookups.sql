create function private.places_in_ring(
  from_lat double precision,
  from_lon double precision,
  nearest bigint,
  farthest bigint,
  min_places integer
)
returns private.distance_ring
language plpgsql
stable
set search_path = ''
as $$
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
comment on function private.places_in_ring is
  'The nearest locations between two distances (millionths of miles). Returns at least min_places if there are so many, and all that are as far as the last.';

create function private.is_beyond_reach(
  miles double precision,
  has_pickup boolean,
  delivery_miles double precision,
  pickup_miles double precision,
  by_delivery boolean
)
returns boolean
language sql
immutable
return coalesce(
  miles > coalesce(
    greatest(case when has_pickup then pickup_miles end, case when by_delivery then delivery_miles end),
    -1
  ),
  false
);
comment on function private.is_beyond_reach is
  'Whether a listing so many miles away can neither be picked up within pickup_miles nor be delivered. One without a place never is.';

create function private.beyond_reach_expression(r private.search_request)
returns text
language sql
stable
return case
  when r.by_delivery is null then 'false'
  else 'private.is_beyond_reach(private.miles_between(($1).lat, ($1).lon, l.lat, l.lon), l.has_pickup, l.delivery_miles, ($1).pickup_miles, ($1).by_delivery)'
end;
comment on function private.beyond_reach_expression is 'The SQL expression that a listing (l) is beyond reach.';

create function private.lookup(
  r private.search_request,
  first_tier integer,
  last_tier integer,
  after private.search_hit,
  max_hits integer
)
returns private.search_result
language plpgsql
stable
set search_path = ''
as $$
declare
  result private.search_result;
  by_tier boolean := r.sort = 'relevance' and r.words <> '{}';
  exact private.search_request := r;
  -- The texts that contain all matches of these tiers.
  field text := case
    when not by_tier or last_tier % 6 in (0, 5) then 'w'
    when last_tier % 6 < 3 then '='
    when last_tier % 6 = 3 then 'n'
    else 'h'
  end;
  g private.token_groups;
  whole private.text_patterns;
  part private.text_patterns;
  from_lat double precision := case
    when r.sort = 'nearest' then coalesce(r.lat, 51.505)
    when r.by_delivery is not null then r.lat
  end;
  from_lon double precision := case when r.sort = 'nearest' then coalesce(r.lon, -0.09) else r.lon end;
  days_left integer := r.on_date - (now() at time zone 'Europe/London')::date;
  low bigint := case when r.min_price is not null then least(9999999999, greatest(0, ceil(r.min_price * 100))) end;
  high bigint := case when r.max_price is not null then least(9999999998, greatest(-1, floor(r.max_price * 100))) end;
  -- With a price filter only, the price index finds the listings. The highest price is then queried separately.
  by_price boolean := coalesce(low, high) is not null
  and r.words = '{}'
  and r.required_tags = '{}'
  and r.categories is null
  and r.fulfilment_tags is null;
  -- Without words, products made for the occasion come before those whose category suits it.
  made_for bigint[] := case
    when r.sort = 'relevance' and r.categories is not null then private.tag_tokens(r.categories[:1])
    else '{}'
  end;
begin
  if last_tier % 6 = 0 and r.exact_matches is not null then
    exact.found := r.found[:r.exact_found];
    exact.found_of := r.found_of[:r.exact_found];
  end if;
  g := private.token_groups(exact, field, true, case when last_tier < 6 then 'within reach' else 'anywhere' end);
  if by_tier then
    whole := private.text_patterns(r, true);
    part := private.text_patterns(r, false);
  end if;
  -- Materialized, so that the planner optimises for all rows and does not use a sort index.
  with
    found as materialized (
      select f.*
      from
        (
          select
            l.product_id,
            l.price,
            l.miles,
            coalesce(l.price >= r.min_price and l.by_price_low >= low, r.min_price is null)
            and coalesce(l.price <= r.max_price and l.by_price_low <= high, r.max_price is null) as price_fits,
            case
              when l.product_id = any (r.exact_matches) then 0
              when r.words = '{}' then case when made_for = '{}' then 0 else (not l.tokens @> made_for)::integer end
              when not by_tier or l.singular_name like r.phrase then 1
              when field = '=' then 2
              when l.singular_name like all (whole.every)
                and l.singular_name like any (whole.any_1)
                and l.singular_name like any (whole.any_2)
                and (whole.ends = '{}' or private.has_each_pattern(l.singular_name, whole.more, whole.ends)) then 2
              when l.name_text like all (part.every)
                and l.name_text like any (part.any_1)
                and l.name_text like any (part.any_2)
                and (part.ends = '{}' or private.has_each_pattern(l.name_text, part.more, part.ends)) then 3
              when l.head_text like all (part.every)
                and l.head_text like any (part.any_1)
                and l.head_text like any (part.any_2)
                and (part.ends = '{}' or private.has_each_pattern(l.head_text, part.more, part.ends)) then 4
              else 5
            end + case
              when r.by_delivery is not null
                and private.is_beyond_reach(
                  l.miles,
                  l.has_pickup,
                  l.delivery_miles,
                  r.pickup_miles,
                  r.by_delivery
                ) then 6
              else 0
            end as tier,
            case r.sort
              when 'relevance' then coalesce(array_position(r.exact_matches, l.product_id), l.by_relevance)
              when 'price_low' then l.by_price_low
              when 'price_high' then l.by_price_high
              when 'rating' then l.by_rating
              when 'newest' then l.by_newest
              else coalesce((l.miles * 1000000)::bigint, 9223372036854775807)
            end as key
          from
            (
              select t.*, private.miles_between(from_lat, from_lon, t.lat, t.lon) as miles
              from private.listings t
              where not by_price and t.tokens @> g.required and t.tokens && g.any_1 and t.tokens && g.any_2
              union all
              select t.*, private.miles_between(from_lat, from_lon, t.lat, t.lon) as miles
              from private.listings t
              where by_price and t.by_price_low between coalesce(low, -1) and coalesce(high, 9999999998)
              offset 0
            ) l
          -- As has_each, without a call for each listing.
          where
            (
              g.ends = '{}'
              or not exists (
                select
                from generate_series(1, cardinality(g.ends)) n
                where not l.tokens && g.more[coalesce(g.ends[n - 1], 0) + 1:g.ends[n]]
              )
            )
            and (r.min_rating is null or l.rating >= r.min_rating)
            and (r.excluded is null or l.product_id not in (select unnest(r.excluded)))
            -- As day_condition. Few shops, products and owners are left out on a day, so the subqueries run once instead of once for each listing.
            and (
              days_left is null
              or l.lead_time_days <= days_left
              and l.by_relevance < 1::bigint << 50
              and (
                l.shop_id not in (select unnest((r.days).no_shops))
                and l.product_id not in (select unnest((r.days).no_products))
                or l.in_drop
              )
              and (
                not (r.days).by_row
                or l.tokens && (r.days).pickup
                and l.horizon_days > days_left
                and l.pickup_owner not in (select unnest((r.days).no_pickup))
                or l.tokens && (r.days).delivery
                and (
                  l.delivery_owner is null
                  or l.horizon_days > days_left
                  and l.delivery_owner not in (select unnest((r.days).no_delivery))
                )
              )
            )
          -- With the offsets, each expression is computed once.
          offset 0
        ) f
      where f.tier between first_tier and last_tier
    )
  select
    array(
      select row(f.product_id, f.tier, f.key)::private.search_hit
      from found f
      where
        f.price_fits
        and (after.tier is null or (f.tier, f.key, f.product_id) > (after.tier, after.key, after.product_id))
      order by f.tier, f.key, f.product_id
      limit max_hits
    ),
    least(10001, count(*) filter (where f.price_fits and f.tier < 6)),
    least(10001, count(*) filter (where f.price_fits)),
    coalesce(bool_or(f.price_fits and coalesce(f.miles <= r.radius, true)), false),
    max(f.price)
  into result.hits, result.total, result.total_with_further, result.has_near, result.highest_price
  from found f;
  if by_price then
    result.highest_price := private.highest_price(r);
  end if;
  return result;
end
$$;
comment on function private.lookup is
  'Finds all matches of these tiers by index and sorts them. Used when few listings match. Its statement is constant, so each connection plans it once.';

create function private.count_matches(g private.token_groups)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  -- A condition that everything meets takes longer than none.
  if cardinality(g.any_1) = 1 then
    return (select count(*) from (select from private.listings l where l.tokens @> g.required limit 10001) counted);
  end if;
  return (
    select count(*)
    from
      (
        select
        from private.listings l
        where l.tokens @> g.required and l.tokens && g.any_1 and l.tokens && g.any_2
        limit 10001
      ) counted
  );
end
$$;
comment on function private.count_matches is 'The number of listings with these tokens, at most 10001.';

create function private.count_hits(r private.search_request, place text, most integer)
returns integer
language plpgsql
stable
set search_path = ''
as $$
declare
  hits integer;
  g private.token_groups := private.token_groups(r, 'w', true, place);
begin
  if place = 'anywhere' and g.ends = '{}' and private.filters_by_tags_alone(r) then
    return private.count_matches(g);
  end if;
  execute
    format(
      $s$
    with found as materialized (
      select from private.listings l
      where l.tokens @> ($2).required and l.tokens && ($2).any_1 and l.tokens && ($2).any_2
        and private.has_each(l.tokens, ($2).more, ($2).ends) and %s and %s and %s
    )
    select count(*) from (select from found limit $3) counted
    $s$,
      private.filter_condition(r),
      private.price_condition(r),
      case place
        when 'anywhere' then 'true'
        when 'within reach' then 'not ' || private.beyond_reach_expression(r)
        else 'coalesce(private.miles_between(($1).lat, ($1).lon, l.lat, l.lon) <= ($1).radius, true)'
      end
    )
  into hits
  using r, g, most;
  return hits;
end
$$;
comment on function private.count_hits is
  'The number of listings that match, up to a limit: anywhere, within reach, or within radius.';

create function private.highest_price_of(g private.token_groups)
returns numeric
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select l.price
    from (select * from private.listings order by by_price_high, product_id limit 5000) l
    where l.tokens @> g.required and l.tokens && g.any_1 and l.tokens && g.any_2
    order by l.by_price_high, l.product_id
    limit 1
  );
end
$$;
comment on function private.highest_price_of is
  'The highest price of listings with these tokens. Null if it is not among the 5000 highest prices of all.';

create function private.sample_hits(r private.search_request)
returns integer[]
language plpgsql
stable
set search_path = ''
as $$
declare
  hits integer[];
begin
  -- Ids are random, so the first listings are a fair sample, and they stay in memory.
  execute
    format(
      $s$
    select array(
      select count(s.tier) from generate_series(0, 11) tier left join (
        select %s as tier from (select * from private.listings order by product_id limit 500) l where %s and %s and %s
      ) s using (tier)
      group by tier order by tier
    )
    $s$,
      private.tier_expression(r),
      private.tier_condition(r, 5),
      private.filter_condition(r),
      private.price_condition(r)
    )
  into hits
  using r;
  return hits;
end
$$;
comment on function private.sample_hits is
  'The number of matches in a sample of 500 listings, as an array of the tiers 0 to 11.';

create function private.find_exact_matches(r private.search_request)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
  g private.token_groups := private.token_groups(r, 'w', false, 'anywhere');
  matches uuid[];
begin
  with
    found as materialized (
      select l.product_id
      from private.listings l
      where
        l.tokens @> g.required
        and l.tokens && g.any_1
        and l.tokens && g.any_2
        and private.has_each(l.tokens, g.more, g.ends)
    )
  select array(select product_id from found limit 4) into matches;
  if r.sort = 'relevance' and cardinality(matches) in (2, 3) then
    r.required_tags := '{}';
    r.categories := null;
    r.fulfilment_tags := null;
    r.ahead_tags := null;
    r.on_date := null;
    r.min_rating := null;
    r.excluded := null;
    r.min_price := null;
    r.max_price := null;
    r.by_delivery := null;
    matches := array(select h.product_id from unnest((private.lookup(r, 0, 5, null, 4)).hits) h);
  end if;
  return matches;
end
$$;
comment on function private.find_exact_matches is
  'At most four listings that contain the words, ignoring all other filters. If they are fewer, the best match first.';

create function private.count_words(r private.search_request)
returns integer[]
language plpgsql
stable
set search_path = ''
as $$
declare
  counts integer[] := '{}';
  one private.search_request := r;
begin
  for n in 1..cardinality(r.words) loop
    one.words := r.words[:1];
    one.found := array(select f.word from unnest(r.found, r.found_of) f (word, word_of) where f.word_of = n);
    one.found_of := array_fill(1, array[cardinality(one.found)]);
    counts := counts || private.count_matches(private.token_groups(one, 'w', false, 'anywhere'));
  end loop;
  return counts;
end
$$;
comment on function private.count_words is 'For each word of a search, the number of listings with it.';

create function private.estimated_total(r private.search_request, place text, in_sample bigint, listings real)
returns integer
language sql
stable
-- Five standard deviations below the estimate is still above 10,000, so the chance of a smaller total is negligible.
return case
  when (in_sample - 5 * sqrt(in_sample * greatest(0, 1 - in_sample / 500.0))) * listings / 500 > 10000 then 10001
  else private.count_hits(r, case when r.by_delivery is null then 'anywhere' else place end, 10001)
end;
comment on function private.estimated_total is 'The number of listings that match. Above 10,000 it may be 10001.';

create function private.has_near(r private.search_request, hits private.search_hit[])
returns boolean
language sql
stable
return exists (
  select
  from
    unnest(hits) h
    join private.listing_cards c on c.product_id = h.product_id
  where coalesce(private.miles_between(r.lat, r.lon, c.lat, c.lon) <= r.radius, true)
)
or private.count_hits(r, 'within radius', 1) > 0;
comment on function private.has_near is
  'Whether any listing that matches is within the radius. The hits are read first.';
