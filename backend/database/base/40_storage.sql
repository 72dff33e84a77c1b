-- Schema `storage` of a Supabase project: buckets, objects, and the functions that policies call. Bytes are stored elsewhere, one blob
-- per version; `backend.blob_removals` lists the blobs to remove.

create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD');
  end if;
end
$$;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
comment on table storage.buckets is 'Top-level folders of the object store, with their limits and public access.';
comment on column storage.buckets.owner is 'Superseded by owner_id, as on Supabase. That column can also store subjects that are not UUIDs.';
comment on column storage.buckets.file_size_limit is 'Bytes; null for the server''s limit only.';
comment on column storage.buckets.allowed_mime_types is 'Types such as image/png or image/*; null allows all.';

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
comment on table storage.objects is 'One row per object. Row-level security on it decides who reads, uploads, overwrites and deletes objects.';
comment on column storage.objects.name is 'The path inside the bucket.';
comment on column storage.objects.version is 'The name of the blob with the bytes; every upload creates a new one.';
comment on column storage.objects.metadata is 'Set by the server: eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode.';
comment on column storage.objects.user_metadata is 'Set by the uploader.';

create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
-- The "C" collation serves prefix ranges with any database collation.
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
create index if not exists idx_objects_version on storage.objects (version);

create table if not exists backend.blob_removals (
  version text primary key,
  due_at timestamptz not null default now()
);
comment on table backend.blob_removals is
  'Blobs to remove once they are due, unless a row names them: those of overwritten and removed objects, and from the start those of uploads.';
create index if not exists blob_removals_due on backend.blob_removals (due_at);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[]
language sql immutable
as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;
comment on function storage.foldername(text) is 'The folders of a path: a/b/c.png is {a,b}.';

create or replace function storage.filename(name text) returns text
language sql immutable
as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;
comment on function storage.filename(text) is 'The last segment of a path: a/b/c.png is c.png.';

create or replace function storage.extension(name text) returns text
language sql immutable
as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;
comment on function storage.extension(text) is 'The part after the last dot of the file name: a/b/c.png is png.';

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
comment on function storage.update_updated_at_column() is 'Sets updated_at of a changed object.';

create or replace trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create or replace function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
comment on function storage.protect_delete() is 'Rows are deleted only through the API, as on Supabase, so a migration that would fail there fails here, too.';

create or replace trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create or replace trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Security definer, because a member who overwrites an object has no access to the removals.
create or replace function backend.discard_version() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into backend.blob_removals (version) values (old.version) on conflict (version) do update set due_at = excluded.due_at;
  return null;
end
$$;
comment on function backend.discard_version() is 'Records the blob that a row no longer references, in the same transaction.';
revoke all on function backend.discard_version() from public;

create or replace trigger discard_replaced_version
  after update on storage.objects
  for each row
  when (old.version is not null and old.version is distinct from new.version)
  execute function backend.discard_version();

create or replace trigger discard_removed_version
  after delete on storage.objects
  for each row
  when (old.version is not null)
  execute function backend.discard_version();
