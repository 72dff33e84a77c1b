/** One set of figures for all workers: asks each for its own and adds them up. */
import { AggregatorRegistry, Counter, Gauge, type MetricObject, Registry } from 'prom-client'
import type { ToLeader, ToWorker } from './messages.ts'
import type { Worker } from './worker.ts'

/** A worker that is busy for longer is left out. */
const answerMs = 1_000
let asked = 0

/** One answer for all who ask while it is gathered: whoever asks a thousand times a second asks the workers no more for it. */
export function shared<T>(gather: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= gather().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

/** @param leader what only the leader knows */
export async function figuresOfAll(
  workers: readonly Worker[],
  leader: { readonly workers: number; readonly replaced: number },
): Promise<string> {
  const answers = await Promise.all(workers.map(figuresOf))
  const known = answers.filter((figures) => figures !== undefined)
  const own = new Registry()
  new Gauge({ name: 'workers', help: 'Processes that answer requests', registers: [own] }).set(leader.workers)
  new Counter({ name: 'workers_replaced_total', help: 'Processes that ended and were replaced', registers: [own] }).inc(
    leader.replaced,
  )
  return `${await AggregatorRegistry.aggregate(known).metrics()}\n${await own.metrics()}`
}

function figuresOf({ child }: Worker): Promise<MetricObject[] | undefined> {
  asked += 1
  const id = asked
  return new Promise((resolve) => {
    const settle = (figures: MetricObject[] | undefined) => {
      clearTimeout(timer)
      child.off('message', hear)
      resolve(figures)
    }
    const hear = (said: ToLeader) => {
      if (said.kind === 'figures' && said.id === id) settle(said.figures)
    }
    const timer = setTimeout(() => settle(undefined), answerMs)
    child.on('message', hear)
    const question: ToWorker = { kind: 'figures wanted', id }
    child.send(question, () => {})
  })
}
