-- Recovery codes, for members who have lost the authenticator app that is their second factor.

create table private.recovery_codes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'The unused recovery codes of each member, hashed.';

create table private.recovery_attempts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  attempts integer not null,
  started_at timestamptz not null
);
comment on table private.recovery_attempts is
  'How many recovery codes were tried for an account within an hour of the first.';
