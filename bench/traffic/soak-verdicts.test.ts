import { describe, expect, it } from 'vitest'
import type { Sample } from './samples.ts'
import { type AtRest, settlingMinutesOf, trendOf, verdictsOf } from './soak-verdicts.ts'

const answered = {
  ...{ arrivals: 1_000, failed: 0, completed: 1_000, generatorLateP99Ms: 1, failures: {}, kinds: [] },
  ...{ p50Ms: 2, p95Ms: 20, p99Ms: 90 },
}

/** Samples each five seconds for twenty minutes. The first five minutes grow as at each start. */
function soaked(megabytesAMinute: number): Sample[] {
  return Array.from({ length: 240 }, (_, n) => {
    const minutes = ((n + 1) * 5) / 60
    const noise = n % 2 === 0 ? 6 : -6
    return {
      seconds: minutes * 60,
      residentMegabytes: 200 + Math.min(minutes, 5) * 30 + minutes * megabytesAMinute + noise,
      heapMegabytes: minutes % 1 < 0.1 ? null : 80,
      descriptors: 60 + noise,
      socketDescriptors: 30,
      eventLoopP50Ms: 10,
      eventLoopP99Ms: 15,
      sockets: 300,
      waitingStatements: 0,
      serverProcessors: 0.5,
      generatorProcessors: 0.1,
      databaseProcessors: 0.3,
      machineProcessors: 1,
    }
  })
}

const noGrowth: AtRest = { before: 45, after: 45 }
const reached = (samples: Sample[], total = answered, atRest = noGrowth) =>
  verdictsOf(samples, 5, total, atRest).flatMap(({ name, isReached }) => (isReached ? [name] : []))

describe('a soak', () => {
  it('reaches its goals if nothing grows after the start', () =>
    expect(reached(soaked(0))).toEqual(['resident memory', 'open descriptors', 'failures', 'p95']))

  it('misses the goal if memory grows by 1.5 MB a minute', () =>
    expect(reached(soaked(1.5))).not.toContain('resident memory'))

  it('misses the goal if a descriptor stays open after the load, and until that is known', () => {
    for (const after of [46, undefined])
      expect(reached(soaked(0), answered, { before: 45, after })).not.toContain('open descriptors')
  })

  it('misses the goals if people get no answer', () => {
    const failing = { ...answered, failed: 60, p95Ms: Number.POSITIVE_INFINITY }
    expect(reached(soaked(0), failing)).toEqual(['resident memory', 'open descriptors'])
  })

  it('without samples does not reach the goal of memory', () =>
    expect(reached([])).toEqual(['open descriptors', 'failures', 'p95']))

  it('ignores samples in which the server did not respond', () =>
    expect(trendOf(soaked(0), 5, ({ heapMegabytes }) => heapMegabytes)).toBeCloseTo(0))

  it('leaves out five minutes, or a quarter if it is short', () =>
    expect([20, 60, 2].map(settlingMinutesOf)).toEqual([5, 5, 0.5]))
})
