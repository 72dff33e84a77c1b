grant execute
on function private.is_allergen_addition(jsonb),
private.add_allergens(jsonb, jsonb),
private.add_all_allergens(jsonb[]),
private.shared_allergens(jsonb[])
to public;
grant execute
on function private.kinds_of(text),
private.free_of(jsonb),
private.contains_any(jsonb, text[]),
private.allergen_names(),
private.stated_allergens(jsonb),
private.allergen_changes(jsonb, jsonb),
private.allergen_change_text(text, jsonb, jsonb)
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
grant execute on function private.is_kitchen_statement(jsonb), private.may_have_nuts(jsonb) to public;

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
