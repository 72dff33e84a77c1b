/** What a long constant load has to show: memory and descriptors that do not grow, and people who get answers. */
import type { Figures } from './figures.ts'
import type { Verdict } from './results.ts'
import type { Sample } from './samples.ts'
import { limits } from './saturation.ts'
import { type Point, slopeOf } from './statistics.ts'

const goalMegabytesAMinute = 1
const usualSettlingMinutes = 5

/** Caches fill and code is compiled at first. A short soak leaves out a quarter. */
export const settlingMinutesOf = (minutes: number): number => Math.min(usualSettlingMinutes, minutes / 4)

/** The change in a minute, by least squares. */
export function trendOf(
  samples: readonly Sample[],
  settlingMinutes: number,
  read: (sample: Sample) => number | null,
): number {
  return slopeOf(
    samples.flatMap((sample): Point[] => {
      const value = read(sample)
      const minutes = sample.seconds / 60
      return value === null || minutes < settlingMinutes ? [] : [[minutes, value]]
    }),
  )
}

/** Open descriptors without load, before and after it. */
export interface AtRest {
  readonly before: number
  /** Undefined until the load has ended. */
  readonly after: number | undefined
}

export function verdictsOf(
  samples: readonly Sample[],
  settlingMinutes: number,
  total: Figures,
  { before, after }: AtRest,
): Verdict[] {
  const memory = trendOf(samples, settlingMinutes, ({ residentMegabytes }) => residentMegabytes)
  const { arrivals, failed, p95Ms } = total
  const p95 = Number.isFinite(p95Ms) ? `${p95Ms.toFixed(0)} ms` : 'no answer'
  return [
    {
      name: 'resident memory',
      value: `${signed(memory)} MB a minute`,
      goal: `under ${goalMegabytesAMinute} MB a minute`,
      isReached: memory < goalMegabytesAMinute,
    },
    {
      name: 'open descriptors',
      value: `${before} before the load and ${after ?? 'not yet known'} after it`,
      goal: 'no growth',
      isReached: after !== undefined && after <= before,
    },
    {
      name: 'failures',
      value: `${failed} of ${arrivals}`,
      goal: `at most ${limits.failedShare * 100} %`,
      isReached: failed <= arrivals * limits.failedShare,
    },
    { name: 'p95', value: p95, goal: `at most ${limits.p95Ms} ms`, isReached: p95Ms <= limits.p95Ms },
  ]
}

/** Unknown until there are two samples. */
const signed = (value: number) =>
  Number.isNaN(value) ? 'unknown' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
