-- The days on which single products can be handed over, and their hours: for cards and for the search. They agree with private.slots, which
-- also finds the hours that all products of a basket share.

create function private.is_bookable(
  day date,
  start_time time,
  end_time time,
  is_posted boolean,
  cutoff_hours integer,
  local_now timestamp
)
returns boolean
language sql
immutable
return case
  when cutoff_hours is null and not is_posted then day + end_time > local_now
  else day + start_time >= local_now + make_interval(hours => coalesce(cutoff_hours, 0))
end;
comment on function private.is_bookable is
  'Whether a window on a day can still be booked: until it ends, or until so many hours before it starts.';

create function private.free_windows(
  owner uuid,
  wanted_fulfilment text,
  day date,
  cutoff_hours integer,
  local_now timestamp
)
returns table (start_time time, end_time time, is_posted boolean)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  is_dated constant boolean := exists (
    select
    from private.windows w
    where
      w.owner_id = owner
      and w.fulfilment = wanted_fulfilment
      and w.day_of_week = extract(dow from day)::smallint
      and w.on_date = day
  );
begin
  return query
    select w.start_time, w.end_time, w.is_posted
    from private.windows w
    where
      w.owner_id = owner
      and w.fulfilment = wanted_fulfilment
      and w.day_of_week = extract(dow from day)::smallint
      and case when is_dated then w.on_date = day else w.on_date is null end
      and private.is_bookable(day, w.start_time, w.end_time, w.is_posted, cutoff_hours, local_now)
      and (
        w.max_orders is null
        or w.max_orders > (
          select count(*)
          from private.pickup_bookings b
          where
            b.owner_id = owner
            and b.fulfilment = wanted_fulfilment
            and b.pickup_date = day
            and b.start_time < w.end_time
            and b.end_time > w.start_time
        )
      )
    order by w.start_time;
end
$$;
comment on function private.free_windows is
  'The windows of a shop or product on a day that can still be booked and have a place left.';

create function private.window_tags(owner uuid, wanted_fulfilment text)
returns text[]
language sql
stable
return array(
  select distinct concat(w.fulfilment, ':', coalesce(w.on_date::text, w.day_of_week::text))
  from private.windows w
  where w.owner_id = owner and w.fulfilment = wanted_fulfilment
);
comment on function private.window_tags is 'The search tags of windows: pickup:6 (Saturday), delivery:2026-12-24.';

create function private.horizon_steps()
returns integer[]
language sql
immutable
return array[14, 28, 56, 112, 224];
comment on function private.horizon_steps is
  'Days ahead that have a search tag, for listings that can be booked for longer.';

create function private.full_on(shops uuid[], from_date date, to_date date)
returns table (shop_id uuid, day date, product_id uuid, category text)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select s.id, l.day, l.product_id, l.category
    from
      (
        select distinct l.shop_id as id
        from public.shop_day_limits l
        -- A limit is at least 1, so a day without orders is free.
        where
          (shops is null or l.shop_id = any (shops))
          and exists (
            select
            from public.orders o
            where
              o.shop_id = l.shop_id
              and o.due_at >= from_date
              and o.due_at < to_date + 1
              and o.status in ('pending payment', 'processing', 'shipped', 'ready', 'delivered')
            union all
            select
            from public.slot_waitlist_entries w
            where w.shop_id = l.shop_id and w.on_date between from_date and to_date and w.offered_until is not null
          )
      ) s
      cross join lateral private.day_limits(
        s.id,
        array(
          select p.id
          from public.products p
          where
            p.shop_id = s.id
            and exists (
              select
              from public.shop_day_limits l
              where l.shop_id = s.id and (l.product_id = p.id or l.category = p.category)
            )
        ),
        from_date,
        to_date
      ) l
    where l.remaining <= 0;
end
$$;
comment on function private.full_on is
  'The days on which shops (null: all) take no more orders, or none of a product or category.';

-- In PL/pgSQL, which keeps the plan: planning took longer than reading.
create function private.earliest_days(products uuid[])
returns table (product_id uuid, pickup_day date, delivery_day date)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  local_now constant timestamp := now() at time zone 'Europe/London';
  today constant date := local_now::date;
