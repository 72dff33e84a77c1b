create function private.enqueue_email(
  member uuid,
  template text,
  about text,
  data jsonb,
  is_order_update boolean default false,
  send_after timestamptz default now(),
  is_bulk boolean default false
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.outbox (user_id, recipient, template, data, dedupe_key, is_order_update, send_after, is_bulk)
  select
    p.id,
    u.email,
    enqueue_email.template,
    jsonb_build_object('name', coalesce(nullif(p.first_name, ''), p.name)) || coalesce(
      (
        select jsonb_build_object('number', o.number)
        from public.orders o
        where o.id = (enqueue_email.data ->> 'order_id')::uuid
      ),
      '{}'
    ) || enqueue_email.data,
    enqueue_email.template || ':' || about,
    enqueue_email.is_order_update,
    enqueue_email.send_after,
    enqueue_email.is_bulk
  from
    public.profiles p
    join auth.users u on u.id = p.id
  where p.id = member and u.deleted_at is null and private.is_email_address(u.email)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.enqueue_email is
  'Enqueues an email to a member, once for each template and about. Data with an order_id gets the order''s number. Skips deleted accounts and accounts without an email address.';

create function private.queue_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := private.member_id();
  network cidr;
begin
  -- Accounts cost nothing, so those who have never bought share the turn of their network. All payments come from one.
  if auth.jwt() ->> 'role' is distinct from 'service_role' and (member is null or not private.has_bought(member)) then
    network := private.request_network();
  end if;
  new.cause := hashtextextended(coalesce(network::text, member::text), 0);
  if not new.is_bulk then
    new.is_bulk := (
      select count(*) >= 20
      from
        (
          select from public.outbox o where o.cause = new.cause and o.status = 'waiting' and not o.is_bulk limit 20
        ) waiting
    );
  end if;
  return new;
end
$$;
comment on function private.queue_email is
  'Lets an email wait for all others if twenty that the same member or network has caused wait before it.';

-- Sending.

create function private.is_email_obsolete(email public.outbox)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    email.send_after < now() - interval '3 days'
    or exists (
      select
      from public.notification_preferences n
      where
        n.user_id = email.user_id
        and email.template not in ('second-factor-removed', 'account-suspended', 'account-restored')
        and not (n.email_notifications and (n.order_updates or not email.is_order_update))
    )
    or email.template = 'pickup-reminder'
    and not exists (
      select
      from public.orders o
      where
        o.id = (email.data -> 'order' ->> 'id')::uuid
        and o.status in ('processing', 'ready')
        and (o.pickup_date + o.pickup_end) at time zone 'Europe/London' > now()
    )
    -- On its way, or handed over. A day that has changed since is not announced either.
    or email.template = 'delivery-reminder'
    and not exists (
      select
      from public.orders o
      where
        o.id = (email.data -> 'order' ->> 'id')::uuid
        and o.status = 'processing'
        and coalesce(o.delivery_date, o.agreed_on)::text = coalesce(
          email.data #>> '{order,delivery,date}',
          email.data #>> '{order,agreed_on}'
        )
        and coalesce(o.delivery_date, o.agreed_on) >= (now() at time zone 'Europe/London')::date
    )
    or (email.template = 'balance-due' or email.template = 'sale-balance' and email.data -> 'is_overdue' = 'true')
    and not exists (
      select from public.orders o where o.id = (email.data -> 'order' ->> 'id')::uuid and private.owes_balance(o)
    )
    or email.template = 'drop-open'
    and not private.is_drop_open((email.data ->> 'drop_id')::uuid)
    or email.template = 'refund-started'
    and email.data -> 'refunds' = '[]'
    or email.template = 'quote'
    and not exists (
      select
      from public.chat_rooms c
      where
        c.id = (email.data ->> 'room_id')::uuid
        and not c.is_paid
        and c.quote_version = (email.data ->> 'version')::integer
        and c.quote_expires_at = (email.data ->> 'expires_at')::timestamptz
        and c.quote_expires_at > now()
    )
    or email.template = 'waitlist-offer'
    and not private.is_offer_open(email.user_id, email.data)
    or email.template = 'slot-offer'
    and not private.is_place_held(email.user_id, email.data)
    or email.template = 'announcement'
    and private.is_announcement_unwanted(email.user_id, email.data)
    or email.template = 'unread-messages'
    and not exists (
      select
      from
        private.room_members r,
        jsonb_array_elements(email.data -> 'rooms') entry
      where r.member_id = email.user_id and r.room_id = (entry ->> 'id')::uuid and r.unread > 0
    )
$$;
comment on function private.is_email_obsolete is
  'Whether a due email should be skipped: its recipient opted out, its content is outdated, or it has been due for three days.';

create function public.claim_emails(batch_size integer default 5)
returns table (email_id uuid, recipient text, template text, data jsonb, attempts integer, request_id text)
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
      select o.id from public.outbox o where o.status = 'waiting' and o.send_after <= now()
      order by o.is_bulk, o.send_after, o.id limit batch_size - claimed for no key update skip locked
    );
    exit when cardinality(due) = 0;
    update public.outbox o set status = 'skipped', data = '{}', cause = null where o.id = any (due) and private.is_email_obsolete(o);
    return query
    update public.outbox o set
      attempts = o.attempts + 1, last_error = null, send_after = now() + interval '5 minutes',
      recipient = coalesce((select u.email from auth.users u where u.id = o.user_id and private.is_email_address(u.email)), o.recipient),
      data = o.data || coalesce(
        (select private.voucher_email_data(v) from public.gift_vouchers v where o.template = 'gift-voucher' and v.id = (o.data ->> 'voucher_id')::uuid),
        '{}'
      )
    where o.id = any (due) and o.status = 'waiting' returning o.id, o.recipient, o.template, o.data, o.attempts, o.request_id;
    get diagnostics added = row_count;
    claimed := claimed + added;
    exit when claimed >= batch_size;
  end loop;
end $$;
comment on function public.claim_emails is
  'Claims due emails, with the current address of each recipient. A claim lasts five minutes. Without a recorded outcome the email is claimed again, so it may arrive twice but is never lost.';

create function public.record_email(email_id uuid, attempt integer, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.outbox o
  set
    status = case
      when error is null then 'sent'
      when o.attempts >= 24 then 'failed'
      else 'waiting'
    end,
    sent_at = case when error is null then now() end,
    data = case when error is null then '{}' else o.data end,
    cause = case when error is not null then o.cause end,
    send_after = private.retry_at(o.attempts - 1),
    last_error = left(error, 500)
  -- A success always counts. A failure counts only if no other process has claimed the email since.
  where o.id = record_email.email_id and o.status = 'waiting' and (error is null or o.attempts = record_email.attempt);
  -- The final email of a deleted account is not kept, whether or not it arrived.
  delete from public.outbox o
  where o.id = record_email.email_id and o.template = 'account-deleted' and o.status <> 'waiting'
$$;
comment on function public.record_email is
  'Records the outcome of a claimed email: success, or the error. A failed email is retried after 1, 2, 4 … 60 minutes, 24 times in all.';

create function private.call_send_mail_if_due()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.outbox o where o.status = 'waiting' and o.send_after <= now()) then
    perform private.call_function('send-mail');
  end if;
end
$$;
comment on function private.call_send_mail_if_due is 'Calls send-mail if an email is due.';

create function private.purge_emails()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.outbox o
  where
    o.status <> 'waiting'
    and o.created_at < now() - interval '90 days'
    and o.send_after < now() - interval '90 days'
$$;
comment on function private.purge_emails is
  'Deletes finished emails 90 days after they were due. Until then support can look them up.';
