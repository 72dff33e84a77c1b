-- Addresses are told apart by the server alone, which counts what visitors send by calls: so that one call is one message, and a single
-- one cannot use up what every shop hears of visitors in an hour.

create function private.one_visitor_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is null and coalesce(auth.role(), 'service_role') <> 'service_role' and (select count(*) from written) > 1 then
    raise exception using errcode = 'PT429', message = 'Too many messages. Please send one at a time.';
  end if;
  return null;
end $$;
comment on function private.one_visitor_message() is 'A visitor sends one message a call. The API answers PT429 with status 429.';
revoke execute on function private.one_visitor_message() from public;

create trigger one_visitor_message after insert on public.contact_messages
  referencing new table as written for each statement execute function private.one_visitor_message();
