import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek } from '#domain/values/calendar'
import { products } from '../../supabase/sample/products.ts'
import type { SampleProduct } from '../../supabase/sample/sample-product.ts'
import { type SampleShop, shops } from '../../supabase/sample/shops.ts'
import { type JudgedQuery, judgedQueries } from './judged-queries.ts'
import { ndcgAt10 } from './ndcg.ts'
import { askFor, cities, keyOf, openSampleMarket, type SampleMarket, today } from './sample-market.ts'

const catalogue: Readonly<Record<string, SampleProduct>> = products
const allShops: Readonly<Record<string, SampleShop>> = shops

/** Below this mean, an order of results is worse than the one that was measured. */
const floor = 0.9

interface Outcome {
  readonly judged: JudgedQuery
  readonly shown: readonly string[]
  readonly onDate: string | null
  /** Null if no product that can be had is wanted. */
  readonly ndcg: number | null
}

let market: SampleMarket
const outcomes: Outcome[] = []

beforeAll(async () => {
  market = await openSampleMarket()
  for (const judged of judgedQueries) {
    const { parsed, request } = await askFor(new URLSearchParams({ q: judged.query }), cities[judged.in])
    const { items } = await market.search({ ...request, page_size: 24 })
    const { onDate } = parsed.query
    // What cannot be ready on a day is no answer, on whichever day this runs.
    const grades = new Map([...judged.grades].filter(([key]) => onDate === null || isAvailable(key, onDate)))
    const shown = items.map(({ id }) => keyOf(id))
    outcomes.push({ judged, shown, onDate, ndcg: ndcgAt10(shown, grades) })
  }
})
afterAll(() => market.close())

function isAvailable(key: string, date: string): boolean {
  const product = catalogue[key]
  const shop = product && allShops[product.shop]
  if (!product || !shop) throw new Error(`There is no product ${key}`)
  const { closure } = shop
  const isClosed = closure && date >= addDays(today, closure.fromDay) && date <= addDays(today, closure.toDay)
  const windows = product.windows ?? shop.windows
  const isPickedUp = product.isPickedUp && windows.some(([day]) => day === dayOfWeek(date))
  return (
    !isClosed && date >= addDays(today, product.leadTimeDays) && ((product.isDelivered ?? true) || isPickedUp === true)
  )
}

describe('search on the sample catalogue', () => {
  it('has at least 120 judged queries, each once', () => {
    expect(judgedQueries.length).toBeGreaterThanOrEqual(120)
    expect(new Set(judgedQueries.map(({ query, in: city }) => `${query} ${city}`)).size).toBe(judgedQueries.length)
  })

  it('shows shoppers what they want first', () => {
    const measured = outcomes.flatMap(({ judged, ndcg, shown }) => (ndcg === null ? [] : [{ judged, ndcg, shown }]))
    const mean = measured.reduce((sum, { ndcg }) => sum + ndcg, 0) / measured.length
    const worst = measured.toSorted((one, other) => one.ndcg - other.ndcg).slice(0, Number(process.env.WORST ?? 10))
    const lines = worst.map(
      ({ judged, ndcg, shown }) => `${ndcg.toFixed(2)} ${judged.query} (${judged.in}): ${shown.slice(0, 6).join(', ')}`,
    )
    console.info(`NDCG@10 of ${measured.length} queries: ${mean.toFixed(3)}. The worst:\n${lines.join('\n')}`)
    expect(mean).toBeGreaterThanOrEqual(floor)
  })

  it('shows something for every query that has an answer', () => {
    const empty = outcomes.filter(({ ndcg, shown }) => ndcg !== null && shown.length === 0)
    expect(empty.map(({ judged }) => judged.query)).toEqual([])
  })
})
