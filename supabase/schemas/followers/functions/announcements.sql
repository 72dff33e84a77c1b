create function private.announcement_link(announcement public.announcements)
returns text
language sql
stable
set search_path = ''
as $$
  select format('/shop/%s?announcement=%s', s.slug, announcement.id)
  from public.shops s
  where s.id = announcement.shop_id
$$;
comment on function private.announcement_link is
  'The link of an announcement, by which its notifications are found again.';

create function private.is_deliverable(announcement public.announcements)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    not announcement.is_hidden
    and not announcement.is_withdrawn
    and exists (select from public.shops s where s.id = announcement.shop_id and s.status = 'active')
$$;
comment on function private.is_deliverable is 'Whether an announcement may still be sent: shown, and of an open shop.';

create function public.announce(title text, text text, product_id uuid default null)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  own_shop uuid := private.require_own_shop();
  heading text := private.trimmed(regexp_replace(announce.title, '\s+', ' ', 'g'));
  body text := private.trimmed(announce.text);
  written uuid;
begin
  -- The lock serialises two announcements, so the second one counts the first, and waits for a suspension.
  perform from public.shops s where s.id = own_shop and s.status = 'active' for no key update;
  if not found then
    perform private.refuse('PT409', 'shop', 'Your shop is not open, so it cannot send announcements.');
  elsif coalesce(char_length(heading), 0) not between 3 and 80 then
    perform private.refuse('22023', 'malformed', 'A title has 3 to 80 characters.');
  elsif coalesce(char_length(body), 0) not between 10 and 1000 then
    perform private.refuse('22023', 'malformed', 'An announcement has 10 to 1000 characters.');
  elsif
    announce.product_id is not null
    and not exists (
      select from public.products p where p.id = announce.product_id and p.shop_id = own_shop and p.is_listed
    )
  then
    perform private.refuse('PT404', 'product', 'This product is not on sale in your shop.');
  elsif
    (
      select count(*)
      from public.announcements a
      where a.shop_id = own_shop and a.created_at > now() - interval '7 days'
    ) >= 2
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You can send 2 announcements in 7 days. Please wait, so that followers stay glad to hear from you.'
    );
  end if;
  insert into public.announcements (shop_id, product_id, title, text)
  values (own_shop, announce.product_id, heading, body)
  returning id
  into written;
  insert into public.announcement_deliveries (announcement_id) values (written);
  return written;
end
$$;
comment on function public.announce is
  'Announces something to the followers of the caller''s shop, with an optional link to one of its products. At most 2 in 7 days, even if withdrawn. '
  'Refusals: PT409 the shop is not open, PT429 too many, PT404 no such product, 22023 a text of another length.';

