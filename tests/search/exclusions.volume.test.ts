/** Thousands of products: a search for what has none of a food shows none that names it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foodWords, namesFood } from '#domain/food/food-names'
import { sampleId } from '../../supabase/sample/ids.ts'
import { shops } from '../../supabase/sample/shops.ts'
import { askFor, cities, openSampleMarket, type SampleMarket } from './sample-market.ts'

const products = 4_000
const foods = 'kiwi,raisins,chocolate,passion fruit,pine nuts,mango,palm oil,cherries,figs,sago'.split(',')
const forms = 'no X;without X;avoid X;allergic to X;X free;free from X;X allergy;cake, no X;no X or Y'.split(';')

let market: SampleMarket
const texts = new Map<string, string>()

beforeAll(async () => {
  market = await openSampleMarket()
  const [shop = ''] = Object.keys(shops).map((key) => sampleId('shop', key))
  await market.context.service.count(
    `insert into products (shop_id, name, price, description, ingredients)
    select $1, concat('Cake ', n), n % 40 + 1, concat('With ', ($2::text[])[n % 10 + 1]), concat('Sugar, ', ($2::text[])[n * 7 / 10 % 10 + 1])
    from generate_series(1, $3::integer) n`,
    shop,
    `{${foods.map((food) => `"${food}"`).join()}}`,
    products,
  )
  for (const row of await market.context.service.rows('select id, name, description, ingredients from public.products'))
    texts.set(String(row.id), foodWords(`${row.name} ${row.description ?? ''} ${row.ingredients ?? ''}`))
}, 600_000)
afterAll(() => market.close())

it('shows nothing that names an excluded food among four thousand products', async () => {
  let shown = 0
  const wrong: string[] = []
  for (let n = 0; n < 300; n += 1) {
    const [food = '', other = ''] = [foods[n % foods.length], foods[(n * 3 + 1) % foods.length]]
    const form = forms[n % forms.length] ?? ''
    const q = form.replace('X', food).replace('Y', other)
    const sort = ['relevance', 'price_low', 'nearest', 'newest'][n % 4] ?? ''
    const { request } = await askFor(new URLSearchParams({ q, sort }), cities.London)
    const { items } = await market.search({ ...request, page_size: 48 })
    shown += items.length
    for (const { id, name } of items)
      for (const excluded of form.includes('Y') ? [food, other] : [food])
        if (namesFood(texts.get(id) ?? '', excluded)) wrong.push(`${q}: ${name}`)
  }
  expect(wrong).toEqual([])
  expect(shown).toBeGreaterThan(2_000)
}, 600_000)
