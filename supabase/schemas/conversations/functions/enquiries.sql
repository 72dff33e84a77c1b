create function private.has_block_between(one uuid, other uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select from public.blocks b where (b.blocker_id, b.blocked_id) in ((one, other), (other, one)));
end
$$;
comment on function private.has_block_between is 'Whether either of two members blocks the other.';

create function private.may_write_to_shop(shop uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    not exists (
      select
      from
        public.shops s
        join public.blocks b on b.blocker_id = s.user_id
      where s.id = shop and b.blocked_id = (select private.member_id())
    )
$$;
comment on function private.may_write_to_shop is 'True unless the shop''s owner blocks the caller.';

-- The server limits requests by network, which the database does not know. One message for each request makes that limit exact.
create function private.enforce_one_visitor_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if
    private.member_id() is null
    and coalesce(auth.role(), 'service_role') <> 'service_role'
    and (select count(*) from added) > 1
  then
    perform private.refuse('PT429', 'too_many', 'Too many messages. Please send one at a time.');
  end if;
  return null;
end
$$;
comment on function private.enforce_one_visitor_message is
  'Limits visitors to one message for each request. The API answers PT429 with status 429.';

create function private.set_contact_sender()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.sender_id is not null then
    select p.name, u.email
    into new.sender_name, new.sender_email
    from
      public.profiles p
      join auth.users u on u.id = p.id
    where p.id = new.sender_id;
  end if;
  new.sender_name := nullif(private.strip_invisible(new.sender_name), '');
  if new.sender_id is null and private.imitates_marketplace(new.sender_name) then
    perform private.refuse(
      '23514',
      'sender_name',
      'This name could be mistaken for the marketplace. Please use your own name.'
    );
  end if;
  new.subject := private.strip_invisible(new.subject);
  return new;
end
$$;
comment on function private.set_contact_sender is
  'Sets the name and email address of a member''s message from the account. Visitors may enter their own.';

create function private.limit_contact_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid := private.member_id();
  is_full boolean := false;
  of_sender cidr := private.request_network();
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then
    return new;
  end if;
  if member is not null then
    perform pg_advisory_xact_lock(hashtext('contact_messages'), hashtext(member::text));
    select count(*) >= 5
    into is_full
    from public.contact_messages m
    where m.sender_id = member and m.created_at > now() - interval '10 minutes';
  end if;
  -- Accounts are cheap, so those who have never bought write as visitors do.
  if not is_full and (member is null or of_sender is not null and not private.has_bought(member)) then
    -- A null key would take no lock, so messages to support have a key of their own.
    perform pg_advisory_xact_lock(hashtext('contact_messages'), hashtext(coalesce(new.shop_id::text, 'support')));
    -- Visitors whose network is unknown share a smaller limit.
    if of_sender is null then
      select count(*) >= 30
      into is_full
      from public.contact_messages m
      where
        m.sender_id is null
        and m.shop_id is not distinct from new.shop_id
        and m.created_at > now() - interval '1 hour';
    else
      select count(*) >= 60 or count(*) filter (where n.network = of_sender) >= 5
      into is_full
      from private.contact_networks n
      where n.shop_id is not distinct from new.shop_id and n.created_at > now() - interval '1 hour';
    end if;
    insert into private.contact_networks (shop_id, network) select new.shop_id, of_sender where of_sender is not null;
  end if;
  if is_full then
    perform private.refuse('PT429', 'too_many', 'Too many messages. Please try again in a few minutes.');
  end if;
  return new;
end
$$;
comment on function private.limit_contact_messages is
  'Limits a member to 5 messages in 10 minutes. Visitors and newcomers of one network send 5 an hour to one shop or to support, and all of '
  'them 60. The API '
  'answers PT429 with status 429.';

create function private.notify_shop_of_enquiry()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop record;
  sender text := coalesce(nullif(private.trimmed(new.sender_name), ''), 'A visitor');
  link constant text := '/messages?tab=enquiries';
begin
  select s.id, s.name, s.user_id, u.email, coalesce(n.email_notifications, true) as wants_emails
  into shop
  from
    public.shops s
    join auth.users u on u.id = s.user_id
    left join public.notification_preferences n on n.user_id = s.user_id
  where s.id = new.shop_id;
  if not found then
    return null;
  end if;

  insert into public.notifications (user_id, type, title, message, link)
  values (shop.user_id, 'message', format('New enquiry from %s', sender), new.subject, link);

  -- An address that the outbox refuses must not lose the sender's message.
  if shop.wants_emails and private.is_email_address(shop.email) then
    insert into public.outbox (user_id, recipient, template, data, dedupe_key)
    values
      (
        shop.user_id,
        shop.email,
        'shop-enquiry',
        jsonb_build_object(
          'shop_name', shop.name,
          'sender_name', sender,
          'reply_to', new.sender_email,
          'subject', new.subject,
          'message', new.message,
          'link', link
        ),
        format('contact_message:%s', new.id)
      );
  end if;
  return null;
end
$$;
comment on function private.notify_shop_of_enquiry is
  'Notifies the shop''s owner of an enquiry in the app and, if the owner wants emails, by email (template shop-enquiry).';

create function private.enqueue_support_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.outbox (recipient, template, data, dedupe_key)
  values
    (
      -- The environment defines the support mailbox. The function that sends emails replaces this address.
      'support@marketplace.invalid',
      'support-enquiry',
      jsonb_build_object(
        'sender_name', coalesce(nullif(private.trimmed(new.sender_name), ''), 'A visitor'),
        'reply_to', new.sender_email,
        'subject', new.subject,
        'message', new.message
      ),
      format('contact_message:%s', new.id)
    );
  return null;
end
$$;
comment on function private.enqueue_support_email is
  'Enqueues an email to support with a message from the contact page (template support-enquiry).';
