-- What runs beside the tables: storage buckets and their policies, the realtime publication, and scheduled jobs.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
-- Under 5 MB: a file of exactly 5 MB is refused.
select id, id, is_public, 5 * 1024 * 1024 - 1, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
from (values
  ('product_images', true), ('shop_images', true), ('profile_images', true), ('review_pictures', true), ('chat_pictures', false)
) as bucket (id, is_public)
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- A chat picture lies at <sender>/<room>/<file>.
create function private.room_of_picture(name text) returns uuid
language sql immutable parallel safe
return case
  when split_part(name, '/', 2) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and split_part(name, '/', 3) <> ''
  then split_part(name, '/', 2)::uuid
end;
comment on function private.room_of_picture(text) is 'The conversation a chat picture belongs to, from its path; null where the path names none.';

create function private.sees_chat_picture(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.chat_rooms r
    where r.id = private.room_of_picture(name)
      and (select auth.uid()) in (r.buyer_id, r.seller_id)
      and split_part(name, '/', 1) in (r.buyer_id::text, r.seller_id::text)
  )
$$;
comment on function private.sees_chat_picture(text) is 'True when the picture was sent in a conversation of whoever is asking.';

create function private.sees_reported_picture(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_administrator() and exists (
    select from public.reports r join public.chat_messages m on m.chat_room_id = r.chat_room_id
    where r.chat_room_id = private.room_of_picture(name) and r.state = 'open' and m.created_at <= r.created_at
      and m.picture = 'chat_pictures/' || sees_reported_picture.name
  )
$$;
comment on function private.sees_reported_picture(text) is
  'True for an administrator and a picture that was sent in a conversation before it was reported, while the report is open.';

create function public.unused_pictures(pictures text[]) returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct given.picture from unnest(pictures[1:100]) as given (picture)
  where split_part(given.picture, '/', 1) = 'product_images' and split_part(given.picture, '/', 2) = (select auth.uid())::text
    and not exists (select from public.products p where p.shop_id = private.own_shop_id() and p.image = given.picture)
    and not exists (
      select from public.product_images i join public.products p on p.id = i.product_id
      where p.shop_id = private.own_shop_id() and i.image = given.picture
    )
    -- What was bought keeps its picture, also for the seller who cannot see the order yet.
    and not exists (
      select from public.order_items i join public.orders o on o.id = i.order_id
      where o.shop_id = private.own_shop_id() and i.image = given.picture
    )
$$;
comment on function public.unused_pictures(text[]) is
  'Which of these pictures in the caller''s own folder no product or order shows, so that they may be removed from storage.';

create function public.own_pictures(after_bucket text default '', after_path text default '', page_size integer default 200)
returns table (bucket text, path text)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('product_images', 'shop_images', 'profile_images', 'review_pictures', 'chat_pictures')
    -- The characters after the slash: an index on the name finds the folder.
    and o.name collate "C" > auth.uid()::text || '/' and o.name collate "C" < auth.uid()::text || '0'
    and (o.bucket_id collate "C", o.name collate "C") > (after_bucket, after_path)
  order by o.bucket_id collate "C", o.name collate "C"
  limit least(page_size, 1000)
$$;
comment on function public.own_pictures(text, text, integer) is 'The pictures that whoever is asking has put here, page by page.';

-- SQL cannot empty storage: the function sweep-pictures removes the folders of deleted accounts.
create function public.pictures_left_behind(most integer default 500) returns table (bucket text, path text)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('product_images', 'shop_images', 'profile_images', 'review_pictures', 'chat_pictures')
    and split_part(o.name, '/', 1) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    and not exists (select from auth.users u where u.id = split_part(o.name, '/', 1)::uuid)
  order by o.bucket_id, o.name
  limit least(most, 1000)
$$;
comment on function public.pictures_left_behind(integer) is 'Pictures of accounts that are gone.';

-- The private channel of a conversation, `room:<id>`: presence and typing.

create function private.room_of_topic(topic text) returns uuid
language sql immutable parallel safe
return case
  when topic ~ '^room:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 6)::uuid
end;
comment on function private.room_of_topic(text) is 'The conversation that a channel belongs to, from its topic; null where the topic names none.';

grant execute on function private.sees_reported_picture(text) to authenticated;
grant execute on function private.sees_chat_picture(text), public.unused_pictures(text[]), public.own_pictures(text, text, integer)
  to authenticated, service_role;
grant execute on function private.room_of_picture(text), private.room_of_topic(text) to public;
grant execute on function public.pictures_left_behind(integer) to service_role;

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
create policy "Buyers list the pictures they took for reviews" on storage.objects
  for select to authenticated using (
    bucket_id = 'review_pictures' and split_part(name, '/', 1) = (select auth.uid())::text
  );
create policy "The two people of a room hear its channel" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and private.may_write_in_room(private.room_of_topic((select realtime.topic()))));
create policy "The two people of a room speak on its channel" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and private.may_write_in_room(private.room_of_topic((select realtime.topic()))));
create policy "Administrators see pictures of conversations while reported" on storage.objects
  for select to authenticated using (bucket_id = 'chat_pictures' and (select private.is_administrator()) and private.sees_reported_picture(name));

