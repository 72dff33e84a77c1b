import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthTestContext, expectSameTime, openAuthTestContext } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(() => context.reset())
afterAll(() => context.close())

const grant = (body: unknown, kind = 'password') => context.call('POST', `/token?grant_type=${kind}`, { body })
const credentials = { email: 'ada@example.com', password: 'correct horse' }

describe('the password grant', () => {
  test('returns a session whose access token has the claims that policies read', async () => {
    const { id } = await context.confirmedAccount()
    const { status, body, headers } = await grant({ ...credentials, email: 'ADA@example.com' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{22}$/),
      user: { id, email: 'ada@example.com', last_sign_in_at: expect.any(String) },
    })
    const claims = await context.tokens.verify(body.access_token)
    expect(claims).toMatchObject({
      sub: id,
      aud: 'authenticated',
      iss: 'https://shop.example/auth/v1',
      role: 'authenticated',
      email: 'ada@example.com',
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(body.expires_at).toBe(claims.exp)
  })

  test('records the client’s address and user agent with the session', async () => {
    await context.confirmedAccount()
    await context.call('POST', '/token?grant_type=password', {
      body: credentials,
      headers: { 'user-agent': 'x'.repeat(2000) },
    })
    const [session] = await context.query('select host(ip) as ip, length(user_agent) as length from auth.sessions')
    expect(session).toEqual({ ip: '127.0.0.1', length: 500 })
  })

  test('responds alike to a wrong password and an unknown address', async () => {
    await context.confirmedAccount()
    const wrong = await grant({ ...credentials, password: 'wrong horse' })
    const nobody = await grant({ ...credentials, email: 'nobody@example.com' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    })
    expect(nobody.body).toEqual(wrong.body)
    expect(nobody.status).toBe(wrong.status)
  })

  test('refuses a network after ten wrong passwords for an address, known or not, until time has passed', async () => {
    await context.confirmedAccount()
    const from = (address: string, body: object) =>
      context.call('POST', '/token?grant_type=password', { body, address })
    for (const email of [credentials.email, 'nobody@example.com']) {
      // Simultaneous attempts: only ten may pass.
      const responses = await Promise.all(
        Array.from({ length: 14 }, (_, n) => from('203.0.113.7', { email, password: `guess ${n}` })),
      )
      const statuses = responses.map(({ status }) => status).sort()
      expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
      expect(responses.find(({ status }) => status === 429)?.body).toMatchObject({
        error_code: 'over_request_rate_limit',
        msg: expect.stringMatching(
          /^Too many wrong passwords\. Please wait \d+ seconds, or choose a new password by email\.$/,
        ),
      })
    }
    // The right password is refused, too, or the response would reveal it.
    expect((await from('203.0.113.7', credentials)).status).toBe(429)
    expect((await from('198.51.100.1', credentials)).status).toBe(200)
    context.advance(91)
    expect((await from('203.0.113.7', credentials)).status).toBe(200)
    // Right passwords are not counted.
    for (let n = 0; n < 12; n += 1) expect((await from('203.0.113.8', credentials)).status).toBe(200)
  })

  test('refuses all networks after a hundred wrong passwords, except those the owner signed in from before', async () => {
    await context.reset((settings) => ({
      ...settings,
      password: { ...settings.password, attempts: { perNetwork: 10, perAddress: 5 } },
    }))
    await context.confirmedAccount()
    const from = (address: string, password: string) =>
      context.call('POST', '/token?grant_type=password', { body: { ...credentials, password }, address })
    expect((await from('192.0.2.1', credentials.password)).status).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await from(`203.0.113.${n}`, 'guess')).status).toBe(400)
    expect((await from('203.0.113.99', credentials.password)).status).toBe(429)
    expect((await from('192.0.2.1', credentials.password)).status).toBe(200)
  })

  test('reveals that the address is not confirmed only with the right password', async () => {
    await context.call('POST', '/signup', { body: credentials })
    expect(await grant(credentials)).toMatchObject({
      status: 400,
      body: { error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
    })
    expect(await grant({ ...credentials, password: 'wrong horse' })).toMatchObject({
      body: { error_code: 'invalid_credentials' },
    })
  })

  test('reveals that the account is banned only with the right password', async () => {
    const { id } = await context.confirmedAccount()
    await context.call('PUT', `/admin/users/${id}`, { token: context.serviceKey, body: { ban_duration: '1h' } })
    expect(await grant(credentials)).toMatchObject({ status: 400, body: { error_code: 'user_banned' } })
    expect(await grant({ ...credentials, password: 'wrong horse' })).toMatchObject({
      body: { error_code: 'invalid_credentials' },
    })
    context.advance(3601)
    expect((await grant(credentials)).status).toBe(200)
  })

  test('accepts hashes made by GoTrue and PHP', async () => {
    const { id } = await context.confirmedAccount()
    for (const prefix of ['$2a', '$2y']) {
      await context.query(
        `update auth.users set encrypted_password = $2 || substr(encrypted_password, 4) where id = $1::uuid`,
        [id, prefix],
      )
      expect((await grant(credentials)).status).toBe(200)
    }
  })

  test('never signs in to an account without a password', async () => {
    const { id } = await context.confirmedAccount()
    for (const hash of ['', 'plain text', '$2b$10$short', null]) {
      await context.query('update auth.users set encrypted_password = $2 where id = $1::uuid', [id, hash])
      for (const password of ['', 'plain text', 'correct horse', 'null']) {
        const response = await context.call('POST', '/token?grant_type=password', {
          body: { ...credentials, password },
          address: `203.0.113.${password.length}`,
        })
        expect(response.status).toBe(400)
      }
    }
  })

  test('does not cut a long password to the 72 bytes that bcrypt reads', async () => {
    const password = 'x'.repeat(72)
    await context.confirmedAccount(credentials.email, password)
    expect((await grant({ ...credentials, password })).status).toBe(200)
    expect(await grant({ ...credentials, password: `${password}y` })).toMatchObject({
      body: { error_code: 'invalid_credentials' },
    })
  })

  test.each([
    ['no email', { password: 'x' }],
    ['an empty email', { email: '', password: 'x' }],
    ['a null email', { email: null, password: 'x' }],
    ['no password', { email: 'ada@example.com' }],
    ['nothing', {}],
  ])('with %s asks for both', async (_, body) => {
    expect(await grant(body)).toMatchObject({
      status: 400,
      body: {
        error_code: 'validation_failed',
        msg: 'You must provide either an email or phone number and a password',
      },
    })
  })

  test('is not available by phone', async () => {
    expect(await grant({ phone: '+441', password: 'x' })).toMatchObject({
      body: { error_code: 'phone_provider_disabled' },
    })
  })
})

