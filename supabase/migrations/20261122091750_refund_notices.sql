-- What buyer and seller are told of refunds. Those of one order are gathered: one notification and one email for all that happens within minutes.

create function private.tell_sum(person uuid, title text, message text, link text) returns void
language plpgsql set search_path = '' as $$
begin
  update public.notifications n set message = left(tell_sum.message, 2000)
  where n.user_id = person and n.title = tell_sum.title and n.link = tell_sum.link
    and not n.is_read and n.created_at > now() - interval '10 minutes';
  if not found then
    perform private.tell(person, 'payment', title, message, link);
  end if;
end $$;
comment on function private.tell_sum(uuid, text, text, text) is
  'Tells of money; in place of the unread notification of the same heading about the same order within ten minutes.';

create function private.gathered_amount(refund public.refunds, person uuid, title text, link text) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((
    select sum(r.amount) from public.notifications n join public.refunds r on r.order_id = refund.order_id
    where n.user_id = person and n.title = gathered_amount.title and n.link = gathered_amount.link
      and not n.is_read and n.created_at > now() - interval '10 minutes'
      and case refund.status when 'pending' then not r.is_cancellation and r.created_at >= n.created_at
        else r.status = refund.status and r.updated_at >= n.created_at end
  ), refund.amount)
$$;
comment on function private.gathered_amount(public.refunds, uuid, text, text) is
  'What a refund comes to together with the others that the notification it belongs to tells of.';

create function private.tell_buyer_of_refund(refund public.refunds, sold public.orders, buyer uuid, has_seller boolean) returns void
language plpgsql set search_path = '' as $$
declare
  title text := case refund.status when 'pending' then 'A refund is on its way' when 'succeeded' then 'Refund paid'
    else 'Your refund did not go through' end;
  what text := coalesce('of your order from ' || sold.shop_name, 'of your payment');
  link text := case when sold.id is not null then '/order/' || sold.id when refund.status = 'failed' then '/contact' else '/orders' end;
  amount numeric := private.gathered_amount(refund, buyer, title, link);
begin
  perform private.tell_sum(buyer, title, case
    when refund.status = 'pending' and refund.idempotency_key is not null then
      format('%s is sending back £%s of your order; your bank may take a few days.', sold.shop_name, amount) || private.said(refund.reason)
    when refund.status = 'pending' then format('We are sending back £%s %s; your bank may take a few days.', amount, what)
    when refund.status = 'succeeded' then format('£%s %s has been sent back to you. Your bank may take a few days to show it.', amount, what)
    when has_seller then format('£%s %s could not be sent back. The seller has been told and can send it again; please write to them if you hear nothing.',
      amount, what)
    else format('£%s %s could not be sent back. Please write to us, and we will arrange it with you.', amount, what) end, link);
end $$;
comment on function private.tell_buyer_of_refund(public.refunds, public.orders, uuid, boolean) is
  'Tells the buyer that money is on its way back, has come back or could not.';

create function private.tell_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sold public.orders;
  seller uuid;
  buyer uuid;
begin
  if tg_op = 'UPDATE' and new.status = old.status
    or tg_op = 'INSERT' and (new.created_at <> now() or new.status = 'failed')
    -- Refused because the money had been sent back already: that, and what is left, is told instead.
    or new.status = 'failed' and (select private.awaits_parked_refund(p) from public.payments p where p.id = new.payment_id) then
    return null;
  end if;
  select * into sold from public.orders o where o.id = new.order_id;
  select s.user_id into seller from public.shops s where s.id = sold.shop_id;
  buyer := coalesce(sold.buyer_id, (
    select c.buyer_id from public.payments p join public.checkouts c on c.id = p.checkout_id where p.id = new.payment_id
  ));
  -- A cancellation, and money that could not be kept, tell of their refund themselves.
  if new.status <> 'pending' or sold.id is not null and not new.is_cancellation then
    perform private.tell_buyer_of_refund(new, sold, buyer, sold.id is not null and seller is not null);
  end if;
  if new.status = 'failed' and sold.id is not null then
    perform private.tell(seller, 'payment', 'A refund failed',
      format('£%s could not be sent back to %s for the order of %s. Please refund it again.', new.amount,
        coalesce(sold.buyer_name, 'the buyer'), private.order_in_words(sold.id)), '/seller/orders?order=' || sold.id);
  end if;
  if tg_op = 'INSERT' and new.provider_refund_id is not null and sold.id is not null then
    perform private.tell(seller, 'payment', 'A refund was made',
      format('£%s of the order of %s was sent back to %s with the payment provider.', new.amount, private.order_in_words(sold.id),
        coalesce(sold.buyer_name, 'the buyer')), '/seller/orders?order=' || sold.id);
  end if;
  return null;
