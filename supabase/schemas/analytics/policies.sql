alter table public.product_views enable row level security;
alter table public.shop_visits enable row level security;

grant all on public.product_views, public.shop_visits to service_role;
grant execute
on function public.record_product_view(uuid, boolean), public.record_shop_visit(uuid)
to anon, authenticated, service_role;

grant execute on function public.seller_analytics(date, date, text) to authenticated, service_role;
