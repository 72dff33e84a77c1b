-- What an order costs and why it cannot be placed: the same steps for place_order, which stops at the first refusal, and for preview_order, which
-- collects them. They only read. place_order takes its locks before.

create function private.order_address("order" jsonb, buyer uuid, destination public.user_addresses)
returns public.user_addresses
language plpgsql
stable
set search_path = ''
as $$
declare
  address public.user_addresses;
begin
  if "order" ->> 'address_id' is null then
    perform private.refuse('22023', 'address_missing', 'Please choose a delivery address.');
  end if;
  select *
  into address
  from public.user_addresses a
  where a.id = private.order_uuid("order", 'address_id') and a.user_id = buyer;
  if address.id is null then
    perform private.refuse('PT404', 'address', 'This address no longer exists. Please choose another one.');
  end if;
  if address.lat is null then
    -- The place that the page has found, and saves before it orders.
    address.lat := destination.lat;
    address.lon := destination.lon;
  end if;
  return address;
end
$$;
comment on function private.order_address is
  'The delivery address that an order request names, at the place of a preview''s destination while it has none. Refuses a missing address.';

create function private.check_quote_alone(lines private.order_line[])
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- A conversation belongs to one order, because its day, brief and refund are those of the order.
  if cardinality(lines) > 1 and exists (select from unnest(lines) l where l.chat_room_id is not null) then
    perform private.refuse(
      '22023',
      'quote_alone',
      'A quote must be ordered on its own. Please order everything else separately.'
    );
  end if;
end
$$;
comment on function private.check_quote_alone is 'Refuses an order of a quote and something else.';

create function private.offered_fulfilments(lines private.priced_line[])
returns text[]
language sql
immutable
set search_path = ''
as $$
  with
    offered as (
      select f as fulfilment, bool_and(f = any (l.fulfilments)) as is_common
      from
        unnest(array['delivery', 'pickup']) f
        cross join unnest(lines) l
      group by f
      having bool_or(f = any (l.fulfilments))
    )
  select coalesce(array_agg(o.fulfilment order by o.fulfilment), '{}')
  from offered o
  where o.is_common or not exists (select from offered other where other.is_common)
$$;
comment on function private.offered_fulfilments is
  'How the lines of a shop can be handed over together. Without a common way, each way that some of them have.';

create function private.only_fulfilment(shop uuid, lines private.priced_line[])
returns text
language sql
immutable
set search_path = ''
as $$
  select case when cardinality(f.offered) = 1 then f.offered[1] end
  from (select private.offered_fulfilments(array(select l from unnest(lines) l where l.shop_id = shop)) as offered) f
$$;
comment on function private.only_fulfilment is 'The fulfilment of a shop''s lines where there is no choice, or null.';

create function private.estimated_charges(priced private.priced_order)
returns private.delivery_charge[]
language plpgsql
stable
set search_path = ''
as $$
declare
  charges private.delivery_charge[];
begin
  for n in 1..cardinality(priced.parts) loop
    priced.parts[n].fulfilment := coalesce(priced.parts[n].fulfilment, 'delivery');
  end loop;
  charges := private.delivery_charges(
    priced.parts,
    array(select l from unnest(priced.lines) l where 'delivery' = any (l.fulfilments)),
    priced.address
  );
  for n in 1..cardinality(charges) loop
    if charges[n].is_own and charges[n].needs is not null then
      charges[n].fee := (
        select min(coalesce(t.fee, (z ->> 'fee')::numeric))
        from
          public.shop_delivery_terms t
          left join jsonb_array_elements(t.zones) z on true
        where t.shop_id = charges[n].shop_id
      );
    end if;
  end loop;
  return charges;
end
$$;
comment on function private.estimated_charges is
  'What delivery would cost where no fulfilment is chosen yet, for what is delivered at all. While a fee depends on an unknown address, it is the lowest.';

create function private.without_voucher(parts private.order_part[], shop uuid, code text)
returns private.order_part[]
language plpgsql
immutable
set search_path = ''
as $$
begin
  for n in 1..cardinality(parts) loop
    if parts[n].shop_id = shop then
      parts[n].voucher_codes := array_remove(parts[n].voucher_codes, code);
    end if;
  end loop;
  return parts;
end
$$;
comment on function private.without_voucher is 'The parts without a voucher that cannot pay.';

