-- What members may do with subscriptions. Each function takes the lock of the buyer's orders first, which the job never waits for.

create function private.lock_own_subscription(id uuid)
returns public.subscriptions
language plpgsql
set search_path = ''
as $$
declare
  found_row public.subscriptions;
begin
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || private.member_id(), 0));
  select *
  into found_row
  from public.subscriptions s
  where s.id = lock_own_subscription.id and s.buyer_id = private.member_id()
  for no key update;
  if not found then
    perform private.refuse('PT404', 'subscription', 'This subscription doesn’t exist or isn’t yours.');
  elsif found_row.ended_at is not null then
    perform private.refuse('PT409', 'ended', 'This subscription has ended.');
  end if;
  return found_row;
end
$$;
comment on function private.lock_own_subscription is 'Locks a running subscription of the caller. Refuses others.';

create function public.subscribe(subscription jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  product public.products;
  terms private.subscription_terms;
  added public.subscriptions;
begin
  if
    me is null
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = me)
  then
    perform private.refuse('42501', 'account', 'Please sign in to subscribe.');
  end if;
  perform private.check_order_fields(
    subscription,
    '{id,product_id,quantity,every_weeks,first_on,start_time,line,price,allergens,ingredients,agreed,pays_by_card}',
    'A subscription'
  );
  perform private.check_order_fields(
    subscription -> 'line',
    '{variation,options,personalization,custom_request_details}',
    'A line of a subscription'
  );
  added.id := private.order_uuid(subscription, 'id');
  if added.id is null then
    perform private.refuse('22023', 'malformed', 'A subscription needs an id.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || me, 0));
  if exists (select from public.subscriptions s where s.id = added.id and s.buyer_id = me) then
    return added.id;
  elsif (select count(*) from public.subscriptions s where s.buyer_id = me and s.ended_at is null) >= 10 then
    perform private.refuse('PT409', 'quota', 'You can have at most 10 subscriptions. Please cancel one first.');
  elsif
    (
      select count(*) from public.subscriptions s where s.buyer_id = me and s.created_at > now() - interval '30 days'
    ) >= 30
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have started 30 subscriptions in the last 30 days. Please try again later.'
    );
  end if;
  select *
  into product
  from public.products p
  where p.id = private.order_uuid(subscription, 'product_id') and p.is_listed;
  if not found then
    perform private.refuse('PT404', 'product', 'This product is no longer on sale.');
  elsif not product.is_subscribable or not product.available_for_pickup then
    perform private.refuse('PT409', 'not_offered', format('%s cannot be subscribed to.', product.name));
  elsif not product.allergens_declared then
    perform private.refuse(
      'PT409',
      'allergens_undeclared',
      format('%s cannot be bought yet, because the seller has not declared all its allergens.', product.name)
    );
  end if;
  perform private.check_shop(
    me,
    row(
      1,
      product.shop_id,
      'pickup',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null
    )::private.order_part
  );
  terms := private.current_terms(product, subscription -> 'line');
  perform private.check_agreed(terms, subscription, product.name);
  added.price := terms.price;
  added := private.with_days(added, product, subscription);
  added.pays_by_card := coalesce(subscription -> 'pays_by_card' = 'true', false);
  if added.pays_by_card then
    perform private.require_card(me);
  end if;
  insert into public.subscriptions
    (
      id,
      buyer_id,
      shop_id,
      product_id,
      quantity,
      line,
      choices,
      every_weeks,
      start_time,
      end_time,
      price,
      allergens,
      ingredients,
      next_on,
      announced_at,
      next_at,
      pays_by_card
    )
  values
    (
      added.id,
      me,
      product.shop_id,
      product.id,
      added.quantity,
      subscription -> 'line',
      terms.choices,
      added.every_weeks,
      added.start_time,
      added.end_time,
      terms.price,
      terms.allergens,
      terms.ingredients,
      added.next_on,
      added.announced_at,
      added.next_at,
      added.pays_by_card
    )
  on conflict (id) do nothing
  returning *
  into added;
  if not found then
    perform private.refuse('22023', 'malformed', 'This id belongs to another subscription.');
  end if;
  perform private.notify_subscriber(
    added,
    'subscription-started',
    'started',
    'Your subscription has started',
    format(
      'You subscribed to %s. The first is for %s. We tell you before each order, and %s. You can skip, pause or cancel at any time.',
      private.subscription_text(added),
      to_char(added.next_on::timestamp, 'FMDay FMDD FMMonth'),
      case
        when added.pays_by_card then 'your saved card is charged once it is placed'
        else 'you pay each one yourself'
      end
    ),
    '/subscriptions#' || added.id
  );
  perform private.notify(
    (select s.user_id from public.shops s where s.id = added.shop_id),
    'order',
    'New subscription',
    format(
      '%s subscribed to %s, %s from %s.',
      private.subscriber_name(added),
      private.subscription_text(added),
      case added.every_weeks when 1 then 'each week' else 'every two weeks' end,
      to_char(added.next_on::timestamp, 'FMDay FMDD FMMonth')
    ),
    '/seller/subscriptions#' || added.id
  );
  return added.id;
