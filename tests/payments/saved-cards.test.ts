/** Saved cards with Stripe: saving one, paying with it in one step, failures and lost responses, and removing it. */
import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chargeCheckout } from '../../supabase/functions/_shared/charge-card.ts'
import { createStripeProvider } from '../../supabase/functions/_shared/stripe-provider.ts'
import { databases, startServer, type TestServer } from '../harness.ts'
import {
  type Buyer,
  callFunction,
  expireAll,
  newBuyer,
  openShop,
  place,
  type Shop,
  serviceOf,
  statusOf,
  unwrap,
} from './market-fixtures.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from './stripe-server.ts'

let stripe: StripeServer
let server: TestServer
let buyer: Buyer
let cakes: Shop
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
})
afterAll(async () => {
  await server.stop()
  await stripe.close()
})
beforeEach(async () => {
  buyer = await newBuyer(server)
})

const sessionOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** @returns the URL, or the status and code of the refusal */
async function checkout(checkout_id: string, more: object = {}, { client }: Buyer = buyer): Promise<string> {
  const { data, error } = await client.functions.invoke('checkout', { body: { checkout_id, ...more } })
  if (!error) return data.url
  if (!(error instanceof FunctionsHttpError)) throw error
  return `${error.context.status} ${(await error.context.json()).hint}`
}

const placed = async () => (await place(buyer, [[cakes, 1]])).checkoutId
const done = (checkoutId: string) => `/checkout/${checkoutId}?payment=done`
const cardsOf = async ({ client }: Buyer = buyer) =>
  unwrap(await client.from('saved_cards').select('id, brand, last4, exp_month, exp_year').order('used_at'))
const settle = async () => expect(await callFunction(server, 'settle-payments')).toBe(200)
const paymentsOf = async (checkoutId: string) =>
  unwrap(
    await serviceOf(server)
      .from('payments')
      .select('status, amount, application_fee, failure')
      .eq('checkout_id', checkoutId)
      .order('created_at'),
  )
const intentsOf = (checkoutId: string) =>
  [...stripe.intents.values()].filter(({ metadata }) => JSON.stringify(metadata).includes(checkoutId))
const statusesOf = (checkoutId: string) => intentsOf(checkoutId).map(({ status }) => status)

/** Pays with a card and saves it. @returns our id and Stripe's */
async function saveCard(): Promise<{ id: string; method: string }> {
  const session = sessionOf(await checkout(await placed(), { save_card: true }))
  await stripe.deliver(webhook, stripe.pay(session))
  await stripe.deliverAll(webhook)
  const card = (await cardsOf()).at(-1)
  return { id: card?.id ?? '', method: [...stripe.methods.keys()].at(-1) ?? '' }
}

