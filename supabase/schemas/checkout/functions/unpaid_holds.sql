create function private.lock_buyer_and_network(buyer uuid)
returns cidr
language plpgsql
set search_path = ''
as $$
declare
  network cidr;
begin
  -- The lock serialises a buyer's orders. A retry finds the first order, and concurrent requests cannot hold more.
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || buyer, 0));
  network := private.note_network(buyer);
  if network is not null then
    perform pg_advisory_xact_lock(hashtextextended('place_order from ' || network, 0));
  end if;
  return network;
end
$$;
comment on function private.lock_buyer_and_network is
  'Serialises the orders of a buyer, and those of the newcomers in one network. Returns the network of one who has never bought.';

create function private.pending_checkouts(buyer uuid, network cidr)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
begin
  if network is null then
    return array(select c.id from public.checkouts c where c.buyer_id = buyer and c.status = 'pending');
  end if;
  return array(
    select c.id
    from public.checkouts c
    where c.buyer_id = any (array(select private.newcomers_in(network))) and c.status = 'pending'
  );
end
$$;
comment on function private.pending_checkouts is
  'The pending checkouts of a buyer or, with a network, of all newcomers in it. Those that are due to expire still hold stock.';

create function private.hold_duration(buyer uuid, network cidr)
returns interval
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with
      ended as (
        select
          c.buyer_id = buyer as is_own
        from public.checkouts c
        where
          c.created_at > now() - interval '1 day'
          -- An array, because a join would read the checkouts of all buyers.
          and c.buyer_id = any (buyer || array(select private.newcomers_in(network)))
          and case c.status
            when 'pending' then c.expires_at <= now()
            when 'expired' then true
            -- A late cancellation counts, because it held the stock. A buyer who returns to the basket cancels within minutes.
            when 'cancelled' then exists (
              select
              from public.orders o
              where o.checkout_id = c.id and o.cancelled_at > c.created_at + interval '5 minutes'
            )
            else false
          end
      )
    -- A network counts as three members.
    select
      case greatest(count(*) filter (where is_own), count(*) / 3)
        when 0 then interval '30 minutes'
        when 1 then interval '15 minutes'
        else interval '5 minutes'
      end
    from ended
  );
end
$$;
comment on function private.hold_duration is
  'How long an order may stay unpaid: 30 minutes, 15 after one unpaid order within a day, then 5.';

create function private.limit_unpaid_checkouts(buyer uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    (
      select count(*)
      from public.checkouts c
      where c.buyer_id = buyer and c.created_at > now() - interval '1 day' and c.status <> 'paid'
    ) >= 50
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have placed 50 orders today without paying. Please pay for one of them, or try again tomorrow.'
    );
  end if;
end
$$;
comment on function private.limit_unpaid_checkouts is
  'Refuses a buyer with 50 unpaid checkouts of the last day, also ended ones. Plentiful stock has no other limit. The buyer is locked.';

create function private.limit_free_checkouts(buyer uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    (
      select count(*)
      from public.checkouts c
      where c.buyer_id = buyer and c.created_at > now() - interval '1 day' and c.status = 'paid' and c.total = 0
    ) >= 20
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have placed 20 orders today that cost nothing. Please try again tomorrow.'
    );
  end if;
end
$$;
comment on function private.limit_free_checkouts is
  'Refuses a buyer with 20 checkouts of the last day that cost nothing, because each sends emails and is kept. The buyer is locked.';

create function private.is_scarce(stock bigint)
returns boolean
language sql
immutable
parallel safe
return stock < 25;
comment on function private.is_scarce is
  'Whether stock is so low that an unpaid order keeps the product from other buyers.';

create function private.is_limited_slot(shop uuid, products uuid[], wanted_fulfilment text, day date, starts time)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select
    from private.windows_on(shop, products, wanted_fulfilment, day) w
    where
      w.remaining is not null
      and case when starts is null then w.is_posted else w.start_time <= starts and w.end_time > starts end
  )
  or exists (select from private.day_limits(shop, products, day, day));
end
$$;
comment on function private.is_limited_slot is
  'Whether an order takes a place in a window, or of a day, with a limited number of orders.';

create function private.choice_stock(choice uuid)
returns bigint
language sql
stable
set search_path = ''
as $$
  select v.stock::bigint from public.product_variations v where v.id = choice
  union all
  select c.stock from public.product_option_choices c where c.id = choice
$$;
comment on function private.choice_stock is 'The stock of a variation or a choice, null without one of its own.';

