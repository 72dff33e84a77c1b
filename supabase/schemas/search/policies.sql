grant all on private.listings, private.listing_cards, private.search_words to service_role;
grant all on private.listing_places to service_role;
grant all on private.listing_words to service_role;

grant execute on function private.index_own_products(uuid[]) to authenticated;
grant execute on function private.listing_tokens(private.listings, text[], text[]), private.defers_indexing() to public;

grant execute
on function public.search_products(
  text,
  text,
  text,
  numeric,
  numeric,
  text[],
  text,
  date,
  numeric,
  double precision,
  double precision,
  double precision,
  text,
  text,
  integer,
  text,
  text[],
  text
)
to anon, authenticated, service_role;

grant execute
on function public.suggest_products(text, text[], text[], double precision, double precision, double precision)
to anon, authenticated, service_role;

grant execute
on function public.search_shops(
  text,
  text,
  text,
  numeric,
  numeric,
  text[],
  text,
  date,
  numeric,
  double precision,
  double precision,
  double precision,
  text[],
  text
)
to anon, authenticated, service_role;
