create function private.check_quote_lines(lines jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if lines is null then
    return;
  elsif jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 30 then
    perform private.refuse('22023', 'lines', 'A quote can have 1 to 30 lines.');
  elsif
    exists (
      select
      from jsonb_array_elements(lines) l (line)
      where
        jsonb_typeof(l.line) <> 'object'
        or l.line - '{text,quantity,price}'::text[] <> '{}'
        or jsonb_typeof(l.line -> 'text') is distinct from 'string'
        or jsonb_typeof(l.line -> 'quantity') is distinct from 'number'
        or jsonb_typeof(l.line -> 'price') is distinct from 'number'
    )
  then
    perform private.refuse('22023', 'lines', 'Each line of a quote needs a text, a quantity and a price.');
  elsif
    exists (
      select
      from jsonb_array_elements(lines) l (line)
      where
        char_length(l.line ->> 'text') > 120
        or private.trimmed_length(l.line ->> 'text') = 0
        or not private.is_one_line(l.line ->> 'text')
    )
  then
    perform private.refuse('22023', 'lines', 'Please describe each line of the quote, in at most 120 characters.');
  elsif
    exists (
      select
      from jsonb_array_elements(lines) l (line)
      where
        (l.line -> 'quantity')::numeric not between 1 and 1000
        or (l.line -> 'quantity')::numeric % 1 <> 0
        or (l.line -> 'price')::numeric not between 0 and 99999.99
        or (l.line -> 'price')::numeric * 100 % 1 <> 0
    )
  then
    perform private.refuse(
      '22023',
      'lines',
      'A line needs a whole quantity from 1 to 1,000, and a price in pounds and pence.'
    );
  end if;
end
$$;
comment on function private.check_quote_lines is 'Refuses malformed lines of a quote: [{ text, quantity, price }].';

create function private.deposit_of(deposit jsonb, price numeric)
returns numeric
language plpgsql
immutable
set search_path = ''
as $$
declare
  percent numeric;
  amount numeric;
begin
  if deposit is null then
    return null;
  elsif jsonb_typeof(deposit) <> 'object' then
    amount := null;
  elsif jsonb_typeof(deposit -> 'percent') = 'number' and deposit - 'percent' = '{}' then
    percent := deposit -> 'percent';
    amount := case when percent between 1 and 99 and percent % 1 = 0 then round(price * percent / 100, 2) end;
  elsif jsonb_typeof(deposit -> 'amount') = 'number' and deposit - 'amount' = '{}' then
    amount := deposit -> 'amount';
  end if;
  if amount is null or amount <> round(amount, 2) then
    perform private.refuse(
      '22023',
      'deposit',
      'A deposit is a whole percentage of the price from 1 to 99, or an amount in pounds and pence.'
    );
  end if;
  return amount;
end
$$;
comment on function private.deposit_of is 'The deposit of a quote in pounds: { percent } of the price, or { amount }.';

create function private.check_deposit(room public.chat_rooms)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if room.quote_deposit is null and room.quote_balance_due_on is null then
    return;
  elsif room.quote_deposit is null or room.quote_balance_due_on is null or room.wanted_on is null then
    perform private.refuse(
      '23514',
      'deposit',
      'A deposit needs an agreed day, and a day by which the balance is paid.'
    );
    -- Card payments start at 30p.
  elsif room.quote_deposit < 0.30 or room.price_quote - room.quote_deposit < 0.30 then
    perform private.refuse('23514', 'deposit', 'Deposit and balance must be at least 30p each.');
    -- The deposit pays the marketplace's fee of the whole price.
  elsif room.quote_deposit < trunc(room.price_quote / 5, 2) then
    perform private.refuse('23514', 'deposit', 'A deposit must be at least 20% of the price.');
  elsif room.quote_balance_due_on >= room.wanted_on then
    perform private.refuse('23514', 'deposit', 'The balance must be due before the agreed day.');
  elsif room.quote_balance_due_on < (now() at time zone 'Europe/London')::date then
    perform private.refuse('23514', 'deposit', 'The day by which the balance is paid has passed.');
  end if;
end
$$;
comment on function private.check_deposit is
  'Refuses a deposit without days, one of less than a fifth of the price, one that leaves too little to pay, and a balance that is due too late.';

create function private.quote_balance(lines private.priced_line[], total numeric)
returns numeric
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      (
        select total - r.quote_deposit
        from public.chat_rooms r
        where r.id = lines[1].chat_room_id and r.quote_deposit is not null
      ),
      0
    )
