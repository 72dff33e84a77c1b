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
comment on function private.remove_from_provider is
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
comment on function public.claim_provider_removals is
  'Claims cards and customers to remove at the provider. A claim lasts a minute. Without finish_provider_removal it is claimed again, after longer and longer pauses.';

create function public.finish_provider_removal(removal_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.provider_removals r where r.id = removal_id
$$;
comment on function public.finish_provider_removal is 'Records that the provider has removed a card or a customer.';

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
comment on function public.open_payment_customer is
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
comment on function public.attach_payment_customer is 'Stores the provider''s id of a customer. The first one stays.';

-- Cards.

create function private.is_expired_card(exp_month integer, exp_year integer)
returns boolean
language sql
stable
set search_path = ''
return (make_date(exp_year, exp_month, 1) + interval '1 month')::date <= (now() at time zone 'Europe/London')::date;
comment on function private.is_expired_card is 'Whether the last month of a card is over.';

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
comment on function private.require_chargeable_card is
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
    return jsonb_build_object('result', case when found then 'removed' else 'unknown' end);
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
comment on function public.record_saved_card is
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
comment on function public.record_removed_customer is
  'Records that the provider has deleted a customer, and with it the saved cards.';
