create trigger notify_status_change
after insert on public.order_events
for each row
execute function private.notify_status_change();
-- The name sorts after touch_room, so a sender locks the room before its members.
create trigger update_unread_count
after insert on public.chat_messages
for each row
execute function private.update_unread_count();
create trigger update_unread_count_on_read
after update on public.chat_messages
referencing old table as were_unread new table as now_read
for each statement
execute function private.update_unread_count_on_read();
create trigger mark_blocked_as_read
after insert on public.blocks
for each row
execute function private.mark_blocked_as_read();

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
