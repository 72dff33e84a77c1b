import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthTestContext, openAuthTestContext } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(() => context.reset())
afterAll(() => context.close())

const ada = { email: 'ada@example.com', password: 'correct horse' }
const signUp = (extra: object = {}) => context.call('POST', '/signup', { body: { ...ada, ...extra } })
const recover = (extra: object = {}) => context.call('POST', '/recover', { body: { email: ada.email, ...extra } })
const linkTo = async (email = ada.email) => new URL((await context.email(email)).links[0] ?? '')
const tokenIn = (link: URL) => link.searchParams.get('token') ?? ''
const codeIn = ({ text }: { text: string }) => /code: (\d+)/.exec(text)?.[1] ?? ''
const verify = (body: unknown) => context.call('POST', '/verify', { body })
const pkce = () => {
  const verifier = randomBytes(40).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, params: { code_challenge: challenge, code_challenge_method: 's256' } }
}
const redeem = (code: string, verifier: string) =>
  context.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })

describe('a link', () => {
  test('confirms the address and redirects with the session in the fragment', async () => {
    await signUp()
    const { status, location, fragment } = await context.follow((await linkTo()).href)
    expect(status).toBe(303)
    expect(location?.split('#')[0]).toBe('https://shop.example/')
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'type',
    ])
    const { body } = await context.call('GET', '/user', { token: fragment.get('access_token') ?? '' })
    expect(body.email_confirmed_at).toBeTruthy()
    expect(body.user_metadata.email_verified).toBe(true)
    expect((await context.refresh(fragment.get('refresh_token') ?? '')).status).toBe(200)
  })

  test('works once', async () => {
    await signUp()
    const { href } = await linkTo()
    await context.follow(href)
    expect((await context.follow(href)).location).toBe(
      'https://shop.example/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    )
  })

  test('works once in ten simultaneous requests', async () => {
    await signUp()
    const { href } = await linkTo()
    const followed = await Promise.all(Array.from({ length: 10 }, () => context.follow(href)))
    expect(followed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
    expect(await context.query('select count(*)::int from auth.sessions')).toEqual([{ count: 1 }])
  })

  test('works for an hour', async () => {
    await signUp()
    const { href } = await linkTo()
    context.advance(3601)
    expect((await context.follow(href)).fragment.get('error_code')).toBe('otp_expired')
    const [row] = await context.query('select email_confirmed_at from auth.users')
    expect(row).toEqual({ email_confirmed_at: null })
  })

  test('is not consumed by a HEAD request', async () => {
    await signUp()
    const { href } = await linkTo()
    expect((await context.send(new Request(href, { method: 'HEAD' }))).status).toBe(405)
    expect((await context.follow(href)).fragment.has('access_token')).toBe(true)
  })

  test('that is not a sign-up’s confirms the address, but not the password of the person who signed up with it', async () => {
    for (const path of ['/recover', '/otp']) {
      const email = `victim${path.length}@example.com`
      await context.call('POST', '/signup', { body: { email, password: 'the stranger’s' } })
      context.advance(61)
      await context.call('POST', path, { body: { email } })
      const { fragment } = await context.follow((await context.email(email)).links[0] ?? '')
      expect(fragment.get('type')).toBe(path === '/otp' ? 'magiclink' : 'recovery')
      const { body } = await context.call('GET', '/user', { token: fragment.get('access_token') ?? '' })
      expect(body.email_confirmed_at).toBeDefined()
      const stranger = { email, password: 'the stranger’s' }
      expect(await context.call('POST', '/token?grant_type=password', { body: stranger })).toMatchObject({
        body: { error_code: 'invalid_credentials' },
      })
    }
  })

  test('of one kind is not accepted as another kind', async () => {
    await context.confirmedAccount()
    await recover()
    const link = await linkTo()
    for (const type of ['signup', 'invite', 'email_change', 'reauthentication', 'constructor', 'x']) {
      link.searchParams.set('type', type)
      expect((await context.follow(link.href)).fragment.get('error')).toMatch(/access_denied|invalid_request/)
    }
    link.searchParams.set('type', 'recovery')
    expect((await context.follow(link.href)).fragment.has('access_token')).toBe(true)
  })

  test('does not sign in a banned member, and is not consumed by trying', async () => {
    const { id } = await context.confirmedAccount()
    await recover()
    const { href } = await linkTo()
    const ban = (duration: string) =>
      context.call('PUT', `/admin/users/${id}`, { token: context.serviceKey, body: { ban_duration: duration } })
    await ban('1h')
    expect((await context.follow(href)).fragment.get('error_code')).toBe('user_banned')
    await ban('none')
    expect((await context.follow(href)).fragment.has('access_token')).toBe(true)
  })

  test('keeps the query of its redirect URL and drops the fragment', async () => {
    await context.call('POST', `/signup?redirect_to=${encodeURIComponent('https://shop.example/a?b=c#d')}`, {
      body: ada,
    })
    const { location } = await context.follow((await linkTo()).href)
    expect(location).toMatch(/^https:\/\/shop\.example\/a\?b=c#access_token=/)
  })

  test('never redirects to a URL that is not allowed', async () => {
    await signUp()
    const link = await linkTo()
    link.searchParams.set('redirect_to', 'https://evil.example/')
    expect((await context.follow(link.href)).location).toMatch(/^https:\/\/shop\.example\/#access_token/)
    expect((await context.follow(link.href)).location).toMatch(/^https:\/\/shop\.example\/#error/)
  })

  test.each(['', '?type=signup', '?token=abc', '?token=&type=signup'])(
    'without its parts (%s) is a bad request',
    async (query) => {
      expect(await context.call('GET', `/verify${query}`)).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      })
    },
  )

  test('that is unknown redirects to the site with an error', async () => {
    for (const token of ['abc', '0'.repeat(56), `pkce_${'0'.repeat(56)}`, 'x'.repeat(5000), '\u0000', "' or 1=1 --"]) {
      const { status, fragment } = await context.follow(
        `https://shop.example/auth/v1/verify?${new URLSearchParams({ token, type: 'signup' })}`,
      )
      expect([status, fragment.get('error_code')]).toEqual([303, 'otp_expired'])
    }
  })
})

describe('a link for PKCE', () => {
  test('redirects with a single-use code that only the holder of the verifier can exchange', async () => {
    const { verifier, params } = pkce()
    await signUp(params)
    const { query, fragment } = await context.follow((await linkTo()).href)
    const code = query.get('code') ?? ''
    expect(fragment.has('access_token')).toBe(false)
    expect(await redeem(code, randomBytes(40).toString('base64url'))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    })
    const { status, body } = await redeem(code, verifier)
    expect(status).toBe(200)
    expect(body.user.email).toBe('ada@example.com')
    expect(await redeem(code, verifier)).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
  })

  test('accepts a plain challenge, too', async () => {
    const { verifier } = pkce()
    await signUp({ code_challenge: verifier, code_challenge_method: 'plain' })
    const { query } = await context.follow((await linkTo()).href)
    expect((await redeem(query.get('code') ?? '', verifier)).status).toBe(200)
  })

  test('has a code that is valid for five minutes', async () => {
    const { verifier, params } = pkce()
    await signUp(params)
    const { query } = await context.follow((await linkTo()).href)
    context.advance(301)
    expect(await redeem(query.get('code') ?? '', verifier)).toMatchObject({
      body: { error_code: 'flow_state_expired' },
    })
  })

  test('has no code before it is opened', async () => {
    const { verifier, params } = pkce()
    await signUp(params)
    const [flow] = await context.query('select auth_code from auth.flow_state')
    expect(await redeem(String(flow?.auth_code), verifier)).toMatchObject({
      body: { error_code: 'flow_state_not_found' },
    })
  })

  test('returns its errors in the query as well', async () => {
    const { params } = pkce()
    await signUp(params)
    const { href } = await linkTo()
    await context.follow(href)
    const { query, fragment } = await context.follow(href)
    expect(query.get('error_code')).toBe('otp_expired')
    expect(fragment.get('error_code')).toBe('otp_expired')
  })

  test('refuses an invalid code or verifier', async () => {
    for (const [code, verifier, error] of [
      ['', 'x', 'validation_failed'],
      ['x', '', 'validation_failed'],
      ['x', 'y', 'flow_state_not_found'],
      ['x', 'y'.repeat(1000), 'bad_code_verifier'],
    ] as const) {
      expect((await redeem(code, verifier)).body.error_code).toBe(error)
    }
  })
})

