-- What the marketplace tells people, and what people tell shops and us.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  link text,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_type_known check (type in ('order', 'payment', 'message', 'system')),
  constraint notifications_title_length check (char_length(title) between 1 and 200),
  constraint notifications_message_length check (char_length(message) between 1 and 2000),
  constraint notifications_link_form check (link ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$' and char_length(link) <= 500)
);
comment on table public.notifications is 'News for one person. Inserted by triggers and functions only.';
comment on column public.notifications.link is 'Path of this site that it is about.';
create index notifications_user on public.notifications (user_id, created_at desc);
create index notifications_unread on public.notifications (user_id) where not is_read;

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid references public.shops (id) on delete cascade,
  sender_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  sender_name text,
  sender_email text,
  subject text not null,
  message text not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint contact_messages_sender_name_form check (char_length(sender_name) <= 100 and private.is_one_line(sender_name)),
  constraint contact_messages_sender_email_form check (
    sender_email ~ '^[^[:space:][:cntrl:]@<>"]+@[^[:space:][:cntrl:]@<>"]+$' and char_length(sender_email) <= 255
  ),
  constraint contact_messages_subject_length check (private.trimmed_length(subject) >= 2 and char_length(subject) <= 100),
  constraint contact_messages_subject_form check (private.is_one_line(subject)),
  constraint contact_messages_message_length check (private.trimmed_length(message) >= 10 and char_length(message) <= 1000)
);
comment on table public.contact_messages is 'The contact form: to a shop, or to the marketplace where shop_id is null.';
comment on column public.contact_messages.sender_id is 'Null for a visitor, who may leave name and e-mail instead.';
create index contact_messages_shop on public.contact_messages (shop_id, created_at desc);
create index contact_messages_sender on public.contact_messages (sender_id, created_at desc);

-- Policies.

alter table public.notifications enable row level security;
alter table public.contact_messages enable row level security;

revoke all on public.notifications, public.contact_messages from anon, authenticated;
grant select, update (is_read) on public.notifications to authenticated;
grant insert (shop_id, sender_id, sender_name, sender_email, subject, message) on public.contact_messages to anon, authenticated;
grant select, update (read_at) on public.contact_messages to authenticated;
grant all on public.notifications, public.contact_messages to service_role;

create policy "People read their notifications" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People mark their notifications" on public.notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "Visitors write to shops they see, and to us" on public.contact_messages
  for insert to anon
  with check (sender_id is null and (shop_id is null or exists (select from public.shops s where s.id = shop_id)));
create policy "People write to shops they see, and to us, as themselves" on public.contact_messages
  for insert to authenticated
  with check (sender_id = (select auth.uid()) and (shop_id is null or exists (select from public.shops s where s.id = shop_id)));
create policy "Senders read what they wrote" on public.contact_messages
  for select to authenticated using (sender_id = (select auth.uid()));
create policy "Owners read what was written to their shop" on public.contact_messages
  for select to authenticated using (shop_id = (select private.own_shop_id()));
create policy "Owners mark what was written to their shop" on public.contact_messages
  for update to authenticated
  using (shop_id = (select private.own_shop_id())) with check (shop_id = (select private.own_shop_id()));

-- Triggers.

create function private.limit_contact_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recent integer;
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('contact_messages'), hashtext(coalesce(auth.uid(), new.shop_id)::text));
  if auth.uid() is not null then
    select count(*) into recent from public.contact_messages m
    where m.sender_id = auth.uid() and m.created_at > now() - interval '10 minutes';
  else
    -- Visitors cannot be told apart here, so what one shop gets of all of them is limited; addresses are limited by the server.
    select count(*) / 6 into recent from public.contact_messages m
    where m.sender_id is null and m.shop_id is not distinct from new.shop_id and m.created_at > now() - interval '1 hour';
  end if;
  if recent >= 5 then
    raise exception using errcode = 'PT429', message = 'Too many messages. Please try again in a little while.';
  end if;
  return new;
end $$;
comment on function private.limit_contact_messages() is
  'At most 5 messages a person in 10 minutes, and 30 from visitors to one shop in an hour. The API answers PT429 with status 429.';
revoke execute on function private.limit_contact_messages() from public;

create trigger limit_contact_messages before insert on public.contact_messages
  for each row execute function private.limit_contact_messages();
