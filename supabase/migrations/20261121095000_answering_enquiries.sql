-- Enquiries by a shop's contact form are read beside its conversations, and become one when the shop answers somebody who has an account.

alter table public.chat_rooms
  add column contact_message_id uuid unique references public.contact_messages (id) on delete set null;
comment on column public.chat_rooms.contact_message_id is 'The enquiry that the conversation began with; most begin with a product.';

create function public.open_enquiry_room(message_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  asked public.contact_messages;
  room uuid;
begin
  -- Locked, so that of two presses the second finds the first one's conversation.
  select m.* into asked from public.contact_messages m join public.shops s on s.id = m.shop_id
  where m.id = open_enquiry_room.message_id and s.user_id = me for no key update of m;
  if not found then
    perform private.refuse('PT404', 'enquiry', 'This enquiry does not exist.');
  elsif asked.sender_id is null then
    perform private.refuse('PT409', 'no_account', 'Whoever wrote this has no account here. Please answer by email.');
  elsif asked.sender_id = me then
    perform private.refuse('PT409', 'own', 'You wrote this yourself.');
  end if;
  select r.id into room from public.chat_rooms r where r.contact_message_id = asked.id;
  if found then
    return room;
  elsif private.is_parted(asked.sender_id, me) then
    perform private.refuse('42501', 'blocked', 'This conversation cannot be started.');
  end if;
  insert into public.chat_rooms (buyer_id, seller_id, contact_message_id) values (asked.sender_id, me, asked.id) returning id into room;
  insert into public.chat_messages (chat_room_id, sender_id, content, created_at, read_at)
  values (room, asked.sender_id, asked.subject || E'\n\n' || asked.message, asked.created_at, now());
  update public.contact_messages m set read_at = coalesce(m.read_at, now()) where m.id = asked.id;
  return room;
end $$;
comment on function public.open_enquiry_room(uuid) is
  'The conversation in which a shop answers an enquiry, begun with the enquiry itself in its sender''s words. For the shop''s owner.';
revoke execute on function public.open_enquiry_room(uuid) from public;
grant execute on function public.open_enquiry_room(uuid) to authenticated;

create or replace function private.announce_contact_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shop record;
  sender text := coalesce(nullif(private.trimmed(new.sender_name), ''), 'A visitor');
  link constant text := '/messages?tab=enquiries';
begin
  select s.id, s.name, s.user_id, u.email, coalesce(n.email_notifications, true) as wants_letters into shop
  from public.shops s
  join auth.users u on u.id = s.user_id
  left join public.notification_preferences n on n.user_id = s.user_id
  where s.id = new.shop_id;
  if not found then
    return null;
  end if;

  insert into public.notifications (user_id, type, title, message, link)
  values (shop.user_id, 'message', format('New enquiry from %s', sender), new.subject, link);

  -- An address the outbox would refuse must not cost the sender their message.
  if shop.wants_letters and private.is_mail_address(shop.email) then
    insert into public.outbox (user_id, recipient, template, data, dedupe_key)
    values (
      shop.user_id,
      shop.email,
      'shop-enquiry',
      jsonb_build_object(
        'shop_name', shop.name,
        'sender_name', sender,
        'reply_to', new.sender_email,
        'subject', new.subject,
        'message', new.message,
        'link', link
      ),
      format('contact_message:%s', new.id)
    );
  end if;
  return null;
end $$;

drop function public.my_conversations(uuid, timestamptz, uuid, integer);
create function public.my_conversations(
  only_room uuid default null,
  before timestamptz default null,
  before_id uuid default null,
  page_size integer default 40
) returns table (
  id uuid, buyer_id uuid, seller_id uuid, product_id uuid, product_name text, product_image text, price_quote numeric, is_paid boolean,
  brief jsonb, wanted_on date, quote_expires_at timestamptz, updated_at timestamptz, other_name text, other_avatar text, last_content text,
  last_type text, last_sender_id uuid, last_has_picture boolean, last_at timestamptz, unread integer,
  enquiry text, wishes_version integer
)
language sql stable set search_path = ''
as $$
  with mine as (
    select r.*, case when r.buyer_id = (select auth.uid()) then r.seller_id else r.buyer_id end as other_id
    from public.chat_rooms r
    where (r.buyer_id = (select auth.uid()) or r.seller_id = (select auth.uid()))
      and (only_room is null or r.id = only_room)
      and (before is null or (r.updated_at, r.id) < (before, coalesce(before_id, '00000000-0000-0000-0000-000000000000')))
    order by r.updated_at desc, r.id desc
    limit least(greatest(page_size, 1), 100)
  )
  select r.id, r.buyer_id, r.seller_id, r.product_id, p.name, p.image, r.price_quote, r.is_paid,
    r.brief, r.wanted_on, r.quote_expires_at, r.updated_at,
    coalesce(s.name, (select o.name from public.people o where o.id = r.other_id)),
    (select o.avatar_url from public.people o where o.id = r.other_id),
    said.content, said.type, said.sender_id, said.picture is not null, said.created_at,
    (
      select count(*)::integer from (
        select from public.chat_messages m
        where m.chat_room_id = r.id and m.sender_id = r.other_id and m.read_at is null limit 100
      ) unread
    ),
    (select e.subject from public.contact_messages e where e.id = r.contact_message_id),
    r.wishes_version
  from mine r
  left join public.products p on p.id = r.product_id
  left join public.shops s on s.user_id = r.seller_id and r.other_id = r.seller_id
  left join lateral (
    select m.content, m.type, m.sender_id, m.picture, m.created_at from public.chat_messages m
    where m.chat_room_id = r.id order by m.created_at desc, m.id desc limit 1
  ) said on true
  order by r.updated_at desc, r.id desc
$$;
comment on function public.my_conversations(uuid, timestamptz, uuid, integer) is
  'The caller''s conversations, the latest first, a page at a time or one by its id; enquiry: the subject of the one it began with. A baker is called by their shop; of what is unread at most 100 is counted. Runs as the caller.';
revoke execute on function public.my_conversations(uuid, timestamptz, uuid, integer) from public;
grant execute on function public.my_conversations(uuid, timestamptz, uuid, integer) to authenticated;
