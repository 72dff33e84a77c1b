import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsAround, defaultPlace, milesBetween, milesText, noneWithinNotice } from './distance.ts'

const brighton = { lat: 50.8225, lon: -0.1372 }
const edinburgh = { lat: 55.9533, lon: -3.1883 }
const places = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('milesBetween', () => {
  it('measures known distances', () => {
    expect(milesBetween(defaultPlace, brighton)).toBeCloseTo(47.2, 1)
    expect(milesBetween(defaultPlace, edinburgh)).toBeCloseTo(332, 0)
    expect(milesBetween({ lat: 90, lon: 0 }, { lat: -90, lon: 0 })).toBeCloseTo(Math.PI * 3958.8, 6)
  })

  it("is symmetric, zero to itself, and never more than half the earth's circumference", () => {
    fc.assert(
      fc.property(places, places, (from, to) => {
        const miles = milesBetween(from, to)
        expect(miles).toBeCloseTo(milesBetween(to, from), 6)
        expect(milesBetween(from, from)).toBe(0)
        expect(miles).toBeLessThanOrEqual(Math.PI * 3958.8 + 1e-6)
      }),
    )
  })
})

it('a distance of 1 is a mile, any other is miles', () => {
  expect([1, 0, 2.6, 1234.5].map(milesText)).toEqual(['1 mile', '0 miles', '2.6 miles', '1,234.5 miles'])
})

it('the notice names the radius', () => {
  expect(noneWithinNotice(10)).toBe(
    "We're showing you all available products since there are currently no items within 10 miles of your location.",
  )
  expect(noneWithinNotice(1)).toContain('within 1 mile of your location.')
})

describe('boundsAround', () => {
  it('contains every place within the distance, in Great Britain', () => {
    const near = fc.record({
      lat: fc.double({ min: 49, max: 61, noNaN: true }),
      lon: fc.double({ min: -8, max: 2, noNaN: true }),
    })
    fc.assert(
      fc.property(near, near, fc.double({ min: 1, max: 100, noNaN: true }), (place, other, miles) => {
        const { minLat, maxLat, minLon, maxLon } = boundsAround(place, miles)
        const isInside = other.lat >= minLat && other.lat <= maxLat && other.lon >= minLon && other.lon <= maxLon
        expect(isInside || milesBetween(place, other) > miles * 0.99).toBe(true)
      }),
    )
    const { minLat, maxLon } = boundsAround(defaultPlace, 10)
    expect(milesBetween(defaultPlace, { ...defaultPlace, lat: minLat })).toBeCloseTo(10, 6)
    expect(milesBetween(defaultPlace, { ...defaultPlace, lon: maxLon })).toBeCloseTo(10, 2)
  })
})
