-- What an order would cost and why it could not be placed. Prices are those of private.price_order.

create function private.pence(pounds numeric)
returns bigint
language sql
immutable
parallel safe
return (pounds * 100)::bigint;
comment on function private.pence is 'Pounds and pence as pence.';

create function private.preview_request("order" jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  -- The shop of products that are not on sale.
  no_shop constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if jsonb_typeof("order") is distinct from 'object' or not "order" ? 'items' then
    return "order" - 'destination';
  end if;
  return "order" - 'destination' - 'items' || jsonb_build_object(
    'shops', (
      select jsonb_agg(coalesce(s.shop, '{}') || g.part order by g.first)
      from
        (
          select
            min(i.number) as first,
            coalesce(p.shop_id, no_shop) as shop_id,
            jsonb_build_object(
              'shop_id', coalesce(p.shop_id, no_shop),
              'items', jsonb_agg(i.item order by i.number)
            ) as part
          from
            jsonb_array_elements(private.order_list("order", 'items', 200)) with ordinality i (item, number)
            left join public.products p
              on p.id = case
                when i.item ->> 'product_id' ~ '^[0-9a-f-]{36}$' then private.order_uuid(i.item, 'product_id')
              end
              and p.is_listed
          group by coalesce(p.shop_id, no_shop)
        ) g
        left join lateral (
          select c.shop - 'items' as shop
          from jsonb_path_query("order", 'lax $.shops[*]') c (shop)
          where c.shop ->> 'shop_id' = g.shop_id::text
          limit 1
        ) s
          on true
    )
  );
end
$$;
comment on function private.preview_request is
  'The request of a preview as one of an order: "items" that name no shop are added to the parts of their shops.';

create function private.preview_destination("order" jsonb)
returns public.user_addresses
language plpgsql
stable
set search_path = ''
as $$
declare
  given jsonb := nullif("order" -> 'destination', 'null');
  destination public.user_addresses;
begin
  if given is null then
    return null;
  end if;
  perform private.check_order_fields(given, '{lat,lon,postcode}', 'A destination');
  destination.postal_code := private.order_text(given, 'postcode', 10, 'malformed');
  if destination.postal_code ~ '^[A-Z]{1,2}[0-9][A-Z0-9]?$' then
    -- Shops deliver to districts, so any postcode in one tells as much.
    destination.postal_code := destination.postal_code || ' 1AA';
  end if;
  if jsonb_typeof(given -> 'lat') = 'number' and jsonb_typeof(given -> 'lon') = 'number' then
    destination.lat := given -> 'lat';
    destination.lon := given -> 'lon';
  end if;
  if private.are_coordinates(destination.lat, destination.lon) is not true then
    perform private.refuse('22023', 'malformed', 'A destination has a latitude and a longitude.');
  end if;
  return destination;
end
$$;
comment on function private.preview_destination is
  'Where a preview is delivered to, without an address: a place and a postcode or its district. All null without one.';

create function private.preview_lines(priced private.priced_order, shop uuid, lines private.order_line[], buyer uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select
      jsonb_agg(
        jsonb_build_object(
          'position', l.position - 1,
          'product_id', l.product_id,
          'name', p.name,
          'image', p.image,
          'ingredients', case when b.id is null then p.ingredients else b.ingredients end,
          'description', p.description,
          'diets', to_jsonb(p.diets),
          'price', private.pence(b.price),
          'total', private.pence(b.price * l.quantity),
          'discount', private.pence(b.discount),
          'options', (
            select coalesce(jsonb_agg(private.options_text(jsonb_build_array(o)) order by n), '[]')
            from jsonb_array_elements(b.options) with ordinality a (o, n)
          ),
          'allergens', b.allergens,
          'max', greatest(
            1,
            least(
              99,
              coalesce(
                (t.problem ->> 'left')::bigint,
                case
                  when not p.is_made_to_order then coalesce(d.stock - d.taken, p.stock) + private.offered_units(
                    buyer,
                    p.id,
                    d.id
                  ) - e.earlier
                end
              ),
              (
                select min(private.choice_stock(c.id) - e.earlier)
                from unnest(b.choices) c
                where c.takes_stock
              )
            )
          ),
          'is_of_drop', b.drop_item_id is not null,
          'problem', t.problem
        )
        order by l.position
      )
    from
      unnest(lines) l
      left join public.products p on p.id = l.product_id and p.is_listed
      left join unnest(priced.lines || priced.left_out) b on b.shop_id = l.shop_id and b.position = l.position
      left join public.drop_items d on d.id = b.drop_item_id
      left join lateral (
        select problem.value - 'shop_id' - 'position' as problem
        from jsonb_array_elements(priced.problems) problem
        where problem.value ->> 'shop_id' = shop::text and problem.value -> 'position' = to_jsonb(l.position)
        limit 1
      ) t
        on true
      cross join lateral (
        select coalesce(sum(o.quantity), 0) as earlier
        from unnest(lines) o
        where o.product_id = l.product_id and o.position < l.position
      ) e
    where l.shop_id = shop
  );
end
$$;
comment on function private.preview_lines is
  'The lines of one shop, at their prices in pence, or with the problem of those that cannot be bought.';

create function private.preview_delivery(charge private.delivery_charge)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'kind', case
        when charge.needs is not null then 'unknown'
        when charge.code in ('too_far', 'outside_area') then 'outside'
        else 'delivered'
      end,
      'needs', charge.needs,
      'fee', private.pence(charge.fee + charge.waived),
      'miles', charge.miles,
      'reach', charge.reach,
      'missing', coalesce(private.pence(charge.missing), 0),
      'short_of_free', coalesce(private.pence(charge.short_of_free), 0),
      'terms', (
        select
          jsonb_build_object(
            'basis', t.basis,
            'least_fee', private.pence(coalesce(t.fee, z.least)),
            'highest_fee', private.pence(coalesce(t.fee, z.highest)),
            'free_from', private.pence(t.free_from),
            'minimum_order', private.pence(t.minimum_order)
          )
        from
          public.shop_delivery_terms t
          cross join lateral (
            select min((e ->> 'fee')::numeric) as least, max((e ->> 'fee')::numeric) as highest
            from jsonb_array_elements(t.zones) e
          ) z
        where t.shop_id = charge.shop_id
      )
    )
  where charge.shop_id is not null
