-- Slots: the days and hours that a shop offers for pickup and delivery, with the places that are left in windows and of limited days.
-- These functions are in PL/pgSQL, which keeps their plans. Planning them for each order took as long as placing it.

create function private.next_open_day(shop uuid, day date)
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
  reopening date;
begin
  loop
    select max(c.to_date) + 1
    into reopening
    from public.shop_closures c
    where c.shop_id = shop and day between c.from_date and c.to_date;
    exit when reopening is null;
    day := reopening;
  end loop;
  return day;
end
$$;
comment on function private.next_open_day is 'The day, or the first one after it on which the shop is not closed.';

create function private.day_limits(
  shop uuid,
  products uuid[],
  from_date date,
  to_date date,
  except_order uuid default null
)
returns table (day date, product_id uuid, category text, remaining bigint, max_orders integer)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not exists (select from public.shop_day_limits l where l.shop_id = shop) then
    return;
  end if;
  -- The subject of a limit is a product, a category, or all orders ('').
  return query
    with
      limits as materialized (
        select l.*, coalesce(l.product_id::text, l.category, '') as subject
        from public.shop_day_limits l
        where
          l.shop_id = shop
          and (l.product_id is null or l.product_id = any (products))
          and (
            l.category is null
            or exists (select from public.products p where p.id = any (products) and p.category = l.category)
          )
      ),
      effective as materialized (
        select distinct on (d.day, l.subject) d.day, l.subject, l.product_id, l.category, l.max_orders
        from
          (
            select from_date + n as day
            from generate_series(0, case when exists (select from limits) then to_date - from_date end) n
          ) d
          join limits l
            on l.on_date = d.day
            or l.on_date is null
            and (l.day_of_week is null or l.day_of_week = extract(dow from d.day))
        order by d.day, l.subject, l.on_date nulls last, l.day_of_week nulls last
      ),
      booked as materialized (
        select o.id, o.due_at::date as day
        from public.orders o
        where
          exists (select from limits)
          and o.shop_id = shop
          and o.due_at >= from_date
          and o.due_at < to_date + 1
          and o.status in ('pending payment', 'processing', 'shipped', 'ready', 'delivered')
          and o.id is distinct from except_order
      ),
      -- Places that are held for members of a waitlist.
      held as materialized (
        select w.on_date as day, w.product_ids, w.quantities
        from public.slot_waitlist_entries w
        where
          exists (select from limits)
          and w.shop_id = shop
          and w.on_date between from_date and to_date
          and w.offered_until is not null
      ),
      units as materialized (
        select t.day, p.id::text as product, p.category, sum(t.quantity) as number
        from
          (
            select b.day, i.product_id, i.quantity
            from
              booked b
              join public.order_items i on i.order_id = b.id
            union all
            select h.day, u.id, u.quantity
            from
              held h,
              unnest(h.product_ids, h.quantities) u (id, quantity)
          ) t
          join public.products p on p.id = t.product_id
        where exists (select from limits l where l.subject <> '')
        group by t.day, p.id
      ),
      taken as materialized (
        select b.day, '' as subject, count(*) as number
        from
          (
            select day from booked
            union all
            select day from held
          ) b
        group by b.day
        union all
        select u.day, s.subject, sum(u.number)
        from
          units u
          join (select distinct l.subject from limits l) s on s.subject in (u.product, u.category)
        group by u.day, s.subject
      )
    select e.day, e.product_id, e.category, e.max_orders - coalesce(t.number, 0)::bigint, e.max_orders
    from
      effective e
      left join taken t on t.day = e.day and t.subject = e.subject;
end
$$;
comment on function private.day_limits is
  'The limits that apply to an order of these products on each day, and the orders (or units of the product or category) that remain, without one order.';

create function private.exceeded_limits(
  shop uuid,
  products uuid[],
  quantities bigint[],
  from_date date,
  to_date date,
  except_order uuid default null
)
returns table (day date, product_id uuid, category text, remaining bigint)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not exists (select from public.shop_day_limits l where l.shop_id = shop) then
    return;
  end if;
  return query
    select l.day, l.product_id, l.category, l.remaining
    from private.day_limits(shop, products, from_date, to_date, except_order) l
    where
      l.remaining < case
        when l.product_id is null and l.category is null then 1
        else (
          select sum(w.quantity)
          from
            unnest(products, quantities) w (id, quantity)
            join public.products p on p.id = w.id
          where p.id = l.product_id or p.category = l.category
        )
      end;
