-- Row changes for backend/realtime. Triggers on the tables of the publication supabase_realtime write each changed row into a log, in the
-- same transaction. Supabase itself reads logical replication, which PGlite and some servers do not offer.

create unlogged table if not exists backend.realtime_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  type text not null,
  record jsonb not null,
  happened_at timestamptz not null default clock_timestamp()
);
comment on table backend.realtime_changes is 'Rows changed in the last minutes, for the processes that deliver them to subscribers. A crash empties it.';
comment on column backend.realtime_changes.xid is 'The transaction. Snapshots of transactions identify new rows, because ids are assigned before commit.';
comment on column backend.realtime_changes.record is 'The new row, or the old row of a DELETE.';
create index if not exists realtime_changes_xid on backend.realtime_changes (xid);
alter table backend.realtime_changes add column if not exists old_record jsonb;
comment on column backend.realtime_changes.old_record is 'The old row, only if its table has replica identity full and no row-level security, so that every subscriber may see it.';

create unlogged table if not exists backend.realtime_messages (
  id bigint generated always as identity primary key,
  body text not null,
  sent_at timestamptz not null default clock_timestamp()
);
comment on table backend.realtime_messages is 'Messages between processes that are too long for a notification. Kept for a minute.';

create or replace function backend.log_realtime_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A change of a partition is logged under its partitioned table.
  logged constant oid := coalesce(pg_catalog.pg_partition_root(tg_relid), tg_relid);
  keeps_old boolean := false;
begin
  if tg_op <> 'INSERT' then
    select c.relreplident = 'f' and not c.relrowsecurity into keeps_old from pg_catalog.pg_class c where c.oid = logged;
  end if;
  if keeps_old and tg_op = 'UPDATE' then
    -- Both transition tables hold the rows in the order of their changes.
    insert into backend.realtime_changes (relation, type, record, old_record)
    select logged, tg_op, to_jsonb(n.item), to_jsonb(o.item)
    from (select changed as item, row_number() over () as number from changed) n
      join (select replaced as item, row_number() over () as number from replaced) o using (number)
    order by number;
  else
    insert into backend.realtime_changes (relation, type, record, old_record)
    select logged, tg_op, to_jsonb(changed), case when keeps_old then to_jsonb(changed) end from changed;
  end if;
  if found then
    notify backend_realtime, 'changes';
  end if;
  return null;
end $$;
comment on function backend.log_realtime_changes() is 'Logs the rows that a statement has changed and notifies the processes.';
revoke all on function backend.log_realtime_changes() from public;

create or replace function backend.follow_realtime_publication() returns void
language plpgsql set search_path = '' as $$
declare
  change record;
begin
  for change in
    -- A publication lists partitions, but only triggers of the table named in a statement fire. Usually that is the partitioned table.
    with published as (
      select distinct coalesce(a.relid, p.relation)::regclass as relation
      from (
        select format('%I.%I', t.schemaname, t.tablename)::regclass as relation
        from pg_catalog.pg_publication_tables t where t.pubname = 'supabase_realtime'
      ) p left join lateral pg_catalog.pg_partition_ancestors(p.relation) a on true
    ), sides (type, side) as (
      values ('insert', 'new table as changed'), ('update', 'old table as replaced new table as changed'), ('delete', 'old table as changed')
    ), watched as (
      select t.tgrelid::regclass as relation, t.tgname,
        t.tgrelid::regclass in (select relation from published)
          and (t.tgname <> 'backend_realtime_update' or t.tgoldtable is not distinct from 'replaced'::name) as is_current
      from pg_catalog.pg_trigger t
      where t.tgfoid = 'backend.log_realtime_changes()'::regprocedure
    )
    select format('drop trigger %I on %s', w.tgname, w.relation) as command
    from watched w where not w.is_current
    union all
    select format(
      'create trigger backend_realtime_%s after %1$s on %s referencing %s for each statement execute function backend.log_realtime_changes()',
      s.type, p.relation, s.side
    )
    from published p, sides s
    where not exists (select from watched w where w.is_current and w.relation = p.relation and w.tgname = 'backend_realtime_' || s.type)
  loop
    execute change.command;
  end loop;
end $$;
comment on function backend.follow_realtime_publication() is 'Creates the triggers on the tables of the publication supabase_realtime and drops those on other tables.';
revoke all on function backend.follow_realtime_publication() from public;

