-- Emails, which are enqueued in the transaction that causes them and sent by the function send-mail. Notifications and emails about refunds.

create function private.request_id()
returns text
language sql
stable
set search_path = ''
as $$
  select substring(nullif(current_setting('request.headers', true), '')::json ->> 'x-request-id', '^[\w.:-]{1,64}$')
$$;
comment on function private.request_id is 'The id under which the server logs the request. Null outside of a request.';
