-- Discount codes of shops: what they take off, for whom and until when, looking one up, and applying it to an order.
-- The codes of gift vouchers are looked up in the same place.

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id)
    on delete cascade,
  code text not null,
  kind text not null,
  percent smallint,
  amount numeric,
  minimum_spend numeric,
  product_ids uuid[],
  max_uses integer,
  max_uses_per_buyer integer,
  is_first_order_only boolean not null default false,
  from_date date,
  to_date date,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discount_codes_once unique (shop_id, code),
  constraint discount_codes_code_form check (code ~ '^[A-Z0-9]([A-Z0-9-]{2,18})[A-Z0-9]$'),
  constraint discount_codes_kind_known check (kind in ('percent', 'amount', 'free_delivery')),
  constraint discount_codes_percent check ((kind = 'percent') = (percent is not null) and percent between 1 and 100),
  constraint discount_codes_amount
    check ((kind = 'amount') = (amount is not null) and amount between 0.01 and 1000 and amount = round(amount, 2)),
  constraint discount_codes_minimum_range
    check (minimum_spend between 0.01 and 10000 and minimum_spend = round(minimum_spend, 2)),
  constraint discount_codes_products
    check (
      cardinality(product_ids) between 1 and 200
      and array_position(product_ids, null) is null
      and (product_ids is null or kind <> 'free_delivery')
    ),
  constraint discount_codes_uses_range check (max_uses between 1 and 100000 and max_uses_per_buyer between 1 and 1000),
  constraint discount_codes_dates
    check (
      from_date between '2000-01-01' and '2999-12-31'
      and to_date between '2000-01-01' and '2999-12-31'
      and to_date >= from_date
    )
);
comment on table public.discount_codes is
  'A shop''s discount codes. Only its owner reads them; a buyer looks up one code by check_discount_code.';
comment on column public.discount_codes.code is
  'In capital letters. It cannot be changed, so that the id and the code name the same offer.';
comment on column public.discount_codes.kind is
  'percent and amount reduce the food; free_delivery waives what the order would pay for delivery.';
comment on column public.discount_codes.minimum_spend is
  'The least amount of food in the order, before the code. Null for none.';
comment on column public.discount_codes.product_ids is 'The products that the code reduces. Null for all.';
comment on column public.discount_codes.max_uses is
  'How many orders may use it, without cancelled ones. Null without a limit.';
comment on column public.discount_codes.is_first_order_only is
  'Whether it is for buyers without another order from the shop.';
comment on column public.discount_codes.from_date is
  'The first day in London on which it can be used, as to_date is the last. Null without a limit.';

create index orders_discount_code on public.orders (discount_code_id, buyer_id)
include (status, discount, delivery_discount, received_amount, refunded_amount, tip)
where discount_code_id is not null;

