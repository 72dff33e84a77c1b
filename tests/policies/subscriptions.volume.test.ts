/** One subscription, asked for ten thousand times. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { bakery, wish } from './subscription-fixtures.ts'
import { openTestContext } from './test-context.ts'

describe.each(databases)('subscriptions on %s', (kind) => {
  it('start once for an id, also ten thousand times', async () => {
    const context = await openTestContext(kind)
    const eager = await context.member()
    const ask = await wish(context, await bakery(context))
    const thousand = 'select subscribe($1) from generate_series(1, 1000)'
    for (let round = 0; round < 10; round += 1) await eager.count(thousand, ask)
    expect(await eager.count('select from subscriptions')).toBe(1)
    expect(await eager.count('select from notifications')).toBe(1)
    await context.close()
  })
})