create function private.holds_place(buyer uuid, part private.order_part)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from public.slot_waitlist_entries w
      where
        w.user_id = buyer
        and w.shop_id = part.shop_id
        and w.fulfilment = part.fulfilment
        and w.on_date = coalesce(part.pickup_date, part.delivery_date)
        and w.start_time is not distinct from coalesce(part.pickup_start, part.delivery_start)
        and w.offered_until > now()
    )
$$;
comment on function private.holds_place is
  'Whether a waitlist holds the slot of an order for its buyer, who takes it when the order is placed.';

create function private.has_offers(buyer uuid, priced private.priced_order)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from public.waitlist_entries w
      where
        w.user_id = buyer
        and w.offered_until > now()
        and w.product_id in (select l.product_id from unnest(priced.lines) l)
    )
    or exists (select from unnest(priced.parts) p where private.holds_place(buyer, p))
$$;
comment on function private.has_offers is
  'Whether a waitlist holds something of an order for its buyer. Before the order is placed, it cannot be told what of it counts as held.';

create function private.shop_prices(
  parts private.order_part[],
  lines private.priced_line[],
  charges private.delivery_charge[]
)
returns private.shop_price[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return array(
    select
      row(
        p.shop_id,
        f.food,
        f.discount,
        coalesce(c.fee, 0),
        coalesce(c.is_own, false),
        coalesce(c.waived, 0),
        coalesce(p.tip, 0),
        0
      )::private.shop_price
    from
      unnest(parts) p
      join (
        select l.shop_id, sum(l.price * l.quantity) as food, sum(l.discount) as discount
        from unnest(lines) l
        group by l.shop_id
      ) f
        on f.shop_id = p.shop_id
      left join unnest(charges) c on c.shop_id = p.shop_id
    order by p.position
  );
end
$$;
comment on function private.shop_prices is 'What the order of each shop costs, without vouchers.';

create function private.paid_now(priced private.priced_order)
returns numeric
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select
      coalesce(sum(s.food - s.discount + s.delivery_fee + s.tip - s.voucher_amount), 0) - priced.balance
    from unnest(priced.shops) s
  );
end
$$;
comment on function private.paid_now is 'What is paid when an order is placed, as checkouts.total.';

create function private.check_amounts(priced private.priced_order)
returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  food numeric := (select sum(s.food) from unnest(priced.shops) s);
  total numeric := private.paid_now(priced);
begin
  if food > private.max_food_price() then
    perform private.refuse('22023', 'amount', 'The food of an order can cost at most £99,000.');
  elsif total + priced.balance > 99999.99 then
    perform private.refuse('22023', 'amount', 'With delivery and tips, an order can cost at most £99,999.99.');
  end if;
end
$$;
comment on function private.check_amounts is 'Refuses an order that costs too much.';

