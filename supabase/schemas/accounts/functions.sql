create function private.display_name(metadata jsonb)
returns text
language sql
immutable
parallel safe
return coalesce(
  nullif(left(private.strip_invisible(regexp_replace(metadata ->> 'name', '[[:cntrl:]]+', ' ', 'g')), 100), ''),
  'User'
);
comment on function private.display_name is 'The display name from account metadata, else User.';

create function private.safe_avatar(value text)
returns text
language sql
immutable
parallel safe
return case
  when char_length(value) <= 2048
    and value ~* '^(https?://[^[:space:]<>"''\\]+|/([^/\\[:space:]<>"''][^[:space:]<>"''\\]*)?)$' then value
end;
comment on function private.safe_avatar is 'An avatar address if it is http(s) or a path on this site, else null.';

create function private.copy_account_to_profile()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_name text := private.display_name(new.raw_user_meta_data);
begin
  -- A sign-up through an external provider cannot be refused for its name.
  if private.imitates_marketplace(account_name) and new.raw_app_meta_data ->> 'role' is distinct from 'admin' then
    account_name := 'User';
  end if;
  insert into public.profiles as p (id, name, avatar_url)
  values
    (new.id, account_name, private.safe_avatar(new.raw_user_meta_data ->> 'avatar_url'))
  on conflict (id) do update
    set
      name = excluded.name,
      avatar_url = excluded.avatar_url
    where (p.name, p.avatar_url) is distinct from (excluded.name, excluded.avatar_url);
  insert into public.notification_preferences (user_id) values (new.id) on conflict do nothing;
  return new;
end
$$;
comment on function private.copy_account_to_profile is
  'Creates the profile of a new account and copies changes of its name and avatar. Only administrators may use the marketplace''s name.';

create function private.delivery_address(address public.user_addresses)
returns jsonb
language sql
stable
return jsonb_strip_nulls(
  jsonb_build_object(
    'full_name', address.full_name,
    'address_line1', address.address_line1,
    'address_line2', address.address_line2,
    'city', address.city,
    'postal_code', address.postal_code,
    'country', address.country
  )
);
comment on function private.delivery_address is
  'An address as stored with an order, without the phone number, which is in order_phones.';

create function private.normalise_address()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.postal_code := private.normalise_postcode(new.postal_code);
  new.country := private.normalise_country(new.country);
  new.full_name := private.strip_invisible(new.full_name);
  return new;
end
$$;
comment on function private.normalise_address is 'Normalises postcode, country and name.';

create function private.normalise_profile()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.first_name := private.strip_invisible(new.first_name);
  new.last_name := private.strip_invisible(new.last_name);
  new.town := private.strip_invisible(new.town);
  return new;
end
$$;
comment on function private.normalise_profile is
  'Removes invisible characters from what sellers and recipients read in orders and emails.';

create function private.unset_other_default_addresses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The lock on the profile serialises two new defaults, so one default remains.
  perform from public.profiles where id = new.user_id for no key update;
  update public.user_addresses
  set is_default = false
  where user_id = new.user_id and is_default and id <> new.id;
  return new;
end
$$;
comment on function private.unset_other_default_addresses is 'Makes a new default address replace the old one.';

create function private.clear_stale_coordinates()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (new.lat, new.lon) is not distinct from (old.lat, old.lon) then
    new.lat := null;
    new.lon := null;
  end if;
  return new;
end
$$;
comment on function private.clear_stale_coordinates is
  'Clears the coordinates of a changed address unless the change sets new ones.';

-- Deleting an account.

create function public.signed_in_recently()
returns boolean
language sql
stable
set search_path = ''
return private.member_id() is not null
and exists (
  select
  from
    jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
    ) as proof
  where
    jsonb_typeof(proof -> 'timestamp') = 'number'
    and (proof ->> 'timestamp')::numeric > extract(epoch from now() - interval '10 minutes')
);
comment on function public.signed_in_recently is
  'Whether the caller signed in within the last ten minutes, by password, code or provider. Refreshing a session does not count.';

create function private.require_recent_sign_in()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if private.member_id() is null then
    perform private.refuse('PT401', 'account', 'Please sign in first.');
  elsif not public.signed_in_recently() then
    perform private.refuse('PT403', 'reauthenticate', 'Please confirm your identity first.');
  end if;
end
$$;
comment on function private.require_recent_sign_in is
  'Refuses callers who have not signed in recently. Protects irreversible actions and full exports of personal data.';