describe('the refresh grant', () => {
  test('exchanges a token for the next one and a fresh access token of the same session', async () => {
    await context.confirmedAccount()
    const first = await context.signIn()
    context.advance(60)
    const { status, body } = await context.refresh(first.refresh)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(first.refresh)
    const [before, after] = await Promise.all([
      context.tokens.verify(first.access),
      context.tokens.verify(body.access_token),
    ])
    expect(after.session_id).toBe(before.session_id)
    expect(after.amr).toEqual(before.amr)
    expect(Number(after.exp)).toBeGreaterThan(Number(before.exp))
    expect((await context.refresh(body.refresh_token)).status).toBe(200)
  })

  test('returns the same successor to simultaneous requests with one token', async () => {
    await context.confirmedAccount()
    const { refresh } = await context.signIn()
    const responses = await Promise.all(Array.from({ length: 20 }, () => context.refresh(refresh)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
    const rows = await context.query('select revoked, count(*)::int from auth.refresh_tokens group by 1 order by 1')
    expect(rows).toEqual([
      { revoked: false, count: 1 },
      { revoked: true, count: 1 },
    ])
  })

  test('repeats its response for a token used a moment ago, even when its successor was used, too', async () => {
    await context.confirmedAccount()
    const { refresh } = await context.signIn()
    const second = (await context.refresh(refresh)).body.refresh_token
    const third = (await context.refresh(second)).body.refresh_token
    expect((await context.refresh(refresh)).body.refresh_token).toBe(third)
  })

  test('ends the session when a token is used again later', async () => {
    await context.confirmedAccount()
    const { access, refresh } = await context.signIn()
    const other = await context.signIn()
    const next = (await context.refresh(refresh)).body.refresh_token
    context.advance(11)
    expect(await context.refresh(refresh)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
    })
    expect(await context.refresh(next)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect(await context.call('GET', '/user', { token: access })).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    })
    expect((await context.call('GET', '/user', { token: other.access })).status).toBe(200)
    expect((await context.refresh(other.refresh)).status).toBe(200)
  })

  test('refuses reuse without ending the session where rotation is disabled', async () => {
    await context.reset((settings) => ({
      ...settings,
      tokens: { ...settings.tokens, refreshTokenRotationEnabled: false },
    }))
    await context.confirmedAccount()
    const { refresh } = await context.signIn()
    const next = (await context.refresh(refresh)).body.refresh_token
    context.advance(11)
    expect((await context.refresh(refresh)).status).toBe(400)
    expect((await context.refresh(next)).status).toBe(200)
  })

  test('is refused after the session’s time box and after inactivity', async () => {
    await context.reset((settings) => ({ ...settings, sessions: { timeboxSeconds: 7200, inactivitySeconds: 1800 } }))
    await context.confirmedAccount()
    let { refresh } = await context.signIn()
    for (let passed = 0; passed < 7000; passed += 1700) {
      context.advance(1700)
      const { status, body } = await context.refresh(refresh)
      if (passed < 5100) expect(status).toBe(200)
      refresh = body.refresh_token ?? refresh
    }
    context.advance(1700)
    expect(await context.refresh(refresh)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
    const idle = await context.signIn()
    context.advance(1801)
    expect(await context.refresh(idle.refresh)).toMatchObject({
      body: { error_code: 'session_expired', msg: 'Invalid Refresh Token: Session Expired (Inactivity)' },
    })
  })

  test('refuses unknown tokens and those of banned and deleted accounts', async () => {
    const { id } = await context.confirmedAccount()
    const { refresh } = await context.signIn()
    const unknown = await context.refresh('unknown-token')
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    await context.call('PUT', `/admin/users/${id}`, { token: context.serviceKey, body: { ban_duration: '1h' } })
    expect(await context.refresh(refresh)).toMatchObject({ status: 400, body: { error_code: 'user_banned' } })
    await context.call('DELETE', `/admin/users/${id}`, { token: context.serviceKey })
    expect((await context.refresh(refresh)).body).toEqual(unknown.body)
  })

  test('returns OAuth’s error members without a token', async () => {
    expect(await grant({}, 'refresh_token')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_code: 'validation_failed', msg: 'refresh_token required' },
    })
  })
})

test.each(['', 'implicit', 'constructor', '__proto__'])('the grant type "%s" is not supported', async (kind) => {
  expect(await grant(credentials, kind)).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } })
})

test('a wrong password and an unknown address take the same time', async () => {
  await context.reset((settings) => ({ ...settings, password: { ...settings.password, attempts: null } }), {
    inRealTime: true,
  })
  await context.confirmedAccount()
  const attempt = (email: string) => () => grant({ email, password: 'wrong horse' })
  await expectSameTime(2, attempt('nobody@example.com'), attempt('ada@example.com'))
})
