-- Emails: written to the outbox by the transaction they tell of, claimed and sent by the function send-mail.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete cascade,
  recipient text not null,
  template text not null,
  data jsonb not null default '{}',
  dedupe_key text unique,
  status text not null default 'waiting',
  attempts integer not null default 0,
  send_after timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  is_order_update boolean not null default false,
  constraint outbox_recipient_form check (recipient ~ '^[^[:space:][:cntrl:]@<>"]+@[^[:space:][:cntrl:]@<>"]+$' and char_length(recipient) <= 255),
  constraint outbox_template_form check (template ~ '^[a-z][a-z0-9_-]{0,59}$'),
  constraint outbox_status_known check (status in ('waiting', 'sent', 'failed', 'needless')),
  constraint outbox_sent_when_sent check ((status = 'sent') = (sent_at is not null))
);
comment on table public.outbox is 'Letters to be sent, once each: the function send-mail takes them from here and tries again when it must.';
comment on column public.outbox.user_id is 'Whose letter it is, so that it goes with the account; null for letters to ourselves.';
comment on column public.outbox.dedupe_key is 'What it is about, so that the same letter is not written twice.';
comment on column public.outbox.is_order_update is
  'Sent, ready, handed over, a reminder: not for whoever wants no order updates. To whoever wants no e-mail, nothing at all is sent.';
comment on column public.outbox.status is
  'waiting; sent; failed after a day of tries; needless where nobody wants it any more: a reminder of a cancelled order, a person who wants no mail.';
comment on column public.outbox.data is 'All that the template tells, as it was then; emptied once it is sent.';
comment on column public.outbox.send_after is 'When it is due; while it is being sent, when it is due again if nobody says what became of it.';
create index outbox_user on public.outbox (user_id);
create index outbox_due on public.outbox (send_after) where status = 'waiting';
create index outbox_old on public.outbox (created_at) where status <> 'waiting';

create function private.write_letter(
  person uuid, template text, about text, facts jsonb, is_order_update boolean default false, send_after timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (user_id, recipient, template, data, dedupe_key, is_order_update, send_after)
  select p.id, u.email, write_letter.template, jsonb_build_object('name', coalesce(nullif(p.first_name, ''), p.name)) || facts,
    write_letter.template || ':' || about, write_letter.is_order_update, write_letter.send_after
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = person and u.deleted_at is null and private.is_mail_address(u.email)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.write_letter(uuid, text, text, jsonb, boolean, timestamptz) is
  'Writes a letter to somebody, once about each thing; to an account that is gone, or has no address, none.';

create function private.letter_order(bought public.orders, shows_place boolean) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', bought.id, 'shop', bought.shop_name, 'fulfilment', bought.fulfilment, 'note', bought.note, 'brief', bought.brief, 'agreed_on', bought.agreed_on,
    'pickup', case bought.fulfilment when 'pickup' then jsonb_build_object(
      'date', bought.pickup_date, 'start', to_char(bought.pickup_start, 'HH24:MI'), 'end', to_char(bought.pickup_end, 'HH24:MI'),
      'area', bought.pickup_area, 'address_from', private.pickup_address_from(bought),
      'place', (select to_jsonb(p) from public.order_pickup_places p where p.order_id = bought.id and shows_place)) end,
    'address', case bought.fulfilment when 'delivery' then bought.delivery_address end,
    'subtotal', bought.subtotal, 'delivery_fee', bought.delivery_fee, 'total', bought.total_amount,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'quantity', i.quantity, 'price', i.price, 'image', i.image, 'variation', i.variation,
        'personalization', i.personalization, 'custom_request_details', i.custom_request_details, 'allergens', i.allergens
      ) order by i.name, i.id)
      from public.order_items i where i.order_id = bought.id
    ), '[]'))
$$;
comment on function private.letter_order(public.orders, boolean) is 'What emails to its buyer tell of an order: the pickup address only where it may be shown.';

create function private.letter_sale(bought public.orders) returns jsonb
language sql stable set search_path = '' as $$
  -- Where it goes stands with the order: a street need not lie in a mailbox.
  select private.letter_order(bought, false) - array['address'] || jsonb_build_object(
    'buyer', coalesce(bought.buyer_name, 'Somebody'), 'town', bought.delivery_address ->> 'city')
$$;
comment on function private.letter_sale(public.orders) is 'What letters to its seller tell of an order.';

create function private.write_receipt(bought public.orders) returns void
language sql set search_path = '' as $$
  select private.write_letter(bought.buyer_id, 'order-confirmed', coalesce(bought.checkout_id, bought.id)::text, jsonb_build_object(
    'orders', jsonb_agg(private.letter_order(o, private.shows_pickup_address(o)) order by o.shop_name, o.id),
    'subtotal', sum(o.subtotal), 'delivery_fee', sum(o.delivery_fee), 'total', sum(o.total_amount), 'paid_at', max(o.paid_at)))
  from public.orders o where o.checkout_id = bought.checkout_id or o.id = bought.id
$$;
comment on function private.write_receipt(public.orders) is 'One receipt a checkout, of however many shops.';

create function private.write_order_letters() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seller uuid := (select s.user_id from public.shops s where s.id = new.shop_id);
  buyer uuid := new.buyer_id;
  about text := new.id::text;
  bought jsonb := jsonb_build_object('order', private.letter_order(new, private.shows_pickup_address(new)));
  sold jsonb := jsonb_build_object('order', private.letter_sale(new));
  remind_at timestamptz;
  ending jsonb;
