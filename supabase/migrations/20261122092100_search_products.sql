-- The pages of search_products.

create function private.page_items(hits private.search_hit[], from_lat double precision, from_lon double precision) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select concat('[', string_agg(concat(c.card, ',"distance_miles":',
      coalesce(round(private.miles_between(from_lat, from_lon, c.lat, c.lon)::numeric, 1)::text, 'null'), '}'), ',' order by h.n), ']')
    from unnest(hits) with ordinality h (product_id, tier, key, n)
    join private.listing_cards c on c.product_id = h.product_id
  );
end $$;
comment on function private.page_items(private.search_hit[], double precision, double precision) is 'The cards of these hits, in their order.';

create function private.plain_page(r private.search_request, max_hits integer, listings real) returns private.search_page
language plpgsql stable set search_path = '' as $$
declare
  page private.search_page;
  required_tags text[] := r.required_tags;
  -- Every text matches the pattern of an absent word. The index skips it.
  pattern_1 text := coalesce(r.patterns[1], '%');
  pattern_2 text := coalesce(r.patterns[2], '%');
  pattern_3 text := coalesce(r.patterns[3], '%');
  prefix_1 text := coalesce(r.prefixes[1], '%');
  prefix_2 text := coalesce(r.prefixes[2], '%');
  prefix_3 text := coalesce(r.prefixes[3], '%');
  phrase text := r.phrase;
  sort text := r.sort;
  lowest_tier integer := case when r.words = '{}' then 0 when r.sort = 'relevance' then 5 else 1 end;
  lowest_key bigint;
begin
  if r.words = '{}' and required_tags = '{}' then
    page.hits := (private.index_scan(r, 0, null, max_hits)).hits;
    page.highest_price := (select l.price from private.listings l order by l.by_price_high, l.product_id limit 1);
    -- Statistics may be old, so a sample has to exist too, as in first_hits.
    page.total := case when listings > 25000 and exists (select from private.listings offset 999) then 10001
      else (select count(*) from (select from private.listings limit 10001) counted) end;
    page.flags := concat(case when listings > 2000 then 'p' end, case when page.total <= 10000 then 'x' end);
    return page;
  end if;
  select least(10001, count(*)), min(l.by_price_high) into page.total, lowest_key
  from private.listings l
  where l.full_text like pattern_1 and l.full_text like pattern_2 and l.full_text like pattern_3 and l.tags @> required_tags;
  page.highest_price := -nullif(lowest_key, 9999999999) * 0.01;
  -- The names of most pages have the only word.
  if page.total > 100 and sort = 'relevance' and cardinality(r.words) = 1 then
    page.hits := array(
      select row(l.product_id, 2, l.by_relevance)::private.search_hit
      from private.listings l where l.name_text like prefix_1 and l.tags @> required_tags
      order by l.by_relevance, l.product_id limit max_hits
    );
  end if;
  if page.hits is null or cardinality(page.hits) < max_hits then
    page.hits := array(
      select row(f.product_id, f.tier, f.key)::private.search_hit
      from (
        select l.product_id,
          case
            when lowest_tier < 5 then lowest_tier
            when l.name_text like phrase then 1
            when l.name_text like prefix_1 and l.name_text like prefix_2 and l.name_text like prefix_3 then 2
            when l.name_text like pattern_1 and l.name_text like pattern_2 and l.name_text like pattern_3 then 3
            when l.head_text like pattern_1 and l.head_text like pattern_2 and l.head_text like pattern_3 then 4
            else 5
          end as tier,
          case sort when 'price_low' then l.by_price_low when 'price_high' then l.by_price_high
            when 'rating' then l.by_rating when 'newest' then l.by_newest else l.by_relevance end as key
        from private.listings l
        where l.full_text like pattern_1 and l.full_text like pattern_2 and l.full_text like pattern_3 and l.tags @> required_tags
      ) f
      order by f.tier, f.key, f.product_id limit max_hits
    );
  end if;
  page.flags := 'x';
  return page;
end $$;
comment on function private.plain_page(private.search_request, integer, real) is
  'The first page of a frequent kind of search. Its statements are constant, so each connection plans them once.';

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
  if private.is_plain(r, listings) then
    return private.plain_page(r, max_hits, listings);
  end if;
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
  exact_matches uuid[];
  total_within integer;
  more_flags text := '';
begin
  if page.total < 4 and r.words <> '{}' then
    exact_matches := private.find_exact_matches(r);
    if cardinality(exact_matches) < 4 then
      r := private.widen_search(r, exact_matches);
      more_flags := 'f';
      page := private.first_hits(r, max_hits);
    end if;
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
    r := private.widen_search(r, private.find_exact_matches(r));
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

create function private.search_fingerprint(r private.search_request, q text) returns text
language sql stable
return left(md5(row(r, left(q, 200))::text), 8);
comment on function private.search_fingerprint(private.search_request, text) is 'Identifies a search in its cursors.';

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
) returns json
-- Generic plans, because planning would take longer than most statements here. Those built from text are planned for their values.
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  size integer := least(100, greatest(1, coalesce(page_size, 24)));
  r private.search_request := private.parse_search(
    q, category, occasion, min_price, max_price, avoid, fulfilment, available_on, min_rating, lat, lon, radius_miles, sort, shop);
  -- A cursor is valid only for the search that created it.
  fingerprint text;
  cursor_parts text[];
  last private.search_hit;
  page private.search_page;
begin
  if r.is_empty then
    return '{"items": [], "total": 0, "total_is_exact": true, "widened": false, "none_within": false, "next": null, "highest_price": null}';
  end if;
  if after is not null then
    fingerprint := private.search_fingerprint(r, q);
    cursor_parts := regexp_match(after, concat(
      '^(\d)[.](-?\d{1,19})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.](\d{1,5})[.]([a-z]{0,12})[.]', fingerprint, '$'));
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
    fingerprint := coalesce(fingerprint, private.search_fingerprint(r, q));
  end if;
  return json_build_object(
    'items', private.page_items(page.hits[:size], r.lat, r.lon),
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
