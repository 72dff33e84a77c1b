-- What a suspended member may not do. Triggers fire in the order of their names, so this refusal comes before any other.

-- Place an order, or enter a manual one.
create trigger a_refuse_suspended
before insert on public.checkouts
for each row
execute function private.refuse_suspended();
create trigger a_refuse_suspended
before insert on private.drop_queue
for each row
execute function private.refuse_suspended();
create trigger a_refuse_suspended
before insert on public.waitlist_entries
for each row
execute function private.refuse_suspended();
create trigger a_refuse_suspended
before insert on public.slot_waitlist_entries
for each row
execute function private.refuse_suspended();
-- Write to other members. System messages are steps of an order that continues.
create trigger a_refuse_suspended
before insert on public.chat_messages
for each row
when (new.type = 'message')
execute function private.refuse_suspended();
create trigger a_refuse_suspended
before insert on public.chat_rooms
for each row
execute function private.refuse_suspended();
-- Requests, quotes and answers. Cancelling a paid order clears its quote, and is allowed.
create trigger a_refuse_suspended_change
before update on public.chat_rooms
for each row
when
  (
    (new.brief, new.wanted_on, new.allergen_answers, new.quote_declaration, new.quoted_at) is distinct from (
      old.brief,
      old.wanted_on,
      old.allergen_answers,
      old.quote_declaration,
      old.quoted_at
    )
    or coalesce(new.price_quote <> old.price_quote, new.price_quote is not null)
    or coalesce(new.quote_expires_at <> old.quote_expires_at, new.quote_expires_at is not null)
  )
execute function private.refuse_suspended();
-- A message without a shop is to us.
create trigger a_refuse_suspended
before insert on public.contact_messages
for each row
when (new.shop_id is not null)
execute function private.refuse_suspended();
create trigger a_refuse_suspended
before insert on public.announcements
for each row
execute function private.refuse_suspended();
-- Review, and reply to reviews. Deleting the account clears both.
create trigger a_refuse_suspended
before insert on public.reviews
for each row
execute function private.refuse_suspended();
create trigger a_refuse_suspended_reply
before update of reply on public.reviews
for each row
when (new.reply is not null)
execute function private.refuse_suspended();
-- Answer a problem. Refunds of the order itself are allowed.
create trigger a_refuse_suspended_answer
before update of answer on public.order_problems
for each row
when (new.answer is not null)
execute function private.refuse_suspended();
-- Follow, and report.
create trigger a_refuse_suspended
before insert on public.shop_followers
for each row
execute function private.refuse_suspended();
create trigger a_refuse_suspended
before insert on public.reports
for each row
execute function private.refuse_suspended();
-- Open a shop.
create trigger a_refuse_suspended
before insert on public.shops
for each row
execute function private.refuse_suspended();
create trigger a_refuse_suspended_opening
before update of status on public.shops
for each row
when (new.status = 'active' and old.status <> 'active')
execute function private.refuse_suspended();
