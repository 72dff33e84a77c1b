-- Buyer and baker of an order can always write to each other about it, whoever begins and whatever has become of its products.

create function public.open_order_room(order_id uuid) returns uuid
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
  if exists (
    select from public.blocks b where (b.blocker_id, b.blocked_id) in ((seller, sold.buyer_id), (sold.buyer_id, seller))
  ) then
    perform private.refuse('42501', 'blocked', 'This conversation cannot be started.');
  end if;
  insert into public.chat_rooms (buyer_id, seller_id, product_id)
  values (sold.buyer_id, seller, (
    select i.product_id from public.order_items i where i.order_id = sold.id and i.product_id is not null order by i.name, i.id limit 1
  )) returning id into room;
  return room;
end $$;
comment on function public.open_order_room(uuid) is
  'The conversation of an order''s buyer and its shop: the one it was agreed in, else the latest about something in it, else a new one. For the two of them.';
revoke execute on function public.open_order_room(uuid) from public;
grant execute on function public.open_order_room(uuid) to authenticated;
