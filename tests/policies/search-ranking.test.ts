/** The order of search results, what is within reach, and words that are left out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
import { names, nothing, search } from './search-calls.ts'
import { type Actor, openTestContext, type TestContext, text, type Values } from './test-context.ts'

describe.each(everyDatabase)('ranking on %s', (kind) => {
  let context: TestContext
  let visitor: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    visitor = context.visitor
    shop = await context.shop(await context.member('Owner'), { name: 'Larder', lat: 51.5, lon: -0.1 })
  })
  afterAll(() => context.close())

  async function having(products: readonly Values[], check: (ids: readonly string[]) => Promise<unknown>) {
    const ids: string[] = []
    for (const values of products) ids.push(await context.product(shop, { stock: 5, ...values }))
    try {
      await check(ids)
    } finally {
      await context.service.count('delete from products where id = any ($1)', `{${ids.join()}}`)
    }
  }

  it('ranks words of the name before parts of words, and names before descriptions', () =>
    having(
      [
        { name: 'Pancake kit', is_bestseller: true, lead_time_days: 1 },
        { name: 'Shortbread', description: 'Goes with cake', is_bestseller: true },
        { name: 'Cupcakes', is_bestseller: true },
        { name: 'Carrot Cake' },
      ],
      async () => {
        for (const q of ['cake', 'cakes'])
          expect(await names(visitor, { q }), q).toEqual(['Carrot Cake', 'Cupcakes', 'Pancake kit', 'Shortbread'])
      },
    ))

  it.each([
    ['brownie', 'brownies'],
    ['cherry', 'cherries'],
    ['loaf', 'loaves'],
    ['quiche', 'quiches'],
    ['peach', 'peaches'],
    ['tomato', 'tomatoes'],
    ['mousse', 'mousses'],
    ['pie', 'pies'],
    ['box', 'boxes'],
  ])('finds the same by %s and %s, in the same order', (one, many) => {
    const bakes: Values[] = [
      { name: `a ${one}` },
      { name: `two ${many}` },
      { name: 'Other', description: `with ${many} and a ${one}` },
    ]
    return having(bakes, async () => {
      const found = await names(visitor, { q: one })
      expect(found).toEqual([
        expect.stringContaining(one.slice(0, 2)),
        expect.stringContaining(one.slice(0, 2)),
        'Other',
      ])
      expect(await names(visitor, { q: many })).toEqual(found)
    })
  })

  it('orders equal matches by stock, bestseller, rating, lead time and age', () =>
    having(
      [
        { name: 'Tart sold out', stock: 0, is_bestseller: true, rating: 5, review_count: 90 },
        { name: 'Tart to order', stock: 0, product_type: 'bespoke', price: 0 },
        { name: 'Tart old', lead_time_days: 2, created_at: '2026-01-01T00:00:00Z' },
        { name: 'Tart soon', lead_time_days: 1, created_at: '2026-01-01T00:00:00Z' },
        { name: 'Tart new', lead_time_days: 2, created_at: '2026-02-01T00:00:00Z' },
        // One vote of five stars counts less than many of almost five, and one bad vote hardly at all.
        { name: 'Tart praised once', rating: 5, review_count: 1 },
        { name: 'Tart praised often', rating: 4.8, review_count: 80 },
        { name: 'Tart bad', rating: 2, review_count: 40 },
        { name: 'Tart best', is_bestseller: true, lead_time_days: 9 },
      ],
      async () =>
        expect(await names(visitor, { q: 'tart' })).toEqual([
          'Tart best',
          'Tart praised often',
          'Tart praised once',
          'Tart to order',
          'Tart soon',
          'Tart new',
          'Tart old',
          'Tart bad',
          'Tart sold out',
        ]),
    ))

  it('moves a product that sells out to the end, and writes no index row for other sales', () =>
    having([{ name: 'Bun one' }, { name: 'Bun two', lead_time_days: 3 }], async ([one = '']) => {
      const version = async () => {
        const [row] = await context.service.rows(
          'select xmin::text as version from private.listings where product_id = $1',
          one,
        )
        return text(row, 'version')
      }
      const before = await version()
      await context.service.update('products', one, { stock: 1 })
      expect(await version()).toBe(before)
      expect(await names(visitor, { q: 'bun' })).toEqual(['Bun one', 'Bun two'])
      await context.service.update('products', one, { stock: 0 })
      expect(await names(visitor, { q: 'bun' })).toEqual(['Bun two', 'Bun one'])
    }))

  it('lists products within reach first, in every order, and then those further away', async () => {
    const shops = {
      // Delivers to London.
      leeds: await context.shop(await context.member(), { lat: 53.8, lon: -1.55 }),
      york: await context.shop(await context.member(), { lat: 53.96, lon: -1.08, delivery_radius_miles: 20 }),
      nowhere: await context.shop(await context.member(), {}),
    }
    const bread = { name: 'Bread', stock: 5, available_for_pickup: true, available_for_delivery: false }
    await context.product(shops.leeds, { ...bread, name: 'Bread sent', price: 9, available_for_delivery: true })
    await context.product(shops.leeds, { ...bread, name: 'Bread far', price: 1 })
    await context.product(shops.york, { ...bread, name: 'Bread further', price: 2, available_for_delivery: true })
    await context.product(shops.nowhere, { ...bread, name: 'Bread somewhere', price: 8 })
    await having(
      [
        { ...bread, price: 7 },
        { ...bread, name: 'Bread two', price: 6 },
      ],
      async () => {
        const place = { q: 'bread', lat: 51.5, lon: -0.1, radius_miles: 5 }
        for (const listings of [-1, 15_000]) {
          await context.database.script(
            `update pg_class set reltuples = ${listings} where oid = 'private.listings'::regclass`,
          )
          const result = await search(visitor, { ...place, sort: 'price_low' })
          expect(result.items.map(({ name, in_reach }) => [name, in_reach])).toEqual([
            ['Bread two', true],
            ['Bread', true],
            ['Bread somewhere', true],
            ['Bread sent', true],
            ['Bread far', false],
            ['Bread further', false],
          ])
          expect(result).toMatchObject({ total: 4, widened: false, none_within: false })
          const paged = await search(visitor, { ...place, sort: 'price_low', page_size: 4 })
          const next = await search(visitor, { ...place, sort: 'price_low', page_size: 4, after: paged.next ?? '' })
          expect(next.items).toEqual(result.items.slice(4))
          const byWay = async (fulfilment: string) =>
            (await search(visitor, { ...place, fulfilment })).items
              .filter((item) => item.in_reach)
              .map(({ name }) => name)
          expect((await byWay('pickup')).sort()).toEqual(['Bread', 'Bread somewhere', 'Bread two'])
          expect(await byWay('delivery')).toEqual(['Bread sent'])
          // Twenty miles around York reach Leeds, but its product is not delivered there to the tenth of a mile.
          const harrogate = { q: 'bread further', lat: 53.99, lon: -1.54, radius_miles: 1, fulfilment: 'delivery' }
          expect((await search(visitor, harrogate)).items).toMatchObject([{ in_reach: true, distance_miles: 18.8 }])
          expect((await search(visitor, { ...harrogate, lon: -1.6 })).items).toMatchObject([{ in_reach: false }])
        }
        expect((await search(visitor, { q: 'bread' })).items.every((item) => item.in_reach)).toBe(true)
      },
    )
  })

  it('shows names with the word alone on a short page, also for an occasion', () =>
    having(
      [
        { name: 'Fudge', category: 'Cakes', description: 'In boxes', is_bestseller: true },
        { name: 'Gift box', category: 'Cakes' },
        { name: 'Nice boxes', category: 'Cakes', lead_time_days: 5 },
        { name: 'Box bread', category: 'Bread' },
      ],
      async () => {
        const boxes = { q: 'boxes', occasion: 'birthday' }
        expect(await names(visitor, { ...boxes, page_size: 1 })).toEqual(['Gift box'])
        expect(await names(visitor, boxes)).toEqual(['Gift box', 'Nice boxes', 'Fudge'])
      },
    ))

  it('keeps a cursor valid when a product with a new word is listed', () =>
    having([{ name: 'Apple cake' }, { name: 'Bread cake', lead_time_days: 9 }], async () => {
      const page = { q: 'cake', page_size: 1 }
      const first = await search(visitor, page)
      expect(first.items.map(({ name }) => name)).toEqual(['Apple cake'])
      await having([{ name: 'Zzcakezz' }], async () =>
        expect(await names(visitor, { ...page, after: first.next ?? '' })).toEqual(['Bread cake']),
      )
    }))

  it('leaves out words that nothing has, and the rarest if nothing has all, and names them as typed', () => {
    const cakes = ['one', 'two', 'three', 'four'].map((name) => ({ name: `Chocolate ${name}` }))
    return having([...cakes, { name: 'Haggis' }], async () => {
      expect(await search(visitor, { q: 'Xylóphone, chocolate' })).toMatchObject({ total: 4, dropped: ['Xylóphone,'] })
      expect(await search(visitor, { q: 'chocolate HAGGIS' })).toMatchObject({ total: 4, dropped: ['HAGGIS'] })
      expect(await search(visitor, { q: 'chocolate one' })).toMatchObject({ total: 1, dropped: [] })
      // The pages after the first leave out the same words.
      const args = { q: 'xylophone chocolate haggis', page_size: 3 }
      const first = await search(visitor, args)
      const second = await search(visitor, { ...args, after: first.next ?? '' })
      expect(second).toMatchObject({ dropped: ['xylophone', 'haggis'], total: 4, next: null })
      expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4)
      // A filter that leaves nothing is no reason, and neither a letter nor nothing is left.
      expect(await search(visitor, { q: 'chocolate one', max_price: 0.01 })).toMatchObject({ total: 0, dropped: [] })
      expect(await search(visitor, { q: 'xylophone h' })).toEqual(nothing)
      expect(await search(visitor, { q: 'xylophone zeppelin' })).toEqual(nothing)
    })
  })

  it('never shows a product that contains what is avoided, however the search is widened', () => {
    const declared = (nuts: string) => ({ allergens: JSON.stringify({ nuts }) })
    return having(
      [
        { name: 'Praline box', ...declared('contains') },
        { name: 'Praline bar', ...declared('may_contain') },
        { name: 'Praline egg' },
        { name: 'Toffee egg', ...declared('free') },
      ],
      async () => {
        const avoid = ['nuts']
        for (const q of ['praline', 'pralines', 'pralin', 'pralnie', 'praline xylophone', 'box'])
          expect((await search(visitor, { q, avoid })).items, q).toEqual([])
        expect(await names(visitor, { q: 'toffee xylophone', avoid, lat: 57, lon: -4 })).toEqual(['Toffee egg'])
      },
    )
  })
})
