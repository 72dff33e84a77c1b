-- Saved cards: what a member sees of a card that the payment provider keeps, and the member as the provider's customer. No card number is stored.

create table public.payment_customers (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  member_id uuid not null references public.profiles (id)
    on delete cascade,
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
  user_id uuid not null references public.profiles (id)
    on delete cascade,
  customer_id uuid not null references public.payment_customers (id)
    on delete cascade,
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

create function private.remove_from_provider()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.provider_removals (id, provider, kind, provider_id)
  select r.id, r.provider, tg_argv[0], to_jsonb(r) ->> tg_argv[1] from removed r;
  if found then
    perform private.call_function('settle-payments');
  end if;
  return null;
end
$$;
comment on function private.remove_from_provider() is
  'Requests that the provider removes deleted cards or customers too. settle-payments does so at once, and retries until it has.';

create function public.claim_provider_removals(provider text, batch_size integer default 20)
returns table (removal_id uuid, kind text, provider_id text)
language sql
security definer
set search_path = ''
as $$
  with
    due as (
      select r.id
      from public.provider_removals r
      where r.provider = claim_provider_removals.provider and r.next_attempt_at <= now()
      order by r.next_attempt_at
      limit batch_size
      for no key update skip locked
    )
  update public.provider_removals r
  set
    attempts = r.attempts + 1,
    next_attempt_at = private.retry_at(r.attempts)
  from due
  where r.id = due.id
  returning r.id, r.kind, r.provider_id
$$;
comment on function public.claim_provider_removals(text, integer) is
  'Claims cards and customers to remove at the provider. A claim lasts a minute. Without finish_provider_removal it is claimed again, after longer and longer pauses.';

create function public.finish_provider_removal(removal_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.provider_removals r where r.id = removal_id
$$;
comment on function public.finish_provider_removal(uuid) is
  'Records that the provider has removed a card or a customer.';

-- Customers.

create function public.open_payment_customer(member_id uuid, provider text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  customer public.payment_customers;
begin
  insert into public.payment_customers (member_id, provider)
  values (open_payment_customer.member_id, open_payment_customer.provider)
  on conflict on constraint payment_customers_one_per_member do nothing;
  select *
  into customer
  from public.payment_customers c
  where c.member_id = open_payment_customer.member_id and c.provider = open_payment_customer.provider;
  return jsonb_build_object('id', customer.id, 'customer_id', customer.customer_id);
end
$$;
comment on function public.open_payment_customer(uuid, text) is
  'The member as the provider''s customer: { id, customer_id }. id is the idempotency key of the request that creates it, customer_id is null until then.';

create function public.attach_payment_customer(id uuid, customer_id text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.payment_customers c
  set customer_id = coalesce(c.customer_id, attach_payment_customer.customer_id)
  where c.id = attach_payment_customer.id;
  if not found then
    -- The account was deleted meanwhile, and the customer is to be removed too.
    update public.provider_removals r
    set provider_id = attach_payment_customer.customer_id
    where r.id = attach_payment_customer.id;
  end if;
end
$$;
comment on function public.attach_payment_customer(uuid, text) is
  'Stores the provider''s id of a customer. The first one stays.';

-- Cards.

create function private.is_expired_card(exp_month integer, exp_year integer)
returns boolean
language sql
stable
set search_path = ''
return (make_date(exp_year, exp_month, 1) + interval '1 month')::date <= (now() at time zone 'Europe/London')::date;
comment on function private.is_expired_card(integer, integer) is 'Whether the last month of a card is over.';

create function private.require_chargeable_card(buyer uuid, provider text, charged_card uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  card public.saved_cards;
begin
  select *
  into card
  from public.saved_cards c
  where c.id = charged_card and c.user_id = buyer and c.provider = require_chargeable_card.provider;
  if not found then
    perform private.refuse('PT404', 'card', 'This card doesn’t exist or isn’t yours.');
  elsif private.is_expired_card(card.exp_month, card.exp_year) then
    perform private.refuse('PT409', 'card_expired', 'This card has expired. Please pay with another card.');
  elsif
    (
      select count(*)
      from
        public.payments p
        join public.checkouts c on c.id = p.checkout_id
      where
        c.buyer_id = buyer
        and p.card_id is not null
        and p.status <> 'succeeded'
        and p.created_at > now() - interval '1 hour'
    ) >= 10
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'Your saved cards did not work several times. Please pay on the payment page.'
    );
  end if;
end
$$;
comment on function private.require_chargeable_card(uuid, text, uuid) is
  'Refuses cards of others, expired ones, and further charges after ten in an hour that did not succeed. The buyer''s checkout is locked.';

create function public.record_saved_card(
  provider text,
  method_id text,
  customer_id text default null,
  brand text default null,
  last4 text default null,
  exp_month integer default null,
  exp_year integer default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  customer public.payment_customers;
  card uuid;
begin
  if record_saved_card.customer_id is null then
    delete from public.saved_cards c
    where c.provider = record_saved_card.provider and c.method_id = record_saved_card.method_id;
    return jsonb_build_object(
      'result', case
        when found then 'removed'
        else 'unknown'
      end
    );
  end if;
  -- The lock on the profile serialises the cards of a member, and comes first, as when an account is deleted.
  perform
  from public.profiles p
  where
    p.id = (
      select c.member_id
      from public.payment_customers c
      where c.provider = record_saved_card.provider and c.customer_id = record_saved_card.customer_id
    )
  for no key update;
  select *
  into customer
  from public.payment_customers c
  where c.provider = record_saved_card.provider and c.customer_id = record_saved_card.customer_id;
  if
    not found
    or exists (
      select
      from public.provider_removals r
      where r.provider = record_saved_card.provider and r.provider_id = record_saved_card.method_id
    )
  then
    return jsonb_build_object('result', 'unknown');
  end if;
  insert into public.saved_cards as c (user_id, customer_id, provider, method_id, brand, last4, exp_month, exp_year)
  values
    (
      customer.member_id,
      customer.id,
      record_saved_card.provider,
      record_saved_card.method_id,
      record_saved_card.brand,
      record_saved_card.last4,
      record_saved_card.exp_month,
      record_saved_card.exp_year
    )
  on conflict on constraint saved_cards_method_once do update
    set
      brand = excluded.brand,
      last4 = excluded.last4,
      exp_month = excluded.exp_month,
      exp_year = excluded.exp_year
  returning c.id
  into card;
  -- The same card once more, which the provider cannot tell from the first.
  delete from public.saved_cards c
  where
    c.user_id = customer.member_id
    and c.id <> card
    and (c.provider, c.brand, c.last4, c.exp_month, c.exp_year) = (
      select o.provider, o.brand, o.last4, o.exp_month, o.exp_year from public.saved_cards o where o.id = card
    );
  delete from public.saved_cards c
  where
    c.id in (
      select o.id
      from public.saved_cards o
      where o.user_id = customer.member_id and o.id <> card
      order by o.used_at desc, o.id
      offset 9
    );
  return jsonb_build_object('result', 'recorded', 'card_id', card);
end
$$;
comment on function public.record_saved_card(text, text, text, text, text, integer, integer) is
  'Records what the provider says of a card: saved for a customer, changed, or without a customer and so removed. A member keeps the ten cards used last. { result: recorded | removed | unknown, card_id }.';

create function public.record_removed_customer(provider text, customer_id text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.payment_customers c
  where c.provider = record_removed_customer.provider and c.customer_id = record_removed_customer.customer_id
$$;
comment on function public.record_removed_customer(text, text) is
  'Records that the provider has deleted a customer, and with it the saved cards.';

create trigger remove_from_provider
after delete on public.saved_cards
referencing old table as removed
for each statement
execute function private.remove_from_provider('card', 'method_id');
create trigger remove_from_provider
after delete on public.payment_customers
referencing old table as removed
for each statement
execute function private.remove_from_provider('customer', 'customer_id');

alter table public.payment_customers enable row level security;
alter table public.saved_cards enable row level security;
alter table public.provider_removals enable row level security;

grant select (id, user_id, brand, last4, exp_month, exp_year, used_at, created_at), delete
on public.saved_cards
to authenticated;
grant all on public.payment_customers, public.saved_cards, public.provider_removals to service_role;

grant execute
on function public.claim_provider_removals(text, integer),
public.finish_provider_removal(uuid),
public.open_payment_customer(uuid, text),
public.attach_payment_customer(uuid, text),
public.record_saved_card(text, text, text, text, text, integer, integer),
public.record_removed_customer(text, text)
to service_role;

create policy "Members read their own cards" on public.saved_cards
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members delete their own cards" on public.saved_cards
for delete
to authenticated
using (user_id = (select private.member_id()));
