-- Products with their pictures.

create function private.occasions()
returns text[]
language sql
immutable
parallel safe
return array[
  'birthday',
  'wedding',
  'party',
  'holiday',
  'special',
  'christmas',
  'easter',
  'eid',
  'diwali',
  'hanukkah',
  'valentines',
  'mothers-day',
  'fathers-day',
  'halloween',
  'gift'
];
comment on function private.occasions is
  'The occasions that a product can be made for. domain/catalogue/categories.ts has their names.';
