-- The shops of a search, for the map.

create function public.search_shops(
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
  diets text[] default null,
  part_of_day text default null,
  without text[] default null
)
returns json
language plpgsql
stable
security definer
-- As search_products.
set search_path = ''
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  max_products constant integer := 1000;
  max_shops constant integer := 200;
  r private.search_request := private.parse_search(
    q,
    category,
    occasion,
    min_price,
    max_price,
    avoid,
    fulfilment,
    available_on,
    min_rating,
    lat,
    lon,
    radius_miles,
    'nearest',
    null,
    diets,
    part_of_day,
    without
  );
  hits private.search_hit[] := '{}';
  next_hit private.search_hit;
  nearest json[];
begin
  if not r.is_empty then
    hits := (private.first_page(r, max_products + 1)).hits;
    next_hit := hits[max_products + 1];
  end if;
  nearest := array(
    with
      found as (
        select l.shop_id, l.price, h.tier >= 6 as is_further, h.n
        from
          unnest(hits[:max_products]) with ordinality h (product_id, tier, key, n)
          join private.listings l on l.product_id = h.product_id
        -- At the distance of the first product beyond, a shop may have more products than these. If all are at that distance, their count is the least.
        where
          next_hit.tier is null
          or (h.tier, h.key) < (next_hit.tier, next_hit.key)
          or (hits[1].tier, hits[1].key) = (next_hit.tier, next_hit.key)
      ),
      of_shop as (
        -- A shop with products within reach counts these only, as the total of search_products does.
        select distinct on (f.shop_id)
          f.shop_id,
          f.is_further,
          min(f.n) as n,
          count(*) as results,
          min(f.price) as lowest_price
        from found f
        group by f.shop_id, f.is_further
        order by f.shop_id, f.is_further
      )
    select
      json_build_object(
        'slug', s.slug,
        'name', s.name,
        'logo', s.logo,
        'town', s.town,
        'lat', s.lat,
        'lon', s.lon,
        'rating', s.rating,
        'review_count', s.review_count,
        'distance_miles', round(private.miles_between(r.lat, r.lon, s.lat, s.lon)::numeric, 1),
        'in_reach', not o.is_further,
        'results', o.results,
        'lowest_price', o.lowest_price
      )
    from
      of_shop o
      join public.shops s on s.id = o.shop_id
    order by o.n
    limit max_shops + 1
  );
  return json_build_object(
    'shops', array_to_json(nearest[:max_shops]),
    'is_complete', next_hit.tier is null and cardinality(nearest) <= max_shops
  );
end
$$;
comment on function public.search_shops is
  'The shops that search_products finds products of, with the rounded place that visitors may read: those within reach first, then nearest first. '
  'Reads at most 1000 products, and returns at most 200 shops. A shop has the number of its results and their lowest price.';
