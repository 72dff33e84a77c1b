-- Selling gift vouchers: buying one, issuing it once it is paid, refunding it, and a shop's list of them.

create function private.voucher_sale_refusal(shop public.shops, buyer uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select
    case
      when shop.id is null then 'This shop is no longer open.'
      when shop.user_id = buyer then 'You cannot buy from your own shop.'
      when private.has_block_between(shop.user_id, buyer) then format('You cannot buy from %s.', shop.name)
    end
$$;
comment on function private.voucher_sale_refusal is 'Why a member cannot buy a voucher of a shop, or null.';

create function private.read_voucher(given jsonb, terms public.shop_voucher_terms)
returns public.gift_vouchers
language plpgsql
stable
set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
  voucher public.gift_vouchers;
begin
  voucher.amount := case jsonb_typeof(given -> 'amount') when 'number' then (given ->> 'amount')::numeric end;
  if
    voucher.amount is null
    or voucher.amount not between terms.smallest and terms.largest
    or (given ->> 'amount')::numeric <> round((given ->> 'amount')::numeric, 2)
  then
    perform private.refuse(
      '22023',
      'amount',
      format(
        'Please choose an amount from £%s to £%s, in pounds and pence.',
        terms.smallest::numeric(10, 2),
        terms.largest::numeric(10, 2)
      )
    );
  end if;
  voucher.recipient_name := private.strip_invisible(private.order_text(given, 'recipient_name', 100, 'recipient'));
  voucher.recipient_email := lower(private.order_text(given, 'recipient_email', 254, 'recipient'));
  voucher.message := private.order_text(given, 'message', 500, 'message');
  if
    voucher.recipient_email is not null
    and (voucher.recipient_name is null or not private.is_email_address(voucher.recipient_email))
    or not coalesce(private.is_one_line(voucher.recipient_name), true)
  then
    perform private.refuse(
      '22023',
      'recipient',
      'Please enter the recipient’s name and a valid email address, or send it to yourself.'
    );
  end if;
  begin
    voucher.send_on := coalesce(private.order_text(given, 'send_on', 10, 'day')::date, today);
  exception when data_exception then
    perform private.refuse('22023', 'day', 'This date is not valid.');
  end;
  if voucher.send_on not between today and today + 365 then
    perform private.refuse('22023', 'day', 'Please choose a day from today, within a year.');
  end if;
  voucher.months := terms.months;
  return voucher;
end
$$;
comment on function private.read_voucher is
  'Reads a request for a voucher and checks it against the terms of its shop.';

create function private.voucher_response(checkout uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('voucher_id', v.id, 'checkout_id', v.checkout_id, 'amount', v.amount)
  from public.gift_vouchers v
  where v.checkout_id = checkout
$$;
comment on function private.voucher_response is 'The response of buy_voucher, identical for every retry.';

create function private.limit_sent_vouchers(buyer uuid, shop uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    (
      select count(*)
      from
        public.gift_vouchers v
        join public.checkouts c on c.id = v.checkout_id
      where
        v.buyer_id = buyer
        and v.created_at > now() - interval '1 day'
        and v.recipient_email is not null
        and c.status in ('pending', 'paid')
    ) >= 10
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You can send 10 gift vouchers to others in a day. Please try again tomorrow, or send this one to yourself.'
    );
  elsif
    (
      select count(*)
      from public.gift_vouchers v
      where v.buyer_id = buyer and v.recipient_email is not null and v.cancelled_at > now() - interval '30 days'
    ) >= 3
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'Three of your gift vouchers have been refunded in the last 30 days. Please send this one to yourself.'
    );
  elsif
    (
      select count(*)
      from public.gift_vouchers v
      where
        v.shop_id = shop
        and v.recipient_email is not null
        and v.is_cancelled_by_shop
        and v.cancelled_at > now() - interval '30 days'
    ) >= 10
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'This shop has refunded many gift vouchers in the last 30 days. Please send this one to yourself.'
    );
  end if;
end
$$;
comment on function private.limit_sent_vouchers is
  'Refuses a buyer who has sent ten vouchers to others within a day, or had three refunded within 30 days, and a shop that has itself refunded ten. '
  'Otherwise members could send emails to anybody for nothing, also with a shop of their own. The buyer is locked.';