create table private.wrong_codes (
  id bigint generated always as identity primary key,
  member_id uuid references public.profiles (id)
    on delete cascade,
  network cidr,
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.wrong_codes is
  'Codes that were looked up and that do not exist, for the rate limit. Visitors have no member_id. Each row is kept for an hour.';
create index wrong_codes_member on private.wrong_codes (member_id, created_at);
create index wrong_codes_network on private.wrong_codes (network, created_at) where network is not null;
create index wrong_codes_unknown on private.wrong_codes (created_at) where member_id is null and network is null;
create index wrong_codes_old on private.wrong_codes (created_at);

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
comment on function private.limit_wrong_codes(uuid, cidr) is
  'Refuses another lookup after 10 wrong codes of a member, or 100 of a network, in an hour.';

create function private.record_wrong_code(buyer uuid, network cidr)
returns void
language sql
set search_path = ''
as $$
  delete from private.wrong_codes w where w.created_at < now() - interval '1 hour';
  insert into private.wrong_codes (member_id, network) values (buyer, network);
$$;
comment on function private.record_wrong_code(uuid, cidr) is 'Counts a wrong code towards the limits.';

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
  ignored public.order_status := case
    when not own_pending_counts then 'pending payment'
  end;
begin
  if
    code.max_uses is not null
    and code.max_uses <= (
      select count(*)
      from public.orders o
      where
        o.discount_code_id = code.id
        and o.status <> 'cancelled'
        and (o.buyer_id is distinct from buyer or o.status is distinct from ignored)
    )
  then
    return 'This code has been used up.';
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
  end if;
  return null;
end
$$;
comment on function private.discount_limit_refusal(public.discount_codes, uuid, boolean) is
  'Why the limits of a code refuse a buyer, or null. Cancelled and expired orders do not count. Exact if the code is locked. A lookup '
  'ignores the buyer''s unpaid orders, which the next order replaces.';

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
comment on function private.discount_date_refusal(public.discount_codes) is 'Why a code cannot be used today, or null.';

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
comment on function public.check_discount_code(uuid, text) is
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
comment on function private.discount_shares(public.discount_codes, private.priced_line[]) is
  'What a code takes off each line, in the order of the lines: in proportion to their prices, and 0 for lines that it does not cover.';

create function private.apply_discount_codes(
  buyer uuid,
  inout parts private.order_part[],
  inout lines private.priced_line[]
)
language plpgsql
set search_path = ''
as $$
declare
  number integer;
  part private.order_part;
  code public.discount_codes;
  line private.priced_line;
  shares numeric[];
  spend numeric;
  discount numeric;
  refusal text;
begin
  -- Locked in the order of ids, after everything else that an order locks.
  for number in select n
  from generate_subscripts(parts, 1) n
  where (parts[n]).discount_code_id is not null
  order by (parts[n]).discount_code_id loop
    part := parts[number];
    select *
    into code
    from public.discount_codes d
    where d.id = part.discount_code_id and d.shop_id = part.shop_id and d.is_active
    for no key update;
    refusal := case
      when code.id is null then 'This code is no longer valid.'
      else coalesce(private.discount_date_refusal(code), private.discount_limit_refusal(code, buyer))
    end;
    shares := private.discount_shares(code, lines);
    spend := 0;
    discount := 0;
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
    elsif refusal is null and code.kind = 'free_delivery' and part.fulfilment <> 'delivery' then
      refusal := 'This code is for orders that are delivered.';
    elsif refusal is null and code.kind <> 'free_delivery' and discount = 0 then
      refusal := 'This code is not for anything in your order.';
    end if;
    if refusal is not null then
      perform private.refuse('PT409', 'discount_code', refusal, jsonb_build_object('shop_id', part.shop_id));
    end if;
    part.discount_code := code.code;
    part.waives_delivery := code.kind = 'free_delivery';
    parts[number] := part;
  end loop;
end
$$;
comment on function private.apply_discount_codes(uuid, private.order_part[], private.priced_line[]) is
  'Applies the codes of an order request: locks them, refuses those that cannot be used, and sets the discount of each line.';

create function private.waive_delivery(parts private.order_part[], charges private.delivery_charge[])
returns private.delivery_charge[]
language plpgsql
set search_path = ''
as $$
declare
  part private.order_part;
begin
  foreach part in array parts loop
    if part.waives_delivery then
      for i in 1..cardinality(charges) loop
        if charges[i].shop_id = part.shop_id then
          if charges[i].fee = 0 then
            perform private.refuse(
              'PT409',
              'discount_code',
              'Delivery is already free, so this code takes nothing off.',
              jsonb_build_object('shop_id', part.shop_id)
            );
          end if;
          charges[i].waived := charges[i].fee;
          charges[i].fee := 0;
        end if;
      end loop;
    end if;
  end loop;
  return charges;
end
$$;
comment on function private.waive_delivery(private.order_part[], private.delivery_charge[]) is
  'The charges without those that a code waives. The other orders of the checkout pay the same share as without the code.';

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
comment on function private.can_use_code_again(public.orders) is
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
  return query select
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
comment on function public.discount_code_figures() is
  'For each code of the caller''s shop: the orders that use it, without cancelled ones, what it took off, and what they paid without tips, less refunds.';

create trigger quota
after insert on public.discount_codes
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '200', 'discount codes');
create trigger enforce_immutable_code
before update of id, shop_id, code on public.discount_codes
for each row
execute function private.enforce_immutable_columns('id', 'shop_id', 'code');
create trigger touch_updated_at
before update on public.discount_codes
for each row
execute function private.touch_updated_at();

alter table public.discount_codes enable row level security;
alter table private.wrong_codes enable row level security;

grant
  select,
  delete,
  insert (
    shop_id,
    code,
    kind,
    percent,
    amount,
    minimum_spend,
    product_ids,
    max_uses,
    max_uses_per_buyer,
    is_first_order_only,
    from_date,
    to_date,
    is_active
  ),
  update (
    kind,
    percent,
    amount,
    minimum_spend,
    product_ids,
    max_uses,
    max_uses_per_buyer,
    is_first_order_only,
    from_date,
    to_date,
    is_active
  )
on public.discount_codes
to authenticated;
grant all on public.discount_codes to service_role;
grant execute
on function public.check_discount_code(uuid, text), public.discount_code_figures()
to authenticated, service_role;

create policy "Owners see the codes of their shop" on public.discount_codes
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners add codes to their shop" on public.discount_codes
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners change the codes of their shop" on public.discount_codes
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete codes of their shop" on public.discount_codes
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
