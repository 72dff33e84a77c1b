/** Payments with the test provider, from a placed order to a paid one, through the functions the web app calls. */
import { createHmac } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jwtSecret, type RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import {
  type Buyer,
  expireAll,
  newBuyer,
  openShop,
  payPage,
  place,
  type Shop,
  serviceOf,
  statusOf,
  unwrap,
} from './market-fixtures.ts'

const secret = createHmac('sha256', jwtSecret).update('test payments').digest('hex')
const sessionOf = (url: string) => z.string().startsWith('/pay/').parse(url).slice('/pay/'.length)

let server: RunningServer
let buyer: Buyer
let stranger: Buyer
let cakes: Shop
let buns: Shop

beforeAll(async () => {
  server = await sharedServer()
  cakes = await openShop(server, 'cakes')
  buns = await openShop(server, 'buns')
  buyer = await newBuyer(server)
  stranger = await newBuyer(server)
})

/**
 * Calls a function as the web app does.
 * @returns its data, or the status and hint of its refusal
 */
async function call(name: string, body: object, { client }: Buyer = buyer): Promise<unknown> {
  const { data, error } = await client.functions.invoke(name, { body })
  if (!error) return data
  if (!(error instanceof FunctionsHttpError)) throw error
  const { hint, message } = await error.context.json()
  return { status: error.context.status, hint: hint ?? message }
}

function signed(body: string, atSeconds = Math.floor(Date.now() / 1000), key = secret): string {
  return `t=${atSeconds},v1=${createHmac('sha256', key).update(`${atSeconds}.${body}`).digest('hex')}`
}

async function webhook(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'tuckbox-test-signature': signature }
  const response = await fetch(`${server.url}/functions/v1/payment-webhook`, { method: 'POST', headers, body })
  await response.text()
  return response.status
}

const stockOf = async (shop: Shop) =>
  unwrap(await serviceOf(server).from('products').select('stock').eq('id', shop.productId).single()).stock
const paymentsOf = async (checkoutId: string) =>
  unwrap(
    await serviceOf(server)
      .from('payments')
      .select('status, amount, payment_id, failure')
      .eq('checkout_id', checkoutId),
  )

