-- Charging.

create function private.delivery_fee(delivered numeric)
returns numeric
language sql
immutable
parallel safe
return case when delivered = 0 or delivered > 50 then 0.00 else 3.99 end;
comment on function private.delivery_fee is
  'The fee for the delivered food of the shops without terms of their own, in one checkout: £3.99, free above £50 and for 0.';

create function private.short_of_free_delivery(delivered numeric)
returns numeric
language sql
immutable
parallel safe
-- At £50.00 one penny is missing.
return case when delivered > 0 then greatest(0, 50.01 - delivered) else 0 end;
comment on function private.short_of_free_delivery is
  'What is missing for free delivery by the marketplace''s terms, as private.delivery_fee grants it. 0 without delivered food.';

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

create function private.delivery_charge(
  shop public.shops,
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
  terms public.shop_delivery_terms;
  charge private.delivery_charge;
begin
  select * into terms from public.shop_delivery_terms t where t.shop_id = shop.id;
  charge.shop_id := shop.id;
  charge.is_own := found;
  charge.fee := 0;
  charge.waived := 0;
  charge.miles := round(private.miles_between(shop.lat, shop.lon, address.lat, address.lon)::numeric, 1);
  if shop.delivery_radius_miles is not null and shop.lat is not null then
    if address.lat is null then
      charge.needs := 'place';
      charge.code := 'place_unknown';
      charge.message := format(
        '%s delivers up to %s miles. Please set the location of your address.',
        shop.name,
        shop.delivery_radius_miles::float
      );
      return charge;
    elsif charge.miles > shop.delivery_radius_miles then
      charge.reach := private.delivery_reach(shop);
      charge.code := 'too_far';
      charge.message := format(
        '%s delivers up to %s miles, and your address is %s miles away.',
        shop.name,
        shop.delivery_radius_miles::float,
        charge.miles::float
      );
      return charge;
    end if;
  end if;
  if not charge.is_own then
    return charge;
  elsif terms.basis = 'distance' and address.lat is null then
    charge.needs := 'place';
    charge.code := 'place_unknown';
    charge.message := format('%s charges delivery by distance. Please set the location of your address.', shop.name);
    return charge;
  elsif terms.basis = 'postcode' and address.postal_code is null then
    charge.needs := 'postcode';
    charge.code := 'place_unknown';
    charge.message := format('%s charges delivery by postcode. Please choose an address.', shop.name);
    return charge;
  end if;
  charge.fee := private.own_delivery_fee(terms, subtotal, charge.miles, address.postal_code);
  if charge.fee is null then
    charge.fee := 0;
    charge.code := 'outside_area';
    charge.reach := case when terms.basis = 'distance' then private.delivery_reach(shop) end;
    charge.message := case
      when terms.basis = 'postcode' then format(
        '%s does not deliver to %s.',
        shop.name,
        private.postal_area(address.postal_code)
      )
      when charge.miles is null then format('%s does not deliver at the moment.', shop.name)
      else format(
        '%s delivers up to %s miles, and your address is %s miles away.',
        shop.name,
        charge.reach::float,
        charge.miles::float
      )
    end;
    return charge;
  end if;
  if charge.fee > 0 and subtotal < terms.free_from then
    charge.short_of_free := terms.free_from - subtotal;
  end if;
  if subtotal < terms.minimum_order and not is_quote then
    charge.missing := terms.minimum_order - subtotal;
    charge.code := 'minimum_order';
    charge.message := format(
      '%s delivers orders from £%s. Please add £%s more.',
      shop.name,
      terms.minimum_order::numeric(10, 2),
      charge.missing::numeric(10, 2)
    );
  end if;
  return charge;
end
$$;
comment on function private.delivery_charge is
  'What delivering an order to an address costs by its shop''s own terms, or that it is delivered by the marketplace''s, with fee 0. Says why an '
  'order is below the minimum of its shop, and why an address is outside its areas. Miles are compared as displayed, to one decimal.';

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
  others private.delivery_charge[] := '{}';
  others_subtotal numeric := 0;
  fee numeric;
  shares integer;
begin
  for delivered in select s as shop, o.subtotal, o.is_quote
  from
    unnest(parts) p
    join (
      select l.shop_id, sum(l.price * l.quantity) as subtotal, bool_or(l.chat_room_id is not null) as is_quote
      from unnest(lines) l
      group by l.shop_id
    ) o
      on o.shop_id = p.shop_id
    join public.shops s on s.id = p.shop_id
  where p.fulfilment = 'delivery'
  order by p.position loop
    charge := private.delivery_charge(delivered.shop, delivered.subtotal, delivered.is_quote, address);
    -- An unknown place may yet be one to which the marketplace's fee applies.
    if charge.is_own or charge.code in ('too_far', 'outside_area') then
      charges := charges || charge;
    else
      others := others || charge;
      others_subtotal := others_subtotal + delivered.subtotal;
    end if;
  end loop;
  fee := private.delivery_fee(others_subtotal);
  shares := greatest(1, cardinality(others));
  -- Each pays an equal share. The first ones pay the pennies that remain.
  for number in 1..cardinality(others) loop
    others[number].short_of_free := private.short_of_free_delivery(others_subtotal);
    others[number].fee := (div(fee * 100, shares) + (number <= mod(fee * 100, shares))::integer) / 100;
  end loop;
  return charges || others;
end
$$;
comment on function private.delivery_charges is
  'What each delivered order of a checkout pays for delivery, or why it cannot be delivered. The orders of shops without terms of their own share one fee.';
