create function private.may_open_room(seller uuid, product uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.products p
        join public.shops s on s.id = p.shop_id
      where p.id = product and p.is_listed and s.user_id = seller
    )
    and not private.has_block_between(seller, (select private.member_id()))
$$;
comment on function private.may_open_room is
  'True if the product is on sale, the seller owns its shop, and neither member blocks the other.';

create function private.is_conversation_blocked(buyer uuid, seller uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.has_block_between(buyer, seller) and not private.has_open_order(buyer, seller);
end
$$;
comment on function private.is_conversation_blocked is
  'True if a block between buyer and seller is in effect. During a paid open order both can write, because questions about allergies must be possible.';

create function private.words_from(sender uuid, words text, recipient uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when not private.is_suspended(sender)
      and (
        not private.has_block_between(sender, recipient)
        or private.has_open_order(sender, recipient)
        or private.has_open_order(recipient, sender)
      ) then words
  end;
end
$$;
comment on function private.words_from is
  'A member''s words for what another is told. Null while the sender is suspended, or a block is in effect. Where such words are refused anyway, as in conversations, nothing calls it.';

create function private.may_write_in_room(room uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from public.chat_rooms r
      where
        r.id = room
        and (select private.member_id()) in (r.buyer_id, r.seller_id)
        and not private.is_conversation_blocked(r.buyer_id, r.seller_id)
    )
$$;
comment on function private.may_write_in_room is
  'True if the caller takes part in the conversation and no block is in effect.';

create function private.refuse_blocked_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  room public.chat_rooms;
begin
  if new.type = 'message' and new.sender_id = me then
    select * into room from public.chat_rooms r where r.id = new.chat_room_id and me in (r.buyer_id, r.seller_id);
  end if;
  if room.id is null or not private.is_conversation_blocked(room.buyer_id, room.seller_id) then
    return new;
  elsif
    exists (select from public.blocks b where b.blocker_id = me and b.blocked_id in (room.buyer_id, room.seller_id))
  then
    perform private.refuse('42501', 'blocked_by_you', 'You have blocked this member. Unblock them to send messages.');
  end if;
  perform private.refuse('42501', 'blocked', 'You can no longer send messages in this conversation.');
end
$$;
comment on function private.refuse_blocked_message is
  'Refuses a message to or from a blocked member and says why. The policy alone would refuse without a reason.';

create function private.preserve_read_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end
$$;
comment on function private.preserve_read_at is 'Sets read_at once, to the server''s time, and never clears it.';

create function private.touch_room()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.chat_rooms set updated_at = now() where id = new.chat_room_id;
  return null;
end
$$;
comment on function private.touch_room is 'Moves a conversation to the top of the list when a message arrives.';

create function private.limit_message_rate()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
begin
  if me is null or new.type <> 'message' then
    return new;
  end if;
  -- The lock serialises concurrent inserts, which would not see each other's rows.
  perform pg_advisory_xact_lock(hashtext('limit_message_rate'), hashtext(me::text));
  if
    (
      select count(*)
      from
        (
          select
          from public.chat_messages m
          where m.sender_id = me and m.type = 'message' and m.created_at > now() - interval '10 seconds'
          limit 30
        ) latest
    ) >= 30
    or (
      select count(*)
      from
        (
          select
          from public.chat_messages m
          where m.sender_id = me and m.type = 'message' and m.created_at > now() - interval '10 minutes'
          limit 400
        ) latest
    ) >= 400
  then
    perform private.refuse('PT429', 'rate_limit', 'You are sending messages very quickly. Please wait a moment.');
  end if;
  return new;
end
$$;
comment on function private.limit_message_rate is
  'Limits a member to 30 messages in 10 seconds and 400 in 10 minutes, over all conversations. The API answers PT429 with status 429.';

create function private.limit_room_rate()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.member_id() is distinct from new.buyer_id then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('limit_room_rate'), hashtext(new.buyer_id::text));
  if
    (
      select count(*)
      from public.chat_rooms r
      where r.buyer_id = new.buyer_id and r.created_at > now() - interval '1 hour'
    ) >= 20
    or (
      select count(*)
      from public.chat_rooms r
      where r.buyer_id = new.buyer_id and r.created_at > now() - interval '1 day'
    ) >= 60
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have started many conversations in a short time. Please try again later.'
    );
  end if;
  return new;