create or replace function backend.realtime_publication_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  perform backend.follow_realtime_publication();
end $$;
comment on function backend.realtime_publication_watch() is 'Updates the triggers when the publication is altered.';
revoke all on function backend.realtime_publication_watch() from public;

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'realtime_publication_watch') then
    create event trigger realtime_publication_watch on ddl_command_end when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION')
      execute function backend.realtime_publication_watch();
  end if;
exception
  -- Only a superuser may create it. Without it, the triggers are updated at each start.
  when insufficient_privilege then null;
end
$$;

-- Stable, so that the whole function sees one snapshot. No fixed search_path, so that policies resolve names as in the table API. Only the
-- backend itself may call it. Dropped first, because `create or replace` cannot rename a parameter. "change id" has a space, which keeps it
-- apart from the columns of the table.
drop function if exists backend.realtime_readers(regclass, jsonb);
create function backend.realtime_readers(relation regclass, subscribers jsonb) returns jsonb
language plpgsql stable as $$
declare
  key_columns text[];
  key_types text;
  key_match text;
  find_readable text;
  all_changes bigint[];
  deleted bigint[];
  keys jsonb;
  superseded jsonb;
  columns_role text;
  columns jsonb;
  subscriber jsonb;
  changes bigint[];
  readable bigint[];
  is_restricted boolean;
  accesses jsonb := '[]';
begin
  select array_agg(a.attname::text), string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '),
    string_agg(format('t.%1$I = k.%1$I', a.attname), ' and ')
  into key_columns, key_types, key_match
  from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = relation and i.indisprimary;
  all_changes := array(
    select distinct w::bigint from jsonb_array_elements(subscribers) s, jsonb_array_elements_text(s -> 'changeIds') w
  );
  select array_agg(c.id) filter (where c.type = 'DELETE'),
    jsonb_agg(jsonb_build_object('change id', c.id) || coalesce(
      (select jsonb_object_agg(k, c.record -> k) from unnest(key_columns) k), '{}')) filter (where c.type <> 'DELETE')
  into deleted, keys
  from backend.realtime_changes c where c.id = any (all_changes);

  -- A scalar subquery makes the planner look up each row by key instead of scanning the whole table.
  find_readable := format(
    'select array_agg(k."change id") from pg_catalog.jsonb_to_recordset($1) as k("change id" bigint, %s)
      where k."change id" = any ($2) and (select true from %s t where %s)', key_types, relation, key_match);
  if keys is not null and key_columns is not null then
    execute format(
      'select jsonb_object_agg(n.id, (select jsonb_object_agg(key, value::text) from jsonb_each(n.current)))
        from (
          select c.id, c.record, (select to_jsonb(t) from %2$s t where %3$s) as current
          from pg_catalog.jsonb_to_recordset($1) as k("change id" bigint, %1$s) join backend.realtime_changes c on c.id = k."change id"
        ) n
        where n.current <> n.record', key_types, relation, key_match)
    into superseded using keys;
  end if;

  for number in 0 .. jsonb_array_length(subscribers) - 1 loop
    subscriber := subscribers -> number;
    changes := array(select w::bigint from jsonb_array_elements_text(subscriber -> 'changeIds') w);
    readable := '{}';
    is_restricted := true;
    begin
      if columns_role is distinct from subscriber ->> 'role' then
        columns := '[]';
        columns_role := subscriber ->> 'role';
        select coalesce(jsonb_agg(
          jsonb_build_object('name', a.attname, 'type', t.typname, 'isKey', coalesce(a.attname = any (key_columns), false)) order by a.attnum
        ), '[]')
        into columns
        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid join pg_catalog.pg_class r on r.oid = a.attrelid
        where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
          and has_schema_privilege(columns_role::name, r.relnamespace, 'usage')
          and has_column_privilege(columns_role::name, relation::oid, a.attnum, 'select');
      end if;
      perform set_config('role', subscriber ->> 'role', true), set_config('request.jwt.claims', subscriber ->> 'claims', true);
      is_restricted := row_security_active(relation::oid);
      if not is_restricted then
        readable := changes;
      elsif key_columns is not null and keys is not null then
        execute find_readable into readable using keys, changes;
      end if;
    exception
      -- A subscriber without permission, or with a failing policy, reads nothing. "others" does not include a cancelled statement.
      when others then
        readable := '{}';
    end;
    -- RLS cannot check a deleted row. Only its key is sent.
    readable := array(select unnest(readable) union select unnest(deleted) intersect select unnest(changes));
    accesses := accesses || jsonb_build_object('readable', to_jsonb(readable), 'columns', columns, 'isRestricted', is_restricted);
  end loop;
  return jsonb_build_object('accesses', accesses, 'superseded', coalesce(superseded, '{}'));
end $$;
comment on function backend.realtime_readers is 'Checks, with the rights of each subscriber {role, claims, changeIds}, which logged changes and columns of a table it may read. superseded has the current version of rows that have changed since.';
revoke all on function backend.realtime_readers from public;

select backend.follow_realtime_publication();

-- Private channels: policies on realtime.messages decide who may read and write on a topic, as on Supabase. A broadcast from the database
-- is a row here. Source: https://supabase.com/docs/guides/realtime/authorization
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default timezone('utc', clock_timestamp()),
  inserted_at timestamp not null default timezone('utc', clock_timestamp()),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages alter column updated_at set default timezone('utc', clock_timestamp()), alter column inserted_at set default timezone('utc', clock_timestamp());
comment on table realtime.messages is 'Broadcasts from the database, kept for three days. Permission to select a row means permission to read its topic; permission to insert one, to write there.';
create index if not exists messages_broadcasts on realtime.messages (topic, inserted_at) where extension = 'broadcast' and event is not null;
create index if not exists messages_inserted_at on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text
  language sql stable set search_path = ''
  return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The topic that is being joined; for policies on realtime.messages.';

create or replace function backend.notify_realtime_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('backend_realtime',
    'broadcast ' || pg_catalog.json_build_object('id', new.id, 'topic', new.topic, 'isPrivate', coalesce(new.private, false)));
  return null;
end $$;
comment on function backend.notify_realtime_message() is 'Notifies the processes of a broadcast, which they deliver once it is committed.';
create or replace trigger notify_realtime_message after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and new.event is not null and length(new.topic) <= 255)
  execute function backend.notify_realtime_message();

-- No fixed search_path, as in backend.realtime_readers. In a trigger, the policies on realtime.messages apply to the trigger's role.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values (
    message_id, topic, 'broadcast', event,
    case when jsonb_typeof(payload) = 'object' then jsonb_build_object('id', message_id) || payload else payload end, private
  );
