/** A market with one row of each table that belongs to `buyer` or to the shop of `seller`, and a hostile statement for each. */
import { randomUUID } from 'node:crypto'
import { createDevice } from '../push-service.ts'
import { type Actor, openTestContext, type TestContext, text, type Values } from './test-context.ts'

export type Kind = 'pglite' | 'postgres'

export interface Market {
  readonly context: TestContext
  readonly actors: Readonly<Record<string, Actor>>
  /** By table: where its row is, the values of a second such row, and an update that keeps the row as it is. */
  readonly rows: Readonly<Record<string, { where: string; values: Values; change: string }>>
  /** By function: arguments that refer to rows of the buyer and the seller. */
  readonly calls: Readonly<Record<string, string>>
  readonly room: string
}

const day = '2027-03-01'
const address: Values = { full_name: 'A', address_line1: 'B', city: 'London', postal_code: 'SE1 9SG' }
const openDay: Values = { day_of_week: 1, start_time: '09:00', end_time: '10:00' }

export async function openMarket(kind: Kind): Promise<Market> {
  const context = await openTestContext(kind)
  const { service } = context
  const buyer = await context.member('Buyer')
  const seller = await context.member('Seller')
  const otherSeller = await context.member('Other seller')
  const actors = {
    visitor: context.visitor,
    buyer,
    otherBuyer: await context.member('Other buyer'),
    seller,
    otherSeller,
    administrator: await context.administrator(),
    service,
  }
  const shop = await context.shop(seller)
  await context.shop(otherSeller, { name: 'Another shop' })
  const draft = await context.product(shop, { status: 'draft', name: 'Draft' })
  const product = await context.product(shop)
  const inserted = async (table: string, values: Values) => text(await service.insert(table, values), 'id')
  const { order, item } = await context.order(buyer, product)
  const fresh = await context.order(buyer, product)
  const { order: open } = await context.order(buyer, product, { status: 'processing' })
  const entered = await context.order(buyer, product, {
    buyer_id: null,
    checkout_id: await inserted('checkouts', { subtotal: 5 }),
    status: 'pending payment',
    due_at: '2999-01-01',
  })
  const room = await inserted('chat_rooms', { buyer_id: buyer.id, seller_id: seller.id, product_id: product })
  const checkout = await inserted('checkouts', { buyer_id: buyer.id, subtotal: 5 })
  await context.order(buyer, product, { checkout_id: checkout, status: 'pending payment' })
  const payment = await inserted('payments', { checkout_id: checkout, provider: 'test', session_id: 'one', amount: 5 })
  await service.send('chat_messages', { chat_room_id: room, sender_id: buyer.id, content: 'Hello' })
  await service.send('reports', { reporter_id: seller.id, subject: 'conversation', chat_room_id: room, reason: 'Why' })
  const [customer, card, removal] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const review = await inserted('reviews', { product_id: product, shop_id: shop, rating: 5 })
  const enquiry = {
    shop_id: shop,
    sender_id: buyer.id,
    subject: 'Hello',
    message: 'Do you bake?',
    sender_name: 'Buyer',
  }
  const enquiryId = await inserted('contact_messages', enquiry)

  const announcement = await inserted('announcements', { shop_id: shop, title: 'Saturday', text: 'Buns from ten.' })
  const signed = await context.database.run({
    text: 'select private.unsubscribe_token($1, $2)',
    values: [buyer.id, shop],
  })
  await context.database.script(
    `insert into private.calendar_feeds (shop_id, token_hash) values ('${shop}', private.hash_token('a token'))`,
  )

  const group = randomUUID()
  const ingredient = randomUUID()
  const drop = randomUUID()
  const openDrop = randomUUID()
  await service.count(
    `insert into drops (id, shop_id, title, opens_at, cut_off, is_published) values ($1, $2, 'Open', now() - interval '1 hour', now() + interval '1 day', true)`,
    openDrop,
    shop,
  )
  const device = createDevice().row
  const gift = randomUUID()
  const subscription = randomUUID()
  const giftCheckout = await inserted('checkouts', { buyer_id: buyer.id, subtotal: 20 })
  const move = randomUUID()
  const values: Record<string, Values> = {
    announcement_deliveries: { announcement_id: announcement },
    announcements: { shop_id: shop, title: 'Sunday', text: 'Loaves from ten.' },
    audit_log: { action: 'insert', table_name: 'shops', changes: {} },
    basket_lines: { user_id: buyer.id, product_id: product, quantity: 1, snapshot: {} },
    blocks: { blocker_id: buyer.id, blocked_id: otherSeller.id },
    chat_messages: { chat_room_id: room, sender_id: buyer.id, content: 'Hello' },
    chat_rooms: { buyer_id: buyer.id, seller_id: seller.id, product_id: product },
    checkouts: { buyer_id: buyer.id, subtotal: 5 },
    contact_messages: enquiry,
    customer_notes: { shop_id: shop, member_id: buyer.id, note: 'Likes rye' },
    discount_codes: { shop_id: shop, code: 'CAKE10', kind: 'percent', percent: 10 },
    drops: {
      id: drop,
      shop_id: shop,
      title: 'Saturday',
      opens_at: '2030-01-01T10:00Z',
      cut_off: '2030-01-02T10:00Z',
      is_published: true,
    },
    drop_items: { drop_id: drop, product_id: product, stock: 5 },
    drop_slots: { drop_id: drop, fulfilment: 'pickup', on_date: '2030-01-03', start_time: '10:00', end_time: '12:00' },
    drop_reminders: { drop_id: drop, user_id: buyer.id },
    favourites: { user_id: buyer.id, product_id: product },
    gift_vouchers: {
      id: gift,
      checkout_id: giftCheckout,
      shop_id: shop,
      shop_name: 'A shop',
      buyer_id: buyer.id,
      send_on: '2026-01-01',
      amount: 20,
      months: 24,
      paid_at: '2026-01-01T10:00:00Z',
      expires_on: '2099-01-01',
      code_end: 'ZZZZ',
    },
    household_people: { user_id: buyer.id, name: 'Me', avoid_traces: '{nuts}' },
    manual_orders: {
      order_id: entered.order,
      shop_id: shop,
      idempotency_key: 'a key of twenty letters',
      payment: 'link',
      hand_over: 'now',
    },
    notification_preferences: { user_id: buyer.id },
    notifications: { user_id: buyer.id, type: 'order', title: 'A', message: 'B' },
    order_events: { order_id: order, status: 'shipped' },
    order_item_allergens: { order_item_id: item, order_id: order, changed_at: '2026-01-01T10:00:00Z' },
    order_items: { order_id: order, name: 'A', price: 1 },
    order_moves: { id: move, order_id: open, on_date: '2027-03-02', expires_at: '2027-03-01' },
    order_phones: { order_id: open, phone: '01234 567890' },
    order_problems: {
      order_id: order,
      kind: 'missing',
      details: 'One bun',
      wanted: 'refund',
      state: 'escalated',
      escalated_at: '2026-01-01T10:00:00Z',
    },
    order_pickup_places: { order_id: order, address_line1: 'A', city: 'B', postal_code: 'SE1 9SG' },
    orders: { buyer_id: buyer.id, shop_id: shop, shop_name: 'A shop', subtotal: 5 },
    outbox: { user_id: buyer.id, recipient: 'a@b.test', template: 'receipt' },
    payment_customers: { id: customer, member_id: buyer.id, provider: 'test', customer_id: 'cus_1' },
    saved_cards: {
      id: card,
      user_id: buyer.id,
      customer_id: customer,
      provider: 'test',
      method_id: 'pm_1',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2099,
    },
    payment_accounts: { shop_id: shop, provider: 'test', account_id: 'acct_1' },
    payment_disputes: { provider_dispute_id: 'dp_1', payment_id: payment, amount: 1, reason: 'fraudulent' },
    payment_events: { provider: 'test', event_id: 'event_1', kind: 'refund', payload: {} },
    payments: { checkout_id: checkout, provider: 'test', session_id: 'two', amount: 5 },
    provider_removals: { id: removal, provider: 'stripe', kind: 'card', provider_id: 'pm_3' },
    picture_imports: { owner_id: seller.id, subject: 'product', subject_id: product, address: 'https://x.test/a.png' },
    product_images: { product_id: product, image: `product_images/${seller.id}/a.png` },
    product_option_groups: { id: group, product_id: product, name: 'Topping' },
    product_option_choices: { group_id: group, product_id: product, name: 'Walnut' },
    product_pickup_schedules: { product_id: product, ...openDay },
    product_questions: { product_id: product, name: 'Message' },
    product_variations: { product_id: product, name: 'Vanilla' },
    product_views: { product_id: product },
    products: { shop_id: shop, name: 'Another cake', price: 12 },
    profiles: { id: buyer.id, name: 'Buyer' },
    push_subscriptions: { user_id: buyer.id, ...createDevice().row },
    quote_versions: { chat_room_id: room, version: 90, price: 1 },
    shop_ingredients: { id: ingredient, shop_id: shop, name: 'Flour', unit: 'g', pack_size: 1500, pack_price: 1.45 },
    recipes: { product_id: product, shop_id: shop, portions: 12, other_costs: 2, minutes: 30 },
    recipe_ingredients: { product_id: product, shop_id: shop, ingredient_id: ingredient, quantity: 300, position: 0 },
    refunds: { order_id: order, amount: 1 },
    reports: { reporter_id: buyer.id, subject: 'shop', shop_id: shop, reason: 'Why' },
    review_authors: { review_id: review, author_id: buyer.id, product_id: product, order_item_id: item },
    reviews: { product_id: product, shop_id: shop, rating: 1 },
    saved_replies: { user_id: seller.id, title: 'A', content: 'B' },
    shop_booking_rules: { shop_id: shop, horizon_days: 30 },
    shop_closures: { shop_id: shop, from_date: day, to_date: day },
    shop_costing: { shop_id: shop, hourly_rate: 12 },
    shop_day_limits: { shop_id: shop, max_orders: 12 },
    shop_delivery_terms: { shop_id: shop, basis: 'flat', fee: 4 },
    shop_voucher_terms: { shop_id: shop, months: 24 },
    shop_followers: { user_id: buyer.id, shop_id: shop },
    shop_kitchens: { shop_id: shop, handles: { milk: true } },
    shop_pickup_places: { shop_id: shop, address_line1: 'A', city: 'B', postal_code: 'SE1 9SG' },
    shop_pickup_schedules: { shop_id: shop, ...openDay },
    shop_records: { shop_id: shop },
    product_vat_rates: { product_id: product, rate: 20 },
    shop_vat: { shop_id: shop, registered_from: day },
    shop_visits: { shop_id: shop },
    shops: {
      user_id: seller.id,
      name: 'A shop',
      slug: 'a-shop',
      description: 'Good things, made at home.',
      category: 'Cakes',
    },
    subscriptions: {
      id: subscription,
      buyer_id: buyer.id,
      shop_id: shop,
      product_id: product,
      quantity: 1,
      every_weeks: 1,
      start_time: '09:00',
      end_time: '10:00',
      price: 4,
      allergens: {},
      next_on: '2030-01-04',
    },
    subscription_days: { subscription_id: subscription, day: '2030-01-01', outcome: 'skipped' },
    transfers: { order_id: order, payment_id: payment, amount: 1 },
    user_addresses: { user_id: buyer.id, ...address },
    slot_waitlist_entries: {
      user_id: buyer.id,
      shop_id: shop,
      fulfilment: 'pickup',
      on_date: '2027-03-02',
      product_ids: `{${product}}`,
      quantities: '{1}',
    },
    waitlist_entries: { user_id: buyer.id, product_id: product, quantity: 1 },
  }
  const locations: Record<string, string> = {
    announcements: `id = '${announcement}'`,
    audit_log: `table_name = 'shops'`,
    chat_rooms: `id = '${room}'`,
    checkouts: `id = '${checkout}'`,
    contact_messages: `id = '${enquiryId}'`,
    notification_preferences: `user_id = '${buyer.id}'`,
    order_events: `order_id = '${order}'`,
    order_items: `id = '${item}'`,
    orders: `id = '${order}'`,
    payments: `id = '${payment}'`,
    people: `id = '${buyer.id}'`,
    products: `id = '${product}'`,
    profiles: `id = '${buyer.id}'`,
    reviews: `id = '${review}'`,
    shop_records: `shop_id = '${shop}'`,
    shops: `id = '${shop}'`,
  }
  for (const table of Object.keys(values).filter((name) => locations[name] === undefined)) {
    const own = values[table] ?? {}
    await service.send(table, own)
    const [column, value] = Object.entries(own)[0] ?? ['', '']
    locations[table] = `${column} = '${value}'`
  }
  await context.database.script(
    `insert into private.payment_links (order_id, token) values ('${entered.order}', 'a token');
     insert into private.voucher_codes (voucher_id, code) values ('${gift}', 'GVZZZZZZZZZZZZZZZZ')`,
  )
  const changes: Record<string, string> = {
    chat_messages: 'read_at = read_at',
    chat_rooms: 'wanted_on = wanted_on',
    customer_notes: 'note = note',
    discount_codes: 'percent = percent',
    contact_messages: 'read_at = read_at',
    notification_preferences: 'order_updates = order_updates',
    notifications: 'is_read = is_read',
    product_images: 'position = position',
    products: 'stock = stock',
    profiles: 'town = town',
    saved_replies: 'title = title',
    shop_closures: 'note = note',
    shop_delivery_terms: 'minimum_order = minimum_order',
    product_vat_rates: 'rate = rate',
    shop_kitchens: 'is_nut_free = is_nut_free',
    shop_vat: 'default_rate = default_rate',
    shop_pickup_places: 'city = city',
    shop_records: 'food_registration = food_registration',
    shops: 'town = town',
    user_addresses: 'city = city',
  }
  const rows = Object.fromEntries(
    Object.entries(locations).map(([table, where]) => {
      const own = values[table] ?? {}
      const column = Object.keys(own).at(-1) ?? 'name'
      return [table, { where, values: own, change: changes[table] ?? `${column} = ${column}` }]
    }),
  )
  // A literal id, because some actors cannot read the row.
  const problem = `'${text((await service.rows('select id from order_problems'))[0] ?? {}, 'id')}'`
  const basket = { shops: [], allergens_acknowledged: true }
  const slotWish = {
    shop_id: shop,
    fulfilment: 'pickup',
    pickup: { date: '2027-03-02', start_time: '09:00', end_time: '17:00' },
    items: [{ product_id: product, quantity: 1 }],
  }
  const calls: Record<string, string> = {
    accept_seller_terms: `'2020-01-01'`,
    advance_order: `'${fresh.order}', 'shipped'`,
    announce: `'Saturday', 'Buns from ten o’clock.'`,
    answer_problem: `${problem}, 'declined', 'No'`,
    attach_payment_customer: `'${customer}', 'cus_2'`,
    claim_provider_removals: `'test'`,
    finish_provider_removal: 'gen_random_uuid()',
    finish_subscription_charge: `gen_random_uuid(), 'declined'`,
    open_payment_customer: `'${buyer.id}', 'test'`,
    record_removed_customer: `'test', 'cus_3'`,
    record_saved_card: `'test', 'pm_2', 'cus_1', 'visa', '1881', 12, 2099`,
    attach_payment_session: `'${payment}', 'three', 'https://pay.test/'`,
    author_name: `(select r from public.reviews r where r.id = '${review}')`,
    available_shop_slug: `'a-shop'`,
    awaits_review: `(select i from public.order_items i where i.id = '${item}')`,
    begin_balance_payment: `'${order}', '${buyer.id}', 'test'`,
    begin_linked_payment: `'a token', 'test'`,
    begin_payment: `'${checkout}', '${buyer.id}', 'test'`,
    can_escalate: `(select p from public.order_problems p where p.order_id = '${order}')`,
    can_report_problem: `(select o from public.orders o where o.id = '${order}')`,
    buy_voucher: `'${JSON.stringify({ shop_id: shop, amount: 20 })}', 'a key of twenty letters'`,
    cancel_checkout: `'${checkout}'`,
    cancel_manual_order: `'${entered.order}'`,
    cancel_order: `'${order}', 'No reason'`,
    cancellation_refund: `'${order}'`,
    check_discount_code: `'${shop}', 'CAKE10'`,
    claim_stale_sessions: `'stripe'`,
    earliest_days: `array['${product}']::uuid[]`,
    hours_on: `array['${product}']::uuid[], current_date`,
    hand_over_slots: `'${shop}', array['${product}']::uuid[], 'delivery'`,
    close_problem: problem,
    decide_problem: `${problem}, 'no_refund', 'No'`,
    duplicate_drop: `'${drop}'`,
    duplicate_product: `'${product}'`,
    enter_drop: `'${openDrop}'`,
    escalate_problem: `${problem}, 'No'`,
    fail_picture_import: `gen_random_uuid(), 'gone', true`,
    fail_refund_attempt: `gen_random_uuid(), 'gone'`,
    find_for_support: `'Buyer'`,
    finish_picture_import: `gen_random_uuid(), 'product_images/x/y.png'`,
    import_products: `'[]'`,
    member_for_support: `'${buyer.id}'`,
    restore_member: `'${buyer.id}'`,
    retry_work: `'email'`,
    suspend_member: `'${buyer.id}', 'Because'`,
    moderate: `'product', '${product}', 'hide', 'Because'`,
    open_enquiry_room: `'${enquiryId}'`,
    open_order_room: `'${order}'`,
    join_slot_waitlist: `'${JSON.stringify(slotWish)}'`,
    join_waitlist: `'${product}'`,
    leave_slot_waitlist: `'${order}'`,
    leave_waitlist: `'${product}'`,
    linked_checkout: `'a token'`,
    payment_link: `'a token'`,
    answer_move: `'${move}', false`,
    move_slots: `'${open}'`,
    propose_move: `'${order}', '{"date": "2027-03-02"}'`,
    withdraw_move: `'${move}'`,
    place_manual_order: `'{"name": "A", "items": [], "payment": "link"}', 'a key of twenty letters'`,
    payment_details: `'${checkout}'`,
    place_order: `'${JSON.stringify(basket)}', 'a key of twenty letters'`,
    prep_sheet: `'${day}'`,
    day_limits_reached: `'${product}', current_date`,
    read_calendar_feed: `'a token'`,
    seller_calendar: `'${day}'`,
    quote_slots: `'${room}'`,
    record_dispute: `'test', 'event_4', 'dp_2', 'pi_1', 'open', 1, 'fraudulent', '2026-01-01T10:00:00Z'`,
    record_email: 'gen_random_uuid(), 1',
    record_push: `gen_random_uuid(), 1, 'sent'`,
    save_recipe: `'{"product_id": "${product}", "portions": 12, "ingredients": []}'`,
    save_push_subscription: `'${device.endpoint}', '${device.p256dh}', '${device.auth}'`,
    record_payment: `'test', 'event_2', 'succeeded', 'one'`,
    record_product_view: `'${draft}'`,
    record_refund: `'test', 'event_3', 're_1', 'succeeded'`,
    record_reversal: 'gen_random_uuid(), 1',
    record_shop_visit: `'${shop}'`,
    record_transfer: 'gen_random_uuid()',
    refund_order: `'${order}', 1, 'Burnt', 'a key of twenty letters'`,
    reply_to_review: `'${review}', 'Thank you'`,
    report_problem: `'${order}', 'missing', 'One bun', 'refund'`,
    reported_conversation: `'${room}'`,
    review_stars: `'${product}'`,
    room_block: `'${room}'`,
    save_drop: `'{"title": "Saturday", "items": [], "slots": [], "opens_at": "2030-01-01T10:00", "cut_off": "2030-01-02T10:00"}'`,
    save_prices_and_stock: `'[{"id": "${product}", "stock": 1}]'`,
    save_product: `'{"id": "${product}", "name": "Mine"}'`,
    waive_balance: `'${order}'`,
    cancel_for_unpaid_balance: `'${order}'`,
    send_quote: `'${room}', 0, 0, '{"price": 5}'`,
    refund_voucher: `'${gift}'`,
    voucher_balance: `'GV-ZZZZ-ZZZZ-ZZZZ-ZZZZ'`,
    voucher_code: `'${gift}'`,
    agree_to_subscription: `'${subscription}', '{"price": 4, "agreed": true}'`,
    cancel_subscription: `'${subscription}'`,
    change_subscription: `'${subscription}', '{"quantity": 2}'`,
    pay_subscription_by_card: `'${subscription}', false`,
    coming_subscriptions: `'${day}'`,
    end_subscription: `'${subscription}'`,
    pause_subscription: `'${subscription}', current_date + 7`,
    resume_subscription: `'${subscription}'`,
    skip_subscription: `'${subscription}', '2030-01-04'`,
    subscribe: `'{}'`,
    subscription_windows: `'${product}'`,
    set_payment_account: `'${shop}', 'test', 'acct_2'`,
    set_room_presence: `'${room}'`,
    shop_customer: `'${buyer.id}'`,
    undo_order_step: `'${fresh.order}'`,
    unsubscribe: `'${signed.rows[0]?.[0]}'`,
    withdraw_announcement: `'${announcement}'`,
    unused_pictures: `array['product_images/${seller.id}/b.png']`,
    use_recovery_code: `'0000-0000-0000-0000'`,
    verify_hygiene_rating: `'${shop}', '5'`,
    write_review: `'${item}', 5`,
  }
  return { context, actors, rows, calls, room }
}

/**
 * Runs a statement as an actor and rolls it back.
 * @returns the number of rows affected, or the refusal's code
 */
export async function attempt(actor: Actor, statement: string): Promise<{ rows: number } | { refused: string }> {
  const outcome = await rolledBack(
    actor,
    `declare result bigint; begin ${statement}; get diagnostics result = row_count;`,
  )
  return 'result' in outcome ? { rows: Number(outcome.result) } : outcome
}

/** The rows of a query as an actor, as JSON, or the refusal's code. Takes back what the query changed. */
export async function answer(actor: Actor, query: string): Promise<string> {
  const outcome = await rolledBack(
    actor,
    `declare result text; begin select coalesce(jsonb_agg(value), '[]') into result from (${query}) rows(value);`,
  )
  return 'result' in outcome ? outcome.result : outcome.refused
}

async function rolledBack(actor: Actor, work: string): Promise<{ result: string } | { refused: string }> {
  try {
    await actor.count(
      `do $attempt$ ${work} raise exception using errcode = 'ZZ001', message = result::text; end $attempt$`,
    )
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
    return error.code === 'ZZ001' ? { result: error.message } : { refused: error.code }
  }
  throw new Error('the attempt did not roll back')
}
