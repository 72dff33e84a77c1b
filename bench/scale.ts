/**
 * The statements of pages and jobs in ever larger markets on PostgreSQL: time, and pages of memory read, which do not depend on other load.
 * What grows faster than the logarithm of the market is found here before a market is large.
 */
import pg from 'pg'
import { londonTime } from '#domain/values/calendar'
import { openPostgres } from '../backend/database/postgres.ts'
import { createDatabase, databases, dropDatabase } from '../tests/harness.ts'
import { openRecorder, type Recorder } from './recorded-statement.ts'
import { fillMarket } from './scale-data.ts'
import { percentile } from './traffic/statistics.ts'

/** Numbers of products. For each, a market has half a buyer, 2.5 orders, 5 messages and 10 notifications. */
const sizes = (process.env.SCALE_SIZES ?? '20000,200000').split(',').map(Number)
const calls = 40
/** Between two sizes. The logarithm grows by a quarter from 20,000 to 200,000, and by a fifth from there to 2,000,000. */
const goal = { growth: 2, p95Ms: 100 }

interface Measured {
  readonly p50: number
  readonly p95: number
  readonly pages: number
}

export async function scale(): Promise<void> {
  if (!databases.includes('postgres')) {
    console.log('skipped: PostgreSQL is not available')
    return
  }
  const all = new Map<string, Measured[]>()
  for (const size of sizes) {
    const url = process.env.SCALE_DATABASE?.replace('%n', String(size)) ?? (await createDatabase())
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const start = performance.now()
    if (!process.env.SCALE_DATABASE) await fillMarket(url, size)
    console.log(
      `\n${size.toLocaleString('en-GB')} products, ${await sizeOf(client)}, made in ${((performance.now() - start) / 60_000).toFixed(1)} min`,
    )
    for (const [name, measured] of await measureAll(url, client)) {
      all.set(name, [...(all.get(name) ?? []), measured])
      const { p50, p95, pages } = measured
      console.log(
        `  ${name.padEnd(34)} p50 ${p50.toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms  ${String(pages).padStart(7)} pages ${p95 > goal.p95Ms ? 'SLOW' : ''}`,
      )
    }
    await client.end()
    if (!process.env.SCALE_DATABASE) await dropDatabase(url)
  }
  if (sizes.length > 1) printGrowth(all)
}

function printGrowth(all: ReadonlyMap<string, readonly Measured[]>): void {
  console.log(`\npages at ${sizes.at(-1)} against ${sizes.at(-2)} products (goal: at most ${goal.growth} times)`)
  for (const [name, measured] of all) {
    const growth = (measured.at(-1)?.pages ?? 0) / Math.max(1, measured.at(-2)?.pages ?? 0)
    console.log(`  ${name.padEnd(34)} ${growth.toFixed(2).padStart(6)} ${growth > goal.growth ? 'GROWS' : ''}`)
  }
}

async function sizeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select pg_size_pretty(pg_database_size(current_database())) as size`)
  return String(rows[0].size)
}

interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** The member who sends it; undefined for a job. */
  readonly member?: string | null
}

async function measureAll(url: string, client: pg.Client): Promise<[string, Measured][]> {
  const database = await openPostgres({ url, connections: 1, timeoutMs: 0 })
  const recorder = await openRecorder(database)
  const measured: [string, Measured][] = []
  for (const { name, of } of await requests(client)) {
    const statements: Statement[] = []
    for (let n = 0; n < calls; n += 1) statements.push(await recorded(recorder, of(n)))
    measured.push([name, await measure(client, statements)])
  }
  const { rows: jobs } = await client.query<{ name: string; command: string }>(
    'select name, command from private.jobs()',
  )
  for (const { name, command } of jobs)
    measured.push([`job ${name}`, await measure(client, Array(10).fill({ text: command, values: [] }))])
  await recorder.close()
  await database.close()
  return measured
}

interface Sent {
  readonly path: string
  readonly body?: object
  readonly prefer?: string
  /** Null for a visitor. */
  readonly member: string | null
}

async function recorded(recorder: Recorder, { path, body, prefer, member }: Sent): Promise<Statement> {
  const request = new Request(`http://localhost/rest/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(prefer ? { prefer } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const caller = { role: member ? 'authenticated' : 'anon', claimsText: claimsOf(member) }
  return { ...(await recorder.statementOf(request, caller)), member }
}

