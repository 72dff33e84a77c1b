import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#backend/database/database'
import { openPostgres } from '#backend/database/postgres'
import { createTestDatabase, dropTestDatabase, openTestPglite } from '#backend/database/testing'
import { oneDatabase } from '../fuzzing.ts'
import { startCron } from './index.ts'
import { claimRun } from './job-rows.ts'

const silent = { error: () => {}, warn: () => {} }

/** A test database, and the URL at which another process opens it, where that is possible. */
interface Opened {
  readonly database: Database
  /** Undefined for PGlite, which only one process can open. */
  readonly url?: string
  reopen(): Promise<Database>
  close(): Promise<void>
}

const kinds: [string, () => Promise<Opened>][] = [
  [
    'PGlite',
    async () => {
      const database = await openTestPglite({ timeoutMs: 4_000 })
      return { database, reopen: async () => ({ ...database, close: async () => {} }), close: () => database.close() }
    },
  ],
]
const server = process.env.TEST_POSTGRES_URL
if (server)
  kinds.push([
    'PostgreSQL',
    async () => {
      const url = await createTestDatabase(server)
      const open = () => openPostgres({ url, timeoutMs: 4_000 })
      const database = await open()
      return { database, url, reopen: open, close: () => database.close().finally(() => dropTestDatabase(url)) }
    },
  ])

