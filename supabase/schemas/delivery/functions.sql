-- Charging.

create function private.delivery_fee(delivered numeric)
returns numeric
language sql
immutable
parallel safe
return case when delivered = 0 or delivered > 50 then 0.00 else 3.99 end;
comment on function private.delivery_fee is
  'The fee for the delivered food of the shops without terms of their own, in one checkout: £3.99, free above £50 and for 0.';

create function private.own_delivery_fee(
  terms public.shop_delivery_terms,
  subtotal numeric,
  miles numeric,
  postal_code text
)
returns numeric
language sql
immutable
parallel safe
return (
  select
    case when subtotal >= terms.free_from then 0 else f.fee end
  from
    (
      select
        case terms.basis
          when 'flat' then terms.fee
          when 'distance' then (
            select (z ->> 'fee')::numeric
            from jsonb_array_elements(terms.zones) z
            where (z ->> 'miles')::numeric >= miles
            order by (z ->> 'miles')::numeric
            limit 1
          )
          -- A letter at the end divides a district: EC1A is part of EC1.
          else (
            select (z ->> 'fee')::numeric
            from jsonb_array_elements(terms.zones) z
            where
              z -> 'districts' ?| array[
                private.postal_area(postal_code),
                regexp_replace(private.postal_area(postal_code), '[A-Z]$', '')
              ]
            order by z -> 'districts' ? private.postal_area(postal_code) desc
            limit 1
          )
        end as fee
    ) f
  where f.fee is not null
);
comment on function private.own_delivery_fee is
  'What a shop with these terms charges for delivering an order this far, to this postcode. Null if it does not deliver there.';

create function private.delivery_reach(shop public.shops)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    least(
      shop.delivery_radius_miles,
      (
        select max((z ->> 'miles')::numeric)
        from
          public.shop_delivery_terms t,
          jsonb_array_elements(t.zones) z
        where t.shop_id = shop.id and t.basis = 'distance'
      )
    )
$$;
comment on function private.delivery_reach is
  'The miles up to which a shop delivers, by its radius and its distance bands. Null without a limit.';

create function private.delivery_offers(shop public.shops)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      (
        select
          jsonb_agg(
            z || jsonb_build_object('miles', least((z ->> 'miles')::numeric, shop.delivery_radius_miles))
            order by (z ->> 'miles')::numeric
          )
        from jsonb_array_elements(t.zones) z
        where t.basis = 'distance'
      ),
      jsonb_build_array(
        jsonb_strip_nulls(
          jsonb_build_object(
            -- Farther than any place.
            'miles', coalesce(shop.delivery_radius_miles, 99999),
            'fee', case t.basis
              when 'flat' then t.fee
              when 'postcode' then (select min((z ->> 'fee')::numeric) from jsonb_array_elements(t.zones) z)
              else private.delivery_fee(0.01)
            end,
            'to', case t.basis when 'postcode' then 'some postcodes' end
          )
        )
      )
    )
  from
    (select) one
    left join public.shop_delivery_terms t on t.shop_id = shop.id
$$;
comment on function private.delivery_offers is
  'What a product card tells about delivery: [{ miles, fee, to }], the nearest first. "to" replaces the shopper''s place where distance is not enough to know.';

create function private.index_delivery_terms()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := coalesce(new.shop_id, old.shop_id);
begin
  -- Locked before its products are read, because one may be added concurrently.
  perform private.lock_listings(array[shop]);
  perform private.index_products(array(select id from public.products where shop_id = shop));
  return null;
end
$$;
comment on function private.index_delivery_terms is 'Indexes the products of a shop whose delivery terms have changed.';

create function private.own_delivery_charge(
  part private.order_part,
  subtotal numeric,
  is_quote boolean,
  address public.user_addresses
)
returns private.delivery_charge
language plpgsql
stable
set search_path = ''
as $$
declare
  shop public.shops;
  terms public.shop_delivery_terms;
  miles numeric;
  fee numeric;
  error_details jsonb := jsonb_build_object('shop_id', part.shop_id);
begin
  select * into terms from public.shop_delivery_terms t where t.shop_id = part.shop_id;
  if not found then
    return null;
  end if;
  select * into shop from public.shops s where s.id = part.shop_id;
  if terms.basis = 'distance' then
    if address.lat is null then
      perform private.refuse(
        'PT409',
        'place_unknown',
        format('%s charges delivery by distance. Please set the location of your address.', shop.name),
        error_details
      );
    end if;
    miles := round(private.miles_between(shop.lat, shop.lon, address.lat, address.lon)::numeric, 1);
  end if;
  fee := private.own_delivery_fee(terms, subtotal, miles, address.postal_code);
  if fee is null then
    perform private.refuse(
      'PT409',
      'outside_area',
      case
        when terms.basis = 'postcode' then format(
          '%s does not deliver to %s.',
          shop.name,
          private.postal_area(address.postal_code)
        )
        when miles is null then format('%s does not deliver at the moment.', shop.name)
        else format(
          '%s delivers up to %s miles, and your address is %s miles away.',
          shop.name,
          private.delivery_reach(shop)::float,
          miles::float
        )
      end,
      error_details
    );
  elsif subtotal < terms.minimum_order and not is_quote then
    perform private.refuse(
      'PT409',
      'minimum_order',
      format(
        '%s delivers orders from £%s. Please add £%s more.',
        shop.name,
        terms.minimum_order::numeric(10, 2),
        (terms.minimum_order - subtotal)::numeric(10, 2)
      ),
      error_details || jsonb_build_object('missing', terms.minimum_order - subtotal)
    );
  end if;
  return row(part.shop_id, fee, true, 0)::private.delivery_charge;
end
$$;
comment on function private.own_delivery_charge is
  'What a delivered order pays by its shop''s own terms, or null if the shop has none. Refuses orders below its minimum and addresses outside its areas.';

create function private.delivery_charges(
  parts private.order_part[],
  lines private.priced_line[],
  address public.user_addresses
)
returns private.delivery_charge[]
language plpgsql
stable
set search_path = ''
as $$
declare
  delivered record;
  charge private.delivery_charge;
  charges private.delivery_charge[] := '{}';
  -- The orders of shops without terms of their own, in the order of the parts.
  others uuid[] := '{}';
  others_subtotal numeric := 0;
  fee numeric;
  shares integer;
begin
  for delivered in select p as part, s.subtotal, s.is_quote
  from
    unnest(parts) p
    join (
      select l.shop_id, sum(l.price * l.quantity) as subtotal, bool_or(l.chat_room_id is not null) as is_quote
      from unnest(lines) l
      group by l.shop_id
    ) s
      on s.shop_id = p.shop_id
  where p.fulfilment = 'delivery'
  order by p.position loop
    charge := private.own_delivery_charge(delivered.part, delivered.subtotal, delivered.is_quote, address);
    if charge.shop_id is not null then
      charges := charges || charge;
    else
      others := others || (delivered.part).shop_id;
      others_subtotal := others_subtotal + delivered.subtotal;
    end if;
  end loop;
  fee := private.delivery_fee(others_subtotal);
  shares := greatest(1, cardinality(others));
  -- Each pays an equal share. The first ones pay the pennies that remain.
  return charges || array(
    select
      row(
        o.shop_id,
        (div(fee * 100, shares) + (o.number <= mod(fee * 100, shares))::integer) / 100,
        false,
        0
      )::private.delivery_charge
    from unnest(others) with ordinality o (shop_id, number)
  );
end
$$;
comment on function private.delivery_charges is
  'What each delivered order of a checkout pays for delivery. The orders of shops without terms of their own share one fee.';
