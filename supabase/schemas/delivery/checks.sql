-- What delivery costs and how far it reaches: the marketplace's terms, and those that a shop sets for its own orders.

create function private.is_delivery_fee(amount numeric)
returns boolean
language sql
immutable
parallel safe
return amount between 0 and 100 and amount = round(amount, 2);
comment on function private.is_delivery_fee is 'True for £0 to £100 in pounds and pence.';

create function private.are_delivery_zones(basis text, zones jsonb)
returns boolean
language sql
immutable
parallel safe
return case
  when jsonb_typeof(zones) <> 'array' then false
  when jsonb_array_length(zones) > 10 or jsonb_path_exists(zones, 'strict $[*].type() ? (@ != "object")') then false
  when basis = 'flat' then zones = '[]'
  when zones = '[]' or jsonb_path_exists(zones, 'lax $[*].fee.type() ? (@ != "number")') then false
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
comment on function private.are_delivery_zones is
  'True for zones that fit the basis. Distance: 1 to 10 bands [{ miles, fee }] in ascending order. Postcode: 1 to 10 areas '
  '[{ districts, fee }] with at most 200 districts, each named once.';
