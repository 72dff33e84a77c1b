/**
 * Shares the rendering of pages between networks. A page that is not cached costs processor time, and one client can ask for any number
 * of them. So a network has few places of all, waits for its turn, and has a budget of time.
 */
import { LRUCache } from 'lru-cache'

export interface RenderLimits {
  /** How many pages are rendered at once. */
  readonly places: number
  /** How many of them may be of one network. */
  readonly placesOfNetwork: number
  /** How many pages of one network may wait. */
  readonly longestQueue: number
  /** Milliseconds of rendering from which a network has one page at a time, and only while no other is rendered. */
  readonly heavyMs: number
  /** Milliseconds of rendering that a network may have used at once. */
  readonly budgetMs: number
  /** The part of the passing time that a network gets back. */
  readonly refill: number
}

export const renderLimits: RenderLimits = {
  places: 8,
  placesOfNetwork: 3,
  longestQueue: 100,
  heavyMs: 1_000,
  budgetMs: 20_000,
  refill: 0.7,
}

/** A network has used its budget, or has too many pages waiting. */
export class TooManyPages extends Error {
  override readonly name = 'TooManyPages'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many pages at once')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Renders when it is the network's turn. @throws TooManyPages */
export type RenderQueue = <Page>(network: string, render: () => Promise<Page>) => Promise<Page>

const rememberedNetworks = 10_000

/** @param now as `performance.now()`, for tests */
export function createRenderQueue(limits: RenderLimits, now = () => performance.now()): RenderQueue {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let allRunning = 0
  const used = new LRUCache<string, { ms: number; atMs: number }>({ max: rememberedNetworks })

  const usedMs = (network: string) => {
    const last = used.get(network)
    return last ? Math.max(0, last.ms - (now() - last.atMs) * limits.refill) : 0
  }
  const count = (network: string, by: 1 | -1) => {
    allRunning += by
    const own = (running.get(network) ?? 0) + by
    if (own > 0) running.set(network, own)
    else running.delete(network)
  }
  const startNext = () => {
    for (const [network, [start, ...rest]] of waiting) {
      if (allRunning >= limits.places) return
      const isHeavy = usedMs(network) >= limits.heavyMs
      if (isHeavy ? allRunning > 0 : (running.get(network) ?? 0) >= limits.placesOfNetwork) continue
      waiting.delete(network)
      if (rest.length > 0) waiting.set(network, rest)
      count(network, 1)
      start?.()
    }
  }

  return async (network, render) => {
    const excessMs = usedMs(network) - limits.budgetMs
    const queue = waiting.get(network) ?? []
    if (excessMs >= 0 || queue.length >= limits.longestQueue)
      throw new TooManyPages(Math.max(1, Math.ceil(excessMs / limits.refill / 1_000)))
    const turn = new Promise<void>((resolve) => queue.push(resolve))
    waiting.set(network, queue)
    startNext()
    await turn
    const startedMs = now()
    try {
      return await render()
    } finally {
      used.set(network, { ms: usedMs(network) + now() - startedMs, atMs: now() })
      count(network, -1)
      startNext()
    }
  }
}
