-- Accounts: profiles, notification preferences, addresses, and members who block each other.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null,
  avatar_url text,
  first_name text,
  last_name text,
  phone text,
  town text,
  lat double precision,
  lon double precision,
  allergens_to_avoid text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_first_name_form check (char_length(first_name) <= 100 and private.is_one_line(first_name)),
  constraint profiles_last_name_form check (char_length(last_name) <= 100 and private.is_one_line(last_name)),
  constraint profiles_name_is_not_ours check (not private.imitates_house(concat(first_name, last_name))),
  constraint profiles_phone_form check (phone ~ '^[+0-9 ().-]{0,32}$'),
  constraint profiles_town_form check (char_length(town) <= 100 and private.is_one_line(town)),
  constraint profiles_place check (private.is_place(lat, lon)),
  constraint profiles_allergens_known check (
    allergens_to_avoid <@ (private.allergens() || private.allergen_kinds()) and array_position(allergens_to_avoid, null) is null
  )
);
comment on table public.profiles is 'One row an account, made and kept by trigger. Others see only the view people.';
comment on column public.profiles.name is 'Copied from the account: the name in its metadata, else User. Never a part of the email, which others are not told.';
comment on column public.profiles.avatar_url is 'Copied from the account''s metadata when it is an http(s) address or a path of this site.';
comment on column public.profiles.lat is 'The place chosen for distances, with lon.';
comment on column public.profiles.allergens_to_avoid is 'Of the 14 allergens and their kinds, those to filter out.';

create table public.notification_preferences (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  email_notifications boolean not null default true,
  order_updates boolean not null default true,
  promotional_emails boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.notification_preferences is 'What a person wants to be told by e-mail. Made with the profile.';
comment on column public.notification_preferences.order_updates is
  'Whether to be told when an order is sent, ready or handed over. Cancellations and money are always told.';

create table public.user_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  full_name text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  postal_code text not null,
  country text not null default 'United Kingdom',
  phone text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lat double precision,
  lon double precision,
  constraint user_addresses_full_name_form check (private.trimmed_length(full_name) between 1 and 100 and private.is_one_line(full_name)),
  constraint user_addresses_line1_form check (private.trimmed_length(address_line1) between 1 and 200 and private.is_one_line(address_line1)),
  constraint user_addresses_line2_form check (char_length(address_line2) <= 200 and private.is_one_line(address_line2)),
  constraint user_addresses_city_form check (private.trimmed_length(city) between 1 and 100 and private.is_one_line(city)),
  constraint user_addresses_postal_code_form check (private.is_postcode(postal_code)),
  constraint user_addresses_country_form check (country = 'United Kingdom'),
  constraint user_addresses_phone_form check (phone ~ '^[+0-9 ().-]{0,32}$'),
  constraint user_addresses_place check (private.is_place(lat, lon))
);
comment on table public.user_addresses is 'Address book of a buyer.';
comment on column public.user_addresses.is_default is 'At most one a person; a new default takes the place of the old.';
comment on column public.user_addresses.lat is 'With lon, where it is; null while nobody knows. Said by its owner''s browser: a wrong one only costs its owner.';
create index user_addresses_user on public.user_addresses (user_id);
create unique index user_addresses_one_default on public.user_addresses (user_id) where is_default;

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_two_people check (blocker_id <> blocked_id)
);
comment on table public.blocks is
  'Who wants to hear nothing more of whom. The blocked person is not told; where they write, they learn that they cannot. It waits until no paid order between the two is under way.';
create index blocks_blocked on public.blocks (blocked_id);

create function private.display_name(metadata jsonb) returns text
language sql immutable parallel safe
return coalesce(nullif(left(private.visible(regexp_replace(metadata ->> 'name', '[[:cntrl:]]+', ' ', 'g')), 100), ''), 'User');
comment on function private.display_name(jsonb) is 'What to call a person: the name given, else User.';

create function private.safe_avatar(value text) returns text
language sql immutable parallel safe
return case when char_length(value) <= 2048 and value ~* '^(https?://[^[:space:]<>"''\\]+|/([^/\\[:space:]<>"''][^[:space:]<>"''\\]*)?)$' then value end;
comment on function private.safe_avatar(text) is 'The address of an avatar, or null unless it is http(s) or a path of this site.';