begin
  return query
    with
      listed as materialized (
        select
          p.id,
          p.shop_id,
          p.category,
          p.lead_time_days,
          p.available_for_pickup,
          p.available_for_delivery,
          p.stock = 0 and not p.is_made_to_order and p.product_type <> 'bespoke' as is_sold_out,
          (p.drop_until > now()) is true as is_in_drop
        from public.products p
        where p.id = any (products) and p.is_listed
      ),
      full_days as materialized (
        select f.*
        from
          (
            select
              array_agg(distinct l.shop_id) as shops,
              max(greatest(coalesce(r.horizon_days, 14), l.lead_time_days + 14)) as horizon_days
            from
              listed l
              left join public.shop_booking_rules r on r.shop_id = l.shop_id
            where exists (select from public.shop_day_limits d where d.shop_id = l.shop_id)
          ) s
          cross join lateral private.full_on(coalesce(s.shops, '{}'), today, today + s.horizon_days) f
      ),
      wanted as materialized (
        select
          l.id,
          l.shop_id,
          f.fulfilment,
          private.window_owner(l.id, l.shop_id, f.fulfilment) as owner_id,
          l.lead_time_days,
          greatest(coalesce(r.horizon_days, 14), l.lead_time_days + 14) as horizon_days,
          case f.fulfilment when 'pickup' then r.pickup_cutoff_hours else r.delivery_cutoff_hours end as cutoff_hours,
          array(
            select d.day
            from full_days d
            where
              d.shop_id = l.shop_id
              and (d.product_id is null or d.product_id = l.id)
              and (d.category is null or d.category = l.category)
            order by d.day
          ) as full_days
        from
          listed l
          cross join (
            values
              ('pickup'),
              ('delivery')
          ) f (fulfilment)
          left join public.shop_booking_rules r on r.shop_id = l.shop_id
        where
          not l.is_sold_out
          and not l.is_in_drop
          and case f.fulfilment when 'pickup' then l.available_for_pickup else l.available_for_delivery end
      ),
      -- Products of a shop often share all of it.
      shared as materialized (
        select
          w.*,
          array(
            select distinct o.day_of_week
            from private.windows o
            where o.owner_id = w.owner_id and o.fulfilment = w.fulfilment and o.on_date is null
          ) as weekdays,
          array(
            select distinct o.on_date
            from private.windows o
            where o.owner_id = w.owner_id and o.fulfilment = w.fulfilment and o.on_date >= today
          ) as dates
        from
          (
            select distinct
              w.shop_id,
              w.fulfilment,
              w.owner_id,
              w.lead_time_days,
              w.horizon_days,
              w.cutoff_hours,
              w.full_days
            from wanted w
          ) w
        where w.owner_id is not null or w.fulfilment = 'delivery'
      ),
      first_days as materialized (
        select s.*, e.day
        from
          shared s
          cross join lateral (
            -- Without a sort, so that the search ends at the first day. generate_series returns the days in order.
            select today + n as day
            from generate_series(s.lead_time_days, s.horizon_days - 1) n
            where
              (
                s.owner_id is null
                or extract(dow from today + n)::smallint = any (s.weekdays)
                or today + n = any (s.dates)
              )
              and today + n <> all (s.full_days)
              and not exists (
                select
                from public.shop_closures c
                where c.shop_id = s.shop_id and today + n between c.from_date and c.to_date
              )
              and (
                s.owner_id is null
                or exists (
                  select from private.free_windows(s.owner_id, s.fulfilment, today + n, s.cutoff_hours, local_now)
                )
              )
            limit 1
          ) e
      ),
      -- A drop has its own stock and its own days.
      drop_days as materialized (
        select l.id, d.fulfilment, d.day
        from
          listed l
          cross join lateral private.current_drop_item(l.id) i
          cross join lateral (
            select 'pickup' as fulfilment, p.day, p.remaining
            from private.drop_places(i.drop_id, 'pickup') p
            where l.available_for_pickup
            union all
            select 'delivery', p.day, p.remaining
            from private.drop_places(i.drop_id, 'delivery') p
            where l.available_for_delivery
          ) d
        where l.is_in_drop and i.taken < i.stock and d.remaining is distinct from 0
      )
    select l.id, min(f.day) filter (where f.fulfilment = 'pickup'), min(f.day) filter (where f.fulfilment = 'delivery')
    from
      listed l
      left join (
        select w.id, w.fulfilment, f.day
        from
          wanted w
          join first_days f
            on f.shop_id = w.shop_id
            and f.fulfilment = w.fulfilment
            and f.owner_id is not distinct from w.owner_id
            and f.lead_time_days = w.lead_time_days
            and f.full_days = w.full_days
        union all
        select d.id, d.fulfilment, d.day from drop_days d
      ) f
        on f.id = l.id
    group by l.id;
