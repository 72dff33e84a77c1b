-- Money, letters and counters: written by functions with the service key; people see the state of their own payment account.

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
comment on table public.payment_accounts is 'Where a shop''s money goes: its account with the payment provider, and what that account may do.';

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references public.checkouts (id) on delete restrict,
  provider text not null,
  session_id text not null,
  payment_id text,
  status text not null default 'pending',
  amount numeric(10, 2) not null,
  application_fee numeric(10, 2) not null default 0,
  currency text not null default 'gbp',
  failure text,
  captured_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_session_once unique (provider, session_id),
  constraint payments_provider_known check (provider in ('stripe', 'test')),
  constraint payments_status_known check (status in ('pending', 'succeeded', 'failed', 'expired')),
  constraint payments_amounts check (amount between 0 and 99999.99 and application_fee between 0 and amount),
  constraint payments_currency check (currency = 'gbp'),
  constraint payments_captured_when_succeeded check ((status = 'succeeded') = (captured_at is not null))
);
comment on table public.payments is 'Attempts to pay a checkout, one row a session with the provider.';
comment on column public.payments.payment_id is 'The provider''s id of the captured payment, which refunds refer to.';
create index payments_checkout on public.payments (checkout_id);
create unique index payments_one_captured on public.payments (provider, payment_id) where payment_id is not null;

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  payment_id uuid references public.payments (id) on delete restrict,
  amount numeric(10, 2) not null,
  reason text,
  status text not null default 'pending',
  provider_refund_id text unique,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refunds_amount_range check (amount > 0 and amount <= 99999.99),
  constraint refunds_status_known check (status in ('pending', 'succeeded', 'failed')),
  constraint refunds_reason_length check (char_length(reason) <= 500)
);
comment on table public.refunds is 'Money on its way back for an order; never more in all than the order''s total.';
comment on column public.refunds.status is 'pending until the provider confirms; failed is given up, and frees its amount for another try.';
create index refunds_order on public.refunds (order_id);
create index refunds_payment on public.refunds (payment_id);
create index refunds_due on public.refunds (next_attempt_at) where status = 'pending';

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
  constraint outbox_recipient_form check (recipient ~ '^[^[:space:][:cntrl:]@<>"]+@[^[:space:][:cntrl:]@<>"]+$' and char_length(recipient) <= 255),
  constraint outbox_template_form check (template ~ '^[a-z][a-z0-9_-]{0,59}$'),
  constraint outbox_status_known check (status in ('waiting', 'sent', 'failed'))
);
comment on table public.outbox is 'Letters to be sent, once each: the function send-mail takes them from here and tries again when it must.';
comment on column public.outbox.user_id is 'Whose letter it is, so that it goes with the account; null for letters to ourselves.';
comment on column public.outbox.dedupe_key is 'What it is about, so that the same letter is not written twice.';
create index outbox_user on public.outbox (user_id);
create index outbox_due on public.outbox (send_after) where status = 'waiting';

create table public.product_views (
  product_id uuid not null references public.products (id) on delete cascade,
  day date not null default current_date,
  views integer not null default 1,
  primary key (product_id, day),
  constraint product_views_count check (views >= 0)
);
comment on table public.product_views is 'How often a product was looked at on a day. No trace of who did.';

-- Policies.

alter table public.payment_accounts enable row level security;
alter table public.payments enable row level security;
alter table public.refunds enable row level security;
alter table public.outbox enable row level security;
alter table public.product_views enable row level security;

revoke all on public.payment_accounts, public.payments, public.refunds, public.outbox, public.product_views from anon, authenticated;
grant select on public.payment_accounts to authenticated;
grant all on public.payment_accounts, public.payments, public.refunds, public.outbox, public.product_views to service_role;

create policy "Owners see the state of their payment account" on public.payment_accounts
  for select to authenticated using (shop_id = (select private.own_shop_id()));

-- Triggers.

create function private.guard_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  bought record;
  refunded numeric;
begin
  select o.total_amount, o.paid_at into bought from public.orders o where o.id = new.order_id for no key update;
  if bought.paid_at is null then
    raise exception using errcode = '23514', message = 'An order that was not paid cannot be refunded.';
  end if;
  select coalesce(sum(r.amount), 0) into refunded from public.refunds r
  where r.order_id = new.order_id and r.id <> new.id and r.status <> 'failed';
  if new.status <> 'failed' and refunded + new.amount > bought.total_amount then
    raise exception using errcode = '23514',
      message = format('At most £%s of this order can still be refunded.', bought.total_amount - refunded);
  end if;
  return new;
end $$;
comment on function private.guard_refund() is 'Never refunds more than was paid, under a lock on the order.';

create function private.keep_refunded_amount() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set refunded_amount = (
    select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = new.order_id and r.status = 'succeeded'
  ) where id = new.order_id;
  return null;
end $$;
comment on function private.keep_refunded_amount() is 'Keeps what an order shows as refunded.';

revoke execute on function private.guard_refund(), private.keep_refunded_amount() from public;

create trigger touch_updated_at before update on public.payment_accounts
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.payments
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.refunds
  for each row execute function private.touch_updated_at();
create trigger keep_order before update of id, order_id on public.refunds
  for each row execute function private.keep_columns('id', 'order_id');
create trigger guard_refund before insert or update of amount, status on public.refunds
  for each row execute function private.guard_refund();
create trigger keep_refunded_amount after insert or update of amount, status on public.refunds
  for each row execute function private.keep_refunded_amount();
