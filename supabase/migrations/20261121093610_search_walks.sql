-- How search walks: along an order, or nearest first in rings around a place, until a page is full.

create type private.search_walk as (hits private.search_hit[], is_whole boolean);
comment on type private.search_walk is
  'What a walk met, in order; whether that is the page or all there is, and not given up because it would have read too much.';

drop function private.walk(private.search_request, integer, private.search_hit, integer);
drop function private.walk_from_place(private.search_request, integer, private.search_hit, integer);

create or replace function private.price_filter(r private.search_request) returns text
language sql immutable set search_path = ''
as $$
  -- In pence as well, which has an index where no price is 9999999999. What no price can be is clamped: nothing is infinitely many pence.
  select concat('true',
    case when r.min_price is not null then
      ' and l.price >= ($1).min_price and l.by_price_low between least(9999999999, greatest(0, ceil(($1).min_price * 100)))::bigint and 9999999998' end,
    case when r.max_price is not null then
      ' and l.price <= ($1).max_price and l.by_price_low <= least(9999999999, greatest(-1, floor(($1).max_price * 100)))::bigint' end)
$$;

create function private.walk(r private.search_request, tier integer, after private.search_hit, wanted integer)
returns private.search_walk
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 20000;
  start text := concat_ws(' and ',
    case when after is null then 'true' else format('(w.by_%s, w.product_id) > (($2).key, ($2).product_id)', r.sort) end,
    -- A walk along prices begins where they begin to fit.
    case
      when r.sort = 'price_low' and r.min_price is not null then
        'w.by_price_low >= least(9999999999, greatest(0, ceil(($1).min_price * 100)))::bigint'
      when r.sort = 'price_high' and r.max_price is not null then
        'w.by_price_high >= -least(9999999999, greatest(-1, floor(($1).max_price * 100)))::bigint'
    end);
  met integer;
  walk private.search_walk;
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
    $s$, 'by_' || r.sort, private.scope_of_tier(r, tier), private.search_filter(r, false),
    private.price_filter(r), private.search_tier(r), start)
  into walk.hits using r, after, wanted, tier, most;
  walk.is_whole := cardinality(walk.hits) >= wanted;
  if not walk.is_whole then
    execute format('select count(*) from (select from private.listings w where %s order by w.%I, w.product_id limit $3) met',
      start, 'by_' || r.sort)
    into met using r, after, most;
    walk.is_whole := met < most;
  end if;
  return walk;
end $$;
comment on function private.walk(private.search_request, integer, private.search_hit, integer) is
  'Walks along an order until the page is full, 20000 listings at most: for what is common.';

create type private.place_ring as (lats double precision[], lons double precision[], keys bigint[], is_last boolean);
comment on type private.place_ring is
  'Places by distance, and that distance in millionths of miles; whether there are none beyond.';

create function private.ring_of_places(
  from_lat double precision, from_lon double precision, nearest bigint, farthest bigint, places integer
) returns private.place_ring
language plpgsql stable set search_path = ''
as $$
declare
  ring private.place_ring;
  reach double precision := nearest / 1000000.0 + 0.5;
  high double precision;
  wide double precision;
  is_everywhere boolean;
begin
  loop
    -- A degree of latitude is 69.09 miles; one of longitude is shorter the further from the equator.
    high := reach / 69;
    wide := high / cos(radians(least(89.9, abs(from_lat) + high)));
    -- A box over a pole or the date line would miss what lies behind it.
    is_everywhere := abs(from_lat) + high > 89 or abs(from_lon) + wide > 180;
    if is_everywhere then
      high := 180;
      wide := 360;
    end if;
    select array_agg(near.lat), array_agg(near.lon), array_agg(near.key) into ring.lats, ring.lons, ring.keys
    from (
      select p.lat, p.lon, p.key from (
        select p.lat, p.lon, (private.miles_between(from_lat, from_lon, p.lat, p.lon) * 1000000)::bigint as key
        from private.listing_places p
        where p.lat between from_lat - high and from_lat + high and p.lon between from_lon - wide and from_lon + wide
      ) p
      where p.key between nearest and farthest and (is_everywhere or p.key <= reach * 1000000)
      order by p.key fetch first places rows with ties
    ) near;
    if cardinality(ring.lats) >= places then
      ring.is_last := false;
      return ring;
    elsif is_everywhere or reach * 1000000 > farthest then
      ring.is_last := true;
      return ring;
    end if;
    reach := reach * 2;
  end loop;
