-- Administrators suspend and restore members. Triggers (`a_refuse_suspended`) are the list of what a suspended member may not do.

create function public.suspend_member(member_id uuid, reason text, with_shop boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := suspend_member.member_id;
  reason_text text;
  account auth.users;
  shop uuid := (select s.id from public.shops s where s.user_id = member and s.status = 'active');
begin
  perform private.require_administrator();
  reason_text := private.normalise_reason(suspend_member.reason);
  if reason_text is null then
    perform private.refuse('22023', 'reason', 'Please give a reason. The member concerned will see it.');
  end if;
  select u.*
  into account
  from
    auth.users u
    join public.profiles p on p.id = u.id
  where u.id = member and u.deleted_at is null;
  if not found then
    perform private.refuse('PT404', 'no_account', 'This account doesn’t exist or has been deleted.');
  elsif account.raw_app_meta_data ->> 'role' = 'admin' then
    perform private.refuse(
      'PT409',
      'administrator',
      'Administrators cannot be suspended. Please take the role away first.'
    );
  end if;
  -- The lock of place_order: an order that is being placed is either found below, or refused after this.
  perform pg_advisory_xact_lock(hashtextextended('place_order ' || member, 0));
  insert into private.suspended_members (user_id, reason) values (member, reason_text) on conflict do nothing;
  if not found then
    perform private.refuse(
      'PT409',
      'already_decided',
      'This has already been decided or deleted. Please reload the page.'
    );
  end if;
  -- As for a withdrawn product: the next run of expire_checkouts returns the stock, and a late payment is refunded.
  update public.checkouts c
  set expires_at = now()
  where
    c.id in (
      select c.id
      from public.checkouts c
      where c.buyer_id = member and c.status = 'pending' and c.expires_at > now()
      for no key update skip locked
    );
  perform private.notify(
    member,
    'system',
    'Your account is suspended',
    format(
      'You cannot order, or write to other members. Reason: %s. Your paid orders continue.',
      rtrim(reason_text, '.')
    ),
    '/contact'
  );
  perform private.enqueue_email(
    member,
    'account-suspended',
    format('%s:%s', member, extract(epoch from clock_timestamp())),
    jsonb_build_object('reason', reason_text)
  );
  perform private.log_action('suspend', 'profiles', member, reason_text);
  if with_shop and shop is not null then
    perform public.moderate('shop', shop, 'suspend', reason_text);
  end if;
end
$$;
comment on function public.suspend_member is
  'Suspends a member, and in the same step the member''s open shop if `with_shop`. Unpaid checkouts end, paid orders continue. The member '
  'is told the reason in the app and by email. Administrators cannot be suspended, so none can suspend the others. For administrators.';

create function public.restore_member(member_id uuid, reason text default null, with_shop boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := restore_member.member_id;
  reason_text text;
  shop uuid := (select s.id from public.shops s where s.user_id = member and s.status = 'suspended');
begin
  perform private.require_administrator();
  reason_text := private.normalise_reason(restore_member.reason);
  delete from private.suspended_members m where m.user_id = member;
  if not found then
    perform private.refuse(
      'PT409',
      'already_decided',
      'This has already been decided or deleted. Please reload the page.'
    );
  end if;
  perform private.notify(
    member,
    'system',
    'Your account is no longer suspended',
    'You can order and write to other members again.',
    '/'
  );
  perform private.enqueue_email(
    member,
    'account-restored',
    format('%s:%s', member, extract(epoch from clock_timestamp())),
    '{}'
  );
  perform private.log_action('restore', 'profiles', member, reason_text);
  if with_shop and shop is not null then
    perform public.moderate('shop', shop, 'restore', reason_text);
  end if;
end
$$;
comment on function public.restore_member is
  'Ends the suspension of a member, and in the same step that of the member''s shop if `with_shop`. The reason is a note for the log. For administrators.';
