alter table public.favourites enable row level security;
grant select, delete, insert (user_id, product_id, shop_id) on public.favourites to authenticated;
grant all on public.favourites to service_role;
create policy "Members see their own favourites" on public.favourites
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add favourites of their own" on public.favourites
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members delete their own favourites" on public.favourites
for delete
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add visible products and shops to favourites" on public.favourites
as restrictive
for insert
to authenticated
with check (
  (product_id is null or exists (select from public.products p where p.id = product_id))
  and (shop_id is null or exists (select from public.shops s where s.id = shop_id))
);
