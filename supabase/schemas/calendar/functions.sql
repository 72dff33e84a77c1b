create function private.calendar_kind(this_order public.orders)
returns text
language sql
immutable
parallel safe
return case
  when this_order.chat_room_id is not null or this_order.agreed_on is not null then 'bespoke'
  when this_order.fulfilment = 'pickup' then 'pickup'
  when this_order.delivery_start is not null then 'delivery'
  else 'posting'
end;
comment on function private.calendar_kind is
  'How the calendar shows an order: pickup, delivery (in hours), posting (a day), or bespoke.';

create function private.calendar_windows(shop uuid, from_day date, days integer)
returns table (
  day date,
  fulfilment text,
  product text,
  start_time time,
  end_time time,
  is_posted boolean,
  taken bigint,
  held bigint,
  waiting bigint,
  max_orders integer
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with
      windows as materialized (
        select
          w.shop_id as owner_id,
          null::text as product,
          w.fulfilment,
          w.day_of_week,
          w.on_date,
          w.start_time,
          w.end_time,
          w.is_posted,
          w.max_orders
        from public.shop_pickup_schedules w
        where w.shop_id = shop
        union all
        -- A shop can have thousands of products, so a month shows the shop's own windows alone.
        select
          w.product_id,
          p.name,
          w.fulfilment,
          w.day_of_week,
          w.on_date,
          w.start_time,
          w.end_time,
          w.is_posted,
          w.max_orders
        from
          public.products p
          join public.product_pickup_schedules w on w.product_id = p.id
        where p.shop_id = shop and p.is_listed and days <= 7
      ),
      range as (
        select from_day + n as day, extract(dow from from_day + n) as weekday from generate_series(0, days - 1) n
      )
    select
      d.day,
      w.fulfilment,
      w.product,
      w.start_time,
      w.end_time,
      w.is_posted,
      p.taken,
      p.held,
      (
        select count(*)
        from public.slot_waitlist_entries e
        where
          e.shop_id = shop
          and e.offered_until is null
          and e.drop_id is null
          and e.fulfilment = w.fulfilment
          and e.on_date = d.day
          and case
            when e.start_time is null then w.is_posted
            else e.start_time < w.end_time
            and e.end_time > w.start_time
          end
          and (w.owner_id = shop or w.owner_id = any (e.product_ids))
      ),
      w.max_orders
    from
      range d
      join windows w
        on w.on_date = d.day
        or w.on_date is null
        and w.day_of_week = d.weekday
        and not exists (
          select
          from windows dated
          where dated.owner_id = w.owner_id and dated.fulfilment = w.fulfilment and dated.on_date = d.day
        )
      cross join lateral (
        select count(b.order_id) as taken, count(b.entry_id) as held
        from private.pickup_bookings b
        where
          b.owner_id = w.owner_id
          and b.fulfilment = w.fulfilment
          and b.pickup_date = d.day
          and b.start_time < w.end_time
          and b.end_time > w.start_time
      ) p
    order by d.day, w.start_time, w.fulfilment, w.product nulls first
    limit 1000;
end
$$;
comment on function private.calendar_windows is
  'The windows of a shop on each day, with the places taken, those held for the waitlist, and how many members wait. Up to a week includes the windows of its products.';

create function public.seller_calendar(from_day date, days integer default 7)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  -- A month names a few orders of each day and counts the others.
  orders_a_day integer := case
    when days = 1 then 200
    when days <= 7 then 50
    else 3
  end;
  response jsonb;
begin
  if
    from_day is null
    or from_day not between '2000-01-01' and '2999-12-31'
    or coalesce(days, 0) not between 1 and 42
  then
    perform private.refuse('22023', 'range', 'A calendar shows 1 to 42 days.');
  end if;
  with
    found as materialized (
      select
        o.id,
        o.number as order_number,
        o.due_at::date as day,
        o.due_at,
        o.status,
        o.paid_at is null as is_unpaid,
        private.calendar_kind(o) as kind,
        o.buyer_name,
        coalesce(o.pickup_start, o.delivery_start) as start_time,
        coalesce(o.pickup_end, o.delivery_end) as end_time,
        o.balance > 0 and private.owes_balance(o) as owes_balance,
        -- Unpaid orders take places, but their buyers are not yet named to the seller.
        row_number() over (
          partition by o.due_at::date, o.paid_at is null
          order by o.due_at, o.id
        ) as number
      from public.orders o
      where
        o.shop_id = shop
        and o.status = any ('{pending payment,processing,ready,shipped,delivered}')
        and o.due_at >= from_day
        and o.due_at < from_day + days
    ),
    counted as materialized (
      select
        f.day,
        count(*) filter (where not f.is_unpaid) as orders,
        count(*) filter (where f.is_unpaid) as unpaid,
        count(*) filter (where f.status in ('processing', 'ready')) as open,
        count(*) filter (where not f.is_unpaid and f.kind = 'pickup') as pickup,
        count(*) filter (where not f.is_unpaid and f.kind = 'delivery') as delivery,
        count(*) filter (where not f.is_unpaid and f.kind = 'posting') as posting,
        count(*) filter (where not f.is_unpaid and f.kind = 'bespoke') as bespoke
      from found f
      group by f.day
    ),
    held as materialized (
      select w.on_date as day, count(*) as held
      from public.slot_waitlist_entries w
      where w.shop_id = shop and w.on_date between from_day and from_day + days - 1 and w.offered_until is not null
      group by w.on_date
    ),
    limits as materialized (
      select l.day, l.remaining
      from private.day_limits(shop, '{}', from_day, from_day + days - 1) l
      where l.product_id is null and l.category is null
    )
  select
    jsonb_build_object(
      'today', (now() at time zone 'Europe/London')::date,
      'days', (
        select
          jsonb_agg(
            jsonb_build_object(
              'date', d.day,
              'orders', coalesce(c.orders, 0),
              'unpaid', coalesce(c.unpaid, 0),
              'open', coalesce(c.open, 0),
              'pickup', coalesce(c.pickup, 0),
              'delivery', coalesce(c.delivery, 0),
              'posting', coalesce(c.posting, 0),
              'bespoke', coalesce(c.bespoke, 0),
              'limit', l.remaining + coalesce(c.orders, 0) + coalesce(c.unpaid, 0) + coalesce(h.held, 0),
              'closure', (
                select coalesce(nullif(s.note, ''), 'Closed')
                from public.shop_closures s
                where s.shop_id = shop and d.day between s.from_date and s.to_date
                order by s.from_date
                limit 1
              )
            )
            order by d.day
          )
        from
          (select from_day + n as day from generate_series(0, days - 1) n) d
          left join counted c using (day)
          left join limits l using (day)
          left join held h using (day)
      ),
      'windows', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'date', w.day,
                'fulfilment', w.fulfilment,
                'product', w.product,
                'start_time', w.start_time,
                'end_time', w.end_time,
                'is_posted', w.is_posted,
                'taken', w.taken,
                'held', w.held,
                'waiting', w.waiting,
                'max_orders', w.max_orders
              )
            ),
            '[]'
          )
        from private.calendar_windows(shop, from_day, days) w
      ),
      'orders', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'id', f.id,
                'number', f.order_number,
                'date', f.day,
                'due_at', f.due_at,
                'status', f.status,
                'kind', f.kind,
                'buyer_name', f.buyer_name,
                'start_time', f.start_time,
                'end_time', f.end_time,
                'owes_balance', f.owes_balance,
                'items', private.order_summary(f.id)
              )
              order by f.due_at, f.id
            ),
            '[]'
          )
        from found f
        where not f.is_unpaid and f.number <= orders_a_day
      )
    )
  into response;
  return response;
