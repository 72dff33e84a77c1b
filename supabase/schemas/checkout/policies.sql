alter table private.order_item_choices enable row level security;

grant execute on function public.held_stock to authenticated, service_role;

grant execute on function public.expire_checkouts to service_role;

grant execute on function public.place_order, public.cancel_checkout to authenticated, service_role;
grant execute on function public.preview_order to anon, authenticated, service_role;
