-- The search index: one narrow row for each product on sale, maintained by triggers. See docs/decisions/discover/023-product-search.md.

create table private.listings (
  product_id uuid primary key references public.products (id) on delete cascade,
  shop_id uuid not null,
  name_text text not null,
  head_text text not null,
  full_text text not null,
  singular_name text not null,
  price numeric(10, 2),
  rating numeric(3, 2),
  lead_time_days integer not null,
  lat double precision,
  lon double precision,
  has_pickup boolean not null,
  delivery_miles double precision,
  pickup_owner uuid,
  delivery_owner uuid,
  horizon_days integer not null,
  in_drop boolean not null,
  by_relevance bigint not null,
  by_price_low bigint not null,
  by_price_high bigint not null,
  by_rating bigint not null,
  by_newest bigint not null,
  tokens bigint[] not null
);
comment on table private.listings is
  'The search index: one narrow row for each product on sale, updated in the transaction that changes the product. Only search_products, suggest_products and search_shops read it.';
comment on column private.listings.name_text is 'The name as search_line returns it.';
comment on column private.listings.head_text is 'Name, category and shop name, one on each line.';
comment on column private.listings.full_text is 'Name, category, shop name and description, one on each line.';
comment on column private.listings.singular_name is 'The name in the singular, for whole words.';
comment on column private.listings.price is
  'The price for filters and sorting: the price, or the lower bound of a bespoke product. Null without one.';
comment on column private.listings.has_pickup is
  'Whether the place of the shop matters to a buyer nearby: the product can be picked up, or cannot be delivered either.';
comment on column private.listings.delivery_miles is
  'The distance up to which the shop delivers the product, with what rounding to a tenth of a mile adds. Infinity without a limit, null without delivery.';
comment on column private.listings.pickup_owner is
  'Whose pickup windows apply: as window_owner, or the drop. Null without pickup, and without windows.';
comment on column private.listings.delivery_owner is
  'Whose delivery windows apply. Null without delivery, and without windows, when it is sent after the lead time.';
comment on column private.listings.horizon_days is
  'Days on which a window can be booked, from today. A bespoke product has its day agreed, without a limit.';
comment on column private.listings.in_drop is
  'Whether a drop sells the product. Its hand-over times replace the lead time, closures and limits a day.';
comment on column private.listings.by_relevance is
  'A sort key: in stock, then bestsellers, rating, lead time, and newest. All five sort keys ascend with product_id as the last key, so a page is one index scan.';
comment on column private.listings.tokens is
  'Hashes of all words (word_token) and of all values that filters compare for equality (tag_token), also with the category and each occasion. '
  'Tags are all, category:cakes, occasion:birthday, free:nuts, without:nuts (traces are possible), diet:vegan, rated:4, delivery, pickup, '
  'shop:<id> and the geo cells at1:515,-1 and at10:51,-1. '
  'Tags of windows are pickup:6 (Saturday), delivery:2026-12-24, delivery:any (without windows) and ahead:28 (booked for more than 28 days). '
  'The cells to which it is delivered are to10:51,-1 or to:anywhere.';
create index listings_by_relevance on private.listings (by_relevance, product_id);
create index listings_by_price_low on private.listings (by_price_low, product_id);
create index listings_by_price_high on private.listings (by_price_high, product_id);
create index listings_by_rating on private.listings (by_rating, product_id);
create index listings_by_newest on private.listings (by_newest, product_id);
create index listings_place on private.listings (lat, lon, product_id);
comment on index private.listings_place is 'Listings at one location, in the order used for equal distances.';
create index listings_tokens on private.listings using gin (tokens) with (gin_pending_list_limit = 256);
comment on index private.listings_tokens is
  'Words and tags in one index, which finds the rows that meet all conditions. Its pending list is short, because every search reads all of it.';

create table private.listing_foods (
  product_id uuid primary key references private.listings (product_id) on delete cascade,
  foods bigint[] not null
);
comment on table private.listing_foods is
  'The words of each listing''s name, description and ingredients, for leaving out food that no seller declares. A separate table, because few searches need it.';
comment on column private.listing_foods.foods is 'As food_tokens.';
create index listing_foods_foods on private.listing_foods using gin (foods);

create table private.listing_cards (
  product_id uuid primary key references private.listings (product_id) on delete cascade,
  card json not null,
  lat double precision,
  lon double precision
);
comment on table private.listing_cards is
  'The product cards of listings. A separate table, because a change of a picture must not rewrite an index entry.';
comment on column private.listing_cards.card is
  'The card for a search without a place, so that a page copies it as it is.';

