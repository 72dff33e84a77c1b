-- HTTP requests to the project's functions from SQL, with pg_net's interface. A request waits in a queue until its transaction has
-- committed. Then the backend sends it (backend/net). Source: https://supabase.com/docs/guides/database/extensions/pg_net

create schema if not exists net;
create schema if not exists vault;

do $base$
begin
  -- A server with these extensions uses its own.
  if exists (select from pg_catalog.pg_extension where extname in ('pg_net', 'supabase_vault')) then
    return;
  end if;

  create table if not exists net.http_request_queue (
    id bigint generated always as identity primary key,
    method text not null,
    url text not null,
    headers jsonb,
    body bytea,
    timeout_milliseconds integer not null default 5000
  );
  comment on table net.http_request_queue is 'Requests that are to be sent.';

  create table if not exists net._http_response (
    id bigint,
    status_code integer,
    content_type text,
    headers jsonb,
    content text,
    timed_out boolean,
    error_msg text,
    created timestamptz not null default now()
  );
  comment on table net._http_response is 'Responses of requests. Kept for six hours, as on Supabase.';
  create index if not exists _http_response_created on net._http_response (created);

  create or replace function net._urlencode_string(string text) returns text language sql immutable set search_path = '' as $$
    select coalesce(string_agg(case when byte ~ '^(2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a])$' then convert_from(decode(byte, 'hex'), 'UTF8')
      else '%' || upper(byte) end, '' order by position), '')
    from (
      select position, substr(bytes.hex, position * 2 - 1, 2) as byte
      from (select encode(convert_to(string, 'UTF8'), 'hex') as hex) bytes, generate_series(1, length(bytes.hex) / 2) position
    ) encoded
  $$;
  comment on function net._urlencode_string is 'A text percent-encoded for a URL. Letters, digits and - . _ ~ stay.';

  create or replace function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{"Content-Type": "application/json"}',
    timeout_milliseconds integer default 5000
  ) returns bigint language plpgsql set search_path = '' as $$
  declare
    query text := (select string_agg(net._urlencode_string(key) || '=' || net._urlencode_string(value), '&') from jsonb_each_text(params));
    new_id bigint;
  begin
    insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
    values ('POST', url || coalesce('?' || query, ''), headers, convert_to(body::text, 'UTF8'), timeout_milliseconds)
    returning id into new_id;
    notify backend_net;
    return new_id;
  end $$;
  comment on function net.http_post is 'Queues a request to one of the project''s functions, sent after this transaction commits.';
  revoke all on all functions in schema net from public;

  create table if not exists vault.secrets (
    name text primary key,
    secret text not null
  );
  comment on table vault.secrets is 'Secrets for the project''s own SQL. Written by the backend at each start.';

  -- project_url is the URL of the project itself. The backend handles this host in the process, without a socket.
  create or replace view vault.decrypted_secrets as
    select 'project_url' as name, 'http://backend.internal' as decrypted_secret
    union all select s.name, s.secret from vault.secrets s;
  comment on view vault.decrypted_secrets is 'The project''s secrets by name, as Supabase''s vault has them.';
  revoke all on vault.secrets, vault.decrypted_secrets from public;
end
$base$;
