/** The terms of quotes: line items, notes, revisions with their history, and several quotes in one conversation. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  column,
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

describe.each(databases)('terms of quotes on %s', (kind) => {
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
    cake = await context.product(shop, { ...forSale, name: 'Tower', product_type: 'bespoke', price: 0 })
    room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
  })

  const roomNow = async (actor = seller) =>
    (
      await actor.rows(
        `select brief_version, quote_version, price_quote, quote_lines, quote_note, is_paid from my_conversations($1)`,
        room,
      )
    )[0] ?? {}
  const sendQuote = async (terms: object, actor = seller, versions: Values = {}) => {
    const { brief_version, quote_version } = { ...(await roomNow()), ...versions }
    return Number(
      await call(actor, 'send_quote($1, $2, $3, $4)', room, Number(brief_version), Number(quote_version), terms),
    )
  }
  const lines = [
    { text: 'Two tiers, lemon', quantity: 1, price: 80 },
    { text: 'Sugar flower', quantity: 12, price: 1.25 },
  ]
  const accept = async (more: Values = {}) =>
    place(
      buyer,
      order([delivered(shop, { product: cake, variation: null, chat_room_id: room, ...more })], {
        address_id: await address(buyer),
      }),
    )
  const messages = async () =>
    column(
      await buyer.rows('select content from chat_messages where chat_room_id = $1 order by created_at, id', room),
      'content',
    )

  it('the price of a quote with lines is their sum, and the order keeps lines and note', async () => {
    await sendQuote({ lines, note: 'Collected in a box.' })
    expect(await roomNow(buyer)).toMatchObject({
      price_quote: '95.00',
      quote_lines: lines,
      quote_note: 'Collected in a box.',
    })
    expect(await messages()).toEqual(['Price quoted: £95.00'])
    const placed = await accept()
    expect(placed.subtotal).toBe(95)
    await pay(context, buyer, placed)
    expect(await seller.rows('select quote_terms, subtotal from orders')).toEqual([
      { quote_terms: { lines, note: 'Collected in a box.' }, subtotal: '95.00' },
    ])
    const [email] = await context.service.rows(
      `select data from outbox where template = 'quote' and user_id = $1 order by created_at desc`,
      buyer.id,
    )
    expect(email?.data).toMatchObject({ price: 95, lines, note: 'Collected in a box.', change: 'price' })
  })

  it('malformed lines and terms are refused', async () => {
    const [line] = lines
    const wrong: [string, object][] = [
      ['no lines', { lines: [] }],
      ['too many lines', { lines: Array.from({ length: 31 }, () => line) }],
      ['an unknown field', { lines: [{ ...line, discount: 5 }] }],
      ['no text', { lines: [{ ...line, text: ' ' }] }],
      ['a line break', { lines: [{ ...line, text: 'a\nb' }] }],
      ['a long text', { lines: [{ ...line, text: 'x'.repeat(121) }] }],
      ['half a piece', { lines: [{ ...line, quantity: 1.5 }] }],
      ['no piece', { lines: [{ ...line, quantity: 0 }] }],
      ['a negative price', { lines: [{ ...line, price: -1 }] }],
      ['fractions of a penny', { lines: [{ ...line, price: 0.005 }] }],
      ['a price as text', { lines: [{ ...line, price: '80' }] }],
      ['an unknown term', { price: 80, total: 1 }],
      ['a price that is no number', { price: 'eighty' }],
      ['a day that is no date', { price: 80, wanted_on: 'soon' }],
      ['a long note', { price: 80, note: 'x'.repeat(2001) }],
    ]
    for (const [name, terms] of wrong) expect(await refusal(sendQuote(terms)), name).toMatchObject({ code: '22023' })
    const total: object[] = [
      { price: 0 },
      { price: null },
      {},
      { lines: [{ ...line, price: 0 }] },
      { lines: [{ ...line, quantity: 1000, price: 99_999 }] },
    ]
    for (const terms of total) expect(await refusal(sendQuote(terms))).toMatchObject({ code: '23514', hint: 'price' })
    expect(await roomNow()).toMatchObject({ price_quote: null, quote_version: 0 })
  })

  it('every quote that can be sent can be paid, with the dearest delivery and the largest tip', async () => {
    await seller.send('shop_delivery_terms', { shop_id: shop, basis: 'flat', fee: 100 })
    expect(await refusal(sendQuote({ price: 99_000.01 }))).toMatchObject({ code: '23514', hint: 'price' })
    await sendQuote({ price: 99_000 })
    const part = delivered(shop, { product: cake, variation: null, chat_room_id: room })
    const placed = await place(buyer, order([{ ...part, tip: 50 }], { address_id: await address(buyer) }))
    expect(placed).toMatchObject({ subtotal: 99_000, delivery_fee: 100, total: 99_150 })
    await pay(context, buyer, placed)
    expect(await seller.rows('select is_paid from chat_rooms where id = $1', room)).toEqual([{ is_paid: true }])
  })

  it('the smallest quote that can be sent can be paid without delivery', async () => {
    const slot = await addDailyPickupWindows(context, shop)
    expect(await refusal(sendQuote({ price: 0.29 }))).toMatchObject({ code: '23514', hint: 'price' })
    await sendQuote({ price: 0.3 })
    const placed = await place(
      buyer,
      order([pickedUp(shop, slot, { product: cake, variation: null, chat_room_id: room })]),
    )
    await pay(context, buyer, placed)
    expect(await seller.rows('select is_paid from chat_rooms where id = $1', room)).toEqual([{ is_paid: true }])
  })

  it('only the seller sends a quote, for the request and the quote that they have read', async () => {
    expect(await refusal(sendQuote({ price: 5 }, buyer))).toMatchObject({ code: 'PT404', hint: 'room' })
    expect(await refusal(sendQuote({ price: 5 }, third))).toMatchObject({ code: 'PT404', hint: 'room' })
    expect(await refusal(sendQuote({ price: 5 }, context.visitor))).toMatchObject({ code: forbidden })
    expect(await refusal(sendQuote({ price: 5 }, seller, { brief_version: 1 }))).toMatchObject({
      hint: 'brief_changed',
    })
    expect(await refusal(sendQuote({ price: 5 }, seller, { quote_version: 1 }))).toMatchObject({
      hint: 'quote_changed',
    })
    const own: Values[] = [{ quote_lines: lines }, { quote_note: 'Hm' }, { quoted_at: 'now' }]
    for (const columns of own)
      expect(await refusal(seller.update('chat_rooms', room, columns))).toMatchObject({ code: forbidden })
    await buyer.insert('blocks', { blocked_id: seller.id })
    expect(await refusal(sendQuote({ price: 5 }))).toMatchObject({ code: forbidden, hint: 'blocked' })
  })

  it('a quote can be revised until it is accepted, and both members see every version', async () => {
    await sendQuote({ lines })
    await sendQuote({ price: 90, note: 'Without the flowers.' })
    expect(await messages()).toEqual(['Price quoted: £95.00', 'Quote revised: £90.00'])
    expect(await buyer.count(`select from notifications where title = 'Quote revised'`)).toBe(1)
    for (const actor of [buyer, seller])
      expect(await actor.rows('select version, price, lines, note from quote_versions order by version')).toEqual([
        { version: 1, price: '95.00', lines, note: null },
        { version: 2, price: '90.00', lines: null, note: 'Without the flowers.' },
      ])
    expect(await third.rows('select * from quote_versions')).toEqual([])
    expect(await refusal(buyer.rows(`update quote_versions set price = 1`))).toMatchObject({ code: forbidden })
    // The price column alone stays as it was quoted.
    expect(await refusal(seller.update('chat_rooms', room, { price_quote: 1 }))).toMatchObject({ hint: 'quoted' })
    for (const quote_version of [1, null])
      expect(await refusal(accept({ quote_version }))).toMatchObject({ code: 'PT409', hint: 'quote_changed' })
    await accept({ quote_version: 2 })
    expect(await refusal(sendQuote({ price: 70 }))).toMatchObject({ code: 'PT409', hint: 'being_paid' })
  })

  it('an extension changes the expiry of its version, and a revision with the same price is a version of its own', async () => {
    await sendQuote({ price: 30 })
    await seller.rows(`update chat_rooms set quote_expires_at = current_date + 20 where id = $1`, room)
    await sendQuote({ price: 30, note: 'In a box' })
    expect(
      await buyer.rows(
        "select version, (expires_at > now() + interval '10 days') as is_late, note from quote_versions order by version",
      ),
    ).toEqual([
      { version: 1, is_late: true, note: null },
      { version: 2, is_late: false, note: 'In a box' },
    ])
    expect((await messages()).filter((content) => String(content).startsWith('The price of'))).toHaveLength(1)
  })

  it('revisions, corrections and extensions together are limited to five a day', async () => {
    await sendQuote({ price: 30 })
    for (const price of [31, 32, 33, 34]) await sendQuote({ price })
    await seller.rows(`update chat_rooms set quote_expires_at = current_date + 20 where id = $1`, room)
    expect(await refusal(sendQuote({ price: 35 }))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
  })

  it('a late payment of a revised quote is refunded', async () => {
    await sendQuote({ price: 30 })
    const placed = await accept()
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await expireCheckout(context, placed.checkout_id)
    await call(context.service, 'expire_checkouts()')
    await sendQuote({ price: 25 })
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'refunding' })
    expect(await pay(context, buyer, await accept())).toMatchObject({ result: 'paid' })
    await expectLedgerToBalance(context, new Map())
  })

  it('after a paid order the buyer asks for another one, which is quoted and paid like the first', async () => {
    await buyer.update('chat_rooms', room, { brief: { servings: 8, allergens: [{ allergen: 'nuts' }] } })
    await sendQuote({ price: 30, allergen_answers: [{ allergen: 'nuts', answer: 'free' }] })
    const agreed = { allergen_answers: [{ allergen: 'nuts', answer: 'free' }] }
    const first = await accept(agreed)
    await pay(context, buyer, first)
    expect(await refusal(accept(agreed))).toMatchObject({ hint: 'quote' })
    await buyer.update('chat_rooms', room, { brief: { servings: 20 } })
    expect(await roomNow()).toMatchObject({ price_quote: null, is_paid: false, quote_lines: null })
    expect((await messages()).at(-1)).toBe('Consultation requested.')
    await sendQuote({ lines, note: 'Bigger' })
    const second = await accept()
    expect(await pay(context, buyer, second)).toMatchObject({ result: 'paid' })
    expect(
      await seller.rows('select subtotal, brief, allergen_answers is null as is_without from orders order by subtotal'),
    ).toEqual([
      { subtotal: '30.00', brief: { servings: 8 }, is_without: false },
      { subtotal: '95.00', brief: { servings: 20 }, is_without: true },
    ])
    // Cancelling the first order leaves the quote of the second.
    await call(seller, 'cancel_order($1, $2)', first.orders[0]?.id ?? '', 'The oven broke')
    expect(await roomNow()).toMatchObject({ price_quote: '95.00', is_paid: true })
    await expectLedgerToBalance(context, new Map())
  })

  it('the seller quotes another order after a paid one, and the earlier quote cannot be paid twice', async () => {
    await sendQuote({ price: 30 })
    const late = await accept()
    const payment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    await pay(context, buyer, await accept())
    await sendQuote({ price: 40 })
    expect((await messages()).at(-1)).toBe('Price quoted: £40.00')
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'refunding' })
    const placed = await accept()
    expect(await refusal(accept())).toMatchObject({ hint: 'quote' })
    expect(await pay(context, buyer, placed)).toMatchObject({ result: 'paid' })
    expect(await seller.count('select from orders')).toBe(2)
    await expectLedgerToBalance(context, new Map())
  })

  it.runIf(kind === 'postgres')(
    'a revision and an acceptance at once leave one version that both agree on',
    async () => {
      for (let round = 0; round < cases(3, 8); round += 1) {
        await sendQuote({ price: 30 + round }).catch(() => {})
        const [accepted, revised] = await Promise.allSettled([accept(), sendQuote({ price: 60 + round })])
        const [state] = await context.service.rows(
          `select r.quote_version = o.quote_version as is_same, r.price_quote = o.subtotal as is_equal from chat_rooms r
          join orders o on o.chat_room_id = r.id and o.status = 'pending payment' where r.id = $1`,
          room,
        )
        if (accepted.status === 'fulfilled') expect(state).toEqual({ is_same: true, is_equal: true })
        else expect(revised.status).toBe('fulfilled')
        await context.service.rows('delete from chat_messages where chat_room_id = $1', room)
        if (accepted.status === 'fulfilled') await call(buyer, 'cancel_checkout($1)', accepted.value.checkout_id)
      }
    },
  )
})