describe('the function checkout', () => {
  it('gives the buyer one payment page, for repeated and concurrent requests', async () => {
    const { checkoutId } = await place(buyer, [[cakes, 1]])
    const urls = await Promise.all(Array.from({ length: 5 }, () => payPage(buyer, checkoutId)))
    expect(new Set(urls).size).toBe(1)
    expect(await paymentsOf(checkoutId)).toHaveLength(1)
  })

  it('refuses everyone but the buyer, and unknown checkouts', async () => {
    const { checkoutId } = await place(buyer, [[cakes, 1]])
    expect(await call('checkout', { checkout_id: checkoutId }, stranger)).toEqual({ status: 404, hint: 'checkout' })
    expect(await call('checkout', { checkout_id: crypto.randomUUID() })).toEqual({ status: 404, hint: 'checkout' })
    for (const body of [{}, { checkout_id: 'x' }, { checkout_id: 7 }, []])
      expect(await call('checkout', body), JSON.stringify(body)).toEqual({ status: 400, hint: 'malformed' })
    const post = (token: string) =>
      fetch(`${server.url}/functions/v1/checkout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ checkout_id: checkoutId }),
      })
    // The project's public key identifies no member.
    expect((await post(server.anonKey)).status).toBe(401)
    expect((await post('forged')).status).toBe(401)
    expect(await paymentsOf(checkoutId)).toEqual([])
  })

  it('refuses an expired checkout, and redirects a paid one', async () => {
    const { checkoutId } = await place(buyer, [[cakes, 1]])
    await expireAll(server)
    expect(await call('checkout', { checkout_id: checkoutId })).toEqual({ status: 409, hint: 'expired' })
    const paid = await place(buyer, [[cakes, 1]])
    await call('test-payment', { session: sessionOf(await payPage(buyer, paid.checkoutId)), card: 'good' })
    expect(await call('checkout', { checkout_id: paid.checkoutId })).toEqual({
      url: `/checkout/${paid.checkoutId}?payment=done`,
    })
  })
})

describe('the test payment page', () => {
  it('declines, challenges, and takes the money once; both shops then see their paid orders', async () => {
    const before = await stockOf(cakes)
    const { checkoutId, total } = await place(buyer, [
      [cakes, 2],
      [buns, 1],
    ])
    const session = sessionOf(await payPage(buyer, checkoutId))
    expect(await call('test-payment', { session })).toEqual({
      return_path: `/checkout/${checkoutId}`,
      amount: total,
      status: 'open',
      saves_card: false,
      orders: [expect.objectContaining({ shop_name: 'buns' }), expect.objectContaining({ shop_name: 'cakes' })],
    })
    expect(await call('test-payment', { session, card: 'declined' })).toEqual({ result: 'declined' })
    expect((await paymentsOf(checkoutId))[0]).toMatchObject({ status: 'pending', failure: 'The card was declined.' })
    expect(await call('test-payment', { session, card: 'challenge' })).toEqual({ result: 'challenge' })
    expect(await call('test-payment', { session, card: 'challenge', approved: false })).toEqual({ result: 'declined' })
    expect(await statusOf(server, checkoutId)).toBe('pending')

    const pressed = [1, 2, 3].map(() => call('test-payment', { session, card: 'challenge', approved: true }))
    expect(await Promise.all(pressed)).toEqual([{ result: 'paid' }, { result: 'paid' }, { result: 'paid' }])
    expect(await call('test-payment', { session, card: 'declined' })).toEqual({ result: 'paid' })
    expect(await paymentsOf(checkoutId)).toEqual([expect.objectContaining({ status: 'succeeded', amount: total })])
    expect(await statusOf(server, checkoutId)).toBe('paid')
    expect(await stockOf(cakes)).toBe(before - 2)
    for (const { owner, id } of [cakes, buns]) {
      const orders = unwrap(await owner.from('orders').select('status').match({ shop_id: id, checkout_id: checkoutId }))
      expect(orders).toEqual([{ status: 'processing' }])
    }
  })

  it('takes nothing for expired or unknown sessions', async () => {
    const { checkoutId } = await place(buyer, [[cakes, 1]])
    const session = sessionOf(await payPage(buyer, checkoutId))
    await expireAll(server)
    expect(await call('test-payment', { session, card: 'good' })).toEqual({ status: 409, hint: 'expired' })
    expect(await call('test-payment', { session: 'test_nothing', card: 'good' })).toEqual({
      status: 404,
      hint: 'session',
    })
    expect(await call('test-payment', { session, card: 'platinum' })).toEqual({ status: 400, hint: 'malformed' })
    expect(await statusOf(server, checkoutId)).toBe('expired')
  })
})

describe('the webhook', () => {
  it('refuses unsigned, forged, altered and old events with the same response', async () => {
    const { checkoutId, total } = await place(buyer, [[cakes, 1]])
    const session = sessionOf(await payPage(buyer, checkoutId))
    const event = (id: string) =>
      JSON.stringify({
        id,
        outcome: 'succeeded',
        session_id: session,
        provider_payment_id: `forged_${id}`,
        amount_pence: Math.round(total * 100),
      })
    const now = Math.floor(Date.now() / 1000)
    expect(await webhook(event('a'), '')).toBe(400)
    expect(await webhook(event('b'), signed(event('b'), now, 'another secret'))).toBe(400)
    expect(await webhook(event('c'), signed(event('d')))).toBe(400)
    expect(await webhook(event('e'), signed(event('e'), now - 301))).toBe(400)
    expect(await webhook(event('f'), `t=${now},v1=`)).toBe(400)
    const stripe = await fetch(`${server.url}/functions/v1/payment-webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signed(event('g')) },
      body: event('g'),
    })
    expect(stripe.status).toBe(400)
    expect(await statusOf(server, checkoutId)).toBe('pending')
    expect(await webhook(event('h'), signed(event('h')))).toBe(200)
    expect(await statusOf(server, checkoutId)).toBe('paid')
  })

  it('refunds a late payment or wrong amount once', async () => {
    const { checkoutId } = await place(buyer, [[buns, 1]])
    const session = sessionOf(await payPage(buyer, checkoutId))
    const body = JSON.stringify({
      id: 'short',
      outcome: 'succeeded',
      session_id: session,
      provider_payment_id: 'short_1',
      amount_pence: 100,
    })
    expect(await webhook(body, signed(body))).toBe(200)
    const refunds = () =>
      serviceOf(server)
        .from('refunds')
        .select('amount, status, payments!inner(checkout_id)')
        .eq('payments.checkout_id', checkoutId)
    await expect
      .poll(async () => unwrap(await refunds()).map(({ amount, status }) => [amount, status]), { timeout: 15_000 })
      .toEqual([[1, 'succeeded']])
    expect(await webhook(body, signed(body))).toBe(200)
    expect(unwrap(await refunds())).toHaveLength(1)
    expect(await statusOf(server, checkoutId)).toBe('pending')
  })
})