end
$$;
comment on function public.seller_calendar is
  'The calendar of the caller''s shop for 1 to 42 days: { today, days, windows, orders }. The counts of a day are complete, and its limit is '
  'null without one. At most 200 orders of a single day are listed, 50 a day of a week, and 3 a day of a longer range.';

-- The feed.

create function private.hash_token(token text)
returns bytea
language sql
immutable
parallel safe
return sha256(convert_to(token, 'UTF8'));
comment on function private.hash_token is
  'A secret token as it is stored. Tokens are random, so a plain hash is enough.';

create function public.create_calendar_feed()
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.calendar_feeds as f (shop_id, token_hash)
  values (shop, private.hash_token(token))
  on conflict (shop_id) do update
    set
      token_hash = excluded.token_hash,
      created_at = now(),
      read_at = null,
      reads = 0,
      reads_since = now();
  return token;
end
$$;
comment on function public.create_calendar_feed is
  'A new secret token for the calendar feed of the caller''s shop. It is returned once, and the earlier one stops working.';

create function public.calendar_feed()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
begin
  return (
    select jsonb_build_object('created_at', f.created_at, 'read_at', f.read_at)
    from private.calendar_feeds f
    where f.shop_id = shop
  );
end
$$;
comment on function public.calendar_feed is
  'When the calendar feed of the caller''s shop was created and last read: { created_at, read_at }. Null without one.';

create function public.revoke_calendar_feed()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
begin
  delete from private.calendar_feeds f where f.shop_id = shop;
end
$$;
comment on function public.revoke_calendar_feed is 'Ends the calendar feed of the caller''s shop.';

create function public.read_calendar_feed(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  max_reads_an_hour constant integer := 60;
  feed private.calendar_feeds;
  shop public.shops;
begin
  update private.calendar_feeds f
  set
    read_at = now(),
    reads = case
      when f.reads_since < now() - interval '1 hour' then 1
      else least(f.reads + 1, max_reads_an_hour + 1)
    end,
    reads_since = case when f.reads_since < now() - interval '1 hour' then now() else f.reads_since end
  where f.token_hash = private.hash_token(token)
  returning *
  into feed;
  select *
  into shop
  from public.shops s
  where s.id = feed.shop_id and s.status <> 'suspended' and s.user_id is not null;
  if shop.id is null then
    perform private.refuse('PT404', 'feed', 'This calendar doesn’t exist.');
  elsif feed.reads > max_reads_an_hour then
    return jsonb_build_object('is_limited', true);
  end if;
  return jsonb_build_object(
    'is_limited', false,
    'shop_name', shop.name,
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.due_at, e.id), '[]')
      from
        (
          select
            o.id,
            o.number,
            o.due_at,
            private.calendar_kind(o) as kind,
            o.status,
            split_part(o.buyer_name, ' ', 1) as buyer,
            o.updated_at,
            coalesce(o.pickup_start, o.delivery_start) as start_time,
            coalesce(o.pickup_end, o.delivery_end) as end_time,
            private.order_lines(o.id) as items
          from public.orders o
          where
            o.shop_id = shop.id
            and o.status = any ('{processing,ready,shipped,delivered}')
            and o.paid_at is not null
            and o.due_at >= (now() at time zone 'Europe/London')::date - 14
            and o.due_at < (now() at time zone 'Europe/London')::date + 92
          order by o.due_at, o.id
          limit 1000
        ) e
    )
  );
end
$$;
comment on function public.read_calendar_feed is
  'The orders of a calendar feed, from two weeks ago to three months ahead, at most 1,000: { is_limited, shop_name, orders }. No addresses, and of '
  'buyers the first name only, because the feed is copied to other services. Refuses unknown tokens and suspended shops; is_limited after 60 reads an hour.';
