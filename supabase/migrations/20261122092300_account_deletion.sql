-- Deleting an account: what goes, what stays without the person, and what a member may take along.

create function public.signed_in_recently() returns boolean
language sql stable set search_path = ''
return exists (
  select from jsonb_array_elements(
    case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
  ) as proof
  where jsonb_typeof(proof -> 'timestamp') = 'number'
    and (proof ->> 'timestamp')::numeric > extract(epoch from now() - interval '10 minutes')
);
comment on function public.signed_in_recently() is
  'Whether whoever is asking has proved who they are within the last ten minutes, by password, code or provider: a session that is only renewed has not.';

create function private.prove_who_asks() returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'account', 'Please sign in first.');
  elsif not public.signed_in_recently() then
    perform private.refuse('PT403', 'reauthenticate', 'Please confirm that it is you first.');
  end if;
end $$;
comment on function private.prove_who_asks() is 'Refuses whoever has not proved lately who they are: for what cannot be taken back, and for what tells all.';

create function private.refuse_unfinished(person uuid) returns void
language plpgsql set search_path = '' as $$
declare
  shop uuid := (select s.id from public.shops s where s.user_id = person);
  bought integer;
  sold integer;
  is_being_paid boolean;
begin
  select count(*) filter (where o.buyer_id = person and o.paid_at is not null),
    count(*) filter (where o.shop_id = shop and o.paid_at is not null),
    coalesce(bool_or(o.paid_at is null), false)
  into bought, sold, is_being_paid
  from public.orders o
  where (o.buyer_id = person or o.shop_id = shop) and o.status = any (private.open_order_statuses());
  if sold > 0 then
    perform private.refuse('PT409', 'sales', case sold
      when 1 then 'Your shop still has an order to hand over. Please finish or cancel it first.'
      else format('Your shop still has %s orders to hand over. Please finish or cancel them first.', sold) end);
  elsif bought > 0 then
    perform private.refuse('PT409', 'orders', case bought
      when 1 then 'An order of yours is still on its way to you. Please wait for it or cancel it first.'
      else format('%s orders of yours are still on their way to you. Please wait for them or cancel them first.', bought) end);
  elsif is_being_paid then
    perform private.refuse('PT409', 'unpaid', 'An order is just being paid for. Please cancel it, or try again in half an hour.');
  end if;
end $$;
comment on function private.refuse_unfinished(uuid) is 'Refuses to let go of whoever still owes something, or is owed it.';

create function private.forget_words_about(person uuid, shop uuid) returns void
language sql set search_path = '' as $$
  -- What they said about an order; why it was cancelled or refunded says who asks for a reason.
  update public.orders o set cancel_reason = null
  where (o.buyer_id = person or o.shop_id = shop) and o.cancel_reason is not null and exists (
    select from public.order_events e where e.order_id = o.id and e.status = 'cancelled' and e.actor_id = person
  );
  update public.order_events e set note = null where e.actor_id = person and e.note is not null;
  update public.refunds r set reason = null
  from public.orders o
  where o.id = r.order_id and r.reason is not null and (o.shop_id = shop or o.buyer_id = person and r.is_cancellation and exists (
    select from public.order_events e where e.order_id = o.id and e.status = 'cancelled' and e.actor_id = person
  ));
  -- Where one picked up is somebody's home, and what is shown with the order was theirs.
  delete from public.order_pickup_places p using public.orders o where o.id = p.order_id and o.shop_id = shop;
  update public.orders o set pickup_area = null where o.shop_id = shop and o.pickup_area is not null;
  update public.order_items i set image = null from public.orders o where o.id = i.order_id and o.shop_id = shop and i.image is not null;
  -- News and letters to the other side name them.
  delete from public.notifications n using public.orders o, public.shops s
  where o.buyer_id = person and s.id = o.shop_id and n.user_id = s.user_id and n.link = '/seller/orders?order=' || o.id;
  delete from public.notifications n using public.orders o
  where o.shop_id = shop and n.user_id = o.buyer_id and n.link in ('/order/' || o.id, '/checkout/' || o.checkout_id);
  -- What was told before news led to their order.
  delete from public.notifications n using public.orders o, public.shops s
  where o.buyer_id = person and s.id = o.shop_id and n.user_id = s.user_id
    and n.type = 'order' and n.link = '/seller/orders' and starts_with(n.message, o.buyer_name || ' ordered ');
  delete from public.notifications n using public.orders o
  where o.shop_id = shop and n.user_id = o.buyer_id
    and n.type = 'payment' and n.link = '/orders' and strpos(n.message, o.shop_name) > 0;
  delete from public.notifications n using public.chat_rooms r
  where person in (r.buyer_id, r.seller_id) and n.user_id in (r.buyer_id, r.seller_id) and strpos(n.link, r.id::text) > 0;
  delete from public.notifications n using public.contact_messages c, public.shops s
  where c.sender_id = person and s.id = c.shop_id and n.user_id = s.user_id
    and n.link like '%?tab=enquiries' and n.message = c.subject;
  delete from public.outbox b using public.orders o
  where (o.buyer_id = person or o.shop_id = shop) and o.id::text = b.data -> 'order' ->> 'id' and b.data <> '{}';
  delete from public.outbox b using public.orders o
  where (o.buyer_id = person or o.shop_id = shop) and o.id::text = b.data ->> 'order_id' and b.data <> '{}';
  delete from public.outbox b where jsonb_typeof(b.data -> 'orders') = 'array' and exists (
    select from jsonb_array_elements(case jsonb_typeof(b.data -> 'orders') when 'array' then b.data -> 'orders' else '[]' end) told
    join public.orders o on o.id = (told ->> 'id')::uuid
    where o.buyer_id = person or o.shop_id = shop
  );
  delete from public.outbox b using public.chat_rooms r
  where person in (r.buyer_id, r.seller_id) and b.data <> '{}' and strpos(b.data::text, r.id::text) > 0;
  delete from public.outbox b using public.contact_messages c
  where c.sender_id = person and b.dedupe_key = 'contact_message:' || c.id;
  -- A review stays without its author; the picture was theirs. So were the answers to others' reviews.
  update public.reviews r set picture = null from public.review_authors a
  where a.review_id = r.id and a.author_id = person and r.picture is not null;
  update public.reviews r set reply = null, replied_at = null where r.shop_id = shop and r.reply is not null;
