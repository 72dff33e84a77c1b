import { describe, expect, it } from 'vitest'
import { deliveryLabel, leadTimeLabel, pickupLabelFor } from './product-facts.ts'

describe('what a buyer should know', () => {
  it('says how much notice the kitchen needs', () => {
    expect([0, 1, 3].map(leadTimeLabel)).toEqual([
      'Can be ready the same day',
      'Needs 1 day’s notice',
      'Needs 3 days’ notice',
    ])
  })

  it('says what delivery costs, or that there is none', () => {
    expect(deliveryLabel(true)).toBe('Delivered for £3.99, free over £50')
    expect(deliveryLabel(false)).toBe('Not delivered')
  })

  it('says where it can be picked up', () => {
    expect(pickupLabelFor(true, 'Brighton')).toBe('Pickup in Brighton')
    expect(pickupLabelFor(true, null)).toBe('Pickup from the baker')
    expect(pickupLabelFor(false, 'Brighton')).toBe('No pickup')
  })
})
