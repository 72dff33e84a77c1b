create function private.write_sold_lines(orders uuid[])
returns void
language sql
set search_path = ''
as $$
  insert into private.sold_lines as l (order_id, product_id, shop_id, day, name, quantity, revenue)
  select
    i.order_id,
    coalesce(i.product_id, md5(i.name)::uuid),
    o.shop_id,
    o.paid_on,
    min(i.name),
    sum(i.quantity),
    sum(i.price * i.quantity - i.discount)
  from
    public.orders o
    join public.order_items i on i.order_id = o.id
  where o.id = any (orders) and o.paid_at is not null and o.shop_id is not null
  group by 1, 2, 3, 4
  on conflict on constraint sold_lines_pkey do update
    set
      shop_id = excluded.shop_id,
      day = excluded.day,
      quantity = excluded.quantity,
      revenue = excluded.revenue
$$;
comment on function private.write_sold_lines is 'Writes the sold lines of these orders, if they are paid.';

create function private.update_sold_lines(this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if this_order.paid_at is null then
    delete from private.sold_lines l where l.order_id = this_order.id;
  else
    perform private.write_sold_lines(array[this_order.id]);
  end if;
end
$$;
comment on function private.update_sold_lines is 'Writes an order''s sold lines when it is paid.';

create function private.update_sold_lines_of_items()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  paid uuid[] := array(
    select o.id from public.orders o where o.paid_at is not null and o.id in (select a.order_id from added a)
  );
begin
  -- Lines are inserted before payment, except for imported orders.
  if paid <> '{}' then
    perform private.write_sold_lines(paid);
  end if;
  return null;
end
$$;
comment on function private.update_sold_lines_of_items is 'Writes the sold lines of items added to a paid order.';

-- Figures.

create function private.analytics_range(inout from_date date, inout to_date date, bucket text)
returns record
language plpgsql
stable
set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
begin
  if coalesce(bucket, '') not in ('day', 'week', 'month') then
    perform private.refuse('22023', 'bucket', 'Please choose figures by day, week or month.');
  end if;
  if from_date not between '2000-01-01' and '2999-12-31' or to_date not between '2000-01-01' and '2999-12-31' then
    perform private.refuse('22023', 'range', 'Please choose dates from 2000 onwards.');
  end if;
  to_date := least(coalesce(to_date, today), today);
  from_date := coalesce(from_date, to_date - 29);
  if from_date > today then
    perform private.refuse('22023', 'range', 'There are no figures for future days.');
  end if;
  if from_date > to_date then
    perform private.refuse('22023', 'range', 'The first day must not be after the last one.');
  end if;
  if from_date + interval '5 years' <= to_date then
    perform private.refuse('22023', 'range', 'Please choose at most five years.');
  end if;
  if bucket = 'day' and to_date - from_date >= 400 then
    perform private.refuse('22023', 'bucket', 'For more than 400 days, please choose weeks or months.');
  end if;
end
$$;
comment on function private.analytics_range is
  'The requested days, both included: up to today, by default the last 30. Refuses invalid ranges with 22023 and the hint range or bucket.';

create function private.bucket_start(day date, bucket text, from_date date)
returns date
language sql
immutable
parallel safe
return greatest(date_trunc(bucket, day::timestamp)::date, from_date);
comment on function private.bucket_start is
  'The first day of a day''s bucket: its week (from Monday) or month, clipped to the start of the period.';

create function private.sales_figures(shop uuid, previous_from date, from_date date, to_date date, bucket text)
returns table (
  part text,
  start date,
  revenue numeric,
  refunds numeric,
  orders numeric,
  cancelled numeric,
  buyers numeric,
  new_buyers numeric,
  repeat_buyers numeric
)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
set work_mem = '32MB'
as $$
begin
  -- One pass over all orders of the shop. Each gets its number among the buyer's purchases, and the day of the buyer's previous one.
  return query
    with
      history as (
        select
          o.paid_on,
          o.received_amount - o.tip as received_amount,
          o.status,
          o.buyer_id,
          o.refunded_amount - private.refunded_tip(
            o.status,
            o.tip,
            o.received_amount,
            o.refunded_amount
          ) as refunded_amount,
          row_number() over purchases as purchase,
          lag(o.paid_on) over purchases as previous_day
        from public.orders o
        where o.shop_id = shop and o.paid_at is not null and o.paid_on <= to_date
        window
          purchases as (
            partition by o.buyer_id
            order by o.paid_at
          )
      ),
      in_buckets as (
        select
          h.*,
          h.paid_on >= from_date as is_current,
          case
            when h.paid_on >= from_date then private.bucket_start(h.paid_on, bucket, from_date)
            else previous_from
          end as start
        from history h
        where h.paid_on >= previous_from
      ),
      -- A buyer counts once in a bucket, with the first order in it. A repeat buyer counts with the first order there that is not the first ever.
      sums as (
        select
          p.is_current,
          p.start,
          sum(p.received_amount) as revenue,
          sum(p.refunded_amount) as refunds,
          count(*) as orders,
          count(*) filter (where p.status = 'cancelled') as cancelled,
          count(p.buyer_id) filter (where p.purchase = 1) as new_buyers,
          count(p.buyer_id) filter (where p.purchase = 1 or p.previous_day < p.start) as buyers,
          count(p.buyer_id) filter (
            where p.purchase = 2 or p.purchase > 2 and p.previous_day < p.start
          ) as repeat_buyers,
          count(p.buyer_id) filter (where p.purchase = 1 or p.previous_day < from_date) as buyers_in_total,
          count(p.buyer_id) filter (
            where p.purchase = 2 or p.purchase > 2 and p.previous_day < from_date
          ) as repeat_buyers_in_total
        from in_buckets p
        group by 1, 2
      )
    select
      case when s.is_current then 'bucket' else 'previous' end,
      s.start,
      s.revenue,
      s.refunds,
      s.orders::numeric,
      s.cancelled::numeric,
      s.buyers::numeric,
      s.new_buyers::numeric,
      s.repeat_buyers::numeric
    from sums s
    union all
    select
      'total',
      from_date,
      sum(s.revenue),
      sum(s.refunds),
      sum(s.orders),
      sum(s.cancelled),
      sum(s.buyers_in_total),
      sum(s.new_buyers),
      sum(s.repeat_buyers_in_total)
    from sums s
    where s.is_current;
end
$$;
comment on function private.sales_figures is
  'Sales, refunds and buyers of a shop for the whole period (total), its buckets (bucket) and the preceding period (previous).';

create function private.visit_figures(shop uuid, previous_from date, from_date date, to_date date, bucket text)
returns table (part text, start date, visits numeric, ordering numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
  return query
    with
      buyers as (
        select o.paid_on as day, count(distinct o.buyer_id) as buyers
        from public.orders o
        where
          o.shop_id = shop
          and o.paid_at is not null
          and o.buyer_id is not null
          and o.paid_on between previous_from and to_date
        group by o.paid_on
      ),
      -- A buyer of a day visits the shop on it, also where the visit was not counted.
      days as (
        select
          coalesce(v.day, b.day) as day,
          greatest(coalesce(v.visits, 0), coalesce(b.buyers, 0)) as visits,
          coalesce(b.buyers, 0) as ordering
        from
          (
            select v.day, v.visits
            from public.shop_visits v
            where v.shop_id = shop and v.day between previous_from and to_date
          ) v
          full join buyers b on b.day = v.day
      )
    select
      case when d.day >= from_date then 'bucket' else 'previous' end,
      case when d.day >= from_date then private.bucket_start(d.day, bucket, from_date) else previous_from end,
      sum(d.visits),
      sum(d.ordering)
    from days d
    group by 1, 2
    union all
    select 'total', from_date, sum(d.visits), sum(d.ordering) from days d where d.day >= from_date;
end
$$;
comment on function private.visit_figures is
  'Visits of a shop and how many of them ended with an order, in the same parts as private.sales_figures. Each day has at least as many visits as buyers.';

create function private.product_visits(shop uuid, from_date date, to_date date)
returns table (product_id uuid, visits numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
  return query
    select v.product_id, sum(v.views)::numeric
    from
      public.products p
      join public.product_views v on v.product_id = p.id
    where p.shop_id = shop and v.day between from_date and to_date
    group by v.product_id;
end
$$;
comment on function private.product_visits is 'Counted visits to each product of a shop in a period.';

create function private.product_sales(shop uuid, from_date date, to_date date)
returns table (product_id uuid, orders bigint, quantity bigint, revenue numeric, last_day date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
  return query
    select l.product_id, count(*), sum(l.quantity)::bigint, sum(l.revenue), max(l.day)
    from private.sold_lines l
    where l.shop_id = shop and l.day between from_date and to_date
    group by l.product_id;
end
$$;
comment on function private.product_sales is 'Sales of a shop in a period, by product.';

create function private.analytics_figures(
  revenue numeric,
  refunds numeric,
  orders numeric,
  cancelled numeric,
  buyers numeric,
  new_buyers numeric,
  repeat_buyers numeric,
  visits numeric,
  ordering numeric
)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'revenue', coalesce(revenue, 0.00),
      'refunds', coalesce(refunds, 0.00),
      'net', coalesce(revenue - refunds, 0.00),
      'orders', coalesce(orders, 0),
      'cancelled', coalesce(cancelled, 0),
      'average_basket', round(revenue / nullif(orders, 0), 2),
      'buyers', coalesce(buyers, 0),
      'new_buyers', coalesce(new_buyers, 0),
      'repeat_buyers', coalesce(repeat_buyers, 0),
      'repeat_rate', round(repeat_buyers / nullif(buyers, 0), 4),
      'visits', coalesce(visits, 0),
      'visits_with_order', coalesce(ordering, 0),
      'conversion', round(ordering / nullif(visits, 0), 4)
    )
$$;
comment on function private.analytics_figures is
  'The figures of one period or bucket. Averages and rates are null if they would divide by zero.';

create function public.seller_analytics(
  from_date date default null,
  to_date date default null,
  bucket text default 'day'
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  previous_from date;
  figures jsonb;
  products jsonb;
begin
  select r.from_date, r.to_date into from_date, to_date from private.analytics_range(from_date, to_date, bucket) r;
  previous_from := from_date - (to_date - from_date + 1);
  with
    parts as (
      select 'total' as part, from_date as start, to_date as until
      union all
      select 'previous', previous_from, from_date - 1
      union all
      select 'bucket', greatest(day::date, from_date), least((day + ('1 ' || bucket)::interval)::date - 1, to_date)
      from
        generate_series(date_trunc(bucket, from_date::timestamp), to_date::timestamp, ('1 ' || bucket)::interval) as day
    ),
    computed as (
      select
        part,
        start,
        jsonb_build_object('from', start, 'to', until) || private.analytics_figures(
          s.revenue,
          s.refunds,
          s.orders,
          s.cancelled,
          s.buyers,
          s.new_buyers,
          s.repeat_buyers,
          v.visits,
          v.ordering
        ) as figures
      from
        parts
        left join private.sales_figures(shop, previous_from, from_date, to_date, bucket) s using (part, start)
        left join private.visit_figures(shop, previous_from, from_date, to_date, bucket) v using (part, start)
    ),
    sold as (
      select
        coalesce(
          p.name,
          (
            select g.name
            from private.sold_lines g
            where g.shop_id = shop and g.day = s.last_day and g.product_id = s.product_id
            limit 1
          )
        ) as name,
        p.id,
        s.orders,
        s.quantity,
        s.revenue,
        greatest(v.visits, s.orders) as visits
      from
        private.product_sales(shop, from_date, to_date) s
        full join private.product_visits(shop, from_date, to_date) v on v.product_id = s.product_id
        left join public.products p on p.id = coalesce(s.product_id, v.product_id)
      order by s.revenue desc nulls last, s.quantity desc nulls last, 6 desc nulls last, 1, 2
      limit 20
    )
  select
    (
      select
        jsonb_object_agg(r.part, r.figures) filter (where r.part <> 'bucket') || jsonb_build_object(
          'buckets', jsonb_agg(r.figures order by r.start) filter (where r.part = 'bucket')
        )
      from computed r
    ),
    (
      select
        jsonb_agg(
          jsonb_build_object(
            'product_id', s.id,
            'name', s.name,
            'orders', coalesce(s.orders, 0),
            'quantity', coalesce(s.quantity, 0),
            'revenue', coalesce(s.revenue, 0.00),
            'visits', coalesce(s.visits, 0),
            'conversion', round(coalesce(s.orders, 0)::numeric / nullif(s.visits, 0), 4)
          )
          order by s.revenue desc nulls last, s.quantity desc nulls last, s.visits desc nulls last, s.name, s.id
        )
      from sold s
    )
  into figures, products;
  return jsonb_build_object(
    'from', from_date,
    'to', to_date,
    'bucket', bucket,
    'totals', figures -> 'total',
    'previous', figures -> 'previous',
    'buckets', figures -> 'buckets',
    'products', coalesce(products, '[]'),
    'first_sale', (
      select (min(o.paid_at) at time zone 'Europe/London')::date
      from public.orders o
      where o.shop_id = shop and o.paid_at is not null
    )
  );
end
$$;
comment on function public.seller_analytics is
  'The figures of the caller''s shop between two London days, both included, by default the last 30. The result '
  'covers the whole period (totals) and the same number of days before it (previous). It also has each day, week '
  '(from Monday) or month (buckets), clipped to the period, with zeros for empty ones. An order counts on the day '
  'of its payment, whatever its later status. A cancelled order stays counted, and its refund is deducted. '
  'Revenue is the received_amount of these orders without tips: the total with delivery, less an unpaid balance. Refunds are the refunded_amount of the same '
  'orders to date, on the day of the order. Net is revenue less refunds, before the marketplace''s fee. Orders is '
  'their number. Cancelled is the number cancelled by now. The average_basket is revenue / orders. Buyers are '
  'distinct, without deleted accounts. The new_buyers placed their first order with this shop in the period. The '
  'repeat_buyers placed an order after their first in it. The repeat_rate is repeat_buyers / buyers. Visits are '
  'browser sessions that opened the shop or a product of it. The visits_with_order are the different buyers of each day. '
  'A day has at least as many visits. Conversion is visits_with_order / visits. Products are the 20 '
  'with the highest revenue (price times quantity, less discounts, before refunds), then those with visits only. Orders of a product '
  'is the number that contain it, and it has at least as many visits. The first_sale is the day of the first order, null without one. At most five '
  'years, and 400 days by day. Refuses members without a shop (PT404 shop) and invalid ranges (22023 range or bucket).';
