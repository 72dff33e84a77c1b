-- Checks. PostgreSQL parses these bodies once, here, so search_path cannot change what they mean.

create function private.trimmed(value text)
returns text
language sql
immutable
parallel safe
return btrim(
  value,
  E' \t\n\r\f\x0b\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff'
);
comment on function private.trimmed is 'The text without surrounding white space, as defined by JavaScript''s trim().';

create function private.trimmed_length(value text)
returns integer
language sql
immutable
parallel safe
return char_length(private.trimmed(value));
comment on function private.trimmed_length is 'The number of characters left after trimming.';

create function private.is_one_line(value text)
returns boolean
language sql
immutable
parallel safe
return value !~ '[[:cntrl:]]';
comment on function private.is_one_line is
  'True for text without control characters. Such text is safe in mail headers, file names and CSV.';

create function private.strip_invisible(value text)
returns text
language sql
immutable
parallel safe
return case
  -- Joiners and variation selectors belong to emoji and to several scripts. On their own they show nothing.
  when regexp_replace(
      value,
      '[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]+',
      '',
      'g'
    ) = '' then ''
  else private.trimmed(
    regexp_replace(
      regexp_replace(value, '[\u2028\u2029]', ' ', 'g'),
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+',
      '',
      'g'
    )
  )
end;
comment on function private.strip_invisible is
  'A name without surrounding white space, invisible characters and direction marks, which could disguise it as another name. Empty if nothing visible remains.';

create function private.two_decimals(pounds numeric)
returns numeric
language sql
immutable
parallel safe
return case when pounds = round(pounds, 2) then round(pounds, 2) else pounds end;
comment on function private.two_decimals is
  'An amount with two decimals. An amount with more decimals is returned unchanged, so that a constraint refuses it instead of rounding it.';

create function private.normalise_postcode(value text)
returns text
language sql
immutable
parallel safe
return regexp_replace(
  upper(regexp_replace(value, '[[:space:]-]+', '', 'g')),
  '^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$',
  '\1 \2'
);
comment on function private.normalise_postcode is
  'A UK postcode in its postal form, ''SE1 9SG''. Other text is returned without white space.';

create function private.is_postcode(value text)
returns boolean
language sql
immutable
parallel safe
return value ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$';
comment on function private.is_postcode is 'True for text in the form of a full UK postcode.';

create function private.normalise_country(value text)
returns text
language sql
immutable
parallel safe
return case
  when lower(private.trimmed(value)) in (
      'uk',
      'gb',
      'great britain',
      'united kingdom',
      'england',
      'scotland',
      'wales',
      'northern ireland'
    ) then 'United Kingdom'
  else private.trimmed(value)
end;
comment on function private.normalise_country is
  'United Kingdom for each of its common names. Other text is returned trimmed.';

create function private.confusable_skeleton(value text)
returns text
language sql
immutable
parallel safe
return regexp_replace(
  translate(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(value, NFKC))),
    'аАеЕоОрРсСуУхХкКтТмМнНвВіІјЈѕЅԁɡѵԝαΑοΟτΤυΥκΚχΧιΙνΝρΡεΕμΜβΒηΗσсɑıɪʟᴀʙᴄᴅᴇᴋᴍɴᴏᴘᴛᴜ|!l10345789$@',
    'aaeeooppccyyxxkkttmmhhbbiijjssdgvwaaoottuukkxxiivvppeemmbbhhocaiiiabcdekmnoptuiiiioeastbgsa'
  ),
  '[^a-z0-9]+',
  '',
  'g'
);
comment on function private.confusable_skeleton is
  'A name reduced to what it looks like: without accents, spaces and marks. Lookalike letters and digits become Latin letters, and l becomes i.';

-- The words are spelt as confusable_skeleton returns them, with i for l: heip is help.
create function private.imitates_marketplace(name text)
returns boolean
language sql
immutable
parallel safe
return private.confusable_skeleton(name) ~ 'tuckbox'
or private.confusable_skeleton(name) ~ (
  '^(the|your|our|site|shop|market|marketpiace)*(admin|administrator|administration|moderator|moderation|support|customersupport|customerservices?|customercare' || '|heip|heipdesk|staff|officiai|security|biiiing|payments?|refunds?|system|trustandsafety)+(team|staff|desk|dept|department|account|officiai|uk)*$'
);
comment on function private.imitates_marketplace is
  'True for names that could pass for the marketplace: Tuckbox in any spelling, or a role such as Admin or Support Team.';

