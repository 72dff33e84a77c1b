-- Checkouts and orders: what was bought, with the data at the time of purchase, and their states. Only functions write them.

create type public.order_status as enum ('pending payment', 'processing', 'shipped', 'ready', 'delivered', 'cancelled');
comment on type public.order_status is
  'pending payment (visible to the buyer only), processing, shipped (delivery) or ready (pickup), delivered, cancelled.';

create table private.order_transitions (
  from_status public.order_status not null,
  to_status public.order_status not null,
  actor text not null,
  fulfilment text not null,
  primary key (from_status, fulfilment, actor, to_status),
  constraint order_transitions_actor_known check (actor in ('buyer', 'seller', 'system', 'undo')),
  constraint order_transitions_fulfilment_known check (fulfilment in ('delivery', 'pickup'))
);
comment on table private.order_transitions is
  'The permitted transitions of an order and who makes them. A seller takes back a step by undo. Functions and triggers refuse any other transition.';
insert into private.order_transitions (from_status, to_status, actor, fulfilment)
values
  ('pending payment', 'processing', 'system', 'delivery'),
  ('pending payment', 'processing', 'system', 'pickup'),
  ('pending payment', 'cancelled', 'system', 'delivery'),
  ('pending payment', 'cancelled', 'system', 'pickup'),
  ('pending payment', 'cancelled', 'buyer', 'delivery'),
  ('pending payment', 'cancelled', 'buyer', 'pickup'),
  ('processing', 'shipped', 'seller', 'delivery'),
  ('processing', 'ready', 'seller', 'pickup'),
  ('processing', 'cancelled', 'buyer', 'delivery'),
  ('processing', 'cancelled', 'buyer', 'pickup'),
  ('processing', 'cancelled', 'seller', 'delivery'),
  ('processing', 'cancelled', 'seller', 'pickup'),
  ('shipped', 'delivered', 'seller', 'delivery'),
  ('ready', 'delivered', 'seller', 'pickup'),
  ('ready', 'cancelled', 'seller', 'pickup'),
  -- A payment that arrives after the checkout has expired is applied if everything is still available.
  ('cancelled', 'processing', 'system', 'delivery'),
  ('cancelled', 'processing', 'system', 'pickup'),
  ('shipped', 'processing', 'undo', 'delivery'),
  ('ready', 'processing', 'undo', 'pickup'),
  ('delivered', 'shipped', 'undo', 'delivery'),
  ('delivered', 'ready', 'undo', 'pickup');

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid references public.profiles (id) on delete set null,
  idempotency_key text not null default gen_random_uuid()::text,
  request_digest text,
  status text not null default 'pending',
  subtotal numeric(10, 2) not null,
  delivery_fee numeric(10, 2) not null default 0,
  balance numeric(10, 2) not null default 0,
  tip numeric(10, 2) not null default 0,
  voucher_amount numeric(10, 2) not null default 0,
  total numeric(10, 2) not null generated always as (subtotal + delivery_fee + tip - balance - voucher_amount) stored,
  expires_at timestamptz not null default now() + interval '30 minutes',
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  constraint checkouts_one_per_key unique (buyer_id, idempotency_key),
  constraint checkouts_key_form check (char_length(idempotency_key) between 8 and 200),
  constraint checkouts_status_known check (status in ('pending', 'paid', 'expired', 'cancelled')),
  constraint checkouts_paid_at_matches_status check ((status = 'paid') = (paid_at is not null)),
  constraint checkouts_amounts
    check (
      subtotal between 0 and 99999.99
      and delivery_fee between 0 and 99999.99
      and tip >= 0
      and balance between 0 and subtotal + delivery_fee
      and voucher_amount between 0 and subtotal + delivery_fee
    )
);
comment on table public.checkouts is
  'A purchase from a basket, with one order for each shop. Pending until it is paid, cancelled or expired.';
comment on column public.checkouts.idempotency_key is
  'The client''s key. Placing an order with the same key again returns this checkout.';
comment on column public.checkouts.request_digest is
  'A digest of the request. It distinguishes a retry from another order with the same key.';
comment on column public.checkouts.balance is
  'The part of a quote''s price that is paid later. The total is what is paid now: everything, or the deposit.';
