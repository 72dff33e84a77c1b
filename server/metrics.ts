/** Prometheus metrics: requests, what the parts do, the marketplace's figures, and Node's own process metrics. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Load } from '#backend'
import type { MarketFigures } from './market-figures.ts'
import type { PrimaryChannel } from './workers/primary-channel.ts'

export interface Metrics {
  /**
   * Counts a request as in progress. The returned function ends it, without a status if the handler threw.
   * @param handler what answers the request, one of a few names
   */
  begin(handler: string, method: string): (status?: number) => void
  response(): Promise<Response>
}

export interface MetricsOptions {
  /** What the backend's parts do now. */
  readonly load?: (() => Load) | undefined
  /** How many lines each level of the log has had. */
  readonly lines?: ReadonlyMap<string, number>
  /** Errors that browsers reported. */
  readonly browserErrors?: { readonly logged: number; readonly refused: number }
  /** The marketplace's figures; null while the database does not respond. */
  readonly figures?: (() => Promise<MarketFigures | null | undefined>) | undefined
  /** Set in a worker: the response then has the metrics of all workers. */
  readonly primary?: Pick<PrimaryChannel, 'provideMetrics' | 'clusterMetrics'> | undefined
}

/** How late a process is, and its memory. A sum grows with the number of workers, and an average hides the one that hangs. */
const ofOneProcess = /^(nodejs_eventloop_lag_(?!min_)|(nodejs|process)_\w+_bytes$)/

export function createMetrics({
  load,
  lines = new Map(),
  browserErrors,
  figures,
  primary,
}: MetricsOptions = {}): Metrics {
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
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
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
  new Counter({
    name: 'log_lines_total',
    help: 'Lines of the log',
    labelNames: ['level'],
    registers: [registry],
    collect() {
      this.reset()
      for (const level of ['warn', 'error', 'fatal']) this.inc({ level }, lines.get(level) ?? 0)
    },
  })
  new Counter({
    name: 'browser_errors_total',
    help: 'Errors that browsers reported',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(browserErrors ?? {})) this.inc({ outcome }, count)
    },
  })
  if (load) addLoad(registry, load)
  const refresh = figures ? addFigures(registry, figures) : async () => {}
  primary?.provideMetrics(async () => {
    await refresh()
    const metrics = await registry.getMetricsAsJSON()
    return metrics.map((metric) => (ofOneProcess.test(metric.name) ? { ...metric, aggregator: 'max' } : metric))
  })
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
      if (!primary) await refresh()
      const text = await (primary ? primary.clusterMetrics() : registry.metrics())
      return new Response(text, { headers: { 'content-type': registry.contentType } })
    },
  }
}

function addLoad(registry: Registry, load: () => Load): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  gauge('realtime_sockets', 'WebSockets that are open', () => load().sockets)
  gauge('realtime_channels', 'Channels joined over them', () => load().channels)
  gauge('database_connections_busy', 'Database connections in use', () => load().busyConnections)
  gauge('database_statements_waiting', 'Statements that wait for a connection', () => load().waitingStatements)
  gauge('function_requests_in_progress', 'Requests that functions work on', () => load().functionRequests)
  new Counter({
    name: 'database_slow_statements_total',
    help: 'Statements that took at least SLOW_STATEMENT_MS',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(load().slowStatements)
    },
  })
}

/** A database that takes longer counts as down, so that the other metrics do not wait for it. */
const figuresTimeoutMs = 500

/**
 * Every worker reads the same figures, so they are not added up.
 * @returns a function that reads them again
 */
function addFigures(registry: Registry, figures: NonNullable<MetricsOptions['figures']>): () => Promise<void> {
  const shared = { registers: [registry], aggregator: 'max' as const }
  const events = new Counter({
    name: 'market_events_total',
    help: 'What has happened on the marketplace',
    labelNames: ['event'],
    ...shared,
  })
  const waiting = new Gauge({ name: 'market_waiting', help: 'Rows of a queue', labelNames: ['queue'], ...shared })
  const oldest = new Gauge({
    name: 'market_oldest_due_email_seconds',
    help: 'How long the oldest email is overdue',
    ...shared,
  })
  const up = new Gauge({
    name: 'database_up',
    help: '1 if the database responds within half a second',
    registers: [registry],
    aggregator: 'min',
  })
  return async () => {
    const read = await within(figuresTimeoutMs, figures()).catch(() => null)
    up.set(read === null ? 0 : 1)
    // Without a response the last figures stay, because a counter that falls looks like a restart.
    if (!read) return
    events.reset()
    for (const [event, count] of Object.entries(read.events)) events.inc({ event }, count)
    for (const [queue, rows] of Object.entries(read.waiting)) waiting.set({ queue }, rows)
    oldest.set(read.oldest_due_email_seconds)
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
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
