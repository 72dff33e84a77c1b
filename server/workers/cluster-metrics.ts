/** Metrics of the whole cluster: collects the metrics of each worker and adds them up. */
import { AggregatorRegistry, Counter, Gauge, type MetricObject, Registry } from 'prom-client'
import type { ToPrimary, ToWorker } from './messages.ts'
import type { Worker } from './worker.ts'

/** A worker that takes longer is left out. */
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

/** @param counts what only the primary knows */
export async function clusterMetrics(
  workers: readonly Worker[],
  counts: { readonly workers: number; readonly replaced: number },
): Promise<string> {
  const responses = await Promise.all(workers.map(metricsOf))
  const collected = responses.filter((metrics) => metrics !== undefined)
  const own = new Registry()
  new Gauge({ name: 'workers', help: 'Processes that answer requests', registers: [own] }).set(counts.workers)
  new Counter({ name: 'workers_replaced_total', help: 'Processes that ended and were replaced', registers: [own] }).inc(
    counts.replaced,
  )
  return `${await AggregatorRegistry.aggregate(collected).metrics()}\n${await own.metrics()}`
}

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