create function private.holds_scarce_stock(checkout uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.orders o
        join public.order_items i on i.order_id = o.id
        join public.products p on p.id = i.product_id
      where o.checkout_id = checkout and i.takes_stock and private.is_scarce(p.stock)
    )
    or exists (
      select
      from
        public.orders o
        join public.order_items i on i.order_id = o.id
        join private.order_item_choices c on c.order_item_id = i.id
      where o.checkout_id = checkout and c.takes_stock and private.is_scarce(private.choice_stock(c.choice_id))
    )
    or exists (
      select
      from public.orders o
      where
        o.checkout_id = checkout
        and private.is_limited_slot(
          o.shop_id,
          array(select i.product_id from public.order_items i where i.order_id = o.id),
          o.fulfilment,
          o.due_at::date,
          coalesce(o.pickup_start, o.delivery_start)
        )
    )
$$;
comment on function private.holds_scarce_stock is 'Whether a pending checkout holds scarce stock or a limited place.';

create function private.requests_scarce_stock(parts private.order_part[], lines private.priced_line[])
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select
    from
      unnest(lines) l
      join public.products p on p.id = l.product_id
    where l.takes_stock
    group by p.id
    having private.is_scarce(p.stock - sum(l.quantity))
  )
  or exists (
    select
    from
      unnest(lines) l,
      unnest(l.choices) c
    where c.takes_stock
    group by c.id
    having private.is_scarce(private.choice_stock(c.id) - sum(l.quantity))
  )
  or exists (
    select
    from unnest(parts) s
    where
      private.is_limited_slot(
        s.shop_id,
        array(select l.product_id from unnest(lines) l where l.shop_id = s.shop_id),
        s.fulfilment,
        coalesce(s.pickup_date, s.delivery_date, s.agreed_on, s.send_on),
        coalesce(s.pickup_start, s.delivery_start)
      )
  );
end
$$;
comment on function private.requests_scarce_stock is
  'Whether an order request would hold scarce stock or a limited place. Plentiful stock is not limited.';

create function private.stock_shares(checkouts uuid[], lines private.priced_line[])
returns table (product_id uuid, name text, requested bigint, held bigint, stock bigint)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with
      holds as (
        select i.product_id, sum(i.quantity) as quantity
        from
          public.orders o
          join public.order_items i on i.order_id = o.id
        where o.checkout_id = any (checkouts) and i.takes_stock
        group by i.product_id
      ),
      requests as (
        select l.product_id, sum(l.quantity) as quantity from unnest(lines) l where l.takes_stock group by l.product_id
      )
    select p.id, p.name, coalesce(r.quantity, 0), coalesce(h.quantity, 0), p.stock + coalesce(h.quantity, 0)
    from
      holds h
      full join requests r using (product_id)
      join public.products p on p.id = coalesce(h.product_id, r.product_id);
  -- An order without such choices cannot hold more of them.
  if
    not exists (
      select
      from
        unnest(lines) l,
        unnest(l.choices) c
      where c.takes_stock
    )
  then
    return;
  end if;
  return query
    with
      holds as (
        select c.choice_id, i.product_id, sum(i.quantity) as quantity
        from
          public.orders o
          join public.order_items i on i.order_id = o.id
          join private.order_item_choices c on c.order_item_id = i.id
        where o.checkout_id = any (checkouts) and c.takes_stock
        group by c.choice_id, i.product_id
      ),
      requests as (
        select c.id as choice_id, l.product_id, l.name || ' (' || c.name || ')' as name, sum(l.quantity) as quantity
        from
          unnest(lines) l,
          unnest(l.choices) c
        where c.takes_stock
        group by c.id, l.product_id, l.name, c.name
      )
    select
      product_id,
      coalesce(r.name, ''),
      coalesce(r.quantity, 0),
      coalesce(h.quantity, 0),
      private.choice_stock(choice_id) + coalesce(h.quantity, 0)
    from
      holds h
      full join requests r using (choice_id, product_id);
end
$$;
comment on function private.stock_shares is
  'For each product, and each choice with a stock of its own: the units an order requests, the units held by pending checkouts, and the stock without those holds.';

create function private.held_by_others_text(whose text, what text)
returns text
language sql
immutable
return case whose
  when 'network' then format(
    'Unpaid orders from your network hold most of %s. Please try again in a few minutes.',
    what
  )
  else format('Unpaid orders of others hold most of %s.', what)
end;
comment on function private.held_by_others_text is
  'The refusal of an order because unpaid ones, which are not the buyer''s alone, hold most of something.';

create function private.check_stock_share(
  checkouts uuid[],
  lines private.priced_line[],
  whose text,
  max_products integer default null
)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  -- One buyer may order all that is left of a product with little stock.
  always_allowed constant integer := 6;
  share record;
  remaining bigint;
  scarce integer := 0;
  adds_scarce boolean := false;
