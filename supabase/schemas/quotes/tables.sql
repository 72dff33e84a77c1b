-- The terms of a quote: line items, a note and a deposit. The seller sends the whole quote at once, and revises it until it is accepted.

create table public.quote_versions (
  chat_room_id uuid not null references public.chat_rooms (id) on delete cascade,
  version integer not null,
  price numeric(10, 2) not null,
  lines jsonb,
  note text,
  deposit numeric(10, 2),
  balance_due_on date,
  wanted_on date,
  expires_at timestamptz,
  allergen_answers jsonb,
  created_at timestamptz not null default now(),
  primary key (chat_room_id, version)
);
comment on table public.quote_versions is
  'The history of the quotes of a conversation, for both members. A trigger copies each version from chat_rooms.';
comment on column public.quote_versions.expires_at is
  'When this version expires. An extension changes it, because it makes no new version.';
