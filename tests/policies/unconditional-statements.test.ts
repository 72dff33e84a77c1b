/**
 * Statements without a condition and inserts without `returning` read no rows. Only the write policies apply to
 * them.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('unconditional statements on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let stranger: Actor
  let shop: string
  let product: string
  let room: string
  const group = randomUUID()
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    stranger = await context.member('Stranger')
    shop = await context.shop(seller)
    product = await context.product(shop)
    const rows: [string, Values][] = [
      ['user_addresses', { user_id: buyer.id, full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'SE1 9SG' }],
      ['basket_lines', { user_id: buyer.id, product_id: product, quantity: 1, snapshot: {} }],
      ['household_people', { user_id: buyer.id, name: 'Me', avoid_traces: '{nuts}' }],
      ['shop_closures', { shop_id: shop, from_date: '2027-01-01', to_date: '2027-01-02' }],
      ['shop_delivery_terms', { shop_id: shop, basis: 'flat', fee: 4 }],
      ['customer_notes', { shop_id: shop, member_id: buyer.id, note: 'Likes rye' }],
      ['discount_codes', { shop_id: shop, code: 'CAKE10', kind: 'percent', percent: 10 }],
      ['shop_kitchens', { shop_id: shop, handles: { milk: true } }],
      ['shop_vat', { shop_id: shop, registered_from: '2026-01-01' }],
      ['product_vat_rates', { product_id: product, rate: 20 }],
      ['shop_ingredients', { shop_id: shop, name: 'Flour', unit: 'g', pack_size: 1500, pack_price: 1.45 }],
      ['shop_costing', { shop_id: shop, hourly_rate: 12 }],
      ['recipes', { product_id: product, shop_id: shop, portions: 12, other_costs: 0, minutes: 0 }],
      ['shop_booking_rules', { shop_id: shop, horizon_days: 30 }],
      ['shop_day_limits', { shop_id: shop, max_orders: 12 }],
      ['shop_pickup_places', { shop_id: shop, address_line1: 'A', city: 'B', postal_code: 'SE1 9SG' }],
      ['product_images', { product_id: product, image: 'https://x.test/a.png' }],
      ['product_variations', { product_id: product, name: 'Vanilla' }],
      ['product_option_groups', { id: group, product_id: product, name: 'Topping' }],
      ['product_option_choices', { group_id: group, product_id: product, name: 'Walnut' }],
      ['product_questions', { product_id: product, name: 'Message' }],
      ['shop_pickup_schedules', { shop_id: shop, day_of_week: 1, start_time: '09:00', end_time: '10:00' }],
      ['product_pickup_schedules', { product_id: product, day_of_week: 1, start_time: '09:00', end_time: '10:00' }],
      ['saved_replies', { user_id: seller.id, title: 'A', content: 'B' }],
      ['blocks', { blocker_id: seller.id, blocked_id: buyer.id }],
      ['favourites', { user_id: buyer.id, product_id: product }],
      ['shop_followers', { user_id: buyer.id, shop_id: shop }],
      ['notifications', { user_id: buyer.id, type: 'order', title: 'A', message: 'B' }],
      ['contact_messages', { shop_id: shop, sender_id: buyer.id, subject: 'Hello', message: 'Do you bake?' }],
    ]
    for (const [table, values] of rows) await context.service.send(table, values)
    room = text(
      await context.service.insert('chat_rooms', { buyer_id: buyer.id, seller_id: seller.id, product_id: product }),
      'id',
    )
    await context.service.send('chat_messages', { chat_room_id: room, sender_id: buyer.id, content: 'Hello' })
    const picture = `insert into storage.objects (bucket_id, name) values ('product_images', $1)`
    await context.service.count(picture, `${seller.id}/a.png`)
  })
  afterAll(() => context.close())

  /** The stranger's account has one profile and one row of preferences of its own. */
  it.each([
    ['profiles', `first_name = 'X'`, 1],
    ['notification_preferences', 'order_updates = false', 1],
    ['user_addresses', `city = 'X'`, 0],
    ['basket_lines', 'quantity = 9', 0],
    ['household_people', `avoid_traces = '{}'`, 0],
    ['shops', `town = 'X'`, 0],
    ['shop_followers', 'wants_emails = true', 0],
    ['shop_closures', `note = 'X'`, 0],
    ['shop_delivery_terms', 'minimum_order = 5', 0],
    ['customer_notes', `note = 'X'`, 0],
    ['discount_codes', 'percent = 5', 0],
    ['shop_kitchens', 'shares_equipment = false', 0],
    ['shop_vat', 'default_rate = 20', 0],
    ['product_vat_rates', 'rate = 0', 0],
    ['shop_booking_rules', 'horizon_days = 60', 0],
    ['shop_day_limits', 'max_orders = 5', 0],
    ['shop_pickup_places', `city = 'X'`, 0],
    ['products', 'stock = 0', 0],
    ['product_images', 'position = 5', 0],
    ['product_variations', 'price_delta = 5', 0],
    ['product_option_groups', 'is_required = false', 0],
    ['product_option_choices', 'price_delta = 5', 0],
    ['product_questions', 'price = 5', 0],
    ['shop_pickup_schedules', 'max_orders = 5', 0],
    ['product_pickup_schedules', 'max_orders = 5', 0],
    ['chat_rooms', `wanted_on = '2027-01-01'`, 0],
    ['chat_messages', 'read_at = now()', 0],
    ['saved_replies', `content = 'X'`, 0],
    ['notifications', 'is_read = true', 0],
    ['contact_messages', 'read_at = now()', 0],
    ['storage.objects', `last_accessed_at = now()`, 0],
  ])('by a stranger change nobody else’s %s', async (table, change, own) => {
    expect(await stranger.count(`update ${table} set ${change}`)).toBe(own)
  })

  it.each([
    'user_addresses',
    'basket_lines',
    'household_people',
    'shop_closures',
    'shop_delivery_terms',
    'shop_kitchens',
    'shop_vat',
    'product_vat_rates',
    'shop_booking_rules',
    'shop_day_limits',
    'shop_pickup_places',
    'products',
    'product_images',
    'product_variations',
    'product_option_groups',
    'product_option_choices',
    'product_questions',
    'shop_pickup_schedules',
    'product_pickup_schedules',
    'saved_replies',
    'blocks',
    'favourites',
    'shop_followers',
  ])('by a stranger delete nobody else’s %s', async (table) => {
    expect(await stranger.count(`delete from ${table}`)).toBe(0)
    expect(await context.service.count(`select from ${table}`)).toBe(1)
  })

  it('by a stranger remove nobody else’s pictures', async () => {
    const session = { role: 'authenticated', claims: JSON.stringify({ sub: stranger.id, role: 'authenticated' }) }
    const removed = await context.database.transaction(async (tx) => {
      await tx.run({ text: `select set_config('storage.allow_delete_query', 'true', true)`, values: [] })
      return (await tx.run({ text: 'delete from storage.objects', values: [] })).count
    }, session)
    expect(removed).toBe(0)
  })

  it('by the sender mark none of their own messages as read', async () => {
    expect(await buyer.count('update chat_messages set read_at = now()')).toBe(0)
    expect(await seller.count('update chat_messages set read_at = now()')).toBe(1)
  })

  const others: [table: string, values: () => Values][] = [
    ['notification_preferences', () => ({ user_id: seller.id })],
    [
      'user_addresses',
      () => ({ user_id: buyer.id, full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'SE1 9SG' }),
    ],
    ['basket_lines', () => ({ user_id: buyer.id, product_id: product, quantity: 1, snapshot: {} })],
    ['household_people', () => ({ user_id: buyer.id, name: 'Mine' })],
    [
      'shops',
      () => ({ user_id: buyer.id, name: 'Mine', slug: 'mine', description: 'Ten characters.', category: 'Other' }),
    ],
    ['shop_closures', () => ({ shop_id: shop, from_date: '2027-02-01', to_date: '2027-02-02' })],
    ['shop_booking_rules', () => ({ shop_id: shop, horizon_days: 30 })],
    ['shop_day_limits', () => ({ shop_id: shop, day_of_week: 6, max_orders: 12 })],
    ['shop_delivery_terms', () => ({ shop_id: shop, basis: 'flat', fee: 1 })],
    ['shop_kitchens', () => ({ shop_id: shop, handles: { milk: false } })],
    ['shop_vat', () => ({ shop_id: shop, registered_from: '2026-01-01' })],
    ['product_vat_rates', () => ({ product_id: product, rate: 0 })],
    ['shop_pickup_places', () => ({ shop_id: shop, address_line1: 'A', city: 'B', postal_code: 'SE1 9SG' })],
    ['products', () => ({ shop_id: shop, name: 'Mine' })],
    ['product_images', () => ({ product_id: product, image: 'https://x.test/b.png', position: 1 })],
    ['product_variations', () => ({ product_id: product, name: 'Mine', position: 1 })],
    ['product_option_groups', () => ({ product_id: product, name: 'Mine', position: 1 })],
    ['product_option_choices', () => ({ group_id: group, product_id: product, name: 'Mine', position: 1 })],
    ['product_questions', () => ({ product_id: product, name: 'Mine', position: 1 })],
    ['shop_pickup_schedules', () => ({ shop_id: shop, day_of_week: 2, start_time: '09:00', end_time: '10:00' })],
    [
      'product_pickup_schedules',
      () => ({ product_id: product, day_of_week: 2, start_time: '09:00', end_time: '10:00' }),
    ],
    ['chat_rooms', () => ({ buyer_id: buyer.id, seller_id: stranger.id, product_id: product })],
    ['chat_messages', () => ({ chat_room_id: room, sender_id: stranger.id, content: 'Hello' })],
    ['saved_replies', () => ({ user_id: seller.id, title: 'A', content: 'B' })],
    ['blocks', () => ({ blocker_id: buyer.id, blocked_id: seller.id })],
    ['favourites', () => ({ user_id: buyer.id, shop_id: shop })],
    ['shop_followers', () => ({ user_id: buyer.id, shop_id: shop })],
    ['contact_messages', () => ({ shop_id: shop, sender_id: buyer.id, subject: 'Hello', message: 'Do you bake?' })],
    ['reports', () => ({ reporter_id: buyer.id, subject: 'shop', shop_id: shop, reason: 'Why' })],
  ]
  it.each(others)('insert nothing into another’s %s, without returning rows either', async (table, values) => {
    expect(await refusal(stranger.send(table, values()))).toMatchObject({ code: forbidden })
  })
})
