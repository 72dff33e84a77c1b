-- Notifications and emails about refunds.

create function private.upsert_payment_notification(member uuid, title text, message text, link text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.notifications n
  set message = private.message_about(upsert_payment_notification.link, upsert_payment_notification.message)
  where
    n.user_id = member
    and n.title = upsert_payment_notification.title
    and n.link = upsert_payment_notification.link
    and not n.is_read
    and n.created_at > now() - interval '10 minutes';
  if not found then
    perform private.notify(member, 'payment', title, message, link);
  end if;
end
$$;
comment on function private.upsert_payment_notification is
  'Inserts a payment notification, or updates an unread one of the last ten minutes with the same title and link.';

create function private.combined_refund_amount(refund public.refunds, member uuid, title text, link text)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      (
        select sum(r.amount)
        from
          public.notifications n
          join public.refunds r on r.order_id = refund.order_id
        where
          n.user_id = member
          and n.title = combined_refund_amount.title
          and n.link = combined_refund_amount.link
          and not n.is_read
          and n.created_at > now() - interval '10 minutes'
          and case refund.status
            when 'pending' then not r.is_cancellation
            and r.created_at >= n.created_at
            else r.status = refund.status
            and r.updated_at >= n.created_at
          end
      ),
      refund.amount
    )
$$;
comment on function private.combined_refund_amount is
  'The amount of a refund plus that of other refunds which the same notification covers.';

