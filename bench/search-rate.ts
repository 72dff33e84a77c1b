/** Requests a second for common searches of 1,000 products, as shares of a bare server that lists 24 products. */
import { addDays, londonTime } from '#domain/values/calendar'
import { compareWithRaw, type Workload } from './against-raw.ts'
import { fillMarketplace } from './search-data.ts'

const products = 1_000
const goals = { common: { postgres: 0.4, pglite: 0.5 }, other: 0.2 }
const daysAhead = (days: number) => addDays(londonTime(new Date()).date, days)
const rawPath = '/rest/v1/products?select=id,name,price,rating,shops(name,slug)&order=created_at.desc,id&limit=24'

/** A request as the website sends it. */
const search = (name: string, choice: object, goal: Workload['goal']): Workload => ({
  name,
  path: '/rest/v1/rpc/search_products',
  rawPath,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ sort: 'relevance', ...choice, page_size: 24 }),
  goal,
})

const workloads: readonly Workload[] = [
  { name: 'the raw list', path: rawPath, goal: 0.65 },
  search('home', {}, goals.common),
  search('a word', { q: 'chocolate' }, goals.common),
  search('a typo', { q: 'choclate' }, goals.other),
  search('a filtered category', { category: 'Pastries', avoid: ['nuts'], fulfilment: 'pickup' }, goals.other),
  search('pickup on a day', { q: 'cake', fulfilment: 'pickup', available_on: daysAhead(5) }, goals.other),
  search('everything on a day', { available_on: daysAhead(5) }, goals.other),
]

export const searchRate = (): Promise<void> =>
  compareWithRaw({
    workloads,
    env: {},
    fill: (database) => fillMarketplace(database, products),
    rounds: Number(process.env.BENCH_ROUNDS ?? 5),
    seconds: Number(process.env.BENCH_SECONDS ?? 3),
  })
