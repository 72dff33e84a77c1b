alter table public.basket_lines enable row level security;
grant all on public.basket_lines to service_role;

create policy "Members read their own basket" on public.basket_lines
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add lines to their own basket" on public.basket_lines
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update lines of their own basket" on public.basket_lines
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete lines of their own basket" on public.basket_lines
for delete
to authenticated
using (user_id = (select private.member_id()));
