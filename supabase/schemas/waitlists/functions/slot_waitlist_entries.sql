-- Joining and leaving the waitlist of a slot, and what its seller sees.

create function private.slot_wish("order" jsonb)
returns public.slot_waitlist_entries
language plpgsql
set search_path = ''
as $$
declare
  part private.order_part := private.read_order_part("order", 1);
  entry public.slot_waitlist_entries;
begin
  select array_agg(l.product_id), array_agg(l.quantity)
  into entry.product_ids, entry.quantities
  from
    (
      select l.product_id, sum(l.quantity)::integer as quantity
      from unnest(private.read_order_lines(jsonb_build_object('shops', jsonb_build_array("order")))) l
      group by l.product_id
      order by l.product_id
    ) l;
  entry.user_id := private.member_id();
  entry.shop_id := part.shop_id;
  entry.fulfilment := part.fulfilment;
  entry.on_date := coalesce(part.pickup_date, part.delivery_date);
  entry.start_time := coalesce(part.pickup_start, part.delivery_start);
  entry.end_time := coalesce(part.pickup_end, part.delivery_end);
  if entry.on_date is null or entry.start_time >= entry.end_time or entry.product_ids is null then
    perform private.refuse('22023', 'malformed', 'Please choose a time to wait for.');
  end if;
  entry.drop_id := private.drop_of_products(entry.product_ids);
  return entry;
end
$$;
comment on function private.slot_wish is 'Reads what a member wants to wait for: the part of an order for one shop.';

create function private.check_slot_is_full(entry public.slot_waitlist_entries)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  exceeded record;
begin
  if
    not private.sells_to_waiting(entry)
    or private.place_end(entry) is null
    or (
      case
        when entry.drop_id is not null then private.offers_drop_slot(
          entry.drop_id,
          entry.fulfilment,
          entry.on_date,
          entry.start_time,
          entry.end_time
        )
        else private.offers_slot(
          entry.shop_id,
          entry.product_ids,
          entry.fulfilment,
          entry.on_date,
          entry.start_time,
          entry.end_time
        )
      end
    ) is null
  then
    perform private.refuse(
      'PT409',
      'slot',
      format('This %s time is not offered. Please choose another one.', entry.fulfilment)
    );
  end if;
  -- Such entries would wait before others for a place that no cancellation frees.
  select * into exceeded from private.exceeded_shares(entry, of_empty_day => true) limit 1;
  if found and entry.drop_id is null then
    perform private.refuse(
      'PT409',
      'day_full',
      format('At most %s of %s can be ordered at once for this day.', exceeded.most, exceeded.subject),
      jsonb_build_object('shop_id', entry.shop_id)
    );
  elsif private.place_state(entry) <> 'full' then
    perform private.refuse('PT409', 'not_full', 'This time has a free place. Please choose it.');
  end if;
end
$$;
comment on function private.check_slot_is_full is
  'Refuses a slot that is not offered, more units than the limits of its day allow at any time, and a slot that has a free place.';

create function public.join_slot_waitlist("order" jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  entry public.slot_waitlist_entries;
  seller uuid;
begin
  if
    me is null
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = me)
  then
    perform private.refuse('42501', 'account', 'Please sign in to join the waitlist.');
  end if;
  entry := private.slot_wish("order");
  if
    exists (
      select
      from public.slot_waitlist_entries w
      where
        w.user_id = me
        and w.shop_id = entry.shop_id
        and w.drop_id is not distinct from entry.drop_id
        and w.fulfilment = entry.fulfilment
        and w.on_date = entry.on_date
        and w.start_time is not distinct from entry.start_time
        and w.end_time is not distinct from entry.end_time
        and w.product_ids = entry.product_ids
        and w.quantities = entry.quantities
    )
  then
    return;
  end if;
  select s.user_id into seller from public.shops s where s.id = entry.shop_id and s.status = 'active';
  if not found then
    perform private.refuse('PT404', 'shop', 'This shop is no longer open.');
  elsif seller = me then
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
  perform private.note_network(me);
  -- First without the lock, so that nobody holds up the orders of a slot that is not full.
  perform private.check_slot_is_full(entry);
  perform private.lock_bookings(array[entry.shop_id]);
  perform private.check_slot_is_full(entry);
  insert into public.slot_waitlist_entries as w (
    user_id,
    shop_id,
    drop_id,
    fulfilment,
    on_date,
    start_time,
    end_time,
    product_ids,
    quantities
  )
  values
    (
      me,
      entry.shop_id,
      entry.drop_id,
      entry.fulfilment,
      entry.on_date,
      entry.start_time,
      entry.end_time,
      entry.product_ids,
      entry.quantities
    )
  on conflict on constraint slot_waitlist_entries_once do update
    set
      product_ids = excluded.product_ids,
      quantities = excluded.quantities,
      end_time = excluded.end_time
    -- An offer stays as it is.
    where w.offered_until is null;
end
$$;
comment on function public.join_slot_waitlist is
  'Puts the caller on the waitlist of a full slot. The argument is the part of an order for one shop: { shop_id, fulfilment, pickup or delivery: { date, '
  'start_time, end_time }, items: [{ product_id, quantity }] }. A repeat changes the items and keeps the place. Refusals: PT409 the slot is not offered or '
  'not full, its day never has so many units, blocked, 5 offers were missed in 30 days, or 10 entries.';

create function public.leave_slot_waitlist(entry_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.slot_waitlist_entries;
begin
  select *
  into entry
  from public.slot_waitlist_entries w
  where w.id = leave_slot_waitlist.entry_id and w.user_id = private.member_id();
  if not found then
    return;
  end if;
  perform private.lock_bookings(array[entry.shop_id]);
  with
    ended as (
      delete from public.slot_waitlist_entries w
      where w.id in (select e.id from public.slot_waitlist_entries e where e.id = entry.id for update skip locked)
      returning w.*
    )
  insert into private.ended_offers (user_id, shop_id)
  select e.user_id, e.shop_id from ended e where e.offered_until is not null;
end
$$;
comment on function public.leave_slot_waitlist is
  'Takes the caller off the waitlist of a slot. A place that was held for them goes to the next member.';

create function public.slot_waitlist_counts()
returns table (
  drop_id uuid,
  fulfilment text,
  on_date date,
  start_time time,
  end_time time,
  waiting integer,
  held integer
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    w.drop_id,
    w.fulfilment,
    w.on_date,
    w.start_time,
    w.end_time,
    count(*) filter (where w.offered_until is null)::integer,
    count(w.offered_until)::integer
  from public.slot_waitlist_entries w
  where w.shop_id = (select private.own_shop_id())
  group by w.drop_id, w.fulfilment, w.on_date, w.start_time, w.end_time
  order by w.on_date, w.start_time nulls first, w.fulfilment
$$;
comment on function public.slot_waitlist_counts is
  'For each slot of the caller''s shop and of its drops: how many members wait, and how many places are held for those with an offer.';
