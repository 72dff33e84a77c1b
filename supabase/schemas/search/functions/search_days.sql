-- Searches for a day: which windows, closures, full days and horizons leave out a listing.

create function private.with_day(r private.search_request, wanted_day date, wanted_fulfilment text, wanted_part text)
returns private.search_request
language plpgsql
stable
set search_path = ''
as $$
declare
  local_now constant timestamp := now() at time zone 'Europe/London';
  days_left integer;
  weekday smallint;
  pickup text[];
  delivery text[];
  part_start constant time := case wanted_part
    when 'morning' then '00:00'
    when 'afternoon' then '12:00'
    when 'evening' then '17:00'
  end;
  part_end constant time := case wanted_part
    when 'morning' then '12:00'
    when 'afternoon' then '17:00'
    when 'evening' then '24:00'
  end;
  d private.day_conditions;
begin
  if wanted_day is null then
    r.required_tags := r.required_tags || case
      when wanted_fulfilment in ('pickup', 'delivery') then array[wanted_fulfilment]
      else '{}'
    end;
    return r;
  elsif not isfinite(wanted_day) or wanted_day + coalesce(part_end, '24:00') <= local_now then
    r.is_empty := true;
    return r;
  end if;
  r.on_date := wanted_day;
  r.part_of_day := case when part_end is not null then wanted_part end;
  days_left := wanted_day - local_now::date;
  weekday := extract(dow from wanted_day);
  -- Few days have dated windows, and a single tag is found faster than one of several.
  if wanted_fulfilment is distinct from 'delivery' then
    pickup := array_remove(
      array[
        concat('pickup:', weekday),
        case
          when exists (select from private.windows w where w.on_date = wanted_day and w.fulfilment = 'pickup')
            or exists (
              select from public.drop_slots s where s.on_date = wanted_day and s.fulfilment = 'pickup'
            ) then concat('pickup:', wanted_day)
        end
      ],
      null
    );
  end if;
  if wanted_fulfilment is distinct from 'pickup' then
    -- A delivery without windows has no hours.
    delivery := array_remove(
      array[
        case when part_end is null then 'delivery:any' end,
        case
          when exists (
              select from private.windows w where w.day_of_week = weekday and w.fulfilment = 'delivery'
            ) then concat('delivery:', weekday)
        end,
        case
          when exists (select from private.windows w where w.on_date = wanted_day and w.fulfilment = 'delivery')
            or exists (
              select from public.drop_slots s where s.on_date = wanted_day and s.fulfilment = 'delivery'
            ) then concat('delivery:', wanted_day)
        end
      ],
      null
    );
  end if;
  r.fulfilment_tags := pickup || delivery;
  if days_left >= 14 then
    r.ahead_tags := concat(
      'ahead:',
      (select max(step) from unnest(private.horizon_steps()) step where step <= days_left)
    ) || case when 'delivery:any' = any (delivery) then array['delivery:any'] else '{}' end;
  end if;
  if cardinality(r.fulfilment_tags) = 1 then
    r.required_tags := r.required_tags || r.fulfilment_tags;
    r.fulfilment_tags := null;
  end if;
  d.pickup := private.tag_tokens(pickup);
  d.delivery := private.tag_tokens(delivery);

  d.no_shops := array(
    select c.shop_id from public.shop_closures c where c.to_date >= wanted_day and c.from_date <= wanted_day
  );
  d.no_products := '{}';
  if exists (select from public.shop_day_limits) then
    with full_subjects as materialized (select f.* from private.full_on(null, wanted_day, wanted_day) f)
    select
      d.no_shops || array(select f.shop_id from full_subjects f where f.product_id is null and f.category is null),
      array(
        select p.id
        from
          full_subjects f
          join public.products p on p.shop_id = f.shop_id and (p.id = f.product_id or p.category = f.category)
      )
      into d.no_shops, d.no_products;
  end if;

  -- Windows can only be over today or within the hours before them, only full with orders, and only outside a part of the day.
  d.no_pickup := '{}';
  d.no_delivery := '{}';
  if
    days_left = 0
    or part_end is not null
    or exists (select from private.pickup_bookings b where b.pickup_date = wanted_day)
    or days_left <= 31
    and exists (
      select
      from public.shop_booking_rules s
      where wanted_day < local_now + make_interval(hours => greatest(s.pickup_cutoff_hours, s.delivery_cutoff_hours))
    )
  then
    with
      candidates as materialized (
        select w.owner_id, w.fulfilment
        from private.windows w
        where (days_left = 0 or part_end is not null) and w.day_of_week = weekday
        union
        select b.owner_id, b.fulfilment from private.pickup_bookings b where b.pickup_date = wanted_day
        union
        select o.id, f.fulfilment
        from
          public.shop_booking_rules s
          cross join (
            values
              ('pickup'),
              ('delivery')
          ) f (fulfilment)
          cross join lateral (
            select s.shop_id as id
            union all
            select p.id from public.products p where p.shop_id = s.shop_id
          ) o
        where
          days_left <= 31
          and wanted_day < local_now + make_interval(
            hours =>
              coalesce(case f.fulfilment when 'pickup' then s.pickup_cutoff_hours else s.delivery_cutoff_hours end, 0)
          )
      ),
      windows as (
        select
          w.*,
          bool_or(w.on_date is not null) over (partition by w.owner_id, w.fulfilment) as is_dated,
          rules.cutoff_hours
        from
          candidates c
          join private.windows w
            on w.owner_id = c.owner_id
            and w.fulfilment = c.fulfilment
            and w.day_of_week = weekday
            and (w.on_date is null or w.on_date = wanted_day)
          left join lateral (
            select
              case c.fulfilment
                when 'pickup' then s.pickup_cutoff_hours
                else s.delivery_cutoff_hours
              end as cutoff_hours
            from public.shop_booking_rules s
            where s.shop_id = coalesce((select p.shop_id from public.products p where p.id = c.owner_id), c.owner_id)
          ) rules
            on true
      ),
      blocked as materialized (
        select w.owner_id, w.fulfilment
        from windows w
        where (w.on_date is not null or not w.is_dated)
        group by w.owner_id, w.fulfilment
        having
          not bool_or(
            (part_end is null or not w.is_posted and w.start_time < part_end and w.end_time > part_start)
            and private.is_bookable(wanted_day, w.start_time, w.end_time, w.is_posted, w.cutoff_hours, local_now)
            and (
              w.max_orders is null
              or w.max_orders > (
                select count(*)
                from private.pickup_bookings b
                where
                  b.owner_id = w.owner_id
                  and b.fulfilment = w.fulfilment
                  and b.pickup_date = wanted_day
                  and b.start_time < w.end_time
                  and b.end_time > w.start_time
              )
            )
          )
      )
    select
      array(select b.owner_id from blocked b where b.fulfilment = 'pickup'),
      array(select b.owner_id from blocked b where b.fulfilment = 'delivery')
      into d.no_pickup, d.no_delivery;
  end if;

  if
    days_left = 0
    or part_end is not null
    or exists (select from private.pickup_bookings b where b.pickup_date = wanted_day)
  then
    -- As drop_places. Grouped rather than joined: the planner would compare all times with all bookings.
    with
      places as (
        select
          p.drop_id,
          p.fulfilment,
          bool_or(p.fits) and (max(p.max_orders) is null or max(p.max_orders) > sum(p.orders)) as is_free
        from
          (
            select
              s.drop_id,
              s.fulfilment,
              s.start_time,
              s.max_orders,
              0 as orders,
              s.on_date + s.end_time > local_now
              and (part_end is null or s.start_time < part_end and s.end_time > part_start) as fits
            from public.drop_slots s
            where s.on_date = wanted_day
            union all
            select b.owner_id, b.fulfilment, b.start_time, null, 1, null
            from private.pickup_bookings b
            where b.pickup_date = wanted_day
          ) p
        group by p.drop_id, p.fulfilment, p.start_time
        having count(p.fits) > 0
      ),
      blocked as materialized (
        select p.drop_id, p.fulfilment from places p group by p.drop_id, p.fulfilment having not bool_or(p.is_free)
      )
    select
      d.no_pickup || array(select b.drop_id from blocked b where b.fulfilment = 'pickup'),
      d.no_delivery || array(select b.drop_id from blocked b where b.fulfilment = 'delivery')
      into d.no_pickup, d.no_delivery;
  end if;

  d.by_row := days_left >= 14 or d.no_pickup <> '{}' or d.no_delivery <> '{}';
  r.days := d;
  return r;
