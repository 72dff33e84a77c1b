import { describe, expect, it } from 'vitest'
import { vatIn, vatOfOrder } from './vat.ts'

describe('The VAT in a price', () => {
  it('is a sixth at the standard rate, and nothing at the zero rate or without a registration', () => {
    expect([vatIn(1200, 20), vatIn(1000, 20), vatIn(1200, 0), vatIn(1200, null)]).toEqual([200, 167, 0, 0])
  })

  it('follows the food in the delivery, and what was paid after a discount', () => {
    const lines = [
      { pence: 600, rate: 20 },
      { pence: 600, rate: 0 },
    ]
    expect(vatOfOrder(lines, 1200, 0)).toBe(100)
    expect(vatOfOrder(lines, 1200, 240)).toBe(120)
    expect(vatOfOrder(lines, 600, 0)).toBe(50)
    expect(vatOfOrder([{ pence: 600, rate: null }], 600, 0)).toBeNull()
    expect(vatOfOrder([{ pence: 0, rate: 20 }], 0, 0)).toBe(0)
  })
})
