/** Arrivals at a fixed mean rate that know nothing of each other, like people: a Poisson process. */
import type { Random } from '../../tests/crash/random.ts'

/** The time until the next arrival, in milliseconds. Gaps of a Poisson process are exponential. */
export const gapMs = (ratePerSecond: number, random: Pick<Random, 'next'>): number =>
  (-Math.log(1 - random.next()) * 1000) / ratePerSecond
