-- Offering. Bookings of the shop are locked.

create function private.slot_order_end(entry public.slot_waitlist_entries)
returns timestamptz
language sql
stable
return case
  when entry.drop_id is not null then (
    select d.cut_off from public.drops d where d.id = entry.drop_id and d.is_published
  )
  else (
    select
      case
        when r.cutoff is null and entry.start_time is not null then entry.on_date + entry.end_time
        else entry.on_date + coalesce(entry.start_time, '00:00') - make_interval(hours => coalesce(r.cutoff, 0))
      end at time zone 'Europe/London'
    from
      (
        select
          max(case entry.fulfilment when 'pickup' then b.pickup_cutoff_hours else b.delivery_cutoff_hours end) as cutoff
        from public.shop_booking_rules b
        where b.shop_id = entry.shop_id
      ) r
  )
end;
comment on function private.slot_order_end is
  'Until when the slot of an entry can be ordered, as private.is_bookable decides: the cut-off of the shop or of the drop. Null without its drop.';

create function private.place_end(entry public.slot_waitlist_entries)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  order_end timestamptz := private.slot_order_end(entry);
begin
  -- Nobody could use a shorter offer.
  if order_end is null or order_end < now() + interval '10 minutes' then
    return null;
  end if;
  return least(
    order_end,
    now() + case
      when entry.drop_id is not null then interval '30 minutes'
      else greatest(interval '30 minutes', least(interval '12 hours', (order_end - now()) / 4))
    end
  );
end
$$;
comment on function private.place_end is
  'When an offer of a place would end: after 30 minutes in a drop, otherwise after a quarter of the time until the cut-off. A quarter counts as 30 minutes '
  'at least and as 12 hours at most. No offer lasts past the cut-off. Null if it is too late.';

create function private.sells_to_waiting(entry public.slot_waitlist_entries)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (
    select
    from
      unnest(entry.product_ids) g (id)
      left join public.products p
        on p.id = g.id
        and p.shop_id = entry.shop_id
        and p.is_listed
        and case entry.fulfilment when 'pickup' then p.available_for_pickup else p.available_for_delivery end
    where p.id is null
  )
  and private.drop_of_products(entry.product_ids) is not distinct from entry.drop_id
  and (entry.drop_id is null or private.is_drop_open(entry.drop_id));
end
$$;
comment on function private.sells_to_waiting is
  'Whether everything that a member waits to order is on sale, by the same shop or drop.';

create function private.exceeded_shares(entry public.slot_waitlist_entries, of_empty_day boolean default false)
returns table (subject text, most bigint)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
    select coalesce(named.name, d.category), s.most
    from
      private.day_limits(entry.shop_id, entry.product_ids, entry.on_date, entry.on_date) d
      left join public.products named on named.id = d.product_id
      cross join lateral (
        select
          case when of_empty_day then d.max_orders else d.remaining end as places
      ) l
      cross join lateral (select least(l.places, greatest(6, l.places / 2)) as most) s
    where
      (d.product_id is not null or d.category is not null)
      and s.most < (
        select sum(u.quantity)
        from
          unnest(entry.product_ids, entry.quantities) u (id, quantity)
          join public.products p on p.id = u.id
        where p.id = d.product_id or p.category = d.category
      );
end
$$;
comment on function private.exceeded_shares is
  'The limits of a day that an entry exceeds by the rule of check_slot_share: more than six units, and more than half of those left or of an empty day.';

