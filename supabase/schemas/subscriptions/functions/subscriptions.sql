-- Days and times.

create function private.subscription_hold()
returns interval
language sql
immutable
parallel safe
-- With Stripe's minimum after it, a session ends within Stripe's limit of a day.
return interval '23 hours';
comment on function private.subscription_hold is
  'How long the buyer of a subscription can pay an order: a day, in which nobody has to get up at night.';

create function private.subscription_times(
  product public.products,
  day date,
  starts time,
  out order_at timestamptz,
  out close_at timestamptz,
  out announce_at timestamptz
)
language plpgsql
stable
set search_path = ''
as $$
declare
  rules public.shop_booking_rules;
  close_local timestamp;
begin
  select * into rules from public.shop_booking_rules r where r.shop_id = product.shop_id;
  -- The seller knows the day before what is to be made. least() ignores a missing cut-off.
  close_local := least(
    day::timestamp,
    (day - product.lead_time_days + 1)::timestamp,
    day + starts - make_interval(hours => rules.pickup_cutoff_hours)
  );
  close_at := close_local at time zone 'Europe/London';
  order_at := greatest(
    close_at - private.subscription_hold(),
    private.london_midnight(day + 1 - greatest(coalesce(rules.horizon_days, 14), product.lead_time_days + 14))
  );
  announce_at := order_at - interval '2 days';
end
$$;
comment on function private.subscription_times is
  'When the order for a day is announced, created, and to be paid (close_at): by the cut-off and lead time, and before the day begins in London. '
  'Not before the shop takes orders for the day.';

create function private.day_in_turn(anchor date, every_weeks integer, from_day date)
returns date
language sql
immutable
parallel safe
return anchor + 7 * every_weeks * ceil((from_day - anchor)::numeric / (7 * every_weeks))::integer;
comment on function private.day_in_turn is
  'The first day on or after from_day that is a whole number of intervals away from the anchor, before or after it.';

create function private.free_day(subscription public.subscriptions, from_day date)
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
  product public.products;
  candidate date := private.day_in_turn(
    subscription.next_on,
    subscription.every_weeks,
    greatest(from_day, (now() at time zone 'Europe/London')::date)
  );
begin
  select * into product from public.products p where p.id = subscription.product_id;
  while (private.subscription_times(product, candidate, subscription.start_time)).order_at <= now()
  or exists (
    select from public.subscription_days d where d.subscription_id = subscription.id and d.day = candidate
  ) loop
    candidate := candidate + 7 * subscription.every_weeks;
  end loop;
  return candidate;
end
$$;
comment on function private.free_day is
  'The first day of a subscription on or after from_day whose order is still to be created.';

create function private.weekly_windows(product public.products)
returns table (weekday integer, start_time time, end_time time)
language sql
stable
set search_path = ''
as $$
  select w.day_of_week::integer, w.start_time, w.end_time
  from public.product_pickup_schedules w
  where w.product_id = product.id and w.fulfilment = 'pickup' and w.day_of_week is not null
  union all
  select w.day_of_week::integer, w.start_time, w.end_time
  from public.shop_pickup_schedules w
  where
    w.shop_id = product.shop_id
    and w.fulfilment = 'pickup'
    and w.day_of_week is not null
    and not exists (
      select from public.product_pickup_schedules own where own.product_id = product.id and own.fulfilment = 'pickup'
    )
$$;
comment on function private.weekly_windows is 'The weekly pickup windows of a product: its own, or those of its shop.';

create function private.is_closed_on(shop uuid, day date)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.shop_closures c where c.shop_id = shop and day between c.from_date and c.to_date)
$$;
comment on function private.is_closed_on is 'Whether a shop has days off on a day.';

