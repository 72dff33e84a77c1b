/** Custom orders: the brief, the quote, and the order that accepts it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asRecords } from '#backend/database/records'
import { everyDatabase } from '../harness.ts'
import {
  address,
  beginPayment,
  call,
  delivered,
  expireCheckout,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(everyDatabase)('custom orders on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let third: Actor
  let shop: string
  let cake: string
  let room: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    third = await context.member('Third')
    await context.shop(third)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'Crumb' })
    cake = await context.product(shop, {
      ...forSale,
      name: 'Tower',
      product_type: 'bespoke',
      price: 0,
      lead_time_days: 5,
    })
    room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
  })

  const inDays = async (days: number) =>
    text(
      (
        await context.service.rows(`select ((now() at time zone 'Europe/London')::date + $1::int)::text as day`, days)
      )[0],
      'day',
    )
  const messages = async () =>
    (
      await buyer.rows(
        'select sender_id, content from chat_messages where chat_room_id = $1 order by created_at, id',
        room,
      )
    ).map(({ sender_id, content }) => `${sender_id === buyer.id ? 'buyer' : 'seller'}: ${content}`)
  const roomColumns = async (columns: string) =>
    (await buyer.rows(`select ${columns} from chat_rooms where id = $1`, room))[0]
  const quote = (values: Values = {}) => seller.update('chat_rooms', room, { price_quote: 45.5, ...values })
  /** Moves the quote's times into the past. */
  const letQuoteExpire = () =>
    context.service.rows(`update chat_rooms set quote_expires_at = now() - interval '1 minute' where id = $1`, room)
  const line = (more: Values = {}) => ({ product: cake, variation: null, chat_room_id: room, ...more })
  const toHome = async (more: Values = {}) => order([delivered(shop, line(more))], { address_id: await address(buyer) })
  const picture = (name: string, of: Actor = buyer) => `chat_pictures/${of.id}/${room}/${name}`

  it('only the buyer writes the brief, in a known form', async () => {
    const brief = { servings: 12, budget: 60.5, details: 'A unicorn <b>', pictures: [picture('a1.webp')] }
    expect(await buyer.update('chat_rooms', room, { brief, wanted_on: await inDays(20) })).toBe(1)
    const wrong: [string, Values][] = [
      ['a list', { brief: ['twelve'] }],
      ['an unknown field', { brief: { guests: 12 } }],
      ['half a serving', { brief: { servings: 1.5 } }],
      ['no servings', { brief: { servings: 0 } }],
      ['servings as text', { brief: { servings: '12' } }],
      ['a negative budget', { brief: { budget: -1 } }],
      ['a budget with fractions of a penny', { brief: { budget: 1.005 } }],
      ['overlong details', { brief: { details: 'x'.repeat(2001) } }],
      ['six pictures', { brief: { pictures: Array.from({ length: 6 }, (_, n) => picture(`${n}.webp`)) } }],
      ['the seller’s picture', { brief: { pictures: [picture('a.webp', seller)] } }],
      ['an external picture', { brief: { pictures: ['https://elsewhere.test/a.webp'] } }],
      ['a path outside the folder', { brief: { pictures: [picture('../a.webp')] } }],
      ['yesterday', { wanted_on: await inDays(-1) }],
      ['in two years', { wanted_on: await inDays(700) }],
    ]
    for (const [name, values] of wrong)
      expect(await refusal(buyer.update('chat_rooms', room, values)), name).toMatchObject({ code: '22023' })
    const notTheirs: Values[] = [{ brief: { servings: 2 } }, { wanted_on: await inDays(9) }]
    for (const values of notTheirs)
      expect(await refusal(seller.update('chat_rooms', room, values))).toMatchObject({ code: forbidden })
    expect(await third.update('chat_rooms', room, { brief: { servings: 2 } })).toBe(0)
    expect(await roomColumns('brief')).toEqual({ brief })
    await quote()
    expect(await refusal(buyer.update('chat_rooms', room, { brief: { servings: 40 } }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(buyer.update('chat_rooms', room, { wanted_on: await inDays(9) }))).toMatchObject({
      code: '23514',
    })
  })

  it('the seller gets one message for a brief, and none for its changes', async () => {
    const notifications = () => seller.rows('select title, message, link from notifications order by created_at')
    await buyer.update('chat_rooms', room, { brief: { servings: 12 }, wanted_on: await inDays(20) })
    await buyer.update('chat_rooms', room, { brief: { servings: 12, pictures: [picture('a.webp')] } })
    expect(await messages()).toEqual(['buyer: Consultation requested.'])
    await buyer.insert('chat_messages', { chat_room_id: room, content: 'Hello' })
    await buyer.update('chat_rooms', room, { brief: { servings: 14 } })
    await buyer.update('chat_rooms', room, { brief: { servings: 16 } })
    expect((await messages()).slice(-1)).toEqual(['buyer: The request was changed.'])
    expect(await messages()).toHaveLength(3)
    expect(await notifications()).toEqual([
      {
        title: '3 new messages from Bo Buyer',
        message: 'The request was changed.',
        link: `/messages?room=${room}`,
      },
    ])
    const bun = await context.product(shop)
    await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: bun, brief: { servings: 3 } })
    expect(await notifications()).toHaveLength(2)
  })

  it('a quote is for an agreed day and lasts a week or as set, but not past that day', async () => {
    const left = async () => {
      const [row] = await buyer.rows(
        `select wanted_on::text, round(extract(epoch from quote_expires_at - now()) / 3600)::int as hours,
          (quote_expires_at at time zone 'Europe/London')::text as until from chat_rooms where id = $1`,
        room,
      )
      return row
    }
    const outOfTime: Values[] = [
      { quote_expires_at: '2020-01-01' },
      { quote_expires_at: '2999-01-01' },
      { wanted_on: await inDays(-1) },
    ]
    for (const values of outOfTime) expect((await refusal(quote(values))).code).toMatch(/^(23514|22023)$/)
    await quote({ wanted_on: await inDays(30) })
    expect(await left()).toMatchObject({ wanted_on: await inDays(30), hours: 168 })
    await context.service.rows(`update chat_rooms set is_paid = true where id = $1`, room)
    await context.service.rows(
      `update chat_rooms set is_paid = false, price_quote = null, quote_expires_at = null where id = $1`,
      room,
    )
    await quote({ wanted_on: await inDays(2), quote_expires_at: await inDays(9) })
    expect(await left()).toMatchObject({ wanted_on: await inDays(2), until: `${await inDays(3)} 00:00:00` })
  })

  it('only the seller can quote, and not while either has blocked the other', async () => {
    expect(await refusal(buyer.update('chat_rooms', room, { price_quote: 1 }))).toMatchObject({ hint: 'not_seller' })
    expect(await third.update('chat_rooms', room, { price_quote: 1 })).toBe(0)
    expect(await refusal(context.visitor.update('chat_rooms', room, { price_quote: 1 }))).toMatchObject({
      code: forbidden,
    })
    await buyer.insert('blocks', { blocked_id: seller.id })
    expect(await refusal(quote())).toMatchObject({ code: forbidden, hint: 'blocked' })
    await buyer.count('delete from blocks')
    await quote()
    await seller.insert('blocks', { blocked_id: buyer.id })
    expect(await refusal(place(buyer, await toHome()))).toMatchObject({
      code: 'PT409',
      hint: 'blocked',
      message: 'You cannot buy from Crumb.',
    })
  })

  it('a quote is refused when the brief changed since the seller read it', async () => {
    const quoteFor = (version: number) =>
      seller.count('update chat_rooms set price_quote = 9 where id = $1 and brief_version = $2', room, version)
    await buyer.update('chat_rooms', room, { brief: { servings: 12 } })
    expect(await seller.rows('select brief_version from my_conversations()')).toEqual([{ brief_version: 1 }])
    await buyer.update('chat_rooms', room, { wanted_on: await inDays(9) })
    expect(await quoteFor(1)).toBe(0)
    expect(await quoteFor(2)).toBe(1)
  })

  it('an extension adds at least a day, a limited number of times', async () => {
    const putOff = (end: string) => seller.rows(`update chat_rooms set quote_expires_at = ${end} where id = $1`, room)
    await quote()
    expect(await refusal(putOff(`quote_expires_at + interval '1 second'`))).toMatchObject({ hint: 'expiry' })
    for (const days of [9, 10, 11, 12, 13]) await putOff(`current_date + ${days}`)
    expect(await refusal(putOff('current_date + 14'))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    expect(await buyer.count(`select from notifications where title = 'Price renewed'`)).toBe(5)
  })

  it('the buyer gets a notification of a quote, and an email while it is valid if they want emails', async () => {
    const quoteEmails = async () =>
      (await context.service.rows(`select template, data from claim_emails(50) where template = 'quote'`)).map(
        ({ data }) => data,
      )
    await context.service.rows(`delete from outbox`)
    await quote({ wanted_on: await inDays(30) })
    expect(await buyer.rows('select type, title, message, link from notifications')).toEqual([
      {
        type: 'message',
        title: 'Price quoted',
        message: expect.stringMatching(/^Crumb quoted £45.50 for Tower on \d/),
        link: `/messages?room=${room}`,
      },
    ])
    expect(await seller.count('select from notifications')).toBe(0)
    expect(await quoteEmails()).toEqual([
      expect.objectContaining({
        room_id: room,
        shop: 'Crumb',
        price: 45.5,
        product: 'Tower',
        wanted_on: await inDays(30),
        change: 'price',
        answers: null,
      }),
    ])
    /** Quotes again, with a change before the emails are claimed. */
    const emailsOfNewQuote = async (change: () => Promise<unknown>) => {
      await context.service.rows('update chat_rooms set is_paid = true where id = $1', room)
      await context.service.rows(
        'update chat_rooms set is_paid = false, price_quote = null, quote_expires_at = null where id = $1',
        room,
      )
      await quote({ price_quote: Math.round(Math.random() * 1e5) / 100 + 1 })
      await change()
      return quoteEmails()
    }
    expect(await emailsOfNewQuote(async () => {})).toHaveLength(1)
    expect(await emailsOfNewQuote(letQuoteExpire)).toEqual([])
    await buyer.rows('update notification_preferences set email_notifications = false')
    expect(await emailsOfNewQuote(async () => {})).toEqual([])
  })

  it('a quote can be accepted until it expires, and only the seller extends it, at the same price', async () => {
    await quote({ wanted_on: await inDays(3) })
    const renew = (values: Values, actor = seller) => actor.update('chat_rooms', room, values)
    expect(await refusal(renew({ wanted_on: await inDays(4) }))).toMatchObject({ hint: 'wanted_on' })
    expect(await refusal(renew({ quote_expires_at: await inDays(1) }))).toMatchObject({ hint: 'expiry' })
    expect(await refusal(renew({ quote_expires_at: await inDays(9) }, buyer))).toMatchObject({ hint: 'quoted' })
    expect(await renew({ quote_expires_at: await inDays(9) }, third)).toBe(0)
    await letQuoteExpire()
    expect(await refusal(place(buyer, await toHome()))).toMatchObject({
      code: 'PT409',
      hint: 'quote',
      message: expect.stringContaining('expired'),
    })
    expect(await refusal(renew({ price_quote: 30 }))).toMatchObject({ hint: 'quoted' })
    expect(await refusal(renew({ wanted_on: null, quote_expires_at: await inDays(9) }))).toMatchObject({
      hint: 'wanted_on',
    })
    expect(await renew({ quote_expires_at: await inDays(9), wanted_on: await inDays(8) })).toBe(1)
    expect((await messages()).at(-1)).toMatch(
      /^seller: The price of £45.50 can be accepted until the end of \d+ \w+\.$/,
    )
    expect(await buyer.count(`select from notifications where title = 'Price renewed'`)).toBe(1)
    // A buyer who accepts with the old day is refused.
    expect(await refusal(place(buyer, await toHome({ agreed_on: await inDays(3) })))).toMatchObject({
      hint: 'agreed_on',
    })
    await place(buyer, await toHome({ agreed_on: await inDays(8) }))
    expect(await refusal(renew({ quote_expires_at: await inDays(7) }))).toMatchObject({
      code: 'PT409',
      hint: 'being_paid',
    })
  })

  it('a quote is picked up on its agreed day despite the schedule, and takes a place in its windows', async () => {
    const day = await inDays(2)
    const [row] = await context.service.rows(`select extract(dow from $1::date)::int as dow`, day)
    const weekday = Number(row?.dow)
    await seller.insert('shop_closures', { shop_id: shop, from_date: day, to_date: day })
    await quote({ wanted_on: day })
    const offered = (actor: Actor) =>
      actor.rows('select date::text, start_time::text, remaining from quote_slots($1)', room)
    expect(await offered(buyer)).toEqual([{ date: day, start_time: '09:00:00', remaining: null }])
    for (const actor of [seller, third]) expect(await offered(actor)).toEqual([])
    expect(await refusal(offered(context.visitor))).toMatchObject({ code: forbidden })
    const window = { shop_id: shop, day_of_week: weekday, start_time: '10:00', end_time: '11:00', max_orders: 1 }
    await seller.insert('shop_pickup_schedules', window)
    expect(await offered(buyer)).toEqual([{ date: day, start_time: '10:00:00', remaining: null }])
    const at = (date: string, start_time: string, end_time: string) =>
      place(buyer, order([pickedUp(shop, { date, start_time, end_time }, line())]))
    expect(await refusal(at(day, '09:00', '17:00'))).toMatchObject({ hint: 'slot' })
    expect(await refusal(at(await inDays(9), '10:00', '11:00'))).toMatchObject({ hint: 'slot' })
    const placed = await at(day, '10:00', '11:00')
    const bookings = 'select start_time::text from private.pickup_bookings where order_id = $1'
    const booked = await context.database.run({ text: bookings, values: [placed.orders[0]?.id ?? ''] })
    expect(asRecords(booked)).toEqual([{ start_time: '10:00:00' }])
    expect(await pay(context, buyer, placed)).toMatchObject({ result: 'paid' })
    expect(await seller.rows('select agreed_on::text, due_at::text from orders')).toEqual([
      { agreed_on: day, due_at: `${day} 10:00:00` },
    ])
  })

  it('a quote is delivered on its agreed day, even by a shop that is closed today', async () => {
    const today = await inDays(0)
    await seller.insert('shop_closures', { shop_id: shop, from_date: today, to_date: today })
    await buyer.update('chat_rooms', room, { brief: { servings: 8 }, wanted_on: await inDays(12) })
    await quote()
    await pay(context, buyer, await place(buyer, await toHome()))
    expect(await seller.rows('select due_at::text, brief from orders')).toEqual([
      { due_at: `${await inDays(12)} 00:00:00`, brief: { servings: 8, wanted_on: await inDays(12) } },
    ])
    const [sheet] = await seller.rows('select prep_sheet($1::date) as sheet', await inDays(12))
    expect(sheet?.sheet).toMatchObject({ orders: [{ brief: { servings: 8 } }] })
  })

  it('a quote that was not paid in time can be accepted again, and is paid once', async () => {
    await quote({ wanted_on: await inDays(6) })
    const late = await place(buyer, await toHome())
    const payment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect(await roomColumns('is_paid')).toEqual({ is_paid: false })
    const placed = await place(buyer, await toHome())
    await pay(context, buyer, placed)
    expect(await roomColumns('is_paid, price_quote')).toEqual({ is_paid: true, price_quote: '45.50' })
    expect((await messages()).at(-1)).toBe('buyer: Paid: £45.50')
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'refunding' })
    const tooLate: Values[] = [{ price_quote: 5 }, { quote_expires_at: await inDays(9) }]
    for (const values of tooLate)
      expect(await refusal(seller.update('chat_rooms', room, values))).toMatchObject({ code: '23514' })
    await call(seller, 'cancel_order($1, $2)', placed.orders[0]?.id ?? '', 'The oven broke')
    expect(await roomColumns('is_paid, price_quote, quote_expires_at')).toEqual({
      is_paid: false,
      price_quote: null,
      quote_expires_at: null,
    })
    await quote({ price_quote: 50 })
  })

  it('a late payment of a quote is honoured, unless its day changed meanwhile', async () => {
    const accept = async () => {
      const placed = await place(buyer, await toHome())
      const payment = await beginPayment(context, buyer, placed.checkout_id)
      await expireCheckout(context, placed.checkout_id)
      await call(context.service, 'expire_checkouts()')
      return { payment, amount: placed.total }
    }
    await quote({ wanted_on: await inDays(6) })
    const moved = await accept()
    await letQuoteExpire()
    await seller.update('chat_rooms', room, { wanted_on: await inDays(7), quote_expires_at: await inDays(7) })
    expect(await recordPaymentEvent(context, moved)).toMatchObject({ result: 'refunding' })
    const late = await accept()
    expect(await recordPaymentEvent(context, late)).toMatchObject({ result: 'paid' })
    expect(await roomColumns('is_paid')).toEqual({ is_paid: true })
  })
})
