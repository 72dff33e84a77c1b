import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultPlace, milesBetween, noneWithinNotice } from './distance.ts'

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

it('the notice names the radius', () => {
  expect(noneWithinNotice(10)).toBe(
    "We're showing you all available products since there are currently no items within 10 miles of your location.",
  )
  expect(noneWithinNotice(1)).toContain('within 1 mile of your location.')
})