end
$$;
comment on function private.with_day is
  'Adds the wanted day, its part (morning, afternoon or evening) and fulfilment to a search. What it finds are the products on sale with a '
  'free slot in hand_over_slots, and deliveries without windows that can be sent by then. With a part, the slot has to overlap it.';

create function private.day_condition(r private.search_request)
returns text
language sql
stable
return concat_ws(
  ' and ',
  'l.lead_time_days <= ($1).on_date - (now() at time zone ''Europe/London'')::date and l.by_relevance < 1::bigint << 50',
  -- Few of each, so a subquery runs once instead of once for each listing.
  case
    when ((r).days).no_shops <> '{}' then '(l.shop_id not in (select unnest((($1).days).no_shops)) or l.in_drop)'
  end,
  case
    when (
        (r).days
      ).no_products <> '{}' then '(l.product_id not in (select unnest((($1).days).no_products)) or l.in_drop)'
  end,
  case
    when (
        (r).days
      ).by_row then $c$(
    l.tokens && (($1).days).pickup and l.horizon_days > ($1).on_date - (now() at time zone 'Europe/London')::date
      and l.pickup_owner not in (select unnest((($1).days).no_pickup))
    or l.tokens && (($1).days).delivery and (l.delivery_owner is null
      or l.horizon_days > ($1).on_date - (now() at time zone 'Europe/London')::date
      and l.delivery_owner not in (select unnest((($1).days).no_delivery)))
  )$c$
  end
);
comment on function private.day_condition is
  'The SQL condition that a listing (l) can be handed over on the wanted day, apart from the tags. Sold out food cannot.';
