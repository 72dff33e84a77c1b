/** Metrics of the whole cluster: collects the metrics of each worker and aggregates them. */
import { AggregatorRegistry, Counter, Gauge, type MetricObject, Registry } from 'prom-client'
import type { ToPrimary, ToWorker } from './messages.ts'
import type { Worker } from './worker.ts'

/** A worker that takes longer counts with its last counters alone. */
const timeoutMs = 1_000
let lastId = 0

/** Simultaneous calls share one run, so a flood of metrics requests does not multiply the messages to the workers. */
export function coalesced<T>(run: () => Promise<T>): () => Promise<T> {
  let inProgress: Promise<T> | undefined
  return () => {
    inProgress ??= run().finally(() => {
      inProgress = undefined
    })
    return inProgress
  }
}

/**
 * A counter of the cluster never falls, because Prometheus takes a lower value for a restart and counts all of it again. So the
 * last counters of workers that have ended, or do not respond, are added to those of the others.
 * @param workers those that run now
 * @param replaced how many workers have ended and were replaced
 */
export function createClusterMetrics(workers: ReadonlySet<Worker>, replaced: () => number): () => Promise<string> {
  const lastCounters = new Map<Worker, MetricObject[]>()
  let endedCounters: MetricObject[] = []

  const keepEndedCounters = async () => {
    const ended = [...lastCounters].filter(([worker]) => !workers.has(worker))
    const counters = ended.map(([, metrics]) => metrics)
    endedCounters = await AggregatorRegistry.aggregate([endedCounters, ...counters]).getMetricsAsJSON()
    for (const [worker] of ended) lastCounters.delete(worker)
  }

  return coalesced(async () => {
    await keepEndedCounters()
    const open = [...workers].filter(({ isOpen }) => isOpen)
    const current = new Map<Worker, MetricObject[]>()
    await Promise.all(
      open.map(async (worker) => {
        const metrics = await metricsOf(worker)
        if (!metrics) return
        current.set(worker, metrics)
        lastCounters.set(worker, metrics.filter(isSumOfEvents))
      }),
    )
    const collected = [endedCounters, ...new Map([...lastCounters, ...current]).values()]
    const own = new Registry()
    new Gauge({ name: 'workers', help: 'Processes that answer requests', registers: [own] }).set(open.length)
    const ended = { name: 'workers_replaced_total', help: 'Processes that ended and were replaced', registers: [own] }
    new Counter(ended).inc(replaced())
    return `${await AggregatorRegistry.aggregate(collected).metrics()}\n${await own.metrics()}`
  })
}

/** Counters that each worker reads from the database are no sums. */
const isSumOfEvents = ({ type, aggregator }: MetricObject) =>
  aggregator === 'sum' && ['counter', 'histogram'].includes(String(type))

function metricsOf({ child }: Worker): Promise<MetricObject[] | undefined> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const settle = (metrics: MetricObject[] | undefined) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      resolve(metrics)
    }
    const onMessage = (message: ToPrimary) => {
      if (message.kind === 'metrics response' && message.id === id) settle(message.metrics)
    }
    const timer = setTimeout(() => settle(undefined), timeoutMs)
    child.on('message', onMessage)
    const request: ToWorker = { kind: 'metrics request', id }
    child.send(request, () => {})
  })
}
