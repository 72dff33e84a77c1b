alter table public.customer_notes enable row level security;

grant
  select,
  delete,
  insert (shop_id, member_id, tags, note, allergies),
  update (shop_id, member_id, tags, note, allergies)
on public.customer_notes
to authenticated;
grant all on public.customer_notes to service_role;
grant execute on function private.is_customer to authenticated, service_role;
grant execute
on function public.shop_customers, public.shop_customer
to authenticated, service_role;

create policy "Owners see their notes about customers" on public.customer_notes
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Members see the notes about themselves" on public.customer_notes
for select
to authenticated
using (member_id = (select private.member_id()));
create policy "Owners note things about customers of their shop" on public.customer_notes
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()) and private.is_customer(shop_id, member_id));
create policy "Owners change their notes about customers" on public.customer_notes
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete their notes about customers" on public.customer_notes
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
