create function private.without_addresses(error text)
returns text
language sql
immutable
parallel safe
return regexp_replace(error, '[^][[:space:]<>()"'':;,]+@[^][[:space:]<>()"'':;,]+', '(address)', 'g');
comment on function private.without_addresses is
  'An error without the email addresses in it. Mail servers repeat the recipient in theirs.';

create function private.failed_jobs()
returns table (name text, failed_at timestamptz, error text)
language plpgsql
stable
set search_path = ''
as $$
begin
  if to_regclass('cron.job_run_details') is not null then
    return query
      select j.name, run.end_time, run.return_message
      from
        private.jobs() j
        join cron.job c on c.jobname = j.name
        cross join lateral (
          select d.status, d.end_time, d.return_message
          from cron.job_run_details d
          where d.jobid = c.jobid and d.status in ('succeeded', 'failed')
          order by d.runid desc
          limit 1
        ) run
      where run.status = 'failed';
  end if;
end
$$;
comment on function private.failed_jobs is 'Jobs whose last run failed.';

create function private.overdue_work()
returns table (name text, waiting bigint, since timestamptz)
language sql
stable
set search_path = ''
as $$
  select 'send-mail', count(*), min(o.send_after)
  from public.outbox o
  where o.status = 'waiting' and not o.is_bulk and o.send_after < now() - interval '15 minutes'
  union all
  select 'settle-payments', count(*), min(due.at)
  from
    (
      select r.next_attempt_at as at
      from public.refunds r
      where r.status = 'pending' and r.provider_refund_id is null and r.payment_id is not null
      union all
      select t.next_attempt_at
      from
        public.transfers t
        join public.orders o on o.id = t.order_id
        join public.payments p on p.id = t.payment_id
        join public.payment_accounts a on a.shop_id = o.shop_id and a.provider = p.provider and a.charges_enabled
      where t.status = 'pending'
      union all
      select t.next_attempt_at from public.transfers t where t.may_need_reversal and t.status = 'sent'
    ) due
  where due.at < now() - interval '15 minutes'
  union all
  select 'send-push', count(*), min(p.send_after)
  from private.pushes p
  where p.send_after < now() - interval '15 minutes'
  union all
  -- An owner's imports over the quota wait for an hour.
  select 'import-pictures', count(*), min(i.next_attempt_at)
  from public.picture_imports i
  where i.next_attempt_at < now() - interval '75 minutes'
$$;
comment on function private.overdue_work is
  'How much is due that no function has tried for a quarter of an hour, by the name of the function. Bulk emails may wait longer, because all others go first.';

