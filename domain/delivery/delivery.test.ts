import { describe, expect, it } from 'vitest'
import { deliveryPence } from './delivery.ts'

describe('delivery', () => {
  it('costs £3.99 up to and including £50, and nothing above', () => {
    expect([1, 4999, 5000, 5001, 100_000].map(deliveryPence)).toEqual([399, 399, 399, 0, 0])
  })

  it('costs nothing when nothing is delivered', () => {
    expect(deliveryPence(0)).toBe(0)
  })
})
