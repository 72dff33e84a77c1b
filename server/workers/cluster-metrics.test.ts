import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Counter, Gauge, Histogram, type MetricObject, Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { coalesced, createClusterMetrics } from './cluster-metrics.ts'
import type { Worker } from './worker.ts'

it('Simultaneous metrics requests share one collection, and a later request collects again, even after a failure', async () => {
  let collections = 0
  const request = coalesced(async () => {
    collections += 1
    if (collections === 2) throw new Error('no worker responded')
    return collections
  })
  expect(await Promise.all([request(), request(), request()])).toEqual([1, 1, 1])
  const failed = await Promise.allSettled([request(), request()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await request()).toBe(3)
})

/** Responds to a request with the metrics that it was last sent. */
const program = `let metrics = []
  process.on('message', (message) => {
    if (message.kind === 'metrics request') process.send({ kind: 'metrics response', id: message.id, metrics })
    else metrics = message
  })
  process.send('up')`

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function startWorker(): Promise<Worker> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  await once(child, 'message')
  return {
    child,
    startedMs: 0,
    isOpen: true,
    isReady: true,
    connections: 0,
    unansweredPings: 0,
    unconfirmed: new Map(),
  }
}

/** What a worker has counted: requests of one second each, orders, and requests in progress. */
async function counted({ child }: Worker, requests: number, orders = 0): Promise<void> {
  const registry = new Registry()
  const options = (name: string) => ({ name, help: name, registers: [registry] })
  new Counter(options('requests_total')).inc(requests)
  const seconds = new Histogram({ ...options('seconds'), buckets: [1] })
  for (let n = 0; n < requests; n += 1) seconds.observe(1)
  new Counter({ ...options('orders_total'), aggregator: 'max' }).inc(orders)
  new Gauge(options('in_progress')).set(requests)
  child.send(await registry.getMetricsAsJSON())
}

const names = ['requests_total', 'seconds_count', 'seconds_bucket{le="1"}', 'orders_total', 'in_progress', 'workers']
const valuesIn = (text: string) =>
  names.map((name) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    ),
  )

describe('The metrics of a cluster', () => {
  it('add up, and a counter keeps what a worker had counted that has ended', async () => {
    const [first, second] = [await startWorker(), await startWorker()]
    const workers = new Set([first, second])
    const collect = createClusterMetrics(workers, () => 3)
    await counted(first, 20, 5)
    await counted(second, 1, 5)
    expect(valuesIn(await collect())).toEqual([21, 21, 21, 5, 21, 2])
    workers.delete(first)
    expect(valuesIn(await collect())).toEqual([21, 21, 21, 5, 1, 1])
    const third = await startWorker()
    workers.add(third)
    await counted(third, 2, 6)
    await counted(second, 4, 6)
    expect(valuesIn(await collect())).toEqual([26, 26, 26, 6, 6, 2])
    workers.delete(second)
    workers.delete(third)
    const text = await collect()
    expect(valuesIn(text)).toEqual([26, 26, 26, Number.NaN, Number.NaN, 0])
    expect(text).toContain('workers_replaced_total 3')
  })

  it('have the last counters of a worker that does not respond or accepts no connections, each once', async () => {
    const [live, silent] = [await startWorker(), await startWorker()]
    const collect = createClusterMetrics(new Set([live, silent]), () => 0)
    await counted(live, 1)
    await counted(silent, 20)
    await collect()
    silent.child.kill('SIGSTOP')
    await counted(live, 2)
    expect(valuesIn(await collect())).toEqual([22, 22, 22, 0, 2, 2])
    silent.child.kill('SIGCONT')
    await counted(silent, 30)
    expect(valuesIn(await collect())).toEqual([32, 32, 32, 0, 32, 2])
    silent.isOpen = false
    expect(valuesIn(await collect())).toEqual([32, 32, 32, 0, 2, 1])
  })

  it('have the event loop lag and the memory of the worker with the most', async () => {
    let ownMetrics = async (): Promise<MetricObject[]> => []
    createMetrics({
      primary: {
        provideMetrics(collect) {
          ownMetrics = collect
        },
        clusterMetrics: async () => '',
      },
    })
    const own = await ownMetrics()
    const workers = [await startWorker(), await startWorker()]
    const watched = ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']
    for (const [index, { child }] of workers.entries())
      child.send(
        own.map((metric) =>
          watched.includes(metric.name) ? { ...metric, values: [{ value: 100 + index, labels: {} }] } : metric,
        ),
      )
    const text = await createClusterMetrics(new Set(workers), () => 0)()
    for (const name of watched) expect(text).toContain(`\n${name} 101\n`)
  })
})
