create function private.recovery_code_hash(member uuid, code text)
returns bytea
language sql
immutable
parallel safe
return sha256(
  convert_to(
    member || ' ' || translate(regexp_replace(lower(left(code, 100)), '[^0-9a-z]+', '', 'g'), 'ilo', '110'),
    'UTF8'
  )
);
comment on function private.recovery_code_hash is
  'The hash of a recovery code, however it is typed: case and hyphens do not matter, and letters like digits are digits. A code has 80 '
  'random bits, so a fast hash is enough.';

create function private.has_second_factor(member uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from auth.mfa_factors f where f.user_id = member and f.status = 'verified')
$$;
comment on function private.has_second_factor is 'Whether signing in to the account takes a second factor.';

create function public.create_recovery_codes()
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := private.member_id();
  codes text[];
begin
  perform private.require_recent_sign_in();
  if not private.has_second_factor(member) then
    perform private.refuse('PT409', 'second_factor', 'Please turn on two-step verification first.');
  end if;
  -- The lock makes a second request wait, so ten codes remain.
  perform from public.profiles p where p.id = member for no key update;
  delete from private.recovery_codes c where c.user_id = member;
  -- Crockford's alphabet has no letters that look like digits. Each character is five random bits.
  select array_agg(code)
  into codes
  from
    (
      select
        string_agg(
          substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bits, place) & 31) + 1, 1) || case
            when place in (3, 7, 11) then '-'
            else ''
          end,
          ''
          order by place
        ) as code
      from
        (select line, extensions.gen_random_bytes(16) as bits from generate_series(1, 10) line) random,
        generate_series(0, 15) place
      group by line
    ) made;
  insert into private.recovery_codes (user_id, code_hash)
  select member, private.recovery_code_hash(member, code) from unnest(codes) code;
  return codes;
end
$$;
comment on function public.create_recovery_codes is
  'Ten new recovery codes, which replace the caller''s old ones. They are shown once: only hashes are stored. Needs a second factor and a '
  'recent sign-in.';

create function public.own_recovery_codes()
returns table (created_at timestamptz, unused integer)
language sql
stable
security definer
set search_path = ''
as $$
  select min(c.created_at), count(*)::integer
  from private.recovery_codes c
  where c.user_id = (select private.member_id())
$$;
comment on function public.own_recovery_codes is
  'When the caller''s recovery codes were created, and how many there are.';

create function private.require_recovery_attempt(member uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  tried integer;
begin
  insert into private.recovery_attempts as a (user_id, attempts, started_at)
  values (member, 1, now())
  on conflict (user_id) do update
    set
      attempts = case when a.started_at < now() - interval '1 hour' then 1 else least(a.attempts + 1, 1000) end,
      started_at = case when a.started_at < now() - interval '1 hour' then now() else a.started_at end
  returning attempts
  into tried;
  if tried > 10 then
    perform private.refuse('PT429', 'rate_limit', 'You have tried many recovery codes. Please try again in an hour.');
  end if;
end
$$;
comment on function private.require_recovery_attempt is
  'Counts a recovery code that a member tries. Refuses more than ten in an hour.';

create function public.use_recovery_code(code text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- The caller has yet to pass the second factor.
  member uuid := private.member_id(true);
begin
  if member is null then
    perform private.refuse('PT401', 'account', 'Please sign in first.');
  elsif not private.has_second_factor(member) then
    perform private.refuse('PT409', 'second_factor', 'Two-step verification is already off.');
  end if;
  perform private.require_recovery_attempt(member);
  -- Codes of an earlier second factor do not count.
  perform
  from private.recovery_codes c
  where
    c.user_id = member
    and c.code_hash = private.recovery_code_hash(member, use_recovery_code.code)
    and c.created_at >= (
      select min(f.created_at) from auth.mfa_factors f where f.user_id = member and f.status = 'verified'
    );
  if not found then
    -- Returned and not raised, because an error would take back the count.
    return false;
  end if;
  delete from auth.mfa_factors f where f.user_id = member;
  delete from private.recovery_codes c where c.user_id = member;
  delete from private.recovery_attempts a where a.user_id = member;
  -- The lost phone may be signed in.
  delete from auth.sessions s where s.user_id = member and s.id::text is distinct from auth.jwt() ->> 'session_id';
  perform private.enqueue_email(
    member,
    'second-factor-removed',
    format('%s:%s', member, extract(epoch from clock_timestamp())),
    '{}'
  );
  perform private.call_function('send-mail');
  return true;
end
$$;
comment on function public.use_recovery_code is
  'Turns off two-step verification with a recovery code, ends the caller''s other sessions and emails the member. False for a wrong code.';
