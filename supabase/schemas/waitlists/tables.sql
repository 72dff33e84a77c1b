-- The waitlist of sold-out products and items of drops. Stock that returns is offered to the next member for a limited time. Offered units leave
-- the stock, so nobody else can see or order them.

create table public.waitlist_entries (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  drop_item_id uuid references public.drop_items (id) on delete cascade,
  quantity smallint not null,
  offered smallint not null default 0,
  offered_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, product_id),
  constraint waitlist_entries_quantity_range check (quantity between 1 and 99),
  constraint waitlist_entries_offered_range check (offered between 0 and quantity),
  constraint waitlist_entries_offer_ends check ((offered > 0) = (offered_until is not null))
);
comment on table public.waitlist_entries is
  'Members who wait for a sold-out product, in the order of their arrival. Written by join_waitlist, leave_waitlist and what returns stock. An entry ends '
  'with its offer: used, declined or expired.';
comment on column public.waitlist_entries.drop_item_id is
  'The item of a drop that the member waits for. Null for the shop''s own stock.';
comment on column public.waitlist_entries.quantity is 'Units that the member wants.';
comment on column public.waitlist_entries.offered is 'Units that are held for the member. 0 while waiting.';
comment on column public.waitlist_entries.created_at is
  'The clock, not the transaction''s time, because it decides who is next.';
create index waitlist_entries_product on public.waitlist_entries (product_id, created_at);
create index waitlist_entries_drop_item on public.waitlist_entries (drop_item_id);
create index waitlist_entries_ending on public.waitlist_entries (offered_until) where offered > 0;

create table private.ended_offers (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  shop_id uuid references public.shops (id) on delete cascade,
  ended_at timestamptz not null default now(),
  constraint ended_offers_one_subject check (num_nonnulls(product_id, shop_id) = 1)
);
comment on table private.ended_offers is
  'Offers that members used, declined or let expire. Those without a paid order are limited, so that nobody keeps food from others by joining '
  'again and again, or by orders that are never paid. Kept for 30 days.';
comment on column private.ended_offers.shop_id is
  'The shop of a place that was held in a slot. Null for units of a product.';
create index ended_offers_user on private.ended_offers (user_id, ended_at);
create index ended_offers_product on private.ended_offers (product_id);
create index ended_offers_shop on private.ended_offers (shop_id);

-- The waitlist of full slots of shops and hand-over times of drops. A place that becomes free is offered to the next member for a limited time. Until
-- then it is a booking like that of an order, so nobody else can see or take it.

create table public.slot_waitlist_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  shop_id uuid not null references public.shops (id) on delete cascade,
  drop_id uuid references public.drops (id) on delete cascade,
  fulfilment text not null,
  on_date date not null,
  start_time time,
  end_time time,
  product_ids uuid[] not null,
  quantities integer[] not null,
  offered_until timestamptz,
  checked_at timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  constraint slot_waitlist_entries_once
    unique nulls not distinct (user_id, shop_id, drop_id, fulfilment, on_date, start_time),
  constraint slot_waitlist_entries_fulfilment_known check (fulfilment in ('pickup', 'delivery')),
  constraint slot_waitlist_entries_hours
    check (num_nulls(start_time, end_time) <> 1 and (start_time is null or end_time > start_time)),
  constraint slot_waitlist_entries_items
    check (cardinality(product_ids) between 1 and 100 and cardinality(quantities) = cardinality(product_ids))
);
comment on table public.slot_waitlist_entries is
  'Members who wait for a place in a full slot, in the order of their arrival. Written by join_slot_waitlist, leave_slot_waitlist and what frees places. An '
  'entry ends with its offer (used, declined or expired), with an order for the same day, and soon after the slot can no longer be ordered.';
comment on column public.slot_waitlist_entries.start_time is
  'With end_time, the hours of the slot. Null for a day of posting.';
comment on column public.slot_waitlist_entries.product_ids is
  'What the member wants to order, which decides the windows and limits that the place needs.';
comment on column public.slot_waitlist_entries.quantities is 'Units of each product.';
comment on column public.slot_waitlist_entries.offered_until is
  'Until when a place is held for the member. Null while waiting.';
comment on column public.slot_waitlist_entries.checked_at is
  'When the job last checked whether the slot has a place. It checks the longest unchecked ones first.';
comment on column public.slot_waitlist_entries.created_at is
  'The clock, not the transaction''s time, because it decides who is next.';
create index slot_waitlist_entries_shop on public.slot_waitlist_entries (shop_id, on_date);
create index slot_waitlist_entries_day on public.slot_waitlist_entries (on_date);
create index slot_waitlist_entries_drop on public.slot_waitlist_entries (drop_id);
create index slot_waitlist_entries_ending on public.slot_waitlist_entries (offered_until)
where offered_until is not null;
create index slot_waitlist_entries_unchecked on public.slot_waitlist_entries (checked_at) where offered_until is null;

alter table private.pickup_bookings
add constraint pickup_bookings_entry_id_fkey
  foreign key (entry_id) references public.slot_waitlist_entries (id) on delete cascade;
