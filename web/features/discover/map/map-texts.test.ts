import { describe, expect, it } from 'vitest'
import { distanceText, markerLabel, offerText, shopsText } from './map-texts.ts'

describe('The texts of the map', () => {
  it('name a marker by its price, the shop, the distance and the items', () => {
    const shop = { name: 'The Larder', distance_miles: 2.1, results: 4, lowest_price: 12 }
    expect(markerLabel(shop)).toBe('£12: The Larder, 2.1 miles, 4 items')
    expect(markerLabel({ ...shop, distance_miles: 1, results: 1, lowest_price: null })).toBe(
      'Custom: The Larder, 1 mile, 1 item',
    )
    expect(markerLabel({ ...shop, distance_miles: null })).toBe('£12: The Larder, 4 items')
  })

  it('say what a shop offers', () => {
    expect(offerText({ results: 4, lowest_price: 12.5 })).toBe('4 items from £12.50')
    expect(offerText({ results: 1, lowest_price: 3 })).toBe('1 item, £3')
    expect(offerText({ results: 1200, lowest_price: null })).toBe('1,200 items, custom pricing')
    expect(distanceText({ distance_miles: 1234.5 })).toBe('1,234.5 miles')
  })

  it('say how many shops there are, and when there are more', () => {
    expect(shopsText(1, true)).toBe('1 shop')
    expect(shopsText(12, true)).toBe('12 shops, nearest first')
    expect(shopsText(200, false)).toBe('The nearest 200 shops. There are more further away.')
  })
})