end $$;
comment on function private.tell_refund() is
  'Tells the buyer that money is on its way back, has come back or could not, and the seller what went wrong or was not of their doing.';

-- Emails.

create function private.write_refund_letter(buyer uuid, template text, refund public.refunds, bought public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  gathers constant interval := interval '3 minutes';
begin
  -- Not one that is being sent. Refunds of an order hold its checkout, so that no two look here at once.
  update public.outbox o set data = o.data || jsonb_build_object(
    'amount', (o.data ->> 'amount')::numeric + refund.amount, 'refunds', (o.data -> 'refunds') || to_jsonb(refund.id),
    'reason', nullif(concat_ws(E'\n', o.data ->> 'reason', refund.reason), ''))
  where o.user_id = buyer and o.template = write_refund_letter.template and o.status = 'waiting' and o.attempts = 0
    and o.data ->> 'order_id' = bought.id::text;
  if not found then
    perform private.write_letter(buyer, template, refund.id::text, jsonb_build_object('refunds', jsonb_build_array(refund.id),
      'amount', refund.amount, 'reason', refund.reason, 'order_id', bought.id, 'shop', bought.shop_name),
      send_after => now() + case when bought.id is null and refund.status <> 'pending' then interval '0' else gathers end);
  end if;
end $$;
comment on function private.write_refund_letter(uuid, text, public.refunds, public.orders) is
  'Writes an email about a refund, or adds it to the one about the same order that is not sent yet: its amount to the sum, its reason to the reasons.';

create function private.write_refund_letters() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
  buyer uuid;
begin
  -- Made elsewhere and refused there is no news of ours; refused because the money had gone back already, that is told instead.
  if new.status = 'failed' and (tg_op = 'INSERT'
    or (select private.awaits_parked_refund(p) from public.payments p where p.id = new.payment_id)) then
    return null;
  end if;
  select * into bought from public.orders o where o.id = new.order_id;
  buyer := coalesce(bought.buyer_id, (
    select c.buyer_id from public.payments p join public.checkouts c on c.id = p.checkout_id where p.id = new.payment_id and new.order_id is null
  ));
  if new.status <> 'pending' then
    update public.outbox o set data = o.data || jsonb_build_object(
      'amount', (o.data ->> 'amount')::numeric - new.amount, 'refunds', (o.data -> 'refunds') - new.id::text)
    where o.user_id = buyer and o.template = 'refund-started' and o.status = 'waiting' and (o.data -> 'refunds') ? new.id::text;
  end if;
  if new.status = 'pending' and new.order_id is null and new.provider_refund_id is null then
    perform private.write_letter(buyer, 'payment-returned', new.id::text, jsonb_build_object(
      'amount', new.amount, 'reason', new.reason, 'order_id', null, 'shop', null));
  -- A cancellation's own letter tells of its refund; and mostly a refund is through before this one is due, and then it is not sent.
  elsif new.status = 'pending' and not new.is_cancellation then
    perform private.write_refund_letter(buyer, 'refund-started', new, bought);
  elsif new.status = 'succeeded' then
    perform private.write_refund_letter(buyer, 'refund-paid', new, bought);
  elsif new.status = 'failed' then
    perform private.write_refund_letter(buyer, 'refund-failed', new, bought);
    perform private.write_letter((select s.user_id from public.shops s where s.id = bought.shop_id), 'sale-refund-failed', new.id::text,
      jsonb_build_object('amount', new.amount, 'reason', new.reason, 'order_id', bought.id, 'shop', bought.shop_name,
        'buyer', coalesce(bought.buyer_name, 'Somebody')));
  end if;
  return null;
end $$;
comment on function private.write_refund_letters() is 'Tells the buyer by email how their money comes back, and the seller where it does not.';

create trigger tell_refund after insert or update of status on public.refunds for each row execute function private.tell_refund();
-- Only a change of state fires it: a refund that is inserted as it is (the sample, an import) sends no email.
create trigger write_letters_at_start after insert on public.refunds
  for each row when (new.created_at = now()) execute function private.write_refund_letters();
create trigger write_letters after update of status on public.refunds
  for each row when (old.status <> new.status) execute function private.write_refund_letters();
