/** What an attack costs everybody else: how long a visitor from another network waits for the home page meanwhile, and the server's memory. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestServer } from '../harness.ts'
import { type AttackOptions, median } from './attack.ts'
import type { Visit } from './visitor.ts'

export interface Beside {
  /** Milliseconds for the home page in quiet, the median. */
  readonly quietMs: number
  /** The same while the attack is under way. */
  readonly busyMs: number
  /** The longest wait of all. */
  readonly longestMs: number
  /** Megabytes that the server took beyond what it had at rest; 0 where that cannot be told. */
  readonly grownBy: number
  /** Whether the home page took more than the goal allows. */
  readonly isSlow: boolean
  /** Whether the server grew by more than the goal allows. */
  readonly isLarge: boolean
}

/** The goals: how many times as long the home page may take, and how many megabytes the server may grow. */
export const mostSlowdown = 3
export const mostGrowth = 400

export interface Bursts extends AttackOptions {
  readonly times: number
  readonly pauseMs: number
  readonly burst: () => Promise<unknown>
}

/** The warm visits last until the server has compiled what it runs often. */
const measured = { warmVisits: 100, quietVisits: 40, mostBursts: Number.POSITIVE_INFINITY }
const quick = { warmVisits: 5, quietVisits: 5, mostBursts: 1 }

/** Attacks in bursts, while a visitor from elsewhere opens the home page again and again. Only what overlaps a burst counts as under attack. */
export async function besideVisitor(server: TestServer, { times, pauseMs, burst, isQuick }: Bursts): Promise<Beside> {
  const { warmVisits, quietVisits, mostBursts } = isQuick ? quick : measured
  const visits: Visit[] = []
  const program = fileURLToPath(new URL('./visitor.ts', import.meta.url))
  const visitor = fork(program, [server.url, String(server.process.pid)], { execArgv: ['--import', 'tsx'] })
  visitor.on('message', (visit: Visit) => visits.push(visit))
  const failed = once(visitor, 'exit').then(([code]) => {
    throw new Error(`The visitor ended with ${code}`)
  })
  failed.catch(() => {})
  const attacked: { from: number; until: number }[] = []
  const attacking = async () => {
    while (visits.length < warmVisits + quietVisits) await wait(20)
    for (let time = 0; time < Math.min(times, mostBursts); time += 1) {
      const from = Date.now()
      await burst()
      attacked.push({ from, until: Date.now() })
      await wait(pauseMs)
    }
    // The last visit that began during the attack is still to be told of.
    for (const seen = visits.length; visits.length === seen; ) await wait(20)
  }
  await Promise.race([attacking(), failed]).finally(() => visitor.kill())

  const quiet = visits.slice(warmVisits, warmVisits + quietVisits)
  const busy = visits.filter(({ begun, ended }) => attacked.some(({ from, until }) => begun < until && ended > from))
  if (busy.length === 0) throw new Error('Nobody visited during the attack')
  const since = visits.slice(warmVisits + quietVisits)
  const took = (some: readonly Visit[]) => some.map(({ begun, ended }) => ended - begun)
  const memory = (some: readonly Visit[]) => some.map(({ megabytes }) => megabytes)
  const quietMs = median(took(quiet))
  const busyMs = median(took(busy))
  const grownBy = Math.max(...memory(since)) - median(memory(quiet))
  return {
    quietMs,
    busyMs,
    longestMs: Math.max(...took(busy)),
    grownBy,
    isSlow: busyMs > mostSlowdown * quietMs,
    isLarge: grownBy > mostGrowth,
  }
}
