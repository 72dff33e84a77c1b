-- A loop and single expressions take less time than small queries, each of which has to be started.
create function private.with_spellings(r private.search_request, word integer, spellings text[])
returns private.search_request
language plpgsql
stable
set search_path = ''
as $$
declare
  spelling text;
  found text[];
begin
  foreach spelling in array spellings loop
    r.patterns := r.patterns || concat('%', spelling, '%');
    r.singulars := r.singulars || btrim(private.singular(concat(' ', btrim(spelling), ' ')));
    r.word_of := r.word_of || word;
    -- The aggregate sorts the few words. For "select distinct", the planner makes a hash table for thousands.
    found := found || (
      select array_agg(distinct w.word)
      from private.listing_words w
      where w.part >= spelling collate "C" and w.part < concat(spelling, chr(1114111)) collate "C"
    );
  end loop;
  if cardinality(spellings) > 1 then
    found := array(select distinct f from unnest(found) f);
  end if;
  if found is not null then
    r.found := r.found || found;
    r.found_of := r.found_of || array_fill(word, array[cardinality(found)]);
  end if;
  return r;
end
$$;
comment on function private.with_spellings is
  'Adds spellings of a word. They match any part of a word, or its start if they begin with a space.';

create function private.with_words(r private.search_request, words text[])
returns private.search_request
language plpgsql
stable
set search_path = ''
as $$
declare
  word text;
  singular text;
  spellings text[];
begin
  r.words := words;
  r.patterns := '{}';
  r.singulars := '{}';
  r.word_of := '{}';
  r.found := '{}';
  r.found_of := '{}';
  for n in 1..cardinality(words) loop
    word := words[n];
    if char_length(word) < 3 then
      spellings := array[concat(' ', word)];
    else
      -- Everything that is the same word in the singular contains one of these.
      singular := btrim(private.singular(concat(' ', word, ' ')));
      spellings := array[singular];
      if char_length(word) > 3 and regexp_replace(word, '([^s])s$', '\1') <> singular then
        spellings := spellings || regexp_replace(word, '([^s])s$', '\1');
      elsif char_length(word) = 3 and word <> singular then
        spellings := spellings || word;
      end if;
      if singular ~ '..y$' then
        spellings := spellings || concat(left(singular, -1), 'ie');
      elsif singular ~ '^(loa|hal|lea|cal)f$' then
        spellings := spellings || concat(left(singular, -1), 've');
      end if;
    end if;
    r := private.with_spellings(r, n, spellings);
  end loop;
  r.phrase := case
    when cardinality(words) > 1 then concat('%', private.singular(concat(' ', array_to_string(words, ' '), ' ')), '%')
  end;
  return r;
end
$$;
comment on function private.with_words is 'A search for these words.';

