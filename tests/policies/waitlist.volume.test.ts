/** One entry on a waitlist, asked for ten thousand times. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { forSale } from './order-fixtures.ts'
import { openTestContext } from './test-context.ts'

describe.each(databases)('a waitlist on %s', (kind) => {
  it('has one entry of a member who joins ten thousand times', async () => {
    const context = await openTestContext(kind)
    const product = await context.product(await context.shop(await context.member('Seller')), { ...forSale, stock: 0 })
    const eager = await context.member('Eager')
    const thousand = 'select join_waitlist($1, 1) from generate_series(1, 1000)'
    for (let round = 0; round < 10; round += 1) await eager.count(thousand, product)
    expect(await eager.count('select from waitlist_entries')).toBe(1)
    await context.close()
  })
})
