-- Conversations between a buyer and a seller (chat rooms and messages), saved replies, blocks, and messages of contact forms.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid references public.shops (id) on delete cascade,
  sender_id uuid default private.member_id() references public.profiles (id) on delete cascade,
  sender_name text,
  sender_email text,
  subject text not null,
  message text not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint contact_messages_sender_name_form
    check (char_length(sender_name) <= 100 and private.is_one_line(sender_name)),
  constraint contact_messages_sender_email_form check (private.is_email_address(sender_email)),
  constraint contact_messages_subject_length
    check (private.trimmed_length(subject) >= 2 and char_length(subject) <= 100),
  constraint contact_messages_subject_form check (private.is_one_line(subject)),
  constraint contact_messages_message_length
    check (private.trimmed_length(message) >= 10 and char_length(message) <= 1000)
);
comment on table public.contact_messages is
  'Messages from contact forms, to a shop or, if shop_id is null, to support.';
comment on column public.contact_messages.sender_id is 'Null for a visitor, who may leave a name and an email address.';
create index contact_messages_shop on public.contact_messages (shop_id, created_at desc);
create index contact_messages_sender on public.contact_messages (sender_id, created_at desc);
create index contact_messages_unread on public.contact_messages (shop_id) where read_at is null;

create table public.blocks (
  blocker_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_two_members check (blocker_id <> blocked_id)
);
comment on table public.blocks is
  'Which member blocks whom. The blocked member is not notified, but sees an error on writing. A block takes effect once no paid order between the two is open.';
create index blocks_blocked on public.blocks (blocked_id);

create table public.chat_rooms (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  seller_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  price_quote numeric,
  is_paid boolean not null default false,
  brief jsonb,
  wanted_on date,
  quote_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  brief_version integer not null default 0,
  contact_message_id uuid unique references public.contact_messages (id) on delete set null,
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
  chat_room_id uuid not null references public.chat_rooms (id) on delete cascade,
  sender_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
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
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint saved_replies_title_form
    check (private.trimmed_length(title) between 1 and 60 and private.is_one_line(title)),
  constraint saved_replies_content_length check (private.trimmed_length(content) >= 1 and char_length(content) <= 4000)
);
comment on table public.saved_replies is 'Texts that a seller reuses.';
create index saved_replies_user on public.saved_replies (user_id);