$$;
comment on function private.preview_delivery is
  'How a shop delivers an order, in pence: { kind, needs, fee, miles, reach, missing, short_of_free, terms }. Null if it is not delivered.';

create function private.preview_shop(
  priced private.priced_order,
  part private.order_part,
  lines private.order_line[],
  buyer uuid
)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  shop public.shops;
  price private.shop_price;
  buyable private.priced_line[] := array(
    select l from unnest(priced.lines || priced.left_out) l where l.shop_id = part.shop_id
  );
begin
  select * into shop from public.shops s where s.id = part.shop_id and s.status = 'active';
  select * into price from unnest(priced.shops) s where s.shop_id = part.shop_id;
  return jsonb_build_object(
    'shop_id', shop.id,
    'name', shop.name,
    'slug', shop.slug,
    'cancellation', case
      when shop.cancel_hours_before is not null then jsonb_build_object(
        'hours_before', shop.cancel_hours_before,
        'refund_percent', shop.cancel_refund_percent
      )
    end,
    'kitchen', private.kitchen_statement(shop.id),
    'lines', private.preview_lines(priced, part.shop_id, lines, buyer),
    'fulfilment', part.fulfilment,
    'fulfilments', (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object(
              'fulfilment', f.fulfilment,
              'leaves', array(
                select l.position - 1 from unnest(buyable) l where f.fulfilment <> all (l.fulfilments) order by 1
              )
            )
            order by f.fulfilment
          ),
          '[]'
        )
      from unnest(private.offered_fulfilments(buyable)) f (fulfilment)
    ),
    'delivery', (select private.preview_delivery(c) from unnest(priced.charges) c where c.shop_id = part.shop_id),
    'vouchers', (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object(
              'code', c.code,
              'balance', private.pence(v.balance),
              'expires_on', v.expires_on,
              'used', coalesce(
                (select private.pence(u.amount) from unnest(priced.vouchers) u where u.voucher_id = v.id),
                0
              )
            )
            order by v.expires_on, v.id
          ),
          '[]'
        )
      from
        unnest(part.voucher_codes) c (code)
        join private.voucher_codes k on k.code = c.code
        join public.gift_vouchers v on v.id = k.voucher_id
    )
  ) || private.preview_sums(array_remove(array[price], null));
end
$$;
comment on function private.preview_shop is 'What a preview tells about the order of one shop.';

