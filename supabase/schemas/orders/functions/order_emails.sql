-- Emails about orders, and the data that they show.

create function private.email_order_data(this_order public.orders, shows_place boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'id', this_order.id,
      'number', this_order.number,
      'shop', this_order.shop_name,
      'fulfilment', this_order.fulfilment,
      'note', this_order.note,
      'brief', this_order.brief,
      'allergen_answers', this_order.allergen_answers,
      'quote_terms', this_order.quote_terms,
      'agreed_on', this_order.agreed_on,
      'pickup', case this_order.fulfilment
        when 'pickup' then jsonb_build_object(
          'date', this_order.pickup_date,
          'start', to_char(this_order.pickup_start, 'HH24:MI'),
          'end', to_char(this_order.pickup_end, 'HH24:MI'),
          'area', this_order.pickup_area,
          'address_from', private.pickup_address_from(this_order),
          'place', (
            select to_jsonb(p) from public.order_pickup_places p where p.order_id = this_order.id and shows_place
          )
        )
      end,
      'delivery', case
        when this_order.delivery_date is not null then jsonb_build_object(
          'date', this_order.delivery_date,
          'start', to_char(this_order.delivery_start, 'HH24:MI'),
          'end', to_char(this_order.delivery_end, 'HH24:MI')
        )
      end,
      'address', case this_order.fulfilment when 'delivery' then this_order.delivery_address end,
      'cancellation', jsonb_build_object(
        'until', this_order.cancellable_until,
        'in_part_until', this_order.refundable_in_part_until,
        'refund_percent', this_order.cancel_refund_percent,
        'kept', this_order.cancellation_kept
      ),
      'subtotal', this_order.subtotal,
      'discount', this_order.discount,
      'tip', this_order.tip,
      'voucher_amount', this_order.voucher_amount,
      'delivery_fee', this_order.delivery_fee,
      'delivery_deduction', this_order.delivery_deduction,
      'total', this_order.total_amount,
      'balance', this_order.balance,
      'balance_due_on', this_order.balance_due_on,
      'owes_balance', private.owes_balance(this_order),
      'received', this_order.received_amount,
      'kitchen_handles', this_order.kitchen_handles,
      'items', coalesce(
        (
          select
            jsonb_agg(
              jsonb_build_object(
                'name', i.name,
                'quantity', i.quantity,
                'price', i.price,
                'image', i.image,
                'variation', i.variation,
                'personalization', i.personalization,
                'custom_request_details', i.custom_request_details,
                'options_text', i.options_text,
                'allergens', private.declaration_now(i),
                'is_custom', i.is_custom
              )
              order by i.name, i.id
            )
          from public.order_items i
          where i.order_id = this_order.id
        ),
        '[]'
      )
    )
$$;
comment on function private.email_order_data is
  'The data of an order for emails to its buyer. Includes the pickup address only if it may be shown.';

create function private.email_sale_data(this_order public.orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- The delivery address is on the order page only, so that it does not stay in a mailbox.
  select
    private.email_order_data(this_order, false) - array['address'] || jsonb_build_object(
      'buyer', coalesce(this_order.buyer_name, 'A buyer'),
      'town', this_order.delivery_address ->> 'city'
    )
$$;
comment on function private.email_sale_data is 'The data of an order for emails to its seller.';

create function private.enqueue_receipt_email(this_order public.orders)
returns void
language sql
set search_path = ''
as $$
  select
    private.enqueue_email(
      this_order.buyer_id,
      'order-confirmed',
      coalesce(this_order.checkout_id, this_order.id)::text,
      jsonb_build_object(
        'orders', jsonb_agg(private.email_order_data(o, private.shows_pickup_address(o)) order by o.shop_name, o.id),
        'subtotal', sum(o.subtotal),
        'discount', sum(o.discount),
        'tip', sum(o.tip),
        'voucher_amount', sum(o.voucher_amount),
        'delivery_fee', sum(o.delivery_fee),
        'total', sum(o.total_amount),
        'paid_at', max(o.paid_at)
      )
    )
  from public.orders o
  where o.checkout_id = this_order.checkout_id or o.id = this_order.id
$$;
comment on function private.enqueue_receipt_email is 'Enqueues one receipt for a checkout, over all its shops.';

create function private.enqueue_step_email(this_order public.orders)
returns void
language sql
set search_path = ''
as $$
  select
    private.enqueue_email(
      this_order.buyer_id,
      'order-' || this_order.status,
      this_order.id::text,
      jsonb_build_object('order', private.email_order_data(this_order, private.shows_pickup_address(this_order))),
      true
    )
$$;
comment on function private.enqueue_step_email is
  'Enqueues an email to the buyer that an order is shipped, ready or delivered.';

create function private.enqueue_order_emails(this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  seller uuid := (select s.user_id from public.shops s where s.id = this_order.shop_id);
  buyer uuid := this_order.buyer_id;
  about text := this_order.id::text;
  buyer_data jsonb := jsonb_build_object(
    'order', private.email_order_data(this_order, private.shows_pickup_address(this_order))
  );
  seller_data jsonb := jsonb_build_object('order', private.email_sale_data(this_order));
  cancellation jsonb;
begin
  if private.is_step_held(this_order.id, this_order.status) then
    return;
  elsif this_order.status = 'processing' then
    perform private.enqueue_receipt_email(this_order);
    -- Sellers know of the orders that they have entered.
    if private.member_id() is distinct from seller then
      perform private.enqueue_email(seller, 'new-order', about, seller_data);
    end if;
    perform private.enqueue_hand_over_reminder(this_order);
  elsif this_order.status in ('shipped', 'ready', 'delivered') then
    perform private.enqueue_step_email(this_order);
    -- An unpaid order ends without an email.
  elsif this_order.status = 'cancelled' and this_order.paid_at is not null then
    cancellation := jsonb_build_object(
      'by', case private.member_id()
        when buyer then 'buyer'
        when seller then 'seller'
        else 'marketplace'
      end,
      'reason', this_order.cancel_reason,
      'refund', (select sum(r.amount) from public.refunds r where r.order_id = this_order.id and r.is_cancellation),
      'to_vouchers', (
        select sum(r.amount)
        from public.refunds r
        where r.order_id = this_order.id and r.is_cancellation and r.voucher_id is not null
      )
    );
    perform private.enqueue_email(buyer, 'order-cancelled', about, buyer_data || cancellation);
    if private.member_id() is distinct from seller then
      perform private.enqueue_email(seller, 'sale-cancelled', about, seller_data || cancellation);
    end if;
  end if;
end
$$;
comment on function private.enqueue_order_emails is
  'Enqueues emails to buyer and seller about a status change of an order.';
