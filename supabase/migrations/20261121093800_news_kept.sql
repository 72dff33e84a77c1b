-- News is kept for 90 days.

create function private.forget_old_news() returns void
language sql security definer set search_path = ''
as $$ delete from public.notifications n where n.created_at < now() - interval '90 days' $$;
comment on function private.forget_old_news() is 'Notifications that are older than 90 days go.';
revoke execute on function private.forget_old_news() from public;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('forget-old-news', '23 3 * * *', 'select private.forget_old_news()');
  end if;
end $$;
