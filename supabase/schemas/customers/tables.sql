create table public.customer_notes (
  shop_id uuid not null references public.shops (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  tags text[] not null default '{}',
  note text,
  allergies text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (shop_id, member_id),
  constraint customer_notes_tags_form check (private.are_short_lines(tags, 10, 30)),
  constraint customer_notes_note_length check (private.trimmed_length(note) >= 1 and char_length(note) <= 2000),
  constraint customer_notes_allergies_length
    check (private.trimmed_length(allergies) >= 1 and char_length(allergies) <= 500)
);
comment on table public.customer_notes is
  'What a shop''s owner notes about a customer. The customer may read it, as data about a person must be shown to that person. It goes with either account.';
comment on column public.customer_notes.allergies is
  'What the customer told the seller to avoid, in the seller''s words. Health data.';
create index customer_notes_member on public.customer_notes (member_id);
