/** Prometheus metrics: counts and times of requests, and Node's own process metrics. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PrimaryChannel } from './workers/primary-channel.ts'

export interface Metrics {
  /**
   * Counts a request as in progress. The returned function ends it, without a status if the handler threw.
   * @param handler what answers the request: api or site
   */
  begin(handler: string, method: string): (status?: number) => void
  response(): Promise<Response>
}

/**
 * @param live the open Realtime sockets and the channels joined over them
 * @param primary set in a worker: the response then adds up the metrics of all workers
 */
export function createMetrics(
  live?: () => { readonly sockets: number; readonly channels: number },
  primary?: Pick<PrimaryChannel, 'provideMetrics' | 'clusterMetrics'>,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Counted in a map and copied at collection, because the library looks up each label at every increment.
  const answered = new Map<string, Answered>()
  new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['handler', 'method', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { handler, method, status, count } of answered.values()) this.inc({ handler, method, status }, count)
    },
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response headers',
    labelNames: ['handler'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const inProgress = new Map<string, number>()
  new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests without a response yet',
    labelNames: ['handler'],
    registers: [registry],
    collect() {
      for (const [handler, count] of inProgress) this.set({ handler }, count)
    },
  })
  if (live) {
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(value())
        },
      })
    gauge('realtime_sockets', 'WebSockets that are open', () => live().sockets)
    gauge('realtime_channels', 'Channels joined over them', () => live().channels)
  }
  primary?.provideMetrics(() => registry.getMetricsAsJSON())
  return {
    begin(handler, method) {
      const started = performance.now()
      inProgress.set(handler, (inProgress.get(handler) ?? 0) + 1)
      return (status) => {
        inProgress.set(handler, (inProgress.get(handler) ?? 0) - 1)
        if (status === undefined) return
        count(answered, handler, knownMethods.has(method) ? method : 'other', status)
        durations.observe({ handler }, (performance.now() - started) / 1_000)
      }
    },
    async response() {
      const text = await (primary ? primary.clusterMetrics() : registry.metrics())
      return new Response(text, { headers: { 'content-type': registry.contentType } })
    },
  }
}

interface Answered {
  readonly handler: string
  readonly method: string
  readonly status: number
  count: number
}

function count(answered: Map<string, Answered>, handler: string, method: string, status: number): void {
  const key = `${handler} ${method} ${status}`
  const known = answered.get(key)
  if (known) known.count += 1
  else answered.set(key, { handler, method, status, count: 1 })
}

/** Clients can send any word as a method. Other methods share one label, so the number of labels has a bound. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
