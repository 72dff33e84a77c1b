-- Extensions, the private schema, closed default privileges, and the checks, errors and triggers that every later file uses.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create schema private;
comment on schema private is 'Checks, triggers and guards of the marketplace. Not exposed through the API.';
grant usage on schema private to anon, authenticated, service_role;

-- A Supabase project grants every new table and function to every role. Here a table or function is closed until a file grants it.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

-- Checks. PostgreSQL parses these bodies once, here, so that no search_path can change what they mean.

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

create function private.strip_invisible(value text) returns text
language sql immutable parallel safe
return case
  -- Joiners and variation selectors belong to emoji and to several scripts; alone they show nothing.
  when regexp_replace(value, '[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]+', '', 'g') = '' then ''
  else private.trimmed(regexp_replace(
    regexp_replace(value, '[\u2028\u2029]', ' ', 'g'),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+', '', 'g'
  ))
end;
comment on function private.strip_invisible(text) is
  'A name without white space around it, invisible characters and turns of the writing direction, by which one name could pass for another; empty where nothing is left to see.';

create function private.two_decimals(pounds numeric) returns numeric
language sql immutable parallel safe
return case when pounds = round(pounds, 2) then round(pounds, 2) else pounds end;
comment on function private.two_decimals(numeric) is 'An amount with two decimals; one that has more stays as it is, to be refused instead of rounded.';

create function private.normalise_postcode(value text) returns text
language sql immutable parallel safe
return regexp_replace(upper(regexp_replace(value, '[[:space:]-]+', '', 'g')), '^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$', '\1 \2');
comment on function private.normalise_postcode(text) is 'A postcode of the UK as it is written on a parcel, ''SE1 9SG''; anything else without its white space.';

create function private.is_postcode(value text) returns boolean
language sql immutable parallel safe
return value ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$';
comment on function private.is_postcode(text) is 'True for a full postcode of the UK, by its shape.';

create function private.normalise_country(value text) returns text
language sql immutable parallel safe
return case
  when lower(private.trimmed(value)) in ('uk', 'gb', 'great britain', 'united kingdom', 'england', 'scotland', 'wales', 'northern ireland')
  then 'United Kingdom' else private.trimmed(value) end;
comment on function private.normalise_country(text) is 'United Kingdom, under whichever of its names; anything else as it is.';

create function private.confusable_skeleton(value text) returns text
language sql immutable parallel safe
return regexp_replace(translate(
  lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(value, NFKC))),
  'аАеЕоОрРсСуУхХкКтТмМнНвВіІјЈѕЅԁɡѵԝαΑοΟτΤυΥκΚχΧιΙνΝρΡεΕμΜβΒηΗσсɑıɪʟᴀʙᴄᴅᴇᴋᴍɴᴏᴘᴛᴜ|!l10345789$@',
  'aaeeooppccyyxxkkttmmhhbbiijjssdgvwaaoottuukkxxiivvppeemmbbhhocaiiiabcdekmnoptuiiiioeastbgsa'
), '[^a-z0-9]+', '', 'g');
comment on function private.confusable_skeleton(text) is
  'A name as the eye takes it in: without accents, spaces and marks, letters of other scripts and digits as the Latin ones they look like. l is i.';

create function private.imitates_marketplace(name text) returns boolean
language sql immutable parallel safe
return private.confusable_skeleton(name) ~ 'tuckbox'
  or private.confusable_skeleton(name) ~ (
    '^(the|your|our|site|shop|market|marketpiace)*(admin|administrator|administration|moderator|moderation|support|customersupport|customerservices?|customercare'
    || '|heip|heipdesk|staff|officiai|security|biiiing|payments?|refunds?|system|trustandsafety)+(team|staff|desk|dept|department|account|officiai|uk)*$'
  );
comment on function private.imitates_marketplace(text) is
  'True for names that pass for the marketplace itself: Tuckbox in any spelling, and those of its offices, such as Admin or Support Team.';

create function private.is_email_address(address text) returns boolean
language sql immutable parallel safe
return address ~ '^[^[:space:][:cntrl:]@<>"]+@[^[:space:][:cntrl:]@<>"]+$' and char_length(address) <= 255;
comment on function private.is_email_address(text) is 'Whether outbox takes it: an account''s address must never be what refuses a payment.';

create function private.is_picture(value text) returns boolean
language sql immutable parallel safe
return char_length(value) <= 2048
  and value ~ '^(https?://[^[:space:]<>"''\\]+|(product_images|shop_images|profile_images)/[^[:space:]<>"''\\]+)$'
  and value !~ '(^|/)\.\.?(/|$)';
comment on function private.is_picture(text) is 'True for an http(s) address or a path in one of the public picture buckets; never for data: or javascript:.';

