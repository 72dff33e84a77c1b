/** A worker's line to its leader: where its connections come from, and who tells it to stop. */
import type { Socket } from 'node:net'
import type { MetricObject } from 'prom-client'
import type { ToLeader, ToWorker } from './messages.ts'

export interface Leader {
  /** Of the door that the leader holds. */
  readonly port: number
  /** Workers that there shall be. */
  readonly processes: number
  /** Whether this one comes up before all others. */
  readonly isFirst: boolean
  /** Workers that take connections now. */
  serving(): number
  /** From now on connections come. */
  open(take: (socket: Socket) => void): void
  /** Everything is there. */
  ready(): void
  /** Says how many connections there are. */
  count(connections: number): void
  /** No more connections. */
  closing(): void
  /** Calls back once: when the leader says so, is gone, or somebody ends this process alone. */
  onStop(stop: (why: string) => void): void
  /** Tells the leader this process's figures whenever it asks. */
  offerFigures(own: () => Promise<MetricObject[]>): void
  figuresOfAll(): Promise<string>
}

const patienceMs = 3_000

/** Waits for the leader's first word. */
export async function followLeader(): Promise<Leader> {
  const tell = (message: ToLeader) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {})
  }
  let take: ((socket: Socket) => void) | undefined
  let ownFigures: () => Promise<MetricObject[]> = async () => []
  let serving = 0
  let stopped = false
  let onStop: ((why: string) => void) | undefined
  const stop = (why: string) => {
    if (stopped) return
    stopped = true
    // Before everything is there, there is nothing to close.
    if (onStop) onStop(why)
    else process.exit(0)
  }
  const questions = new Map<number, (text: string) => void>()
  let asked = 0

  const begun = await new Promise<ToWorker & { kind: 'begin' }>((resolve) => {
    process.on('message', (message: ToWorker, socket?: Socket) => {
      switch (message.kind) {
        case 'begin':
          return resolve(message)
        case 'connection':
          // Told before a byte is read: until then the leader may hand it to another.
          tell({ kind: 'took', id: message.id })
          if (take && socket) take(socket)
          else socket?.destroy()
          return
        case 'serving':
          serving = message.workers
          return
        case 'ping':
          return tell({ kind: 'pong' })
        case 'figures wanted':
          ownFigures().then(
            (figures) => tell({ kind: 'figures', id: message.id, figures }),
            () => {},
          )
          return
        case 'figures of all':
          return questions.get(message.id)?.(message.text)
        case 'stop':
          return stop('the leader stops')
      }
    })
  })
  process.once('disconnect', () => stop('the leader is gone'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  // A terminal sends it to the leader too, who will say.
  process.on('SIGINT', () => {})

  return {
    port: begun.port,
    processes: begun.processes,
    isFirst: begun.isFirst,
    serving: () => serving,
    open(takeConnection) {
      take = takeConnection
      tell({ kind: 'open' })
    },
    ready: () => tell({ kind: 'ready' }),
    count: (connections) => tell({ kind: 'has', connections }),
    closing: () => tell({ kind: 'closing' }),
    onStop(listener) {
      onStop = listener
    },
    offerFigures(own) {
      ownFigures = own
    },
    figuresOfAll() {
      asked += 1
      const id = asked
      return new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          questions.delete(id)
        }
        const timer = setTimeout(() => {
          settle()
          reject(new Error('The leader did not tell the figures of all workers'))
        }, patienceMs)
        questions.set(id, (text) => {
          settle()
          resolve(text)
        })
        tell({ kind: 'figures of all wanted', id })
      })
    },
  }
}
