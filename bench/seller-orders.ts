/**
 * Sellers with 20,000 and 50,000 orders on PostgreSQL: response times of the lists, the calendar and the figures of a seller over HTTP, compared
 * with the database alone. It also compares the memory for a CSV file of all orders with that of a tenth of them.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addDays, londonTime } from '#domain/values/calendar'
import { createTokens } from '../backend/tokens.ts'
import { createDatabase, databases, dropDatabase, jwtSecret, startServer, type TestServer } from '../tests/harness.ts'
import { addOrders, ordersOfCustomer } from './seller-orders-data.ts'
import { residentMegabytesOf } from './traffic/samples.ts'
import { percentile } from './traffic/statistics.ts'

const goalMs = 100
const rounds = 40
const few = 5_000
const goalOrders = 20_000
const many = 50_000

interface Seller {
  readonly id: string
  readonly token: string
  /** Who ordered most often. */
  readonly customer: string
}

export async function sellerOrders(): Promise<void> {
  if (!databases.includes('postgres')) {
    console.log('skipped: PostgreSQL is not available')
    return
  }
  const databaseUrl = await createDatabase()
  const server = await startServer({ env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' } })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const small = await openShop(server, client, few)
  const goalSeller = await openShop(server, client, goalOrders)
  const seller = await openShop(server, client, many)
  await client.query('set client_min_messages = log; set log_statement_stats = on; set role authenticated')
  for (const [orders, each] of [
    [goalOrders, goalSeller],
    [many, seller],
  ] as const) {
    console.log(`  ${orders} orders of ${orders / ordersOfCustomer} customers`)
    await client.query(`select set_config('request.jwt.claims', $1, false)`, [
      JSON.stringify({ sub: each.id, role: 'authenticated' }),
    ])
    for (const query of queries(each.customer)) await compare({ server, client, seller: each }, query)
  }
  const before = residentMegabytesOf(server.process)
  const [first, second] = [await download(server, small, few), await download(server, seller, many)]
  console.log(
    `memory of the server: ${before} MB before, at most ${first.peak} MB during ${few} orders, ${second.peak} MB during ${many}: ` +
      `ratio ${(second.peak / first.peak).toFixed(2)}`,
  )
  await client.end()
  await server.stop()
  await dropDatabase(databaseUrl)
}

async function openShop(server: TestServer, client: pg.Client, orders: number): Promise<Seller> {
  const id = randomUUID()
  await send(server, '/auth/v1/admin/users', { id, email: `${id}@example.test`, email_confirm: true })
  const shop = {
    id: randomUUID(),
    user_id: id,
    name: 'Busy Bakes',
    slug: `busy-${id.slice(0, 8)}`,
    description: 'Bakes all day long.',
    category: 'Cakes',
  }
  await send(server, '/rest/v1/shops', shop)
  const start = performance.now()
  await addOrders(client, shop.id, orders)
  console.log(`${orders} orders made in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  const { rows } = await client.query<{ buyer_id: string }>(
    'select o.buyer_id from public.orders o where o.shop_id = $1 group by o.buyer_id order by count(*) desc limit 1',
    [shop.id],
  )
  const exp = Math.floor(Date.now() / 1000) + 3600
  return {
    id,
    token: await createTokens(jwtSecret).sign({ sub: id, role: 'authenticated', aud: 'authenticated', exp }),
    customer: rows[0]?.buyer_id ?? id,
  }
}

async function send({ url, serviceKey }: TestServer, path: string, body: object): Promise<void> {
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
}

interface Query {
  readonly name: string
  readonly call: string
  readonly parameters: Readonly<Record<string, string | number | null>>
}

function queries(customer: string): Query[] {
  const today = londonTime(new Date()).date
  const year = { from_date: addDays(today, -364), to_date: today }
  return [
    { name: 'inbox, to make', call: 'seller_inbox', parameters: { only_status: 'processing' } },
    { name: 'inbox, everything', call: 'seller_inbox', parameters: { only_status: null } },
    { name: 'inbox, a name', call: 'seller_inbox', parameters: { only_status: null, search: 'cleo number 98' } },
    { name: 'prep sheet of a day', call: 'prep_sheet', parameters: { day: addDays(today, 1) } },
    { name: 'a year by month', call: 'seller_analytics', parameters: { ...year, bucket: 'month' } },
    { name: 'a year by day', call: 'seller_analytics', parameters: { ...year, bucket: 'day' } },
    { name: 'the last 30 days', call: 'seller_analytics', parameters: {} },
    { name: 'the week', call: 'seller_overview', parameters: {} },
    { name: 'money', call: 'seller_money', parameters: {} },
    { name: 'orders and transfers', call: 'seller_transfers', parameters: {} },
    { name: 'sums of a year', call: 'sales_sums', parameters: { from_day: year.from_date, to_day: year.to_date } },
    { name: 'a week of the calendar', call: 'seller_calendar', parameters: { from_day: addDays(today, -7), days: 7 } },
    {
      name: 'a month of the calendar',
      call: 'seller_calendar',
      parameters: { from_day: addDays(today, -39), days: 42 },
    },
    { name: 'customers, the last first', call: 'shop_customers', parameters: {} },
    { name: 'customers, most spent', call: 'shop_customers', parameters: { sort: 'spend' } },
    { name: 'customers, a name', call: 'shop_customers', parameters: { search: 'cleo number 98' } },
    { name: 'a customer', call: 'shop_customer', parameters: { member_id: customer } },
    { name: 'discount codes', call: 'discount_code_figures', parameters: {} },
    { name: 'held stock', call: 'held_stock', parameters: {} },
    { name: 'payment links', call: 'open_payment_links', parameters: {} },
  ]
}

interface Connections {
  readonly server: TestServer
  readonly client: pg.Client
  readonly seller: Seller
}

async function compare({ server, client, seller }: Connections, { name, call, parameters }: Query): Promise<void> {
  const headers = {
    apikey: server.anonKey,
    authorization: `Bearer ${seller.token}`,
    'content-type': 'application/json',
  }
  const overHttp = async () => {
    const response = await fetch(`${server.url}/rest/v1/rpc/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(parameters),
    })
    if (!response.ok) throw new Error(`${call} responded with ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const names = Object.keys(parameters).map((key, n) => `${key} => $${n + 1}`)
  const busy: number[] = []
  let busyMs = 0
  const onNotice = ({ detail = '' }: { detail?: string | undefined }) => {
    const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(detail) ?? []
    busyMs += (Number(user ?? 0) + Number(system ?? 0)) * 1_000
  }
  client.on('notice', onNotice)
  const direct = async () => {
    busyMs = 0
    await client.query(`select public.${call}(${names.join(', ')})`, Object.values(parameters))
    busy.push(busyMs)
  }
  const [http, bare] = await inTurns(overHttp, direct)
  client.off('notice', onNotice)
  const p95 = percentile(http, 0.95)
  console.log(
    `  ${name.padEnd(25)} p50 ${percentile(http, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (goal under ${goalMs}) ${p95 < goalMs ? 'reached' : 'MISSED'}; ` +
      `the database alone ${percentile(bare, 0.5).toFixed(0)} ms and ${percentile(bare, 0.95).toFixed(0)} ms: ratio ${(percentile(http, 0.5) / percentile(bare, 0.5)).toFixed(2)}, ` +
      // Processor time does not depend on other load.
      `its processor busy for ${percentile(busy, 0.5).toFixed(0)} ms and ${percentile(busy, 0.95).toFixed(0)} ms`,
  )
}

/** Alternates both, so that other load on the machine affects both. */
async function inTurns(one: () => Promise<void>, other: () => Promise<void>): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -5; round < rounds; round += 1)
    for (const [n, act] of [one, other].entries()) {
      const start = performance.now()
      await act()
      if (round >= 0) times[n]?.push(performance.now() - start)
    }
  return times
}

/** Downloads the CSV file and discards it. */
async function download(server: TestServer, { token }: Seller, orders: number): Promise<{ peak: number }> {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytesOf(server.process))
  }, 50)
  const start = performance.now()
  const form = new URLSearchParams({ token, from: '', to: '', status: '' })
  const response = await fetch(`${server.url}/functions/v1/orders-csv`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  if (!response.ok || !response.body) throw new Error(`orders-csv responded with ${response.status}`)
  let bytes = 0
  let lines = 0
  for await (const piece of response.body) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines += 1
  }
  clearInterval(watch)
  const seconds = (performance.now() - start) / 1000
  console.log(
    `  CSV of ${orders} orders: ${lines} lines, ${(bytes / 1_000_000).toFixed(1)} MB in ${seconds.toFixed(1)} s${lines > orders ? '' : ' INCOMPLETE'}`,
  )
  return { peak }
}
