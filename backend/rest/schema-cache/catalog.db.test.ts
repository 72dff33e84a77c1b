import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openTestDatabase } from '../../database/testing.ts'
import { readCatalog } from './catalog.ts'

describe('the catalog', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it.each([
    ['a claim', "current_setting('request.jwt.claims', true)", false],
    ['a setting of its own', "Current_Setting ( 'shop.currency')", false],
    ['a header', "current_setting('request.headers')::json->>'x-shop'", true],
    ['the method', "pg_catalog.current_setting('request.method', true)", true],
    ['a setting named by an argument', 'current_setting(name)', true],
    ['a setting with a composed name', 'current_setting ( concat(name))', true],
  ])('knows whether a function needs the request’s properties if it reads %s', async (_, expression, expected) => {
    await database.script(
      `create function public.setting(name text) returns text language plpgsql as $$ begin return ${expression}; end $$`,
    )
    try {
      expect((await readCatalog(database, ['public'])).readsRequest).toBe(expected)
    } finally {
      await database.script('drop function public.setting')
    }
  })
})
