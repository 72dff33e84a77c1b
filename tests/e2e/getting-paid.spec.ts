/** How a seller comes to be paid by Stripe: set up, left half-way, a link that is no longer good, looked at, ready, asked again, and Stripe away. */
import { randomUUID } from 'node:crypto'
import { startServer, type TestServer } from '../harness.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from '../payments/stripe-server.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, fastForwardUntil, test } from './fixtures.ts'

let stripe: StripeServer
let server: TestServer

test.beforeAll(async () => {
  test.setTimeout(120_000)
  stripe = await startStripe()
  server = await startServer({
    env: { STRIPE_SECRET_KEY: stripeSecretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: stripe.url },
  })
})
test.afterAll(async () => {
  await server.stop()
  await stripe.close()
})

async function call(path: string, key: string, body: object): Promise<unknown> {
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok, path).toBe(true)
  return answer.status === 201 ? undefined : answer.json()
}

/** @returns the session of a new seller with a shop, as supabase-js keeps it */
async function newSeller(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const account = { email, password: randomUUID() }
  const made = await call('/auth/v1/admin/users', server.serviceKey, {
    ...account,
    email_confirm: true,
    user_metadata: { name: 'Robin' },
  })
  if (typeof made !== 'object' || made === null || !('id' in made)) throw new Error('nobody was made')
  const shop = {
    user_id: made.id,
    name: 'Paid Bakery',
    slug: 'paid',
    description: 'Bakes for money.',
    category: 'Other',
  }
  await call('/rest/v1/shops', server.serviceKey, shop)
  return JSON.stringify(await call('/auth/v1/token?grant_type=password', server.anonKey, account))
}

test.use({ expectedErrors: [/status of 502/] })

test('a seller tells Stripe who they are, and sees at each step how far they have come', async ({ page }) => {
  const session = await newSeller()
  await page.clock.install()
  await page.goto(`${server.url}/health`)
  await page.evaluate((kept) => window.localStorage.setItem('tuckbox-session', kept), session)
  const settings = `${server.url}/seller/payment-settings`
  const main = page.getByRole('main')
  await page.goto(settings)
  await expect(page.getByRole('heading', { name: 'You are not set up yet' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Set up payments' }).click()
  await expect(page.getByRole('heading', { name: 'Tell Stripe who you are' })).toBeVisible()
  const link = page.url()
  await page.getByRole('link', { name: 'Save for later' }).click()
  await expect(page.getByRole('heading', { name: 'Something is still missing' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Stripe still asks for' }).getByRole('listitem')).toHaveText([
    'Your bank account',
    'A document that shows who you are',
  ])
  await expectAccessible(page)

  // The same link again, from a letter or the history: Stripe sends back, and there is a new one.
  await page.goto(link)
  await expect(main).toContainText('The link to Stripe was no longer good.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go on setting up' }).click()
  await page.getByRole('link', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'You are ready to be paid' })).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveText([/: done$/, /: done$/, /: done$/])
  await expectAccessible(page)

  const [account] = stripe.accounts.values()
  const becomes = async (state: object) => {
    Object.assign(account ?? {}, state)
    await page.reload()
  }
  await becomes({ payouts_enabled: false, requirements: { currently_due: ['external_account'] } })
  await expect(main).toContainText('Stripe does not pay it out to your bank until it hears from you.')
  await expect(main.getByRole('listitem').filter({ hasText: 'receives the money' })).toContainText('not yet')
  await expect(page.getByRole('button', { name: 'Tell Stripe' })).toBeVisible()
  await expectAccessible(page)
  await becomes({ requirements: { currently_due: [] } })
  await expect(page.getByRole('heading', { name: 'Your details are being checked' })).toBeVisible()
  // Stripe has looked: the page says so by itself.
  Object.assign(account ?? {}, { payouts_enabled: true })
  await fastForwardUntil(page, page.getByRole('heading', { name: 'You are ready to be paid' }))

  stripe.fail('GET /v1/accounts/:id', 500)
  await page.reload()
  await fastForwardUntil(page, main.getByRole('alert'))
  await expect(main.getByRole('alert')).toContainText('The payment provider is not responding.')
  await expectAccessible(page)
  stripe.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are ready to be paid' })).toBeVisible()
})
