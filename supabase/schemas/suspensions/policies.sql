alter table private.suspended_members enable row level security;

grant execute on function public.own_suspension to authenticated, service_role;

grant execute
on function public.suspend_member, public.restore_member
to authenticated, service_role;
