do $$
declare
  edited text := array_to_string(private.edited_product_columns(), ', ');
begin
  execute format('grant insert (%1$s), update (%1$s) on public.products to authenticated', edited);
  -- Triggers fire in the order of their names, so set_is_listed reads normalised values.
  execute format('create trigger normalise before insert or update of %s on public.products for each row execute function private.normalise_product()', edited);
end $$;

alter table public.products enable row level security;
alter table public.product_images enable row level security;

grant select on public.products, public.product_images to anon, authenticated;
grant delete, insert (id, shop_id), update (id, shop_id) on public.products to authenticated;
grant delete, insert (id, product_id, image, position), update (id, product_id, image, position)
on public.product_images
to authenticated;
grant all on public.products, public.product_images to service_role;

grant execute on function private.occasions to public;
grant execute on function private.owns_product, private.edited_product_columns to authenticated, service_role;

create policy "Anyone sees products on sale" on public.products
for select
to anon, authenticated
using (is_listed);
create policy "Owners see all products of their shop" on public.products
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add products to their shop" on public.products
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update products of their shop" on public.products
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete products of their shop" on public.products
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Anyone sees pictures of visible products" on public.product_images
for select
to anon, authenticated
using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pictures to their products" on public.product_images
for insert
to authenticated
with check (private.owns_product(product_id));
create policy "Owners update pictures of their products" on public.product_images
for update
to authenticated
using (private.owns_product(product_id))
with check (private.owns_product(product_id));
create policy "Owners delete pictures of their products" on public.product_images
for delete
to authenticated
using (private.owns_product(product_id));