end
$$;
comment on function private.earliest_days is
  'The first day on which each of these products on sale can be picked up, and delivered (or sent, without delivery windows). Null without one.';

create function private.hours_on(products uuid[], wanted_day date)
returns table (product_id uuid, fulfilment text, start_time time, end_time time, is_posted boolean)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  local_now constant timestamp := now() at time zone 'Europe/London';
  days_left constant integer := wanted_day - local_now::date;
begin
  return query
    with
      full_days as materialized (
        select f.*
        from
          private.full_on(
            array(select distinct p.shop_id from public.products p where p.id = any (products)),
            wanted_day,
            wanted_day
          ) f
      ),
      wanted as materialized (
        select
          p.id,
          p.lead_time_days,
          r.horizon_days,
          f.fulfilment,
          private.window_owner(p.id, p.shop_id, f.fulfilment) as owner_id,
          case f.fulfilment when 'pickup' then r.pickup_cutoff_hours else r.delivery_cutoff_hours end as cutoff_hours
        from
          public.products p
          cross join (
            values
              ('pickup'),
              ('delivery')
          ) f (fulfilment)
          left join public.shop_booking_rules r on r.shop_id = p.shop_id
        -- A drop has its own days.
        where
          p.id = any (products)
          and p.is_listed
          and (p.drop_until > now()) is not true
          and p.lead_time_days <= days_left
          and case f.fulfilment when 'pickup' then p.available_for_pickup else p.available_for_delivery end
          and not (p.stock = 0 and not p.is_made_to_order and p.product_type <> 'bespoke')
          and not exists (
            select
            from public.shop_closures c
            where c.shop_id = p.shop_id and wanted_day between c.from_date and c.to_date
          )
          and not exists (
            select
            from full_days d
            where
              d.shop_id = p.shop_id
              and (d.product_id is null or d.product_id = p.id)
              and (d.category is null or d.category = p.category)
          )
      )
    select w.id, w.fulfilment, h.start_time, h.end_time, h.is_posted
    from
      wanted w
      cross join lateral private.free_windows(w.owner_id, w.fulfilment, wanted_day, w.cutoff_hours, local_now) h
    where w.owner_id is not null and days_left < greatest(coalesce(w.horizon_days, 14), w.lead_time_days + 14)
    union all
    select w.id, w.fulfilment, null, null, null from wanted w where w.owner_id is null and w.fulfilment = 'delivery'
    union all
    select p.id, f.fulfilment, d.start_time, d.end_time, false
    from
      public.products p
      cross join lateral private.current_drop_item(p.id) i
      cross join (
        values
          ('pickup'),
          ('delivery')
      ) f (fulfilment)
      cross join lateral private.drop_places(i.drop_id, f.fulfilment) d
    where
      p.id = any (products)
      and p.is_listed
      and p.drop_until > now()
      and i.taken < i.stock
      and d.day = wanted_day
      and d.remaining is distinct from 0
      and case f.fulfilment when 'pickup' then p.available_for_pickup else p.available_for_delivery end
    order by 1, 2, 3;
end
$$;
comment on function private.hours_on is
  'The free windows of these products on a day. A delivery without windows has one row without hours: it can be sent by that day.';

create function public.earliest_days(product_ids uuid[])
returns table (product_id uuid, pickup_day date, delivery_day date)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if coalesce(cardinality(product_ids), 0) not between 1 and 100 then
    perform private.refuse('22023', 'malformed', 'Please request the days of 1 to 100 products.');
  end if;
  return query select * from private.earliest_days(product_ids);
end
$$;
comment on function public.earliest_days is
  'The first day on which each of these products can be picked up and delivered. Products that are not on sale are left out.';

create function public.hours_on(product_ids uuid[], on_date date)
returns table (product_id uuid, fulfilment text, start_time time, end_time time, is_posted boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if coalesce(cardinality(product_ids), 0) not between 1 and 100 or on_date is null or not isfinite(on_date) then
    perform private.refuse('22023', 'malformed', 'Please request the hours of 1 to 100 products on a day.');
  end if;
  return query select * from private.hours_on(product_ids, on_date);
end
$$;
comment on function public.hours_on is
  'The hours in which each of these products can be picked up and delivered on a day. A delivery without windows has no hours.';
