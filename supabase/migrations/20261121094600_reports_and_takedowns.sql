-- Moderation: who is an administrator, what may be reported how often, and what is taken down: products, reviews, whole shops.

-- Who.

create or replace function private.is_administrator() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) and exists (
    select from auth.users u
    where u.id = (select auth.uid()) and u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null
      and coalesce(u.banned_until <= now(), true)
  ) and (
    auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions s where s.id::text = auth.jwt() ->> 'session_id')
  )
$$;
comment on function private.is_administrator() is
  'True for an administrator: role admin in app_metadata, said by the token and, since tokens outlive a demotion by up to an hour, by the account '
  'itself; and the session of the token has not been ended.';
revoke execute on function private.is_administrator() from public;
grant execute on function private.is_administrator() to authenticated, service_role;

create function private.require_administrator() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_administrator() then
    perform private.refuse('42501', 'administrator', 'This is for administrators.');
  end if;
end $$;
comment on function private.require_administrator() is 'Refuses everybody but administrators; the secret key too, since it names nobody.';

create function public.am_administrator() returns boolean
language sql stable set search_path = ''
as $$ select private.is_administrator() $$;
comment on function public.am_administrator() is 'Whether whoever is asking is an administrator now, for pages that are for them alone.';

-- The log is kept from everybody, its owner included: who wants to change it has to drop a trigger first.

create function private.keep_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'The audit log is only ever added to.';
end $$;
comment on function private.keep_log() is 'Refuses changes of the audit log.';
create trigger keep_log before update or delete or truncate on public.audit_log
  for each statement execute function private.keep_log();
comment on table public.audit_log is
  'What was done to shops, products, reviews, reports and money, by whom, and which reported conversation was read. Added to by triggers and '
  'functions, changed by nobody. Holds ids, states and administrators'' reasons, no names.';

-- Reports.

create function private.limit_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if me is null then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('reports'), hashtext(me::text));
  if exists (
    select from public.reports r
    where r.reporter_id = me and r.state = 'open'
      and (r.product_id = new.product_id or r.shop_id = new.shop_id or r.review_id = new.review_id or r.chat_room_id = new.chat_room_id)
  ) then
    perform private.refuse('PT409', 'reported', 'You have reported this already. We are looking into it.');
  end if;
  if (select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '1 hour') >= 10
    or (select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '1 day') >= 30 then
    perform private.refuse('PT429', 'often', 'You have reported a lot. Please try again later, or write to us.');
  end if;
  new.reason := private.trimmed(new.reason);
  new.details := nullif(private.trimmed(new.details), '');
  return new;
end $$;
comment on function private.limit_reports() is 'One open report a person and thing; 10 in an hour and 30 in a day.';
create trigger limit_reports before insert on public.reports
  for each row execute function private.limit_reports();

-- Taking down.

alter table public.products
  add column taken_down_at timestamptz,
  add column takedown_reason text,
  add constraint products_takedown_reason_length check (private.trimmed_length(takedown_reason) >= 1 and char_length(takedown_reason) <= 500),
  add constraint products_taken_down_for_a_reason check ((taken_down_at is null) = (takedown_reason is null));
comment on column public.products.taken_down_at is 'Since when an administrator keeps it from everybody but its owner, whatever its status; null mostly.';
comment on column public.products.takedown_reason is 'Why, in words for its owner.';

alter table public.shops
  add column suspension_reason text,
  add constraint shops_suspension_reason_length check (private.trimmed_length(suspension_reason) >= 1 and char_length(suspension_reason) <= 500),
  add constraint shops_suspension_reason_while_suspended check (suspension_reason is null or status = 'suspended');
comment on column public.shops.suspension_reason is 'Why it is suspended, in words for its owner.';

create or replace function private.list_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shop record;
begin
  -- On insert the shop is locked, so that a suspension at the same moment finds the new product too.
  if tg_op = 'INSERT' then
    select s.name, s.status into shop from public.shops s where s.id = new.shop_id for share;
  else
    select s.name, s.status into shop from public.shops s where s.id = new.shop_id;
  end if;
  new.is_listed := new.status = 'active' and new.taken_down_at is null and coalesce(shop.status = 'active', false);
  new.search_text := private.product_search_text(new.name, new.category, shop.name, new.description);
  return new;
end $$;
drop trigger tidy_2_list on public.products;
create trigger tidy_2_list before insert or update of name, description, category, status, taken_down_at, search_text, is_listed on public.products
  for each row execute function private.list_product();
create trigger audit after update of taken_down_at on public.products
  for each row execute function private.audit('taken_down_at');

