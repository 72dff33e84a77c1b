-- The baker's side of orders: when each is due, the inbox, the prep sheet of a day, and the ledger of what was sold.

alter table public.orders
  add column due_at timestamp,
  add column buyer_search text generated always as (private.folded(buyer_name)) stored;
comment on column public.orders.buyer_search is 'The buyer''s name as search compares it: folding 50,000 of them takes too long when somebody waits.';
comment on column public.orders.due_at is
  'When it is to be handed over, on the wall clock in London: the start of its pickup window. A delivery has no day of its own: it is due on '
  'the day it was paid plus the longest lead time of its products, at 00:00. Null until then. Kept by trigger.';

create function private.due_at(sold public.orders) returns timestamp
language sql stable security definer set search_path = ''
as $$
  select case
    when sold.fulfilment = 'pickup' then sold.pickup_date + sold.pickup_start
    else (sold.paid_at at time zone 'Europe/London')::date::timestamp + interval '1 day' * coalesce((
      select max(p.lead_time_days)
      from public.order_items i join public.products p on p.id = i.product_id
      where i.order_id = sold.id
    ), 0)
  end
$$;
comment on function private.due_at(public.orders) is 'When an order is to be handed over or sent.';

create function private.keep_due_at() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.due_at := private.due_at(new);
  return new;
end $$;
comment on function private.keep_due_at() is 'Says when an order is due, as soon as that is known.';

revoke execute on function private.due_at(public.orders), private.keep_due_at() from public;

alter table public.orders disable trigger user;
update public.orders o set due_at = private.due_at(o);
alter table public.orders enable trigger user;
alter table public.orders add constraint orders_say_when_due check (paid_at is null or due_at is not null);

create trigger keep_due_at before insert or update of fulfilment, paid_at, pickup_date, pickup_start on public.orders
  for each row execute function private.keep_due_at();

-- Holds all that the inbox counts, so that 50,000 orders are counted without a look at one of them; it does what orders_shop did, too.
create index orders_inbox on public.orders (shop_id, status, due_at, id) include (paid_at);
drop index public.orders_shop;
create index orders_sold on public.orders (shop_id, paid_at, id) where paid_at is not null;

-- The inbox.

create function private.due_days(day text, out from_day timestamp, out to_day timestamp)
language plpgsql stable set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
begin
  case day
    when 'late' then to_day := today;
    when 'today' then from_day := today; to_day := today + 1;
    when 'tomorrow' then from_day := today + 1; to_day := today + 2;
    when 'later' then from_day := today + 2;
    else
      begin
        from_day := day::date;
        to_day := day::date + 1;
      exception when data_exception then
        perform private.refuse('22023', 'day', 'There is no such day.');
      end;
  end case;
end $$;
comment on function private.due_days(text) is
  'From when until before when: late, today, tomorrow, later (than tomorrow) or a date.';

create function private.own_shop_or_refuse() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  shop uuid := private.own_shop_id();
begin
  if shop is null then
    perform private.refuse('PT404', 'shop', 'You have no shop yet.');
  end if;
  return shop;
end $$;
comment on function private.own_shop_or_refuse() is 'The shop of whoever is asking.';

create function private.check_order_state(state text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if state not in ('processing', 'ready', 'shipped', 'delivered', 'cancelled') then
    perform private.refuse('22023', 'state', 'There is no such state of an order.');
  end if;
end $$;
comment on function private.check_order_state(text) is 'Refuses what is no state of a paid order; null is every state.';

create function private.order_lines(sold uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id, 'product_id', i.product_id, 'name', i.name, 'variation', i.variation, 'quantity', i.quantity, 'personalization', i.personalization,
    'custom_request_details', i.custom_request_details, 'allergens', i.allergens
  ) order by i.created_at, i.id), '[]')
  from public.order_items i where i.order_id = sold
$$;
comment on function private.order_lines(uuid) is 'What is to be made for an order, as bought.';