describe.each(oneDatabase(kinds))('cron on %s', (_name, open) => {
  let opened: Opened
  let database: Database
  beforeAll(async () => {
    opened = await open()
    database = opened.database
    await database.script('create table ticks (at timestamptz default clock_timestamp(), who text)')
  })
  afterAll(() => opened.close())

  const read = async (text: string) => (await database.run({ text, values: [] })).rows.map((row) => row.join(' | '))
  const code = (text: string) => read(text).then(String, (error: { code: string }) => error.code)

  it('schedules, replaces, alters and unschedules jobs as pg_cron does, and refuses invalid schedules', async () => {
    const [first] = await read(`select cron.schedule('tidy', '*/5 * * * *', 'select 1')`)
    expect(await read(`select cron.schedule('tidy', '0 3 * * mon', 'select 2')`)).toEqual([first])
    expect(await read('select jobname, schedule, command, active from cron.job')).toEqual([
      'tidy | 0 3 * * mon | select 2 | t',
    ])
    await read(`select cron.alter_job(${first}, active := false)`)
    expect(await read('select schedule, active from cron.job')).toEqual(['0 3 * * mon | f'])
    expect(await read(`select cron.unschedule('tidy')`)).toEqual(['t'])
    expect(await code(`select cron.unschedule('tidy')`)).toBe('P0002')
    expect(await code('select cron.unschedule(12345)')).toBe('P0002')
    const [unnamed] = await read(`select cron.schedule('30 seconds', 'select 1')`)
    expect(await read(`select cron.unschedule(${unnamed})`)).toEqual(['t'])
    for (const wrong of [
      '',
      '* * * *',
      '61 * * * *',
      '0 seconds',
      '60 seconds',
      '* * * * funday',
      '5-1 * * * *',
      '*/0 * * * *',
    ])
      expect(await code(`select cron.schedule('wrong', '${wrong}', 'select 1')`), wrong).toBe('22023')
    for (const right of ['@daily', '0 0 $ * *', '1,2-5,*/7 8-10/2 1 jan-mar sun,mon', '59 seconds', ' 1 second '])
      expect(await read(`select backend.cron_is_valid('${right}')`), right).toEqual(['t'])
  })

  it('is closed to the roles of the API', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const session = { role, claims: '{}' }
      for (const text of [`select cron.schedule('mine', '* * * * *', 'select 1')`, 'select * from cron.job'])
        await expect(database.run({ text, values: [] }, session)).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('runs each job once per due time with several processes, and records success, failure and timeout', {
    timeout: 120_000,
  }, async () => {
    const others = await Promise.all([opened.reopen(), opened.reopen()])
    const crons = await Promise.all([database, ...others].map((each) => startCron({ database: each, log: silent })))
    await read(`select cron.schedule('tick', '1 second', $$insert into ticks (who) values ('tick')$$)`)
    await read(
      `select cron.schedule('several', '1 second', $$insert into ticks (who) values ('a'); insert into ticks (who) values ('b')$$)`,
    )
    await read(`select cron.schedule('breaks', '1 second', 'select 1/0')`)
    await read(`select cron.schedule('hangs', '1 second', 'select pg_sleep(30)')`)
    await read(`select cron.schedule('seldom', '50 seconds', 'select 1')`)
    // An invalid schedule in the table must not affect other jobs.
    await read(`insert into cron.job (jobname, schedule, command) values ('garbage', 'whenever', 'select 1')`)
    await expect
      .poll(
        () =>
          read(`select count(*) >= 3 from cron.job_run_details where command like '%tick%' and status = 'succeeded'`),
        { timeout: 40_000 },
      )
      .toEqual(['t'])
    await expect
      .poll(
        () => read(`select count(*) >= 1 from cron.job_run_details where command like '%sleep%' and status = 'failed'`),
        { timeout: 40_000 },
      )
      .toEqual(['t'])
    await Promise.all(crons.map((cron) => cron.close()))
    await Promise.all(others.map((other) => other.close()))

    expect(
      await read(`select date_trunc('second', at) from ticks where who = 'tick' group by 1 having count(*) > 1`),
    ).toEqual([])
    expect(
      await read(
        `select count(*) filter (where who = 'a') = count(*) filter (where who = 'b'), count(*) > 0 from ticks where who <> 'tick'`,
      ),
    ).toEqual(['t | t'])
    expect(
      await read(`select distinct status, return_message from cron.job_run_details where command = 'select 1/0'`),
    ).toEqual(['failed | ERROR: division by zero'])
    expect(await read(`select distinct return_message from cron.job_run_details where command like '%sleep%'`)).toEqual(
      ['ERROR: canceling statement due to statement timeout'],
    )
    expect(
      await read(`select count(*) from cron.job_run_details where status = 'running' or end_time is null`),
    ).toEqual(['0'])
    // After close, no more runs are claimed.
    const [runs] = await read('select count(*) from cron.job_run_details')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await read('select count(*) from cron.job_run_details')).toEqual([runs])
  })

  it('lets one process claim a run, none while the previous one is active, and another after a process has died', async () => {
    const [id = ''] = await read(`select cron.schedule('claim', '0 0 1 1 *', 'select 1')`)
    const job = { id, name: 'claim', schedule: '', command: '', username: '', isOwn: true }
    const due = Date.now()
    const taken = await Promise.all(Array.from({ length: 8 }, () => claimRun(database, job, due)))
    expect(taken.filter((run) => run !== undefined)).toHaveLength(1)
    expect(await claimRun(database, job, due + 1_000)).toBeUndefined()
    await read(
      `update backend.cron_claims set busy_until = clock_timestamp() - interval '1 second' where jobid = ${id}`,
    )
    expect(await claimRun(database, job, due + 2_000)).toBeDefined()
    expect(await claimRun(database, job, due)).toBeUndefined()
    const states = () =>
      read(`select status, return_message from cron.job_run_details where jobid = ${id} order by runid`)
    // The claim marked the dead process's run as lost.
    expect(await states()).toEqual(['failed | server restarted', 'running | '])
    await read(
      `update backend.cron_claims set busy_until = clock_timestamp() - interval '1 second' where jobid = ${id}`,
    )
    const cron = await startCron({ database, log: silent })
    await cron.close()
    expect(await states()).toEqual(['failed | server restarted', 'failed | server restarted'])
  })

  it('skips runs while a long one is active, and takes over from a killed process', async ({ skip }) => {
    // Only one process can open an embedded database.
    if (!opened.url) return skip()
    const [id = ''] = await read(`select cron.schedule('overruns', '1 second', 'select pg_sleep(1.2)')`)
    const runs = () =>
      read(`select status, return_message from cron.job_run_details where jobid = ${id} order by runid`)
    const child = startRunner(opened.url)
    await expect.poll(runs, { timeout: 20_000 }).toEqual(['running | '])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    // Expires the claim, which its dead process does not renew.
    await read(`update backend.cron_claims set busy_until = clock_timestamp() where jobid = ${id}`)
    const cron = await startCron({ database, log: silent })
    await expect
      .poll(runs, { timeout: 20_000, interval: 50 })
      .toEqual(['failed | server restarted', 'succeeded | SELECT 1', 'running | '])
    await read(`select cron.unschedule('overruns')`)
    await cron.close()
    const overlaps = `select count(*) from cron.job_run_details a join cron.job_run_details b
      on a.jobid = b.jobid and a.runid < b.runid and a.end_time > b.start_time where a.jobid = ${id}`
    expect(await read(overlaps)).toEqual(['0'])
  })
})

/** Another process that runs scheduled jobs. */
function startRunner(url: string): ChildProcess {
  const code = `
    import { startCron } from './backend/cron/index.ts'
    import { openPostgres } from './backend/database/postgres.ts'
    const log = { error: console.error, warn: console.error }
    await startCron({ database: await openPostgres({ url: ${JSON.stringify(url)} }), log })
    setInterval(() => {}, 1_000)`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], { stdio: 'inherit' })
}
