create function private.notify(recipient uuid, type text, title text, message text, link text)
returns void
language sql
set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, link)
  select recipient, notify.type, notify.title, left(notify.message, 2000), notify.link where recipient is not null
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