create function public.seller_inbox(
  state text default null, day text default null, search text default null, after text default null, page_size integer default 25
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  shop uuid := private.own_shop_or_refuse();
  today date := (now() at time zone 'Europe/London')::date;
  wanted text := private.folded(left(private.trimmed(coalesce(search, '')), 100));
  -- What is still to be done comes in the order it is due; what is done, and everything together, the latest first.
  is_open boolean := coalesce(state in ('processing', 'ready', 'shipped'), false);
  place text := case when state is null then 'o.paid_at' else 'o.due_at' end;
  from_due timestamp;
  to_due timestamp;
  first_id uuid;
  last_id uuid;
  filter text := '';
  narrowed text := '';
  shown integer := least(greatest(coalesce(page_size, 25), 1), 100);
  answer jsonb;
  page jsonb;
begin
  perform private.check_order_state(state);
  if wanted <> '' then
    filter := ' and position($5 in o.buyer_search) > 0';
    if wanted ~ '^#?[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?$' or wanted ~ '^#?[0-9a-f]{1,8}$' then
      first_id := overlay('00000000-0000-0000-0000-000000000000' placing ltrim(wanted, '#') from 1);
      last_id := overlay('ffffffff-ffff-ffff-ffff-ffffffffffff' placing ltrim(wanted, '#') from 1);
      filter := ' and (position($5 in o.buyer_search) > 0 or o.id between $8 and $9)';
    end if;
  end if;
  if state is not null then
    narrowed := narrowed || ' and o.status = $2';
  end if;
  if day is not null then
    select d.from_day, d.to_day into from_due, to_due from private.due_days(day) d;
    narrowed := narrowed
      || case when from_due is null then '' else ' and o.due_at >= $3' end
      || case when to_due is null then '' else ' and o.due_at < $4' end;
  end if;
  if after is not null then
    if after !~ '^\d{4}-\d\d-\d\dT[0-9:.+-]{5,25}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('22023', 'after', 'There is no such page.');
    end if;
    narrowed := narrowed || format(' and (%s, o.id) %s (split_part($6, ''_'', 1)::%s, split_part($6, ''_'', 2)::uuid)',
      place, case when is_open then '>' else '<' end, case when state is null then 'timestamptz' else 'timestamp' end);
  end if;

  execute 'select jsonb_build_object(
      ''processing'', coalesce(sum(c.orders) filter (where c.status = ''processing''), 0), ''ready'', coalesce(sum(c.orders) filter (where c.status = ''ready''), 0),
      ''shipped'', coalesce(sum(c.orders) filter (where c.status = ''shipped''), 0), ''delivered'', coalesce(sum(c.orders) filter (where c.status = ''delivered''), 0),
      ''cancelled'', coalesce(sum(c.orders) filter (where c.status = ''cancelled''), 0))
    from (
      select o.status, count(*) as orders from public.orders o where o.shop_id = $1 and o.paid_at is not null ' || filter || ' group by o.status
    ) c'
    into answer using shop, state, from_due, to_due, wanted, after, shown, first_id, last_id;
  answer := jsonb_build_object('today', today, 'counts', answer, 'days', null);
  if is_open then
    execute 'select $4 || jsonb_build_object(''days'', jsonb_build_object(
        ''late'', count(*) filter (where o.due_at < $3), ''today'', count(*) filter (where o.due_at >= $3 and o.due_at < $3 + interval ''1 day''),
        ''tomorrow'', count(*) filter (where o.due_at >= $3 + interval ''1 day'' and o.due_at < $3 + interval ''2 days''),
        ''later'', count(*) filter (where o.due_at >= $3 + interval ''2 days'')))
      from public.orders o where o.shop_id = $1 and o.paid_at is not null and o.status = $2' || filter
      into answer using shop, state, today::timestamp, answer, wanted, after, shown, first_id, last_id;
  end if;

  begin
    execute format('select coalesce(jsonb_agg(to_jsonb(r) - ''position'' order by r.position), ''[]'') from (
        select row_number() over () as position, o.id, o.status, o.fulfilment, o.due_at, o.pickup_start, o.pickup_end, o.buyer_name, o.paid_at,
          o.total_amount, o.refunded_amount, o.note is not null as has_note, o.delivery_address ->> ''city'' as town, private.order_lines(o.id) as items
        from (
          select o.* from public.orders o where o.shop_id = $1 and o.paid_at is not null %s order by %s %s, o.id %3$s limit $7
        ) o
      ) r', filter || narrowed, place, case when is_open then 'asc' else 'desc' end)
      into page using shop, state, from_due, to_due, wanted, after, shown + 1, first_id, last_id;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.refuse('22023', 'after', 'There is no such page.');
  end;
  return answer || jsonb_build_object(
    'orders', case when jsonb_array_length(page) > shown then page - shown else page end,
    'next', case when jsonb_array_length(page) > shown
      then (page -> (shown - 1) ->> case when state is null then 'paid_at' else 'due_at' end) || '_' || (page -> (shown - 1) ->> 'id') end,
    'newest', (
      select jsonb_build_object('id', o.id, 'paid_at', o.paid_at, 'buyer_name', o.buyer_name)
      from public.orders o where o.shop_id = shop and o.paid_at is not null order by o.paid_at desc, o.id desc limit 1
    )
  );