describe('a card', () => {
  it('is saved only if the buyer agrees, and the database gets brand, last digits and expiry', async () => {
    const customers = stripe.customers.size
    const plain = stripe.sessions.get(sessionOf(await checkout(await placed())))
    expect(plain).toMatchObject({ customer: null, customer_email: buyer.email })
    expect(plain?.intent_params).not.toHaveProperty('setup_future_usage')
    expect(stripe.customers.size).toBe(customers)

    const checkoutId = await placed()
    const url = await checkout(checkoutId, { save_card: true })
    expect(await checkout(checkoutId, { save_card: true })).toBe(url)
    const session = stripe.sessions.get(sessionOf(url))
    expect(session).toMatchObject({ customer_email: null, intent_params: { setup_future_usage: 'off_session' } })
    expect(stripe.customers.get(String(session?.customer))).toMatchObject({ email: buyer.email })
    expect(await cardsOf()).toEqual([])
    const paid = stripe.pay(sessionOf(url))
    await stripe.deliverAll(webhook)
    await stripe.deliver(webhook, paid)
    expect(await cardsOf()).toEqual([
      { id: expect.any(String), brand: 'visa', last4: expect.any(String), exp_month: 12, exp_year: 2099 },
    ])
    // Stripe's page offers the saved card, also if no other one is to be saved.
    expect(stripe.sessions.get(sessionOf(await checkout(await placed())))).toMatchObject({
      customer: session?.customer,
    })
  })

  it('is saved for the payment that the buyer chose last, and the page that was open before is closed', async () => {
    const checkoutId = await placed()
    const first = sessionOf(await checkout(checkoutId))
    const second = sessionOf(await checkout(checkoutId, { save_card: true }))
    expect(second).not.toBe(first)
    expect(stripe.sessions.get(first)?.status).toBe('expired')
    stripe.pay(second)
    await stripe.deliverAll(webhook)
    expect(await statusOf(server, checkoutId)).toBe('paid')
    expect(await cardsOf()).toHaveLength(1)
  })

  it('follows what Stripe says of it, in any order: changed, removed, or deleted with its customer', async () => {
    const { method } = await saveCard()
    const stored = stripe.methods.get(method)
    Object.assign(stored ?? {}, { card: { brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2098 } })
    const attached = stripe.makeEvent('payment_method.attached', { ...stored })
    await stripe.deliver(webhook, stripe.makeEvent('payment_method.automatically_updated', { ...stored }))
    expect(await cardsOf()).toMatchObject([{ brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2098 }])
    const customer = stored?.customer
    Object.assign(stored ?? {}, { customer: null })
    await stripe.deliver(webhook, stripe.makeEvent('payment_method.detached', { ...stored }))
    expect(await cardsOf()).toEqual([])
    await stripe.deliver(webhook, attached)
    expect(await cardsOf()).toEqual([])

    await saveCard()
    stripe.customers.delete(String(customer))
    await stripe.deliver(webhook, stripe.makeEvent('customer.deleted', { id: customer, object: 'customer' }))
    expect(await cardsOf()).toEqual([])
    await saveCard()
    expect(await cardsOf()).toHaveLength(1)
  })
})

