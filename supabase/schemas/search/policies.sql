grant all on private.listings, private.listing_foods, private.listing_cards, private.search_words to service_role;
grant all on private.listing_places to service_role;
grant all on private.listing_words to service_role;

grant execute on function private.index_own_products to authenticated;
grant execute on function private.listing_tokens, private.defers_indexing to public;

grant execute
on function public.search_products
to anon, authenticated, service_role;

grant execute
on function public.suggest_products
to anon, authenticated, service_role;

grant execute
on function public.search_shops
to anon, authenticated, service_role;
