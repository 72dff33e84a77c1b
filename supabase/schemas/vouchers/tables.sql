-- Gift vouchers of shops: their terms, their codes, and paying for orders with them.

create table public.shop_voucher_terms (
  shop_id uuid primary key references public.shops (id) on delete cascade,
  smallest numeric not null default 10,
  largest numeric not null default 100,
  months smallint not null default 24,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shop_voucher_terms_amounts
    check (
      smallest between 5 and 500
      and largest between smallest and 500
      and smallest = round(smallest, 2)
      and largest = round(largest, 2)
    ),
  constraint shop_voucher_terms_months_range check (months between 12 and 60)
);
comment on table public.shop_voucher_terms is
  'What gift vouchers a shop sells. Shops without a row sell none; vouchers that they have sold stay valid.';
comment on column public.shop_voucher_terms.months is
  'How long a voucher is valid from the day it is bought, in months.';

create table public.gift_vouchers (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  shop_id uuid references public.shops (id) on delete set null,
  shop_name text not null,
  buyer_id uuid references public.profiles (id) on delete set null,
  buyer_name text,
  recipient_name text,
  recipient_email text,
  message text,
  send_on date not null,
  amount numeric(10, 2) not null,
  months smallint not null,
  paid_at timestamptz,
  paid_on date generated always as ((paid_at at time zone 'Europe/London')::date) stored,
  expires_on date,
  cancelled_at timestamptz,
  is_cancelled_by_shop boolean,
  code_end text,
  used numeric(10, 2) not null default 0,
  refunded numeric(10, 2) not null default 0,
  balance numeric(10, 2) not null generated always as (
    case when paid_at is null then 0 else greatest(0, amount - used - refunded) end
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint gift_vouchers_one_per_checkout unique (checkout_id),
  constraint gift_vouchers_amounts
    check (amount between 5 and 500 and used between 0 and amount and refunded between 0 and amount),
  constraint gift_vouchers_used_once_paid check (paid_at is not null or used = 0 and refunded = 0),
  constraint gift_vouchers_cancelled_by_somebody check (num_nulls(cancelled_at, is_cancelled_by_shop) in (0, 2)),
  constraint gift_vouchers_issued_when_paid check (num_nulls(paid_at, expires_on, code_end) in (0, 3)),
  constraint gift_vouchers_names
    check (private.trimmed_length(recipient_name) between 1 and 100 and private.is_one_line(recipient_name)),
  constraint gift_vouchers_email_form check (private.is_email_address(recipient_email)),
  constraint gift_vouchers_message_length check (char_length(message) between 1 and 500)
);
comment on table public.gift_vouchers is
  'Gift vouchers, each bought by a checkout without orders. The shop owes food for the balance. Only functions write them; private.voucher_codes has the codes.';
comment on column public.gift_vouchers.recipient_email is
  'Where the voucher is sent on send_on. Null if it is sent to its buyer.';
comment on column public.gift_vouchers.expires_on is
  'The last day in London on which it can be used. Money that returns to a voucher may extend it.';
comment on column public.gift_vouchers.cancelled_at is
  'When its buyer or its shop asked to refund it. Null while nobody has.';
comment on column public.gift_vouchers.code_end is
  'The last four characters of the code, by which its shop recognises it.';
comment on column public.gift_vouchers.used is
  'What orders have taken or reserved, less what returned. Equals the sum of private.voucher_uses.';
comment on column public.gift_vouchers.refunded is
  'What of its purchase is refunded or being refunded. Maintained by a trigger on refunds.';
comment on column public.gift_vouchers.balance is 'What is left to use. 0 until it is paid.';
create index gift_vouchers_buyer on public.gift_vouchers (buyer_id, created_at);
create index gift_vouchers_shop on public.gift_vouchers (shop_id, paid_at, id);

create table private.voucher_codes (
  voucher_id uuid primary key references public.gift_vouchers (id) on delete cascade,
  code text not null unique,
  constraint voucher_codes_form check (code ~ '^GV[0-9A-HJKMNP-TV-Z]{16}$')
);
comment on table private.voucher_codes is
  'The secret codes of vouchers, with 80 random bits. Stored as they are, like payment links, because their buyers print them again.';

create table private.voucher_uses (
  voucher_id uuid not null references public.gift_vouchers (id) on delete restrict,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount numeric(10, 2) not null,
  returned numeric(10, 2) not null default 0,
  created_at timestamptz not null default now(),
  primary key (order_id, voucher_id),
  constraint voucher_uses_amounts check (amount > 0 and returned between 0 and amount)
);
comment on table private.voucher_uses is 'What each voucher pays of an order. Reserved while the order is unpaid.';
comment on column private.voucher_uses.returned is
  'What is back on the voucher: everything if the order was not placed, otherwise refunds.';
create index voucher_uses_voucher on private.voucher_uses (voucher_id);
