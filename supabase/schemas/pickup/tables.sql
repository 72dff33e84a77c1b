-- When orders are handed over: windows for pickup and delivery of shops and products, limits a day, and the places that orders take.
-- The tables are named after pickup, which came first. The column fulfilment tells the two apart.

create table public.shop_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  day_of_week smallint not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  fulfilment text not null default 'pickup',
  on_date date,
  is_posted boolean not null default false,
  created_at timestamptz not null default now(),
  constraint shop_pickup_schedules_weekday check (day_of_week between 0 and 6),
  constraint shop_pickup_schedules_fulfilment_known check (fulfilment in ('pickup', 'delivery')),
  constraint shop_pickup_schedules_date_on_weekday
    check (isfinite(on_date) and day_of_week = extract(dow from on_date)),
  constraint shop_pickup_schedules_posted_all_day
    check (not is_posted or fulfilment = 'delivery' and start_time = '00:00' and end_time = '23:59'),
  constraint shop_pickup_schedules_end_after_start check (end_time > start_time),
  constraint shop_pickup_schedules_max_orders check (max_orders >= 1)
);
comment on table public.shop_pickup_schedules is
  'Weekly and dated windows of a shop for pickup and delivery, in local time. No two overlap on a day.';
comment on column public.shop_pickup_schedules.day_of_week is '0 Sunday to 6 Saturday.';
comment on column public.shop_pickup_schedules.on_date is
  'The only day of a dated window. Dated windows replace the weekly ones of their day. Null for a weekly window.';
comment on column public.shop_pickup_schedules.is_posted is
  'A day on which orders are sent by post. Buyers see the day without hours.';
comment on column public.shop_pickup_schedules.max_orders is
  'Orders that one occurrence of the window takes. Null means no limit.';
create index shop_pickup_schedules_shop on public.shop_pickup_schedules (shop_id, day_of_week, start_time);
create index shop_pickup_schedules_dated on public.shop_pickup_schedules (on_date) where on_date is not null;
create index shop_pickup_schedules_delivery on public.shop_pickup_schedules (day_of_week) where fulfilment = 'delivery';

create table public.product_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  day_of_week smallint not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  fulfilment text not null default 'pickup',
  on_date date,
  is_posted boolean not null default false,
  created_at timestamptz not null default now(),
  constraint product_pickup_schedules_weekday check (day_of_week between 0 and 6),
  constraint product_pickup_schedules_fulfilment_known check (fulfilment in ('pickup', 'delivery')),
  constraint product_pickup_schedules_date_on_weekday
    check (isfinite(on_date) and day_of_week = extract(dow from on_date)),
  constraint product_pickup_schedules_posted_all_day
    check (not is_posted or fulfilment = 'delivery' and start_time = '00:00' and end_time = '23:59'),
  constraint product_pickup_schedules_end_after_start check (end_time > start_time),
  constraint product_pickup_schedules_max_orders check (max_orders >= 1)
);
comment on table public.product_pickup_schedules is
  'Weekly and dated windows of one product for pickup and delivery, which replace those of its shop. No two overlap on a day.';
comment on column public.product_pickup_schedules.day_of_week is '0 Sunday to 6 Saturday.';
comment on column public.product_pickup_schedules.on_date is
  'The only day of a dated window. Dated windows replace the weekly ones of their day. Null for a weekly window.';
comment on column public.product_pickup_schedules.is_posted is
  'A day on which orders are sent by post. Buyers see the day without hours.';
comment on column public.product_pickup_schedules.max_orders is
  'Orders that one occurrence of the window takes. Null means no limit.';
create index product_pickup_schedules_product on public.product_pickup_schedules (product_id, day_of_week, start_time);
create index product_pickup_schedules_dated on public.product_pickup_schedules (on_date) where on_date is not null;
create index product_pickup_schedules_delivery on public.product_pickup_schedules (day_of_week)
where fulfilment = 'delivery';

create view private.windows as
  select
    w.shop_id as owner_id,
    w.fulfilment,
    w.day_of_week,
    w.on_date,
    w.start_time,
    w.end_time,
    w.is_posted,
    w.max_orders
  from public.shop_pickup_schedules w
  union all
  select w.product_id, w.fulfilment, w.day_of_week, w.on_date, w.start_time, w.end_time, w.is_posted, w.max_orders
  from public.product_pickup_schedules w;
