/** One entry on the waitlist of a slot, asked for ten thousand times. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { addDailyPickupWindows, call, forSale, order, pickedUp, place } from './order-fixtures.ts'
import { openTestContext, type TestContext } from './test-context.ts'

describe.each(databases)('a waitlist of slots on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  it('has one entry of a member who joins ten thousand times', { timeout: 240_000 }, async () => {
    const shop = await context.shop(await context.member('Seller'))
    const slot = await addDailyPickupWindows(context, shop, 1)
    const part = pickedUp(shop, slot, { product: await context.product(shop, { ...forSale, stock: 50 }) })
    await place(await context.member('Ann'), order([part]))
    const bea = await context.member('Bea')
    await call(bea, 'join_slot_waitlist($1)', part)
    for (let round = 0; round < 100; round += 1)
      await bea.count('select join_slot_waitlist($1) from generate_series(1, 100)', part)
    expect(await bea.count('select from slot_waitlist_entries')).toBe(1)
  })
})
