create policy "Members keep fewer than 20,000 files" on storage.objects
as restrictive
for insert
to authenticated
with check ((select private.is_within_file_quota((select private.member_id()))));

-- Otherwise small files could be replaced by large ones without end.
create policy "Members replace files within 2 GB" on storage.objects
as restrictive
for update
to authenticated
with check ((select private.is_within_file_quota((select private.member_id()))));

alter table public.picture_imports enable row level security;
alter table private.picture_fetches enable row level security;
grant all on public.picture_imports to service_role;
grant execute on function public.count_picture_fetch to authenticated, service_role;
grant execute
on function public.claim_picture_imports, public.finish_picture_import, public.fail_picture_import
to service_role;

grant execute on function private.is_within_file_quota, private.sees_reported_picture to authenticated;
grant execute
on function private.sees_chat_picture, public.unused_pictures, public.own_pictures
to authenticated, service_role;
grant execute on function private.folder_id, private.room_of_topic, private.member_of_topic to public;
grant execute on function public.orphaned_pictures to service_role;

create policy "Members list pictures in their own folders" on storage.objects
for select
to authenticated
using (
  bucket_id in ('product_images', 'shop_images', 'profile_images')
  and split_part(name, '/', 1) = (select private.member_id())::text
);
create policy "Members upload pictures into their own folders" on storage.objects
for insert
to authenticated
with check (
  bucket_id in ('product_images', 'shop_images', 'profile_images')
  and split_part(name, '/', 1) = (select private.member_id())::text
  and split_part(name, '/', 2) <> ''
);
create policy "Members replace pictures in their own folders" on storage.objects
for update
to authenticated
using (
  bucket_id in ('product_images', 'shop_images', 'profile_images')
  and split_part(name, '/', 1) = (select private.member_id())::text
)
with check (
  bucket_id in ('product_images', 'shop_images', 'profile_images')
  and split_part(name, '/', 1) = (select private.member_id())::text
  and split_part(name, '/', 2) <> ''
);
create policy "Members delete pictures in their own folders" on storage.objects
for delete
to authenticated
using (
  bucket_id in ('product_images', 'shop_images', 'profile_images')
  and split_part(name, '/', 1) = (select private.member_id())::text
);
create policy "Participants see pictures of their conversations" on storage.objects
for select
to authenticated
using (bucket_id = 'chat_pictures' and private.sees_chat_picture(name));
create policy "Members send pictures in conversations open to them" on storage.objects
for insert
to authenticated
with check (
  bucket_id = 'chat_pictures'
  and split_part(name, '/', 1) = (select private.member_id())::text
  and private.may_write_in_room(private.folder_id(name))
);
create policy "Members delete pictures they sent" on storage.objects
for delete
to authenticated
using (bucket_id = 'chat_pictures' and split_part(name, '/', 1) = (select private.member_id())::text);
create policy "Buyers list their review pictures" on storage.objects
for select
to authenticated
using (bucket_id = 'review_pictures' and split_part(name, '/', 1) = (select private.member_id())::text);
create policy "Participants receive on the channels of their conversation" on realtime.messages
for select
to authenticated
using (
  extension in ('broadcast', 'presence')
  and private.may_write_in_room(private.room_of_topic((select realtime.topic())))
);
create policy "Participants send on their own channel of their conversation" on realtime.messages
for insert
to authenticated
with check (
  extension in ('broadcast', 'presence')
  and private.member_of_topic((select realtime.topic())) = (select private.member_id())
  and private.may_write_in_room(private.room_of_topic((select realtime.topic())))
);
create policy "Administrators see pictures of reported conversations" on storage.objects
for select
to authenticated
using (bucket_id = 'chat_pictures' and (select private.is_administrator()) and private.sees_reported_picture(name));
