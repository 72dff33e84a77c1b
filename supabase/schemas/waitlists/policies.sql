alter table private.ended_offers enable row level security;

alter table public.waitlist_entries enable row level security;

grant select on public.waitlist_entries to authenticated;
grant all on public.waitlist_entries to service_role;
grant execute
on function public.join_waitlist, public.leave_waitlist, public.waitlist_counts
to authenticated, service_role;

create policy "Members see their own entries on waitlists" on public.waitlist_entries
for select
to authenticated
using (user_id = (select private.member_id()));

alter table public.slot_waitlist_entries enable row level security;

grant select on public.slot_waitlist_entries to authenticated;
grant all on public.slot_waitlist_entries to service_role;

create policy "Members see their own entries on waitlists of slots" on public.slot_waitlist_entries
for select
to authenticated
using (user_id = (select private.member_id()));

grant execute
on function public.join_slot_waitlist, public.leave_slot_waitlist, public.slot_waitlist_counts
to authenticated, service_role;
