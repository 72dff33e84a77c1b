-- Answers: of a shop to its reviews, and the way of an enquiry to the shop it is for. What may be a favourite. And what a review shows.

-- Enquiries.

create function private.sign_contact_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.sender_id is not null then
    select p.name, u.email into new.sender_name, new.sender_email
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = new.sender_id;
  end if;
  new.sender_name := nullif(private.visible(new.sender_name), '');
  new.subject := private.visible(new.subject);
  return new;
end $$;
comment on function private.sign_contact_message() is
  'Whoever is signed in writes under the name and e-mail of their account, never under others; a visitor says who they are, or does not.';

create or replace function private.limit_contact_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recent integer;
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then
    return new;
  end if;
  -- Of a null there would be no lock: visitors who write to us have one, too.
  perform pg_advisory_xact_lock(hashtext('contact_messages'), hashtext(coalesce(auth.uid()::text, new.shop_id::text, 'us')));
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

create function private.may_write_to_shop(shop uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from public.shops s join public.blocks b on b.blocker_id = s.user_id
    where s.id = shop and b.blocked_id = (select auth.uid())
  )
$$;
comment on function private.may_write_to_shop(uuid) is 'True unless the owner of the shop wants to hear nothing more of whoever is asking.';
revoke execute on function private.may_write_to_shop(uuid) from public;
grant execute on function private.may_write_to_shop(uuid) to authenticated, service_role;

create policy "Nobody writes to a shop that has blocked them" on public.contact_messages
  as restrictive for insert to authenticated with check (private.may_write_to_shop(shop_id));

create function private.announce_contact_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shop record;
  sender text := coalesce(nullif(private.trimmed(new.sender_name), ''), 'A visitor');
  link text;