-- Tables whose changes are sent live, to members whose policies let them read the row.
do $$
declare
  live_table text;
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    return;
  end if;
  foreach live_table in array array['chat_rooms', 'chat_messages', 'notifications', 'orders'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = live_table
    ) then
      execute format('alter publication supabase_realtime add table public.%I', live_table);
    end if;
  end loop;
end $$;

-- Jobs.

create function private.call_function(name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project_url text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regproc('net.http_post') is null then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into project_url using 'project_url';
  if project_url is null then
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, timeout_milliseconds := 60000)'
    using project_url || '/functions/v1/' || name, '{}'::jsonb;
end $$;
comment on function private.call_function(text) is
  'Calls a function of the project that needs no token, once this transaction has committed. On Supabase the vault has to hold project_url.';

create function private.settle_payments() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.refunds r where r.status = 'pending' and r.provider_refund_id is null and r.next_attempt_at <= now())
    or exists (
      select from public.transfers t join public.orders o on o.id = t.order_id
      join public.payment_accounts a on a.shop_id = o.shop_id and a.charges_enabled
      where t.status = 'pending' and t.next_attempt_at <= now()
    )
    or exists (select from public.transfers t where t.may_owe and t.status = 'sent' and t.next_attempt_at <= now())
    or exists (select from private.sessions_left_open('stripe'))
  then
    perform private.call_function('settle-payments');
  end if;
end $$;
comment on function private.settle_payments() is 'Wakes the function that sends refunds and transfers, where there is something for it to do.';

create function private.jobs() returns table (name text, schedule text, command text)
language sql immutable set search_path = '' as $$
  values
    ('expire-checkouts', '* * * * *', 'select public.expire_checkouts()'),
    ('settle-payments', '* * * * *', 'select private.settle_payments()'),
    ('send-letters', '* * * * *', 'select private.send_letters()'),
    ('tell-unread-messages', '* * * * *', 'select private.tell_unread_messages()'),
    ('forget-letters', '23 3 * * *', 'select private.forget_letters()'),
    ('forget-old-news', '23 3 * * *', 'select private.forget_old_news()'),
    ('import-pictures', '* * * * *', 'select private.wake_picture_imports()'),
    ('sweep-pictures', '41 3 * * *', 'select private.call_function(''sweep-pictures'')')
$$;
comment on function private.jobs() is 'Every scheduled job of the marketplace.';

create function public.missing_jobs() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('cron.job') is null then
    return query select j.name from private.jobs() j;
  else
    return query select j.name from private.jobs() j
    where not exists (
      select from cron.job c where c.jobname = j.name and c.schedule = j.schedule and c.command = j.command and c.active
    );
  end if;
end $$;
comment on function public.missing_jobs() is 'Names of the jobs that are not scheduled as private.jobs() lists them, or are switched off.';
grant execute on function public.missing_jobs() to service_role;

create function private.schedule_jobs() returns void
language plpgsql set search_path = '' as $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule(j.name, j.schedule, j.command) from private.jobs() j;
  end if;
end $$;
comment on function private.schedule_jobs() is
  'Schedules every job. Does nothing where there is no pg_cron; run it again after pg_cron is switched on.';
select private.schedule_jobs();
