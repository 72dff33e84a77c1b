/** Queries of the seller's screens: a free shop slug, and counts of what needs attention. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { databases } from '../harness.ts'
import { openDrop } from './drop-fixtures.ts'
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
    shop = await context.shop(owner, { slug: 'crumb', name: 'A shop' })
  })
  afterAll(() => context.close())

  const availableSlug = async (wanted: string) =>
    text((await buyer.rows('select public.available_shop_slug($1) as slug', wanted))[0], 'slug')
  const overview = async (actor: Actor): Promise<Record<string, unknown> | null> =>
    JSON.parse(text((await actor.rows(`select coalesce(public.seller_overview(), 'null')::text as week`))[0], 'week'))

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
    expect(await overview(buyer)).toBeNull()
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
    // A product without stock of its own, in a drop that has some.
    await openDrop(context, owner, shop)
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

    await context.service.send('shop_kitchens', { shop_id: shop, reviewed_at: '2026-05-03T12:00:00Z' })
    expect(await overview(owner)).toMatchObject({
      kitchen_reviewed_at: expect.stringMatching(/^2026-05-03/),
      unread_conversations: 1,
      enquiries: 0,
      problems: 0,
      reviews_unanswered: 1,
      products: 5,
      low_stock: 1,
      running_out: [{ id: cake, stock: 3 }],
      undeclared: 1,
      drafts: 1,
      schedules: 1,
      charges_enabled: true,
      closures: [],
      open: 0,
      orders: [],
    })
    const neighbour = await context.member()
    await context.shop(neighbour)
    expect(await overview(neighbour)).toMatchObject({
      unread_conversations: 0,
      reviews_unanswered: 0,
      products: 0,
      running_out: [],
      orders: [],
      charges_enabled: false,
      kitchen_reviewed_at: null,
    })
  })

  it('shows the week: late, today’s and next hand-overs, and revenue up to the same time last week', async () => {
    const baker = await context.member('Baker')
    const kitchen = await context.shop(baker)
    const bun = await context.product(kitchen, { name: 'Bun', price: 4 })
    const today = londonTime(new Date()).date
    const monday = addDays(today, 1 - (dayOfWeek(today) || 7))
    const sale = async (due: string, paid: string, price: number, status = 'processing') => {
      const id = randomUUID()
      await context.service.rows(
        `insert into public.orders (id, buyer_id, shop_id, shop_name, buyer_name, subtotal, fulfilment, pickup_date, pickup_start, pickup_end)
          values ($1, $2, $3, 'A shop', 'Bo', $4::numeric, 'pickup', $5::date, '10:00', '11:00')`,
        id,
        buyer.id,
        kitchen,
        price,
        due,
      )
      await context.service.rows(
        'insert into public.order_items (order_id, product_id, name, price, quantity) values ($1, $2, $3, $4::numeric, 2)',
        id,
        bun,
        'Bun',
        price / 2,
      )
      await context.service.rows(
        `update public.orders set status = 'processing', paid_at = $2::timestamptz where id = $1`,
        id,
        paid,
      )
      if (status === 'ready') await context.service.rows(`update public.orders set status = 'ready' where id = $1`, id)
      return id
    }
    const now = new Date()
    const weekAgo = (minutes: number) => new Date(now.getTime() - 7 * 86_400_000 + minutes * 60_000).toISOString()
    const late = await sale(addDays(today, -1), now.toISOString(), 8)
    const first = await sale(today, now.toISOString(), 10, 'ready')
    const second = await sale(addDays(today, 3), weekAgo(-30), 20)
    await sale(addDays(today, 20), weekAgo(30), 40)
    await sale(addDays(today, 21), `${addDays(monday, -8)}T12:00:00Z`, 400)
    const week = await overview(baker)
    expect(week).toMatchObject({
      today,
      late: 1,
      due_today: 1,
      ready_today: 1,
      due_this_week: 2,
      open: 5,
      next_due: `${today}T10:00:00`,
    })
    expect(week?.orders).toMatchObject([
      { id: late, status: 'processing' },
      { id: first, status: 'ready', buyer_name: 'Bo', items: [{ name: 'Bun', quantity: 2 }] },
      { id: second, pickup_date: addDays(today, 3) },
    ])
    // The week of half an hour around now, a week ago, may have begun in between.
    const lastWeek = [weekAgo(-30), weekAgo(30)].map((paid) => londonTime(new Date(paid)).date >= addDays(monday, -7))
    expect(week?.revenue).toEqual({
      this_week: 18,
      orders: 2,
      last_week_so_far: lastWeek[0] ? 20 : 0,
      last_week: (lastWeek[0] ? 20 : 0) + (lastWeek[1] ? 40 : 0),
    })
    expect(await overview(owner)).toMatchObject({ open: 0, revenue: { this_week: expect.any(Number) } })
  })
})
