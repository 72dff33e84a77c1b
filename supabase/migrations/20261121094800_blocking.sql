-- What a block does in conversations: neither of the two writes, and neither hears of the other, once no order between them is under way.

create function private.has_order_under_way(buyer uuid, seller uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.shops s join public.orders o on o.shop_id = s.id
    where s.user_id = seller and o.buyer_id = buyer and o.paid_at is not null and o.status in ('processing', 'shipped', 'ready')
  )
$$;
comment on function private.has_order_under_way(uuid, uuid) is 'True while something that the one paid the other for is not handed over.';

create function private.is_parted(buyer uuid, seller uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.have_blocked(buyer, seller) and not private.has_order_under_way(buyer, seller)
$$;
comment on function private.is_parted(uuid, uuid) is
  'True when a block between a buyer and a seller holds: about food that is paid for, and eaten by people with allergies, the two can always talk.';

create or replace function private.may_write_in_room(room uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.chat_rooms r
    where r.id = room and (select auth.uid()) in (r.buyer_id, r.seller_id) and not private.is_parted(r.buyer_id, r.seller_id)
  )
$$;
comment on function private.may_write_in_room(uuid) is 'True when whoever is asking takes part in the room and no block parts the two.';

create function private.refuse_parted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  room public.chat_rooms;
begin
  if new.type = 'message' and new.sender_id = me then
    select * into room from public.chat_rooms r where r.id = new.chat_room_id and me in (r.buyer_id, r.seller_id);
  end if;
  if room.id is null or not private.is_parted(room.buyer_id, room.seller_id) then
    return new;
  elsif exists (select from public.blocks b where b.blocker_id = me and b.blocked_id in (room.buyer_id, room.seller_id)) then
    perform private.refuse('42501', 'blocking', 'You have blocked them. Unblock them to write.');
  end if;
  perform private.refuse('42501', 'blocked', 'You cannot write in this conversation any more.');
end $$;
comment on function private.refuse_parted() is 'Says to whoever writes across a block that it cannot be done; the policy would only refuse.';
create trigger refuse_parted before insert on public.chat_messages
  for each row execute function private.refuse_parted();

create or replace function public.open_order_room(order_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  sold public.orders;
  seller uuid;
  room uuid;
begin
  select * into sold from public.orders o where o.id = open_order_room.order_id;
  select s.user_id into seller from public.shops s where s.id = sold.shop_id;
  if me is null or not coalesce(me = sold.buyer_id or me = seller and sold.paid_at is not null, false) then
    perform private.refuse('PT404', 'order', 'This order does not exist.');
  elsif sold.buyer_id is null or seller is null then
    perform private.refuse('PT409', 'gone', 'There is nobody to write to any more.');
  end if;
  if sold.chat_room_id is not null then
    return sold.chat_room_id;
  end if;
  -- Both may press at once.
  perform pg_advisory_xact_lock(hashtext('open_order_room'), hashtext(sold.id::text));
  select r.id into room from public.chat_rooms r
  where r.buyer_id = sold.buyer_id and r.seller_id = seller
    and (r.product_id is null or r.product_id in (select i.product_id from public.order_items i where i.order_id = sold.id))
  order by r.product_id is null, r.updated_at desc limit 1;
  if found then
    return room;
  end if;
  if private.is_parted(sold.buyer_id, seller) then
    perform private.refuse('42501', 'blocked', 'This conversation cannot be started.');
  end if;
  insert into public.chat_rooms (buyer_id, seller_id, product_id)
  values (sold.buyer_id, seller, (
    select i.product_id from public.order_items i where i.order_id = sold.id and i.product_id is not null order by i.name, i.id limit 1
  )) returning id into room;
  return room;
end $$;

create function public.room_block(room_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  room public.chat_rooms;
  other uuid;
begin
  select * into room from public.chat_rooms r where r.id = room_block.room_id and me in (r.buyer_id, r.seller_id);
  if not found then
    perform private.refuse('PT404', 'room', 'This conversation does not exist.');
  end if;
  other := case me when room.buyer_id then room.seller_id else room.buyer_id end;
  return jsonb_build_object(
    'is_mine', exists (select from public.blocks b where b.blocker_id = me and b.blocked_id = other),
    'holds', private.is_parted(room.buyer_id, room.seller_id));
end $$;
comment on function public.room_block(uuid) is
  'How a conversation stands for one of its two: { is_mine: whether they block the other, holds: whether neither can write }. A block waits for the end of orders under way.';

comment on table public.blocks is
  'Who wants to hear nothing more of whom. The blocked person is not told; where they write, they learn that they cannot. It waits until no paid order between the two is under way.';

revoke execute on function private.has_order_under_way(uuid, uuid), private.is_parted(uuid, uuid), private.refuse_parted(), public.room_block(uuid) from public;
grant execute on function public.room_block(uuid) to authenticated;

-- Saved replies: as many as one finds again at a glance.

create function private.limit_saved_replies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('saved_replies'), hashtext(new.user_id::text));
  if (select count(*) from public.saved_replies r where r.user_id = new.user_id) >= 30 then
    perform private.refuse('PT409', 'full', 'You have 30 saved replies. Delete one first.');
  end if;
  return new;
end $$;
comment on function private.limit_saved_replies() is 'At most 30 a person.';
revoke execute on function private.limit_saved_replies() from public;
create trigger limit_saved_replies before insert on public.saved_replies
  for each row execute function private.limit_saved_replies();
