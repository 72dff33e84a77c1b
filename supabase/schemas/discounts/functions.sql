-- Looking up.

create function private.limit_wrong_codes(buyer uuid, network cidr)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Concurrent lookups wait, so each counts the wrong codes of those before. Visitors whose network is unknown share a limit.
  perform pg_advisory_xact_lock(hashtextextended('discount codes of ' || coalesce(buyer::text, 'visitors'), 0))
  where buyer is not null or network is null;
  if network is not null then
    perform pg_advisory_xact_lock(hashtextextended('discount codes from ' || network, 0));
  end if;
  if
    (
      select count(*) from private.wrong_codes w where w.member_id = buyer and w.created_at > now() - interval '1 hour'
    ) >= 10
    or (
      select count(*)
      from private.wrong_codes w
      where w.network = limit_wrong_codes.network and w.created_at > now() - interval '1 hour'
    ) >= 100
    or buyer is null
    and network is null
    and (
      select count(*)
      from private.wrong_codes w
      where w.member_id is null and w.network is null and w.created_at > now() - interval '1 hour'
    ) >= 1000
  then
    perform private.refuse('PT429', 'rate_limit', 'You have tried many codes. Please try again in an hour.');
  end if;
end
$$;
comment on function private.limit_wrong_codes is
  'Refuses another lookup after 10 wrong codes of a member, or 100 of a network, in an hour.';

create function private.record_wrong_code(buyer uuid, network cidr)
returns void
language sql
set search_path = ''
as $$
  delete from private.wrong_codes w where w.created_at < now() - interval '1 hour';
  insert into private.wrong_codes (member_id, network) values (buyer, network);
$$;
comment on function private.record_wrong_code is 'Counts a wrong code towards the limits.';

create function private.discount_limit_refusal(
  code public.discount_codes,
  buyer uuid,
  own_pending_counts boolean default true
)
returns text
language plpgsql
set search_path = ''
as $$
declare
  ignored public.order_status := case when not own_pending_counts then 'pending payment' end;
  used bigint;
  claimants uuid[];
  total bigint;
begin
  if code.max_uses is not null then
    select
      count(*) filter (where o.status <> 'pending payment'),
      coalesce(array_agg(o.buyer_id) filter (where o.status = 'pending payment' and o.buyer_id <> buyer), '{}')
    into used, claimants
    from public.orders o
    where o.discount_code_id = code.id and o.status <> 'cancelled';
    total := code.max_uses - used;
  end if;
  if cardinality(claimants) >= total then
    return 'This code has been used up.';
  elsif private.share_left(buyer, claimants, total, greatest(2, total / 4), greatest(4, (total + 1) / 2)) < 1 then
    return 'Many buyers are about to use this code. Please try again in a few minutes.';
  elsif
    code.max_uses_per_buyer is not null
    and code.max_uses_per_buyer <= (
      select count(*)
      from public.orders o
      where
        o.discount_code_id = code.id
        and o.buyer_id = buyer
        and o.status <> 'cancelled'
        and o.status is distinct from ignored
    )
  then
    return 'You have already used this code.';
  elsif
    code.is_first_order_only
    and exists (
      select
      from public.orders o
      where
        o.shop_id = code.shop_id
        and o.buyer_id = buyer
        and o.status <> 'cancelled'
        and o.status is distinct from ignored
    )
  then
    return 'This code is for your first order from this shop.';
  elsif
    code.max_uses is not null
    and own_pending_counts
    and exists (
      select
      from public.orders o
      where o.discount_code_id = code.id and o.buyer_id = buyer and o.status = 'pending payment'
    )
  then
    return 'You have an unpaid order with this code. Please pay for it or cancel it first.';
  end if;
  return null;
end
$$;
comment on function private.discount_limit_refusal is
  'Why the limits of a code refuse a buyer, or null. Cancelled and expired orders do not count, and a buyer has one unpaid order with a '
  'code. Exact if the code is locked. A lookup ignores the buyer''s unpaid orders, which the next order replaces.';

