-- A quote: one price, once, for an agreed day, with an end that the seller may put off; both are told in the conversation, the buyer by letter too.

create function private.have_blocked(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.blocks b where (b.blocker_id, b.blocked_id) in ((one, other), (other, one)))
$$;
comment on function private.have_blocked(uuid, uuid) is 'Whether one of the two blocks the other.';

create function private.quote_end(expires_at timestamptz, wanted_on date) returns timestamptz
language sql stable set search_path = ''
return least(coalesce(expires_at, now() + interval '7 days'), private.london_midnight(wanted_on + 1));
comment on function private.quote_end(timestamptz, date) is 'Until when a quote can be accepted: a week unless said otherwise, and never beyond the day it is for.';

create function private.is_being_bought(room uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.orders o where o.chat_room_id = room and o.status <> 'cancelled') $$;
comment on function private.is_being_bought(uuid) is 'Whether an order of a quote waits to be paid, or is paid. The conversation is locked.';

alter table public.chat_rooms add column wishes_version integer not null default 0;
comment on column public.chat_rooms.wishes_version is
  'Counts the buyer''s changes of brief and day. Whoever quotes says which of them they have read.';

create or replace function private.guard_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Nobody who is signed in may write is_paid: this is a cancelled order.
  if old.is_paid and not new.is_paid and new.price_quote is null then
    return new;
  end if;
  if auth.uid() is distinct from old.seller_id and coalesce(auth.role(), 'service_role') <> 'service_role' then
    perform private.refuse('42501', 'not_seller', 'Only the seller can quote a price.');
  end if;
  if old.price_quote is not null then
    perform private.refuse('23514', 'quoted', 'A price has been quoted already.');
  end if;
  if old.is_paid then
    perform private.refuse('23514', 'paid', 'This order is paid.');
  end if;
  if new.price_quote is null or not (new.price_quote > 0 and new.price_quote <= 99999.99) then
    perform private.refuse('23514', 'price', 'Invalid price: Please enter a valid price');
  end if;
  if old.product_id is null then
    perform private.refuse('23514', 'product', 'A price is for a product, and this conversation is about none that is still there.');
  end if;
  if private.have_blocked(old.buyer_id, old.seller_id) then
    perform private.refuse('42501', 'blocked', 'No price can be quoted in this conversation any more.');
  end if;
  if new.wanted_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse('23514', 'wanted_on', 'The day it is for has passed. Please agree on another day.');
  end if;
  if new.quote_expires_at <= now() then
    perform private.refuse('23514', 'expiry', 'The quote would have expired already.');
  end if;
  if new.quote_expires_at > now() + interval '366 days' then
    perform private.refuse('23514', 'expiry', 'A quote can be accepted for a year at most.');
  end if;
  new.quote_expires_at := private.quote_end(new.quote_expires_at, new.wanted_on);
  return new;
end $$;
comment on function private.guard_quote() is
  'A price is quoted once, by the room''s seller, above 0, while unpaid; after a cancelled order once more. The row is locked before this runs, '
  'so of two quotes at once one is refused.';

