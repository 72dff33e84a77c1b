-- Conversations between a buyer and a seller: rooms, messages, saved replies, rate limits and the effect of blocks.

create function private.quote_lines_total(lines jsonb)
returns numeric
language sql
immutable
parallel safe
set search_path = ''
as $$
  select sum((l.line ->> 'quantity')::numeric * (l.line ->> 'price')::numeric) from jsonb_array_elements(lines) l (line)
$$;
comment on function private.quote_lines_total(jsonb) is
  'The sum of the lines of a quote, in pounds. Null without lines.';

create function private.max_food_price()
returns numeric
language sql
immutable
parallel safe
return 99000;
comment on function private.max_food_price() is
  'The most that the food of an order costs, in pounds. Delivery and tips come on top, and a payment can be £99,999.99.';

create table public.chat_rooms (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  seller_id uuid not null references public.profiles (id)
    on delete cascade,
  product_id uuid references public.products (id)
    on delete set null,
  price_quote numeric,
  is_paid boolean not null default false,
  brief jsonb,
  wanted_on date,
  quote_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  brief_version integer not null default 0,
  contact_message_id uuid unique references public.contact_messages (id)
    on delete set null,
  allergen_answers jsonb,
  quote_declaration jsonb,
  quote_version integer not null default 0,
  quote_lines jsonb,
  quote_note text,
  quote_deposit numeric,
  quote_balance_due_on date,
  quoted_at timestamptz,
  constraint chat_rooms_one_per_product unique (buyer_id, seller_id, product_id),
  constraint chat_rooms_two_members check (buyer_id <> seller_id),
  constraint chat_rooms_price_quote_range check (price_quote between 0.30 and private.max_food_price()),
  constraint chat_rooms_price_quote_in_pence check (price_quote = round(price_quote, 2)),
  constraint chat_rooms_brief_form check (jsonb_typeof(brief) = 'object' and char_length(brief::text) <= 12000),
  constraint chat_rooms_quote_lines_total check (price_quote = private.quote_lines_total(quote_lines)),
  constraint chat_rooms_quote_note_length
    check (char_length(quote_note) <= 2000 and private.trimmed_length(quote_note) >= 1),
  constraint chat_rooms_quote_deposit
    check ((quote_deposit is null) = (quote_balance_due_on is null) and quote_deposit > 0),
  constraint chat_rooms_answers_length
    check (char_length(allergen_answers::text) <= 8000 and char_length(quote_declaration::text) <= 8000)
);
comment on table public.chat_rooms is 'Conversations, one for each buyer, seller and product.';
comment on column public.chat_rooms.product_id is 'The product it is about. Null once that product is deleted.';
comment on column public.chat_rooms.price_quote is
  'Pounds that an order can be placed for, the sum of quote_lines where there are any. Members set it once; send_quote revises it until it is accepted. Cleared when its order is cancelled.';
comment on column public.chat_rooms.brief is
  'The buyer''s request: { servings, budget, details, pictures, allergens }, checked by a trigger. The buyer may change it until a price is quoted.';
comment on column public.chat_rooms.wanted_on is
  'The day of the order: the buyer''s wish until the quote, then the agreed day.';
comment on column public.chat_rooms.quote_expires_at is
  'When the quote expires, by default after a week. Only the seller can extend it. Null without a quote. A quote inserted with null never expires.';
comment on column public.chat_rooms.updated_at is
  'The time of the last change or message. The list of conversations is sorted by it.';
comment on column public.chat_rooms.brief_version is
  'The number of changes that the buyer has made to the brief and the day. A quote names the version that the seller has read.';
comment on column public.chat_rooms.allergen_answers is
  'The seller''s answers, part of the quote: the allergens of the brief, each with its answer: free, kitchen (free, in a kitchen with it) or cannot.';
comment on column public.chat_rooms.quote_declaration is
  'How this order differs from the product: { allergens, ingredients }. Null if the product''s declaration applies.';
comment on column public.chat_rooms.quote_version is
  'Counts the quotes: a new price, other answers, another declaration, another day. An order accepts one version.';
comment on column public.chat_rooms.quote_lines is
  'What the quoted price consists of: [{ text, quantity, price: pounds for one }]. Null if the quote is a single price. Written by send_quote.';
