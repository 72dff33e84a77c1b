/**
 * place_order over HTTP: orders a second by 32 buyers at a time, compared with the database alone. It also races 64 buyers for the last hundred
 * of a product, and twenty bookings for a pickup window of five.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addDays, londonTime } from '#domain/values/calendar'
import type { Database } from '../backend/database/database.ts'
import { openPglite } from '../backend/database/pglite.ts'
import { openPostgres } from '../backend/database/postgres.ts'
import {
  createDatabase,
  type DatabaseKind,
  databases,
  dropDatabase,
  startServer,
  type TestServer,
} from '../tests/harness.ts'
import { type Buyer, newBuyers, openShop, orderOf, type Shop } from './order-shop.ts'

const goals: Record<DatabaseKind, number> = { postgres: 150, pglite: 20 }
const seconds = 8
/** A buyer leaves at most 50 orders a day unpaid. */
const buyerCount = 800

interface Outcome {
  readonly status: number
  readonly hint: string | null
}

export async function orders(): Promise<void> {
  for (const kind of databases) await measure(kind)
}

async function measure(kind: DatabaseKind): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const databaseUrl = kind === 'postgres' ? await createDatabase() : ''
  const dataDir = path.join(folder, 'data')
  const server = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' } })
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const buyers = await newBuyers(server, buyerCount)
  const racers = await newBuyers(server, 64)
  const shops: Shop[] = []
  for (let n = 0; n < 8; n += 1) shops.push(await openShop(server, { products: 5, stock: 100_000, maxOrders: null }))
  const tomorrow = addDays(londonTime(new Date()).date, 1)

  /** Two products of a shop; every fourth order is picked up. */
  const basket = (n: number) => {
    const buyer = buyers[n % buyerCount]
    const shop = shops[n % shops.length]
    if (!buyer || !shop) throw new Error('there are no buyers')
    const lines = [shop.products[n % 5] ?? '', shop.products[(n + 2) % 5] ?? '']
    return { buyer, body: orderOf({ shop, lines, buyer, ...(n % 4 === 0 ? { pickupOn: tomorrow } : {}) }) }
  }
  const overHttp = async (n: number) => {
    const { buyer, body } = basket(n)
    const { status, hint } = await post({ server, agent, buyer, body })
    if (status !== 200) throw new Error(`an order failed with ${status} ${hint}`)
  }
  await perSecond(overHttp, 2)
  const rate = await perSecond(overHttp, seconds)
  await raceForStock({ server, agent, buyers: racers })
  await raceForPickup({ server, agent, buyers: racers, tomorrow })
  agent.destroy()
  await server.stop()

  const database = databaseUrl
    ? await openPostgres({ url: databaseUrl })
    : await openPglite({ dataDir: path.join(dataDir, 'database') })
  const direct = (n: number) => placeDirectly(database, basket(n))
  await perSecond(direct, 2)
  const limit = await perSecond(direct, seconds)
  await database.close()
  if (databaseUrl) await dropDatabase(databaseUrl)
  rmSync(folder, { recursive: true, force: true })
  console.log(
    `${kind}: ${rate.toFixed(0)} orders/s over HTTP at 32 buyers (goal ${goals[kind]}) ${rate >= goals[kind] ? 'reached' : 'MISSED'}; ` +
      `the database alone takes ${limit.toFixed(0)}: ratio ${(rate / limit).toFixed(2)}`,
  )
}

/** Completed calls a second by 32 concurrent workers. */
async function perSecond(work: (n: number) => Promise<void>, during: number): Promise<number> {
  const start = performance.now()
  let started = 0
  let done = 0
  const worker = async () => {
    while (performance.now() - start < during * 1000) {
      started += 1
      await work(started)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  return done / ((performance.now() - start) / 1000)
}

async function placeDirectly(database: Database, { buyer, body }: { buyer: Buyer; body: string }): Promise<void> {
  const { order, idempotency_key: key }: { order: unknown; idempotency_key: string } = JSON.parse(body)
  const claims = JSON.stringify({ sub: buyer.id, role: 'authenticated' })
  await database.run(
    { text: 'select public.place_order($1::jsonb, $2)', values: [JSON.stringify(order), key] },
    { role: 'authenticated', claims },
  )
}

interface Race {
  readonly server: TestServer
  readonly agent: Agent
  readonly buyers: readonly Buyer[]
}

async function raceForStock({ server, agent, buyers }: Race): Promise<void> {
  const shop = await openShop(server, { products: 1, stock: 100, maxOrders: null })
  const attempts = buyers.flatMap((buyer) => [buyer, buyer, buyer])
  const outcomes = await Promise.all(
    attempts.map((buyer) => post({ server, agent, buyer, body: orderOf({ shop, lines: shop.products, buyer }) })),
  )
  report('the last 100 of a product, ordered 192 times by 64 concurrent buyers', outcomes, 100, 'sold_out')
}

async function raceForPickup({ server, agent, buyers, tomorrow }: Race & { tomorrow: string }): Promise<void> {
  const shop = await openShop(server, { products: 20, stock: 100, maxOrders: 5 })
  const outcomes = await Promise.all(
    buyers.slice(0, 20).map((buyer, n) => {
      const body = orderOf({ shop, lines: [shop.products[n] ?? ''], buyer, pickupOn: tomorrow })
      return post({ server, agent, buyer, body })
    }),
  )
  report('a pickup window for 5, booked 20 times concurrently', outcomes, 5, 'slot_full')
}

function report(name: string, outcomes: readonly Outcome[], expected: number, hint: string): void {
  const served = outcomes.filter(({ status }) => status === 200).length
  const refused = outcomes.filter((outcome) => outcome.status === 409 && outcome.hint === hint).length
  const isRight = served === expected && served + refused === outcomes.length
  const others = outcomes.length - served - refused
  console.log(
    `${name}: ${served} served, ${refused} refused with ${hint}, ${others} others: ${isRight ? 'right' : 'WRONG'}`,
  )
}

function post({
  server,
  agent,
  buyer,
  body,
}: {
  server: TestServer
  agent: Agent
  buyer: Buyer
  body: string
}): Promise<Outcome> {
  const headers = {
    apikey: server.anonKey,
    authorization: `Bearer ${buyer.token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/rest/v1/rpc/place_order`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, hint: response.statusCode === 200 ? null : hintIn(text) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function hintIn(text: string): string | null {
  const { hint }: { hint?: string } = JSON.parse(text)
  return hint ?? null
}
