-- Subscriptions: a buyer gets a product on the same weekday, each week or every two weeks. What the buyer agreed to, and the days of
-- the orders.

create table public.subscriptions (
  id uuid primary key,
  buyer_id uuid not null references public.profiles (id) on delete cascade,
  shop_id uuid not null references public.shops (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity smallint not null,
  line jsonb not null default '{}',
  choices text,
  every_weeks smallint not null,
  start_time time not null,
  end_time time not null,
  price numeric(10, 2) not null,
  allergens jsonb not null,
  ingredients text,
  agreed_at timestamptz not null default now(),
  next_on date not null,
  paused_until date,
  waiting_since timestamptz,
  announced_at timestamptz,
  next_at timestamptz not null default now(),
  is_due boolean not null default false,
  pays_by_card boolean not null default false,
  ended_at timestamptz,
  ended_by text,
  end_message text,
  created_at timestamptz not null default now(),
  constraint subscriptions_quantity_range check (quantity between 1 and 20),
  constraint subscriptions_line_form check (jsonb_typeof(line) = 'object' and pg_column_size(line) <= 8000),
  constraint subscriptions_choices_length check (char_length(choices) <= 2000),
  constraint subscriptions_interval_known check (every_weeks in (1, 2)),
  constraint subscriptions_hours check (end_time > start_time),
  constraint subscriptions_price_range check (price between 0 and 99999.99),
  constraint subscriptions_allergens_form check (private.is_allergen_declaration(allergens)),
  constraint subscriptions_dates check (isfinite(next_on) and isfinite(paused_until)),
  constraint subscriptions_due_while_running check (not is_due or ended_at is null),
  constraint subscriptions_end_known check (ended_by in ('buyer', 'seller', 'blocked', 'unused')),
  constraint subscriptions_end_complete
    check ((ended_at is null) = (ended_by is null) and (end_message is null or ended_by = 'seller')),
  constraint subscriptions_end_message_length check (char_length(end_message) between 1 and 500)
);
comment on table public.subscriptions is
  'Subscriptions of buyers to products, for pickup. A job creates an order for each day, which the buyer pays. Written by functions only.';
comment on column public.subscriptions.id is 'Chosen by the buyer''s page, so that a retry starts no second one.';
comment on column public.subscriptions.line is
  'What the buyer chose, as in a line of place_order: { variation, options, personalization, custom_request_details }.';
comment on column public.subscriptions.choices is 'What the buyer chose, in words. Null without any.';
comment on column public.subscriptions.price is
  'Pounds for one unit, as agreed. A higher price is asked for first, a lower one is charged.';
comment on column public.subscriptions.allergens is
  'The declaration of the product with its choices that the buyer has read. Another one is asked for first.';
comment on column public.subscriptions.ingredients is 'The ingredients that the buyer has read.';
comment on column public.subscriptions.next_on is
  'The next day without an order. The others follow it at intervals of every_weeks.';
comment on column public.subscriptions.paused_until is
  'Until when the buyer has paused it. Shown only: next_on is not before it.';
comment on column public.subscriptions.waiting_since is
  'Since when it waits for the buyer to agree to a change. Until then there are no orders.';
comment on column public.subscriptions.announced_at is 'When the order for next_on was announced to the buyer.';
comment on column public.subscriptions.next_at is 'When the job reviews it again.';
comment on column public.subscriptions.is_due is 'Whether the job places the order for next_on now.';
comment on column public.subscriptions.pays_by_card is
  'Whether the buyer agreed that each order is charged to a saved card, without asking.';
create index subscriptions_buyer on public.subscriptions (buyer_id, created_at desc);
create index subscriptions_shop on public.subscriptions (shop_id, created_at desc);
create index subscriptions_product on public.subscriptions (product_id);
create index subscriptions_to_review on public.subscriptions (next_at) where ended_at is null and not is_due;
create index subscriptions_due on public.subscriptions (next_at) where is_due;
create index subscriptions_ended on public.subscriptions (ended_at) where ended_at is not null;

create table public.subscription_days (
  subscription_id uuid not null references public.subscriptions (id) on delete cascade,
  day date not null,
  outcome text not null,
  checkout_id uuid references public.checkouts (id) on delete set null,
  reason text,
  created_at timestamptz not null default now(),
  primary key (subscription_id, day),
  constraint subscription_days_outcome_known check (outcome in ('ordered', 'skipped', 'closed', 'missed')),
  constraint subscription_days_checkout_of_order check (checkout_id is null or outcome = 'ordered'),
  constraint subscription_days_reason_length check (char_length(reason) <= 500)
);
comment on table public.subscription_days is
  'What became of each day of a subscription: ordered; skipped by its buyer; closed by its shop; missed, with the reason. The key allows one order a day.';
comment on column public.subscription_days.checkout_id is
  'The checkout of its order. Null once an unpaid one is purged.';
create index subscription_days_checkout on public.subscription_days (checkout_id);

-- What a buyer agrees to.

create type private.subscription_terms as (price numeric, allergens jsonb, ingredients text, choices text);
comment on type private.subscription_terms is
  'Price, declaration and ingredients of a product with what a subscription chooses.';

-- Charging the orders of subscriptions to a saved card, for buyers who agreed to that. A charge that does not work asks the buyer to pay.

create table private.subscription_charges (
  checkout_id uuid primary key references public.checkouts (id) on delete cascade,
  subscription_id uuid not null references public.subscriptions (id) on delete cascade,
  day date not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);
comment on table private.subscription_charges is
  'Orders of subscriptions whose saved card is still to be charged. settle-payments claims them. A row is deleted once the outcome is known.';
create index subscription_charges_subscription on private.subscription_charges (subscription_id);
create index subscription_charges_due on private.subscription_charges (next_attempt_at);
