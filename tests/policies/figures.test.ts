/** The figures for the operator's metrics. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openTestContext, type TestContext } from './test-context.ts'

describe.each(databases)('figures of the marketplace, on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  it('count the emails that are due, and the age of the oldest', async () => {
    const figures = async () => {
      const [row] = await context.service.rows(`select f #>> '{waiting,emails_due}' as due,
        f #>> '{waiting,emails_retrying}' as retrying,
        (f ->> 'oldest_due_email_seconds')::numeric::int as seconds from market_figures() f`)
      return row
    }
    expect(await figures()).toEqual({ due: '0', retrying: '0', seconds: 0 })
    await context.service.count(`insert into outbox (recipient, template, attempts, send_after) values
      ('a@b.test', 'receipt', 0, now() - interval '1 hour'),
      ('b@b.test', 'receipt', 2, now() - interval '1 minute'),
      ('c@b.test', 'receipt', 1, now() + interval '1 hour')`)
    expect(await figures()).toEqual({ due: '2', retrying: '2', seconds: 3_600 })
  })
})
