alter table public.product_views enable row level security;
alter table public.shop_visits enable row level security;

grant all on public.product_views, public.shop_visits to service_role;
grant execute
on function public.record_product_view, public.record_shop_visit
to anon, authenticated, service_role;

grant execute on function public.seller_analytics to authenticated, service_role;
