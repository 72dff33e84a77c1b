import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyBase } from './base.ts'
import type { Database } from './database.ts'
import { MigrationError, migrate } from './migrations.ts'
import { openTestDatabase } from './testing.ts'

let database: Database
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)
const read = async (text: string) => (await database.run({ text, values: [] })).rows

it('applies each migration once, in order, and records it as the Supabase CLI does', async () => {
  await write('20260102000000_second.sql', `insert into things values ('$sql$ ''quoted''');`)
  await write('20260101000000_first.sql', 'create table things (name text)')
  expect(await migrate(database, folder)).toEqual(['20260101000000', '20260102000000'])
  expect(await migrate(database, folder)).toEqual([])
  expect(await read('select name from things')).toEqual([["$sql$ 'quoted'"]])
  expect(await read('select version, name from supabase_migrations.schema_migrations order by version')).toEqual([
    ['20260101000000', 'first'],
    ['20260102000000', 'second'],
  ])
})

it('rolls back the whole of a migration that fails, and says which', async () => {
  await write('20260101000000_broken.sql', 'create table half (a int); select nonsense;')
  await expect(migrate(database, folder)).rejects.toThrow(/20260101000000_broken failed.*nonsense/)
  expect(await read(`select to_regclass('half')`)).toEqual([[null]])
  expect(await read('select count(*) from supabase_migrations.schema_migrations')).toEqual([['0']])
})

it('refuses a database that a newer version has migrated', async () => {
  await write('20260101000000_first.sql', 'create table things (name text)')
  await migrate(database, folder)
  await rm(path.join(folder, '20260101000000_first.sql'))
  await expect(migrate(database, folder)).rejects.toThrow(MigrationError)
  await expect(migrate(database, folder)).rejects.toThrow('made by a newer version')
})

it('lays a base that can be laid again', async () => {
  await applyBase(database)
  await database.script(`update backend.base_scripts set digest = 'older'`)
  await applyBase(database)
  const roles = `select rolname, rolbypassrls from pg_roles where rolname in ('anon', 'authenticated', 'service_role') order by 1`
  expect(await read(roles)).toEqual([
    ['anon', 'f'],
    ['authenticated', 'f'],
    ['service_role', 't'],
  ])
})

it('tells policies who is asking', async () => {
  await applyBase(database)
  const sub = '6f2b2d0e-3c53-4f0b-9f70-0f1f5a3b7c11'
  const claims = JSON.stringify({ sub, role: 'authenticated', email: 'ann@example.com' })
  const who = { text: 'select auth.uid(), auth.role(), auth.email(), auth.jwt() is null', values: [] }
  expect((await database.run(who, { role: 'authenticated', claims })).rows).toEqual([
    [sub, 'authenticated', 'ann@example.com', 'f'],
  ])
  expect((await database.run(who)).rows).toEqual([[null, null, null, 't']])
})
