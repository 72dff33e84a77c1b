/** The products that are suggested while a shopper types. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
import { cases } from './case-count.ts'
import { search, suggest } from './search-calls.ts'
import { type Actor, openTestContext, type TestContext } from './test-context.ts'

describe.each(everyDatabase)('suggestions on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let near: string
  let far: string
  const here = { lat: 51.5, lon: -0.1, radius_miles: 5 }

  const names = async (q: string, args: object = {}, actor = context.visitor) =>
    (await suggest(actor, { q, ...args })).map(({ name }) => name)

  beforeAll(async () => {
    context = await openTestContext(kind)
    const shopAt = async (name: string, slug: string, place: object) => {
      owner = await context.member(name)
      return context.shop(owner, { name, slug, delivery_radius_miles: 5, ...place })
    }
    near = await shopAt('Corner Oven', 'near', { lat: 51.5, lon: -0.1, town: 'London' })
    far = await shopAt('Highland Loaf', 'far', { lat: 57.5, lon: -4.2, town: 'Inverness' })
    const declared = (nuts: string) => ({ allergens: JSON.stringify({ nuts }) })
    await context.product(near, { name: 'Lemon drizzle', ...declared('free') })
    await context.product(near, { name: 'Crumble of lemons', ...declared('may_contain') })
    await context.product(near, { name: 'Pancake stack', category: 'Other', description: 'With lemon' })
    await context.product(near, { name: 'Lemon draft', status: 'draft' })
    await context.product(far, { name: 'Lemon cheesecake', rating: 5, review_count: 900 })
  })
  afterAll(() => context.close())

  it('are products with words that begin as typed, those within reach first', async () => {
    const lemons = await names('lem', here)
    expect(lemons.slice(0, 2).sort()).toEqual(['Crumble of lemons', 'Lemon drizzle'])
    expect(lemons.slice(2)).toEqual(['Lemon cheesecake'])
    expect(await names('lemon cr', here)).toEqual(['Crumble of lemons'])
    expect(await names('CRUMBLE, le', here)).toEqual(['Crumble of lemons'])
    expect((await names('lem', { lat: 57.5, lon: -4.2, radius_miles: 5 }))[0]).toBe('Lemon cheesecake')
  })

  it('begin as a shop or a category does, after those with the name', async () => {
    expect((await names('corner ov')).sort()).toEqual(['Crumble of lemons', 'Lemon drizzle', 'Pancake stack'])
    expect(await names('oth')).toEqual(['Pancake stack'])
    await context.product(far, { name: 'Corner slice' })
    expect((await names('corner'))[0]).toBe('Corner slice')
    await context.service.count(`delete from products where name = 'Corner slice'`)
  })

  it('understand plurals and a spelling mistake', async () => {
    expect(await names('drizzles', here)).toEqual(['Lemon drizzle'])
    expect(await names('pancaek', here)).toEqual(['Pancake stack'])
    // No word begins with it here, and this one is the most similar.
    expect(await names('cake', here)).toEqual(['Lemon cheesecake'])
    expect(await names('qqqqqq', here)).toEqual([])
  })

  it('leave out what is avoided or not declared', async () => {
    expect(await names('lem', { ...here, avoid: ['nuts'] })).toEqual(['Lemon drizzle'])
    expect(await names('lem', { ...here, avoid: ['gravel'] })).toEqual([])
    expect(await names('lem', { ...here, diets: ['vegan'] })).toEqual([])
  })

  it('are the same for everyone, with what a card shows', async () => {
    const [suggested] = await suggest(context.visitor, { q: 'drizz' })
    const [card] = (await search(context.visitor, { q: 'drizzle' })).items
    expect(suggested).toEqual({ id: card?.id, name: card?.name, shop: card?.shop })
    for (const actor of [owner, await context.member()])
      expect(await suggest(actor, { q: 'drizz' })).toEqual([suggested])
  })

  it.each([
    ['nothing', {}],
    ['punctuation', { q: '%_\\;' }],
    ['ten thousand letters', { q: 'a'.repeat(10_000) }],
    ['ten thousand words', { q: 'lemon '.repeat(10_000) }],
    ['a place beyond the world', { q: 'lem', lat: 900, lon: 0 }],
  ])('answer %s without an error', async (_, args) => {
    expect((await suggest(context.visitor, args)).length).toBeLessThanOrEqual(8)
  })

  it('are at most eight, the best within reach', async () => {
    // Older than all others, so it is not among the best.
    await context.product(near, { name: 'Tea bun' })
    for (let batch = 0; batch < cases(1, 10); batch += 1)
      await context.service.count(
        `insert into products (shop_id, name, price) select $1, 'Tea loaf ' || n, 5 from generate_series(1, ${cases(12, 210)}) n`,
        far,
      )
    const found = await names('tea', here)
    expect(found).toHaveLength(8)
    expect(found[0]).toBe('Tea bun')
  })
})