end $$;
comment on function private.ring_of_places(double precision, double precision, bigint, bigint, integer) is
  'The so many nearest of the places that lie between two distances (millionths of miles), with all that are as far as the last.';

create function private.walk_from_place(r private.search_request, tier integer, after private.search_hit, wanted integer)
returns private.search_walk
language plpgsql stable
-- Places come in their order. To sort the listings of all of them would be to read all of them.
set search_path = '' set enable_sort = off
as $$
declare
  nowhere constant bigint := 9223372036854775807;
  from_lat double precision := coalesce(r.lat, 51.505);
  from_lon double precision := coalesce(r.lon, -0.09);
  -- No distance is negative, whatever a cursor says.
  start bigint := greatest(0, after.key);
  farthest bigint := coalesce((r.radius * 1000000)::bigint + 1, nowhere - 1);
  places integer := 16;
  -- How many listings may still be read; those of the first ring may in any case.
  budget integer := 20000;
  conditions text := concat_ws(' and ', private.scope_of_tier(r, tier), private.search_filter(r, false), private.price_filter(r),
    private.search_tier(r) || ' = $4');
  ring private.place_ring;
  more private.search_hit[];
  walk private.search_walk := row('{}'::private.search_hit[], false);
begin
  while start <= farthest loop
    ring := private.ring_of_places(from_lat, from_lon, start, farthest, places);
    exit when ring.lats is null;
    if places > 16 then
      budget := budget - (
        select count(*) from (
          select from unnest(ring.lats, ring.lons) near (lat, lon) join private.listings l using (lat, lon) limit budget
        ) ahead
      );
      if budget <= 0 then
        return walk;
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
    using r, after, wanted - cardinality(walk.hits), tier, ring.lats, ring.lons, ring.keys;
    walk.hits := walk.hits || more;
    if cardinality(walk.hits) >= wanted then
      walk.is_whole := true;
      return walk;
    end if;
    exit when ring.is_last;
    start := ring.keys[cardinality(ring.keys)] + 1;
    places := places * 8;
  end loop;

  -- What has no place comes last.
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
    $s$, case when after.key = nowhere then 'w.product_id > ($2).product_id' else 'true' end, conditions)
  into more
  using r, after, wanted - cardinality(walk.hits), tier, nowhere, budget;
  walk.hits := walk.hits || more;
  walk.is_whole := cardinality(walk.hits) >= wanted or budget > (
    select count(*) from (select from private.listings l where l.lat is null limit budget) nowhere
  );
  return walk;
end $$;
comment on function private.walk_from_place(private.search_request, integer, private.search_hit, integer) is
  'Goes from place to place, nearest first, until the page is full: for what is common.';

create or replace function private.gather(r private.search_request, after private.search_hit, wanted integer, is_common boolean[])
returns private.search_hit[]
language plpgsql stable set search_path = ''
as $$
declare
  hits private.search_hit[] := '{}';
  walk private.search_walk;
  tiers integer[] := private.tiers_of(r);
  tier integer := coalesce(after.tier, 0);
  last_tier integer;
  missing integer;
begin
  while tier <= 5 and cardinality(hits) < wanted loop
    last_tier := tier;
    if not tier = any (tiers) then
      tier := tier + 1;
      continue;
    end if;
    missing := wanted - cardinality(hits);
    walk := null;
    if is_common[tier + 1] then
      walk := case when r.sort = 'nearest' then private.walk_from_place(r, tier, after, missing)
        else private.walk(r, tier, after, missing) end;
    else
      -- Tiers that are rare are looked up together; 0 by itself, being found by other words.
      while tier > 0 and last_tier < tiers[cardinality(tiers)] and not is_common[last_tier + 2] loop
        last_tier := last_tier + 1;
      end loop;
    end if;
    hits := hits || case when walk.is_whole then walk.hits
      else (private.look_up(r, tier, last_tier, after, missing)).hits end;
    tier := last_tier + 1;
    after := null;
  end loop;
  return hits;
end $$;

revoke execute on function private.walk, private.ring_of_places, private.walk_from_place from public;
