-- Suggestions while a shopper types. The search reads and counts all matches, which takes too long for each letter.

create function private.begun_words(typed text)
returns text[]
language plpgsql
stable
set search_path = ''
as $$
declare
  spelling text;
  words text[];
begin
  -- As typed, without the plural, then as it is probably spelt.
  foreach spelling in array array[typed, regexp_replace(typed, '([^s])s$', '\1'), null] loop
    spelling := coalesce(spelling, (private.similar_words(typed))[1]);
    words := array(
      select w.word
      from private.listing_words w
      where w.part >= spelling collate "C" and w.part < concat(spelling, chr(1114111)) collate "C" and w.part = w.word
      group by w.word
      limit 100
    );
    if words <> '{}' then
      return spelling || words;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.begun_words is
  'What a typed word means: the spelling with which indexed words begin, and up to 100 of these words. Null if there are none.';

create function private.suggested_hits(
  r private.search_request,
  patterns text[],
  place text,
  index_request private.search_request
)
returns private.search_hit[]
language plpgsql
stable
set search_path = ''
as $$
declare
  is_lookup constant boolean := index_request is distinct from null;
  g constant private.token_groups := private.token_groups(r, 'h', true, 'anywhere');
  -- Without the tags, most of which very many listings have.
  i constant private.token_groups := case when is_lookup then private.token_groups(index_request, 'h', true, place) end;
begin
  return array(
    select
      row(
        l.product_id,
        (not l.name_text like all (patterns))::integer + case when l.is_beyond then 6 else 0 end,
        l.by_relevance
      )::private.search_hit
    from
      (
        select
          t.product_id,
          t.name_text,
          t.by_relevance,
          t.tokens,
          private.is_beyond_reach(
            private.miles_between(r.lat, r.lon, t.lat, t.lon),
            t.has_pickup,
            t.delivery_miles,
            r.pickup_miles,
            r.by_delivery
          ) as is_beyond
        from
          (
            (select * from private.listings where not is_lookup order by by_relevance, product_id limit 2000)
            union all
            (
              select *
              from private.listings
              where is_lookup and tokens @> i.required and tokens && i.any_1 and tokens && i.any_2
              limit 1000
            )
          ) t
        where t.head_text like all (patterns)
        -- The texts are compared first, because tokens take longer.
        offset 0
      ) l
    where
      l.tokens @> g.required
      and l.tokens && g.any_1
      and l.tokens && g.any_2
      and private.has_each(l.tokens, g.more, g.ends)
      and (place = 'anywhere' or not l.is_beyond)
      and (r.excluded is null or l.product_id not in (select unnest(r.excluded)))
    limit case when not is_lookup then 40 end
  );
end
$$;
comment on function private.suggested_hits is
  'Products whose name, category or shop has these beginnings of words: of the 2000 best of all, or of 1000 that the index finds for the last request. '
  'In tier 0 they are in the name. Beyond reach it is 6 more.';

create function public.suggest_products(
  q text default null,
  avoid text[] default null,
  diets text[] default null,
  lat double precision default null,
  lon double precision default null,
  radius_miles double precision default null,
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
  most constant integer := 8;
  r private.search_request := private.parse_search(
    null,
    null,
    null,
    null,
    null,
    avoid,
    null,
    null,
    null,
    lat,
    lon,
    radius_miles,
    null,
    null,
    diets,
    null,
    without
  );
  -- The words and the place, which the index finds.
  indexed private.search_request := r;
  word text;
  begun text[];
  patterns text[] := '{}';
  hits private.search_hit[] := '{}';
  place constant text := case when r.by_delivery is null then 'anywhere' else 'within reach' end;
begin
  foreach word in array (string_to_array(private.searchable(left(coalesce(q, ''), 100)), ' '))[:6] loop
    begun := private.begun_words(word);
    if begun is null then
      return '[]';
    end if;
    patterns := patterns || concat('% ', begun[1], '%');
    -- A beginning of very many words does not help to find the listings.
    if cardinality(begun) <= 100 then
      indexed.words := indexed.words || begun[1];
      indexed.found := indexed.found || begun[2:];
      indexed.found_of := indexed.found_of || array_fill(cardinality(indexed.words), array[cardinality(begun) - 1]);
    end if;
  end loop;
  if patterns = '{}' or r.is_empty then
    return '[]';
  end if;
  indexed.required_tags := '{}';
  hits := private.suggested_hits(r, patterns, place, null);
  if cardinality(hits) < most and indexed.words <> '{}' then
    hits := hits || private.suggested_hits(r, patterns, place, indexed);
  end if;
  if place <> 'anywhere' and (select count(distinct h.product_id) from unnest(hits) h) < most then
    hits := hits || private.suggested_hits(r, patterns, 'anywhere', case when indexed.words <> '{}' then indexed end);
  end if;
  return coalesce(
    (
      select
        json_agg(
          json_build_object('id', c.card -> 'id', 'name', c.card -> 'name', 'shop', c.card -> 'shop')
          order by h.tier, h.key, h.product_id
        )
      from
        (select distinct s.* from unnest(hits) s order by s.tier, s.key, s.product_id limit most) h
        join private.listing_cards c on c.product_id = h.product_id
    ),
    '[]'
  );
end
$$;
comment on function public.suggest_products is
  'Suggests up to eight products for a text that may be unfinished: each of its words begins a word of the name, category or shop. '
  'Those within reach come first, then those with the words in the name, then the best. It reads a bounded number of products, so it may miss some.';
