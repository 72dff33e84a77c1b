grant execute on function private.save_product(jsonb, timestamptz), private.lock_own_products(jsonb) to authenticated;
grant execute
on function public.save_product(jsonb, timestamptz),
public.import_products(jsonb),
public.save_prices_and_stock(jsonb),
public.duplicate_product(uuid)
to authenticated, service_role;

grant execute
on function public.seller_inbox(text, text, text, text, integer), public.prep_sheet(date, integer)
to authenticated, service_role;

grant execute on function public.seller_overview() to authenticated, service_role;
