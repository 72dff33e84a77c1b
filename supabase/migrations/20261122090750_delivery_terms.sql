-- What delivery costs and how far it reaches: the marketplace's terms, and those that a shop sets for its own orders.

create function private.is_delivery_fee(amount numeric)
returns boolean
language sql
immutable
parallel safe
return amount between 0 and 100 and amount = round(amount, 2);
comment on function private.is_delivery_fee(numeric) is 'True for £0 to £100 in pounds and pence.';

create function private.are_delivery_zones(basis text, zones jsonb)
returns boolean
language sql
immutable
parallel safe
return case
  when jsonb_typeof(zones) <> 'array' then false
  when jsonb_array_length(zones) > 10
  or jsonb_path_exists(zones, 'strict $[*].type() ? (@ != "object")') then false
  when basis = 'flat' then zones = '[]'
  when zones = '[]'
  or jsonb_path_exists(zones, 'lax $[*].fee.type() ? (@ != "number")') then false
  when basis = 'distance' then not jsonb_path_exists(zones, 'lax $[*].miles.type() ? (@ != "number")')
  and (
    select
      bool_and(
        coalesce(
          z.zone - array['miles', 'fee'] = '{}'
          and private.is_delivery_fee((z.zone ->> 'fee')::numeric)
          and (z.zone ->> 'miles')::numeric between 0.1 and 500
          and (z.zone ->> 'miles')::numeric = round((z.zone ->> 'miles')::numeric, 1)
          and (z.number = 1 or (z.zone ->> 'miles')::numeric > (zones -> (z.number::integer - 2) ->> 'miles')::numeric),
          false
        )
      )
    from jsonb_array_elements(zones) with ordinality z (zone, number)
  )
  when jsonb_path_exists(zones, 'lax $[*] ? (!exists(@.districts) || !exists(@.fee))')
  or jsonb_path_exists(zones, 'strict $[*].districts.type() ? (@ != "array")') then false
  when basis = 'postcode' then (
    select
      bool_and(
        z.zone - array['districts', 'fee'] = '{}'
        and z.zone -> 'districts' <> '[]'
        and private.is_delivery_fee((z.zone ->> 'fee')::numeric)
      )
    from jsonb_array_elements(zones) z (zone)
  )
  and (
    select
      count(*) <= 200
      and count(distinct d.district) = count(*)
      and bool_and(coalesce(d.district ~ '^[A-Z]{1,2}[0-9][A-Z0-9]?$', false))
    from
      jsonb_array_elements(zones) z (zone),
      jsonb_array_elements_text(z.zone -> 'districts') d (district)
  )
  else false
end;
comment on function private.are_delivery_zones(text, jsonb) is
  'True for zones that fit the basis. Distance: 1 to 10 bands [{ miles, fee }] in ascending order. Postcode: 1 to 10 areas '
  '[{ districts, fee }] with at most 200 districts, each named once.';

create table public.shop_delivery_terms (
  shop_id uuid primary key references public.shops (id)
    on delete cascade,
  basis text not null,
  fee numeric,
  zones jsonb not null default '[]',
  free_from numeric,
  minimum_order numeric,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shop_delivery_terms_basis_known check (basis in ('flat', 'distance', 'postcode')),
  constraint shop_delivery_terms_fee_range check (private.is_delivery_fee(fee)),
  constraint shop_delivery_terms_fee_if_flat check ((basis = 'flat') = (fee is not null)),
  constraint shop_delivery_terms_zones_form check (private.are_delivery_zones(basis, zones)),
  constraint shop_delivery_terms_free_from_range
    check (free_from between 0.01 and 10000 and free_from = round(free_from, 2)),
  constraint shop_delivery_terms_minimum_range
    check (minimum_order between 0.01 and 10000 and minimum_order = round(minimum_order, 2))
);
comment on table public.shop_delivery_terms is
  'What a shop charges for delivering its own orders. Shops without a row have the marketplace''s terms (private.delivery_fee).';
comment on column public.shop_delivery_terms.basis is
  'flat: one fee. distance: by miles from the shop. postcode: by the postcode district of the address.';
comment on column public.shop_delivery_terms.fee is 'The fee if it is flat, in pounds.';
comment on column public.shop_delivery_terms.zones is
  'The bands [{ "miles": 2, "fee": 3 }] or areas [{ "districts": ["SE1"], "fee": 3 }]. The shop does not deliver anywhere else.';
comment on column public.shop_delivery_terms.free_from is
  'Delivery is free for orders of at least this amount. Null for never.';
comment on column public.shop_delivery_terms.minimum_order is
  'The least amount of an order that is delivered. Null for none. It does not apply to quotes.';

create trigger enforce_immutable_shop
before update of shop_id on public.shop_delivery_terms
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_delivery_terms
for each row
execute function private.touch_updated_at();

alter table public.shop_delivery_terms enable row level security;

grant select on public.shop_delivery_terms to anon, authenticated;
grant
  delete,
  insert (shop_id, basis, fee, zones, free_from, minimum_order),
  update (shop_id, basis, fee, zones, free_from, minimum_order)
on public.shop_delivery_terms
to authenticated;
grant all on public.shop_delivery_terms to service_role;
grant execute on function private.is_delivery_fee(numeric), private.are_delivery_zones(text, jsonb) to public;

create policy "Anyone sees the delivery terms of visible shops" on public.shop_delivery_terms
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners set the delivery terms of their shop" on public.shop_delivery_terms
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners update the delivery terms of their shop" on public.shop_delivery_terms
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners withdraw the delivery terms of their shop" on public.shop_delivery_terms
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));

-- Charging.

create function private.delivery_fee(delivered numeric)
returns numeric
language sql
immutable
parallel safe
return case
  when delivered = 0
  or delivered > 50 then 0.00
  else 3.99
end;
comment on function private.delivery_fee(numeric) is
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
    case
      when subtotal >= terms.free_from then 0
      else f.fee
    end
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
comment on function private.own_delivery_fee(public.shop_delivery_terms, numeric, numeric, text) is
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
comment on function private.delivery_reach(public.shops) is
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
            'to', case t.basis
              when 'postcode' then 'some postcodes'
            end
          )
        )
      )
    )
  from
    (select) one
    left join public.shop_delivery_terms t on t.shop_id = shop.id
$$;
comment on function private.delivery_offers(public.shops) is
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
comment on function private.index_delivery_terms() is
  'Indexes the products of a shop whose delivery terms have changed.';
create trigger index_products
after insert or update or delete on public.shop_delivery_terms
for each row
execute function private.index_delivery_terms();

create type private.delivery_charge as (shop_id uuid, fee numeric, is_own boolean, waived numeric);
comment on type private.delivery_charge is
  'What a delivered order of a checkout pays for delivery, whether by its shop''s own terms, and what a code waives.';

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
comment on function private.own_delivery_charge(private.order_part, numeric, boolean, public.user_addresses) is
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
comment on function private.delivery_charges(private.order_part[], private.priced_line[], public.user_addresses) is
  'What each delivered order of a checkout pays for delivery. The orders of shops without terms of their own share one fee.';
