-- Storage buckets and their policies, pictures imported from an address, and the realtime publication.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
-- Below 5 MB: a file of exactly 5 MB is refused.
select id, id, is_public, 5 * 1024 * 1024 - 1, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
from
  (
    values
      ('product_images', true),
      ('shop_images', true),
      ('profile_images', true),
      ('review_pictures', true),
      ('chat_pictures', false)
  ) as bucket (id, is_public)
on conflict (id) do update
  set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- Picture imports: the function import-pictures copies pictures into storage, so that visitors load them only from this site.

create table public.picture_imports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  subject text not null,
  subject_id uuid not null,
  address text not null,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint picture_imports_one_per_picture unique (subject, subject_id),
  constraint picture_imports_subject_known check (subject in ('product', 'gallery', 'logo', 'banner'))
);
comment on table public.picture_imports is
  'Picture addresses that wait to be imported. The function import-pictures claims and deletes them.';
comment on column public.picture_imports.subject is
  'The column of the picture: products.image, product_images.image, shops.logo or shops.banner_image.';
comment on column public.picture_imports.last_error is 'Why the last attempt failed. Null during an attempt.';
create index picture_imports_due on public.picture_imports (next_attempt_at);
create index picture_imports_owner on public.picture_imports (owner_id, next_attempt_at);

create table private.picture_fetches (
  user_id uuid not null references public.profiles (id) on delete cascade,
  is_import boolean not null default false,
  fetched_at timestamptz not null default clock_timestamp()
);
comment on table private.picture_fetches is
  'Pictures fetched for members in the last hour: from the product form, or (is_import) from an address written through the table API.';
create index picture_fetches_user on private.picture_fetches (user_id, fetched_at);