begin
  for share in select * from private.stock_shares(checkouts, lines) s order by s.name, s.product_id loop
    if share.requested > 0 and share.held + share.requested > greatest(always_allowed, share.stock / 2) then
      remaining := greatest(0, greatest(always_allowed, share.stock / 2) - share.held);
      perform private.refuse(
        'PT429',
        'stock_held',
        case
          when whose <> 'buyer' then private.held_by_others_text(whose, share.name)
          when share.held = 0 then format(
            'You can order at most %s × %s at a time. Please pay for them before you order more.',
            remaining,
            share.name
          )
          else format(
            'Your unpaid orders hold %s × %s. Please pay for them or cancel them first.',
            share.held,
            share.name
          )
        end,
        jsonb_build_object('product_id', share.product_id, 'left', remaining)
      );
    elsif (share.held + share.requested) * 2 > share.stock then
      scarce := scarce + 1;
      adds_scarce := adds_scarce or share.requested > 0;
    end if;
  end loop;
  if adds_scarce and scarce > max_products then
    perform private.refuse(
      'PT429',
      'too_many',
      case
        when whose = 'network' then 'Your network has many unpaid orders. Please try again in a few minutes.'
        else format(
          'You can order most of the remaining stock of at most %s products at a time. Please pay for some of them before you order more.',
          max_products
        )
      end
    );
  end if;
end
$$;
comment on function private.check_stock_share is
  'Refuses orders that would hold too much stock together with the given checkouts: more than six units and half of one product, or half of '
  'more than max_products. The checkouts are those of the buyer, of a network, or of others.';

create function private.check_slot_share(
  checkouts uuid[],
  parts private.order_part[],
  lines private.priced_line[],
  whose text
)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  -- Two unpaid orders for one slot or day are common. Before a third, the buyer has to pay.
  always_allowed constant integer := 2;
  -- As for stock.
  always_allowed_units constant integer := 6;
  part private.order_part;
  products uuid[];
  due_day date;
begin
  foreach part in array parts loop
    continue when part.agreed_on is not null or part.drop_id is not null;
    products := array(select l.product_id from unnest(lines) l where l.shop_id = part.shop_id);
    due_day := coalesce(part.pickup_date, part.delivery_date);
    if
      due_day is not null
      and exists (
        select
        from
          private.windows_on(part.shop_id, products, part.fulfilment, due_day) w
          cross join lateral (
            select count(*) as places
            from
              private.pickup_bookings b
              join public.orders o on o.id = b.order_id
            where
              o.checkout_id = any (checkouts)
              and b.owner_id = w.owner_id
              and b.fulfilment = part.fulfilment
              and b.pickup_date = due_day
              and b.start_time < w.end_time
              and b.end_time > w.start_time
          ) own
        where
          w.start_time <= coalesce(part.pickup_start, part.delivery_start, w.start_time)
          and w.end_time > coalesce(part.pickup_start, part.delivery_start, w.start_time)
          and w.remaining is not null
          and own.places + 1 > greatest(always_allowed, (w.remaining + own.places) / 2)
      )
    then
      perform private.refuse(
        'PT429',
        'too_many',
        case
          when whose = 'others' then private.held_by_others_text(whose, format('this %s time', part.fulfilment))
          else format(
            'Unpaid orders already hold this %s time. Please pay for one of them or cancel one first.',
            part.fulfilment
          )
        end,
        jsonb_build_object('shop_id', part.shop_id)
      );
    end if;
    due_day := coalesce(due_day, part.send_on);
    if
      exists (
        select
        from
          private.day_limits(part.shop_id, products, due_day, due_day) d
          cross join lateral (
            select
              count(distinct o.id) as orders,
              coalesce(sum(i.quantity) filter (where p.id = d.product_id or p.category = d.category), 0) as units
            from
              public.orders o
              join public.order_items i on i.order_id = o.id
              left join public.products p on p.id = i.product_id
            where
              o.checkout_id = any (checkouts)
              and o.shop_id = part.shop_id
              and o.status <> 'cancelled'
              and o.due_at::date = due_day
          ) own
        where
          case
            when d.product_id is null and d.category is null then own.orders + 1 > greatest(
              always_allowed,
              (d.remaining + own.orders) / 2
            )
            else own.units + (
              select sum(l.quantity)
              from
                unnest(lines) l
                join public.products p on p.id = l.product_id
              where l.shop_id = part.shop_id and (p.id = d.product_id or p.category = d.category)
            ) > greatest(always_allowed_units, (d.remaining + own.units) / 2)
          end
      )
    then
      perform private.refuse(
        'PT429',
        'too_many',
        case
          when whose = 'others' then private.held_by_others_text(whose, 'this day')
          else 'Your unpaid orders already hold much of this day. Please pay for one of them or cancel one first.'
        end,
        jsonb_build_object('shop_id', part.shop_id)
      );
    end if;
  end loop;