create function private.failed_work()
returns table (
  kind text,
  id text,
  what text,
  at timestamptz,
  attempts bigint,
  error text,
  next_try_at timestamptz,
  can_retry boolean,
  amount numeric,
  order_id uuid,
  member_id uuid
)
language sql
stable
set search_path = ''
as $$
  select
    'job',
    j.name,
    j.name,
    j.failed_at,
    null::bigint,
    private.without_addresses(j.error),
    null::timestamptz,
    true,
    null::numeric,
    null::uuid,
    null::uuid
  from private.failed_jobs() j
  union all
  select 'missing_job', m.name, m.name, null, null, null, null, false, null, null, null
  from public.missing_jobs() m (name)
  union all
  select 'overdue', w.name, w.name, w.since, w.waiting, null, null, false, null, null, null
  from private.overdue_work() w
  where w.waiting > 0
  union all
  select
    'refund',
    r.id::text,
    r.status,
    r.created_at,
    r.attempts,
    private.without_addresses(r.last_error),
    case r.status when 'pending' then r.next_attempt_at end,
    r.status = 'pending',
    r.amount,
    r.order_id,
    null
  from public.refunds r
  where
    r.status = 'pending'
    and r.provider_refund_id is null
    and r.last_error is not null
    or r.status = 'failed'
    and r.updated_at > now() - interval '90 days'
    and not exists (
      select
      from public.refunds later
      where
        later.payment_id = r.payment_id
        and later.order_id is not distinct from r.order_id
        and later.created_at > r.created_at
        and later.status <> 'failed'
    )
  union all
  select
    'transfer',
    t.id::text,
    case t.status when 'pending' then 'transfer' else 'reversal' end,
    t.created_at,
    t.attempts,
    private.without_addresses(t.last_error),
    t.next_attempt_at,
    true,
    coalesce(t.pending_reversal, t.amount),
    t.order_id,
    null
  from public.transfers t
  where t.last_error is not null and (t.status = 'pending' or t.pending_reversal is not null)
  union all
  select
    'dispute',
    d.id::text,
    d.status,
    d.created_at,
    null,
    d.reason,
    null,
    false,
    d.amount,
    (select min(o.id::text)::uuid from public.orders o where o.checkout_id = p.checkout_id having count(*) = 1),
    c.buyer_id
  from
    public.payment_disputes d
    join public.payments p on p.id = d.payment_id
    join public.checkouts c on c.id = p.checkout_id
  where d.status = 'open' or d.status = 'lost' and d.closed_at > now() - interval '90 days'
  union all
  select
    'payment_event',
    e.event_id,
    e.provider,
    e.created_at,
    null,
    null,
    null,
    false,
    (e.payload ->> 'amount')::numeric,
    null,
    null
  from public.payment_events e
  where e.is_deferred and e.created_at < now() - interval '1 hour'
  union all
  select
    'email',
    o.id::text,
    o.template,
    o.created_at,
    o.attempts,
    private.without_addresses(o.last_error),
    case o.status when 'waiting' then o.send_after end,
    true,
    null,
    null,
    o.user_id
  from public.outbox o
  where o.last_error is not null and o.status in ('waiting', 'failed')
  union all
  select
    'push',
    p.id::text,
    n.type,
    n.created_at,
    p.attempts,
    private.without_addresses(p.last_error),
    p.send_after,
    true,
    null,
    null,
    null
  from
    private.pushes p
    join public.notifications n on n.id = p.notification_id
  where p.last_error is not null
  union all
  select
    'picture',
    i.id::text,
    i.subject,
    i.created_at,
    i.attempts,
    private.without_addresses(i.last_error),
    i.next_attempt_at,
    true,
    null,
    null,
    i.owner_id
  from public.picture_imports i
  where i.last_error is not null
$$;
comment on function private.failed_work is
  'Jobs, refunds, transfers, events of payments, emails, pushes and pictures whose last attempt failed, and what nothing has tried. '
  'Disputes that are open, or were lost in the last 90 days. Without names and addresses.';

create function public.failed_work()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_administrator();
  return (
    with
      numbered as (
        select
          f.*,
          row_number() over (
            partition by f.kind
            order by f.at desc, f.id
          ) as number,
          count(*) over (partition by f.kind) as total
        from private.failed_work() f
      )
    select
      jsonb_build_object(
        'total', count(*),
        'items', coalesce(
          jsonb_agg(
            to_jsonb(n) - 'number' || jsonb_build_object(
              'order_number', (select o.number from public.orders o where o.id = n.order_id)
            )
            order by n.kind, n.number
          ) filter (where n.number <= 20),
          '[]'
        )
      )
    from numbered n
  );
end
$$;
comment on function public.failed_work is
  'What failed, the latest 20 of each kind: { total, items: [{ kind, id, what, at, attempts, error, next_try_at, can_retry, amount, order_id, order_number, '
  'member_id, total (of its kind) }] }. For administrators.';

-- Trying again.

create function private.refuse_retry()
returns void
language sql
set search_path = ''
as $$
  select private.refuse('PT409', 'already_decided', 'This has been tried again, or has ended. Please reload the page.')
$$;
comment on function private.refuse_retry is 'Refuses to try again what no longer fails, or what is being tried.';

