-- Search requests: parsing them, widening them when few products match, and building their statements.

create type private.search_request as (
  words text[],
  patterns text[],
  prefixes text[],
  word_of integer[],
  exact_matches uuid[],
  phrase text,
  required_tags text[],
  categories text[],
  fulfilment_tags text[],
  geo_cells text[],
  on_date date,
  min_price numeric,
  max_price numeric,
  min_rating numeric,
  shop_id uuid,
  lat double precision,
  lon double precision,
  radius double precision,
  sort text,
  is_empty boolean,
  required_tokens integer[],
  any_tokens integer[],
  any_ends integer[]
);
comment on type private.search_request is
  'A parsed search. Statements take it as parameter $1, so no value appears in their text. exact_matches are the listings that have the '
  'words of a widened search as they were spelt. A listing must have all required_tokens '
  'and one token of each group in any_tokens. any_ends has the index at which each group ends. Null tokens are not used.';

create type private.search_hit as (product_id uuid, tier integer, key bigint);
comment on type private.search_hit is 'A matching product and its position in the sort order.';

create type private.search_result as (hits private.search_hit[], total integer, highest_price numeric);
comment on type private.search_result is 'A page of hits plus one if there are more, the total (at most 10001) and the highest price.';

create type private.search_page as (hits private.search_hit[], total integer, highest_price numeric, flags text);
comment on type private.search_page is
  'The contents of a page. Flags are letters in the cursor. The total is exact (x), words were widened (f), '
  'the radius was widened (w), nothing lay within it (n). The letters p to u mark tiers 0 to 5 as common.';

create type private.search_scan as (hits private.search_hit[], is_complete boolean);
comment on type private.search_scan is
  'The hits of an index scan, in order. is_complete is false if the scan reached its limit before it found enough.';

create function private.parse_search(
  q text, category text, occasion text, min_price numeric, max_price numeric, avoid text[], fulfilment text, available_on date,
  min_rating numeric, lat double precision, lon double precision, radius_miles double precision, sort text, shop text
) returns private.search_request
language plpgsql stable set search_path = '' as $$
declare
  r private.search_request;
  word text;
  avoided text[];
