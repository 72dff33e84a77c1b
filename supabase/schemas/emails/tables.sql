-- Emails, which are enqueued in the transaction that causes them and sent by the function send-mail.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete cascade,
  recipient text not null,
  template text not null,
  data jsonb not null default '{}',
  dedupe_key text unique,
  status text not null default 'waiting',
  attempts integer not null default 0,
  send_after timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  is_order_update boolean not null default false,
  is_bulk boolean not null default false,
  cause bigint,
  request_id text default private.request_id(),
  constraint outbox_recipient_form check (private.is_email_address(recipient)),
  constraint outbox_template_form check (template ~ '^[a-z][a-z0-9_-]{0,59}$'),
  constraint outbox_status_known check (status in ('waiting', 'sent', 'failed', 'skipped')),
  constraint outbox_sent_at_matches_status check ((status = 'sent') = (sent_at is not null))
);
comment on table public.outbox is 'Emails to be sent once each. The function send-mail claims and retries them.';
comment on column public.outbox.user_id is
  'The recipient''s account, deleted with it. Null for emails to support and to those who receive a gift voucher.';
comment on column public.outbox.dedupe_key is 'What the email is about, template first, so that it is enqueued once.';
comment on column public.outbox.is_order_update is
  'An order update or reminder, skipped for members without order updates. Members without emails receive only those about the security and the state of the account.';
comment on column public.outbox.request_id is 'The id of the request that enqueued it, for the log. Null for jobs.';
comment on column public.outbox.is_bulk is
  'One of many, such as an announcement, or one of the same cause as twenty that wait. Sent once no other email is due.';
comment on column public.outbox.cause is
  'A hash of the member, or of the network of those who have never bought, whose request enqueued it. Null for jobs and payments, and once it is sent.';
comment on column public.outbox.status is
  'waiting; sent; failed after 24 attempts; skipped if unwanted or obsolete when it is due, or if its gift voucher is refunded.';
comment on column public.outbox.data is 'All data of the template at the time of the event. Cleared once it is sent.';
comment on column public.outbox.last_error is
  'Why the last attempt failed. Null during an attempt, so that a retry cannot send the email twice.';
comment on column public.outbox.send_after is
  'When the email is due. A claim moves it forward, so an unrecorded attempt is repeated.';
create index outbox_cause on public.outbox (cause) where status = 'waiting' and cause is not null;
create index outbox_user on public.outbox (user_id);
create index outbox_due on public.outbox (is_bulk, send_after, id) where status = 'waiting';
create index outbox_old on public.outbox (created_at) where status <> 'waiting';
