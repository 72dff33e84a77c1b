-- Codes.

create function private.voucher_code_text(given text)
returns text
language sql
immutable
parallel safe
-- Crockford's alphabet has no letters that look like digits.
return translate(regexp_replace(upper(left(given, 100)), '[^0-9A-Z]+', '', 'g'), 'ILO', '110');
comment on function private.voucher_code_text is 'A voucher''s code as it is stored, however it is typed.';

create function private.written_voucher_code(code text)
returns text
language sql
immutable
parallel safe
return concat_ws('-', left(code, 2), substr(code, 3, 4), substr(code, 7, 4), substr(code, 11, 4), substr(code, 15, 4));
comment on function private.written_voucher_code is 'A code as it is shown: GV-XXXX-XXXX-XXXX-XXXX.';

create function private.new_voucher_code()
returns text
language sql
volatile
set search_path = ''
as $$
  select
    'GV' || string_agg(
      substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(b.bits, place) & 31) + 1, 1),
      ''
      order by place
    )
  from
    (select extensions.gen_random_bytes(16) as bits) b,
    generate_series(0, 15) place
$$;
comment on function private.new_voucher_code is 'A random code of 80 bits.';

create function private.voucher_of_code(code text)
returns public.gift_vouchers
language sql
stable
set search_path = ''
as $$
  select v
  from
    private.voucher_codes c
    join public.gift_vouchers v on v.id = c.voucher_id
  where c.code = private.voucher_code_text(voucher_of_code.code)
$$;
comment on function private.voucher_of_code is 'The voucher of a code, or null.';

create function private.voucher_refusal(voucher public.gift_vouchers, shop uuid, balance numeric)
returns text
language sql
stable
set search_path = ''
as $$
  select
    case
      when voucher.id is null then 'There is no gift voucher with this code. Please check its spelling.'
      when voucher.shop_id is distinct from shop then format('This gift voucher is for %s only.', voucher.shop_name)
      when voucher.refunded = voucher.amount then 'This gift voucher has been refunded.'
      when (now() at time zone 'Europe/London')::date > voucher.expires_on then format(
        'This gift voucher expired on %s.',
        to_char(voucher.expires_on, 'FMDD FMMonth YYYY')
      )
      when balance <= 0 then 'This gift voucher has been used up.'
    end
$$;
comment on function private.voucher_refusal is 'Why a voucher cannot pay an order of a shop, or null.';