create or replace function private.keep_shop_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.id is distinct from old.id then
    raise exception using errcode = '42501', message = 'The id of a shop never changes.';
  end if;
  if new.user_id is distinct from old.user_id then
    if new.user_id is not null or exists (select from public.profiles where id = old.user_id) then
      raise exception using errcode = '42501', message = 'A shop cannot change hands.';
    end if;
    -- The owner's account was deleted: the shop stays for the orders that name it, where it was does not.
    new.status := 'closed';
    new.suspension_reason := null;
    new.town := null;
    new.lat := null;
    new.lon := null;
    new.food_registration := null;
    delete from public.shop_pickup_places where shop_id = old.id;
  end if;
  return new;
end $$;

create function private.end_checkouts_of(products uuid[]) returns void
language sql set search_path = ''
as $$
  -- Whoever holds one is paying it: that comes first. The others end with the next run of expire_checkouts, in the order of its locks;
  -- until then none of them can begin to be paid, and money that comes later goes back.
  update public.checkouts c set expires_at = now()
  where c.id in (
    select c.id from public.checkouts c
    where c.status = 'pending' and c.expires_at > now() and exists (
      select from public.orders o join public.order_items i on i.order_id = o.id
      where o.checkout_id = c.id and i.product_id = any (products)
    )
    for no key update skip locked
  )
$$;
comment on function private.end_checkouts_of(uuid[]) is 'What is not paid yet of these products is not to be paid any more.';

create function private.is_withdrawn(checkout uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.orders o
    join public.shops s on s.id = o.shop_id
    join public.order_items i on i.order_id = o.id
    left join public.products p on p.id = i.product_id
    where o.checkout_id = checkout and (s.status = 'suspended' or p.taken_down_at is not null)
  )
$$;
comment on function private.is_withdrawn(uuid) is
  'Whether an administrator has taken something of a checkout off the market since it was ordered. What its seller did with it does not count.';

create or replace function private.keep_payment(checkout public.checkouts, payment public.payments, currency text) returns uuid
language plpgsql set search_path = ''
as $$
begin
  if currency is distinct from 'gbp' or payment.amount <> checkout.total then
    return private.return_payment(payment, 'The amount paid was not the amount of your order.');
  elsif checkout.status = 'paid' then
    return private.return_payment(payment, 'Your order had been paid already.');
  elsif checkout.status = 'cancelled' then
    return private.return_payment(payment, 'You had given up this order before.');
  elsif checkout.status = 'pending' and private.is_withdrawn(checkout.id) then
    update public.checkouts c set status = 'expired' where c.id = checkout.id;
    perform private.release_checkouts(array[checkout.id], 'No longer sold.');
    return private.return_payment(payment, 'Something you ordered is no longer sold.');
  elsif checkout.status = 'expired' and not private.retake_checkout(checkout.id) then
    return private.return_payment(payment, 'Your payment came too late, and something you ordered is gone.');
  end if;
  perform private.settle_checkout(checkout.id);
  if payment.route = 'transfers' then
    insert into public.transfers (order_id, payment_id, amount)
    select o.id, payment.id, o.total_amount - private.order_fee(o.subtotal, payment.fee_percent)
    from public.orders o
    where o.checkout_id = checkout.id and o.total_amount > private.order_fee(o.subtotal, payment.fee_percent);
  end if;
  return null;
end $$;
comment on function private.keep_payment(public.checkouts, public.payments, text) is
  'Makes money that came into paid orders. Where that cannot be (late and gone, withdrawn, double, given up, another amount) it goes back: the id of the refund.';

create function private.tell_suspension() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  about text := format('%s:%s', new.id, extract(epoch from clock_timestamp()));
  facts jsonb := jsonb_build_object('shop', new.name, 'reason', new.suspension_reason);
begin
  if new.status = 'suspended' then
    perform private.tell(new.user_id, 'system', 'Your shop is suspended',
      format('%s is hidden from everybody and cannot be ordered from.%s Orders that are paid can still be made and handed over, or cancelled and refunded.',
        new.name, coalesce(' Why: ' || rtrim(new.suspension_reason, '.') || '.', '')), '/seller/dashboard');
    perform private.write_letter(new.user_id, 'shop-suspended', about, facts);
  elsif old.status = 'suspended' and new.status = 'active' then
    perform private.tell(new.user_id, 'system', 'Your shop is open again',
      format('%s is back in every list, and people can order from it.', new.name), '/seller/dashboard');
    perform private.write_letter(new.user_id, 'shop-restored', about, facts - 'reason');
  end if;
  return null;
end $$;
comment on function private.tell_suspension() is 'Tells a shop''s owner, in the app and by letter, that it was suspended or restored, by whichever way that was done.';
create trigger tell_suspension after update on public.shops
  for each row when (old.status <> new.status) execute function private.tell_suspension();

revoke execute on function private.require_administrator(), public.am_administrator(), private.keep_log(), private.limit_reports(),
  private.end_checkouts_of(uuid[]), private.is_withdrawn(uuid), private.tell_suspension() from public;
grant execute on function public.am_administrator() to authenticated;
