-- The number of an order, such as HC-1042, which people can say: letters from the shop's name and a running number of that shop.

create function private.order_prefix(shop_name text)
returns text
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
  -- Apostrophes join ('Mary''s' is a word), everything else that is no letter separates.
  words text := upper(regexp_replace(private.folded(shop_name), '[''’]', '', 'g'));
  letters text := regexp_replace(words, '[^A-Z]', '', 'g');
  initials text := (
    select string_agg(left(w.word, 1), '' order by w.position)
    from regexp_split_to_table(words, '[^A-Z]+') with ordinality w (word, position)
    where w.word not in ('', 'THE', 'AND', 'OF', 'A')
  );
  -- What nobody should have to say to a shop.
  unsayable constant text[] := '{ASS,BJ,BUM,COK,CUM,DIE,FAG,FAT,FUC,FUK,HIV,KKK,NAZ,NIG,PEE,PIG,PIS,POO,SEX,SS,STD,TIT,VD,WC,WTF}';
begin
  return coalesce(
    (
      select c.prefix
      from
        unnest(array[left(initials, 3), left(initials, 2), left(letters, 3), left(letters, 2)]) with ordinality c (
          prefix,
          position
        )
      where char_length(c.prefix) >= 2 and c.prefix <> all (unsayable)
      order by c.position
      limit 1
    ),
    'TB'
  );
end
$$;
comment on function private.order_prefix is
  'The letters of a shop''s order numbers: two or three initials of its name, or the start of it. ''Honey Crumb'' has HC, ''Crumb'' has CRU.';

create function private.set_order_number()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  latest text := (
    select o.number
    from public.orders o
    where o.shop_id = new.shop_id
    order by char_length(o.number) desc, o.number desc
    limit 1
  );
  -- The first order decides about the letters, and a renamed shop keeps them.
  prefix text := coalesce(split_part(latest, '-', 1), private.order_prefix(new.shop_name));
  running integer := coalesce(split_part(latest, '-', 2)::integer, 1000 + floor(random() * 1000)::integer);
begin
  loop
    -- Neither the start nor the steps are fixed, so two orders do not tell a competitor how many were between them.
    running := running + 1 + floor(random() * 3)::integer;
    new.number := prefix || '-' || running;
    -- Nobody waits here: a number that another transaction is taking is passed over. A restore has locked the table, and has more rows than
    -- there can be locks.
    continue when
      current_setting('session_replication_role') <> 'replica'
      and not pg_try_advisory_xact_lock(hashtextextended(format('order number %s %s', new.shop_id, new.number), 0));
    -- A statement of its own, which sees what was committed before the lock was free.
    exit when
      not exists (
        select
        from public.orders o
        where o.shop_id = new.shop_id and char_length(o.number) = char_length(new.number) and o.number = new.number
      );
  end loop;
  return new;
end
$$;
comment on function private.set_order_number is
  'Gives an order the next number of its shop. Also for rows of an older backup, which have none.';

create function private.order_number_part(words text)
returns text
language sql
immutable
parallel safe
return (
  select upper(coalesce(m.parts[1], '')) || '-' || m.parts[2]
  from regexp_match(words, '^#?([a-z]{2,3})?[ -]?([0-9]{1,9})$', 'i') m (parts)
);
comment on function private.order_number_part is
  'What order numbers contain if these words mean one: HC-1042 for ''hc1042'' or ''#HC 1042'', -1042 for ''1042''. Otherwise null.';