create function private.retry_job(job text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  wanted record;
  claims text := current_setting('request.jwt.claims', true);
  started timestamptz := clock_timestamp();
  failure text;
begin
  perform pg_advisory_xact_lock(hashtext('retry_job'), hashtext(job));
  select c.jobid, c.database, c.username, j.command
  into wanted
  from
    private.failed_jobs() f
    join private.jobs() j on j.name = f.name
    join cron.job c on c.jobname = f.name
  where
    f.name = job
    and not exists (select from cron.job_run_details d where d.jobid = c.jobid and d.status in ('starting', 'running'));
  if not found then
    perform private.refuse_retry();
  end if;
  perform private.log_action('retry', 'jobs', null, job);
  -- As by the scheduler: nobody is signed in.
  perform set_config('request.jwt.claims', '', true);
  begin
    execute wanted.command;
  exception when others then
    failure := 'ERROR: ' || sqlerrm;
  end;
  perform set_config('request.jwt.claims', claims, true);
  insert into cron.job_run_details (jobid, database, username, command, status, return_message, start_time, end_time)
  values
    (
      wanted.jobid,
      wanted.database,
      wanted.username,
      wanted.command,
      case when failure is null then 'succeeded' else 'failed' end,
      failure,
      started,
      clock_timestamp()
    );
  return private.without_addresses(failure);
end
$$;
comment on function private.retry_job is
  'Runs a job whose last run failed, and records the run as the scheduler does. Returns its error, or null if it succeeded.';

create function private.make_due(kind text, item uuid)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  ids uuid[];
  changed integer;
begin
  -- Rows are locked in one order, so that two administrators who retry all wait for each other. The second changes nothing: last_error is
  -- null after a retry, as during an attempt, and is checked again once a row is locked.
  if kind = 'email' then
    ids := array(
      select o.id
      from public.outbox o
      where o.last_error is not null and o.status in ('waiting', 'failed') and (item is null or o.id = item)
      order by o.id
      for no key update
    );
    update public.outbox o
    set
      status = 'waiting',
      attempts = case o.status when 'failed' then 0 else o.attempts end,
      send_after = now(),
      last_error = null
    where o.id = any (ids);
  elsif kind = 'refund' then
    ids := array(
      select r.id
      from public.refunds r
      where
        r.last_error is not null
        and r.status = 'pending'
        and r.provider_refund_id is null
        and (item is null or r.id = item)
      order by r.id
      for no key update
    );
    update public.refunds r
    set
      next_attempt_at = now(),
      last_error = null
    where r.id = any (ids);
  elsif kind = 'transfer' then
    ids := array(
      select t.id
      from public.transfers t
      where
        t.last_error is not null
        and (t.status = 'pending' or t.pending_reversal is not null)
        and (item is null or t.id = item)
      order by t.id
      for no key update
    );
    update public.transfers t
    set
      next_attempt_at = now(),
      last_error = null
    where t.id = any (ids);
  elsif kind = 'push' then
    ids := array(
      select p.id
      from private.pushes p
      where p.last_error is not null and (item is null or p.id = item)
      order by p.id
      for no key update
    );
    update private.pushes p
    set
      send_after = now(),
      last_error = null
    where p.id = any (ids);
  else
    ids := array(
      select i.id
      from public.picture_imports i
      where i.last_error is not null and (item is null or i.id = item)
      order by i.id
      for no key update
    );
    update public.picture_imports i
    set
      next_attempt_at = now(),
      last_error = null
    where i.id = any (ids);
  end if;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.make_due is
  'Makes failed work due at once: one item, or all of a kind. Returns their number.';

create function public.retry_work(kind text, id text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  item uuid;
  retried integer;
begin
  perform private.require_administrator();
  if
    kind is null
    or kind not in ('job', 'refund', 'transfer', 'email', 'push', 'picture')
    or kind = 'job'
    and id is null
    or kind <> 'job'
    and id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then
    perform private.refuse(
      '22023',
      'malformed',
      'Please name a job, or a refund, transfer, email, push or picture that failed.'
    );
  end if;
  perform pg_advisory_xact_lock(hashtext('retries'), hashtext(private.member_id()::text));
  if
    (
      select count(*)
      from public.audit_log l
      where l.actor_id = private.member_id() and l.action = 'retry' and l.happened_at > now() - interval '1 hour'
    ) >= 200
  then
    perform private.refuse('PT429', 'rate_limit', 'You have tried many things again. Please wait for an hour.');
  elsif kind = 'job' then
    return private.retry_job(id);
  end if;
  item := id::uuid;
  retried := private.make_due(kind, item);
  if retried = 0 then
    perform private.refuse_retry();
  end if;
  perform private.log_action(
    'retry',
    case kind
      when 'email' then 'outbox'
      when 'push' then 'pushes'
      when 'picture' then 'picture_imports'
      else kind || 's'
    end,
    item,
    case when item is null then format('All %s', retried) end
  );
  perform private.call_function(
    case kind
      when 'email' then 'send-mail'
      when 'push' then 'send-push'
      when 'picture' then 'import-pictures'
      else 'settle-payments'
    end
  );
  return null;
end
$$;
comment on function public.retry_work is
  'Tries failed work again: one item of public.failed_work(), or all emails, refunds, transfers, pushes or pictures. Logged, at most 200 in an '
  'hour. Functions try it after the commit. A job runs at once, and its error is returned if it fails again. For administrators.';
