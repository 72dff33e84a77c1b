create function private.enqueue_email(
  member uuid,
  template text,
  about text,
  data jsonb,
  is_order_update boolean default false,
  send_after timestamptz default now(),
  is_bulk boolean default false
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.outbox (user_id, recipient, template, data, dedupe_key, is_order_update, send_after, is_bulk)
  select
    p.id,
    u.email,
    enqueue_email.template,
    jsonb_build_object('name', coalesce(nullif(p.first_name, ''), p.name)) || enqueue_email.data,
    enqueue_email.template || ':' || about,
    enqueue_email.is_order_update,
    enqueue_email.send_after,
    enqueue_email.is_bulk
  from
    public.profiles p
    join auth.users u on u.id = p.id
  where p.id = member and u.deleted_at is null and private.is_email_address(u.email)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.enqueue_email is
  'Enqueues an email to a member, once for each template and about. Skips deleted accounts and accounts without an email address.';

create function private.email_order_data(this_order public.orders, shows_place boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'id', this_order.id,
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

create function private.enqueue_order_emails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  seller uuid := (select s.user_id from public.shops s where s.id = new.shop_id);
  buyer uuid := new.buyer_id;
  about text := new.id::text;
  buyer_data jsonb := jsonb_build_object('order', private.email_order_data(new, private.shows_pickup_address(new)));
  seller_data jsonb := jsonb_build_object('order', private.email_sale_data(new));
  cancellation jsonb;
begin
  if private.is_step_held(new.id, new.status) then
    return null;
  elsif new.status = 'processing' then
    perform private.enqueue_receipt_email(new);
    -- Sellers know of the orders that they have entered.
    if private.member_id() is distinct from seller then
      perform private.enqueue_email(seller, 'new-order', about, seller_data);
    end if;
    perform private.enqueue_hand_over_reminder(new);
  elsif new.status in ('shipped', 'ready', 'delivered') then
    perform private.enqueue_step_email(new);
    -- An unpaid order ends without an email.
  elsif new.status = 'cancelled' and new.paid_at is not null then
    cancellation := jsonb_build_object(
      'by', case private.member_id()
        when buyer then 'buyer'
        when seller then 'seller'
        else 'marketplace'
      end,
      'reason', new.cancel_reason,
      'refund', (select sum(r.amount) from public.refunds r where r.order_id = new.id and r.is_cancellation),
      'to_vouchers', (
        select sum(r.amount)
        from public.refunds r
        where r.order_id = new.id and r.is_cancellation and r.voucher_id is not null
      )
    );
    perform private.enqueue_email(buyer, 'order-cancelled', about, buyer_data || cancellation);
    if private.member_id() is distinct from seller then
      perform private.enqueue_email(seller, 'sale-cancelled', about, seller_data || cancellation);
    end if;
  end if;
  return null;
end
$$;
comment on function private.enqueue_order_emails is
  'Enqueues emails to buyer and seller about a status change of an order.';

-- Sending.

create function private.is_email_obsolete(email public.outbox)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    email.send_after < now() - interval '3 days'
    or exists (
      select
      from public.notification_preferences n
      where
        n.user_id = email.user_id
        and email.template not in ('second-factor-removed', 'account-suspended', 'account-restored')
        and not (n.email_notifications and (n.order_updates or not email.is_order_update))
    )
    or email.template = 'pickup-reminder'
    and not exists (
      select
      from public.orders o
      where
        o.id = (email.data -> 'order' ->> 'id')::uuid
        and o.status in ('processing', 'ready')
        and (o.pickup_date + o.pickup_end) at time zone 'Europe/London' > now()
    )
    -- On its way, or handed over. A day that has changed since is not announced either.
    or email.template = 'delivery-reminder'
    and not exists (
      select
      from public.orders o
      where
        o.id = (email.data -> 'order' ->> 'id')::uuid
        and o.status = 'processing'
        and coalesce(o.delivery_date, o.agreed_on)::text = coalesce(
          email.data #>> '{order,delivery,date}',
          email.data #>> '{order,agreed_on}'
        )
        and coalesce(o.delivery_date, o.agreed_on) >= (now() at time zone 'Europe/London')::date
    )
    or (email.template = 'balance-due' or email.template = 'sale-balance' and email.data -> 'is_overdue' = 'true')
    and not exists (
      select from public.orders o where o.id = (email.data -> 'order' ->> 'id')::uuid and private.owes_balance(o)
    )
    or email.template = 'drop-open'
    and not private.is_drop_open((email.data ->> 'drop_id')::uuid)
    or email.template = 'refund-started'
    and email.data -> 'refunds' = '[]'
    or email.template = 'quote'
    and not exists (
      select
      from public.chat_rooms c
      where
        c.id = (email.data ->> 'room_id')::uuid
        and not c.is_paid
        and c.quote_version = (email.data ->> 'version')::integer
        and c.quote_expires_at = (email.data ->> 'expires_at')::timestamptz
        and c.quote_expires_at > now()
    )
    or email.template = 'waitlist-offer'
    and not private.is_offer_open(email.user_id, email.data)
    or email.template = 'slot-offer'
    and not private.is_place_held(email.user_id, email.data)
    or email.template = 'announcement'
    and private.is_announcement_unwanted(email.user_id, email.data)
    or email.template = 'unread-messages'
    and not exists (
      select
      from
        private.room_members r,
        jsonb_array_elements(email.data -> 'rooms') entry
      where r.member_id = email.user_id and r.room_id = (entry ->> 'id')::uuid and r.unread > 0
    )
$$;
comment on function private.is_email_obsolete is
  'Whether a due email should be skipped: its recipient opted out, its content is outdated, or it has been due for three days.';

create function public.claim_emails(batch_size integer default 5)
returns table (email_id uuid, recipient text, template text, data jsonb, attempts integer, request_id text)
language plpgsql
security definer
set search_path = ''
as $$
declare
  due uuid[];
  claimed integer := 0;
  added integer;
begin
  loop
    due := array(
      select o.id from public.outbox o where o.status = 'waiting' and o.send_after <= now()
      order by o.is_bulk, o.send_after, o.id limit batch_size - claimed for no key update skip locked
    );
    exit when cardinality(due) = 0;
    update public.outbox o set status = 'skipped', data = '{}' where o.id = any (due) and private.is_email_obsolete(o);
    return query
    update public.outbox o set
      attempts = o.attempts + 1, last_error = null, send_after = now() + interval '5 minutes',
      recipient = coalesce((select u.email from auth.users u where u.id = o.user_id and private.is_email_address(u.email)), o.recipient),
      data = o.data || coalesce(
        (select private.voucher_email_data(v) from public.gift_vouchers v where o.template = 'gift-voucher' and v.id = (o.data ->> 'voucher_id')::uuid),
        '{}'
      )
    where o.id = any (due) and o.status = 'waiting' returning o.id, o.recipient, o.template, o.data, o.attempts, o.request_id;
    get diagnostics added = row_count;
    claimed := claimed + added;
    exit when claimed >= batch_size;
  end loop;
end $$;
comment on function public.claim_emails is
  'Claims due emails, with the current address of each recipient. A claim lasts five minutes. Without a recorded outcome the email is claimed again, so it may arrive twice but is never lost.';

create function public.record_email(email_id uuid, attempt integer, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.outbox o
  set
    status = case
      when error is null then 'sent'
      when o.attempts >= 24 then 'failed'
      else 'waiting'
    end,
    sent_at = case when error is null then now() end,
    data = case when error is null then '{}' else o.data end,
    send_after = private.retry_at(o.attempts - 1),
    last_error = left(error, 500)
  -- A success always counts. A failure counts only if no other process has claimed the email since.
  where o.id = record_email.email_id and o.status = 'waiting' and (error is null or o.attempts = record_email.attempt);
  -- The final email of a deleted account is not kept, whether or not it arrived.
  delete from public.outbox o
  where o.id = record_email.email_id and o.template = 'account-deleted' and o.status <> 'waiting'
$$;
comment on function public.record_email is
  'Records the outcome of a claimed email: success, or the error. A failed email is retried after 1, 2, 4 … 60 minutes, 24 times in all.';

create function private.call_send_mail_if_due()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.outbox o where o.status = 'waiting' and o.send_after <= now()) then
    perform private.call_function('send-mail');
  end if;
end
$$;
comment on function private.call_send_mail_if_due is 'Calls send-mail if an email is due.';

create function private.purge_emails()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.outbox o
  where
    o.status <> 'waiting'
    and o.created_at < now() - interval '90 days'
    and o.send_after < now() - interval '90 days'
$$;
comment on function private.purge_emails is
  'Deletes finished emails 90 days after they were due. Until then support can look them up.';

-- Notifications of refunds.

create function private.upsert_payment_notification(member uuid, title text, message text, link text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.notifications n
  set message = left(upsert_payment_notification.message, 2000)
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

create function private.notify_refund()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  seller uuid;
  buyer uuid;
begin
  if
    tg_op = 'UPDATE'
    and new.status = old.status
    or tg_op = 'INSERT'
    and (new.created_at <> now() or new.status = 'failed')
    -- The provider refused it because it was already refunded there. Members are notified of that refund and of the rest instead.
    or new.status = 'failed'
    and (select private.has_deferred_refund(p) from public.payments p where p.id = new.payment_id)
  then
    return null;
  end if;
  select * into this_order from public.orders o where o.id = new.order_id;
  select s.user_id into seller from public.shops s where s.id = this_order.shop_id;
  buyer := coalesce(
    this_order.buyer_id,
    (
      select c.buyer_id
      from
        public.payments p
        join public.checkouts c on c.id = p.checkout_id
      where p.id = new.payment_id
    )
  );
  -- Cancellations and returned payments include their refund in their own notification.
  if new.status <> 'pending' or this_order.id is not null and not new.is_cancellation then
    perform private.notify_buyer_of_refund(new, this_order, buyer, this_order.id is not null and seller is not null);
  end if;
  if new.status = 'failed' and this_order.id is not null then
    perform private.notify(
      seller,
      'payment',
      'A refund failed',
      format(
        '£%s could not be refunded to %s for the order of %s. Please refund it again.',
        new.amount,
        coalesce(this_order.buyer_name, 'the buyer'),
        private.order_summary(this_order.id)
      ),
      '/seller/orders?order=' || this_order.id
    );
  end if;
  if tg_op = 'INSERT' and new.provider_refund_id is not null and this_order.id is not null then
    perform private.notify(
      seller,
      'payment',
      'A refund was made',
      format(
        '£%s of the order of %s was refunded to %s through the payment provider.',
        new.amount,
        private.order_summary(this_order.id),
        coalesce(this_order.buyer_name, 'the buyer')
      ),
      '/seller/orders?order=' || this_order.id
    );
  end if;
  return null;
end
$$;
comment on function private.notify_refund is
  'Notifies the buyer of a refund''s progress, and the seller of failures and of refunds made with the provider.';

-- Emails about refunds.

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

create function private.enqueue_refund_emails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  buyer uuid;
begin
  -- No email about a refund that failed in the provider's dashboard, or that the provider refused because it was already refunded there.
  if
    new.status = 'failed'
    and (tg_op = 'INSERT' or (select private.has_deferred_refund(p) from public.payments p where p.id = new.payment_id))
  then
    return null;
  end if;
  select * into this_order from public.orders o where o.id = new.order_id;
  buyer := coalesce(
    this_order.buyer_id,
    (
      select c.buyer_id
      from
        public.payments p
        join public.checkouts c on c.id = p.checkout_id
      where p.id = new.payment_id and new.order_id is null
    )
  );
  if new.status <> 'pending' then
    update public.outbox o
    set data = o.data || jsonb_build_object(
      'amount', (o.data ->> 'amount')::numeric - new.amount,
      'refunds', (o.data -> 'refunds') - new.id::text
    )
    where
      o.user_id = buyer
      and o.template = 'refund-started'
      and o.status = 'waiting'
      and (o.data -> 'refunds') ? new.id::text;
  end if;
  if
    new.status = 'pending'
    and new.order_id is null
    and new.provider_refund_id is null
    and not private.pays_voucher(new.payment_id)
  then
    perform private.enqueue_email(
      buyer,
      'payment-returned',
      new.id::text,
      jsonb_build_object('amount', new.amount, 'reason', new.reason, 'order_id', null, 'shop', null)
    );
    -- The email about a cancellation includes its refund. Most refunds succeed before this email is due, which is then skipped.
  elsif new.status = 'pending' and not new.is_cancellation then
    perform private.enqueue_refund_email(buyer, 'refund-started', new, this_order);
  elsif new.status = 'succeeded' then
    perform private.enqueue_refund_email(buyer, 'refund-paid', new, this_order);
  elsif new.status = 'failed' then
    perform private.enqueue_refund_email(buyer, 'refund-failed', new, this_order);
    perform private.enqueue_email(
      (select s.user_id from public.shops s where s.id = this_order.shop_id),
      'sale-refund-failed',
      new.id::text,
      jsonb_build_object(
        'amount', new.amount,
        'reason', new.reason,
        'order_id', this_order.id,
        'shop', this_order.shop_name,
        'buyer', coalesce(this_order.buyer_name, 'A buyer')
      )
    );
  end if;
  return null;
end
$$;
comment on function private.enqueue_refund_emails is
  'Enqueues emails about a refund to the buyer, and to the seller if it failed.';
