alter table private.recovery_codes enable row level security;
alter table private.recovery_attempts enable row level security;

grant execute
on function public.create_recovery_codes, public.own_recovery_codes, public.use_recovery_code
to authenticated, service_role;
