/** The open loop against small servers. No test asserts how fast something is, only what a stall of a second does. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../tests/crash/random.ts'
import { figuresOf } from './figures.ts'
import { type OpenLoop, runOpenLoop, type Window } from './open-loop.ts'
import { percentile, sum } from './statistics.ts'

async function windowsOf(run: () => Promise<void>, options: Partial<OpenLoop> = {}): Promise<Window[]> {
  const windows: Window[] = []
  await runOpenLoop({
    ratePerSecond: 100,
    seconds: 1,
    windowSeconds: 0.5,
    maxInFlight: 1_000,
    random: createRandom(1),
    choose: () => ({ kind: 'page', run }),
    onWindow: (window) => windows.push(window),
    ...options,
  })
  return windows
}

/** A server in a thread of its own that blocks once for a second, a second after its first request. */
async function startStallingServer(): Promise<string> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     let isPlanned = false
     const server = require('node:http').createServer((request, response) => {
       if (!isPlanned) setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000), 1000)
       isPlanned = true
       response.end('page')
     })
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = await once(worker, 'message')
  return `http://127.0.0.1:${port}`
}

const get = async (url: string) => void (await (await fetch(url)).text())

async function inOpenLoop() {
  const url = await startStallingServer()
  return figuresOf(await windowsOf(() => get(url), { seconds: 4 }))
}

/** Asks again when it has been answered, as a generator without arrivals does. */
async function inClosedLoop(): Promise<number[]> {
  const url = await startStallingServer()
  const times: number[] = []
  for (const endMs = performance.now() + 4_000; performance.now() < endMs; await sleep(10)) {
    const sentMs = performance.now()
    await get(url)
    times.push(performance.now() - sentMs)
  }
  return times
}

describe('the open loop', () => {
  it('shows a stall of a second in the 95th and 99th percentile, and waiting for responses hides it', async () => {
    const [open, closed] = await Promise.all([inOpenLoop(), inClosedLoop()])
    // A quarter of those who arrive come during the stall. A generator that waits has one request there, however many it sends otherwise.
    expect(open.p95Ms).toBeGreaterThan(500)
    expect(Math.max(...closed)).toBeGreaterThan(500)
    expect(percentile(closed, 0.95)).toBeLessThan(500)
  })

  it('counts from the intended arrival when the generator itself is late', async () => {
    let isFirst = true
    const [window] = await windowsOf(async () => {
      if (isFirst) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      isFirst = false
    })
    // Some thirty should have started while the first blocked the generator.
    expect(window?.latencyMs.page?.filter((ms) => ms > 100).length).toBeGreaterThan(10)
    expect(window?.lateP99Ms).toBeGreaterThan(200)
  })

  it('starts arrivals although none is answered, and counts those beyond the limit as failed', async () => {
    let running = 0
    let most = 0
    const windows = await windowsOf(
      async () => {
        running += 1
        most = Math.max(most, running)
        await sleep(1_500)
        running -= 1
      },
      { maxInFlight: 20 },
    )
    const { arrivals, failed, completed, failures, p95Ms } = figuresOf(windows)
    expect(most).toBe(20)
    expect(arrivals).toBeGreaterThan(60)
    expect(failures).toEqual({ 'page: not sent, too many in flight': arrivals - 20 })
    expect({ failed, completed }).toEqual({ failed: arrivals - 20, completed: 0 })
    expect(p95Ms).toBe(Number.POSITIVE_INFINITY)
  })

  it('counts every arrival exactly once, in the window of its intended arrival', async () => {
    let started = 0
    const windows = await windowsOf(async () => {
      started += 1
      await sleep(started % 3)
      if (started % 10 === 0) throw new Error('503')
    })
    expect(windows.map(({ index }) => index)).toEqual([0, 1])
    const { arrivals, failed, failures } = figuresOf(windows)
    expect(arrivals).toBe(started)
    expect(sum(windows.map(({ latencyMs }) => latencyMs.page?.length ?? 0)) + failed).toBe(started)
    expect(Object.keys(failures)).toEqual(['page: 503'])
  })

  it('reports a window once its last arrival is answered', async () => {
    const windows = await windowsOf(() => sleep(700), { seconds: 0.5 })
    expect(windows).toHaveLength(1)
    expect(windows[0]?.latencyMs.page).toHaveLength(windows[0]?.arrivals ?? 0)
  })
})