create function private.notify_buyer_of_refund(
  refund public.refunds,
  this_order public.orders,
  buyer uuid,
  has_seller boolean
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  title text := case refund.status
    when 'pending' then 'A refund is on its way'
    when 'succeeded' then 'Refund paid'
    else 'Your refund did not go through'
  end;
  source text := coalesce('of your order from ' || this_order.shop_name, 'of your payment');
  link text := case
    when this_order.id is not null then '/order/' || this_order.id
    when refund.status = 'failed' then '/contact'
    else '/orders'
  end;
  amount numeric := private.combined_refund_amount(refund, buyer, title, link);
begin
  perform private.upsert_payment_notification(
    buyer,
    title,
    case
      when refund.status = 'pending' and refund.idempotency_key is not null then format(
        '%s is refunding £%s of your order. Your bank may take a few days.',
        this_order.shop_name,
        amount
      ) || private.quoted_reason(refund.reason)
      when refund.status = 'pending' then format(
        'We are refunding £%s %s. Your bank may take a few days.',
        amount,
        source
      )
      when refund.status = 'succeeded' then format(
        '£%s %s has been refunded. Your bank may take a few days to show it.',
        amount,
        source
      )
      when has_seller then format(
        '£%s %s could not be refunded. The seller has been notified and can try again. Please message them if you hear nothing.',
        amount,
        source
      )
      else format('£%s %s could not be refunded. Please contact us, and we will arrange it with you.', amount, source)
    end,
    link
  );
end
$$;
comment on function private.notify_buyer_of_refund is
  'Notifies the buyer that a refund has started, succeeded or failed.';

create function private.notify_refund(refund public.refunds, is_new boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
  seller uuid;
  buyer uuid;
begin
  if
    is_new
    and (refund.created_at <> now() or refund.status = 'failed')
    -- The provider refused it because it was already refunded there. Members are notified of that refund and of the rest instead.
    or refund.status = 'failed'
    and (select private.has_deferred_refund(p) from public.payments p where p.id = refund.payment_id)
  then
    return;
  end if;
  select * into this_order from public.orders o where o.id = refund.order_id;
  select s.user_id into seller from public.shops s where s.id = this_order.shop_id;
  buyer := coalesce(
    this_order.buyer_id,
    (
      select c.buyer_id
      from
        public.payments p
        join public.checkouts c on c.id = p.checkout_id
      where p.id = refund.payment_id
    )
  );
  -- Cancellations and returned payments include their refund in their own notification.
  if refund.status <> 'pending' or this_order.id is not null and not refund.is_cancellation then
    perform private.notify_buyer_of_refund(refund, this_order, buyer, this_order.id is not null and seller is not null);
  end if;
  if refund.status = 'failed' and this_order.id is not null then
    perform private.notify(
      seller,
      'payment',
      'A refund failed',
      format(
        '£%s could not be refunded to %s for the order of %s. Please refund it again.',
        refund.amount,
        coalesce(this_order.buyer_name, 'the buyer'),
        private.order_summary(this_order.id)
      ),
      '/seller/orders?order=' || this_order.id
    );
  end if;
  if is_new and refund.provider_refund_id is not null and this_order.id is not null then
    perform private.notify(
      seller,
      'payment',
      'A refund was made',
      format(
        '£%s of the order of %s was refunded to %s through the payment provider.',
        refund.amount,
        private.order_summary(this_order.id),
        coalesce(this_order.buyer_name, 'the buyer')
      ),
      '/seller/orders?order=' || this_order.id
    );
  end if;
end
$$;
comment on function private.notify_refund is
  'Notifies the buyer of a refund''s progress, and the seller of failures and of refunds made with the provider.';

create function private.enqueue_refund_email(buyer uuid, template text, refund public.refunds, this_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  combine_within constant interval := interval '3 minutes';
begin
  -- attempts = 0 excludes emails that are being sent. Refunds lock the checkout, so no two of them run this at once.
  update public.outbox o
  set data = o.data || jsonb_build_object(
    'amount', (o.data ->> 'amount')::numeric + refund.amount,
    'refunds', (o.data -> 'refunds') || to_jsonb(refund.id),
    'reason', nullif(concat_ws(E'\n', o.data ->> 'reason', refund.reason), '')
  )
  where
    o.user_id = buyer
    and o.template = enqueue_refund_email.template
    and o.status = 'waiting'
    and o.attempts = 0
    and o.data ->> 'order_id' = this_order.id::text;
  if not found then
    perform private.enqueue_email(
      buyer,
      template,
      refund.id::text,
      jsonb_build_object(
        'refunds', jsonb_build_array(refund.id),
        'amount', refund.amount,
        'reason', refund.reason,
        'order_id', this_order.id,
        'shop', this_order.shop_name
      ),
      send_after =>
        now() + case when this_order.id is null and refund.status <> 'pending' then interval '0' else combine_within end
    );
  end if;
end
$$;
comment on function private.enqueue_refund_email is
  'Enqueues an email about a refund. If an email about the same order is still unsent, adds the refund''s amount and reason to it instead.';

create function private.enqueue_refund_emails(refund public.refunds, is_new boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
  buyer uuid;
begin
  -- No email about a refund that failed in the provider's dashboard, or that the provider refused because it was already refunded there.
  if
    refund.status = 'failed'
    and (is_new or (select private.has_deferred_refund(p) from public.payments p where p.id = refund.payment_id))
  then
    return;
  end if;
  select * into this_order from public.orders o where o.id = refund.order_id;
  buyer := coalesce(
    this_order.buyer_id,
    (
      select c.buyer_id
      from
        public.payments p
        join public.checkouts c on c.id = p.checkout_id
      where p.id = refund.payment_id and refund.order_id is null
    )
  );
  if refund.status <> 'pending' then
    update public.outbox o
    set data = o.data || jsonb_build_object(
      'amount', (o.data ->> 'amount')::numeric - refund.amount,
      'refunds', (o.data -> 'refunds') - refund.id::text
    )
    where
      o.user_id = buyer
      and o.template = 'refund-started'
      and o.status = 'waiting'
      and (o.data -> 'refunds') ? refund.id::text;
  end if;
  if
    refund.status = 'pending'
    and refund.order_id is null
    and refund.provider_refund_id is null
    and not private.pays_voucher(refund.payment_id)
  then
    perform private.enqueue_email(
      buyer,
      'payment-returned',
      refund.id::text,
      jsonb_build_object('amount', refund.amount, 'reason', refund.reason, 'order_id', null, 'shop', null)
    );
    -- The email about a cancellation includes its refund. Most refunds succeed before this email is due, which is then skipped.
  elsif refund.status = 'pending' and not refund.is_cancellation then
    perform private.enqueue_refund_email(buyer, 'refund-started', refund, this_order);
  elsif refund.status = 'succeeded' then
    perform private.enqueue_refund_email(buyer, 'refund-paid', refund, this_order);
  elsif refund.status = 'failed' then
    perform private.enqueue_refund_email(buyer, 'refund-failed', refund, this_order);
    perform private.enqueue_email(
      (select s.user_id from public.shops s where s.id = this_order.shop_id),
      'sale-refund-failed',
      refund.id::text,
      jsonb_build_object(
        'amount', refund.amount,
        'reason', refund.reason,
        'order_id', this_order.id,
        'shop', this_order.shop_name,
        'buyer', coalesce(this_order.buyer_name, 'A buyer')
      )
    );
  end if;
end
$$;
comment on function private.enqueue_refund_emails is
  'Enqueues emails about a refund to the buyer, and to the seller if it failed.';
