/** Sign-in through external providers: the round trips, account linking, and every attack that must fail. */
import { createHash, randomBytes } from 'node:crypto'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthSettings, ProviderSettings } from '../settings.ts'
import { type AuthTestContext, openAuthTestContext } from '../testing.ts'
import {
  createTestBrowser,
  type GitHubServer,
  type OpenIdServer,
  type Person,
  startGitHubServer,
  startOpenIdServer,
  type TestBrowser,
  testClient,
} from '../testing-providers.ts'

const site = 'https://shop.example'
const ada = {
  sub: 'ada-at-the-issuer',
  email: 'Ada@example.com',
  email_verified: true,
  name: 'Ada L.',
} satisfies Person
const client = { clientId: testClient.id, clientSecret: testClient.secret }

let context: AuthTestContext
let openId: OpenIdServer
let github: GitHubServer
let providers: ProviderSettings[]
let browser: TestBrowser

beforeAll(async () => {
  context = await openAuthTestContext()
  openId = await startOpenIdServer()
  openId.setCallbackUrl(`${site}/auth/v1/callback`)
  github = await startGitHubServer()
  providers = [
    { ...client, name: 'keycloak', protocol: 'openid', issuer: openId.issuer, issuerAliases: [] },
    { ...client, name: 'google', protocol: 'openid', issuer: 'http://127.0.0.1:9', issuerAliases: [] },
    { ...client, name: 'github', protocol: 'github', siteUrl: github.url, apiUrl: `${github.url}/api/v3` },
  ]
})
beforeEach(() => reset())
afterAll(async () => {
  await openId.close()
  await github.close()
  await context.close()
})

const reset = async (change: Partial<AuthSettings> = {}) => {
  await context.reset((settings) => ({ ...settings, providers, manualLinkingEnabled: true, ...change }))
  openId.setUser(ada)
  browser = newBrowser()
}

/** Calls the endpoints directly and the providers over the network. */
const newBrowser = () =>
  createTestBrowser((request) => (request.url.startsWith(site) ? context.send(request) : fetch(request)))

const authorizeUrl = (parameters: Record<string, string> = {}) =>
  `${site}/auth/v1/authorize?${new URLSearchParams({ provider: 'keycloak', redirect_to: `${site}/welcome`, ...parameters })}`
const isReturn = (url: URL) => url.origin === site && !url.pathname.startsWith('/auth/v1')
const isCallback = (url: URL) => url.pathname === '/auth/v1/callback'
const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1))
const challengeFor = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
})

/** Signs in through the provider in a new browser. @returns the account and the session */
async function signInThrough(provider: string, person?: Person) {
  if (person) openId.setUser(person)
  const back = await newBrowser().open(authorizeUrl({ provider }), isReturn)
  const fragment = fragmentOf(back)
  const access = fragment.get('access_token')
  if (access === null) return { refusal: fragment.get('error_code'), description: fragment.get('error_description') }
  const { body } = await context.call('GET', '/user', { token: access })
  return { user: body, access }
}

const accounts = () => context.query('select id, email from auth.users order by created_at')

