import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testsAll } from '../fuzzing.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { copyTemplateFolder, openTestPglite, openTestPostgres } from './testing.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./make-template.ts', import.meta.url))

let folder: string
let migrations: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'templates-'))
  migrations = path.join(folder, 'migrations')
  await mkdir(migrations)
  // Unique to this run, so that no template exists yet.
  await writeFile(path.join(migrations, '20260101000000_first.sql'), `create table "${folder}" (id int)`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const tables = async (database: Database) =>
  (
    await database.run({ text: 'select tablename from pg_tables where schemaname = $1', values: ['public'] })
  ).rows.flat()

describe('a template folder', () => {
  // Creating templates takes seconds, and nothing but tests uses them.
  it.runIf(testsAll)('is created once by several processes at once, and leaves no other files behind', async () => {
    const temporary = path.join(folder, 'temporary')
    await mkdir(temporary)
    const env = { ...process.env, TMPDIR: temporary }
    await Promise.all([1, 2, 3].map(() => run(process.execPath, ['--import', 'tsx', program, migrations], { env })))
    expect((await readdir(temporary)).filter((name) => name.startsWith('supabase-'))).toEqual([
      expect.stringMatching(/^supabase-template-\w{16}$/),
    ])
  })

  it.runIf(testsAll)('is deleted when it was not copied for a day', async () => {
    const [old, recent] = ['supabase-template-old', 'supabase-template-recent'].map((name) => path.join(tmpdir(), name))
    for (const [file = '', hours] of [[old, 25] as const, [recent, 23] as const]) {
      await mkdir(file, { recursive: true })
      const then = new Date(Date.now() - hours * 3_600_000)
      await utimes(file, then, then)
    }
    await writeFile(path.join(migrations, '20260102000000_second.sql'), 'create table second (id int)')
    await copyTemplateFolder(path.join(folder, 'copy'), migrations)
    const left = await readdir(tmpdir())
    expect(left).toContain('supabase-template-recent')
    expect(left).not.toContain('supabase-template-old')
    await rm(recent ?? '', { recursive: true })
  })

  it('is copied, so that tests do not see each other’s data', async () => {
    const first = await openTestPglite({ migrations })
    expect(await tables(first)).toContain(folder)
    await first.script('create table left_behind (id int)')
    await first.close()
    const next = await openTestPglite({ migrations })
    expect(await tables(next)).not.toContain('left_behind')
    await next.close()
  })
})

const server = process.env.TEST_POSTGRES_URL ?? ''
describe.runIf(server)('a template database', () => {
  it('is created once by several processes at once, and accepts no connections', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => openTestPostgres(server, { migrations })))
    for (const database of databases) expect(await tables(database)).toContain(folder)
    const administrator = await openPostgres({ url: server })
    const { rows } = await administrator.run({
      text: `select bool_or(datallowconn) from pg_database where datname ~ '^template_\\w{16}$'`,
      values: [],
    })
    expect(rows[0]?.[0]).toBe('f')
    await administrator.close()
    await Promise.all(databases.map((database) => database.close()))
  })
})
