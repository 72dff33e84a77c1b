/** Measures an attack's effect on others: a visitor's wait for the home page from another network, and the server's memory. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestServer } from '../harness.ts'
import { type AttackOptions, median, percentile95 } from './attack.ts'
import type { Visit } from './visitor.ts'

export interface VisitorImpact {
  /** Median milliseconds for the home page without an attack. */
  readonly quietMs: number
  /** The same during the attack. */
  readonly busyMs: number
  /** Nineteen of twenty visits were shorter, without an attack and during it. */
  readonly quietP95Ms: number
  readonly busyP95Ms: number
  /** The longest wait of all. */
  readonly longestMs: number
  /** Megabytes above the server's memory at rest; 0 if unknown. */
  readonly memoryGrowthMb: number
  /** Whether the home page exceeds its limit. */
  readonly isSlow: boolean
  /** Whether the server's memory exceeds its limit. */
  readonly isLarge: boolean
}

/** The limits: the factor by which the home page may slow down, and the megabytes by which the server may grow. */
export const maxSlowdown = 3
export const maxGrowthMb = 400

export interface Bursts extends AttackOptions {
  readonly times: number
  readonly pauseMs: number
  readonly burst: () => Promise<unknown>
}

/** The warm-up is long enough for the JIT to compile hot code. */
const measured = { warmVisits: 100, quietVisits: 200, maxBursts: Number.POSITIVE_INFINITY }
const quick = { warmVisits: 5, quietVisits: 5, maxBursts: 1 }

/** Attacks in bursts, while a visitor from another network reloads the home page. Only visits that overlap a burst count as attacked. */
export async function measureVisitorImpact(
  server: TestServer,
  { times, pauseMs, burst, isQuick }: Bursts,
): Promise<VisitorImpact> {
  const { warmVisits, quietVisits, maxBursts } = isQuick ? quick : measured
  const visits: Visit[] = []
  const program = fileURLToPath(new URL('./visitor.ts', import.meta.url))
  const visitor = fork(program, [server.url, String(server.process.pid)], { execArgv: ['--import', 'tsx'] })
  visitor.on('message', (visit: Visit) => visits.push(visit))
  const failed = once(visitor, 'exit').then(([code]) => {
    throw new Error(`The visitor process exited with ${code}`)
  })
  failed.catch(() => {})
  const attacked: { from: number; until: number }[] = []
  const attacking = async () => {
    while (visits.length < warmVisits + quietVisits) await wait(20)
    for (let time = 0; time < Math.min(times, maxBursts); time += 1) {
      const from = Date.now()
      await burst()
      attacked.push({ from, until: Date.now() })
      await wait(pauseMs)
    }
    // Waits for the last visit that began during the attack.
    for (const seen = visits.length; visits.length === seen; ) await wait(20)
  }
  await Promise.race([attacking(), failed]).finally(() => visitor.kill())

  const quiet = visits.slice(warmVisits, warmVisits + quietVisits)
  const busy = visits.filter(({ begun, ended }) => attacked.some(({ from, until }) => begun < until && ended > from))
  if (busy.length === 0) throw new Error('No visit overlapped the attack')
  const since = visits.slice(warmVisits + quietVisits)
  const took = (some: readonly Visit[]) => some.map(({ begun, ended }) => ended - begun)
  const memory = (some: readonly Visit[]) => some.map(({ megabytes }) => megabytes)
  const quietMs = median(took(quiet))
  const busyMs = median(took(busy))
  const memoryGrowthMb = Math.max(...memory(since)) - median(memory(quiet))
  return {
    quietMs,
    busyMs,
    quietP95Ms: percentile95(took(quiet)),
    busyP95Ms: percentile95(took(busy)),
    longestMs: Math.max(...took(busy)),
    memoryGrowthMb,
    isSlow: busyMs > maxSlowdown * quietMs,
    isLarge: memoryGrowthMb > maxGrowthMb,
  }
}