describe('a payment with a saved card', () => {
  it('is made in one step, once, however often and concurrently it is requested', async () => {
    const { id } = await saveCard()
    const { checkoutId, total } = await place(buyer, [[cakes, 2]])
    const kept = stripe.kept()
    const urls = await Promise.all([1, 2, 3, 4, 5].map(() => checkout(checkoutId, { saved_card: id })))
    expect(urls).toEqual(Array.from({ length: 5 }, () => done(checkoutId)))
    expect(await statusOf(server, checkoutId)).toBe('paid')
    await stripe.deliverAll(webhook)
    expect(await checkout(checkoutId, { saved_card: id })).toBe(done(checkoutId))
    expect(statusesOf(checkoutId)).toEqual(['succeeded'])
    expect(stripe.kept() - kept).toBe(Math.round(total * 100))
    expect(await paymentsOf(checkoutId)).toEqual([
      { status: 'succeeded', amount: total, application_fee: 1.6, failure: null },
    ])
  })

  it('has the amount, ids, destination and fee of a payment on the page', async () => {
    const { id } = await saveCard()
    unwrap(await cakes.owner.functions.invoke('payment-account', { body: { action: 'open' } }))
    const accounts = serviceOf(server).from('payment_accounts').select('account_id').eq('shop_id', cakes.id)
    const account = unwrap(await accounts.single()).account_id
    const ready = { details_submitted: true, charges_enabled: true, payouts_enabled: true }
    Object.assign(stripe.accounts.get(account) ?? {}, ready)
    unwrap(await cakes.owner.functions.invoke('payment-account', { body: { action: 'refresh' } }))

    const onPage = await placed()
    const session = stripe.sessions.get(sessionOf(await checkout(onPage)))
    const charged = await placed()
    await checkout(charged, { saved_card: id })
    const [intent] = intentsOf(charged)
    const payments = serviceOf(server).from('payments').select('id').eq('checkout_id', charged)
    expect(intent).toMatchObject({
      amount: session?.amount_total,
      customer: session?.customer,
      transfer_group: charged,
      transfer_data: { destination: account },
      application_fee_amount: '80',
      metadata: { payment_id: unwrap(await payments.single()).id, checkout_id: charged },
    })
    expect(session?.intent_params).toMatchObject({
      transfer_group: onPage,
      transfer_data: intent?.transfer_data,
      application_fee_amount: intent?.application_fee_amount,
      metadata: { payment_id: expect.any(String), checkout_id: onPage },
    })
    // A refund goes back from the shop, as of a payment on the page.
    const orders = buyer.client.from('orders').select('id').eq('checkout_id', charged)
    unwrap(await buyer.client.rpc('cancel_order', { order_id: unwrap(await orders.single()).id }))
    await settle()
    expect([...stripe.refunds.values()].at(-1)).toMatchObject({
      payment_intent: intent?.id,
      amount: 1_399,
      reverse_transfer: true,
    })
  })

  it('that is declined or needs the bank charges nothing, says so, and can be made on the page', async () => {
    const { id, method } = await saveCard()
    for (const [behaviour, refusal] of [
      ['declined', '402 card_declined'],
      ['asks', '402 card_confirmation'],
    ] as const) {
      stripe.setBehaviour(method, behaviour)
      const checkoutId = await placed()
      const kept = stripe.kept()
      expect(await checkout(checkoutId, { saved_card: id })).toBe(refusal)
      expect(await paymentsOf(checkoutId)).toMatchObject([{ status: 'failed', failure: expect.any(String) }])
      // The event of the same failure changes nothing.
      await stripe.deliverAll(webhook)
      expect(await checkout(checkoutId, { saved_card: id })).toBe(refusal)
      expect(stripe.kept()).toBe(kept)
      expect(await statusOf(server, checkoutId)).toBe('pending')
      await stripe.deliver(webhook, stripe.pay(sessionOf(await checkout(checkoutId))))
      expect(await statusOf(server, checkoutId)).toBe('paid')
    }
    stripe.setBehaviour(method, 'good')
    const checkoutId = await placed()
    expect(await checkout(checkoutId, { saved_card: id })).toBe(done(checkoutId))
  })

  it('whose response is lost is found by its event, a repeat, the page, or settle-payments', async () => {
    const { id: another } = await saveCard()
    const { id } = await saveCard()
    const lost = async () => {
      const checkoutId = await placed()
      stripe.loseResponses('POST /v1/payment_intents/:id/confirm')
      expect(await checkout(checkoutId, { saved_card: id })).toBe('502 provider')
      stripe.recover()
      expect(statusesOf(checkoutId)).toEqual(['succeeded'])
      expect(await statusOf(server, checkoutId)).toBe('pending')
      return checkoutId
    }
    const byEvent = await lost()
    await stripe.deliverAll(webhook)
    const byRepeat = await lost()
    expect(await checkout(byRepeat, { saved_card: id })).toBe(done(byRepeat))
    const byAnotherCard = await lost()
    expect(await checkout(byAnotherCard, { saved_card: another })).toBe(done(byAnotherCard))
    const byPage = await lost()
    expect(await checkout(byPage)).toBe(done(byPage))
    const bySettling = await lost()
    await settle()
    expect(await statusOf(server, bySettling)).toBe('pending')
    await makeDue()
    await settle()
    const all = [byEvent, byRepeat, byAnotherCard, byPage, bySettling]
    for (const checkoutId of all) {
      expect(await statusOf(server, checkoutId)).toBe('paid')
      expect(await checkout(checkoutId, { saved_card: id })).toBe(done(checkoutId))
    }
    await stripe.deliverAll(webhook)
    for (const checkoutId of all) expect(await paymentsOf(checkoutId)).toMatchObject([{ status: 'succeeded' }])
  })

  it('that never reached Stripe is never made later', async () => {
    const { id } = await saveCard()
    const checkoutId = await placed()
    stripe.fail('POST /v1/payment_intents/:id/confirm', 503)
    expect(await checkout(checkoutId, { saved_card: id })).toBe('502 provider')
    stripe.recover()
    await makeDue()
    await settle()
    expect(statusesOf(checkoutId)).toEqual(['canceled'])
    expect(await paymentsOf(checkoutId)).toMatchObject([{ status: 'expired' }])
    expect(await checkout(checkoutId, { saved_card: id })).toBe(done(checkoutId))
    expect(statusesOf(checkoutId)).toEqual(['canceled', 'succeeded'])
  })

  it('closes the page that was open before, and is not made if that page was paid', async () => {
    const { id } = await saveCard()
    const open = await placed()
    const session = sessionOf(await checkout(open))
    expect(await checkout(open, { saved_card: id })).toBe(done(open))
    expect(stripe.sessions.get(session)?.status).toBe('expired')
    const paid = await placed()
    stripe.pay(sessionOf(await checkout(paid)))
    expect(await checkout(paid, { saved_card: id })).toBe(done(paid))
    expect(await statusOf(server, paid)).toBe('paid')
    expect(intentsOf(paid)).toHaveLength(1)
    await stripe.deliverAll(webhook)
    expect(await paymentsOf(paid)).toHaveLength(1)
  })

  it('is refunded when it comes too late for a cancelled checkout', async () => {
    const { id } = await saveCard()
    const checkoutId = await placed()
    stripe.loseResponses('POST /v1/payment_intents/:id/confirm')
    await checkout(checkoutId, { saved_card: id })
    stripe.recover()
    const { error } = await buyer.client.rpc('cancel_checkout', { checkout_id: checkoutId })
    expect(error).toBeNull()
    await makeDue()
    await settle()
    await settle()
    expect(await statusOf(server, checkoutId)).toBe('cancelled')
    const refunds = serviceOf(server).from('refunds').select('status, payments!inner(checkout_id)')
    expect(unwrap(await refunds.eq('payments.checkout_id', checkoutId))).toMatchObject([{ status: 'succeeded' }])
    await expireAll(server)
  })

  it('is refused with a card of another member, an unknown one, and for another member’s checkout', async () => {
    const { id } = await saveCard()
    const owner = buyer
    const theirs = await placed()
    buyer = await newBuyer(server)
    const mine = await placed()
    expect(await checkout(mine, { saved_card: id })).toBe('404 card')
    expect(await checkout(mine, { saved_card: crypto.randomUUID() })).toBe('404 card')
    expect(await checkout(theirs, { saved_card: id })).toBe('404 checkout')
    expect(await checkout(mine, { saved_card: 'pm_1' })).toBe('400 malformed')
    expect(await checkout(mine, { saved_card: id }, owner)).toBe('404 checkout')
    expect(intentsOf(mine)).toEqual([])
    expect(intentsOf(theirs)).toEqual([])
  })

  it('can be made without the buyer, with the card used last', async () => {
    const { method } = await saveCard()
    const provider = createStripeProvider(
      { secretKey: stripeSecretKey, webhookSecrets: [webhookSecret], apiBase: stripe.url },
      server.url,
    )
    const chargeLater = async (checkoutId: string, member: Buyer = buyer) => {
      const options = { service: serviceOf(server), provider, checkoutId, member, feePercent: 8 }
      return (await chargeCheckout({ ...options, cardId: undefined, isOffSession: true })).result
    }
    const checkoutId = await placed()
    expect(await Promise.all([chargeLater(checkoutId), chargeLater(checkoutId)])).toEqual(['paid', 'paid'])
    expect(intentsOf(checkoutId)).toMatchObject([{ status: 'succeeded', off_session: 'true' }])
    expect(await statusOf(server, checkoutId)).toBe('paid')
    stripe.setBehaviour(method, 'asks')
    expect(await chargeLater(await placed())).toBe('confirmation')
    stripe.setBehaviour(method, 'declined')
    expect(await chargeLater(await placed())).toBe('declined')
    const { id } = await saveCard()
    expect(await chargeLater(await placed())).toBe('paid')
    expect((await buyer.client.from('saved_cards').delete().eq('id', id)).error).toBeNull()
    unwrap(await serviceOf(server).from('saved_cards').update({ exp_year: 2020 }).eq('user_id', buyer.id).select('id'))
    expect(await chargeLater(await placed())).toBe('no_card')
  })
})

