/** Scheduled jobs: one list, and one call that schedules them again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
import { openTestContext, type TestContext, text } from './test-context.ts'

describe.each(everyDatabase)('scheduled jobs on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  async function names(sql: string): Promise<string[]> {
    const { columns, rows } = await context.database.run({ text: sql, values: [] })
    return rows
      .map((row) => text(Object.fromEntries(columns.map(({ name }, n) => [name, row[n] ?? null])), 'name'))
      .sort()
  }
  const listed = () => names('select name from private.jobs()')
  const scheduled = () => names('select jobname as name from cron.job')
  const missing = () => names('select name from public.missing_jobs() as name')

  it('migrations schedule every job', async () => {
    expect(await scheduled()).toEqual(await listed())
    expect(await missing()).toEqual([])
  })

  it('a removed, disabled or changed job is reported missing until it is scheduled again', async () => {
    await context.database.script(`
      select cron.unschedule('send-emails');
      update cron.job set schedule = '0 0 1 1 *' where jobname = 'settle-payments';
      update cron.job set active = false where jobname = 'sweep-pictures';`)
    expect(await missing()).toEqual(['send-emails', 'settle-payments', 'sweep-pictures'])
    await context.database.script('select private.schedule_jobs(); select private.schedule_jobs();')
    // A job that an operator disabled stays disabled, and is reported.
    expect(await missing()).toEqual(['sweep-pictures'])
    expect(await scheduled()).toEqual(await listed())
  })
})
