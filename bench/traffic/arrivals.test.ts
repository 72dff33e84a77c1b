import { expect, it } from 'vitest'
import { createRandom } from '../../tests/crash/random.ts'
import { gapMs } from './arrivals.ts'
import { mean, percentile } from './statistics.ts'

const random = createRandom(1)
const gaps = Array.from({ length: 50_000 }, () => gapMs(200, random))

it('Arrivals come at the mean rate', () => {
  expect(mean(gaps)).toBeGreaterThan(4.9)
  expect(mean(gaps)).toBeLessThan(5.1)
})

it('The gaps between arrivals are exponential', () => {
  // The median of an exponential distribution is its mean times ln 2, and its standard deviation is its mean.
  expect(percentile(gaps, 0.5) / 5).toBeCloseTo(Math.LN2, 1)
  expect(Math.sqrt(mean(gaps.map((gap) => (gap - 5) ** 2))) / 5).toBeCloseTo(1, 1)
})

it('No gap is infinite, even for the largest random number', () =>
  expect(gapMs(1, { next: () => 1 - Number.EPSILON / 2 })).toBeLessThan(40_000))
