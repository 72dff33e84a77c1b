/**
 * Kills the server with SIGKILL at any moment between 'Pay' and the last webhook. Afterwards each checkout is paid
 * once with its orders, or unpaid with its stock restored. CRASHES sets the number of runs (`npm run test:crash`).
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'
import {
  type Buyer,
  callFunction,
  expireAll,
  newBuyer,
  openShop,
  payPage,
  place,
  type Shop,
  serviceOf,
  signIn,
  unwrap,
} from './market-fixtures.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from './stripe-server.ts'

const crashes = Number(process.env.CRASHES ?? 3)
const buyersAtOnce = 6
const stockAtFirst = 10_000

type Provider = 'stripe' | 'test'

/** A buyer's progress through the checkout, kept outside the killed server, as in their browser. */
interface Attempt {
  readonly buyer: Buyer
  readonly key: string
  readonly lines: readonly (readonly [Shop, number])[]
  /** Whether they return after the crash and press 'Pay' again. */
  readonly comesBack: boolean
}

describe.each(databases)('a server that is killed during payments, on %s', (database) => {
  let dataDir: string
  let databaseUrl: string | undefined
  let stripe: StripeServer
  let server: TestServer
  let shops: [Shop, Shop]
  let buyers: Buyer[]

  const start = (provider: Provider) =>
    startServer({
      dataDir,
      env: {
        // A statement that is slow on a busy machine is not a crash.
        STATEMENT_TIMEOUT_MS: '60000',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...(provider === 'stripe'
          ? { STRIPE_SECRET_KEY: stripeSecretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: stripe.url }
          : {}),
      },
    })

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-crash-'))
    databaseUrl = database === 'postgres' ? await createDatabase() : undefined
    stripe = await startStripe()
    server = await start('test')
    shops = [await openShop(server, 'cakes', stockAtFirst), await openShop(server, 'buns', stockAtFirst)]
    buyers = []
    for (let n = 0; n < buyersAtOnce; n += 1) buyers.push(await newBuyer(server))
    await server.stop()
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await stripe.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    if (databaseUrl) await dropDatabase(databaseUrl)
  })

  /** From the basket to the payment. A repeated call continues from the last step. */
  async function pay(attempt: Attempt, provider: Provider, client: Buyer['client']): Promise<void> {
    const buyer = { ...attempt.buyer, client }
    const { checkoutId } = await place(buyer, attempt.lines, attempt.key)
    const url = await payPage(buyer, checkoutId)
    // Paid before the crash, and the client got the response.
    if (url.includes('payment=done')) return
    const session = url.slice(url.lastIndexOf('/') + 1)
    if (provider === 'test') {
      unwrap(await client.functions.invoke('test-payment', { body: { session, card: 'good' } }))
      return
    }
    // Stripe's page outlives the server, and Stripe takes the money before the webhook.
    if (stripe.sessions.get(session)?.status !== 'open') return
    await stripe.deliver(`${server.url}/functions/v1/payment-webhook`, stripe.pay(session))
  }

  /** Delivers all events, expires unpaid checkouts and runs all refunds. */
  async function settleAll(): Promise<void> {
    await stripe.deliverAll(`${server.url}/functions/v1/payment-webhook`)
    await expireAll(server)
    const due = { next_attempt_at: new Date(Date.now() - 1_000).toISOString() }
    await serviceOf(server).from('refunds').update(due).eq('status', 'pending')
    await callFunction(server, 'settle-payments')
    await stripe.deliverAll(`${server.url}/functions/v1/payment-webhook`)
  }

  /** Compares all checkouts so far with their payments, refunds and stock. */
  async function verifyCheckouts(): Promise<{ paid: number; unpaid: number }> {
    const service = serviceOf(server)
    const checkouts = unwrap(
      await service
        .from('checkouts')
        .select(
          'id, status, total, payments(status, amount, provider, refunds(amount, status)), orders(status, total_amount, order_items(product_id, quantity))',
        ),
    )
    const sold = new Map<string, number>()
    let keptByStripe = 0
    for (const { id, status, total, payments, orders } of checkouts) {
      const captured = payments.filter((payment) => payment.status === 'succeeded')
      const back = captured.flatMap(({ refunds }) => refunds)
      const kept =
        captured.reduce((sum, { amount }) => sum + amount, 0) - back.reduce((sum, { amount }) => sum + amount, 0)
      expect(['paid', 'expired'], id).toContain(status)
      expect(Math.round(kept * 100), `${id} is ${status}`).toBe(status === 'paid' ? Math.round((total ?? 0) * 100) : 0)
      expect(
        back.every((refund) => refund.status === 'succeeded'),
        id,
      ).toBe(true)
      expect(new Set(orders.map((order) => order.status)), id).toEqual(
        new Set([status === 'paid' ? 'processing' : 'cancelled']),
      )
      if (captured.some(({ provider }) => provider === 'stripe')) keptByStripe += Math.round(kept * 100)
      if (status !== 'paid') continue
      for (const { product_id, quantity } of orders.flatMap(({ order_items }) => order_items))
        sold.set(product_id ?? '', (sold.get(product_id ?? '') ?? 0) + quantity)
    }
    for (const { productId } of shops) {
      const { stock } = unwrap(await service.from('products').select('stock').eq('id', productId).single())
      expect(stock).toBe(stockAtFirst - (sold.get(productId) ?? 0))
    }
    expect(stripe.kept()).toBe(keptByStripe)
    const paid = checkouts.filter(({ status }) => status === 'paid').length
    return { paid, unpaid: checkouts.length - paid }
  }

  it(`leaves every checkout paid once, or unpaid with its stock restored, ${crashes} times`, {
    timeout: 60_000 + crashes * 60_000,
  }, async () => {
    const totals = { paid: 0, unpaid: 0 }
    for (let crash = 0; crash < crashes; crash += 1) {
      const provider: Provider = crash % 2 === 0 ? 'stripe' : 'test'
      server = await start(provider)
      // Warm up first, so that the kill can fall on any step and not on the first bundling.
      await callFunction(server, 'settle-payments')
      const attempts: Attempt[] = buyers.map((buyer, n) => ({
        buyer,
        key: randomUUID(),
        lines:
          n % 2 === 0
            ? [
                [shops[0], 1],
                [shops[1], 2],
              ]
            : [[shops[0], 1]],
        comesBack: n % 3 !== 0,
      }))
      const clients = await Promise.all(attempts.map(({ buyer }) => signIn(server, buyer.email)))
      const payments = attempts.map((attempt, n) =>
        pay(attempt, provider, clients[n] ?? attempt.buyer.client).catch(() => {}),
      )
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 1_500))
      await server.stop('SIGKILL')
      await Promise.all(payments)

      server = await start(provider)
      for (const attempt of attempts.filter(({ comesBack }) => comesBack)) {
        const client = await signIn(server, attempt.buyer.email)
        await pay(attempt, provider, client)
      }
      await settleAll()
      // The counts include the checkouts of earlier crashes.
      Object.assign(totals, await verifyCheckouts())
      await server.stop()
    }
    console.log(`${crashes} crashes on ${database}: ${totals.paid} checkouts paid, ${totals.unpaid} unpaid`)
    // A buyer who returned has paid.
    expect(totals.paid).toBeGreaterThanOrEqual(crashes * buyers.length * 0.6)
  })
})
