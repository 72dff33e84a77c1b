alter table public.profiles enable row level security;
alter table public.notification_preferences enable row level security;
alter table public.user_addresses enable row level security;

grant select, update (first_name, last_name, phone, town, lat, lon) on public.profiles to authenticated;
grant
  select,
  insert (user_id, email_notifications, order_updates, promotional_emails, push_off, quiet_from, quiet_until),
  update (user_id, email_notifications, order_updates, promotional_emails, push_off, quiet_from, quiet_until)
on public.notification_preferences
to authenticated;
grant
  select,
  delete,
  insert (
    id,
    user_id,
    full_name,
    address_line1,
    address_line2,
    city,
    postal_code,
    country,
    phone,
    is_default,
    lat,
    lon
  ),
  update (id, user_id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default, lat, lon)
on public.user_addresses
to authenticated;
grant all on public.profiles, public.notification_preferences, public.user_addresses to service_role;

grant execute
on function public.signed_in_recently, public.delete_account, public.own_sessions
to authenticated, service_role;
grant execute on function private.display_name, private.safe_avatar to public;

create policy "Members read their own profile" on public.profiles
for select
to authenticated
using (id = (select private.member_id()));
create policy "Members update their own profile" on public.profiles
for update
to authenticated
using (id = (select private.member_id()))
with check (id = (select private.member_id()));
create policy "Members read their own preferences" on public.notification_preferences
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add preferences of their own" on public.notification_preferences
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update their own preferences" on public.notification_preferences
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members read their own addresses" on public.user_addresses
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add addresses of their own" on public.user_addresses
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update their own addresses" on public.user_addresses
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete their own addresses" on public.user_addresses
for delete
to authenticated
using (user_id = (select private.member_id()));
