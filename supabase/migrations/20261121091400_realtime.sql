-- Tables whose changes are heard live, by those whose policies let them read the row.

do $$
declare
  wanted text;
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    return;
  end if;
  foreach wanted in array array['chat_rooms', 'chat_messages', 'notifications', 'orders'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = wanted
    ) then
      execute format('alter publication supabase_realtime add table public.%I', wanted);
    end if;
  end loop;
end $$;
