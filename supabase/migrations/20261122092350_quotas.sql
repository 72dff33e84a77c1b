-- How much one member keeps: caps that no buyer and no baker meets, so that nobody fills the database through the table API.
-- Pictures and variations of a product are capped by their positions (12 and 50), the pace of writing by the files of what is written.

create function private.limit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_column text := tg_argv[0];
  most integer := tg_argv[1];
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
      into full_owner using owner, most;
    if full_owner then
      perform private.refuse('PT409', 'full', format('There can be at most %s %s. Please remove some first.', to_char(most, 'FM999,999'), tg_argv[2]));
    end if;
  end loop;
  return null;
end $$;
comment on function private.limit_rows() is
  'Refuses rows beyond a cap. Arguments: the column that says whose they are, the cap, and what to call them. Runs after row-level security, '
  'once a statement, so that many rows at once are counted together. The secret key is not capped.';

create trigger quota after insert on public.user_addresses
  referencing new table as added for each statement execute function private.limit_rows('user_id', '50', 'addresses in an address book');
create trigger quota after insert on public.blocks
  referencing new table as added for each statement execute function private.limit_rows('blocker_id', '1000', 'blocked members');
create trigger quota after insert on public.favourites
  referencing new table as added for each statement execute function private.limit_rows('user_id', '1000', 'favourites');
create trigger quota after insert on public.saved_replies
  referencing new table as added for each statement execute function private.limit_rows('user_id', '30', 'saved replies');
create trigger quota after insert on public.products
  referencing new table as added for each statement execute function private.limit_rows('shop_id', '5000', 'products in a shop, drafts included');
create trigger quota after insert on public.shop_closures
  referencing new table as added for each statement execute function private.limit_rows('shop_id', '200', 'holidays of a shop');
create trigger quota after insert on public.shop_pickup_schedules
  referencing new table as added for each statement execute function private.limit_rows('shop_id', '100', 'pickup windows of a shop');
create trigger quota after insert on public.product_pickup_schedules
  referencing new table as added for each statement execute function private.limit_rows('product_id', '100', 'pickup windows of a product');
create trigger quota after insert on public.chat_rooms
  referencing new table as added for each statement execute function private.limit_rows('buyer_id', '1000', 'conversations of a buyer');
create trigger quota after insert on public.contact_messages
  referencing new table as added for each statement execute function private.limit_rows('sender_id', '2000', 'enquiries of a member');
create trigger quota after insert on public.reports
  referencing new table as added for each statement execute function private.limit_rows('reporter_id', '2000', 'reports of a member');

create function private.may_keep_another_file() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 20000 from (
    select from storage.objects o
    where o.name collate "C" > auth.uid()::text || '/' and o.name collate "C" < auth.uid()::text || '0'
    limit 20000
  ) kept
$$;
comment on function private.may_keep_another_file() is
  'Whether whoever is asking keeps fewer than 20,000 files. How many they may add in an hour is limited by the server.';

grant execute on function private.may_keep_another_file() to authenticated;

create policy "Nobody keeps more than 20,000 files" on storage.objects
  as restrictive for insert to authenticated with check ((select private.may_keep_another_file()));
