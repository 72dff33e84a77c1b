-- Whoever looks after the marketplace hears of what was reported, without having to look.

create function private.tell_administrators() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One piece of news until it is read: how many reports wait is said where it leads.
  perform private.tell(u.id, 'system', 'Something was reported', 'A report is waiting to be decided.', '/admin')
  from auth.users u
  where u.raw_app_meta_data ->> 'role' = 'admin' and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
    and u.id is distinct from new.reporter_id
    and exists (select from public.profiles p where p.id = u.id)
    and not exists (select from public.notifications n where n.user_id = u.id and n.link = '/admin' and not n.is_read);
  return null;
end $$;
comment on function private.tell_administrators() is 'Tells every administrator of a new report, but whoever has not read of an earlier one.';
revoke execute on function private.tell_administrators() from public;

create trigger tell_administrators after insert on public.reports
  for each row execute function private.tell_administrators();
