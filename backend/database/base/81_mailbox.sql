-- The development mailbox of several processes (backend/mail). Unlogged, because its emails may be lost.

create unlogged table if not exists backend.mailbox_emails (
  id bigint generated always as identity primary key,
  recipient text not null,
  email json not null,
  received_at timestamptz not null default now()
);
comment on table backend.mailbox_emails is 'The latest emails, for development; empty when an SMTP server is configured.';
