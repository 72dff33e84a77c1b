/**
 * A drop opens with 2,000 members waiting, on PostgreSQL over HTTP. Each asks when its page would, whether or not
 * earlier requests have been answered. Everything must be sold exactly once, while the rest of the shop stays usable.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, londonTime } from '#domain/values/calendar'
import type { Database } from '../backend/database/database.ts'
import { openPostgres } from '../backend/database/postgres.ts'
import { createTokens } from '../backend/tokens.ts'
import { createDatabase, databases, dropDatabase, jwtSecret, startServer, type TestServer } from '../tests/harness.ts'
import { openShop } from './order-shop.ts'
import { percentile } from './traffic/statistics.ts'

const members = Number(process.env.DROP_MEMBERS ?? 2000)
const units = Math.max(10, members / 20)
/** Members arrive over this time before the opening. */
const arrivalMs = 15_000
const longestMs = 90_000
const pickup = { start_time: '10:00', end_time: '12:00' }

interface Reply {
  readonly status: number
  readonly body: { readonly state?: string; readonly ask_again_seconds?: number; readonly hint?: string }
}

interface Opening {
  readonly server: TestServer
  readonly agent: Agent
  readonly tokens: readonly string[]
  readonly drop: string
  readonly order: string
  readonly endsAt: number
}

interface Counts {
  readonly attemptMs: number[]
  placed: number
  failed: number
}