$$;
comment on function private.quote_balance is
  'What an order leaves to pay after the deposit of its quote, with its delivery. 0 without a deposit. The conversation is locked.';

create function private.is_revision(before public.chat_rooms)
returns boolean
language sql
immutable
parallel safe
return before.price_quote is not null and not before.is_paid;
comment on function private.is_revision is 'Whether a new quote replaces one that nobody has paid.';

create function private.limit_quote_changes(room public.chat_rooms)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Each change sends a message, a notification and an email.
  if
    (
      select count(*)
      from public.chat_messages m
      where
        m.chat_room_id = room.id
        and m.sender_id = room.seller_id
        and m.type = 'system'
        and m.created_at > now() - interval '1 day'
        and (
          m.content like 'The price of £% can be accepted until %'
          or m.content like 'Quote revised: £%'
          or m.content = 'The answers about allergens were changed.'
        )
    ) >= 5
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'This quote has been changed several times today. Please try again tomorrow.'
    );
  end if;
end
$$;
comment on function private.limit_quote_changes is
  'Limits the renewals, corrections and revisions of a quote to five a day. The conversation is locked.';

create function public.send_quote(room_id uuid, brief_version integer, quote_version integer, terms jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  room public.chat_rooms;
  lines jsonb := nullif(terms -> 'lines', 'null');
  price numeric;
begin
  select *
  into room
  from public.chat_rooms r
  where r.id = send_quote.room_id and r.seller_id = private.member_id()
  for no key update;
  if not found then
    perform private.refuse('PT404', 'room', 'This conversation doesn’t exist or isn’t yours.');
  elsif room.brief_version is distinct from send_quote.brief_version then
    perform private.refuse('PT409', 'brief_changed', 'The request has just been changed. Please read it again.');
  elsif room.quote_version is distinct from send_quote.quote_version then
    perform private.refuse('PT409', 'quote_changed', 'This quote has just been changed. Please read it again.');
  elsif
    jsonb_typeof(terms) is distinct from 'object'
    or terms - '{price,lines,note,deposit,balance_due_on,wanted_on,expires_at,allergen_answers,declaration}'::text[] <> '{}'
  then
    perform private.refuse(
      '22023',
      'malformed',
      'A quote can contain only its price or lines, note, deposit, days, answers and declaration.'
    );
  elsif private.has_pending_order(room.id) then
    perform private.refuse('PT409', 'being_paid', 'The buyer is paying right now. Please try again later.');
  end if;
  perform private.check_quote_lines(lines);
  if private.trimmed_length(terms ->> 'note') > 0 and char_length(terms ->> 'note') > 2000 then
    perform private.refuse('22023', 'note', 'The note can have at most 2,000 characters.');
  elsif private.is_revision(room) then
    perform private.limit_quote_changes(room);
  end if;
  begin
    price := case when lines is null then (terms ->> 'price')::numeric else private.quote_lines_total(lines) end;
    update public.chat_rooms r
    set
      price_quote = price,
      quote_lines = lines,
      quote_note = case when private.trimmed_length(terms ->> 'note') > 0 then terms ->> 'note' end,
      quote_deposit = private.deposit_of(nullif(terms -> 'deposit', 'null'), price),
      quote_balance_due_on = (terms ->> 'balance_due_on')::date,
      wanted_on = (terms ->> 'wanted_on')::date,
      quote_expires_at = (terms ->> 'expires_at')::timestamptz,
      allergen_answers = nullif(terms -> 'allergen_answers', 'null'),
      quote_declaration = nullif(terms -> 'declaration', 'null'),
      quoted_at = clock_timestamp(),
      is_paid = false
    where r.id = room.id
    returning r.*
    into room;
  exception when invalid_text_representation
  or invalid_datetime_format
  or datetime_field_overflow
  or numeric_value_out_of_range then
    perform private.refuse('22023', 'malformed', 'A quote needs a price in pounds, and days as dates.');
  end;
  return room.quote_version;
end
$$;
comment on function public.send_quote is
  'Quotes a price, or revises the quote until it is accepted, for the conversation''s seller. After a paid order it starts a quote for another one. '
  'The versions are those that the seller has read. Terms: { price | lines: [{ text, quantity, price }], note, deposit: { percent } | { amount }, balance_due_on, wanted_on, expires_at, '
  'allergen_answers, declaration }. The price of lines is their sum. Returns the version of the quote.';

-- Messages to the buyer.

create function private.quote_expiry_text(expires_at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select
    case
      when l.at::time = '00:00' then 'the end of ' || to_char(l.at - interval '1 day', 'FMDD FMMonth')
      else to_char(l.at, 'FMDD FMMonth "at" HH24:MI')
    end
  from (select expires_at at time zone 'Europe/London' as at) l
$$;
comment on function private.quote_expiry_text is
  'The expiry in words, in London local time: ''the end of 27 November'', ''27 November at 14:03''.';

create function private.notify_buyer_of_quote(room public.chat_rooms, change text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  shop text := coalesce((select s.name from public.shops s where s.user_id = room.seller_id), 'The seller');
  product public.products;
begin
  select * into product from public.products p where p.id = room.product_id;
  perform private.notify(
    room.buyer_id,
    'message',
    case change
      when 'price' then 'Price quoted'
      when 'revision' then 'Quote revised'
      when 'renewal' then 'Price renewed'
      else 'Answers about allergens changed'
    end,
    format(
      '%s quoted £%s for %s%s. You can accept it until %s.',
      shop,
      room.price_quote,
      coalesce(product.name, 'your custom order'),
      case when room.wanted_on is null then '' else ' on ' || to_char(room.wanted_on, 'FMDD FMMonth') end,
      private.quote_expiry_text(room.quote_expires_at)
    ),
    '/messages?room=' || room.id
  );
  perform private.enqueue_email(
    room.buyer_id,
    'quote',
    format('%s:%s:%s', room.id, room.quote_version, extract(epoch from room.quote_expires_at)),
    jsonb_build_object(
      'room_id', room.id,
      'shop', shop,
      'price', room.price_quote,
      'wanted_on', room.wanted_on,
      'expires_at', room.quote_expires_at,
      'change', change,
      'version', room.quote_version,
      'answers', room.allergen_answers,
      'lines', room.quote_lines,
      'note', room.quote_note,
      'deposit', room.quote_deposit,
      'balance_due_on', room.quote_balance_due_on,
      'product', product.name,
      'image', product.image
    )
  );
end
$$;
comment on function private.notify_buyer_of_quote is
  'Notifies the buyer of a quote in the app and by email. The change is price, revision, renewal or answers.';

create function private.record_quote_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.quote_versions as v (
    chat_room_id,
    version,
    price,
    lines,
    note,
    deposit,
    balance_due_on,
    wanted_on,
    expires_at,
    allergen_answers
  )
  values
    (
      new.id,
      new.quote_version,
      new.price_quote,
      new.quote_lines,
      new.quote_note,
      new.quote_deposit,
      new.quote_balance_due_on,
      new.wanted_on,
      new.quote_expires_at,
      new.allergen_answers
    )
  on conflict on constraint quote_versions_pkey do update set expires_at = excluded.expires_at;
  return null;
end
$$;
comment on function private.record_quote_version is
  'Copies a new version of a quote into quote_versions, or the new expiry of the current one.';
