-- Names are what they look like: nothing in them is invisible, and nothing turns the text around them.

create function private.visible(value text) returns text
language sql immutable parallel safe
return case
  -- Joiners and variation selectors belong to emoji and to several scripts; alone they show nothing.
  when regexp_replace(value, '[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]+', '', 'g') = '' then ''
  else private.trimmed(regexp_replace(
    regexp_replace(value, '[\u2028\u2029]', ' ', 'g'),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+', '', 'g'
  ))
end;
comment on function private.visible(text) is
  'A name without white space around it, invisible characters and turns of the writing direction, by which one name could pass for another; empty where nothing is left to see.';

create or replace function private.tidy_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.visible(new.name);
  new.category := nullif(private.visible(new.category), '');
  new.image := nullif(private.trimmed(new.image), '');
  if new.product_type = 'bespoke' then
    new.price := 0;
  end if;
  new.updated_at := now();
  return new;
end $$;

create or replace function private.tidy_shop() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.visible(new.name);
  new.town := private.visible(new.town);
  new.logo := nullif(private.trimmed(new.logo), '');
  new.banner_image := nullif(private.trimmed(new.banner_image), '');
  new.lat := round(new.lat::numeric, 2);
  new.lon := round(new.lon::numeric, 2);
  if tg_op = 'UPDATE' and old.terms_accepted_at is not null then
    new.terms_accepted_at := old.terms_accepted_at;
  elsif new.terms_accepted_at is not null then
    new.terms_accepted_at := now();
  end if;
  new.updated_at := now();
  return new;
end $$;

create or replace function private.display_name(metadata jsonb, email text) returns text
language sql immutable parallel safe
return coalesce(
  nullif(left(private.visible(regexp_replace(metadata ->> 'name', '[[:cntrl:]]+', ' ', 'g')), 100), ''),
  nullif(left(private.visible(split_part(email, '@', 1)), 100), ''),
  'User'
);