begin
  r.is_empty := false;
  r.required_tags := '{}';
  r.words := '{}';
  r.prefixes := '{}';
  r.patterns := '{}';
  r.word_of := '{}';

  foreach word in array string_to_array(private.searchable(left(coalesce(q, ''), 200)), ' ') loop
    -- Words without a letter or digit (a lone emoji) have no trigrams, so an index cannot find them.
    continue when word = any (r.words) or cardinality(r.words) = 8 or extensions.show_trgm(word) = '{}';
    r.words := r.words || word;
    r.prefixes := r.prefixes || concat('% ', word, '%');
    r.patterns := r.patterns || case when char_length(word) < 3 then concat('% ', word, '%') else concat('%', word, '%') end;
    r.word_of := r.word_of || cardinality(r.words);
  end loop;
  if cardinality(r.words) = 0 and private.trimmed(q) <> '' then
    r.is_empty := true;
  elsif cardinality(r.words) > 1 then
    r.phrase := concat('% ', array_to_string(r.words, ' '), '%');
  end if;

  if private.trimmed(category) <> '' then
    r.required_tags := r.required_tags || concat('category:', lower(private.trimmed(category)));
  end if;
  if private.trimmed(occasion) <> '' then
    r.categories := case lower(private.trimmed(occasion))
      when 'birthday' then array['category:cakes', 'category:pastries']
      when 'wedding' then array['category:cakes', 'category:pastries']
      when 'holiday' then array['category:cookies', 'category:cakes', 'category:pastries']
      when 'party' then array['category:cupcakes', 'category:cakes', 'category:cookies']
      when 'special' then array['category:cakes', 'category:pastries', 'category:custom']
    end;
    r.is_empty := r.is_empty or r.categories is null;
  end if;

  -- No product is declared free of an unknown allergen, so nothing matches.
  if avoid <> '{}' then
    avoided := array(select distinct lower(private.trimmed(a)) from unnest(avoid) a where private.trimmed(a) <> '');
    if not avoided <@ (private.allergens() || private.allergen_kinds()) then
      r.is_empty := true;
    else
      r.required_tags := r.required_tags || array(select concat('free:', a) from unnest(avoided) a);
    end if;
  end if;

  if available_on is not null then
    if not isfinite(available_on) or available_on < (now() at time zone 'Europe/London')::date then
      r.is_empty := true;
    else
      r.on_date := available_on;
    end if;
  end if;
  if fulfilment = 'delivery' then
    r.required_tags := r.required_tags || 'delivery'::text;
  elsif fulfilment = 'pickup' and r.on_date is null then
    r.required_tags := r.required_tags || 'pickup'::text;
  elsif fulfilment = 'pickup' then
    r.required_tags := r.required_tags || concat('pickup:', extract(dow from r.on_date));
  elsif r.on_date is not null then
    r.fulfilment_tags := array['delivery', concat('pickup:', extract(dow from r.on_date))];
  end if;

  min_price := nullif(min_price, 'NaN');
  max_price := nullif(max_price, 'NaN');
  r.min_price := case when min_price > max_price then max_price else min_price end;
  r.max_price := case when min_price > max_price then min_price else max_price end;
  if min_rating > 0 and min_rating <> 'NaN' then
    r.min_rating := least(5, greatest(1, min_rating));
    r.required_tags := r.required_tags || concat('rated:', floor(r.min_rating)::integer);
  end if;

  if shop is not null then
    r.shop_id := (select s.id from public.shops s where s.slug = shop);
    r.is_empty := r.is_empty or r.shop_id is null;
  end if;

  r.sort := case when sort in ('price_low', 'price_high', 'rating', 'nearest', 'newest') then sort else 'relevance' end;
  if lat between -90 and 90 and lon between -180 and 180 then
    -- Squaring a coordinate very close to zero would underflow.
    r.lat := round(lat::numeric, 6);
    r.lon := round(lon::numeric, 6);
    if r.shop_id is null then
      r.radius := least(500, greatest(0.1, coalesce(nullif(radius_miles, 'NaN'), 10)));
      r.geo_cells := private.geo_cells_within(lat, lon, r.radius);
    end if;
  end if;
  return r;
end $$;
comment on function private.parse_search(text, text, text, numeric, numeric, text[], text, date, numeric, double precision, double precision, double precision, text, text) is
  'Parses a search. Invalid values are clamped or ignored.';

create function private.with_tokens(r private.search_request) returns private.search_request
language plpgsql stable set search_path = '' as $$
declare
  categories text[] := array(select tag from unnest(r.required_tags) tag where tag like 'category:%');
  tags text[] := array(select tag from unnest(r.required_tags) tag where tag not like 'category:%');
  tokens integer[];
