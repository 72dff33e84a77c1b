-- Payments: one open session for each checkout. Provider events may be late, repeated or out of order.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references public.checkouts (id) on delete restrict,
  provider text not null,
  session_id text,
  payment_id text,
  status text not null default 'pending',
  amount numeric(10, 2) not null,
  application_fee numeric(10, 2) not null default 0,
  currency text not null default 'gbp',
  failure text,
  captured_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  url text,
  route text not null default 'platform',
  fee_percent numeric(5, 2) not null default 0,
  is_returned boolean not null default false,
  is_balance boolean not null default false,
  saves_card boolean not null default false,
  card_id uuid,
  check_count integer not null default 0,
  next_check_at timestamptz not null default now(),
  constraint payments_session_once unique (provider, session_id),
  constraint payments_provider_known check (provider in ('stripe', 'test')),
  constraint payments_status_known check (status in ('pending', 'succeeded', 'failed', 'expired')),
  constraint payments_amounts check (amount between 0 and 99999.99 and application_fee between 0 and amount),
  constraint payments_currency check (currency = 'gbp'),
  constraint payments_captured_at_matches_status check ((status = 'succeeded') = (captured_at is not null)),
  constraint payments_url_form check (url ~ '^(https?://|/)' and char_length(url) <= 4000),
  constraint payments_route_known check (route in ('platform', 'destination', 'transfers')),
  constraint payments_fee_percent_range check (fee_percent between 0 and 100),
  constraint payments_saves_new_card check (not saves_card or card_id is null)
);
comment on table public.payments is 'Attempts to pay a checkout, one row for each provider session.';
comment on column public.payments.payment_id is 'The provider''s id of the captured payment. Refunds refer to it.';
comment on column public.payments.session_id is
  'Null until the provider has opened the session. The id of this row is the idempotency key of that request.';
comment on column public.payments.url is 'The address of the payment page.';
comment on column public.payments.route is
  'Where the money goes. Platform: to the marketplace, without shop accounts. Destination: to the single shop''s account, less the fee. Transfers: to the marketplace, then a transfer to each shop.';
comment on column public.payments.is_returned is
  'Whether the payment was not applied (late, duplicate or of another amount) and is refunded in full.';
comment on column public.payments.is_balance is
  'Whether it pays the balance of the checkout''s order, whose deposit another payment has paid.';
comment on column public.payments.saves_card is
  'Whether the buyer agreed that the provider saves the card that pays on the page.';
comment on column public.payments.card_id is
  'The saved card that is charged, instead of a payment page. session_id is then the provider''s payment. The card may have been removed since.';
comment on column public.payments.check_count is
  'How often the session of an ended checkout was claimed, to be closed or checked.';
create index payments_checkout on public.payments (checkout_id);
create unique index payments_one_captured on public.payments (provider, payment_id) where payment_id is not null;
create unique index payments_one_open on public.payments (checkout_id, provider, is_balance) where status = 'pending';
create index payments_open on public.payments (provider, next_check_at)
where status = 'pending' and session_id is not null;

create table public.payment_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  provider_payment_id text,
  payload jsonb not null,
  response jsonb,
  is_deferred boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (provider, event_id),
  constraint payment_events_kind_known check (kind in ('payment', 'refund', 'dispute')),
  constraint payment_events_event_id_length check (char_length(event_id) between 1 and 255)
);
comment on table public.payment_events is 'Events of payment providers, each stored once with our response.';
comment on column public.payment_events.is_deferred is
  'Whether a refund event waits to be applied, because its payment is unknown or one of our refunds conflicts.';
create index payment_events_deferred on public.payment_events (provider, provider_payment_id) where is_deferred;
create index payment_events_of_disputes on public.payment_events (provider, provider_payment_id) where kind = 'dispute';
