alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
grant execute on function public.administrator_actions to authenticated, service_role;

create policy "Administrators read the audit log" on public.audit_log
for select
to authenticated
using ((select private.is_administrator()));

alter table public.reports enable row level security;

grant
  select,
  insert (reporter_id, subject, product_id, shop_id, review_id, chat_room_id, announcement_id, reason, details)
on public.reports
to authenticated;
grant all on public.reports to service_role;

grant execute
on function public.moderation_queue, public.reported_conversation, public.moderate
to authenticated, service_role;

create policy "Administrators read reports" on public.reports
for select
to authenticated
using ((select private.is_administrator()));
create policy "Members report what they can see" on public.reports
for insert
to authenticated
with check (
  reporter_id = (select private.member_id())
  and num_nonnulls(product_id, shop_id, review_id, chat_room_id, announcement_id) = 1
  and (product_id is null or exists (select from public.products p where p.id = product_id))
  and (shop_id is null or exists (select from public.shops s where s.id = shop_id))
  and (review_id is null or exists (select from public.reviews r where r.id = review_id))
  and (chat_room_id is null or exists (select from public.chat_rooms c where c.id = chat_room_id))
  and (announcement_id is null or exists (select from public.announcements a where a.id = announcement_id))
);

grant execute on function public.find_for_support, public.member_for_support to authenticated, service_role;