end $$;
comment on function public.seller_inbox(text, text, text, text, integer) is
  'A page of the paid orders of the caller''s shop, how many there are in each state and, of those still to be done, by when: { today, counts, days: '
  '{ late, today, tomorrow, later } | null, orders, next: what `after` takes for the page after it, newest }. `state` null is every state, the '
  'latest payment first; `day` is late, today, tomorrow, later or a date; `search` is part of the buyer''s name or the beginning of an order''s number.';

-- The prep sheet.

create function public.prep_sheet(day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  shop uuid := private.own_shop_or_refuse();
begin
  if day is null then
    perform private.refuse('22023', 'day', 'A prep sheet is for a day.');
  end if;
  return jsonb_build_object(
    'day', day,
    'late', (
      select count(*) from public.orders o
      where o.shop_id = shop and o.status = 'processing' and o.paid_at is not null
        and o.due_at < least(day, (now() at time zone 'Europe/London')::date)
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.due_at, r.id), '[]') from (
        select o.id, o.status, o.fulfilment, o.due_at, o.pickup_start, o.pickup_end, o.buyer_name, o.note, o.brief,
          o.delivery_address ->> 'city' as town, o.delivery_address ->> 'postal_code' as postal_code, private.order_lines(o.id) as items
        from public.orders o
        where o.shop_id = shop and o.status in ('processing', 'ready', 'shipped', 'delivered') and o.paid_at is not null
          and o.due_at >= day::timestamp and o.due_at < day::timestamp + interval '1 day'
      ) r
    )
  );
end $$;
comment on function public.prep_sheet(date) is
  'What the caller''s shop has to make for a day, order by order with options, personalisation, allergens and notes; done ones too, so that totals '
  'say how far it has come: { day, late: how many are still to be made for days before, orders }.';

-- The ledger.

create function private.kept_fee(fee numeric, total numeric, refunded numeric, route text) returns numeric
language sql immutable parallel safe
return case
  -- Paid straight to the shop, the provider gives the fee back in proportion; sent on to it, we do, and the shop keeps its part
  -- (private.shop_part); else the fee is taken from what remains.
  when total = 0 then 0
  when route = 'destination' then fee - round(fee * refunded / total, 2)
  when route = 'transfers' then total - refunded - round((total - fee) * (total - refunded) / total, 2)
  else least(fee, total - refunded)
end;
comment on function private.kept_fee(numeric, numeric, numeric, text) is 'What of the marketplace''s fee is left after refunds.';

create view private.sold_orders as
select o.id as order_id, o.shop_id, o.paid_at, o.status, o.fulfilment, o.due_at, o.buyer_name, o.subtotal, o.delivery_fee, o.total_amount,
  o.refunded_amount, f.fee, o.total_amount - o.refunded_amount - f.fee as net