create function private.checked_voucher(voucher public.gift_vouchers, shop uuid, buyer uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  -- The buyer's next order replaces their unpaid ones.
  balance numeric := voucher.balance + coalesce(
    (
      select sum(u.amount - u.returned)
      from
        private.voucher_uses u
        join public.orders o on o.id = u.order_id
      where u.voucher_id = voucher.id and o.buyer_id = buyer and o.status = 'pending payment'
    ),
    0
  );
  refusal text := private.voucher_refusal(voucher, shop, balance);
begin
  if refusal is not null then
    return jsonb_build_object('refusal', refusal);
  end if;
  return jsonb_build_object('voucher', jsonb_build_object('balance', balance, 'expires_on', voucher.expires_on));
end
$$;
comment on function private.checked_voucher is
  'What check_discount_code tells about a voucher: { voucher: { balance, expires_on } } or { refusal }.';

create function public.voucher_balance(code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := (select p.id from public.profiles p where p.id = private.member_id());
  network cidr := private.request_network();
  voucher public.gift_vouchers;
begin
  perform private.limit_wrong_codes(member, network);
  voucher := private.voucher_of_code(code);
  if voucher.id is null then
    perform private.record_wrong_code(member, network);
    return jsonb_build_object('refusal', private.voucher_refusal(null, null, 0));
  end if;
  return jsonb_build_object(
    'voucher', jsonb_build_object(
      'code', private.written_voucher_code(private.voucher_code_text(code)),
      'shop_name', voucher.shop_name,
      'shop_slug', (select s.slug from public.shops s where s.id = voucher.shop_id and s.status = 'active'),
      'amount', voucher.amount,
      'balance', voucher.balance,
      'expires_on', voucher.expires_on,
      'is_expired', (now() at time zone 'Europe/London')::date > voucher.expires_on,
      'is_refunded', voucher.refunded = voucher.amount
    ) || private.voucher_words(voucher)
  );
end
$$;
comment on function public.voucher_balance is
  'What is left of a voucher, for anyone who has its code: { voucher: { code, shop_name, shop_slug, amount, balance, expires_on, is_expired, '
  'is_refunded, buyer_name, recipient_name, message } } or { refusal }. Wrong codes count towards the rate limit.';

-- Paying with vouchers.

create function private.read_voucher_codes(given jsonb, shop uuid)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  codes text[];
begin
  if coalesce(jsonb_typeof(given), 'null') = 'null' then
    return '{}';
  elsif
    jsonb_typeof(given) <> 'array'
    or jsonb_array_length(given) > 5
    or jsonb_path_exists(given, 'strict $[*].type() ? (@ != "string")')
  then
    perform private.refuse(
      '22023',
      'voucher',
      'An order takes at most five gift vouchers.',
      jsonb_build_object('shop_id', shop)
    );
  end if;
  codes := array(select private.voucher_code_text(g.code) from jsonb_array_elements_text(given) g (code));
  if (select count(distinct c) from unnest(codes) c) < cardinality(codes) then
    perform private.refuse(
      '22023',
      'voucher',
      'Each gift voucher can be entered once.',
      jsonb_build_object('shop_id', shop)
    );
  end if;
  return codes;
end
$$;
comment on function private.read_voucher_codes is 'The codes of vouchers in the part of an order request for one shop.';

create function private.refuse_wrong_vouchers("order" jsonb, buyer uuid, network cidr)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wrong_at jsonb;
begin
  if not jsonb_path_exists("order", 'lax $.shops[*].vouchers[*]') then
    return null;
  end if;
  perform private.limit_wrong_codes(buyer, network);
  select s.shop -> 'shop_id'
  into wrong_at
  from
    jsonb_path_query("order", 'lax $.shops[*]') s (shop),
    jsonb_path_query(s.shop, 'lax $.vouchers[*] ? (@.type() == "string")') given (code)
  where (private.voucher_of_code(given.code #>> '{}')).id is null
  limit 1;
  if not found then
    return null;
  end if;
  perform private.record_wrong_code(buyer, network);
  return private.refused(
    'PT409',
    'voucher',
    private.voucher_refusal(null, null, 0),
    jsonb_build_object('shop_id', wrong_at)
  );
end
$$;
comment on function private.refuse_wrong_vouchers is
  'The refusal of an order that names a voucher which does not exist, or null. It counts as a wrong code, so it is returned and not raised.';

create function private.lock_vouchers(parts private.order_part[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform
  from public.gift_vouchers v
  where
    v.id in (
      select c.voucher_id
      from
        unnest(parts) p
        join private.voucher_codes c on c.code = any (p.voucher_codes)
    )
  order by v.id
  for no key update;
end
$$;
comment on function private.lock_vouchers is
  'Locks the vouchers of an order request by id, after everything else that an order locks.';

create function private.check_voucher(code text, shop uuid, has_deposit boolean)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  voucher public.gift_vouchers := private.voucher_of_code(code);
  refusal text := case
    when has_deposit then 'A gift voucher cannot pay for an order with a deposit.'
    else private.voucher_refusal(voucher, shop, voucher.balance)
  end;
begin
  if refusal is not null then
    perform private.refuse('PT409', 'voucher', refusal, jsonb_build_object('shop_id', shop));
  end if;
end
$$;
comment on function private.check_voucher is 'Refuses a voucher that cannot pay an order of a shop.';

create function private.voucher_payments(parts private.order_part[], shops private.shop_price[])
returns private.voucher_payment[]
language plpgsql
stable
set search_path = ''
as $$
declare
  payments private.voucher_payment[] := '{}';
  found_voucher record;
  due numeric;
  -- What the whole checkout still costs, with its tips.
  rest numeric;
  largest integer;
begin
  select sum(s.food - s.discount + s.delivery_fee + s.tip) into rest from unnest(shops) s;
  for number in 1..cardinality(shops) loop
    due := shops[number].food - shops[number].discount + shops[number].delivery_fee;
    for found_voucher in select v.id, v.balance
    from
      unnest(parts) p
      join private.voucher_codes c on c.code = any (p.voucher_codes)
      join public.gift_vouchers v on v.id = c.voucher_id
    where p.shop_id = shops[number].shop_id
    order by v.expires_on, v.id loop
      exit when due = 0;
      payments := payments || row(
        found_voucher.id,
        shops[number].shop_id,
        least(due, found_voucher.balance)
      )::private.voucher_payment;
      rest := rest - least(due, found_voucher.balance);
      due := due - least(due, found_voucher.balance);
    end loop;
  end loop;
  if rest between 0.01 and 0.29 then
    -- Cards pay 30p or more, so a voucher keeps the difference.
    select u.number
    into largest
    from unnest(payments) with ordinality u (voucher_id, shop_id, amount, number)
    where u.amount > 0.30 - rest
    order by u.amount desc, u.voucher_id
    limit 1;
    if found then
      payments[largest].amount := payments[largest].amount - (0.30 - rest);
    end if;
  end if;
  return payments;
end
$$;
comment on function private.voucher_payments is
  'What the vouchers of an order request pay: food and delivery, and not tips. The one that expires first is used first.';

create function private.use_vouchers(checkout uuid, payments private.voucher_payment[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.voucher_uses (voucher_id, order_id, amount)
  select p.voucher_id, o.id, p.amount
  from
    unnest(payments) p
    join public.orders o on o.checkout_id = checkout and o.shop_id = p.shop_id;
  update public.gift_vouchers v
  set used = v.used + p.amount
  from unnest(payments) p
  where v.id = p.voucher_id;
end
$$;
comment on function private.use_vouchers is 'Reserves what vouchers pay of a placed checkout. They are locked.';

create function private.release_vouchers(checkouts uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.checkouts c where c.id = any (checkouts) and c.voucher_amount > 0) then
    return;
  end if;
  perform
  from public.gift_vouchers v
  where
    v.id in (
      select u.voucher_id
      from
        private.voucher_uses u
        join public.orders o on o.id = u.order_id
      where o.checkout_id = any (checkouts)
    )
  order by v.id
  for no key update;
  update public.gift_vouchers v
  set used = v.used - s.amount
  from
    (
      select u.voucher_id, sum(u.amount - u.returned) as amount
      from
        private.voucher_uses u
        join public.orders o on o.id = u.order_id
      where o.checkout_id = any (checkouts)
      group by u.voucher_id
    ) s
  where v.id = s.voucher_id;
  update private.voucher_uses u
  set returned = u.amount
  from public.orders o
  where o.id = u.order_id and o.checkout_id = any (checkouts);
end
$$;
comment on function private.release_vouchers is
  'Returns what unpaid checkouts reserve of vouchers. The checkouts are locked.';

create function private.use_vouchers_again(checkout uuid)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform
  from public.gift_vouchers v
  where
    v.id in (
      select u.voucher_id
      from
        private.voucher_uses u
        join public.orders o on o.id = u.order_id
      where o.checkout_id = checkout
    )
  order by v.id
  for no key update;
  if
    exists (
      select
      from
        private.voucher_uses u
        join public.orders o on o.id = u.order_id
        join public.gift_vouchers v on v.id = u.voucher_id
      where o.checkout_id = checkout and v.balance < u.amount
    )
  then
    return false;
  end if;
  update public.gift_vouchers v
  set used = v.used + u.amount
  from
    private.voucher_uses u
    join public.orders o on o.id = u.order_id
  where o.checkout_id = checkout and v.id = u.voucher_id;
  update private.voucher_uses u
  set returned = 0
  from public.orders o
  where o.id = u.order_id and o.checkout_id = checkout;
  return true;
end
$$;
comment on function private.use_vouchers_again is
  'Takes what an expired checkout released of vouchers, or nothing and returns false. Their last day does not matter, because the order was placed in time.';

create function private.return_to_vouchers(
  this_order public.orders,
  amount numeric,
  reason text,
  is_cancellation boolean,
  idempotency_key text,
  is_buyer boolean
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_use private.voucher_uses;
  part numeric;
begin
  perform
  from public.gift_vouchers v
  where v.id in (select u.voucher_id from private.voucher_uses u where u.order_id = this_order.id)
  order by v.id
  for no key update;
  for this_use in select u.*
  from
    private.voucher_uses u
    join public.gift_vouchers v on v.id = u.voucher_id
  where u.order_id = this_order.id and u.returned < u.amount
  order by v.expires_on desc, v.id desc loop
    part := least(amount, this_use.amount - this_use.returned);
    exit when part <= 0;
    update private.voucher_uses u
    set returned = u.returned + part
    where (u.order_id, u.voucher_id) = (this_use.order_id, this_use.voucher_id);
    -- Money that returns can be used for at least 90 days. A buyer who orders and cancels again and again gains at most 90 days in all.
    update public.gift_vouchers v
    set
      used = v.used - part,
      expires_on = greatest(
        v.expires_on,
        least(
          (now() at time zone 'Europe/London')::date + 90,
          case when is_buyer then (v.paid_on + make_interval(months => v.months))::date + 90 end
        )
      )
    where v.id = this_use.voucher_id;
    update public.orders o set voucher_returned = o.voucher_returned + part where o.id = this_order.id;
    insert into public.refunds (order_id, voucher_id, amount, reason, status, is_cancellation, idempotency_key)
    values
      (
        this_order.id,
        this_use.voucher_id,
        part,
        return_to_vouchers.reason,
        'succeeded',
        return_to_vouchers.is_cancellation,
        return_to_vouchers.idempotency_key
      );
    amount := amount - part;
  end loop;
end
$$;
comment on function private.return_to_vouchers is
  'Returns part of an order''s price to its vouchers, the one that expires last first. is_buyer means that the buyer cancelled it. The checkout is locked.';
