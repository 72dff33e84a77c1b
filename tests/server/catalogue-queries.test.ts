/** Queries of the catalogue pages against a real database: order, search, scope, pagination, embeds. */

import { createClient } from '@supabase/supabase-js'
import { InfiniteQueryObserver, QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Statement } from '#backend/database/database'
import { createRest, type Rest } from '#backend/rest/index'
import type { Database } from '#domain/database.generated'
import type { AppContext } from '#platform/app-context.ts'
import { createClock } from '#platform/clock.ts'
import { joinPages } from '#platform/paged-list.ts'
import { createServerHouseholdStore } from '#web/features/discover/household/household-store.ts'
import { listingQuery } from '#web/features/discover/listing/listing.ts'
import { readListingParameters } from '#web/features/discover/listing/listing-parameters.ts'
import type { ListingScope } from '#web/features/discover/listing/listing-request.ts'
import { createServerPlaceStore } from '#web/features/discover/location/place-store.ts'
import { productQuery } from '#web/features/discover/product/product.ts'
import { shopQuery } from '#web/features/discover/shop/shop.ts'
import { type ReviewSubject, reviewsQuery } from '#web/features/orders/reviews/reviews.ts'
import { databases, noSession } from '../harness.ts'
import { openTestContext, type TestContext, type Values } from '../policies/test-context.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const anon = { role: 'anon', claims: { role: 'anon' }, claimsText: '{"role":"anon"}' }

