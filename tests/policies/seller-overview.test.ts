/** Queries of the seller's screens: a free shop slug, and counts of what needs attention. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, writeReview } from './test-context.ts'

describe.each(databases)('the seller overview on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let buyer: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    buyer = await context.member('Buyer')
    shop = await context.shop(owner, { slug: 'crumb' })
  })
  afterAll(() => context.close())

  const availableSlug = async (wanted: string) =>
    text((await buyer.rows('select public.available_shop_slug($1) as slug', wanted))[0], 'slug')
  const overview = async (actor: Actor) => (await actor.rows('select * from public.seller_overview()'))[0]

  it('proposes the wanted slug if it is free, else the first free one after it', async () => {
    expect(await availableSlug('honey')).toBe('honey')
    expect(await availableSlug('crumb')).toBe('crumb-2')
    await context.shop(await context.member(), { slug: 'crumb-2' })
    await context.shop(await context.member(), { slug: 'crumb-4' })
    await context.shop(await context.member(), { slug: 'crumbs' })
    expect(await availableSlug('crumb')).toBe('crumb-3')
  })

  it('treats the slugs of hidden shops as taken', async () => {
    await context.shop(await context.member(), { slug: 'gone', status: 'suspended' })
    expect(await availableSlug('gone')).toBe('gone-2')
  })

  it.each(['', '-', '🍰', '%', 'Not A Slug', "'; drop table shops", 'x'.repeat(10_000)])(
    'proposes a slug that the table accepts for any requested slug: %.20s',
    async (wanted) => {
      const slug = await availableSlug(wanted)
      const member = await context.member()
      await member.send('shops', {
        user_id: member.id,
        name: 'A shop',
        slug,
        description: 'Good things, made at home.',
        category: 'Cakes',
      })
    },
  )

  it('refuses visitors both queries', async () => {
    const { visitor } = context
    expect(await refusal(visitor.rows(`select public.available_shop_slug('crumb')`))).toMatchObject({ code: forbidden })
    expect(await refusal(visitor.rows('select * from public.seller_overview()'))).toMatchObject({ code: forbidden })
  })

  it('returns nothing for a member without a shop', async () => {
    expect(await overview(buyer)).toBeUndefined()
  })

  it('counts what is waiting in the member’s own shop only', async () => {
    const free = Object.fromEntries(
      'celery gluten crustaceans eggs fish lupin milk molluscs mustard nuts peanuts sesame soya sulphites'
        .split(' ')
        .map((allergen) => [allergen, 'free']),
    )
    const cake = await context.product(shop, { stock: 3, allergens: free })
    await context.product(shop, { stock: 4 })
    await context.product(shop, { stock: 0, product_type: 'bespoke', price: 0, allergens: free })
    await context.product(shop, { stock: 0, status: 'draft' })
    await context.product(await context.shop(await context.member()), { stock: 0 })
    await owner.insert('shop_pickup_schedules', {
      shop_id: shop,
      day_of_week: 1,
      start_time: '09:00',
      end_time: '12:00',
    })
    const room = text(await buyer.insert('chat_rooms', { seller_id: owner.id, product_id: cake }), 'id')
    await buyer.insert('chat_messages', { chat_room_id: room, content: 'Is it fresh?' })
    await buyer.insert('chat_messages', { chat_room_id: room, content: 'And soft?' })
    await context.service.insert('payment_accounts', {
      shop_id: shop,
      provider: 'test',
      account_id: 'a',
      charges_enabled: true,
    })
    const { item } = await context.order(buyer, cake)
    await writeReview(buyer, item, 4)

    expect(await overview(owner)).toEqual({
      unread_conversations: 1,
      reviews_unanswered: 1,
      products: 4,
      low_stock: 1,
      undeclared: 1,
      drafts: 1,
      schedules: 1,
      payment_provider: 'test',
      charges_enabled: true,
    })
    const neighbour = await context.member()
    await context.shop(neighbour)
    expect(await overview(neighbour)).toMatchObject({
      unread_conversations: 0,
      reviews_unanswered: 0,
      products: 0,
      payment_provider: null,
      charges_enabled: false,
    })
  })
})
