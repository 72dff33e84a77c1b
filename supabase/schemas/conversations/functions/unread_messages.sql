-- Unread messages cause a notification at once, one for each conversation, and an email after 15 minutes.

create function private.room_link(room uuid)
returns text
language sql
immutable
parallel safe
return '/messages?room=' || room;
comment on function private.room_link is 'The link to a conversation.';

create function private.display_name_in_room(room public.chat_rooms, member uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      case when member = room.seller_id then (select s.name from public.shops s where s.user_id = member) end,
      (select p.name from public.profiles p where p.id = member),
      'A member'
    )
$$;
comment on function private.display_name_in_room is
  'The name under which a participant appears in a conversation. Sellers appear under their shop''s name.';

create function private.notify_unread(room public.chat_rooms, member private.room_members)
returns void
language plpgsql
set search_path = ''
as $$
declare
  sender text := private.display_name_in_room(
    room,
    case member.member_id when room.buyer_id then room.seller_id else room.buyer_id end
  );
  heading text := left(
    case member.unread
      when 1 then format('New message from %s', sender)
      else format('%s new messages from %s', member.unread, sender)
    end,
    200
  );
  notification uuid;
  last_content text := (
    select left(coalesce(nullif(private.trimmed(m.content), ''), 'A picture'), 300)
    from public.chat_messages m
    where m.chat_room_id = room.id and m.sender_id <> member.member_id
    order by m.created_at desc, m.id desc
    limit 1
  );
begin
  update public.notifications n
  set
    title = heading,
    message = coalesce(last_content, n.message),
    created_at = now()
  where n.id = member.notification_id and not n.is_read
  returning n.id
  into notification;
  if notification is null then
    insert into public.notifications (user_id, type, title, message, link)
    values (member.member_id, 'message', heading, coalesce(last_content, 'A message'), private.room_link(room.id))
    returning id
    into notification;
  end if;
  update private.room_members r
  set
    is_notified = true,
    notification_id = notification
  where (r.room_id, r.member_id) = (member.room_id, member.member_id);
end
$$;
comment on function private.notify_unread is
  'Notifies a member of unread messages in a conversation, replacing an earlier unread notification. The member''s row is locked.';

create function private.counts_as_unread(message public.chat_messages, room public.chat_rooms)
returns boolean
language sql
immutable
parallel safe
return message.type = 'message' or message.sender_id = room.buyer_id and not room.is_paid;
comment on function private.counts_as_unread is
  'True for messages by members and for a buyer''s brief. Quotes and payments have their own notifications.';

create function private.update_unread_count()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  room public.chat_rooms;
  member private.room_members;
begin
  -- Messages inserted with an earlier time (the sample, an answered enquiry) cause no notification.
  if new.read_at is not null or new.created_at < now() - interval '1 minute' then
    return null;
  end if;
  select * into room from public.chat_rooms r where r.id = new.chat_room_id;
  if not private.counts_as_unread(new, room) or private.is_conversation_blocked(room.buyer_id, room.seller_id) then
    return null;
  end if;
  insert into private.room_members as r (room_id, member_id, unread, unread_since, is_notified)
  values
    (room.id, case new.sender_id when room.buyer_id then room.seller_id else room.buyer_id end, 1, now(), false)
  on conflict (room_id, member_id) do update
    set
      unread = r.unread + 1,
      unread_since = coalesce(r.unread_since, now()),
      is_notified = false
  returning *
  into member;
  if member.present_until < now() then
    perform private.notify_unread(room, member);
  end if;
  return null;
end
$$;
comment on function private.update_unread_count is
  'Counts a message as unread for its recipient, and notifies them unless they have the conversation open.';

create function private.update_unread_count_on_read()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed record;
  remaining record;
