-- The pages of search_products.

create function private.build_card(p public.products, s public.shops)
returns json
language sql
stable
return json_build_object(
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
  'delivery', case when p.available_for_delivery then private.delivery_offers(s) else '[]' end,
  'shop', json_build_object('name', s.name, 'slug', s.slug, 'town', s.town),
  'distance_miles', null,
  'in_reach', true
);
comment on function private.build_card is 'The card of a product and its shop, for a search without a place.';

create function private.page_items(hits private.search_hit[], from_lat double precision, from_lon double precision)
returns json
language plpgsql
stable
set search_path = ''
as $$
declare
  -- As build_card ends a card.
  ending constant integer := char_length(', "distance_miles" : null, "in_reach" : true}');
begin
  if from_lat is null then
    return (
      select coalesce(json_agg(c.card order by h.n), '[]')
      from
        unnest(hits) with ordinality h (product_id, tier, key, n)
        join private.listing_cards c on c.product_id = h.product_id
    );
  end if;
  return (
    select
      concat(
        '[',
        string_agg(
          concat(
            left(c.card::text, -ending),
            ',"distance_miles":',
            coalesce(round(private.miles_between(from_lat, from_lon, c.lat, c.lon)::numeric, 1)::text, 'null'),
            ',"in_reach":',
            case when h.tier < 6 then 'true}' else 'false}' end
          ),
          ','
          order by h.n
        ),
        ']'
      )
    from
      unnest(hits) with ordinality h (product_id, tier, key, n)
      join private.listing_cards c on c.product_id = h.product_id
  );
end
$$;
comment on function private.page_items is 'The cards of these hits, in their order.';

create function private.whole_market_page(max_hits integer, listings real)
returns private.search_page
language plpgsql
stable
set search_path = ''
as $$
declare
  page private.search_page;
begin
  page.hits := private.whole_market_hits(null, max_hits);
  page.highest_price := (select l.price from private.listings l order by l.by_price_high, l.product_id limit 1);
  -- Statistics may be old, so a sample has to exist too.
  page.total := case
    when listings > 25000 and exists (select from private.listings offset 999) then 10001
    else (select count(*) from (select from private.listings limit 10001) counted)
  end;
  if listings > 2000 then
    page.common_tiers := array_fill(false, array[12]);
    page.common_tiers[1] := true;
  end if;
  return page;
end
$$;
comment on function private.whole_market_page is 'The first page of everything.';

create function private.names_page(r private.search_request, max_hits integer)
returns private.search_page
language plpgsql
stable
set search_path = ''
as $$
declare
  page private.search_page;
  names private.token_groups;
  g private.token_groups;
  cards json[];
begin
  -- Other filters need the rows of all matches.
  if
    r.sort <> 'relevance'
    or cardinality(r.words) <> 1
    or cardinality(r.found) > 20
    or r.lat is not null
    or r.exact_matches <> '{}'
    or not private.filters_by_tags_alone(r)
  then
    return page;
  end if;
  if r.required_tags = '{}' and r.categories is null and r.fulfilment_tags is null then
    -- As token_groups, in half the time.
    names.any_1 := array(select distinct private.word_token('=', singular) from unnest(r.singulars) singular);
    names.required := case when cardinality(names.any_1) = 1 then names.any_1 else private.tag_tokens('{all}') end;
    g.any_1 := array(select private.word_token('w', word) from unnest(r.found) word);
    g.required := case when cardinality(g.any_1) = 1 then g.any_1 else private.tag_tokens('{all}') end;
    g.any_2 := g.required[:1];
  else
    names := private.token_groups(r, '=', true, 'anywhere');
    g := private.token_groups(r, 'w', true, 'anywhere');
    if cardinality(names.any_2) > 1 or cardinality(g.any_2) > 1 then
      return page;
    end if;
  end if;
  select
    array_agg(row(l.product_id, 2, l.by_relevance)::private.search_hit),
    array_agg((select c.card from private.listing_cards c where c.product_id = l.product_id))
  into page.hits, cards
  from
    (
      select n.product_id, n.by_relevance
      -- With the offset, the index on tokens is used, and the few names are sorted.
      from (select * from private.listings where tokens @> names.required and tokens && names.any_1 offset 0) n
      order by n.by_relevance, n.product_id
      limit max_hits
    ) l;
  if cardinality(page.hits) = max_hits then
    page.items := array_to_json(cards[:max_hits - 1]);
    if cardinality(g.any_1) = 1 then
      -- As count_matches and highest_price_of, in one statement.
      select
        (select count(*) from (select from private.listings l where l.tokens @> g.required limit 10001) counted),
        (
          select l.price
          from (select * from private.listings order by by_price_high, product_id limit 5000) l
          where l.tokens @> g.required
          order by l.by_price_high, l.product_id
          limit 1
        )
      into page.total, page.highest_price;
    else
      page.total := private.count_matches(g);
      page.highest_price := private.highest_price_of(g);
    end if;
  else
    page.hits := null;
  end if;
  return page;
