-- How a checkout ends: paid, given up, or expired; and what then goes to whom.

create function private.guard_checkout_state() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status <> old.status and old.status <> 'pending' and not (old.status = 'expired' and new.status = 'paid') then
    raise exception using errcode = '23514', message = format('A checkout that is %s cannot become %s.', old.status, new.status);
  end if;
  return new;
end $$;
comment on function private.guard_checkout_state() is 'A checkout ends once; only a late payment can still bring one back that expired.';

create trigger guard_checkout_state before update of status on public.checkouts
  for each row execute function private.guard_checkout_state();

create function private.sentence_list(words text[]) returns text
language sql immutable parallel safe
return case when cardinality(words) > 1
  then array_to_string(words[:cardinality(words) - 1], ', ') || ' and ' || words[cardinality(words)] else words[1] end;
comment on function private.sentence_list(text[]) is '''a, b and c''.';

create function private.tell_payment(checkout uuid) returns void
language sql set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, link)
  select c.buyer_id, 'payment', 'Payment received',
    left(format('Thank you! %s %s your order of £%s.',
      private.sentence_list(array_agg(o.shop_name order by o.shop_name)), case when count(*) > 1 then 'have' else 'has' end, c.total), 2000),
    case when count(*) = 1 then '/order/' || min(o.id::text) else '/orders' end
  from public.checkouts c join public.orders o on o.checkout_id = c.id
  where c.id = checkout and c.buyer_id is not null
  group by c.id;
  insert into public.notifications (user_id, type, title, message, link)
  select s.user_id, 'order', 'New order',
    left(format('%s ordered %s for £%s%s.', coalesce(o.buyer_name, 'Somebody'), items.list, o.total_amount,
      case o.fulfilment when 'pickup' then format(', to be picked up on %s at %s',
        to_char(o.pickup_date, 'FMDD FMMonth'), to_char(o.pickup_start, 'HH24:MI')) else '' end), 2000),
    '/seller/orders'
  from public.orders o
  join public.shops s on s.id = o.shop_id and s.user_id is not null
  cross join lateral (
    select private.sentence_list(array_agg(format('%s × %s', i.quantity, i.name) order by i.name, i.id)) as list
    from public.order_items i where i.order_id = o.id
  ) items
  where o.checkout_id = checkout
$$;
comment on function private.tell_payment(uuid) is 'Tells the buyer that the payment came, and each seller what was ordered.';

create function private.settle_checkout(checkout uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.checkouts c set status = 'paid', paid_at = now() where c.id = checkout;
  update public.orders o set
    status = 'processing', paid_at = now(), cancel_reason = null,
    -- Mostly somebody's home: told to who has paid.
    pickup_place = case o.fulfilment when 'pickup' then (
      select to_jsonb(p) - array['shop_id', 'updated_at'] from public.shop_pickup_places p where p.shop_id = o.shop_id
    ) end
  where o.checkout_id = checkout;
  update public.chat_rooms r set is_paid = true
  where r.id in (select o.chat_room_id from public.orders o where o.checkout_id = checkout);
  perform private.tell_payment(checkout);
end $$;
comment on function private.settle_checkout(uuid) is 'Marks a checkout paid: its orders go to their shops. The checkout is locked.';

create function private.release_checkouts(checkouts uuid[], reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_for_order('{}', array(
    select i.product_id from public.orders o join public.order_items i on i.order_id = o.id
    where o.checkout_id = any (checkouts) and i.takes_stock
  ));
  update public.products p set stock = least(1000000, p.stock + t.quantity)
  from (
    select i.product_id, sum(i.quantity) as quantity
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.checkout_id = any (checkouts) and i.takes_stock
    group by i.product_id
  ) t where p.id = t.product_id;
  update public.orders o set status = 'cancelled', cancel_reason = reason where o.checkout_id = any (checkouts);
end $$;
comment on function private.release_checkouts(uuid[], text) is
  'Gives back what unpaid checkouts held: stock, and by their orders'' end pickup places and quotes. They are locked.';

create function private.retake_checkout(checkout uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  held record;
begin
  perform private.lock_for_order(
    array(select o.chat_room_id from public.orders o where o.checkout_id = checkout),
    array(select i.product_id from public.orders o join public.order_items i on i.order_id = o.id where o.checkout_id = checkout));
  perform private.lock_pickup_windows(
    array(select o.shop_id from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'),
    array(select i.product_id from public.orders o join public.order_items i on i.order_id = o.id where o.checkout_id = checkout),
    array(select o.pickup_date from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'));
  if exists (
    select from public.orders o join public.order_items i on i.order_id = o.id
    left join public.products p on p.id = i.product_id and p.is_listed
    where o.checkout_id = checkout
    group by p.id having p.id is null or p.stock < sum(i.quantity) filter (where i.takes_stock)
  ) or exists (
    select from public.orders o join public.chat_rooms r on r.id = o.chat_room_id
    where o.checkout_id = checkout
      and (r.is_paid or exists (select from public.orders other where other.chat_room_id = r.id and other.status <> 'cancelled'))
  ) then
    return false;
  end if;
  for held in
    select o.id, o.shop_id, o.pickup_date, o.pickup_start, o.pickup_end,
      array(select i.product_id from public.order_items i where i.order_id = o.id) as products
    from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup'
  loop
    -- One order a shop: none of them takes another's place.
    if not exists (
      select from private.pickup_choices(held.shop_id, held.products, held.pickup_date, held.pickup_date) c
      where c.start_time = held.pickup_start and c.end_time = held.pickup_end and c.remaining is distinct from 0
    ) then
      return false;
    end if;
  end loop;
  update public.products p set stock = p.stock - t.quantity
  from (
    select i.product_id, sum(i.quantity) as quantity
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.checkout_id = checkout and i.takes_stock
    group by i.product_id
  ) t where p.id = t.product_id;
  perform private.book_pickup(o.id, o.shop_id, array(select i.product_id from public.order_items i where i.order_id = o.id), o.pickup_date, o.pickup_start)
  from public.orders o where o.checkout_id = checkout and o.fulfilment = 'pickup';
  return true;
end $$;
comment on function private.retake_checkout(uuid) is
  'Takes again what an expired checkout gave back: true if all of it is still to be had, else nothing is taken. The checkout is locked.';

create function public.cancel_checkout(checkout_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given_up public.checkouts;
begin
  select * into given_up from public.checkouts c
  where c.id = cancel_checkout.checkout_id and c.buyer_id = auth.uid() for no key update;
  if not found then
    perform private.refuse('PT404', 'checkout', 'This order does not exist.');
  elsif given_up.status = 'paid' then
    perform private.refuse('PT409', 'paid', 'This order is paid already.');
  elsif given_up.status = 'pending' then
    update public.checkouts c set status = 'cancelled' where c.id = given_up.id;
    perform private.release_checkouts(array[given_up.id], 'Given up before it was paid.');
  end if;
end $$;
comment on function public.cancel_checkout(uuid) is 'The buyer gives up an unpaid checkout: what it held can be bought again at once.';

create function public.expire_checkouts(most integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Whoever holds one is paying it or giving it up: that comes first.
  over uuid[] := array(
    select c.id from public.checkouts c where c.status = 'pending' and c.expires_at <= now()
    order by c.expires_at limit most for no key update skip locked
  );
begin
  if cardinality(over) > 0 then
    update public.checkouts c set status = 'expired' where c.id = any (over);
    perform private.release_checkouts(over, 'Not paid in time.');
  end if;
  return cardinality(over);
end $$;
comment on function public.expire_checkouts(integer) is 'Ends checkouts that were not paid in 30 minutes and gives back what they held; answers how many.';

revoke execute on function private.guard_checkout_state(), private.sentence_list(text[]), private.tell_payment(uuid),
  private.settle_checkout(uuid), private.release_checkouts(uuid[], text), private.retake_checkout(uuid),
  public.cancel_checkout(uuid), public.expire_checkouts(integer) from public;
grant execute on function public.cancel_checkout(uuid) to authenticated;
grant execute on function public.expire_checkouts(integer) to service_role;