create function private.place_state(entry public.slot_waitlist_entries)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  state text;
begin
  if not private.sells_to_waiting(entry) then
    return null;
  elsif entry.drop_id is not null then
    state := private.offers_drop_slot(entry.drop_id, entry.fulfilment, entry.on_date, entry.start_time, entry.end_time);
    -- Cheaper than the slots of the day, and true of most entries.
  elsif
    exists (
      select
      from private.windows_on(entry.shop_id, entry.product_ids, entry.fulfilment, entry.on_date) w
      where
        w.remaining <= 0
        and case
          when entry.start_time is null then w.is_posted
          else w.start_time <= entry.start_time
          and w.end_time > entry.start_time
        end
    )
    or exists (
      select
      from private.exceeded_limits(entry.shop_id, entry.product_ids, entry.quantities, entry.on_date, entry.on_date)
    )
    or exists (select from private.exceeded_shares(entry))
  then
    state := 'full';
  else
    state := private.offers_slot(
      entry.shop_id,
      entry.product_ids,
      entry.fulfilment,
      entry.on_date,
      entry.start_time,
      entry.end_time
    );
  end if;
  if
    state = 'free'
    and exists (
      select
      from
        unnest(entry.product_ids) g (id)
        join public.products p on p.id = g.id
        left join public.drop_items i on i.drop_id = entry.drop_id and i.product_id = p.id
      where
        case
          when entry.drop_id is not null then i.stock - i.taken
          when p.is_made_to_order or p.product_type = 'bespoke' then 1
          else p.stock
        end < 1
        and not exists (
          select
          from public.waitlist_entries w
          where w.user_id = entry.user_id and w.product_id = p.id and w.offered > 0
        )
    )
  then
    return 'sold_out';
  end if;
  return state;
end
$$;
comment on function private.place_state is
  'What an order of what a member waits for would find: free, full, or sold_out although the slot is free. Null if the slot is not offered.';

