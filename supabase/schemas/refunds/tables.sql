-- Refunds: ours, which settle-payments sends, and those made in the provider's dashboard. Each is counted once.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id) on delete restrict,
  payment_id uuid references public.payments (id) on delete restrict,
  amount numeric(10, 2) not null,
  reason text,
  status text not null default 'pending',
  provider_refund_id text unique,
  attempts integer not null default 0,
  refusals integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_cancellation boolean not null default false,
  idempotency_key text,
  voucher_id uuid references public.gift_vouchers (id) on delete restrict,
  constraint refunds_amount_range check (amount > 0 and amount <= 99999.99),
  constraint refunds_status_known check (status in ('pending', 'succeeded', 'failed')),
  constraint refunds_reason_length check (char_length(reason) <= 500),
  constraint refunds_order_or_payment check (order_id is not null or payment_id is not null),
  constraint refunds_cancellation_of_order check (not is_cancellation or order_id is not null),
  constraint refunds_key_form check (char_length(idempotency_key) between 8 and 200),
  constraint refunds_to_voucher
    check (voucher_id is null or order_id is not null and payment_id is null and status = 'succeeded')
);
comment on table public.refunds is 'Refunds of orders and payments. Their sum never exceeds the total.';
comment on column public.refunds.status is
  'pending until the provider confirms. failed is final and releases the amount for another refund.';
comment on column public.refunds.last_error is 'Why the last attempt failed. Null during an attempt.';
comment on column public.refunds.refusals is
  'How many attempts the provider has refused. Part of its idempotency key, under which it would repeat the refusal for a day.';
comment on column public.refunds.order_id is
  'Null for a payment that was not applied, or a dashboard refund that belongs to no single order.';
comment on column public.refunds.is_cancellation is
  'Created by cancelling the order, for all that was left, or for a part of it if its buyer cancelled late. Others come from a seller, the provider''s dashboard or a payment that was not applied.';
comment on column public.refunds.voucher_id is
  'The gift voucher to which the money returned. Null for refunds by the payment provider.';
comment on column public.refunds.idempotency_key is
  'The seller''s key. Refunding with the same key again returns this refund.';
create index refunds_order on public.refunds (order_id);
create index refunds_payment on public.refunds (payment_id);
create index refunds_voucher on public.refunds (voucher_id);
create index refunds_due on public.refunds (next_attempt_at) where status = 'pending';
create index refunds_failed on public.refunds (updated_at) where status = 'failed';
-- A refund of deposit and balance is one row for each payment.
create unique index refunds_one_cancellation on public.refunds (order_id, payment_id) where is_cancellation;
create unique index refunds_one_per_key on public.refunds (order_id, payment_id, idempotency_key)
where idempotency_key is not null;
