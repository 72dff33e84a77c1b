-- Looking up by tokens: the words on sale that hold what was typed, and tags within the category, find what trigrams and tags would.

alter type private.search_request add attribute must_tokens integer[];
alter type private.search_request add attribute any_tokens integer[];
alter type private.search_request add attribute any_ends integer[];
comment on type private.search_request is
  'What somebody searches for, read and tidied. Statements take it as their one parameter, so that no value ever stands in their text. '
  'By tokens: all of must_tokens, and one of each group of any_tokens; any_ends is where each group ends. Null where tokens are no help.';

create function private.tokens_like(patterns text[]) returns integer[]
language sql stable set search_path = ''
as $$
  -- Words too long for the list may hold anything.
  select case when count(*) <= 100 then array_agg(private.word_token(found.word)) || private.word_token(repeat('*', 101)) end
  from (
    select distinct w.word
    from unnest(patterns) pattern,
      -- A word at the beginning of which it must be stands after a space in a text.
      lateral (select w.word from private.listing_words w where w.word like regexp_replace(pattern, '^% ', '') limit 101) w
  ) found
$$;
comment on function private.tokens_like(text[]) is 'Tokens of the words that meet one of these patterns of a text; null where more than a hundred do.';

create function private.with_tokens(r private.search_request, patterns text[]) returns private.search_request
language plpgsql stable set search_path = ''
as $$
declare
  categories text[] := array(select tag from unnest(r.must) tag where tag like 'category:%');
  tags text[] := array(select tag from unnest(r.must) tag where tag not like 'category:%');
  tokens integer[];
begin
  -- Where all listings are a few pages, looking for words first would be the longer way; and a shop's are few.
  if r.shop_id is not null or (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.listings'::regclass) <= 2000 then
    return r;
  end if;
  if categories = '{}' then
    categories := r.categories;
  end if;
  r.must_tokens := '{}';
  r.any_tokens := '{}';
  r.any_ends := '{}';
  for tokens in
    select array(select private.tag_token(c, tag) from unnest(coalesce(categories, array[null])) c, unnest(asked.tags) tag)
    from (
      select array[tag] as tags from unnest(tags) tag
      union all select r.ways where r.ways is not null
      union all select r.squares where r.squares is not null
    ) asked
    union all
    select array(select private.tag_token(null, c) from unnest(categories) c)
    where categories is not null and tags = '{}' and r.ways is null and r.squares is null
    union all
    -- Last, being the longest lists: the index goes from one entry of the first to the next.
    select private.tokens_like(array(
      select p.pattern from unnest(patterns, r.word_of) p (pattern, word) where p.word = n and p.pattern is not null
    ))
    from generate_series(1, cardinality(r.words)) n
  loop
    if tokens is null then
      r.must_tokens := null;
      return r;
    elsif cardinality(tokens) = 1 then
      r.must_tokens := r.must_tokens || tokens;
    else
      r.any_tokens := r.any_tokens || tokens;
      r.any_ends := r.any_ends || cardinality(r.any_tokens);
    end if;
  end loop;
  if r.must_tokens = '{}' and r.any_ends = '{}' then
    r.must_tokens := null;
  end if;
  return r;
end $$;
comment on function private.with_tokens(private.search_request, text[]) is
  'The search with the tokens to look it up by: those of words that meet these patterns, and of tags, within the category where one is asked for.';

create function private.listings_to_read(r private.search_request) returns text
language sql immutable set search_path = ''
as $$
  -- The offset keeps every other condition outside, where no index of trigrams or tags is read for it as well.
  select case when r.must_tokens is null then 'private.listings' else concat('(select * from private.listings t where ',
    concat_ws(' and ',
      case when r.must_tokens <> '{}' then 't.tokens @> ($1).must_tokens' end,
      (
        select string_agg(format('t.tokens && ($1).any_tokens[%s:%s]', coalesce(r.any_ends[n - 1], 0) + 1, r.any_ends[n]), ' and ' order by n)
        from generate_series(1, cardinality(r.any_ends)) n
      )
    ), ' offset 0)') end
$$;
comment on function private.listings_to_read(private.search_request) is 'The listings that can meet a search, by tokens; all where there are none.';

create or replace function private.search_filter(r private.search_request, by_index boolean) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    'true',
    case when r.shop_id is not null then 'l.shop_id = ($1).shop_id' end,
    case when r.on_date is not null then $c$l.lead_time_days <= ($1).on_date - (now() at time zone 'Europe/London')::date$c$ end,
    case when r.min_rating is not null then 'l.rating >= ($1).min_rating' end,
    case when r.must <> '{}' then 'l.tags @> ($1).must' end,
    case when r.categories is not null then 'l.tags && ($1).categories' end,
    case when r.ways is not null then 'l.tags && ($1).ways' end,
    case when r.squares is not null and by_index then 'l.tags && ($1).squares' end,
    case when r.radius is not null then
      '(l.lat is null or private.miles_between(($1).lat, ($1).lon, l.lat, l.lon) <= ($1).radius)' end,
    -- Shops closed on a day are few: they are read once, not asked for with every listing.
    case when r.on_date is not null then
      'l.shop_id not in (select c.shop_id from public.shop_closures c where c.to_date >= ($1).on_date and c.from_date <= ($1).on_date)' end
  )
