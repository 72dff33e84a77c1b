-- Listings by whole words, and by what a filter asks for together with the category: short lists to read where the trigrams' are long.

create function private.tag_token(category text, tag text) returns integer
language sql immutable parallel safe
return hashtext(concat('#', category, '#', tag));
comment on function private.tag_token(text, text) is 'The token of a tag, or of a tag in a category.';

create function private.word_token(word text) returns integer
language sql immutable parallel safe
return hashtext(case when char_length(word) <= 100 then word else '*' end);
comment on function private.word_token(text) is
  'The token of a word. All of more than a hundred letters share one, and are not in listing_words: an index entry has to fit a page.';

create function private.listing_tokens(tags text[], full_text text) returns integer[]
language sql immutable parallel safe
return array(
  select private.word_token(word) from string_to_table(translate(full_text, E'\n', ' '), ' ') word where word <> ''
  union all
  select private.tag_token(null, tag) from unnest(tags) tag
  union all
  select private.tag_token(category, tag) from unnest(tags) category, unnest(tags) tag
  where category like 'category:%' and tag <> category
);
comment on function private.listing_tokens(text[], text) is 'What a listing can be looked up by: its words, its tags, and each tag in its category.';

alter table private.listings add column tokens integer[] not null default '{}';
comment on column private.listings.tokens is
  'Words, tags, and tags within the category, as hashes: what an index finds by them is compared with the columns they stand for.';

create table private.listing_words (
  word text primary key
);
comment on table private.listing_words is
  'Every word of what is or was on sale, to find those that hold what somebody typed. A word stays when its last product goes.';
create index listing_words_like on private.listing_words using gin (word extensions.gin_trgm_ops) with (gin_pending_list_limit = 64);
revoke all on private.listing_words from public, anon, authenticated;
grant all on private.listing_words to service_role;

create or replace function private.listing_of(product public.products, shop public.shops) returns private.listings
language plpgsql stable set search_path = ''
as $$
declare
  listing private.listings;
  micros bigint := case when isfinite(product.created_at) then greatest(0, extract(epoch from product.created_at) * 1000000)::bigint else 0 end;
  pence bigint;
begin
  listing.product_id := product.id;
  listing.shop_id := product.shop_id;
  listing.name_text := private.search_line(product.name);
  listing.head_text := concat_ws(E'\n', listing.name_text, private.search_line(product.category), private.search_line(shop.name));
  listing.full_text := concat_ws(E'\n', listing.head_text, private.search_line(product.description));
  listing.tags := array_remove(array[
    'category:' || lower(product.category),
    case when product.available_for_delivery then 'delivery' end,
    case when product.available_for_pickup then 'pickup' end,
    private.place_tag(shop.lat, shop.lon, 1),
    case when shop.lat is not null then private.place_tag(shop.lat, shop.lon, 10) end
  ], null);
  if product.allergens is not null then
    listing.tags := listing.tags || array(select 'free:' || allergen from unnest(private.free_of(product.allergens)) allergen);
  end if;
  if product.rating is not null then
    listing.tags := listing.tags || array(select 'rated:' || stars from generate_series(1, floor(product.rating)::integer) stars);
  end if;
  if product.available_for_pickup then
    listing.tags := listing.tags || array(select 'pickup:' || day from unnest(private.pickup_days(product.id, product.shop_id)) day);
  end if;
  listing.tokens := private.listing_tokens(listing.tags, listing.full_text);
  listing.price := case when product.product_type = 'bespoke' then product.min_price else product.price end;
  listing.rating := product.rating;
  listing.lead_time_days := product.lead_time_days;
  listing.lat := shop.lat;
  listing.lon := shop.lon;
  pence := listing.price * 100;
  listing.by_relevance :=
    -((product.is_bestseller::integer::bigint << 61) + (least(product.review_count, 1048575)::bigint << 40) + micros / 1000000);
  listing.by_price_low := coalesce(pence, 9999999999);
  listing.by_price_high := coalesce(-pence, 9999999999);
  listing.by_rating := -((coalesce(product.rating * 100, 0)::bigint << 40) + least(product.review_count, 1048575));
  listing.by_newest := -micros;
  return listing;
end $$;

create or replace function private.list_for_search(products uuid[]) returns void
language plpgsql security definer
-- A table not yet analysed once made it compare every listing with every one of 20,000 ids.
set search_path = '' set enable_seqscan = off
as $$
begin
  perform private.lock_listings(array(select distinct p.shop_id from public.products p where p.id = any (products)));

  delete from private.listings l
  where l.product_id = any (products) and not exists (select from public.products p where p.id = l.product_id and p.is_listed);

  insert into private.listings as l
  select listing.*
  from public.products p join public.shops s on s.id = p.shop_id, lateral private.listing_of(p, s) listing
  where p.id = any (products) and p.is_listed
  -- One that is being deleted is waited for.
  for key share of p
  on conflict (product_id) do update set
    (name_text, head_text, full_text, tags, tokens, price, rating, lead_time_days, lat, lon,
      by_relevance, by_price_low, by_price_high, by_rating, by_newest)
    = (excluded.name_text, excluded.head_text, excluded.full_text, excluded.tags, excluded.tokens, excluded.price, excluded.rating,
      excluded.lead_time_days, excluded.lat, excluded.lon,
      excluded.by_relevance, excluded.by_price_low, excluded.by_price_high, excluded.by_rating, excluded.by_newest)
  where l is distinct from excluded;

  insert into private.listing_places
  select distinct l.lat, l.lon from private.listings l
  where l.product_id = any (products) and l.lat is not null
    and not exists (select from private.listing_places known where (known.lat, known.lon) = (l.lat, l.lon))
  order by l.lat, l.lon
  on conflict do nothing;

  perform private.learn_words(array(select l.full_text from private.listings l where l.product_id = any (products)));

  insert into private.search_words
  select distinct w.word
  from private.listings l, string_to_table(translate(l.head_text, E'\n', ' '), ' ') w (word)
  where l.product_id = any (products) and char_length(w.word) between 3 and 40
    and not exists (select from private.search_words known where known.word = w.word)
  order by w.word
  on conflict do nothing;
end $$;

create function private.learn_words(texts text[]) returns void
language sql set search_path = ''
as $$
  insert into private.listing_words
  select w.word
  from (
    select distinct string_to_table(translate(t.full_text, E'\n', ' '), ' ') as word from unnest(texts) t (full_text)
    -- Each is looked for once, however many texts have it.
    offset 0
  ) w
  where char_length(w.word) between 1 and 100
    and not exists (select from private.listing_words known where known.word = w.word)
  order by w.word
  on conflict do nothing
$$;
comment on function private.learn_words(text[]) is 'Adds the words of these texts to those that listings are found by.';
revoke execute on function private.learn_words(text[]) from public;

-- Its trigrams would be written again for every listing that gets its tokens.
drop index private.listings_search;
update private.listings l set tokens = private.listing_tokens(l.tags, l.full_text);
select private.learn_words(array(select l.full_text from private.listings l));
create index listings_search on private.listings
  using gin (name_text extensions.gin_trgm_ops, head_text extensions.gin_trgm_ops, full_text extensions.gin_trgm_ops, tags)
  with (gin_pending_list_limit = 256);
comment on index private.listings_search is
  'Words and tags in one index, which reads only what all conditions share. The list of pending entries is short because every search reads it.';
create index listings_tokens on private.listings using gin (tokens) with (gin_pending_list_limit = 256);
