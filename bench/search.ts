/**
 * search_products at 1,000, 100,000 and 1,000,000 products in PostgreSQL. It measures the first page in elapsed and processor time,
 * page 200 against page 1, and the rows read. Processor time is comparable on a busy machine too.
 */
import pg from 'pg'
import { openPostgres } from '../backend/database/postgres.ts'
import { createDatabase, dropDatabase } from '../tests/harness.ts'
import { fillMarketplace } from './search-data.ts'
import { percentile } from './traffic/statistics.ts'

const sizes = (process.env.SEARCH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
const calls = 40
const goal = { p95Ms: 50, suggestionsMs: 40, growth: 5, page200: 1.5 }

const nextWeek = `current_date + 7`
const london = 'lat => 51.51, lon => -0.12'
/** Arguments of search_products. Each call replaces %rare by another rare word. */
const cases = {
  everything: '',
  'a common word': `q => 'chocolate'`,
  'a rare word': `q => '%rare'`,
  'a typo': `q => 'choclate'`,
  'two words': `q => 'lemon cake'`,
  'nearest first': `sort => 'nearest', ${london}`,
  'a word, nearest first': `q => 'cake', sort => 'nearest', ${london}`,
  'a filtered category': `category => 'Pastries', avoid => '{nuts}', fulfilment => 'pickup', available_on => ${nextWeek}, min_price => 5, max_price => 40`,
  'near, without nuts, on a day': `occasion => 'birthday', q => 'cake', avoid => '{nuts}', fulfilment => 'pickup', available_on => ${nextWeek}, ${london}, radius_miles => 5`,
} as const
type Case = keyof typeof cases
const caseNames = Object.keys(cases) as Case[]

export async function search(): Promise<void> {
  const p95s = new Map<Case, Times[]>()
  for (const size of sizes) {
    const url = process.env.SEARCH_DATABASE?.replace('%n', String(size)) ?? (await createMarketplace(size))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    console.log(`\n${size.toLocaleString('en-GB')} products; ${await settings(client)}`)
    const rare = await rareWords(client)
    for (const name of caseNames) {
      const times = await timed(client, (n) =>
        callSearch(client, cases[name].replace('%rare', rare[n % rare.length] ?? 'zel')),
      )
      const read = await rowsRead(client, cases[name].replace('%rare', rare[0] ?? 'zel'))
      p95s.set(name, [...(p95s.get(name) ?? []), times])
      const verdicts = [times.p95 > goal.p95Ms && 'SLOW', size > 10_000 && read >= size / 2 && 'SCANS']
        .filter(Boolean)
        .join(' ')
      console.log(
        `${name.padEnd(30)} p50 ${ms(times.p50)}  p95 ${ms(times.p95)}  processor p95 ${ms(times.processorP95)}  rows read ${String(read).padStart(7)} ${verdicts}`,
      )
    }
    await timeSuggestions(client)
    await comparePages(client)
    await client.end()
    if (!process.env.SEARCH_DATABASE) await dropDatabase(url)
  }
  console.log(`\np95 at ${sizes.at(-1)} against p95 at ${sizes[0]}, clock and processor (goal: at most ${goal.growth})`)
  for (const [name, times] of p95s) {
    const growth = (part: keyof Times) => ((times.at(-1)?.[part] ?? 0) / (times[0]?.[part] || 1)).toFixed(1)
    console.log(`${name.padEnd(30)} ${growth('p95').padStart(6)} ${growth('processorP95').padStart(6)}`)
  }
}

async function createMarketplace(size: number): Promise<string> {
  const url = await createDatabase()
  const database = await openPostgres({ url, connections: 1, timeoutMs: 0 })
  await fillMarketplace(database, size)
  await database.close()
  return url
}

async function settings(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select version(), current_setting('shared_buffers') as buffers, current_setting('work_mem') as memory`,
  )
  return `${String(rows[0].version).split(' (')[0]}, shared_buffers ${rows[0].buffers}, work_mem ${rows[0].memory}`
}

/** Words of only a few dozen products. */
async function rareWords(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ word: string }>(
    `select word from private.search_words where char_length(word) > 7 order by md5(word) limit 20`,
  )
  return rows.map(({ word }) => word)
}

/** @param args the SQL of named arguments, such as `after => '…'` */
async function callSearch(client: pg.Client, args: string): Promise<{ next: string | null }> {
  const { rows } = await client.query(`select public.search_products(${args}) as result`)
  return rows[0].result
}

interface Times {
  readonly p50: number
  readonly p95: number
  /** Processor time of the server, which does not depend on other load. */
  readonly processorP95: number
}

/** The first two calls do not count, because a new connection reads catalogues. @param call sends one statement */
async function timed(client: pg.Client, call: (n: number) => Promise<unknown>, count = calls): Promise<Times> {
  const times: number[] = []
  const processorTimes: number[] = []
  const onNotice = ({ detail = '' }: { detail?: string | undefined }) => {
    const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(detail) ?? []
    if (user !== undefined) processorTimes.push((Number(user) + Number(system)) * 1000)
  }
  for (let n = -2; n < count; n += 1) {
    if (n === 0) {
      await client.query('set client_min_messages = log; set log_statement_stats = on')
      client.on('notice', onNotice)
    }
    const start = performance.now()
    await call(n + 2)
    if (n >= 0) times.push(performance.now() - start)
  }
  client.off('notice', onNotice)
  await client.query('reset client_min_messages; reset log_statement_stats')
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), processorP95: percentile(processorTimes, 0.95) }
}

/** Rows of products and listings that a call reads, from PostgreSQL's statistics. */
async function rowsRead(client: pg.Client, args: string): Promise<number> {
  const count = async () => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ read: string }>(`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables
      where relid in ('public.products'::regclass, 'private.listings'::regclass)`)
    return Number(rows[0]?.read)
  }
  const before = await count()
  await callSearch(client, args)
  return (await count()) - before
}

/** What is typed on the way to a search. */
const beginnings =
  'ch,cho,choc,chocolate,choc bro,le,lem,lemon c,lemon cake,va,van,vanilla cup,bi,birt,birthday c,to,tof,br,brown,sh,wed,choclate'.split(
    ',',
  )

async function timeSuggestions(client: pg.Client): Promise<void> {
  for (const [name, more] of [
    ['suggestions', ''],
    ['suggestions without nuts', `, avoid => '{nuts}'`],
  ]) {
    const call = (n: number) =>
      client.query(
        `select public.suggest_products('${beginnings[n % beginnings.length]}', ${london}, radius_miles => 10${more})`,
      )
    const times = await timed(client, call, 4 * beginnings.length)
    const verdict = times.p95 > goal.suggestionsMs ? 'SLOW' : ''
    console.log(
      `${name?.padEnd(30)} p50 ${ms(times.p50)}  p95 ${ms(times.p95)}  processor p95 ${ms(times.processorP95)} ${verdict}`,
    )
  }
}

async function comparePages(client: pg.Client): Promise<void> {
  for (const name of ['everything', 'a common word', 'nearest first'] as const) {
    const args = (more: string) => [cases[name], more].filter(Boolean).join(', ')
    let next: string | null = null
    for (let page = 1; page < 200; page += 1) {
      next = (await callSearch(client, args(next ? `after => '${next}'` : ''))).next
      if (next === null) break
    }
    if (next === null) {
      console.log(`${name.padEnd(30)} has no page 200`)
      continue
    }
    const first = await timed(client, () => callSearch(client, args('')))
    const far = await timed(client, () => callSearch(client, args(`after => '${next}'`)))
    const ratio = far.p50 / first.p50
    console.log(
      `${name.padEnd(30)} page 200 / page 1: ${ratio.toFixed(2)} (${ms(far.p50)} / ${ms(first.p50)}) ${ratio <= goal.page200 ? '' : 'MISSED'}`,
    )
  }
}

const ms = (time: number) => `${time.toFixed(1).padStart(6)} ms`