end
$$;
comment on function public.subscribe is
  'Subscribes the caller to a product. The argument is { id, product_id, quantity, every_weeks: 1 or 2, first_on, start_time, line: { variation, options, '
  'personalization, custom_request_details }, price, allergens, ingredients, agreed: true, pays_by_card }. It is what the buyer was shown, and agrees to. The same id changes nothing.';

create function public.change_subscription(id uuid, change jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed public.subscriptions := private.lock_own_subscription(change_subscription.id);
  product public.products;
begin
  perform private.check_order_fields(change, '{quantity,every_weeks,first_on,start_time}', 'A change');
  select * into product from public.products p where p.id = changed.product_id;
  if
    exists (
      select
      from public.subscription_days d
      where d.subscription_id = changed.id and d.outcome = 'ordered' and d.day = private.subscription_day(change)
    )
  then
    perform private.refuse('PT409', 'day', 'There is an order for this day already. Please choose a later one.');
  end if;
  changed := private.with_days(changed, product, change);
  delete from public.subscription_days d
  where d.subscription_id = changed.id and d.outcome <> 'ordered' and d.day >= changed.next_on;
  update public.subscriptions s
  set
    quantity = changed.quantity,
    every_weeks = changed.every_weeks,
    start_time = changed.start_time,
    end_time = changed.end_time,
    next_on = changed.next_on,
    paused_until = null,
    announced_at = changed.announced_at,
    next_at = changed.next_at,
    is_due = false
  where s.id = changed.id;
end
$$;
comment on function public.change_subscription is
  'Changes a subscription of the caller from its next order on: { quantity, every_weeks, first_on, start_time }. An order that exists stays as it is.';

create function private.continue_on(subscription public.subscriptions, day date, until date)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if day > (now() at time zone 'Europe/London')::date + 400 then
    perform private.refuse(
      'PT409',
      'day',
      'You can skip or pause for at most a year. You can also cancel the subscription.'
    );
  end if;
  update public.subscriptions s
  set
    next_on = day,
    paused_until = until,
    next_at = now(),
    is_due = false,
    announced_at = (
      select
        case when t.announce_at <= now() then now() - interval '1 day' end
      from
        public.products p,
        private.subscription_times(p, day, s.start_time) t
      where p.id = s.product_id
    )
  where s.id = subscription.id;
end
$$;
comment on function private.continue_on is 'Sets the next day of a subscription, which is locked.';

create function public.skip_subscription(id uuid, day date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  skipped public.subscriptions := private.lock_own_subscription(skip_subscription.id);
begin
  if
    exists (
      select
      from public.subscription_days d
      where d.subscription_id = skipped.id and d.day = skip_subscription.day and d.outcome = 'skipped'
    )
  then
    return;
  elsif day is distinct from skipped.next_on then
    perform private.refuse(
      'PT409',
      'changed',
      'The next day of this subscription has changed. Please reload the page.'
    );
  end if;
  insert into public.subscription_days (subscription_id, day, outcome) values (skipped.id, skipped.next_on, 'skipped');
  perform private.continue_on(skipped, private.free_day(skipped, skipped.next_on + 1), null);
end
$$;
comment on function public.skip_subscription is
  'Skips the next day of a subscription of the caller. A repeat changes nothing.';

create function public.pause_subscription(id uuid, until date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  paused public.subscriptions := private.lock_own_subscription(pause_subscription.id);
  today date := (now() at time zone 'Europe/London')::date;
begin
  if until is null or until not between today + 1 and today + 366 then
    perform private.refuse('22023', 'day', 'Please choose a day within a year.');
  end if;
  perform private.continue_on(paused, private.free_day(paused, until), until);
end
$$;
comment on function public.pause_subscription is
  'Pauses a subscription of the caller: no orders for days before the given one.';

create function public.resume_subscription(id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  resumed public.subscriptions := private.lock_own_subscription(resume_subscription.id);
  today date := (now() at time zone 'Europe/London')::date;
begin
  delete from public.subscription_days d
  where d.subscription_id = resumed.id and d.outcome = 'skipped' and d.day >= today;
  perform private.continue_on(resumed, private.free_day(resumed, today), null);
end
$$;
comment on function public.resume_subscription is
  'Ends a pause of a subscription of the caller, and takes back what was skipped, as far as orders can still be created.';

create function public.agree_to_subscription(id uuid, shown jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  agreed public.subscriptions := private.lock_own_subscription(agree_to_subscription.id);
  product public.products;
  terms private.subscription_terms;
begin
  perform private.check_order_fields(shown, '{price,allergens,ingredients,agreed}', 'What was shown');
  select * into product from public.products p where p.id = agreed.product_id and p.is_listed;
  if not found then
    perform private.refuse('PT404', 'product', 'This product is no longer on sale.');
  end if;
  terms := private.current_terms(product, agreed.line);
  perform private.check_agreed(terms, shown, product.name);
  update public.subscriptions s
  set
    price = terms.price,
    allergens = terms.allergens,
    ingredients = terms.ingredients,
    choices = terms.choices,
    agreed_at = case when private.differs_from(terms, agreed) is null then s.agreed_at else now() end,
    waiting_since = null,
    next_at = now(),
    is_due = false
  where s.id = agreed.id;
end
$$;
comment on function public.agree_to_subscription is
  'Agrees to the changed price, allergens or ingredients of a subscription of the caller: { price, allergens, ingredients, agreed: true }, as shown.';

create function private.cancel_unpaid_order(of_subscription uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  unpaid uuid[] := array(
    select c.id
    from
      public.subscription_days d
      join public.checkouts c on c.id = d.checkout_id
    where d.subscription_id = of_subscription and c.status = 'pending'
    order by c.id
    for no key update of c
  );
begin
  if unpaid <> '{}' then
    update public.checkouts c set status = 'cancelled' where c.id = any (unpaid) and c.status = 'pending';
    perform private.release_checkouts(unpaid, 'Cancelled before payment, with its subscription.');
  end if;
end
$$;
comment on function private.cancel_unpaid_order is
  'Cancels the order of a subscription that awaits payment. Checkouts and products are locked before the subscription.';

create function public.cancel_subscription(id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  cancelled public.subscriptions;
begin
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || me, 0));
  if not exists (select from public.subscriptions s where s.id = cancel_subscription.id and s.buyer_id = me) then
    perform private.refuse('PT404', 'subscription', 'This subscription doesn’t exist or isn’t yours.');
  end if;
  perform private.cancel_unpaid_order(cancel_subscription.id);
  select *
  into cancelled
  from public.subscriptions s
  where s.id = cancel_subscription.id and s.ended_at is null
  for no key update;
  if found then
    perform private.finish_subscription(cancelled, 'buyer', null);
  end if;
end
$$;
comment on function public.cancel_subscription is
  'Cancels a subscription of the caller at once, with its order if that awaits payment. A paid order stays. A repeat changes nothing.';

create function public.end_subscription(id uuid, message text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  reason text := private.normalise_reason(end_subscription.message);
  ended public.subscriptions;
begin
  select * into ended from public.subscriptions s where s.id = end_subscription.id and s.shop_id = shop;
  if not found then
    perform private.refuse('PT404', 'subscription', 'This subscription doesn’t exist or isn’t yours.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || ended.buyer_id, 0));
  perform private.cancel_unpaid_order(end_subscription.id);
  select *
  into ended
  from public.subscriptions s
  where s.id = end_subscription.id and s.ended_at is null
  for no key update;
  if found then
    perform private.finish_subscription(ended, 'seller', reason);
  end if;
end
$$;
comment on function public.end_subscription is
  'Ends a subscription of the caller''s shop, with an order that awaits payment, and tells the buyer. A paid order stays. A repeat changes nothing.';

-- Lists.

create function private.subscription_response(subscription public.subscriptions)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  product public.products;
  terms private.subscription_terms;
  problem text;
begin
  select * into product from public.products p where p.id = subscription.product_id;
  begin
    if not product.is_listed then
      problem := 'This product is not on sale at the moment.';
    end if;
    terms := private.current_terms(product, subscription.line);
  exception when sqlstate 'PT409' or sqlstate '22023' then
    problem := sqlerrm;
  end;
  return jsonb_build_object(
    'id', subscription.id,
    'product_id', product.id,
    'product', product.name,
    'description', product.description,
    'diets', product.diets,
    'image', product.image,
    'choices', subscription.choices,
    'quantity', subscription.quantity,
    'every_weeks', subscription.every_weeks,
    'start_time', subscription.start_time,
    'end_time', subscription.end_time,
    'pays_by_card', subscription.pays_by_card,
    'price', subscription.price,
    'allergens', subscription.allergens,
    'ingredients', subscription.ingredients,
    'next_on', subscription.next_on,
    'paused_until', subscription.paused_until,
    'ended_at', subscription.ended_at,
    'ended_by', subscription.ended_by,
    'end_message', subscription.end_message,
    'created_at', subscription.created_at,
    'problem', problem,
    'changed', private.differs_from(terms, subscription),
    'now', jsonb_build_object('price', terms.price, 'allergens', terms.allergens, 'ingredients', terms.ingredients),
    'times', (
      select to_jsonb(t) from private.subscription_times(product, subscription.next_on, subscription.start_time) t
    )
  );
end
$$;
comment on function private.subscription_response is
  'A subscription as buyer and seller see it: what was agreed, what the product costs and contains now, which of it changed, and the times of its next order.';

create function public.my_subscriptions()
returns setof jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select
    private.subscription_response(s) || jsonb_build_object(
      'shop', o.name,
      'shop_slug', o.slug,
      'kitchen', private.kitchen_statement(o.id),
      'days', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'day', d.day,
                'outcome', d.outcome,
                'reason', d.reason,
                'checkout_id', c.id,
                'checkout', c.status,
                'pay_until', c.expires_at,
                'total', c.total,
                'order_id', (select r.id from public.orders r where r.checkout_id = c.id)
              )
              order by d.day desc
            ),
            '[]'
          )
        from
          public.subscription_days d
          left join public.checkouts c on c.id = d.checkout_id
        where d.subscription_id = s.id and d.day >= (now() at time zone 'Europe/London')::date - 21
      )
    )
  from
    public.subscriptions s
    join public.shops o on o.id = s.shop_id
  where s.buyer_id = (select private.member_id()) and coalesce(s.ended_at > now() - interval '30 days', true)
  order by s.ended_at is not null, s.next_on, s.id
$$;
comment on function public.my_subscriptions is
  'The caller''s subscriptions, and those that ended within 30 days, each with its latest days and their orders.';

create function public.shop_subscriptions()
returns setof jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select
    private.subscription_response(
      s
    ) - '{description,diets,allergens,ingredients,now,pays_by_card}'::text[] || jsonb_build_object(
      'buyer_name', private.subscriber_name(s)
    )
  from public.subscriptions s
  where s.shop_id = (select private.own_shop_id()) and coalesce(s.ended_at > now() - interval '30 days', true)
  order by s.ended_at is not null, s.next_on, s.start_time, s.id
  limit 1000
$$;
comment on function public.shop_subscriptions is
  'The subscriptions to products of the caller''s shop, and those that ended within 30 days. At most 1,000.';

create function public.coming_subscriptions(from_day date, days integer default 7)
returns table (day date, product_id uuid, product text, choices text, quantity bigint, subscribers bigint)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  shop uuid := private.require_own_shop();
begin
  if
    from_day is null
    or from_day not between '2000-01-01' and '2999-12-31'
    or coalesce(days, 0) not between 1 and 42
  then
    perform private.refuse('22023', 'range', 'A calendar shows 1 to 42 days.');
  end if;
  return query
    select d.day, p.id, p.name, s.choices, sum(s.quantity), count(*)
    from
      public.subscriptions s
      join public.products p on p.id = s.product_id
      cross join lateral (
        select from_day + n as day
        from generate_series(0, days - 1) n
        where from_day + n >= s.next_on and (from_day + n - s.next_on) % (7 * s.every_weeks) = 0
      ) d
    where s.shop_id = shop and s.ended_at is null and s.waiting_since is null and not private.is_closed_on(shop, d.day)
    group by d.day, p.id, p.name, s.choices
    order by d.day, p.name, s.choices nulls first
    limit 1000;
end
$$;
comment on function public.coming_subscriptions is
  'What subscribers of the caller''s shop are to get on each of 1 to 42 days. Leaves out orders that exist, days off, and subscriptions that wait for their buyer.';