comment on column public.chat_rooms.quote_note is 'The seller''s note to the quote, part of what the buyer accepts.';
comment on column public.chat_rooms.quote_deposit is
  'Pounds to pay when accepting the quote. The rest of the order is its balance. Null if everything is paid at once.';
comment on column public.chat_rooms.quote_balance_due_on is
  'The last day to pay the balance, before the agreed day. The quote expires with it.';
comment on column public.chat_rooms.quoted_at is
  'When the seller last sent or revised the whole quote. Corrections of answers and extensions do not change it.';
comment on column public.chat_rooms.contact_message_id is
  'The enquiry that started the conversation. Null if it started from a product.';
create index chat_rooms_seller on public.chat_rooms (seller_id);
create index chat_rooms_product on public.chat_rooms (product_id);
create index chat_rooms_buyer on public.chat_rooms (buyer_id, created_at);

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  chat_room_id uuid not null references public.chat_rooms (id)
    on delete cascade,
  sender_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  content text not null default '',
  type text not null default 'message',
  picture text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint chat_messages_content_length
    check (char_length(content) <= 4000 and (private.trimmed_length(content) >= 1 or picture is not null)),
  constraint chat_messages_type_known check (type in ('message', 'system')),
  constraint chat_messages_picture_form
    check (
      starts_with(picture, 'chat_pictures/' || sender_id::text || '/' || chat_room_id::text || '/')
      and char_length(picture) <= 400
      and picture !~ '[[:space:]<>"''\\]'
      and picture !~ '(^|/)\.\.?(/|$)'
    )
);
comment on table public.chat_messages is 'Messages of conversations. A sent message does not change.';
comment on column public.chat_messages.id is
  'The client may choose it, so retrying after a lost response creates no duplicate.';
comment on column public.chat_messages.type is
  'message or system. Triggers create system messages in the name of the member who caused them.';
comment on column public.chat_messages.picture is 'A path in the private bucket: chat_pictures/<sender>/<room>/<file>.';
comment on column public.chat_messages.read_at is 'When the recipient read it.';
create index chat_messages_room on public.chat_messages (chat_room_id, created_at, id);
create index chat_messages_sender on public.chat_messages (sender_id, created_at);
-- Includes the sender, so counting one member's unread messages does not read the other member's.
create index chat_messages_unread_from on public.chat_messages (chat_room_id, sender_id, created_at)
where read_at is null;

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint saved_replies_title_form
    check (private.trimmed_length(title) between 1 and 60 and private.is_one_line(title)),
  constraint saved_replies_content_length check (private.trimmed_length(content) >= 1 and char_length(content) <= 4000)
);
comment on table public.saved_replies is 'Texts that a seller reuses.';
create index saved_replies_user on public.saved_replies (user_id);

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
comment on function private.may_open_room(uuid, uuid) is
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
comment on function private.is_conversation_blocked(uuid, uuid) is
  'True if a block between buyer and seller is in effect. During a paid open order both can write, because questions about allergies must be possible.';