create function public.buy_voucher(voucher jsonb, idempotency_key text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  buyer uuid := private.member_id();
  digest text := encode(sha256(convert_to(coalesce(voucher::text, ''), 'UTF8')), 'hex');
  shop public.shops;
  terms public.shop_voucher_terms;
  read public.gift_vouchers;
  placed public.checkouts;
  refusal text;
begin
  if
    buyer is null
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
    or not exists (select from public.profiles p where p.id = buyer)
  then
    perform private.refuse('42501', 'account', 'Please sign in to buy a gift voucher.');
  end if;
  if coalesce(char_length(idempotency_key), 0) not between 8 and 200 then
    perform private.refuse('22023', 'idempotency_key', 'A voucher needs an idempotency key of 8 to 200 characters.');
  end if;
  perform private.lock_buyer_and_network(buyer);
  select *
  into placed
  from public.checkouts c
  where c.buyer_id = buyer and c.idempotency_key = buy_voucher.idempotency_key;
  if found then
    if placed.request_digest is distinct from digest then
      perform private.refuse('PT409', 'key_reused', 'This key belongs to another of your orders.');
    end if;
    return private.voucher_response(placed.id);
  end if;
  perform private.limit_unpaid_checkouts(buyer);
  perform private.check_order_fields(
    voucher,
    '{shop_id,amount,recipient_name,recipient_email,message,send_on}',
    'A gift voucher'
  );
  select * into shop from public.shops s where s.id = private.order_uuid(voucher, 'shop_id') and s.status = 'active';
  refusal := private.voucher_sale_refusal(shop, buyer);
  if refusal is not null then
    perform private.refuse('PT409', 'shop', refusal);
  end if;
  select * into terms from public.shop_voucher_terms t where t.shop_id = shop.id;
  if not found then
    perform private.refuse('PT409', 'no_vouchers', format('%s does not sell gift vouchers at the moment.', shop.name));
  end if;
  read := private.read_voucher(voucher, terms);
  if read.recipient_email is not null then
    perform private.limit_sent_vouchers(buyer, shop.id);
  end if;
  insert into public.checkouts (buyer_id, idempotency_key, request_digest, subtotal)
  values (buyer, idempotency_key, digest, read.amount)
  returning *
  into placed;
  insert into public.gift_vouchers
    (
      checkout_id,
      shop_id,
      shop_name,
      buyer_id,
      buyer_name,
      recipient_name,
      recipient_email,
      message,
      send_on,
      amount,
      months
    )
  select
    placed.id,
    shop.id,
    shop.name,
    buyer,
    coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.name),
    read.recipient_name,
    read.recipient_email,
    read.message,
    read.send_on,
    read.amount,
    read.months
  from public.profiles p
  where p.id = buyer;
  return private.voucher_response(placed.id);
end
$$;
comment on function public.buy_voucher is
  'Starts the purchase of a gift voucher, which exists once its checkout is paid. The argument is { shop_id, amount, recipient_name, recipient_email, message, send_on }. '
  'Without recipient_email it is sent to the buyer. The result is { voucher_id, checkout_id, amount }. The same key returns the first response again.';

create function private.voucher_payment_details(checkout uuid, fee_percent numeric)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'checkout_id', c.id,
      'voucher_id', v.id,
      'buyer_id', c.buyer_id,
      'buyer_email', u.email,
      'status', c.status,
      'expires_at', c.expires_at,
      'currency', 'gbp',
      'subtotal', c.subtotal,
      'delivery_fee', 0,
      'tip', 0,
      'voucher_amount', 0,
      'total', c.total,
      'balance', 0,
      'application_fee', private.fee_of(v.amount, coalesce(voucher_payment_details.fee_percent, 0)),
      'orders', jsonb_build_array(
        jsonb_build_object(
          'shop_id', v.shop_id,
          'shop_name', v.shop_name,
          'subtotal', v.amount,
          'delivery_fee', 0,
          'tip', 0,
          'total', v.amount,
          'application_fee', private.fee_of(v.amount, coalesce(voucher_payment_details.fee_percent, 0)),
          'account', case
            when a.shop_id is not null then jsonb_build_object(
              'provider', a.provider,
              'account_id', a.account_id,
              'charges_enabled', a.charges_enabled,
              'payouts_enabled', a.payouts_enabled
            )
          end,
          'items', jsonb_build_array(
            jsonb_build_object(
              'name', 'Gift voucher for ' || v.shop_name,
              'variation', null,
              'quantity', 1,
              'price', v.amount,
              'discount', 0
            )
          )
        )
      )
    )
  from
    public.gift_vouchers v
    join public.checkouts c on c.id = v.checkout_id
    left join public.payment_accounts a on a.shop_id = v.shop_id
    left join auth.users u on u.id = c.buyer_id
  where v.checkout_id = checkout
