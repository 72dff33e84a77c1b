/**
 * Starts actions at their times, whether or not earlier ones have been answered. Latency counts from the intended arrival. A server that
 * stalls therefore delays everybody who arrives meanwhile, and the percentiles show it. A generator that waits for responses would not
 * send those requests, and hide the stall: coordinated omission.
 */
import { setTimeout as sleep, setImmediate as yieldToEvents } from 'node:timers/promises'
import type { Random } from '../../tests/crash/random.ts'
import { gapMs } from './arrivals.ts'
import { percentile } from './statistics.ts'

export interface Action {
  /** The row of the mix. */
  readonly kind: string
  /** Resolves when the person has everything they waited for. @throws Error if not */
  run(): Promise<void>
}

export interface OpenLoop {
  readonly ratePerSecond: number
  readonly seconds: number
  readonly windowSeconds: number
  /** Arrivals beyond so many at a time fail without being sent. */
  readonly maxInFlight: number
  readonly random: Random
  choose(): Action
  /** Called in order, once everybody who arrived in the window has an answer or has failed. */
  onWindow(window: Window): void
}

/** Everybody who arrived within a time. */
export interface Window {
  readonly index: number
  readonly arrivals: number
  /** Arrivals, of any window, that were answered within this time. */
  readonly completed: number
  /** Times from the intended arrival to the answer, by kind, in milliseconds. */
  readonly latencyMs: Readonly<Record<string, readonly number[]>>
  /** Those who got no answer, by kind and reason. */
  readonly failures: Readonly<Record<string, number>>
  /** How late the generator itself was, in milliseconds. */
  readonly lateP99Ms: number
}

interface OpenWindow {
  arrivals: number
  pending: number
  completed: number
  readonly latencyMs: Record<string, number[]>
  readonly failures: Record<string, number>
  readonly lateMs: number[]
}

const notSent = 'not sent, too many in flight'
/** Lets responses in between when it has fallen behind. */
const startedAtOnce = 20

/** Resolves when everybody has an answer or has failed. */
export async function runOpenLoop(loop: OpenLoop): Promise<void> {
  const { ratePerSecond, random } = loop
  const count = Math.ceil(loop.seconds / loop.windowSeconds)
  const windows = Array.from({ length: count }, openWindow)
  const startMs = performance.now()
  const endMs = startMs + loop.seconds * 1000
  const windowAt = (atMs: number) => windows[Math.floor((atMs - startMs) / 1000 / loop.windowSeconds)]
  let inFlight = 0
  let reported = 0
  /** Who is due before has been started. It is the past when the generator is late. */
  let startedUntilMs = startMs

  const report = () => {
    const overMs = Math.min(performance.now(), startedUntilMs)
    for (let window = windows[reported]; window && window.pending === 0; window = windows[reported]) {
      if (overMs < startMs + (reported + 1) * loop.windowSeconds * 1000) return
      const { pending: _, lateMs, ...rest } = window
      loop.onWindow({ index: reported, ...rest, lateP99Ms: percentile(lateMs, 0.99) })
      reported += 1
    }
  }

  const start = (dueMs: number, window: OpenWindow) => {
    const { kind, run } = loop.choose()
    const fail = (reason: string) => {
      const name = `${kind}: ${reason}`
      window.failures[name] = (window.failures[name] ?? 0) + 1
    }
    window.arrivals += 1
    window.lateMs.push(performance.now() - dueMs)
    if (inFlight >= loop.maxInFlight) return fail(notSent)
    inFlight += 1
    window.pending += 1
    const settle = () => {
      inFlight -= 1
      window.pending -= 1
      report()
    }
    run()
      .then(
        () => {
          const nowMs = performance.now()
          window.latencyMs[kind] ??= []
          window.latencyMs[kind].push(nowMs - dueMs)
          const current = windowAt(nowMs)
          if (current) current.completed += 1
        },
        (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
      )
      .finally(settle)
  }

  let started = 0
  for (let dueMs = startMs + gapMs(ratePerSecond, random); dueMs < endMs; dueMs += gapMs(ratePerSecond, random)) {
    const waitMs = dueMs - performance.now()
    startedUntilMs = dueMs
    started += 1
    if (waitMs > 0) await sleep(waitMs)
    else if (started % startedAtOnce === 0) await yieldToEvents()
    const window = windowAt(dueMs)
    if (window) start(dueMs, window)
  }
  startedUntilMs = endMs
  while (reported < count) {
    await sleep(20)
    report()
  }
}

const openWindow = (): OpenWindow => ({
  arrivals: 0,
  pending: 0,
  completed: 0,
  latencyMs: {},
  failures: {},
  lateMs: [],
})
