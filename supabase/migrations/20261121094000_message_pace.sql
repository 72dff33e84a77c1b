-- Nobody is flooded: how many messages a person sends in a short time, and how many conversations they begin.

create function private.limit_message_pace() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if me is null or new.type <> 'message' then
    return new;
  end if;
  -- Those sent side by side are counted one after the other: none of them would see the rest.
  perform pg_advisory_xact_lock(hashtext('limit_message_pace'), hashtext(me::text));
  if (
    select count(*) from (
      select from public.chat_messages m
      where m.sender_id = me and m.type = 'message' and m.created_at > now() - interval '10 seconds' limit 30
    ) latest
  ) >= 30 or (
    select count(*) from (
      select from public.chat_messages m
      where m.sender_id = me and m.type = 'message' and m.created_at > now() - interval '10 minutes' limit 400
    ) latest
  ) >= 400 then
    perform private.refuse('PT429', 'pace', 'You are sending messages very quickly. Please wait a moment.');
  end if;
  return new;
end $$;
comment on function private.limit_message_pace() is
  'At most 30 messages a person in 10 seconds and 400 in 10 minutes, in all conversations together. The API answers PT429 with status 429.';
revoke execute on function private.limit_message_pace() from public;

create trigger limit_message_pace before insert on public.chat_messages
  for each row execute function private.limit_message_pace();

create index chat_rooms_buyer on public.chat_rooms (buyer_id, created_at);

create function private.limit_room_pace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from new.buyer_id then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('limit_room_pace'), hashtext(new.buyer_id::text));
  if (
    select count(*) from public.chat_rooms r where r.buyer_id = new.buyer_id and r.created_at > now() - interval '1 hour'
  ) >= 20 or (
    select count(*) from public.chat_rooms r where r.buyer_id = new.buyer_id and r.created_at > now() - interval '1 day'
  ) >= 60 then
    perform private.refuse('PT429', 'pace', 'You have begun many conversations in a short time. Please wait a while before the next one.');
  end if;
  return new;
end $$;
comment on function private.limit_room_pace() is
  'A buyer begins at most 20 conversations in an hour and 60 in a day. The API answers PT429 with status 429.';
revoke execute on function private.limit_room_pace() from public;

create trigger limit_room_pace before insert on public.chat_rooms
  for each row execute function private.limit_room_pace();