begin
  if new.status = 'processing' then
    perform private.write_receipt(new);
    perform private.write_letter(seller, 'new-order', about, sold);
    -- It brings the address, so it waits until that is shown.
    remind_at := greatest(((new.pickup_date - 1) + time '09:00') at time zone 'Europe/London', private.pickup_address_from(new));
    if new.fulfilment = 'pickup' and remind_at > now() then
      perform private.write_letter(buyer, 'pickup-reminder', about, jsonb_build_object('order', private.letter_order(new, true)), true, remind_at);
    end if;
  elsif new.status in ('shipped', 'ready', 'delivered') then
    perform private.write_letter(buyer, 'order-' || new.status, about, bought, true);
  -- What was never paid ends without a word: nobody waits for it.
  elsif new.status = 'cancelled' and new.paid_at is not null then
    ending := jsonb_build_object(
      'by', case auth.uid() when buyer then 'buyer' when seller then 'seller' else 'house' end, 'reason', new.cancel_reason,
      'refund', (select sum(r.amount) from public.refunds r where r.order_id = new.id and r.is_cancellation));
    perform private.write_letter(buyer, 'order-cancelled', about, bought || ending);
    if auth.uid() is distinct from seller then
      perform private.write_letter(seller, 'sale-cancelled', about, sold || ending);
    end if;
  end if;
  return null;
end $$;
comment on function private.write_order_letters() is 'Tells both sides by letter of each step of an order that concerns them.';

-- Sending.

create function private.letter_is_needless(letter public.outbox) returns boolean
language sql stable set search_path = '' as $$
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
    or letter.template = 'refund-started' and letter.data -> 'refunds' = '[]'
    or letter.template = 'quote' and not exists (
      select from public.chat_rooms c
      where c.id = (letter.data ->> 'room_id')::uuid and not c.is_paid and c.price_quote = (letter.data ->> 'price')::numeric
        and c.quote_expires_at = (letter.data ->> 'expires_at')::timestamptz and c.quote_expires_at > now()
    )
    or letter.template = 'unread-messages' and not exists (
      select from private.room_readers r, jsonb_array_elements(letter.data -> 'rooms') told
      where r.person_id = letter.user_id and r.room_id = (told ->> 'id')::uuid and r.unread > 0
    )
$$;
comment on function private.letter_is_needless(public.outbox) is
  'Asked when it is about to be sent: whether its person wants none such, what it tells is over, or it lay for days because nothing sent letters.';

create function public.claim_letters(most integer default 5) returns table (
  letter_id uuid, recipient text, template text, data jsonb, attempts integer
)
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  claimed integer := 0;
  added integer;
begin
  loop
    due := array(
      select o.id from public.outbox o where o.status = 'waiting' and o.send_after <= now()
      order by o.send_after, o.id limit most - claimed for no key update skip locked
    );
    exit when cardinality(due) = 0;
    update public.outbox o set status = 'needless', data = '{}' where o.id = any (due) and private.letter_is_needless(o);
    return query
    update public.outbox o set
      attempts = o.attempts + 1, send_after = now() + interval '5 minutes',
      recipient = coalesce((select u.email from auth.users u where u.id = o.user_id and private.is_mail_address(u.email)), o.recipient)
    where o.id = any (due) and o.status = 'waiting'
    returning o.id, o.recipient, o.template, o.data, o.attempts;
    get diagnostics added = row_count;
    claimed := claimed + added;
    exit when claimed >= most;
  end loop;
end $$;
comment on function public.claim_letters(integer) is
  'Letters to send now, to where their people are reached today. Whoever claims them has five minutes; then, if nothing was recorded, they come '
  'again: a letter may arrive twice, but none is lost.';

create function public.record_letter(letter_id uuid, attempt integer, error text default null) returns void
language sql security definer set search_path = '' as $$
  update public.outbox o set
    status = case when error is null then 'sent' when o.attempts >= 24 then 'failed' else 'waiting' end,
    sent_at = case when error is null then now() end,
    data = case when error is null then '{}' else o.data end,
    send_after = private.next_try(o.attempts - 1),
    last_error = left(error, 500)
  -- Sent is sent, whoever says so; a failure counts only while nobody else has claimed the letter since.
  where o.id = record_letter.letter_id and o.status = 'waiting' and (error is null or o.attempts = record_letter.attempt);
  -- To somebody who has left: who they were is not kept, whether it reached them or not.
  delete from public.outbox o where o.id = record_letter.letter_id and o.template = 'account-deleted' and o.status <> 'waiting'
$$;
comment on function public.record_letter(uuid, integer, text) is
  'What became of a letter that was claimed: sent, or why not; then it comes again in 1, 2, 4 … 60 minutes, 24 times in all.';

create function private.send_letters() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.outbox o where o.status = 'waiting' and o.send_after <= now()) then
    perform private.call_function('send-mail');
  end if;
end $$;
comment on function private.send_letters() is 'Wakes the function that sends letters, where one is due.';

create function private.forget_letters() returns void
language sql security definer set search_path = '' as $$ delete from public.outbox o where o.status <> 'waiting' and o.created_at < now() - interval '90 days' $$;
comment on function private.forget_letters() is 'Letters that are done with are kept for 90 days, for whoever asks what became of one.';

-- Only a change of state fires it: an order that is inserted as it is (the sample, an import) sends no email.
create trigger write_letters after update of status on public.orders
  for each row when (old.status <> new.status) execute function private.write_order_letters();

alter table public.outbox enable row level security;

grant all on public.outbox to service_role;

grant execute on function public.claim_letters(integer), public.record_letter(uuid, integer, text) to service_role;
