alter table private.changed_declarations enable row level security;
alter table private.allergen_alerts enable row level security;

alter table public.order_item_allergens enable row level security;

grant select on public.order_item_allergens to authenticated;
grant all on public.order_item_allergens to service_role;
grant execute on function private.quoted_food to authenticated, service_role;

create policy "Buyers and sellers see changed allergens of their orders" on public.order_item_allergens
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id));