/** Makes charges and removals due, as if minutes had passed. */
async function makeDue(): Promise<void> {
  const past = new Date(Date.now() - 1_000).toISOString()
  const service = serviceOf(server)
  unwrap(await service.from('payments').update({ next_check_at: past }).eq('status', 'pending').select('id'))
  unwrap(await service.from('provider_removals').update({ next_attempt_at: past }).neq('attempts', -1).select('id'))
}

describe('a removed card', () => {
  const customerOf = (method: string) => stripe.methods.get(method)?.customer
  const remove = async (id: string, { client }: Buyer = buyer) =>
    unwrap(await client.from('saved_cards').delete().eq('id', id).select('id')).length

  it('is removed at Stripe too, once, and cannot be charged', async () => {
    const { id, method } = await saveCard()
    expect(await remove(id, await newBuyer(server))).toBe(0)
    expect(await remove(id)).toBe(1)
    expect(await checkout(await placed(), { saved_card: id })).toBe('404 card')
    // The database calls the function; nothing else has called it.
    await expect.poll(() => customerOf(method), { timeout: 15_000 }).toBeNull()
    await settle()
    expect(await remove(id)).toBe(0)
    await stripe.deliverAll(webhook)
    expect(await cardsOf()).toEqual([])
    expect(unwrap(await serviceOf(server).from('provider_removals').select('id'))).toEqual([])
  })

  it('is removed later if Stripe does not respond, and does not come back by an event meanwhile', async () => {
    const { id, method } = await saveCard()
    stripe.fail('POST /v1/payment_methods/:id/detach', 503)
    expect(await remove(id)).toBe(1)
    await settle()
    await stripe.deliver(webhook, stripe.makeEvent('payment_method.updated', { ...stripe.methods.get(method) }))
    expect(await cardsOf()).toEqual([])
    expect(customerOf(method)).toBeTruthy()
    stripe.recover()
    await makeDue()
    await settle()
    expect(customerOf(method)).toBeNull()
  })

  it('leaves Stripe with the account of its owner, after an outage too', async () => {
    const { method } = await saveCard()
    const customer = String(customerOf(method))
    for (const { id } of unwrap(await buyer.client.from('orders').select('id')))
      unwrap(await buyer.client.rpc('cancel_order', { order_id: id }))
    stripe.fail('DELETE /v1/customers/:id', 503)
    const { error } = await buyer.client.rpc('delete_account')
    expect(error).toBeNull()
    await settle()
    expect(stripe.customers.has(customer)).toBe(true)
    const rows = () => serviceOf(server).from('saved_cards').select('id').eq('user_id', buyer.id)
    expect(unwrap(await rows())).toEqual([])
    stripe.recover()
    await makeDue()
    await settle()
    expect(stripe.customers.has(customer)).toBe(false)
    expect(customerOf(method)).toBeNull()
    await stripe.deliverAll(webhook)
    expect(unwrap(await serviceOf(server).from('provider_removals').select('id'))).toEqual([])
  })

  it('leaves no customer whose creation was not confirmed', async () => {
    stripe.loseResponses('POST /v1/customers')
    const customers = stripe.customers.size
    const checkoutId = await placed()
    expect(await checkout(checkoutId, { save_card: true })).toBe('502 provider')
    stripe.recover()
    expect(stripe.customers.size).toBe(customers + 1)
    await buyer.client.rpc('cancel_checkout', { checkout_id: checkoutId }).throwOnError()
    await buyer.client.rpc('delete_account').throwOnError()
    await settle()
    expect(stripe.customers.size).toBe(customers)
  })
})

