-- What backend/realtime needs to tell of changes: triggers on the tables of the publication supabase_realtime write each changed row into a
-- short log, in the same transaction. Logical replication, Supabase's own source, is not to be had from PGlite, nor from every server.

create unlogged table if not exists backend.realtime_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  type text not null,
  record jsonb not null,
  happened_at timestamptz not null default clock_timestamp()
);
comment on table backend.realtime_changes is 'Rows changed in the last minutes, for the processes that tell subscribers of them. Gone after a crash, with the connections it served.';
comment on column backend.realtime_changes.xid is 'The transaction: ids are taken before their transactions commit, so what is new is known by snapshots and not by the last id.';
comment on column backend.realtime_changes.record is 'The new row; of a DELETE the old one.';
create index if not exists realtime_changes_xid on backend.realtime_changes (xid);
alter table backend.realtime_changes add column if not exists old_record jsonb;
comment on column backend.realtime_changes.old_record is 'The row as it was, where its table has replica identity full and no row-level security: everyone may be told.';

create unlogged table if not exists backend.realtime_messages (
  id bigint generated always as identity primary key,
  body text not null,
  sent_at timestamptz not null default clock_timestamp()
);
comment on table backend.realtime_messages is 'What processes tell each other where it is too long for a notification. Kept for a minute.';

create or replace function backend.log_realtime_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Whichever partition a row is in, its change is the table's.
  logged constant oid := coalesce(pg_catalog.pg_partition_root(tg_relid), tg_relid);
  keeps_old boolean := false;
begin
  if tg_op <> 'INSERT' then
    select c.relreplident = 'f' and not c.relrowsecurity into keeps_old from pg_catalog.pg_class c where c.oid = logged;
  end if;
  if keeps_old and tg_op = 'UPDATE' then
    -- Both tables hold the rows in the order in which they were changed.
    insert into backend.realtime_changes (relation, type, record, old_record)
    select logged, tg_op, to_jsonb(n.item), to_jsonb(o.item)
    from (select changed as item, row_number() over () as place from changed) n
      join (select former as item, row_number() over () as place from former) o using (place)
    order by place;
  else
    insert into backend.realtime_changes (relation, type, record, old_record)
    select logged, tg_op, to_jsonb(changed), case when keeps_old then to_jsonb(changed) end from changed;
  end if;
  if found then
    notify backend_realtime, 'changes';
  end if;
  return null;
end $$;
comment on function backend.log_realtime_changes() is 'Logs the rows that a statement has changed, and wakes whoever tells of them.';
revoke all on function backend.log_realtime_changes() from public;

create or replace function backend.follow_realtime_publication() returns void
language plpgsql set search_path = '' as $$
declare
  wanted record;
begin
  for wanted in
    -- A publication lists partitions; most statements name the table above them, and only the triggers of what is named are called.
    with published as (
      select distinct coalesce(a.relid, p.relation)::regclass as relation
      from (
        select format('%I.%I', t.schemaname, t.tablename)::regclass as relation
        from pg_catalog.pg_publication_tables t where t.pubname = 'supabase_realtime'
      ) p left join lateral pg_catalog.pg_partition_ancestors(p.relation) a on true
    ), sides (type, side) as (
      values ('insert', 'new table as changed'), ('update', 'old table as former new table as changed'), ('delete', 'old table as changed')
    ), watched as (
      select t.tgrelid::regclass as relation, t.tgname,
        t.tgrelid::regclass in (select relation from published)
          and (t.tgname <> 'backend_realtime_update' or t.tgoldtable is not null) as stays
      from pg_catalog.pg_trigger t
      where t.tgfoid = 'backend.log_realtime_changes()'::regprocedure
    )
    select format('drop trigger %I on %s', w.tgname, w.relation) as command
    from watched w where not w.stays
    union all
    select format(
      'create trigger backend_realtime_%s after %1$s on %s referencing %s for each statement execute function backend.log_realtime_changes()',
      s.type, p.relation, s.side
    )
    from published p, sides s
    where not exists (select from watched w where w.stays and w.relation = p.relation and w.tgname = 'backend_realtime_' || s.type)
  loop
    execute wanted.command;
  end loop;
