/** A seller's Stripe onboarding in every state, from setup to new requirements and an unavailable Stripe. */
import { randomUUID } from 'node:crypto'
import { startServer, type TestServer } from '../harness.ts'
import { type StripeServer, startStripe, stripeSecretKey, webhookSecret } from '../payments/stripe-server.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, fastForwardUntil, reload, test } from './fixtures.ts'

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
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, path).toBe(true)
  return response.status === 201 ? undefined : response.json()
}

/** @returns the session of a new seller with a shop, as supabase-js stores it */
async function newSeller(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const account = { email, password: randomUUID() }
  const user = await call('/auth/v1/admin/users', server.serviceKey, {
    ...account,
    email_confirm: true,
    user_metadata: { name: 'Robin' },
  })
  if (typeof user !== 'object' || user === null || !('id' in user)) throw new Error('The user was not created')
  const shop = {
    user_id: user.id,
    name: 'Paid Bakery',
    slug: 'paid',
    description: 'Bakes for money.',
    category: 'Other',
  }
  await call('/rest/v1/shops', server.serviceKey, shop)
  return JSON.stringify(await call('/auth/v1/token?grant_type=password', server.anonKey, account))
}

test.use({ expectedErrors: [/status of 502/] })

test('a seller sets up payments with Stripe, and the page shows the state of the account at each step', {
  tag: '@desktop',
}, async ({ page }) => {
  const session = await newSeller()
  await page.clock.install()
  await page.goto(`${server.url}/health`)
  await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), session)
  const settings = `${server.url}/seller/payment-settings`
  const main = page.getByRole('main')
  await page.goto(settings)
  await expect(page.getByRole('heading', { name: 'Payments are not set up yet' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Set up payments' }).click()
  await expect(page.getByRole('heading', { name: 'Tell Stripe who you are' })).toBeVisible()
  const link = page.url()
  await page.getByRole('link', { name: 'Save for later' }).click()
  await expect(page.getByRole('heading', { name: 'Some details are still missing' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Stripe still needs' }).getByRole('listitem')).toHaveText([
    'Your bank account',
    'A document that shows who you are',
  ])
  await expectAccessibleState(page)

  // Stripe redirects a link that was used before, for example from the browser history, back to this page.
  await page.goto(link)
  await expect(main).toContainText('The link to Stripe has expired.')
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Continue setting up' }).click()
  await page.getByRole('link', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'You are ready to be paid' })).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: ': ' })).toHaveText([/: done$/, /: done$/, /: done$/])
  await expectAccessibleState(page)

  const [account] = stripe.accounts.values()
  const updateAccount = async (state: object) => {
    Object.assign(account ?? {}, state)
    await reload(page)
  }
  await updateAccount({ payouts_enabled: false, requirements: { currently_due: ['external_account'] } })
  await expect(main).toContainText('Stripe will pay your bank once you send the details.')
  await expect(main.getByRole('listitem').filter({ hasText: 'Stripe can pay your bank account' })).toContainText(
    'not yet',
  )
  await expect(page.getByRole('button', { name: 'Update your details' })).toBeVisible()
  await expectAccessibleState(page)
  await updateAccount({ requirements: { currently_due: [] } })
  await expect(page.getByRole('heading', { name: 'Your details are being checked' })).toBeVisible()
  // The page polls, so it shows the end of Stripe's check without a reload.
  Object.assign(account ?? {}, { payouts_enabled: true })
  await fastForwardUntil(page, page.getByRole('heading', { name: 'You are ready to be paid' }))

  stripe.fail('GET /v1/accounts/:id', 500)
  await reload(page)
  await fastForwardUntil(page, main.getByRole('alert'))
  await expect(main.getByRole('alert')).toContainText('The payment provider is not responding.')
  await expectAccessibleState(page)
  stripe.recover()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are ready to be paid' })).toBeVisible()
})
