-- One's conversations as a list shows them: with whom, about what, the last line, and how much is unread.

-- By sender too: what the other person has not read of one's own must not be walked through to count what one has not read.
create index chat_messages_unread_from on public.chat_messages (chat_room_id, sender_id, created_at) where read_at is null;
drop index public.chat_messages_unread;

create function public.my_conversations(
  only_room uuid default null,
  before timestamptz default null,
  before_id uuid default null,
  page_size integer default 40
) returns table (
  id uuid, buyer_id uuid, seller_id uuid, product_id uuid, product_name text, product_image text, price_quote numeric, is_paid boolean,
  brief jsonb, wanted_on date, quote_expires_at timestamptz, updated_at timestamptz, other_name text, other_avatar text, last_content text,
  last_type text, last_sender_id uuid, last_has_picture boolean, last_at timestamptz, unread integer
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
    )
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
  'The caller''s conversations, the latest first, a page at a time or one by its id. A baker is called by their shop; of what is unread at most 100 is counted. Runs as the caller.';
revoke execute on function public.my_conversations(uuid, timestamptz, uuid, integer) from public;
grant execute on function public.my_conversations(uuid, timestamptz, uuid, integer) to authenticated;
