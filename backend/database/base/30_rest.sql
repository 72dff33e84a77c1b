-- Notifies the API of schema changes, as on Supabase, so that the results of a migration are available at once.
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
comment on function extensions.pgrst_ddl_watch() is 'Makes the API reload its schema cache after objects were created or altered.';

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
comment on function extensions.pgrst_drop_watch() is 'Makes the API reload its schema cache after objects were dropped.';

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
exception
  -- Event triggers require a superuser. Without one, run `notify pgrst` after a migration.
  when insufficient_privilege then null;
end
$$;