create function private.is_email_address(address text)
returns boolean
language sql
immutable
parallel safe
return address ~ '^[^[:space:][:cntrl:]@<>"]+@[^[:space:][:cntrl:]@<>"]+$' and char_length(address) <= 255;
comment on function private.is_email_address is
  'True for an address that the outbox accepts. Triggers check it before they insert an email, so that no account''s address can make a payment fail.';

create function private.is_picture(value text)
returns boolean
language sql
immutable
parallel safe
return char_length(value) <= 2048
and value ~ '^(https?://[^[:space:]<>"''\\]+|(product_images|shop_images|profile_images)/[^[:space:]<>"''\\]+)$'
and value !~ '(^|/)\.\.?(/|$)';
comment on function private.is_picture is
  'True for an http(s) address or a path in the buckets of products, shops and profiles. False for data: and javascript: addresses.';

create function private.are_coordinates(lat double precision, lon double precision)
returns boolean
language sql
immutable
parallel safe
return (lat is null) = (lon is null) and coalesce(lat between -90 and 90 and lon between -180 and 180, true);
comment on function private.are_coordinates is 'True for valid coordinates, or for none at all.';

create function private.allergens()
returns text[]
language sql
immutable
parallel safe
return array[
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame',
  'soya',
  'sulphites'
];
comment on function private.allergens is 'The 14 allergens named by UK food law.';

create function private.allergen_kinds()
returns text[]
language sql
immutable
parallel safe
return array[
  'wheat',
  'rye',
  'barley',
  'oats',
  'spelt',
  'almond',
  'hazelnut',
  'walnut',
  'brazil',
  'cashew',
  'pecan',
  'pistachio',
  'macadamia'
];
comment on function private.allergen_kinds is
  'The cereals and nuts that a label must name in addition to gluten and nuts.';

create function private.is_allergen_declaration(declared jsonb)
returns boolean
language sql
immutable
parallel safe
return jsonb_typeof(declared) = 'object'
and declared - private.allergens() - private.allergen_kinds() = '{}'
-- Comparing a number or a list with a text is neither true nor false, so the types are checked by themselves.
and not jsonb_path_exists(declared, 'strict $.*.type() ? (@ != "string")')
and not jsonb_path_exists(declared, '$.* ? (!(@ == "contains" || @ == "may_contain" || @ == "free"))');
comment on function private.is_allergen_declaration is
  'True for an object that maps known allergens and kinds to contains, may_contain or free.';

create function private.is_full_declaration(declared jsonb)
returns boolean
language sql
immutable
parallel safe
return coalesce(
  declared ?& array_remove(array_remove(private.allergens(), 'gluten'), 'nuts')
  and (
    declared ? 'gluten'
    or jsonb_path_exists(
      declared,
      '$.keyvalue() ? (@.value != "free").key ? (@ like_regex "^(wheat|rye|barley|oats|spelt)$")'
    )
  )
  and (
    declared ? 'nuts'
    or jsonb_path_exists(
      declared,
      '$.keyvalue() ? (@.value != "free").key ? (@ like_regex "^(almond|hazelnut|walnut|brazil|cashew|pecan|pistachio|macadamia)$")'
    )
  ),
  false
);
comment on function private.is_full_declaration is
  'True when all 14 allergens are declared. A cereal that is or may be present declares gluten, and a nut declares nuts.';

create function private.folded(value text)
returns text
language sql
immutable
parallel safe
return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));
comment on function private.folded is 'Text in lower case without accents, as search compares it.';

create function private.sentence_list(words text[])
returns text
language sql
immutable
parallel safe
return case
  when cardinality(words) > 1 then array_to_string(words[:cardinality(words) - 1], ', ') || ' and ' || words[
    cardinality(words)
  ]
  else words[1]
end;
comment on function private.sentence_list is 'A list in words: ''a, b and c''.';

create function private.london_midnight(day date)
returns timestamptz
language sql
stable
set search_path = ''
return day::timestamp at time zone 'Europe/London';
comment on function private.london_midnight is 'The start of a day in London.';

create function private.retry_at(attempts integer)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now() + least(60, power(2, least(attempts, 6))) * interval '1 minute'
$$;
comment on function private.retry_at is 'The time of the next retry: after 1, 2, 4 minutes and so on, then every hour.';

-- Text as search compares it. Products and queries use the same functions, so they match. None of them calls concat(), which is not immutable, so
-- that PostgreSQL inlines them. It does not inline folded, because unaccent is only stable, so text in ASCII does not call it.