create or replace function private.guard_wishes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_seller boolean := auth.uid() is not distinct from old.seller_id;
  is_over boolean := coalesce(old.quote_expires_at <= now(), false) or coalesce(old.wanted_on < (now() at time zone 'Europe/London')::date, false);
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' or old.is_paid and not new.is_paid and new.price_quote is null then
    return new;
  end if;
  if new.brief is distinct from old.brief and (auth.uid() is distinct from old.buyer_id or old.price_quote is not null) then
    perform private.refuse('42501', 'brief', 'Only the buyer changes the brief, and only before a price is quoted.');
  end if;
  if auth.uid() is not distinct from old.buyer_id and (new.brief, new.wanted_on) is distinct from (old.brief, old.wanted_on) then
    if private.is_parted(old.buyer_id, old.seller_id) then
      perform private.refuse('42501', 'blocked', 'You cannot write in this conversation any more.');
    end if;
    new.wishes_version := old.wishes_version + 1;
  end if;
  if (new.wanted_on, new.quote_expires_at) is not distinct from (old.wanted_on, old.quote_expires_at) then
    return new;
  end if;
  if old.price_quote is null then
    if new.price_quote is null and new.quote_expires_at is distinct from old.quote_expires_at then
      perform private.refuse('23514', 'expiry', 'A quote expires, but there is none yet.');
    elsif new.price_quote is null and is_seller then
      perform private.refuse('42501', 'wanted_on', 'The seller agrees on a day with the price.');
    end if;
    return new;
  end if;
  -- The price stands. What the seller may do is let it stand for longer, and for another day where the one agreed has come too near.
  if not is_seller then
    perform private.refuse('23514', 'quoted', 'A price has been quoted already.');
  elsif old.is_paid then
    perform private.refuse('23514', 'paid', 'This order is paid.');
  elsif private.is_being_bought(old.id) then
    perform private.refuse('PT409', 'being_paid', 'The buyer is paying for it at this moment.');
  elsif private.have_blocked(old.buyer_id, old.seller_id) then
    perform private.refuse('42501', 'blocked', 'No price can be quoted in this conversation any more.');
  elsif old.product_id is null then
    perform private.refuse('23514', 'product', 'A price is for a product, and this conversation is about none that is still there.');
  elsif new.wanted_on is distinct from old.wanted_on and (not is_over or new.wanted_on is null) then
    perform private.refuse('23514', 'wanted_on', 'The day was agreed with the price: it can be changed once the quote has expired.');
  elsif new.wanted_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse('23514', 'wanted_on', 'The day it is for has passed. Please agree on another day.');
  end if;
  new.quote_expires_at := private.quote_end(new.quote_expires_at, new.wanted_on);
  if new.quote_expires_at <= now() then
    perform private.refuse('23514', 'expiry', 'The quote would have expired already.');
  elsif new.quote_expires_at > now() + interval '366 days' then
    perform private.refuse('23514', 'expiry', 'A quote can be accepted for a year at most.');
  elsif new.quote_expires_at < old.quote_expires_at then
    perform private.refuse('23514', 'expiry', 'A quote can be put off, not brought to an end sooner.');
  elsif not is_over and new.quote_expires_at < (old.quote_expires_at at time zone 'Europe/London' + interval '1 day') at time zone 'Europe/London' then
    perform private.refuse('23514', 'expiry', 'A quote is put off by a day at least, and never beyond the day it is for.');
  elsif (
    -- Each of them is a message, a notification and a letter.
    select count(*) from public.chat_messages m
    where m.chat_room_id = old.id and m.sender_id = old.seller_id and m.type = 'system' and m.created_at > now() - interval '1 day'
      and m.content like 'The price of £% can be accepted until %'
  ) >= 5 then
    perform private.refuse('PT429', 'pace', 'This quote has been renewed often today. Please wait until tomorrow.');
  end if;
  return new;
end $$;
comment on function private.guard_wishes() is
  'The brief is the buyer''s, unless a block parts the two. Day and expiry stand with the quote; the seller may put off its end, by days and a few times a day, and give it another day once it is over, but never change its price.';

-- Told.

