-- PL/pgSQL keeps the plan. SQL would plan the query in every call.
create function private.stated_allergens(declared jsonb)
returns jsonb
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return coalesce(
    (
      select jsonb_object_agg(n.key, declared ->> n.key)
      from private.allergen_names() n
      where
        case
          when n.key <> n.allergen then declared ->> n.key in ('contains', 'may_contain')
          when declared ->> n.key = 'free' then not exists (
            select from unnest(private.kinds_of(n.key)) kind where declared ->> kind in ('contains', 'may_contain')
          )
          else declared ? n.key
          and not exists (select from unnest(private.kinds_of(n.key)) kind where declared ->> kind = declared ->> n.key)
        end
    ),
    '{}'
  );
end
$$;
comment on function private.stated_allergens is
  'What a declaration states: the named kinds, and the allergens that are stated without a kind. Two declarations that state the same are equal here.';

create function private.contains_any(declared jsonb, keys text[])
returns boolean
language sql
immutable
parallel safe
return exists (select from unnest(keys) key where declared ->> key = 'contains');
comment on function private.contains_any is
  'True if a declaration says that the product contains one of these allergens.';

create function private.is_allergen_addition(added jsonb)
returns boolean
language sql
immutable
parallel safe
return private.is_allergen_declaration(replace(added::text, ': "removed"', ': "free"')::jsonb);
comment on function private.is_allergen_addition is
  'True for what a choice does to a declaration: contains, may_contain, removed, and free, which answers what its words mention and changes nothing.';

-- Kitchens.

create function private.is_kitchen_statement(handles jsonb)
returns boolean
language sql
immutable
parallel safe
return jsonb_typeof(handles) = 'object'
and handles - private.allergens() = '{}'
and not jsonb_path_exists(handles, 'strict $.*.type() ? (@ != "boolean")');
comment on function private.is_kitchen_statement is 'True for an object that maps known allergens to true or false.';
