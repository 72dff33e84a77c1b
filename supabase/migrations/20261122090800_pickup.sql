-- When orders are handed over: windows for pickup and delivery of shops and products, limits a day, and the places that orders take.
-- The tables are named after pickup, which came first. The column fulfilment tells the two ways apart.

create table public.shop_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id)
    on delete cascade,
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
  'Weekly pickup windows of a shop, in local time. No two overlap on a day.';
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
  product_id uuid not null references public.products (id)
    on delete cascade,
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
  'Weekly pickup windows of one product, which replace those of its shop. No two overlap on a day.';
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
  shop_id uuid primary key references public.shops (id)
    on delete cascade,
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
  shop_id uuid not null references public.shops (id)
    on delete cascade,
  product_id uuid references public.products (id)
    on delete cascade,
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
  order_id uuid references public.orders (id)
    on delete cascade,
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

create function private.refuse_overlap(fulfilment text, day smallint, on_date date, start_time time, end_time time)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.refuse(
    '23P01',
    'overlap',
    format(
      'This overlaps another %s window on %s (%s to %s).',
      fulfilment,
      coalesce(
        to_char(on_date, 'FMDD FMMonth YYYY'),
        (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[day + 1]
      ),
      to_char(start_time, 'HH24:MI'),
      to_char(end_time, 'HH24:MI')
    )
  );
end
$$;
comment on function private.refuse_overlap(text, smallint, date, time, time) is
  'Refuses an overlapping window and names the existing one.';

-- An exclusion constraint needs btree_gist, which some hosts lack. The lock on the parent row serialises concurrent inserts, and the check then
-- runs with a fresh snapshot. An after trigger runs after row-level security, so a refusal does not reveal the windows of a draft.
-- Existing windows do not overlap. The last one that starts before the new window ends is therefore the only one that can overlap it. Each
-- new window of a statement is checked, so two overlapping new windows are refused too.
create function private.enforce_no_shop_overlap()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  other public.shop_pickup_schedules;
begin
  perform from public.shops where id = new.shop_id for no key update;
  select *
  into other
  from public.shop_pickup_schedules w
  where
    w.shop_id = new.shop_id
    and w.fulfilment = new.fulfilment
    and w.day_of_week = new.day_of_week
    and w.on_date is not distinct from new.on_date
    and w.id <> new.id
    and w.start_time < new.end_time
  order by w.start_time desc
  limit 1;
  if other.end_time > new.start_time then
    perform private.refuse_overlap(
      other.fulfilment,
      other.day_of_week,
      other.on_date,
      other.start_time,
      other.end_time
    );
  end if;
  return null;
end
$$;
comment on function private.enforce_no_shop_overlap() is
  'Refuses a window that overlaps another window of the shop on the same day. One may start when another ends.';

create function private.enforce_no_product_overlap()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  other public.product_pickup_schedules;
begin
  perform from public.products where id = new.product_id for no key update;
  select *
  into other
  from public.product_pickup_schedules w
  where
    w.product_id = new.product_id
    and w.fulfilment = new.fulfilment
    and w.day_of_week = new.day_of_week
    and w.on_date is not distinct from new.on_date
    and w.id <> new.id
    and w.start_time < new.end_time
  order by w.start_time desc
  limit 1;
  if other.end_time > new.start_time then
    perform private.refuse_overlap(
      other.fulfilment,
      other.day_of_week,
      other.on_date,
      other.start_time,
      other.end_time
    );
  end if;
  return null;
end
$$;
comment on function private.enforce_no_product_overlap() is
  'Refuses a window that overlaps another window of the product on the same day. One may start when another ends.';

create function private.window_owner(product uuid, shop uuid, wanted_fulfilment text)
returns uuid
language sql
stable
return case
  when exists (
    select from public.product_pickup_schedules w where w.product_id = product and w.fulfilment = wanted_fulfilment
  ) then product
  when exists (
    select from public.shop_pickup_schedules w where w.shop_id = shop and w.fulfilment = wanted_fulfilment
  ) then shop
end;
comment on function private.window_owner(uuid, uuid, text) is
  'Whose windows apply to a product: its own, or else its shop''s. Null without any, and then a delivery is sent after the lead time.';

create trigger enforce_immutable_shop
before update of id, shop_id on public.shop_pickup_schedules
for each row
execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger enforce_no_overlap
after insert or update on public.shop_pickup_schedules
for each row
execute function private.enforce_no_shop_overlap();
create trigger enforce_immutable_product
before update of id, product_id on public.product_pickup_schedules
for each row
execute function private.enforce_immutable_columns('id', 'product_id');
create trigger enforce_no_overlap
after insert or update on public.product_pickup_schedules
for each row
execute function private.enforce_no_product_overlap();
create trigger enforce_immutable_shop
before update of id, shop_id on public.shop_day_limits
for each row
execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_booking_rules
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger quota
after insert on public.shop_day_limits
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '100', 'limits a day in a shop');
create trigger quota
after insert on public.shop_pickup_schedules
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '100', 'windows in a shop');
create trigger quota
after insert on public.product_pickup_schedules
referencing new table as added
for each statement
execute function private.limit_rows('product_id', '100', 'windows for a product');

alter table public.shop_pickup_schedules enable row level security;
alter table public.product_pickup_schedules enable row level security;
alter table public.shop_day_limits enable row level security;
alter table public.shop_booking_rules enable row level security;

grant select
on public.shop_pickup_schedules, public.product_pickup_schedules, public.shop_booking_rules
to anon, authenticated;
grant
  select,
  delete,
  insert (id, shop_id, product_id, category, day_of_week, on_date, max_orders),
  update (id, shop_id, product_id, category, day_of_week, on_date, max_orders)
on public.shop_day_limits
to authenticated;
grant
  delete,
  insert (shop_id, horizon_days, pickup_cutoff_hours, delivery_cutoff_hours),
  update (shop_id, horizon_days, pickup_cutoff_hours, delivery_cutoff_hours)
on public.shop_booking_rules
to authenticated;
grant
  delete,
  insert (id, shop_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted),
  update (id, shop_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted)
on public.shop_pickup_schedules
to authenticated;
grant
  delete,
  insert (id, product_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted),
  update (id, product_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted)
on public.product_pickup_schedules
to authenticated;
grant all
on public.shop_pickup_schedules, public.product_pickup_schedules, public.shop_day_limits, public.shop_booking_rules
to service_role;

create policy "Anyone sees pickup windows of visible shops" on public.shop_pickup_schedules
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add pickup windows to their shop" on public.shop_pickup_schedules
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update pickup windows of their shop" on public.shop_pickup_schedules
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete pickup windows of their shop" on public.shop_pickup_schedules
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Anyone sees pickup windows of visible products" on public.product_pickup_schedules
for select
to anon, authenticated
using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pickup windows to their products" on public.product_pickup_schedules
for insert
to authenticated
with check (private.owns_product(product_id));
create policy "Owners update pickup windows of their products" on public.product_pickup_schedules
for update
to authenticated
using (private.owns_product(product_id))
with check (private.owns_product(product_id));
create policy "Owners delete pickup windows of their products" on public.product_pickup_schedules
for delete
to authenticated
using (private.owns_product(product_id));
create policy "Owners manage the limits of their shop" on public.shop_day_limits
for all
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()) and (product_id is null or private.owns_product(product_id)));
create policy "Anyone sees booking rules of visible shops" on public.shop_booking_rules
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add booking rules to their shop" on public.shop_booking_rules
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update booking rules of their shop" on public.shop_booking_rules
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete booking rules of their shop" on public.shop_booking_rules
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
