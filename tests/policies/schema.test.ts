/** Rules for the whole schema, read from the database's catalogue. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownRows } from '../../supabase/functions/export-account/own-data.ts'
import { everyDatabase } from '../harness.ts'
import {
  deletedWithAccount,
  exported,
  members,
  membersCall,
  type Rights,
  securityDefinerFunctions,
  visitors,
  visitorsCall,
} from './access-matrix.ts'
import { openTestContext, type TestContext, text } from './test-context.ts'

/** Each role's privileges on each table and view of schema public, by column where they are not complete. */
const rightsOf = `
  select table_name, privilege,
    case when has_table_privilege($1, format('public.%I', table_name)::regclass, privilege) then '*'
      else (
        select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = format('public.%I', table_name)::regclass and a.attnum > 0 and not a.attisdropped
          and privilege <> 'delete' and has_column_privilege($1, a.attrelid, a.attnum, privilege)
      ) end as columns
  from information_schema.tables, unnest(array['select', 'insert', 'update', 'delete']) privilege
  where table_schema = 'public'`

describe.each(everyDatabase)('the schema on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  const catalogue = async (sql: string, ...values: string[]) => {
    const { columns, rows } = await context.database.run({ text: sql, values })
    return rows.map((row) => Object.fromEntries(columns.map(({ name }, n) => [name, row[n] ?? null])))
  }

  async function rights(role: string): Promise<Record<string, Record<string, string[]>>> {
    const found: Record<string, Record<string, string[]>> = {}
    for (const row of await catalogue(rightsOf, role)) {
      if (row.columns === null || row.columns === undefined) continue
      const table = text(row, 'table_name')
      found[table] = { ...found[table], [text(row, 'privilege')]: row.columns.split(', ').sort() }
    }
    return found
  }

  const sorted = (expected: Readonly<Record<string, Rights>>) =>
    Object.fromEntries(
      Object.entries(expected).map(([table, wanted]) => [
        table,
        Object.fromEntries(
          Object.entries(wanted).map(([privilege, columns]) => [privilege, String(columns).split(', ').sort()]),
        ),
      ]),
    )

  it('has functions whose bodies name what there is', async () => {
    // The migration creates them unchecked, because they name what is created after them.
    await context.database.script(`begin;
      do $$
      declare
        definition text;
      begin
        for definition in
          select pg_get_functiondef(p.oid) from pg_proc p
          where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
        loop
          execute definition;
        end loop;
      end $$;
      rollback;`)
  })

  it('gives visitors exactly the declared privileges', async () => {
    expect(await rights('anon')).toEqual(sorted(visitors))
  })

  it('gives members exactly the declared privileges', async () => {
    expect(await rights('authenticated')).toEqual(sorted(members))
  })

  it('gives the service key everything except writes to the audit log and the view', async () => {
    const all = { select: ['*'], insert: ['*'], update: ['*'], delete: ['*'] }
    const tables = await catalogue(`select table_name from information_schema.tables where table_schema = 'public'`)
    const expected = Object.fromEntries(tables.map((row) => [text(row, 'table_name'), all]))
    expect(await rights('service_role')).toEqual({
      ...expected,
      audit_log: { select: ['*'] },
      people: { select: ['*'] },
    })
  })

  it('lets no role truncate a table or create triggers on it', async () => {
    const open = await catalogue(`
      select table_name, grantee, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')
        and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')`)
    expect(open).toEqual([])
  })

  it('has row-level security on every table', async () => {
    const open = await catalogue(`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`)
    expect(open).toEqual([])
  })

  it('names each policy as a sentence and states its roles', async () => {
    const odd = await catalogue(`
      select tablename, policyname from pg_policies where schemaname in ('public', 'storage')
        and (policyname !~ '^[A-Z].* ' or roles = '{public}' or length(policyname) > 63)`)
    expect(odd).toEqual([])
  })

  it('asks for the caller by member_id(), once for each statement in policies and not once for each row', async () => {
    const perRow = await catalogue(`
      select tablename, policyname from pg_policies, regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), 'SELECT private\\.member_id\\(\\)', '', 'g') rest
      where schemaname in ('public', 'storage', 'realtime') and rest ~ 'member_id\\(\\)|auth\\.(uid|jwt)\\(\\)'`)
    expect(perRow).toEqual([])
  })

  it('has an index on every foreign key', async () => {
    const bare = await catalogue(`
      select c.conrelid::regclass::text as on_table, c.conname from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      )`)
    expect(bare).toEqual([])
  })

  it('deletes with an account the rows of exactly the declared tables', async () => {
    const cascades = await catalogue(`
      with recursive gone (name) as (
        values ('profiles'::regclass), ('auth.users'::regclass)
        union
        select c.conrelid::regclass from pg_constraint c join gone on gone.name = c.confrelid
        where c.contype = 'f' and c.confdeltype = 'c'
      )
      select t.relname as name, t.oid::regclass in (select gone.name from gone) as is_gone
      from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'v')`)
    const found = Object.fromEntries(cascades.map((row) => [text(row, 'name'), row.is_gone === 't']))
    expect(found).toEqual(deletedWithAccount)
  })

  it('exports the rows of exactly the declared tables', () => {
    const read = ownRows.flatMap(({ table, columns = '' }) => [
      table,
      ...[...columns.matchAll(/(\w+)\(/g)].flatMap(([, embed = '']) => (embed === 'inner' ? [] : [embed])),
    ])
    const declared = Object.entries(exported).flatMap(([table, isExported]) => (isExported ? [table] : []))
    expect([...new Set(read)].sort()).toEqual(declared.sort())
  })

  it('has a comment on every table, view and function', async () => {
    const silent = await catalogue(`
      select oid::regclass::text as thing from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and obj_description(oid, 'pg_class') is null
      union all
      select oid::regprocedure::text from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(oid, 'pg_proc') is null`)
    expect(silent).toEqual([])
  })

  it('lets visitors and members execute exactly the declared functions', async () => {
    const callable = async (role: string, condition = 'true') =>
      (
        await catalogue(
          `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
            and has_function_privilege($1, p.oid, 'execute') and ${condition}`,
          role,
        )
      )
        .map((row) => text(row, 'name'))
        .sort()
    expect(await callable('anon')).toEqual(visitorsCall)
    expect(await callable('authenticated')).toEqual([...membersCall].sort())
    expect(await callable('authenticated', 'p.prosecdef')).toEqual(securityDefinerFunctions)
  })

  it('lets visitors execute no private function that reads or writes a table', async () => {
    const open = await catalogue(`
      select p.proname as name from pg_proc p where p.pronamespace = 'private'::regnamespace
        and p.provolatile <> 'i' and has_function_privilege('anon', p.oid, 'execute') order by 1`)
    // The first reads only the settings of the caller's own request; the second only the caller's own factors; the last raises an error.
    expect(open.map((row) => text(row, 'name'))).toEqual(['defers_indexing', 'member_id', 'refuse'])
  })

  it('fixes the search path of every security definer function and revokes it from public', async () => {
    const loose = await catalogue(`
      select p.oid::regprocedure::text as function from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
        and (not coalesce(p.proconfig, '{}') @> array['search_path=""'] or has_function_privilege('anon', p.oid, 'execute'))`)
    // A payment link is for customers without an account, a voucher's balance for anyone who has its code, and an unsubscribe link for a person without a session. Visitors' views and visits count too, and visitors' policies ask for the caller. Search, slots and the
    // preview of an order show visitors what is on sale and what it costs, while the functions behind them stay private.
    expect(loose.map((row) => text(row, 'function').split('(')[0]).sort()).toEqual([
      'author_name',
      'earliest_days',
      'hand_over_slots',
      'hours_on',
      'payment_link',
      'preview_order',
      'private.member_id',
      'record_product_view',
      'record_shop_visit',
      'search_products',
      'search_shops',
      'subscription_windows',
      'suggest_products',
      'unsubscribe',
      'voucher_balance',
    ])
  })

  it('fixes the search path of every function with a late-bound body', async () => {
    const loose = await catalogue(`
      select p.oid::regprocedure::text as function from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosqlbody is null
        and not coalesce(p.proconfig, '{}') @> array['search_path=""']`)
    expect(loose).toEqual([])
  })

  it('lets members execute only the private functions that policies use, and those about their own products and quotes', async () => {
    const guards = await catalogue(`
      select p.proname as guard from pg_proc p
      where p.pronamespace = 'private'::regnamespace and p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute')
      order by 1`)
    expect(guards.map(({ guard }) => guard)).toEqual([
      'index_own_products',
      'is_administrator',
      'is_customer',
      'is_drop_ordered',
      'is_shown_by_problem',
      'is_shown_by_review',
      'is_within_file_quota',
      'may_follow',
      'may_open_room',
      'may_report_problem',
      'may_upload_review_picture',
      'may_write_in_room',
      'may_write_to_shop',
      'member_id',
      'own_shop_id',
      'owns_product',
      'quoted_food',
      'sees_chat_picture',
      'sees_problem_picture',
      'sees_reported_picture',
    ])
  })

  it('keeps new tables and functions closed until a migration grants access', async () => {
    await context.database.script(`
      create table public.newcomer (id integer);
      create function public.newcomer_count() returns integer language sql return 1;
      revoke execute on function public.newcomer_count() from public;`)
    const open = await catalogue(`
      select role from unnest(array['anon', 'authenticated']) role
      where has_table_privilege(role, 'public.newcomer', 'select') or has_function_privilege(role, 'public.newcomer_count()', 'execute')`)
    await context.database.script('drop function public.newcomer_count(); drop table public.newcomer')
    expect(open).toEqual([])
  })

  it('publishes conversations, messages, notifications and orders to realtime', async () => {
    const published = await catalogue(`
      select tablename from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`)
    expect(published.map(({ tablename }) => tablename)).toEqual([
      'chat_messages',
      'chat_rooms',
      'notifications',
      'orders',
    ])
  })

  it('gives every table a creation time', async () => {
    const undated = await catalogue(`
      select t.table_name from information_schema.tables t
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and not exists (
        select from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'created_at'
          and c.is_nullable = 'NO' and c.data_type = 'timestamp with time zone'
      ) order by 1`)
    // The audit log has happened_at, views and visits are counted by day, and the other two extend rows with their own time.
    expect(undated.map((row) => text(row, 'table_name'))).toEqual([
      'audit_log',
      'notification_preferences',
      'product_views',
      'shop_pickup_places',
      'shop_visits',
    ])
  })
})
