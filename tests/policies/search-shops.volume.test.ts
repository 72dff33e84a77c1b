/** The shops of a search with more than a thousand results. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { search, searchShops } from './search-calls.ts'
import { openTestContext } from './test-context.ts'

describe.each(databases)('the shops of a search on %s', (kind) => {
  it('have only the nearest results counted, each shop completely, when there are more than 1,000', async () => {
    const context = await openTestContext(kind)
    const shop = async (slug: string, place: { lat: number; lon: number }) =>
      context.shop(await context.member(), { slug, ...place })
    const addBuns = (to: string, count: number) =>
      context.service.count(
        `insert into products (shop_id, name, price) select $1, concat('Sticky bun ', n), n from generate_series(1, $2::integer) n`,
        to,
        count,
      )
    const removeBuns = () => context.service.count(`delete from products where name like 'Sticky bun %'`)
    const here = { lat: 51.5, lon: -0.1 }
    const near = await shop('near', here)
    await addBuns(near, 400)
    await addBuns(await shop('far', { lat: 53.5, lon: -2.2 }), 500)
    await addBuns(await shop('farther', { lat: 55.9, lon: -3.2 }), 200)
    const { shops, is_complete } = await searchShops(context.visitor, { q: 'sticky', ...here })
    expect(shops.map(({ slug, results }) => [slug, results])).toEqual([
      ['near', 400],
      ['far', 500],
    ])
    expect(is_complete).toBe(false)
    // The list has them all.
    expect((await search(context.visitor, { q: 'sticky' })).total).toBe(1_100)
    await removeBuns()

    // One shop alone is never left out.
    await addBuns(near, 1_001)
    expect((await searchShops(context.visitor, { q: 'sticky', ...here })).shops).toMatchObject([{ results: 1_000 }])
    await context.close()
  })
})