describe('a code typed in', () => {
  test('signs in with the code and email address, or with the hash in the link', async () => {
    await signUp()
    const code = codeIn(await context.email(ada.email))
    const { status, body } = await verify({ type: 'signup', email: 'Ada@Example.com', token: code })
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', user: { email: 'ada@example.com' } })
    expect(await verify({ type: 'signup', email: ada.email, token: code })).toMatchObject({ status: 403 })

    await recover()
    const byHash = await verify({ type: 'recovery', token_hash: tokenIn(await linkTo()) })
    expect(byHash.body.user.email).toBe('ada@example.com')
  })

  test('of type email works for sign-up and sign-in', async () => {
    await signUp()
    const first = await verify({ type: 'email', email: ada.email, token: codeIn(await context.email(ada.email)) })
    expect(first.status).toBe(200)
    await context.call('POST', '/otp', { body: { email: ada.email } })
    const second = await verify({ type: 'email', email: ada.email, token: codeIn(await context.email(ada.email)) })
    expect(second.status).toBe(200)
  })

  test('voids its link when used, and the link voids the code', async () => {
    await signUp()
    const mail = await context.email(ada.email)
    await verify({ type: 'signup', email: ada.email, token: codeIn(mail) })
    expect((await context.follow(mail.links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
    await recover()
    const second = await context.email(ada.email)
    await context.follow(second.links[0] ?? '')
    expect((await verify({ type: 'recovery', email: ada.email, token: codeIn(second) })).status).toBe(403)
  })

  test('cannot be guessed: after five wrong codes the right one is void, and the link still works', async () => {
    await signUp()
    const mail = await context.email(ada.email)
    const code = codeIn(mail)
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0')
      expect(await verify({ type: 'signup', email: ada.email, token: wrong })).toMatchObject({
        status: 403,
        body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
      })
    }
    expect((await verify({ type: 'signup', email: ada.email, token: code })).status).toBe(403)
    expect((await context.follow(mail.links[0] ?? '')).fragment.has('access_token')).toBe(true)
  })

  test('is refused after twenty wrong codes in a day, however many were requested', async () => {
    await context.confirmedAccount()
    const wrongFor = (code: string, guess: number) => String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0')
    for (let round = 0; round < 4; round += 1) {
      await recover()
      const code = codeIn(await context.email(ada.email))
      for (let guess = 0; guess < 5; guess += 1) {
        await verify({ type: 'recovery', email: ada.email, token: wrongFor(code, guess) })
      }
      context.advance(61)
    }
    await recover()
    const mail = await context.email(ada.email)
    expect((await verify({ type: 'recovery', email: ada.email, token: codeIn(mail) })).status).toBe(403)
    expect((await context.follow(mail.links[0] ?? '')).fragment.has('access_token')).toBe(true)
    context.advance(86_400)
    await recover()
    const next = codeIn(await context.email(ada.email))
    expect((await verify({ type: 'recovery', email: ada.email, token: next })).status).toBe(200)
  })

  test('is not accepted as a hash, nor for another address', async () => {
    await signUp()
    await context.confirmedAccount('eve@example.com')
    const code = codeIn(await context.email(ada.email))
    const guessable = createHash('sha224')
      .update(ada.email + code)
      .digest('hex')
    expect((await verify({ type: 'signup', token_hash: guessable })).status).toBe(403)
    expect((await verify({ type: 'signup', token_hash: code })).status).toBe(403)
    expect((await verify({ type: 'signup', email: 'eve@example.com', token: code })).status).toBe(403)
    expect((await verify({ type: 'signup', email: 'nobody@example.com', token: code })).status).toBe(403)
  })

  test('is valid for an hour', async () => {
    await signUp()
    const code = codeIn(await context.email(ada.email))
    context.advance(3601)
    expect((await verify({ type: 'signup', email: ada.email, token: code })).status).toBe(403)
  })

  test.each([
    [{}],
    [{ type: 'signup' }],
    [{ type: 'signup', token: '123456' }],
    [{ type: 'signup', email: 'ada@example.com' }],
    [{ type: 'signup', email: 'nobody', token: '123456' }],
    [{ type: 'signup', email: 'ada@example.com', token_hash: 'abc' }],
    [{ type: 'sms', email: 'ada@example.com', token: '123456' }],
    [{ type: 'toString', email: 'ada@example.com', token: '123456' }],
    [{ type: 'signup', phone: '441234567', token: '123456' }],
    [{ type: 'sms', phone: 'nobody', token: '123456' }],
    [{ type: 'sms', phone: '441234567', email: 'ada@example.com', token: '123456' }],
  ])('%j is a bad request', async (body) => {
    expect(await verify(body)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })

  test.each(['sms', 'phone_change'])('of type %s has no code that is right', async (type) => {
    expect(await verify({ type, phone: '+44 1234567', token: '123456' })).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
    })
  })
})
