-- Checkouts and orders: what was bought, as it was bought, and how far it has come. Written only by functions.

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid references public.profiles (id) on delete set null,
  idempotency_key text not null default gen_random_uuid()::text,
  request_digest text,
  status text not null default 'pending',
  subtotal numeric(10, 2) not null,
  delivery_fee numeric(10, 2) not null default 0,
  total numeric(10, 2) not null generated always as (subtotal + delivery_fee) stored,
  expires_at timestamptz not null default now() + interval '30 minutes',
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  constraint checkouts_one_per_key unique (buyer_id, idempotency_key),
  constraint checkouts_key_form check (char_length(idempotency_key) between 8 and 200),
  constraint checkouts_status_known check (status in ('pending', 'paid', 'expired', 'cancelled')),
  constraint checkouts_paid_when_paid check ((status = 'paid') = (paid_at is not null)),
  constraint checkouts_amounts check (subtotal between 0 and 99999.99 and delivery_fee between 0 and 99999.99)
);
comment on table public.checkouts is 'One basket on its way to payment; one order a shop hangs on it.';
comment on column public.checkouts.idempotency_key is 'The client''s key: placing again with it returns this checkout.';
comment on column public.checkouts.request_digest is 'Digest of what was asked for, to tell a repetition from another order under the same key.';
comment on column public.checkouts.expires_at is 'Until when it can be paid; then its stock goes back.';
create index checkouts_expiring on public.checkouts (expires_at) where status = 'pending';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid references public.checkouts (id) on delete restrict,
  buyer_id uuid references public.profiles (id) on delete set null,
  shop_id uuid references public.shops (id) on delete set null,
  shop_name text not null,
  buyer_name text,
  status text not null default 'pending payment',
  fulfilment text not null default 'delivery',
  pickup_date date,
  pickup_start time,
  pickup_end time,
  pickup_place jsonb,
  delivery_address jsonb,
  note text,
  chat_room_id uuid references public.chat_rooms (id) on delete set null,
  brief jsonb,
  subtotal numeric(10, 2) not null,
  delivery_fee numeric(10, 2) not null default 0,
  total_amount numeric(10, 2) not null generated always as (subtotal + delivery_fee) stored,
  refunded_amount numeric(10, 2) not null default 0,
  paid_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_status_known check (
    status in ('pending payment', 'processing', 'shipped', 'ready', 'delivered', 'cancelled')
  ),
  constraint orders_paid_before_made check (status in ('pending payment', 'cancelled') or paid_at is not null),
  constraint orders_unpaid_while_pending check (status <> 'pending payment' or paid_at is null),
  constraint orders_cancelled_when_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint orders_fulfilment_known check (fulfilment in ('delivery', 'pickup')),
  constraint orders_state_fits_fulfilment check (
    not (status = 'shipped' and fulfilment = 'pickup') and not (status = 'ready' and fulfilment = 'delivery')
  ),
  constraint orders_pickup_window check (
    fulfilment = 'delivery' or (pickup_date is not null and pickup_start is not null and pickup_end > pickup_start)
  ),
  constraint orders_delivery_address check (
    fulfilment = 'pickup' or buyer_id is null
    or coalesce(delivery_address ?& array['full_name', 'address_line1', 'city', 'postal_code'], false)
  ),
  constraint orders_note_length check (char_length(note) <= 1000),
  constraint orders_cancel_reason_length check (char_length(cancel_reason) <= 500),
  constraint orders_amounts check (subtotal between 0 and 99999.99 and delivery_fee between 0 and 99999.99),
  constraint orders_pickup_is_free check (fulfilment = 'delivery' or delivery_fee = 0),
  constraint orders_refund_range check (refunded_amount between 0 and subtotal + delivery_fee)
);
comment on table public.orders is 'What one buyer bought of one shop at one checkout. Kept without the person when the account goes.';
comment on column public.orders.shop_name is 'As at purchase; stands where the shop is gone.';
comment on column public.orders.buyer_name is 'As at purchase; emptied with address, note and brief when the buyer''s account is deleted.';
comment on column public.orders.status is 'pending payment (seen by the buyer alone), processing, shipped or ready (for pickup), delivered, cancelled.';
comment on column public.orders.pickup_place is 'Copy of the shop''s pickup place.';
comment on column public.orders.delivery_address is 'Copy of the address: full_name, address_line1, address_line2, city, postal_code, country, phone.';
comment on column public.orders.chat_room_id is 'The conversation whose quote this order accepts.';
comment on column public.orders.paid_at is 'Null while unpaid; the shop''s owner sees the order from then on.';
comment on column public.orders.refunded_amount is 'Sum of the refunds that succeeded. Kept by trigger.';
create index orders_buyer on public.orders (buyer_id, created_at desc);
create index orders_shop on public.orders (shop_id, status, created_at desc);
create index orders_pickups on public.orders (shop_id, pickup_date) where fulfilment = 'pickup' and status <> 'cancelled';
create index orders_checkout on public.orders (checkout_id);
create index orders_chat_room on public.orders (chat_room_id);

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
  ingredients text,
  allergens jsonb,
  created_at timestamptz not null default now(),
  constraint order_items_price_range check (price between 0 and 99999.99),
  constraint order_items_quantity_range check (quantity between 1 and 1000)
);
comment on table public.order_items is 'Lines of an order: name, price, options, ingredients and allergens as bought, whatever becomes of the product.';
comment on column public.order_items.price is 'Pounds for one, variation included.';
create index order_items_order on public.order_items (order_id);
create index order_items_product on public.order_items (product_id);

