-- The consequences of a change of an order, in their order: placed, paid, moved on, cancelled, or without its buyer.

create function private.check_order_transition(former public.orders, this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if
    not private.can_transition(former, this_order.status)
    or former.status = 'cancelled'
    and former.paid_at is not null
  then
    raise exception
      using
        errcode = '23514',
        message = format('An order that is %s cannot become %s.', former.status, this_order.status);
  elsif this_order.status in ('shipped', 'delivered') then
    perform private.refuse_hand_over_before_balance(this_order);
  end if;
end
$$;
comment on function private.check_order_transition is
  'Refuses a change of status that order_transitions does not list, and a hand-over before the balance is paid.';

create function private.without_buyer_data(this_order public.orders)
returns public.orders
language plpgsql
set search_path = ''
as $$
begin
  this_order.buyer_name := null;
  this_order.delivery_address := null;
  this_order.note := null;
  this_order.brief := null;
  this_order.allergen_answers := null;
  this_order.answers_agreed_at := null;
  this_order.quote_terms := null;
  return this_order;
end
$$;
comment on function private.without_buyer_data is 'An order without the data of its buyer, whose account is deleted.';

create function private.erase_texts_of_items(of_order uuid)
returns void
language sql
set search_path = ''
as $$
  update public.order_items i
  set
    custom_request_details = null,
    options = (
      select coalesce(jsonb_agg(e.option - 'text' order by e.position), '[]')
      from jsonb_array_elements(i.options) with ordinality as e (option, position)
    )
  where i.order_id = of_order and (i.custom_request_details is not null or i.options <> '[]')
$$;
comment on function private.erase_texts_of_items is 'Erases what a buyer wrote for the items of an order.';

create function private.before_order_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  if is_new then
    new.kitchen_handles := coalesce(new.kitchen_handles, private.handled_in_kitchen(new.shop_id));
  else
    if new.status <> old.status then
      perform private.check_order_transition(old, new);
    end if;
    new.cancelled_at := case when new.status = 'cancelled' then coalesce(old.cancelled_at, new.cancelled_at, now()) end;
    if old.buyer_id is not null and new.buyer_id is null then
      new := private.without_buyer_data(new);
    end if;
    if new.buyer_id is null and old.paid_at is null and new.paid_at is not null then
      -- A payment link shows the kitchen of today until it is paid.
      new.kitchen_handles := private.handled_in_kitchen(new.shop_id);
    end if;
    new.updated_at := now();
  end if;
  if
    is_new
    or row(
      new.fulfilment,
      new.paid_at,
      new.pickup_date,
      new.pickup_start,
      new.delivery_date,
      new.delivery_start,
      new.agreed_on
    ) is distinct from row(
      old.fulfilment,
      old.paid_at,
      old.pickup_date,
      old.pickup_start,
      old.delivery_date,
      old.delivery_start,
      old.agreed_on
    )
  then
    new := private.with_cancellation_terms(new, is_new);
    if not private.keeps_planned_day(new, not is_new and old.paid_at is not null) then
      new.due_at := private.due_at(new);
    end if;
  end if;
  return new;
end
$$;
comment on function private.before_order_change is
  'What every change of an order must keep: its transitions, the end of its cancellation, its day, what its kitchen handled, and its buyer''s privacy.';

create function private.after_order_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT';
  actor uuid;
begin
  if is_new or new.status <> old.status then
    -- now() is the start of the transaction. A transaction that waited for another must sort after it.
    insert into public.order_events (order_id, actor_id, status, note, created_at)
    values
      (
        new.id,
        (select p.id from public.profiles p where p.id = private.member_id()),
        new.status,
        case when new.status = 'cancelled' then new.cancel_reason end,
        case when is_new then new.created_at else clock_timestamp() end
      )
    returning actor_id
    into actor;
  end if;
  if is_new then
    perform nextval('private.orders_placed');
    return null;
  end if;
  if new.paid_at is distinct from old.paid_at then
    perform private.update_sold_lines(new);
    if old.paid_at is null then
      perform nextval('private.orders_paid');
    end if;
  end if;
  if new.status <> old.status then
    if new.status = 'processing' and old.status in ('pending payment', 'cancelled') then
      perform private.queue_declarations_of_order(new.id);
    elsif new.status = 'cancelled' then
      perform private.cancel_bookings(new);
      delete from public.order_phones p where p.order_id = new.id;
    end if;
    perform private.notify_status_change(new, actor);
    perform private.enqueue_order_emails(new);
  end if;
  if old.buyer_id is not null and new.buyer_id is null then
    delete from public.order_phones p where p.order_id = new.id;
    perform private.erase_texts_of_items(new.id);
    perform private.erase_problem_texts(new.id);
  end if;
  return null;
end
$$;
comment on function private.after_order_change is
  'The consequences of a change of an order. An order that is inserted in a later status (the sample, an import) tells nobody. '
  'A delivered order loses its phone number when its last step is released.';
