/** Table invariants that hold even for the service key: immutable columns, timestamps, the audit log and valid values. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

const address: Values = { full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'SE1 9SG' }
const long = (length: number) => 'x'.repeat(length)

describe.each(databases)('table invariants on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  /** The id of a row in each table. */
  const rows: Record<string, string> = {}
  /** The required values of a new row in each table. */
  const fresh: Record<string, Values> = {}

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    rows.profiles = buyer.id
    rows.shops = await context.shop(seller)
    rows.products = await context.product(rows.shops)
    const { order, item } = await context.order(buyer, rows.products)
    Object.assign(rows, { orders: order, order_items: item })
    Object.assign(fresh, needs())
    const made = [
      'user_addresses',
      'shop_closures',
      'product_images',
      'product_variations',
      'product_option_groups',
      'product_questions',
      'shop_pickup_schedules',
      'shop_day_limits',
      'shop_ingredients',
    ]
    const later = [
      'household_people',
      'product_pickup_schedules',
      'chat_rooms',
      'saved_replies',
      'discount_codes',
      'checkouts',
      'reviews',
      'refunds',
      'reports',
    ]
    for (const table of [...made, ...later])
      rows[table] = text(await context.service.insert(table, fresh[table] ?? {}), 'id')
    fresh.product_option_choices = {
      group_id: row('product_option_groups'),
      product_id: row('products'),
      name: 'Walnut',
    }
    rows.product_option_choices = text(
      await context.service.insert('product_option_choices', fresh.product_option_choices),
      'id',
    )
    fresh.payments = { checkout_id: row('checkouts'), provider: 'test', session_id: 'one', amount: 5 }
    rows.payments = text(await context.service.insert('payments', fresh.payments), 'id')
    fresh.chat_messages = { chat_room_id: row('chat_rooms'), sender_id: buyer.id, content: 'Hello' }
    rows.chat_messages = text(await context.service.insert('chat_messages', fresh.chat_messages), 'id')
    await context.service.insert('payment_accounts', fresh.payment_accounts ?? {})
    await context.service.insert('shop_pickup_places', fresh.shop_pickup_places ?? {})
  })
  afterAll(() => context.close())

  const row = (table: string) => rows[table] ?? ''
  const needs = (): Record<string, Values> => ({
    user_addresses: { ...address, user_id: buyer.id },
    shop_closures: { shop_id: row('shops'), from_date: '2027-01-01', to_date: '2027-01-02' },
    shop_booking_rules: { shop_id: row('shops'), horizon_days: 30 },
    shop_day_limits: { shop_id: row('shops'), max_orders: 12 },
    shop_pickup_places: { shop_id: row('shops'), address_line1: 'A', city: 'B', postal_code: 'SE1 9SG' },
    product_images: { product_id: row('products'), image: 'https://x.test/a.png' },
    product_variations: { product_id: row('products'), name: 'Vanilla' },
    product_option_groups: { product_id: row('products'), name: 'Topping' },
    product_questions: { product_id: row('products'), name: 'Message' },
    shop_pickup_schedules: { shop_id: row('shops'), day_of_week: 1, start_time: '09:00', end_time: '10:00' },
    product_pickup_schedules: { product_id: row('products'), day_of_week: 1, start_time: '09:00', end_time: '10:00' },
    chat_rooms: { buyer_id: buyer.id, seller_id: seller.id, product_id: row('products') },
    saved_replies: { user_id: seller.id, title: 'A', content: 'B' },
    shop_ingredients: { shop_id: row('shops'), name: 'Flour', unit: 'g', pack_size: 1500, pack_price: 1.45 },
    shop_costing: { shop_id: row('shops') },
    recipes: { product_id: row('products'), shop_id: row('shops'), portions: 12, other_costs: 0, minutes: 0 },
    discount_codes: { shop_id: row('shops'), code: 'CAKE10', kind: 'percent', percent: 10 },
    checkouts: { buyer_id: buyer.id, subtotal: 5 },
    reviews: { product_id: row('products'), shop_id: row('shops'), rating: 5 },
    refunds: { order_id: row('orders'), amount: 1 },
    reports: { reporter_id: buyer.id, subject: 'shop', shop_id: row('shops'), reason: 'Why' },
    payment_accounts: { shop_id: row('shops'), provider: 'test', account_id: 'acct_1' },
    notifications: { user_id: buyer.id, type: 'order', title: 'A', message: 'B' },
    order_items: { order_id: row('orders'), name: 'A', price: 1 },
    favourites: { user_id: buyer.id, product_id: row('products') },
    basket_lines: { user_id: buyer.id, product_id: row('products'), quantity: 1, snapshot: {} },
    household_people: { user_id: buyer.id, name: 'Me' },
    outbox: { recipient: 'a@b.test', template: 'receipt' },
  })

  const immutable: [table: string, ...columns: string[]][] = [
    ['user_addresses', 'id', 'user_id'],
    ['household_people', 'id', 'user_id'],
    ['shops', 'id'],
    ['discount_codes', 'id', 'shop_id', 'code'],
    ['shop_closures', 'shop_id'],
    ['shop_day_limits', 'id', 'shop_id'],
    ['shop_ingredients', 'id', 'shop_id', 'unit'],
    ['products', 'id', 'shop_id'],
    ['product_images', 'id', 'product_id'],
    ['product_variations', 'id', 'product_id'],
    ['product_option_groups', 'id', 'product_id'],
    ['product_option_choices', 'id', 'group_id', 'product_id'],
    ['product_questions', 'id', 'product_id'],
    ['shop_pickup_schedules', 'id', 'shop_id'],
    ['product_pickup_schedules', 'id', 'product_id'],
    ['chat_rooms', 'id', 'buyer_id', 'seller_id'],
    ['chat_messages', 'id', 'chat_room_id', 'sender_id'],
    ['saved_replies', 'id', 'user_id'],
    ['refunds', 'id', 'order_id'],
  ]
  it.each(immutable)('the columns of %s are immutable: %s %s %s', async (table, ...columns) => {
    for (const column of columns.filter(Boolean)) {
      expect(
        await refusal(context.service.update(table, row(table), { [column]: randomUUID() })),
        column,
      ).toMatchObject({
        code: forbidden,
      })
      const same = `update ${table} set ${column} = ${column} where id = $1`
      expect(await context.service.count(same, row(table)), column).toBe(1)
    }
  })

  it('preferences and pickup places cannot change owner', async () => {
    const moves = [
      ['notification_preferences', 'user_id', buyer.id],
      ['shop_pickup_places', 'shop_id', row('shops')],
    ]
    for (const [table, column, id] of moves) {
      const move = context.service.count(
        `update ${table} set ${column} = $1 where ${column} = $2`,
        randomUUID(),
        id ?? '',
      )
      expect(await refusal(move), table).toMatchObject({ code: forbidden })
    }
  })

  it.each([
    ['profiles', 'id', 'town', () => buyer.id],
    ['notification_preferences', 'user_id', 'order_updates', () => buyer.id],
    ['user_addresses', 'id', 'city', () => row('user_addresses')],
    ['shop_pickup_places', 'shop_id', 'city', () => row('shops')],
    ['shops', 'id', 'town', () => row('shops')],
    ['products', 'id', 'stock', () => row('products')],
    ['chat_rooms', 'id', 'is_paid', () => row('chat_rooms')],
    ['orders', 'id', 'note', () => row('orders')],
    ['payment_accounts', 'shop_id', 'charges_enabled', () => row('shops')],
    ['payments', 'id', 'failure', () => row('payments')],
    ['refunds', 'id', 'last_error', () => row('refunds')],
  ])('updated_at of %s follows a change', async (table, key, column, id) => {
    const stamp = async () =>
      text((await context.service.rows(`select updated_at::text as at from ${table} where ${key} = $1`, id()))[0], 'at')
    const before = await stamp()
    await context.service.count(`update ${table} set ${column} = ${column} where ${key} = $1`, id())
    expect(await stamp()).not.toBe(before)
  })

  it.each([
    ['shops', { status: 'suspended' }, 'update'],
    ['shops', { status: 'active' }, 'update'],
    ['reviews', { is_hidden: true }, 'update'],
    ['reports', { state: 'upheld', resolved_at: '2027-01-01' }, 'update'],
    ['payments', { status: 'failed' }, 'update'],
    ['refunds', { status: 'failed' }, 'update'],
    ['payment_accounts', { payouts_enabled: true }, 'update'],
  ])('%s log the change %j', async (table, change: Values, action) => {
    const id = row(table) || row('shops')
    const key = table === 'payment_accounts' ? 'shop_id' : 'id'
    const [column = '', value = ''] = Object.entries(change)[0] ?? []
    const sets = Object.keys(change).map((name, n) => `${name} = $${n + 1}`)
    await context.service.count(
      `update ${table} set ${sets.join(', ')} where ${key} = $${sets.length + 1}`,
      ...Object.values(change),
      id,
    )
    const [logged] = await context.service.rows(
      'select action, changes -> $1 -> 1 as after from audit_log where table_name = $2 and row_id = $3 order by id desc limit 1',
      column,
      table,
      id,
    )
    expect(logged).toEqual({ action, after: value })
  })

  /** For each rule: a table, invalid values, and the constraint that refuses them. */
  const rules: [table: string, wrong: Values, constraint: string][] = [
    ['user_addresses', { address_line2: long(201) }, 'user_addresses_line2_form'],
    ['user_addresses', { country: '' }, 'user_addresses_country_form'],
    ['user_addresses', { phone: 'call me' }, 'user_addresses_phone_form'],
    ['basket_lines', { quantity: 0 }, 'basket_lines_quantity_range'],
    ['basket_lines', { quantity: 100 }, 'basket_lines_quantity_range'],
    ['basket_lines', { variation: long(61) }, 'basket_lines_variation_length'],
    ['basket_lines', { personalization: 'get_well' }, 'basket_lines_personalization_known'],
    ['basket_lines', { personalization: 'custom', custom_request_details: long(201) }, 'basket_lines_details_length'],
    ['basket_lines', { custom_request_details: 'For Ann' }, 'basket_lines_details_are_custom'],
    ['basket_lines', { snapshot: [] }, 'basket_lines_snapshot_form'],
    ['basket_lines', { snapshot: { name: long(4000) } }, 'basket_lines_snapshot_form'],
    ['household_people', { name: ' ' }, 'household_people_name_form'],
    ['household_people', { name: long(41) }, 'household_people_name_form'],
    ['household_people', { avoid_contains: '{gravel}' }, 'household_people_contains_known'],
    ['household_people', { avoid_traces: '{nuts,NULL}' }, 'household_people_traces_known'],
    ['household_people', { avoid_contains: '{nuts}', avoid_traces: '{nuts}' }, 'household_people_one_level'],
    ['household_people', { avoid_others: '{" "}' }, 'household_people_others_form'],
    ['household_people', { avoid_others: `{${long(41)}}` }, 'household_people_others_form'],
    [
      'household_people',
      { avoid_others: `{${Array.from({ length: 51 }, (_, n) => `food ${n}`).join()}}` },
      'household_people_others_form',
    ],
    ['household_people', { diets: '{paleo}' }, 'household_people_diets_known'],
    ['shop_closures', { note: long(201) }, 'shop_closures_note_form'],
    ['shop_pickup_places', { address_line1: ' ' }, 'shop_pickup_places_line1_form'],
    ['shop_pickup_places', { address_line2: 'a\nb' }, 'shop_pickup_places_line2_form'],
    ['shop_pickup_places', { city: '' }, 'shop_pickup_places_city_form'],
    ['shop_pickup_places', { postal_code: long(17) }, 'shop_pickup_places_postal_code_form'],
    ['shop_pickup_places', { instructions: long(501) }, 'shop_pickup_places_instructions_form'],
    ['product_images', { image: 'javascript:alert(1)', position: 2 }, 'product_images_image_form'],
    ['product_variations', { name: ' ', position: 2 }, 'product_variations_name_form'],
    ['product_variations', { name: 'B', price_delta: 'NaN', position: 2 }, 'product_variations_price_delta_range'],
    ['product_variations', { name: 'B', position: 50 }, 'product_variations_position_range'],
    ['product_variations', { name: 'B' }, 'product_variations_one_per_position'],
    ['product_variations', { name: 'B', stock: -1, position: 2 }, 'product_variations_stock_range'],
    [
      'product_variations',
      { name: 'B', allergens: { milk: 'none' }, position: 2 },
      'product_variations_allergens_form',
    ],
    ['product_variations', { name: 'B', ingredients: 'a\nb', position: 2 }, 'product_variations_ingredients_form'],
    ['product_variations', { name: 'B', replaces: ' ', position: 2 }, 'product_variations_replaces_form'],
    ['product_variations', { name: 'B', net_quantity: '', position: 2 }, 'product_variations_net_quantity_form'],
    ['product_option_groups', { name: ' ', position: 2 }, 'product_option_groups_name_form'],
    ['product_option_groups', { name: 'B', max_choices: 0, position: 2 }, 'product_option_groups_max_choices_range'],
    ['product_option_groups', { name: 'B', position: 10 }, 'product_option_groups_position_range'],
    ['product_option_groups', { name: 'TOPPING', position: 2 }, 'product_option_groups_one_per_name'],
    ['product_option_choices', { name: 'B', position: 30 }, 'product_option_choices_position_range'],
    [
      'product_option_choices',
      { name: 'B', price_delta: 'NaN', position: 2 },
      'product_option_choices_price_delta_range',
    ],
    [
      'product_option_choices',
      { name: 'B', allergens: { cake: 'contains' }, position: 2 },
      'product_option_choices_allergens_form',
    ],
    ['product_option_choices', { name: 'B', product_id: randomUUID(), position: 2 }, 'product_option_choices_group'],
    ['product_questions', { name: 'B', max_length: 201, position: 2 }, 'product_questions_max_length_range'],
    ['product_questions', { name: 'B', price: -1, position: 2 }, 'product_questions_price_range'],
    ['product_questions', { name: 'B', position: 10 }, 'product_questions_position_range'],
    ['basket_lines', { options: {} }, 'basket_lines_options_form'],
    ['order_items', { options: {} }, 'order_items_options_form'],
    ['chat_rooms', { price_quote: 0 }, 'chat_rooms_price_quote_range'],
    ['chat_messages', { type: 'shout' }, 'chat_messages_type_known'],
    ['saved_replies', { title: 'a\nb' }, 'saved_replies_title_form'],
    ['saved_replies', { content: '\u00a0' }, 'saved_replies_content_length'],
    ['checkouts', { idempotency_key: 'short' }, 'checkouts_key_form'],
    ['checkouts', { status: 'lost' }, 'checkouts_status_known'],
    ['checkouts', { status: 'paid' }, 'checkouts_paid_at_matches_status'],
    ['checkouts', { subtotal: -1 }, 'checkouts_amounts'],
    ['discount_codes', { code: 'cake10' }, 'discount_codes_code_form'],
    ['discount_codes', { code: 'ABC' }, 'discount_codes_code_form'],
    ['discount_codes', {}, 'discount_codes_once'],
    ['discount_codes', { code: 'CAKE20', kind: 'gift' }, 'discount_codes_kind_known'],
    ['discount_codes', { code: 'CAKE20', percent: 101 }, 'discount_codes_percent'],
    ['discount_codes', { code: 'CAKE20', amount: 5 }, 'discount_codes_amount'],
    ['discount_codes', { code: 'CAKE20', minimum_spend: 0.005 }, 'discount_codes_minimum_range'],
    ['discount_codes', { code: 'CAKE20', product_ids: '{}' }, 'discount_codes_products'],
    ['discount_codes', { code: 'CAKE20', max_uses: 0 }, 'discount_codes_uses_range'],
    ['discount_codes', { code: 'CAKE20', from_date: '2027-02-01', to_date: '2027-01-31' }, 'discount_codes_dates'],
    ['shop_ingredients', { name: ' Salt' }, 'shop_ingredients_name_form'],
    ['shop_ingredients', { name: 'a\nb' }, 'shop_ingredients_name_form'],
    ['shop_ingredients', { name: 'FLOUR' }, 'shop_ingredients_once'],
    ['shop_ingredients', { name: 'Salt', unit: 'cup' }, 'shop_ingredients_unit_known'],
    ['shop_ingredients', { name: 'Salt', pack_size: 0 }, 'shop_ingredients_pack_size_range'],
    ['shop_ingredients', { name: 'Salt', pack_price: 0.005 }, 'shop_ingredients_pack_price_range'],
    ['shop_ingredients', { name: 'Salt', pack_price: 'NaN' }, 'shop_ingredients_pack_price_range'],
    ['shop_costing', { hourly_rate: 1000 }, 'shop_costing_hourly_rate_range'],
    ['shop_costing', { margin_percent: 91 }, 'shop_costing_margin_range'],
    ['recipes', { portions: 0 }, 'recipes_portions_range'],
    ['recipes', { other_costs: -1 }, 'recipes_other_costs_range'],
    ['recipes', { minutes: 10_001 }, 'recipes_minutes_range'],
    ['order_items', { discount: 2 }, 'order_items_discount_range'],
    ['order_items', { price: 'NaN' }, 'order_items_price_range'],
    ['reviews', { reply: 'Thanks' }, 'reviews_reply_form'],
    ['reviews', { picture: 'javascript:alert(1)' }, 'reviews_picture_form'],
    ['notifications', { message: '' }, 'notifications_message_length'],
    ['payment_accounts', { provider: 'cash' }, 'payment_accounts_provider_known'],
    ['payments', { provider: 'cash' }, 'payments_provider_known'],
    ['payments', { status: 'lost', session_id: 'two' }, 'payments_status_known'],
    ['payments', { application_fee: 6, session_id: 'two' }, 'payments_amounts'],
    ['payments', { currency: 'eur', session_id: 'two' }, 'payments_currency'],
    ['refunds', { amount: 0 }, 'refunds_amount_range'],
    ['refunds', { status: 'lost' }, 'refunds_status_known'],
    ['refunds', { reason: long(501) }, 'refunds_reason_length'],
    ['outbox', { template: '../secrets' }, 'outbox_template_form'],
    ['outbox', { status: 'lost' }, 'outbox_status_known'],
    ['reports', { subject: 'weather', shop_id: null }, 'reports_subject_known'],
    ['reports', { reason: 'x' }, 'reports_reason_form'],
    ['reports', { details: long(2001) }, 'reports_details_length'],
    ['reports', { state: 'lost', resolved_at: '2027-01-01' }, 'reports_state_known'],
    ['reports', { state: 'dismissed' }, 'reports_resolved_at_matches_state'],
  ]
  it.each(rules)('%s refuse a new row with %j', async (table, wrong, constraint) => {
    expect(await refusal(context.service.insert(table, { ...fresh[table], ...wrong }))).toMatchObject({ constraint })
  })

  const changes: [table: string, wrong: Values, constraint: string][] = [
    ['profiles', { town: 'a\nb' }, 'profiles_town_form'],
    ['shops', { status: 'lost' }, 'shops_status_known'],
    ['shops', { town: long(101) }, 'shops_town_form'],
    ['shops', { rating: 0.5 }, 'shops_rating_range'],
    ['products', { description: long(5001) }, 'products_description_length'],
    ['products', { ingredients: long(5001) }, 'products_ingredients_length'],
    ['products', { allergen_answers: '{gravel}' }, 'products_allergen_answers_known'],
    ['products', { unanswered_allergens: '{gravel}', status: 'draft' }, 'products_unanswered_allergens_known'],
    ['products', { diets: '{paleo}' }, 'products_diets_known'],
    ['products', { diets: '{vegan}', allergens: { milk: 'contains' } }, 'products_diets_match_allergens'],
    ['products', { diets: '{vegetarian}', allergens: { fish: 'contains' } }, 'products_diets_match_allergens'],
    ['products', { rating: 5.5 }, 'products_rating_range'],
    [
      'orders',
      { cancelled_at: '2027-01-01', status: 'delivered', cancel_reason: long(501) },
      'orders_cancel_reason_length',
    ],
  ]
  it.each(changes)('%s refuse a change to %j', async (table, wrong, constraint) => {
    expect(await refusal(context.service.update(table, row(table), wrong))).toMatchObject({ constraint })
  })

  it('a cancelled order has a cancellation time, and a pickup has no delivery fee', async () => {
    expect(await refusal(context.order(buyer, row('products'), { status: 'cancelled' }))).toMatchObject({
      constraint: 'orders_cancelled_at_matches_status',
    })
    const pickup = { fulfilment: 'pickup', pickup_date: '2027-01-02', pickup_start: '09:00', pickup_end: '12:00' }
    expect(await refusal(context.order(buyer, row('products'), { ...pickup, delivery_fee: 3.99 }))).toMatchObject({
      constraint: 'orders_pickup_is_free',
    })
  })

  it('a shop without an owner is closed, and a payment account belongs to one shop', async () => {
    const shop = {
      user_id: null,
      name: 'Nobody’s',
      slug: 'nobodys',
      description: 'Nobody bakes here.',
      category: 'Other',
    }
    expect(await refusal(context.service.insert('shops', shop))).toMatchObject({ constraint: 'shops_owner_present' })
    const another = await context.shop(await context.member())
    expect(
      await refusal(context.service.insert('payment_accounts', { ...fresh.payment_accounts, shop_id: another })),
    ).toMatchObject({
      constraint: 'payment_accounts_once',
    })
  })

  it('an equal line is in a basket once', async () => {
    await context.service.insert('basket_lines', fresh.basket_lines ?? {})
    expect(await refusal(context.service.insert('basket_lines', fresh.basket_lines ?? {}))).toMatchObject({
      constraint: 'basket_lines_once',
    })
    await context.service.insert('basket_lines', { ...fresh.basket_lines, variation: 'Large' })
  })

  it('a product is a member’s favourite once', async () => {
    await context.service.insert('favourites', fresh.favourites ?? {})
    expect(await refusal(context.service.insert('favourites', fresh.favourites ?? {}))).toMatchObject({
      constraint: 'favourites_product_once',
    })
  })

  it('a custom product has the price 0, even when the trigger that sets it is bypassed', async () => {
    await context.database.script('alter table products disable trigger normalise')
    const refused = await refusal(
      context.service.insert('products', { shop_id: row('shops'), name: 'Yours', product_type: 'bespoke', price: 5 }),
    )
    await context.database.script('alter table products enable trigger normalise')
    expect(refused).toMatchObject({ constraint: 'products_bespoke_price' })
  })
})
