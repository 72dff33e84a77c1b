-- Pickup: weekly windows of shops and products, the available slots, and the slots booked by orders.

create table public.shop_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  day_of_week smallint not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  created_at timestamptz not null default now(),
  constraint shop_pickup_schedules_weekday check (day_of_week between 0 and 6),
  constraint shop_pickup_schedules_end_after_start check (end_time > start_time),
  constraint shop_pickup_schedules_max_orders check (max_orders >= 1)
);
comment on table public.shop_pickup_schedules is 'Weekly pickup windows of a shop, in local time. No two overlap on a day.';
comment on column public.shop_pickup_schedules.day_of_week is '0 Sunday to 6 Saturday.';
comment on column public.shop_pickup_schedules.max_orders is 'Orders that one occurrence of the window takes. Null means no limit.';
create index shop_pickup_schedules_shop on public.shop_pickup_schedules (shop_id, day_of_week, start_time);

create table public.product_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  day_of_week smallint not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  created_at timestamptz not null default now(),
  constraint product_pickup_schedules_weekday check (day_of_week between 0 and 6),
  constraint product_pickup_schedules_end_after_start check (end_time > start_time),
  constraint product_pickup_schedules_max_orders check (max_orders >= 1)
);
comment on table public.product_pickup_schedules is 'Weekly pickup windows of one product, which replace those of its shop. No two overlap on a day.';
comment on column public.product_pickup_schedules.day_of_week is '0 Sunday to 6 Saturday.';
comment on column public.product_pickup_schedules.max_orders is 'Orders that one occurrence of the window takes. Null means no limit.';
create index product_pickup_schedules_product on public.product_pickup_schedules (product_id, day_of_week, start_time);

create table private.pickup_bookings (
  order_id uuid not null references public.orders (id) on delete cascade,
  owner_id uuid not null,
  pickup_date date not null,
  start_time time not null,
  end_time time not null,
  primary key (order_id, owner_id),
  constraint pickup_bookings_end_after_start check (end_time > start_time)
);
comment on table private.pickup_bookings is
  'Places in pickup windows taken by paid and unpaid orders. Separate from the schedules, so that a changed schedule still counts earlier bookings.';
comment on column private.pickup_bookings.owner_id is 'The owner of the window: the shop, or a product with its own windows.';
create index pickup_bookings_window on private.pickup_bookings (owner_id, pickup_date);

create function private.refuse_overlap(day smallint, start_time time, end_time time) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('23P01', 'overlap', format('This overlaps another pickup window on %s (%s to %s).',
    (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[day + 1],
    to_char(start_time, 'HH24:MI'), to_char(end_time, 'HH24:MI')));
end $$;
comment on function private.refuse_overlap(smallint, time, time) is 'Refuses an overlapping window and names the existing one.';

-- An exclusion constraint needs btree_gist, which some hosts lack. The lock on the parent row serialises concurrent inserts, and the check then
-- runs with a fresh snapshot. An after trigger runs after row-level security, so a refusal does not reveal the windows of a draft.
-- Existing windows do not overlap. The last one that starts before the new window ends is therefore the only one that can overlap it. Each
-- new window of a statement is checked, so two overlapping new windows are refused too.
create function private.enforce_no_shop_overlap() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other public.shop_pickup_schedules;
begin
  perform from public.shops where id = new.shop_id for no key update;
  select * into other from public.shop_pickup_schedules w
  where w.shop_id = new.shop_id and w.day_of_week = new.day_of_week and w.id <> new.id and w.start_time < new.end_time
  order by w.start_time desc limit 1;
  if other.end_time > new.start_time then
    perform private.refuse_overlap(other.day_of_week, other.start_time, other.end_time);
  end if;
  return null;
end $$;
comment on function private.enforce_no_shop_overlap() is 'Refuses a window that overlaps another window of the shop on the same day. One may start when another ends.';

create function private.enforce_no_product_overlap() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other public.product_pickup_schedules;
begin
  perform from public.products where id = new.product_id for no key update;
  select * into other from public.product_pickup_schedules w
  where w.product_id = new.product_id and w.day_of_week = new.day_of_week and w.id <> new.id and w.start_time < new.end_time
  order by w.start_time desc limit 1;
  if other.end_time > new.start_time then
    perform private.refuse_overlap(other.day_of_week, other.start_time, other.end_time);
  end if;
  return null;
end $$;
comment on function private.enforce_no_product_overlap() is 'Refuses a window that overlaps another window of the product on the same day. One may start when another ends.';

create function private.pickup_days(product uuid, shop uuid) returns smallint[]
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(array(select distinct w.day_of_week from public.product_pickup_schedules w where w.product_id = product), '{}'),
    array(select distinct w.day_of_week from public.shop_pickup_schedules w where w.shop_id = shop)
  )
