/** Payments with Stripe through the real package: sessions, signed events in any order, refunds, transfers and onboarding. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startServer, type TestServer, testsAll } from '../harness.ts'
import {
  type Buyer,
  callFunction,
  expireAll,
  newBuyer,
  openShop,
  orderOf,
  payPage,
  place,
  placeOrder,
  placeQuote,
  type Shop,
  serviceOf,
  signIn,
  statusOf,
  unwrap,
} from './market-fixtures.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from './stripe-server.ts'

let stripe: StripeServer
let server: TestServer
let buyer: Buyer
let cakes: Shop
let buns: Shop
let webhook: string

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({
    database: databases[0],
    env: {
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.url,
      APPLICATION_FEE_PERCENT: '8',
    },
  })
  webhook = `${server.url}/functions/v1/payment-webhook`
  cakes = await openShop(server, 'cakes')
  buns = await openShop(server, 'buns')
  buyer = await newBuyer(server)
})
afterAll(async () => {
  await server.stop()
  await stripe.close()
})

const sessionOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const open = async (lines: readonly (readonly [Shop, number])[]) => {
  const placed = await place(buyer, lines)
  return { ...placed, session: sessionOf(await payPage(buyer, placed.checkoutId)) }
}
const paymentsOf = async (checkoutId: string) =>
  unwrap(
    await serviceOf(server)
      .from('payments')
      .select('status, amount, application_fee, failure')
      .eq('checkout_id', checkoutId),
  )
const settle = async () => expect(await callFunction(server, 'settle-payments')).toBe(200)
/** Makes all scheduled work due, as if minutes had passed. */
const makeDue = async () => {
  const due = { next_attempt_at: new Date(Date.now() - 1_000).toISOString() }
  unwrap(await serviceOf(server).from('refunds').update(due).eq('status', 'pending').select('id'))
  unwrap(await serviceOf(server).from('transfers').update(due).neq('status', 'skipped').select('id'))
}
const refundsOf = async (checkoutId: string) =>
  unwrap(
    await serviceOf(server)
      .from('refunds')
      .select('amount, status, last_error, payments!inner(checkout_id)')
      .eq('payments.checkout_id', checkoutId),
  ).map(({ amount, status }) => [amount, status])
const permutations = (list: readonly number[]): number[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]))
const account = async (shop: Shop, action: 'open' | 'refresh') =>
  (await shop.owner.functions.invoke('payment-account', { body: { action } })).data

describe('a Checkout Session', () => {
  it('is opened once for a checkout, with its lines, return URLs and expiry', async () => {
    const { checkoutId, total } = await place(buyer, [
      [cakes, 2],
      [buns, 1],
    ])
    const urls = await Promise.all([1, 2, 3, 4].map(() => payPage(buyer, checkoutId)))
    expect(new Set(urls).size).toBe(1)
    const session = stripe.sessions.get(sessionOf(urls[0] ?? ''))
    expect(session).toMatchObject({
      amount_total: Math.round(total * 100),
      metadata: { checkout_id: checkoutId },
      success_url: `${server.url}/checkout/${checkoutId}?payment=done`,
      cancel_url: `${server.url}/checkout/${checkoutId}?payment=abandoned`,
      customer_email: buyer.email,
      intent_params: { transfer_group: checkoutId, metadata: { checkout_id: checkoutId } },
    })
    expect(
      [...stripe.sessions.values()].filter(({ metadata }) => JSON.stringify(metadata).includes(checkoutId)),
    ).toHaveLength(1)
  })

  it('is requested again under the same key when the first response is lost', async () => {
    const { checkoutId } = await place(buyer, [[cakes, 1]])
    stripe.fail('POST /v1/checkout/sessions', 503)
    await expect(payPage(buyer, checkoutId)).rejects.toThrow()
    stripe.recover()
    stripe.fail('POST /v1/checkout/sessions', 503, 1)
    expect(await payPage(buyer, checkoutId)).toContain('/pay/cs_test')
    expect(await paymentsOf(checkoutId)).toHaveLength(1)
  })

  it('is requested again after a lost response even when the buyer’s email address changed', async () => {
    const changed = await newBuyer(server)
    const { checkoutId } = await place(changed, [[cakes, 1]])
    await payPage(changed, checkoutId)
    // As after a crash between Stripe's response and its storage.
    const lost = { session_id: null, url: null }
    unwrap(await serviceOf(server).from('payments').update(lost).eq('checkout_id', checkoutId).select('id'))
    const again = `again.${changed.email}`
    const { error } = await serviceOf(server).auth.admin.updateUserById(changed.id, {
      email: again,
      email_confirm: true,
    })
    expect(error).toBeNull()
    const session = sessionOf(await payPage({ ...changed, client: await signIn(server, again) }, checkoutId))
    expect(stripe.sessions.get(session)).toMatchObject({ customer_email: again })
    await stripe.deliver(webhook, stripe.pay(session))
    expect(await statusOf(server, checkoutId)).toBe('paid')
  })
})

