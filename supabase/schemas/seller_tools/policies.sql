grant execute on function private.save_product, private.lock_own_products to authenticated;
grant execute
on function public.save_product, public.import_products, public.save_prices_and_stock, public.duplicate_product
to authenticated, service_role;

grant execute
on function public.seller_inbox, public.prep_sheet
to authenticated, service_role;

grant execute on function public.seller_overview to authenticated, service_role;