describe('a saved test card', () => {
  it('pays in one step, is declined, or leads to the bank, as its number says', async () => {
    const member = await newBuyer(server)
    const placed = async () => (await place(member, [[cakes, 1]])).checkoutId
    for (const [card, last4, then] of [
      ['once', '0341', { status: 402, hint: 'card_declined' }],
      ['challenge', '3155', { status: 402, hint: 'card_confirmation' }],
      ['good', '4242', undefined],
    ] as const) {
      const first = await placed()
      const { url } = z
        .object({ url: z.string() })
        .parse(await call('checkout', { checkout_id: first, save_card: true }, member))
      await call('test-payment', { session: sessionOf(url), card, approved: true }, member)
      expect(await statusOf(server, first)).toBe('paid')
      const saved = member.client.from('saved_cards').select('id, brand').eq('last4', last4)
      const { id, brand } = unwrap(await saved.single())
      expect(brand).toBe('visa')
      const checkoutId = await placed()
      const charge = () => call('checkout', { checkout_id: checkoutId, saved_card: id }, member)
      const expected = then ?? { url: `/checkout/${checkoutId}?payment=done` }
      expect(await Promise.all([charge(), charge()])).toEqual([expected, expected])
      expect(await statusOf(server, checkoutId)).toBe(then ? 'pending' : 'paid')
      expect(await call('checkout', { checkout_id: await placed(), saved_card: id })).toMatchObject({ status: 404 })
    }
  })
})

describe('a cancelled order', () => {
  it('is refunded once, even if cancelled three times at once, and its stock is restored', async () => {
    const before = await stockOf(cakes)
    const { checkoutId, total } = await place(buyer, [[cakes, 2]])
    await call('test-payment', { session: sessionOf(await payPage(buyer, checkoutId)), card: 'good' })
    const { id } = unwrap(await buyer.client.from('orders').select('id').eq('checkout_id', checkoutId).single())
    expect((await stranger.client.rpc('cancel_order', { order_id: id })).error).toMatchObject({
      code: 'PT404',
      hint: 'order',
    })
    const cancelled = await Promise.all([1, 2, 3].map(() => buyer.client.rpc('cancel_order', { order_id: id })))
    for (const response of cancelled)
      expect(unwrap(response)).toMatchObject({ status: 'cancelled', refund: { amount: total, status: 'pending' } })
    // The database calls the function; nothing else has called it.
    const refunds = buyer.client.from('refunds').select('amount, status').eq('order_id', id)
    await expect
      .poll(async () => (await refunds).data, { timeout: 15_000 })
      .toEqual([{ amount: total, status: 'succeeded' }])
    expect(unwrap(await cakes.owner.from('orders').select('status, refunded_amount').eq('id', id).single())).toEqual({
      status: 'cancelled',
      refunded_amount: total,
    })
    expect(await stockOf(cakes)).toBe(before)
    for (const client of [stranger.client, buns.owner])
      expect(unwrap(await client.from('refunds').select('id').eq('order_id', id))).toEqual([])
    expect((await buyer.client.from('refunds').select('last_error')).error).toMatchObject({ code: '42501' })
  })
})

describe('a shop’s payment account', () => {
  it('is opened and seen by its owner only', async () => {
    const owner = { ...buyer, client: cakes.owner }
    expect(await call('payment-account', { action: 'refresh' }, owner)).toEqual({ provider: 'test', account: null })
    expect(await call('payment-account', { action: 'open' }, owner)).toEqual({ url: '/seller/payment-settings' })
    expect(await call('payment-account', { action: 'refresh' }, owner)).toEqual({
      provider: 'test',
      account: { details_submitted: true, charges_enabled: true, payouts_enabled: true, due: [] },
    })
    expect(unwrap(await cakes.owner.from('payment_accounts').select('shop_id'))).toEqual([{ shop_id: cakes.id }])
    expect(unwrap(await buns.owner.from('payment_accounts').select('shop_id'))).toEqual([])
    expect(await call('payment-account', { action: 'open' }, stranger)).toEqual({ status: 404, hint: 'shop' })
  })
})
