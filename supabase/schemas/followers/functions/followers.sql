create function private.date_email_consent()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.emails_agreed_at := case
    when not new.wants_emails then null
    when tg_op = 'UPDATE' and old.wants_emails then old.emails_agreed_at
    else clock_timestamp()
  end;
  return new;
end
$$;
comment on function private.date_email_consent is
  'Records when a follower agreed to emails, and forgets it when they stop.';

create function private.may_follow(shop uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from public.shops s
      where
        s.id = may_follow.shop
        and s.status = 'active'
        and s.user_id is distinct from (select private.member_id())
        and not private.has_block_between(s.user_id, (select private.member_id()))
    )
$$;
comment on function private.may_follow is
  'Whether the caller may follow a shop: it is open, not their own, and neither side blocks the other.';

create function public.follower_counts()
returns table (followers integer, by_email integer)
language sql
stable
security definer
set search_path = ''
as $$
  select count(*)::integer, count(*) filter (where f.wants_emails)::integer
  from public.shop_followers f
  where f.shop_id = (select private.own_shop_id())
$$;
comment on function public.follower_counts is
  'How many members follow the caller''s shop, and how many of them receive its emails.';

-- The link in an email. It works without signing in, so it is signed, and it can do nothing but end the emails.

create function private.unsubscribe_signature(member uuid, shop uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select left(encode(extensions.hmac(uuid_send(member) || uuid_send(shop), k.key, 'sha256'), 'hex'), 40)
  from private.signing_keys k
  where k.name = 'unsubscribe'
$$;
comment on function private.unsubscribe_signature is
  'The signature of the link that ends a shop''s emails to a member.';

create function private.unsubscribe_token(member uuid, shop uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select replace(member::text, '-', '') || replace(shop::text, '-', '') || private.unsubscribe_signature(member, shop)
$$;
comment on function private.unsubscribe_token is
  'The token of an unsubscribe link: the member, the shop and their signature. It stays valid.';

create function public.unsubscribe(token text, confirm boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid;
  shop public.shops;
begin
  if token ~ '^[0-9a-f]{104}$' then
    member := left(token, 32)::uuid;
    select * into shop from public.shops s where s.id = substr(token, 33, 32)::uuid;
  end if;
  if
    member is null
    or private.unsubscribe_signature(member, substr(token, 33, 32)::uuid) is distinct from right(token, 40)
  then
    perform private.refuse('PT404', 'token', 'This link is not complete. Please open it from the email again.');
  end if;
  if confirm then
    update public.shop_followers f
    set wants_emails = false
    where f.user_id = member and f.shop_id = shop.id and f.wants_emails;
  end if;
  return jsonb_build_object(
    'shop', case when shop.status = 'active' then shop.name end,
    'is_subscribed', exists (
      select from public.shop_followers f where f.user_id = member and f.shop_id = shop.id and f.wants_emails
    )
  );
end
$$;
comment on function public.unsubscribe is
  'Ends a shop''s emails to the member whom a signed token names, if confirm is set; a repeat changes nothing. '
  '{ shop: its name, or null if it is not open, is_subscribed }. Anyone with the link may call it. Refuses a token with another signature.';

create function private.erase_followers(shop uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from public.notifications n
  using
    public.shop_followers f,
    public.announcements a
  where f.shop_id = shop and a.shop_id = shop and n.user_id = f.user_id and n.link = private.announcement_link(a);
  delete from public.outbox o where o.template = 'announcement' and o.data ->> 'shop_id' = shop::text;
  delete from public.announcements a where a.shop_id = shop;
  delete from public.shop_followers f where f.shop_id = shop;
end
$$;
comment on function private.erase_followers is
  'Erases the followers and announcements of a shop whose owner''s account is deleted.';
