import { describe, expect, it } from 'vitest'
import { highestHeld, nextRate, saturationOf, type TriedRate } from './saturation.ts'

/** The search against a server that holds every rate up to its capacity. */
function search(capacity: number, first = 25): TriedRate[] {
  const tried: TriedRate[] = []
  for (let rate = nextRate(tried, first); rate !== undefined; rate = nextRate(tried, first))
    tried.push({ rate, isHeld: rate <= capacity })
  return tried
}

describe('the search for saturation', () => {
  it.each([3, 24, 25, 26, 333, 1_000, 7_777])('finds a capacity of %i a second within 12 %', (capacity) => {
    const tried = search(capacity)
    expect(highestHeld(tried)).toBeLessThanOrEqual(capacity)
    expect(highestHeld(tried)).toBeGreaterThanOrEqual(Math.floor(capacity / 1.12))
    expect(tried.length).toBeLessThan(15)
  })

  it('doubles until a rate fails', () =>
    expect(
      search(333)
        .map(({ rate }) => rate)
        .slice(0, 6),
    ).toEqual([25, 50, 100, 200, 400, 283]))

  it('ends if not even one arrival a second is held', () => expect(search(0).at(-1)?.rate).toBe(1))

  it('ends if the server holds everything', () => expect(highestHeld(search(1e9))).toBeLessThanOrEqual(20_000))
})

describe('a step', () => {
  const held = { arrivals: 10_000, failed: 10, completed: 9_500, p95Ms: 1_000 }

  it('is held at its limits', () => expect(saturationOf(held)).toEqual([]))

  it.each([
    { change: { p95Ms: 1_001 }, why: 'p95 over 1000 ms' },
    { change: { failed: 11 }, why: 'failures over 0.1 %' },
    { change: { completed: 9_499 }, why: 'under 95 % answered in time' },
  ])('is saturated with $why', ({ change, why }) => expect(saturationOf({ ...held, ...change })).toEqual([why]))

  it('is saturated if too few were answered for a percentile', () =>
    expect(saturationOf({ ...held, p95Ms: Number.POSITIVE_INFINITY })).toEqual(['p95 over 1000 ms']))

  it('without any arrival shows nothing, so it is saturated', () =>
    expect(saturationOf({ arrivals: 0, failed: 0, completed: 0, p95Ms: Number.NaN })).toHaveLength(1))
})