create function private.discount_date_refusal(code public.discount_codes)
returns text
language sql
stable
set search_path = ''
as $$
  select
    case
      when (now() at time zone 'Europe/London')::date < code.from_date then format(
        'This code can be used from %s.',
        to_char(code.from_date, 'FMDD FMMonth YYYY')
      )
      when (now() at time zone 'Europe/London')::date > code.to_date then format(
        'This code expired on %s.',
        to_char(code.to_date, 'FMDD FMMonth YYYY')
      )
    end
$$;
comment on function private.discount_date_refusal is 'Why a code cannot be used today, or null.';

create function public.check_discount_code(shop_id uuid, code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  buyer uuid := private.member_id();
  network cidr := private.request_network();
  found_code public.discount_codes;
  voucher public.gift_vouchers;
  refusal text;
begin
  if buyer is null or not exists (select from public.profiles p where p.id = buyer) then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  perform private.limit_wrong_codes(buyer, network);
  select d.*
  into found_code
  from
    public.discount_codes d
    join public.shops s on s.id = d.shop_id
  where
    d.shop_id = check_discount_code.shop_id
    and d.code = upper(left(private.trimmed(check_discount_code.code), 40))
    and d.is_active
    and s.status = 'active'
    and not private.has_block_between(s.user_id, buyer);
  if not found then
    voucher := private.voucher_of_code(check_discount_code.code);
    if voucher.id is not null then
      return private.checked_voucher(voucher, shop_id, buyer);
    end if;
    perform private.record_wrong_code(buyer, network);
    return jsonb_build_object('refusal', 'This shop has no such code. Please check its spelling.');
  end if;
  refusal := coalesce(
    private.discount_date_refusal(found_code),
    private.discount_limit_refusal(found_code, buyer, false)
  );
  if refusal is not null then
    return jsonb_build_object('refusal', refusal);
  end if;
  return jsonb_build_object(
    'code', jsonb_build_object(
      'id', found_code.id,
      'code', found_code.code,
      'kind', found_code.kind,
      'percent', found_code.percent,
      'amount', found_code.amount,
      'minimum_spend', found_code.minimum_spend,
      'product_ids', to_jsonb(found_code.product_ids)
    )
  );
end
$$;
comment on function public.check_discount_code is
  'Looks up a code of a shop for the caller: { code: { id, code, kind, percent, amount, minimum_spend, product_ids } }, '
  '{ voucher: { balance, expires_on } } for the code of a gift voucher, or { refusal }. '
  'Wrong codes get one refusal, also another shop''s and those that are switched off. They count towards the rate limit. place_order takes the '
  'id, which cannot be guessed, so wrong codes can be tried only here.';

-- Applying.

create function private.discount_shares(code public.discount_codes, lines private.priced_line[])
returns numeric[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  line private.priced_line;
  eligible numeric := 0;
  discount numeric;
  counted numeric := 0;
  given numeric := 0;
  shares numeric[] := '{}';
begin
  foreach line in array lines loop
    if line.shop_id = code.shop_id and (code.product_ids is null or line.product_id = any (code.product_ids)) then
      eligible := eligible + line.price * line.quantity;
    end if;
  end loop;
  discount := case code.kind
    when 'percent' then round(eligible * code.percent / 100, 2)
    when 'amount' then least(code.amount, eligible)
    else 0
  end;
  foreach line in array lines loop
    -- Rounding the running sum instead of each share makes the shares add up.
    if
      discount > 0
      and line.shop_id = code.shop_id
      and (code.product_ids is null or line.product_id = any (code.product_ids))
    then
      counted := counted + line.price * line.quantity;
      shares := shares || round(discount * counted / eligible, 2) - given;
      given := round(discount * counted / eligible, 2);
    else
      shares := shares || 0.00;
    end if;
  end loop;
  return shares;
end
$$;
comment on function private.discount_shares is
  'What a code takes off each line, in the order of the lines: in proportion to their prices, and 0 for lines that it does not cover.';

create function private.lock_discount_codes(buyer uuid, parts private.order_part[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  max_uses integer;
begin
  for max_uses in select d.max_uses
  from public.discount_codes d
  where d.id in (select p.discount_code_id from unnest(parts) p)
  order by d.id
  for no key update loop
    if max_uses is not null then
      perform private.note_network(buyer);
    end if;
  end loop;
end
$$;
comment on function private.lock_discount_codes is
  'Locks the codes of an order request by id, after everything else that an order locks but vouchers.';

create function private.apply_discount_code(
  buyer uuid,
  inout part private.order_part,
  inout lines private.priced_line[]
)
language plpgsql
set search_path = ''
as $$
declare
  code public.discount_codes;
  line private.priced_line;
  shares numeric[];
  spend numeric := 0;
  discount numeric := 0;
  refusal text;
begin
  select *
  into code
  from public.discount_codes d
  where d.id = part.discount_code_id and d.shop_id = part.shop_id and d.is_active;
  refusal := case
    when code.id is null then 'This code is no longer valid.'
    else coalesce(private.discount_date_refusal(code), private.discount_limit_refusal(code, buyer))
  end;
  shares := private.discount_shares(code, lines);
  for i in 1..cardinality(lines) loop
    line := lines[i];
    if line.shop_id = part.shop_id then
      spend := spend + line.price * line.quantity;
      line.discount := shares[i];
      lines[i] := line;
      discount := discount + shares[i];
      if line.chat_room_id is not null then
        refusal := coalesce(refusal, 'A code does not reduce a quote, whose price was agreed with you.');
      end if;
    end if;
  end loop;
  if refusal is null and spend < code.minimum_spend then
    refusal := format(
      'This code is for orders from £%s. Please add £%s more.',
      code.minimum_spend::numeric(10, 2),
      (code.minimum_spend - spend)::numeric(10, 2)
    );
  elsif refusal is null and code.kind = 'free_delivery' and part.fulfilment is distinct from 'delivery' then
    refusal := 'This code is for orders that are delivered.';
  elsif refusal is null and code.kind <> 'free_delivery' and discount = 0 then
    refusal := 'This code is not for anything in your order.';
  end if;
  if refusal is not null then
    perform private.refuse('PT409', 'discount_code', refusal, jsonb_build_object('shop_id', part.shop_id));
  end if;
  part.discount_code := code.code;
  part.waives_delivery := code.kind = 'free_delivery';
end
$$;
comment on function private.apply_discount_code is
  'Applies the code of one part of an order request, which place_order has locked: refuses one that cannot be used, and sets the discount of each line.';

create function private.waive_delivery(charge private.delivery_charge)
returns private.delivery_charge
language plpgsql
immutable
set search_path = ''
as $$
begin
  if charge.fee = 0 then
    perform private.refuse(
      'PT409',
      'discount_code',
      'Delivery is already free, so this code takes nothing off.',
      jsonb_build_object('shop_id', charge.shop_id)
    );
  end if;
  charge.waived := charge.fee;
  charge.fee := 0;
  return charge;
end
$$;
comment on function private.waive_delivery is
  'The charge of an order whose code waives it. The other orders of the checkout pay the same share as without the code.';

create function private.can_use_code_again(this_order public.orders)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  code public.discount_codes;
begin
  select * into code from public.discount_codes d where d.id = this_order.discount_code_id for no key update;
  return not found or private.discount_limit_refusal(code, this_order.buyer_id) is null;
end
$$;
comment on function private.can_use_code_again is
  'Whether the limits of its code permit an expired order that is paid after all. Its dates do not matter, because it was placed in time.';

-- The seller.

create function public.discount_code_figures()
returns table (code_id uuid, uses bigint, given numeric, sales numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
begin
  return query
    select
      d.id,
      count(o.id),
      coalesce(sum(o.discount + o.delivery_discount), 0),
      coalesce(
        sum(
          o.received_amount - o.tip - o.refunded_amount + private.refunded_tip(
            o.status,
            o.tip,
            o.received_amount,
            o.refunded_amount
          )
        ),
        0
      )
    from
      public.discount_codes d
      left join public.orders o on o.discount_code_id = d.id and o.status <> 'cancelled'
    where d.shop_id = shop
    group by d.id;
end
$$;
comment on function public.discount_code_figures is
  'For each code of the caller''s shop: the orders that use it, without cancelled ones, what it took off, and what they paid without tips, less refunds.';
