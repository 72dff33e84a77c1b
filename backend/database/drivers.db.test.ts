/** What both drivers promise, on the real thing: PGlite always, PostgreSQL where `npm test` has started one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Session } from './database.ts'
import { DatabaseError } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { openTestDatabase } from './testing.ts'

const timeoutMs = 700
const roleTimeoutsMs = { hasty: 200 }
const postgresUrl = process.env.TEST_POSTGRES_URL
const drivers: [string, () => Promise<Database>][] = [
  ['PGlite', () => openTestDatabase({ timeoutMs, roleTimeoutsMs })],
  ...(postgresUrl
    ? [
        ['PostgreSQL', () => openPostgres({ url: postgresUrl, timeoutMs, roleTimeoutsMs, connections: 4 })] as [
          string,
          () => Promise<Database>,
        ],
      ]
    : []),
]

const plain = (text: string, ...values: (string | null)[]) => ({ text, values })
const failure = async (work: Promise<unknown>): Promise<DatabaseError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DatabaseError)) throw new Error(`expected a DatabaseError, got ${error}`)
  return error
}

describe.each(drivers)('a database on %s', (_name, open) => {
  let database: Database
  const schema = `drivers_${process.pid}`
  const role = `drivers_reader_${process.pid}`
  const reader: Session = { role, claims: '{"sub":"someone"}' }

  beforeAll(async () => {
    database = await open()
    await database.script(`
      drop schema if exists ${schema} cascade;
      create schema ${schema};
      create role ${role} nologin;
      grant usage on schema ${schema} to ${role};
      create table ${schema}.notes (id int primary key, body text);
      grant select on ${schema}.notes to ${role};`)
  })
  afterAll(async () => {
    await database.script(`drop schema ${schema} cascade; drop role ${role}`)
    await database.close()
  })

  it('gives cells as text, null as null, and the count of the command tag', async () => {
    const { columns, rows, count } = await database.run(
      plain(`select 1.50::numeric as a, null::int as b, $1::text as c`, 'é😀'),
    )
    expect(columns.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(rows).toEqual([['1.50', null, 'é😀']])
    expect(count).toBe(1)
  })

  it('runs a statement as the session’s role and claims, and leaves no trace of them', async () => {
    const who = plain(`select current_user, current_setting('request.jwt.claims', true)`)
    expect((await database.run(who, reader)).rows).toEqual([[role, '{"sub":"someone"}']])
    const [after] = (await database.run(who)).rows
    expect(after?.[0]).toBe('postgres')
    expect(after?.[1] ?? '').toBe('')
  })

  it('rolls the statement back together with its session when it fails', async () => {
    const error = await failure(database.run(plain(`insert into ${schema}.notes values (1, 'x')`), reader))
    expect(error.code).toBe('42501')
    expect((await database.run(plain(`select current_user`))).rows).toEqual([['postgres']])
  })

  it('passes on every field of the server’s refusal', async () => {
    const error = await failure(database.run(plain(`insert into ${schema}.notes values (1), (1)`)))
    expect(error).toMatchObject({ code: '23505', schema, table: 'notes', constraint: 'notes_pkey' })
    expect(error.detail).toContain('already exists')
  })

  it('goes on after a statement that cannot be parsed, however often', async () => {
    for (let n = 0; n < 3; n += 1) expect((await failure(database.run(plain('selec 1')))).code).toBe('42601')
    expect((await database.run(plain('select 1'))).rows).toEqual([['1']])
  })

  it('answers many statements at once, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        database.run(plain('select $1::int * 2', String(n)), n % 2 ? reader : undefined),
      ),
    )
    expect(answers.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 100 }, (_, n) => String(n * 2)))
  })

  it('prepares more texts than it keeps, and uses the forgotten ones again', async () => {
    for (let n = 0; n < 450; n += 1) await database.run(plain(`select ${n}`))
    expect((await database.run(plain('select 0'))).rows).toEqual([['0']])
  })

  it('reads a table anew whose columns changed under a prepared statement', async () => {
    const all = plain(`select * from ${schema}.changing`)
    await database.script(`create table ${schema}.changing (a int); insert into ${schema}.changing values (1)`)
    for (let n = 0; n < 8; n += 1) await database.run(all)
    await database.script(`alter table ${schema}.changing add column b text default 'new'`)
    for (let n = 0; n < 8; n += 1) {
      const { columns, rows } = await database.run(all)
      expect(columns.map(({ name }) => name)).toEqual(['a', 'b'])
      expect(rows).toEqual([['1', 'new']])
    }
  })

  it('keeps all of a transaction or nothing', async () => {
    const boom = new Error('boom')
    const failing = database.transaction(async (tx) => {
      await tx.run(plain(`insert into ${schema}.notes values (10, 'kept?')`))
      throw boom
    })
    await expect(failing).rejects.toBe(boom)
    await database.transaction(async (tx) => {
      await tx.run(plain(`insert into ${schema}.notes values (11, 'a')`))
      await tx.run(plain(`insert into ${schema}.notes values (12, 'b')`))
    })
    const { rows } = await database.run(plain(`select id from ${schema}.notes where id between 10 and 12 order by id`))
    expect(rows).toEqual([['11'], ['12']])
  })

  it('does not pretend that a transaction held whose statement had failed', async () => {
    const error = await failure(
      database.transaction(async (tx) => {
        await tx.run(plain(`insert into ${schema}.notes values (20, 'x')`))
        await tx.run(plain('select 1 / 0')).catch(() => {})
      }),
    )
    expect(error.code).toBe('25P02')
    expect((await database.run(plain(`select from ${schema}.notes where id = 20`))).count).toBe(0)
  })

  it('runs a transaction as its session, apart from others meanwhile', async () => {
    const [inside, outside] = await Promise.all([
      database.transaction((tx) => tx.run(plain('select current_user')), reader),
      database.run(plain('select current_user')),
    ])
    expect([inside.rows[0]?.[0], outside.rows[0]?.[0]]).toEqual([role, 'postgres'])
  })

  it('hears notifications until told to stop', async () => {
    const heard: string[] = []
    let wake = () => {}
    const stop = await database.listen('drivers"test', (payload) => {
      heard.push(payload)
      wake()
    })
    const first = new Promise<void>((resolve) => {
      wake = resolve
    })
    await database.run(plain(`select pg_notify('drivers"test', 'one')`))
    await first
    await stop()
    await database.run(plain(`select pg_notify('drivers"test', 'two')`))
    expect(heard).toEqual(['one'])
  })
})

describe('a statement that would run for minutes', () => {
  it.each(drivers)('is cut at its deadline on %s while the thread goes on ticking', async (_name, open) => {
    const database = await open()
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 10)
    const started = performance.now()
    const runaway = failure(database.run(plain('select count(*) from generate_series(1, 100000000000)')))
    const behind = Promise.all(Array.from({ length: 20 }, (_, n) => database.run(plain('select $1::int', String(n)))))
    const error = await runaway
    const waitedMs = performance.now() - started
    clearInterval(ticking)
    expect(error.code).toBe('57014')
    // The deadline is 700 ms; a blocked thread would not have ticked, a statement without deadline would not have ended.
    expect(ticks).toBeGreaterThan(timeoutMs / 10 / 4)
    expect(waitedMs).toBeLessThan(timeoutMs * 10)
    // Those that waited behind it had not begun, and are none the worse for it.
    expect((await behind).map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
    await database.close()
  })
  it.each(drivers)(
    'is cut sooner where its role has less time on %s, and what it took is told',
    async (_name, open) => {
      const database = await open()
      await database.script('do $$ begin create role hasty; exception when duplicate_object then null; end $$')
      const spent = { ms: 0 }
      const session = { role: 'hasty', claims: '{}', spent }
      const slow = plain('select pg_sleep(0.45)')
      expect((await failure(database.run(slow, session))).code).toBe('57014')
      expect(spent.ms).toBeGreaterThan(100)
      const before = spent.ms
      expect((await failure(database.transaction((tx) => tx.run(slow), session))).code).toBe('57014')
      expect(spent.ms).toBeGreaterThan(before + 100)
      // Nothing of it stays on the connection, and others have all the time.
      expect((await database.run(slow)).rows).toHaveLength(1)
      await database.close()
    },
  )
})
