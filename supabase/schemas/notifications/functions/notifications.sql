create function private.message_about(link text, message text)
returns text
language sql
stable
set search_path = ''
as $$
  select
    left(
      coalesce(
        (
          select o.number || ': '
          from public.orders o
          where o.id = substring(link from '^(?:/order/|/seller/orders\?order=)([0-9a-f-]{36})$')::uuid
        ),
        ''
      ) || message,
      2000
    )
$$;
comment on function private.message_about is
  'The message of a notification, up to 2,000 characters. It begins with the number of the order to which the link leads.';

create function private.notify(recipient uuid, type text, title text, message text, link text)
returns void
language sql
set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, link)
  select recipient, notify.type, notify.title, private.message_about(notify.link, notify.message), notify.link
  where recipient is not null
$$;
comment on function private.notify is 'Inserts a notification, unless the recipient''s account is deleted.';

create function private.purge_old_notifications()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.notifications n where n.created_at < now() - interval '90 days'
$$;
comment on function private.purge_old_notifications is 'Deletes notifications older than 90 days.';
