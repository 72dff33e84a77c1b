alter table public.quote_versions enable row level security;

grant select on public.quote_versions to authenticated;
grant all on public.quote_versions to service_role;
grant execute on function public.send_quote to authenticated, service_role;

create policy "Participants see the history of their quotes" on public.quote_versions
for select
to authenticated
using (exists (select from public.chat_rooms r where r.id = chat_room_id));

grant execute on function private.quote_lines_total to authenticated, service_role;