create table public.order_events (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  status text not null,
  note text,
  created_at timestamptz not null default now()
);
comment on table public.order_events is 'The states an order went through. Written by trigger.';
comment on column public.order_events.actor_id is 'Who moved it; null for the system.';
create index order_events_order on public.order_events (order_id, created_at);
create index order_events_actor on public.order_events (actor_id);

-- Policies. Nobody but functions writes here.

alter table public.checkouts enable row level security;
alter table public.orders enable row level security;
alter table public.order_items enable row level security;
alter table public.order_events enable row level security;

revoke all on public.checkouts, public.orders, public.order_items, public.order_events from anon, authenticated;
grant select on public.checkouts, public.orders, public.order_items, public.order_events to authenticated;
grant all on public.checkouts, public.orders, public.order_items, public.order_events to service_role;

create policy "Buyers see their checkouts" on public.checkouts
  for select to authenticated using (buyer_id = (select auth.uid()));
create policy "Buyers see their orders" on public.orders
  for select to authenticated using (buyer_id = (select auth.uid()));
create policy "Owners see the paid orders of their shop" on public.orders
  for select to authenticated using (shop_id = (select private.own_shop_id()) and paid_at is not null);
create policy "Whoever sees an order sees its items" on public.order_items
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));
create policy "Whoever sees an order sees what happened to it" on public.order_events
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));

-- Triggers.

create function private.guard_order_state() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status <> old.status and not (case old.status
    when 'pending payment' then new.status in ('processing', 'cancelled')
    when 'processing' then new.status in ('shipped', 'ready', 'cancelled')
    when 'shipped' then new.status = 'delivered'
    when 'ready' then new.status in ('delivered', 'cancelled')
    -- A payment that arrives after the checkout expired may still be honoured.
    when 'cancelled' then new.status = 'processing' and old.paid_at is null
    else false
  end) then
    raise exception using errcode = '23514', message = format('An order that is %s cannot become %s.', old.status, new.status);
  end if;
  new.cancelled_at := case when new.status = 'cancelled' then coalesce(old.cancelled_at, new.cancelled_at, now()) end;
  return new;
end $$;
comment on function private.guard_order_state() is 'An order takes legal steps only, whoever moves it.';

create function private.forget_buyer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.buyer_name := null;
  new.delivery_address := null;
  new.note := null;
  new.brief := null;
  return new;
end $$;
comment on function private.forget_buyer() is 'An order outlives its buyer''s account, without the person.';

create function private.record_order_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_events (order_id, actor_id, status, note, created_at)
  values (
    new.id,
    (select p.id from public.profiles p where p.id = auth.uid()),
    new.status,
    case when new.status = 'cancelled' then new.cancel_reason end,
    case when tg_op = 'INSERT' then new.created_at else now() end
  );
  return null;
end $$;
comment on function private.record_order_event() is 'Writes the state an order is in, and who brought it there.';

revoke execute on function private.guard_order_state(), private.forget_buyer(), private.record_order_event() from public;

create trigger guard_order_state before update of status, cancelled_at on public.orders
  for each row execute function private.guard_order_state();
create trigger forget_buyer before update of buyer_id on public.orders
  for each row when (old.buyer_id is not null and new.buyer_id is null) execute function private.forget_buyer();
create trigger touch_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();
create trigger record_order_event_at_start after insert on public.orders
  for each row execute function private.record_order_event();
create trigger record_order_event after update of status on public.orders
  for each row when (old.status <> new.status) execute function private.record_order_event();