describe('Stripe’s events', () => {
  it('mark a checkout paid once, however often and concurrently they arrive', async () => {
    const { checkoutId, session, total } = await open([
      [cakes, 1],
      [buns, 2],
    ])
    await stripe.deliver(webhook, stripe.decline(session))
    expect(await statusOf(server, checkoutId)).toBe('pending')
    expect(await paymentsOf(checkoutId)).toMatchObject([{ failure: 'Your card was declined.' }])
    const paid = stripe.pay(session)
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => stripe.deliver(webhook, paid)))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(await stripe.deliver(webhook, paid)).toBe(200)
    expect(await statusOf(server, checkoutId)).toBe('paid')
    expect(await paymentsOf(checkoutId)).toMatchObject([{ status: 'succeeded', amount: total }])
  })

  it('are refused when forged, altered, old or unsigned', async () => {
    const { checkoutId, session } = await open([[cakes, 1]])
    const paid = stripe.pay(session)
    expect(await stripe.deliver(webhook, paid, { secret: 'whsec_another' })).toBe(400)
    expect(await stripe.deliver(webhook, paid, { atSeconds: Math.floor(Date.now() / 1000) - 600 })).toBe(400)
    expect((await fetch(webhook, { method: 'POST', body: paid.body })).status).toBe(400)
    const other = await open([[cakes, 1]])
    for (const body of [
      paid.body.replace(/"amount_total":\d+/, '"amount_total":30'),
      paid.body.replaceAll(session, other.session),
      paid.body.replace(paid.id, 'evt_altered'),
      `${paid.body} `,
    ]) {
      expect(body).not.toBe(paid.body)
      expect(await stripe.deliver(webhook, paid, { body })).toBe(400)
    }
    const test = { 'tuckbox-test-signature': 't=1,v1=00' }
    expect((await fetch(webhook, { method: 'POST', body: paid.body, headers: test })).status).toBe(400)
    expect(await statusOf(server, checkoutId)).toBe('pending')
    expect(await stripe.deliver(webhook, paid)).toBe(200)
    expect(await statusOf(server, checkoutId)).toBe('paid')
  })

  it('have the same result in every order and number: a paid checkout and its refunds', async () => {
    const results = new Set<string>()
    // A declined card, the payment, a dashboard refund, and an outdated event.
    const orders = permutations([0, 1, 2, 3]).filter((_, n) => testsAll || n % 3 === 0)
    for (const order of orders) {
      const { checkoutId, session, total } = await open([[buns, 1]])
      const declined = stripe.decline(session)
      const paid = stripe.pay(session)
      const back = stripe.refundByHand(session, 300)
      const refund = [...stripe.refunds.values()].at(-1)
      const outdated = stripe.makeEvent('refund.updated', { ...refund, status: 'pending' })
      const events = [declined, paid, back, outdated]
      for (const n of [...order, ...order]) expect(await stripe.deliver(webhook, events[n] ?? paid)).toBe(200)
      const payments = (await paymentsOf(checkoutId)).map(({ status, amount }) => [status, amount === total])
      const sold = await serviceOf(server)
        .from('orders')
        .select('status, refunded_amount, refunds(amount, status)')
        .eq('checkout_id', checkoutId)
      results.add(JSON.stringify([await statusOf(server, checkoutId), payments, unwrap(sold)]))
    }
    const refunds = [{ amount: 3, status: 'succeeded' }]
    expect([...results].map((result) => JSON.parse(result))).toEqual([
      ['paid', [['succeeded', true]], [{ status: 'processing', refunded_amount: 3, refunds }]],
    ])
  })

  it('of a payment never reopen an order that was cancelled and refunded since', async () => {
    const { session, total, checkoutId } = await open([[buns, 1]])
    const paid = stripe.pay(session)
    expect(await stripe.deliver(webhook, paid)).toBe(200)
    const { id } = unwrap(await buyer.client.from('orders').select('id').eq('checkout_id', checkoutId).single())
    unwrap(await buyer.client.rpc('cancel_order', { order_id: id }))
    await settle()
    const kept = stripe.kept()
    // Also as a separate event about the same session.
    const again = stripe.makeEvent(paid.type, { ...stripe.sessions.get(session) })
    for (const event of [paid, again, again, paid]) expect(await stripe.deliver(webhook, event)).toBe(200)
    await settle()
    const found = serviceOf(server).from('orders').select('status, refunded_amount').eq('checkout_id', checkoutId)
    expect(unwrap(await found)).toEqual([{ status: 'cancelled', refunded_amount: total }])
    expect(await paymentsOf(checkoutId)).toHaveLength(1)
    expect(stripe.kept()).toBe(kept)
  })

  it('change nothing when outdated, late, about another business, or irrelevant', async () => {
    const late = await open([[buns, 1]])
    const paid = stripe.pay(late.session)
    await expireAll(server)
    expect(await statusOf(server, late.checkoutId)).toBe('expired')
    // Stock is left, so the payment is honoured.
    expect(await stripe.deliver(webhook, paid)).toBe(200)
    expect(await statusOf(server, late.checkoutId)).toBe('paid')
    // The session's expiry arrives after its success, as networks can reorder events.
    const session = stripe.sessions.get(late.session)
    const expired = stripe.makeEvent('checkout.session.expired', { ...session })
    expect(await stripe.deliver(webhook, expired)).toBe(200)
    expect(await statusOf(server, late.checkoutId)).toBe('paid')
    expect(await paymentsOf(late.checkoutId)).toMatchObject([{ status: 'succeeded' }])

    const waiting = await open([[buns, 1]])
    const strange = {
      ...session,
      id: 'cs_live_strange',
      metadata: { payment_id: "'; drop table payments" },
      payment_intent: 'pi_strange',
    }
    for (const event of [
      stripe.makeEvent('checkout.session.completed', strange),
      stripe.makeEvent('checkout.session.completed', {
        ...strange,
        metadata: null,
        payment_intent: null,
        payment_status: 'unpaid',
      }),
      stripe.makeEvent('payment_intent.payment_failed', { id: 'pi_x', metadata: {} }),
      stripe.makeEvent('account.updated', { id: 'acct_strange' }),
      // A seller with Stripe keys of their own pays themselves with our payment's id.
      stripe.makeEvent(
        'checkout.session.completed',
        {
          ...strange,
          metadata: stripe.sessions.get(waiting.session)?.metadata,
          payment_status: 'paid',
          amount_total: Math.round(waiting.total * 100),
        },
        'acct_seller',
      ),
      stripe.makeEvent('customer.created', { id: 'cus_1' }),
      stripe.makeEvent('refund.created', {
        id: 're_strange',
        amount: 5,
        status: 'succeeded',
        payment_intent: 'pi_strange',
        metadata: {},
      }),
    ])
      expect(await stripe.deliver(webhook, event), event.type).toBe(200)
    expect(await statusOf(server, waiting.checkoutId)).toBe('pending')
  })

  it('refund a payment for an expired checkout, whose page is closed', async () => {
    const { checkoutId, session, total } = await open([[cakes, 1]])
    const other = await open([[cakes, 1]])
    await buyer.client.rpc('cancel_checkout', { checkout_id: checkoutId }).throwOnError()
    await buyer.client.rpc('cancel_checkout', { checkout_id: other.checkoutId }).throwOnError()
    expect(await stripe.deliver(webhook, stripe.pay(session))).toBe(200)
    await expect.poll(() => refundsOf(checkoutId), { timeout: 20_000 }).toEqual([[total, 'succeeded']])
    await stripe.deliverAll(webhook)
    expect(await refundsOf(checkoutId)).toEqual([[total, 'succeeded']])
    await settle()
    expect(stripe.sessions.get(other.session)?.status).toBe('expired')
    await stripe.deliverAll(webhook)
    expect(await paymentsOf(other.checkoutId)).toMatchObject([{ status: 'expired' }])
  })
})