end
$$;
comment on function private.limit_room_rate is
  'Limits a buyer to 20 new conversations in an hour and 60 in a day. The API answers PT429 with status 429.';

-- Opening and closing.

create function public.open_enquiry_room(message_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  enquiry public.contact_messages;
  room uuid;
begin
  -- The lock makes a second click wait and find the first one's conversation.
  select m.*
  into enquiry
  from
    public.contact_messages m
    join public.shops s on s.id = m.shop_id
  where m.id = open_enquiry_room.message_id and s.user_id = me
  for no key update of m;
  if not found then
    perform private.refuse('PT404', 'enquiry', 'This enquiry doesn’t exist or isn’t yours.');
  elsif enquiry.sender_id is null then
    perform private.refuse('PT409', 'no_account', 'The sender has no account here. Please reply by email.');
  elsif enquiry.sender_id = me then
    perform private.refuse('PT409', 'own_enquiry', 'This is your own enquiry.');
  end if;
  select r.id into room from public.chat_rooms r where r.contact_message_id = enquiry.id;
  if found then
    return room;
  elsif private.is_conversation_blocked(enquiry.sender_id, me) then
    perform private.refuse('42501', 'blocked', 'You cannot start this conversation.');
  end if;
  insert into public.chat_rooms (buyer_id, seller_id, contact_message_id)
  values (enquiry.sender_id, me, enquiry.id)
  returning id
  into room;
  insert into public.chat_messages (chat_room_id, sender_id, content, created_at, read_at)
  values (room, enquiry.sender_id, enquiry.subject || E'\n\n' || enquiry.message, enquiry.created_at, now());
  update public.contact_messages m set read_at = coalesce(m.read_at, now()) where m.id = enquiry.id;
  return room;
end
$$;
comment on function public.open_enquiry_room is
  'Opens the conversation in which a shop answers an enquiry. The enquiry becomes its first message. For the shop''s owner.';

create function public.room_block(room_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  room public.chat_rooms;
  other uuid;
begin
  select * into room from public.chat_rooms r where r.id = room_block.room_id and me in (r.buyer_id, r.seller_id);
  if not found then
    perform private.refuse('PT404', 'room', 'This conversation doesn’t exist or isn’t yours.');
  end if;
  other := case me when room.buyer_id then room.seller_id else room.buyer_id end;
  return jsonb_build_object(
    'is_mine', exists (select from public.blocks b where b.blocker_id = me and b.blocked_id = other),
    'is_in_effect', private.is_conversation_blocked(room.buyer_id, room.seller_id)
  );
end
$$;
comment on function public.room_block is
  'The block state of a conversation for a participant: { is_mine: whether the caller blocks the other, is_in_effect: whether nobody can write }. A block takes effect once no order is open.';

create function public.open_order_room(order_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  this_order public.orders;
  seller uuid;
  room uuid;
begin
  select * into this_order from public.orders o where o.id = open_order_room.order_id;
  select s.user_id into seller from public.shops s where s.id = this_order.shop_id;
  if me is null or not coalesce(me = this_order.buyer_id or me = seller and this_order.paid_at is not null, false) then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  elsif this_order.buyer_id is null or seller is null then
    perform private.refuse(
      'PT409',
      'account_deleted',
      'This account has been deleted, so you can no longer send messages.'
    );
  end if;
  if this_order.chat_room_id is not null then
    return this_order.chat_room_id;
  end if;
  -- Both members may open it at the same time.
  perform pg_advisory_xact_lock(hashtext('open_order_room'), hashtext(this_order.id::text));
  select r.id
  into room
  from public.chat_rooms r
  where
    r.buyer_id = this_order.buyer_id
    and r.seller_id = seller
    and (
      r.product_id is null
      or r.product_id in (select i.product_id from public.order_items i where i.order_id = this_order.id)
    )
  order by r.product_id is null, r.updated_at desc
  limit 1;
  if found then
    return room;
  end if;
  if private.is_conversation_blocked(this_order.buyer_id, seller) then
    perform private.refuse('42501', 'blocked', 'You cannot start this conversation.');
  end if;
  insert into public.chat_rooms (buyer_id, seller_id, product_id)
  values
    (
      this_order.buyer_id,
      seller,
      (
        select i.product_id
        from public.order_items i
        where i.order_id = this_order.id and i.product_id is not null
        order by i.name, i.id
        limit 1
      )
    )
  returning id
  into room;
  return room;
end
$$;
comment on function public.open_order_room is
  'Opens the conversation of an order for its buyer or shop. It is the one with its quote, else the latest about one of its products, else a new one.';

-- The list.

create function public.my_conversations(
  only_room uuid default null,
  before timestamptz default null,
  before_id uuid default null,
  page_size integer default 40
)
returns table (
  id uuid,
  buyer_id uuid,
  seller_id uuid,
  product_id uuid,
  product_name text,
  product_image text,
  price_quote numeric,
  is_paid boolean,
  brief jsonb,
  wanted_on date,
  quote_expires_at timestamptz,
  updated_at timestamptz,
  other_name text,
  other_avatar text,
  last_content text,
  last_type text,
  last_sender_id uuid,
  last_has_picture boolean,
  last_at timestamptz,
  unread integer,
  enquiry text,
  brief_version integer,
  allergen_answers jsonb,
  quote_declaration jsonb,
  quote_version integer,
  quote_lines jsonb,
  quote_note text,
  quote_deposit numeric,
  quote_balance_due_on date,
  quoted_food jsonb
)
language sql
stable
set search_path = ''
as $$
  with
    mine as (
      select
        r.*,
        case when r.buyer_id = (select private.member_id()) then r.seller_id else r.buyer_id end as other_id
      from public.chat_rooms r
      where
        (r.buyer_id = (select private.member_id()) or r.seller_id = (select private.member_id()))
        and (only_room is null or r.id = only_room)
        and (
          before is null
          or (r.updated_at, r.id) < (before, coalesce(before_id, '00000000-0000-0000-0000-000000000000'))
        )
      order by r.updated_at desc, r.id desc
      limit least(greatest(page_size, 1), 100)
    )
  select
    r.id,
    r.buyer_id,
    r.seller_id,
    r.product_id,
    p.name,
    p.image,
    r.price_quote,
    r.is_paid,
    r.brief,
    r.wanted_on,
    r.quote_expires_at,
    r.updated_at,
    coalesce(s.name, (select o.name from public.people o where o.id = r.other_id)),
    (select o.avatar_url from public.people o where o.id = r.other_id),
    last_message.content,
    last_message.type,
    last_message.sender_id,
    last_message.picture is not null,
    last_message.created_at,
    (
      select count(*)::integer
      from
        (
          select
          from public.chat_messages m
          where m.chat_room_id = r.id and m.sender_id = r.other_id and m.read_at is null
          limit 100
        ) unread
    ),
    (select e.subject from public.contact_messages e where e.id = r.contact_message_id),
    r.brief_version,
    r.allergen_answers,
    r.quote_declaration,
    r.quote_version,
    r.quote_lines,
    r.quote_note,
    r.quote_deposit,
    r.quote_balance_due_on,
    case when r.allergen_answers is not null then private.quoted_food(r.id) end
  from
    mine r
    left join public.products p on p.id = r.product_id
    left join public.shops s on s.user_id = r.seller_id and r.other_id = r.seller_id
    left join lateral (
      select m.content, m.type, m.sender_id, m.picture, m.created_at
      from public.chat_messages m
      where m.chat_room_id = r.id
      order by m.created_at desc, m.id desc
      limit 1
    ) last_message
      on true
  order by r.updated_at desc, r.id desc
$$;
comment on function public.my_conversations is
  'The caller''s conversations, the latest first, by page or by id. enquiry is the subject of the original enquiry. '
  'Sellers appear under their shop''s name. Counts at most 100 unread messages. Runs with the caller''s rights.';
