-- How much one person may ask for and hold: lines of an order, and unpaid orders of what others want too.

create or replace function private.lock_pickup_windows(shops uuid[], products uuid[], days date[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Not the rows of the windows: whoever waited for windows that were replaced meanwhile would hold none of the new ones.
  perform pg_advisory_xact_lock(k.key)
  from (select distinct hashtextextended('pickup ' || shop, 0) as key from unnest(shops) shop order by 1) k;
end $$;
comment on function private.lock_pickup_windows(uuid[], uuid[], date[]) is
  'Makes whoever books a pickup from the same shop wait, whichever products and days: a product''s own windows are booked through its shop too. '
  'Shops always in one order, after products were locked.';

-- Windows are put together once a weekday, and looked at in order of time: with the windows of a hundred products, comparing each with each took seconds.
create or replace function private.pickup_choices(shop uuid, products uuid[], from_date date, to_date date)
returns table (pickup_date date, start_time time, end_time time, remaining integer)
language sql stable set search_path = ''
as $$
  with wanted as materialized (
    select p.id, p.lead_time_days, exists (select from public.product_pickup_schedules w where w.product_id = p.id) as has_own
    from public.products p where p.id = any (products)
  ),
  weekly as materialized (
    select w.shop_id as owner_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.shop_pickup_schedules w
    where w.shop_id = shop and exists (select from wanted where not has_own)
    union all
    select w.product_id, w.day_of_week, w.start_time, w.end_time, w.max_orders
    from public.product_pickup_schedules w join wanted p on p.id = w.product_id
  ),
  clock as (select now() at time zone 'Europe/London' as local),
  days as materialized (
    select d.day, extract(dow from d.day) as day_of_week
    from (select from_date + n as day from generate_series(0, to_date - from_date) n) d, clock
    -- Nobody bakes for a day further off than a year.
    where d.day between clock.local::date + (select max(w.lead_time_days) from wanted w) and clock.local::date + 366
      and not exists (select from public.shop_closures c where c.shop_id = shop and d.day between c.from_date and c.to_date)
  ),
  turns as (
    select t.day_of_week, t.at, sum(t.change) as change, bool_or(t.change < 0) as is_end
    from (
      select w.day_of_week, w.start_time as at, 1 as change from weekly w
      union all
      select w.day_of_week, w.end_time, -1 from weekly w
    ) t group by t.day_of_week, t.at
  ),
  moments as (
    select t.day_of_week, t.at, sum(t.change) over (partition by t.day_of_week order by t.at) as open,
      min(t.at) filter (where t.is_end) over (partition by t.day_of_week order by t.at desc rows between unbounded preceding and 1 preceding) as until
    from turns t
  ),
  -- Windows of one owner never overlap: when as many are open as there are owners, each has one open, until the first of them ends.
  spans as materialized (
    select m.day_of_week, m.at, m.until
    from (
      select m.*, row_number() over (partition by m.day_of_week order by m.at) as number from moments m
      where m.open = (select count(distinct case when has_own then id else shop end) from wanted)
    ) m where m.number <= 48
  ),
  taken as materialized (
    select w.owner_id, d.day, w.start_time, count(*) as orders
    from weekly w
    join days d on d.day_of_week = w.day_of_week
    join private.pickup_bookings b
      on b.owner_id = w.owner_id and b.pickup_date = d.day and b.start_time < w.end_time and b.end_time > w.start_time
    where w.max_orders is not null
    group by w.owner_id, d.day, w.start_time
  )
  select d.day, s.at, s.until, case when min(w.max_orders - coalesce(t.orders, 0)) < 0 then 0 else min(w.max_orders - coalesce(t.orders, 0)) end::integer
  from spans s
  join days d on d.day_of_week = s.day_of_week
  join weekly w on w.day_of_week = s.day_of_week and w.start_time <= s.at and w.end_time > s.at
  left join taken t on t.owner_id = w.owner_id and t.day = d.day and t.start_time = w.start_time
  cross join clock
  where d.day + s.until > clock.local
  group by d.day, s.at, s.until
  order by 1, 2
$$;
comment on function private.pickup_choices(uuid, uuid[], date, date) is
  'Times in which all of these products can be picked up together, none of them over; 48 a day at the most.';

create or replace function private.read_order_lines("order" jsonb) returns private.order_line[]
language plpgsql set search_path = ''
as $$
declare
  most constant integer := 200;
begin
  if (
    select sum(jsonb_array_length(private.order_list(s.given, 'items', 100))) from jsonb_array_elements("order" -> 'shops') s (given)
  ) > most then
    perform private.refuse('22023', 'malformed', format('One order has at most %s different lines. Please order in two parts.', most));
  end if;
  return array(
    select private.read_order_line(i.given, private.order_uuid(s.given, 'shop_id'), i.number)
    from jsonb_array_elements("order" -> 'shops') with ordinality as s (given, number)
    cross join jsonb_array_elements(s.given -> 'items') with ordinality as i (given, number)
    order by s.number, i.number
  );
end $$;
comment on function private.read_order_lines(jsonb) is 'Reads the lines of all shops: at most 200, so that no order keeps the others waiting.';

create function private.is_scarce(stock bigint) returns boolean
language sql immutable parallel safe
return stock < 25;
comment on function private.is_scarce(bigint) is 'Whether so little is left of a product that who holds it unpaid keeps it from others.';

create function private.is_limited_pickup(shop uuid, products uuid[], day date, starts time) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.shop_pickup_schedules w
    where w.shop_id = shop and w.day_of_week = extract(dow from day) and w.start_time <= starts and w.end_time > starts and w.max_orders is not null
  ) or exists (
    select from public.product_pickup_schedules w
    where w.product_id = any (products) and w.day_of_week = extract(dow from day) and w.start_time <= starts and w.end_time > starts
      and w.max_orders is not null
  )
$$;
comment on function private.is_limited_pickup(uuid, uuid[], date, time) is 'Whether a pickup takes a place in a window that has only so many.';

create function private.holds_scarce(checkout uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.orders o join public.order_items i on i.order_id = o.id join public.products p on p.id = i.product_id
    where o.checkout_id = checkout and i.takes_stock and private.is_scarce(p.stock)
  ) or exists (
    select from public.orders o
    where o.checkout_id = checkout and o.fulfilment = 'pickup' and private.is_limited_pickup(o.shop_id,
      array(select i.product_id from public.order_items i where i.order_id = o.id), o.pickup_date, o.pickup_start)
  )
$$;
comment on function private.holds_scarce(uuid) is 'Whether an unpaid checkout keeps from others what is nearly gone: the last of a product, or a place in a pickup window.';

create function private.check_unpaid(buyer uuid, parts private.order_part[], lines private.order_line[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 5;
begin
  -- Whoever takes only what there is plenty of, however often, is in nobody's way.
  if not exists (
    select from unnest(lines) l join public.products p on p.id = l.product_id
    where l.chat_room_id is null group by p.id having private.is_scarce(p.stock - sum(l.quantity))
  ) and not exists (
    select from unnest(parts) s
    where s.fulfilment = 'pickup' and private.is_limited_pickup(s.shop_id,
      array(select l.product_id from unnest(lines) l where l.shop_id = s.shop_id), s.pickup_date, s.pickup_start)
  ) then
    return;
  end if;
  if (
    select count(*) from (
      select from public.checkouts c
      where c.buyer_id = buyer and c.status = 'pending' and c.expires_at > now() and private.holds_scarce(c.id)
      limit most
    ) held
  ) >= most then
    perform private.refuse('PT429', 'too_many',
      format('%s orders of yours are not paid yet and hold what is nearly gone. Please pay for one of them or give one up first.', most));
  end if;
end $$;
comment on function private.check_unpaid(uuid, private.order_part[], private.order_line[]) is
  'Refuses a sixth unpaid checkout that keeps from others what is nearly gone. The buyer''s other orders wait, and the products are locked.';

create index checkouts_pending on public.checkouts (buyer_id) where status = 'pending';

create or replace function public.place_order("order" jsonb, idempotency_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer uuid := auth.uid();
  digest text := encode(sha256(convert_to(coalesce("order"::text, ''), 'UTF8')), 'hex');
  parts private.order_part[];
  part private.order_part;
  lines private.order_line[];
  bought private.bought_line[];
  place public.user_addresses;
  placed public.checkouts;
begin
  if buyer is null or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = buyer) then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  if coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'An order comes with a key of its own, of 8 to 200 characters.');
  end if;
  -- One order of a person at a time: one that was sent twice finds the first, and nobody holds more by asking twice at once.
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || buyer, 0));
  select * into placed from public.checkouts c where c.buyer_id = buyer and c.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_digest is distinct from digest then
      perform private.refuse('PT409', 'key_reused', 'This key belongs to another order of yours.');
    end if;
    return private.checkout_answer(placed.id);
  end if;

  parts := private.read_order_parts("order");
  lines := private.read_order_lines("order");
  if exists (select from unnest(lines) l where l.chat_room_id is not null group by l.shop_id having count(*) > 1) then
    perform private.refuse('22023', 'quantity', 'Please accept one quote of a shop at a time.');
  end if;
  if exists (select from unnest(parts) p where p.fulfilment = 'delivery') then
    select * into place from public.user_addresses a where a.id = private.order_uuid("order", 'address_id') and a.user_id = buyer;
    if place.id is null and "order" ->> 'address_id' is null then
      perform private.refuse('22023', 'address_missing', 'Please choose an address for the delivery.');
    elsif place.id is null then
      perform private.refuse('PT404', 'address', 'This address does not exist any more.');
    end if;
  end if;

  perform private.lock_for_order(
    array(select l.chat_room_id from unnest(lines) l where l.chat_room_id is not null),
    array(select l.product_id from unnest(lines) l));
  perform private.lock_pickup_windows(
    array(select p.shop_id from unnest(parts) p where p.fulfilment = 'pickup'),
    array(select l.product_id from unnest(lines) l),
    array(select p.pickup_date from unnest(parts) p where p.fulfilment = 'pickup'));
  foreach part in array parts loop
    perform private.check_shop(buyer, part, place);
  end loop;
  bought := array(
    select private.buy_line(buyer, l, p.fulfilment, w.quantity)
    from unnest(lines) l
    join unnest(parts) p on p.shop_id = l.shop_id
    join (
      select o.product_id, sum(o.quantity) filter (where o.chat_room_id is null) as quantity from unnest(lines) o group by o.product_id
    ) w on w.product_id = l.product_id
    order by p.position, l.position
  );
  foreach part in array parts loop
    if part.fulfilment = 'pickup' then
      perform private.check_pickup(part, array(select l.product_id from unnest(lines) l where l.shop_id = part.shop_id));
    end if;
  end loop;
  perform private.check_unpaid(buyer, parts, lines);

  placed := private.write_checkout(buyer, idempotency_key, digest, parts, bought, place);
  if "order" ->> 'shown_total' is not null and "order" -> 'shown_total' is distinct from to_jsonb(placed.total) then
    perform private.refuse('PT409', 'prices_changed',
      format('Prices have changed: this order comes to £%s now.', placed.total), jsonb_build_object('total', placed.total));
  end if;
  perform private.book_pickup(o.id, o.shop_id, array(select i.product_id from public.order_items i where i.order_id = o.id), o.pickup_date, o.pickup_start)
  from public.orders o where o.checkout_id = placed.id and o.fulfilment = 'pickup';
  if placed.total = 0 then
    perform private.settle_checkout(placed.id);
  end if;
  return private.checkout_answer(placed.id);
end $$;

revoke execute on function private.is_scarce(bigint), private.is_limited_pickup(uuid, uuid[], date, time), private.holds_scarce(uuid),
  private.check_unpaid(uuid, private.order_part[], private.order_line[]) from public;