end
$$;
comment on function private.exceeded_limits is
  'The limits that an order of these quantities would exceed, by day, without one order.';

create function private.windows_on(shop uuid, products uuid[], wanted_fulfilment text, day date)
returns table (owner_id uuid, start_time time, end_time time, is_posted boolean, remaining bigint)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with
      windows as (
        select w.product_id as owner_id, w.day_of_week, w.on_date, w.start_time, w.end_time, w.is_posted, w.max_orders
        from public.product_pickup_schedules w
        where w.product_id = any (products) and w.fulfilment = wanted_fulfilment
        union all
        select w.shop_id, w.day_of_week, w.on_date, w.start_time, w.end_time, w.is_posted, w.max_orders
        from public.shop_pickup_schedules w
        where
          w.shop_id = shop
          and w.fulfilment = wanted_fulfilment
          and exists (
            select
            from unnest(products) p (id)
            where
              not exists (
                select
                from public.product_pickup_schedules own
                where own.product_id = p.id and own.fulfilment = wanted_fulfilment
              )
          )
      )
    select
      w.owner_id,
      w.start_time,
      w.end_time,
      w.is_posted,
      case
        when w.max_orders is not null then w.max_orders - (
          select count(*)
          from private.pickup_bookings b
          where
            b.owner_id = w.owner_id
            and b.fulfilment = wanted_fulfilment
            and b.pickup_date = day
            and b.start_time < w.end_time
            and b.end_time > w.start_time
        )
      end
    from windows w
    where
      w.on_date = day
      or w.on_date is null
      and w.day_of_week = extract(dow from day)
      and not exists (select from windows dated where dated.owner_id = w.owner_id and dated.on_date = day);
end
$$;
comment on function private.windows_on is
  'The windows of these products on a day. Each has the number of orders that it can still take (remaining), null without a limit.';

create function private.has_delivery_windows(shop uuid, products uuid[])
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select from public.shop_pickup_schedules w where w.shop_id = shop and w.fulfilment = 'delivery')
  or exists (
    select from public.product_pickup_schedules w where w.product_id = any (products) and w.fulfilment = 'delivery'
  );
end
$$;
comment on function private.has_delivery_windows is
  'Whether a delivery of these products needs a chosen day. Without windows the shop sends it after the lead time.';

-- What is offered. Products with different windows are handed over while all their windows are open, and the order takes a place in each.

