/** What windows say together: counts and percentiles, of all kinds and of each. */
import type { Window } from './open-loop.ts'
import { percentile, sum } from './statistics.ts'

interface Latency {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

interface KindFigures extends Latency {
  readonly kind: string
  readonly arrivals: number
  readonly failed: number
}

export interface Figures extends Latency {
  readonly arrivals: number
  readonly failed: number
  readonly completed: number
  /** The worst of the windows. */
  readonly generatorLateP99Ms: number
  /** The numbers of failures by kind and reason. */
  readonly failures: Readonly<Record<string, number>>
  readonly kinds: readonly KindFigures[]
}

/** Those who got no answer count as waiting for ever. Leaving them out would make an overloaded server look fast. */
export function figuresOf(windows: readonly Window[]): Figures {
  const latencies = new Map<string, number[]>()
  const of = (kind: string) => latencies.get(kind) ?? latencies.set(kind, []).get(kind) ?? []
  const failures: Record<string, number> = {}
  for (const window of windows) {
    // One by one, because arguments of a call are limited.
    for (const [kind, times] of Object.entries(window.latencyMs)) for (const ms of times) of(kind).push(ms)
    for (const [name, count] of Object.entries(window.failures)) {
      failures[name] = (failures[name] ?? 0) + count
      const kind = name.slice(0, name.indexOf(': '))
      for (let n = 0; n < count; n += 1) of(kind).push(Number.POSITIVE_INFINITY)
    }
  }
  const kinds = [...latencies].map(
    ([kind, times]): KindFigures => ({
      kind,
      arrivals: times.length,
      failed: times.filter((ms) => ms === Number.POSITIVE_INFINITY).length,
      ...latencyOf(times),
    }),
  )
  return {
    arrivals: sum(windows.map(({ arrivals }) => arrivals)),
    failed: sum(Object.values(failures)),
    completed: sum(windows.map(({ completed }) => completed)),
    ...latencyOf([...latencies.values()].flat()),
    generatorLateP99Ms: Math.max(...windows.map(({ lateP99Ms }) => lateP99Ms || 0)),
    failures,
    kinds: kinds.sort((one, other) => other.arrivals - one.arrivals),
  }
}

const latencyOf = (times: readonly number[]): Latency => ({
  p50Ms: percentile(times, 0.5),
  p95Ms: percentile(times, 0.95),
  p99Ms: percentile(times, 0.99),
})