comment on column public.checkouts.expires_at is 'When an unpaid checkout expires and its stock is returned.';
create index checkouts_expiring on public.checkouts (expires_at) where status = 'pending';
create index checkouts_pending on public.checkouts (buyer_id) where status = 'pending';
create index checkouts_ended on public.checkouts (created_at) where status in ('expired', 'cancelled');

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid references public.checkouts (id) on delete restrict,
  buyer_id uuid references public.profiles (id) on delete set null,
  shop_id uuid references public.shops (id) on delete set null,
  shop_name text not null,
  buyer_name text,
  status public.order_status not null default 'pending payment',
  fulfilment text not null default 'delivery',
  pickup_date date,
  pickup_start time,
  pickup_end time,
  pickup_area jsonb,
  delivery_date date,
  delivery_start time,
  delivery_end time,
  delivery_address jsonb,
  note text,
  chat_room_id uuid references public.chat_rooms (id) on delete set null,
  brief jsonb,
  allergen_answers jsonb,
  answers_agreed_at timestamptz,
  quote_version integer,
  quote_terms jsonb,
  subtotal numeric(10, 2) not null,
  delivery_fee numeric(10, 2) not null default 0,
  delivery_deduction numeric(10, 2) not null default 0,
  has_own_delivery_fee boolean not null default false,
  total_amount numeric(10, 2) not null generated always as (subtotal + delivery_fee + tip - delivery_deduction) stored,
  balance numeric(10, 2) not null default 0,
  balance_due_on date,
  balance_paid_at timestamptz,
  balance_waived_at timestamptz,
  balance_reminders smallint not null default 0,
  received_amount numeric(10, 2) not null generated always as (
    case
      when paid_at is null then 0
      else subtotal + delivery_fee + tip - delivery_deduction - case
        when balance_paid_at is null then balance
        else 0
      end
    end
  ) stored,
  refunded_amount numeric(10, 2) not null default 0,
  paid_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  due_at timestamp,
  buyer_search text generated always as (private.folded(buyer_name)) stored,
  paid_on date generated always as ((paid_at at time zone 'Europe/London')::date) stored,
  agreed_on date,
  cancel_hours_before smallint,
  cancel_refund_percent smallint,
  cancellable_until timestamptz,
  refundable_in_part_until timestamptz,
  cancellation_kept numeric(10, 2) not null default 0,
  delivery_kept numeric(10, 2) not null default 0,
  discount_code_id uuid,
  discount_code text,
  discount numeric(10, 2) not null default 0,
  delivery_discount numeric(10, 2) not null default 0,
  tip numeric(10, 2) not null default 0,
  drop_id uuid,
  drop_title text,
  kitchen_handles text[],
  voucher_amount numeric(10, 2) not null default 0,
  voucher_returned numeric(10, 2) not null default 0,
  number text not null default '',
  constraint orders_number_form check (number ~ '^[A-Z]{2,3}-[1-9][0-9]{3,8}$'),
  constraint orders_vouchers
    check (
      voucher_amount between 0 and subtotal + delivery_fee - delivery_deduction
      and voucher_returned between 0 and voucher_amount
      and (voucher_amount = 0 or balance = 0)
    ),
  constraint orders_tip_range check (tip between 0 and 50 and (tip = 0 or balance = 0)),
  constraint orders_paid_before_processing check (status in ('pending payment', 'cancelled') or paid_at is not null),
  constraint orders_unpaid_while_pending check (status <> 'pending payment' or paid_at is null),
  constraint orders_cancelled_at_matches_status check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint orders_fulfilment_known check (fulfilment in ('delivery', 'pickup')),
  constraint orders_state_fits_fulfilment
    check (not (status = 'shipped' and fulfilment = 'pickup') and not (status = 'ready' and fulfilment = 'delivery')),
  constraint orders_pickup_window
    check (
      fulfilment = 'delivery'
      or (pickup_date is not null and pickup_start is not null and pickup_end > pickup_start)
    ),
  constraint orders_delivery_window
    check (
      (delivery_date is null or fulfilment = 'delivery')
      and num_nulls(delivery_start, delivery_end) <> 1
      and (delivery_start is null or delivery_date is not null and delivery_end > delivery_start)
    ),
  constraint orders_delivery_address
    check (
      fulfilment = 'pickup'
      or buyer_id is null
      or coalesce(delivery_address ?& array['full_name', 'address_line1', 'city', 'postal_code'], false)
    ),
  constraint orders_answers_agreed check ((allergen_answers is null) = (answers_agreed_at is null)),
  constraint orders_note_length check (char_length(note) <= 1000),
  constraint orders_cancel_reason_length check (char_length(cancel_reason) <= 500),
  constraint orders_amounts check (subtotal between 0 and 99999.99 and delivery_fee between 0 and 99999.99),
  constraint orders_discounts
    check (
      discount between 0 and 99999.99
      and delivery_discount between 0 and 1000
      and (discount_code is not null or discount = 0 and delivery_discount = 0 and discount_code_id is null)
    ),
  constraint orders_pickup_is_free check (fulfilment = 'delivery' or delivery_fee = 0),
  constraint orders_deduction_range
    check (
      delivery_deduction between 0 and subtotal + delivery_fee
      and (delivery_deduction = 0 or status = 'cancelled')
    ),
  constraint orders_refund_range check (refunded_amount between 0 and received_amount),
  constraint orders_balance
    check (
      balance between 0 and subtotal + delivery_fee
      and (balance > 0 or balance_paid_at is null and balance_waived_at is null)
      and (balance = 0) = (balance_due_on is null)
      and (balance_paid_at is null or balance_waived_at is null)
    ),
  constraint orders_cancellation_terms
    check ((cancel_hours_before is null) = (cancel_refund_percent is null) and cancel_refund_percent between 0 and 100),
  constraint orders_cancellation_kept
    check (
      cancellation_kept between 0 and subtotal + delivery_fee - delivery_deduction
      and (cancellation_kept = 0 or status = 'cancelled')
      and delivery_kept between 0 and cancellation_kept
    ),
  constraint orders_required_due_at check (paid_at is null or due_at is not null)
);
comment on table public.orders is
  'What a buyer bought from one shop in one checkout. Kept without personal data after the account is deleted.';
