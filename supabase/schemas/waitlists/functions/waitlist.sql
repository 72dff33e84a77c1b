-- Offering.

create function private.offer_end(product public.products, item uuid)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    not product.is_listed
    or product.is_made_to_order
    or product.product_type = 'bespoke'
    or not product.allergens_declared
    or item is null
    and product.drop_until > now()
  then
    return null;
  elsif item is null then
    return now() + interval '12 hours';
  end if;
  return (
    select least(now() + interval '30 minutes', d.cut_off)
    from
      public.drop_items i
      join public.drops d on d.id = i.drop_id
    where i.id = item and d.is_published and d.opens_at <= now() and d.cut_off > now()
  );
end
$$;
comment on function private.offer_end is
  'When an offer of a product, or of its item in a drop, would end: after 12 hours or 30 minutes, and never past the cut-off. Null if it is not on sale now.';

create function private.make_offers(product public.products, item uuid, free integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ends timestamptz;
  shop public.shops;
  entry public.waitlist_entries;
  claimants uuid[];
  total bigint;
  units integer;
  given integer := 0;
begin
  if
    not exists (
      select
      from public.waitlist_entries w
      where w.product_id = product.id and w.offered = 0 and w.drop_item_id is not distinct from item
    )
  then
    return 0;
  end if;
  ends := private.offer_end(product, item);
  if ends is null then
    return 0;
  end if;
  select * into shop from public.shops s where s.id = product.shop_id;
  claimants := array(
    select w.user_id
    from
      public.waitlist_entries w,
      generate_series(1, w.offered)
    where w.product_id = product.id and w.drop_item_id is not distinct from item
  );
  total := cardinality(claimants) + free;
  for entry in select *
  from public.waitlist_entries w
  where
    w.product_id = product.id
    and w.offered = 0
    and w.drop_item_id is not distinct from item
    and not private.has_block_between(shop.user_id, w.user_id)
    and not private.is_suspended(w.user_id)
    and not private.is_at_offer_limit(w.user_id)
  -- A locked entry is being deleted.
  order by w.created_at, w.user_id
  -- Newcomers who may have no more must not hide those behind them.
  limit 1000
  for no key update skip locked loop
    exit when given >= free;
    -- What newcomers may not have goes to those after them, or on sale.
    units := least(
      entry.quantity,
      free - given,
      private.share_left(entry.user_id, claimants, total, greatest(6, total / 4), greatest(12, (total + 1) / 2))
    );
    continue when units < 1;
    claimants := claimants || array_fill(entry.user_id, array[units]);
    update public.waitlist_entries w
    set
      offered = units,
      offered_until = ends
    where w.user_id = entry.user_id and w.product_id = entry.product_id;
    perform private.announce_offer(entry.user_id, product, shop.name, units, ends);
    given := given + units;
  end loop;
  return given;
end
$$;
comment on function private.make_offers is
  'Offers free units of a product, or of its item in a drop, to the next members. Returns how many; the caller takes them from the stock. Its row is locked.';

create function private.announce_offer(member uuid, product public.products, shop text, units integer, ends timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.notify(
    member,
    'waitlist',
    left(format('%s × %s reserved for you', units, product.name), 200),
    format(
      '%s has it again. Please order until %s. After that it goes to the next member who waits.',
      shop,
      to_char(ends at time zone 'Europe/London', 'FMDay HH24:MI')
    ),
    '/product/' || product.id
  );
  perform private.enqueue_email(
    member,
    'waitlist-offer',
    format('%s:%s:%s', product.id, member, extract(epoch from clock_timestamp())),
    jsonb_build_object(
      'product_id', product.id,
      'product', product.name,
      'shop', shop,
      'quantity', units,
      'until', ends
    )
  );
end
$$;
comment on function private.announce_offer is
  'Tells a member of an offer by a notification, which is pushed, and by email.';

create function private.is_offer_open(member uuid, data jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from public.waitlist_entries w
      where
        w.user_id = member
        and w.product_id = (data ->> 'product_id')::uuid
        and w.offered > 0
        and w.offered_until > now()
    )
$$;
comment on function private.is_offer_open is 'Whether the offer that an email is about still stands.';

-- Every way in which stock returns or is added goes through these triggers. A statement that also changes `held` moves units of an offer, which are not free.

create function private.offer_returned_stock()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  given integer := private.make_offers(new, null, new.stock);
begin
  new.stock := new.stock - given;
  new.held := new.held + given;
  return new;
end
$$;
comment on function private.offer_returned_stock is 'Offers the stock of a product to its waitlist when it grows.';

create function private.offer_returned_item()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  product public.products;
  given integer;
begin
  select * into product from public.products p where p.id = new.product_id;
  given := private.make_offers(product, new.id, new.stock - new.taken);
  new.taken := new.taken + given;
  new.held := new.held + given;
  return new;
end
$$;
comment on function private.offer_returned_item is
  'Offers the units of an item of a drop to its waitlist when more become free.';

-- Ending.

create function private.return_units(product uuid, item uuid, units integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- First the units are no longer held, then they return to the stock, which offers them to the next member.
  if item is null then
    update public.products p set held = p.held - units where p.id = product;
    update public.products p set stock = least(1000000, p.stock + units) where p.id = product;
  else
    update public.drop_items i set held = i.held - units where i.id = item;
    update public.drop_items i set taken = i.taken - units where i.id = item;
  end if;
end
$$;
comment on function private.return_units is 'Returns held units to the stock of a product or of an item of a drop.';

create function private.end_offer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.return_units(old.product_id, old.drop_item_id, old.offered);
  return null;
end
$$;
comment on function private.end_offer is
  'Returns the units of a declined or expired offer, also when the account is deleted.';

create function private.offered_units(buyer uuid, product uuid, item uuid)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (
      select w.offered
      from public.waitlist_entries w
      where
        w.user_id = buyer
        and w.product_id = product
        and w.drop_item_id is not distinct from item
        and w.offered_until > now()
    ),
    0
  );
end
$$;
comment on function private.offered_units is
  'What a waitlist holds for a member of a product, or of its item in a drop. 0 once an order has taken it.';

create function private.admit_with_offers(buyer uuid, lines private.order_line[])
returns void
language sql
set search_path = ''
as $$
  insert into private.drop_queue as q (drop_id, member_id, rank, admitted_until)
  select i.drop_id, buyer, 0, now() + interval '1 minute'
  from
    (select l.product_id, sum(l.quantity) as quantity from unnest(lines) l group by l.product_id) wanted
    join public.drop_items i on i.product_id = wanted.product_id
    join public.drops d on d.id = i.drop_id and d.is_published and d.opens_at <= now() and d.cut_off > now()
    left join public.waitlist_entries w on w.user_id = buyer and w.drop_item_id = i.id and w.offered_until > now()
  group by i.drop_id
  having bool_and(wanted.quantity <= coalesce(w.offered, 0))
  on conflict on constraint drop_queue_pkey do update
    set
      admitted_until = excluded.admitted_until,
      has_ordered = false
$$;
comment on function private.admit_with_offers is
  'Admits a buyer to the checkout of a drop, if the order has nothing of it but what is held for them. The units of others still wait for the queue.';

create function private.use_offers(buyer uuid, lines private.order_line[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  entry public.waitlist_entries;
  used integer;
begin
  perform private.admit_with_offers(buyer, lines);
  for entry in select *
  from public.waitlist_entries w
  where
    w.user_id = buyer
    and w.offered > 0
    and w.offered_until > now()
    and w.product_id in (select l.product_id from unnest(lines) l where l.chat_room_id is null)
  order by w.product_id loop
    used := least(entry.offered, (select sum(l.quantity) from unnest(lines) l where l.product_id = entry.product_id));
    -- The entry ends without an offer, so that the trigger leaves its units to this order.
    update public.waitlist_entries w
    set
      offered = 0,
      offered_until = null
    where w.user_id = buyer and w.product_id = entry.product_id;
    delete from public.waitlist_entries w where w.user_id = buyer and w.product_id = entry.product_id;
    insert into private.ended_offers (user_id, product_id) values (buyer, entry.product_id);
    -- What the order leaves goes to the next member first. The rest is free for this transaction alone.
    if used < entry.offered then
      perform private.return_units(entry.product_id, entry.drop_item_id, entry.offered - used);
    end if;
    if entry.drop_item_id is null then
      update public.products p
      set
        stock = p.stock + used,
        held = p.held - used
      where p.id = entry.product_id;
    else
      update public.drop_items i
      set
        taken = i.taken - used,
        held = i.held - used
      where i.id = entry.drop_item_id;
    end if;
  end loop;
end
$$;
comment on function private.use_offers is
  'Frees what is held for a buyer for the order that is being placed, which takes it like any other stock. The products and bookings are locked.';

create function private.run_waitlists()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended uuid;
  product public.products;
  item public.drop_items;
  given integer;
begin
  -- Products before entries, as everywhere. A locked product comes in the next run.
  for ended in select distinct w.product_id
  from
    public.waitlist_entries w
    left join public.drop_items i on i.id = w.drop_item_id
    left join public.drops d on d.id = i.drop_id
  where w.offered_until <= now() or d.cut_off <= now()
  order by 1
  limit 500 loop
    perform from public.products p where p.id = ended for no key update skip locked;
    continue when not found;
    with
      ended_entries as (
        delete from public.waitlist_entries w
        where
          w.product_id = ended
          and (
            w.offered_until <= now()
            or exists (
              select
              from
                public.drop_items i
                join public.drops d on d.id = i.drop_id
              where i.id = w.drop_item_id and d.cut_off <= now()
            )
          )
        returning w.user_id, w.offered
      )
    -- Nobody missed what could not be ordered.
    insert into private.ended_offers (user_id, product_id)
    select e.user_id, p.id
    from
      ended_entries e
      join public.products p on p.id = ended and p.is_listed
    where e.offered > 0;
  end loop;
  delete from private.ended_offers e where e.ended_at < now() - interval '30 days';
  -- Stock that came back while nothing could be offered: a hidden product, a closed shop, a block, or a drop that sold the product.
  for product in select *
  from public.products p
  where
    p.stock > 0
    and p.is_listed
    and p.id in (select w.product_id from public.waitlist_entries w where w.offered = 0 and w.drop_item_id is null)
  order by p.id
  for no key update skip locked loop
    given := private.make_offers(product, null, product.stock);
    update public.products p
    set
      stock = p.stock - given,
      held = p.held + given
    where p.id = product.id and given > 0;
  end loop;
  for item in select *
  from public.drop_items i
  where i.taken < i.stock and i.id in (select w.drop_item_id from public.waitlist_entries w where w.offered = 0)
  order by i.id
  for no key update skip locked loop
    select * into product from public.products p where p.id = item.product_id;
    given := private.make_offers(product, item.id, item.stock - item.taken);
    update public.drop_items i
    set
      taken = i.taken + given,
      held = i.held + given
    where i.id = item.id and given > 0;
  end loop;
end
$$;
comment on function private.run_waitlists is
  'Ends offers that were not used in time and entries of past drops, and makes offers that had to wait. Called by a job each minute.';

-- Joining and leaving.

create function private.sold_out_item(product public.products)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  item uuid := case when product.drop_until > now() then private.priced_drop_item(product) end;
begin
  if
    product.is_made_to_order
    or product.product_type = 'bespoke'
    or not product.allergens_declared
    or (
      select
        case
          when item is null then product.stock
          else (select i.stock - i.taken from public.drop_items i where i.id = item)
        end
    ) > 0
  then
    perform private.refuse(
      'PT409',
      'not_sold_out',
      format('%s is not sold out.', product.name),
      jsonb_build_object('product_id', product.id)
    );
  end if;
  return item;
end
$$;
comment on function private.sold_out_item is
  'The item of the drop that sells a product, or null. Refuses a product that is not sold out, or not counted.';

create function private.waitlist_limit(item uuid, member uuid)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Six is what one unpaid order may always hold.
  return case
    when item is null then 6
    else (
      select
        least(
          coalesce(i.max_per_buyer, d.max_per_buyer),
          d.max_per_buyer - (
            select coalesce(sum(o.quantity), 0)
            from
              public.orders placed
              join public.order_items o on o.order_id = placed.id
            where placed.buyer_id = member and placed.drop_id = d.id and placed.status <> 'cancelled'
          )
        )
      from
        public.drop_items i
        join public.drops d on d.id = i.drop_id
      where i.id = item
    )
  end;
end
$$;
comment on function private.waitlist_limit is
  'Units that a member can wait for: 6, or what the limits of the drop leave them.';

create function private.unused_offers(member uuid)
returns bigint
language sql
stable
set search_path = ''
as $$
  with
    offers as (
      select
        e.product_id,
        e.shop_id,
        e.ended_at,
        count(*) over (
          partition by e.product_id, e.shop_id
          order by e.ended_at desc
        ) as offered
      from private.ended_offers e
      where e.user_id = member and e.ended_at > now() - interval '30 days'
    )
  select coalesce(sum(unused), 0)::bigint
  from
    (
      -- An order counts for one earlier offer. So of the offers since any moment, those beyond the orders since then are unused.
      select
        greatest(
          0,
          max(
            e.offered - (
              select count(distinct o.id)
              from
                public.orders o
                join public.order_items i on i.order_id = o.id
              where
                o.buyer_id = member
                and o.paid_at >= e.ended_at
                and o.status <> 'cancelled'
                and (i.product_id = e.product_id or o.shop_id = e.shop_id)
            )
          )
        ) as unused
      from offers e
      group by e.product_id, e.shop_id
    ) subjects
$$;
comment on function private.unused_offers is
  'The offers of the last 30 days for which a member has paid no order of the product, or of the shop of a held place. A cancelled order does not count, and one order counts for one offer.';

create function public.join_waitlist(product_id uuid, quantity integer default 1)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  product public.products;
  seller uuid;
  item uuid;
begin
  if
    me is null
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = me)
  then
    perform private.refuse('42501', 'account', 'Please sign in to join the waitlist.');
  end if;
  select * into product from public.products p where p.id = join_waitlist.product_id and p.is_listed;
  if not found then
    perform private.refuse('PT404', 'product', 'This product is no longer on sale.');
  end if;
  select s.user_id into seller from public.shops s where s.id = product.shop_id;
  if seller = me then
    perform private.refuse('42501', 'own_shop', 'You cannot buy from your own shop.');
  elsif private.has_block_between(seller, me) then
    perform private.refuse('PT409', 'blocked', 'You cannot buy from this shop.');
  elsif private.unused_offers(me) >= 5 then
    perform private.refuse(
      'PT409',
      'missed_offers',
      'You left 5 reservations unused in the last 30 days. Please join a waitlist later.'
    );
  end if;
  -- First without the lock, so that nobody holds up the orders of a product that is not sold out.
  perform private.sold_out_item(product);
  select * into product from public.products p where p.id = join_waitlist.product_id for no key update;
  item := private.sold_out_item(product);
  if coalesce(quantity, 0) not between 1 and private.waitlist_limit(item, me) then
    perform private.refuse(
      '22023',
      'quantity',
      format('You can wait for at most %s × %s.', greatest(0, private.waitlist_limit(item, me)), product.name)
    );
  end if;
  perform private.note_network(me);
  insert into public.waitlist_entries as w (user_id, product_id, drop_item_id, quantity)
  values (me, product.id, item, quantity)
  on conflict on constraint waitlist_entries_pkey do update
    set
      quantity = excluded.quantity,
      drop_item_id = excluded.drop_item_id,
      created_at = case
        when w.drop_item_id is not distinct from excluded.drop_item_id then w.created_at
        else excluded.created_at
      end
    -- An offer stays as it is.
    where w.offered = 0 and (w.quantity <> excluded.quantity or w.drop_item_id is distinct from excluded.drop_item_id);
end
$$;
comment on function public.join_waitlist is
  'Puts the caller on the waitlist of a sold-out product, or of its item in the open drop that sells it. A repeat changes the quantity and keeps the place. '
  'Refusals: PT409 it is not sold out, blocked, or 5 offers were missed in 30 days; 22023 a quantity beyond 6 or the limit of the drop.';

create function public.leave_waitlist(product_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform
  from public.products p
  where
    p.id = leave_waitlist.product_id
    and exists (select from public.waitlist_entries w where w.user_id = private.member_id() and w.product_id = p.id)
  for no key update;
  with
    ended as (
      delete from public.waitlist_entries w
      where w.user_id = private.member_id() and w.product_id = leave_waitlist.product_id
      returning w.user_id, w.offered
    )
  insert into private.ended_offers (user_id, product_id)
  select e.user_id, leave_waitlist.product_id from ended e where e.offered > 0;
end
$$;
comment on function public.leave_waitlist is
  'Takes the caller off a waitlist. What was offered to them goes to the next member.';

create function public.waitlist_counts()
returns table (product_id uuid, drop_item_id uuid, waiting integer, held integer)
language sql
stable
security definer
set search_path = ''
as $$
  select w.product_id, w.drop_item_id, count(*) filter (where w.offered = 0)::integer, sum(w.offered)::integer
  from
    public.waitlist_entries w
    join public.products p on p.id = w.product_id
  where p.shop_id = (select private.own_shop_id())
  group by w.product_id, w.drop_item_id
$$;
comment on function public.waitlist_counts is
  'For each product of the caller''s shop, and each item of its drops: how many members wait, and how many units are held for those with an offer.';