comment on view private.windows is 'The windows of shops, and those of products that have their own.';

create table public.shop_booking_rules (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  horizon_days integer not null default 14,
  pickup_cutoff_hours integer,
  delivery_cutoff_hours integer,
  created_at timestamptz not null default now(),
  constraint shop_booking_rules_horizon check (horizon_days between 14 and 366),
  constraint shop_booking_rules_cutoffs
    check (pickup_cutoff_hours between 0 and 720 and delivery_cutoff_hours between 0 and 720)
);
comment on table public.shop_booking_rules is
  'How far ahead a shop takes orders, and until when. A shop without a row takes them for 14 days, without a cut-off.';
comment on column public.shop_booking_rules.horizon_days is
  'Days on which buyers can book, from today. A product with a longer lead time is offered for 14 days after it.';
comment on column public.shop_booking_rules.pickup_cutoff_hours is
  'Hours before the start of a pickup window until which it can be booked. Null: until the window ends.';
comment on column public.shop_booking_rules.delivery_cutoff_hours is
  'Hours before the start of a delivery window until which it can be booked. Null: until the window ends, or until a day of posting begins.';

create table public.shop_day_limits (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  category text,
  day_of_week smallint,
  on_date date,
  max_orders integer not null,
  created_at timestamptz not null default now(),
  constraint shop_day_limits_once unique nulls not distinct (shop_id, product_id, category, day_of_week, on_date),
  constraint shop_day_limits_one_subject check (product_id is null or category is null),
  constraint shop_day_limits_category_form
    check (private.trimmed_length(category) between 1 and 60 and private.is_one_line(category)),
  constraint shop_day_limits_one_day check (day_of_week is null or on_date is null),
  constraint shop_day_limits_weekday check (day_of_week between 0 and 6),
  constraint shop_day_limits_date check (isfinite(on_date)),
  constraint shop_day_limits_max_orders check (max_orders between 1 and 10000)
);
comment on table public.shop_day_limits is
  'What a shop can make for a day, over pickup, delivery and accepted quotes. A limit of a date replaces that of its weekday, which replaces that of every day.';
comment on column public.shop_day_limits.product_id is
  'Limits this product. Null with a null category: limits all orders.';
comment on column public.shop_day_limits.category is 'Limits the products of this category.';
comment on column public.shop_day_limits.day_of_week is '0 Sunday to 6 Saturday. Null with a null date: every day.';
comment on column public.shop_day_limits.max_orders is 'Orders a day or, for a product or category, units a day.';
create index shop_day_limits_product on public.shop_day_limits (product_id);

create table private.pickup_bookings (
  order_id uuid references public.orders (id) on delete cascade,
  entry_id uuid,
  owner_id uuid not null,
  fulfilment text not null default 'pickup',
  pickup_date date not null,
  start_time time not null,
  end_time time not null,
  constraint pickup_bookings_once unique nulls not distinct (order_id, entry_id, owner_id),
  constraint pickup_bookings_one_holder check (num_nonnulls(order_id, entry_id) = 1),
  constraint pickup_bookings_end_after_start check (end_time > start_time)
);
comment on table private.pickup_bookings is
  'Places in windows: those of paid and unpaid orders, and those held for members of a waitlist. Separate from the schedules, so that a changed '
  'schedule still counts earlier bookings.';
comment on column private.pickup_bookings.entry_id is
  'The entry on the waitlist of a slot for which the place is held. Null for the place of an order.';
comment on column private.pickup_bookings.pickup_date is 'The day of the pickup or delivery.';
comment on column private.pickup_bookings.owner_id is
  'The owner of the window: the shop, or a product with its own windows.';
create index pickup_bookings_entry on private.pickup_bookings (entry_id) where entry_id is not null;
create index pickup_bookings_window on private.pickup_bookings (owner_id, pickup_date);
create index pickup_bookings_day on private.pickup_bookings (pickup_date);
comment on index private.pickup_bookings_day is 'Finds the windows that may be full on a day.';
