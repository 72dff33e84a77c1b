/**
 * Sign-in with an external provider in a real browser: refusal, success, and an attempt to sign somebody in as
 * another member.
 */
import { createTestBrowser, type OpenIdServer, startOpenIdServer, testClient } from '#backend/auth/testing-providers'
import { startServer, type TestServer } from '../harness.ts'
import { expect, openSignIn, test, toast, visit } from './fixtures.ts'

let openId: OpenIdServer
let server: TestServer

test.beforeAll(async () => {
  test.setTimeout(120_000)
  openId = await startOpenIdServer()
  server = await startServer({
    env: {
      AUTH_OIDC_ISSUER: openId.issuer,
      AUTH_OIDC_CLIENT_ID: testClient.id,
      AUTH_OIDC_CLIENT_SECRET: testClient.secret,
    },
  })
  openId.setCallbackUrl(`http://localhost:${new URL(server.url).port}/auth/v1/callback`)
})
test.afterAll(async () => {
  await server.stop()
  await openId.close()
})

test('A visitor signs in with an external provider and cannot be signed in to another member’s account', async ({
  page,
}) => {
  const home = `http://localhost:${new URL(server.url).port}/`
  const button = page.getByRole('button', { name: 'Continue with Single sign-on' })
  openId.setUser(null)
  await visit(page, home)
  await openSignIn(page)
  await button.click()
  await expect(toast(page, 'Sign in failed')).toBeVisible()
  await expect(toast(page, 'The user denied the request')).toBeVisible()
  expect(page.url()).toBe(home)

  openId.setUser({ sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' })
  await visit(page, home)
  await openSignIn(page)
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
  await button.click()
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  expect(page.url()).toBe(home)
  // Not remembered: the session is in sessionStorage.
  const stored = await page.evaluate(() => JSON.parse(window.sessionStorage.getItem('tuckbox-session') ?? '{}'))
  expect(stored.user).toMatchObject({ email: 'ada@example.com', user_metadata: { name: 'Ada' } })
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('auth-flow'))).toEqual([])

  // An attacker stops her own sign-in at the callback and sends that URL to the victim.
  openId.setUser({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  const options = new URLSearchParams({ provider: 'keycloak', redirect_to: home })
  const stopped = await createTestBrowser(fetch).open(
    `${home}auth/v1/authorize?${options}`,
    ({ pathname }) => pathname === '/auth/v1/callback',
  )
  await page.goto(stopped.href)
  await expect(toast(page, 'Sign in failed')).toBeVisible()
  const after = await page.evaluate(() => JSON.parse(window.sessionStorage.getItem('tuckbox-session') ?? '{}'))
  expect(after.user.email).toBe('ada@example.com')
})