create function private.copy_account_to_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  called text := private.display_name(new.raw_user_meta_data);
begin
  -- A sign-up by way of Google cannot be refused for its name.
  if private.imitates_house(called) and new.raw_app_meta_data ->> 'role' is distinct from 'admin' then
    called := 'User';
  end if;
  insert into public.profiles as p (id, name, avatar_url)
  values (
    new.id,
    called,
    private.safe_avatar(new.raw_user_meta_data ->> 'avatar_url')
  )
  on conflict (id) do update set name = excluded.name, avatar_url = excluded.avatar_url
  where (p.name, p.avatar_url) is distinct from (excluded.name, excluded.avatar_url);
  insert into public.notification_preferences (user_id) values (new.id) on conflict do nothing;
  return new;
end $$;
comment on function private.copy_account_to_profile() is 'Makes the profile of a new account and keeps its name and avatar in step. Only an administrator is called like the marketplace.';

create function private.delivery_address(place public.user_addresses) returns jsonb
language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'full_name', place.full_name, 'address_line1', place.address_line1, 'address_line2', place.address_line2, 'city', place.city,
  'postal_code', place.postal_code, 'country', place.country, 'phone', place.phone));
comment on function private.delivery_address(public.user_addresses) is 'An address as an order keeps it.';

create function private.tidy_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.postal_code := private.postcode(new.postal_code);
  new.country := private.country(new.country);
  return new;
end $$;
comment on function private.tidy_address() is 'Writes the postcode and the country in one way.';

create function private.unset_other_default_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The profile is locked so that two new defaults at once end as one.
  perform from public.profiles where id = new.user_id for no key update;
  update public.user_addresses set is_default = false
  where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $$;
comment on function private.unset_other_default_addresses() is 'A new default address takes the place of the old.';

create function private.forget_old_place() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.lat, new.lon) is not distinct from (old.lat, old.lon) then
    new.lat := null;
    new.lon := null;
  end if;
  return new;
end $$;
comment on function private.forget_old_place() is 'Another address is somewhere else: its place is unknown until it is said anew.';

create function private.have_blocked(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.blocks b where (b.blocker_id, b.blocked_id) in ((one, other), (other, one)))
$$;
comment on function private.have_blocked(uuid, uuid) is 'Whether one of the two blocks the other.';

create trigger copy_account_to_profile
  after insert or update of raw_user_meta_data, raw_app_meta_data on auth.users
  for each row execute function private.copy_account_to_profile();
create trigger touch_updated_at before update on public.profiles for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.notification_preferences for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.user_addresses for each row execute function private.touch_updated_at();
create trigger keep_owner before update of user_id on public.notification_preferences for each row execute function private.keep_columns('user_id');
create trigger keep_owner before update of id, user_id on public.user_addresses for each row execute function private.keep_columns('id', 'user_id');
create trigger a_tidy before insert or update of postal_code, country on public.user_addresses
  for each row execute function private.tidy_address();
create trigger one_default before insert or update of is_default on public.user_addresses
  for each row when (new.is_default) execute function private.unset_other_default_addresses();
create trigger forget_old_place before update of address_line1, city, postal_code, country on public.user_addresses
  for each row when ((old.address_line1, old.city, old.postal_code, old.country) is distinct from (new.address_line1, new.city, new.postal_code, new.country))
  execute function private.forget_old_place();

alter table public.profiles enable row level security;
alter table public.notification_preferences enable row level security;
alter table public.user_addresses enable row level security;
alter table public.blocks enable row level security;

grant select, update (first_name, last_name, phone, town, lat, lon, allergens_to_avoid) on public.profiles to authenticated;
grant select,
  insert (user_id, email_notifications, order_updates, promotional_emails),
  update (user_id, email_notifications, order_updates, promotional_emails)
  on public.notification_preferences to authenticated;
grant select, delete,
  insert (id, user_id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default),
  update (id, user_id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default)
  on public.user_addresses to authenticated;
grant all on public.profiles, public.notification_preferences, public.user_addresses to service_role;
grant select, delete, insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant all on public.blocks to service_role;
grant insert (lat, lon), update (lat, lon) on public.user_addresses to authenticated;

grant execute on function private.display_name(jsonb), private.safe_avatar(text) to public;

create policy "People read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "People read their own preferences" on public.notification_preferences
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People state their own preferences" on public.notification_preferences
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own preferences" on public.notification_preferences
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People read their own addresses" on public.user_addresses
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People add addresses of their own" on public.user_addresses
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own addresses" on public.user_addresses
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People delete their own addresses" on public.user_addresses
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "People see whom they block" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "People block others" on public.blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "People lift their blocks" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));
