/** An administrator tries failed work again: a mail server and a payment provider that refuse first and accept then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type SmtpServer, startSmtpServer } from '#backend/mail/testing'
import { type DatabaseKind, databases, startServer, type TestServer } from '../harness.ts'
import {
  type Buyer,
  type Client,
  callFunction,
  newBuyer,
  newMember,
  openShop,
  payPage,
  place,
  type Shop,
  serviceOf,
  signIn,
  unwrap,
} from './market-fixtures.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from './stripe-server.ts'

const listSchema = z.object({
  items: z.array(z.object({ kind: z.string(), id: z.string(), what: z.string(), error: z.string().nullable() })),
})

describe.each(databases)('failed work on %s', (kind: DatabaseKind) => {
  let smtp: SmtpServer
  let stripe: StripeServer
  let server: TestServer
  let admin: Client
  let buyer: Buyer
  let shop: Shop

  beforeAll(async () => {
    smtp = await startSmtpServer()
    stripe = await startStripe()
    server = await startServer({
      database: kind,
      env: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Tuckbox <hello@tuckbox.example>',
        STRIPE_SECRET_KEY: stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_BASE: stripe.url,
      },
    })
    shop = await openShop(server, 'crumb')
    buyer = await newBuyer(server)
    const { id, email } = await newMember(server, 'Admin')
    await serviceOf(server).auth.admin.updateUserById(id, { app_metadata: { role: 'admin' } })
    admin = await signIn(server, email)
  })
  afterAll(async () => {
    await server.stop()
    await stripe.close()
    await smtp.close()
  })

  const failed = async (wanted: string) =>
    listSchema.parse(unwrap(await admin.rpc('failed_work'))).items.filter((item) => item.kind === wanted)
  /** The only failed item of a kind, once it is there. */
  async function failing(wanted: string) {
    await expect.poll(async () => (await failed(wanted)).length, { timeout: 30_000 }).toBe(1)
    const [item] = await failed(wanted)
    return item ?? { id: '', what: '', error: null }
  }
  const retry = async (of: string, id: string) => {
    const { data, error } = await admin.rpc('retry_work', { kind: of, id })
    if (error) throw error
    return data
  }
  const eventually = (read: () => unknown) => expect.poll(read, { timeout: 30_000 })

  async function buy() {
    const { checkoutId } = await place(buyer, [[shop, 1]])
    const url = await payPage(buyer, checkoutId)
    const paid = stripe.pay(url.slice(url.lastIndexOf('/') + 1))
    expect(await stripe.deliver(`${server.url}/functions/v1/payment-webhook`, paid)).toBe(200)
    return unwrap(await buyer.client.from('orders').select('id').eq('checkout_id', checkoutId).single()).id
  }

  it('an email that the mail server refused arrives after a retry, once for two presses', async () => {
    smtp.behaviour = 'refuses'
    const email = { user_id: buyer.id, recipient: buyer.email, template: 'account-restored', data: { name: 'Bea' } }
    const { id } = unwrap(await serviceOf(server).from('outbox').insert(email).select('id').single())
    await callFunction(server, 'send-mail')
    expect(await failing('email')).toMatchObject({
      id,
      what: 'account-restored',
      error: expect.stringContaining('550'),
    })
    smtp.behaviour = 'accepts'
    const results = await Promise.allSettled([retry('email', id), retry('email', id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // The retry itself calls the function.
    await eventually(() => smtp.deliveries.length).toBe(1)
    await eventually(async () => unwrap(await serviceOf(server).from('outbox').select('status').eq('id', id))).toEqual([
      { status: 'sent' },
    ])
    expect(smtp.deliveries[0]?.envelope).toContain(`RCPT TO:<${buyer.email}>`)
    await expect(retry('email', id)).rejects.toMatchObject({ hint: 'already_decided' })
    expect(await failed('email')).toEqual([])
  })

  it('a transfer and a refund that the provider refused are made after a retry, once each', async () => {
    const order = await buy()
    const account = 'acct_of_crumb'
    stripe.accounts.set(account, { id: account, charges_enabled: true })
    stripe.fail('POST /v1/transfers', 400)
    const ready = { provider: 'stripe', account_id: account, charges_enabled: true, payouts_enabled: true }
    const { error } = await serviceOf(server).rpc('set_payment_account', { shop_id: shop.id, ...ready })
    expect(error).toBeNull()
    await callFunction(server, 'settle-payments')
    const transfer = await failing('transfer')
    expect(transfer).toMatchObject({ what: 'transfer', error: expect.any(String) })
    expect(stripe.transfers.size).toBe(0)
    stripe.recover()
    await Promise.allSettled([retry('transfer', transfer.id), retry('transfer', transfer.id)])
    await eventually(() => stripe.transfers.size).toBe(1)
    await eventually(() => failed('transfer')).toEqual([])

    stripe.fail('POST /v1/refunds', 500)
    const terms = { order_id: order, amount: 2, reason: 'A dent', idempotency_key: 'a key of the test' }
    unwrap(await shop.owner.rpc('refund_order', terms))
    const refund = await failing('refund')
    expect(stripe.refunds.size).toBe(0)
    stripe.recover()
    const kept = stripe.kept()
    await Promise.allSettled([retry('refund', refund.id), retry('refund', refund.id)])
    await eventually(() => kept - stripe.kept()).toBe(200)
    await eventually(async () =>
      unwrap(await shop.owner.from('refunds').select('amount, status').eq('order_id', order)),
    ).toEqual([{ amount: 2, status: 'succeeded' }])
    expect(await failed('refund')).toEqual([])
    await callFunction(server, 'settle-payments')
    expect([stripe.refunds.size, stripe.transfers.size, kept - stripe.kept()]).toEqual([1, 1, 200])
  })

  it('a member is refused', async () => {
    expect((await buyer.client.rpc('failed_work')).error).toMatchObject({ code: '42501' })
    expect((await buyer.client.rpc('retry_work', { kind: 'email' })).error).toMatchObject({ code: '42501' })
  })
})
