/** `npm run move`, between a data folder and a PostgreSQL database with Supabase's columns and a storage API. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#backend/database/postgres'
import { createDatabase, dropDatabase, startServer, type TestServer } from '../harness.ts'
import { expectWholeMarket, fillMarket, runCommand, startCommand } from './small-market.ts'

const server = process.env.TEST_POSTGRES_URL ?? ''
/** Adds Supabase's further columns of `auth` and `storage`, whose order also differs. */
async function addSupabaseColumns(url: string): Promise<void> {
  const facts = JSON.parse(readFileSync('tests/policies/supabase-columns.json', 'utf8')) as Record<
    string,
    Record<string, Record<string, string>>
  >
  const additions = Object.entries(facts).flatMap(([schema, tables]) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      Object.entries(columns)
        // The types of tables that only Supabase has are unknown here.
        .filter(([, type]) =>
          /^(text|uuid|boolean|jsonb?|integer|smallint|bigint|timestamp|character varying)/.test(type),
        )
        .map(
          ([column, type]) =>
            `alter table if exists ${schema}.${table} add column if not exists ${column} ${type.replace(' not null', '')};`,
        ),
    ),
  )
  const database = await openPostgres({ url, connections: 1 })
  await database.script(additions.join('\n'))
  await database.close()
}

const move = (options: readonly string[], keys: Record<string, string> = {}) => runCommand('move', options, keys)

describe.runIf(server)('npm run move', () => {
  const folders = [mkdtempSync(path.join(tmpdir(), 'tuckbox-move-')), mkdtempSync(path.join(tmpdir(), 'tuckbox-move-'))]
  const [source = '', back = ''] = folders
  let databaseUrl = ''
  let target: TestServer

  const run = async (text: string) => {
    const database = await openPostgres({ url: databaseUrl, connections: 1 })
    await database.run({ text, values: [] })
    await database.close()
  }

  beforeAll(async () => {
    const from = await startServer({ dataDir: source, market: 'sample' })
    await fillMarket(from)
    await from.stop()
    databaseUrl = await createDatabase()
    await addSupabaseColumns(databaseUrl)
    target = await startServer({ databaseUrl })
  })
  afterAll(async () => {
    await target.stop()
    await dropDatabase(databaseUrl)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('brings a market to Supabase, also after an interruption, and back', async () => {
    const there = ['--from', source, '--to-api', target.url]
    const keys = { TO_DATABASE_URL: databaseUrl, TO_SERVICE_KEY: target.serviceKey }

    const dry = await move([...there, '--dry-run'], keys)
    expect(dry).toMatchObject({ code: 0, output: expect.stringMatching(/auth\.users: 0 rows become \d+/) })
    expect((await move([...there, '--dry-run'], keys)).output).toBe(dry.output)

    const interrupted = startCommand('move', there, keys)
    interrupted.child.stdout?.on('data', (text) => {
      if (String(text).includes('50 of ')) interrupted.child.kill('SIGKILL')
    })
    expect((await interrupted.done).code).not.toBe(0)

    const continued = await move([...there, '--finish'], keys)
    expect(continued).toMatchObject({ code: 0, output: expect.stringContaining('The jobs are scheduled.') })
    expect(continued.output).toContain('0 tables differ.')
    expect(continued.output).toContain('STRIPE_WEBHOOK_SECRET')

    // The jobs of a source in use may send an email between the move and its check. What was on its way is moved at the next try.
    await run('update cron.job set active = false')
    const home = ['--from-api', target.url, '--to', back]
    const homeKeys = { FROM_DATABASE_URL: databaseUrl, FROM_SERVICE_KEY: target.serviceKey }
    const moveHome = async () => {
      expect(await move([...home, '--finish'], homeKeys)).toMatchObject({ code: 0 })
      return (await move([...home, '--dry-run'], homeKeys)).output
    }
    await expect.poll(moveHome, { timeout: 90_000 }).toMatch(/0 tables differ.*\n0 objects differ/)

    await expectWholeMarket(target)
    const again = await startServer({ dataDir: back })
    try {
      await expectWholeMarket(again)
    } finally {
      await again.stop()
    }
  }, 180_000)

  it('takes a place from the environment or from an argument, not from both', async () => {
    const there = ['--from', source, '--to', databaseUrl, '--to-api', target.url]
    expect(await move(there, { TO_DATABASE_URL: databaseUrl, TO_SERVICE_KEY: target.serviceKey })).toMatchObject({
      code: 1,
      output: expect.stringContaining('TO_DATABASE_URL is set, and'),
    })
  })

  it('refuses a target with other accounts, and a wrong key', async () => {
    await run(`insert into auth.users (id, email) values (gen_random_uuid(), 'other@example.com')`)
    const there = ['--from', source, '--to', databaseUrl, '--to-api', target.url]
    expect(await move(there, { TO_SERVICE_KEY: target.serviceKey })).toMatchObject({
      code: 1,
      output: expect.stringContaining('The target has 1 accounts that the source does not have.'),
    })
    expect(await move([...there, '--replace'], { TO_SERVICE_KEY: 'wrong' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('The storage API of the target responded 4'),
    })
    expect(await move(there)).toMatchObject({ code: 1, output: expect.stringContaining('TO_SERVICE_KEY is not set') })
  })
})
