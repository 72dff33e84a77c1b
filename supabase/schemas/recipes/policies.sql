alter table public.shop_ingredients enable row level security;
alter table public.shop_costing enable row level security;
alter table public.recipes enable row level security;
alter table public.recipe_ingredients enable row level security;

grant select, delete, insert (shop_id, name, unit, pack_size, pack_price), update (name, pack_size, pack_price)
on public.shop_ingredients
to authenticated;
grant select, delete, insert (shop_id, hourly_rate, margin_percent), update (shop_id, hourly_rate, margin_percent)
on public.shop_costing
to authenticated;
grant select, delete on public.recipes to authenticated;
grant select on public.recipe_ingredients to authenticated;
grant all on public.shop_ingredients, public.shop_costing, public.recipes, public.recipe_ingredients to service_role;
grant execute on function public.save_recipe to authenticated, service_role;

create policy "Owners read the ingredients of their shop" on public.shop_ingredients
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add ingredients to their shop" on public.shop_ingredients
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the ingredients of their shop" on public.shop_ingredients
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete ingredients of their shop" on public.shop_ingredients
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the rates of their shop" on public.shop_costing
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners set the rates of their shop" on public.shop_costing
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the rates of their shop" on public.shop_costing
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete the rates of their shop" on public.shop_costing
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the recipes of their shop" on public.recipes
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners delete recipes of their shop" on public.recipes
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners read the ingredients of their recipes" on public.recipe_ingredients
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
