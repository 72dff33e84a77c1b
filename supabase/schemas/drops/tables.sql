-- Drops: a menu that a shop sells from an opening time to a cut-off, with its own stock, hand-over times and limits. Its state derives from its
-- times and its stock. While a product is in an announced or open drop, only that drop sells it.

create table public.drops (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  title text not null,
  description text,
  opens_at timestamptz not null,
  cut_off timestamptz not null,
  max_per_buyer smallint not null default 6,
  is_published boolean not null default false,
  reminded_at timestamptz,
  relist_at timestamptz,
  created_at timestamptz not null default now(),
  constraint drops_title_form
    check (private.trimmed_length(title) >= 2 and char_length(title) <= 80 and private.is_one_line(title)),
  constraint drops_description_length check (char_length(description) <= 1000),
  constraint drops_times check (isfinite(opens_at) and cut_off > opens_at and cut_off <= opens_at + interval '60 days'),
  constraint drops_max_per_buyer_range check (max_per_buyer between 1 and 99)
);
comment on table public.drops is
  'Drops of shops. A draft until it is published; then announced, open, sold out or closed, by its times and its stock.';
comment on column public.drops.cut_off is 'When the drop stops taking orders.';
comment on column public.drops.max_per_buyer is
  'Units of the whole drop that one member can order. Never without a limit, so that nobody can take everything.';
comment on column public.drops.reminded_at is 'When the members who asked for it were reminded of the opening.';
comment on column public.drops.relist_at is
  'When the search index has to be written for the items again: at the opening, and then at the cut-off. Null for drafts and past drops.';
create index drops_shop on public.drops (shop_id, opens_at);
create index drops_current on public.drops (cut_off) where is_published;
create index drops_to_open on public.drops (opens_at) where is_published and reminded_at is null;
create index drops_to_relist on public.drops (relist_at) where relist_at is not null;

create table public.drop_items (
  id uuid primary key default gen_random_uuid(),
  drop_id uuid not null references public.drops (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  stock integer not null,
  taken integer not null default 0,
  held integer not null default 0,
  max_per_buyer smallint,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint drop_items_once unique (drop_id, product_id),
  constraint drop_items_stock_range check (stock between 1 and 10000),
  constraint drop_items_taken_range check (taken between 0 and stock),
  constraint drop_items_held_range check (held between 0 and taken),
  constraint drop_items_max_per_buyer_range check (max_per_buyer between 1 and 99),
  constraint drop_items_position_range check (position between 0 and 49)
);
comment on table public.drop_items is
  'The products that a drop sells. Their stock is separate from that of the product.';
comment on column public.drop_items.stock is 'Units that the drop sells in all.';
comment on column public.drop_items.taken is 'Units in paid and unpaid orders, and those held.';
comment on column public.drop_items.held is 'Units that are offered to members of the waitlist.';
comment on column public.drop_items.max_per_buyer is
  'Units of this item that one member can order. Null: the limit of the drop.';
create index drop_items_product on public.drop_items (product_id);

create table public.drop_slots (
  id uuid primary key default gen_random_uuid(),
  drop_id uuid not null references public.drops (id) on delete cascade,
  fulfilment text not null,
  on_date date not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  created_at timestamptz not null default now(),
  constraint drop_slots_once unique (drop_id, fulfilment, on_date, start_time),
  constraint drop_slots_fulfilment_known check (fulfilment in ('pickup', 'delivery')),
  constraint drop_slots_date check (isfinite(on_date)),
  constraint drop_slots_end_after_start check (end_time > start_time),
  constraint drop_slots_max_orders_range check (max_orders between 1 and 10000)
);
comment on table public.drop_slots is
  'When the orders of a drop are handed over, in local time. They replace the windows of the shop and of the products.';
comment on column public.drop_slots.max_orders is 'Orders for this time. Null means no limit.';
create index drop_slots_day on public.drop_slots (on_date, fulfilment);

-- The queue of a drop: members who come before the opening are in random order, later ones in order of arrival. They are admitted in
-- batches, each for some minutes. place_order enforces it, as long as the members in the queue could buy everything that is left.

create table private.drop_queue (
  drop_id uuid not null references public.drops (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  rank double precision not null,
  seen_at timestamptz not null default clock_timestamp(),
  admitted_until timestamptz,
  has_ordered boolean not null default false,
  network cidr,
  primary key (drop_id, member_id)
);
comment on table private.drop_queue is
  'Members in the queues of drops. A member has one place, in however many tabs. Purged a day after the drop.';
comment on column private.drop_queue.rank is
  'Below 1 and random for those who came before the opening; from 1 on by the seconds after it. A million more for each turn that was not '
  'used, so that it comes after those who have had none.';
comment on column private.drop_queue.seen_at is
  'When a page of the member last asked. A member who has gone is not admitted.';
comment on column private.drop_queue.admitted_until is 'Until when the member can check out. Null while waiting.';
comment on column private.drop_queue.has_ordered is 'Whether the admission has been used for an order.';
comment on column private.drop_queue.network is
  'The network of a member who had never bought. Those of one network share their turns. Null for others.';
create index drop_queue_member on private.drop_queue (member_id);
create index drop_queue_network on private.drop_queue (drop_id, network) where network is not null;
create index drop_queue_waiting on private.drop_queue (drop_id, rank) where admitted_until is null;
create index drop_queue_admitted on private.drop_queue (drop_id, admitted_until)
where admitted_until is not null and not has_ordered;

-- Reminders.

create table public.drop_reminders (
  drop_id uuid not null references public.drops (id) on delete cascade,
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (drop_id, user_id)
);
comment on table public.drop_reminders is 'Members who want to be told when a drop opens. Deleted when they are.';
create index drop_reminders_user on public.drop_reminders (user_id);