$$;
comment on function private.voucher_payment_details is
  'What payment_details tells about the checkout of a voucher, or null. The fee is taken once, at the purchase. Orders paid by the voucher pay none for it.';

create function private.voucher_words(voucher public.gift_vouchers)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'buyer_name', case when is_heard then voucher.buyer_name end,
      'recipient_name', case when is_heard then voucher.recipient_name end,
      'message', case when is_heard then voucher.message end
    )
  from
    (
      select
        private.words_from(
          voucher.buyer_id,
          '',
          (select u.id from auth.users u where u.email = voucher.recipient_email and not u.is_sso_user)
        ) is not null as is_heard
    ) recipient
$$;
comment on function private.voucher_words is
  'What the buyer of a voucher writes to its recipient: { buyer_name, recipient_name, message }. Nulls while they are suspended, or a block between the two is in effect.';

create function private.voucher_email_data(voucher public.gift_vouchers)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'voucher_id', voucher.id,
      'shop', voucher.shop_name,
      'shop_slug', s.slug,
      'amount', voucher.amount,
      'expires_on', voucher.expires_on,
      'buyer', words -> 'buyer_name',
      'recipient', words -> 'recipient_name',
      'message', words -> 'message',
      'send_on', voucher.send_on,
      'code', (select private.written_voucher_code(c.code) from private.voucher_codes c where c.voucher_id = voucher.id)
    ) || case
      when voucher.recipient_email is null then '{}'
      else jsonb_build_object('name', coalesce(words ->> 'recipient_name', 'Hello'))
    end
  from
    private.voucher_words(voucher) words
    left join public.shops s on s.id = voucher.shop_id
$$;
comment on function private.voucher_email_data is
  'The data of a voucher for the email with its code. It is made again when the email is sent, because a block may have come since.';

create function private.enqueue_voucher_email(voucher public.gift_vouchers)
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- At 8:00 of the day of sending.
  due timestamptz := greatest(now(), private.london_midnight(voucher.send_on) + interval '8 hours');
begin
  if voucher.recipient_email is null then
    perform private.enqueue_email(
      voucher.buyer_id,
      'gift-voucher',
      voucher.id::text,
      private.voucher_email_data(voucher),
      send_after => due
    );
  else
    insert into public.outbox (recipient, template, data, dedupe_key, send_after)
    values
      (
        voucher.recipient_email,
        'gift-voucher',
        private.voucher_email_data(voucher),
        'gift-voucher:' || voucher.id,
        due
      );
  end if;
end
$$;
comment on function private.enqueue_voucher_email is
  'Enqueues the email with the code of a voucher, to its recipient or its buyer.';

