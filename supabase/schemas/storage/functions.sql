-- The path of a chat picture is <sender>/<conversation>/<file>.
create function private.folder_id(name text)
returns uuid
language sql
immutable
parallel safe
return case
  when split_part(name, '/', 2) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    and split_part(name, '/', 3) <> '' then split_part(name, '/', 2)::uuid
end;
comment on function private.folder_id is
  'The id that the second folder of a picture''s path is named after. Null if it is not an id.';

create function private.sees_chat_picture(name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from public.chat_rooms r
      where
        r.id = private.folder_id(name)
        and (select private.member_id()) in (r.buyer_id, r.seller_id)
        and split_part(name, '/', 1) in (r.buyer_id::text, r.seller_id::text)
    )
$$;
comment on function private.sees_chat_picture is 'True if the picture was sent in a conversation of the caller.';

create function private.sees_reported_picture(name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    private.is_administrator()
    and exists (
      select
      from
        public.reports r
        join public.chat_messages m on m.chat_room_id = r.chat_room_id
      where
        r.chat_room_id = private.folder_id(name)
        and r.state = 'open'
        and m.created_at <= r.created_at
        and m.picture = 'chat_pictures/' || sees_reported_picture.name
    )
$$;
comment on function private.sees_reported_picture is
  'True for an administrator and a picture sent before an open report of its conversation.';

create function public.unused_pictures(pictures text[])
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct given.picture
  from unnest(pictures[1:100]) as given (picture)
  where
    split_part(given.picture, '/', 1) = 'product_images'
    and split_part(given.picture, '/', 2) = (select private.member_id())::text
    and not exists (select from public.products p where p.shop_id = private.own_shop_id() and p.image = given.picture)
    and not exists (
      select
      from
        public.product_images i
        join public.products p on p.id = i.product_id
      where p.shop_id = private.own_shop_id() and i.image = given.picture
    )
    -- Orders keep their pictures, including unpaid orders that the seller cannot see.
    and not exists (
      select
      from
        public.order_items i
        join public.orders o on o.id = i.order_id
      where o.shop_id = private.own_shop_id() and i.image = given.picture
    )
$$;
comment on function public.unused_pictures is
  'Which of these pictures in the caller''s own folder no product or order uses, so that they can be deleted from storage.';

create function public.own_pictures(
  after_bucket text default '',
  after_path text default '',
  page_size integer default 200
)
returns table (bucket text, path text)
language sql
stable
security definer
set search_path = ''
as $$
  select o.bucket_id, o.name
  from storage.objects o
  where
    o.bucket_id in (
      'product_images',
      'shop_images',
      'profile_images',
      'review_pictures',
      'chat_pictures',
      'problem_pictures'
    )
    -- '0' is the character after '/'. The range lets an index on the name find the folder.
    and o.name collate "C" > (select private.member_id())::text || '/'
    and o.name collate "C" < (select private.member_id())::text || '0'
    and (o.bucket_id collate "C", o.name collate "C") > (after_bucket, after_path)
  order by o.bucket_id collate "C", o.name collate "C"
  limit least(page_size, 1000)
$$;
comment on function public.own_pictures is 'The caller''s stored pictures, by page.';

-- SQL cannot delete stored files. The function sweep-pictures deletes the folders of deleted accounts.
create function public.orphaned_pictures(batch_size integer default 500)
returns table (bucket text, path text)
language sql
stable
security definer
set search_path = ''
as $$
  select o.bucket_id, o.name
  from storage.objects o
  where
    o.bucket_id in (
      'product_images',
      'shop_images',
      'profile_images',
      'review_pictures',
      'chat_pictures',
      'problem_pictures'
    )
    and split_part(o.name, '/', 1) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    and not exists (select from auth.users u where u.id = split_part(o.name, '/', 1)::uuid)
  order by o.bucket_id, o.name
  limit least(batch_size, 1000)
$$;
comment on function public.orphaned_pictures is 'Pictures of deleted accounts.';

create function private.is_within_file_quota(member uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select count(*) < 20000 and coalesce(sum(bytes), 0) < 2000000000
  from
    (
      select (o.metadata ->> 'size')::bigint as bytes
      from storage.objects o
      where o.name collate "C" > member::text || '/' and o.name collate "C" < member::text || '0'
      limit 20000
    ) counted
$$;
comment on function private.is_within_file_quota is
  'Whether a member has fewer than 20,000 files, and less than 2 GB. The server also limits the number of uploads an hour.';

create function public.count_picture_fetch()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('picture_fetches'), hashtext(private.member_id()::text));
  delete from private.picture_fetches f
  where f.user_id = (select private.member_id()) and f.fetched_at < now() - interval '1 hour';
  if
    (
      select count(*) from private.picture_fetches f where f.user_id = (select private.member_id()) and not f.is_import
    ) >= 60
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have imported many pictures. Please try again later, or upload files.'
    );
  end if;
  insert into private.picture_fetches (user_id) values (private.member_id());
end
$$;
comment on function public.count_picture_fetch is
  'Counts a picture fetch by the caller, at most 60 in an hour. The API answers PT429 with status 429.';

create function private.enqueue_picture_import()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text := to_jsonb(new) ->> tg_argv[1];
  owner uuid;
