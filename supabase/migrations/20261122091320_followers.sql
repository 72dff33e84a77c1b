-- Followers: members who want to hear from a shop, and whether they agreed to its emails.

create table public.shop_followers (
  user_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  shop_id uuid not null references public.shops (id)
    on delete cascade,
  wants_emails boolean not null default false,
  emails_agreed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, shop_id),
  constraint shop_followers_agreed_at_matches_emails check (wants_emails = (emails_agreed_at is not null))
);
comment on table public.shop_followers is
  'Who follows which shop. Only the member reads the rows. A seller sees the number.';
comment on column public.shop_followers.wants_emails is
  'Whether the member asked this shop''s announcements by email. Off until the member turns it on, as the law on marketing emails requires.';
comment on column public.shop_followers.emails_agreed_at is
  'When the member agreed to the emails. Maintained by a trigger, as proof of the consent.';
comment on column public.shop_followers.created_at is
  'The clock, not the transaction''s time. An announcement goes to those who followed before it.';
create index shop_followers_shop on public.shop_followers (shop_id, user_id);

create table private.signing_keys (
  name text primary key,
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.signing_keys is
  'Keys that sign links in emails. Created with the database, and never sent to anyone.';
alter table private.signing_keys enable row level security;
insert into private.signing_keys (name) values ('unsubscribe');

create function private.date_email_consent()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.emails_agreed_at := case
    when not new.wants_emails then null
    when tg_op = 'UPDATE'
    and old.wants_emails then old.emails_agreed_at
    else clock_timestamp()
  end;
  return new;
end
$$;
comment on function private.date_email_consent() is
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
comment on function private.may_follow(uuid) is
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
comment on function public.follower_counts() is
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
comment on function private.unsubscribe_signature(uuid, uuid) is
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
comment on function private.unsubscribe_token(uuid, uuid) is
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
    'shop', case
      when shop.status = 'active' then shop.name
    end,
    'is_subscribed', exists (
      select from public.shop_followers f where f.user_id = member and f.shop_id = shop.id and f.wants_emails
    )
  );
end
$$;
comment on function public.unsubscribe(text, boolean) is
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
comment on function private.erase_followers(uuid) is
  'Erases the followers and announcements of a shop whose owner''s account is deleted.';

create trigger date_email_consent
before insert or update of wants_emails on public.shop_followers
for each row
execute function private.date_email_consent();
create trigger enforce_immutable_owner
before update of user_id, shop_id on public.shop_followers
for each row
execute function private.enforce_immutable_columns('user_id', 'shop_id');
create trigger quota
after insert on public.shop_followers
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '1000', 'followed shops');

alter table public.shop_followers enable row level security;

grant select, delete, insert (user_id, shop_id, wants_emails), update (user_id, shop_id, wants_emails)
on public.shop_followers
to authenticated;
grant all on public.shop_followers to service_role;
grant execute on function public.follower_counts(), private.may_follow(uuid) to authenticated, service_role;
grant execute on function public.unsubscribe(text, boolean) to anon, authenticated, service_role;

create policy "Members see the shops that they follow" on public.shop_followers
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members follow shops" on public.shop_followers
for insert
to authenticated
with check (user_id = (select private.member_id()) and private.may_follow(shop_id));
create policy "Members choose the emails of a shop that they follow" on public.shop_followers
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members stop following" on public.shop_followers
for delete
to authenticated
using (user_id = (select private.member_id()));