describe('an order of a subscription that is paid by card', () => {
  /** A subscription of the buyer whose order can be placed: the shop's cut-off is in about twelve hours. */
  async function subscribe(): Promise<string> {
    const service = serviceOf(server)
    const daily = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      ...{ shop_id: cakes.id, day_of_week, start_time: '09:00', end_time: '12:00' },
    }))
    for (const table of ['shop_pickup_schedules', 'shop_booking_rules'] as const)
      unwrap(await service.from(table).delete().eq('shop_id', cakes.id).select('shop_id'))
    unwrap(await service.from('shop_pickup_schedules').insert(daily).select('id'))
    const place = { shop_id: cakes.id, address_line1: '7 Quiet Lane', city: 'London', postal_code: 'N1 9GU' }
    unwrap(await service.from('shop_pickup_places').upsert(place).select('shop_id'))
    const offered = { is_subscribable: true, available_for_pickup: true }
    const product = service.from('products').update(offered).eq('id', cakes.productId)
    const { price, allergens, ingredients } = unwrap(await product.select('price, allergens, ingredients').single())
    const windows = unwrap(await buyer.client.rpc('subscription_windows', { product_id: cakes.productId }))
    const { first_on, start_time } = windows[0] ?? { first_on: '', start_time: '' }
    const id = randomUUID()
    const subscription = {
      ...{ id, product_id: cakes.productId, quantity: 1, every_weeks: 1, first_on, start_time: start_time.slice(0, 5) },
      ...{ line: {}, price, allergens, ingredients, agreed: true, pays_by_card: true },
    }
    unwrap(await buyer.client.rpc('subscribe', { subscription }))
    const hours = Math.floor((Date.parse(`${first_on}T${start_time}Z`) - Date.now()) / 3_600_000) - 13
    const rules = { shop_id: cakes.id, horizon_days: 60, pickup_cutoff_hours: hours }
    unwrap(await service.from('shop_booking_rules').upsert(rules).select('shop_id'))
    const announced = { next_at: '2999-01-01T00:00:00Z', announced_at: new Date(Date.now() - 86_400_000).toISOString() }
    unwrap(await service.from('subscriptions').update(announced).eq('id', id).select('id'))
    return id
  }
  /** Lets the job create the orders of subscriptions in one run. @returns their checkouts */
  async function orderNow(ids: readonly string[]): Promise<string[]> {
    const service = serviceOf(server)
    const due = service.from('subscriptions').update({ next_at: new Date().toISOString() })
    unwrap(await due.in('id', ids).select('id'))
    await service.rpc('run_subscriptions')
    return Promise.all(
      ids.map(async (id) => {
        const day = service.from('subscription_days').select('checkout_id').eq('subscription_id', id).single()
        return unwrap(await day).checkout_id ?? ''
      }),
    )
  }
  async function subscribeAndOrder(): Promise<string> {
    const [checkoutId = ''] = await orderNow([await subscribe()])
    return checkoutId
  }

  it('is charged without the buyer, once', async () => {
    await saveCard()
    const checkoutId = await subscribeAndOrder()
    await Promise.all([settle(), settle()])
    await expect.poll(() => statusOf(server, checkoutId), { timeout: 15_000 }).toBe('paid')
    await settle()
    await stripe.deliverAll(webhook)
    expect(statusesOf(checkoutId)).toEqual(['succeeded'])
    expect(await paymentsOf(checkoutId)).toMatchObject([{ status: 'succeeded', amount: 10 }])
  })

  it('is not charged if its buyer switches that off while the order of another is charged', async () => {
    const subscribers = new Map<string, Buyer>()
    for (let n = 0; n < 2; n += 1) {
      buyer = await newBuyer(server)
      await saveCard()
      subscribers.set(await subscribe(), buyer)
    }
    const ids = [...subscribers.keys()]
    const service = serviceOf(server)
    let off = ''
    stripe.during('POST /v1/payment_intents/:id/confirm', async () => {
      const days = unwrap(await service.from('subscription_days').select('*').in('subscription_id', ids))
      off = days.find((day) => intentsOf(String(day.checkout_id)).length === 0)?.subscription_id ?? ''
      const subscriber = subscribers.get(off)
      if (!subscriber) throw new Error('Both orders are being charged.')
      await subscriber.client.rpc('pay_subscription_by_card', { id: off, pays_by_card: false }).throwOnError()
    })
    const checkouts = await orderNow(ids)
    await settle()
    const statuses = async () =>
      Promise.all(checkouts.map(async (id, n) => [ids[n] === off, await statusOf(server, id)].join(' ')))
    await expect
      .poll(async () => (await statuses()).sort(), { timeout: 15_000 })
      .toEqual(['false paid', 'true pending'])
    await settle()
    expect((await statuses()).sort()).toEqual(['false paid', 'true pending'])
    expect(intentsOf(checkouts[ids.indexOf(off)] ?? '')).toEqual([])
  })

  it.each([
    ['declined', 'Your saved card was declined.'],
    ['asks', 'Your bank asks you to confirm this payment.'],
  ] as const)('is to be paid by the buyer if the card is %s', async (behaviour, reason) => {
    const { method } = await saveCard()
    stripe.setBehaviour(method, behaviour)
    const checkoutId = await subscribeAndOrder()
    await settle()
    const asked = () =>
      buyer.client
        .from('notifications')
        .select('message')
        .eq('link', `/checkout/${checkoutId}`)
        .like('title', 'Please pay%')
    await expect
      .poll(async () => unwrap(await asked()), { timeout: 15_000 })
      .toEqual([{ message: expect.stringContaining(reason) }])
    expect(await statusOf(server, checkoutId)).toBe('pending')
    // On the page.
    stripe.pay(sessionOf(await checkout(checkoutId)))
    await stripe.deliverAll(webhook)
    expect(await statusOf(server, checkoutId)).toBe('paid')
  })
})
