/** Signing in through another service in a real browser: out to its page and back, refused, and somebody lured into another's sign-in. */
import { createTestBrowser, type OpenIdServer, startOpenIdServer, testClient } from '#backend/auth/testing-providers'
import { startServer, type TestServer } from '../harness.ts'
import { arrive, expect, notice, openSignIn, test } from './visitor.ts'

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

test('a visitor signs in through another service, and nobody can sign them in as somebody else', async ({ page }) => {
  const home = `http://localhost:${new URL(server.url).port}/`
  const button = page.getByRole('button', { name: 'Continue with Single sign-on' })
  openId.setUser(null)
  await arrive(page, home)
  await openSignIn(page)
  await button.click()
  await expect(notice(page, 'Sign in failed')).toBeVisible()
  await expect(notice(page, 'They would rather not')).toBeVisible()
  expect(page.url()).toBe(home)

  openId.setUser({ sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' })
  await arrive(page, home)
  await openSignIn(page)
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
  await button.click()
  await expect(notice(page, 'Signed in successfully')).toBeVisible()
  expect(page.url()).toBe(home)
  // As they wished: for as long as this tab.
  const kept = await page.evaluate(() => JSON.parse(window.sessionStorage.getItem('tuckbox-session') ?? '{}'))
  expect(kept.user).toMatchObject({ email: 'ada@example.com', user_metadata: { name: 'Ada' } })
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('auth-flow'))).toEqual([])

  // Eve stops her own sign-in on its way back, and sends the address to Ada.
  openId.setUser({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  const options = new URLSearchParams({ provider: 'keycloak', redirect_to: home })
  const stopped = await createTestBrowser(fetch).open(
    `${home}auth/v1/authorize?${options}`,
    ({ pathname }) => pathname === '/auth/v1/callback',
  )
  await page.goto(stopped.href)
  await expect(notice(page, 'Sign in failed')).toBeVisible()
  const after = await page.evaluate(() => JSON.parse(window.sessionStorage.getItem('tuckbox-session') ?? '{}'))
  expect(after.user.email).toBe('ada@example.com')
})
