import { describe, expect, it } from 'vitest'
import { deliveryLabel, leadTimeLabel, pickupLabelFor } from './product-facts.ts'

describe('facts about a product', () => {
  it('include its lead time', () => {
    expect([0, 1, 3].map(leadTimeLabel)).toEqual([
      'Can be ready the same day',
      'Needs 1 day’s notice',
      'Needs 3 days’ notice',
    ])
  })

  it('include the delivery fee, or that it is not delivered', () => {
    expect(deliveryLabel(true)).toBe('Delivered for £3.99, free over £50')
    expect(deliveryLabel(false)).toBe('Not delivered')
  })

  it('include where it can be picked up', () => {
    expect(pickupLabelFor(true, 'Brighton')).toBe('Pickup in Brighton')
    expect(pickupLabelFor(true, null)).toBe('Pickup from the shop')
    expect(pickupLabelFor(false, 'Brighton')).toBe('No pickup')
  })
})
