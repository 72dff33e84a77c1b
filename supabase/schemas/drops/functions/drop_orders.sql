-- Orders of drops: checking and taking stock and hand-over times; reminders of openings.

create function private.check_drop_items(buyer uuid, this_drop public.drops, lines private.priced_line[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  item record;
  total bigint := 0;
  before bigint;
  network cidr := private.request_network();
  newcomers uuid[];
begin
  if network is not null and buyer is not null and not private.has_bought(buyer) then
    newcomers := array(select private.newcomers_in(network));
  end if;
  for item in select
    i.id,
    i.product_id,
    p.name,
    i.stock - i.taken + private.offered_units(buyer, i.product_id, i.id) as remaining,
    i.max_per_buyer,
    i.stock,
    w.quantity,
    (
      select coalesce(sum(o.quantity), 0)
      from
        public.checkouts c
        join public.orders placed on placed.checkout_id = c.id
        join public.order_items o on o.order_id = placed.id
      where c.buyer_id = any (newcomers) and c.status = 'pending' and o.drop_item_id = i.id
    ) as held,
    coalesce(
      (
        select sum(o.quantity)
        from
          public.order_items o
          join public.orders placed on placed.id = o.order_id
        where o.drop_item_id = i.id and placed.buyer_id = buyer and placed.status <> 'cancelled'
      ),
      0
    ) as before
  from
    (select l.drop_item_id, sum(l.quantity) as quantity from unnest(lines) l group by l.drop_item_id) w
    join public.drop_items i on i.id = w.drop_item_id
    join public.products p on p.id = i.product_id
  where i.drop_id = this_drop.id
  order by i.position loop
    if item.remaining < item.quantity then
      perform private.refuse(
        'PT409',
        'sold_out',
        case
          when item.remaining = 0 then format('%s is sold out.', item.name)
          else format('Only %s × %s left.', item.remaining, item.name)
        end,
        jsonb_build_object('product_id', item.product_id, 'left', item.remaining)
      );
    elsif buyer is not null and item.before + item.quantity > item.max_per_buyer then
      perform private.refuse(
        'PT409',
        'drop_limit',
        format('You can order at most %s × %s in this drop.', item.max_per_buyer, item.name),
        jsonb_build_object('product_id', item.product_id)
      );
    end if;
    if
      newcomers is not null
      and item.held + item.quantity > greatest(coalesce(item.max_per_buyer, this_drop.max_per_buyer), item.stock / 4)
    then
      perform private.refuse(
        'PT429',
        'stock_held',
        private.held_by_others_text('network', item.name),
        jsonb_build_object('product_id', item.product_id)
      );
    end if;
    total := total + item.quantity;
  end loop;
  select coalesce(sum(o.quantity), 0)
  into before
  from
    public.orders placed
    join public.order_items o on o.order_id = placed.id
  where placed.buyer_id = buyer and placed.drop_id = this_drop.id and placed.status <> 'cancelled';
  if buyer is not null and before + total > this_drop.max_per_buyer then
    perform private.refuse(
      'PT409',
      'drop_limit',
      format(
        'You can order at most %s items in “%s”%s.',
        this_drop.max_per_buyer,
        this_drop.title,
        case when before > 0 then format(', and have ordered %s', before) else '' end
      ),
      jsonb_build_object('shop_id', this_drop.shop_id)
    );
  end if;
end
$$;
comment on function private.check_drop_items is
  'Refuses more than is left, and more than one buyer can order. A manual order has no buyer and no such limit. The orders of a buyer are serialised.';

create function private.with_drop(buyer uuid, part private.order_part, lines private.priced_line[])
returns private.order_part
language plpgsql
stable
set search_path = ''
as $$
declare
  of_shop private.priced_line[] := array(select l from unnest(lines) l where l.shop_id = part.shop_id);
  this_drop public.drops;
begin
  select d.*
  into this_drop
  from
    public.drop_items i
    join public.drops d on d.id = i.drop_id
  where i.id = any (array(select l.drop_item_id from unnest(of_shop) l))
  limit 1;
  if not found then
    return part;
  elsif
    exists (
      select
      from
        unnest(of_shop) l
        left join public.drop_items i on i.id = l.drop_item_id
      where i.drop_id is distinct from this_drop.id
    )
  then
    perform private.refuse(
      'PT409',
      'drop_alone',
      format(
        'The items of “%s” are handed over together. Please order everything else from this shop separately.',
        this_drop.title
      ),
      jsonb_build_object('shop_id', this_drop.shop_id)
    );
  end if;
  if buyer is not null then
    perform private.check_admission(this_drop, buyer, of_shop);
  end if;
  perform private.check_drop_items(buyer, this_drop, of_shop);
  part.drop_id := this_drop.id;
  part.drop_title := this_drop.title;
  return part;
end
$$;
comment on function private.with_drop is
  'The part of an order with its drop. Refuses a buyer who is not admitted, and more than the drop sells. A manual order has no buyer.';

create function private.priced_drop_item(product public.products)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  item public.drop_items := private.current_drop_item(product.id);
  opening timestamptz;
begin
  select d.opens_at into opening from public.drops d where d.id = item.drop_id;
  if opening > clock_timestamp() then
    perform private.refuse(
      'PT409',
      'drop_early',
      format(
        '%s can be ordered from %s.',
        product.name,
        to_char(opening at time zone 'Europe/London', 'FMDay FMDD FMMonth "at" HH24:MI')
      ),
      jsonb_build_object('product_id', product.id)
    );
  end if;
  return item.id;
end
$$;
comment on function private.priced_drop_item is
  'The item of the open drop that sells a product, or null. Refuses a product whose drop has not opened.';

-- Stock. The products are locked.

create function private.take_drop_stock(of_orders uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.drop_items i
  set taken = i.taken + t.quantity
  from
    (
      select o.drop_item_id, sum(o.quantity) as quantity
      from public.order_items o
      where o.order_id = any (of_orders)
      group by o.drop_item_id
    ) t
  where i.id = t.drop_item_id;
end
$$;
comment on function private.take_drop_stock is 'Takes the stock of orders from their drops.';

create function private.return_drop_stock(of_orders uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.drop_items i
  set taken = greatest(0, i.taken - t.quantity)
  from
    (
      select o.drop_item_id, sum(o.quantity) as quantity
      from public.order_items o
      where o.order_id = any (of_orders)
      group by o.drop_item_id
    ) t
  where i.id = t.drop_item_id;
end
$$;
comment on function private.return_drop_stock is
  'Returns the stock of orders to their drops. Members who wait in the queue are admitted when they next ask.';

create function private.lacks_drop_stock(of_orders uuid[])
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.order_items o
        left join public.drop_items i on i.id = o.drop_item_id
      where o.order_id = any (of_orders) and o.drop_item_id is not null
      group by o.drop_item_id, i.id, i.stock, i.taken
      having i.id is null or i.stock - i.taken < sum(o.quantity)
    )
$$;
comment on function private.lacks_drop_stock is
  'Whether orders whose stock was returned to a drop cannot have it again.';

create function private.exceeds_drop_limits(of_orders uuid[])
returns boolean
language sql
stable
set search_path = ''
as $$
  with
    bought as (
      select o.buyer_id, o.drop_id, i.drop_item_id, i.quantity, o.id = any (of_orders) as is_given
      from
        public.orders o
        join public.order_items i on i.order_id = o.id
      where
        (o.buyer_id, o.drop_id) in (select g.buyer_id, g.drop_id from public.orders g where g.id = any (of_orders))
        and (o.id = any (of_orders) or o.status <> 'cancelled')
    )
  select
    exists (
      select
      from
        bought b
        join public.drop_items i on i.id = b.drop_item_id
      group by b.buyer_id, i.id, i.max_per_buyer
      having bool_or(b.is_given) and sum(b.quantity) > i.max_per_buyer
    )
    or exists (
      select
      from
        bought b
        join public.drops d on d.id = b.drop_id
      group by b.buyer_id, d.id, d.max_per_buyer
      having sum(b.quantity) > d.max_per_buyer
    )
$$;
comment on function private.exceeds_drop_limits is
  'Whether these orders, which may have ended, and the buyer''s other orders exceed what one buyer can order of a drop or of its item. Bookings are locked.';

-- Hand-over times.

create function private.drop_places(of_drop uuid, wanted_fulfilment text)
returns table (day date, start_time time, end_time time, remaining integer)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select
      s.on_date,
      s.start_time,
      s.end_time,
      case
        when s.max_orders is not null then greatest(
          0,
          s.max_orders - (
            select count(*)
            from private.pickup_bookings b
            where
              b.owner_id = of_drop
              and b.fulfilment = s.fulfilment
              and b.pickup_date = s.on_date
              and b.start_time = s.start_time
          )
        )
      end::integer
    from public.drop_slots s
    where
      s.drop_id = of_drop
      and s.fulfilment = wanted_fulfilment
      and s.on_date + s.end_time > now() at time zone 'Europe/London'
    order by s.on_date, s.start_time;
end
$$;
comment on function private.drop_places is
  'The hand-over times of a drop with the orders that each can still take, null without a limit.';

create function private.drop_of_products(products uuid[])
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select i.drop_id
    from
      public.products p
      cross join lateral private.current_drop_item(p.id) i
    where p.id = any (products) and p.drop_until > now()
    order by p.id
    limit 1
  );
end
$$;
comment on function private.drop_of_products is 'The drop that sells one of these products, or null.';

create function private.drop_tags(of_drop uuid, wanted_fulfilment text)
returns text[]
language sql
stable
return array(
  select distinct concat(s.fulfilment, ':', s.on_date)
  from public.drop_slots s
  where s.drop_id = of_drop and s.fulfilment = wanted_fulfilment
);
comment on function private.drop_tags is 'The search tags of the hand-over times of a drop: pickup:2026-12-24.';

create function private.as_sold(product public.products, of_drop uuid)
returns public.products
language plpgsql
stable
set search_path = ''
as $$
begin
  product.is_made_to_order := false;
  product.lead_time_days := 0;
  product.stock := coalesce(
    (
      select i.stock - i.taken
      from
        public.drop_items i
        join public.drops d on d.id = i.drop_id
      where i.drop_id = of_drop and i.product_id = product.id and d.opens_at <= now()
    ),
    0
  );
  product.available_for_pickup := product.available_for_pickup
  and exists (select from public.drop_slots s where s.drop_id = of_drop and s.fulfilment = 'pickup');
  product.available_for_delivery := product.available_for_delivery
  and exists (select from public.drop_slots s where s.drop_id = of_drop and s.fulfilment = 'delivery');
  return product;
end
$$;
comment on function private.as_sold is
  'A product with the stock and the ways of the drop that sells it: none left before the opening.';

create function private.offers_drop_slot(of_drop uuid, wanted_fulfilment text, day date, starts time, ends time)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select
      case when p.remaining = 0 then 'full' else 'free' end
    from private.drop_places(of_drop, wanted_fulfilment) p
    where p.day = offers_drop_slot.day and p.start_time = starts and p.end_time = ends
  );
end
$$;
comment on function private.offers_drop_slot is
  'Whether a hand-over time of a drop is free or full. Null if it is not offered.';

create function private.remind_of_drops()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened record;
begin
  for opened in select d.*, s.name as shop_name, s.user_id as seller_id
  from
    public.drops d
    join public.shops s on s.id = d.shop_id and s.status = 'active'
  where d.is_published and d.reminded_at is null and d.opens_at <= now() and d.cut_off > now()
  order by d.opens_at
  for no key update of d skip locked loop
    update public.drops d set reminded_at = now() where d.id = opened.id;
    perform
      private.notify(
        r.user_id,
        'opening',
        left(opened.title || ' is open', 200),
        format(
          '%s takes orders until %s, or until everything is sold.',
          opened.shop_name,
          to_char(opened.cut_off at time zone 'Europe/London', 'FMDay HH24:MI')
        ),
        '/drops/' || opened.id
      ),
      private.enqueue_email(
        r.user_id,
        'drop-open',
        opened.id || ':' || r.user_id,
        jsonb_build_object(
          'drop_id', opened.id,
          'title', opened.title,
          'shop', opened.shop_name,
          'cut_off', opened.cut_off
        )
      )
    from public.drop_reminders r
    where r.drop_id = opened.id and not private.has_block_between(opened.seller_id, r.user_id);
    delete from public.drop_reminders r where r.drop_id = opened.id;
  end loop;
  delete from private.drop_queue q using public.drops d where d.id = q.drop_id and d.cut_off < now() - interval '1 day';
end
$$;
comment on function private.remind_of_drops is
  'Notifies and emails members who asked for it that a drop has opened, and purges old queues.';

create function private.is_drop_open(of_drop uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.drops d
        join public.shops s on s.id = d.shop_id and s.status = 'active'
      where d.id = of_drop and d.is_published and d.opens_at <= now() and d.cut_off > now()
    )
$$;
comment on function private.is_drop_open is 'Whether a drop takes orders, as long as it is not sold out.';