end
$$;
comment on function private.names_page is
  'The first page of a search for one word, if it is a word of enough names. The other matches are then only counted.';

create function private.first_hits(r private.search_request, max_hits integer)
returns private.search_page
language plpgsql
stable
set search_path = ''
as $$
declare
  listings real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.listings'::regclass);
  -- If a share of the listings matches, a scan for 25 hits reads 25 / share rows, and a lookup share * listings. A row of a lookup takes
  -- longer, so both take equally long at a share of sqrt(17 / listings).
  min_common integer := ceil(500 * sqrt(17 / greatest(17, listings)));
  sample integer[];
  result private.search_result;
  page private.search_page;
begin
  if r.words = '{}' and private.is_everything(r) then
    return private.whole_market_page(max_hits, listings);
  end if;
  for n in 1..cardinality(r.words) loop
    if n <> all (r.found_of) then
      -- No listing has this word.
      page.hits := '{}';
      page.total := 0;
      return page;
    end if;
  end loop;
  if listings > 2000 then
    if not exists (select from unnest(r.required_tags) tag where tag like 'shop:%') then
      sample := private.sample_hits(r);
    end if;
  end if;
  if sample is null or not min_common <= any (sample) then
    page := private.names_page(r, max_hits);
    if cardinality(page.hits) = max_hits then
      return page;
    end if;
    result := private.lookup(r, 0, 11, null, max_hits);
    page.hits := result.hits;
    page.highest_price := result.highest_price;
  else
    page.common_tiers := array(
      select (t.hits >= min_common) is true from unnest(sample) with ordinality t (hits, n) order by t.n
    );
    page.hits := private.collect_page(r, null, max_hits, page.common_tiers);
    page.highest_price := private.highest_price(r);
    result.total := private.estimated_total(r, 'within reach', (select sum(n) from unnest(sample[:6]) n), listings);
    result.total_with_further := result.total;
    if result.total < 4 and r.by_delivery is not null then
      result.total_with_further := private.estimated_total(
        r,
        'anywhere',
        (select sum(n) from unnest(sample) n),
        listings
      );
    end if;
    result.has_near := r.by_delivery is null or private.has_near(r, page.hits);
  end if;
  page.total := result.total;
  if result.total < 4 and result.total_with_further > result.total then
    page.total := result.total_with_further;
    page.has_further := true;
  end if;
  page.has_none_near := not result.has_near and page.total > 0;
  return page;
end
$$;
comment on function private.first_hits is
  'The first page of a search as given: a lookup if a sample finds few matches, index scans if it finds many.';

create function private.first_page(r private.search_request, max_hits integer)
returns private.search_page
language plpgsql
stable
set search_path = ''
as $$
declare
  page private.search_page := private.first_hits(r, max_hits);
  all_words text[] := r.words;
  exact_matches uuid[];
  words text[];
  -- For each word, the number of listings with similar spellings.
  counts integer[];
begin
  while page.total < 4
  and r.words <> '{}' loop
    exact_matches := private.find_exact_matches(r);
    if cardinality(exact_matches) >= 4 then
      exit;
    end if;
    r := private.widen_search(r, exact_matches);
    page := private.first_hits(r, max_hits);
    page.has_similar_words := true;
    -- Nothing has all words: the rarest are left out.
    exit when page.total > 0 or cardinality(r.words) = 1 or private.find_exact_matches(r) <> '{}';
    counts := private.count_words(r);
    words := array(
      select w.word
      from unnest(r.words, counts) with ordinality w (word, listings, n)
      where
        w.listings > 0
        and (
          0 = any (counts)
          or w.n <> (select c.n from unnest(counts) with ordinality c (listings, n) order by c.listings, c.n limit 1)
        )
      order by w.n
    );
    -- A letter or two would find far too much.
    exit when not exists (select from unnest(words) word where char_length(word) > 2);
    r := private.with_words(r, words);
    r.exact_matches := null;
    page := private.first_hits(r, max_hits);
  end loop;
  if page.total = 0 and r.words <> '{}' and r.categories is not null then
    -- A feast says more than the words: 'Diwali sweets'. The words say more than an occasion with categories: 'birthday samosas'.
    if cardinality(r.categories) = 1 then
      r := private.with_words(r, '{}');
      r.exact_matches := null;
      page := private.first_hits(r, max_hits);
    else
      r.categories := null;
      page := private.first_hits(r, max_hits);
      page.is_without_occasion := true;
      page.has_similar_words := r.exact_matches is not null;
    end if;
  end if;
  if r.words <> all_words then
    page.dropped := array(
      select w.word <> all (r.words) from unnest(all_words) with ordinality w (word, n) order by w.n
    );
  end if;
  return page;
end
$$;
comment on function private.first_page is
  'The first page. With fewer than four matches, it also takes similar words, and if nothing has all words, it leaves out the rarest. '
  'If nothing of an occasion has the words, it leaves out the occasion, or the words for a feast.';