comment on column public.orders.number is
  'The number that people say, unique in its shop: HC-1042. A trigger gives one to a row without it. It never changes.';
comment on column public.orders.shop_name is 'The shop''s name at the time of purchase.';
comment on column public.orders.buyer_name is
  'The buyer''s name at the time of purchase. Cleared with address, note, brief, terms of a quote and answers about allergens when the buyer''s account is deleted.';
comment on column public.orders.pickup_area is
  'The approximate pickup location: city and postal_area. The address is in order_pickup_places.';
comment on column public.orders.cancel_hours_before is
  'With cancel_refund_percent, the shop''s cancellation terms when the order was placed. Null for the marketplace''s terms.';
comment on column public.orders.delivery_date is
  'The day of the delivery that the buyer chose. Without hours it is the day on which the order is posted. Null if the shop has no delivery windows.';
comment on column public.orders.cancellable_until is
  'Until when the buyer can cancel for a full refund while the order is processing. Null while unpaid. Maintained by a trigger.';
comment on column public.orders.refundable_in_part_until is
  'Until when the buyer can still cancel for cancel_refund_percent. Null without such terms. Maintained by a trigger.';
comment on column public.orders.cancellation_kept is
  'What the shop keeps of an order that its buyer cancelled late, or on which the free delivery of others depended, before any later refund.';
comment on column public.orders.delivery_kept is
  'The part of cancellation_kept for the delivery of the rest of the checkout. It is charged once.';
comment on column public.orders.delivery_address is
  'A copy of the address: full_name, address_line1, address_line2, city, postal_code, country.';
comment on column public.orders.chat_room_id is 'The conversation whose quote this order accepts.';
comment on column public.orders.allergen_answers is
  'The seller''s answers about allergens, as the buyer agreed to each by name at answers_agreed_at.';
comment on column public.orders.quote_version is
  'The version of the quote that this order accepts. An unpaid order of an earlier version cannot be paid.';
comment on column public.orders.quote_terms is
  'The lines and the note of the accepted quote: { lines, note }. Null if it was a single price without a note.';
comment on column public.orders.delivery_deduction is
  'The part of a cancelled order''s payment that pays for delivering the other orders of its checkout. Their delivery_fee includes it.';
comment on column public.orders.has_own_delivery_fee is
  'Whether the fee is by the shop''s own delivery terms. Such a fee is neither shared with the other orders of the checkout nor affected by them.';
comment on column public.orders.discount_code_id is
  'The discount code, which the shop may have deleted since. Not a foreign key, which would need an index over all orders.';
comment on column public.orders.discount_code is
  'The discount code that the buyer used, as it was written then. Kept if the shop deletes the code.';
comment on column public.orders.discount is 'What the code took off the food. The subtotal is already less it.';
comment on column public.orders.delivery_discount is
  'The share of delivery that the code waived. The delivery_fee is already less it.';
comment on column public.orders.paid_at is 'Null while unpaid. The shop''s owner sees paid orders only.';
comment on column public.orders.balance is
  'The part of total_amount that the deposit leaves. 0 without a deposit. It is paid on its own, or waived by the seller.';
comment on column public.orders.balance_reminders is
  'How often the buyer was reminded of the balance: before its day, and after it.';
comment on column public.orders.received_amount is
  'The total less a balance that is not paid, and 0 while the order is unpaid. Of manual orders it counts money received in person.';
comment on column public.orders.refunded_amount is 'The sum of successful refunds. Maintained by a trigger.';
comment on column public.orders.buyer_search is
  'The buyer''s name as search compares it, stored because folding 50,000 names during a request takes too long.';
comment on column public.orders.due_at is
  'When the order is due, in London local time. It is the start of its window, the agreed day at 00:00, or the planned day of sending. It takes a place of that day. Maintained by a trigger.';
