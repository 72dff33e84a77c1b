-- Extensions, the private schema, closed default privileges, and the checks, errors and triggers that later files use.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create schema private;
comment on schema private is 'Checks, triggers and helper functions of the marketplace. The API does not expose it.';
grant usage on schema private to anon, authenticated, service_role;

-- A Supabase project grants every new table and function to every role. Here each one stays closed until a file grants it.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
