-- Who is told of new messages: not whoever is reading along; everybody else by one notification a conversation, and after 15 minutes by one letter.

create table private.room_readers (
  room_id uuid not null references public.chat_rooms (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  present_until timestamptz not null default '-infinity',
  unread integer not null default 0,
  unread_since timestamptz,
  is_told boolean not null default true,
  written_at timestamptz,
  notification_id uuid references public.notifications (id) on delete set null,
  primary key (room_id, person_id),
  constraint room_readers_unread_since_when_unread check ((unread = 0) = (unread_since is null))
);
comment on table private.room_readers is 'How each person of a conversation stands to it. Kept by triggers and attend_room.';
comment on column private.room_readers.present_until is 'Until when the conversation counts as open before this person''s eyes, unless they say so again.';
comment on column private.room_readers.is_told is 'Whether a notification tells of what is unread; not while they seemed to be reading along.';
comment on column private.room_readers.written_at is 'When a letter told of what is unread: one a silence, which ends when they have read.';
comment on column private.room_readers.notification_id is 'What told them last: while it is unread, it tells of more messages too, so that these do not pile up.';
create index room_readers_notification on private.room_readers (notification_id);
create index room_readers_person on private.room_readers (person_id);
create index room_readers_to_write_to on private.room_readers (unread_since) where unread > 0 and written_at is null;
create index room_readers_to_tell on private.room_readers (present_until) where not is_told;
revoke all on private.room_readers from public, anon, authenticated;

create function private.room_link(room uuid) returns text
language sql immutable parallel safe
return '/messages?room=' || room;
comment on function private.room_link(uuid) is 'Where a conversation is read.';

create function private.name_in_room(room public.chat_rooms, person uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(case when person = room.seller_id then (select s.name from public.shops s where s.user_id = person) end,
    (select p.name from public.profiles p where p.id = person), 'Somebody')
$$;
comment on function private.name_in_room(public.chat_rooms, uuid) is 'What one of the two calls the other: a seller by their shop.';

create function private.tell_unread(room public.chat_rooms, reader private.room_readers) returns void
language plpgsql set search_path = ''
as $$
declare
  sender text := private.name_in_room(room, case reader.person_id when room.buyer_id then room.seller_id else room.buyer_id end);
  heading text := left(case reader.unread when 1 then format('New message from %s', sender) else format('%s new messages from %s', reader.unread, sender) end, 200);
  telling uuid;
  words text := (
    select left(coalesce(nullif(private.trimmed(m.content), ''), 'A picture'), 300) from public.chat_messages m
    where m.chat_room_id = room.id and m.sender_id <> reader.person_id order by m.created_at desc, m.id desc limit 1
  );
begin
  update public.notifications n set title = heading, message = coalesce(words, n.message), created_at = now()
  where n.id = reader.notification_id and not n.is_read returning n.id into telling;
  if telling is null then
    insert into public.notifications (user_id, type, title, message, link)
    values (reader.person_id, 'message', heading, coalesce(words, 'A message'), private.room_link(room.id)) returning id into telling;
  end if;
  update private.room_readers r set is_told = true, notification_id = telling where (r.room_id, r.person_id) = (reader.room_id, reader.person_id);
end $$;
comment on function private.tell_unread(public.chat_rooms, private.room_readers) is
  'Tells somebody what is unread in a conversation, in place of what it told before. The reader''s row is locked.';

create function private.is_news(message public.chat_messages, room public.chat_rooms) returns boolean
language sql immutable parallel safe
return message.type = 'message' or message.sender_id = room.buyer_id and not room.is_paid;
comment on function private.is_news(public.chat_messages, public.chat_rooms) is
  'True for what people write, and for a buyer''s consultation. Quotes and payments are told of by themselves.';

create function private.count_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  room public.chat_rooms;
  reader private.room_readers;
begin
  -- What is put there as it was (the sample, an enquiry that is answered) is no news.
  if new.read_at is not null or new.created_at < now() - interval '1 minute' then
    return null;
  end if;
  select * into room from public.chat_rooms r where r.id = new.chat_room_id;
  if not private.is_news(new, room) or private.is_parted(room.buyer_id, room.seller_id) then
    return null;
  end if;
  insert into private.room_readers as r (room_id, person_id, unread, unread_since, is_told)
  values (room.id, case new.sender_id when room.buyer_id then room.seller_id else room.buyer_id end, 1, now(), false)
  on conflict (room_id, person_id) do update set unread = r.unread + 1, unread_since = coalesce(r.unread_since, now()), is_told = false
  returning * into reader;
  if reader.present_until < now() then
    perform private.tell_unread(room, reader);
  end if;
  return null;
end $$;
comment on function private.count_message() is 'Counts a message as unread for the other one, and tells them unless the conversation is open before them.';

create function private.count_read() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched record;
  left_over record;
begin
  for touched in
    select distinct n.sender_id, case n.sender_id when c.buyer_id then c.seller_id else c.buyer_id end as person_id, c as room
    from now_read n join were_unread o on o.id = n.id and o.read_at is null
    join public.chat_rooms c on c.id = n.chat_room_id
    where n.read_at is not null
    order by 2, 1
  loop
    -- Waits for whoever counts a message just now, and then counts that too.
    perform from private.room_readers r where (r.room_id, r.person_id) = ((touched.room).id, touched.person_id) for no key update;
    select count(*) as unread, min(m.created_at) as since into left_over from public.chat_messages m
    where m.chat_room_id = (touched.room).id and m.sender_id = touched.sender_id and m.read_at is null
      and private.is_news(m, touched.room);
    update private.room_readers r set
      unread = left_over.unread, unread_since = left_over.since,
      is_told = r.is_told or left_over.unread = 0, written_at = case when left_over.unread > 0 then r.written_at end
    where (r.room_id, r.person_id) = ((touched.room).id, touched.person_id);
    if left_over.unread = 0 then
      update public.notifications n set is_read = true
      where n.user_id = touched.person_id and n.type = 'message' and not n.is_read and n.link = private.room_link((touched.room).id);
    end if;
  end loop;
  return null;
end $$;
comment on function private.count_read() is 'What was read in the conversation needs no notification any more.';

-- Named to come after touch_room: whoever writes locks the room first, then its readers.
create trigger write_news after insert on public.chat_messages
  for each row execute function private.count_message();
create trigger write_news_of_reading after update on public.chat_messages
  referencing old table as were_unread new table as now_read
  for each statement execute function private.count_read();

create function public.attend_room(room_id uuid, present boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if not exists (select from public.chat_rooms r where r.id = attend_room.room_id and me in (r.buyer_id, r.seller_id)) then
    perform private.refuse('PT404', 'room', 'This conversation does not exist.');
  end if;
  insert into private.room_readers as r (room_id, person_id, present_until)
  values (attend_room.room_id, me, case when present then now() + interval '75 seconds' else '-infinity' end)
  on conflict on constraint room_readers_pkey do update set present_until = excluded.present_until;
end $$;
comment on function public.attend_room(uuid, boolean) is
  'A page says that it shows a conversation, again every 30 seconds, and when it no longer does. Who attends is not told of its messages, unless they stay unread.';

create function private.silence_block() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set is_read = true
  from public.chat_rooms c
  where n.user_id = new.blocker_id and n.type = 'message' and not n.is_read and n.link = private.room_link(c.id)
    and (c.buyer_id, c.seller_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return null;
end $$;
comment on function private.silence_block() is 'Whoever blocks somebody is not reminded of what they wrote.';
create trigger silence_block after insert on public.blocks
  for each row execute function private.silence_block();

-- What stays unread.

create function private.tell_unread_messages() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reader private.room_readers;
  waiting record;
begin
  -- They seemed to read along, and left without having read.
  for reader in
    select * from private.room_readers r where not r.is_told and r.present_until < now() and r.unread > 0
    order by r.room_id, r.person_id limit 500 for no key update skip locked
  loop
    perform private.tell_unread(c, reader) from public.chat_rooms c
    where c.id = reader.room_id and not private.is_parted(c.buyer_id, c.seller_id);
    -- Across a block nothing is told, and not looked at again every minute.
    if not found then
      update private.room_readers r set is_told = true where (r.room_id, r.person_id) = (reader.room_id, reader.person_id);
    end if;
  end loop;

  for waiting in
    with due as (
      select r.room_id, r.person_id from private.room_readers r
      where r.unread > 0 and r.written_at is null and r.unread_since <= now() - interval '15 minutes' and r.present_until < now()
      order by r.room_id, r.person_id limit 500 for no key update skip locked
    ),
    silent as (
      update private.room_readers r set written_at = now() from due d
      where (r.room_id, r.person_id) = (d.room_id, d.person_id) returning r.*
    )
    select s.person_id, jsonb_agg(jsonb_build_object(
      'id', c.id, 'with', private.name_in_room(c, case s.person_id when c.buyer_id then c.seller_id else c.buyer_id end),
      'about', (select p.name from public.products p where p.id = c.product_id), 'count', s.unread
    ) order by s.unread_since, c.id) as rooms
    from silent s join public.chat_rooms c on c.id = s.room_id
    where not private.is_parted(c.buyer_id, c.seller_id)
    group by s.person_id
  loop
    perform private.write_letter(waiting.person_id, 'unread-messages', format('%s:%s', waiting.person_id, extract(epoch from now())),
      jsonb_build_object('rooms', waiting.rooms));
  end loop;
end $$;
comment on function private.tell_unread_messages() is
  'Tells, late, of messages that were not told because their reader seemed to be there; and writes one letter to whoever has left messages unread for 15 minutes.';

create or replace function private.letter_is_needless(letter public.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select letter.send_after < now() - interval '3 days'
    or exists (
      select from public.notification_preferences n
      where n.user_id = letter.user_id and not (n.email_notifications and (n.order_updates or not letter.is_order_update))
    )
    or letter.template = 'pickup-reminder' and not exists (
      select from public.orders o
      where o.id = (letter.data -> 'order' ->> 'id')::uuid and o.status in ('processing', 'ready')
        and (o.pickup_date + o.pickup_end) at time zone 'Europe/London' > now()
    )
    or letter.template = 'refund-started' and not exists (
      select from public.refunds r where r.id = (letter.data ->> 'refund_id')::uuid and r.status = 'pending'
    )
    or letter.template = 'quote' and not exists (
      select from public.chat_rooms c
      where c.id = (letter.data ->> 'room_id')::uuid and not c.is_paid and c.price_quote = (letter.data ->> 'price')::numeric
        and c.quote_expires_at = (letter.data ->> 'expires_at')::timestamptz and c.quote_expires_at > now()
    )
    or letter.template = 'unread-messages' and not exists (
      select from private.room_readers r, jsonb_array_elements(letter.data -> 'rooms') told
      where r.person_id = letter.user_id and r.room_id = (told ->> 'id')::uuid and r.unread > 0
    )
$$;

revoke execute on function private.room_link(uuid), private.name_in_room(public.chat_rooms, uuid),
  private.tell_unread(public.chat_rooms, private.room_readers), private.is_news(public.chat_messages, public.chat_rooms), private.count_message(), private.count_read(), public.attend_room(uuid, boolean),
  private.silence_block(), private.tell_unread_messages() from public;
grant execute on function public.attend_room(uuid, boolean) to authenticated;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('tell-unread-messages', '* * * * *', 'select private.tell_unread_messages()');
  end if;
end $$;