describe('money', () => {
  it('goes directly to one ready shop, else by a transfer once each shop is ready', async () => {
    expect(await account(cakes, 'refresh')).toEqual({ provider: 'stripe', account: null })
    // As long as the platform has not turned Connect on.
    stripe.fail('POST /v1/accounts', 403)
    expect(await account(cakes, 'open')).toBeNull()
    stripe.recover()
    const onboarding: unknown = await account(cakes, 'open')
    expect(onboarding).toMatchObject({ url: expect.stringContaining('/onboard/acct_') })
    const [id = ''] = [...stripe.accounts.keys()]
    expect(await account(cakes, 'open')).toMatchObject({ url: expect.stringContaining(`/onboard/${id}/`) })
    expect(stripe.accounts.size).toBe(1)
    expect(await account(cakes, 'refresh')).toMatchObject({
      account: { charges_enabled: false, due: ['external_account', 'individual.verification.document'] },
    })

    // Sold before the account is ready, so it waits.
    const early = await open([[cakes, 1]])
    expect(stripe.sessions.get(early.session)?.intent_params).not.toHaveProperty('transfer_data')
    await stripe.deliver(webhook, stripe.pay(early.session))
    await settle()
    expect(stripe.transfers.size).toBe(0)

    const ready = Object.assign(stripe.accounts.get(id) ?? {}, {
      details_submitted: true,
      charges_enabled: true,
      payouts_enabled: true,
      requirements: { currently_due: [] },
    })
    expect(await stripe.deliver(webhook, stripe.makeEvent('account.updated', ready, id))).toBe(200)
    // A late event about the past; the current state is fetched.
    const past = { ...ready, charges_enabled: false, payouts_enabled: false }
    expect(await stripe.deliver(webhook, stripe.makeEvent('account.updated', past, id))).toBe(200)
    expect(unwrap(await cakes.owner.from('payment_accounts').select('charges_enabled'))).toEqual([
      { charges_enabled: true },
    ])
    expect(await account(cakes, 'open')).toMatchObject({ url: expect.stringContaining('/dashboard/') })
    // In this order, because the server's own job may run at any moment.
    stripe.fail('POST /v1/transfers', 500)
    await makeDue()
    await settle()
    expect(stripe.transfers.size).toBe(0)
    stripe.recover()
    for (let n = 0; n < 2; n += 1) {
      await makeDue()
      await settle()
    }
    const sent = () =>
      [...stripe.transfers.values()].filter(({ transfer_group }) => transfer_group === early.checkoutId)
    // £10.00 of cake and £3.99 of delivery, less 8% of the cake.
    expect(sent()).toMatchObject([{ amount: 1_399 - 80, destination: id, transfer_group: early.checkoutId }])

    const direct = await open([[cakes, 3]])
    expect(stripe.sessions.get(direct.session)?.intent_params).toMatchObject({
      transfer_data: { destination: id },
      application_fee_amount: '240',
    })
    await stripe.deliver(webhook, stripe.pay(direct.session))
    // Stripe would return our fee in proportion to the tip too, so a tip goes by transfer, and pays no fee.
    const [part] = orderOf(buyer, [[cakes, 1]]).shops
    const tipped = await placeOrder(buyer, { ...orderOf(buyer, []), shops: [{ ...part, tip: 2.5 }] })
    const session = sessionOf(await payPage(buyer, tipped.checkoutId))
    expect(stripe.sessions.get(session)?.intent_params).not.toHaveProperty('transfer_data')
    expect(stripe.sessions.get(session)?.amount_total).toBe(1_399 + 250)
    await stripe.deliver(webhook, stripe.pay(session))
    await settle()
    const ofTipped = () =>
      [...stripe.transfers.values()].filter(({ transfer_group }) => transfer_group === tipped.checkoutId)
    // The webhook may be sending it.
    await expect.poll(ofTipped, { timeout: 15_000 }).toMatchObject([{ amount: 1_399 - 80 + 250, destination: id }])
    expect(await paymentsOf(direct.checkoutId)).toMatchObject([{ status: 'succeeded', application_fee: 2.4 }])
    const before = stripe.transfers.size
    await settle()
    expect(stripe.transfers.size).toBe(before)
  })

  const acct = async (shop: Shop) =>
    unwrap(await serviceOf(server).from('payment_accounts').select('account_id').eq('shop_id', shop.id).single())
      .account_id
  async function makeReady(shop: Shop): Promise<string> {
    await account(shop, 'open')
    const id = await acct(shop)
    Object.assign(stripe.accounts.get(id) ?? {}, {
      details_submitted: true,
      charges_enabled: true,
      payouts_enabled: true,
    })
    await account(shop, 'refresh')
    return id
  }
  /**
   * A paid order of some shops.
   * @returns the order of each, in the order of the shops
   */
  async function paid(...shops: readonly Shop[]) {
    const placed = await open(shops.map((shop) => [shop, 1] as const))
    expect(await stripe.deliver(webhook, stripe.pay(placed.session))).toBe(200)
    const orders = unwrap(await buyer.client.from('orders').select('id, shop_id').eq('checkout_id', placed.checkoutId))
    return { ...placed, orders: shops.map(({ id }) => orders.find(({ shop_id }) => shop_id === id)?.id ?? '') }
  }
  const refundPart = async (shop: Shop, order_id: string, amount: number) =>
    unwrap(
      await shop.owner.rpc('refund_order', {
        order_id,
        amount,
        reason: 'A dent',
        idempotency_key: crypto.randomUUID(),
      }),
    )
  const visibleRefunds = async (client: Buyer['client'], order_id: string) =>
    unwrap(await client.from('refunds').select('amount, status').eq('order_id', order_id).order('created_at'))
  const titles = async (client: Buyer['client']) =>
    unwrap(await client.from('notifications').select('title')).map(({ title }) => title)

  it('is found without its webhook event, and many expired payment pages do not delay the closing of another', async () => {
    const lost = await open([[cakes, 1]])
    const pages = []
    for (let n = 0; n < 21; n += 1) pages.push(await open([[cakes, 1]]))
    // No event arrives, neither of the payment nor of the expired pages.
    stripe.pay(lost.session)
    for (const { session } of pages.slice(0, 20)) stripe.expire(session)
    await expireAll(server)
    const calls = stripe.calls.length
    await Promise.all(Array.from({ length: 50 }, settle))
    await settle()
    expect(await statusOf(server, lost.checkoutId)).toBe('paid')
    expect(stripe.sessions.get(pages[20]?.session ?? '')?.status).toBe('expired')
    expect(stripe.calls.length - calls).toBeLessThan(60)
    await stripe.deliverAll(webhook)
    expect(await statusOf(server, lost.checkoutId)).toBe('paid')
  })

  it('is refunded once from the shop that was paid directly, through failures of Stripe', async () => {
    const { checkoutId, session, total, orders } = await paid(cakes)
    const [order = ''] = orders
    const kept = stripe.kept()
    const id = await acct(cakes)
    // £10.00 of cake, of which the fee is 80p, and £3.99 of delivery.
    expect(stripe.held(id, session)).toBe(1_399 - 80)
    await refundPart(cakes, order, 5)
    await settle()
    expect(stripe.held(id, session)).toBe(1_319 - 500 + Math.round((80 * 500) / 1_399))

    stripe.fail('POST /v1/refunds', 500)
    expect(unwrap(await buyer.client.rpc('cancel_order', { order_id: order }))).toMatchObject({
      refund: { amount: 8.99, status: 'pending' },
    })
    await settle()
    expect(await visibleRefunds(buyer.client, order)).toEqual([
      { amount: 5, status: 'succeeded' },
      { amount: 8.99, status: 'pending' },
    ])
    stripe.recover()
    await makeDue()
    await Promise.all([settle(), settle(), settle()])
    await makeDue()
    await settle()
    expect(await visibleRefunds(cakes.owner, order)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
    expect(kept - stripe.kept()).toBe(Math.round(total * 100))
    expect(stripe.held(id, session)).toBe(0)
    await stripe.deliverAll(webhook)
    expect((await refundsOf(checkoutId)).length).toBe(2)
    expect(unwrap(await buyer.client.rpc('cancel_order', { order_id: order }))).toMatchObject({
      refund: { amount: 8.99, status: 'succeeded' },
    })
  })

  it('is refunded from a shop that was paid directly without a fee', async () => {
    const setPrice = async (price: number) =>
      unwrap(await serviceOf(server).from('products').update({ price }).eq('id', cakes.productId).select('id'))
    await setPrice(0.05)
    const { session, orders } = await paid(cakes)
    await setPrice(10)
    expect(stripe.held(await acct(cakes), session)).toBe(404)
    expect(unwrap(await buyer.client.rpc('cancel_order', { order_id: orders[0] ?? '' }))).toMatchObject({
      refund: { amount: 4.04 },
    })
    await settle()
    expect(await visibleRefunds(buyer.client, orders[0] ?? '')).toEqual([{ amount: 4.04, status: 'succeeded' }])
    expect(stripe.held(await acct(cakes), session)).toBe(0)
  })

  it('is reversed from transferred shops in proportion, and cancelled orders are never transferred', async () => {
    const id = await acct(cakes)
    const { session, orders } = await paid(cakes, buns)
    const [ofCakes = '', ofBuns = ''] = orders
    await settle()
    // £10.00 and the larger half of £3.99, less 80p.
    expect(stripe.held(id, session)).toBe(1_200 - 80)
    unwrap(await buyer.client.rpc('cancel_order', { order_id: ofBuns }))
    await settle()
    // The smaller half as well, as all of the delivery is now theirs.
    expect(stripe.held(id, session)).toBe(1_399 - 80)
    await refundPart(cakes, ofCakes, 3)
    stripe.fail('POST /v1/transfers/:id/reversals', 400)
    await settle()
    // The buyer's refund does not wait for the reversal.
    expect(await visibleRefunds(buyer.client, ofCakes)).toEqual([{ amount: 3, status: 'succeeded' }])
    stripe.recover()
    for (let n = 0; n < 2; n += 1) {
      await makeDue()
      await settle()
    }
    expect(stripe.held(id, session)).toBe(Math.round((1_319 * 1_099) / 1_399))
    unwrap(await cakes.owner.rpc('cancel_order', { order_id: ofCakes, reason: 'No eggs' }))
    await makeDue()
    await settle()
    expect(stripe.held(id, session)).toBe(0)
    await makeReady(buns)
    await makeDue()
    await settle()
    expect(stripe.held(await acct(buns), session)).toBe(0)
    expect(await visibleRefunds(buns.owner, ofBuns)).toMatchObject([{ status: 'succeeded' }])
  })

  it('shows as being refunded while the bank is slow, and can be retried when the bank rejects it', async () => {
    const { session, orders } = await paid(cakes)
    const [order = ''] = orders
    stripe.delayRefunds()
    unwrap(await cakes.owner.rpc('cancel_order', { order_id: order, reason: 'No eggs' }))
    await settle()
    await makeDue()
    await settle()
    stripe.recover()
    const mine = [...stripe.refunds.values()].filter(
      ({ payment_intent }) => payment_intent === stripe.sessions.get(session)?.payment_intent,
    )
    expect(mine).toMatchObject([{ status: 'pending' }])
    await stripe.deliverAll(webhook)
    expect(await visibleRefunds(buyer.client, order)).toEqual([{ amount: 13.99, status: 'pending' }])
    await stripe.deliver(webhook, stripe.finishRefund(mine[0]?.id ?? '', 'succeeded'))
    expect(await visibleRefunds(buyer.client, order)).toEqual([{ amount: 13.99, status: 'succeeded' }])
    await stripe.deliver(webhook, stripe.finishRefund(mine[0]?.id ?? '', 'failed'))
    expect(await visibleRefunds(buyer.client, order)).toEqual([{ amount: 13.99, status: 'failed' }])
    expect(await titles(cakes.owner)).toContain('A refund failed')
    expect(await titles(buyer.client)).toContain('Your refund did not go through')
    expect(await refundPart(cakes, order, 13.99)).toMatchObject({ left: 0 })
    await settle()
    expect(await visibleRefunds(buyer.client, order)).toEqual([
      { amount: 13.99, status: 'failed' },
      { amount: 13.99, status: 'succeeded' },
    ])
  })

  it.each(['succeeded', 'failed'] as const)(
    'that goes back slowly is found without its event once it %s',
    async (status) => {
      const { session, orders } = await paid(cakes)
      const [order = ''] = orders
      stripe.delayRefunds()
      unwrap(await cakes.owner.rpc('cancel_order', { order_id: order, reason: 'No eggs' }))
      await settle()
      stripe.recover()
      const intent = stripe.sessions.get(session)?.payment_intent
      const mine = () => [...stripe.refunds.values()].find(({ payment_intent }) => payment_intent === intent)
      await expect.poll(mine, { timeout: 15_000 }).toMatchObject({ status: 'pending' })
      await stripe.deliverAll(webhook)
      await makeDue()
      await settle()
      expect(await visibleRefunds(buyer.client, order)).toEqual([{ amount: 13.99, status: 'pending' }])
      const event = stripe.finishRefund(String(mine()?.id), status)
      await makeDue()
      await settle()
      await expect
        .poll(() => visibleRefunds(buyer.client, order), { timeout: 15_000 })
        .toEqual([{ amount: 13.99, status }])
      await stripe.deliver(webhook, event)
      expect(await visibleRefunds(buyer.client, order)).toEqual([{ amount: 13.99, status }])
    },
  )

  it.each([
    ['again once Stripe has refused it, which Stripe repeats under the same key', 'refused'],
    ['once if the response was lost, even when Stripe has forgotten the key', 'lost'],
  ])('is sent, returned and reversed %s', async (_, trouble) => {
    const fail = (...calls: string[]) => {
      for (const call of calls) trouble === 'lost' ? stripe.loseResponses(call) : stripe.fail(call, 400)
    }
    const retry = async () => {
      stripe.recover()
      if (trouble === 'lost') stripe.forgetKeys()
      await makeDue()
      await settle()
    }
    const failed = async (table: 'refunds' | 'transfers', order: string) =>
      unwrap(await serviceOf(server).from(table).select('last_error').eq('order_id', order)).every(
        ({ last_error }) => last_error !== null,
      )
    const eventually = (read: () => unknown) => expect.poll(read, { timeout: 30_000 })
    const id = await makeReady(cakes)
    await makeReady(buns)
    const kept = stripe.kept()
    fail('POST /v1/transfers')
    const { checkoutId, session, orders } = await paid(cakes, buns)
    const [order = ''] = orders
    await settle()
    await eventually(() => failed('transfers', order)).toBe(true)
    await retry()
    // £10.00 and the larger half of £3.99, less 80p.
    await eventually(() => stripe.held(id, session)).toBe(1_200 - 80)
    expect([...stripe.transfers.values()].filter((sent) => sent.transfer_group === checkoutId)).toHaveLength(2)

    fail('POST /v1/refunds', 'POST /v1/transfers/:id/reversals')
    await refundPart(cakes, order, 3)
    await settle()
    for (const table of ['refunds', 'transfers'] as const) await eventually(() => failed(table, order)).toBe(true)
    for (let n = 0; n < 2; n += 1) await retry()
    await eventually(() => visibleRefunds(buyer.client, order)).toEqual([{ amount: 3, status: 'succeeded' }])
    expect(stripe.kept() - kept).toBe(2_399 - 300)
    expect(stripe.held(id, session)).toBe(Math.round((1_120 * 900) / 1_200))
    await stripe.deliverAll(webhook)
    expect(await refundsOf(checkoutId)).toEqual([[3, 'succeeded']])
  })

  it('is not refunded twice after a dashboard refund, whenever its event arrives', async () => {
    const sent = [
      [400, '4'],
      [1_399, '13.99'],
    ] as const
    for (const isEventFirst of [true, false])
      for (const [pence, pounds] of sent) {
        const { session, orders } = await paid(cakes)
        const [order = ''] = orders
        const byHand = stripe.refundByHand(session, pence)
        // The dashboard's event arrives while a refund of ours is pending.
        if (isEventFirst) stripe.fail('POST /v1/refunds', 503)
        unwrap(await buyer.client.rpc('cancel_order', { order_id: order }))
        if (isEventFirst) {
          await settle()
          expect(await stripe.deliver(webhook, byHand)).toBe(200)
          stripe.recover()
          await makeDue()
        }
        const shownRefunds = async () =>
          (await visibleRefunds(buyer.client, order)).map(({ amount, status }) => `${amount} ${status}`)
        const expected = pence === 400 ? ['13.99 failed', '4 succeeded', '9.99 succeeded'] : [`${pounds} succeeded`]
        await expect
          .poll(
            async () => {
              await settle()
              return (await shownRefunds()).sort()
            },
            { timeout: 30_000 },
          )
          .toEqual(expected)
        await stripe.deliverAll(webhook)
        expect(await stripe.deliver(webhook, byHand)).toBe(200)
        await settle()
        expect((await shownRefunds()).sort()).toEqual(expected)
      }
  })

  it('of a deposit and its balance are two payments of the order, and both go back when it is cancelled', async () => {
    const before = stripe.kept()
    const { checkoutId } = await placeQuote(buyer, cakes)
    const deposit = sessionOf(await payPage(buyer, checkoutId))
    await stripe.deliver(webhook, stripe.pay(deposit))
    const columns = 'id, status, received_amount, refunded_amount'
    const read = async () =>
      unwrap(await buyer.client.from('orders').select(columns).eq('checkout_id', checkoutId).single())
    const { id: order } = await read()
    expect(await read()).toMatchObject({ status: 'processing', received_amount: 30 })
    const openBalance = async () => {
      const { url } = unwrap(await buyer.client.functions.invoke('checkout', { body: { balance_of: order } }))
      return sessionOf(url)
    }
    const balance = await openBalance()
    expect(await openBalance()).toBe(balance)
    expect(stripe.sessions.get(balance)).toMatchObject({ amount_total: 7_000 })
    await stripe.deliver(webhook, stripe.decline(balance))
    const event = stripe.pay(balance)
    await Promise.all([stripe.deliver(webhook, event), stripe.deliver(webhook, event)])
    expect(await read()).toMatchObject({ received_amount: 100 })
    expect(stripe.kept() - before).toBe(10_000)

    unwrap(await buyer.client.rpc('cancel_order', { order_id: order }))
    await settle()
    await stripe.deliverAll(webhook)
    expect(await read()).toMatchObject({ status: 'cancelled', refunded_amount: 100 })
    expect(stripe.kept()).toBe(before)
    const id = await acct(cakes)
    expect([stripe.held(id, deposit), stripe.held(id, balance)]).toEqual([0, 0])
  })

  it('that a bank disputes is not sent to its shops until the dispute is won, in whatever order events arrive', async () => {
    const id = await makeReady(cakes)
    const { session } = await open([
      [cakes, 1],
      [buns, 1],
    ])
    const payment = stripe.pay(session)
    const dispute = { id: 'dp_of_cakes', object: 'dispute', amount: 2_399, currency: 'gbp', reason: 'fraudulent' }
    const intent = stripe.sessions.get(session)?.payment_intent
    const event = (type: string, status: string) =>
      stripe.makeEvent(`charge.dispute.${type}`, { ...dispute, payment_intent: intent, status })
    const recorded = async () =>
      unwrap(
        await serviceOf(server)
          .from('payment_disputes')
          .select('status, amount, reason, payments(payment_id)')
          .eq('provider_dispute_id', dispute.id),
      )
    const opened = event('created', 'needs_response')
    for (const sent of [opened, payment, opened, event('updated', 'under_review')])
      expect(await stripe.deliver(webhook, sent)).toBe(200)
    const stored = { amount: 23.99, reason: 'fraudulent', payments: { payment_id: intent } }
    expect(await recorded()).toEqual([{ ...stored, status: 'open' }])
    await makeDue()
    await settle()
    expect(stripe.held(id, session)).toBe(0)

    const won = event('closed', 'won')
    expect(await stripe.deliver(webhook, won, { secret: 'whsec_another' })).toBe(400)
    expect(await recorded()).toEqual([{ ...stored, status: 'open' }])
    for (const sent of [won, opened, won]) expect(await stripe.deliver(webhook, sent)).toBe(200)
    expect(await recorded()).toEqual([{ ...stored, status: 'won' }])
    await makeDue()
    await settle()
    // £10.00 and the larger half of £3.99, less 80p.
    await expect.poll(() => stripe.held(id, session), { timeout: 30_000 }).toBe(1_200 - 80)
  })

  it('adds up: Stripe’s balance is what our orders record as paid and not refunded', async () => {
    await expireAll(server)
    await makeDue()
    await settle()
    await stripe.deliverAll(webhook)
    const orders = unwrap(
      await serviceOf(server).from('orders').select('total_amount, refunded_amount').not('paid_at', 'is', null),
    )
    const pence = orders.reduce(
      (sum, order) => sum + Math.round((order.total_amount ?? 0) * 100) - Math.round(order.refunded_amount * 100),
      0,
    )
    expect(stripe.kept()).toBe(pence)
  })
})
