-- Buckets for pictures, and who may put what where.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select id, id, is_public, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
from (values ('product_images', true), ('shop_images', true), ('profile_images', true), ('chat_pictures', false)) as bucket (id, is_public)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- A chat picture lies at <sender>/<room>/<file>.

create function private.room_of_picture(name text) returns uuid
language sql immutable parallel safe
return case
  when split_part(name, '/', 2) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and split_part(name, '/', 3) <> ''
  then split_part(name, '/', 2)::uuid
end;
comment on function private.room_of_picture(text) is 'The conversation a chat picture belongs to, from its path; null where the path names none.';

create function private.sees_chat_picture(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.chat_rooms r
    where r.id = private.room_of_picture(name)
      and (select auth.uid()) in (r.buyer_id, r.seller_id)
      and split_part(name, '/', 1) in (r.buyer_id::text, r.seller_id::text)
  )
$$;
comment on function private.sees_chat_picture(text) is 'True when the picture was sent in a conversation of whoever is asking.';
revoke execute on function private.sees_chat_picture(text) from public;
grant execute on function private.sees_chat_picture(text) to authenticated, service_role;

create policy "People list the pictures in their own folders" on storage.objects
  for select to authenticated using (
    bucket_id in ('product_images', 'shop_images', 'profile_images')
    and split_part(name, '/', 1) = (select auth.uid())::text
  );
create policy "People upload pictures into their own folders" on storage.objects
  for insert to authenticated with check (
    bucket_id in ('product_images', 'shop_images', 'profile_images')
    and split_part(name, '/', 1) = (select auth.uid())::text and split_part(name, '/', 2) <> ''
  );
create policy "People replace the pictures in their own folders" on storage.objects
  for update to authenticated
  using (
    bucket_id in ('product_images', 'shop_images', 'profile_images')
    and split_part(name, '/', 1) = (select auth.uid())::text
  )
  with check (
    bucket_id in ('product_images', 'shop_images', 'profile_images')
    and split_part(name, '/', 1) = (select auth.uid())::text and split_part(name, '/', 2) <> ''
  );
create policy "People remove the pictures in their own folders" on storage.objects
  for delete to authenticated using (
    bucket_id in ('product_images', 'shop_images', 'profile_images')
    and split_part(name, '/', 1) = (select auth.uid())::text
  );

create policy "The two people of a conversation see its pictures" on storage.objects
  for select to authenticated using (bucket_id = 'chat_pictures' and private.sees_chat_picture(name));
create policy "People send pictures in conversations they may write in" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'chat_pictures' and split_part(name, '/', 1) = (select auth.uid())::text
    and private.may_write_in_room(private.room_of_picture(name))
  );
create policy "People remove the pictures they sent" on storage.objects
  for delete to authenticated using (bucket_id = 'chat_pictures' and split_part(name, '/', 1) = (select auth.uid())::text);
