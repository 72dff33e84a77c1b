-- Saved cards: what a member sees of a card that the payment provider keeps, and the member as the provider's customer. No card number is stored.

create table public.payment_customers (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  member_id uuid not null references public.profiles (id) on delete cascade,
  customer_id text,
  created_at timestamptz not null default now(),
  constraint payment_customers_one_per_member unique (member_id, provider),
  constraint payment_customers_customer_once unique (provider, customer_id),
  constraint payment_customers_provider_known check (provider in ('stripe', 'test')),
  constraint payment_customers_customer_id_length check (char_length(customer_id) between 1 and 255)
);
comment on table public.payment_customers is
  'Members as customers of a payment provider, once they save a card. Only the service role reads them.';
comment on column public.payment_customers.customer_id is
  'Null until the provider has created the customer. The id of this row is the idempotency key of that request.';

create table public.saved_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  customer_id uuid not null references public.payment_customers (id) on delete cascade,
  provider text not null,
  method_id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint saved_cards_method_once unique (provider, method_id),
  constraint saved_cards_method_id_length check (char_length(method_id) between 1 and 255),
  constraint saved_cards_brand_form check (brand ~ '^[a-z_]{1,30}$'),
  constraint saved_cards_last4_form check (last4 ~ '^[0-9]{4}$'),
  constraint saved_cards_expiry check (exp_month between 1 and 12 and exp_year between 2000 and 2999)
);
comment on table public.saved_cards is
  'Cards that members agreed to save. The provider keeps the card. Its owner reads brand, last four digits and expiry, and may delete the row.';
comment on column public.saved_cards.method_id is 'The provider''s id of the card, for the service role only.';
comment on column public.saved_cards.used_at is
  'When it was saved or last paid with. The card used last is the default one.';
create index saved_cards_user on public.saved_cards (user_id, used_at desc);
create index saved_cards_customer on public.saved_cards (customer_id);

create table public.provider_removals (
  id uuid primary key,
  provider text not null,
  kind text not null,
  provider_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint provider_removals_kind_known check (kind in ('card', 'customer'))
);
comment on table public.provider_removals is
  'Deleted cards and customers that the provider still has to remove. Each row is deleted once it has.';
comment on column public.provider_removals.id is 'The id of the deleted row.';
comment on column public.provider_removals.provider_id is
  'Null for a customer whose creation was not confirmed: the same request returns it.';
