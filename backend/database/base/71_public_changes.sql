-- Changes of the tables that visitors may read, for the cached pages (backend/public-changes.ts). Only when they changed is recorded: what
-- changed is in no row.

create unlogged table if not exists backend.public_changes (
  xid xid8 not null default pg_current_xact_id(),
  happened_at timestamptz not null default clock_timestamp()
);
comment on table backend.public_changes is 'Transactions of the last minutes that changed a table that visitors may read. A crash empties it.';
comment on column backend.public_changes.xid is 'The transaction. Snapshots of transactions identify new rows.';
create index if not exists public_changes_xid on backend.public_changes (xid);

create or replace function backend.log_public_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into backend.public_changes default values;
  notify backend_public_changes;
  return null;
end $$;
comment on function backend.log_public_change() is 'Logs that a statement has changed a table that visitors may read, and notifies the processes.';
revoke all on function backend.log_public_change() from public;

create or replace function backend.follow_public_tables(schemas text[]) returns void
language plpgsql set search_path = '' as $$
declare
  relation regclass;
begin
  for relation in
    select c.oid::regclass
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (schemas) and c.relkind in ('r', 'p')
      and has_schema_privilege('anon', n.oid, 'usage') and has_any_column_privilege('anon', c.oid, 'select')
      and not exists (select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgname = 'backend_public_change')
  loop
    execute format(
      'create trigger backend_public_change after insert or update or delete or truncate on %s
        for each statement execute function backend.log_public_change()', relation);
  end loop;
end $$;
comment on function backend.follow_public_tables(text[]) is 'Creates the triggers on the tables of these schemas that visitors may read.';
revoke all on function backend.follow_public_tables(text[]) from public;
