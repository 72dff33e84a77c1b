alter table public.drops enable row level security;
alter table public.drop_items enable row level security;
alter table public.drop_slots enable row level security;

grant select on public.drops, public.drop_items, public.drop_slots to anon, authenticated;
grant delete on public.drops to authenticated;
grant all on public.drops, public.drop_items, public.drop_slots to service_role;
grant execute
on function private.is_drop_ordered, public.save_drop, public.duplicate_drop
to authenticated, service_role;

create policy "Anyone sees published drops of visible shops" on public.drops
for select
to anon, authenticated
using (is_published and exists (select from public.shops s where s.id = shop_id));
create policy "Owners see the drops of their shop" on public.drops
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners delete drops that nobody has ordered from" on public.drops
for delete
to authenticated
using (shop_id = (select private.own_shop_id()) and not private.is_drop_ordered(id));
create policy "Anyone sees items of visible drops" on public.drop_items
for select
to anon, authenticated
using (exists (select from public.drops d where d.id = drop_id));
create policy "Anyone sees hand-over times of visible drops" on public.drop_slots
for select
to anon, authenticated
using (exists (select from public.drops d where d.id = drop_id));

grant execute on function public.enter_drop to authenticated, service_role;

alter table public.drop_reminders enable row level security;

grant select, delete, insert (drop_id, user_id) on public.drop_reminders to authenticated;
grant all on public.drop_reminders to service_role;

create policy "Members read their own reminders" on public.drop_reminders
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members ask to be reminded of announced drops" on public.drop_reminders
for insert
to authenticated
with check (
  user_id = (select private.member_id())
  and exists (select from public.drops d where d.id = drop_id and d.is_published and d.opens_at > now())
);
create policy "Members delete their own reminders" on public.drop_reminders
for delete
to authenticated
using (user_id = (select private.member_id()));
