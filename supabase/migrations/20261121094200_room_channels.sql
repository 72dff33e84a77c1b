-- Who is there and who is typing: hints, on a private channel a conversation, `room:<id>`.

create function private.room_of_topic(topic text) returns uuid
language sql immutable parallel safe
return case
  when topic ~ '^room:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 6)::uuid
end;
comment on function private.room_of_topic(text) is 'The conversation that a channel belongs to, from its topic; null where the topic names none.';

create policy "The two people of a room hear its channel" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and private.may_write_in_room(private.room_of_topic((select realtime.topic()))));
create policy "The two people of a room speak on its channel" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and private.may_write_in_room(private.room_of_topic((select realtime.topic()))));