describe.each(databases)('The catalogue on %s', (kind) => {
  let context: TestContext
  let rest: Rest
  let app: AppContext
  let crumb: string
  const ids = new Map<string, string>()
  let sent: Statement | undefined

  beforeAll(async () => {
    context = await openTestContext(kind)
    const { database } = context
    rest = await createRest({
      database: {
        ...database,
        run(statement, session) {
          sent = statement
          return database.run(statement, session)
        },
      },
      schemas: ['public'],
      extraSearchPath: ['public', 'extensions'],
      maxRows: 1000,
    })
    const client = createClient<Database>('http://shop.test', 'anon', {
      ...noSession,
      global: { fetch: (input, init) => rest.handle(new Request(input, init), anon) },
    })
    app = {
      queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
      supabase: () => Promise.resolve(client),
      config: { supabaseUrl: '', supabaseAnonKey: '', providers: [], siteUrl: '', supportEmail: '' },
      place: createServerPlaceStore(''),
      household: createServerHouseholdStore(),
      clock: createClock(Date.now()),
    }
    crumb = await context.shop(await context.member('Rosie'), { name: 'Crème & Co*', slug: 'creme-co' })
    const other = await context.shop(await context.member('Sam'), { name: 'Loaf', slug: 'loaf' })
    await add(crumb, 'Cake', { price: 20, category: 'Cakes', description: 'With 100% cocoa_butter (really)' })
    await add(crumb, 'Bun', { price: 2, is_bestseller: true })
    await add(crumb, 'Made for you', { product_type: 'bespoke', min_price: 5, max_price: 50 })
    await add(crumb, 'By quote', { product_type: 'bespoke' })
    await add(other, 'Rye', { price: 7.5, image: 'https://pictures.test/rye.webp' })
    await add(other, 'Draft', { price: 1, status: 'draft' })
  })

  afterAll(async () => {
    await rest.close()
    await context.close()
  })

  async function add(shop: string, name: string, values: Values) {
    ids.set(name, await context.product(shop, { name, ...values }))
  }

  function run<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>): Promise<Data> {
    return app.queryClient.fetchQuery(query)
  }

  /** All pages that the URL asks for, in one fetch. */
  async function list(scope: ListingScope, address = 'sort=newest') {
    const choice = readListingParameters(new URLSearchParams(address))
    const query = { ...listingQuery(app, scope, choice), pages: choice.pages, staleTime: 0 }
    return joinPages((await app.queryClient.fetchInfiniteQuery(query)).pages)
  }

  async function names(scope: ListingScope, address?: string) {
    const { items } = await list(scope, address)
    return items.map(({ name }) => name)
  }

  function idOf(name: string): string {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`No product ${name}`)
    return id
  }

  it('lists products on sale with their shops, and counts them', async () => {
    const { items, total } = await list({})
    expect(total).toBe(5)
    expect(items[0]).toEqual({
      id: idOf('Rye'),
      name: 'Rye',
      image: 'https://pictures.test/rye.webp',
      category: null,
      available_for_delivery: true,
      available_for_pickup: false,
      delivery: [{ fee: 3.99, miles: 99_999 }],
      distance_miles: null,
      in_reach: true,
      price: 7.5,
      min_price: null,
      max_price: null,
      product_type: 'standardized',
      requires_consultation: false,
      is_bestseller: false,
      rating: null,
      review_count: 0,
      shop: { name: 'Loaf', slug: 'loaf', town: null },
    })
  })

  it('sorts by price, custom products by their lowest price, and those without a price last', async () => {
    expect(await names({}, 'sort=price_low')).toEqual(['Bun', 'Made for you', 'Rye', 'Cake', 'By quote'])
    expect(await names({}, 'sort=price_high')).toEqual(['Cake', 'Rye', 'Made for you', 'Bun', 'By quote'])
  })

  it('sorts bestsellers first by relevance, and the newest product first by age', async () => {
    expect((await names({}, ''))[0]).toBe('Bun')
    expect(await names({})).toEqual(['Rye', 'By quote', 'Made for you', 'Bun', 'Cake'])
  })

  it.each([
    ['cake', ['Cake']],
    ['LOAF', ['Rye']],
    ['creme & co*', ['By quote', 'Made for you', 'Bun', 'Cake']],
    ['CAKES', ['Cake']],
    ['100% cocoa_butter (', ['Cake']],
    ['c_ke', []],
    ['%', []],
    ['.*', []],
    ['🍰', []],
  ])('finds the literal text %j in any case and accents', async (text, found) => {
    expect(await names({ text })).toEqual(found)
  })

  it('accepts hostile search texts without an error', async () => {
    for (const text of ['"', "'", '\\', '(', '[a', '{', '?', ',),(', '\u0000', 'é'.repeat(10_000)]) {
      await expect(names({ text })).resolves.toBeInstanceOf(Array)
    }
  })

  it('can be limited to one shop', async () => {
    expect(await names({ shopSlug: 'loaf' })).toEqual(['Rye'])
    expect(await names({ shopSlug: 'nobody,"(' })).toEqual([])
  })

  it('loads the same pages one by one and all at once', async () => {
    const many = await context.shop(await context.member('Ada'), { name: 'Many', slug: 'many' })
    for (let n = 0; n < 125; n += 1) await context.product(many, { name: `Bun ${n}`, price: n % 7 })
    const scope = { shopSlug: 'many' }
    const first = await list(scope, 'sort=price_low')
    expect(first.items).toHaveLength(24)
    const query = listingQuery(app, scope, readListingParameters(new URLSearchParams('sort=price_low')))
    const { data } = await new InfiniteQueryObserver(app.queryClient, query).fetchNextPage()
    const second = joinPages(data?.pages ?? [])
    expect(second.items.slice(0, 24)).toEqual(first.items)
    expect(await list(scope, 'sort=price_low&page=2')).toEqual(second)
    const all = await list(scope, 'sort=price_low&page=25')
    expect(all).toMatchObject({ total: 125, totalIsExact: true, next: null })
    expect(new Set(all.items.map(({ id }) => id)).size).toBe(125)
    expect(all.items.slice(0, 48)).toEqual(second.items)
  })

  it('loads a product with its shop, its own pickup windows, and closures that are not over', async () => {
    await context.service.insert('shop_pickup_schedules', {
      shop_id: crumb,
      day_of_week: 6,
      start_time: '09:00',
      end_time: '13:00',
    })
    await context.service.insert('product_pickup_schedules', {
      product_id: idOf('Cake'),
      day_of_week: 0,
      start_time: '10:00',
      end_time: '11:00',
    })
    const ahead = { from_date: '2999-01-01', to_date: '2999-01-09' }
    await context.service.insert('shop_closures', { shop_id: crumb, ...ahead, note: 'Away' })
    await context.service.insert('shop_closures', { shop_id: crumb, from_date: '2001-01-01', to_date: '2001-01-02' })

    expect(await run(productQuery(app, idOf('Cake')))).toMatchObject({
      name: 'Cake',
      pickup: [{ day_of_week: 0, start_time: '10:00:00', end_time: '11:00:00' }],
      shop: { slug: 'creme-co', pickup: [{ day_of_week: 6 }], closures: [ahead] },
    })
    expect(await run(shopQuery(app, 'Creme & Co'))).toMatchObject({
      name: 'Crème & Co*',
      closures: [{ ...ahead, note: 'Away' }],
    })
  })

  it('reads the shop of a product, and not all shops', async () => {
    await context.database.script(`
      set session_replication_role = replica;
      insert into shops (user_id, name, slug, description, category, status)
      select gen_random_uuid(), 'Shop ' || n, 'shop-' || n, 'Good bread, made at home.', 'Bread', 'active' from generate_series(1, 300) n;
      set session_replication_role = origin;
      analyze shops`)
    await run(productQuery(app, idOf('Cake')))
    const { text = '', values = [] } = sent ?? {}
    const { rows } = await context.database.run({ text: `explain (analyze, format json) ${text}`, values })
    expect(rowsRead(JSON.parse(rows[0]?.[0] ?? '')[0].Plan, 'shops')).toBeLessThan(20)
    await context.database.script(`delete from shops where slug like 'shop-%'`)
  })

  it.each(['', 'nope', '1', '00000000-0000-4000-8000-000000000000', "' or true --"])(
    'finds no product with the id %j',
    async (id) => {
      expect(await run(productQuery(app, id))).toBeNull()
    },
  )

  it('hides drafts, and finds no shop whose name has no slug', async () => {
    expect(await run(productQuery(app, idOf('Draft')))).toBeNull()
    expect(await run(shopQuery(app, '蛋糕'))).toBeNull()
    expect(await run(shopQuery(app, 'nobody'))).toBeNull()
  })

  it('loads the reviews of a product and of its shop with their authors, newest first', async () => {
    const nadia = await context.member('Nadia')
    for (const [name, text] of [
      ['Cake', 'Lovely'],
      ['Bun', 'Light'],
    ] as const) {
      const { item } = await context.order(nadia, idOf(name))
      await nadia.rows('select public.write_review($1, 5, $2)', item, text)
    }
    const texts = async (subject: ReviewSubject) => {
      const { pages } = await app.queryClient.fetchInfiniteQuery(reviewsQuery(app, subject))
      return pages
        .flatMap(({ items }) => items)
        .map((review) => [review.author_name, review.product?.name, review.text])
    }
    expect(await texts({ productId: idOf('Cake') })).toEqual([['Nadia', 'Cake', 'Lovely']])
    expect(await texts({ shopId: crumb })).toEqual([
      ['Nadia', 'Bun', 'Light'],
      ['Nadia', 'Cake', 'Lovely'],
    ])
  })
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsRead(node: PlanNode, table: string): number {
  const own =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), own)
}
