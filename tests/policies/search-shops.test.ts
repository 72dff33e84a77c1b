/** The shops of a search: what they show, what they hide, and how many they are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { searchShops } from './search-calls.ts'
import { type Actor, openTestContext, type TestContext } from './test-context.ts'

describe.each(databases)('the shops of a search on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    shop = await context.shop(owner, {
      name: 'The Larder',
      slug: 'the-larder',
      lat: 51.5,
      lon: -0.1,
      town: 'London',
      delivery_radius_miles: 5,
    })
  })
  afterAll(() => context.close())

  const here = { lat: 51.5, lon: -0.1 }
  const slugs = async (args: Parameters<typeof searchShops>[1]) =>
    (await searchShops(context.visitor, args)).shops.map(({ slug }) => slug)

  const addBuns = (to: string, count: number) =>
    context.service.count(
      `insert into products (shop_id, name, price) select $1, concat('Sticky bun ', n), n from generate_series(1, $2::integer) n`,
      to,
      count,
    )
  const removeBuns = () => context.service.count(`delete from products where name like 'Sticky bun %'`)

  it('are the same for everyone, with the place that visitors may read', async () => {
    await addBuns(shop, 3)
    for (const actor of [context.visitor, owner, await context.member()])
      expect(await searchShops(actor, { q: 'sticky bun', ...here })).toEqual({
        shops: [
          {
            slug: 'the-larder',
            name: 'The Larder',
            logo: null,
            town: 'London',
            ...here,
            rating: null,
            review_count: 0,
            distance_miles: 0,
            in_reach: true,
            results: 3,
            lowest_price: 1,
          },
        ],
        is_complete: true,
      })
    await removeBuns()
  })

  it('leave out suspended shops, and shops whose products are drafts or do not match', async () => {
    await addBuns(shop, 2)
    expect(await slugs({ q: 'sticky', max_price: 1 })).toEqual(['the-larder'])
    expect(await slugs({ q: 'sticky', min_price: 3 })).toEqual([])
    expect(await slugs({ q: 'sticky', avoid: ['nuts'] })).toEqual([])
    expect(await slugs({ q: 'sticky', occasion: 'funeral' })).toEqual([])
    await context.service.count(`update products set status = 'draft' where name = 'Sticky bun 1'`)
    expect(await slugs({ q: 'sticky', max_price: 1 })).toEqual([])
    await context.service.update('shops', shop, { status: 'suspended' })
    expect(await slugs({ q: 'sticky' })).toEqual([])
    await context.service.update('shops', shop, { status: 'active' })
    await removeBuns()
  })

  it('are at most 200', async () => {
    const crowd = (columns: string) =>
      `select ${columns} from generate_series(0, 200) n, lateral (select md5('crowd ' || n)::uuid as id) crowd;`
    await context.database.script(`
      insert into auth.users (id, email) ${crowd(`id, 'crowd-' || n || '@example.test'`)}
      insert into public.shops (id, user_id, name, slug, description, category, lat, lon)
        ${crowd(`id, id, 'Shop ' || n, 'crowd-' || n, 'Good things, made at home.', 'Cakes', 51.5 + n / 100.0, -0.1`)}
      update public.shop_records set terms_version = private.seller_terms_version(), terms_accepted_at = now() where terms_version is null;
      insert into public.products (shop_id, name, price) ${crowd(`id, 'Crowded bun', 1`)}`)
    const { shops, is_complete } = await searchShops(context.visitor, { q: 'crowded', ...here })
    expect(shops.map(({ slug }) => slug)).toEqual(Array.from({ length: 200 }, (_, n) => `crowd-${n}`))
    expect(is_complete).toBe(false)
  })
})