create function private.announce_place(entry public.slot_waitlist_entries, shop text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  slot text := to_char(entry.on_date, 'FMDay FMDD FMMonth') || coalesce(
    to_char(entry.start_time, ', HH24:MI') || to_char(entry.end_time, '" to "HH24:MI'),
    ''
  );
begin
  perform private.notify(
    entry.user_id,
    'waitlist',
    left(format('%s is held for you', slot), 200),
    format(
      '%s has a place for your %s again. Please order until %s. After that it goes to the next member who waits.',
      shop,
      entry.fulfilment,
      to_char(entry.offered_until at time zone 'Europe/London', 'FMDay HH24:MI')
    ),
    '/checkout'
  );
  perform private.enqueue_email(
    entry.user_id,
    'slot-offer',
    format('%s:%s', entry.id, extract(epoch from clock_timestamp())),
    jsonb_build_object(
      'entry_id', entry.id,
      'shop', shop,
      'fulfilment', entry.fulfilment,
      'slot', slot,
      'until', entry.offered_until
    )
  );
end
$$;
comment on function private.announce_place is
  'Tells a member of a held place by a notification, which is pushed, and by email.';

create function private.is_place_held(member uuid, data jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from public.slot_waitlist_entries w
      where w.id = (data ->> 'entry_id')::uuid and w.user_id = member and w.offered_until > now()
    )
$$;
comment on function private.is_place_held is 'Whether the held place that an email is about still stands.';

create function private.hold_place(entry public.slot_waitlist_entries, shop text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.pickup_bookings (entry_id, owner_id, fulfilment, pickup_date, start_time, end_time)
  select entry.id, w.owner_id, entry.fulfilment, entry.on_date, w.start_time, w.end_time
  from private.windows_on(entry.shop_id, entry.product_ids, entry.fulfilment, entry.on_date) w
  where
    entry.drop_id is null
    and case
      when entry.start_time is null then w.is_posted
      else w.start_time <= entry.start_time
      and w.end_time > entry.start_time
    end
  union all
  select entry.id, entry.drop_id, entry.fulfilment, entry.on_date, entry.start_time, entry.end_time
  where entry.drop_id is not null;
  update public.slot_waitlist_entries w
  set offered_until = private.place_end(w)
  where w.id = entry.id
  returning *
  into entry;
  perform private.announce_place(entry, shop);
end
$$;
comment on function private.hold_place is
  'Books a place for a member, in the same windows as an order would, and tells them.';

create function private.is_at_offer_limit(member uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  open_offers bigint := (select count(*) from public.waitlist_entries w where w.user_id = member and w.offered > 0) + (
    select count(*) from public.slot_waitlist_entries w where w.user_id = member and w.offered_until is not null
  );
begin
  -- The first count is one look at an index, and is low for most members.
  return open_offers + (
    select count(*) from private.ended_offers e where e.user_id = member and e.ended_at > now() - interval '30 days'
  ) >= 5
  and open_offers + private.unused_offers(member) >= 5;
end
$$;
comment on function private.is_at_offer_limit is
  'Whether a member has five offers that are open, or ended unused within 30 days. Then others are next, and the entries stay where they are.';

create function private.may_hold_place(entry public.slot_waitlist_entries)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    private.share_left(
      entry.user_id,
      array(
        select w.user_id
        from public.slot_waitlist_entries w
        where w.shop_id = entry.shop_id and w.on_date = entry.on_date and w.offered_until is not null
      ),
      1000,
      1,
      2
    ) > 0
$$;
comment on function private.may_hold_place is
  'Whether a place may be held for a member who has never bought: one for a network and two for all, on each day of a shop. '
  'What they may not have is on sale.';

create function private.offer_places(shop uuid, only_day date default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  seller public.shops;
  entry public.slot_waitlist_entries;
  key text;
  full_keys text[] := '{}';
  passed uuid[] := '{}';
  -- Of those who have bought, and of newcomers.
  misses integer[] := '{0,0}';
  class integer;
  state text;
begin
  if
    not exists (
      select
      from public.slot_waitlist_entries w
      where w.shop_id = shop and w.offered_until is null and (only_day is null or w.on_date = only_day)
    )
  then
    return;
  end if;
  perform private.lock_bookings(array[shop]);
  select * into seller from public.shops s where s.id = shop;
  for entry in select w.*
  from
    public.slot_waitlist_entries w
    join public.profiles p on p.id = w.user_id
  where
    w.shop_id = shop
    and w.offered_until is null
    and (only_day is null or w.on_date = only_day)
    and not private.has_block_between(seller.user_id, w.user_id)
    and not private.is_suspended(w.user_id)
    and not exists (
      select
      from public.slot_waitlist_entries o
      where o.user_id = w.user_id and o.shop_id = shop and o.offered_until is not null
    )
  -- A locked entry, or one of a locked account, is being deleted. Its deletion waits for the bookings.
  order by w.created_at, w.id
  for no key update of w skip locked
  for key share of p skip locked loop
    key := concat_ws(
      ' ',
      entry.drop_id,
      entry.fulfilment,
      entry.on_date,
      entry.start_time,
      entry.product_ids,
      entry.quantities
    );
    continue when key = any (full_keys) or entry.user_id = any (passed) or private.place_end(entry) is null;
    class := case when private.has_bought(entry.user_id) then 1 else 2 end;
    continue when misses[class] >= 50;
    if private.is_at_offer_limit(entry.user_id) or class = 2 and not private.may_hold_place(entry) then
      passed := passed || entry.user_id;
      continue;
    end if;
    state := private.place_state(entry);
    if state = 'free' then
      perform private.hold_place(entry, seller.name);
      passed := passed || entry.user_id;
      continue;
    elsif state = 'full' then
      full_keys := full_keys || key;
    end if;
    -- Checking a place takes time, while the bookings are locked.
    misses[class] := misses[class] + 1;
  end loop;
end
$$;
comment on function private.offer_places is
  'Offers free places of a shop, or of one of its days, to the next members who wait, one to each. Called in the transaction that frees a place.';

-- Every way in which a place returns ends here, or in private.cancel_bookings, private.apply_move and public.save_drop.

create function private.end_held_places()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  shops uuid[] := array(select distinct e.shop_id from ended e where e.offered_until is not null);
  place record;
begin
  if cardinality(shops) = 0 then
    return null;
  end if;
  perform private.lock_bookings(shops);
  delete from private.pickup_bookings b using ended e where b.entry_id = e.id;
  for place in select distinct e.shop_id, e.on_date from ended e where e.offered_until is not null order by 1, 2 loop
    perform private.offer_places(place.shop_id, place.on_date);
  end loop;
  return null;
end
$$;
comment on function private.end_held_places is
  'Returns the places of declined and expired offers, also when an account is deleted, and offers them to the next members.';

create function private.offer_added_places()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'product_pickup_schedules' then
    perform private.offer_places((select p.shop_id from public.products p where p.id = new.product_id));
  else
    perform private.offer_places(coalesce(new.shop_id, old.shop_id));
  end if;
  return null;
end
$$;
comment on function private.offer_added_places is
  'Offers the places that a seller adds by a higher limit of a window or of a day.';

create function private.use_held_places(buyer uuid, parts private.order_part[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  entry public.slot_waitlist_entries;
  used uuid[] := '{}';
  others uuid[] := '{}';
begin
  for entry in select w.*
  from public.slot_waitlist_entries w
  where
    w.user_id = buyer
    and (w.shop_id, w.on_date) in (select p.shop_id, coalesce(p.pickup_date, p.delivery_date) from unnest(parts) p)
  order by w.id
  for update skip locked loop
    if entry.offered_until is not null then
      insert into private.ended_offers (user_id, shop_id) values (buyer, entry.shop_id);
    end if;
    if
      entry.offered_until > now()
      and exists (
        select
        from unnest(parts) p
        where
          p.shop_id = entry.shop_id
          and p.fulfilment = entry.fulfilment
          and coalesce(p.pickup_date, p.delivery_date) = entry.on_date
          and coalesce(p.pickup_start, p.delivery_start) is not distinct from entry.start_time
      )
    then
      used := used || entry.id;
    else
      others := others || entry.id;
    end if;
  end loop;
  -- Places of other slots go to the next members first. The one that is ordered is then free for this transaction alone.
  delete from public.slot_waitlist_entries w where w.id = any (others);
  delete from private.pickup_bookings b where b.entry_id = any (used);
  update public.slot_waitlist_entries w set offered_until = null where w.id = any (used);
  delete from public.slot_waitlist_entries w where w.id = any (used);
end
$$;
comment on function private.use_held_places is
  'Ends a buyer''s entries for the shops and days of the order that is being placed, and frees the held place that it orders. Bookings are locked.';

create function private.run_slot_waitlists()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  checked uuid[] := array(
    select w.id from public.slot_waitlist_entries w where w.offered_until is null order by w.checked_at limit 500
  );
  -- Each condition has an index. An entry without an offer whose cut-off passes today ends when it is checked.
  ended uuid[] := array(
    select w.id
    from public.slot_waitlist_entries w
    where
      w.on_date < (now() at time zone 'Europe/London')::date
      or w.offered_until <= now()
      or (w.offered_until is not null or w.id = any (checked))
      and coalesce(private.slot_order_end(w) <= now(), true)
    order by w.id
    limit 500
  );
  openings uuid[];
  shop uuid;
begin
  -- Places that came back while nothing could be offered: sold-out or hidden products, a closed shop, a block, or a changed window.
  openings := array(
    select distinct w.shop_id
    from public.slot_waitlist_entries w
    where w.id = any (checked) and private.place_state(w) = 'free'
  );
  perform private.lock_bookings(
    openings || array(select w.shop_id from public.slot_waitlist_entries w where w.id = any (ended))
  );
  with
    ended_entries as (
      delete from public.slot_waitlist_entries w
      where w.id in (select e.id from public.slot_waitlist_entries e where e.id = any (ended) for update skip locked)
      returning w.*
    )
  -- Nobody missed what could not be ordered.
  insert into private.ended_offers (user_id, shop_id)
  select e.user_id, e.shop_id from ended_entries e where e.offered_until is not null and private.sells_to_waiting(e);
  foreach shop in array openings loop
    perform private.offer_places(shop);
  end loop;
  -- Last, because an account's deletion locks bookings before its entries.
  update public.slot_waitlist_entries w
  set checked_at = now()
  where
    w.id in (select c.id from public.slot_waitlist_entries c where c.id = any (checked) for no key update skip locked);
end
$$;
comment on function private.run_slot_waitlists is
  'Ends offers that were not used in time and entries of past slots, and makes offers that had to wait. Called by a job each minute.';
