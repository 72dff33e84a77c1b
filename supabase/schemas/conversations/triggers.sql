create trigger quota
after insert on public.contact_messages
referencing new table as added
for each statement
execute function private.limit_rows('sender_id', '2000', 'enquiries', 'Please contact us by email.');
create trigger quota
after insert on public.blocks
referencing new table as added
for each statement
execute function private.limit_rows('blocker_id', '1000', 'blocked members');
create trigger limit_contact_messages
before insert on public.contact_messages
for each row
execute function private.limit_contact_messages();
create trigger notify_shop_of_enquiry
after insert on public.contact_messages
for each row
when (new.shop_id is not null)
execute function private.notify_shop_of_enquiry();
create trigger set_contact_sender
before insert on public.contact_messages
for each row
execute function private.set_contact_sender();
create trigger enqueue_support_email
after insert on public.contact_messages
for each row
when (new.shop_id is null)
execute function private.enqueue_support_email();
create trigger enforce_one_visitor_message
after insert on public.contact_messages
referencing new table as added
for each statement
execute function private.enforce_one_visitor_message();

create trigger quota
after insert on public.chat_rooms
referencing new table as added
for each statement
execute function private.limit_rows('buyer_id', '1000', 'conversations', 'Please continue one of them.');
create trigger quota
after insert on public.saved_replies
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '30', 'saved replies');
create trigger enforce_immutable_owner
before update of id, user_id on public.saved_replies
for each row
execute function private.enforce_immutable_columns('id', 'user_id');
create trigger enforce_immutable_members
before update of id, buyer_id, seller_id on public.chat_rooms
for each row
execute function private.enforce_immutable_columns('id', 'buyer_id', 'seller_id');
create trigger touch_updated_at
before update on public.chat_rooms
for each row
execute function private.touch_updated_at();
create trigger enforce_immutable_message
before update of id, chat_room_id, sender_id, content, type, picture, created_at on public.chat_messages
for each row
execute function private.enforce_immutable_columns(
  'id',
  'chat_room_id',
  'sender_id',
  'content',
  'type',
  'picture',
  'created_at'
);
create trigger preserve_read_at
before update of read_at on public.chat_messages
for each row
execute function private.preserve_read_at();
create trigger touch_room
after insert on public.chat_messages
for each row
execute function private.touch_room();
create trigger limit_message_rate
before insert on public.chat_messages
for each row
execute function private.limit_message_rate();
create trigger limit_room_rate
before insert on public.chat_rooms
for each row
execute function private.limit_room_rate();
create trigger refuse_blocked_message
before insert on public.chat_messages
for each row
execute function private.refuse_blocked_message();

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
