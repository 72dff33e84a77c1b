import { describe, expect, it } from 'vitest'
import { type Point, percentile, slopeOf } from './statistics.ts'

describe('a percentile', () => {
  it('is the smallest value that the share does not exceed', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n)
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 95, 99, 100])
  })

  it('is infinite if too many were never answered', () => {
    const values = [1, 2, 3, Number.POSITIVE_INFINITY]
    expect(percentile(values, 0.5)).toBe(2)
    expect(percentile(values, 0.95)).toBe(Number.POSITIVE_INFINITY)
  })

  it('does not exist without values', () => expect(percentile([], 0.5)).toBeNaN())
})

describe('the slope', () => {
  it('is that of a line', () => {
    const line = Array.from({ length: 20 }, (_, n): Point => [n, 300 + 2.5 * n])
    expect(slopeOf(line)).toBeCloseTo(2.5)
  })

  it('is not moved by noise that alternates around the line', () => {
    const saw = Array.from({ length: 2_000 }, (_, n): Point => [n / 12, 400 + 0.4 * (n / 12) + (n % 2 ? 20 : -20)])
    expect(slopeOf(saw)).toBeCloseTo(0.4, 1)
  })

  it('does not exist for a single point', () => expect(slopeOf([[1, 2]])).toBeNaN())
})
