-- Followers: members who want to hear from a shop, and whether they agreed to its emails.

create table public.shop_followers (
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  shop_id uuid not null references public.shops (id) on delete cascade,
  wants_emails boolean not null default false,
  emails_agreed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, shop_id),
  constraint shop_followers_agreed_at_matches_emails check (wants_emails = (emails_agreed_at is not null))
);
comment on table public.shop_followers is
  'Who follows which shop. Only the member reads the rows. A seller sees the number.';
comment on column public.shop_followers.wants_emails is
  'Whether the member asked this shop''s announcements by email. Off until the member turns it on, as the law on marketing emails requires.';
comment on column public.shop_followers.emails_agreed_at is
  'When the member agreed to the emails. Maintained by a trigger, as proof of the consent.';
comment on column public.shop_followers.created_at is
  'The clock, not the transaction''s time. An announcement goes to those who followed before it.';
create index shop_followers_shop on public.shop_followers (shop_id, user_id);

create table private.signing_keys (
  name text primary key,
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.signing_keys is
  'Keys that sign links in emails. Created with the database, and never sent to anyone.';
insert into private.signing_keys (name) values ('unsubscribe');

-- Announcements of a shop to its followers: at most two in seven days, delivered by a job in small transactions.

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  title text not null,
  text text not null,
  is_hidden boolean not null default false,
  is_withdrawn boolean not null default false,
  created_at timestamptz not null default now(),
  constraint announcements_title_form
    check (private.trimmed_length(title) >= 3 and char_length(title) <= 80 and private.is_one_line(title)),
  constraint announcements_text_length check (private.trimmed_length(text) >= 10 and char_length(text) <= 1000)
);
comment on table public.announcements is
  'What shops tell their followers. Written by announce, and shown on the page of the shop.';
comment on column public.announcements.is_hidden is 'Hidden by an administrator. Its owner still sees it.';
comment on column public.announcements.is_withdrawn is
  'Withdrawn by its shop. It still counts as sent, so withdrawing does not raise the limit.';
create index announcements_shop on public.announcements (shop_id, created_at desc);
create index announcements_product on public.announcements (product_id);

create table public.announcement_deliveries (
  announcement_id uuid primary key references public.announcements (id) on delete cascade,
  notified integer not null default 0,
  emailed integer not null default 0,
  last_member uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.announcement_deliveries is
  'How far an announcement has been delivered. The job continues after last_member.';
create index announcement_deliveries_unfinished on public.announcement_deliveries (created_at)
where finished_at is null;
