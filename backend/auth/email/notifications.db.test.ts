/** Notifications of an account's owner about security changes. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuthSettings } from '../settings.ts'
import { type AuthTestContext, openAuthTestContext } from '../testing.ts'
import { createTestBrowser, type OpenIdServer, startOpenIdServer, testClient } from '../testing-providers.ts'
import { notificationKinds } from './email-templates.ts'

const site = 'https://shop.example'
const email = 'ada@example.com'
let context: AuthTestContext
let openId: OpenIdServer
beforeAll(async () => {
  context = await openAuthTestContext()
  openId = await startOpenIdServer()
  openId.setCallbackUrl(`${site}/auth/v1/callback`)
})
afterAll(async () => {
  await openId.close()
  await context.close()
})

const reset = async (notifications: AuthSettings['email']['notifications'], { inRealTime = false } = {}) => {
  const change = (settings: AuthSettings): AuthSettings => ({
    ...settings,
    email: { ...settings.email, notifications },
    providers: [
      {
        name: 'google',
        clientId: testClient.id,
        clientSecret: testClient.secret,
        protocol: 'openid',
        issuer: openId.issuer,
        issuerAliases: [],
      },
    ],
    manualLinkingEnabled: true,
  })
  await context.reset(change, { inRealTime })
  await context.confirmedAccount(email)
}
beforeEach(() => reset(notificationKinds))

const subjects = async () => (await context.emails(email)).map(({ subject }) => subject)

/** Signs in through the provider in a new browser. @returns the access token */
async function signInThroughGoogle(): Promise<string> {
  const browser = createTestBrowser((request) =>
    request.url.startsWith(site) ? context.send(request) : fetch(request),
  )
  const address = `${site}/auth/v1/authorize?${new URLSearchParams({ provider: 'google', redirect_to: site })}`
  const back = await browser.open(address, ({ origin, pathname }) => origin === site && pathname === '/')
  return new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''
}

test('a new password is notified once, to the account’s address, without a code', async () => {
  const { access } = await context.signIn()
  expect((await context.call('PUT', '/user', { token: access, body: { password: 'x' } })).status).toBe(422)
  expect((await context.call('PUT', '/user', { token: access, body: { data: { name: 'Ada' } } })).status).toBe(200)
  expect(await subjects()).toEqual([])
  expect((await context.call('PUT', '/user', { token: access, body: { password: 'battery staple' } })).status).toBe(200)
  expect(await subjects()).toEqual(['Your password was changed'])
  const { text, html, links } = await context.email(email)
  expect(text).toContain('If this was not you, reset your password at once')
  expect(text + html).not.toContain('code')
  expect(links).toEqual([site])
})

test('linking and unlinking an identity is notified with the provider’s name, and later sign-ins are not', async () => {
  openId.setUser({ sub: 'ada-at-google', email, email_verified: true })
  await signInThroughGoogle()
  const token = await signInThroughGoogle()
  expect(await subjects()).toEqual(['A way to sign in was added'])
  expect((await context.email(email)).text).toContain('with google')

  const { identities } = (await context.call('GET', '/user', { token })).body
  const [byPassword] = identities.filter(({ provider }: { provider: string }) => provider === 'email')
  expect((await context.call('DELETE', `/user/identities/${byPassword.identity_id}`, { token })).status).toBe(200)
  expect((await subjects())[0]).toBe('A way to sign in was removed')
  expect((await context.email(email)).text).toContain('no longer possible to sign in to ada@example.com with email')
})

test('a new account gets no notification of its first identity', async () => {
  openId.setUser({ sub: 'grace-at-google', email: 'grace@example.com', email_verified: true })
  await signInThroughGoogle()
  expect(await context.emails('grace@example.com')).toEqual([])
})

test('nothing is notified where the instance disables it', async () => {
  await reset([])
  const { access } = await context.signIn()
  expect((await context.call('PUT', '/user', { token: access, body: { password: 'battery staple' } })).status).toBe(200)
  expect(await subjects()).toEqual([])
})

test('repeated password changes are notified five times in an hour, and leave the email quota to others', async () => {
  await reset(notificationKinds, { inRealTime: true })
  const { access } = await context.signIn()
  for (let n = 0; n < 7; n += 1) {
    const body = { password: `battery staple ${n}` }
    expect((await context.call('PUT', '/user', { token: access, body })).status).toBe(200)
  }
  expect(await subjects()).toHaveLength(5)
})
