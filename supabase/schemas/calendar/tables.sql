-- A seller's calendar: the orders, windows and closures of a range of days, and a private feed of it for calendar programs.

create table private.calendar_feeds (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  reads integer not null default 0,
  reads_since timestamptz not null default now()
);
comment on table private.calendar_feeds is
  'The secret address of a shop''s calendar feed, as a hash. A new one replaces it, which ends the old address.';
comment on column private.calendar_feeds.reads is 'Reads since reads_since, at most an hour ago. They are limited.';