begin
  select s.id, s.name, s.slug, s.user_id, u.email, coalesce(n.email_notifications, true) as wants_letters into shop
  from public.shops s
  join auth.users u on u.id = s.user_id
  left join public.notification_preferences n on n.user_id = s.user_id
  where s.id = new.shop_id;
  if not found then
    return null;
  end if;
  link := format('/shop/%s?tab=enquiries', shop.slug);

  insert into public.notifications (user_id, type, title, message, link)
  values (shop.user_id, 'message', format('New enquiry from %s', sender), new.subject, link);

  -- An address the outbox would refuse must not cost the sender their message.
  if shop.wants_letters and shop.email ~ '^[^[:space:][:cntrl:]@<>"]+@[^[:space:][:cntrl:]@<>"]+$' then
    insert into public.outbox (user_id, recipient, template, data, dedupe_key)
    values (
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
end $$;
comment on function private.announce_contact_message() is
  'Tells the shop''s owner of an enquiry: at once in the app, by letter (template shop-enquiry) where they want letters.';

revoke execute on function private.sign_contact_message(), private.announce_contact_message() from public;

create trigger announce_contact_message after insert on public.contact_messages
  for each row when (new.shop_id is not null) execute function private.announce_contact_message();
create trigger sign_contact_message before insert on public.contact_messages
  for each row execute function private.sign_contact_message();

create index contact_messages_unread on public.contact_messages (shop_id) where read_at is null;

-- Favourites.

create policy "Nobody adds to their favourites what they cannot see" on public.favourites
  as restrictive for insert to authenticated with check (
    (product_id is null or exists (select from public.products p where p.id = product_id))
    and (shop_id is null or exists (select from public.shops s where s.id = shop_id))
  );

-- Replies.

create function public.reply_to_review(review_id uuid, reply text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  answered record;
  answer text := private.trimmed(reply);
begin
  select r.id, r.reply, r.author_id, r.product_id, s.name as shop_name, s.slug as shop_slug,
    s.user_id is not distinct from (select auth.uid()) as is_own into answered
  from public.reviews r join public.shops s on s.id = r.shop_id
  where r.id = review_id and not r.is_hidden
  for update of r;
  if not found then
    raise exception using errcode = 'PT404', message = 'This review is no longer there.';
  end if;
  if auth.uid() is null or not answered.is_own then
    raise exception using errcode = '42501', message = 'Only the shop that was reviewed can reply.';
  end if;
  if answered.reply is not null then
    raise exception using errcode = 'PT409', message = 'You have already replied to this review.';
  end if;
  if coalesce(answer, '') = '' then
    raise exception using errcode = '22023', message = 'Please write a reply.';
  end if;
  if char_length(answer) > 2000 then
    raise exception using errcode = '22023', message = 'A reply can have at most 2000 characters.';
  end if;

  update public.reviews r set reply = answer, replied_at = now() where r.id = answered.id;
  if answered.author_id is not null then
    insert into public.notifications (user_id, type, title, message, link)
    values (
      answered.author_id,
      'message',
      format('%s replied to your review', answered.shop_name),
      answer,
      case when answered.product_id is null then format('/shop/%s?tab=reviews', answered.shop_slug)
        else format('/product/%s?tab=reviews', answered.product_id) end
    );
  end if;
end $$;
comment on function public.reply_to_review(uuid, text) is
  'The shop''s one answer to a review, 1 to 2000 characters; its author is told. Refusals: PT404 no such review, 42501 another''s, PT409 answered, 22023 empty or too long.';
revoke execute on function public.reply_to_review(uuid, text) from public;
grant execute on function public.reply_to_review(uuid, text) to authenticated;

-- Pictures of reviews. One lies at <author>/<order item>/<file>.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'review_pictures', 'review_pictures', true, 5 * 1024 * 1024,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

alter table public.reviews drop constraint reviews_picture_form;
alter table public.reviews add constraint reviews_picture_form check (
  private.is_picture(picture)
  or picture ~ '^review_pictures/[0-9a-f-]{36}/[0-9a-f-]{36}/[A-Za-z0-9_-]+\.(jpg|png|webp|avif|gif)$'
);
create index reviews_picture on public.reviews (picture) where picture is not null;

create function private.awaits_review(item_folder text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.order_items i
    where i.id::text = item_folder and private.received(i.id)
      and not exists (select from public.reviews r where r.order_item_id = i.id)
  )
$$;
comment on function private.awaits_review(text) is
  'True when the item that a folder is named for was delivered to whoever is asking, who has not reviewed it yet.';

create function private.is_shown_by_review(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.reviews r where r.picture = 'review_pictures/' || is_shown_by_review.name)
$$;
comment on function private.is_shown_by_review(text) is 'True when a review shows the picture that lies at this path in its bucket.';

create function private.was_uploaded_for(picture text, item uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from storage.objects o
    where o.bucket_id = 'review_pictures'
      and o.name = substr(picture, length('review_pictures/') + 1)
      and picture like format('review_pictures/%s/%s/_%%', (select auth.uid()), item)
  )
$$;
comment on function private.was_uploaded_for(text, uuid) is 'True when the picture is there, uploaded by whoever is asking to review this item.';

revoke execute on function private.awaits_review(text), private.is_shown_by_review(text), private.was_uploaded_for(text, uuid)
  from public;
grant execute on function private.awaits_review(text), private.is_shown_by_review(text), private.was_uploaded_for(text, uuid)
  to authenticated, service_role;

create policy "Reviews show only pictures that their authors uploaded for them" on public.reviews
  as restrictive for insert to authenticated with check (picture is null or private.was_uploaded_for(picture, order_item_id));

create policy "Buyers list the pictures they took for reviews" on storage.objects
  for select to authenticated using (
    bucket_id = 'review_pictures' and split_part(name, '/', 1) = (select auth.uid())::text
  );
create policy "Buyers upload pictures of what they are about to review" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'review_pictures' and split_part(name, '/', 1) = (select auth.uid())::text
    and split_part(name, '/', 3) <> '' and private.awaits_review(split_part(name, '/', 2))
  );
create policy "Buyers remove the pictures that no review of theirs shows" on storage.objects
  for delete to authenticated using (
    bucket_id = 'review_pictures' and split_part(name, '/', 1) = (select auth.uid())::text
    and not private.is_shown_by_review(name)
  );