create function public.subscription_windows(product_id uuid)
returns table (
  weekday integer,
  start_time time,
  end_time time,
  first_on date,
  order_at timestamptz,
  pay_until timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  product public.products;
  today date := (now() at time zone 'Europe/London')::date;
begin
  select *
  into product
  from public.products p
  where
    p.id = subscription_windows.product_id
    and p.is_listed
    and p.is_subscribable
    and p.available_for_pickup
    and p.allergens_declared;
  if not found then
    return;
  end if;
  return query
    select distinct on (w.weekday, w.start_time)
      w.weekday,
      w.start_time,
      w.end_time,
      d.day,
      t.order_at,
      t.close_at
    from
      private.weekly_windows(product) w
      -- Eight weeks after the longest of lead time and cut-off.
      cross join lateral (
        select today + n as day
        from generate_series(0, product.lead_time_days + 86) n
        where extract(dow from today + n) = w.weekday
      ) d
      cross join lateral private.subscription_times(product, d.day, w.start_time) t
    where t.order_at > now() and t.order_at < t.close_at and not private.is_closed_on(product.shop_id, d.day)
    order by w.weekday, w.start_time, d.day;
end
$$;
comment on function public.subscription_windows is
  'When a product can be subscribed to: each weekly pickup window with its first day, and when the order for it is created and to be paid. Empty if it cannot.';

create function private.current_terms(product public.products, line jsonb)
returns private.subscription_terms
language plpgsql
stable
set search_path = ''
as $$
declare
  read_line private.order_line := private.read_order_line(
    line || jsonb_build_object('product_id', product.id, 'quantity', 1),
    product.shop_id,
    1
  );
  chosen private.chosen_options := private.choose_options(product, read_line);
begin
  product := private.compose(product, chosen.choices);
  return row(
    chosen.price,
    product.allergens,
    product.ingredients,
    nullif(
      concat_ws(
        '; ',
        chosen.variation,
        nullif(private.options_text(chosen.options), ''),
        coalesce('“' || read_line.custom_request_details || '”', initcap(replace(read_line.personalization, '_', ' ')))
      ),
      ''
    )
  )::private.subscription_terms;
end
$$;
comment on function private.current_terms is 'The terms of a product now. Refuses what the product no longer offers.';

create function private.differs_from(terms private.subscription_terms, subscription public.subscriptions)
returns text
language sql
immutable
set search_path = ''
as $$
  select
    case
      when private.stated_allergens(terms.allergens) <> private.stated_allergens(
          subscription.allergens
        ) then 'allergens'
      when terms.ingredients is distinct from subscription.ingredients then 'ingredients'
      when terms.price > subscription.price then 'price'
    end
$$;
comment on function private.differs_from is
  'What the buyer has to agree to again: allergens, ingredients or a higher price. Null if nothing.';

create function private.check_agreed(terms private.subscription_terms, shown jsonb, product text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if
    private.stated_allergens(nullif(shown -> 'allergens', 'null')) <> private.stated_allergens(terms.allergens)
    or shown ->> 'ingredients' is distinct from terms.ingredients
  then
    perform private.refuse(
      'PT409',
      'allergens_changed',
      format('The allergens or ingredients of %s have just changed. Please read them again.', product)
    );
  elsif shown -> 'price' is distinct from to_jsonb(terms.price) then
    perform private.refuse(
      'PT409',
      'prices_changed',
      format('The price has changed. One now costs £%s.', round(terms.price, 2))
    );
  elsif shown -> 'agreed' is distinct from 'true' then
    perform private.refuse(
      '22023',
      'not_agreed',
      'Please confirm that you agree to recurring orders, and that you have read the allergens.'
    );
  end if;
end
$$;
comment on function private.check_agreed is
  'Refuses what a buyer was shown ({ price, allergens, ingredients, agreed }) unless it is current and agreed to.';

create function private.subscription_day(given jsonb)
returns date
language plpgsql
immutable
set search_path = ''
as $$
begin
  if
    coalesce(given ->> 'first_on', '') !~ '^\d{4}-\d\d-\d\d$'
    or coalesce(given ->> 'start_time', '') !~ '^\d\d:\d\d(:00)?$'
  then
    perform private.refuse('22023', 'malformed', 'A subscription needs its first day and a time.');
  end if;
  return (given ->> 'first_on')::date;
exception when data_exception then
  perform private.refuse('22023', 'malformed', 'This date is not valid.');
end
$$;
comment on function private.subscription_day is 'The first day in a request of a subscription.';

create function private.with_days(subscription public.subscriptions, product public.products, given jsonb)
returns public.subscriptions
language plpgsql
stable
set search_path = ''
as $$
declare
  quantity numeric := case when jsonb_typeof(given -> 'quantity') = 'number' then (given ->> 'quantity')::numeric end;
  day date := private.subscription_day(given);
  times record;
begin
  if quantity is null or quantity not between 1 and 20 or quantity <> trunc(quantity) then
    perform private.refuse('22023', 'quantity', 'Please choose a quantity from 1 to 20.');
  elsif given -> 'every_weeks' not in ('1', '2') or given -> 'every_weeks' is null then
    perform private.refuse('22023', 'malformed', 'A subscription is for each week, or for every two weeks.');
  elsif subscription.price * quantity between 0.01 and 0.29 then
    perform private.refuse('22023', 'amount', 'Card payments start at 30p. Please choose more.');
  end if;
  select w.start_time, w.end_time
  into subscription.start_time, subscription.end_time
  from private.weekly_windows(product) w
  where w.weekday = extract(dow from day) and w.start_time = (given ->> 'start_time')::time
  limit 1;
  if not found then
    perform private.refuse('PT409', 'slot', 'This pickup time is not offered. Please choose another one.');
  end if;
  times := private.subscription_times(product, day, subscription.start_time);
  if
    times.order_at <= now()
    or times.order_at >= times.close_at
    or day > (now() at time zone 'Europe/London')::date + product.lead_time_days + 120
  then
    perform private.refuse('PT409', 'day', 'This day is too soon or too far ahead. Please choose another one.');
  end if;
  subscription.quantity := quantity;
  subscription.every_weeks := given -> 'every_weeks';
  subscription.next_on := day;
  subscription.paused_until := null;
  -- What the buyer has just read announces a day that would be announced by now.
  subscription.announced_at := case when times.announce_at <= now() then now() - interval '1 day' end;
  subscription.next_at := now();
  subscription.is_due := false;
  return subscription;
end
$$;
comment on function private.with_days is
  'A subscription with the quantity, interval, first day and time of a request: { quantity, every_weeks, first_on, start_time }. Refuses what is not offered.';

-- What members are told.

create function private.subscription_text(subscription public.subscriptions)
returns text
language sql
stable
set search_path = ''
as $$
  select format('%s × %s%s', subscription.quantity, p.name, ' (' || subscription.choices || ')')
  from public.products p
  where p.id = subscription.product_id
$$;
comment on function private.subscription_text is 'What a subscription is for: ''2 × Sourdough (Large)''.';

create function private.notify_subscriber(
  subscription public.subscriptions,
  template text,
  about text,
  title text,
  message text,
  link text,
  more jsonb default '{}'
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.notify(subscription.buyer_id, 'order', left(title, 200), message, link);
  perform private.enqueue_email(
    subscription.buyer_id,
    template,
    subscription.id || ':' || about,
    (
      select
        jsonb_build_object(
          'subscription_id', subscription.id,
          'shop', s.name,
          'product', p.name,
          'quantity', subscription.quantity,
          'choices', subscription.choices,
          'every_weeks', subscription.every_weeks,
          'pays_by_card', subscription.pays_by_card,
          'price', subscription.price,
          'date', subscription.next_on,
          'start', to_char(subscription.start_time, 'HH24:MI'),
          'end', to_char(subscription.end_time, 'HH24:MI')
        )
      from
        public.products p
        join public.shops s on s.id = p.shop_id
      where p.id = subscription.product_id
    ) || more
  );
end
$$;
comment on function private.notify_subscriber is
  'Tells a buyer about a subscription by a notification, which is pushed, and by an email.';

create function private.subscriber_name(subscription public.subscriptions)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.name)
  from public.profiles u
  where u.id = subscription.buyer_id
$$;
comment on function private.subscriber_name is 'The buyer''s name, as on orders.';

create function private.finish_subscription(subscription public.subscriptions, cause text, message text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  shop public.shops;
  item text := private.subscription_text(subscription);
begin
  select * into shop from public.shops s where s.id = subscription.shop_id;
  if cause = 'seller' then
    message := private.words_from(shop.user_id, message, subscription.buyer_id);
  end if;
  update public.subscriptions s
  set
    ended_at = now(),
    ended_by = cause,
    end_message = case cause when 'seller' then message end,
    is_due = false,
    waiting_since = null
  where s.id = subscription.id;
  perform private.notify_subscriber(
    subscription,
    'subscription-ended',
    'ended',
    'Your subscription has ended',
    case cause
      when 'buyer' then format(
        'You cancelled your subscription to %s from %s. There will be no more orders.',
        item,
        shop.name
      )
      when 'seller' then format('%s has ended your subscription to %s.', shop.name, item) || private.quoted_reason(
        message
      )
      else format('Your subscription to %s from %s has ended. %s', item, shop.name, message)
    end,
    '/subscriptions#' || subscription.id,
    jsonb_build_object('by', cause, 'message', message)
  );
  if cause <> 'seller' then
    perform private.notify(
      shop.user_id,
      'order',
      'Subscription ended',
      format('The subscription of %s to %s has ended.', private.subscriber_name(subscription), item),
      '/seller/subscriptions#' || subscription.id
    );
  end if;
end
$$;
comment on function private.finish_subscription is
  'Ends a subscription, which is locked, and tells its buyer and its seller.';

-- Deleting: of a product, and of the account of either side.

create function private.erase_subscription()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- What the other side was told names the member or the shop.
  delete from public.notifications n
  where
    n.link in ('/subscriptions#' || old.id, '/seller/subscriptions#' || old.id)
    and n.user_id in (old.buyer_id, (select s.user_id from public.shops s where s.id = old.shop_id));
  delete from public.outbox b where b.user_id = old.buyer_id and b.data ->> 'subscription_id' = old.id::text;
  if old.ended_at is null and exists (select from public.profiles p where p.id = old.buyer_id) then
    perform private.notify(
      old.buyer_id,
      'order',
      'A subscription has ended',
      'A product that you subscribed to is no longer sold. There will be no more orders.',
      '/subscriptions'
    );
  end if;
  return null;
end
$$;
comment on function private.erase_subscription is
  'Erases what was told about a deleted subscription, and tells its buyer, if the product was deleted, that it has ended.';

create function private.end_blocked_subscriptions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended public.subscriptions;
begin
  for ended in select s.*
  from
    public.subscriptions s
    join public.shops o on o.id = s.shop_id
  where
    s.ended_at is null
    and (s.buyer_id, o.user_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id))
  order by s.id
  for no key update of s loop
    perform private.finish_subscription(ended, 'blocked', 'You can no longer buy from this shop.');
  end loop;
  return null;
end
$$;
comment on function private.end_blocked_subscriptions is
  'Ends the subscriptions between two members when one blocks the other.';
