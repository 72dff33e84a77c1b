-- What every later migration stands on: extensions, the private schema, closed defaults, shared checks and triggers.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create schema private;
comment on schema private is 'Checks, triggers and guards of the marketplace. Not exposed through the API.';
grant usage on schema private to anon, authenticated, service_role;

-- A Supabase project hands every new table and function to everyone. Here each migration says who may do what.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

-- Checks. Bodies are parsed once, here, so that no search_path can change what they mean.

create function private.trimmed(value text) returns text
language sql immutable parallel safe
return btrim(value, E' \t\n\r\f\x0b\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff');
comment on function private.trimmed(text) is 'The text without the white space around it, as JavaScript''s trim() sees white space.';

create function private.trimmed_length(value text) returns integer
language sql immutable parallel safe
return char_length(private.trimmed(value));
comment on function private.trimmed_length(text) is 'Characters left after trimming.';

create function private.is_one_line(value text) returns boolean
language sql immutable parallel safe
return value !~ '[[:cntrl:]]';
comment on function private.is_one_line(text) is 'True for text without control characters: safe in mail headers, file names and CSV.';

create function private.is_picture(value text) returns boolean
language sql immutable parallel safe
return char_length(value) <= 2048
  and value ~ '^(https?://[^[:space:]<>"''\\]+|(product_images|shop_images|profile_images)/[^[:space:]<>"''\\]+)$'
  and value !~ '(^|/)\.\.?(/|$)';
comment on function private.is_picture(text) is 'True for an http(s) address or a path in one of the public picture buckets; never for data: or javascript:.';

create function private.is_place(lat double precision, lon double precision) returns boolean
language sql immutable parallel safe
return (lat is null) = (lon is null) and coalesce(lat between -90 and 90 and lon between -180 and 180, true);
comment on function private.is_place(double precision, double precision) is 'True for coordinates on this planet, or none at all.';

create function private.allergens() returns text[]
language sql immutable parallel safe
return array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'];
comment on function private.allergens() is 'The 14 allergens that food law in the UK names.';

create function private.allergen_kinds() returns text[]
language sql immutable parallel safe
return array['wheat', 'rye', 'barley', 'oats', 'spelt', 'almond', 'hazelnut', 'walnut', 'brazil', 'cashew', 'pecan', 'pistachio', 'macadamia'];
comment on function private.allergen_kinds() is 'The cereals and the nuts that have to be named besides gluten and nuts.';

create function private.are_allergens(declared jsonb) returns boolean
language sql immutable parallel safe
return jsonb_typeof(declared) = 'object'
  and declared - private.allergens() - private.allergen_kinds() = '{}'
  and not jsonb_path_exists(declared, '$.* ? (!(@ == "contains" || @ == "may_contain" || @ == "free"))');
comment on function private.are_allergens(jsonb) is 'True for an object of known allergens and kinds, each contains, may_contain or free.';

create function private.is_full_declaration(declared jsonb) returns boolean
language sql immutable parallel safe
return coalesce(
  declared ?& array_remove(array_remove(private.allergens(), 'gluten'), 'nuts')
  and (declared ? 'gluten' or jsonb_path_exists(declared, '$.keyvalue() ? (@.value != "free").key ? (@ like_regex "^(wheat|rye|barley|oats|spelt)$")'))
  and (declared ? 'nuts' or jsonb_path_exists(declared, '$.keyvalue() ? (@.value != "free").key ? (@ like_regex "^(almond|hazelnut|walnut|brazil|cashew|pecan|pistachio|macadamia)$")')),
  false
);
comment on function private.is_full_declaration(jsonb) is
  'True when every one of the 14 is declared; a cereal or a nut that is in there declares gluten or nuts.';

create function private.folded(value text) returns text
language sql immutable parallel safe
return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));
comment on function private.folded(text) is 'Text as search compares it: lower case, without accents.';

-- Triggers.

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Stamps updated_at of a changed row.';

create function private.keep_columns() returns trigger
language plpgsql set search_path = ''
as $$
declare
  kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception using errcode = '42501', table = tg_table_name, column = kept,
        message = format('%s of a row in %s never changes.', kept, tg_table_name);
    end if;
  end loop;
  return new;
end $$;
comment on function private.keep_columns() is
  'Refuses a change of the columns named as arguments. An upsert writes them again with the value they have, so a missing privilege would refuse too much.';

revoke execute on function private.touch_updated_at(), private.keep_columns() from public;

-- Who is asking.

create function private.is_administrator() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) $$;
comment on function private.is_administrator() is 'True for a signed-in administrator: role admin in app_metadata, which only the service key can set.';
