-- The development mailbox where several processes share a database (backend/mail). Nothing is lost with it: unlogged.

create unlogged table if not exists backend.mailbox_emails (
  id bigint generated always as identity primary key,
  recipient text not null,
  email json not null,
  received_at timestamptz not null default now()
);
comment on table backend.mailbox_emails is 'The latest emails, for whoever develops on this machine; empty wherever emails are sent.';
