grant execute
on function private.is_allergen_addition,
private.added_allergens,
private.add_allergens,
private.add_all_allergens,
private.shared_allergens
to public;
grant execute
on function private.kinds_of,
private.free_of,
private.contains_any,
private.allergen_names,
private.stated_allergens,
private.allergen_changes,
private.allergen_change_text
to public;

alter table public.shop_kitchens enable row level security;

grant select on public.shop_kitchens to anon, authenticated;
grant
  delete,
  insert (shop_id, handles, shares_equipment, is_nut_free),
  update (shop_id, handles, shares_equipment, is_nut_free)
on public.shop_kitchens
to authenticated;
grant all on public.shop_kitchens to service_role;
grant execute on function private.is_kitchen_statement, private.may_have_nuts to public;

create policy "Anyone sees the kitchens of visible shops" on public.shop_kitchens
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners state the facts of their kitchen" on public.shop_kitchens
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the facts of their kitchen" on public.shop_kitchens
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners withdraw the facts of their kitchen" on public.shop_kitchens
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
