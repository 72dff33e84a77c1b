alter table private.signing_keys enable row level security;

alter table public.shop_followers enable row level security;

grant select, delete, insert (user_id, shop_id, wants_emails), update (user_id, shop_id, wants_emails)
on public.shop_followers
to authenticated;
grant all on public.shop_followers to service_role;
grant execute on function public.follower_counts, private.may_follow to authenticated, service_role;
grant execute on function public.unsubscribe to anon, authenticated, service_role;

create policy "Members see the shops that they follow" on public.shop_followers
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members follow shops" on public.shop_followers
for insert
to authenticated
with check (user_id = (select private.member_id()) and private.may_follow(shop_id));
create policy "Members choose the emails of a shop that they follow" on public.shop_followers
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members stop following" on public.shop_followers
for delete
to authenticated
using (user_id = (select private.member_id()));

alter table public.announcements enable row level security;
alter table public.announcement_deliveries enable row level security;

grant select on public.announcements to anon, authenticated;
grant select on public.announcement_deliveries to authenticated;
grant all on public.announcements, public.announcement_deliveries to service_role;
grant execute
on function public.announce, public.withdraw_announcement
to authenticated, service_role;

create policy "Everyone reads announcements of visible shops" on public.announcements
for select
to anon, authenticated
using (not is_hidden and not is_withdrawn and exists (select from public.shops s where s.id = shop_id));
create policy "Owners read all announcements of their shop" on public.announcements
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners see how far their announcements are delivered" on public.announcement_deliveries
for select
to authenticated
using (
  exists (
    select from public.announcements a where a.id = announcement_id and a.shop_id = (select private.own_shop_id())
  )
);
