-- Pictures given by their address: taken over into storage by the function import-pictures, so that visitors' browsers load ours alone.

create table public.picture_imports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  subject text not null,
  subject_id uuid not null,
  address text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint picture_imports_one_a_picture unique (subject, subject_id),
  constraint picture_imports_subject_known check (subject in ('product', 'gallery', 'logo', 'banner'))
);
comment on table public.picture_imports is 'Addresses of pictures that wait to be taken over. Emptied by import-pictures.';
comment on column public.picture_imports.subject is 'Which picture: products.image, product_images.image, shops.logo or shops.banner_image.';
create index picture_imports_due on public.picture_imports (next_attempt_at);
create index picture_imports_owner on public.picture_imports (owner_id);

create table private.picture_fetches (
  user_id uuid not null references public.profiles (id) on delete cascade,
  fetched_at timestamptz not null default clock_timestamp()
);
comment on table private.picture_fetches is 'When somebody had a picture fetched, for an hour.';
create index picture_fetches_user on private.picture_fetches (user_id, fetched_at);

create function public.count_picture_fetch() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('picture_fetches'), hashtext(auth.uid()::text));
  delete from private.picture_fetches f where f.user_id = auth.uid() and f.fetched_at < now() - interval '1 hour';
  if (select count(*) from private.picture_fetches f where f.user_id = auth.uid()) >= 60 then
    perform private.refuse('PT429', 'often', 'You have had many pictures fetched. Please wait a while, or upload files.');
  end if;
  insert into private.picture_fetches (user_id) values (auth.uid());
end $$;
comment on function public.count_picture_fetch() is 'Counts a picture that the caller has fetched: 60 in an hour. The API answers PT429 with status 429.';

create function private.import_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given text := to_jsonb(new) ->> tg_argv[1];
  owner uuid;
begin
  if given !~ '^https?://' then
    return null;
  end if;
  select s.user_id into owner from public.shops s where s.id = case tg_table_name
    when 'shops' then new.id
    when 'products' then (to_jsonb(new) ->> 'shop_id')::uuid
    else (select p.shop_id from public.products p where p.id = (to_jsonb(new) ->> 'product_id')::uuid)
  end;
  if owner is null then
    return null;
  end if;
  insert into public.picture_imports (owner_id, subject, subject_id, address) values (owner, tg_argv[0], new.id, given)
  on conflict (subject, subject_id) do update set address = excluded.address, attempts = 0, next_attempt_at = now();
  if coalesce(current_setting('market.imports_woken', true), '') <> txid_current()::text then
    perform set_config('market.imports_woken', txid_current()::text, true);
    perform private.call_function('import-pictures');
  end if;
  return null;
end $$;
comment on function private.import_picture() is 'Has a picture that was given by its address taken over. Arguments: which picture it is, and its column.';

create function private.wake_picture_imports() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.picture_imports i where i.next_attempt_at <= now()) then
    perform private.call_function('import-pictures');
  end if;
end $$;
comment on function private.wake_picture_imports() is 'Wakes the function that takes pictures over, where some wait.';

create function public.claim_picture_imports(most integer default 5)
returns table (id uuid, owner_id uuid, bucket text, address text, attempts integer)
language sql security definer set search_path = '' as $$
  update public.picture_imports i set attempts = i.attempts + 1, next_attempt_at = private.next_try(i.attempts + 1)
  where i.id in (
    select d.id from public.picture_imports d where d.next_attempt_at <= now() order by d.next_attempt_at limit most for no key update skip locked
  )
  returning i.id, i.owner_id, case when i.subject in ('logo', 'banner') then 'shop_images' else 'product_images' end, i.address, i.attempts
$$;
comment on function public.claim_picture_imports(integer) is 'Pictures to take over now; whoever claims them has two minutes, then they come again.';

create function private.place_picture(done public.picture_imports, path text) returns void
language plpgsql set search_path = '' as $$
begin
  case done.subject
    when 'product' then
      update public.products p set image = path where p.id = done.subject_id and p.image = done.address;
    when 'gallery' then
      if path is null then
        delete from public.product_images i where i.id = done.subject_id and i.image = done.address;
      else
        update public.product_images i set image = path where i.id = done.subject_id and i.image = done.address;
      end if;
    when 'logo' then
      update public.shops s set logo = path where s.id = done.subject_id and s.logo = done.address;
    else
      update public.shops s set banner_image = path where s.id = done.subject_id and s.banner_image = done.address;
  end case;
end $$;
comment on function private.place_picture(public.picture_imports, text) is 'Puts the path, or nothing, where the address still stands.';

create function public.finish_picture_import(import_id uuid, path text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  done public.picture_imports;
begin
  delete from public.picture_imports i where i.id = import_id returning * into done;
  if found then
    perform private.place_picture(done, path);
  end if;
end $$;
comment on function public.finish_picture_import(uuid, text) is 'A picture was taken over: its path takes the place of the address.';

create function public.fail_picture_import(import_id uuid, reason text, is_final boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  done public.picture_imports;
begin
  if not is_final then
    return;
  end if;
  delete from public.picture_imports i where i.id = import_id returning * into done;
  if found then
    perform private.place_picture(done, null);
    perform private.tell(done.owner_id, 'system', 'A picture could not be fetched', format('%s (%s)', reason, left(done.address, 200)),
      case when done.subject in ('logo', 'banner') then '/seller/shop-settings' else '/seller/products' end);
  end if;
end $$;
comment on function public.fail_picture_import(uuid, text, boolean) is 'Why a picture could not be taken over; final takes the address out, and its owner is told.';

create trigger import_picture after insert or update of image on public.products
  for each row when (new.image like 'http%') execute function private.import_picture('product', 'image');
create trigger import_picture after insert or update of image on public.product_images
  for each row when (new.image like 'http%') execute function private.import_picture('gallery', 'image');
create trigger import_logo after insert or update of logo on public.shops
  for each row when (new.logo like 'http%') execute function private.import_picture('logo', 'logo');
create trigger import_banner after insert or update of banner_image on public.shops
  for each row when (new.banner_image like 'http%') execute function private.import_picture('banner', 'banner_image');

alter table public.picture_imports enable row level security;
alter table private.picture_fetches enable row level security;

grant all on public.picture_imports to service_role;

grant execute on function public.count_picture_fetch() to authenticated, service_role;
grant execute on function public.claim_picture_imports(integer), public.finish_picture_import(uuid, text),
  public.fail_picture_import(uuid, text, boolean) to service_role;
