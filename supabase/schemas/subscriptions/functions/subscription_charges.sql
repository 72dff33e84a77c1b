create function private.require_card(buyer uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    not exists (
      select from public.saved_cards c where c.user_id = buyer and not private.is_expired_card(c.exp_month, c.exp_year)
    )
  then
    perform private.refuse('PT409', 'card', 'You have no saved card. Please save one when you pay.');
  end if;
end
$$;
comment on function private.require_card is 'Refuses automatic charges of a member without a valid saved card.';

create function public.pay_subscription_by_card(id uuid, pays_by_card boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed public.subscriptions := private.lock_own_subscription(pay_subscription_by_card.id);
begin
  if pay_subscription_by_card.pays_by_card is null then
    perform private.refuse('22023', 'malformed', 'Please choose how the orders are paid.');
  elsif pay_subscription_by_card.pays_by_card then
    perform private.require_card(changed.buyer_id);
  end if;
  update public.subscriptions s set pays_by_card = pay_subscription_by_card.pays_by_card where s.id = changed.id;
  if not pay_subscription_by_card.pays_by_card then
    perform public.finish_subscription_charge(w.checkout_id, 'withdrawn')
    from private.subscription_charges w
    where w.subscription_id = changed.id;
  end if;
end
$$;
comment on function public.pay_subscription_by_card is
  'Whether the orders of a subscription of the caller are charged to a saved card from now on. Without, a charge that waits ends too, and its order is to be paid.';

create function private.ask_to_pay(subscription public.subscriptions, placed public.checkouts, problem text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.notify_subscriber(
    subscription,
    'subscription-order',
    subscription.next_on::text,
    format('Please pay for %s', private.subscription_text(subscription)),
    concat_ws(
      ' ',
      problem,
      format(
        'Your order for %s is placed. Please pay £%s until %s. After that it ends, and there is nothing to pay.',
        private.day_text(subscription.next_on),
        placed.total,
        private.time_text(placed.expires_at)
      )
    ),
    '/checkout/' || placed.id,
    jsonb_build_object(
      'checkout_id', placed.id,
      'total', placed.total,
      'pay_until', placed.expires_at,
      'problem', problem
    )
  );
end
$$;
comment on function private.ask_to_pay is
  'Asks a buyer to pay the order of a subscription, whose next_on is its day. The problem says why the saved card was not charged.';

create function public.claim_subscription_charges(batch_size integer default 20)
returns table (checkout_id uuid, buyer_id uuid, email text, attempts integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Paid by the buyer meanwhile, cancelled or expired.
  delete from private.subscription_charges w using public.checkouts c
  where c.id = w.checkout_id and w.next_attempt_at <= now() and (c.status <> 'pending' or c.expires_at <= now());
  return query
  with due as (
    select w.checkout_id from private.subscription_charges w where w.next_attempt_at <= now()
    order by w.next_attempt_at limit batch_size for no key update skip locked
  )
  update private.subscription_charges w set attempts = w.attempts + 1, next_attempt_at = private.retry_at(w.attempts)
  from due, public.checkouts c, auth.users u
  where w.checkout_id = due.checkout_id and c.id = w.checkout_id and u.id = c.buyer_id
  returning w.checkout_id, c.buyer_id, u.email::text, w.attempts;
end $$;
comment on function public.claim_subscription_charges is
  'Claims orders of subscriptions whose saved card is to be charged. A claim lasts a minute. Without finish_subscription_charge it is claimed again, after longer and longer pauses.';

create function public.finish_subscription_charge(checkout_id uuid, outcome text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  finished private.subscription_charges;
  placed public.checkouts;
  subscription public.subscriptions;
begin
  delete from private.subscription_charges w
  where w.checkout_id = finish_subscription_charge.checkout_id
  returning *
  into finished;
  select * into placed from public.checkouts c where c.id = finished.checkout_id and c.status = 'pending';
  if found then
    select * into subscription from public.subscriptions s where s.id = finished.subscription_id;
    subscription.next_on := finished.day;
    perform private.ask_to_pay(
      subscription,
      placed,
      case outcome
        when 'declined' then 'Your saved card was declined.'
        when 'confirmation' then 'Your bank asks you to confirm this payment.'
        when 'no_card' then 'You have no saved card any more.'
        when 'withdrawn' then 'Your saved card was not charged.'
        else 'Your saved card could not be charged.'
      end
    );
  end if;
end
$$;
comment on function public.finish_subscription_charge is
  'Records that a charge has ended: declined, confirmation, no_card, withdrawn or failed. The buyer of an order that is still unpaid is asked to pay it.';
