-- The seller's overview: the week of a shop in one round trip.

create function private.open_sales(shop uuid, today date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with
    open as materialized (
      select o.id, o.due_at, o.status
      from public.orders o
      where o.shop_id = shop and o.status in ('processing', 'ready') and o.paid_at is not null
    ),
    next as (select n.id from open n where n.due_at < (today + 8)::timestamp order by n.due_at, n.id limit 50)
  select
    jsonb_build_object(
      'late', count(*) filter (where n.due_at < today),
      'due_today', count(*) filter (where n.due_at >= today and n.due_at < today + 1),
      'ready_today', count(*) filter (where n.due_at >= today and n.due_at < today + 1 and n.status = 'ready'),
      'due_this_week', count(*) filter (where n.due_at >= today and n.due_at < today + 7),
      'open', count(*),
      'next_due', min(n.due_at) filter (where n.due_at >= today),
      'orders', (
        select coalesce(jsonb_agg(to_jsonb(r) order by r.due_at, r.id), '[]')
        from
          (
            select
              o.id,
              o.number,
              o.due_at,
              o.buyer_name,
              o.fulfilment,
              o.status,
              o.pickup_date,
              o.pickup_start,
              o.pickup_end,
              o.delivery_date,
              o.delivery_start,
              o.delivery_end,
              (
                select
                  coalesce(
                    jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.created_at, i.id),
                    '[]'
                  )
                from public.order_items i
                where i.order_id = o.id
              ) as items
            from
              next
              join public.orders o on o.id = next.id
          ) r
      )
    )
  from open n
$$;
comment on function private.open_sales is
  'Counts of a shop''s open orders by their due day, and the next fifty that are due within a week or late.';

create function private.week_sales(shop uuid, today date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- Weeks begin on Monday. Last week is also summed up to the same time of the week.
  with week as (select date_trunc('week', today::timestamp)::date as starts, now() - interval '7 days' as same_time)
  select
    jsonb_build_object(
      'this_week', coalesce(sum(o.received_amount - o.tip) filter (where o.paid_on >= w.starts), 0),
      'orders', count(*) filter (where o.paid_on >= w.starts),
      'last_week_so_far', coalesce(
        sum(o.received_amount - o.tip) filter (where o.paid_on < w.starts and o.paid_at <= w.same_time),
        0
      ),
      'last_week', coalesce(sum(o.received_amount - o.tip) filter (where o.paid_on < w.starts), 0)
    )
  from
    week w
    left join public.orders o on o.shop_id = shop and o.paid_at >= private.london_midnight(w.starts - 7)
  group by w.starts
$$;
comment on function private.week_sales is
  'Revenue of a shop this week, and last week up to the same time and in full, without tips, before refunds.';

create function public.seller_overview()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.own_shop_id();
  today date := (now() at time zone 'Europe/London')::date;
begin
  if shop is null then
    return null;
  end if;
  return private.open_sales(shop, today) || jsonb_build_object(
    'today', today,
    'revenue', private.week_sales(shop, today),
    'unread_conversations', (
      select count(*)
      from
        private.room_members m
        join public.chat_rooms r on r.id = m.room_id
      where m.member_id = private.member_id() and m.unread > 0 and r.seller_id = m.member_id
    ),
    'enquiries', (select count(*) from public.contact_messages c where c.shop_id = shop and c.read_at is null),
    'problems', (
      select count(*)
      from
        public.order_problems p
        join public.orders o on o.id = p.order_id
      where o.shop_id = shop and p.state = 'open'
    ),
    'reviews_unanswered', (
      select count(*) from public.reviews v where v.shop_id = shop and v.reply is null and not v.is_hidden
    ),
    'schedules', (
      select count(*) from public.shop_pickup_schedules w where w.shop_id = shop and w.fulfilment = 'pickup'
    ),
    'charges_enabled', coalesce(
      (select a.charges_enabled from public.payment_accounts a where a.shop_id = shop),
      false
    ),
    'kitchen_reviewed_at', (select k.reviewed_at from public.shop_kitchens k where k.shop_id = shop),
    'closures', (
      select
        coalesce(
          jsonb_agg(jsonb_build_object('from_date', c.from_date, 'to_date', c.to_date) order by c.from_date),
          '[]'
        )
      from public.shop_closures c
      where c.shop_id = shop and c.to_date >= today
    )
  ) || (
    with
      stock as materialized (
        select
          p.id,
          p.name,
          p.status,
          p.stock,
          p.allergens_declared,
          -- A drop has its own stock.
          p.status = 'active'
          and p.product_type = 'standardized'
          and not p.is_made_to_order
          and p.stock <= 3
          and (p.drop_until > now()) is not true as is_low
        from public.products p
        where p.shop_id = shop
      )
    select
      jsonb_build_object(
        'products', count(*),
        'undeclared', count(*) filter (where p.status = 'active' and not p.allergens_declared),
        'drafts', count(*) filter (where p.status = 'draft'),
        'low_stock', count(*) filter (where p.is_low),
        'running_out', (
          select
            coalesce(
              jsonb_agg(
                jsonb_build_object('id', l.id, 'name', l.name, 'stock', l.stock)
                order by l.stock, l.name, l.id
              ),
              '[]'
            )
          from (select s.id, s.name, s.stock from stock s where s.is_low order by s.stock, s.name, s.id limit 5) l
        )
      )
    from stock p
  );
end
$$;
comment on function public.seller_overview is
  'The week of the caller''s shop, or null without a shop. It has open orders by day, revenue against last week, what waits for an answer, '
  'stock that runs out, and the steps of setting up.';