create function private.issue_voucher(checkout uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  secret text := private.new_voucher_code();
  voucher public.gift_vouchers;
  seller uuid;
begin
  update public.gift_vouchers v
  set
    paid_at = now(),
    code_end = right(secret, 4),
    expires_on = ((now() at time zone 'Europe/London')::date + make_interval(months => v.months))::date
  where v.checkout_id = checkout
  returning *
  into voucher;
  if not found then
    return;
  end if;
  insert into private.voucher_codes (voucher_id, code) values (voucher.id, secret);
  perform private.enqueue_voucher_email(voucher);
  perform private.enqueue_email(
    voucher.buyer_id,
    'voucher-bought',
    voucher.id::text,
    private.voucher_email_data(voucher) - 'code'
  );
  perform private.notify(
    voucher.buyer_id,
    'payment',
    'Gift voucher bought',
    format('Thank you! You have bought a gift voucher of £%s for %s.', voucher.amount, voucher.shop_name),
    '/gift-vouchers/' || voucher.id
  );
  select s.user_id into seller from public.shops s where s.id = voucher.shop_id;
  perform private.notify(
    seller,
    'payment',
    'Gift voucher sold',
    format('%s bought a gift voucher of £%s for your shop.', coalesce(voucher.buyer_name, 'A member'), voucher.amount),
    '/seller/vouchers?voucher=' || voucher.id
  );
end
$$;
comment on function private.issue_voucher is
  'Issues the voucher of a paid checkout, if it has one: its code, the email with it, and the buyer''s receipt. The checkout is locked.';

-- Refunds.

create function private.update_voucher_refunds(refund public.refunds)
returns void
language plpgsql
set search_path = ''
as $$
declare
  voucher public.gift_vouchers;
  email text;
begin
  -- Also refunds that were made in the provider's dashboard, and ones that failed, after which the voucher can be used again.
  update public.gift_vouchers v
  set refunded = (
    select coalesce(sum(r.amount), 0)
    from public.refunds r
    where r.payment_id = refund.payment_id and r.status <> 'failed'
  )
  from public.payments p
  where p.id = refund.payment_id and not p.is_returned and v.checkout_id = p.checkout_id and v.paid_at is not null
  returning v.*
  into voucher;
  email := 'gift-voucher:' || voucher.id;
  if voucher.refunded = voucher.amount then
    -- The row stays, because it tells that the code has not been sent.
    update public.outbox o
    set
      status = 'skipped',
      data = '{}'
    where o.dedupe_key = email and o.status = 'waiting';
  elsif refund.status = 'failed' then
    delete from public.outbox o where o.dedupe_key = email and o.status = 'skipped';
    if found then
      perform private.enqueue_voucher_email(voucher);
    end if;
  end if;
end
$$;
comment on function private.update_voucher_refunds is
  'Maintains gift_vouchers.refunded. An email with the code of a refunded voucher is not sent any more, unless the refund fails.';

create function private.pays_voucher(payment uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.payments p
        join public.gift_vouchers v on v.checkout_id = p.checkout_id
      where p.id = payment and not p.is_returned and v.paid_at is not null
    )
$$;
comment on function private.pays_voucher is 'Whether a payment was applied to a gift voucher.';

create function public.refund_voucher(voucher_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  voucher public.gift_vouchers;
  payment public.payments;
  is_buyer boolean;
begin
  select *
  into voucher
  from public.gift_vouchers v
  where
    v.id = refund_voucher.voucher_id
    and (v.buyer_id = private.member_id() or v.shop_id = private.own_shop_id() and v.paid_at is not null);
  if not found then
    perform private.refuse('PT404', 'voucher', 'This gift voucher doesn’t exist or isn’t yours.');
  end if;
  is_buyer := voucher.buyer_id is not distinct from private.member_id();
  perform from public.checkouts c where c.id = voucher.checkout_id for no key update;
  select * into voucher from public.gift_vouchers v where v.id = voucher.id for no key update;
  select *
  into payment
  from public.payments p
  where p.checkout_id = voucher.checkout_id and p.status = 'succeeded' and not p.is_returned;
  if voucher.paid_at is null then
    perform private.refuse('PT409', 'unpaid', 'This gift voucher has not been paid.');
  elsif
    voucher.refunded = 0
    and voucher.used = 0
    and (not is_buyer or voucher.paid_at > now() - interval '14 days')
    or not is_buyer
    and voucher.balance > 0
  then
    insert into public.refunds (payment_id, amount, reason)
    values (payment.id, least(voucher.balance, private.unrefunded(payment)), 'The gift voucher was cancelled.');
    update public.gift_vouchers v
    set
      cancelled_at = now(),
      is_cancelled_by_shop = not is_buyer
    where v.id = voucher.id;
    if is_buyer then
      perform private.notify(
        (select s.user_id from public.shops s where s.id = voucher.shop_id),
        'payment',
        'A gift voucher was cancelled',
        format(
          '%s cancelled the gift voucher of £%s that ends in %s. The money goes back to them.',
          coalesce(voucher.buyer_name, 'Its buyer'),
          voucher.amount,
          voucher.code_end
        ),
        '/seller/vouchers?voucher=' || voucher.id
      );
    else
      perform private.notify(
        voucher.buyer_id,
        'payment',
        'Your gift voucher is being refunded',
        format('%s is refunding £%s of the gift voucher that you bought.', voucher.shop_name, voucher.balance),
        '/gift-vouchers/' || voucher.id
      );
    end if;
  elsif voucher.refunded = 0 and is_buyer and voucher.used > 0 then
    perform private.refuse(
      'PT409',
      'voucher_used',
      'This gift voucher has been used, so it can no longer be cancelled.'
    );
  elsif voucher.refunded = 0 and is_buyer then
    perform private.refuse(
      'PT409',
      'too_late',
      'A gift voucher can be cancelled within 14 days of buying it. Please message the shop.'
    );
  elsif voucher.refunded = 0 then
    perform private.refuse('PT409', 'voucher_used', 'Nothing is left of this gift voucher.');
  end if;
  return (
    select jsonb_build_object('voucher_id', v.id, 'refunded', v.refunded, 'balance', v.balance)
    from public.gift_vouchers v
    where v.id = voucher.id
  );
end
$$;
comment on function public.refund_voucher is
  'Refunds a gift voucher to the card that bought it. Its buyer may within 14 days while nothing is used or reserved. The owner of its shop may refund what is left at any time. '
  'A repeat changes nothing: { voucher_id, refunded, balance }.';

create function private.notify_voucher_return(refund public.refunds)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
begin
  select * into this_order from public.orders o where o.id = refund.order_id;
  perform private.notify(
    this_order.buyer_id,
    'payment',
    'Money is back on your gift voucher',
    format(
      '£%s of your order from %s is back on the gift voucher that you paid with.',
      refund.amount,
      this_order.shop_name
    ) || private.quoted_reason(refund.reason),
    '/order/' || this_order.id
  );
  perform private.enqueue_email(
    this_order.buyer_id,
    'voucher-credited',
    refund.id::text,
    (
      select
        jsonb_build_object(
          'amount', refund.amount,
          'reason', refund.reason,
          'order_id', this_order.id,
          'shop', this_order.shop_name,
          'code_end', v.code_end,
          'balance', v.balance,
          'expires_on', v.expires_on
        )
      from public.gift_vouchers v
      where v.id = refund.voucher_id
    )
  );
end
$$;
comment on function private.notify_voucher_return is
  'Notifies the buyer of an order that money has returned to a voucher.';

-- Reading.

create function public.voucher_code(voucher_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  code text;
begin
  select private.written_voucher_code(c.code)
  into code
  from
    public.gift_vouchers v
    join private.voucher_codes c on c.voucher_id = v.id
  where v.id = voucher_code.voucher_id and v.buyer_id = private.member_id();
  if code is null then
    perform private.refuse('PT404', 'voucher', 'This gift voucher doesn’t exist or isn’t yours.');
  end if;
  return code;
end
$$;
comment on function public.voucher_code is 'The secret code of a voucher that the caller has bought and paid.';

create function public.seller_vouchers(
  before_paid_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 25
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  today date := (now() at time zone 'Europe/London')::date;
begin
  return (
    select
      jsonb_build_object(
        'sold', coalesce(sum(v.amount), 0),
        'refunded', coalesce(sum(v.refunded), 0),
        -- A dashboard refund may exceed what was left.
        'used', coalesce(sum(v.used), 0),
        'outstanding', coalesce(sum(v.balance) filter (where v.expires_on >= today), 0),
        'expired', coalesce(sum(v.balance) filter (where v.expires_on < today), 0),
        'count', count(*)
      )
    from public.gift_vouchers v
    where v.shop_id = shop and v.paid_at is not null
  ) || jsonb_build_object(
    'vouchers', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.paid_at desc, r.id desc), '[]')
      from
        (
          select
            v.id,
            v.paid_at,
            v.buyer_name,
            v.code_end,
            v.amount,
            v.used,
            v.refunded,
            v.balance,
            v.expires_on,
            v.expires_on < today as is_expired,
            s.fee
          from
            public.gift_vouchers v
            left join private.sold_vouchers s on s.voucher_id = v.id
          where
            v.shop_id = shop
            and v.paid_at is not null
            and (before_paid_at is null or (v.paid_at, v.id) < (before_paid_at, before_id))
          order by v.paid_at desc, v.id desc
          limit least(greatest(coalesce(page_size, 25), 1), 100)
        ) r
    )
  );
end
$$;
comment on function public.seller_vouchers is
  'The paid vouchers of the caller''s shop, the latest first, and the sums of all: { sold, refunded, used, outstanding, expired, count, vouchers }. '
  'Codes, messages and recipients are not included. The next page is before the last row''s paid_at and id.';

-- Deleting accounts.

create function private.erase_voucher_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.buyer_name := null;
  new.recipient_name := null;
  new.recipient_email := null;
  new.message := null;
  -- They contain the buyer's name.
  delete from public.notifications n
  using public.shops s
  where s.id = new.shop_id and n.user_id = s.user_id and n.link = '/seller/vouchers?voucher=' || new.id;
  return new;
end
$$;
comment on function private.erase_voucher_buyer is
  'Erases personal data from a voucher when its buyer''s account is deleted. The voucher stays valid.';