exception
  -- As on Supabase, a failed broadcast does not undo the change that it reports.
  when others then
    raise warning 'realtime.send could not send to topic %: %', topic, sqlerrm;
end $$;
comment on function realtime.send is 'Sends a broadcast to a topic once the transaction commits.';

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
) returns void
language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'realtime.broadcast_changes is for triggers on rows, not on statements';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old),
    event_name, topic_name
  );
end $$;
comment on function realtime.broadcast_changes is 'Sends the change to a private topic, in a row trigger.';

-- No fixed search_path, as in backend.realtime_readers. Dropped first, because `create or replace` cannot rename a parameter.
drop function if exists backend.realtime_permissions(text, text, text);
create function backend.realtime_permissions(topic text, subscriber_role text, subscriber_claims text) returns text[]
language plpgsql as $$
declare
  permissions text[] := '{}';
  kind text;
  probes constant uuid[] := array[gen_random_uuid(), gen_random_uuid()];
begin
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, topic, extension)
    values (probes[1], realtime_permissions.topic, 'broadcast'), (probes[2], realtime_permissions.topic, 'presence');
    perform set_config('role', subscriber_role, true), set_config('request.jwt.claims', subscriber_claims, true);
    select coalesce(array_agg('read ' || m.extension), '{}') into permissions
    from realtime.messages m where m.id = any (probes);
    foreach kind in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension) values (realtime_permissions.topic, kind);
        permissions := permissions || ('write ' || kind);
      exception
        when insufficient_privilege then null;
      end;
    end loop;
    -- Rolls back the probe rows.
    raise exception using errcode = 'RT000';
  exception
    when sqlstate 'RT000' then null;
  end;
  return permissions;
end $$;
comment on function backend.realtime_permissions is 'Permissions of a role and claims on a private topic: read and write, broadcast and presence.';
revoke all on function backend.realtime_permissions from public;