$$;
comment on function private.forget_words_about(uuid, uuid) is 'Takes out of what stays with others what names somebody who goes, or was said by them.';

create function private.forget_log_of(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from auth.audit_log_entries e where e.payload ->> 'actor_id' = person::text;
exception
  -- Where the host keeps its log to itself, it is the host's.
  when insufficient_privilege or undefined_table then null;
end $$;
comment on function private.forget_log_of(uuid) is 'Takes out of the log of accounts from where and when somebody signed in.';

create function private.forget_buyer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.buyer_name := null;
  new.delivery_address := null;
  new.note := null;
  new.brief := null;
  update public.order_items i set custom_request_details = null
  where i.order_id = new.id and i.custom_request_details is not null;
  return new;
end $$;
comment on function private.forget_buyer() is 'An order outlives its buyer''s account, without the person.';

create function private.lock_belongings(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- In the order of every lock: whoever is buying just now has either begun before, and is found, or finds the shop gone.
  perform from public.checkouts c where c.buyer_id = person order by c.id for no key update;
  perform from public.chat_rooms r where person in (r.buyer_id, r.seller_id) order by r.id for update;
  perform from public.products p where p.shop_id = (select s.id from public.shops s where s.user_id = person) order by p.id for update;
end $$;
comment on function private.lock_belongings(uuid) is 'Waits for whatever happens to what somebody who goes buys, says and sells.';

create function private.let_go() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shop uuid := (select s.id from public.shops s where s.user_id = old.id);
begin
  perform private.lock_belongings(old.id);
  perform private.refuse_unfinished(old.id);
  perform private.forget_words_about(old.id, shop);
  delete from public.contact_messages c where c.shop_id = shop;
  delete from public.products p where p.shop_id = shop;
  delete from public.shop_closures c where c.shop_id = shop;
  delete from public.shop_pickup_schedules w where w.shop_id = shop;
  delete from public.favourites f where f.shop_id = shop;
  perform private.forget_log_of(old.id);
  return old;
end $$;
comment on function private.let_go() is 'Before an account goes, whoever deletes it: nothing may be owed, and what others keep must not tell of the person.';

create function public.delete_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  address text;
  called text;
begin
  perform private.prove_who_asks();
  -- Before the account itself, which whoever buys, writes or sells waits for last.
  perform private.lock_belongings(person);
  -- Asked here for its sentence; the deletion itself asks again, with everything locked.
  perform private.refuse_unfinished(person);
  select u.email, coalesce(nullif(p.first_name, ''), p.name) into address, called
  from auth.users u join public.profiles p on p.id = u.id where u.id = person;
  delete from auth.users u where u.id = person;
  if not found then
    perform private.refuse('PT401', 'account', 'Please sign in first.');
  end if;
  -- The last letter, gone from here as soon as it is sent.
  if private.is_mail_address(address) then
    insert into public.outbox (recipient, template, data) values (address, 'account-deleted', jsonb_build_object('name', called));
    perform private.call_function('send-mail');
  end if;
  perform private.call_function('sweep-pictures');
end $$;
comment on function public.delete_account() is
  'Deletes the account of whoever is asking, if they have proved lately who they are and nothing is owed. Its pictures go right after it.';

create function public.own_sessions() returns table (signed_in_at timestamptz, renewed_at timestamptz, browser text, network_address text)
language sql stable security definer set search_path = '' as $$
  select s.created_at, s.updated_at, s.user_agent, host(s.ip) from auth.sessions s
  where s.user_id = auth.uid() order by s.created_at desc
$$;
comment on function public.own_sessions() is 'The devices on which whoever is asking is signed in.';

create trigger forget_buyer before update of buyer_id on public.orders
  for each row when (old.buyer_id is not null and new.buyer_id is null) execute function private.forget_buyer();
create trigger let_go before delete on public.profiles for each row execute function private.let_go();

grant execute on function public.signed_in_recently(), public.delete_account(), public.own_sessions() to authenticated, service_role;
