import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryPence, deliveryShares, shortOfFreeDeliveryPence } from './delivery.ts'

describe('delivery', () => {
  it('costs £3.99 up to and including £50, and nothing above', () => {
    expect([1, 4999, 5000, 5001, 100_000].map(deliveryPence)).toEqual([399, 399, 399, 0, 0])
  })

  it('costs nothing when nothing is delivered', () => {
    expect(deliveryPence(0)).toBe(0)
    expect(deliveryShares([])).toEqual([])
  })

  it('reports the amount missing for free delivery', () => {
    expect([2000, 4999, 5000, 5001, 6000].map(shortOfFreeDeliveryPence)).toEqual([3001, 2, 1, 0, 0])
  })

  it('is shared by the orders of a checkout to the penny, by the rule for the whole basket', () => {
    expect(deliveryShares([1000, 2000])).toEqual([200, 199])
    expect(deliveryShares([3000, 2001])).toEqual([0, 0])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 12 }), (subtotals) => {
        const fee = deliveryPence(subtotals.reduce((sum, pence) => sum + pence, 0))
        expect(deliveryShares(subtotals).reduce((sum, pence) => sum + pence, 0)).toBe(fee)
      }),
    )
  })
})
