-- Conversations between a buyer and a seller about a product: rooms, messages, the price quote, and who blocks whom.

create table public.chat_rooms (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  seller_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  price_quote numeric(10, 2),
  is_paid boolean not null default false,
  brief jsonb,
  wanted_on date,
  quote_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint chat_rooms_one_per_product unique (buyer_id, seller_id, product_id),
  constraint chat_rooms_two_people check (buyer_id <> seller_id),
  constraint chat_rooms_price_quote_range check (price_quote > 0 and price_quote <= 99999.99),
  constraint chat_rooms_brief_form check (jsonb_typeof(brief) = 'object' and char_length(brief::text) <= 8000)
);
comment on table public.chat_rooms is 'One conversation a buyer, seller and product.';
comment on column public.chat_rooms.product_id is 'What it is about; null once that product was deleted.';
comment on column public.chat_rooms.price_quote is 'Pounds. Set once, by the seller, while unpaid.';
comment on column public.chat_rooms.brief is 'What the buyer wishes for: servings, budget, wishes, pictures.';
comment on column public.chat_rooms.wanted_on is 'The day it is for: the buyer''s wish until the quote, then what was agreed.';
comment on column public.chat_rooms.quote_expires_at is 'Until when the quote can be accepted; null is no end.';
comment on column public.chat_rooms.updated_at is 'Last change or message; the list of rooms is sorted by it.';
create index chat_rooms_seller on public.chat_rooms (seller_id);
create index chat_rooms_product on public.chat_rooms (product_id);

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  chat_room_id uuid not null references public.chat_rooms (id) on delete cascade,
  sender_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  content text not null default '',
  type text not null default 'message',
  picture text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint chat_messages_content_length check (
    char_length(content) <= 4000 and (private.trimmed_length(content) >= 1 or picture is not null)
  ),
  constraint chat_messages_type_known check (type in ('message', 'system')),
  constraint chat_messages_picture_form check (
    starts_with(picture, 'chat_pictures/' || sender_id::text || '/' || chat_room_id::text || '/')
    and char_length(picture) <= 400 and picture !~ '[[:space:]<>"''\\]' and picture !~ '(^|/)\.\.?(/|$)'
  )
);
comment on table public.chat_messages is 'What was said. A message stays as it was sent.';
comment on column public.chat_messages.id is 'May be chosen by the client, so that sending again after a lost answer makes no double.';
comment on column public.chat_messages.type is 'message, or system: made by triggers only, in the name of whoever caused it.';
comment on column public.chat_messages.picture is 'Path in the private bucket: chat_pictures/<sender>/<room>/<file>.';
comment on column public.chat_messages.read_at is 'When the other person read it.';
create index chat_messages_room on public.chat_messages (chat_room_id, created_at, id);
create index chat_messages_sender on public.chat_messages (sender_id, created_at);
create index chat_messages_unread on public.chat_messages (chat_room_id) where read_at is null;

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_two_people check (blocker_id <> blocked_id)
);
comment on table public.blocks is 'Who wants to hear nothing more of whom. The blocked person is not told.';
create index blocks_blocked on public.blocks (blocked_id);

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint saved_replies_title_form check (private.trimmed_length(title) between 1 and 60 and private.is_one_line(title)),
  constraint saved_replies_content_length check (private.trimmed_length(content) >= 1 and char_length(content) <= 4000)
);
comment on table public.saved_replies is 'Texts that a seller sends often.';
create index saved_replies_user on public.saved_replies (user_id);

-- Guards.

create function private.may_write_in_room(room uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.chat_rooms r
    where r.id = room and (select auth.uid()) in (r.buyer_id, r.seller_id)
      and not exists (
        select from public.blocks b
        where (b.blocker_id, b.blocked_id) in ((r.buyer_id, r.seller_id), (r.seller_id, r.buyer_id))
      )
  )
$$;
comment on function private.may_write_in_room(uuid) is 'True when whoever is asking takes part in the room and neither of the two blocks the other.';

create function private.may_open_room(seller uuid, product uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.products p join public.shops s on s.id = p.shop_id
    where p.id = product and p.is_listed and s.user_id = seller
  ) and not exists (
    select from public.blocks b
    where (b.blocker_id, b.blocked_id) in ((seller, (select auth.uid())), ((select auth.uid()), seller))
  )
$$;
comment on function private.may_open_room(uuid, uuid) is 'True when the product is on sale, the seller is its shop''s owner, and neither of the two blocks the other.';

revoke execute on function private.may_write_in_room(uuid), private.may_open_room(uuid, uuid) from public;
grant execute on function private.may_write_in_room(uuid), private.may_open_room(uuid, uuid) to authenticated, service_role;

-- Policies.

alter table public.chat_rooms enable row level security;
alter table public.chat_messages enable row level security;
alter table public.blocks enable row level security;
alter table public.saved_replies enable row level security;

revoke all on public.chat_rooms, public.chat_messages, public.blocks, public.saved_replies from anon, authenticated;
grant select, insert (buyer_id, seller_id, product_id, brief, wanted_on), update (price_quote, quote_expires_at, brief, wanted_on)
  on public.chat_rooms to authenticated;
grant select, insert (id, chat_room_id, sender_id, content, type, picture), update (read_at) on public.chat_messages to authenticated;
grant select, delete, insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant select, delete, insert (id, user_id, title, content), update (title, content) on public.saved_replies to authenticated;
grant all on public.chat_rooms, public.chat_messages, public.blocks, public.saved_replies to service_role;

create policy "The two people of a room see it" on public.chat_rooms
  for select to authenticated using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));
create policy "Buyers open a room with the owner of a product's shop" on public.chat_rooms
  for insert to authenticated
  with check (buyer_id = (select auth.uid()) and private.may_open_room(seller_id, product_id));
create policy "The two people of a room change what is theirs in it" on public.chat_rooms
  for update to authenticated
  using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()))
  with check (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));

create policy "The two people of a room read its messages" on public.chat_messages
  for select to authenticated using (
    chat_room_id in (
      select r.id from public.chat_rooms r where r.buyer_id = (select auth.uid()) or r.seller_id = (select auth.uid())
    )
  );
create policy "The two people of a room write in it as themselves" on public.chat_messages
  for insert to authenticated
  with check (sender_id = (select auth.uid()) and type = 'message' and private.may_write_in_room(chat_room_id));
create policy "The other person marks a message as read" on public.chat_messages
  for update to authenticated
  using (
    sender_id <> (select auth.uid())
    and exists (select from public.chat_rooms r where r.id = chat_room_id)
  )
  with check (sender_id <> (select auth.uid()));

create policy "People see whom they block" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "People block others" on public.blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "People lift their blocks" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));

create policy "People read their saved replies" on public.saved_replies
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People save replies" on public.saved_replies
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their saved replies" on public.saved_replies
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People delete their saved replies" on public.saved_replies
  for delete to authenticated using (user_id = (select auth.uid()));
