-- News of an order: each step told to whom it concerns, never to whoever took it.

comment on column public.notification_preferences.order_updates is
  'Whether to be told when an order is sent, ready or handed over. Cancellations and money are always told.';

create function private.tell(person uuid, type text, title text, message text, link text) returns void
language sql set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, link)
  select person, tell.type, tell.title, left(tell.message, 2000), tell.link where person is not null
$$;
comment on function private.tell(uuid, text, text, text, text) is 'Tells one person something; nobody where there is nobody any more.';

create function private.order_in_words(wanted uuid) returns text
language sql stable set search_path = ''
as $$
  select private.sentence_list(
    array_agg(format('%s × %s', i.quantity, i.name) order by i.number) filter (where i.number <= 3)
    || case when count(*) > 3 then array[format('%s more', count(*) - 3)] else '{}' end
  )
  from (
    select i.name, i.quantity, row_number() over (order by i.name, i.id) as number from public.order_items i where i.order_id = wanted
  ) i
$$;
comment on function private.order_in_words(uuid) is '''2 × Lemon cake and 1 × Rye bread''; of a long order the first three lines.';

create function private.collection_in_words(sold public.orders) returns text
language sql immutable parallel safe
return format('on %s between %s and %s', to_char(sold.pickup_date::timestamp, 'FMDay FMDD FMMonth'),
    to_char(sold.pickup_start, 'HH24:MI'), to_char(sold.pickup_end, 'HH24:MI'))
  || coalesce(', at ' || nullif(concat_ws(', ', sold.pickup_place ->> 'address_line1', sold.pickup_place ->> 'address_line2',
    nullif(concat_ws(' ', sold.pickup_place ->> 'city', sold.pickup_place ->> 'postal_code'), '')), ''), '')
  || '.' || coalesce(' ' || nullif(private.trimmed(sold.pickup_place ->> 'instructions'), ''), '');
comment on function private.collection_in_words(public.orders) is '''on Sunday 22 November between 09:00 and 12:00, at 3 Oven Lane, Leeds LS1 1AA. Ring twice.''';

create function private.said(reason text) returns text
language sql immutable parallel safe
return coalesce(' Their reason: “' || rtrim(reason, '.') || '”.', '');
comment on function private.said(text) is 'Somebody''s own words at the end of a sentence of ours; nothing where they said nothing.';

create function private.is_step(event public.order_events) returns boolean
language sql stable set search_path = ''
as $$
  -- An order that is written in a later state, and a history that is written afterwards, are no news.
  select event.created_at >= now() and exists (
    select from public.order_events e where e.order_id = event.order_id and e.id <> event.id
  )
$$;
comment on function private.is_step(public.order_events) is 'True for what happens to an order now, after something else has happened to it.';

create function private.tell_cancellation(event public.order_events, sold public.orders, seller uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  items text := private.order_in_words(sold.id);
  back numeric := (select r.amount from public.refunds r where r.order_id = sold.id and r.is_cancellation);
begin
  if event.actor_id is distinct from sold.buyer_id then
    perform private.tell(sold.buyer_id, 'order', 'Your order was cancelled',
      case when event.actor_id = seller then format('%s had to cancel your order of %s.', sold.shop_name, items)
        else format('Your order of %s from %s was cancelled.', items, sold.shop_name) end
      || private.said(event.note)
      || coalesce(format(' We are sending back £%s; your bank may take a few days.', back), ''),
      '/order/' || sold.id);
  end if;
  if event.actor_id is distinct from seller then
    perform private.tell(seller, 'order', 'Order cancelled',
      case when event.actor_id = sold.buyer_id then format('%s cancelled the order of %s', coalesce(sold.buyer_name, 'Somebody'), items)
        else format('The order of %s by %s was cancelled', items, coalesce(sold.buyer_name, 'somebody')) end
      || format(' for £%s', sold.total_amount)
      || case sold.fulfilment when 'pickup' then format(', to be picked up on %s at %s',
        to_char(sold.pickup_date, 'FMDD FMMonth'), to_char(sold.pickup_start, 'HH24:MI')) else '' end
      || '. It need not be made any more.' || private.said(event.note),
      '/seller/orders?order=' || sold.id);
  end if;
end $$;
comment on function private.tell_cancellation(public.order_events, public.orders, uuid) is
  'Tells the buyer and the seller that a paid order was cancelled, save the one who did it.';

create function private.tell_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sold public.orders;
  seller uuid;
begin
  select * into sold from public.orders o where o.id = new.order_id;
  select s.user_id into seller from public.shops s where s.id = sold.shop_id;
  if sold.paid_at is null or not private.is_step(new) then
    return null;
  elsif new.status = 'cancelled' then
    perform private.tell_cancellation(new, sold, seller);
  elsif exists (select from public.notification_preferences p where p.user_id = sold.buyer_id and not p.order_updates) then
    return null;
  elsif new.status = 'shipped' then
    perform private.tell(sold.buyer_id, 'order', 'Your order is on its way',
      format('%s has sent your order: %s.', sold.shop_name, private.order_in_words(sold.id)), '/order/' || sold.id);
  elsif new.status = 'ready' then
    perform private.tell(sold.buyer_id, 'order', 'Your order is ready',
      format('%s has your order ready: %s. Please collect it %s', sold.shop_name, private.order_in_words(sold.id),
        private.collection_in_words(sold)), '/order/' || sold.id);
  elsif new.status = 'delivered' then
    perform private.tell(sold.buyer_id, 'order', 'Enjoy your order',
      format('Your order from %s has been %s: %s. Tell others how it was: your review helps them to choose.', sold.shop_name,
        case sold.fulfilment when 'pickup' then 'collected' else 'delivered' end, private.order_in_words(sold.id)), '/order/' || sold.id);
  end if;
  return null;
end $$;
comment on function private.tell_step() is 'Tells of each step of a paid order; that it was paid is told by tell_payment.';

create function private.tell_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sold public.orders;
  seller uuid;
  buyer uuid;
  is_ours boolean := new.provider_refund_id is null;
  what text;
  link text;
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
  what := coalesce('of your order from ' || sold.shop_name, 'of your payment');
  link := coalesce('/order/' || sold.id, '/orders');
  if new.status = 'pending' then
    -- A cancellation, and money that could not be kept, tell of their refund themselves.
    if sold.id is not null and not new.is_cancellation then
      perform private.tell(buyer, 'payment', 'A refund is on its way',
        case when is_ours then format('%s is sending back £%s of your order; your bank may take a few days.', sold.shop_name, new.amount)
          || private.said(new.reason)
        else format('We are sending back £%s %s; your bank may take a few days.', new.amount, what) end, link);
    end if;
  elsif new.status = 'succeeded' then
    perform private.tell(buyer, 'payment', 'Refund paid',
      format('£%s %s has been sent back to you. Your bank may take a few days to show it.', new.amount, what), link);
  elsif sold.id is null then
    perform private.tell(buyer, 'payment', 'Your refund did not go through',
      format('£%s %s could not be sent back. Please write to us, and we will arrange it with you.', new.amount, what), '/contact');
  else
    perform private.tell(buyer, 'payment', 'Your refund did not go through',
      format('£%s %s could not be sent back. ', new.amount, what)
      || case when seller is null then 'Please write to us, and we will arrange it with you.'
        else 'The seller has been told and can send it again; please write to them if you hear nothing.' end, link);
    perform private.tell(seller, 'payment', 'A refund failed',
      format('£%s could not be sent back to %s for the order of %s. Please refund it again.', new.amount,
        coalesce(sold.buyer_name, 'the buyer'), private.order_in_words(sold.id)), '/seller/orders?order=' || sold.id);
  end if;
  if tg_op = 'INSERT' and not is_ours and sold.id is not null then
    perform private.tell(seller, 'payment', 'A refund was made',
      format('£%s of the order of %s was sent back to %s with the payment provider.', new.amount, private.order_in_words(sold.id),
        coalesce(sold.buyer_name, 'the buyer')), '/seller/orders?order=' || sold.id);
  end if;
  return null;
end $$;
comment on function private.tell_refund() is
  'Tells the buyer that money is on its way back, has come back or could not, and the seller what went wrong or was not of their doing.';

revoke execute on function private.tell(uuid, text, text, text, text), private.order_in_words(uuid), private.collection_in_words(public.orders),
  private.said(text), private.is_step(public.order_events), private.tell_cancellation(public.order_events, public.orders, uuid),
  private.tell_step(), private.tell_refund() from public;

create trigger tell_step after insert on public.order_events
  for each row execute function private.tell_step();
create trigger tell_refund after insert or update of status on public.refunds
  for each row execute function private.tell_refund();