create table private.listing_places (
  lat double precision,
  lon double precision,
  primary key (lat, lon)
);
comment on table private.listing_places is
  'Every location with products on sale, once. All listings there have the same distance. A location without listings stays.';

create table private.listing_words (
  part text collate "C",
  word text collate "C",
  primary key (part, word)
);
comment on table private.listing_words is
  'Every ending of every word of listings, for finding the words that contain a search term: those with an ending that begins with it. '
  'A whole word begins with a space. Words of former listings stay.';

create table private.search_words (
  word text primary key
);
comment on table private.search_words is
  'Every word in names of products, categories and shops on sale, for correcting misspelt words. Words of former listings stay.';
create index search_words_similar on private.search_words using gin (word extensions.gin_trgm_ops);

-- Search requests: parsing them, widening them when few products match, and building their statements.

create type private.day_conditions as (
  pickup bigint[],
  delivery bigint[],
  no_pickup uuid[],
  no_delivery uuid[],
  no_shops uuid[],
  no_products uuid[],
  by_row boolean
);
comment on type private.day_conditions is
  'What a day leaves out. Tokens of its windows are in pickup and delivery, null if not asked for. Owners whose windows are over or full '
  'are in no_pickup and no_delivery. Closed and full ones are in no_shops and no_products. With by_row, the tokens alone do not decide.';

create type private.search_request as (
  words text[],
  patterns text[],
  singulars text[],
  word_of integer[],
  found text[],
  found_of integer[],
  exact_matches uuid[],
  exact_found integer,
  phrase text,
  required_tags text[],
  categories text[],
  fulfilment_tags text[],
  ahead_tags text[],
  on_date date,
  part_of_day text,
  days private.day_conditions,
  min_price numeric,
  max_price numeric,
  min_rating numeric,
  lat double precision,
  lon double precision,
  radius double precision,
  pickup_miles double precision,
  by_delivery boolean,
  sort text,
  without text[],
  excluded uuid[],
  is_empty boolean
);
comment on type private.search_request is
  'A parsed search. Statements take it as parameter $1, so no value appears in their text. Each word has one or more spellings: '
  'their patterns and singulars, and the word of each in word_of. The indexed words with these spellings are in found, and their words in found_of. '
  'In a widened search, exact_matches are the listings that have the words as they were spelt, which are the first exact_found of found. '
  'What is within reach of lat and lon depends on pickup_miles and by_delivery. Listings that name a food of without are in excluded.';

create type private.token_groups as (required bigint[], any_1 bigint[], any_2 bigint[], more bigint[], ends integer[]);
comment on type private.token_groups is
  'Conditions on the tokens of a listing: all required, and one of each group any_1 and any_2. more has further groups, and ends the index at which each ends. '
  'Unused groups repeat a required token, so that one statement serves all searches. Nothing matches null.';

create type private.text_patterns as (every text[], any_1 text[], any_2 text[], more text[], ends integer[]);
comment on type private.text_patterns is
  'Patterns of the words of a search, for a constant statement: a text must match every pattern, one of each group any_1 and any_2, and of each further group.';

create type private.search_hit as (product_id uuid, tier integer, key bigint);
comment on type private.search_hit is
  'A matching product and its position in the sort order. A product beyond reach has its tier plus 6.';

create type private.search_result as (
  hits private.search_hit[],
  total integer,
  total_with_further integer,
  has_near boolean,
  highest_price numeric
);
comment on type private.search_result is
  'A page of hits plus one if there are more, the totals (at most 10001) within reach and of all, whether any is within the radius, and the highest price.';

create type private.search_page as (
  hits private.search_hit[],
  total integer,
  highest_price numeric,
  items json,
  common_tiers boolean[],
  dropped boolean[],
  has_similar_words boolean,
  is_without_occasion boolean,
  has_further boolean,
  has_none_near boolean
);
comment on type private.search_page is
  'The contents of a page, and how it was found. Its cards are in items, if they were read with the hits. '
  'A total above 10000 is not exact. Which of the tiers 0 to 11 are read by scans is in common_tiers. '
  'Whether a word was left out is in dropped. If too few were within reach, has_further is true. '
  'If nothing lay within the radius, has_none_near is true.';

create type private.search_scan as (hits private.search_hit[], is_complete boolean);
comment on type private.search_scan is
  'The hits of an index scan, in order. is_complete is false if the scan reached its limit before it found enough.';

-- Lookups of listings by their tokens, for searches with few matches, and of places by distance.

create type private.distance_ring as (lats double precision[], lons double precision[], keys bigint[], is_last boolean);
comment on type private.distance_ring is
  'Locations by distance. keys are the distances in millionths of miles. is_last is true if there are no locations beyond.';