begin
  for changed in select distinct
    n.sender_id,
    case n.sender_id when c.buyer_id then c.seller_id else c.buyer_id end as member_id,
    c as room
  from
    now_read n
    join were_unread o on o.id = n.id and o.read_at is null
    join public.chat_rooms c on c.id = n.chat_room_id
  where n.read_at is not null
  order by 2, 1 loop
    -- The lock waits for a concurrent new message, which is then counted too.
    perform
    from private.room_members r
    where (r.room_id, r.member_id) = ((changed.room).id, changed.member_id)
    for no key update;
    select count(*) as unread, min(m.created_at) as since
    into remaining
    from public.chat_messages m
    where
      m.chat_room_id = (changed.room).id
      and m.sender_id = changed.sender_id
      and m.read_at is null
      and private.counts_as_unread(m, changed.room);
    update private.room_members r
    set
      unread = remaining.unread,
      unread_since = remaining.since,
      is_notified = r.is_notified or remaining.unread = 0,
      emailed_at = case when remaining.unread > 0 then r.emailed_at end
    where (r.room_id, r.member_id) = ((changed.room).id, changed.member_id);
    if remaining.unread = 0 then
      update public.notifications n
      set is_read = true
      where
        n.user_id = changed.member_id
        and n.type = 'message'
        and not n.is_read
        and n.link = private.room_link((changed.room).id);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.update_unread_count_on_read is
  'Updates the unread count when messages are read, and marks their notification as read.';

create function public.set_room_presence(room_id uuid, present boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
begin
  if
    not exists (
      select from public.chat_rooms r where r.id = set_room_presence.room_id and me in (r.buyer_id, r.seller_id)
    )
  then
    perform private.refuse('PT404', 'room', 'This conversation doesn’t exist or isn’t yours.');
  end if;
  insert into private.room_members as r (room_id, member_id, present_until)
  values
    (set_room_presence.room_id, me, case when present then now() + interval '75 seconds' else '-infinity' end)
  on conflict on constraint room_members_pkey do update set present_until = excluded.present_until;
end
$$;
comment on function public.set_room_presence is
  'Records that a page shows a conversation. The page repeats this every 30 seconds and reports when it closes. A member who is present gets a notification only of messages that stay unread.';

create function private.mark_blocked_as_read()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.notifications n
  set is_read = true
  from public.chat_rooms c
  where
    n.user_id = new.blocker_id
    and n.type = 'message'
    and not n.is_read
    and n.link = private.room_link(c.id)
    and (c.buyer_id, c.seller_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return null;
end
$$;
comment on function private.mark_blocked_as_read is 'Marks message notifications about a newly blocked member as read.';

create function private.notify_unread_messages()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  member private.room_members;
  reminder record;
begin
  -- These members had the conversation open and left it without reading.
  for member in select *
  from private.room_members r
  where not r.is_notified and r.present_until < now() and r.unread > 0
  order by r.room_id, r.member_id
  limit 500
  for no key update skip locked loop
    perform private.notify_unread(c, member)
    from public.chat_rooms c
    where c.id = member.room_id and not private.is_conversation_blocked(c.buyer_id, c.seller_id);
    -- Blocked conversations are not notified, and are not checked again every minute.
    if not found then
      update private.room_members r
      set is_notified = true
      where (r.room_id, r.member_id) = (member.room_id, member.member_id);
    end if;
  end loop;

  for reminder in with
    due as (
      select r.room_id, r.member_id
      from private.room_members r
      where
        r.unread > 0
        and r.emailed_at is null
        and r.unread_since <= now() - interval '15 minutes'
        and r.present_until < now()
      order by r.room_id, r.member_id
      limit 500
      for no key update skip locked
    ),
    emailed as (
      update private.room_members r
      set emailed_at = now()
      from due d
      where (r.room_id, r.member_id) = (d.room_id, d.member_id)
      returning r.*
    )
  select
    s.member_id,
    jsonb_agg(
      jsonb_build_object(
        'id', c.id,
        'with', private.display_name_in_room(c, case s.member_id when c.buyer_id then c.seller_id else c.buyer_id end),
        'about', (select p.name from public.products p where p.id = c.product_id),
        'count', s.unread
      )
      order by s.unread_since, c.id
    ) as rooms
  from
    emailed s
    join public.chat_rooms c on c.id = s.room_id
  where not private.is_conversation_blocked(c.buyer_id, c.seller_id)
  group by s.member_id loop
    perform private.enqueue_email(
      reminder.member_id,
      'unread-messages',
      format('%s:%s', reminder.member_id, extract(epoch from now())),
      jsonb_build_object('rooms', reminder.rooms)
    );
  end loop;
end
$$;
comment on function private.notify_unread_messages is
  'Notifies members who left an open conversation without reading, and emails members whose messages have been unread for 15 minutes.';