describe('a sign-in through an OpenID issuer', () => {
  test('creates a confirmed account the first time, finds it the next time and keeps what its owner changed', async () => {
    const back = await browser.open(authorizeUrl(), isReturn)
    expect(back.pathname).toBe('/welcome')
    const fragment = fragmentOf(back)
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_token',
      'refresh_token',
      'token_type',
    ])
    expect(browser.cookies().filter((pair) => pair.startsWith('auth-flow'))).toEqual([])
    const token = fragment.get('access_token') ?? ''
    const first = (await context.call('GET', '/user', { token })).body
    expect(first).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { name: 'Ada L.', email_verified: true, iss: openId.issuer },
      identities: [{ provider: 'keycloak', id: ada.sub }],
    })
    expect(first.email_confirmed_at).toBeDefined()
    expect((await context.tokens.verify(token)).amr).toMatchObject([{ method: 'oauth' }])

    await context.call('PUT', '/user', { token, body: { data: { name: 'The Countess' } } })
    expect((await context.call('PUT', '/user', { token, body: { password: 'a password too' } })).body).toMatchObject({
      identities: [{ provider: 'keycloak' }, { provider: 'email' }],
      app_metadata: { provider: 'keycloak', providers: ['keycloak', 'email'] },
    })
    const again = await signInThrough('keycloak', { ...ada, name: 'Somebody', email: 'other@example.com' })
    expect(again.user.id).toBe(first.id)
    expect(again.user).toMatchObject({ email: 'ada@example.com', user_metadata: { name: 'The Countess' } })
    expect(await accounts()).toHaveLength(1)
    expect(context.loggedErrors).toEqual([])
  })

  test('ends for PKCE in a single-use code that only the holder of the verifier can exchange', async () => {
    const verifier = randomBytes(32).toString('hex')
    const back = await browser.open(authorizeUrl(challengeFor(verifier)), isReturn)
    const code = back.searchParams.get('code') ?? ''
    expect(back.hash).toBe('')
    const redeem = (code_verifier: string) =>
      context.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier } })
    const { status, body } = await redeem(verifier)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { email: 'ada@example.com' }, provider_token: expect.any(String) })
    expect((await redeem(verifier)).body.error_code).toBe('flow_state_not_found')
    const other = await browser.open(authorizeUrl(challengeFor(verifier)), isReturn)
    expect(
      await context.call('POST', '/token?grant_type=pkce', {
        body: { auth_code: other.searchParams.get('code'), code_verifier: randomBytes(32).toString('hex') },
      }),
    ).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
  })

  test('redirects with an error when the person denies it or the issuer is unreachable', async () => {
    openId.setUser(null)
    const denied = await browser.open(authorizeUrl(), isReturn)
    expect(denied.pathname).toBe('/welcome')
    expect(Object.fromEntries(fragmentOf(denied))).toEqual({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The user denied the request',
    })
    const away = await browser.open(authorizeUrl({ provider: 'google', ...challengeFor('v'.repeat(43)) }), isReturn)
    expect(away.searchParams.get('error_description')).toBe('Unable to sign in with google. Please try again.')
    expect(context.loggedErrors).toHaveLength(1)
    expect(await accounts()).toEqual([])
  })

  test('redirects to no other site, and no caller can choose where the code goes', async () => {
    const evil = 'https://evil.example/'
    const left = await browser.open(
      authorizeUrl({
        redirect_to: evil,
        redirect_uri: evil,
        client_id: 'x',
        state: 'x',
        response_type: 'token',
        prompt: 'login',
      }),
      (url) => url.origin === openId.issuer,
    )
    expect(Object.fromEntries(left.searchParams)).toMatchObject({
      redirect_uri: `${site}/auth/v1/callback`,
      client_id: testClient.id,
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    expect(left.searchParams.get('state')).not.toBe('x')
    expect((await browser.open(left.href, isReturn)).href).toMatch(/^https:\/\/shop\.example\/#access_token=/)
  })

  test('is refused to another browser, a second time, and after ten minutes', async () => {
    const refused = expect.stringContaining('error_code=bad_oauth_state')
    const stopped = await browser.open(authorizeUrl(), isCallback)
    // A victim is lured to the callback URL of an attacker's own sign-in.
    expect((await newBrowser().open(stopped.href, isReturn)).hash).toEqual(refused)
    const other = newBrowser()
    await other.open(authorizeUrl(), isCallback)
    expect((await other.open(stopped.href, isReturn)).hash).toEqual(refused)
    expect((await browser.open(stopped.href, isReturn)).hash).toContain('access_token')
    expect((await browser.open(stopped.href, isReturn)).hash).toEqual(refused)

    const [cookie = ''] = other.cookies().filter((pair) => pair.startsWith('auth-flow'))
    const replay = newBrowser()
    replay.storeCookies(
      new Response(null, { headers: { 'set-cookie': `${cookie}; Path=/auth/v1/callback` } }),
      'shop.example',
    )
    context.advance(601)
    expect((await replay.open(`${site}/auth/v1/callback?code=x&state=${cookie.slice(10, 46)}`, isReturn)).hash).toEqual(
      refused,
    )
    for (const query of ['', '?state=x&code=y', '?code=y', `?state=${randomBytes(16).toString('hex')}&error=x`]) {
      expect((await newBrowser().open(`${site}/auth/v1/callback${query}`, isReturn)).hash).toEqual(refused)
    }
    expect(await accounts()).toHaveLength(1)
  })

  test('is refused with a used code, an unknown code, and a response of another issuer', async () => {
    const first = await browser.open(authorizeUrl(), isCallback)
    await browser.open(first.href, isReturn)
    const swap = async (change: (url: URL) => void) => {
      const stopped = await browser.open(authorizeUrl(), isCallback)
      change(stopped)
      return fragmentOf(await browser.open(stopped.href, isReturn)).get('error_description')
    }
    const failed = 'Unable to sign in with keycloak. Please try again.'
    expect(await swap((url) => url.searchParams.set('code', first.searchParams.get('code') ?? ''))).toBe(failed)
    expect(await swap((url) => url.searchParams.set('code', 'made-up'))).toBe(failed)
    expect(await swap((url) => url.searchParams.set('iss', 'https://evil.example'))).toBe(failed)
    expect(await swap((url) => url.searchParams.delete('iss'))).toBe(failed)
    const denial = { error: 'access_denied', error_description: 'Please call 0900 1', iss: 'https://evil.example' }
    const deny = (url: URL) => {
      url.search = `${new URLSearchParams({ ...denial, state: url.searchParams.get('state') ?? '' })}`
    }
    expect(await swap(deny)).toBe(failed)
    const repeated = 'OAuth callback with a repeated parameter'
    expect(await swap((url) => url.searchParams.append('code', 'made-up'))).toBe(repeated)
    expect(await swap((url) => url.searchParams.delete('code'))).toBe('OAuth callback with missing authorization code')
    expect(await accounts()).toHaveLength(1)
  })
})

describe('a person from a provider', () => {
  test('gets the confirmed account with their verified address, and its password still works', async () => {
    const { id } = await context.confirmedAccount()
    const { user } = await signInThrough('keycloak')
    expect(user).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email', 'keycloak'] } })
    expect((await context.signIn()).access).not.toBe('')
    // Two simultaneous sign-ins create one account and one identity.
    const eve = { sub: 'eve', email: 'eve@example.com', email_verified: true }
    const both = await Promise.all([signInThrough('keycloak', eve), signInThrough('keycloak', eve)])
    expect(new Set(both.map((response) => response.user.id)).size).toBe(1)
    expect(await accounts()).toHaveLength(2)
  })

  test('inherits nothing from a stranger who signed up with their address and never confirmed it', async () => {
    const stranger = { email: 'ada@example.com', password: 'the stranger’s' }
    await context.call('POST', '/signup', { body: { ...stranger, data: { name: 'Stranger', shop: 'evil' } } })
    const [link = ''] = (await context.email(stranger.email)).links
    const { user } = await signInThrough('keycloak')
    expect(user.user_metadata).toMatchObject({ name: 'Ada L.' })
    expect(user.user_metadata.shop).toBeUndefined()
    expect(user.identities).toMatchObject([{ provider: 'keycloak' }])
    expect(await context.call('POST', '/token?grant_type=password', { body: stranger })).toMatchObject({ status: 400 })
    expect((await context.follow(link)).fragment.get('error_code')).toBe('otp_expired')
    expect(await accounts()).toHaveLength(1)
  })

  test('is refused without a verified address, and nothing is created or linked', async () => {
    await context.confirmedAccount()
    for (const email_verified of [false, undefined]) {
      expect(await signInThrough('keycloak', { ...ada, email_verified })).toMatchObject({
        refusal: 'provider_email_needs_verification',
        description: 'Unverified email with keycloak. Verify the email with keycloak in order to sign in',
      })
    }
    expect((await signInThrough('keycloak', { sub: 'nameless' })).refusal).toBe('provider_email_needs_verification')
    expect(await accounts()).toHaveLength(1)
    expect(await context.query(`select 1 from auth.identities where provider = 'keycloak'`)).toEqual([])
  })

  test('is refused while banned, and where sign-ups are disabled', async () => {
    const { id } = await context.confirmedAccount()
    await context.call('PUT', `/admin/users/${id}`, { token: context.serviceKey, body: { ban_duration: '1h' } })
    expect((await signInThrough('keycloak')).refusal).toBe('user_banned')
    await reset({ signUpEnabled: false })
    expect((await signInThrough('keycloak')).refusal).toBe('signup_disabled')
    await context.confirmedAccount()
    expect((await signInThrough('keycloak')).user.email).toBe('ada@example.com')
  })

  test('is identified at GitHub by the verified address, not by the profile’s', async () => {
    const unproven = { email: 'ada@example.com', primary: true, verified: false }
    const other = { email: 'other@example.com', primary: false, verified: true }
    github.setUser({ id: 7, login: 'ada', emails: [other, unproven] })
    expect((await signInThrough('github')).refusal).toBe('provider_email_needs_verification')
    github.setUser({ id: 7, login: 'ada', emails: [other, { ...unproven, verified: true }] })
    expect((await signInThrough('github')).user).toMatchObject({
      email: 'ada@example.com',
      user_metadata: { name: 'ada', user_name: 'ada' },
      identities: [{ provider: 'github', id: '7' }],
    })
    const stopped = await browser.open(authorizeUrl({ provider: 'github' }), isCallback)
    stopped.searchParams.set('iss', openId.issuer)
    expect((await browser.open(stopped.href, isReturn)).hash).toContain('error_code=unexpected_failure')
    expect(await accounts()).toHaveLength(1)
  })
})

describe('linking an identity', () => {
  test('is possible only for the account’s owner, who cannot unlink the last one', async () => {
    await context.confirmedAccount()
    const { auth } = context.client()
    await auth.signInWithPassword({ email: 'ada@example.com', password: 'correct horse' })
    const { session } = (await auth.getSession()).data
    const elsewhere = { sub: 'another', email: 'elsewhere@example.com', email_verified: true }
    openId.setUser(elsewhere)
    /** As a page does it: the cookie is set on the script's request. */
    const linkIn = async (wanted: TestBrowser, token: string | undefined) => {
      const response = await context.send(
        new Request(`${site}/auth/v1/user/identities/authorize?provider=keycloak&skip_http_redirect=true`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      )
      wanted.storeCookies(response, 'shop.example')
      const { url } = await response.json()
      return fragmentOf(await wanted.open(url, isReturn))
    }
    expect((await auth.linkIdentity({ provider: 'keycloak' })).data.url).toContain(openId.issuer)
    expect((await linkIn(browser, session?.access_token)).has('access_token')).toBe(true)
    expect((await linkIn(browser, session?.access_token)).get('error_description')).toBe('Identity is already linked')
    const identities = (await auth.getUserIdentities()).data?.identities ?? []
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
    expect((await signInThrough('keycloak', elsewhere)).user.email).toBe('ada@example.com')

    const eve = await context.confirmedAccount('eve@example.com')
    const { access } = await context.signIn(eve)
    openId.setUser(elsewhere)
    expect((await linkIn(newBrowser(), access)).get('error_description')).toBe(
      'Identity is already linked to another user',
    )
    const [email, keycloak] = identities
    const foreign = await context.call('DELETE', `/user/identities/${keycloak?.identity_id}`, { token: access })
    expect(foreign).toMatchObject({ status: 422, body: { error_code: 'identity_not_found' } })
    if (!email || !keycloak) throw new Error('The identities are missing')
    expect((await auth.unlinkIdentity(email)).error).toBeNull()
    expect((await auth.signInWithPassword({ email: 'ada@example.com', password: 'correct horse' })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await auth.unlinkIdentity(keycloak)).error?.code).toBe('single_identity_not_deletable')
    expect((await context.call('DELETE', '/user/identities/x', { token: access })).status).toBe(404)
  })

  test('is undone for a phone number, which another account can have then', async () => {
    const { id } = await context.confirmedAccount()
    const setPhone = (account: string) =>
      context.call('PUT', `/admin/users/${account}`, {
        token: context.serviceKey,
        body: { phone: '441234567', phone_confirm: true },
      })
    const phone = (await setPhone(id)).body.identities.find(
      ({ provider }: { provider: string }) => provider === 'phone',
    )
    const { access: token } = await context.signIn()
    expect((await context.call('DELETE', `/user/identities/${phone.identity_id}`, { token })).status).toBe(200)
    const { body } = await context.call('GET', '/user', { token })
    expect(body).toMatchObject({ phone: '', app_metadata: { providers: ['email'] } })
    expect(body).not.toHaveProperty('phone_confirmed_at')
    const eve = await context.confirmedAccount('eve@example.com')
    expect((await setPhone(eve.id)).status).toBe(200)
  })

  test('requires a recent sign-in, and a session that has not ended meanwhile', async () => {
    await context.confirmedAccount()
    const { access } = await context.signIn()
    openId.setUser({ sub: 'a thief', email: 'thief@example.com', email_verified: true })
    const path = '/auth/v1/user/identities/authorize?provider=keycloak&skip_http_redirect=true'
    const begun = await context.send(new Request(site + path, { headers: { authorization: `Bearer ${access}` } }))
    browser.storeCookies(begun, 'shop.example')
    const { url } = await begun.json()
    await context.call('POST', '/logout?scope=global', { token: access })
    expect(fragmentOf(await browser.open(url, isReturn)).get('error_code')).toBe('session_not_found')

    const stolen = (await context.signIn()).access
    context.advance(601)
    const id_token = await openId.idToken({ sub: 'a thief', iss: openId.issuer, aud: testClient.id })
    const body = { provider: 'keycloak', id_token, link_identity: true }
    for (const [method, endpoint, options] of [
      ['GET', path.slice('/auth/v1'.length), {}],
      ['POST', '/token?grant_type=id_token', { body }],
      // Its codes would be a recent proof.
      ['POST', '/factors', { body: { factor_type: 'totp' } }],
      ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000', {}],
    ] as const) {
      expect(await context.call(method, endpoint, { token: stolen, ...options })).toMatchObject({
        status: 403,
        body: { error_code: 'reauthentication_needed' },
      })
    }
    expect(await context.query('select provider from auth.identities')).toEqual([{ provider: 'email' }])
  })

  test('cannot be started for another person’s browser, nor where the instance disables it', async () => {
    await context.confirmedAccount()
    const { access } = await context.signIn()
    const requestLink = () =>
      context.call('GET', '/user/identities/authorize?provider=keycloak&skip_http_redirect=true', { token: access })
    const lured = await newBrowser().open((await requestLink()).body.url, isReturn)
    expect(lured.hash).toContain('error_code=bad_oauth_state')
    expect(await context.call('GET', '/user/identities/authorize?provider=keycloak')).toMatchObject({ status: 401 })
    await reset({ manualLinkingEnabled: false })
    await context.confirmedAccount()
    const { access: token } = await context.signIn()
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=keycloak'],
      ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      expect(await context.call(method, path, { token })).toMatchObject({
        status: 404,
        body: { error_code: 'manual_linking_disabled' },
      })
    }
  })
})

describe('an ID token', () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const claims = () => ({ ...ada, iss: openId.issuer, aud: testClient.id, iat: inSeconds(0), exp: inSeconds(3600) })
  const grant = (id_token: string, more: object = {}) =>
    context.call('POST', '/token?grant_type=id_token', { body: { provider: 'keycloak', id_token, ...more } })

  test('of the issuer signs in once, and only with its nonce', async () => {
    const nonce = 'a nonce of the app’s'
    const hashed = createHash('sha256').update(nonce).digest('hex')
    const token = await openId.idToken({ ...claims(), nonce: hashed })
    expect((await grant(token)).status).toBe(400)
    expect((await grant(token, { nonce: 'another' })).status).toBe(400)
    const { auth } = context.client()
    const signedIn = await auth.signInWithIdToken({ provider: 'keycloak', token, nonce })
    expect(signedIn.data.user?.email).toBe('ada@example.com')
    // The last character has bits that no decoder reads.
    const [last = ''] = token.slice(-1)
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const rewritten = token.slice(0, -1) + digits[digits.indexOf(last) + 1]
    for (const used of [token, rewritten])
      expect(await grant(used, { nonce })).toMatchObject({
        status: 400,
        body: { error_description: 'The ID token was used before' },
      })
    const other = await openId.idToken({ ...claims(), sub: 'other', email: 'other@example.com' })
    const linked = await auth.linkIdentity({ provider: 'keycloak', token: other })
    expect(linked.error).toBeNull()
    expect((await auth.getUserIdentities()).data?.identities).toHaveLength(2)
    expect((await grant(await openId.idToken(claims()), { nonce })).status).toBe(400)
  })

  test('that is forged, expired or issued to another client is refused', async () => {
    const { privateKey: strange } = await generateKeyPair('RS256')
    const secretKey = new TextEncoder().encode(testClient.secret)
    const valid = await openId.idToken(claims())
    const bad = {
      'with no algorithm': new UnsecuredJWT(claims()).encode(),
      'signed with an unknown key': await openId.idToken(claims(), strange),
      'signed with the client’s secret': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secretKey),
      'for another client': await openId.idToken({ ...claims(), aud: 'another shop' }),
      'for several, and issued to another': await openId.idToken({ ...claims(), aud: [testClient.id, 'x'], azp: 'x' }),
      'of another issuer': await openId.idToken({ ...claims(), iss: 'https://evil.example' }),
      expired: await openId.idToken({ ...claims(), iat: inSeconds(-7200), exp: inSeconds(-3600) }),
      'without an expiry': await openId.idToken({ ...claims(), exp: undefined }),
      'without a subject': await openId.idToken({ ...claims(), sub: '' }),
      'with replaced claims': valid.replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ ...claims(), sub: 'x' })).toString('base64url')}.`,
      ),
      'that is not a JWT': 'x.y.z',
    }
    const responses = await Promise.all(
      Object.entries(bad).map(async ([what, token]) => [what, (await grant(token)).status] as const),
    )
    expect(responses).toEqual(Object.keys(bad).map((what) => [what, 400]))
    expect((await grant(valid, { provider: 'github' })).body.error_code).toBe('provider_disabled')
    expect((await grant(valid, { provider: 'apple' })).body).toMatchObject({
      error_code: 'provider_disabled',
      msg: 'Provider (issuer "https://appleid.apple.com") is not enabled',
    })
    expect((await grant(valid, { link_identity: true })).status).toBe(401)
    expect(await accounts()).toEqual([])
    expect(context.loggedErrors).toEqual([])
  })
})
