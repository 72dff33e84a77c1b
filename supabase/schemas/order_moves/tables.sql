-- Moving an order to another day: the seller proposes, and nothing changes until the buyer accepts.

create table public.order_moves (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  on_date date not null,
  start_time time,
  end_time time,
  note text,
  status text not null default 'proposed',
  expires_at timestamptz not null,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_moves_hours
    check (num_nulls(start_time, end_time) <> 1 and (start_time is null or end_time > start_time)),
  constraint order_moves_note_length check (char_length(note) <= 500),
  constraint order_moves_status_known check (status in ('proposed', 'accepted', 'declined', 'withdrawn', 'expired')),
  constraint order_moves_answered check ((status = 'proposed') = (answered_at is null))
);
comment on table public.order_moves is
  'Proposals of sellers to hand an order over at another time. Only functions write them.';
comment on column public.order_moves.start_time is
  'With end_time, the hours of the new window. Null for a day of posting, and for a delivery without hours.';
comment on column public.order_moves.expires_at is 'Until when the buyer can accept. Then the old day stays.';
create index order_moves_order on public.order_moves (order_id, created_at);
create unique index order_moves_one_open on public.order_moves (order_id) where status = 'proposed';
create index order_moves_expiring on public.order_moves (expires_at) where status = 'proposed';
