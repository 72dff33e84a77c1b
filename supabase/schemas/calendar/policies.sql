alter table private.calendar_feeds enable row level security;

grant execute
on function public.seller_calendar, public.create_calendar_feed, public.calendar_feed, public.revoke_calendar_feed
to authenticated, service_role;
grant execute on function public.read_calendar_feed to service_role;
