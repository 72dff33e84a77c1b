-- Disputes: payments that a buyer's bank contests (chargebacks). Nothing more of such a payment goes to a shop.

create table public.payment_disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  provider_dispute_id text not null unique,
  amount numeric(10, 2) not null,
  reason text not null,
  status text not null default 'open',
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_disputes_amount_range check (amount > 0 and amount <= 99999.99),
  constraint payment_disputes_reason_length check (char_length(reason) between 1 and 100),
  constraint payment_disputes_status_known check (status in ('open', 'won', 'lost')),
  constraint payment_disputes_closed_at_matches_status check ((status = 'open') = (closed_at is null))
);
comment on table public.payment_disputes is
  'Disputes of payments, from the provider''s events. While one is open, and once one is lost, transfers of the payment are held.';
comment on column public.payment_disputes.amount is
  'What is disputed, in the first event. It may be less than the payment.';
comment on column public.payment_disputes.reason is 'The provider''s word for the reason, such as fraudulent.';
comment on column public.payment_disputes.status is
  'open until the bank has decided. won means that the marketplace keeps the money, lost that the buyer got it back.';
comment on column public.payment_disputes.closed_at is
  'When the provider closed it. A later event replaces the result, because a lost dispute may be won on appeal.';
create index payment_disputes_payment on public.payment_disputes (payment_id);
