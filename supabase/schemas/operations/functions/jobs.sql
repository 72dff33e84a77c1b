-- Scheduled jobs, and the functions that they call.

create function private.call_function(name text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  secrets jsonb;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regproc('net.http_post') is null then
    return;
  end if;
  execute 'select jsonb_object_agg(s.name, s.decrypted_secret) from vault.decrypted_secrets s where s.name = any ($1)'
  into secrets
  using array['project_url', 'scheduler_key'];
  if (secrets ?& array['project_url', 'scheduler_key']) is not true then
    raise warning 'The function % was not called, because the vault lacks project_url or scheduler_key.', name;
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 60000)'
  using
    secrets ->> 'project_url' || '/functions/v1/' || name,
    '{}'::jsonb,
    jsonb_strip_nulls(
      jsonb_build_object(
        'Content-Type', 'application/json',
        'Authorization', 'Bearer ' || (secrets ->> 'scheduler_key'),
        'x-request-id', private.request_id()
      )
    );
end
$$;
comment on function private.call_function is
  'Calls an edge function with the scheduler''s key, after the transaction commits. On Supabase the vault must contain project_url and scheduler_key.';

create function private.call_settle_payments_if_due()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if
    exists (
      select
      from public.refunds r
      where r.status = 'pending' and r.payment_id is not null and r.next_attempt_at <= now()
    )
    or exists (
      select
      from
        public.transfers t
        join public.orders o on o.id = t.order_id
        join public.payment_accounts a on a.shop_id = o.shop_id and a.charges_enabled
      where t.status = 'pending' and t.next_attempt_at <= now()
    )
    or exists (
      select from public.transfers t where t.may_need_reversal and t.status = 'sent' and t.next_attempt_at <= now()
    )
    or exists (select from private.stale_payment_sessions('stripe'))
    or exists (select from private.subscription_charges c where c.next_attempt_at <= now())
    or exists (select from public.provider_removals r where r.next_attempt_at <= now())
  then
    perform private.call_function('settle-payments');
  end if;
end
$$;
comment on function private.call_settle_payments_if_due is
  'Calls settle-payments if a refund or its outcome, a transfer, reversal, stale payment session, charge of a subscription or removal of a card is due.';

create function private.jobs()
returns table (name text, schedule text, command text)
language sql
immutable
set search_path = ''
as $$
  values
    ('expire-checkouts', '10 seconds', 'select public.expire_checkouts(400)'),
    ('settle-payments', '* * * * *', 'select private.call_settle_payments_if_due()'),
    ('send-emails', '* * * * *', 'select private.call_send_mail_if_due()'),
    ('release-order-steps', '5 seconds', 'select private.release_order_steps()'),
    ('send-pushes', '* * * * *', 'select private.call_send_push_if_due()'),
    ('notify-unread-messages', '* * * * *', 'select private.notify_unread_messages()'),
    ('deliver-announcements', '5 seconds', 'select private.deliver_announcements()'),
    ('notify-allergen-changes', '* * * * *', 'select private.notify_allergen_changes()'),
    ('remind-of-balances', '7 8-20 * * *', 'select private.remind_of_balances()'),
    ('expire-moves', '* * * * *', 'select private.expire_moves()'),
    ('remind-of-drops', '10 seconds', 'select private.remind_of_drops()'),
    ('relist-drops', '10 seconds', 'select private.relist_drops()'),
    ('run-subscriptions', '5 seconds', 'select public.run_subscriptions()'),
    ('run-waitlists', '* * * * *', 'select private.run_waitlists()'),
    ('run-slot-waitlists', '* * * * *', 'select private.run_slot_waitlists()'),
    ('purge-manual-contacts', '31 3 * * *', 'select private.purge_manual_contacts()'),
    ('purge-unpaid-checkouts', '17 3 * * *', 'select private.purge_unpaid_checkouts()'),
    ('purge-emails', '23 3 * * *', 'select private.purge_emails()'),
    ('purge-notifications', '23 3 * * *', 'select private.purge_old_notifications()'),
    ('purge-subscriptions', '33 3 * * *', 'select private.purge_subscriptions()'),
    ('purge-audit-log', '37 3 * * *', 'select private.purge_audit_log()'),
    ('import-pictures', '* * * * *', 'select private.call_import_pictures_if_due()'),
    ('sweep-pictures', '41 3 * * *', 'select private.call_function(''sweep-pictures'')')
$$;
comment on function private.jobs is 'Every scheduled job of the marketplace.';

create function public.missing_jobs()
returns setof text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if to_regclass('cron.job') is null then
    return query select j.name from private.jobs() j;
  else
    return query
      select j.name
      from private.jobs() j
      where
        not exists (
          select
          from cron.job c
          where c.jobname = j.name and c.schedule = j.schedule and c.command = j.command and c.active
        );
  end if;
end
$$;
comment on function public.missing_jobs is
  'Names of jobs that are not scheduled as private.jobs() lists them, or are inactive.';

create function private.schedule_jobs()
returns void
language plpgsql
set search_path = ''
as $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule(j.name, j.schedule, j.command) from private.jobs() j;
  end if;
end
$$;
comment on function private.schedule_jobs is
  'Schedules every job. Does nothing without pg_cron. Run it again after enabling pg_cron.';
