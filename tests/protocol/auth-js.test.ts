/** Every supported method of auth-js over HTTP, and the errors of those that are not supported. */
import { createClient, isAuthApiError, isAuthWeakPasswordError, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestBrowser, type OpenIdServer, startOpenIdServer, testClient } from '#backend/auth/testing-providers'
import { databases, type MailboxEmail, startServer, type TestServer } from '../harness.ts'

vi.stubGlobal('WebSocket', WebSocket)

const password = 'correct horse battery'
let accounts = 0
const newAddress = () => {
  accounts += 1
  return `client${accounts}@example.com`
}
const codeIn = ({ text }: { text: string }) => /code: (\d+)/.exec(text)?.[1] ?? ''
/** The hash in the link, for `verifyOtp`. */
const hashIn = ({ text }: { text: string }) => /verify\?(?:\S*&)?token=(\w+)/.exec(text)?.[1] ?? ''

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

describe.each(databases)('auth-js on %s', (database) => {
  let server: TestServer
  let openId: OpenIdServer
  beforeAll(async () => {
    openId = await startOpenIdServer()
    server = await startServer({
      database,
      env: {
        AUTH_OIDC_ISSUER: openId.issuer,
        AUTH_OIDC_CLIENT_ID: testClient.id,
        AUTH_OIDC_CLIENT_SECRET: testClient.secret,
      },
    })
    openId.setCallbackUrl(`http://localhost:${new URL(server.url).port}/auth/v1/callback`)
  })
  afterAll(async () => {
    await server.stop()
    await openId.close()
  })

  const client = (flowType: 'implicit' | 'pkce' = 'implicit', key = server.anonKey): SupabaseClient =>
    createClient(server.url, key, {
      auth: { autoRefreshToken: false, storage: memoryStorage(), detectSessionInUrl: false, flowType },
    })
  const administrator = () => client('implicit', server.serviceKey).auth.admin
  /** Waits for the newest email after `count` earlier ones. The server sends emails after its response. */
  const emailTo = (address: string, count = 0): Promise<MailboxEmail> =>
    vi.waitFor(async () => {
      const emails = await server.mailbox(address)
      const [newest] = emails
      if (newest === undefined || emails.length <= count) throw new Error(`No email ${count + 1} to ${address}`)
      return newest
    }, 10_000)
  async function follow(link: string): Promise<URL> {
    const response = await fetch(link, { redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '')
  }
  async function signedIn(email = newAddress(), flowType: 'implicit' | 'pkce' = 'implicit') {
    await administrator().createUser({ email, password, email_confirm: true })
    const { auth } = client(flowType)
    const { data, error } = await auth.signInWithPassword({ email, password })
    if (error) throw error
    return { email, auth, session: data.session }
  }

  test('signs up, confirms, signs in, changes, refreshes and signs out an account', async () => {
    const email = newAddress()
    const { auth } = client()
    expect((await auth.initialize()).error).toBeNull()
    expect(auth.isThrowOnErrorEnabled()).toBeFalsy()
    const events: string[] = []
    const { subscription } = auth.onAuthStateChange((event) => void events.push(event)).data
    const signUp = await auth.signUp({ email, password, options: { data: { name: 'Ada' } } })
    expect(signUp).toMatchObject({ error: null, data: { session: null, user: { email } } })
    const early = await auth.signInWithPassword({ email, password })
    expect(isAuthApiError(early.error) && [early.error.status, early.error.code, early.error.message]).toEqual([
      400,
      'email_not_confirmed',
      'Email not confirmed',
    ])
    const confirmed = new URLSearchParams((await follow((await emailTo(email)).links[0] ?? '')).hash.slice(1))
    expect(
      (
        await auth.setSession({
          access_token: confirmed.get('access_token') ?? '',
          refresh_token: confirmed.get('refresh_token') ?? '',
        })
      ).data.user?.email,
    ).toBe(email)

    const signIn = await auth.signInWithPassword({ email, password })
    expect(signIn.data.user?.user_metadata.name).toBe('Ada')
    const changed = await auth.updateUser({ data: { avatar_url: '/a.svg' } })
    expect(changed.data.user?.user_metadata).toMatchObject({ name: 'Ada', avatar_url: '/a.svg' })
    const refreshed = await auth.refreshSession()
    expect(refreshed.data.session?.refresh_token).not.toBe(signIn.data.session?.refresh_token)
    expect((await auth.getUser()).data.user?.email).toBe(email)
    const claims = (await auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1', session_id: expect.any(String) })

    const token = refreshed.data.session?.access_token ?? ''
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await auth.getSession()).data.session).toBeNull()
    expect((await auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.signOut()).error).toBeNull()
    expect(events.slice(0, 6)).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'SIGNED_IN',
      'USER_UPDATED',
      'TOKEN_REFRESHED',
      'SIGNED_OUT',
    ])
    subscription.unsubscribe()
    await auth.startAutoRefresh()
    await auth.stopAutoRefresh()
    await auth.dispose()
  })

  test('signs out of all sessions, of this one, or of the others', async () => {
    const { auth: one, email } = await signedIn()
    const other = client().auth
    await other.signInWithPassword({ email, password })
    expect((await one.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.getUser()).error).not.toBeNull()
    expect((await one.getUser()).error).toBeNull()
    const third = client().auth
    const { data } = await third.signInWithPassword({ email, password })
    expect((await one.signOut({ scope: 'local' })).error).toBeNull()
    expect((await third.getUser()).error).toBeNull()
    expect((await administrator().signOut(data.session?.access_token ?? '', 'global')).error).toBeNull()
    expect((await third.getUser()).error).not.toBeNull()
  })

  test('reports errors with GoTrue’s codes', async () => {
    const { auth } = client()
    const email = newAddress()
    expect((await auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    const weak = await auth.signUp({ email, password: 'x' })
    expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(['length'])
    const common = await auth.signUp({ email, password: 'Password1' })
    expect(isAuthWeakPasswordError(common.error) && common.error.reasons).toEqual(['pwned'])
    expect((await auth.verifyOtp({ type: 'signup', email, token: '000000' })).error?.code).toBe('otp_expired')
    expect((await auth.setSession({ access_token: 'a.b.c', refresh_token: 'x' })).error).not.toBeNull()
    expect((await auth.refreshSession({ refresh_token: 'x' })).error?.code).toBe('refresh_token_not_found')
    expect((await auth.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
    expect((await client().auth.admin.listUsers()).error?.code).toBe('not_admin')
  })

  test('resends emails, recovers an account, and verifies one-time codes and re-authentication', async () => {
    const email = newAddress()
    const { auth } = client()
    await auth.signUp({ email, password })
    await emailTo(email)
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
    const token = codeIn(await emailTo(email, 1))
    expect((await auth.verifyOtp({ type: 'signup', email, token })).data.session).not.toBeNull()
    expect((await auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/settings` })).error).toBeNull()
    const recovery = new URL((await emailTo(email, 2)).links[0] ?? '')
    const token_hash = recovery.searchParams.get('token') ?? ''
    expect((await auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    expect((await auth.updateUser({ password: 'battery staple, new' })).error).toBeNull()
    expect((await auth.reauthenticate()).error).toBeNull()
    const nonce = codeIn(await emailTo(email, 3))
    expect(nonce).toMatch(/^\d{6}$/)
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    const typed = await auth.verifyOtp({ type: 'email', email, token: codeIn(await emailTo(email, 4)) })
    expect(typed.data.user?.email).toBe(email)
    const stranger = newAddress()
    expect((await auth.signInWithOtp({ email: stranger, options: { shouldCreateUser: false } })).error).toBeNull()
    expect(await server.mailbox(stranger)).toEqual([])
  })

  test('exchanges a PKCE code only in the client that requested it', async () => {
    const email = newAddress()
    const requester = client('pkce').auth
    await requester.signUp({ email, password, options: { emailRedirectTo: `${server.url}/welcome` } })
    const back = await follow((await emailTo(email)).links[0] ?? '')
    expect(back.pathname).toBe('/welcome')
    const code = back.searchParams.get('code') ?? ''
    expect((await client('pkce').auth.exchangeCodeForSession(code)).error).not.toBeNull()
    const { data, error } = await requester.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  test('confirms a change of email address by two links, one for each address', async () => {
    const { auth, email } = await signedIn()
    const next = newAddress()
    const requested = await auth.updateUser({ email: next })
    expect(requested.data.user?.new_email).toBe(next)
    expect((await auth.resend({ type: 'email_change', email })).error).toBeNull()
    await emailTo(email, 1)
    const first = await auth.verifyOtp({ type: 'email_change', token_hash: hashIn(await emailTo(email, 1)) })
    expect(first).toMatchObject({ data: { user: null, session: null }, error: null })
    const second = await auth.verifyOtp({ type: 'email_change', token_hash: hashIn(await emailTo(next, 1)) })
    expect(second.data.user?.email).toBe(next)
  })

  test('keeps two tabs signed in that refresh at the same time', async () => {
    const { session } = await signedIn()
    const refresh_token = session.refresh_token
    const refreshed = await Promise.all([client(), client()].map(({ auth }) => auth.refreshSession({ refresh_token })))
    expect(refreshed.map(({ error }) => error)).toEqual([null, null])
    expect(new Set(refreshed.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
  })

  test('signs in with an external provider, with PKCE and without, and links it to an account', async () => {
    const browser = createTestBrowser(fetch)
    const isBack = (url: URL) => url.port === new URL(server.url).port && !url.pathname.startsWith('/auth/v1')
    const email = newAddress()
    openId.setUser({ sub: email, email, email_verified: true, name: 'Ada' })
    const requester = client('pkce').auth
    const options = { redirectTo: `${server.url}/welcome`, skipBrowserRedirect: true }
    const redirect = await requester.signInWithOAuth({ provider: 'keycloak', options })
    const back = await browser.open(redirect.data.url ?? '', isBack)
    expect(back.pathname).toBe('/welcome')
    const { data } = await requester.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ada' } })

    const { auth, email: other } = await signedIn()
    openId.setUser({ sub: other })
    const linking = await auth.linkIdentity({ provider: 'keycloak', options })
    expect(linking.data.url).toContain(openId.issuer)
    const nonce = { iss: openId.issuer, aud: testClient.id, iat: Math.floor(Date.now() / 1000) }
    const token = await openId.idToken({ ...nonce, exp: nonce.iat + 600, sub: other })
    expect((await auth.linkIdentity({ provider: 'keycloak', token })).error).toBeNull()
    const identities = (await auth.getUserIdentities()).data?.identities ?? []
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])

    const implicit = await client().auth.signInWithOAuth({ provider: 'keycloak', options })
    const fragment = new URLSearchParams(
      (await createTestBrowser(fetch).open(implicit.data.url ?? '', isBack)).hash.slice(1),
    )
    expect((await auth.getUser(fragment.get('access_token') ?? '')).data.user?.email).toBe(other)
    const second = await openId.idToken({ ...nonce, exp: nonce.iat + 601, sub: other })
    expect((await client().auth.signInWithIdToken({ provider: 'keycloak', token: second })).data.user?.email).toBe(
      other,
    )

    const [, keycloak] = identities
    if (!keycloak) throw new Error('The identity is missing')
    expect((await auth.unlinkIdentity(keycloak)).error).toBeNull()
    expect((await auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  test('manages users with the service key', async () => {
    const admin = administrator()
    const email = newAddress()
    const created = await admin.createUser({ email, password, email_confirm: true, user_metadata: { name: 'Ada' } })
    const id = created.data.user?.id ?? ''
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    const listed = await admin.listUsers({ page: 1, perPage: 1 })
    expect(listed.data.users).toMatchObject([{ id }])
    const updated = await admin.updateUserById(id, { app_metadata: { role: 'moderator' } })
    expect(updated.data.user?.app_metadata.role).toBe('moderator')

    const newEmail = newAddress()
    // In sequence, because a recovery token replaces the token of a magic link.
    for (const link of [
      () => admin.generateLink({ type: 'magiclink', email }),
      () => admin.generateLink({ type: 'recovery', email }),
      () => admin.generateLink({ type: 'email_change_current', email, newEmail }),
      () => admin.generateLink({ type: 'email_change_new', email, newEmail }),
      () => admin.generateLink({ type: 'signup', email: newAddress(), password }),
      () => admin.generateLink({ type: 'invite', email: newAddress() }),
    ]) {
      const { data, error } = await link()
      expect(error).toBeNull()
      const landed = await follow(data.properties?.action_link ?? '')
      expect(landed.hash).toMatch(/access_token|message=Confirmation/)
    }
    expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail)
    const guest = newAddress()
    expect((await admin.inviteUserByEmail(guest)).data.user?.email).toBe(guest)
    expect((await emailTo(guest)).subject).toContain('invited')
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    expect((await admin.getUserById(id)).data.user).toMatchObject({ email: '', deleted_at: expect.any(String) })
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  })

  test('takes a second factor at the next sign-in, and accepts each of its codes once', async () => {
    const { auth, email } = await signedIn()
    const { data: enrolled } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    const factorId = enrolled?.id ?? ''
    const totp = new TOTP({ secret: enrolled?.totp.secret ?? '' })
    const code = totp.generate()
    expect((await auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const next = client().auth
    await next.signInWithPassword({ email, password })
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await next.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed')
    // A phone's clock may be ahead.
    const newest = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await next.mfa.challengeAndVerify({ factorId, code: newest })).error).toBeNull()
    await next.refreshSession()
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await next.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await next.mfa.listFactors()).data?.all).toEqual([])
  })

  test('gets GoTrue’s errors of disabled features for what is not supported', async () => {
    const { auth } = await signedIn()
    const refusals = [
      await auth.mfa.enroll({ factorType: 'phone', phone: '+442079460000' }),
      await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' }),
      await auth.signInWithSSO({ domain: 'shop.example' }),
      await auth
        .signInWithOAuth({ provider: 'apple', options: { skipBrowserRedirect: true } })
        .then(async ({ data }) => {
          const refused = await fetch(data.url ?? '')
          return { error: { code: (await refused.json()).error_code } }
        }),
      await administrator().oauth.listClients(),
      await administrator().customProviders.listProviders(),
    ]
    expect(refusals.map(({ error }) => error?.code)).toEqual([
      'mfa_phone_enroll_not_enabled',
      'mfa_webauthn_enroll_not_enabled',
      'saml_provider_disabled',
      'provider_disabled',
      'not_found',
      'not_found',
    ])
    expect(server.logs()).not.toContain('an auth request failed')
  })
})