create function private.are_coordinates(lat double precision, lon double precision) returns boolean
language sql immutable parallel safe
return (lat is null) = (lon is null) and coalesce(lat between -90 and 90 and lon between -180 and 180, true);
comment on function private.are_coordinates(double precision, double precision) is 'True for coordinates on this planet, or none at all.';

create function private.allergens() returns text[]
language sql immutable parallel safe
return array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'];
comment on function private.allergens() is 'The 14 allergens that food law in the UK names.';

create function private.allergen_kinds() returns text[]
language sql immutable parallel safe
return array['wheat', 'rye', 'barley', 'oats', 'spelt', 'almond', 'hazelnut', 'walnut', 'brazil', 'cashew', 'pecan', 'pistachio', 'macadamia'];
comment on function private.allergen_kinds() is 'The cereals and the nuts that have to be named besides gluten and nuts.';

create function private.is_allergen_declaration(declared jsonb) returns boolean
language sql immutable parallel safe
return jsonb_typeof(declared) = 'object'
  and declared - private.allergens() - private.allergen_kinds() = '{}'
  and not jsonb_path_exists(declared, '$.* ? (!(@ == "contains" || @ == "may_contain" || @ == "free"))');
comment on function private.is_allergen_declaration(jsonb) is 'True for an object of known allergens and kinds, each contains, may_contain or free.';

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

create function private.sentence_list(words text[]) returns text
language sql immutable parallel safe
return case when cardinality(words) > 1
  then array_to_string(words[:cardinality(words) - 1], ', ') || ' and ' || words[cardinality(words)] else words[1] end;
