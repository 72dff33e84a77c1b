-- The audit log: what administrators do, and changes to what matters for money and trust.

create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_id uuid,
  actor_role text,
  action text not null,
  table_name text not null,
  row_id uuid,
  changes jsonb not null,
  is_by_administrator boolean not null generated always as (
    action not in ('insert', 'update', 'delete')
    or coalesce(actor_role = 'command', false)
  ) stored
);
comment on table public.audit_log is
  'What administrators do, and changes to shops, products, reviews, reports and payments, with their author. Written by triggers and '
  'functions, never changed, deleted after two years. Contains ids, states and administrators'' reasons, but no names.';
comment on column public.audit_log.actor_id is 'The account. Not a foreign key, because the log outlives it.';
comment on column public.audit_log.action is
  'insert, update or delete, written by a trigger; otherwise what an administrator did.';
comment on column public.audit_log.changes is 'Column -> [before, after]. The reason of an action is here too.';
create index audit_log_row on public.audit_log (table_name, row_id, id desc);
create index audit_log_of_administrators on public.audit_log (id) where is_by_administrator;
create index audit_log_old on public.audit_log (happened_at);

-- Moderation: reports, and administrators' decisions.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid default private.member_id() references public.profiles (id) on delete set null,
  subject text not null,
  product_id uuid references public.products (id) on delete set null,
  shop_id uuid references public.shops (id) on delete set null,
  review_id uuid references public.reviews (id) on delete set null,
  chat_room_id uuid references public.chat_rooms (id) on delete set null,
  announcement_id uuid references public.announcements (id) on delete set null,
  reason text not null,
  details text,
  state text not null default 'open',
  resolution text,
  resolved_by uuid references public.profiles (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_subject_known check (subject in ('product', 'shop', 'review', 'conversation', 'announcement')),
  constraint reports_subject_fits
    check (
      (subject = 'product' or product_id is null)
      and (subject = 'shop' or shop_id is null)
      and (subject = 'review' or review_id is null)
      and (subject = 'conversation' or chat_room_id is null)
      and (subject = 'announcement' or announcement_id is null)
    ),
  constraint reports_reason_form
    check (private.trimmed_length(reason) between 2 and 100 and private.is_one_line(reason)),
  constraint reports_details_length check (char_length(details) <= 2000),
  constraint reports_state_known check (state in ('open', 'upheld', 'dismissed')),
  constraint reports_resolved_at_matches_state check ((state = 'open') = (resolved_at is null))
);
comment on table public.reports is
  'Reports about products, shops, reviews, conversations and announcements. Only administrators read them.';
create index reports_queue on public.reports (state, created_at);
create index reports_reporter on public.reports (reporter_id);
create index reports_product on public.reports (product_id);
create index reports_shop on public.reports (shop_id);
create index reports_review on public.reports (review_id);
create index reports_chat_room on public.reports (chat_room_id);
create index reports_announcement on public.reports (announcement_id);
create index reports_resolver on public.reports (resolved_by);
