/** A restore into a PostgreSQL market whose members write meanwhile. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#backend/database/database'
import { openPostgres } from '#backend/database/postgres'
import { createTestDatabase, dropTestDatabase } from '#backend/database/testing'
import { MoveError, move } from './move.ts'
import { openPlace, type Place } from './place.ts'
import { type Source, withSource } from './source.ts'
import { migrations, openMarket } from './testing.ts'

const server = process.env.TEST_POSTGRES_URL ?? ''

describe.runIf(server)('a restore into a market whose members write meanwhile', () => {
  let folder: string
  let url: string
  let from: Place
  let to: Place
  let members: Database

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-open-site-'))
    from = await openMarket(folder)
    url = await createTestDatabase(server, { migrations })
    to = await openPlace({ at: url, migrations, use: 'write' })
    members = await openPostgres({ url })
    await run(from.database, signUp(), randomUUID())
    await run(from.database, contact)
  })
  afterEach(async () => {
    for (const open of [from, to, members]) await open.close()
    await dropTestDatabase(url)
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (database: Pick<Database, 'run'>, text: string, ...values: string[]) =>
    (await database.run({ text, values })).rows
  const signUp = () => `insert into auth.users (id, email) values ($1::uuid, $1::text || '@example.com')`
  const contact = `insert into contact_messages (subject, message, sender_name, sender_email)
    values ('Cake', 'Is it still there?', 'Bea', 'bea@example.com')`
  const options = { isDryRun: false, replaces: false, finishes: true, print: () => {} }
  const isWaiting = async () => {
    const waiting = `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()`
    return (await run(members, `${waiting} where not granted`)).length > 0
  }
  const accountsAndProfiles = (id: string) =>
    run(members, `select count(u.id), count(p.id) from auth.users u left join profiles p using (id) where id = $1`, id)

  it('keeps an account that is created after the accounts were compared, and refuses', async () => {
    const id = randomUUID()
    let isCreated = false
    const database: Database = {
      ...to.database,
      async run(statement, session) {
        // The jobs are looked up between the comparison and the first write.
        if (statement.text.includes('cron.job') && !isCreated) {
          isCreated = true
          await run(members, signUp(), id)
        }
        return to.database.run(statement, session)
      },
    }
    await expect(
      withSource(from, (source) => move({ from: source, to: { ...to, database }, ...options })),
    ).rejects.toThrow(MoveError)
    expect(await accountsAndProfiles(id)).toEqual([['1', '1']])
  })

  it('lets an account that is created meanwhile have its profile', async () => {
    const id = randomUUID()
    let joining: Promise<unknown> | undefined
    const hold = (source: Source): Source => ({
      ...source,
      async *rows(table) {
        // Between the accounts and the profiles.
        if (table.name === 'public.contact_messages') {
          let isDone = false
          joining = run(members, signUp(), id).finally(() => {
            isDone = true
          })
          await expect.poll(async () => isDone || (await isWaiting()), { timeout: 30_000 }).toBe(true)
        }
        yield* source.rows(table)
      },
    })
    await withSource(from, (source) => move({ from: hold(source), to, ...options }))
    await joining
    expect(await accountsAndProfiles(id)).toEqual([['1', '1']])
  })

  it('lets the transaction of a member end that has written to a table already', async () => {
    const moved: Promise<void>[] = []
    await members.transaction(async (tx) => {
      await run(tx, `update shops set name = name`)
      moved.push(withSource(from, (source) => move({ from: source, to, ...options })))
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true)
      // This table is locked by now.
      await run(tx, contact)
    })
    await Promise.all(moved)
    expect(await run(members, 'select count(*) from contact_messages')).toEqual([['1']])
  })
})
