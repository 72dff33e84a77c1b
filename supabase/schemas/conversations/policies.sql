alter table public.blocks enable row level security;
alter table public.contact_messages enable row level security;

grant select, delete, insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant all on public.blocks to service_role;
grant insert (shop_id, sender_id, sender_name, sender_email, subject, message)
on public.contact_messages
to anon, authenticated;
grant select, update (read_at) on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

grant execute on function private.may_write_to_shop to authenticated, service_role;

create policy "Visitors write to visible shops and to support" on public.contact_messages
for insert
to anon
with check (sender_id is null and (shop_id is null or exists (select from public.shops s where s.id = shop_id)));
create policy "Members write to visible shops and support as themselves" on public.contact_messages
for insert
to authenticated
with check (
  sender_id = (select private.member_id())
  and (shop_id is null or exists (select from public.shops s where s.id = shop_id))
);
create policy "Senders read their own enquiries" on public.contact_messages
for select
to authenticated
using (sender_id = (select private.member_id()));
create policy "Owners read enquiries to their shop" on public.contact_messages
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Owners mark enquiries to their shop as read" on public.contact_messages
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Blocked members cannot write to a shop" on public.contact_messages
as restrictive
for insert
to authenticated
with check (private.may_write_to_shop(shop_id));
create policy "Members see their own blocks" on public.blocks
for select
to authenticated
using (blocker_id = (select private.member_id()));
create policy "Members block other members" on public.blocks
for insert
to authenticated
with check (blocker_id = (select private.member_id()));
create policy "Members delete their own blocks" on public.blocks
for delete
to authenticated
using (blocker_id = (select private.member_id()));

alter table public.saved_replies enable row level security;
alter table public.chat_rooms enable row level security;
alter table public.chat_messages enable row level security;

grant select, delete, insert (id, user_id, title, content), update (title, content)
on public.saved_replies
to authenticated;
grant all on public.saved_replies to service_role;
grant
  select,
  insert (buyer_id, seller_id, product_id, brief, wanted_on),
  update (price_quote, quote_expires_at, brief, wanted_on, allergen_answers, quote_declaration)
on public.chat_rooms
to authenticated;
grant select, insert (id, chat_room_id, sender_id, content, type, picture), update (read_at)
on public.chat_messages
to authenticated;
grant all on public.chat_rooms, public.chat_messages to service_role;

grant execute
on function private.may_open_room, private.may_write_in_room, public.open_enquiry_room, public.room_block
to authenticated, service_role;

create policy "Participants see their conversations" on public.chat_rooms
for select
to authenticated
using (buyer_id = (select private.member_id()) or seller_id = (select private.member_id()));
create policy "Buyers start conversations with a product's seller" on public.chat_rooms
for insert
to authenticated
with check (buyer_id = (select private.member_id()) and private.may_open_room(seller_id, product_id));
create policy "Participants update their conversations" on public.chat_rooms
for update
to authenticated
using (buyer_id = (select private.member_id()) or seller_id = (select private.member_id()))
with check (buyer_id = (select private.member_id()) or seller_id = (select private.member_id()));
create policy "Participants read messages of their conversations" on public.chat_messages
for select
to authenticated
using (
  chat_room_id in (
    select r.id
    from public.chat_rooms r
    where r.buyer_id = (select private.member_id()) or r.seller_id = (select private.member_id())
  )
);
create policy "Participants send messages as themselves" on public.chat_messages
for insert
to authenticated
with check (sender_id = (select private.member_id()) and type = 'message' and private.may_write_in_room(chat_room_id));
create policy "Recipients mark messages as read" on public.chat_messages
for update
to authenticated
using (sender_id <> (select private.member_id()) and exists (select from public.chat_rooms r where r.id = chat_room_id))
with check (sender_id <> (select private.member_id()));
create policy "Members read their own saved replies" on public.saved_replies
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add saved replies of their own" on public.saved_replies
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update their own saved replies" on public.saved_replies
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete their own saved replies" on public.saved_replies
for delete
to authenticated
using (user_id = (select private.member_id()));

grant execute on function public.open_order_room, public.my_conversations to authenticated, service_role;
