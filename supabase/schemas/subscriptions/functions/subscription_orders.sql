-- The orders of subscriptions. A job announces each order, creates it, and hands it to the payment.

create function private.move_on(subscription public.subscriptions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  product public.products;
  candidate date := subscription.next_on + 7 * subscription.every_weeks;
begin
  select * into product from public.products p where p.id = subscription.product_id;
  -- Days that have passed, because no job ran, get no order.
  while (
    private.subscription_times(product, candidate, subscription.start_time)
  ).close_at < now() + interval '13 hours' loop
    candidate := candidate + 7 * subscription.every_weeks;
  end loop;
  update public.subscriptions s
  set
    next_on = candidate,
    announced_at = null,
    is_due = false,
    next_at = now(),
    paused_until = case when s.paused_until > candidate then s.paused_until end
  where s.id = subscription.id;
end
$$;
comment on function private.move_on is
  'Goes on to the next day of a subscription, which is locked. Leaves out days that are too near to be announced.';

create function private.day_text(day date)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  select to_char(day::timestamp, 'FMDay FMDD FMMonth')
$$;
comment on function private.day_text is 'A day in words: ''Saturday 5 December''.';

create function private.time_text(at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select to_char(at at time zone 'Europe/London', 'FMDay FMDD FMMonth "at" HH24:MI')
$$;
comment on function private.time_text is 'A time in London in words: ''Friday 4 December at 18:00''.';

create function private.miss_day(subscription public.subscriptions, outcome text, reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.subscription_days (subscription_id, day, outcome, reason)
  values (subscription.id, subscription.next_on, miss_day.outcome, left(miss_day.reason, 500))
  on conflict do nothing;
  if found and not private.is_suspended(subscription.buyer_id) then
    perform private.notify_subscriber(
      subscription,
      'subscription-missed',
      subscription.next_on::text,
      format('No %s on %s', private.subscription_text(subscription), private.day_text(subscription.next_on)),
      format('There is no order of your subscription for %s. %s', private.day_text(subscription.next_on), reason),
      '/subscriptions#' || subscription.id,
      jsonb_build_object('reason', reason)
    );
  end if;
  perform private.move_on(subscription);
end
$$;
comment on function private.miss_day is
  'Records that the next day of a subscription has no order, tells the buyer why, and goes on.';

create function private.ask_subscriber(
  subscription public.subscriptions,
  product public.products,
  terms private.subscription_terms
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  changed text := private.differs_from(terms, subscription);
begin
  update public.subscriptions s
  set
    waiting_since = now(),
    is_due = false,
    next_at = now() + interval '1 hour'
  where s.id = subscription.id;
  perform private.notify(
    subscription.buyer_id,
    case changed when 'price' then 'order' else 'safety' end,
    left(format('%s has changed. Please check your subscription', product.name), 200),
    case changed
      when 'allergens' then coalesce(
        private.allergen_change_text(product.name, subscription.allergens, terms.allergens),
        ''
      )
      when 'ingredients' then format('The ingredients of %s have changed.', product.name)
      else format(
        'One %s now costs £%s instead of £%s.',
        product.name,
        round(terms.price, 2),
        round(subscription.price, 2)
      )
    end || ' There are no more orders until you agree.',
    '/subscriptions#' || subscription.id
  );
  perform private.enqueue_email(
    subscription.buyer_id,
    'subscription-changed',
    format('%s:%s', subscription.id, extract(epoch from clock_timestamp())),
    jsonb_build_object(
      'subscription_id', subscription.id,
      'shop', (select s.name from public.shops s where s.id = subscription.shop_id),
      'product', product.name,
      'before', jsonb_build_object(
        'price', subscription.price,
        'allergens', subscription.allergens,
        'ingredients', subscription.ingredients
      ),
      'after', jsonb_build_object('price', terms.price, 'allergens', terms.allergens, 'ingredients', terms.ingredients)
    )
  );
end
$$;
comment on function private.ask_subscriber is
  'Asks the buyer to agree to what has changed. The subscription waits for the answer.';

create function private.review_subscription(subscription public.subscriptions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  product public.products;
  terms private.subscription_terms;
  times record;
  next_time timestamptz;
begin
  select * into product from public.products p where p.id = subscription.product_id;
  times := private.subscription_times(product, subscription.next_on, subscription.start_time);
  if times.close_at < now() + interval '30 minutes' then
    perform private.miss_day(
      subscription,
      'missed',
      case
        when subscription.waiting_since is not null then 'It waits for you to agree to what has changed.'
        else 'It could not be created in time.'
      end
    );
    return;
  elsif times.announce_at > now() and subscription.waiting_since is null then
    update public.subscriptions s
    set next_at = least(times.announce_at, now() + interval '1 day')
    where s.id = subscription.id;
    return;
  elsif times.announce_at <= now() and private.is_closed_on(subscription.shop_id, subscription.next_on) then
    perform private.miss_day(subscription, 'closed', 'The shop has a day off.');
    return;
  end if;
  begin
    terms := private.current_terms(product, subscription.line);
  exception when sqlstate 'PT409' or sqlstate '22023' then
    -- What is no longer offered is refused when the order is placed.
    terms := row(
      subscription.price,
      subscription.allergens,
      subscription.ingredients,
      subscription.choices
    )::private.subscription_terms;
  end;
  if private.differs_from(terms, subscription) is not null then
    if subscription.waiting_since is null then
      perform private.ask_subscriber(subscription, product, terms);
    else
      update public.subscriptions s set next_at = now() + interval '1 hour' where s.id = subscription.id;
    end if;
    return;
  elsif times.announce_at > now() then
    update public.subscriptions s
    set
      waiting_since = null,
      next_at = least(times.announce_at, now() + interval '1 day')
    where s.id = subscription.id;
    return;
  elsif subscription.announced_at is null then
    subscription.announced_at := now();
    if times.order_at < now() + interval '12 hours' then
      times.order_at := now() + interval '12 hours';
    end if;
    if not private.is_suspended(subscription.buyer_id) then
      perform private.notify_subscriber(
        subscription,
        'subscription-coming',
        subscription.next_on::text,
        format('Coming up: %s on %s', private.subscription_text(subscription), private.day_text(subscription.next_on)),
        format(
          'We place this order of £%s on %s. Until then you can skip it, change it or cancel the subscription. %s',
          round(least(terms.price, subscription.price) * subscription.quantity, 2),
          private.time_text(times.order_at),
          case
            when subscription.pays_by_card then 'Your saved card is charged once it is placed.'
            else 'You pay once it is placed.'
          end
        ),
        '/subscriptions#' || subscription.id,
        jsonb_build_object(
          'price', least(terms.price, subscription.price),
          'order_at', times.order_at,
          'pay_until', times.close_at
        )
      );
    end if;
  end if;
  next_time := greatest(times.order_at, subscription.announced_at + interval '12 hours');
  update public.subscriptions s
  set
    waiting_since = null,
    announced_at = subscription.announced_at,
    is_due = next_time <= now(),
    next_at = case when next_time <= now() then now() else least(next_time, now() + interval '1 day') end
  where s.id = subscription.id;
end
$$;
comment on function private.review_subscription is
  'Does what is due for the next day of a subscription, which is locked: announces it, asks about changes, passes over days off, or marks its order as due. '
  'An announcement is at least 12 hours before its order. Reviews are at most a day apart, because lead times and cut-offs may change.';

-- Orders.

create function private.hand_to_payment(subscription public.subscriptions, placed public.checkouts)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- An order of £0 is paid already.
  if placed.total > 0 and subscription.pays_by_card then
    insert into private.subscription_charges (checkout_id, subscription_id, day)
    values (placed.id, subscription.id, subscription.next_on);
    perform private.call_function('settle-payments');
  elsif placed.total > 0 then
    perform private.ask_to_pay(subscription, placed, null);
  end if;
end
$$;
comment on function private.hand_to_payment is
  'Every order of a subscription goes to its payment here, once, in the transaction that creates it: the saved card is charged, or the buyer is asked to pay. '
  'The orders that wait are the pending checkouts in subscription_days.';

create function private.check_newcomers_hold(parts private.order_part[], lines private.priced_line[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  pending uuid[] := array(
    select c.id
    from public.checkouts c
    where
      c.status = 'pending'
      and exists (select from public.subscription_days d where d.checkout_id = c.id)
      and not private.has_bought(c.buyer_id)
  );
begin
  perform private.check_stock_share(pending, lines, 'others');
  perform private.check_slot_share(pending, parts, lines, 'others');
end
$$;
comment on function private.check_newcomers_hold is
  'Refuses a subscription''s order of a member who has never bought, if all such unpaid orders would hold too much together. '
  'They hold it for a day, longer than any other order. The products and the windows are locked.';

create function private.place_subscribed(subscription public.subscriptions, hold interval)
returns public.checkouts
language plpgsql
set search_path = ''
as $$
declare
  placed public.checkouts;
  item public.order_items;
begin
  placed := private.place_for(
    subscription.buyer_id,
    jsonb_build_object(
      'allergens_acknowledged', true,
      'shops', jsonb_build_array(
        jsonb_build_object(
          'shop_id', subscription.shop_id,
          'fulfilment', 'pickup',
          'pickup', jsonb_build_object(
            'date', subscription.next_on,
            'start_time', subscription.start_time,
            'end_time', subscription.end_time
          ),
          'items', jsonb_build_array(
            subscription.line || jsonb_build_object(
              'product_id', subscription.product_id,
              'quantity', subscription.quantity
            )
          )
        )
      )
    ),
    format('subscription:%s:%s', subscription.id, subscription.next_on),
    null,
    null,
    hold,
    is_subscription => true
  );
  select i.*
  into item
  from
    public.order_items i
    join public.orders o on o.id = i.order_id
  where o.checkout_id = placed.id;
  -- The product is locked since it was priced, so this is what the buyer gets.
  if
    private.differs_from(
      row(item.price, item.allergens, item.ingredients, null)::private.subscription_terms,
      subscription
    ) is not null
  then
    perform private.refuse('PT409', 'terms_changed', 'What you subscribed to has changed.');
  end if;
  return placed;
end
$$;
comment on function private.place_subscribed is
  'Places the order of a subscription like any other, and refuses it if its price, allergens or ingredients are not as agreed. All who '
  'have never bought hold at most half of stock and places so.';

create function private.is_unused(subscription public.subscriptions)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    count(*) = case subscription.every_weeks when 1 then 3 else 2 end
  from
    (
      select d.outcome, c.status
      from
        public.subscription_days d
        left join public.checkouts c on c.id = d.checkout_id
      where
        d.subscription_id = subscription.id
        and d.outcome in ('ordered', 'missed')
        and d.created_at > subscription.agreed_at
      order by d.day desc
      limit case subscription.every_weeks when 1 then 3 else 2 end
    ) latest
  where latest.outcome = 'missed' or coalesce(latest.status, 'expired') in ('expired', 'cancelled')
$$;
comment on function private.is_unused is
  'Whether the latest three weekly days, or two of every second week, had no order, or one that was not paid: it expired, or was cancelled before.';

create function private.order_subscription(subscription public.subscriptions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  product public.products;
  placed public.checkouts;
  close_at timestamptz;
  code text;
  problem text;
begin
  select * into product from public.products p where p.id = subscription.product_id;
  close_at := (private.subscription_times(product, subscription.next_on, subscription.start_time)).close_at;
  if private.is_unused(subscription) then
    perform private.finish_subscription(
      subscription,
      'unused',
      'The last orders were not paid, or could not be placed. You can subscribe again.'
    );
  elsif close_at < now() + interval '30 minutes' then
    perform private.miss_day(subscription, 'missed', 'It could not be created in time.');
  elsif private.is_suspended(subscription.buyer_id) then
    perform private.miss_day(subscription, 'missed', 'The account is suspended.');
  elsif private.is_closed_on(subscription.shop_id, subscription.next_on) then
    perform private.miss_day(subscription, 'closed', 'The shop has a day off.');
  else
    -- The key of the day is inserted with the order, so that both or neither exist.
    insert into public.subscription_days (subscription_id, day, outcome)
    values (subscription.id, subscription.next_on, 'ordered')
    on conflict do nothing;
    if not found then
      perform private.move_on(subscription);
      return;
    end if;
    begin
      placed := private.place_subscribed(subscription, least(private.subscription_hold(), close_at - now()));
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate '22023' or sqlstate '42501' then
      get stacked diagnostics code = pg_exception_hint, problem = message_text;
    end;
    if placed.id is not null then
      update public.subscription_days d
      set checkout_id = placed.id
      where d.subscription_id = subscription.id and d.day = subscription.next_on;
      perform private.hand_to_payment(subscription, placed);
      perform private.move_on(subscription);
      return;
    end if;
    delete from public.subscription_days d where d.subscription_id = subscription.id and d.day = subscription.next_on;
    if code = 'terms_changed' then
      update public.subscriptions s
      set
        is_due = false,
        next_at = now()
      where s.id = subscription.id;
    elsif code in ('blocked', 'own_shop') then
      perform private.finish_subscription(subscription, 'blocked', 'You can no longer buy from this shop.');
    else
      perform private.miss_day(
        subscription,
        'missed',
        case code
          when 'slot' then 'The shop does not offer this pickup time on that day.'
          when 'slot_full' then 'This pickup time is full.'
          when 'day_full' then 'The shop is fully booked on that day.'
          when 'shop' then 'The shop is not open.'
          else problem
        end
      );
    end if;
  end if;
end
$$;
comment on function private.order_subscription is
  'Places the order for the next day of a subscription, at most once for a day, or records why there is none. The product, the subscription and the buyer''s orders are locked. '
  'A subscription that is not used ends.';

create function private.retry_subscription(subscription public.subscriptions, error text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise warning 'Subscription % failed for %: %', subscription.id, subscription.next_on, error;
  update public.subscriptions s
  set
    is_due = false,
    next_at = now() + interval '5 minutes'
  where s.id = subscription.id;
end
$$;
comment on function private.retry_subscription is
  'Postpones a subscription after an unexpected error, so that it does not hold up the others.';

create function public.run_subscriptions(batch_size integer default 50)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscription public.subscriptions;
  due_product uuid;
begin
  for subscription in select *
  from public.subscriptions s
  where s.ended_at is null and not s.is_due and s.next_at <= now()
  order by s.next_at
  limit batch_size * 4
  for no key update skip locked loop
    begin
      perform private.review_subscription(subscription);
    exception when others then
      perform private.retry_subscription(subscription, sqlerrm);
    end;
  end loop;
  -- The orders of one product in a run. Orders of several would lock products after bookings, unlike place_order. What others have locked is left
  -- out. So the run waits for bookings alone, and their holder waits for nothing that the run has locked.
  select p.id
  into due_product
  from
    public.subscriptions s
    join public.products p on p.id = s.product_id
  where s.is_due and s.next_at <= now()
  order by s.next_at
  limit 1
  for no key update of p skip locked;
  for subscription in select *
  from public.subscriptions s
  where s.is_due and s.next_at <= now() and s.product_id = due_product
  order by s.next_at, s.created_at
  limit batch_size
  for no key update skip locked loop
    if not pg_try_advisory_xact_lock(hashtextextended('place_order ' || subscription.buyer_id, 0)) then
      -- A buyer who places orders all the time would otherwise stay the first in turn, and hold up the orders of all other products.
      update public.subscriptions s
      set next_at = clock_timestamp() + interval '15 seconds'
      where s.id = subscription.id;
      continue;
    end if;
    begin
      perform private.order_subscription(subscription);
    exception when others then
      perform private.retry_subscription(subscription, sqlerrm);
    end;
  end loop;
end
$$;
comment on function public.run_subscriptions is
  'Reviews subscriptions that are due, and creates the orders of one product. Called by a job every few seconds. Runs at the same time leave out each other''s rows.';

create function private.purge_subscriptions()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.subscriptions s where s.ended_at < now() - interval '1 year'
$$;
comment on function private.purge_subscriptions is 'Deletes subscriptions a year after their end. Their orders stay.';