create function private.next_page(
  r private.search_request,
  after private.search_hit,
  max_hits integer,
  page private.search_page
)
returns private.search_page
language plpgsql
stable
set search_path = ''
as $$
begin
  if true = any (page.dropped) then
    r := private.with_words(
      r,
      array(
        select w.word
        from unnest(r.words) with ordinality w (word, n)
        where page.dropped[w.n] is not true
        order by w.n
      )
    );
  end if;
  if page.is_without_occasion then
    r.categories := null;
  end if;
  if page.has_similar_words then
    r := private.widen_search(r, private.find_exact_matches(r));
  end if;
  if true = any (page.common_tiers) then
    page.hits := private.collect_page(r, after, max_hits, page.common_tiers);
  else
    page.hits := (private.lookup(r, 0, 11, after, max_hits)).hits;
  end if;
  return page;
end
$$;
comment on function private.next_page is 'A page after the first, with the method chosen for the first.';

create function private.typed_words(q text, words text[], dropped boolean[])
returns json
language sql
stable
return coalesce(
  (
    select
      json_agg(
        coalesce(
          (
            select piece
            from string_to_table(translate(left(q, 200), E'\t\n', '  '), ' ') piece
            where concat(' ', private.searchable(piece), ' ') like concat('% ', w.word, ' %')
            limit 1
          ),
          w.word
        )
        order by w.n
      )
    from unnest(words) with ordinality w (word, n)
    where dropped[w.n]
  ),
  '[]'
);
comment on function private.typed_words is 'The words that were left out, as they were typed.';

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
  shop text default null,
  diets text[] default null,
  part_of_day text default null,
  without text[] default null
)
returns json
-- Generic plans, because planning would take longer than most statements here. Those built from text are planned for their values.
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  size integer := least(100, greatest(1, coalesce(page_size, 24)));
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
    sort,
    shop,
    diets,
    part_of_day,
    without
  );
  -- A cursor is valid only for the search that created it.
  fingerprint text;
  cursor_parts text[];
  last private.search_hit;
  page private.search_page;
  methods boolean[];
begin
  if r.is_empty then
    return '{"items": [], "total": 0, "total_is_exact": true, "widened": false, "none_within": false, "dropped": [], "next": null, "highest_price": null}';
  end if;
  if after is not null then
    fingerprint := private.search_fingerprint(r, q);
    cursor_parts := regexp_match(
      after,
      '^(\d{1,2})[.](-?\d{1,19})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.](\d{1,5})[.]((?:[tf]{12})?)[.]([tf]{0,8})[.]([tf]{4})[.]([0-9a-f]{8})$'
    );
  end if;
  if cursor_parts is null or cursor_parts[8] <> fingerprint then
    page := private.first_page(r, size + 1);
  else
    last := row(
      cursor_parts[3],
      cursor_parts[1],
      least(9223372036854775807, greatest(-9223372036854775807, cursor_parts[2]::numeric))
    );
    page.total := least(10001, cursor_parts[4]::integer);
    page.common_tiers := string_to_array(cursor_parts[5], null)::boolean[];
    page.dropped := string_to_array(cursor_parts[6], null)::boolean[];
    methods := string_to_array(cursor_parts[7], null)::boolean[];
    page.has_similar_words := methods[1];
    page.is_without_occasion := methods[2];
    page.has_further := methods[3];
    page.has_none_near := methods[4];
    page := private.next_page(r, last, size + 1, page);
  end if;
  if cardinality(page.hits) > size then
    last := page.hits[size];
    fingerprint := coalesce(fingerprint, private.search_fingerprint(r, q));
  end if;
  return json_build_object(
    'items', coalesce(page.items, private.page_items(page.hits[:size], r.lat, r.lon)),
    'total', least(10000, page.total),
    'total_is_exact', page.total <= 10000,
    'widened', page.has_further is true,
    'none_within', page.has_none_near is true,
    'dropped', case when true = any (page.dropped) then private.typed_words(q, r.words, page.dropped) else '[]' end,
    'next', case
      when cardinality(page.hits) > size then concat_ws(
        '.',
        last.tier,
        last.key,
        last.product_id,
        least(10001, page.total),
        array_to_string(coalesce(page.common_tiers, '{}'), ''),
        array_to_string(coalesce(page.dropped, '{}'), ''),
        array_to_string(
          array[
            page.has_similar_words is true,
            page.is_without_occasion is true,
            page.has_further is true,
            page.has_none_near is true
          ],
          ''
        ),
        fingerprint
      )
    end,
    'highest_price', page.highest_price
  );
end
$$;
comment on function public.search_products is
  'Searches products on sale, with equal results for every caller. Without arguments it lists all. What names a food of without is left out. Returns a page of cards, those within reach first, '
  'their total (exact up to 10,000), the words left out, and the cursor of the next page. With fewer than four within reach, the total includes the others.';
