-- What a seller's analytics are reckoned from: how often products are looked at, and what was sold when.

alter table public.orders
  add column paid_on date generated always as ((paid_at at time zone 'Europe/London')::date) stored;
comment on column public.orders.paid_on is 'The day of the payment in London: the day on which the order counts in analytics.';
create index orders_paid on public.orders (shop_id, paid_on) include (buyer_id, paid_at, total_amount, refunded_amount, status)
  where paid_at is not null;

create table private.sold_lines (
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null,
  shop_id uuid not null references public.shops (id) on delete cascade,
  day date not null,
  name text not null,
  quantity integer not null,
  revenue numeric(12, 2) not null,
  primary key (order_id, product_id)
);
comment on table private.sold_lines is
  'What each paid order sold of each product, in the order of days: a year of a busy shop is read in one go instead of order by order. Kept by trigger.';
comment on column private.sold_lines.product_id is 'Also of a product that is gone; one that was gone before the payment has an id made from its name.';
create index sold_lines_day on private.sold_lines (shop_id, day, product_id) include (quantity, revenue);

-- Views.

create function public.record_product_view(product_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.products p join public.shops s on s.id = p.shop_id
    where p.id = record_product_view.product_id and p.is_listed and s.user_id is distinct from (select auth.uid())
  ) then
    return;
  end if;
  -- Everybody who looks at a product of the day wants the same row. Nobody waits long for it, and no disk is waited for under its lock:
  -- a view that is lost now and then costs less than a page that is slow.
  perform set_config('lock_timeout', '200ms', true), set_config('synchronous_commit', 'off', true);
  insert into public.product_views as v (product_id, day, views)
  values (record_product_view.product_id, (now() at time zone 'Europe/London')::date, 1)
  on conflict on constraint product_views_pkey do update set views = least(v.views, 2147483646) + 1;
exception
  when lock_not_available or foreign_key_violation then
    return;
end $$;
comment on function public.record_product_view(uuid) is
  'Counts one look at a product that is on sale, on today''s date in London; its owner''s own are not counted. Keeps nothing of who looked.';

-- Sales.

create function private.analytics_range(inout from_date date, inout to_date date, bucket text) returns record
language plpgsql stable set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
begin
  if coalesce(bucket, '') not in ('day', 'week', 'month') then
    perform private.refuse('22023', 'bucket', 'Figures come by day, by week or by month.');
  end if;
  if from_date not between '2000-01-01' and '2999-12-31' or to_date not between '2000-01-01' and '2999-12-31' then
    perform private.refuse('22023', 'range', 'Please choose dates from the year 2000 on.');
  end if;
  to_date := least(coalesce(to_date, today), today);
  from_date := coalesce(from_date, to_date - 29);
  if from_date > today then
    perform private.refuse('22023', 'range', 'There are no figures of days to come.');
  end if;
  if from_date > to_date then
    perform private.refuse('22023', 'range', 'The first day comes after the last one.');
  end if;
  if from_date + interval '5 years' <= to_date then
    perform private.refuse('22023', 'range', 'Please choose at most five years.');
  end if;
  if bucket = 'day' and to_date - from_date >= 400 then
    perform private.refuse('22023', 'bucket', 'For more than 400 days, please choose weeks or months.');
  end if;
end $$;
comment on function private.analytics_range(date, date, text) is
  'The days that are asked for, both included: up to today, by default the last 30. Refuses what makes no sense with 22023 and the hint range or bucket.';

