/** A worker's IPC channel to the primary, which sends it connections and stops it. */
import type { Socket } from 'node:net'
import type { MetricObject } from 'prom-client'
import type { ToPrimary, ToWorker } from './messages.ts'

export interface PrimaryChannel {
  /** The port that the primary holds. */
  readonly port: number
  /** Configured number of workers. */
  readonly processes: number
  /** Whether this worker starts before all others. */
  readonly isFirst: boolean
  /** Workers that accept connections now. */
  openWorkers(): number
  /** Starts to accept connections. */
  open(accept: (socket: Socket) => void): void
  /** Reports that the start is finished. */
  ready(): void
  reportConnections(count: number): void
  /** Accepts no more connections. */
  drain(): void
  /** Calls back once: when the primary requests a stop or exits, or when this process gets SIGTERM. */
  onStop(stop: (reason: string) => void): void
  /** Registers the source of this process's metrics. */
  provideMetrics(collect: () => Promise<MetricObject[]>): void
  clusterMetrics(): Promise<string>
}

const metricsTimeoutMs = 3_000

/** Waits for the primary's first message. */
export async function openPrimaryChannel(): Promise<PrimaryChannel> {
  const send = (message: ToPrimary) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {})
  }
  let accept: ((socket: Socket) => void) | undefined
  let collectMetrics: () => Promise<MetricObject[]> = async () => []
  let openWorkers = 0
  let stopped = false
  let onStop: ((reason: string) => void) | undefined
  const stop = (reason: string) => {
    if (stopped) return
    stopped = true
    // Before the start is finished there is nothing to close.
    if (onStop) onStop(reason)
    else process.exit(0)
  }
  const metricsRequests = new Map<number, (text: string) => void>()
  let lastRequestId = 0

  const start = await new Promise<ToWorker & { kind: 'start' }>((resolve) => {
    process.on('message', (message: ToWorker, socket?: Socket) => {
      switch (message.kind) {
        case 'start':
          return resolve(message)
        case 'connection':
          // Confirmed before a byte is read: until then the primary may hand the connection to another worker.
          send({ kind: 'connection accepted', id: message.id })
          if (accept && socket) accept(socket)
          else socket?.destroy()
          return
        case 'worker count':
          openWorkers = message.workers
          return
        case 'ping':
          return send({ kind: 'pong' })
        case 'metrics request':
          collectMetrics().then(
            (metrics) => send({ kind: 'metrics response', id: message.id, metrics }),
            () => {},
          )
          return
        case 'cluster metrics response':
          return metricsRequests.get(message.id)?.(message.text)
        case 'stop':
          return stop('the primary stops')
      }
    })
  })
  process.once('disconnect', () => stop('the primary has exited'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  // A terminal sends SIGINT to the primary too, which then sends a stop message.
  process.on('SIGINT', () => {})

  return {
    port: start.port,
    processes: start.processes,
    isFirst: start.isFirst,
    openWorkers: () => openWorkers,
    open(acceptConnection) {
      accept = acceptConnection
      send({ kind: 'open' })
    },
    ready: () => send({ kind: 'ready' }),
    reportConnections: (connections) => send({ kind: 'connection count', connections }),
    drain: () => send({ kind: 'draining' }),
    onStop(listener) {
      onStop = listener
    },
    provideMetrics(collect) {
      collectMetrics = collect
    },
    clusterMetrics() {
      lastRequestId += 1
      const id = lastRequestId
      return new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          metricsRequests.delete(id)
        }
        const timer = setTimeout(() => {
          settle()
          reject(new Error('The primary did not respond with the metrics of the cluster'))
        }, metricsTimeoutMs)
        metricsRequests.set(id, (text) => {
          settle()
          resolve(text)
        })
        send({ kind: 'cluster metrics request', id })
      })
    },
  }
}
