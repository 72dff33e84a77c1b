alter table public.notifications enable row level security;

grant select, update (is_read) on public.notifications to authenticated;
grant all on public.notifications to service_role;

grant execute on function public.set_room_presence to authenticated, service_role;

create policy "Members read their own notifications" on public.notifications
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members mark their own notifications as read" on public.notifications
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));

alter table public.push_subscriptions enable row level security;
alter table private.pushes enable row level security;

grant select (id, user_id, endpoint, created_at), delete on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;
grant execute on function public.save_push_subscription to authenticated;
grant execute
on function public.claim_pushes, public.record_push
to service_role;

create policy "Members read their own push subscriptions" on public.push_subscriptions
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members switch push off on their own devices" on public.push_subscriptions
for delete
to authenticated
using (user_id = (select private.member_id()));
