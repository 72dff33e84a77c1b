-- Accounts: profiles, notification preferences, addresses, and what deleting an account removes and preserves.

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_first_name_form check (char_length(first_name) <= 100 and private.is_one_line(first_name)),
  constraint profiles_last_name_form check (char_length(last_name) <= 100 and private.is_one_line(last_name)),
  constraint profiles_name_imitates_marketplace check (not private.imitates_marketplace(concat(first_name, last_name))),
  constraint profiles_phone_form check (phone ~ '^[+0-9 ().-]{0,32}$'),
  constraint profiles_town_form check (char_length(town) <= 100 and private.is_one_line(town)),
  constraint profiles_place check (private.are_coordinates(lat, lon))
);
comment on table public.profiles is
  'One row for each account, maintained by a trigger. Other members see only the view people.';
comment on column public.profiles.name is
  'Copied from the account metadata, else User. Never derived from the email address, which is private.';
comment on column public.profiles.avatar_url is
  'Copied from the account metadata if it is an http(s) address or a path on this site.';
comment on column public.profiles.lat is 'With lon, the place chosen for distances.';

create table public.notification_preferences (
  user_id uuid primary key default private.member_id() references public.profiles (id) on delete cascade,
  email_notifications boolean not null default true,
  order_updates boolean not null default true,
  promotional_emails boolean not null default false,
  push_off text[] not null default '{}',
  quiet_from time,
  quiet_until time,
  updated_at timestamptz not null default now(),
  constraint notification_preferences_push_off_form
    check (
      array_to_string(push_off, ' ', '-') ~ '^[a-z_ ]*$'
      and cardinality(push_off) <= 20
      and octet_length(array_to_string(push_off, ' ')) <= 400
    ),
  constraint notification_preferences_quiet_hours
    check (quiet_from <> quiet_until and num_nulls(quiet_from, quiet_until) in (0, 2))
);
comment on table public.notification_preferences is
  'Which emails and push messages a member receives. Created with the profile.';
comment on column public.notification_preferences.push_off is
  'The kinds of notifications that are not pushed to the member''s devices.';
comment on column public.notification_preferences.quiet_from is
  'With quiet_until, the hours in the time of London in which a push waits. Null for none.';
comment on column public.notification_preferences.order_updates is
  'Whether the member receives updates when an order is shipped, ready or delivered. Cancellations and refunds are always sent.';

create table public.user_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
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
  constraint user_addresses_full_name_form
    check (private.trimmed_length(full_name) between 1 and 100 and private.is_one_line(full_name)),
  constraint user_addresses_line1_form
    check (private.trimmed_length(address_line1) between 1 and 200 and private.is_one_line(address_line1)),
  constraint user_addresses_line2_form check (char_length(address_line2) <= 200 and private.is_one_line(address_line2)),
  constraint user_addresses_city_form
    check (private.trimmed_length(city) between 1 and 100 and private.is_one_line(city)),
  constraint user_addresses_postal_code_form check (private.is_postcode(postal_code)),
  constraint user_addresses_country_form check (country = 'United Kingdom'),
  constraint user_addresses_phone_form check (phone ~ '^[+0-9 ().-]{0,32}$'),
  constraint user_addresses_place check (private.are_coordinates(lat, lon))
);
comment on table public.user_addresses is 'A buyer''s address book.';
comment on column public.user_addresses.is_default is
  'At most one default for each member. A new default replaces the old one.';
comment on column public.user_addresses.lat is
  'With lon, the location of the address, or null if unknown. The member''s browser sets it. A wrong value affects only that member.';
create index user_addresses_user on public.user_addresses (user_id);
create unique index user_addresses_one_default on public.user_addresses (user_id) where is_default;
