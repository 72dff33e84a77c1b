import { describe, expect, it } from 'vitest'
import { isCancellableByShop, nextStep, refundablePence } from './seller-steps.ts'

describe('a seller’s step', () => {
  it.each([
    ['processing', 'pickup', 'Mark as ready', 'ready'],
    ['processing', 'delivery', 'Mark as shipped', 'shipped'],
    ['ready', 'pickup', 'Mark as picked up', 'delivered'],
    ['shipped', 'delivery', 'Mark as delivered', 'delivered'],
  ] as const)('advances an order that is %s (%s) with “%s”', (status, fulfilment, label, next) => {
    expect(nextStep({ status, fulfilment })).toMatchObject({ label, status: next })
  })

  it('does not exist for an unpaid or finished order, and a shipped order cannot be cancelled', () => {
    for (const status of ['delivered', 'cancelled', 'pending payment'] as const) {
      expect(nextStep({ status, fulfilment: 'pickup' })).toBeNull()
      expect(isCancellableByShop({ status })).toBe(false)
    }
    expect((['processing', 'ready', 'shipped'] as const).map((status) => isCancellableByShop({ status }))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('can refund what is not refunded yet, and ignores failed refunds', () => {
    const refunds = [
      { amountPence: 500, status: 'succeeded' },
      { amountPence: 250, status: 'pending' },
      { amountPence: 1_000, status: 'failed' },
    ]
    expect(refundablePence(2_399, refunds)).toBe(1_649)
    expect(refundablePence(700, refunds)).toBe(0)
  })
})
