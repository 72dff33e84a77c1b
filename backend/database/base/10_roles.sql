-- The roles, schemas, extensions and grants of a new Supabase project, and the functions through which policies read the caller's
-- claims. Source: https://supabase.com/docs/guides/database/postgres/roles

do $$
declare
  expected record;
begin
  for expected in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as role (name, options)
  loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = expected.name) then
        execute format('create role %I %s', expected.name, expected.options);
      end if;
    exception
      -- Roles belong to the server, so a process on another database may have created it just now.
      when duplicate_object or unique_violation then null;
    end;
  end loop;
  if not pg_has_role('authenticator', 'service_role', 'member') then
    grant anon, authenticated, service_role to authenticator;
  end if;
  -- The connection's user switches to these roles for each request; a superuser may do so without membership.
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end
$$;

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists cron;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;

-- As on Supabase, objects that migrations create in public are open to the API's roles by default, and row-level security decides.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

create or replace function auth.jwt() returns jsonb
  language sql stable set search_path = ''
  return coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb;
comment on function auth.jwt() is 'The verified claims of the caller; null outside a request.';

create or replace function auth.uid() returns uuid
  language sql stable
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;
comment on function auth.uid() is 'The caller''s account; null for a visitor.';

create or replace function auth.role() returns text
  language sql stable
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';
comment on function auth.role() is 'The role in the caller''s claims.';

create or replace function auth.email() returns text
  language sql stable
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email';
comment on function auth.email() is 'The email address in the caller''s claims.';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to public;

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
