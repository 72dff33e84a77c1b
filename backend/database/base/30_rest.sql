-- Tells the API when the schema has changed, as on Supabase, so that what a migration makes is there at once.
-- Source: https://docs.postgrest.org/en/v14/references/schema_cache.html#automatic-schema-cache-reloading

create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
      and command.command_tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE', 'CREATE FOREIGN TABLE',
        'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
        'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TRIGGER', 'CREATE TYPE', 'ALTER TYPE', 'CREATE RULE', 'COMMENT',
        'CREATE POLICY', 'ALTER POLICY'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
comment on function extensions.pgrst_ddl_watch() is 'Has the API read its schema anew after something in it was made or altered.';

create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects() as dropped
    where not dropped.is_temporary
      and dropped.object_type in (
        'schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'trigger', 'type', 'rule', 'policy'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
comment on function extensions.pgrst_drop_watch() is 'Has the API read its schema anew after something in it was dropped.';

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
exception
  -- Only a superuser may; without, `notify pgrst` after a migration does the same.
  when insufficient_privilege then null;
end
$$;
