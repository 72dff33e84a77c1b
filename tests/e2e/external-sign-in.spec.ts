/**
 * Sign-in with an external provider in a real browser: refusal, success, an attempt to sign somebody in as another
 * member, and the ways to sign in of a member.
 */
import {
  createTestBrowser,
  type OpenIdServer,
  type Person,
  startOpenIdServer,
  testClient,
} from '#backend/auth/testing-providers'
import { startServer, type TestServer } from '../harness.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, openSignIn, test, toast, visit } from './fixtures.ts'
import { password, refuseOldSessionOnce } from './members.ts'

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

test('A member adds a password, removes and links ways to sign in, but never loses the last one', {
  tag: '@long',
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 403/)
  const home = `http://localhost:${new URL(server.url).port}/`
  const name = `bea-${test.info().project.name}`
  const bea = { sub: name, email: `${name}@example.com`, email_verified: true, name: 'Bea' }
  openId.setUser(bea)
  await visit(page, home)
  await openSignIn(page)
  await page.getByRole('button', { name: 'Continue with Single sign-on' }).click()
  await expect(toast(page, 'Signed in successfully')).toBeVisible()

  await visit(page, `${home}settings/security`)
  const ways = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem')
  const onlyWay = page.getByText('This is your only way to sign in, so it cannot be removed.')
  /** The issuer forgets who is signed in there. */
  const changePerson = async (person: Person) => {
    await page.context().clearCookies({ domain: '127.0.0.1' })
    openId.setUser(person)
  }
  /** Waits for the email, which is sent after the response. */
  const codeOf = async (subject: RegExp) => {
    let code = ''
    const read = async () => {
      const email = (await server.mailbox(bea.email)).find((sent) => subject.test(sent.subject))
      code = /code: (\d{6})/.exec(email?.text ?? '')?.[1] ?? ''
      return code
    }
    await expect.poll(read).not.toBe('')
    return code
  }
  const confirm = page.getByRole('dialog')
  await expect(ways).toHaveText([`Single sign-on${bea.email}`])
  await expect(onlyWay).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectAccessible(page)

  const form = page.getByRole('form', { name: 'Set password' })
  await expect(form.getByLabel('Current password')).toHaveCount(0)
  await form.getByLabel('New password', { exact: true }).fill(password)
  await form.getByLabel('Confirm new password').fill(password)
  await form.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await expect(ways).toHaveText([`Single sign-on${bea.email}Remove`, `Email and password${bea.email}Remove`])
  await expect(onlyWay).toBeHidden()
  await expect(page.getByRole('form', { name: 'Change password' }).getByLabel('Current password')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Single sign-on' }).click()
  await expect(confirm.getByText('You can no longer sign in with Single sign-on.')).toBeVisible()
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Single sign-on removed')).toBeVisible()
  await expect(ways).toHaveText([`Email and password${bea.email}`])
  await expect(onlyWay).toBeVisible()

  // Another member has the identity that Bea tries to link.
  const link = page.getByRole('button', { name: 'Link Single sign-on' })
  const session = () => page.evaluate(() => window.localStorage.getItem('tuckbox-session'))
  const before = await session()
  await changePerson({ sub: `cleo-${name}`, email: `cleo-${name}@example.com`, email_verified: true })
  await createTestBrowser(fetch).open(`${home}auth/v1/authorize?provider=keycloak&redirect_to=${home}`, ({ hash }) =>
    hash.includes('access_token'),
  )
  await link.click()
  await expect(toast(page, 'Single sign-on could not be linked')).toBeVisible()
  await expect(toast(page, 'This Single sign-on account is already linked to an account at Tuckbox.')).toBeVisible()
  await expect(ways).toHaveCount(1)

  // After ten minutes the member proves who they are. The identity may have another address.
  const other = { ...bea, sub: `other-${name}`, email: `other-${name}@example.com` }
  await changePerson(other)
  await refuseOldSessionOnce(page, 'GET', '**/user/identities/authorize*')
  await link.click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByText('Please enter your password to link Single sign-on.')).toBeVisible()
  expect(await session()).toBe(before)
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Single sign-on linked')).toBeVisible()
  expect(page.url()).toBe(`${home}settings/security`)
  await expect(ways).toHaveText([`Email and password${bea.email}Remove`, `Single sign-on${other.email}Remove`])
  const stored = JSON.parse((await session()) ?? '{}')
  expect(stored.user).toMatchObject({ email: bea.email })

  // Without the password, a code proves who they are.
  await page.getByRole('button', { name: 'Remove email and password' }).click()
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Email and password removed')).toBeVisible()
  await expect(ways).toHaveText([`Single sign-on${other.email}`])
  await expect(page.getByRole('form', { name: 'Set password' })).toBeVisible()
  await refuseOldSessionOnce(page, 'POST', '**/auth/v1/factors')
  await page.getByRole('button', { name: 'Turn on two-step verification' }).click()
  await expect(proof.getByText(`We have sent a code to ${bea.email}.`)).toBeVisible()
  await proof.getByLabel('Code').fill(await codeOf(/^Your sign-in link/))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.keyboard.press('Escape')

  await refuseOldSessionOnce(page, 'PUT', '**/auth/v1/user')
  await form.getByLabel('New password', { exact: true }).fill(password)
  await form.getByLabel('Confirm new password').fill(password)
  await form.getByRole('button', { name: 'Set password' }).click()
  await expect(proof.getByText(`We have sent a code to ${bea.email}.`)).toBeVisible()
  await expectAccessible(page)
  await proof.getByLabel('Code').fill(await codeOf(/is your Tuckbox code$/))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await expect(proof).toBeHidden()
})
