create function private.is_suspended(member uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from private.suspended_members m where m.user_id = member)
$$;
comment on function private.is_suspended is 'Whether a member is suspended.';

create function private.check_suspension()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  why text;
begin
  -- Not from the token, which can be older than the suspension.
  select m.reason into why from private.suspended_members m where m.user_id = private.member_id();
  if found then
    perform private.refuse(
      '42501',
      'suspended',
      format(
        'Your account is suspended, so you cannot do this. Reason: %s. You can contact us about it.',
        rtrim(why, '.')
      )
    );
  end if;
end
$$;
comment on function private.check_suspension is 'Refuses a suspended caller, with the reason of the suspension.';

create function private.refuse_suspended()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.check_suspension();
  return new;
end
$$;
comment on function private.refuse_suspended is
  'Refuses what a suspended member may not do, with the reason of the suspension. Attached to tables.';

create function public.own_suspension()
returns table (reason text, suspended_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select m.reason, m.suspended_at from private.suspended_members m where m.user_id = (select private.member_id())
$$;
comment on function public.own_suspension is
  'Why and since when the caller is suspended. No row for members who are not.';
