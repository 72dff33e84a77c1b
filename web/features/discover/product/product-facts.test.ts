import { describe, expect, it } from 'vitest'
import { type DeliveringShop, deliveryTo } from '#domain/delivery/delivery-terms'
import { deliveryLabel, leadTimeLabel, pickupLabelFor } from './product-facts.ts'

const shop: DeliveringShop = { lat: 51.5, lon: -0.09, delivery_radius_miles: null, delivery_terms: null }
const se1 = { place: { lat: 51.51, lon: -0.09 }, postcode: 'SE1' }
const label = (values: Partial<DeliveringShop>, where: typeof se1 | { place: null; postcode: null } = se1) =>
  deliveryLabel(deliveryTo({ ...shop, ...values }, 0, where), 'SE1')
const terms = { basis: 'flat', fee: 4, zones: [], free_from: 40, minimum_order: 15 }

describe('facts about a product', () => {
  it('include its lead time', () => {
    expect([0, 1, 3].map(leadTimeLabel)).toEqual([
      'Can be ready the same day',
      'Needs 1 day’s notice',
      'Needs 3 days’ notice',
    ])
  })

  it('include the delivery fee, or that it is not delivered', () => {
    expect(label({})).toBe('Delivered to SE1 for £3.99, free over £50')
    expect(label({ delivery_radius_miles: 0.5 })).toBe('Not delivered to SE1: this shop delivers up to 0.5 miles')
    expect(deliveryLabel(null, 'SE1')).toBe('Not delivered')
  })

  it('include the shop’s own fee and its conditions', () => {
    expect(label({ delivery_terms: terms })).toBe('Delivered to SE1 for £4.00, free from £40, minimum order £15')
    expect(label({ delivery_terms: { ...terms, fee: 0, free_from: null, minimum_order: null } })).toBe(
      'Delivered to SE1 free',
    )
    const areas = [
      { districts: ['SE15'], fee: 2.5 },
      { districts: ['SE16'], fee: 3 },
    ]
    const byPostcode = { delivery_terms: { ...terms, basis: 'postcode', fee: null, zones: areas, free_from: null } }
    expect(label(byPostcode)).toBe('Not delivered to SE1')
    expect(label(byPostcode, { place: null, postcode: null })).toBe(
      'Delivered to some postcodes from £2.50, minimum order £15',
    )
  })

  it('include where it can be picked up', () => {
    expect(pickupLabelFor(true, 'Brighton')).toBe('Pickup in Brighton')
    expect(pickupLabelFor(true, null)).toBe('Pickup from the shop')
    expect(pickupLabelFor(false, 'Brighton')).toBe('No pickup')
  })
})