create function private.check_paid_now(priced private.priced_order, "order" jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  total numeric(10, 2) := private.paid_now(priced);
begin
  if total between 0.01 and 0.29 then
    perform private.refuse('22023', 'amount', 'Card payments start at 30p. Please add something to your order.');
  elsif "order" ->> 'shown_total' is not null and "order" -> 'shown_total' is distinct from to_jsonb(total) then
    perform private.refuse(
      'PT409',
      'prices_changed',
      format('Prices have changed. This order now costs £%s.', total),
      jsonb_build_object('total', total)
    );
  end if;
end
$$;
comment on function private.check_paid_now is
  'Refuses an order of 1p to 29p, and one whose total is not the one that the buyer was shown.';

create function private.price_order(
  buyer uuid,
  network cidr,
  "order" jsonb,
  parts private.order_part[],
  lines private.order_line[],
  destination public.user_addresses default null,
  is_estimate boolean default false,
  collects boolean default false
)
returns private.priced_order
language plpgsql
set search_path = ''
as $$
declare
  priced private.priced_order;
  -- In turn: some once, others for each part, line or voucher of the request.
  steps constant text[] := array[
    'acknowledgement',
    'quote alone',
    'address',
    'agreed day',
    'shop',
    'line',
    'fulfilment',
    'offered',
    'assumed address',
    'drop',
    'hand-over',
    'unpaid holds',
    'code',
    'delivery',
    'delivered',
    'tip',
    'sums',
    'voucher',
    'payments',
    'amounts',
    'paid now',
    'terms',
    'kitchen',
    'phone',
    'free'
  ];
  vouchers constant integer := (select coalesce(sum(cardinality(p.voucher_codes)), 0) from unnest(parts) p);
  has_delivery constant boolean := exists (select from unnest(parts) p where p.fulfilment = 'delivery');
  step text;
  times integer;
  part private.order_part;
  line private.priced_line;
  -- The lines of the request that can be bought, as in priced.lines.
  kept private.order_line[] := '{}';
  earlier bigint;
  applied record;
  charge private.delivery_charge;
  has_deposit boolean := false;
  voucher_shop uuid;
  voucher_code text;
  hint text;
  detail text;
begin
  priced.parts := parts;
  priced.lines := '{}';
  priced.left_out := '{}';
  priced.charges := '{}';
  priced.vouchers := '{}';
  priced.balance := 0;
  priced.address := destination;
  priced.problems := '[]';
  foreach step in array steps loop
    times := case
      when step in (
          'shop',
          'fulfilment',
          'drop',
          'hand-over',
          'code',
          'delivered',
          'tip',
          'terms',
          'kitchen'
        ) then cardinality(parts)
      when step in ('line', 'offered') then cardinality(lines)
      when step = 'voucher' then vouchers
      when step = 'payments' then least(1, vouchers)
      else 1
    end;
    for number in 1..times loop
      part := priced.parts[number];
      continue when step = 'code' and part.discount_code_id is null or step = 'tip' and coalesce(part.tip, 0) = 0;
      -- Where nothing of a shop can be bought, nothing more is checked of it or told.
      if collects and step in ('fulfilment', 'drop', 'hand-over', 'code', 'delivered', 'tip', 'terms', 'kitchen') then
        continue when not exists (select from unnest(kept) k where k.shop_id = part.shop_id);
      end if;
      begin
        if step = 'acknowledgement' then
          if "order" -> 'allergens_acknowledged' is distinct from 'true' then
            perform private.refuse(
              '22023',
              'allergens_not_acknowledged',
              'Please confirm that you have read the allergens of all items.'
            );
          end if;
        elsif step = 'quote alone' then
          perform private.check_quote_alone(lines);
        elsif step = 'phone' then
          perform private.order_phone("order");
        elsif
          step = 'address'
          and has_delivery
          -- A delivery that is the only fulfilment need not be chosen.
          or step = 'assumed address'
          and not has_delivery
          and exists (select from unnest(priced.parts) p where p.fulfilment = 'delivery')
        then
          if not is_estimate then
            priced.address := private.order_address("order", buyer, destination);
          end if;
        elsif step = 'agreed day' then
          if lines[1].chat_room_id is not null then
            priced.parts[1] := private.with_agreed_date(buyer, part, lines);
          end if;
        elsif step = 'shop' then
          perform private.check_shop(buyer, part);
        elsif step = 'line' then
          select coalesce(sum(k.quantity), 0)
          into earlier
          from unnest(kept) k
          where k.product_id = lines[number].product_id and k.chat_room_id is null;
          line := private.price_line(buyer, lines[number], earlier);
          perform private.check_choice_stock(line, priced.lines);
          priced.lines := priced.lines || line;
          kept := kept || lines[number];
          has_deposit := has_deposit
          or exists (select from public.chat_rooms r where r.id = line.chat_room_id and r.quote_deposit is not null);
        elsif step = 'fulfilment' then
          if part.fulfilment is null then
            priced.parts[number].fulfilment := private.only_fulfilment(part.shop_id, priced.lines);
          end if;
        elsif step = 'offered' then
          select l.*
          into line
          from unnest(priced.lines) l
          where l.shop_id = lines[number].shop_id and l.position = lines[number].position;
          if found then
            perform private.check_fulfilment(
              line,
              (select p.fulfilment from unnest(priced.parts) p where p.shop_id = line.shop_id)
            );
          end if;
        elsif step = 'drop' then
          priced.parts[number] := private.with_drop(buyer, part, priced.lines);
        elsif step = 'hand-over' then
          priced.parts[number] := private.with_hand_over(part, kept);
        elsif step = 'unpaid holds' then
          perform private.check_unpaid_holds(buyer, null, priced.parts, priced.lines);
          if network is not null then
            perform private.check_unpaid_holds(buyer, network, priced.parts, priced.lines);
          end if;
        elsif step = 'code' then
          applied := private.apply_discount_code(buyer, part, priced.lines);
          priced.parts[number] := applied.part;
          priced.lines := applied.lines;
        elsif step = 'delivery' then
          -- For the food before any code, so that a code never makes it dearer.
          priced.charges := case
            when is_estimate then private.estimated_charges(priced)
            else private.delivery_charges(priced.parts, priced.lines, priced.address)
          end;
        elsif step = 'delivered' then
          for n in 1..cardinality(priced.charges) loop
            charge := priced.charges[n];
            continue when charge.shop_id <> part.shop_id;
            if charge.code is not null then
              perform private.refuse(
                'PT409',
                charge.code,
                charge.message,
                jsonb_strip_nulls(
                  jsonb_build_object('shop_id', charge.shop_id, 'missing', charge.missing, 'miles', charge.miles)
                )
              );
            elsif part.waives_delivery then
              priced.charges[n] := private.waive_delivery(charge);
            end if;
          end loop;
        elsif step = 'tip' then
          perform private.check_tip(
            part,
            (select sum(l.price * l.quantity - l.discount) from unnest(priced.lines) l where l.shop_id = part.shop_id),
            has_deposit
          );
        elsif step = 'sums' then
          priced.shops := private.shop_prices(priced.parts, priced.lines, priced.charges);
          if has_deposit then
            priced.balance := private.quote_balance(priced.lines, private.paid_now(priced));
          end if;
        elsif step = 'voucher' then
          select p.shop_id, c.code
          into voucher_shop, voucher_code
          from
            unnest(parts) p,
            unnest(p.voucher_codes) c (code)
          order by p.position, c.code
          offset number - 1
          limit 1;
          perform private.check_voucher(voucher_code, voucher_shop, has_deposit);
        elsif step = 'payments' then
          priced.vouchers := private.voucher_payments(priced.parts, priced.shops);
          for n in 1..cardinality(priced.shops) loop
            priced.shops[n].voucher_amount := (
              select coalesce(sum(v.amount), 0) from unnest(priced.vouchers) v where v.shop_id = priced.shops[n].shop_id
            );
          end loop;
        elsif step = 'amounts' then
          perform private.check_amounts(priced);
        elsif step = 'paid now' then
          perform private.check_paid_now(priced, "order");
        elsif step = 'terms' then
          perform private.check_shown_terms("order", part.shop_id);
        elsif step = 'kitchen' then
          perform private.check_shown_kitchen("order", part.shop_id);
        elsif step = 'free' and cardinality(priced.lines) > 0 and private.paid_now(priced) = 0 then
          perform private.limit_free_checkouts(buyer);
        end if;
      exception when others then
        get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
        if not collects or hint = '' then
          raise;
        end if;
        if
          not (
            step = 'hand-over'
            and private.holds_place(buyer, part)
            or step = 'unpaid holds'
            and private.has_offers(buyer, priced)
          )
        then
          priced.problems := priced.problems || (
            jsonb_build_object('code', hint, 'message', sqlerrm) || coalesce(nullif(detail, '')::jsonb, '{}') || case
              when step in ('line', 'offered') then jsonb_build_object(
                'shop_id', lines[number].shop_id,
                'position', lines[number].position
              )
              when step = 'voucher' then jsonb_build_object('voucher', voucher_code)
              else '{}'
            end
          );
        end if;
        -- What is refused costs nothing and pays nothing.
        if step = 'offered' then
          priced.left_out := priced.left_out || line;
          kept := array(
            select k
            from unnest(kept) k
            where (k.shop_id, k.position) is distinct from (line.shop_id, line.position)
          );
          priced.lines := array(
            select l
            from unnest(priced.lines) l
            where (l.shop_id, l.position) is distinct from (line.shop_id, line.position)
          );
        elsif step = 'tip' then
          priced.parts[number].tip := 0;
        elsif step = 'voucher' then
          priced.parts := private.without_voucher(priced.parts, voucher_shop, voucher_code);
        end if;
      end;
    end loop;
  end loop;
  return priced;
end
$$;
comment on function private.price_order is
  'An order request at its price, by steps that read only. Raises the first refusal, or collects all of them and leaves out what they refuse. '
  'The caller of place_order has locked what it reads. An estimate has a destination instead of an address, and may lack fulfilments.';