$$;
comment on function private.pickup_days(uuid, uuid) is 'Weekdays (0 Sunday) on which a product can be picked up, from its own windows or else its shop''s.';

-- Slots. Products with different windows are handed over while all their windows are open, and the order takes a place in each.

create function private.pickup_windows(shop uuid, products uuid[], from_date date, to_date date)
returns table (owner_id uuid, pickup_date date, start_time time, end_time time, remaining bigint)
language sql stable set search_path = '' as $$
  with requested as (
    select p.id, p.lead_time_days,
      exists (select from public.product_pickup_schedules w where w.product_id = p.id) as has_own_windows
    from public.products p where p.id = any (products)
  ),
  days as (
    select d.day from (
      select from_date + n as day from generate_series(0, to_date - from_date) n
    ) d
    -- Slots are offered for one year ahead.
    where d.day <= (now() at time zone 'Europe/London')::date + 366 and d.day >= (now() at time zone 'Europe/London')::date + (select max(r.lead_time_days) from requested r)
      and not exists (select from public.shop_closures c where c.shop_id = shop and d.day between c.from_date and c.to_date)
  ),
  weekly as (
    select w.shop_id as owner_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.shop_pickup_schedules w
    where w.shop_id = shop and exists (select from requested where not has_own_windows)
    union all
    select w.product_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.product_pickup_schedules w where w.product_id = any (products)
  )
  select w.owner_id, d.day, w.start_time, w.end_time,
    w.max_orders - case when w.max_orders is not null then (
      select count(*) from private.pickup_bookings b
      where b.owner_id = w.owner_id and b.pickup_date = d.day and b.start_time < w.end_time and b.end_time > w.start_time
    ) end
  from days d join weekly w on w.day_of_week = extract(dow from d.day)
$$;
comment on function private.pickup_windows(uuid, uuid[], date, date) is
  'All windows of these products on open days after the longest lead time. Each has the number of orders that it can still take (remaining), null without a limit.';

