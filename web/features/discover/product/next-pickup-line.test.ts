import { describe, expect, it } from 'vitest'
import { nextPickupLine, type PickupProduct } from './next-pickup-line.ts'

const saturdays = { day_of_week: 6, start_time: '09:00:00', end_time: '13:00:00' }
const sundays = { day_of_week: 0, start_time: '10:00:00', end_time: '12:00:00' }
/** A Friday. */
const now = new Date('2026-11-27T12:00:00Z')

/** The line of a product with pickup on Saturdays and no lead time, with other values as given. */
function line({ shop, ...product }: Partial<PickupProduct>) {
  const base = { pickup: [], lead_time_days: 0, shop: { pickup: [saturdays], closures: [] } }
  return nextPickupLine({ ...base, ...product, shop: { ...base.shop, ...shop } }, now)
}

describe('the next-pickup line', () => {
  it('uses the shop’s pickup times, or the product’s own', () => {
    expect(line({})).toBe('Next pickup: tomorrow, 09:00 to 13:00')
    expect(line({ pickup: [sundays] })).toBe('Next pickup: Sunday 29 November, 10:00 to 12:00')
  })

  it('respects the product’s lead time and the shop’s closures', () => {
    expect(line({ lead_time_days: 2 })).toBe('Next pickup: Saturday 5 December, 09:00 to 13:00')
    expect(
      line({ shop: { pickup: [saturdays], closures: [{ from_date: '2026-11-28', to_date: '2026-12-11' }] } }),
    ).toBe('Next pickup: Saturday 12 December, 09:00 to 13:00')
  })

  it('names no day without pickup times', () => {
    expect(line({ shop: { pickup: [], closures: [] } })).toBe('Pickup times by arrangement')
  })
})
