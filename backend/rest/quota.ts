/** The database time of one network: a few statements at once, and a pause after long ones. */
import type { TimeSpent } from '../database/database.ts'
import { DatabaseError } from '../database/errors.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { TtlCache } from '../rate-limits/ttl-cache.ts'
import { tooManyRequests } from './errors.ts'

export interface DatabaseQuota {
  /**
   * Runs `work` when it is the network's turn, and charges the time it used.
   * @throws RestError PT429 while the network is paused, or when its queue is full
   */
  run<T>(network: string, work: (spent: TimeSpent) => Promise<T>): Promise<T>
}

export interface QuotaSettings {
  /** Statements of one network that run at the same time; the others wait. */
  readonly concurrency: number
  /** Factor for the cost of a statement that timed out. Stopping one may end the database's thread, which delays all clients. */
  readonly timeoutCostFactor: number
}

/** Shorter statements are free; nearly all that pages send are. */
const freeMs = 10
/** A network may use this much at once and regains it over the window: a fifth of one connection. */
const burstMs = 2_000
const windowSeconds = 10
/** Queued requests of one network. */
const maxWaiting = 200

interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

export function createDatabaseQuota(
  rateLimits: RateLimits,
  { concurrency, timeoutCostFactor }: QuotaSettings,
  log: { error(fields: Readonly<Record<string, unknown>>, message: string): void },
): DatabaseQuota {
  const databaseTime = rateLimits.limit('database time', burstMs, windowSeconds)
  const lanes = new Map<string, Lane>()
  /** When the pause of each network ends. */
  const pausedUntilMs = new TtlCache<number>(10_000)

  const throwIfPaused = (network: string) => {
    const now = Date.now()
    const until = pausedUntilMs.get(network, now)
    if (until !== undefined) throw tooManyRequests(Math.ceil((until - now) / 1_000))
  }

  const enter = async (network: string): Promise<Lane> => {
    const lane = lanes.get(network) ?? { running: 0, waiting: [] }
    lanes.set(network, lane)
    if (lane.running < concurrency) {
      lane.running += 1
      return lane
    }
    if (lane.waiting.length >= maxWaiting) throw tooManyRequests(1)
    await new Promise<void>((resolve) => lane.waiting.push(resolve))
    return lane
  }

  /** Passes the slot to the next in the queue without freeing it, so that no other request takes it in between. */
  const leave = (network: string, lane: Lane) => {
    const next = lane.waiting.shift()
    if (next) return next()
    lane.running -= 1
    if (lane.running === 0) lanes.delete(network)
  }

  const charge = async (network: string, ms: number) => {
    const seconds = await databaseTime.charge(network, ms)
    const untilMs = Date.now() + seconds * 1_000
    if (seconds > 0) pausedUntilMs.set(network, untilMs, untilMs)
  }

  return {
    async run(network, work) {
      throwIfPaused(network)
      const lane = await enter(network)
      const spent: TimeSpent = { ms: 0 }
      let costFactor = 1
      try {
        // Requests before this one may have used up the quota.
        throwIfPaused(network)
        return await work(spent)
      } catch (error) {
        if (error instanceof DatabaseError && error.code === '57014') costFactor = timeoutCostFactor
        throw error
      } finally {
        leave(network, lane)
        if (spent.ms > freeMs)
          charge(network, spent.ms * costFactor).catch((error: unknown) =>
            log.error({ err: error }, 'database time could not be charged'),
          )
      }
    },
  }
}