create function private.food_tokens(value text)
returns bigint[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  words text[] := string_to_array(btrim(private.food_words(value)), ' ');
begin
  return array(
    select distinct private.word_token('f', part)
    from
      generate_subscripts(words, 1) n,
      lateral (
        values
          (words[n]),
          (concat(words[n], words[n + 1]))
      ) parts (part)
    where part <> ''
  );
end
$$;
comment on function private.food_tokens is
  'Tokens of the words of a text, and of each two neighbours as one word: "pine nuts" and "pinenuts" have one in common.';

create function private.named_food_tokens(food text)
returns bigint[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  words text[] := string_to_array(btrim(private.food_words(food)), ' ');
begin
  if cardinality(words) < 3 then
    return array(select private.word_token('f', part) from array_to_string(words, '') part where part <> '');
  end if;
  return array(
    select private.word_token('f', concat(words[n], words[n + 1])) from generate_series(1, cardinality(words) - 1) n
  );
end
$$;
comment on function private.named_food_tokens is 'The tokens of every text that names this food, in one word or two.';

create function private.parse_search(
  q text,
  category text,
  occasion text,
  min_price numeric,
  max_price numeric,
  avoid text[],
  fulfilment text,
  available_on date,
  min_rating numeric,
  lat double precision,
  lon double precision,
  radius_miles double precision,
  sort text,
  shop text,
  diets text[],
  part_of_day text,
  without text[]
)
returns private.search_request
language plpgsql
stable
set search_path = ''
as $$
declare
  r private.search_request;
  words text[] := '{}';
  word text;
  avoided text[];
  food text;
  named bigint[];
begin
  r.is_empty := false;
  r.required_tags := '{}';

  foreach word in array string_to_array(private.searchable(left(coalesce(q, ''), 200)), ' ') loop
    -- Words without a letter or digit (a lone emoji) have no trigrams, so similar words cannot be found.
    continue when word = any (words) or cardinality(words) = 8 or extensions.show_trgm(word) = '{}';
    words := words || word;
  end loop;
  r := private.with_words(r, words);
  if words = '{}' and private.trimmed(q) <> '' then
    r.is_empty := true;
  end if;

  if private.trimmed(category) <> '' then
    r.required_tags := r.required_tags || concat('category:', lower(private.trimmed(category)));
  end if;
  if private.trimmed(occasion) <> '' then
    occasion := lower(private.trimmed(occasion));
    -- What is made for the occasion, and the categories that suit it.
    r.categories := concat('occasion:', occasion) || case occasion
      when 'birthday' then array['category:cakes', 'category:pastries']
      when 'wedding' then array['category:cakes', 'category:pastries']
      when 'holiday' then array['category:cookies', 'category:cakes', 'category:pastries']
      when 'party' then array['category:cupcakes', 'category:cakes', 'category:cookies']
      when 'special' then array['category:cakes', 'category:pastries', 'category:custom']
      else '{}'
    end;
    r.is_empty := r.is_empty or not occasion = any (private.occasions());
  end if;

  -- No product is declared free of an unknown allergen, so nothing matches.
  if avoid <> '{}' then
    avoided := array(select distinct lower(private.trimmed(a)) from unnest(avoid) a where private.trimmed(a) <> '');
    r.is_empty := r.is_empty
    or exists (
      select
      from unnest(avoided) a
      where not regexp_replace(a, '^(contains|kitchen):', '') = any (private.allergens() || private.allergen_kinds())
    );
    -- contains:nuts avoids nuts as an ingredient, nuts avoids traces too, and kitchen:nuts avoids kitchens that handle nuts.
    r.required_tags := r.required_tags || array(
      select
        case
          when a like 'contains:%' then regexp_replace(a, '^contains:', 'without:')
          when a like 'kitchen:%' then regexp_replace(a, '^kitchen:', 'kitchen-without:')
          else concat('free:', a)
        end
      from unnest(avoided) a
    );
  end if;
  foreach food in array coalesce(without[:8], '{}') loop
    named := private.named_food_tokens(left(food, 60));
    continue when named = '{}';
    r.without := r.without || food;
    r.excluded := coalesce(r.excluded, '{}') || array(
      select f.product_id from private.listing_foods f where f.foods @> named
    );
  end loop;
  if diets <> '{}' then
    r.is_empty := r.is_empty or not diets <@ private.diets();
    r.required_tags := r.required_tags || array(select distinct concat('diet:', diet) from unnest(diets) diet);
  end if;

  r := private.with_day(r, available_on, fulfilment, part_of_day);

  min_price := nullif(min_price, 'NaN');
  max_price := nullif(max_price, 'NaN');
  r.min_price := case when min_price > max_price then max_price else min_price end;
  r.max_price := case when min_price > max_price then min_price else max_price end;
  if min_rating > 0 and min_rating <> 'NaN' then
    r.min_rating := least(5, greatest(1, min_rating));
    r.required_tags := r.required_tags || concat('rated:', floor(r.min_rating)::integer);
  end if;

  if shop is not null then
    r.required_tags := r.required_tags || concat('shop:', (select s.id from public.shops s where s.slug = shop));
  end if;

  r.sort := case when sort in ('price_low', 'price_high', 'rating', 'nearest', 'newest') then sort else 'relevance' end;
  if lat between -90 and 90 and lon between -180 and 180 then
    -- Squaring a coordinate very close to zero would underflow.
    r.lat := round(lat::numeric, 6);
    r.lon := round(lon::numeric, 6);
    if shop is null then
      r.radius := least(500, greatest(0.1, coalesce(nullif(radius_miles, 'NaN'), 10)));
      r.by_delivery := fulfilment is distinct from 'pickup';
      r.pickup_miles := case when fulfilment is distinct from 'delivery' then r.radius end;
    end if;
  end if;
  return r;
end
$$;
comment on function private.parse_search is 'Parses a search. Invalid values are clamped or ignored.';

create function private.place_tags(r private.search_request, place text)
returns text[]
language plpgsql
stable
set search_path = ''
as $$
declare
  tags text[] := '{}';
begin
  if place = 'anywhere' or r.by_delivery is null then
    return null;
  end if;
  if place = 'within radius' or r.pickup_miles is not null then
    tags := private.geo_cells_within(r.lat, r.lon, r.radius, case when r.radius <= 25 then 1 else 10 end);
  end if;
  if tags is null then
    return null;
  end if;
  if place = 'within reach' and r.by_delivery then
    tags := tags || array['to:anywhere', replace(private.geo_cell(r.lat, r.lon, 10), 'at', 'to')];
  end if;
  return tags || 'at:nowhere'::text;
end
$$;
comment on function private.place_tags is
  'Tags one of which each listing within reach has, or each within radius. Null without a place, and if there are too many.';

create function private.token_groups(r private.search_request, field text, has_tags boolean, place text)
returns private.token_groups
language plpgsql
stable
set search_path = ''
as $$
declare
  g private.token_groups;
  categories text[];
  within text[];
  near text[];
  tag text;
  -- All tokens, and the index at which each group ends.
  tokens bigint[] := '{}';
  ends integer[] := '{}';
  group_of bigint[];
  used integer := 0;
begin
  g := row('{}', null, null, '{}', '{}');
  if has_tags then
    categories := coalesce(
      nullif(array(select t from unnest(r.required_tags) t where t like 'category:%'), '{}'),
      r.categories
    );
    -- Within a category, each tag has a token of its own, which fewer listings have. Of several categories, one group is enough.
    within := coalesce(categories, array[null]);
    foreach tag in array r.required_tags loop
      continue when tag like 'category:%';
      if cardinality(within) = 1 then
        tokens := tokens || private.tag_token(within[1], tag);
      else
        tokens := tokens || array(select private.tag_token(category, tag) from unnest(within) category);
        within := array[null];
      end if;
      ends := ends || cardinality(tokens);
    end loop;
    if r.fulfilment_tags is not null then
      tokens := tokens || array(
        select private.tag_token(category, t)
        from
          unnest(within) category,
          unnest(r.fulfilment_tags) t
      );
      ends := ends || cardinality(tokens);
      within := case when cardinality(within) = 1 then within else array[null] end;
    end if;
    if r.ahead_tags is not null then
      tokens := tokens || private.tag_tokens(r.ahead_tags);
      ends := ends || cardinality(tokens);
    end if;
    if r.by_delivery is not null then
      near := private.place_tags(r, place);
      if near is not null then
        tokens := tokens || array(
          select private.tag_token(category, t)
          from
            unnest(within) category,
            unnest(near) t
        );
        ends := ends || cardinality(tokens);
        within := case when cardinality(within) = 1 then within else array[null] end;
      end if;
    end if;
    if cardinality(within) > 1 or (categories is not null and ends = '{}') then
      tokens := tokens || array(select private.tag_token(category, 'all') from unnest(within) category);
      ends := ends || cardinality(tokens);
    end if;
    if categories <> r.categories then
      tokens := tokens || array(select private.tag_token(category, 'all') from unnest(r.categories) category);
      ends := ends || cardinality(tokens);
    end if;
  end if;
  for n in 1..cardinality(r.words) loop
    if field = '=' then
      tokens := tokens || array(
        select distinct private.word_token('=', s.singular)
        from unnest(r.singulars, r.word_of) s (singular, word)
        where s.word = n
      );
    else
      tokens := tokens || array(
        select private.word_token(field, f.word) from unnest(r.found, r.found_of) f (word, word_of) where f.word_of = n
      );
    end if;
    ends := ends || cardinality(tokens);
  end loop;

  for n in 1..cardinality(ends) loop
    group_of := tokens[coalesce(ends[n - 1], 0) + 1:ends[n]];
    if cardinality(group_of) <= 1 then
      -- Null for a word that no listing has.
      g.required := g.required || group_of[1];
      continue;
    end if;
    used := used + 1;
    case used
      when 1 then
        g.any_1 := group_of;
      when 2 then
        g.any_2 := group_of;
      else
        g.more := g.more || group_of;
        g.ends := g.ends || cardinality(g.more);
    end case;
  end loop;
  if g.required = '{}' then
    g.required := array[private.tag_token(null, 'all')];
  elsif array_position(g.required, null) > 0 then
    g.required := null;
  end if;
  -- The index reads a token that several conditions have only once.
  g.any_1 := coalesce(g.any_1, g.required[:1]);
  g.any_2 := coalesce(g.any_2, g.required[:1]);
  return g;
end
$$;
comment on function private.token_groups is
  'The tokens that a listing must have: those of the words in a field, of the tags, and of the place.';

create function private.has_each(tokens bigint[], more bigint[], ends integer[])
returns boolean
language sql
immutable
return not exists (
  select from generate_series(1, cardinality(ends)) n where not tokens && more[coalesce(ends[n - 1], 0) + 1:ends[n]]
);
comment on function private.has_each is 'Whether a listing has one token of each further group.';

create function private.text_patterns(r private.search_request, whole boolean)
returns private.text_patterns
language plpgsql
stable
set search_path = ''
as $$
declare
  p private.text_patterns;
  patterns text[];
  used integer := 0;
begin
  p := row('{}', array['%'], array['%'], '{}', '{}');
  for patterns in select
    array_agg(distinct case when whole then concat('% ', s.singular, ' %') else s.pattern end)
  from unnest(r.singulars, r.patterns, r.word_of) s (singular, pattern, word)
  group by s.word loop
    if cardinality(patterns) = 1 then
      p.every := p.every || patterns;
      continue;
    end if;
    used := used + 1;
    case used
      when 1 then
        p.any_1 := patterns;
      when 2 then
        p.any_2 := patterns;
      else
        p.more := p.more || patterns;
        p.ends := p.ends || cardinality(p.more);
    end case;
  end loop;
  return p;
end
$$;
comment on function private.text_patterns is 'The patterns of whole words in the singular, or of parts of words.';

create function private.has_each_pattern(value text, more text[], ends integer[])
returns boolean
language sql
immutable
return not exists (
  select
  from generate_series(1, cardinality(ends)) n
  where not value like any (more[coalesce(ends[n - 1], 0) + 1:ends[n]])
);
comment on function private.has_each_pattern is 'Whether a text matches one pattern of each further group.';

create function private.widen_search(r private.search_request, exact_matches uuid[])
returns private.search_request
language plpgsql
stable
set search_path = ''
as $$
declare
  alternatives text[];
begin
  r.exact_matches := exact_matches;
  r.exact_found := cardinality(r.found);
  for n in 1..cardinality(r.words) loop
    continue when char_length(r.words[n]) < 3;
    alternatives := private.similar_words(r.words[n]);
    r := private.with_spellings(r, n, array(select concat(' ', alternative) from unnest(alternatives) alternative));
  end loop;
  return r;
end
$$;
comment on function private.widen_search is
  'Widens a search: each word may also match a similarly spelt one. Takes the few listings that have the words as they were spelt.';

create function private.filters_by_tags_alone(r private.search_request)
returns boolean
language sql
stable
return r.on_date is null
and r.min_rating is null
and r.min_price is null
and r.max_price is null
and r.excluded is null;
comment on function private.filters_by_tags_alone is
  'Whether the tokens of a listing decide, without its day, rating, price or texts.';

create function private.is_everything(r private.search_request)
returns boolean
language sql
stable
return r.sort = 'relevance'
and r.words = '{}'
and r.required_tags = '{}'
and r.categories is null
and r.fulfilment_tags is null
and private.filters_by_tags_alone(r)
and r.by_delivery is null;
comment on function private.is_everything is 'Whether this is the list of everything, in the order of relevance.';

create function private.price_condition(r private.search_request)
returns text
language sql
stable
-- Also in pence, which is indexed and where 9999999999 means no price. Out-of-range prices are clamped, because infinity has no value in pence.
return concat(
  'true',
  case
    when r.min_price is not null then ' and l.price >= ($1).min_price and l.by_price_low between least(9999999999, greatest(0, ceil(($1).min_price * 100)))::bigint and 9999999998'
  end,
  case
    when r.max_price is not null then ' and l.price <= ($1).max_price and l.by_price_low <= least(9999999999, greatest(-1, floor(($1).max_price * 100)))::bigint'
  end
);
comment on function private.price_condition is 'The SQL condition on the price of a listing (l).';

create function private.filter_condition(r private.search_request)
returns text
language sql
stable
return concat_ws(
  ' and ',
  'true',
  case when r.on_date is not null then private.day_condition(r) end,
  case when r.min_rating is not null then 'l.rating >= ($1).min_rating' end,
  case when r.excluded is not null then 'l.product_id not in (select unnest(($1).excluded))' end,
  case when r.required_tags <> '{}' then 'l.tokens @> private.tag_tokens(($1).required_tags)' end,
  case when r.categories is not null then 'l.tokens && private.tag_tokens(($1).categories)' end,
  case when r.fulfilment_tags is not null then 'l.tokens && private.tag_tokens(($1).fulfilment_tags)' end
);
comment on function private.filter_condition is
  'The SQL condition of the filters on a listing (l), except price and words.';

create function private.search_fingerprint(r private.search_request, q text)
returns text
language sql
stable
-- Not the indexed words that were found, because new products add to them.
return left(
  md5(
    row(
      r.words,
      r.required_tags,
      r.categories,
      r.fulfilment_tags,
      r.on_date,
      r.part_of_day,
      r.min_price,
      r.max_price,
      r.min_rating,
      r.lat,
      r.lon,
      r.radius,
      r.pickup_miles,
      r.by_delivery,
      r.sort,
      r.without,
      left(q, 200)
    )::text
  ),
  8
);
comment on function private.search_fingerprint is 'Identifies a search in its cursors.';
