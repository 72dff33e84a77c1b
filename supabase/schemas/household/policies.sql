alter table public.household_people enable row level security;

grant
  select,
  delete,
  insert (id, user_id, name, avoid_contains, avoid_traces, avoid_others, diets),
  update (id, user_id, name, avoid_contains, avoid_traces, avoid_others, diets)
on public.household_people
to authenticated;
grant all on public.household_people to service_role;

create policy "Members read their own household" on public.household_people
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add people to their own household" on public.household_people
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update people of their own household" on public.household_people
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete people of their own household" on public.household_people
for delete
to authenticated
using (user_id = (select private.member_id()));