comment on column public.orders.paid_on is 'The day of payment in London, used by analytics.';
comment on column public.orders.kitchen_handles is
  'The allergens that the kitchen handled when the order was placed, by the seller''s statement. Null if nothing was stated.';
comment on column public.orders.agreed_on is
  'The day agreed with the accepted quote. The order is picked up or delivered on it.';
create index orders_buyer on public.orders (buyer_id, created_at desc);
-- By length first, so that the latest number of a shop is the last one: HC-10000 follows HC-9999.
create unique index orders_numbers on public.orders (shop_id, char_length(number), number);
create index orders_pickups on public.orders (shop_id, pickup_date)
where fulfilment = 'pickup' and status <> 'cancelled';
create index orders_balances on public.orders (balance_due_on)
where balance > 0 and balance_paid_at is null and balance_waived_at is null;
create index orders_checkout on public.orders (checkout_id);
create index orders_chat_room on public.orders (chat_room_id);
-- A version of a quote can be accepted once. A conversation may have several orders over time, but only one that awaits payment.
create unique index orders_one_per_quote on public.orders (chat_room_id, quote_version)
nulls not distinct
where chat_room_id is not null and status <> 'cancelled';
create unique index orders_one_pending_quote on public.orders (chat_room_id) where status = 'pending payment';
-- Covers all columns that the inbox counts, so an index-only scan counts 50,000 orders.
create index orders_inbox on public.orders (shop_id, status, due_at, id) include (paid_at);
create index orders_sold on public.orders (shop_id, paid_at, id) where paid_at is not null;
-- Sorts a buyer's orders with a shop by time, so first and repeat purchases are counted without sorting.
create index orders_repeat_purchases on public.orders (shop_id, buyer_id, paid_at)
include (paid_on, received_amount, refunded_amount, status, tip)
where paid_at is not null;

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  name text not null,
  image text,
  price numeric(10, 2) not null,
  quantity integer not null default 1,
  variation text,
  personalization text,
  custom_request_details text,
  options jsonb not null default '[]',
  options_text text generated always as (case when options <> '[]' then private.options_text(options) end) stored,
  ingredients text,
  allergens jsonb,
  net_quantity text,
  created_at timestamptz not null default now(),
  takes_stock boolean not null default true,
  is_custom boolean not null default false,
  has_own_declaration boolean not null default false,
  discount numeric(10, 2) not null default 0,
  drop_item_id uuid,
  constraint order_items_price_range check (price between 0 and 99999.99),
  constraint order_items_quantity_range check (quantity between 1 and 1000),
  constraint order_items_discount_range check (discount between 0 and price * abs(quantity)),
  constraint order_items_options_form check (jsonb_typeof(options) = 'array')
);
comment on table public.order_items is
  'Lines of an order. Name, price, options, ingredients, allergens and net quantity stay as bought, even if the product changes.';
comment on column public.order_items.discount is 'The line''s share of what a discount code took off.';
create index order_items_order on public.order_items (order_id);
comment on column public.order_items.drop_item_id is 'The item of a drop whose stock it takes.';
create index order_items_product on public.order_items (product_id);
create index order_items_drop on public.order_items (drop_item_id) where drop_item_id is not null;

create table public.order_events (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  status public.order_status not null,
  note text,
  created_at timestamptz not null default now()
);
comment on table public.order_events is 'The status history of an order. Written by a trigger.';
comment on column public.order_events.actor_id is 'The member who changed the status. Null for the system.';
create index order_events_order on public.order_events (order_id, created_at);
create index order_events_actor on public.order_events (actor_id, created_at);

-- The phone number that a buyer gives for an order, if any. Kept only until the order is over.

create table public.order_phones (
  order_id uuid primary key references public.orders (id) on delete cascade,
  phone text not null,
  created_at timestamptz not null default now(),
  constraint order_phones_phone_form check (phone ~ '^[+0-9 ().-]{5,32}$')
);
comment on table public.order_phones is
  'The buyer''s phone number for an order, for questions about the hand-over. Erased once the order is over, and with the account.';

-- The steps of an order by its seller. A step is made at once. Its buyer is told some seconds later, and until then the seller can undo it.

create table private.held_order_steps (
  order_id uuid primary key references public.orders (id) on delete cascade,
  from_status public.order_status not null,
  to_status public.order_status not null,
  stepped_at timestamptz not null default clock_timestamp(),
  -- The button is shown for 10 seconds. The rest is for slow connections.
  held_until timestamptz not null default clock_timestamp() + interval '15 seconds'
);
comment on table private.held_order_steps is
  'Steps that sellers can still undo. The buyer''s notification and email wait, so neither has to be taken back.';
create index held_order_steps_due on private.held_order_steps (held_until);
