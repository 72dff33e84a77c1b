-- Pickup slots: which windows of which days can still be chosen, and what is booked of them.

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
  'What an unpaid or paid order takes of pickup windows. Kept apart from the schedules, so that a changed schedule still counts what was booked before.';
comment on column private.pickup_bookings.owner_id is 'Whose window it is: the shop, or a product that has windows of its own.';
create index pickup_bookings_window on private.pickup_bookings (owner_id, pickup_date);

-- An order with products of different windows is handed over when all of them are open, and takes a place in each.

create function private.pickup_windows(shop uuid, products uuid[], from_date date, to_date date)
returns table (owner_id uuid, pickup_date date, start_time time, end_time time, remaining bigint)
language sql stable set search_path = ''
as $$
  with wanted as (
    select p.id, p.lead_time_days,
      exists (select from public.product_pickup_schedules w where w.product_id = p.id) as has_own
    from public.products p where p.id = any (products)
  ),
  days as (
    select d.day from (
      select from_date + n as day from generate_series(0, to_date - from_date) n
    ) d
    -- Nobody bakes for a day further off than a year.
    where d.day <= (now() at time zone 'Europe/London')::date + 366 and d.day >= (now() at time zone 'Europe/London')::date + (select max(w.lead_time_days) from wanted w)
      and not exists (select from public.shop_closures c where c.shop_id = shop and d.day between c.from_date and c.to_date)
  ),
  weekly as (
    select w.shop_id as owner_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.shop_pickup_schedules w
    where w.shop_id = shop and exists (select from wanted where not has_own)
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
  'Every window that these products of a shop are handed over in, on open days from the longest lead time on, with the orders it still takes (null: no limit).';

create function private.pickup_choices(shop uuid, products uuid[], from_date date, to_date date)
returns table (pickup_date date, start_time time, end_time time, remaining integer)
language sql stable set search_path = ''
as $$
  with open as materialized (select * from private.pickup_windows(shop, products, from_date, to_date)),
  owners as (
    select count(distinct case when exists (
      select from public.product_pickup_schedules w where w.product_id = p.id
    ) then p.id else shop end) as number
    from public.products p where p.id = any (products)
  ),
  clock as (select now() at time zone 'Europe/London' as local)
  -- Windows of one owner never overlap, so each has at most one in which another begins.
  select s.pickup_date, s.start_time, min(w.end_time), case when min(w.remaining) < 0 then 0 else min(w.remaining) end::integer
  from (select distinct o.pickup_date, o.start_time from open o) s
  join open w on w.pickup_date = s.pickup_date and w.start_time <= s.start_time and w.end_time > s.start_time
  cross join clock cross join owners
  group by s.pickup_date, s.start_time, clock.local, owners.number
  having count(*) = owners.number and s.pickup_date + min(w.end_time) > clock.local
  order by 1, 2
$$;
comment on function private.pickup_choices(uuid, uuid[], date, date) is 'Times in which all of these products can be picked up together, none of them over.';

create function public.pickup_slots(shop_id uuid, product_ids uuid[], from_date date default null, days integer default 14)
returns table (date date, start_time time, end_time time, remaining integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first date := coalesce(from_date, (now() at time zone 'Europe/London')::date);
begin
  if days is null or days not between 1 and 60 or coalesce(cardinality(product_ids), 0) not between 1 and 100 then
    raise exception using errcode = '22023', hint = 'malformed', message = 'Slots are asked for 1 to 60 days, and for 1 to 100 products.';
  end if;
  if not isfinite(first) then
    return;
  end if;
  -- Whatever is not on sale has no slots to choose from.
  if exists (
    select from unnest(product_ids) wanted left join public.products p
      on p.id = wanted and p.shop_id = pickup_slots.shop_id and p.is_listed and p.available_for_pickup
    where p.id is null
  ) then
    return;
  end if;
  return query select * from private.pickup_choices(shop_id, product_ids, first, first + days - 1);
end $$;
comment on function public.pickup_slots(uuid, uuid[], date, integer) is
  'When these products of a shop can be picked up together: London days and times, full slots with remaining 0, null where there is no limit. '
  'Nothing where one of them is not on sale or not for pickup.';

create function private.lock_pickup_windows(shops uuid[], products uuid[], days date[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Without a limit there is nothing to count.
  perform from public.shop_pickup_schedules w
  where w.shop_id = any (shops) and w.max_orders is not null
    and w.day_of_week in (select extract(dow from day) from unnest(days) day)
  order by w.id for no key update;
  perform from public.product_pickup_schedules w
  where w.product_id = any (products) and w.max_orders is not null
    and w.day_of_week in (select extract(dow from day) from unnest(days) day)
  order by w.id for no key update;
end $$;
comment on function private.lock_pickup_windows(uuid[], uuid[], date[]) is
  'Makes whoever books the same limited windows wait. Shops'' windows before products'', each by id, after products were locked.';

create function private.book_pickup(booked_order uuid, shop uuid, products uuid[], day date, starts time) returns void
language sql set search_path = ''
as $$
  insert into private.pickup_bookings (order_id, owner_id, pickup_date, start_time, end_time)
  select booked_order, w.owner_id, w.pickup_date, w.start_time, w.end_time
  from private.pickup_windows(shop, products, day, day) w
  where w.start_time <= starts and w.end_time > starts
$$;
comment on function private.book_pickup(uuid, uuid, uuid[], date, time) is
  'Takes a place for an order in each window that is open at that time. Whether there is one was seen before, under lock.';

create function private.free_pickup() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.pickup_bookings b where b.order_id = new.id;
  return null;
end $$;
comment on function private.free_pickup() is 'A cancelled order gives back its places in pickup windows.';

create trigger free_pickup after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' and new.fulfilment = 'pickup')
  execute function private.free_pickup();

-- Orders that are there already.
insert into private.pickup_bookings (order_id, owner_id, pickup_date, start_time, end_time)
select o.id, o.shop_id, o.pickup_date, o.pickup_start, o.pickup_end from public.orders o
where o.fulfilment = 'pickup' and o.status <> 'cancelled' and o.shop_id is not null;

revoke execute on function private.pickup_windows(uuid, uuid[], date, date), private.pickup_choices(uuid, uuid[], date, date),
  public.pickup_slots(uuid, uuid[], date, integer), private.lock_pickup_windows(uuid[], uuid[], date[]),
  private.book_pickup(uuid, uuid, uuid[], date, time), private.free_pickup() from public;
grant execute on function public.pickup_slots(uuid, uuid[], date, integer) to anon, authenticated, service_role;
