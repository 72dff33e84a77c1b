/** Search: matches, order and pages, and no leak of hidden products. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { insertRows } from './prefill.ts'
import { names, nothing, search, searchShops } from './search-calls.ts'
import {
  expectedResult,
  makeProducts,
  makeSearches,
  type OracleProduct,
  type OracleShop,
  type SearchArguments,
} from './search-oracle.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

/** The ids of all pages in order; `between` runs after each page. */
const readAllPages = async (...args: Parameters<typeof readAllCards>) =>
  (await readAllCards(...args)).map(({ id }) => id)

async function readAllCards(actor: Actor, args: SearchArguments, between?: (page: number) => Promise<unknown>) {
  const cards: Awaited<ReturnType<typeof search>>['items'] = []
  let after: string | undefined
  for (let page = 0; page < 200; page += 1) {
    const result = await search(actor, { ...args, ...(after ? { after } : {}) })
    cards.push(...result.items)
    if (result.next === null) return cards
    after = result.next
    await between?.(page)
  }
  throw new Error('The pages never end.')
}

const today = londonTime(new Date()).date

describe.each(databases)('search on %s', (kind) => {
  let context: TestContext
  let visitor: Actor
  let owner: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    visitor = context.visitor
    owner = await context.member('Owner')
    shop = await context.shop(owner, {
      name: "Zoë's Larder",
      slug: 'zoes-larder',
      lat: 51.5,
      lon: -0.1,
      town: 'London',
    })
  })
  afterAll(() => context.close())

  /** Adds products, and deletes them after the test has read them. */
  async function having(products: readonly Values[], check: (ids: readonly string[]) => Promise<unknown>) {
    const ids: string[] = []
    for (const values of products) ids.push(await context.product(shop, values))
    try {
      await check(ids)
    } finally {
      await context.service.count('delete from products where id = any ($1)', `{${ids.join()}}`)
    }
  }

  it('is open to everyone, and returns what a product card shows', () =>
    having([{ name: 'Opera slice', category: 'Cakes' }], async ([id]) => {
      for (const actor of [visitor, owner, await context.member()])
        expect((await search(actor, { q: 'opera', lat: 51.5, lon: -0.1 })).items).toMatchObject([
          { id, price: 12, distance_miles: 0, shop: { name: "Zoë's Larder", slug: 'zoes-larder', town: 'London' } },
        ])
    }))

  it('never finds drafts, hidden products or those of a suspended shop, even for their owner', () =>
    having(
      [{ name: 'Secret one', status: 'draft' }, { name: 'Secret two', status: 'hidden' }, { name: 'Secret three' }],
      async ([draft = '', , listed = '']) => {
        expect(await names(owner, { q: 'secret' })).toEqual(['Secret three'])
        await owner.update('products', listed, { status: 'hidden' })
        expect(await names(owner, { q: 'secret' })).toEqual([])
        await owner.update('products', draft, { status: 'active' })
        expect(await names(visitor, { q: 'secret' })).toEqual(['Secret one'])
        await context.service.update('shops', shop, { status: 'suspended' })
        for (const args of [{ q: 'secret' }, {}, { shop: 'zoes-larder' }])
          expect(await search(owner, args)).toEqual(nothing)
        await context.service.update('shops', shop, { status: 'active' })
        expect(await names(visitor, { q: 'secret' })).toEqual(['Secret one'])
      },
    ))

  it('keeps its tables and internal functions private', async () => {
    for (const actor of [visitor, owner])
      for (const statement of [
        'select from private.listings',
        'select from private.search_words',
        'select from private.listing_words',
        'select from private.listing_places',
        'select from private.listing_cards',
        'select from private.listing_foods',
        'delete from private.listings',
        `select private.similar_words('cake')`,
        `select private.has_each('{}', '{}', '{}')`,
        `select private.index_products('{}')`,
      ])
        expect(await refusal(actor.rows(statement)), statement).toMatchObject({ code: forbidden })
  })

  it('leaves out what names a food in its name, description or ingredients', () =>
    having(
      [
        { name: 'Medlar tart', ingredients: 'Medlars, kiwi fruits, sugar' },
        { name: 'Medlar and Kiwi jam' },
        { name: 'Medlar fool', description: 'With passion-fruit and pinenuts' },
        { name: 'Medlar cheese', ingredients: 'Medlars, sugar' },
      ],
      async ([tart = '']) => {
        const left = async (...without: string[]) => (await names(visitor, { q: 'medlar', without })).sort()
        expect(await left('kiwis')).toEqual(['Medlar cheese', 'Medlar fool'])
        expect(await left('Passion fruit', 'kiwi')).toEqual(['Medlar cheese'])
        expect(await left('pine nut')).toEqual(['Medlar and Kiwi jam', 'Medlar cheese', 'Medlar tart'])
        expect(await left('fig', '', '!')).toHaveLength(4)
        const filters = { q: 'medlar', without: ['kiwi'], lat: 51.5, lon: -0.1 }
        const first = await search(visitor, { ...filters, page_size: 1 })
        expect(first).toMatchObject({ total: 2 })
        const after = first.next ?? ''
        expect((await search(visitor, { ...filters, page_size: 1, after })).items).toHaveLength(1)
        expect((await searchShops(visitor, filters)).shops).toMatchObject([{ results: 2 }])
        await owner.update('products', tart, { ingredients: 'Medlars' })
        expect(await left('kiwi')).toContain('Medlar tart')
      },
    ))

  const bakes: Values[] = [
    { name: 'Crème Brûlée', category: 'Desserts', description: 'Burnt cream, O’Malley’s way' },
    { name: 'Pancake stack', category: 'Meals', description: 'With syrup' },
    { name: 'Lemon cake', category: 'Bakes', description: 'A zesty sponge' },
    { name: 'Cake pops (6)', category: 'Snacks', description: 'A gift', is_bestseller: true },
    { name: 'Brownie 50% cocoa', category: 'Cakes', description: 'Dark' },
    { name: 'Oat slice', category: 'Snacks', description: 'Goes well after a cake' },
  ]
  const everyBake = bakes.map(({ name }) => String(name)).sort()

  it.each<[string, string[]]>([
    ['BRULEE', ['Crème Brûlée']],
    ['brûl', ['Crème Brûlée']],
    ['omalleys', ['Crème Brûlée']],
    ["o'malley", ['Crème Brûlée']],
    ['zoe’s', everyBake],
    ['zo', everyBake],
    ['z', everyBake],
    ['ze', ['Lemon cake']],
    ['ak', []],
    ['sponge lemon', ['Lemon cake']],
    ['syrup zoes', ['Pancake stack']],
    ['50%', ['Brownie 50% cocoa']],
    ['(6)', ['Cake pops (6)']],
    ['oat 🎂', ['Oat slice']],
    // No match spans two fields.
    ['kmea', []],
  ])('finds a product by %j', (q, expected) =>
    having(bakes, async () => expect((await names(visitor, { q })).sort()).toEqual(expected)),
  )

  it.each(['%', '_', '\\', '%%', '"', "'", '🎂', ';--', '()', '…'])(
    'finds nothing by %j, which contains no word',
    (q) => having(bakes, async () => expect(await search(visitor, { q })).toEqual(nothing)),
  )

  it('ranks the name first, then category or shop, and then the description', () =>
    having(bakes, async () => {
      expect(await names(visitor, { q: 'cake' })).toEqual([
        'Cake pops (6)',
        'Lemon cake',
        'Pancake stack',
        'Brownie 50% cocoa',
        'Oat slice',
      ])
      // An exact phrase outranks separate words, even of a bestseller.
      expect((await names(visitor, { q: 'lemon cake' }))[0]).toBe('Lemon cake')
    }))

  it('lists what is made for an occasion first, and what its category suits after it', () =>
    having(
      [
        { name: 'Sponge', category: 'Cakes', is_bestseller: true },
        { name: 'Candles of sugar', category: 'Snacks', occasions: '{birthday}' },
        { name: 'Birthday box', category: 'Snacks' },
        { name: 'Samosas', category: 'Snacks' },
        { name: 'Mithai', category: 'Holiday', occasions: '{diwali}' },
      ],
      async () => {
        const found = await names(visitor, { occasion: 'birthday' })
        expect(found.slice(0, 2).sort()).toEqual(['Birthday box', 'Candles of sugar'])
        expect(found.slice(2)).toEqual(['Sponge'])
        expect(await names(visitor, { occasion: 'diwali' })).toEqual(['Mithai'])
        // The words count more than a birthday, and a feast more than the words.
        expect(await names(visitor, { occasion: 'birthday', q: 'samosas' })).toEqual(['Samosas'])
        expect(await search(visitor, { occasion: 'diwali', q: 'sweets' })).toMatchObject({
          items: [{ name: 'Mithai' }],
          dropped: ['sweets'],
        })
      },
    ))

  it('tolerates typos when exact matches are few, and lists exact matches first', async () => {
    const cakes = ['Chocolate torte', 'Chocolate mousse', 'White chocolate', 'Brownie', 'Gingerbread man']
    await having(
      [...cakes.map((name) => ({ name })), { name: 'Fudge', description: 'choclate as grandma spelt it' }],
      async () => {
        expect((await names(visitor, { q: 'choclate' })).sort()).toEqual([...cakes.slice(0, 3), 'Fudge'].sort())
        expect((await names(visitor, { q: 'choclate' }))[0]).toBe('Fudge')
        expect(await names(visitor, { q: 'brwonie' })).toEqual(['Brownie'])
        expect(await names(visitor, { q: 'gingerbred mann' })).toEqual(['Gingerbread man'])
        expect(await names(visitor, { q: 'xylophone' })).toEqual([])
      },
    )
    const common = ['choc one', 'choc two', 'choc three', 'choc four'].map((name) => ({ name }))
    await having([...common, { name: 'Chic five' }], async () => {
      expect(await names(visitor, { q: 'choc' })).not.toContain('Chic five')
      // Few matches because of a filter do not widen the search.
      expect(await search(visitor, { q: 'choc', min_price: 500 })).toEqual({ ...nothing, highest_price: 12 })
    })
  })

  it('follows every change of words, prices, ratings, pickup days and places, and deletions', () =>
    having([{ name: 'Rhubarb fool', available_for_pickup: true, available_for_delivery: false }], async ([id = '']) => {
      const saturday =
        Array.from({ length: 7 }, (_, n) => addDays(today, n + 1)).find((day) => dayOfWeek(day) === 6) ?? today
      const finds = async (args: SearchArguments) => (await search(visitor, { q: 'rhubarb', ...args })).total === 1
      expect(await finds({ available_on: saturday })).toBe(false)
      const window = { day_of_week: 6, start_time: '09:00', end_time: '12:00' }
      const ofShop = await owner.insert('shop_pickup_schedules', { shop_id: shop, ...window })
      expect(await finds({ available_on: saturday })).toBe(true)
      const ofProduct = await owner.insert('product_pickup_schedules', { product_id: id, ...window, day_of_week: 0 })
      expect(await finds({ available_on: saturday })).toBe(false)
      await owner.update('product_pickup_schedules', text(ofProduct, 'id'), { day_of_week: 6 })
      expect(await finds({ available_on: saturday, fulfilment: 'pickup' })).toBe(true)
      await owner.count('delete from product_pickup_schedules where id = $1', text(ofProduct, 'id'))
      await owner.count('delete from shop_pickup_schedules where id = $1', text(ofShop, 'id'))
      expect(await finds({ available_on: saturday })).toBe(false)
      await context.service.update('products', id, { rating: 4.5, review_count: 2 })
      expect(await finds({ min_rating: 4.5 })).toBe(true)
      await owner.update('products', id, { price: 7, name: 'Rhubarb trifle' })
      expect(await finds({ q: 'trifle', max_price: 7 })).toBe(true)
      await owner.update('shops', shop, { name: 'Élan', lat: 53.48, lon: -2.24 })
      const result = await search(visitor, { q: 'elan', lat: 53.48, lon: -2.24, radius_miles: 1 })
      expect(result).toMatchObject({ total: 1, widened: false, items: [{ distance_miles: 0 }] })
      await owner.update('shops', shop, { name: "Zoë's Larder", lat: 51.5, lon: -0.1 })
      await owner.update('products', id, { image: 'product_images/fool.webp' })
      await owner.update('shops', shop, { town: 'Leeds' })
      expect((await search(visitor, { q: 'rhubarb' })).items).toMatchObject([
        { image: 'product_images/fool.webp', shop: { town: 'Leeds' } },
      ])
      await owner.update('shops', shop, { town: 'London' })
      await owner.count('delete from products where id = $1', id)
      expect(await finds({})).toBe(false)
    }))

  const invalidSearches: SearchArguments[] = [
    { q: 'x'.repeat(10_000) },
    { q: 'a b c d e f g h i j k l '.repeat(900) },
    { q: `'; drop table products; --` },
    { q: '\\' },
    { lat: 'NaN', lon: 'NaN', sort: 'nearest' },
    { lat: 'Infinity', lon: 0 },
    { lat: 1e-320, lon: -1e-320 },
    { lat: 90, lon: 180, radius_miles: 500, sort: 'nearest' },
    { lat: -90, lon: -180, radius_miles: 'NaN' },
    { lat: 51, lon: 0, radius_miles: '-Infinity' },
    { lat: 51, radius_miles: 'Infinity' },
    { page_size: -5 },
    { page_size: 2_147_483_647 },
    { min_price: 'NaN', max_price: 'Infinity' },
    { min_price: '-Infinity', max_price: -1 },
    { min_rating: 'NaN' },
    { min_rating: -3 },
    { sort: `price_low'; --` },
    { sort: 'by_newest' },
    { after: 'rubbish' },
    { after: '0.-99999999999999999999.x' },
    { fulfilment: 'rocket' },
    { available_on: 'infinity' },
    { available_on: '-infinity' },
    { available_on: '9999-12-31' },
    { avoid: Array.from({ length: 10_000 }, (_, n) => `allergen ${n}`) },
    { avoid: ['', 'NUTS', ' milk '] },
    { avoid: ['contains:', 'contains:gravel', 'contains:contains:nuts'] },
    { diets: ['paleo', ''] },
    { category: `Cakes' or true --` },
    { occasion: 'funeral' },
    { shop: "no-such-shop'" },
  ]
  it.each(invalidSearches.map((args) => [JSON.stringify(args).slice(0, 80), args] as const))(
    'handles %s without an error',
    (_, args) =>
      having(bakes, async () => {
        const result = await search(visitor, args)
        expect(result.items.length).toBeLessThanOrEqual(Math.max(1, Math.min(100, args.page_size ?? 24)))
      }),
  )

  describe('over three hundred products', () => {
    let products: OracleProduct[]
    const places = [
      [51.51, -0.13],
      [51.55, -0.02],
      [51.5, -0.3],
      [53.48, -2.24],
      [53.4, -2.9],
      [null, null],
      // Far from most searches, and on both sides of longitude 0.
      [51.5, -0.09],
      [51.51, -0.09],
      [51.5, 0.02],
      [51.5, -0.02],
      // Enough products around one place for several rings, the first of which ends among four at equal distance.
      [53.41, -2.2],
      ...Array.from({ length: 24 }, (_, n) => [53.3 + (n % 5) / 20, -2.4 + Math.floor(n / 5) / 10] as const),
    ] as const
    beforeAll(async () => {
      const shops: OracleShop[] = []
      const stated: { shop_id: string; handles: object }[] = []
      for (const [n, [lat, lon]] of places.entries()) {
        const seller = await context.member()
        const slug = `shop-of-many-${n}`
        const deliveryMiles = [null, 3, 40][n % 3] ?? null
        const id = await context.shop(seller, { slug, lat, lon, delivery_radius_miles: deliveryMiles })
        const closed = n === 0 ? ([addDays(today, 1), addDays(today, 3)] as const) : null
        if (closed)
          await context.service.insert('shop_closures', { shop_id: id, from_date: closed[0], to_date: closed[1] })
        const pickupDays = [0, 1, 2, 3, 4, 5, 6].filter((day) => (day + n) % 3 > 0)
        await insertRows(
          context.service,
          'shop_pickup_schedules',
          pickupDays.map((day_of_week) => ({ shop_id: id, day_of_week, start_time: '09:00', end_time: '17:00' })),
        )
        // No product contains these, so that no kitchen is refused.
        const handles: Record<string, boolean> = n % 4 === 0 ? {} : { celery: n % 4 === 1, sesame: n % 2 === 0 }
        stated.push({ shop_id: id, handles })
        shops.push({ id, slug, lat, lon, deliveryMiles, pickupDays, closed, handles })
      }
      products = makeProducts(shops, 300)
      const rows = products.map(({ shop: { id }, ...product }) => ({ ...product, shop_id: id }))
      await insertRows(context.service, 'products', rows)
      await insertRows(context.service, 'shop_kitchens', stated)
    })

    /** With statistics of thousands of listings, search also scans indexes in sort order. */
    const pretendListingCount = (listings: number) =>
      context.database.script(`update pg_class set reltuples = ${listings} where oid = 'private.listings'::regclass`)

    it.each([
      ['with lookups', -1],
      ['with index scans', 15_000],
    ])('returns what a naive search returns, in the same order, %s', async (_, listings) => {
      await pretendListingCount(listings)
      const slugs = products.slice(0, 3).map((product) => product.shop.slug)
      for (const args of makeSearches(today, slugs, cases(45, 90))) {
        const expected = expectedResult(products, args, today)
        // Fewer than four matches of one word would widen to similar spellings, which the naive search does not do.
        const result = await search(visitor, { ...args, page_size: 100 })
        const { total, widened, none_within } = result
        expect({ total, widened, none_within }, JSON.stringify(args)).toEqual({
          total: expected.total,
          widened: expected.widened,
          none_within: expected.none_within,
        })
        expect(
          result.items.map(({ id }) => id),
          JSON.stringify(args),
        ).toEqual(expected.ids.slice(0, 100))
        expect(result.items.filter((item) => item.in_reach)).toHaveLength(Math.min(100, expected.inReach))
      }
    })

    it.each([
      ['with lookups', -1],
      ['with index scans', 15_000],
    ])('pages through everything without gaps or repeats in every sort order, %s', async (_, listings) => {
      await pretendListingCount(listings)
      const searches = ['relevance', 'price_low', 'price_high', 'rating', 'nearest', 'newest'].flatMap(
        (sort): SearchArguments[] => [{ sort }, { sort, q: 'ca' }],
      )
      const rings = { q: 'ca', sort: 'nearest', lat: 53.4, lon: -2.2, radius_miles: 30, page_size: 100 }
      for (const args of [...searches, rings, { ...rings, lat: 51.5, lon: 0, radius_miles: 400 }])
        expect(await readAllPages(visitor, { page_size: 40, ...args }), JSON.stringify(args)).toEqual(
          expectedResult(products, args, today).ids,
        )
    })

    it.each([
      ['with lookups', -1],
      ['with index scans', 15_000],
    ])('groups the same results by shop, those within reach first and then the nearest, %s', async (_, listings) => {
      await pretendListingCount(listings)
      let shopsFound = 0
      for (const { sort: _, shop: __, ...args } of makeSearches(today, [], cases(45, 90))) {
        const results = await readAllCards(visitor, { ...args, sort: 'nearest' })
        const slugs = [...new Set(results.map((card) => card.shop.slug))]
        const expected = slugs.map((slug) => {
          const cards = results.filter((card) => card.shop.slug === slug)
          const inReach = cards.filter((card) => card.in_reach)
          const counted = inReach.length > 0 ? inReach : cards
          const prices = counted.flatMap(
            (card) => (card.product_type === 'bespoke' ? card.min_price : card.price) ?? [],
          )
          return {
            slug,
            distance_miles: cards[0]?.distance_miles,
            in_reach: inReach.length > 0,
            results: counted.length,
            lowest_price: prices.length > 0 ? Math.min(...prices) : null,
          }
        })
        const { shops, is_complete } = await searchShops(visitor, args)
        expect(is_complete).toBe(true)
        expect(
          shops.map(({ slug, distance_miles, in_reach, results, lowest_price }) => ({
            slug,
            distance_miles,
            in_reach,
            results,
            lowest_price,
          })),
          JSON.stringify(args),
        ).toEqual(expected)
        shopsFound += shops.length
      }
      expect(shopsFound).toBeGreaterThan(cases(150, 300))
    })

    it('finds any part of a word, however long or common the word is', async () => {
      const long = 'q'.repeat(150)
      const many = Array.from({ length: 120 }, (_, n) => `x${n}zzq${n}`)
      const bakes = [
        { name: 'Long', category: 'Pies', description: `so ${long}.` },
        { name: 'Many', category: 'Pies', description: many.slice(0, 60).join(' ') },
        { name: 'More', category: 'Cakes', description: `qqqqish ${many.slice(60).join(' ')}` },
      ]
      await having(bakes, async () => {
        for (const listings of [-1, 15_000]) {
          await pretendListingCount(listings)
          const found: [SearchArguments, string[]][] = [
            [{ q: long.slice(0, 120) }, ['Long']],
            [{ q: 'qqqq' }, ['Long', 'More']],
            [{ q: 'zzq' }, ['Many', 'More']],
            [{ q: '7zzq7' }, ['Many', 'More']],
            [{ q: 'zzq117' }, ['More']],
            [{ q: 'zzq zzq117', category: 'Cakes' }, ['More']],
            [{ q: 'zzq', category: 'Pies' }, ['Many']],
            [{ q: 'zzq', category: 'Pies', occasion: 'christmas' }, []],
          ]
          for (const [args, expected] of found)
            expect((await names(visitor, args)).sort(), JSON.stringify(args)).toEqual(expected)
        }
      })
    })

    it('keeps pages consistent while products change', async () => {
      await pretendListingCount(15_000)
      const before = expectedResult(products, { sort: 'price_low' }, today).ids
      const added: string[] = []
      const seen = await readAllPages(visitor, { sort: 'price_low', page_size: 30 }, async (page) => {
        added.push(await context.product(shop, { name: `Latecomer ${page}`, price: page * 4 }))
      })
      await context.service.count('delete from products where id = any ($1)', `{${added.join()}}`)
      expect(seen.filter((id) => !added.includes(id))).toEqual(before)
      expect(new Set(seen).size).toBe(seen.length)
    })

    it('restarts with an invalid or foreign cursor, and ends past the last page', async () => {
      const first = await search(visitor, { sort: 'newest', page_size: 5 })
      const after = first.next ?? ''
      expect(await search(visitor, { sort: 'newest', page_size: 5, after: `${after}x` })).toEqual(first)
      expect((await search(visitor, { sort: 'rating', page_size: 5, after })).items).toEqual(
        (await search(visitor, { sort: 'rating', page_size: 5 })).items,
      )
      const [, , ...rest] = after.split('.')
      const far = ['0', '9223372036854775807', ...rest].join('.')
      expect(await search(visitor, { sort: 'newest', after: far })).toMatchObject({ items: [], next: null })
      // A forged cursor with a negative distance restarts at the nearest product.
      const near = { sort: 'nearest', lat: 51.5, lon: -0.1, radius_miles: 500, page_size: 5 }
      const nearest = await search(visitor, near)
      const fingerprint = nearest.next?.split('.').at(-1)
      const forged = `0.-9223372036854775807.00000000-0000-0000-0000-000000000000.9.tttttttttttt..ffff.${fingerprint}`
      expect((await search(visitor, { ...near, after: forged })).items).toEqual(nearest.items)
      expect((await search(visitor, { page_size: -5 })).items).toHaveLength(1)
      expect((await search(visitor, { page_size: 1_000 })).items).toHaveLength(100)
    })

    it('returns the highest price of the listing, whatever price filter is set', async () => {
      const dearest = Math.max(
        ...products.map((product) => (product.product_type === 'bespoke' ? (product.min_price ?? 0) : product.price)),
      )
      for (const listings of [-1, 15_000]) {
        await pretendListingCount(listings)
        expect((await search(visitor, {})).highest_price).toBe(dearest)
        for (const sort of ['price_low', 'price_high'])
          for (const prices of [{ max_price: 5 }, { min_price: 30, max_price: 30.005 }, { min_price: 'Infinity' }]) {
            const result = await search(visitor, { sort, ...prices, page_size: 100 })
            const expected = expectedResult(products, { sort, ...prices }, today)
            expect(result).toMatchObject({ total: expected.total, highest_price: dearest })
            expect(result.items.map(({ id }) => id)).toEqual(expected.ids.slice(0, 100))
          }
      }
    })
  })
})