create function private.told_text(words text, seller uuid, buyer uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when not private.is_suspended(seller)
    and not private.is_conversation_blocked(buyer, seller) then words
  end;
end
$$;
comment on function private.told_text(text, uuid, uuid) is
  'A seller''s words for what a buyer is told of a refund or subscription. Null while the seller is suspended or a block is in effect.';

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
comment on function private.may_write_in_room(uuid) is
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
comment on function private.refuse_blocked_message() is
  'Refuses a message to or from a blocked member and says why. The policy alone would refuse without a reason.';

create function private.preserve_read_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.read_at := coalesce(
    old.read_at,
    case
      when new.read_at is not null then now()
    end
  );
  return new;
end
$$;
comment on function private.preserve_read_at() is 'Sets read_at once, to the server''s time, and never clears it.';

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
comment on function private.touch_room() is 'Moves a conversation to the top of the list when a message arrives.';

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
comment on function private.limit_message_rate() is
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
comment on function private.limit_room_rate() is
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
comment on function public.open_enquiry_room(uuid) is
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
  other := case me
    when room.buyer_id then room.seller_id
    else room.buyer_id
  end;
  return jsonb_build_object(
    'is_mine', exists (select from public.blocks b where b.blocker_id = me and b.blocked_id = other),
    'is_in_effect', private.is_conversation_blocked(room.buyer_id, room.seller_id)
  );
end
$$;
comment on function public.room_block(uuid) is
  'The block state of a conversation for a participant: { is_mine: whether the caller blocks the other, is_in_effect: whether nobody can write }. A block takes effect once no order is open.';

create trigger quota
after insert on public.chat_rooms
referencing new table as added
for each statement
execute function private.limit_rows('buyer_id', '1000', 'conversations', 'Please continue one of them.');
create trigger quota
after insert on public.saved_replies
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '30', 'saved replies');
create trigger enforce_immutable_owner
before update of id, user_id on public.saved_replies
for each row
execute function private.enforce_immutable_columns('id', 'user_id');
create trigger enforce_immutable_members
before update of id, buyer_id, seller_id on public.chat_rooms
for each row
execute function private.enforce_immutable_columns('id', 'buyer_id', 'seller_id');
create trigger touch_updated_at
before update on public.chat_rooms
for each row
execute function private.touch_updated_at();
create trigger enforce_immutable_message
before update of id, chat_room_id, sender_id, content, type, picture, created_at on public.chat_messages
for each row
execute function private.enforce_immutable_columns(
  'id',
  'chat_room_id',
  'sender_id',
  'content',
  'type',
  'picture',
  'created_at'
);
create trigger preserve_read_at
before update of read_at on public.chat_messages
for each row
execute function private.preserve_read_at();
create trigger touch_room
after insert on public.chat_messages
for each row
execute function private.touch_room();
create trigger limit_message_rate
before insert on public.chat_messages
for each row
execute function private.limit_message_rate();
create trigger limit_room_rate
before insert on public.chat_rooms
for each row
execute function private.limit_room_rate();
create trigger refuse_blocked_message
before insert on public.chat_messages
for each row
execute function private.refuse_blocked_message();

alter table public.saved_replies enable row level security;
alter table public.chat_rooms enable row level security;
alter table public.chat_messages enable row level security;

grant select, delete, insert (id, user_id, title, content), update (title, content)
on public.saved_replies
to authenticated;
grant all on public.saved_replies to service_role;
grant
  select,
  insert (buyer_id, seller_id, product_id, brief, wanted_on),
  update (price_quote, quote_expires_at, brief, wanted_on, allergen_answers, quote_declaration)
on public.chat_rooms
to authenticated;
grant select, insert (id, chat_room_id, sender_id, content, type, picture), update (read_at)
on public.chat_messages
to authenticated;
grant all on public.chat_rooms, public.chat_messages to service_role;

grant execute
on function private.quote_lines_total(jsonb),
private.max_food_price(),
private.may_open_room(uuid, uuid),
private.may_write_in_room(uuid),
public.open_enquiry_room(uuid),
public.room_block(uuid)
to authenticated, service_role;

create policy "Participants see their conversations" on public.chat_rooms
for select
to authenticated
using (buyer_id = (select private.member_id()) or seller_id = (select private.member_id()));
create policy "Buyers start conversations with a product's seller" on public.chat_rooms
for insert
to authenticated
with check (buyer_id = (select private.member_id()) and private.may_open_room(seller_id, product_id));
create policy "Participants update their conversations" on public.chat_rooms
for update
to authenticated
using (buyer_id = (select private.member_id()) or seller_id = (select private.member_id()))
with check (buyer_id = (select private.member_id()) or seller_id = (select private.member_id()));
create policy "Participants read messages of their conversations" on public.chat_messages
for select
to authenticated
using (
  chat_room_id in (
    select r.id
    from public.chat_rooms r
    where r.buyer_id = (select private.member_id()) or r.seller_id = (select private.member_id())
  )
);
create policy "Participants send messages as themselves" on public.chat_messages
for insert
to authenticated
with check (sender_id = (select private.member_id()) and type = 'message' and private.may_write_in_room(chat_room_id));
create policy "Recipients mark messages as read" on public.chat_messages
for update
to authenticated
using (sender_id <> (select private.member_id()) and exists (select from public.chat_rooms r where r.id = chat_room_id))
with check (sender_id <> (select private.member_id()));
create policy "Members read their own saved replies" on public.saved_replies
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add saved replies of their own" on public.saved_replies
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update their own saved replies" on public.saved_replies
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete their own saved replies" on public.saved_replies
for delete
to authenticated
using (user_id = (select private.member_id()));
