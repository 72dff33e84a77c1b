/** Counts and times requests for Prometheus, and tells the process's own figures. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Leader } from './workers/follower.ts'

export interface Metrics {
  /**
   * A request has come. Call what this returns when it is answered, or without a status when nothing can answer it.
   * @param room the part of the house that answers: api or site
   */
  begin(room: string, method: string): (status?: number) => void
  response(): Promise<Response>
}

/**
 * @param live the sockets that are open and the channels joined over them, where there are any
 * @param leader whose worker this process is: then the figures are those of all workers together
 */
export function createMetrics(
  live?: () => { readonly sockets: number; readonly channels: number },
  leader?: Pick<Leader, 'offerFigures' | 'figuresOfAll'>,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Counted here and told when asked: the library looks each label up anew at every request.
  const answered = new Map<string, Answered>()
  new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['room', 'method', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { room, method, status, count } of answered.values()) this.inc({ room, method, status }, count)
    },
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response headers',
    labelNames: ['room'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const underWay = new Map<string, number>()
  new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests not answered yet',
    labelNames: ['room'],
    registers: [registry],
    collect() {
      for (const [room, count] of underWay) this.set({ room }, count)
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
  leader?.offerFigures(() => registry.getMetricsAsJSON())
  return {
    begin(room, method) {
      const started = performance.now()
      underWay.set(room, (underWay.get(room) ?? 0) + 1)
      return (status) => {
        underWay.set(room, (underWay.get(room) ?? 0) - 1)
        if (status === undefined) return
        count(answered, room, knownMethods.has(method) ? method : 'other', status)
        durations.observe({ room }, (performance.now() - started) / 1_000)
      }
    },
    async response() {
      const text = await (leader ? leader.figuresOfAll() : registry.metrics())
      return new Response(text, { headers: { 'content-type': registry.contentType } })
    },
  }
}

interface Answered {
  readonly room: string
  readonly method: string
  readonly status: number
  count: number
}

function count(answered: Map<string, Answered>, room: string, method: string, status: number): void {
  const key = `${room} ${method} ${status}`
  const known = answered.get(key)
  if (known) known.count += 1
  else answered.set(key, { room, method, status, count: 1 })
}

/** Anyone may send any word as a method; a label for each would grow without end. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
