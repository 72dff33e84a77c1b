-- Where there is something on sale, so that search can go from place to place, nearest first.

create table private.listing_places (
  lat double precision,
  lon double precision,
  primary key (lat, lon)
);
comment on table private.listing_places is
  'Every place where something is on sale, once: all listings there are equally far from anybody. A place stays when its last listing goes.';
revoke all on private.listing_places from public, anon, authenticated;
grant all on private.listing_places to service_role;

create index listings_place on private.listings (lat, lon, product_id);
comment on index private.listings_place is 'What is sold in one place, in the order in which equally distant listings are shown.';

insert into private.listing_places select distinct l.lat, l.lon from private.listings l where l.lat is not null;

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
    (name_text, head_text, full_text, tags, price, rating, lead_time_days, lat, lon,
      by_relevance, by_price_low, by_price_high, by_rating, by_newest)
    = (excluded.name_text, excluded.head_text, excluded.full_text, excluded.tags, excluded.price, excluded.rating,
      excluded.lead_time_days, excluded.lat, excluded.lon,
      excluded.by_relevance, excluded.by_price_low, excluded.by_price_high, excluded.by_rating, excluded.by_newest)
  where l is distinct from excluded;

  insert into private.listing_places
  select distinct l.lat, l.lon from private.listings l
  where l.product_id = any (products) and l.lat is not null
    and not exists (select from private.listing_places known where (known.lat, known.lon) = (l.lat, l.lon))
  order by l.lat, l.lon
  on conflict do nothing;

  insert into private.search_words
  select distinct w.word
  from private.listings l, string_to_table(translate(l.head_text, E'\n', ' '), ' ') w (word)
  where l.product_id = any (products) and char_length(w.word) between 3 and 40
    and not exists (select from private.search_words known where known.word = w.word)
  order by w.word
  on conflict do nothing;
end $$;
comment on function private.list_for_search(uuid[]) is 'Brings the listings, places and words of these products up to date.';