begin
  -- With few listings, or for a single shop, looking up tokens takes longer than a scan.
  if r.shop_id is not null or (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.listings'::regclass) <= 2000 then
    return r;
  end if;
  if categories = '{}' then
    categories := r.categories;
  end if;
  r.required_tokens := '{}';
  r.any_tokens := '{}';
  r.any_ends := '{}';
  for tokens in
    select array(select private.tag_token(c, tag) from unnest(coalesce(categories, array[null])) c, unnest(groups.tags) tag)
    from (
      select array[tag] as tags from unnest(tags) tag
      union all select r.fulfilment_tags where r.fulfilment_tags is not null
      union all select r.geo_cells where r.geo_cells is not null
    ) groups
    union all
    select array(select private.tag_token(null, c) from unnest(categories) c)
    where categories is not null and tags = '{}' and r.fulfilment_tags is null and r.geo_cells is null
    union all
    -- Words come last, because their token lists are the longest and the index reads the first list in full.
    select private.tokens_matching(array(
      select p.pattern from unnest(r.patterns, r.word_of) p (pattern, word) where p.word = n
    ))
    from generate_series(1, cardinality(r.words)) n
  loop
    if tokens is null then
      r.required_tokens := null;
      return r;
    elsif cardinality(tokens) = 1 then
      r.required_tokens := r.required_tokens || tokens;
    else
      r.any_tokens := r.any_tokens || tokens;
      r.any_ends := r.any_ends || cardinality(r.any_tokens);
    end if;
  end loop;
  if r.required_tokens = '{}' and r.any_ends = '{}' then
    r.required_tokens := null;
  end if;
  return r;
end $$;
comment on function private.with_tokens(private.search_request) is
  'Adds tokens to a search: those of the words that match its patterns, and those of its tags. If it names a category, the tokens of tags include it.';

create function private.widen_search(r private.search_request, exact_matches uuid[]) returns private.search_request
language plpgsql stable set search_path = '' as $$
declare
  alternative text;
  pattern text;
begin
  r.exact_matches := exact_matches;
  for n in 1 .. cardinality(r.words) loop
    continue when char_length(r.words[n]) < 3;
    foreach alternative in array private.similar_words(r.words[n]) loop
      pattern := concat('% ', alternative, '%');
      -- Before the spelling given, which few listings have. The first match ends the comparison.
      r.patterns := pattern || r.patterns;
      r.prefixes := pattern || r.prefixes;
      r.word_of := n || r.word_of;
    end loop;
  end loop;
  return r;
end $$;
comment on function private.widen_search(private.search_request, uuid[]) is
  'Widens a search: each word may also match a similarly spelt one. Takes the few listings that have the words as they were spelt.';

create function private.is_plain(r private.search_request, listings real) returns boolean
language sql stable
return r.exact_matches is null and r.sort <> 'nearest' and r.categories is null and r.fulfilment_tags is null and r.on_date is null
  and r.min_price is null and r.max_price is null and r.min_rating is null and r.shop_id is null and r.radius is null
  and case when r.words = '{}' and r.required_tags = '{}' then true else listings <= 2000 and cardinality(r.words) <= 3 end;
comment on function private.is_plain(private.search_request, real) is
  'Whether plain_page can answer: everything, or in a small marketplace up to three words and tags.';

-- Statements. They consist of the constants below only. $1 is the request.

create function private.words_condition(r private.search_request, text_column text, patterns text) returns text
language plpgsql stable set search_path = '' as $$
declare
  spellings text;
  condition text;
begin
  for word in 1 .. cardinality(r.words) loop
    spellings := null;
    for n in 1 .. cardinality(r.word_of) loop
      continue when r.word_of[n] <> word;
      spellings := concat_ws(' or ', spellings, concat('l.', text_column, ' like ($1).', patterns, '[', n, ']'));
    end loop;
    condition := concat_ws(' and ', condition, concat('(', spellings, ')'));
  end loop;
  return condition;
end $$;
comment on function private.words_condition(private.search_request, text, text) is
  'The SQL condition that a column of listings (l) contains every word in one of its spellings. Null without words.';

create function private.tier_expression(r private.search_request) returns text
language sql stable
return case when r.words = '{}' then '0' else concat('case ',
  case when r.exact_matches is not null then 'when l.product_id = any (($1).exact_matches) then 0 ' end,
  case when r.sort = 'relevance' then concat(
    case when r.phrase is not null then 'when l.name_text like ($1).phrase then 1 ' end,
    'when ', private.words_condition(r, 'name_text', 'prefixes'), ' then 2 ',
    'when ', private.words_condition(r, 'name_text', 'patterns'), ' then 3 ',
    'when ', private.words_condition(r, 'head_text', 'patterns'), ' then 4 else 5 end'
  ) else 'when true then 1 end' end
) end;
comment on function private.tier_expression(private.search_request) is
  'The SQL expression for the match quality of a listing (l), 0 best. Tier 0: the exact words of a widened search. '
  'Tier 1: the phrase in the name. Tier 2: every word begins a word of the name. Tier 3: every word is part of the name. '
  'Tier 4: also of category or shop. Tier 5: also of the description.';

create function private.possible_tiers(r private.search_request) returns integer[]
language sql stable
return case when r.words = '{}' then array[0] else array_remove(array[
  case when r.exact_matches is not null then 0 end,
  case when r.sort <> 'relevance' or r.phrase is not null then 1 end
  ] || case when r.sort = 'relevance' then array[2, 3, 4, 5] end, null) end;
comment on function private.possible_tiers(private.search_request) is 'The possible values of tier_expression for this search, ascending.';

create function private.sort_key_expression(r private.search_request) returns text
language sql stable
return case when r.sort <> 'nearest' then 'l.by_' || r.sort
  when r.lat is null then 'coalesce((private.miles_between(51.505, -0.09, l.lat, l.lon) * 1000000)::bigint, 9223372036854775807)'
  else 'coalesce((private.miles_between(($1).lat, ($1).lon, l.lat, l.lon) * 1000000)::bigint, 9223372036854775807)'
end;
comment on function private.sort_key_expression(private.search_request) is
  'The SQL expression of the sort key: a column of listings (l), or the distance in millionths of miles.';

create function private.price_condition(r private.search_request) returns text
language sql stable
-- Also in pence, which is indexed and where 9999999999 means no price. Out-of-range prices are clamped, because infinity has no value in pence.
return concat('true',
  case when r.min_price is not null then
    ' and l.price >= ($1).min_price and l.by_price_low between least(9999999999, greatest(0, ceil(($1).min_price * 100)))::bigint and 9999999998' end,
  case when r.max_price is not null then
    ' and l.price <= ($1).max_price and l.by_price_low <= least(9999999999, greatest(-1, floor(($1).max_price * 100)))::bigint' end);
comment on function private.price_condition(private.search_request) is 'The SQL condition on the price of a listing (l).';

create function private.filter_condition(r private.search_request, by_index boolean) returns text
language sql stable
return concat_ws(' and ',
  'true',
  case when r.shop_id is not null then 'l.shop_id = ($1).shop_id' end,
  case when r.on_date is not null then $c$l.lead_time_days <= ($1).on_date - (now() at time zone 'Europe/London')::date$c$ end,
  case when r.min_rating is not null then 'l.rating >= ($1).min_rating' end,
  case when r.required_tags <> '{}' then 'l.tags @> ($1).required_tags' end,
  case when r.categories is not null then 'l.tags && ($1).categories' end,
  case when r.fulfilment_tags is not null then 'l.tags && ($1).fulfilment_tags' end,
  case when r.geo_cells is not null and by_index then 'l.tags && ($1).geo_cells' end,
  case when r.radius is not null then
    '(l.lat is null or private.miles_between(($1).lat, ($1).lon, l.lat, l.lon) <= ($1).radius)' end,
  -- Few shops are closed on a given day, so the subquery runs once instead of once for each listing.
  case when r.on_date is not null then
    'l.shop_id not in (select c.shop_id from public.shop_closures c where c.to_date >= ($1).on_date and c.from_date <= ($1).on_date)' end
);
comment on function private.filter_condition(private.search_request, boolean) is
  'The SQL condition of the filters on a listing (l), except price and words. Includes geo cells only if by_index is true.';

create function private.tier_condition(r private.search_request, tier integer) returns text
language sql stable
return coalesce(case
  when tier = 0 and r.exact_matches is not null then 'l.product_id = any (($1).exact_matches)'
  when r.sort <> 'relevance' or tier in (0, 5) then private.words_condition(r, 'full_text', 'patterns')
  when tier = 4 then private.words_condition(r, 'head_text', 'patterns')
  when tier = 3 then private.words_condition(r, 'name_text', 'patterns')
  when tier = 2 then private.words_condition(r, 'name_text', 'prefixes')
  else 'l.name_text like ($1).phrase'
end, 'true');
comment on function private.tier_condition(private.search_request, integer) is
  'The narrowest SQL text condition that all listings of a tier meet, and those of all better tiers except 0.';

create function private.common_tiers(flags text) returns boolean[]
language sql stable return array[flags ~ 'p', flags ~ 'q', flags ~ 'r', flags ~ 's', flags ~ 't', flags ~ 'u'];
comment on function private.common_tiers(text) is 'Which of the tiers 0 to 5 are common, read from the flags of a page.';