end $$;
comment on function backend.follow_realtime_publication() is 'Puts the triggers on the tables of the publication supabase_realtime, and off the others.';
revoke all on function backend.follow_realtime_publication() from public;

create or replace function backend.realtime_publication_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  perform backend.follow_realtime_publication();
end $$;
comment on function backend.realtime_publication_watch() is 'Follows the publication as soon as it is altered.';
revoke all on function backend.realtime_publication_watch() from public;

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'realtime_publication_watch') then
    create event trigger realtime_publication_watch on ddl_command_end when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION')
      execute function backend.realtime_publication_watch();
  end if;
exception
  -- Only a superuser may; without, the publication is followed at each start.
  when insufficient_privilege then null;
end
$$;

-- Stable, so that all of it sees one snapshot: what is told is what could be read at that very moment. No fixed search_path: policies are to
-- find what they find when the table API asks. Only the backend itself may call it.
create or replace function backend.realtime_readers(relation regclass, viewers jsonb) returns jsonb
language plpgsql stable as $$
declare
  key_columns text[];
  key_types text;
  key_match text;
  find_readable text;
  all_wanted bigint[];
  deleted bigint[];
  keys jsonb;
  superseded jsonb;
  seen_role text;
  columns jsonb;
  one jsonb;
  wanted bigint[];
  readable bigint[];
  is_restricted boolean;
  answers jsonb := '[]';