const claimsOf = (member: string | null) =>
  JSON.stringify(member ? { sub: member, role: 'authenticated' } : { role: 'anon' })

/** The first call does not count, because it reads catalogues. Everything is rolled back. */
async function measure(client: pg.Client, statements: readonly Statement[]): Promise<Measured> {
  const times: number[] = []
  const pages: number[] = []
  for (const [n, { text, values, member }] of [...statements.slice(0, 1), ...statements].entries()) {
    await client.query('begin')
    if (member !== undefined)
      await client.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        member ? 'authenticated' : 'anon',
        claimsOf(member),
      ])
    const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${text}`, [...values])
    await client.query('rollback')
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN']
    if (n === 0) continue
    times.push(ms)
    pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), pages: percentile(pages, 0.95) }
}

/** What the product's page embeds: more relations than PostgreSQL plans together. */
const productParts = [
  'images:product_images(image,position)',
  'variations:product_variations(name,price_delta,stock)',
  'option_groups:product_option_groups(id,name,choices:product_option_choices(id,name))',
  'questions:product_questions(id,name)',
  'drop_items(stock,taken,drop:drops(id,title,slots:drop_slots(fulfilment)))',
  'pickup:product_pickup_schedules(day_of_week,start_time)',
  'shop:shops!inner(id,name,slug,town,rating,delivery_terms:shop_delivery_terms(basis,fee),kitchen:shop_kitchens(handles),pickup:shop_pickup_schedules(day_of_week,start_time),closures:shop_closures(from_date))',
].join()

interface Requests {
  readonly name: string
  /** The n-th call. */
  readonly of: (n: number) => Sent
}

/** What pages ask, each time for another product or member. Shops have some 400 orders, and buyers some 40. */
async function requests(client: pg.Client): Promise<Requests[]> {
  const column = async (text: string) => {
    const { rows } = await client.query<{ value: string }>(text)
    const values = rows.map(({ value }) => value)
    return (n: number) => values[n % values.length] ?? ''
  }
  // They have the same size in each market, so that only the market grows.
  const near = (rows: number) => `having count(*) <= ${rows * 1.1} order by count(*) desc, 1 limit ${calls}`
  const product = await column(`select product_id as value from public.reviews group by 1 ${near(10)}`)
  const shop = await column(`select shop_id as value from public.orders group by 1 ${near(400)}`)
  const owned = async (name: string) => {
    const { rows } = await client.query<{ id: string; value: string }>(`select id, ${name} as value from public.shops`)
    const values = new Map(rows.map(({ id, value }) => [id, value]))
    return (n: number) => values.get(shop(n)) ?? ''
  }
  const [seller, slug] = [await owned('user_id'), await owned('slug')]
  const buyer = await column(`select buyer_id as value from public.orders group by 1 ${near(40)}`)
  const shops = `'{${Array.from({ length: calls }, (_, n) => shop(n))}}'`
  const order = await column(
    `select distinct on (shop_id) id as value from public.orders where shop_id = any (${shops}) order by shop_id`,
  )
  const orderSeller = await column(
    `select distinct on (id) user_id as value from public.shops where id = any (${shops}) order by id`,
  )
  const room = await column(`select id as value from public.chat_rooms order by updated_at desc limit ${calls}`)
  const roomBuyer = await column(
    `select buyer_id as value from public.chat_rooms order by updated_at desc limit ${calls}`,
  )
  const london = { lat: 51.51, lon: -0.12 }
  const member = (
    name: string,
    who: (n: number) => string | null,
    path: (n: number) => string,
    body?: (n: number) => object,
    prefer?: string,
  ): Requests => ({
    name,
    of: (n) => ({
      path: path(n),
      member: who(n),
      ...(body ? { body: body(n) } : {}),
      ...(prefer ? { prefer } : {}),
    }),
  })
  const visitor = (name: string, ...sent: [(n: number) => string, ((n: number) => object)?, string?]) =>
    member(name, () => null, ...sent)
  const today = londonTime(new Date()).date
  return [
    visitor(
      'home page, a place',
      () => 'rpc/search_products',
      () => ({ ...london, sort: 'relevance', page_size: 24 }),
    ),
    visitor(
      'search, a word and a place',
      () => 'rpc/search_products',
      () => ({ ...london, q: 'lemon', sort: 'relevance', page_size: 24 }),
    ),
    visitor(
      'search within a shop',
      () => 'rpc/search_products',
      (n) => ({ shop: slug(n), sort: 'relevance', page_size: 24 }),
    ),
    visitor(
      'suggestions',
      () => 'rpc/suggest_products',
      () => ({ q: 'choc', ...london }),
    ),
    visitor('a product', (n) => `products?id=eq.${product(n)}&select=*,${productParts}`),
    visitor(
      'reviews of a product',
      (n) =>
        `reviews?product_id=eq.${product(n)}&is_hidden=eq.false&select=id,rating,text,author_name,product:products(id,name)&order=created_at.desc,id&limit=10`,
      undefined,
      'count=exact',
    ),
    visitor('a shop', (n) => `shops?slug=eq.${slug(n)}&select=*`),
    member(
      'own orders',
      buyer,
      (n) =>
        `orders?buyer_id=eq.${buyer(n)}&select=id,status,shop_name,total_amount,created_at,items:order_items(id,name,image,price,quantity)&order=created_at.desc,id&limit=20`,
    ),
    member(
      'an order',
      orderSeller,
      (n) => `orders?id=eq.${order(n)}&select=*,items:order_items(*),events:order_events(*)`,
    ),
    member(
      'own notifications',
      buyer,
      (n) => `notifications?user_id=eq.${buyer(n)}&select=*&order=created_at.desc,id.desc&limit=20`,
    ),
    member(
      'unread notifications',
      buyer,
      (n) => `notifications?user_id=eq.${buyer(n)}&is_read=eq.false&select=id`,
      undefined,
      'count=exact',
    ),
    member(
      'conversations of a buyer',
      buyer,
      () => 'rpc/my_conversations',
      () => ({ page_size: 40 }),
    ),
    member(
      'conversations of a seller',
      seller,
      () => 'rpc/my_conversations',
      () => ({ page_size: 40 }),
    ),
    member(
      'messages of a conversation',
      roomBuyer,
      (n) => `chat_messages?chat_room_id=eq.${room(n)}&select=*&order=created_at.desc,id.desc&limit=50`,
    ),
    member(
      'inbox of a seller',
      seller,
      () => 'rpc/seller_inbox',
      () => ({ only_status: null }),
    ),
    member(
      'prep sheet',
      seller,
      () => 'rpc/prep_sheet',
      () => ({ day: today }),
    ),
    member(
      'the week of a seller',
      seller,
      () => 'rpc/seller_overview',
      () => ({}),
    ),
    member(
      'figures of 30 days',
      seller,
      () => 'rpc/seller_analytics',
      () => ({}),
    ),
    member(
      'money',
      seller,
      () => 'rpc/seller_money',
      () => ({}),
    ),
    member(
      'calendar of a week',
      seller,
      () => 'rpc/seller_calendar',
      () => ({ from_day: today, days: 7 }),
    ),
    member(
      'customers',
      seller,
      () => 'rpc/shop_customers',
      () => ({}),
    ),
  ]
}
