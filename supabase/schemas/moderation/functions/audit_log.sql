create function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
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
comment on function private.audit is 'Logs changes of the columns named as arguments in audit_log.';

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
comment on function private.log_action is 'Logs what the calling administrator does to a row, with the reason.';

create function private.enforce_append_only()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'The audit log cannot be changed.';
end
$$;
comment on function private.enforce_append_only is 'Refuses changes to the audit log.';

create function private.purge_audit_log()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.audit_log l where l.happened_at < now() - interval '2 years'
$$;
comment on function private.purge_audit_log is 'Deletes rows of the audit log after two years.';

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
  return query
    select
      l.id,
      l.happened_at,
      case when l.actor_id is null then 'A command' else coalesce(a.name, 'A former member') end,
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
comment on function public.administrator_actions is
  'What administrators did, newest first, with the present names of those concerned. Pages continue before the last id. For administrators.';
