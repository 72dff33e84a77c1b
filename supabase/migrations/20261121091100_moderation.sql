-- Reports of what should not be here, and a log of who did what.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  subject text not null,
  product_id uuid references public.products (id) on delete set null,
  shop_id uuid references public.shops (id) on delete set null,
  review_id uuid references public.reviews (id) on delete set null,
  chat_room_id uuid references public.chat_rooms (id) on delete set null,
  reason text not null,
  details text,
  state text not null default 'open',
  resolution text,
  resolved_by uuid references public.profiles (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_subject_known check (subject in ('product', 'shop', 'review', 'conversation')),
  constraint reports_subject_fits check (
    (subject = 'product' or product_id is null) and (subject = 'shop' or shop_id is null)
    and (subject = 'review' or review_id is null) and (subject = 'conversation' or chat_room_id is null)
  ),
  constraint reports_reason_form check (private.trimmed_length(reason) between 2 and 100 and private.is_one_line(reason)),
  constraint reports_details_length check (char_length(details) <= 2000),
  constraint reports_state_known check (state in ('open', 'upheld', 'dismissed')),
  constraint reports_resolved_when_closed check ((state = 'open') = (resolved_at is null))
);
comment on table public.reports is 'What somebody found wrong with a product, shop, review or conversation. Read by administrators.';
create index reports_queue on public.reports (state, created_at);
create index reports_reporter on public.reports (reporter_id);
create index reports_product on public.reports (product_id);
create index reports_shop on public.reports (shop_id);
create index reports_review on public.reports (review_id);
create index reports_chat_room on public.reports (chat_room_id);
create index reports_resolver on public.reports (resolved_by);

create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_id uuid,
  actor_role text,
  action text not null,
  table_name text not null,
  row_id uuid,
  changes jsonb not null
);
comment on table public.audit_log is 'What was done to shops, reviews, reports and money, by whom. Written by trigger, changed by nobody. Holds ids and states, no names.';
comment on column public.audit_log.actor_id is 'The account; no foreign key, since the log outlives it.';
comment on column public.audit_log.changes is 'Column -> [before, after].';
create index audit_log_row on public.audit_log (table_name, row_id, id desc);

-- Policies.

alter table public.reports enable row level security;
alter table public.audit_log enable row level security;

revoke all on public.reports, public.audit_log from anon, authenticated;
revoke all on public.audit_log from service_role;
grant select, insert (reporter_id, subject, product_id, shop_id, review_id, chat_room_id, reason, details) on public.reports to authenticated;
grant select on public.audit_log to authenticated, service_role;
grant all on public.reports to service_role;

create policy "Administrators read reports" on public.reports
  for select to authenticated using ((select private.is_administrator()));
create policy "People report what they see" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and num_nonnulls(product_id, shop_id, review_id, chat_room_id) = 1
    and (product_id is null or exists (select from public.products p where p.id = product_id))
    and (shop_id is null or exists (select from public.shops s where s.id = shop_id))
    and (review_id is null or exists (select from public.reviews r where r.id = review_id))
    and (chat_room_id is null or exists (select from public.chat_rooms c where c.id = chat_room_id))
  );
create policy "Administrators read the log" on public.audit_log
  for select to authenticated using ((select private.is_administrator()));

-- Triggers.

create function private.audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changes jsonb;
begin
  select jsonb_object_agg(watched, jsonb_build_array(before -> watched, after -> watched)) into changes
  from unnest(tg_argv) watched
  where before -> watched is distinct from after -> watched;
  if changes is not null then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, changes)
    values (
      auth.uid(), coalesce(auth.role(), current_user), lower(tg_op), tg_table_name,
      coalesce(after ->> 'id', before ->> 'id', after ->> 'shop_id', before ->> 'shop_id')::uuid, changes
    );
  end if;
  return null;
end $$;
comment on function private.audit() is 'Logs a change of the columns named as arguments.';
revoke execute on function private.audit() from public;

create trigger audit after insert or update or delete on public.shops
  for each row execute function private.audit('status', 'user_id');
create trigger audit after update or delete on public.reviews
  for each row execute function private.audit('is_hidden', 'rating');
create trigger audit after insert or update or delete on public.reports
  for each row execute function private.audit('state', 'resolved_by');
create trigger audit after insert or update or delete on public.payments
  for each row execute function private.audit('status', 'amount');
create trigger audit after insert or update or delete on public.refunds
  for each row execute function private.audit('status', 'amount');
create trigger audit after insert or update or delete on public.payment_accounts
  for each row execute function private.audit('account_id', 'charges_enabled', 'payouts_enabled');