-- Days share a kind: a weekday, or a date that has windows of its own. For each kind the function counts the windows that are open between one
-- start or end of a window and the next. Comparing all pairs of windows of all days would take seconds for a hundred products.
create function private.slots(
  shop uuid,
  products uuid[],
  wanted_fulfilment text,
  from_date date,
  to_date date,
  except_order uuid default null
)
returns table (day date, start_time time, end_time time, remaining integer, is_posted boolean, reason text)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with
      requested as materialized (
        select
          p.id,
          p.lead_time_days,
          exists (
            select from public.product_pickup_schedules w where w.product_id = p.id and w.fulfilment = wanted_fulfilment
          ) as has_own_windows
        from public.products p
        where p.id = any (products)
      ),
      windows as materialized (
        select
          w.shop_id as owner_id,
          w.day_of_week::integer,
          w.on_date,
          w.start_time,
          w.end_time,
          w.max_orders,
          w.is_posted
        from public.shop_pickup_schedules w
        where
          w.shop_id = shop
          and w.fulfilment = wanted_fulfilment
          and exists (select from requested where not has_own_windows)
        union all
        select w.product_id, w.day_of_week::integer, w.on_date, w.start_time, w.end_time, w.max_orders, w.is_posted
        from
          public.product_pickup_schedules w
          join requested p on p.id = w.product_id and p.has_own_windows
        where w.fulfilment = wanted_fulfilment
      ),
      dated as materialized (
        select distinct w.owner_id, w.on_date from windows w where w.on_date between from_date and to_date
      ),
      rules as materialized (
        select
          now() at time zone 'Europe/London' as local_now,
          lead.days as lead_days,
          greatest(coalesce(r.horizon_days, 14), lead.days + 14) as horizon_days,
          case wanted_fulfilment
            when 'pickup' then r.pickup_cutoff_hours
            else r.delivery_cutoff_hours
          end as cutoff_hours,
          -- A product without any delivery windows is sent on any day, so it does not restrict the others.
          case wanted_fulfilment
            when 'pickup' then (
              select
                count(distinct case when p.has_own_windows then p.id else shop end)
              from requested p
            )
            else (select count(distinct w.owner_id) from windows w)
          end as owners
        from
          (select coalesce(max(p.lead_time_days), 0) as days from requested p) lead
          left join public.shop_booking_rules r on r.shop_id = shop
      ),
      kinds as materialized (
        select n as kind, n as day_of_week, null::date as on_date from generate_series(0, 6) n
        union all
        select 6 + row_number() over (order by d.on_date)::integer, extract(dow from d.on_date)::integer, d.on_date
        from (select distinct dated.on_date from dated) d
      ),
      days as materialized (
        select
          d.day,
          coalesce(k.kind, extract(dow from d.day)::integer) as kind,
          d.day < r.local_now::date + r.lead_days as is_early,
          d.day in (
            select c.from_day + n
            from
              (
                select greatest(c.from_date, from_date) as from_day, least(c.to_date, to_date) as to_day
                from public.shop_closures c
                where c.shop_id = shop
              ) c
              cross join lateral generate_series(0, c.to_day - c.from_day) n
          ) as is_closed
        from
          rules r
          cross join lateral (
            select greatest(from_date, r.local_now::date) + n as day
            from
              generate_series(
                0,
                least(to_date, r.local_now::date + r.horizon_days - 1) - greatest(from_date, r.local_now::date)
              ) n
          ) d
          left join kinds k on k.on_date = d.day
      ),
      kind_windows as materialized (
        select k.kind, w.owner_id, w.start_time, w.end_time, w.max_orders, w.is_posted
        from
          kinds k
          join windows w on w.on_date = k.on_date
        union all
        select k.kind, w.owner_id, w.start_time, w.end_time, w.max_orders, w.is_posted
        from
          kinds k
          join windows w on w.day_of_week = k.day_of_week and w.on_date is null
        where not exists (select from dated where dated.on_date = k.on_date and dated.owner_id = w.owner_id)
      ),
      boundaries as (
        select e.kind, e.at, sum(e.change) as change, bool_or(e.change < 0) as is_end
        from
          (
            select w.kind, w.start_time as at, 1 as change from kind_windows w
            union all
            select w.kind, w.end_time, -1 from kind_windows w
          ) e
        group by e.kind, e.at
      ),
      open_counts as (
        select
          b.kind,
          b.at as start_time,
          sum(b.change) over (
            partition by b.kind
            order by b.at
          ) as open_windows,
          min(b.at)
            filter (where b.is_end)
            over (
              partition by b.kind
              order by b.at desc
              rows between unbounded preceding and 1 preceding
            ) as end_time
        from boundaries b
      ),
      -- Windows of one owner never overlap. When as many are open as there are owners, all owners are open until the first window ends.
      kind_slots as materialized (
        select c.kind, c.start_time, c.end_time, bool_and(w.is_posted) as is_posted, min(w.max_orders) as max_orders
        from
          (
            select
              o.*,
              row_number() over (
                partition by o.kind
                order by o.start_time
              ) as number
            from
              open_counts o
              join rules r on o.open_windows = r.owners
          ) c
          join kind_windows w on w.kind = c.kind and w.start_time <= c.start_time and w.end_time > c.start_time
        where c.number <= 48
        group by c.kind, c.start_time, c.end_time
      ),
      bookings as materialized (
        select b.owner_id, b.pickup_date as day, b.start_time, b.end_time
        from private.pickup_bookings b
        where
          b.owner_id = any (array(select distinct w.owner_id from windows w where w.max_orders is not null))
          and b.fulfilment = wanted_fulfilment
          and b.pickup_date between from_date and to_date
          and (except_order is null or b.order_id is distinct from except_order)
      ),
      -- Joined with the few days that have bookings, because all days with all windows would be many rows.
      taken as materialized (
        select b.owner_id, d.day, d.kind, b.start_time, b.end_time, count(*) as orders
        from
          bookings b
          join days d on d.day = b.day
        group by b.owner_id, d.day, d.kind, b.start_time, b.end_time
      ),
      limited_slots as materialized (
        select s.kind, s.start_time as slot, w.owner_id, w.start_time, w.end_time, w.max_orders
        from
          kind_slots s
          join kind_windows w on w.kind = s.kind and w.start_time <= s.start_time and w.end_time > s.start_time
        where w.max_orders is not null
      ),
      booked as materialized (
        select b.day, b.start_time, min(b.remaining) as remaining
        from
          (
            select t.day, s.slot as start_time, s.max_orders - sum(t.orders) as remaining
            from
              taken t
              join limited_slots s
                on s.kind = t.kind
                and s.owner_id = t.owner_id
                and t.start_time < s.end_time
                and t.end_time > s.start_time
            group by t.day, s.slot, s.owner_id, s.max_orders
          ) b
        group by b.day, b.start_time
      ),
      limits as materialized (
        select l.day, min(l.remaining) as remaining
        from private.day_limits(shop, products, from_date, to_date, except_order) l
        group by l.day
      ),
      open_slots as materialized (
        select d.day, s.start_time, s.end_time, s.is_posted, s.max_orders
        from
          days d
          join kind_slots s on s.kind = d.kind
          cross join rules r
        where
          not d.is_closed
          and not d.is_early
          and case
            when r.cutoff_hours is null and not s.is_posted then d.day + s.end_time > r.local_now
            else d.day + s.start_time >= r.local_now + make_interval(hours => coalesce(r.cutoff_hours, 0))
          end
      ),
      -- Grouped rather than joined: the planner expects one row of each, and would compare all slots with all bookings.
      places as materialized (
        select
          p.day,
          p.start_time,
          max(p.end_time) as end_time,
          bool_and(p.is_posted) as is_posted,
          min(p.remaining) as remaining
        from
          (
            select s.day, s.start_time, s.end_time, s.is_posted, s.max_orders as remaining from open_slots s
            union all
            select b.day, b.start_time, null, null, b.remaining from booked b
          ) p
        group by p.day, p.start_time
        having count(p.end_time) > 0
      )
    -- Null without a limit: least() ignores nulls.
    select
      p.day,
      p.start_time,
      p.end_time,
      case when least(p.remaining, l.remaining) < 0 then 0 else least(p.remaining, l.remaining) end::integer,
      p.is_posted,
      null
    from
      places p
      left join limits l on l.day = p.day
    union all
    select
      d.day,
      null,
      null,
      null,
      null,
      case
        when d.is_closed then 'closed'
        when not exists (select from kind_slots s where s.kind = d.kind) then 'no_windows'
        when d.is_early then 'too_early'
        else 'cut_off'
      end
    from days d
    where not exists (select from open_slots s where s.day = d.day)
    order by 1, 2;