create function private.write_sold_lines(orders uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.sold_lines as l (order_id, product_id, shop_id, day, name, quantity, revenue)
  select i.order_id, coalesce(i.product_id, md5(i.name)::uuid), o.shop_id, o.paid_on, min(i.name), sum(i.quantity), sum(i.price * i.quantity)
  from public.orders o join public.order_items i on i.order_id = o.id
  where o.id = any (orders) and o.paid_at is not null and o.shop_id is not null
  group by 1, 2, 3, 4
  on conflict on constraint sold_lines_pkey do update set
    shop_id = excluded.shop_id, day = excluded.day, quantity = excluded.quantity, revenue = excluded.revenue
$$;
comment on function private.write_sold_lines(uuid[]) is 'Writes what these orders sold, as far as they are paid.';

create function private.keep_sold_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.paid_at is null then
    delete from private.sold_lines l where l.order_id = new.id;
  else
    perform private.write_sold_lines(array[new.id]);
  end if;
  return null;
end $$;
comment on function private.keep_sold_lines() is 'An order that is paid has sold its lines.';

create function private.keep_added_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  paid uuid[] := array(select o.id from public.orders o where o.paid_at is not null and o.id in (select a.order_id from added a));
begin
  -- Lines are placed before they are paid, save where an order is brought in from elsewhere.
  if paid <> '{}' then
    perform private.write_sold_lines(paid);
  end if;
  return null;
end $$;
comment on function private.keep_added_lines() is 'Lines that are added to a paid order are sold.';

create trigger keep_sold_lines after update of paid_at on public.orders
  for each row when (new.paid_at is distinct from old.paid_at) execute function private.keep_sold_lines();
create trigger keep_sold_lines after insert on public.order_items
  referencing new table as added for each statement execute function private.keep_added_lines();

-- Orders that are there already.
select private.write_sold_lines(array(select o.id from public.orders o where o.paid_at is not null));

create function private.bucket_start(day date, bucket text, from_date date) returns date
language sql immutable parallel safe
return greatest(date_trunc(bucket, day::timestamp)::date, from_date);
comment on function private.bucket_start(date, text, date) is 'The first day of the day''s bucket: of its week (Monday) or month, but not before the whole period.';

create function private.parts_of(day date, bucket text, previous_from date, from_date date) returns table (part text, start date)
language sql immutable parallel safe
begin atomic
  select 'previous', previous_from where day < from_date
  union all
  select 'total', from_date where day >= from_date
  union all
  select 'bucket', private.bucket_start(day, bucket, from_date) where day >= from_date;
end;
comment on function private.parts_of(date, text, date, date) is
  'Where the figures of a day count: in the whole period (total) and its bucket there, or in the period just before it (previous).';

create function private.money_figures(shop uuid, previous_from date, from_date date, to_date date, bucket text)
returns table (part text, start date, revenue numeric, refunds numeric, orders numeric, cancelled numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
begin
  return query
  with days as (
    select o.paid_on as day, sum(o.total_amount) as revenue, sum(o.refunded_amount) as refunds,
      count(*) as orders, count(*) filter (where o.status = 'cancelled') as cancelled
    from public.orders o
    where o.shop_id = shop and o.paid_at is not null and o.paid_on between previous_from and to_date
    group by o.paid_on
  )
  select p.part, p.start, sum(d.revenue), sum(d.refunds), sum(d.orders), sum(d.cancelled)
  from days d cross join lateral private.parts_of(d.day, bucket, previous_from, from_date) p
  group by 1, 2;
end $$;
comment on function private.money_figures(uuid, date, date, date, text) is 'What a shop took and gave back, by the parts of private.parts_of.';

create function private.buyer_figures(shop uuid, previous_from date, from_date date, to_date date, bucket text)
returns table (part text, start date, buyers bigint, new_buyers bigint, repeat_buyers bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off set work_mem = '32MB'
as $$
begin
  return query
  -- One pass over all that the shop ever sold: when each buyer came first, and last in either period.
  with people as materialized (
    select o.buyer_id, min(o.paid_at) as first, min(o.paid_on) as first_day,
      max(o.paid_at) filter (where o.paid_on >= from_date) as last,
      max(o.paid_at) filter (where o.paid_on >= previous_from and o.paid_on < from_date) as last_before
    from public.orders o
    where o.shop_id = shop and o.paid_at is not null and o.paid_on <= to_date and o.buyer_id is not null
    group by o.buyer_id
  ),
  visits as (
    select private.bucket_start(o.paid_on, bucket, from_date) as start, o.buyer_id, max(o.paid_at) as last
    from public.orders o
    where o.shop_id = shop and o.paid_at is not null and o.paid_on between from_date and to_date and o.buyer_id is not null
    group by 1, 2
  )
  select 'total', from_date, count(p.last), count(*) filter (where p.first_day >= from_date), count(*) filter (where p.last > p.first)
  from people p
  union all
  select 'previous', previous_from, count(p.last_before), count(*) filter (where p.first_day >= previous_from and p.first_day < from_date),
    count(*) filter (where p.last_before > p.first)
  from people p
  union all
  select 'bucket', v.start, count(*), count(*) filter (where p.first_day >= v.start), count(*) filter (where v.last > p.first)
  from visits v join people p on p.buyer_id = v.buyer_id group by v.start;
end $$;
comment on function private.buyer_figures(uuid, date, date, date, text) is 'How many people bought, first and again, by the parts of private.parts_of.';

create function private.view_figures(shop uuid, previous_from date, from_date date, to_date date, bucket text)
returns table (part text, start date, product_id uuid, views numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
begin
  return query
  with seen as materialized (
    select v.product_id, v.day, v.views from public.products p join public.product_views v on v.product_id = p.id
    where p.shop_id = shop and v.day between previous_from and to_date
  ),
  days as (select s.day, sum(s.views) as views from seen s group by s.day)
  select p.part, p.start, null::uuid, sum(d.views)
  from days d cross join lateral private.parts_of(d.day, bucket, previous_from, from_date) p group by 1, 2
  union all
  select 'product', from_date, s.product_id, sum(s.views)::numeric from seen s where s.day >= from_date group by s.product_id;
end $$;
comment on function private.view_figures(uuid, date, date, date, text) is
  'How often a shop''s products were looked at, by the parts of private.parts_of, and (part product) each product in the period.';

create function private.product_sales(shop uuid, from_date date, to_date date)
returns table (product_id uuid, orders bigint, quantity bigint, revenue numeric, last_day date)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
begin
  return query
  select l.product_id, count(*), sum(l.quantity)::bigint, sum(l.revenue), max(l.day)
  from private.sold_lines l where l.shop_id = shop and l.day between from_date and to_date
  group by l.product_id;
end $$;
comment on function private.product_sales(uuid, date, date) is 'What was sold of each product.';

create function private.analytics_figures(
  revenue numeric, refunds numeric, orders numeric, cancelled numeric, buyers bigint, new_buyers bigint, repeat_buyers bigint, views numeric
) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'revenue', coalesce(revenue, 0.00), 'refunds', coalesce(refunds, 0.00), 'net', coalesce(revenue - refunds, 0.00),
    'orders', coalesce(orders, 0), 'cancelled', coalesce(cancelled, 0), 'average_basket', round(revenue / nullif(orders, 0), 2),
    'buyers', coalesce(buyers, 0), 'new_buyers', coalesce(new_buyers, 0), 'repeat_buyers', coalesce(repeat_buyers, 0),
    'repeat_rate', round(repeat_buyers::numeric / nullif(buyers, 0), 4),
    'views', coalesce(views, 0), 'conversion', round(coalesce(orders, 0)::numeric / nullif(views, 0), 4)
  )
$$;
comment on function private.analytics_figures(numeric, numeric, numeric, numeric, bigint, bigint, bigint, numeric) is
  'One set of figures; averages and rates are null where there is nothing to divide by.';

create function public.seller_analytics(from_date date default null, to_date date default null, bucket text default 'day') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  shop uuid := private.own_shop_or_refuse();
  previous_from date;
  figures jsonb;
  products jsonb;
begin
  select r.from_date, r.to_date into from_date, to_date from private.analytics_range(from_date, to_date, bucket) r;
  previous_from := from_date - (to_date - from_date + 1);
  with looks as materialized (select * from private.view_figures(shop, previous_from, from_date, to_date, bucket)),
  parts as (
    select 'total' as part, from_date as start, to_date as until
    union all
    select 'previous', previous_from, from_date - 1
    union all
    select 'bucket', greatest(day::date, from_date), least((day + ('1 ' || bucket)::interval)::date - 1, to_date)
    from generate_series(date_trunc(bucket, from_date::timestamp), to_date::timestamp, ('1 ' || bucket)::interval) day
  ),
  reckoned as (
    select part, start, jsonb_build_object('from', start, 'to', until) || private.analytics_figures(
      m.revenue, m.refunds, m.orders, m.cancelled, b.buyers, b.new_buyers, b.repeat_buyers, l.views) as figures
    from parts
    left join private.money_figures(shop, previous_from, from_date, to_date, bucket) m using (part, start)
    left join private.buyer_figures(shop, previous_from, from_date, to_date, bucket) b using (part, start)
    left join looks l using (part, start)
  ),
  sold as (
    select coalesce(p.name, (
        select g.name from private.sold_lines g where g.shop_id = shop and g.day = s.last_day and g.product_id = s.product_id limit 1
      )) as name, p.id, s.orders, s.quantity, s.revenue, l.views
    from private.product_sales(shop, from_date, to_date) s
    full join (select * from looks where part = 'product') l on l.product_id = s.product_id
    left join public.products p on p.id = coalesce(s.product_id, l.product_id)
    order by s.revenue desc nulls last, s.quantity desc nulls last, l.views desc nulls last, 1, 2 limit 20
  )
  select
    (select jsonb_object_agg(r.part, r.figures) filter (where r.part <> 'bucket')
      || jsonb_build_object('buckets', jsonb_agg(r.figures order by r.start) filter (where r.part = 'bucket')) from reckoned r),
    (select jsonb_agg(jsonb_build_object(
      'product_id', s.id, 'name', s.name, 'orders', coalesce(s.orders, 0), 'quantity', coalesce(s.quantity, 0), 'revenue', coalesce(s.revenue, 0.00),
      'views', coalesce(s.views, 0), 'conversion', round(coalesce(s.orders, 0)::numeric / nullif(s.views, 0), 4)
    ) order by s.revenue desc nulls last, s.quantity desc nulls last, s.views desc nulls last, s.name, s.id) from sold s)
  into figures, products;
  return jsonb_build_object(
    'from', from_date, 'to', to_date, 'bucket', bucket,
    'totals', figures -> 'total', 'previous', figures -> 'previous', 'buckets', figures -> 'buckets', 'products', coalesce(products, '[]'),
    'first_sale', (
      select (min(o.paid_at) at time zone 'Europe/London')::date from public.orders o where o.shop_id = shop and o.paid_at is not null
    )
  );
end $$;
comment on function public.seller_analytics(date, date, text) is
  'The figures of the shop of whoever is asking, from one day to another (both included, London days; by default the last 30), for the whole period (totals), '
  'for as many days just before it (previous), and for each day, week (from Monday) or month of it (buckets, clipped to the period, empty ones with zeros). '
  'An order counts from the moment it is paid, on the day it was paid, whatever becomes of it: a cancelled one stays counted, and its money leaves as a refund. '
  'revenue: total_amount of these orders, delivery included. refunds: refunded_amount of the same orders, so what has gone back by now, on the day of the order. '
  'net: revenue less refunds, before the marketplace''s fee. orders: how many; cancelled: how many of them are cancelled now. average_basket: revenue / orders. '
  'buyers: different people among them, deleted accounts not counted. new_buyers: those whose first order with this shop is among them. '
  'repeat_buyers: those with an order among them that was not their first with this shop. repeat_rate: repeat_buyers / buyers. '
  'views: looks at products that still exist, once a product and browser session. conversion: orders / views. '
  'products: the 20 that brought most (price times quantity, before refunds), then those only looked at; orders: how many have it. '
  'first_sale: the day of the very first order, null before it. '
  'At most five years, and 400 days by day. Refused: PT404 shop (none), 22023 range, bucket; visitors.';

revoke execute on function public.record_product_view(uuid), public.seller_analytics(date, date, text), private.write_sold_lines(uuid[]),
  private.keep_sold_lines(), private.keep_added_lines(), private.bucket_start(date, text, date), private.analytics_range(date, date, text), private.parts_of(date, text, date, date), private.money_figures(uuid, date, date, date, text),
  private.buyer_figures(uuid, date, date, date, text), private.view_figures(uuid, date, date, date, text),
  private.product_sales(uuid, date, date),
  private.analytics_figures(numeric, numeric, numeric, numeric, bigint, bigint, bigint, numeric) from public;
grant execute on function public.record_product_view(uuid) to anon, authenticated, service_role;
grant execute on function public.seller_analytics(date, date, text) to authenticated, service_role;
