create function private.is_step_held(of_order uuid, status public.order_status)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (select from private.held_order_steps h where h.order_id = of_order and h.to_status = is_step_held.status)
$$;
comment on function private.is_step_held is 'Whether the buyer is not to be told yet that an order has this status.';

create function private.release_order_steps(only_order uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.held_order_steps;
  this_order public.orders;
  is_any_told boolean := false;
begin
  -- A locked step is being undone or released by another process.
  for held in select h.*
  from private.held_order_steps h
  where case when only_order is null then h.held_until <= now() else h.order_id = only_order end
  order by h.held_until
  limit 500
  for update skip locked loop
    delete from private.held_order_steps h where h.order_id = held.order_id;
    select * into this_order from public.orders o where o.id = held.order_id;
    if this_order.status = held.to_status then
      perform private.notify_step(this_order);
      perform private.enqueue_step_email(this_order);
      is_any_told := true;
    end if;
    if this_order.status = 'delivered' then
      delete from public.order_phones p where p.order_id = this_order.id;
    end if;
  end loop;
  if is_any_told then
    perform private.call_send_mail_if_due();
  end if;
end
$$;
comment on function private.release_order_steps is
  'Tells buyers of steps that can no longer be undone, and erases the phone number of a delivered order. With an order, its step at once.';

create function public.advance_order(order_id uuid, status text, is_early boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  next_status public.order_status;
  hand_over timestamp;
begin
  this_order := private.require_own_sale(order_id);
  if
    status is null
    or status not in (
      select s::text
      from
        private.order_transitions t
        cross join unnest(array[t.from_status, t.to_status]) s
      where t.actor = 'seller' and s <> 'cancelled'
    )
  then
    perform private.refuse('22023', 'status', 'The status must be shipped, ready or delivered.');
  end if;
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  select t.to_status
  into next_status
  from private.order_transitions t
  where
    t.from_status = this_order.status
    and t.fulfilment = this_order.fulfilment
    and t.actor = 'seller'
    and t.to_status <> 'cancelled';
  if status = this_order.status::text and this_order.paid_at is not null then
    return jsonb_build_object('order_id', this_order.id, 'status', this_order.status);
  elsif this_order.paid_at is null then
    perform private.refuse('PT409', 'status', 'This order has not been paid.');
  elsif next_status is null then
    perform private.refuse('PT409', 'status', format('This order is %s.', this_order.status));
  elsif status <> next_status::text then
    perform private.refuse(
      'PT409',
      'status',
      format('This order is %s. Its next status is “%s”.', this_order.status, next_status)
    );
  end if;
  hand_over := private.hand_over_at(this_order) at time zone 'Europe/London';
  if
    next_status = 'delivered'
    and not coalesce(is_early, false)
    and hand_over::date > (now() at time zone 'Europe/London')::date
  then
    perform private.refuse(
      'PT409',
      'early',
      format('This order is for %s. Has it been handed over already?', to_char(hand_over, 'FMDay FMDD FMMonth'))
    );
  end if;
  perform private.release_order_steps(this_order.id);
  -- Before the update, whose triggers then tell nobody yet.
  insert into private.held_order_steps as h (order_id, from_status, to_status)
  values (this_order.id, this_order.status, next_status)
  on conflict on constraint held_order_steps_pkey do update
    set
      from_status = excluded.from_status,
      to_status = excluded.to_status,
      stepped_at = excluded.stepped_at,
      held_until = excluded.held_until;
  update public.orders o set status = next_status where o.id = this_order.id;
  return jsonb_build_object('order_id', this_order.id, 'status', next_status);
end
$$;
comment on function public.advance_order is
  'Moves an order of the caller''s shop one status on: processing, then shipped or (for pickup) ready, then delivered. Repeating the current status returns the same response. The step can be undone for a few seconds, and its buyer is told after that. Before the agreed day an order is delivered only with is_early. { order_id, status }.';

create function public.undo_order_step(order_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders := private.require_own_sale(order_id);
  held private.held_order_steps;
begin
  select * into this_order from public.orders o where o.id = this_order.id for no key update;
  select * into held from private.held_order_steps h where h.order_id = this_order.id for update;
  if held.to_status is distinct from this_order.status then
    perform private.refuse('PT409', 'too_late', 'This step can no longer be undone, because the buyer has been told.');
  end if;
  -- The triggers of the update tell nobody about the former status either.
  update private.held_order_steps h set to_status = held.from_status where h.order_id = this_order.id;
  update public.orders o set status = held.from_status where o.id = this_order.id;
  delete from public.order_events e where e.order_id = this_order.id and e.created_at >= held.stepped_at;
  delete from private.held_order_steps h where h.order_id = this_order.id;
  return jsonb_build_object('order_id', this_order.id, 'status', held.from_status);
end
$$;
comment on function public.undo_order_step is
  'Takes back the latest step of an order of the caller''s shop, while its buyer has not been told. Money is never touched. { order_id, status }.';