export async function dropOpening(): Promise<void> {
  if (!databases.includes('postgres')) return console.log('skipped: it needs PostgreSQL')
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const databaseUrl = await createDatabase()
  const server = await startServer({ dataDir: folder, env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' } })
  const database = await openPostgres({ url: databaseUrl })
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const shop = await openShop(server, { products: 1, stock: 0, maxOrders: null })
  const tokens = await newMembers(database)
  const day = addDays(londonTime(new Date()).date, 5)
  const drop = await newDrop(database, shop.id, shop.products[0] ?? '', day)
  const quiet = await sampleShop(server, agent, performance.now() + 4000)

  const items = [{ product_id: shop.products[0], quantity: 1 }]
  const shops = [{ shop_id: shop.id, fulfilment: 'pickup', pickup: { date: day, ...pickup }, items }]
  const order = JSON.stringify({ shops, allergens_acknowledged: true })
  const opening: Opening = { server, agent, tokens, drop, order, endsAt: performance.now() + longestMs }
  const counts: Counts = { attemptMs: [], placed: 0, failed: 0 }
  const start = performance.now()
  const waiting = tokens.map((token, n) => waitAndOrder(opening, token, (n / members) * arrivalMs, counts))
  const busy = sampleShop(server, agent, start + arrivalMs + 20_000)
  await Promise.all(waiting)
  const seconds = (performance.now() - start) / 1000
  const [sold] = (
    await run(
      database,
      `select i.taken, (select count(*) from public.order_items o where o.drop_item_id = i.id) from public.drop_items i`,
    )
  ).rows
  report({ counts, sold: sold ?? [], quiet, busy: await busy, seconds })
  agent.destroy()
  await server.stop()
  await database.close()
  await dropDatabase(databaseUrl)
  rmSync(folder, { recursive: true, force: true })
}

const run = (database: Database, text: string, values: readonly string[] = []) => database.run({ text, values })

async function newMembers(database: Database): Promise<string[]> {
  const { rows } = await run(
    database,
    `insert into auth.users (id, email, raw_user_meta_data, created_at)
      select id, id || '@example.test', '{"name": "Bo"}', now() - interval '9 days' from (select gen_random_uuid() as id from generate_series(1, ${members})) n
      returning id`,
  )
  const tokens = createTokens(jwtSecret)
  const exp = Math.floor(Date.now() / 1000) + 3600
  return Promise.all(
    rows.map(([id]) => tokens.sign({ sub: id ?? '', role: 'authenticated', aud: 'authenticated', exp })),
  )
}

async function newDrop(database: Database, shop: string, product: string, day: string): Promise<string> {
  const drop = randomUUID()
  await run(
    database,
    `insert into public.drops (id, shop_id, title, opens_at, cut_off, is_published)
      values ($1, $2, 'Opening', now() + interval '${arrivalMs / 1000 + 6} seconds', now() + interval '2 days', true)`,
    [drop, shop],
  )
  await run(database, `insert into public.drop_items (drop_id, product_id, stock) values ($1, $2, ${units})`, [
    drop,
    product,
  ])
  await run(
    database,
    `insert into public.drop_slots (drop_id, fulfilment, on_date, start_time, end_time) values ($1, 'pickup', $2, '10:00', '12:00')`,
    [drop, day],
  )
  return drop
}

/** One member: asks at the times that the responses name, orders when admitted, and leaves when everything is sold. */
async function waitAndOrder(opening: Opening, token: string, afterMs: number, counts: Counts): Promise<void> {
  await sleep(afterMs)
  const call = async (name: string, body: string) => {
    const asked = performance.now()
    const reply = await post(opening, `/rest/v1/rpc/${name}`, token, body)
    counts.attemptMs.push(performance.now() - asked)
    return reply
  }
  while (performance.now() < opening.endsAt && counts.placed < units) {
    const { status, body } = await call('enter_drop', JSON.stringify({ drop_id: opening.drop }))
    if (status !== 200) counts.failed += 1
    if (body.state === 'admitted') {
      const placed = await call('place_order', `{"order": ${opening.order}, "idempotency_key": "${randomUUID()}"}`)
      if (placed.status === 200) counts.placed += 1
      else if (placed.body.hint !== 'sold_out') counts.failed += 1
      return
    }
    const due = performance.now() + (body.ask_again_seconds ?? 5) * 1000
    while (performance.now() < Math.min(due, opening.endsAt) && counts.placed < units) await sleep(250)
  }
}

/** A visitor's search, ten times a second, and how long each took. */
async function sampleShop(server: TestServer, agent: Agent, until: number): Promise<number[]> {
  const took: number[] = []
  const samples: Promise<void>[] = []
  while (performance.now() < until) {
    const asked = performance.now()
    const search = post({ server, agent }, '/rest/v1/rpc/search_products', server.anonKey, '{"page_size": 24}')
    samples.push(search.then(() => void took.push(performance.now() - asked)))
    await sleep(100)
  }
  await Promise.all(samples)
  return took
}

function post(
  { server, agent }: Pick<Opening, 'server' | 'agent'>,
  to: string,
  token: string,
  body: string,
): Promise<Reply> {
  const headers = { apikey: server.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(server.url + to, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || '{}') }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Measured {
  readonly counts: Counts
  readonly sold: readonly (string | null)[]
  readonly quiet: readonly number[]
  readonly busy: readonly number[]
  readonly seconds: number
}

function report({ counts, sold, quiet, busy, seconds }: Measured): void {
  const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED')
  const p95 = percentile(counts.attemptMs, 0.95)
  const ratio = percentile(busy, 0.5) / percentile(quiet, 0.5)
  const isExact = sold.every((number) => Number(number) === units) && counts.placed === units
  console.log(
    `${members} members waited for ${units} units for ${seconds.toFixed(0)} s, with ${counts.failed} failures`,
  )
  console.log(`sold: ${sold.join(' and ')} units, ${counts.placed} orders (goal ${units} once) ${verdict(isExact)}`)
  console.log(
    `an attempt: p95 ${p95.toFixed(0)} ms of ${counts.attemptMs.length} (goal 1000 ms) ${verdict(p95 < 1000)}`,
  )
  console.log(
    `search: median ${percentile(busy, 0.5).toFixed(1)} ms, quiet ${percentile(quiet, 0.5).toFixed(1)} ms: ratio ${ratio.toFixed(2)} (goal 3) ${verdict(ratio < 3)}`,
  )
}