create function private.quote_end_in_words(expires_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case when l.at::time = '00:00' then 'the end of ' || to_char(l.at - interval '1 day', 'FMDD FMMonth') else to_char(l.at, 'FMDD FMMonth, HH24:MI') end
  from (select expires_at at time zone 'Europe/London' as at) l
$$;
comment on function private.quote_end_in_words(timestamptz) is '''the end of 27 November'', ''27 November, 14:03'', on the clock in London.';

create function private.tell_buyer_of_quote(room public.chat_rooms, is_renewed boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  shop text := coalesce((select s.name from public.shops s where s.user_id = room.seller_id), 'The baker');
  product public.products;
begin
  select * into product from public.products p where p.id = room.product_id;
  perform private.tell(room.buyer_id, 'message', case when is_renewed then 'Price renewed' else 'Price quoted' end,
    format('%s asks £%s for %s%s. You can accept it until %s.', shop, room.price_quote, coalesce(product.name, 'what you talked about'),
      case when room.wanted_on is null then '' else ' on ' || to_char(room.wanted_on, 'FMDD FMMonth') end, private.quote_end_in_words(room.quote_expires_at)),
    '/messages?room=' || room.id);
  perform private.write_letter(room.buyer_id, 'quote', format('%s:%s:%s', room.id, room.price_quote, extract(epoch from room.quote_expires_at)),
    jsonb_build_object(
      'room_id', room.id, 'shop', shop, 'price', room.price_quote, 'wanted_on', room.wanted_on, 'expires_at', room.quote_expires_at,
      'is_renewed', is_renewed, 'product', product.name, 'image', product.image));
end $$;
comment on function private.tell_buyer_of_quote(public.chat_rooms, boolean) is 'Tells the buyer of a price by notification and letter.';

create or replace function private.tell_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (
    new.id,
    case when new.price_quote is null and auth.uid() = new.buyer_id then new.buyer_id else new.seller_id end,
    case when new.price_quote is null then 'Order cancelled. A new price can be quoted.' else format('Price quoted: £%s', new.price_quote) end,
    'system'
  );
  if new.price_quote is not null and auth.uid() = new.seller_id then
    perform private.tell_buyer_of_quote(new, false);
  end if;
  return null;
end $$;
comment on function private.tell_quote() is
  'A quote, and the end of one with its order, appear in the conversation as a system message; the buyer is told of what a seller quotes.';

create function private.tell_renewal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Only what the seller does; what is put right by hand is no news.
  if auth.uid() is distinct from new.seller_id then
    return null;
  end if;
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (new.id, new.seller_id, format('The price of £%s can be accepted until %s.', new.price_quote,
    private.quote_end_in_words(new.quote_expires_at)), 'system');
  perform private.tell_buyer_of_quote(new, true);
  return null;
end $$;
comment on function private.tell_renewal() is 'A quote whose end was put off is told of like a new one.';

create function private.tell_paid_room() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (new.id, new.buyer_id, format('Paid: £%s', new.price_quote), 'system');
  return null;
end $$;
comment on function private.tell_paid_room() is 'That a quote is accepted and paid appears in the conversation; by whom it is told otherwise, see private.tell_payment.';

create trigger tell_renewal after update of wanted_on, quote_expires_at on public.chat_rooms
  for each row when (
    old.price_quote = new.price_quote and (old.wanted_on, old.quote_expires_at) is distinct from (new.wanted_on, new.quote_expires_at)
  ) execute function private.tell_renewal();
create trigger tell_paid_room after update of is_paid on public.chat_rooms
  for each row when (new.is_paid and not old.is_paid and new.price_quote is not null) execute function private.tell_paid_room();

create or replace function private.letter_is_needless(letter public.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select letter.send_after < now() - interval '3 days'
    or exists (
      select from public.notification_preferences n
      where n.user_id = letter.user_id and not (n.email_notifications and (n.order_updates or not letter.is_order_update))
    )
    or letter.template = 'pickup-reminder' and not exists (
      select from public.orders o
      where o.id = (letter.data -> 'order' ->> 'id')::uuid and o.status in ('processing', 'ready')
        and (o.pickup_date + o.pickup_end) at time zone 'Europe/London' > now()
    )
    or letter.template = 'refund-started' and not exists (
      select from public.refunds r where r.id = (letter.data ->> 'refund_id')::uuid and r.status = 'pending'
    )
    or letter.template = 'quote' and not exists (
      select from public.chat_rooms c
      where c.id = (letter.data ->> 'room_id')::uuid and not c.is_paid and c.price_quote = (letter.data ->> 'price')::numeric
        and c.quote_expires_at = (letter.data ->> 'expires_at')::timestamptz and c.quote_expires_at > now()
    )
$$;

revoke execute on function private.have_blocked(uuid, uuid), private.quote_end(timestamptz, date), private.is_being_bought(uuid),
  private.quote_end_in_words(timestamptz), private.tell_buyer_of_quote(public.chat_rooms, boolean), private.tell_renewal(), private.tell_paid_room() from public;

comment on column public.chat_rooms.price_quote is
  'Pounds. Set once, by the seller, while unpaid; emptied when the order made of it is cancelled.';
comment on column public.chat_rooms.quote_expires_at is
  'Until when the quote can be accepted, a week where the seller does not say: put off by the seller alone. Null, from before, is no end.';
