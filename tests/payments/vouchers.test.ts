/** Gift vouchers with Stripe: where the money of a purchase goes, and what an order that a voucher pays takes from the card. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import {
  type Buyer,
  callFunction,
  newBuyer,
  openShop,
  orderOf,
  payPage,
  placeOrder,
  type Shop,
  serviceOf,
  unwrap,
} from './market-fixtures.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from './stripe-server.ts'

describe('gift vouchers with Stripe', () => {
  let stripe: StripeServer
  let server: TestServer
  let buyer: Buyer
  let shop: Shop
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
    shop = await openShop(server, 'cakes')
    buyer = await newBuyer(server)
    unwrap(await shop.owner.from('shop_voucher_terms').insert({ shop_id: shop.id }).select('shop_id'))
  })
  afterAll(async () => {
    await server.stop()
    await stripe.close()
  })

  const sessionOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  const start = async (amount = 50) => {
    const voucher = { shop_id: shop.id, amount }
    const response = unwrap(await buyer.client.rpc('buy_voucher', { voucher, idempotency_key: crypto.randomUUID() }))
    const { voucher_id: id, checkout_id: checkoutId } = JSON.parse(JSON.stringify(response))
    return { id: String(id), checkoutId: String(checkoutId) }
  }
  const balanceOf = async (id: string) =>
    unwrap(await buyer.client.from('gift_vouchers').select('balance, refunded').eq('id', id).single())
  const accountOf = async () =>
    unwrap(await serviceOf(server).from('payment_accounts').select('account_id').eq('shop_id', shop.id).single())
      .account_id
  const settle = async () => expect(await callFunction(server, 'settle-payments')).toBe(200)

  it('are not sold before the shop’s account is ready, because no balance waits on the platform', async () => {
    const { checkoutId } = await start()
    await expect(payPage(buyer, checkoutId)).rejects.toThrow('until its payment account is ready')
    expect(stripe.sessions.size).toBe(0)
  })

  it('go directly to the shop, less our fee, and an order pays the fee of its card part alone', async () => {
    const invoke = (action: string) => shop.owner.functions.invoke('payment-account', { body: { action } })
    await invoke('open')
    const account = await accountOf()
    Object.assign(stripe.accounts.get(account) ?? {}, {
      details_submitted: true,
      charges_enabled: true,
      payouts_enabled: true,
    })
    await invoke('refresh')
    const bought = await start(15)
    const session = sessionOf(await payPage(buyer, bought.checkoutId))
    expect(stripe.sessions.get(session)).toMatchObject({
      amount_total: 1_500,
      success_url: expect.stringContaining(`/gift-vouchers/${bought.id}?payment=done`),
      intent_params: { transfer_data: { destination: account }, application_fee_amount: '120' },
    })
    const event = stripe.pay(session)
    for (let n = 0; n < 2; n += 1) expect(await stripe.deliver(webhook, event)).toBe(200)
    expect(await balanceOf(bought.id)).toEqual({ balance: 15, refunded: 0 })
    expect(stripe.held(account, session)).toBe(1_380)

    // £20.00 of cake and £3.99 of delivery. The voucher pays for £15.00 of the cake.
    const code = unwrap(await buyer.client.rpc('voucher_code', { voucher_id: bought.id }))
    const wanted = orderOf(buyer, [[shop, 2]])
    const payingWith = (voucher: string) => ({
      ...wanted,
      shops: wanted.shops.map((part) => ({ ...part, vouchers: [voucher] })),
    })
    const wrong = { order: payingWith('GV-0000'), idempotency_key: crypto.randomUUID() }
    // Its refusal is returned and not raised, because it is counted.
    expect(await buyer.client.rpc('place_order', wrong)).toMatchObject({
      status: 409,
      data: null,
      error: { code: 'PT409', hint: 'voucher', message: expect.stringContaining('no gift voucher') },
    })
    const placed = await placeOrder(buyer, payingWith(code))
    expect(placed.total).toBe(8.99)
    const orderSession = sessionOf(await payPage(buyer, placed.checkoutId))
    expect(stripe.sessions.get(orderSession)).toMatchObject({
      amount_total: 899,
      intent_params: { application_fee_amount: '40' },
    })
    await stripe.deliver(webhook, stripe.pay(orderSession))
    expect(stripe.held(account, orderSession)).toBe(859)
    const orders = unwrap(await buyer.client.from('orders').select('id, status').eq('checkout_id', placed.checkoutId))
    expect(orders).toMatchObject([{ status: 'processing' }])

    unwrap(await buyer.client.rpc('cancel_order', { order_id: orders[0]?.id ?? '' }))
    await settle()
    expect(stripe.held(account, orderSession)).toBe(0)
    expect(await balanceOf(bought.id)).toEqual({ balance: 15, refunded: 0 })

    unwrap(await buyer.client.rpc('refund_voucher', { voucher_id: bought.id }))
    await settle()
    expect(await balanceOf(bought.id)).toEqual({ balance: 0, refunded: 15 })
    expect(stripe.held(account, session)).toBe(0)
  })
})
