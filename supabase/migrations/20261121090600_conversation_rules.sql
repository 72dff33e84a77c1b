-- What must hold in a conversation whoever writes: one quote, by the seller, while unpaid; messages that stay as they were sent.

create function private.guard_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from old.seller_id and coalesce(auth.role(), 'service_role') <> 'service_role' then
    raise exception using errcode = '42501', message = 'Only the seller can quote a price.';
  end if;
  if old.price_quote is not null then
    raise exception using errcode = '23514', message = 'A price has been quoted already.';
  end if;
  if old.is_paid then
    raise exception using errcode = '23514', message = 'This order is paid.';
  end if;
  if new.price_quote is null or not (new.price_quote > 0 and new.price_quote <= 99999.99) then
    raise exception using errcode = '23514', message = 'Invalid price: Please enter a valid price';
  end if;
  if new.quote_expires_at <= now() then
    raise exception using errcode = '23514', message = 'The quote would have expired already.';
  end if;
  return new;
end $$;
comment on function private.guard_quote() is
  'A price is quoted once, by the room''s seller, above 0, while unpaid. The row is locked before this runs, so of two quotes at once one is refused.';

create function private.guard_wishes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then
    return new;
  end if;
  if new.brief is distinct from old.brief and (auth.uid() is distinct from old.buyer_id or old.price_quote is not null) then
    raise exception using errcode = '42501', message = 'Only the buyer changes the brief, and only before a price is quoted.';
  end if;
  if (new.wanted_on, new.quote_expires_at) is distinct from (old.wanted_on, old.quote_expires_at) and old.price_quote is not null then
    raise exception using errcode = '23514', message = 'A price has been quoted already.';
  end if;
  if new.quote_expires_at is distinct from old.quote_expires_at and new.price_quote is null then
    raise exception using errcode = '23514', message = 'A quote expires, but there is none yet.';
  end if;
  return new;
end $$;
comment on function private.guard_wishes() is 'The brief is the buyer''s; date and expiry stand with the quote.';

create function private.keep_message_state() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end $$;
comment on function private.keep_message_state() is 'A message is read once, at the server''s time, and never unread again.';

create function private.tell_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (new.id, new.seller_id, format('Price quoted: £%s', new.price_quote), 'system');
  return null;
end $$;
comment on function private.tell_quote() is 'A quote appears in the conversation as a system message.';

create function private.touch_room() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.chat_rooms set updated_at = now() where id = new.chat_room_id;
  return null;
end $$;
comment on function private.touch_room() is 'A message brings its room to the top of the list.';

revoke execute on function private.guard_quote(), private.guard_wishes(), private.keep_message_state(), private.tell_quote(),
  private.touch_room() from public;

create trigger keep_people before update of id, buyer_id, seller_id on public.chat_rooms
  for each row execute function private.keep_columns('id', 'buyer_id', 'seller_id');
-- On every update that writes the column, also with the value it has: quoting twice is refused even where the prices agree.
create trigger guard_quote before update of price_quote on public.chat_rooms
  for each row execute function private.guard_quote();
create trigger guard_wishes before update of brief, wanted_on, quote_expires_at on public.chat_rooms
  for each row execute function private.guard_wishes();
create trigger touch_updated_at before update on public.chat_rooms
  for each row execute function private.touch_updated_at();
create trigger tell_quote after update of price_quote on public.chat_rooms
  for each row execute function private.tell_quote();
create trigger keep_message before update of id, chat_room_id, sender_id, content, type, picture, created_at on public.chat_messages
  for each row execute function private.keep_columns('id', 'chat_room_id', 'sender_id', 'content', 'type', 'picture', 'created_at');
create trigger keep_message_state before update of read_at on public.chat_messages
  for each row execute function private.keep_message_state();
create trigger touch_room after insert on public.chat_messages
  for each row execute function private.touch_room();
create trigger keep_owner before update of id, user_id on public.saved_replies
  for each row execute function private.keep_columns('id', 'user_id');
