-- Custom orders: the buyer's brief and the seller's quote, renewal and expiry.

create function private.check_brief()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  brief jsonb := new.brief;
  folder text := 'chat_pictures/' || new.buyer_id || '/' || new.id || '/';
  today date := (now() at time zone 'Europe/London')::date;
begin
  if
    new.wanted_on is not null
    and (tg_op = 'INSERT' or new.wanted_on is distinct from old.wanted_on)
    and new.wanted_on not between today and today + 366
  then
    perform private.refuse('22023', 'wanted_on', 'Please choose a day within the next year.');
  end if;
  if brief is null or tg_op = 'UPDATE' and brief is not distinct from old.brief then
    return new;
  end if;
  if jsonb_typeof(brief) <> 'object' or brief - '{servings,budget,details,pictures,allergens}'::text[] <> '{}' then
    perform private.refuse(
      '22023',
      'brief',
      'A brief can contain only servings, budget, details, pictures and allergens.'
    );
  end if;
  perform private.check_allergen_requests(brief -> 'allergens');
  if
    brief ? 'servings'
    and (
      jsonb_typeof(brief -> 'servings') <> 'number'
      or (brief -> 'servings')::numeric not between 1 and 1000
      or (brief -> 'servings')::numeric % 1 <> 0
    )
  then
    perform private.refuse('22023', 'brief', 'Please enter a whole number of servings from 1 to 1,000.');
  end if;
  if
    brief ? 'budget'
    and (
      jsonb_typeof(brief -> 'budget') <> 'number'
      or (brief -> 'budget')::numeric not between 0.01 and 99999.99
      or (brief -> 'budget')::numeric * 100 % 1 <> 0
    )
  then
    perform private.refuse('22023', 'brief', 'Please enter a budget in pounds and pence, up to £99,999.99.');
  end if;
  if
    brief ? 'details'
    and (jsonb_typeof(brief -> 'details') <> 'string' or char_length(brief ->> 'details') > 2000)
  then
    perform private.refuse('22023', 'brief', 'The details can have at most 2,000 characters.');
  end if;
  if
    brief ? 'pictures'
    and (jsonb_typeof(brief -> 'pictures') <> 'array' or jsonb_array_length(brief -> 'pictures') > 5)
  then
    perform private.refuse('22023', 'brief', 'A brief can have at most 5 pictures.');
  end if;
  if
    brief ? 'pictures'
    and exists (
      select
      from jsonb_array_elements(brief -> 'pictures') p (path)
      where
        jsonb_typeof(p.path) <> 'string'
        or not starts_with(p.path #>> '{}', folder)
        or substr(p.path #>> '{}', char_length(folder) + 1) !~ '^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$'
    )
  then
    perform private.refuse('22023', 'brief', 'Pictures of a brief must be in the buyer’s folder of the conversation.');
  end if;
  return new;
end
$$;
comment on function private.check_brief is
  'Refuses a malformed brief. A brief is { servings, budget, details, pictures: paths as in chat_messages.picture, by the buyer, allergens }. All fields are optional.';

create function private.post_brief_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean := new.brief is not null and (tg_op = 'INSERT' or old.brief is null or old.is_paid);
  is_withdrawal boolean := tg_op = 'UPDATE' and old.price_quote is not null and not old.is_paid;
  last public.chat_messages;
begin
  -- Only the buyer's own changes are posted. A quote also sets the day.
  if
    private.member_id() is distinct from new.buyer_id
    or not is_new
    and tg_op = 'INSERT'
    or tg_op = 'UPDATE'
    and (new.brief, new.wanted_on) is not distinct from (old.brief, old.wanted_on)
  then
    return null;
  end if;
  select *
  into last
  from public.chat_messages m
  where m.chat_room_id = new.id
  order by m.created_at desc, m.id desc
  limit 1;
  -- Buyers add pictures and changes one after another. One message covers them all.
  if
    not is_withdrawal
    and last.type = 'system'
    and last.sender_id = new.buyer_id
    and last.content in ('Consultation requested.', 'The request was changed.')
  then
    update public.chat_rooms set updated_at = now() where id = new.id;
    return null;
  end if;
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values
    (
      new.id,
      new.buyer_id,
      case
        when is_withdrawal then 'The allergens of the request were changed, so the quote no longer applies.'
        when is_new then 'Consultation requested.'
        else 'The request was changed.'
      end,
      'system'
    );
  return null;
end
$$;
comment on function private.post_brief_message is
  'Posts a new or changed brief as a system message of the buyer, which the seller has as unread.';

create function private.quote_expiry(expires_at timestamptz, wanted_on date)
returns timestamptz
language sql
stable
set search_path = ''
return least(coalesce(expires_at, now() + interval '7 days'), private.london_midnight(wanted_on + 1));
comment on function private.quote_expiry is
  'When a quote expires: by default after a week, and at the latest when its agreed day ends.';

create function private.has_pending_order(room uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.orders o where o.chat_room_id = room and o.status = 'pending payment')
$$;
comment on function private.has_pending_order is
  'Whether an order of a quote awaits payment. The conversation is locked.';

create function private.without_quote(room public.chat_rooms)
returns public.chat_rooms
language plpgsql
immutable
set search_path = ''
as $$
begin
  room.is_paid := false;
  room.price_quote := null;
  room.quote_expires_at := null;
  room.quote_lines := null;
  room.quote_note := null;
  room.quote_deposit := null;
  room.quote_balance_due_on := null;
  return room;
end
$$;
comment on function private.without_quote is
  'The conversation after its quote was withdrawn. Trigger verify_answers removes the answers.';

create function private.enforce_quote()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Members cannot write is_paid, so this is cancel_paid_order.
  if old.is_paid and not new.is_paid and new.price_quote is null then
    new.quote_lines := null;
    new.quote_note := null;
    new.quote_deposit := null;
    new.quote_balance_due_on := null;
    return new;
  end if;
  if private.member_id() is distinct from old.seller_id and coalesce(auth.role(), 'service_role') <> 'service_role' then
    perform private.refuse('42501', 'not_seller', 'Only the seller can quote a price.');
  end if;
  -- Members cannot write quoted_at, so a change of it is send_quote.
  if old.price_quote is not null and new.quoted_at is not distinct from old.quoted_at then
    perform private.refuse('23514', 'quoted', 'A price has already been quoted.');
  end if;
  if old.is_paid and new.is_paid then
    perform private.refuse('23514', 'paid', 'This order has already been paid.');
  end if;
  if new.quoted_at is not distinct from old.quoted_at then
    new.quoted_at := clock_timestamp();
    new.quote_lines := null;
    new.quote_note := null;
    new.quote_deposit := null;
    new.quote_balance_due_on := null;
  end if;
  new.price_quote := private.two_decimals(new.price_quote);
  if new.price_quote is null or new.price_quote <= 0 or new.price_quote <> round(new.price_quote, 2) then
    perform private.refuse('23514', 'price', 'Invalid price: Please enter a valid price');
    -- Card payments start at 30p.
  elsif new.price_quote < 0.30 or new.price_quote > private.max_food_price() then
    perform private.refuse('23514', 'price', 'A quote can be from £0.30 to £99,000.');
  end if;
  if old.product_id is null then
    perform private.refuse(
      '23514',
      'product',
      'A quote needs a product, and the product of this conversation no longer exists.'
    );
  end if;
  if private.has_block_between(old.buyer_id, old.seller_id) then
    perform private.refuse('42501', 'blocked', 'You can no longer quote a price in this conversation.');
  end if;
  if new.wanted_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse('23514', 'wanted_on', 'The agreed day has passed. Please agree on another day.');
  end if;
  if new.quote_expires_at <= now() then
    perform private.refuse('23514', 'expiry', 'The expiry of a quote must be in the future.');
  end if;
  if new.quote_expires_at > now() + interval '366 days' then
    perform private.refuse('23514', 'expiry', 'A quote can be valid for at most a year.');
  end if;
  perform private.check_deposit(new);
  new.quote_expires_at := private.quote_expiry(new.quote_expires_at, coalesce(new.quote_balance_due_on, new.wanted_on));
  return new;
end
$$;
comment on function private.enforce_quote is
  'Allows one quote above 0, by the conversation''s seller, while unpaid, and a new one after a cancelled order; send_quote may replace it. '
  'The row is locked, so one of two concurrent quotes is refused.';

create function private.enforce_quote_terms()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_seller boolean := private.member_id() is not distinct from old.seller_id;
  is_expired boolean := coalesce(old.quote_expires_at <= now(), false)
  or coalesce(least(old.wanted_on, old.quote_balance_due_on) < (now() at time zone 'Europe/London')::date, false);
begin
  if
    coalesce(auth.role(), 'service_role') = 'service_role'
    or old.is_paid
    and not new.is_paid
    and new.price_quote is null
  then
    return new;
  end if;
  if new.brief is distinct from old.brief and private.member_id() is distinct from old.buyer_id then
    perform private.refuse('42501', 'brief', 'Only the buyer can change the brief.');
  elsif new.brief is distinct from old.brief and old.price_quote is not null and not old.is_paid then
    if
      (coalesce(new.brief - 'allergens', '{}'), new.wanted_on) is distinct from (
        coalesce(old.brief - 'allergens', '{}'),
        old.wanted_on
      )
    then
      perform private.refuse(
        '42501',
        'brief',
        'A price has been quoted for this request. Only its allergens can still be changed.'
      );
    elsif private.has_pending_order(old.id) then
      perform private.refuse(
        'PT409',
        'being_paid',
        'Your order awaits payment. Please cancel it before you change the allergens.'
      );
    end if;
  end if;
  if
    private.member_id() is not distinct from old.buyer_id
    and (new.brief, new.wanted_on) is distinct from (old.brief, old.wanted_on)
  then
    if private.is_conversation_blocked(old.buyer_id, old.seller_id) then
      perform private.refuse('42501', 'blocked', 'You can no longer send messages in this conversation.');
    end if;
    new.brief_version := old.brief_version + 1;
    -- A paid order has copies of all that was agreed, so this asks for another one. Allergens that no answer covers end an unpaid quote.
    if old.is_paid or old.price_quote is not null and new.brief is distinct from old.brief then
      return private.without_quote(new);
    end if;
  end if;
  if new.quoted_at is distinct from old.quoted_at then
    return new;
  end if;
  if
    (new.wanted_on, new.quote_expires_at, new.allergen_answers, new.quote_declaration) is not distinct from (
      old.wanted_on,
      old.quote_expires_at,
      old.allergen_answers,
      old.quote_declaration
    )
  then
    return new;
  end if;
  if
    not is_seller
    and (new.allergen_answers, new.quote_declaration) is distinct from (old.allergen_answers, old.quote_declaration)
  then
    perform private.refuse('42501', 'not_seller', 'Only the seller can answer about allergens.');
  end if;
  if old.price_quote is null then
    if new.price_quote is null and coalesce(new.allergen_answers, new.quote_declaration) is not null then
      perform private.refuse('23514', 'answers', 'Answers about allergens are sent together with the price.');
    elsif new.price_quote is null and new.quote_expires_at is distinct from old.quote_expires_at then
      perform private.refuse('23514', 'expiry', 'There is no quote yet, so it cannot have an expiry.');
    elsif new.price_quote is null and is_seller then
      perform private.refuse('42501', 'wanted_on', 'The seller sets the day together with the price.');
    end if;
    return new;
  end if;
  -- This statement cannot change the price. The seller may correct the answers, extend the quote and, once it has expired, change its day.
  if not is_seller then
    perform private.refuse('23514', 'quoted', 'A price has already been quoted.');
  elsif old.is_paid then
    perform private.refuse('23514', 'paid', 'This order has already been paid.');
  elsif private.has_block_between(old.buyer_id, old.seller_id) then
    perform private.refuse('42501', 'blocked', 'You can no longer quote a price in this conversation.');
  elsif old.product_id is null then
    perform private.refuse(
      '23514',
      'product',
      'A quote needs a product, and the product of this conversation no longer exists.'
    );
  end if;
  perform private.limit_quote_changes(old);
  if (new.wanted_on, new.quote_expires_at) is not distinct from (old.wanted_on, old.quote_expires_at) then
    -- A correction must not wait for the buyer who is paying. An order of the earlier answers can no longer be paid.
    return new;
  elsif private.has_pending_order(old.id) then
    perform private.refuse('PT409', 'being_paid', 'The buyer is paying right now. Please try again later.');
  elsif new.wanted_on is distinct from old.wanted_on and (not is_expired or new.wanted_on is null) then
    perform private.refuse(
      '23514',
      'wanted_on',
      'The day was agreed with the price. It can be changed once the quote has expired.'
    );
  elsif new.wanted_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse('23514', 'wanted_on', 'The agreed day has passed. Please agree on another day.');
  end if;
  -- The balance stays due as many days before the agreed day.
  if new.quote_balance_due_on is not null then
    new.quote_balance_due_on := greatest(
      old.quote_balance_due_on + (new.wanted_on - old.wanted_on),
      (now() at time zone 'Europe/London')::date
    );
  end if;
  perform private.check_deposit(new);
  new.quote_expires_at := private.quote_expiry(new.quote_expires_at, coalesce(new.quote_balance_due_on, new.wanted_on));
  if new.quote_expires_at <= now() then
    perform private.refuse('23514', 'expiry', 'The expiry of a quote must be in the future.');
  elsif new.quote_expires_at > now() + interval '366 days' then
    perform private.refuse('23514', 'expiry', 'A quote can be valid for at most a year.');
  elsif new.quote_expires_at < old.quote_expires_at then
    perform private.refuse('23514', 'expiry', 'A quote can be extended, but not shortened.');
  elsif
    not is_expired
    and new.quote_expires_at < (
      old.quote_expires_at at time zone 'Europe/London' + interval '1 day'
    ) at time zone 'Europe/London'
  then
    perform private.refuse(
      '23514',
      'expiry',
      'A quote can be extended by at least a day, and never beyond its agreed day.'
    );
  end if;
  return new;
end
$$;
comment on function private.enforce_quote_terms is
  'Lets the buyer change the brief unless a block is in effect. Changed allergens withdraw an unpaid quote, and nothing else of the brief changes then. Lets the seller correct the answers and extend the quote by whole days, '
  'and change its day once it has expired. A brief for a paid order asks for another order, and starts without a quote.';

create function private.post_quote_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values
    (
      new.id,
      case when new.price_quote is null and private.member_id() = new.buyer_id then new.buyer_id else new.seller_id end,
      case
        when new.price_quote is null then 'Order cancelled. A new price can be quoted.'
        else format(
          case when private.is_revision(old) then 'Quote revised: £%s' else 'Price quoted: £%s' end,
          new.price_quote
        )
      end,
      'system'
    );
  if new.price_quote is not null and private.member_id() = new.seller_id then
    perform private.notify_buyer_of_quote(new, case when private.is_revision(old) then 'revision' else 'price' end);
  end if;
  return null;
end
$$;
comment on function private.post_quote_message is
  'Posts a quote, or its end when the order is cancelled, as a system message. Notifies the buyer of the seller''s quotes.';

create function private.post_renewal_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Only renewals by the seller. Manual corrections cause no notification.
  if private.member_id() is distinct from new.seller_id then
    return null;
  end if;
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values
    (
      new.id,
      new.seller_id,
      format(
        'The price of £%s can be accepted until %s.',
        new.price_quote,
        private.quote_expiry_text(new.quote_expires_at)
      ),
      'system'
    );
  perform private.notify_buyer_of_quote(new, 'renewal');
  return null;
end
$$;
comment on function private.post_renewal_message is 'Posts the renewal of a quote and notifies the buyer.';

create function private.post_payment_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (new.id, new.buyer_id, format('Paid: £%s', new.price_quote), 'system');
  return null;
end
$$;
comment on function private.post_payment_message is
  'Posts the payment of a quote as a system message. private.notify_payment sends the notifications.';