create function private.searchable(value text)
returns text
language sql
immutable
parallel safe
return btrim(
  regexp_replace(
    regexp_replace(
      translate(
        case when octet_length(value) = char_length(value) then lower(value) else private.folded(value) end,
        '''’‘`´ʼ',
        ''
      ),
      '[\x01-\x2f\x3a-\x60\x7b-\xbf×÷\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+',
      ' ',
      'g'
    ),
    '([^ ]{100})[^ ]+',
    '\1',
    'g'
  )
);
comment on function private.searchable is
  'Text as search compares it: folded, without apostrophes ("baker''s" is "bakers"), with other punctuation replaced by one space. '
  'Words are cut after 100 letters, because an index entry must fit on a page.';

create function private.search_line(value text)
returns text
language sql
immutable
parallel safe
return ' ' || private.searchable(coalesce(value, '')) || ' ';
comment on function private.search_line is
  'One search field, with a space on either side. "A word begins with cup" is then "like ''% cup%''".';

create function private.singular(line text)
returns text
language sql
immutable
parallel safe
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(regexp_replace(line, '(loa|hal|lea|cal)ves ', '\1f ', 'g'), '([^ ]{2})ies? ', '\1y ', 'g'),
      '(ch|ss)es? ',
      '\1 ',
      'g'
    ),
    '(sh|x|z|(?:at|ng|ad)o)es ',
    '\1 ',
    'g'
  ),
  '([^ ]{2}[^ s])s ',
  '\1 ',
  'g'
);
comment on function private.singular is
  'A search field with each word in one form: "cakes" as "cake", "brownies" and "brownie" as "browny". A light fold, not a dictionary.';

create function private.tag_token(category text, tag text)
returns bigint
language sql
immutable
parallel safe
return ('x' || left(md5('#' || coalesce(category, '') || '#' || tag), 16))::bit(64)::bigint;
comment on function private.tag_token is
  'The token (a hash) of a tag, or of a tag within a category. MD5, so that no category can be invented that has the token of another tag.';

create function private.word_token(field text, word text)
returns bigint
language sql
immutable
parallel safe
return hashtextextended(field || ' ' || word, 0);
comment on function private.word_token is
  'The token (a hash) of a word in a field. Fields are w (the full text), h (name, category and shop), n (the name), = (the name, in the singular) and f (foods).';

-- Geography.

create function private.miles_between(
  from_lat double precision,
  from_lon double precision,
  to_lat double precision,
  to_lon double precision
)
returns double precision
language sql
immutable
parallel safe
-- Rounding can push the value under the root just above 1, where asin is undefined.
return case
  when from_lat + from_lon + to_lat + to_lon is not null then 2 * 3958.8 * asin(
    least(
      1,
      sqrt(
        power(sin(radians(to_lat - from_lat) / 2), 2) + cos(radians(from_lat)) * cos(radians(to_lat)) * power(
          sin(radians(to_lon - from_lon) / 2),
          2
        )
      )
    )
  )
end;
comment on function private.miles_between is
  'Great-circle distance in miles (haversine). Null if a coordinate is missing.';

create function private.geo_cell(lat double precision, lon double precision, side integer)
returns text
language sql
immutable
parallel safe
return coalesce(
  'at' || side::text || ':' || floor(lat * 10 / side)::integer::text || ',' || floor(lon * 10 / side)::integer::text,
  'at:nowhere'
);
comment on function private.geo_cell is
  'The tag of the grid cell that contains a point. The sides of the cell are in tenths of a degree. at:nowhere without coordinates.';

create function private.geo_cells_within(
  lat double precision,
  lon double precision,
  radius double precision,
  side integer
)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  cells_per_degree double precision := 10.0 / side;
  -- A degree of latitude is 69.09 miles, so 69 makes the box slightly larger. Degrees of longitude are shorter further from the equator.
  lat_span double precision := radius / 69;
  farthest_lat double precision := least(89.9, abs(lat) + lat_span);
  lon_span double precision := lat_span / cos(radians(farthest_lat));
begin
  if farthest_lat = 89.9 or abs(lon) + lon_span > 180 or 4 * lat_span * lon_span * cells_per_degree ^ 2 > 2000 then
    return null;
  end if;
  return array(
    select private.geo_cell((y + 0.5) / cells_per_degree, (x + 0.5) / cells_per_degree, side)
    from
      generate_series(
        floor((lat - lat_span) * cells_per_degree)::integer,
        floor((lat + lat_span) * cells_per_degree)::integer
      ) y,
      generate_series(
        floor((lon - lon_span) * cells_per_degree)::integer,
        floor((lon + lon_span) * cells_per_degree)::integer
      ) x
  ) || private.geo_cell(null, null, side);
end
$$;
comment on function private.geo_cells_within is
  'Tags of all cells (their sides as in geo_cell) that a circle of this many miles touches, and the tag of products without coordinates. Null near a pole or the date line, and for over 2,000 cells.';

-- Errors and shared triggers.

create function private.refuse(errcode text, code text, message text, details jsonb default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if details is null then
    raise exception using errcode = refuse.errcode, hint = refuse.code, message = refuse.message;
  end if;
  raise exception
    using errcode = refuse.errcode, hint = refuse.code, message = refuse.message, detail = refuse.details::text;
end
$$;
comment on function private.refuse is
  'Raises a refusal: an SQLSTATE, a code for programs (as the hint), a message for people and, as JSON, the line or shop concerned.';

create function private.refused(errcode text, code text, message text, details jsonb default null)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('response.status', substr(refused.errcode, 3), true);
  return jsonb_build_object(
    'code', refused.errcode,
    'hint', refused.code,
    'message', refused.message,
    'details', refused.details::text
  );
end
$$;
comment on function private.refused is
  'A refusal like that of private.refuse, as the result of a function whose writes are to stay. Its SQLSTATE is PT and an HTTP status. The API responds as if it had been raised.';

create function private.normalise_reason(given text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if char_length(given) > 500 then
    perform private.refuse('22023', 'reason', 'A reason can have at most 500 characters.');
  end if;
  return nullif(private.trimmed(given), '');
end
$$;
comment on function private.normalise_reason is
  'A reason, trimmed, or null if it is empty. Refuses more than 500 characters.';

-- The caller.

create function private.member_id(with_password_alone boolean default false)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  claims jsonb := auth.jwt();
  caller uuid := claims ->> 'sub';
  session uuid := nullif(claims ->> 'session_id', '');
begin
  -- A token alone can outlive signing out, a new password and the account by an hour.
  if
    caller is null
    or session is not null
    and not exists (
      select from auth.sessions s where s.id = session and s.user_id = caller and coalesce(s.not_after > now(), true)
    )
  then
    return null;
  elsif
    with_password_alone
    or claims ->> 'aal' = 'aal2'
    or not exists (select from auth.mfa_factors f where f.user_id = caller and f.status = 'verified')
  then
    return caller;
  end if;
  return null;
end
$$;
comment on function private.member_id is
  'The caller''s account, which policies and functions use instead of auth.uid(). Null for visitors and for a token whose session has ended. '
  'Null too for a member with a second factor whose session has not passed it, unless a password alone is enough.';

create function private.limit_rows()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner_column text := tg_argv[0];
  max_rows integer := tg_argv[1];
  is_over boolean;
  owner uuid;
begin
  if private.member_id() is null then
    return null;
  end if;
  for owner in execute format('select distinct %I from added where %1$I is not null order by 1', owner_column) loop
    -- The lock makes concurrent inserts wait, so the second one counts the rows of the first.
    perform pg_advisory_xact_lock(hashtext(tg_table_name), hashtext(owner::text));
    execute
      format(
        'select count(*) > $2 from (select from %I.%I where %I = $1 limit $2 + 1) counted',
        tg_table_schema,
        tg_table_name,
        owner_column
      )
    into is_over
    using owner, max_rows;
    if is_over then
      perform private.refuse(
        'PT409',
        'quota',
        format(
          'You can have at most %s %s. %s',
          to_char(max_rows, 'FM999,999'),
          tg_argv[2],
          coalesce(tg_argv[3], 'Please remove some first.')
        )
      );
    end if;
  end loop;
  return null;
end
$$;
comment on function private.limit_rows is
  'Refuses inserts beyond a row quota. Arguments: the owner column, the quota, the plural noun for the message and, for rows that '
  'members cannot remove, its advice. Runs once for each statement, after row-level security, so a bulk insert counts as a whole. The '
  'service key has no quota.';

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at is 'Sets updated_at of a changed row.';

create function private.enforce_immutable_columns()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  name text;
begin
  foreach name in array tg_argv loop
    if to_jsonb(new) -> name is distinct from to_jsonb(old) -> name then
      raise exception
        using
          errcode = '42501',
          table = tg_table_name,
          column = name,
          message = format('Column %s of table %s cannot be changed.', name, tg_table_name);
    end if;
  end loop;
  return new;
end
$$;
comment on function private.enforce_immutable_columns is
  'Refuses a change of the columns named as arguments. Without the privilege to update them, an upsert that writes the same values would be refused too.';

create function private.has_administrator_role()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
    and exists (
      select
      from auth.users u
      where
        u.id = (select private.member_id())
        and u.raw_app_meta_data ->> 'role' = 'admin'
        and u.deleted_at is null
        and coalesce(u.banned_until <= now(), true)
    )
$$;
comment on function private.has_administrator_role is
  'True if the token and the account both have the role admin in app_metadata. A token alone can outlive a demotion by an hour.';

create function private.is_administrator()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    private.has_administrator_role()
    and (
      coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
      or not exists (select from private.settings s where s.administrators_need_second_factor)
    )
$$;
comment on function private.is_administrator is
  'True if the caller has the role and, where the settings require it, the session has passed a second factor.';

create function private.require_administrator()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_administrator() then
    perform private.refuse('42501', 'administrator', 'Only administrators can do this.');
  end if;
end
$$;
comment on function private.require_administrator is
  'Refuses every caller except administrators. The service key is refused too, because it identifies no person.';

create function public.is_administrator()
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_administrator()
$$;
comment on function public.is_administrator is
  'Whether the caller is an administrator now. Called by the pages for administrators.';

create function public.needs_second_factor()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.has_administrator_role() and not private.is_administrator()
$$;
comment on function public.needs_second_factor is
  'Whether the caller is refused as an administrator for the missing second factor alone.';

create function private.postal_area(postal_code text)
returns text
language sql
immutable
parallel safe
return case
  when char_length(replace(postal_code, ' ', '')) between 5 and 7 then upper(
    left(replace(postal_code, ' ', ''), char_length(replace(postal_code, ' ', '')) - 3)
  )
end;
comment on function private.postal_area is
  'The outward part of a postcode: LS1 for LS1 1AA. Thousands of homes share it.';

-- The request.

create function private.request_network()
returns cidr
language plpgsql
stable
set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  address inet;
begin
  address := coalesce(headers ->> 'cf-connecting-ip', regexp_replace(headers ->> 'x-forwarded-for', '^.*,\s*', ''));
  -- These addresses belong to a proxy that does not forward the client's address, so all clients would share one network.
  if address <<= any ('{127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7,fe80::/10}'::inet[]) then
    return null;
  end if;
  return network(set_masklen(address, case when family(address) = 4 then 32 when address << '::ffff:0:0/96' then 128 else 48 end));
exception when invalid_text_representation then
  return null;
end $$;
comment on function private.request_network is
  'The client''s network as reported by the gateway: an IPv4 address, or the /48 of an IPv6 address, which anyone gets for nothing. Null if unknown.';

create function private.request_id()
returns text
language sql
stable
set search_path = ''
as $$
  select substring(nullif(current_setting('request.headers', true), '')::json ->> 'x-request-id', '^[\w.:-]{1,64}$')
$$;
comment on function private.request_id is 'The id under which the server logs the request. Null outside of a request.';

-- Lists.

create function private.diets()
returns text[]
language sql
immutable
parallel safe
return array['vegetarian', 'vegan', 'halal', 'kosher', 'no_alcohol'];
comment on function private.diets is 'The diets that a product can suit and a person can follow.';

create function private.is_list_of(list text[], known text[])
returns boolean
language sql
immutable
parallel safe
return list <@ known and array_position(list, null) is null and cardinality(list) <= cardinality(known);
comment on function private.is_list_of is 'True for a list of known values without nulls.';

create function private.are_short_lines(list text[], most integer, longest integer)
returns boolean
language sql
immutable
parallel safe
return cardinality(list) <= most
and array_position(list, null) is null
and not exists (
  select
  from unnest(list) line
  where private.trimmed_length(line) = 0 or char_length(line) > longest or not private.is_one_line(line)
);
comment on function private.are_short_lines is
  'True for at most so many texts, each one line of at most so many characters.';

create function private.max_food_price()
returns numeric
language sql
immutable
parallel safe
return 99000;
comment on function private.max_food_price is
  'The most that the food of an order costs, in pounds. Delivery and tips come on top, and a payment can be £99,999.99.';
