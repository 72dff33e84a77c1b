/** The generator of `npm run bench -- load` and `soak`, against a server with the sample catalogue. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createActions } from '../../bench/traffic/actions.ts'
import { figuresOf } from '../../bench/traffic/figures.ts'
import { startGenerator } from '../../bench/traffic/generator-process.ts'
import { openListeners } from '../../bench/traffic/listeners.ts'
import { createMarket, type TrafficMarket } from '../../bench/traffic/market.ts'
import { mix } from '../../bench/traffic/mix.ts'
import { openTransport } from '../../bench/traffic/transport.ts'
import { createRandom } from '../crash/random.ts'
import { startServer, type TestServer } from '../harness.ts'
import { serviceOf } from '../payments/market-fixtures.ts'

let server: TestServer
let market: TrafficMarket

beforeAll(async () => {
  server = await startServer({ market: 'sample' })
  market = await createMarket(server, { sellers: 2, buyers: 3 })
})
afterAll(() => server?.stop())

const programOf = () => fork('bench/traffic/generator.ts', { execArgv: ['--import', 'tsx'] })

describe('the load generator', () => {
  it('does everything of the mix', async () => {
    const transport = openTransport(market.url)
    const listeners = await openListeners(market)
    onTestFinished(() => {
      listeners.close()
      transport.close()
    })
    const actions = await createActions({ market, transport, listeners, random: createRandom(1) })
    const failed: string[] = []
    for (const { action } of mix) await actions[action]().catch((error: unknown) => failed.push(`${action}: ${error}`))
    expect(failed).toEqual([])
    expect(Object.keys(actions).toSorted()).toEqual(mix.map(({ action }) => action).toSorted())
    const own = market.buyers.map(({ id }) => id)
    const orders = await serviceOf(server).from('orders').select('status').in('buyer_id', own)
    expect(orders.data).toEqual([{ status: expect.stringMatching(/^(processing|shipped)$/) }])
  })

  it('runs a load in a process of its own, and counts all who arrive', async () => {
    const generator = await startGenerator(market)
    onTestFinished(generator.stop)
    const windows = await generator.run({ ratePerSecond: 20, seconds: 2, windowSeconds: 1 })
    const { arrivals, failures, kinds } = figuresOf(windows)
    expect(windows).toHaveLength(2)
    expect(failures).toEqual({})
    expect(arrivals).toBeGreaterThan(10)
    expect(kinds.reduce((total, kind) => total + kind.arrivals, 0)).toBe(arrivals)
  })

  it('ends with the process that started it, also during a load', async () => {
    const child = programOf()
    child.send({ kind: 'open', market, seed: 1, maxInFlight: 10 })
    expect(await once(child, 'message')).toMatchObject([{ kind: 'opened' }, undefined])
    child.send({ kind: 'run', ratePerSecond: 5, seconds: 600, windowSeconds: 5 })
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('puts no load on another machine', async () => {
    const elsewhere = { ...market, url: 'http://192.0.2.1' }
    await expect(startGenerator(elsewhere)).rejects.toThrow('is not this machine')
    const child = programOf()
    onTestFinished(() => void child.disconnect())
    child.send({ kind: 'open', market: elsewhere, seed: 1, maxInFlight: 10 })
    const [{ kind, reason }] = await once(child, 'message')
    expect({ kind, reason }).toEqual({ kind: 'failed', reason: expect.stringContaining('is not this machine') })
  })
})
