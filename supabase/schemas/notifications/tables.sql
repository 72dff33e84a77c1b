-- Notifications of members.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  link text,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_type_known
    check (type in ('order', 'payment', 'message', 'system', 'opening', 'waitlist', 'safety', 'shop')),
  constraint notifications_title_length check (char_length(title) between 1 and 200),
  constraint notifications_message_length check (char_length(message) between 1 and 2000),
  constraint notifications_link_form check (link ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$' and char_length(link) <= 500)
);
comment on table public.notifications is 'Notifications of members. Inserted by triggers and functions only.';
comment on column public.notifications.link is 'The path on this site that it links to.';
create index notifications_user on public.notifications (user_id, created_at desc);
-- For purge_old_notifications. Rows are in the order of their time, so this is a few pages for any number of them.
create index notifications_old on public.notifications using brin (created_at) with (autosummarize = on);
create index notifications_unread on public.notifications (user_id) where not is_read;

create table private.room_members (
  room_id uuid not null references public.chat_rooms (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  present_until timestamptz not null default '-infinity',
  unread integer not null default 0,
  unread_since timestamptz,
  is_notified boolean not null default true,
  emailed_at timestamptz,
  notification_id uuid references public.notifications (id) on delete set null,
  primary key (room_id, member_id),
  constraint room_members_unread_since_matches_unread check ((unread = 0) = (unread_since is null))
);
comment on table private.room_members is
  'Whether each participant of a conversation is present, and has unread messages. Maintained by triggers and set_room_presence.';
comment on column private.room_members.present_until is
  'Until when the conversation counts as open on the member''s screen. Each presence update extends it.';
comment on column private.room_members.is_notified is
  'Whether a notification covers the unread messages. False while the member had the conversation open.';
comment on column private.room_members.emailed_at is
  'When an email covered the unread messages. One email is sent until the member reads them.';
comment on column private.room_members.notification_id is
  'The latest notification. While it is unread, further messages update it instead of adding others.';
create index room_members_notification on private.room_members (notification_id);
create index room_members_member on private.room_members (member_id);
create index room_members_to_email on private.room_members (unread_since) where unread > 0 and emailed_at is null;
create index room_members_to_notify on private.room_members (present_until) where not is_notified;

-- Web push: the devices that members switched it on for, and the pushes that wait to be sent to them.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  session_id uuid references auth.sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  -- A host name, so no address of a private network, and no other port. The function send-push also checks what the name resolves to.
  constraint push_subscriptions_endpoint_form
    check (endpoint ~ '^https://([a-z0-9_-]+\.)+[a-z]{2,}/[!-~]*$' and char_length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{22}$')
);
comment on table public.push_subscriptions is
  'Devices that receive push messages. A row goes with its session, its account, or when the push service reports that the device is gone.';
comment on column public.push_subscriptions.session_id is
  'The session of the device. Signing out deletes it, and with it the subscription.';
comment on column public.push_subscriptions.endpoint is
  'The address at the push service of the browser. It is a secret: with the keys it is all that a sender needs.';
comment on column public.push_subscriptions.p256dh is 'The public key of the device, for encryption (RFC 8291).';
comment on column public.push_subscriptions.auth is 'The secret shared with the device, for encryption (RFC 8291).';
create index push_subscriptions_user on public.push_subscriptions (user_id);
create index push_subscriptions_session on public.push_subscriptions (session_id);

create table private.pushes (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references public.notifications (id) on delete cascade,
  subscription_id uuid not null references public.push_subscriptions (id) on delete cascade,
  send_after timestamptz not null,
  is_urgent boolean not null default false,
  attempts integer not null default 0,
  last_error text,
  constraint pushes_once_for_each_device unique (notification_id, subscription_id)
);
comment on table private.pushes is
  'Notifications to be pushed to a device. The function send-push claims them. A row is deleted once it is sent or given up.';
comment on column private.pushes.last_error is 'Why the last attempt failed. Null during an attempt.';
comment on column private.pushes.send_after is
  'When it is due: after quiet hours. A claim moves it forward, so an unrecorded attempt is repeated.';
comment on column private.pushes.is_urgent is 'Whether it is about safety. Such pushes are claimed before all others.';
create index pushes_due on private.pushes (is_urgent desc, send_after, id);
create index pushes_subscription on private.pushes (subscription_id);