create function private.preview_sums(prices private.shop_price[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select
    jsonb_build_object(
      'subtotal', coalesce(private.pence(sum(p.food)), 0),
      'discount', coalesce(private.pence(sum(p.discount)), 0),
      'delivery_discount', coalesce(private.pence(sum(p.delivery_discount)), 0),
      'delivery_fee', coalesce(private.pence(sum(p.delivery_fee)), 0),
      'tip', coalesce(private.pence(sum(p.tip)), 0),
      'total', coalesce(private.pence(sum(p.food - p.discount + p.delivery_fee + p.tip)), 0),
      'voucher_amount', coalesce(private.pence(sum(p.voucher_amount)), 0)
    )
  from unnest(prices) p
$$;
comment on function private.preview_sums is
  'The sums of orders in pence: { subtotal, discount, delivery_discount, delivery_fee, tip, total, voucher_amount }. The subtotal is the food before any code.';

create function private.limit_problems(buyer uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  problems jsonb := '[]';
  hint text;
begin
  for number in 1..3 loop
    begin
      if number = 1 then
        perform private.check_suspension();
      elsif number = 2 then
        perform private.limit_unpaid_checkouts(buyer);
      else
        perform private.limit_own_cancellations(buyer);
      end if;
    exception when others then
      get stacked diagnostics hint = pg_exception_hint;
      if hint = '' then
        raise;
      end if;
      problems := problems || jsonb_build_object('code', hint, 'message', sqlerrm);
    end;
  end loop;
  return problems;
end
$$;
comment on function private.limit_problems is 'Why a member may place no order at all, as problems.';

create function public.preview_order("order" jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  buyer uuid := (
    select p.id
    from public.profiles p
    where p.id = private.member_id() and not coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
  );
  destination public.user_addresses := private.preview_destination("order");
  request jsonb := private.preview_request("order");
  parts private.order_part[];
  lines private.order_line[];
  refusal jsonb;
  priced private.priced_order;
begin
  if
    buyer is null
    and (
      request ? 'address_id'
      or jsonb_path_exists(request, 'lax $.shops[*] ? (exists (@.discount_code_id) || exists (@.vouchers[*]))')
      or jsonb_path_exists(request, 'lax $.shops[*].items[*].chat_room_id')
    )
  then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  parts := private.read_order_parts(request);
  lines := private.read_order_lines(request);
  -- Wrong codes count towards the limit here as well, so that they cannot be tried here without one.
  refusal := private.refuse_wrong_vouchers(request, buyer, private.request_network());
  if refusal is not null then
    return refusal;
  end if;
  priced := private.price_order(
    buyer,
    case when buyer is not null and not private.has_bought(buyer) then private.request_network() end,
    request,
    parts,
    lines,
    destination,
    is_estimate => coalesce("order" -> 'destination', 'null') <> 'null' and not request ? 'address_id',
    collects => true
  );
  if buyer is not null then
    priced.problems := private.limit_problems(buyer) || priced.problems;
  end if;
  return jsonb_build_object(
    'shops', (
      select jsonb_agg(private.preview_shop(priced, p, lines, buyer) order by p.position) from unnest(priced.parts) p
    ),
    'short_of_free_delivery', (
      select coalesce(private.pence(max(c.short_of_free)), 0) from unnest(priced.charges) c where not c.is_own
    ),
    'balance', private.pence(priced.balance),
    'due', private.pence(private.paid_now(priced)),
    'problems', priced.problems
  ) || private.preview_sums(priced.shops);
end
$$;
comment on function public.preview_order is
  'What an order would cost now, in pence, and everything that place_order would refuse of it. Takes the same request, of a visitor too. Fulfilment, slot, address and acknowledgement may '
  'be missing. "items" may stand beside the shops instead of in them. A destination { lat, lon, postcode } instead of an address gives an estimate: without a fulfilment, what is delivered is '
  'delivered there. Codes, vouchers, quotes and addresses are for members. It takes no lock and holds nothing. The result is { shops, subtotal, discount, delivery_fee, tip, total, voucher_amount, '
  'balance, due, short_of_free_delivery, problems: [{ code, message, shop_id, product_id, position }] }. Each of the shops is { shop_id, name, slug, cancellation, kitchen, fulfilment, fulfilments: [{ fulfilment, '
  'leaves }], delivery, vouchers, lines } with its own sums. Each line is { position, product_id, price, total, discount, options, allergens, max, problem }. A position is that in the items of its shop.';
