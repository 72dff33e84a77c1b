create trigger quota
after insert on public.push_subscriptions
referencing new table as added
for each statement
execute function private.limit_rows(
  'user_id',
  '10',
  'devices with notifications',
  'Please sign out on a device that you no longer use.'
);
create trigger push_new_notifications
after insert on public.notifications
referencing new table as added
for each statement
execute function private.push_new_notifications();
create trigger push_renewed_notification
after update of created_at on public.notifications
for each row
when (old.created_at < new.created_at and not new.is_read)
execute function private.push_renewed_notification();