begin
  select array_agg(a.attname::text), string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '),
    string_agg(format('t.%1$I = k.%1$I', a.attname), ' and ')
  into key_columns, key_types, key_match
  from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = relation and i.indisprimary;
  all_wanted := array(
    select distinct w::bigint from jsonb_array_elements(viewers) v, jsonb_array_elements_text(v -> 'wanted') w
  );
  select array_agg(c.id) filter (where c.type = 'DELETE'),
    jsonb_agg(jsonb_build_object('change id', c.id) || coalesce(
      (select jsonb_object_agg(k, c.record -> k) from unnest(key_columns) k), '{}')) filter (where c.type <> 'DELETE')
  into deleted, keys
  from backend.realtime_changes c where c.id = any (all_wanted);

  -- One look by key a row: as a scalar the planner cannot turn it into a scan of the whole table.
  find_readable := format(
    'select array_agg(k."change id") from pg_catalog.jsonb_to_recordset($1) as k("change id" bigint, %s)
      where k."change id" = any ($2) and (select true from %s t where %s)', key_types, relation, key_match);
  if keys is not null and key_columns is not null then
    execute format(
      'select jsonb_object_agg(n.id, (select jsonb_object_agg(key, value::text) from jsonb_each(n.now)))
        from (
          select c.id, c.record, (select to_jsonb(t) from %2$s t where %3$s) as now
          from pg_catalog.jsonb_to_recordset($1) as k("change id" bigint, %1$s) join backend.realtime_changes c on c.id = k."change id"
        ) n
        where n.now <> n.record', key_types, relation, key_match)
    into superseded using keys;
  end if;

  for place in 0 .. jsonb_array_length(viewers) - 1 loop
    one := viewers -> place;
    wanted := array(select w::bigint from jsonb_array_elements_text(one -> 'wanted') w);
    readable := '{}';
    is_restricted := true;
    begin
      if seen_role is distinct from one ->> 'role' then
        columns := '[]';
        seen_role := one ->> 'role';
        select coalesce(jsonb_agg(
          jsonb_build_object('name', a.attname, 'type', t.typname, 'isKey', coalesce(a.attname = any (key_columns), false)) order by a.attnum
        ), '[]')
        into columns
        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid join pg_catalog.pg_class r on r.oid = a.attrelid
        where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
          and has_schema_privilege(seen_role::name, r.relnamespace, 'usage')
          and has_column_privilege(seen_role::name, relation::oid, a.attnum, 'select');
      end if;
      perform set_config('role', one ->> 'role', true), set_config('request.jwt.claims', one ->> 'claims', true);
      is_restricted := row_security_active(relation::oid);
      if not is_restricted then
        readable := wanted;
      elsif key_columns is not null and keys is not null then
        execute find_readable into readable using keys, wanted;
      end if;
    exception
      -- Whoever may not look, or whose policy fails, reads nothing. A deadline is none of the others and passes through.
      when others then
        readable := '{}';
    end;
    -- A deleted row has no reader any more; of it the key alone is told.
    readable := array(select unnest(readable) union select unnest(deleted) intersect select unnest(wanted));
    answers := answers || jsonb_build_object('readable', to_jsonb(readable), 'columns', columns, 'isRestricted', is_restricted);
  end loop;
  return jsonb_build_object('answers', answers, 'superseded', coalesce(superseded, '{}'));
end $$;
comment on function backend.realtime_readers is 'Which of the logged changes of a table each viewer {role, claims, wanted: ids} may read, asked as that viewer, and the columns that the role may; and of rows that have changed once more since, what they are now.';
revoke all on function backend.realtime_readers from public;

select backend.follow_realtime_publication();

-- Private channels: policies on realtime.messages say who may hear and speak on which topic, as on Supabase. What the database itself says
-- to a topic is a row here. Source: https://supabase.com/docs/guides/realtime/authorization
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
comment on table realtime.messages is 'What the database has said to topics, kept for three days; of others only as long as a question takes: whoever may select a row hears its topic, whoever may insert one speaks there.';
create index if not exists messages_said on realtime.messages (topic, inserted_at) where extension = 'broadcast' and event is not null;
create index if not exists messages_inserted_at on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text
  language sql stable set search_path = ''
  return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The topic that is being joined; for policies on realtime.messages.';

create or replace function backend.tell_realtime_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('backend_realtime',
    'said ' || pg_catalog.json_build_object('id', new.id, 'topic', new.topic, 'isPrivate', coalesce(new.private, false)));
  return null;
end $$;
comment on function backend.tell_realtime_message() is 'Has the processes pass on what was said to a topic, once it is committed.';
create or replace trigger tell_realtime_message after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and new.event is not null and length(new.topic) <= 255)
  execute function backend.tell_realtime_message();

-- No fixed search_path, as in backend.realtime_readers: whoever calls it in a trigger is asked by the policies on realtime.messages.
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
  -- As on Supabase: what cannot be said does not undo the change that it tells of.
  when others then
    raise warning 'realtime.send could not tell topic %: %', topic, sqlerrm;
end $$;
comment on function realtime.send is 'Says something to everyone on a topic, once the transaction commits.';

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
comment on function realtime.broadcast_changes is 'In a trigger on rows: tells a private topic of the change.';

-- No fixed search_path, as in backend.realtime_readers.
create or replace function backend.realtime_rights(topic text, viewer_role text, viewer_claims text) returns text[]
language plpgsql as $$
declare
  rights text[] := '{}';
  kind text;
  asked constant uuid[] := array[gen_random_uuid(), gen_random_uuid()];
begin
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, topic, extension)
    values (asked[1], realtime_rights.topic, 'broadcast'), (asked[2], realtime_rights.topic, 'presence');
    perform set_config('role', viewer_role, true), set_config('request.jwt.claims', viewer_claims, true);
    select coalesce(array_agg('hear ' || m.extension), '{}') into rights
    from realtime.messages m where m.id = any (asked);
    foreach kind in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension) values (realtime_rights.topic, kind);
        rights := rights || ('speak ' || kind);
      exception
        when insufficient_privilege then null;
      end;
    end loop;
    -- Only a question: what was inserted for it goes.
    raise exception using errcode = 'RT000';
  exception
    when sqlstate 'RT000' then null;
  end;
  return rights;
end $$;
comment on function backend.realtime_rights is 'What someone may do on a private topic: hear and speak, broadcast and presence.';
revoke all on function backend.realtime_rights from public;