create function public.withdraw_announcement(announcement_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  announcement public.announcements;
begin
  update public.announcements a
  set is_withdrawn = true
  where a.id = withdraw_announcement.announcement_id and a.shop_id = private.own_shop_id()
  returning *
  into announcement;
  if not found then
    perform private.refuse('PT404', 'announcement', 'This announcement doesn’t exist or isn’t yours.');
  end if;
  perform private.retract_notifications(announcement);
end
$$;
comment on function public.withdraw_announcement is
  'Withdraws an announcement of the caller''s shop: from its page, from the notifications, and from emails that are not sent yet.';

create function private.retract_notifications(announcement public.announcements)
returns void
language plpgsql
set search_path = ''
as $$
declare
  retracted text := private.announcement_link(announcement);
begin
  -- By the followers, because notifications are found by their member.
  delete from public.notifications n
  using public.shop_followers f
  where
    f.shop_id = announcement.shop_id
    and n.user_id = f.user_id
    and n.created_at >= announcement.created_at
    and n.link = retracted;
end
$$;
comment on function private.retract_notifications is
  'Deletes the notifications of a hidden or withdrawn announcement from the lists of followers.';

create function private.hide_announcement(of_announcement uuid, hides boolean, reason text)
returns public.announcements
language plpgsql
set search_path = ''
as $$
declare
  announcement public.announcements;
begin
  update public.announcements a
  set is_hidden = hides
  where a.id = of_announcement and a.is_hidden <> hides
  returning *
  into announcement;
  if announcement.id is not null and hides then
    perform private.retract_notifications(announcement);
  end if;
  perform private.notify(
    s.user_id,
    'system',
    case
      when hides then 'We have hidden one of your announcements'
      else 'One of your announcements is visible again'
    end,
    case
      when hides then format(
        '“%s” is hidden, and goes to no more followers. Reason: %s.',
        announcement.title,
        rtrim(reason, '.')
      )
      else format('“%s” is shown on your shop page again.', announcement.title)
    end,
    '/seller/announcements'
  )
  from public.shops s
  where s.id = announcement.shop_id;
  return announcement;
end
$$;
comment on function private.hide_announcement is
  'Hides or shows an announcement, as decided by an administrator, and notifies its shop. Null if it was decided before.';

-- Delivery. Each run of the job is one short transaction, so 5,000 followers hold no lock for long.

create function private.deliver_batch(
  announcement public.announcements,
  after_member uuid,
  batch_size integer,
  out last_member uuid,
  out notified integer,
  out emailed integer
)
language plpgsql
set search_path = ''
as $$
declare
  shop public.shops;
  link text := private.announcement_link(announcement);
  follower public.shop_followers;
  data jsonb;
  seen integer := 0;
begin
  select * into shop from public.shops s where s.id = announcement.shop_id;
  data := jsonb_build_object(
    'announcement_id', announcement.id,
    'shop_id', shop.id,
    'shop', shop.name,
    'title', announcement.title,
    'text', announcement.text,
    'path', link,
    'product', (
      select jsonb_build_object('id', p.id, 'name', p.name)
      from public.products p
      where p.id = announcement.product_id and p.is_listed
    )
  );
  notified := 0;
  emailed := 0;
  for follower in select *
  from public.shop_followers f
  where f.shop_id = shop.id and f.user_id > coalesce(after_member, '00000000-0000-0000-0000-000000000000')
  order by f.user_id
  limit batch_size loop
    last_member := follower.user_id;
    seen := seen + 1;
    continue when
      follower.created_at > announcement.created_at
      or private.has_block_between(shop.user_id, follower.user_id);
    perform private.notify(
      follower.user_id,
      'shop',
      left(format('%s: %s', shop.name, announcement.title), 200),
      announcement.text,
      link
    );
    notified := notified + 1;
    if follower.wants_emails then
      perform private.enqueue_email(
        follower.user_id,
        'announcement',
        announcement.id || ':' || follower.user_id,
        data || jsonb_build_object('unsubscribe_token', private.unsubscribe_token(follower.user_id, shop.id)),
        is_bulk => true
      );
      emailed := emailed + 1;
    end if;
  end loop;
  if seen < batch_size then
    last_member := null;
  end if;
end
$$;
comment on function private.deliver_batch is
  'Notifies the next followers of a shop of an announcement, and enqueues an email to those who agreed. last_member is null if there are no more.';

create function private.deliver_announcements(batch_size integer default 500)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  delivery public.announcement_deliveries;
  announcement public.announcements;
  reached uuid;
  batch_notified integer;
  batch_emailed integer;
  notified integer := 0;
begin
  -- Announcements to few followers share a call, so that many of them hold up no other shop's.
  for delivery in select *
  from public.announcement_deliveries d
  where d.finished_at is null
  order by d.created_at
  limit 100
  for no key update skip locked loop
    exit when notified >= batch_size;
    reached := null;
    batch_notified := 0;
    batch_emailed := 0;
    select * into announcement from public.announcements a where a.id = delivery.announcement_id for share;
    if private.is_deliverable(announcement) then
      select b.last_member, b.notified, b.emailed
      into reached, batch_notified, batch_emailed
      from private.deliver_batch(announcement, delivery.last_member, batch_size - notified) b;
    end if;
    update public.announcement_deliveries d
    set
      notified = d.notified + batch_notified,
      emailed = d.emailed + batch_emailed,
      last_member = coalesce(reached, d.last_member),
      finished_at = case when reached is null then now() end
    where d.announcement_id = delivery.announcement_id;
    notified := notified + batch_notified;
  end loop;
  return notified;
end
$$;
comment on function private.deliver_announcements is
  'Delivers a batch of the oldest unfinished announcements. Called by a job every few seconds. Returns how many members it notified.';

create function private.is_announcement_unwanted(member uuid, data jsonb)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (
    select
    from
      public.announcements a
      join public.shops s on s.id = a.shop_id
      join public.shop_followers f on f.shop_id = a.shop_id and f.user_id = member
    where
      a.id = (data ->> 'announcement_id')::uuid
      and private.is_deliverable(a)
      and f.wants_emails
      and not private.has_block_between(s.user_id, member)
  );
end
$$;
comment on function private.is_announcement_unwanted is
  'Whether an email about an announcement must not be sent any more: hidden, withdrawn, unsubscribed or blocked, or its shop is not open.';
