create function private.enforce_checkout_transition()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status <> old.status and old.status <> 'pending' and not (old.status = 'expired' and new.status = 'paid') then
    raise exception
      using errcode = '23514', message = format('A checkout that is %s cannot become %s.', old.status, new.status);
  end if;
  return new;
end
$$;
comment on function private.enforce_checkout_transition is
  'Refuses a change of an ended checkout, except that a late payment can still pay an expired one.';

create function private.open_order_statuses()
returns public.order_status[]
language sql
stable
set search_path = ''
as $$
  select array_agg(distinct t.from_status) from private.order_transitions t where t.actor in ('buyer', 'seller')
$$;
comment on function private.open_order_statuses is 'The statuses from which a buyer or seller can still move an order.';

create function private.can_transition(
  this_order public.orders,
  next_status public.order_status,
  actor text default null
)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from private.order_transitions t
      where
        t.from_status = this_order.status
        and t.fulfilment = this_order.fulfilment
        and t.to_status = next_status
        and t.actor = coalesce(can_transition.actor, t.actor)
    )
$$;
comment on function private.can_transition is
  'True if order_transitions lists the transition for the actor, or for anyone if no actor is given.';

create function private.has_open_order(buyer uuid, seller uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.shops s
        join public.orders o on o.shop_id = s.id
      where
        s.user_id = seller
        and o.buyer_id = buyer
        and o.paid_at is not null
        and o.status = any (private.open_order_statuses())
    )
$$;
comment on function private.has_open_order is 'True while a paid order of the buyer with the seller is open.';

-- Orders in words, for notifications and emails.

create function private.order_summary(of_order uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select
    private.sentence_list(
      array_agg(format('%s × %s', i.quantity, i.name) order by i.number) filter (where i.number <= 3) || case
        when count(*) > 3 then array[format('%s more', count(*) - 3)]
        else '{}'
      end
    )
  from
    (
      select i.name, i.quantity, row_number() over (order by i.name, i.id) as number
      from public.order_items i
      where i.order_id = of_order
    ) i
$$;
comment on function private.order_summary is
  'A summary of an order: ''2 × Lemon cake and 1 × Rye bread''. Lists the first three lines.';

create function private.pickup_time_text(this_order public.orders)
returns text
language sql
immutable
parallel safe
return format(
  'on %s between %s and %s',
  to_char(this_order.pickup_date::timestamp, 'FMDay FMDD FMMonth'),
  to_char(this_order.pickup_start, 'HH24:MI'),
  to_char(this_order.pickup_end, 'HH24:MI')
);
comment on function private.pickup_time_text is
  'The pickup time: ''on Sunday 22 November between 09:00 and 12:00''. Omits the address, because a notification outlives a cancellation.';

create function private.hand_over_text(this_order public.orders)
returns text
language sql
immutable
parallel safe
return case
  when this_order.fulfilment = 'pickup' then ', to be picked up on ' || to_char(
    this_order.pickup_date + this_order.pickup_start,
    'FMDD FMMonth "at" HH24:MI'
  )
  when this_order.delivery_start is not null then ', to be delivered on ' || to_char(
    this_order.delivery_date + this_order.delivery_start,
    'FMDD FMMonth "from" HH24:MI'
  )
  when this_order.delivery_date is not null then ', to be posted on ' || to_char(
    this_order.delivery_date::timestamp,
    'FMDD FMMonth'
  )
  else ''
end;
comment on function private.hand_over_text is
  'The chosen day for sellers: '', to be picked up on 22 November at 09:00''. Empty without one.';

create function private.quoted_reason(reason text)
returns text
language sql
immutable
parallel safe
return coalesce(' Their reason: “' || rtrim(reason, '.') || '”.', '');
comment on function private.quoted_reason is 'A sentence that quotes a member''s reason. Empty without one.';
