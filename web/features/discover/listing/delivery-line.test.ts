import { describe, expect, it } from 'vitest'
import { type DeliveryOffer, deliveryLine } from './delivery-line.ts'

const line = (delivery: DeliveryOffer[], distance_miles: number | null = 2.6, available_for_pickup = true) =>
  deliveryLine({ delivery, distance_miles, available_for_pickup }, 'SE1')
const far = 99_999

describe('the delivery line of a product card', () => {
  it('names the fee to the shopper’s place', () => {
    expect(line([{ miles: far, fee: 3.99 }])).toBe('Delivers to SE1 from £3.99')
    expect(line([{ miles: far, fee: 0 }])).toBe('Delivers to SE1 for free')
    const bands = [
      { miles: 2, fee: 3 },
      { miles: 5, fee: 4.5 },
    ]
    expect(line(bands)).toBe('Delivers to SE1 from £4.50')
    expect(line(bands, 2)).toBe('Delivers to SE1 from £3.00')
  })

  it('promises no postcode', () => {
    expect(line([{ miles: far, fee: 2.5, to: 'some postcodes' }])).toBe('Delivers to some postcodes from £2.50')
  })

  it('says what can only be picked up from here', () => {
    expect(line([])).toBe('Pick up only')
    expect(line([{ miles: 2.5, fee: 4 }])).toBe('Pick up only')
    expect(line([{ miles: 2.5, fee: 4 }], 2.6, false)).toBe('Not delivered here')
    expect(line([{ miles: 2.6, fee: 4 }])).toBe('Delivers to SE1 from £4.00')
  })

  it('says nothing where the list or the distance is not known', () => {
    expect(deliveryLine({ distance_miles: 2 }, 'SE1')).toBeNull()
    expect(line([], null)).toBeNull()
  })
})