end
$$;
comment on function private.check_slot_share is
  'Refuses orders that would hold too many places of a limited window or day together with the given checkouts: more than two and more than half. Bookings are locked.';

create function private.check_unpaid_holds(
  buyer uuid,
  network cidr,
  parts private.order_part[],
  lines private.priced_line[]
)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  pending uuid[] := private.pending_checkouts(buyer, network);
  -- A network counts as three members.
  max_checkouts integer := case when network is null then 5 else 15 end;
  whose text := case when network is null then 'buyer' else 'network' end;
begin
  perform private.check_stock_share(pending, lines, whose, max_checkouts);
  perform private.check_slot_share(pending, parts, lines, whose);
  if
    cardinality(pending) >= max_checkouts
    and private.requests_scarce_stock(parts, lines)
    and (
      select count(*)
      from (select from unnest(pending) c (id) where private.holds_scarce_stock(c.id) limit max_checkouts) scarce
    ) >= max_checkouts
  then
    perform private.refuse(
      'PT429',
      'too_many',
      case
        when network is not null then 'Your network has many unpaid orders. Please try again in a few minutes.'
        else format(
          'You have %s unpaid orders for items that are nearly sold out. Please pay for one of them or cancel one first.',
          max_checkouts
        )
      end
    );
  end if;
end
$$;
comment on function private.check_unpaid_holds is
  'Refuses an order that would hold too much without payment, for a buyer or for all newcomers in a network. The buyer, the products and the windows are locked.';

create function public.held_stock()
returns table (product_id uuid, quantity integer, until timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select i.product_id, sum(i.quantity)::integer, max(c.expires_at)
  from
    public.checkouts c
    join public.orders o on o.checkout_id = c.id
    join public.order_items i on i.order_id = o.id
  where
    c.status = 'pending'
    and o.shop_id = (select private.own_shop_id())
    and i.takes_stock
    and i.product_id is not null
  group by i.product_id
$$;
comment on function public.held_stock is
  'Units of each product of the caller''s shop that unpaid orders hold, and until when. Then they return to stock.';

create function private.expire_checkouts_of(products uuid[])
returns void
language sql
set search_path = ''
as $$
  -- A locked checkout is being paid, which takes precedence. This only sets the time: the next run of expire_checkouts releases the stock, in
  -- its lock order. Until then no payment can start, and apply_payment refunds a late one.
  update public.checkouts c
  set expires_at = now()
  where
    c.id in (
      select c.id
      from public.checkouts c
      where
        c.status = 'pending'
        and c.expires_at > now()
        and exists (
          select
          from
            public.orders o
            join public.order_items i on i.order_id = o.id
          where o.checkout_id = c.id and i.product_id = any (products)
        )
      for no key update skip locked
    )
$$;
comment on function private.expire_checkouts_of is
  'Makes the unpaid checkouts that contain one of these products expire now.';

create function private.purge_unpaid_checkouts()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended uuid[] := array(
    select c.id
    from public.checkouts c
    where
      c.status in ('expired', 'cancelled')
      and c.created_at < now() - interval '30 days'
      and not exists (select from public.payments p where p.checkout_id = c.id and p.status = 'succeeded')
    order by c.created_at
    limit 5000
    for update skip locked
  );
begin
  delete from public.payments p where p.checkout_id = any (ended);
  delete from public.orders o where o.checkout_id = any (ended);
  delete from public.checkouts c where c.id = any (ended);
end
$$;
comment on function private.purge_unpaid_checkouts is
  'Deletes checkouts that ended without money 30 days ago, with their orders. No session lives that long. A checkout with a late payment, which was refunded, stays.';

create function public.expire_checkouts(batch_size integer default 200)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- A locked checkout is being paid or cancelled, which takes precedence.
  expired uuid[] := array(
    select c.id
    from public.checkouts c
    where c.status = 'pending' and c.expires_at <= now()
    order by c.expires_at
    limit batch_size
    for no key update skip locked
  );
begin
  if cardinality(expired) > 0 then
    update public.checkouts c set status = 'expired' where c.id = any (expired);
    perform private.release_checkouts(expired, 'Not paid in time.');
  end if;
  perform private.forget_networks();
  return cardinality(expired);
end
$$;
comment on function public.expire_checkouts is
  'Expires checkouts that were not paid in time and releases what they hold. Returns their number.';