-- For each weekday, counts the windows that are open between one start or end of a window and the next. Comparing all pairs of windows would
-- take seconds for a hundred products.
create function private.shared_pickup_slots(shop uuid, products uuid[], from_date date, to_date date)
returns table (pickup_date date, start_time time, end_time time, remaining integer)
language sql stable set search_path = '' as $$
  with requested as materialized (
    select p.id, p.lead_time_days, exists (select from public.product_pickup_schedules w where w.product_id = p.id) as has_own_windows
    from public.products p where p.id = any (products)
  ),
  weekly as materialized (
    select w.shop_id as owner_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.shop_pickup_schedules w
    where w.shop_id = shop and exists (select from requested where not has_own_windows)
    union all
    select w.product_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.product_pickup_schedules w join requested p on p.id = w.product_id
  ),
  clock as (select now() at time zone 'Europe/London' as local_now),
  days as materialized (
    select d.day, extract(dow from d.day) as day_of_week
    from (select from_date + n as day from generate_series(0, to_date - from_date) n) d, clock
    -- Slots are offered for one year ahead.
    where d.day between clock.local_now::date + (select max(r.lead_time_days) from requested r) and clock.local_now::date + 366
      and not exists (select from public.shop_closures c where c.shop_id = shop and d.day between c.from_date and c.to_date)
  ),
  boundaries as (
    select e.day_of_week, e.at, sum(e.change) as change, bool_or(e.change < 0) as is_end
    from (
      select w.day_of_week, w.start_time as at, 1 as change from weekly w
      union all
      select w.day_of_week, w.end_time, -1 from weekly w
    ) e group by e.day_of_week, e.at
  ),
  open_counts as (
    select b.day_of_week, b.at as start_time, sum(b.change) over (partition by b.day_of_week order by b.at) as open_windows,
      min(b.at) filter (where b.is_end)
        over (partition by b.day_of_week order by b.at desc rows between unbounded preceding and 1 preceding) as end_time
    from boundaries b
  ),
  -- Windows of one owner never overlap. When as many are open as there are owners, all owners are open until the first window ends.
  slots as materialized (
    select c.day_of_week, c.start_time, c.end_time
    from (
      select o.*, row_number() over (partition by o.day_of_week order by o.start_time) as number from open_counts o
      where o.open_windows = (select count(distinct case when has_own_windows then id else shop end) from requested)
    ) c where c.number <= 48
  ),
  booked as materialized (
    select w.owner_id, d.day, w.start_time, count(*) as orders
    from weekly w
    join days d on d.day_of_week = w.day_of_week
    join private.pickup_bookings b
      on b.owner_id = w.owner_id and b.pickup_date = d.day and b.start_time < w.end_time and b.end_time > w.start_time
    where w.max_orders is not null
    group by w.owner_id, d.day, w.start_time
  )
  -- Not greatest(), which would turn null (no limit) into 0.
  select d.day, s.start_time, s.end_time,
    case when min(w.max_orders - coalesce(b.orders, 0)) < 0 then 0 else min(w.max_orders - coalesce(b.orders, 0)) end::integer
  from slots s
  join days d on d.day_of_week = s.day_of_week
  join weekly w on w.day_of_week = s.day_of_week and w.start_time <= s.start_time and w.end_time > s.start_time
  left join booked b on b.owner_id = w.owner_id and b.day = d.day and b.start_time = w.start_time
  cross join clock
  where d.day + s.end_time > clock.local_now
  group by d.day, s.start_time, s.end_time
  order by 1, 2
$$;
comment on function private.shared_pickup_slots(uuid, uuid[], date, date) is
  'Future slots in which all of these products can be picked up together, at most 48 a day.';