create function private.require_no_open_orders(member uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  shop uuid := (select s.id from public.shops s where s.user_id = member);
  purchases integer;
  sales integer;
  has_unpaid boolean;
  owed numeric := (
    select sum(v.balance)
    from public.gift_vouchers v
    where v.shop_id = shop and v.expires_on >= (now() at time zone 'Europe/London')::date
  );
begin
  select
    count(*) filter (where o.buyer_id = member and o.paid_at is not null),
    count(*) filter (where o.shop_id = shop and o.paid_at is not null),
    coalesce(bool_or(o.paid_at is null), false)
  into purchases, sales, has_unpaid
  from public.orders o
  where (o.buyer_id = member or o.shop_id = shop) and o.status = any (private.open_order_statuses());
  if owed > 0 then
    perform private.refuse(
      'PT409',
      'vouchers_owed',
      format('Gift vouchers of your shop have £%s left. Please refund them first.', owed)
    );
  elsif sales > 0 then
    perform private.refuse(
      'PT409',
      'sales',
      case sales
        when 1 then 'Your shop still has an open order. Please complete or cancel it first.'
        else format('Your shop still has %s open orders. Please complete or cancel them first.', sales)
      end
    );
  elsif purchases > 0 then
    perform private.refuse(
      'PT409',
      'orders',
      case purchases
        when 1 then 'You still have an open order. Please wait until you receive it, or cancel it first.'
        else format(
          'You still have %s open orders. Please wait until you receive them, or cancel them first.',
          purchases
        )
      end
    );
  elsif has_unpaid then
    perform private.refuse(
      'PT409',
      'unpaid',
      'An order is awaiting payment. If it is yours, please cancel it. If it is of a subscription to your shop, please end that. Otherwise, please try again in half an hour.'
    );
  end if;
end
$$;
comment on function private.require_no_open_orders is
  'Refuses to delete an account while the member has open orders as a buyer or seller, or gift vouchers of the shop are in use.';

create function private.erase_personal_data(member uuid, shop uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Erases the member's own notes. A reason for a cancellation or refund belongs to the side that gave it.
  update public.orders o
  set cancel_reason = null
  where
    (o.buyer_id = member or o.shop_id = shop)
    and o.cancel_reason is not null
    and exists (
      select from public.order_events e where e.order_id = o.id and e.status = 'cancelled' and e.actor_id = member
    );
  update public.order_events e set note = null where e.actor_id = member and e.note is not null;
  update public.refunds r
  set reason = null
  from public.orders o
  where
    o.id = r.order_id
    and r.reason is not null
    and (
      o.shop_id = shop
      or o.buyer_id = member
      and r.is_cancellation
      and exists (
        select from public.order_events e where e.order_id = o.id and e.status = 'cancelled' and e.actor_id = member
      )
    );
  -- The pickup address is usually the seller's home, and the product image belonged to the seller.
  delete from public.order_pickup_places p using public.orders o where o.id = p.order_id and o.shop_id = shop;
  update public.orders o set pickup_area = null where o.shop_id = shop and o.pickup_area is not null;
  -- Nobody else knows the customers of manual orders.
  update public.orders o
  set
    buyer_name = null,
    note = null
  from public.manual_orders m
  where m.order_id = o.id and m.shop_id = shop;
  update public.order_items i
  set image = null
  from public.orders o
  where o.id = i.order_id and o.shop_id = shop and i.image is not null;
  -- Notifications and emails to the other side contain the member's name.
  delete from public.notifications n
  using
    public.orders o,
    public.shops s
  where o.buyer_id = member and s.id = o.shop_id and n.user_id = s.user_id and n.link = '/seller/orders?order=' || o.id;
  delete from public.notifications n
  using public.orders o
  where o.shop_id = shop and n.user_id = o.buyer_id and n.link in ('/order/' || o.id, '/checkout/' || o.checkout_id);
  delete from public.notifications n
  using public.chat_rooms r
  where
    member in (r.buyer_id, r.seller_id)
    and n.user_id in (r.buyer_id, r.seller_id)
    and strpos(n.link, r.id::text) > 0;
  delete from public.notifications n
  using
    public.contact_messages c,
    public.shops s
  where
    c.sender_id = member
    and s.id = c.shop_id
    and n.user_id = s.user_id
    and n.link like '%?tab=enquiries'
    and n.message = c.subject;
  delete from public.outbox b
  using public.orders o
  where (o.buyer_id = member or o.shop_id = shop) and o.id::text = b.data -> 'order' ->> 'id' and b.data <> '{}';
  delete from public.outbox b
  using public.orders o
  where (o.buyer_id = member or o.shop_id = shop) and o.id::text = b.data ->> 'order_id' and b.data <> '{}';
  delete from public.outbox b
  where
    jsonb_typeof(b.data -> 'orders') = 'array'
    and exists (
      select
      from
        jsonb_array_elements(
          case jsonb_typeof(b.data -> 'orders') when 'array' then b.data -> 'orders' else '[]' end
        ) entry
        join public.orders o on o.id = (entry ->> 'id')::uuid
      where o.buyer_id = member or o.shop_id = shop
    );
  delete from public.outbox b
  using public.chat_rooms r
  where member in (r.buyer_id, r.seller_id) and b.data <> '{}' and strpos(b.data::text, r.id::text) > 0;
  delete from public.outbox b
  using public.contact_messages c
  where c.sender_id = member and b.dedupe_key = 'contact_message:' || c.id;
  -- A review stays without its author. Its picture and the seller's replies belong to the member.
  update public.reviews r
  set picture = null
  from public.review_authors a
  where a.review_id = r.id and a.author_id = member and r.picture is not null;
  update public.reviews r
  set
    reply = null,
    replied_at = null
  where r.shop_id = shop and r.reply is not null;
  update public.order_problems p
  set answer_text = null
  from public.orders o
  where o.id = p.order_id and o.shop_id = shop and p.answer_text is not null;
end
$$;
comment on function private.erase_personal_data is
  'Erases a member''s name and texts from rows that other members keep.';

create function private.erase_sign_in_log(member uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from auth.audit_log_entries e where e.payload ->> 'actor_id' = member::text;
exception when insufficient_privilege or undefined_table then
  -- Some hosts do not allow access to the log of their auth service.
  null;
end
$$;
comment on function private.erase_sign_in_log is 'Erases a member''s entries from the log of sign-ins.';

create function private.lock_account_data(member uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Locks in the same order as place_order. A concurrent order is either complete, and is found, or waits and then finds the shop closed.
  perform
  from public.checkouts c
  where
    c.buyer_id = member
    or c.id in (
      select v.checkout_id
      from
        public.gift_vouchers v
        join public.shops s on s.id = v.shop_id
      where s.user_id = member and v.paid_at is null
    )
  order by c.id
  for no key update;
  perform from public.chat_rooms r where member in (r.buyer_id, r.seller_id) order by r.id for update;
  perform
  from public.products p
  where p.shop_id = (select s.id from public.shops s where s.user_id = member)
  order by p.id
  for update;
  perform private.lock_bookings(array(select w.shop_id from public.slot_waitlist_entries w where w.user_id = member));
end
$$;
comment on function private.lock_account_data is
  'Waits for concurrent changes to a member''s checkouts, conversations, products and held places.';

create function private.prepare_account_deletion()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := (select s.id from public.shops s where s.user_id = old.id);
begin
  perform private.lock_account_data(old.id);
  perform private.require_no_open_orders(old.id);
  perform private.erase_personal_data(old.id, shop);
  delete from public.contact_messages c where c.shop_id = shop;
  -- A line of another member's basket contains the shop's name.
  delete from public.basket_lines b using public.products p where p.id = b.product_id and p.shop_id = shop;
  delete from public.products p where p.shop_id = shop;
  delete from public.shop_closures c where c.shop_id = shop;
  delete from public.shop_kitchens k where k.shop_id = shop;
  delete from public.shop_delivery_terms t where t.shop_id = shop;
  delete from public.discount_codes d where d.shop_id = shop;
  delete from public.shop_voucher_terms t where t.shop_id = shop;
  delete from public.customer_notes n where n.shop_id = shop;
  delete from public.shop_vat v where v.shop_id = shop;
  delete from public.shop_ingredients i where i.shop_id = shop;
  delete from public.shop_costing c where c.shop_id = shop;
  delete from public.shop_pickup_schedules w where w.shop_id = shop;
  delete from public.shop_day_limits l where l.shop_id = shop;
  delete from public.shop_booking_rules r where r.shop_id = shop;
  delete from public.favourites f where f.shop_id = shop;
  perform private.erase_followers(shop);
  perform private.erase_sign_in_log(old.id);
  return old;
end
$$;
comment on function private.prepare_account_deletion is
  'Runs before any deletion of an account. Refuses while orders are open, and erases personal data that would remain in other members'' rows.';

create function public.delete_account()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := private.member_id();
  address text;
  account_name text;
begin
  perform private.require_recent_sign_in();
  -- These locks come before the lock on the account row, because orders and messages take that lock last.
  perform private.lock_account_data(member);
  -- Refuses before anything is deleted. The deletion trigger checks again with everything locked.
  perform private.require_no_open_orders(member);
  select u.email, coalesce(nullif(p.first_name, ''), p.name)
  into address, account_name
  from
    auth.users u
    join public.profiles p on p.id = u.id
  where u.id = member;
  delete from auth.users u where u.id = member;
  if not found then
    perform private.refuse('PT401', 'account', 'Please sign in first.');
  end if;
  -- The final email. It is removed from the outbox as soon as it is sent.
  if private.is_email_address(address) then
    insert into public.outbox (recipient, template, data)
    values (address, 'account-deleted', jsonb_build_object('name', account_name));
    perform private.call_function('send-mail');
  end if;
  perform private.call_function('sweep-pictures');
end
$$;
comment on function public.delete_account is
  'Deletes the caller''s account after a recent sign-in, if no orders are open. The account''s pictures are deleted right after it.';

create function public.own_sessions()
returns table (signed_in_at timestamptz, renewed_at timestamptz, browser text, network_address text)
language sql
stable
security definer
set search_path = ''
as $$
  select s.created_at, s.updated_at, s.user_agent, host(s.ip)
  from auth.sessions s
  where s.user_id = (select private.member_id())
  order by s.created_at desc
$$;
comment on function public.own_sessions is 'The devices on which the caller is signed in.';
