/** The behaviour of both drivers: PGlite always, PostgreSQL where `npm test` has started one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Session } from './database.ts'
import { DatabaseError } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { openTestPglite } from './testing.ts'

const timeoutMs = 700
const roleTimeoutsMs = { short_timeout: 200 }
const postgresUrl = process.env.TEST_POSTGRES_URL
const drivers: [string, () => Promise<Database>][] = [
  ['PGlite', () => openTestPglite({ timeoutMs, roleTimeoutsMs })],
  ...(postgresUrl
    ? [
        ['PostgreSQL', () => openPostgres({ url: postgresUrl, timeoutMs, roleTimeoutsMs, connections: 4 })] as [
          string,
          () => Promise<Database>,
        ],
      ]
    : []),
]

const statement = (text: string, ...values: (string | null)[]) => ({ text, values })
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

  it('returns cells as text, null as null, and the row count', async () => {
    const { columns, rows, count } = await database.run(
      statement(`select 1.50::numeric as a, null::int as b, $1::text as c`, 'é😀'),
    )
    expect(columns.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(rows).toEqual([['1.50', null, 'é😀']])
    expect(count).toBe(1)
  })

  it('runs a statement with the session’s role and claims, which do not outlast it', async () => {
    const who = statement(`select current_user, current_setting('request.jwt.claims', true)`)
    expect((await database.run(who, reader)).rows).toEqual([[role, '{"sub":"someone"}']])
    const [after] = (await database.run(who)).rows
    expect(after?.[0]).toBe('postgres')
    expect(after?.[1] ?? '').toBe('')
  })

  it('rolls the statement back together with its session when it fails', async () => {
    const error = await failure(database.run(statement(`insert into ${schema}.notes values (1, 'x')`), reader))
    expect(error.code).toBe('42501')
    expect((await database.run(statement(`select current_user`))).rows).toEqual([['postgres']])
  })

  it('returns every field of the server’s error', async () => {
    const error = await failure(database.run(statement(`insert into ${schema}.notes values (1), (1)`)))
    expect(error).toMatchObject({ code: '23505', schema, table: 'notes', constraint: 'notes_pkey' })
    expect(error.detail).toContain('already exists')
  })

  it('continues after statements that cannot be parsed', async () => {
    for (let n = 0; n < 3; n += 1) expect((await failure(database.run(statement('selec 1')))).code).toBe('42601')
    expect((await database.run(statement('select 1'))).rows).toEqual([['1']])
  })

  it('runs many statements at once and returns each its own result', async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        database.run(statement('select $1::int * 2', String(n)), n % 2 ? reader : undefined),
      ),
    )
    expect(results.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 100 }, (_, n) => String(n * 2)))
  })

  it('runs more statements than it keeps prepared, and evicted ones again', async () => {
    for (let n = 0; n < 450; n += 1) await database.run(statement(`select ${n}`))
    expect((await database.run(statement('select 0'))).rows).toEqual([['0']])
  })

  it('reads a table whose columns changed after the statement was prepared', async () => {
    const all = statement(`select * from ${schema}.changing`)
    await database.script(`create table ${schema}.changing (a int); insert into ${schema}.changing values (1)`)
    for (let n = 0; n < 8; n += 1) await database.run(all)
    await database.script(`alter table ${schema}.changing add column b text default 'new'`)
    for (let n = 0; n < 8; n += 1) {
      const { columns, rows } = await database.run(all)
      expect(columns.map(({ name }) => name)).toEqual(['a', 'b'])
      expect(rows).toEqual([['1', 'new']])
    }
  })

  it('commits all of a transaction or nothing', async () => {
    const boom = new Error('boom')
    const failing = database.transaction(async (tx) => {
      await tx.run(statement(`insert into ${schema}.notes values (10, 'kept?')`))
      throw boom
    })
    await expect(failing).rejects.toBe(boom)
    await database.transaction(async (tx) => {
      await tx.run(statement(`insert into ${schema}.notes values (11, 'a')`))
      await tx.run(statement(`insert into ${schema}.notes values (12, 'b')`))
    })
    const { rows } = await database.run(
      statement(`select id from ${schema}.notes where id between 10 and 12 order by id`),
    )
    expect(rows).toEqual([['11'], ['12']])
  })

  it('fails a transaction in which a statement failed and was ignored', async () => {
    const error = await failure(
      database.transaction(async (tx) => {
        await tx.run(statement(`insert into ${schema}.notes values (20, 'x')`))
        await tx.run(statement('select 1 / 0')).catch(() => {})
      }),
    )
    expect(error.code).toBe('25P02')
    expect((await database.run(statement(`select from ${schema}.notes where id = 20`))).count).toBe(0)
  })

  it('runs a transaction with its session, isolated from parallel ones', async () => {
    const [inside, outside] = await Promise.all([
      database.transaction((tx) => tx.run(statement('select current_user')), reader),
      database.run(statement('select current_user')),
    ])
    expect([inside.rows[0]?.[0], outside.rows[0]?.[0]]).toEqual([role, 'postgres'])
  })

  it('receives notifications until it stops listening', async () => {
    const received: string[] = []
    let wake = () => {}
    const stop = await database.listen('drivers"test', (payload) => {
      received.push(payload)
      wake()
    })
    const first = new Promise<void>((resolve) => {
      wake = resolve
    })
    await database.run(statement(`select pg_notify('drivers"test', 'one')`))
    await first
    await stop()
    await database.run(statement(`select pg_notify('drivers"test', 'two')`))
    expect(received).toEqual(['one'])
  })
})

describe('a long statement', () => {
  it.each(drivers)('is cancelled at its timeout on %s while the event loop keeps running', async (_name, open) => {
    const database = await open()
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 10)
    const started = performance.now()
    const runaway = failure(database.run(statement('select count(*) from generate_series(1, 100000000000)')))
    const behind = Promise.all(
      Array.from({ length: 20 }, (_, n) => database.run(statement('select $1::int', String(n)))),
    )
    const error = await runaway
    const waitedMs = performance.now() - started
    clearInterval(ticking)
    expect(error.code).toBe('57014')
    // The timeout is 700 ms. A blocked event loop would not have ticked, and a statement without timeout would not have ended.
    expect(ticks).toBeGreaterThan(timeoutMs / 10 / 4)
    expect(waitedMs).toBeLessThan(timeoutMs * 10)
    // Statements queued behind it were not started and succeed.
    expect((await behind).map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
    await database.close()
  })
  it.each(drivers)(
    'is cancelled at its role’s shorter timeout on %s, and its time is measured',
    async (_name, open) => {
      const database = await open()
      await database.script('do $$ begin create role short_timeout; exception when duplicate_object then null; end $$')
      const spent = { ms: 0 }
      const session = { role: 'short_timeout', claims: '{}', spent }
      const slow = statement('select pg_sleep(0.45)')
      expect((await failure(database.run(slow, session))).code).toBe('57014')
      expect(spent.ms).toBeGreaterThan(100)
      const before = spent.ms
      expect((await failure(database.transaction((tx) => tx.run(slow), session))).code).toBe('57014')
      expect(spent.ms).toBeGreaterThan(before + 100)
      // The role's timeout does not stay on the connection.
      expect((await database.run(slow)).rows).toHaveLength(1)
      await database.close()
    },
  )
})
