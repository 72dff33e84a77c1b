/** Counts and times requests for Prometheus, and tells the process's own figures. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** @param room the part of the house that answered: api, page, file or other */
  observe(room: string, method: string, status: number, seconds: number): void
  response(): Promise<Response>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['room', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response headers',
    labelNames: ['room'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  return {
    observe(room, method, status, seconds) {
      requests.inc({ room, method: knownMethods.has(method) ? method : 'other', status })
      durations.observe({ room }, seconds)
    },
    async response() {
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    },
  }
}

/** Anyone may send any word as a method; a label for each would grow without end. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