comment on function private.sentence_list(text[]) is '''a, b and c''.';

create function private.london_midnight(day date) returns timestamptz
language sql stable
set search_path = ''
return day::timestamp at time zone 'Europe/London';
comment on function private.london_midnight(date) is 'When a day begins in London.';

create function private.retry_at(attempts integer) returns timestamptz
language sql stable
set search_path = ''
as $$ select now() + least(60, power(2, least(attempts, 6))) * interval '1 minute' $$;
comment on function private.retry_at(integer) is 'In 1, 2, 4 minutes and so on, at last every hour.';

-- Text as search compares it. Products and queries go through the same functions, so that they meet.

create function private.searchable(value text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(
  translate(private.folded(value), '''’‘`´ʼ', ''),
  '[\x01-\x2f\x3a-\x60\x7b-\xbf×÷\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g'
));
comment on function private.searchable(text) is
  'Text as search compares it: folded, apostrophes gone ("baker''s" is "bakers"), any other run of punctuation one space.';

create function private.search_line(value text) returns text
language sql immutable parallel safe
return concat(' ', private.searchable(coalesce(value, '')), ' ');
comment on function private.search_line(text) is
  'One field as search keeps it, a space on either side: "a word begins with cup" is then "like ''% cup%''", which a trigram index serves even for one letter.';

create function private.tag_token(category text, tag text) returns integer
language sql immutable parallel safe
return hashtext(concat('#', category, '#', tag));
comment on function private.tag_token(text, text) is 'The token of a tag, or of a tag in a category.';

create function private.word_token(word text) returns integer
language sql immutable parallel safe
return hashtext(case when char_length(word) <= 100 then word else '*' end);
comment on function private.word_token(text) is
  'The token of a word. All of more than a hundred letters share one, and are not in listing_words: an index entry has to fit a page.';

-- Geography.

create function private.miles_between(from_lat double precision, from_lon double precision, to_lat double precision, to_lon double precision)
returns double precision
language sql immutable parallel safe
return case when from_lat + from_lon + to_lat + to_lon is not null then
  -- Rounding can push what stands under the root a hair above 1, where asin has no value.
  2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(to_lat - from_lat) / 2), 2)
    + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lon - from_lon) / 2), 2)
  )))
end;
comment on function private.miles_between(double precision, double precision, double precision, double precision) is
  'Great-circle distance in miles (haversine). Null where a place is missing.';

create function private.geo_cell(lat double precision, lon double precision, degrees integer) returns text
language sql immutable parallel safe
return coalesce('at' || degrees || ':' || floor(lat * 10 / degrees)::integer || ',' || floor(lon * 10 / degrees)::integer, 'at:nowhere');
comment on function private.geo_cell(double precision, double precision, integer) is
  'The square of a grid that a place lies in, its side in tenths of a degree; at:nowhere without a place.';

create function private.geo_cells_within(lat double precision, lon double precision, radius double precision) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  side integer := case when radius <= 25 then 1 else 10 end;
  -- A degree of latitude is 69.09 miles; one of longitude is shorter the further from the equator.
  high double precision := radius / 69;
  edge double precision := least(89.9, abs(lat) + high);
  wide double precision := high / cos(radians(edge));
  scale double precision := 10.0 / side;
begin
  if edge = 89.9 or abs(lon) + wide > 180 or high * wide * scale * scale * 4 > 2000 then
    return null;
  end if;
  return array(
    select private.geo_cell((y + 0.5) / scale, (x + 0.5) / scale, side)
    from generate_series(floor((lat - high) * scale)::integer, floor((lat + high) * scale)::integer) y,
      generate_series(floor((lon - wide) * scale)::integer, floor((lon + wide) * scale)::integer) x
  ) || private.geo_cell(null, null, side);
end $$;
comment on function private.geo_cells_within(double precision, double precision, double precision) is
  'Tags of all squares that a circle touches, and of products without a place; null where there would be too many (near a pole, or across the date line).';

-- Errors and shared triggers.

create function private.refuse(code text, hint text, message text, details jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  if details is null then
    raise exception using errcode = code, hint = hint, message = message;
  end if;
  raise exception using errcode = code, hint = hint, message = message, detail = details::text;
end $$;
comment on function private.refuse(text, text, text, jsonb) is
  'Refuses with a sentence for people, a word for programs (hint) and, as JSON, which line or shop is at fault (details).';

create function private.check_reason(given text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(given) > 500 then
    perform private.refuse('22023', 'reason', 'A reason has at most 500 characters.');
  end if;
  return nullif(private.trimmed(given), '');
end $$;
comment on function private.check_reason(text) is 'A reason, trimmed; null where there is none.';

create function private.limit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_column text := tg_argv[0];
  max_rows integer := tg_argv[1];
  full_owner boolean;
  owner uuid;
begin
  if auth.uid() is null then
    return null;
  end if;
  for owner in execute format('select distinct %I from added where %1$I is not null order by 1', owner_column) loop
    -- Of two who add at once, the second counts what the first added.
    perform pg_advisory_xact_lock(hashtext(tg_table_name), hashtext(owner::text));
    execute format('select count(*) > $2 from (select from %I.%I where %I = $1 limit $2 + 1) kept', tg_table_schema, tg_table_name, owner_column)
      into full_owner using owner, max_rows;
    if full_owner then
      perform private.refuse('PT409', 'full', format('There can be at most %s %s. Please remove some first.', to_char(max_rows, 'FM999,999'), tg_argv[2]));
    end if;
  end loop;
  return null;
end $$;
comment on function private.limit_rows() is
  'Refuses rows beyond a cap. Arguments: the column that says whose they are, the cap, and what to call them. Runs after row-level security, '
  'once a statement, so that many rows at once are counted together. The secret key is not capped.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Stamps updated_at of a changed row.';

create function private.enforce_immutable_columns() returns trigger
language plpgsql set search_path = '' as $$
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
comment on function private.enforce_immutable_columns() is
  'Refuses a change of the columns named as arguments. An upsert writes them again with the value they have, so a missing privilege would refuse too much.';

-- Administrators.

create function private.is_administrator() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) and exists (
    select from auth.users u
    where u.id = (select auth.uid()) and u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null
      and coalesce(u.banned_until <= now(), true)
  ) and (
    auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions s where s.id::text = auth.jwt() ->> 'session_id')
  )
$$;
comment on function private.is_administrator() is
  'True for an administrator: role admin in app_metadata, said by the token and, since tokens outlive a demotion by up to an hour, by the account '
  'itself; and the session of the token has not been ended.';

create function private.require_administrator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_administrator() then
    perform private.refuse('42501', 'administrator', 'This is for administrators.');
  end if;
end $$;
comment on function private.require_administrator() is 'Refuses everybody but administrators; the secret key too, since it names nobody.';

create function public.is_administrator() returns boolean
language sql stable set search_path = '' as $$ select private.is_administrator() $$;
comment on function public.is_administrator() is 'Whether whoever is asking is an administrator now, for pages that are for them alone.';

grant execute on function private.is_administrator(), public.is_administrator() to authenticated, service_role;
grant execute on function private.trimmed(text), private.trimmed_length(text), private.is_one_line(text), private.strip_invisible(text),
  private.two_decimals(numeric), private.normalise_postcode(text), private.is_postcode(text), private.normalise_country(text), private.confusable_skeleton(text),
  private.imitates_marketplace(text), private.is_picture(text), private.are_coordinates(double precision, double precision), private.allergens(), private.allergen_kinds(),
  private.is_allergen_declaration(jsonb), private.is_full_declaration(jsonb), private.folded(text), private.searchable(text),
  private.search_line(text), private.tag_token(text, text), private.word_token(text),
  private.miles_between(double precision, double precision, double precision, double precision),
  private.geo_cell(double precision, double precision, integer),
  private.geo_cells_within(double precision, double precision, double precision) to public;