end
$$;
comment on function private.slots is
  'Slots in which all of these products can be picked up or delivered together, at most 48 a day. A day without one has a single row with '
  'its reason: closed, no_windows, too_early or cut_off. Days beyond the shop''s horizon have none. Places taken by the excepted order are free.';

create function public.hand_over_slots(
  shop_id uuid,
  product_ids uuid[],
  fulfilment text,
  from_date date default null,
  days integer default 14
)
returns table (date date, start_time time, end_time time, remaining integer, is_posted boolean, reason text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  first date := coalesce(from_date, (now() at time zone 'Europe/London')::date);
  of_drop uuid;
begin
  if
    days is null
    or days not between 1 and 366
    or coalesce(cardinality(product_ids), 0) not between 1 and 100
    or coalesce(hand_over_slots.fulfilment, '') not in ('pickup', 'delivery')
  then
    perform private.refuse(
      '22023',
      'malformed',
      'Please request slots for pickup or delivery, for 1 to 366 days and 1 to 100 products.'
    );
  end if;
  -- Products that are not on sale have no slots.
  if
    not isfinite(first)
    or exists (
      select
      from
        unnest(product_ids) given (id)
        left join public.products p
          on p.id = given.id
          and p.shop_id = hand_over_slots.shop_id
          and p.is_listed
          and case hand_over_slots.fulfilment
            when 'pickup' then p.available_for_pickup
            else p.available_for_delivery
          end
      where p.id is null
    )
  then
    return;
  end if;
  of_drop := private.drop_of_products(product_ids);
  if of_drop is not null then
    return query
      select d.day, d.start_time, d.end_time, d.remaining, false, null::text
      from private.drop_places(of_drop, hand_over_slots.fulfilment) d
      where d.day between first and first + days - 1;
    return;
  elsif hand_over_slots.fulfilment = 'delivery' and not private.has_delivery_windows(shop_id, product_ids) then
    return;
  end if;
  return query select * from private.slots(shop_id, product_ids, hand_over_slots.fulfilment, first, first + days - 1);
end
$$;
comment on function public.hand_over_slots is
  'Slots in which these products of a shop can be picked up or delivered together. Dates and times are London''s. A full slot has remaining 0, '
  'a slot without a limit null. A day without slots has one row with its reason. Empty if a product is not on sale or not offered for '
  'it, and for deliveries without windows.';