$$;

create index shop_closures_day on public.shop_closures (to_date, from_date, shop_id);
comment on index public.shop_closures_day is 'The shops that are closed on a day.';

create or replace function private.look_up(
  r private.search_request, first_tier integer, last_tier integer, after private.search_hit, wanted integer
) returns private.search_found
language plpgsql stable set search_path = ''
as $$
declare
  found private.search_found;
  by_price boolean;
begin
  if last_tier = 0 and r.exact is not null then
    r := private.with_tokens(r, r.exact);
  elsif last_tier in (0, 5) or r.sort <> 'relevance' then
    -- A better tier is of names, where trigrams are rarer than words are in texts.
    r := private.with_tokens(r, r.patterns);
  end if;
  -- Where nothing but a price is asked for, it is what finds; the dearest is then found by itself.
  by_price := r.must_tokens is null and r.words = '{}' and r.shop_id is null and (r.min_price is not null or r.max_price is not null);
  -- Materialized, so that it is planned for all rows and goes by an index of words and tags, never along an order.
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
      (select count(*) from (select from found f where f.price_fits limit 10001) counted),
      (select max(f.price) from found f)
    $s$,
    private.search_tier(r), private.search_key(r), private.price_filter(r), private.listings_to_read(r),
    private.scope_of_tier(r, last_tier), private.search_filter(r, r.must_tokens is null),
    case when by_price then private.price_filter(r) else 'true' end,
    case when after is null then 'true' else '(f.tier, f.key, f.product_id) > (($2).tier, ($2).key, ($2).product_id)' end)
  into found using r, after, wanted, first_tier, last_tier;
  if by_price then
    found.highest_price := private.highest_price(r);
  end if;
  return found;
end $$;

create or replace function private.count_hits(r private.search_request) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  hits integer;
begin
  r := private.with_tokens(r, r.patterns);
  -- Materialized as above; it is read lazily, so no further than the limit.
  execute format('with found as materialized (select from %s l where %s and %s and %s) select count(*) from (select from found limit 10001) counted',
    private.listings_to_read(r), private.scope_of_tier(r, 5), private.search_filter(r, r.must_tokens is null), private.price_filter(r))
  into hits using r;
  return hits;
end $$;

create or replace function private.is_rare(r private.search_request) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  by_words private.search_request := r;
  hits integer;
begin
  by_words.must := '{}';
  by_words.categories := null;
  by_words.ways := null;
  by_words.squares := null;
  by_words := private.with_tokens(by_words, r.patterns);
  -- Materialized, so that it is planned for all rows, by index, and stopped at the fourth.
  execute format('with found as materialized (select from %s l where %s) select count(*) from (select from found limit 4) few',
    private.listings_to_read(by_words), private.has_all_words(r, 'full_text', 'patterns'))
  into hits using by_words;
  return hits < 4;
end $$;

revoke execute on function private.tokens_like, private.with_tokens, private.look_up, private.count_hits, private.is_rare from public;
