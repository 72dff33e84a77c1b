/**
 * Rows of `auth` and `storage` fit into Supabase's tables. `supabase-columns.json` lists the columns that the migrations of
 * supabase/auth and supabase/storage make, as of November 2026.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
import { openTestContext, type TestContext } from './test-context.ts'

/** `type` or `type not null`, by schema, table and column. */
type Columns = Record<string, Record<string, Record<string, string>>>

const supabase = JSON.parse(readFileSync(new URL('./supabase-columns.json', import.meta.url), 'utf8')) as Columns

const columnsText = `
  select c.table_schema, c.table_name, c.column_name,
    case when c.data_type in ('USER-DEFINED', 'ARRAY') then c.udt_name else c.data_type end
      || case when c.is_nullable = 'NO' then ' not null' else '' end
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema in ('auth', 'storage') and t.table_type = 'BASE TABLE'`

describe.each(everyDatabase)('auth and storage on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  it('have only tables and columns that Supabase has, of the same types and with no more nulls', async () => {
    const { rows } = await context.database.run({ text: columnsText, values: [] })
    expect(rows.length).toBeGreaterThan(80)
    const different = rows.flatMap(([schema = '', table = '', column = '', type = '']) => {
      const theirs = supabase[schema ?? '']?.[table ?? '']?.[column ?? '']
      // A column may be stricter here, because a stricter row fits there.
      return type === theirs || type === `${theirs} not null`
        ? []
        : [`${schema}.${table}.${column}: ${type}, not ${theirs}`]
    })
    expect(different).toEqual([])
  })
})
