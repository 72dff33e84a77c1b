-- Payouts: the payment account of a shop, transfers to it, and their reversals.

create table public.payment_accounts (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  provider text not null,
  account_id text not null,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_accounts_provider_known check (provider in ('stripe', 'test')),
  constraint payment_accounts_once unique (provider, account_id)
);
comment on table public.payment_accounts is 'A shop''s account with the payment provider and its capabilities.';

create table public.transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  payment_id uuid not null references public.payments (id) on delete restrict,
  amount numeric(10, 2) not null,
  status text not null default 'pending',
  provider_transfer_id text unique,
  attempts integer not null default 0,
  refusals integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reversed_amount numeric(10, 2) not null default 0,
  pending_reversal numeric(10, 2),
  reversals integer not null default 0,
  may_need_reversal boolean not null default false,
  constraint transfers_amount_range check (amount > 0 and amount <= 99999.99),
  constraint transfers_status_known check (status in ('pending', 'held', 'sent', 'skipped')),
  constraint transfers_provider_id_matches_status check ((status = 'sent') = (provider_transfer_id is not null)),
  constraint transfers_reversed_range
    check (reversed_amount >= 0 and reversed_amount + coalesce(pending_reversal, 0) <= amount),
  constraint transfers_pending_reversal_range check (pending_reversal > 0)
);
comment on table public.transfers is
  'A shop''s share of a payment to the platform, to be transferred to the shop''s account. An amount added after the request has a row of its own.';
comment on column public.transfers.status is
  'pending, sent, or skipped if the order was fully refunded before. Or held: the payment has an open or lost dispute.';
comment on column public.transfers.last_error is
  'Why the last attempt of the transfer or of a reversal failed. Null during an attempt.';
comment on column public.transfers.refusals is
  'How many attempts of the transfer and its reversals the provider has refused. Part of its idempotency keys, as for refunds.';
comment on column public.transfers.reversed_amount is 'The amount reversed for refunds of the order.';
comment on column public.transfers.pending_reversal is
  'The reversal being requested. Its key is the transfer, the number of earlier reversals and the refusals. Kept until the provider responds.';
comment on column public.transfers.may_need_reversal is 'Whether a refund happened since the last check.';
create index transfers_order on public.transfers (order_id);
create index transfers_payment on public.transfers (payment_id);
create index transfers_due on public.transfers (next_attempt_at) where status = 'pending';
create index transfers_to_reverse on public.transfers (next_attempt_at) where may_need_reversal and status = 'sent';