begin
  if address !~ '^https?://' then
    return null;
  end if;
  select s.user_id
  into owner
  from public.shops s
  where
    s.id = case tg_table_name
      when 'shops' then new.id
      when 'products' then (to_jsonb(new) ->> 'shop_id')::uuid
      else (select p.shop_id from public.products p where p.id = (to_jsonb(new) ->> 'product_id')::uuid)
    end;
  if owner is null then
    return null;
  end if;
  insert into public.picture_imports (owner_id, subject, subject_id, address)
  values (owner, tg_argv[0], new.id, address)
  -- An import in progress has the old id, so its outcome no longer counts.
  on conflict (subject, subject_id) do update
    set
      id = gen_random_uuid(),
      address = excluded.address,
      attempts = 0,
      last_error = null,
      next_attempt_at = now();
  if coalesce(current_setting('market.import_pictures_called', true), '') <> txid_current()::text then
    perform set_config('market.import_pictures_called', txid_current()::text, true);
    perform private.call_function('import-pictures');
  end if;
  return null;
end
$$;
comment on function private.enqueue_picture_import is
  'Enqueues the import of a picture given by its address. Arguments: the subject and the column.';

create function private.call_import_pictures_if_due()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.picture_imports i where i.next_attempt_at <= now()) then
    perform private.call_function('import-pictures');
  end if;
end
$$;
comment on function private.call_import_pictures_if_due is 'Calls import-pictures if a picture is due.';

create function private.apply_picture_import(import public.picture_imports, path text)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
  case import.subject
    when 'product' then
      update public.products p set image = path where p.id = import.subject_id and p.image = import.address;
    when 'gallery' then
      if path is null then
        delete from public.product_images i where i.id = import.subject_id and i.image = import.address;
      else
        update public.product_images i set image = path where i.id = import.subject_id and i.image = import.address;
      end if;
    when 'logo' then
      update public.shops s set logo = path where s.id = import.subject_id and s.logo = import.address;
    else
      update public.shops s set banner_image = path where s.id = import.subject_id and s.banner_image = import.address;
  end case;
  return found;
end
$$;
comment on function private.apply_picture_import is
  'Replaces the address of a picture by its path in storage, or by null, unless it has changed meanwhile. Returns whether it did.';

create function public.finish_picture_import(import_id uuid, path text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  import public.picture_imports;
begin
  delete from public.picture_imports i where i.id = import_id returning * into import;
  return found and private.apply_picture_import(import, path);
end
$$;
comment on function public.finish_picture_import is
  'Completes an import: the path in storage replaces the address. False if the address has changed meanwhile, so that nothing names the file.';

create function public.fail_picture_import(import_id uuid, reason text, is_final boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  import public.picture_imports;
begin
  if not is_final then
    update public.picture_imports i set last_error = left(reason, 500) where i.id = import_id;
    return;
  end if;
  delete from public.picture_imports i where i.id = import_id returning * into import;
  if found then
    perform private.apply_picture_import(import, null);
    perform private.notify(
      import.owner_id,
      'system',
      'A picture could not be imported',
      format('%s (%s)', reason, left(import.address, 200)),
      case when import.subject in ('logo', 'banner') then '/seller/shop-settings' else '/seller/products' end
    );
  end if;
end
$$;
comment on function public.fail_picture_import is
  'Records a failed import. If it is final, removes the address and notifies its owner.';

create function public.claim_picture_imports(batch_size integer default 5, busy_owners uuid[] default '{}')
returns table (id uuid, owner_id uuid, bucket text, address text, attempts integer, has_room boolean)
language sql
security definer
set search_path = ''
as $$
  delete from private.picture_fetches f where f.fetched_at < now() - interval '1 hour';
  select public.fail_picture_import(d.id, 'The picture could not be fetched from that address.', true)
  from
    (
      select i.id
      from public.picture_imports i
      where i.next_attempt_at <= now() and i.attempts >= 5
      for no key update skip locked
    ) d;
  with
    claimed as (
      update public.picture_imports i
      set
        attempts = i.attempts + 1,
        last_error = null,
        next_attempt_at = private.retry_at(i.attempts + 1)
      where
        i.id in (
          select d.id
          from public.picture_imports d
          where
            d.next_attempt_at <= now()
            and d.id in (
              select distinct on (o.owner_id) o.id
              from public.picture_imports o
              where
                o.next_attempt_at <= now()
                and o.owner_id <> all (busy_owners)
                and o.owner_id not in (
                  select f.user_id
                  from private.picture_fetches f
                  where f.is_import
                  group by f.user_id
                  having count(*) >= 600
                )
              order by o.owner_id, o.next_attempt_at
            )
          order by d.next_attempt_at
          limit batch_size
          for no key update skip locked
        )
      returning i.*
    ),
    counted as (insert into private.picture_fetches (user_id, is_import) select c.owner_id, true from claimed c)
  select
    c.id,
    c.owner_id,
    case when c.subject in ('logo', 'banner') then 'shop_images' else 'product_images' end,
    c.address,
    c.attempts,
    private.is_within_file_quota(c.owner_id)
  from claimed c
$$;
comment on function public.claim_picture_imports is
  'Claims pictures to import: one of each owner who is not busy, at most 600 an hour. The first claim lasts two minutes. Without a recorded outcome the picture is claimed again, five times in all. Then its import has failed. has_room: the owner may keep another file.';

-- The private channels of a conversation, one for each member: `room:<id>:<member>`. Only that member sends presence and typing on it.

create function private.room_of_topic(topic text)
returns uuid
language sql
immutable
parallel safe
return substring(
  topic,
  '^room:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
)::uuid;
comment on function private.room_of_topic is
  'The conversation of a channel, from its topic. Null if the topic names none.';

create function private.member_of_topic(topic text)
returns uuid
language sql
immutable
parallel safe
return substring(
  topic,
  '^room:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$'
)::uuid;
comment on function private.member_of_topic is 'The member of a channel, from its topic. Null if the topic names none.';
