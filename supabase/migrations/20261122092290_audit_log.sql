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

create function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  before jsonb := case
    when tg_op = 'INSERT' then '{}'
    else to_jsonb(old)
  end;
  after jsonb := case
    when tg_op = 'DELETE' then '{}'
    else to_jsonb(new)
  end;
  changes jsonb;
begin
  select jsonb_object_agg(name, jsonb_build_array(before -> name, after -> name))
  into changes
  from unnest(tg_argv) name
  where before -> name is distinct from after -> name;
  if changes is not null then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, changes)
    values
      (
        private.member_id(),
        coalesce(auth.role(), current_user),
        lower(tg_op),
        tg_table_name,
        coalesce(after ->> 'id', before ->> 'id', after ->> 'shop_id', before ->> 'shop_id')::uuid,
        changes
      );
  end if;
  return null;
end
$$;
comment on function private.audit() is 'Logs changes of the columns named as arguments in audit_log.';

create function private.log_action(
  action text,
  table_name text,
  row_id uuid,
  reason text default null,
  changes jsonb default '{}'
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, changes)
  values
    (
      private.member_id(),
      auth.role(),
      log_action.action,
      log_action.table_name,
      log_action.row_id,
      jsonb_build_object('reason', jsonb_build_array(null, log_action.reason)) || log_action.changes
    )
$$;
comment on function private.log_action(text, text, uuid, text, jsonb) is
  'Logs what the calling administrator does to a row, with the reason.';

create function private.enforce_append_only()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'The audit log cannot be changed.';
end
$$;
comment on function private.enforce_append_only() is 'Refuses changes to the audit log.';

create function private.purge_audit_log()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.audit_log l where l.happened_at < now() - interval '2 years'
$$;
comment on function private.purge_audit_log() is 'Deletes rows of the audit log after two years.';

create function public.administrator_actions(before_id bigint default null, page_size integer default 50)
returns table (
  id bigint,
  happened_at timestamptz,
  actor text,
  action text,
  table_name text,
  row_id uuid,
  subject text,
  reason text
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_administrator();
  return query select
      l.id,
      l.happened_at,
      case
        when l.actor_id is null then 'A command'
        else coalesce(a.name, 'A former member')
      end,
      l.action,
      l.table_name,
      l.row_id,
      case l.table_name
        when 'profiles' then (select p.name from public.profiles p where p.id = l.row_id)
        when 'users' then (select p.name from public.profiles p where p.id = l.row_id)
        when 'shops' then (select s.name from public.shops s where s.id = l.row_id)
        when 'products' then (select p.name from public.products p where p.id = l.row_id)
        when 'announcements' then (select n.title from public.announcements n where n.id = l.row_id)
      end,
      l.changes #>> '{reason,1}'
    from
      public.audit_log l
      left join public.profiles a on a.id = l.actor_id
    where l.is_by_administrator and (before_id is null or l.id < before_id)
    order by l.id desc
    limit least(greatest(page_size, 1), 100);
end
$$;
comment on function public.administrator_actions(bigint, integer) is
  'What administrators did, newest first, with the present names of those concerned. Pages continue before the last id. For administrators.';

create trigger audit
after insert or update or delete on public.shops
for each row
execute function private.audit('status', 'user_id', 'hygiene_verified_at');
create trigger audit
after update or delete on public.reviews
for each row
execute function private.audit('is_hidden', 'rating');
create trigger audit
after insert or update or delete on public.payments
for each row
execute function private.audit('status', 'amount');
create trigger audit
after insert or update or delete on public.refunds
for each row
execute function private.audit('status', 'amount');
create trigger audit
after insert or update or delete on public.payment_disputes
for each row
execute function private.audit('status', 'amount');
create trigger audit
after insert or update or delete on public.payment_accounts
for each row
execute function private.audit('account_id', 'charges_enabled', 'payouts_enabled');
create trigger audit
after insert or update or delete on public.transfers
for each row
execute function private.audit('status', 'amount');
create trigger audit
after update of taken_down_at on public.products
for each row
execute function private.audit('taken_down_at');
-- Applies to the table's owner too. Changing the log requires dropping the trigger first.
create trigger enforce_append_only
before update or truncate on public.audit_log
for each statement
execute function private.enforce_append_only();
create trigger enforce_retention
before delete on public.audit_log
for each row
when (old.happened_at >= now() - interval '2 years')
execute function private.enforce_append_only();

alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
grant execute on function public.administrator_actions(bigint, integer) to authenticated, service_role;

create policy "Administrators read the audit log" on public.audit_log
for select
to authenticated
using ((select private.is_administrator()));
