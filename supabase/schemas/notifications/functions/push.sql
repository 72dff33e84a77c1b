create function public.save_push_subscription(endpoint text, p256dh text, auth text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
begin
  if me is null then
    perform private.refuse('PT401', 'account', 'Please sign in first.');
  end if;
  -- The secret proves that it is the same browser, in which another member was signed in before.
  delete from public.push_subscriptions s
  where s.endpoint = save_push_subscription.endpoint and (s.user_id = me or s.auth = save_push_subscription.auth);
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  select
    me,
    (auth.jwt() ->> 'session_id')::uuid,
    save_push_subscription.endpoint,
    save_push_subscription.p256dh,
    save_push_subscription.auth
  on conflict on constraint push_subscriptions_endpoint_key do nothing;
  if not found then
    perform private.refuse(
      'PT409',
      'push_endpoint',
      'This browser’s notifications belong to another account. Please switch them off and on again.'
    );
  end if;
end
$$;
comment on function public.save_push_subscription is
  'Switches push on for the caller''s device. A device has one member: the last who switched it on.';

create function private.after_quiet_hours(quiet_from time, quiet_until time, at timestamptz default now())
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select
    case
      when quiet_from < quiet_until
        and local::time >= quiet_from
        and local::time < quiet_until
        or quiet_from > quiet_until
        and local::time < quiet_until then (local::date + quiet_until) at time zone 'Europe/London'
      when quiet_from > quiet_until and local::time >= quiet_from then (
        local::date + 1 + quiet_until
      ) at time zone 'Europe/London'
      else at
    end
  from (values(at at time zone 'Europe/London')) as clock (local)
$$;
comment on function private.after_quiet_hours is
  'The end of quiet hours if they last at that time, else the time itself. Null hours are none. Hours from a later to an earlier time pass midnight.';

create function private.push_time(kind text, choice public.notification_preferences)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  -- A changed allergen may concern food that is about to be eaten, so it does not wait.
  select
    case when kind = 'safety' then now() else private.after_quiet_hours(choice.quiet_from, choice.quiet_until) end
$$;
comment on function private.push_time is 'When a push is sent: now, or after the quiet hours of the member.';

create function private.enqueue_pushes(notifications uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_due boolean;
begin
  with
    added as (
      insert into private.pushes as p (notification_id, subscription_id, send_after, is_urgent)
      select n.id, s.id, private.push_time(n.type, choice), n.type = 'safety'
      from
        public.notifications n
        join public.push_subscriptions s on s.user_id = n.user_id
        left join public.notification_preferences choice on choice.user_id = n.user_id
      -- Notifications inserted with an earlier time (the sample, an import) are not pushed.
      where
        n.id = any (notifications)
        and n.created_at > now() - interval '1 minute'
        and not n.is_read
        and n.type <> all (coalesce(choice.push_off, '{}'))
      -- The new id makes the outcome of an older push void.
      on conflict on constraint pushes_once_for_each_device do update
        set
          id = gen_random_uuid(),
          send_after = excluded.send_after,
          attempts = 0,
          last_error = null
      returning p.send_after
    )
  select bool_or(a.send_after <= now())
  into is_due
  from added a;
  if is_due and coalesce(current_setting('market.send_push_called', true), '') <> txid_current()::text then
    perform set_config('market.send_push_called', txid_current()::text, true);
    perform private.call_function('send-push');
  end if;
end
$$;
comment on function private.enqueue_pushes is
  'Enqueues a push of these notifications to each device of their members, and calls send-push once in a transaction.';

create function private.push_new_notifications()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.enqueue_pushes(array(select a.id from added a));
  return null;
end
$$;
comment on function private.push_new_notifications is 'Pushes new notifications.';

create function private.push_renewed_notification()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.enqueue_pushes(array[new.id]);
  return null;
end
$$;
comment on function private.push_renewed_notification is
  'Pushes a notification again that now covers another event, such as a further message.';

-- Sending.

create function private.is_push_wanted(push private.pushes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.notifications n
        join public.push_subscriptions s on s.id = push.subscription_id and s.user_id = n.user_id
        join auth.users u on u.id = n.user_id
        left join public.notification_preferences choice on choice.user_id = n.user_id
        left join auth.sessions session on session.id = s.session_id
      where
        n.id = push.notification_id
        and not n.is_read
        and n.created_at > now() - interval '1 day'
        and u.deleted_at is null
        and coalesce(u.banned_until <= now(), true)
        and coalesce(session.not_after > now(), true)
        and n.type <> all (coalesce(choice.push_off, '{}'))
    )
$$;
comment on function private.is_push_wanted is
  'Whether a due push should be sent: its notification is unread and of the last day, and the member still wants its kind and may sign in.';

create function public.claim_pushes(batch_size integer default 20, busy_members uuid[] default '{}')
returns table (
  push_id uuid,
  attempts integer,
  endpoint text,
  p256dh text,
  auth text,
  kind text,
  title text,
  message text,
  link text,
  notification_id uuid,
  member_id uuid
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  due uuid[];
  claimed integer := 0;
  added integer;
begin
  loop
    due := array(
      select p.id from private.pushes p join public.push_subscriptions s on s.id = p.subscription_id
      where p.send_after <= now() and s.user_id <> all (busy_members)
      order by p.is_urgent desc, p.send_after, p.id limit batch_size - claimed for no key update of p skip locked
    );
    exit when cardinality(due) = 0;
    delete from private.pushes p where p.id = any (due) and not private.is_push_wanted(p);
    -- The member may have chosen quiet hours since.
    update private.pushes p set send_after = private.push_time(n.type, choice)
    from public.notifications n join public.notification_preferences choice on choice.user_id = n.user_id
    where p.id = any (due) and n.id = p.notification_id and private.push_time(n.type, choice) > now();
    return query
    update private.pushes p set attempts = p.attempts + 1, last_error = null, send_after = now() + interval '1 minute'
    from public.push_subscriptions s, public.notifications n
    where p.id = any (due) and p.send_after <= now() and s.id = p.subscription_id and n.id = p.notification_id
    returning p.id, p.attempts, s.endpoint, s.p256dh, s.auth, n.type, n.title, left(n.message, 500), n.link, n.id, s.user_id;
    get diagnostics added = row_count;
    claimed := claimed + added;
    exit when claimed >= batch_size;
  end loop;
end $$;
comment on function public.claim_pushes is
  'Claims due pushes, those about safety first, and none of members who are busy. A claim lasts a minute. Without a recorded outcome the push is claimed again. Its topic makes the device show it once.';

create function public.record_push(
  push_id uuid,
  attempt integer,
  outcome text,
  wait_seconds integer default 0,
  error text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if outcome = 'gone' then
    delete from public.push_subscriptions s using private.pushes p where p.id = push_id and s.id = p.subscription_id;
  elsif outcome = 'failed' then
    -- Another process may have claimed it since. The last of eight attempts is about two hours after the first.
    delete from private.pushes p where p.id = push_id and p.attempts = attempt and attempt >= 8;
    update private.pushes p
    set
      send_after = greatest(private.retry_at(attempt - 1), now() + least(wait_seconds, 3600) * interval '1 second'),
      last_error = left(coalesce(error, 'No reason was given.'), 500)
    where p.id = push_id and p.attempts = attempt;
  else
    delete from private.pushes p where p.id = push_id;
  end if;
end
$$;
comment on function public.record_push is
  'Records the outcome of a claimed push: sent, refused, gone (deletes the device) or failed (retried after 1, 2, 4 … minutes, or later if the push service says so).';

create function private.call_send_push_if_due()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from private.pushes p where p.send_after <= now()) then
    perform private.call_function('send-push');
  end if;
end
$$;
comment on function private.call_send_push_if_due is 'Calls send-push if a push is due.';
