-- Tables whose changes are delivered live, to members whose policies let them read the row.
do $$ begin
  if exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.chat_rooms, public.chat_messages, public.notifications, public.orders;
  end if;
end $$;