from public.orders o
left join lateral (
  select p.fee_percent, p.route from public.payments p
  where p.checkout_id = o.checkout_id and p.status = 'succeeded' and p.is_kept order by p.captured_at limit 1
) paid on true
cross join lateral (
  select private.kept_fee(private.order_fee(o.subtotal, coalesce(paid.fee_percent, 0)), o.total_amount, o.refunded_amount, paid.route) as fee
) f
where o.paid_at is not null;
comment on view private.sold_orders is 'Paid orders as a bookkeeper sees them: what came in, went back, and went to the marketplace.';
revoke all on private.sold_orders from public, anon, authenticated;

create function private.london_midnight(day date) returns timestamptz
language sql stable
set search_path = ''
return day::timestamp at time zone 'Europe/London';
comment on function private.london_midnight(date) is 'When a day begins in London.';

create function public.sales_ledger(
  from_day date default null, to_day date default null, state text default null, after_paid_at timestamptz default null, after_id uuid default null, page_size integer default 500
) returns table (
  order_id uuid, paid_at timestamptz, status text, fulfilment text, due_at timestamp, buyer_name text, items jsonb, subtotal numeric,
  delivery_fee numeric, total_amount numeric, refunded_amount numeric, fee numeric, net numeric
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  shop uuid := private.own_shop_or_refuse();
  since timestamptz := coalesce(private.london_midnight(from_day), '-infinity');
  until timestamptz := coalesce(private.london_midnight(to_day + 1), 'infinity');
begin
  perform private.check_order_state(state);
  -- One range, from wherever the page before it ended.
  if after_paid_at is null then
    after_paid_at := since;
    after_id := '00000000-0000-0000-0000-000000000000';
  end if;
  return query
  select s.order_id, s.paid_at, s.status, s.fulfilment, s.due_at, s.buyer_name, private.order_lines(s.order_id), s.subtotal, s.delivery_fee,
    s.total_amount, s.refunded_amount, s.fee, s.net
  from private.sold_orders s
  where s.shop_id = shop and (s.paid_at, s.order_id) > (after_paid_at, after_id) and s.paid_at >= since and s.paid_at < until
    and (sales_ledger.state is null or s.status = sales_ledger.state)
  order by s.paid_at, s.order_id
  limit least(greatest(coalesce(page_size, 500), 1), 1000);
end $$;
comment on function public.sales_ledger(date, date, text, timestamptz, uuid, integer) is
  'What the caller''s shop was paid from a day to a day, the oldest first, a page at a time: the next one begins after the last row''s paid_at and '
  'order_id. `fee` is what the marketplace keeps after refunds, `net` what is left of it all.';

create function public.sales_sums(from_day date default null, to_day date default null, state text default null) returns table (
  orders bigint, subtotal numeric, delivery_fee numeric, total_amount numeric, refunded_amount numeric, fee numeric, net numeric
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  shop uuid := private.own_shop_or_refuse();
begin
  perform private.check_order_state(state);
  return query
  select count(*), coalesce(sum(s.subtotal), 0), coalesce(sum(s.delivery_fee), 0), coalesce(sum(s.total_amount), 0),
    coalesce(sum(s.refunded_amount), 0), coalesce(sum(s.fee), 0), coalesce(sum(s.net), 0)
  from private.sold_orders s
  where s.shop_id = shop and s.paid_at >= coalesce(private.london_midnight(from_day), '-infinity')
    and s.paid_at < coalesce(private.london_midnight(to_day + 1), 'infinity')
    and (sales_sums.state is null or s.status = sales_sums.state);
end $$;
comment on function public.sales_sums(date, date, text) is 'The sums of what sales_ledger lists.';

revoke execute on function private.due_days(text), private.own_shop_or_refuse(), private.check_order_state(text), private.order_lines(uuid),
  public.seller_inbox(text, text, text, text, integer), public.prep_sheet(date), private.kept_fee(numeric, numeric, numeric, text),
  private.london_midnight(date), public.sales_ledger(date, date, text, timestamptz, uuid, integer), public.sales_sums(date, date, text) from public;
grant execute on function public.seller_inbox(text, text, text, text, integer), public.prep_sheet(date),
  public.sales_ledger(date, date, text, timestamptz, uuid, integer), public.sales_sums(date, date, text) to authenticated;
