-- The household: the people that a member buys food for, with what each avoids. It is health data, so only its owner reads it.

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