create function public.pickup_slots(shop_id uuid, product_ids uuid[], from_date date default null, days integer default 14)
returns table (date date, start_time time, end_time time, remaining integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  first date := coalesce(from_date, (now() at time zone 'Europe/London')::date);
begin
  if days is null or days not between 1 and 60 or coalesce(cardinality(product_ids), 0) not between 1 and 100 then
    perform private.refuse('22023', 'malformed', 'Please request slots for 1 to 60 days and 1 to 100 products.');
  end if;
  if not isfinite(first) then
    return;
  end if;
  -- Products that are not on sale have no slots.
  if exists (
    select from unnest(product_ids) given (id) left join public.products p
      on p.id = given.id and p.shop_id = pickup_slots.shop_id and p.is_listed and p.available_for_pickup
    where p.id is null
  ) then
    return;
  end if;
  return query select * from private.shared_pickup_slots(shop_id, product_ids, first, first + days - 1);
end $$;
comment on function public.pickup_slots(uuid, uuid[], date, integer) is
  'Slots in which these products of a shop can be picked up together. Dates and times are London''s. A full slot has remaining 0, '
  'a slot without a limit null. Empty if a product is not on sale or not for pickup.';

create function private.lock_pickup_windows(shops uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- Row locks are not enough. While a transaction waits for them, the seller may replace the windows by new, unlocked rows.
  perform pg_advisory_xact_lock(k.key)
  from (select distinct hashtextextended('pickup ' || shop, 0) as key from unnest(shops) shop order by 1) k;
end $$;
comment on function private.lock_pickup_windows(uuid[]) is
  'Serialises pickup bookings of the same shops, including bookings of products'' own windows. Takes locks in a fixed order, after the locks on products.';

create function private.agreed_windows(shop uuid, product uuid, day date)
returns table (owner_id uuid, pickup_date date, start_time time, end_time time)
language sql stable set search_path = '' as $$
  with product_windows as (select exists (select from public.product_pickup_schedules w where w.product_id = product) as exist),
  -- Lead times, closures and limits do not apply, because the seller has agreed to this day.
  weekly as (
    select w.shop_id as owner_id, w.start_time, w.end_time from public.shop_pickup_schedules w, product_windows p
    where not p.exist and w.shop_id = shop and w.day_of_week = extract(dow from day)
    union all
    select w.product_id, w.start_time, w.end_time from public.product_pickup_schedules w, product_windows p
    where p.exist and w.product_id = product and w.day_of_week = extract(dow from day)
  ),
  default_window as (
    select case when p.exist then product else shop end, time '09:00', time '17:00' from product_windows p where not exists (select from weekly)
  )
  select w.owner_id, day, w.start_time, w.end_time
  from (select * from weekly union all select * from default_window) w
  where day + w.end_time > now() at time zone 'Europe/London'
  order by w.start_time
$$;
comment on function private.agreed_windows(uuid, uuid, date) is
  'Pickup windows of a product on its agreed day: the windows of that weekday, or 09:00 to 17:00 without any.';

create function private.book_pickup(booked_order uuid, shop uuid, products uuid[], day date, starts time) returns void
language sql set search_path = '' as $$
  insert into private.pickup_bookings (order_id, owner_id, pickup_date, start_time, end_time)
  select booked_order, w.owner_id, w.pickup_date, w.start_time, w.end_time
  from private.pickup_windows(shop, products, day, day) w
  where w.start_time <= starts and w.end_time > starts
    and not exists (select from public.orders o where o.id = booked_order and o.agreed_on is not null)
  union all
  select o.id, w.owner_id, w.pickup_date, w.start_time, w.end_time
  from public.orders o cross join unnest(products) p (id) cross join private.agreed_windows(shop, p.id, o.agreed_on) w
  where o.id = booked_order and o.agreed_on = day and w.start_time = starts
$$;
comment on function private.book_pickup(uuid, uuid, uuid[], date, time) is
  'Books a place for an order in each window that is open at that time. The caller has checked, under lock, that a place is free.';

create function private.cancel_pickup_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.pickup_bookings b where b.order_id = new.id;
  return null;
end $$;
comment on function private.cancel_pickup_booking() is 'Releases the pickup places of a cancelled order.';

create function public.quote_slots(chat_room_id uuid)
returns table (date date, start_time time, end_time time, remaining integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  room public.chat_rooms;
  shop uuid;
  today date := (now() at time zone 'Europe/London')::date;
begin
  select * into room from public.chat_rooms r where r.id = quote_slots.chat_room_id and r.buyer_id = private.member_id();
  select p.shop_id into shop from public.products p where p.id = room.product_id and p.is_listed and p.available_for_pickup;
  if shop is null then
    return;
  elsif room.wanted_on is null then
    return query select * from private.shared_pickup_slots(shop, array[room.product_id], today, today + 13);
  else
    return query select w.pickup_date, w.start_time, w.end_time, null::integer from private.agreed_windows(shop, room.product_id, room.wanted_on) w;
  end if;
end $$;
comment on function public.quote_slots(uuid) is
  'Pickup slots of the caller''s quoted order: on the agreed day, or as offered by pickup_slots. Empty if the product is not for pickup.';

create function private.check_pickup(part private.order_part, products uuid[]) returns void
language plpgsql stable set search_path = '' as $$
declare
  slot record;
  error_details jsonb := jsonb_build_object('shop_id', part.shop_id);
begin
  if part.agreed_on is not null then
    if not exists (
      select from unnest(products) p (id) cross join private.agreed_windows(part.shop_id, p.id, part.agreed_on) w
      where w.pickup_date = part.pickup_date and w.start_time = part.pickup_start and w.end_time = part.pickup_end
    ) then
      perform private.refuse('PT409', 'slot', 'This pickup time does not match the agreed day. Please choose an offered time.', error_details);
    end if;
    return;
  end if;
  select * into slot from private.shared_pickup_slots(part.shop_id, products, part.pickup_date, part.pickup_date) c
  where c.start_time = part.pickup_start and c.end_time = part.pickup_end;
  if not found then
    perform private.refuse('PT409', 'slot', 'This pickup time is not offered. Please choose another one.', error_details);
  end if;
  if slot.remaining = 0 then
    perform private.refuse('PT409', 'slot_full', 'This pickup time is full. Please choose another one.', error_details);
  end if;
end $$;
comment on function private.check_pickup(private.order_part, uuid[]) is 'Refuses a pickup slot that is not offered or is full. The windows are locked.';

create trigger enforce_immutable_shop before update of id, shop_id on public.shop_pickup_schedules
  for each row execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger enforce_no_overlap after insert or update on public.shop_pickup_schedules
  for each row execute function private.enforce_no_shop_overlap();
create trigger enforce_immutable_product before update of id, product_id on public.product_pickup_schedules
  for each row execute function private.enforce_immutable_columns('id', 'product_id');
create trigger enforce_no_overlap after insert or update on public.product_pickup_schedules
  for each row execute function private.enforce_no_product_overlap();
create trigger cancel_pickup_booking after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' and new.fulfilment = 'pickup')
  execute function private.cancel_pickup_booking();
create trigger quota after insert on public.shop_pickup_schedules
  referencing new table as added for each statement execute function private.limit_rows('shop_id', '100', 'pickup windows in a shop');
create trigger quota after insert on public.product_pickup_schedules
  referencing new table as added for each statement execute function private.limit_rows('product_id', '100', 'pickup windows for a product');

alter table public.shop_pickup_schedules enable row level security;
alter table public.product_pickup_schedules enable row level security;

grant select on public.shop_pickup_schedules, public.product_pickup_schedules to anon, authenticated;
grant delete,
  insert (id, shop_id, day_of_week, start_time, end_time, max_orders),
  update (id, shop_id, day_of_week, start_time, end_time, max_orders)
  on public.shop_pickup_schedules to authenticated;
grant delete,
  insert (id, product_id, day_of_week, start_time, end_time, max_orders),
  update (id, product_id, day_of_week, start_time, end_time, max_orders)
  on public.product_pickup_schedules to authenticated;
grant all on public.shop_pickup_schedules, public.product_pickup_schedules to service_role;

grant execute on function public.pickup_slots(uuid, uuid[], date, integer) to anon, authenticated, service_role;
grant execute on function public.quote_slots(uuid) to authenticated, service_role;

create policy "Anyone sees pickup windows of visible shops" on public.shop_pickup_schedules
  for select to anon, authenticated using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add pickup windows to their shop" on public.shop_pickup_schedules
  for insert to authenticated with check (shop_id = (select private.own_shop_id()));
create policy "Owners update pickup windows of their shop" on public.shop_pickup_schedules
  for update to authenticated
  using (shop_id = (select private.own_shop_id())) with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete pickup windows of their shop" on public.shop_pickup_schedules
  for delete to authenticated using (shop_id = (select private.own_shop_id()));
create policy "Anyone sees pickup windows of visible products" on public.product_pickup_schedules
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pickup windows to their products" on public.product_pickup_schedules
  for insert to authenticated with check (private.owns_product(product_id));
create policy "Owners update pickup windows of their products" on public.product_pickup_schedules
  for update to authenticated using (private.owns_product(product_id)) with check (private.owns_product(product_id));
create policy "Owners delete pickup windows of their products" on public.product_pickup_schedules
  for delete to authenticated using (private.owns_product(product_id));
