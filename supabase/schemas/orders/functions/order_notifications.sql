-- A change of an order's status notifies the members it concerns, except the one who made it.

create function private.notify_cancellation(this_order public.orders, actor uuid, seller uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  items text := private.order_summary(this_order.id);
  refund numeric := (select sum(r.amount) from public.refunds r where r.order_id = this_order.id and r.is_cancellation);
begin
  if actor is distinct from this_order.buyer_id then
    perform private.notify(
      this_order.buyer_id,
      'order',
      'Your order was cancelled',
      case
        when actor = seller then format('%s had to cancel your order of %s.', this_order.shop_name, items)
        else format('Your order of %s from %s was cancelled.', items, this_order.shop_name)
      end || private.quoted_reason(this_order.cancel_reason) || coalesce(
        format(' We are refunding £%s. Your bank may take a few days.', refund),
        ''
      ),
      '/order/' || this_order.id
    );
  end if;
  if actor is distinct from seller then
    perform private.notify(
      seller,
      'order',
      'Order cancelled',
      case
        when actor = this_order.buyer_id then format(
          '%s cancelled the order of %s',
          coalesce(this_order.buyer_name, 'A buyer'),
          items
        )
        else format('The order of %s by %s was cancelled', items, coalesce(this_order.buyer_name, 'a buyer'))
      end || format(' for £%s', this_order.subtotal + this_order.delivery_fee) || private.hand_over_text(
        this_order
      ) || '. You no longer need to make it.' || case
        when this_order.cancellation_kept > 0 then format(
          ' Under your cancellation terms you keep £%s of it, less the fee.',
          this_order.cancellation_kept
        )
        else ''
      end || private.quoted_reason(this_order.cancel_reason),
      '/seller/orders?order=' || this_order.id
    );
  end if;
end
$$;
comment on function private.notify_cancellation is
  'Notifies buyer and seller of a cancelled paid order, except the one who cancelled it.';

create function private.notify_step(this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if
    exists (select from public.notification_preferences p where p.user_id = this_order.buyer_id and not p.order_updates)
  then
    return;
  elsif this_order.status = 'shipped' then
    perform private.notify(
      this_order.buyer_id,
      'order',
      'Your order is on its way',
      format('%s has sent your order: %s.', this_order.shop_name, private.order_summary(this_order.id)),
      '/order/' || this_order.id
    );
  elsif this_order.status = 'ready' then
    perform private.notify(
      this_order.buyer_id,
      'order',
      'Your order is ready',
      format(
        '%s has your order ready: %s. Please pick it up %s. The address is on your order page.',
        this_order.shop_name,
        private.order_summary(this_order.id),
        private.pickup_time_text(this_order)
      ),
      '/order/' || this_order.id
    );
  elsif this_order.status = 'delivered' then
    perform private.notify(
      this_order.buyer_id,
      'order',
      'Enjoy your order',
      format(
        'Your order from %s has been %s: %s. Your review helps others to choose.',
        this_order.shop_name,
        case this_order.fulfilment when 'pickup' then 'picked up' else 'delivered' end,
        private.order_summary(this_order.id)
      ),
      '/order/' || this_order.id
    );
  end if;
end
$$;
comment on function private.notify_step is 'Notifies the buyer that an order is shipped, ready or delivered.';

create function private.notify_status_change(this_order public.orders, actor uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if this_order.paid_at is null or private.is_step_held(this_order.id, this_order.status) then
    return;
  elsif this_order.status = 'cancelled' then
    perform private.notify_cancellation(
      this_order,
      actor,
      (select s.user_id from public.shops s where s.id = this_order.shop_id)
    );
  else
    perform private.notify_step(this_order);
  end if;
end
$$;
comment on function private.notify_status_change is
  'Notifies members of a status change of a paid order, unless it is held. notify_payment covers the payment.';

create function private.notify_payment(checkout uuid)
returns void
language sql
set search_path = ''
as $$
  -- Each notification names the other side and links to the order or checkout, so account deletion can find and remove it.
  select
    private.notify(
      c.buyer_id,
      'payment',
      'Payment received',
      format(
        'Thank you! %s %s your order of £%s.',
        private.sentence_list(array_agg(o.shop_name order by o.shop_name)),
        case when count(*) > 1 then 'have' else 'has' end,
        c.total + c.balance
      ) || case
        when c.balance > 0 then format(
          ' You have paid the deposit of £%s. The balance of £%s is due by %s.',
          c.total,
          c.balance,
          to_char(max(o.balance_due_on), 'FMDD FMMonth')
        )
        else ''
      end,
      case when count(*) = 1 then '/order/' || min(o.id::text) else '/checkout/' || c.id end
    )
  from
    public.checkouts c
    join public.orders o on o.checkout_id = c.id
  where c.id = checkout
  group by c.id;
  select
    private.notify(
      s.user_id,
      'order',
      'New order',
      format(
        '%s ordered %s for £%s%s%s%s.',
        coalesce(o.buyer_name, 'A buyer'),
        items.list,
        o.total_amount,
        case when o.tip > 0 then format(', with a tip of £%s for you', o.tip) else '' end,
        case when o.balance > 0 then format(' and paid the deposit of £%s', o.received_amount) else '' end,
        private.hand_over_text(o)
      ),
      '/seller/orders?order=' || o.id
    )
  from
    public.orders o
    join public.shops s on s.id = o.shop_id and s.user_id is distinct from private.member_id()
    cross join lateral (
      select private.sentence_list(array_agg(format('%s × %s', i.quantity, i.name) order by i.name, i.id)) as list
      from public.order_items i
      where i.order_id = o.id
    ) items
  where o.checkout_id = checkout
$$;
comment on function private.notify_payment is
  'Notifies the buyer of the received payment, and each seller of the new order.';
