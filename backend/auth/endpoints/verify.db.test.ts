import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthWorld, openAuthWorld } from '../testing.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await openAuthWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const ada = { email: 'ada@example.com', password: 'correct horse' }
const signUp = (extra: object = {}) => world.call('POST', '/signup', { body: { ...ada, ...extra } })
const recover = (extra: object = {}) => world.call('POST', '/recover', { body: { email: ada.email, ...extra } })
const linkTo = async (email = ada.email) => new URL((await world.letter(email)).links[0] ?? '')
const tokenIn = (link: URL) => link.searchParams.get('token') ?? ''
const codeIn = ({ text }: { text: string }) => /code: (\d+)/.exec(text)?.[1] ?? ''
const verify = (body: unknown) => world.call('POST', '/verify', { body })
const pkce = () => {
  const verifier = randomBytes(40).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, params: { code_challenge: challenge, code_challenge_method: 's256' } }
}
const redeem = (code: string, verifier: string) =>
  world.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })

describe('a link', () => {
  test('confirms the address and brings the session in the fragment', async () => {
    await signUp()
    const { status, location, fragment } = await world.follow((await linkTo()).href)
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
    const { body } = await world.call('GET', '/user', { token: fragment.get('access_token') ?? '' })
    expect(body.email_confirmed_at).toBeTruthy()
    expect(body.user_metadata.email_verified).toBe(true)
    expect((await world.refresh(fragment.get('refresh_token') ?? '')).status).toBe(200)
  })

  test('works once', async () => {
    await signUp()
    const { href } = await linkTo()
    await world.follow(href)
    expect((await world.follow(href)).location).toBe(
      'https://shop.example/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    )
  })

  test('works once for ten at the same moment', async () => {
    await signUp()
    const { href } = await linkTo()
    const followed = await Promise.all(Array.from({ length: 10 }, () => world.follow(href)))
    expect(followed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
    expect(await world.query('select count(*)::int from auth.sessions')).toEqual([{ count: 1 }])
  })

  test('works for an hour', async () => {
    await signUp()
    const { href } = await linkTo()
    world.pass(3601)
    expect((await world.follow(href)).fragment.get('error_code')).toBe('otp_expired')
    const [row] = await world.query('select email_confirmed_at from auth.users')
    expect(row).toEqual({ email_confirmed_at: null })
  })

  test('is not spent by looking at it with HEAD', async () => {
    await signUp()
    const { href } = await linkTo()
    expect((await world.send(new Request(href, { method: 'HEAD' }))).status).toBe(405)
    expect((await world.follow(href)).fragment.has('access_token')).toBe(true)
  })

  test('that is no sign-up’s confirms an address, but not the password of whoever signed up with it', async () => {
    for (const path of ['/recover', '/otp']) {
      const email = `victim${path.length}@example.com`
      await world.call('POST', '/signup', { body: { email, password: 'the stranger’s' } })
      world.pass(61)
      await world.call('POST', path, { body: { email } })
      const { fragment } = await world.follow((await world.letter(email)).links[0] ?? '')
      expect(fragment.get('type')).toBe(path === '/otp' ? 'magiclink' : 'recovery')
      const { body } = await world.call('GET', '/user', { token: fragment.get('access_token') ?? '' })
      expect(body.email_confirmed_at).toBeDefined()
      const stranger = { email, password: 'the stranger’s' }
      expect(await world.call('POST', '/token?grant_type=password', { body: stranger })).toMatchObject({
        body: { error_code: 'invalid_credentials' },
      })
    }
  })

  test('of one kind is no link of another', async () => {
    await world.confirmedAccount()
    await recover()
    const link = await linkTo()
    for (const type of ['signup', 'invite', 'email_change', 'reauthentication', 'constructor', 'x']) {
      link.searchParams.set('type', type)
      expect((await world.follow(link.href)).fragment.get('error')).toMatch(/access_denied|invalid_request/)
    }
    link.searchParams.set('type', 'recovery')
    expect((await world.follow(link.href)).fragment.has('access_token')).toBe(true)
  })

  test('does not let in who is banned, and is not spent by trying', async () => {
    const { id } = await world.confirmedAccount()
    await recover()
    const { href } = await linkTo()
    const ban = (duration: string) =>
      world.call('PUT', `/admin/users/${id}`, { token: world.serviceKey, body: { ban_duration: duration } })
    await ban('1h')
    expect((await world.follow(href)).fragment.get('error_code')).toBe('user_banned')
    await ban('none')
    expect((await world.follow(href)).fragment.has('access_token')).toBe(true)
  })

  test('keeps the query of the page it leads to, and drops its fragment', async () => {
    await world.call('POST', `/signup?redirect_to=${encodeURIComponent('https://shop.example/a?b=c#d')}`, { body: ada })
    const { location } = await world.follow((await linkTo()).href)
    expect(location).toMatch(/^https:\/\/shop\.example\/a\?b=c#access_token=/)
  })

  test('never leads to a page that is not allowed', async () => {
    await signUp()
    const link = await linkTo()
    link.searchParams.set('redirect_to', 'https://evil.example/')
    expect((await world.follow(link.href)).location).toMatch(/^https:\/\/shop\.example\/#access_token/)
    expect((await world.follow(link.href)).location).toMatch(/^https:\/\/shop\.example\/#error/)
  })

  test.each(['', '?type=signup', '?token=abc', '?token=&type=signup'])(
    'without its parts (%s) is a bad request',
    async (query) => {
      expect(await world.call('GET', `/verify${query}`)).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      })
    },
  )

  test('that nobody wrote leads to the site with an error', async () => {
    for (const token of ['abc', '0'.repeat(56), `pkce_${'0'.repeat(56)}`, 'x'.repeat(5000), '\u0000', "' or 1=1 --"]) {
      const { status, fragment } = await world.follow(
        `https://shop.example/auth/v1/verify?${new URLSearchParams({ token, type: 'signup' })}`,
      )
      expect([status, fragment.get('error_code')]).toEqual([303, 'otp_expired'])
    }
  })
})

describe('a link for PKCE', () => {
  test('brings a code that only the holder of the verifier exchanges, once', async () => {
    const { verifier, params } = pkce()
    await signUp(params)
    const { query, fragment } = await world.follow((await linkTo()).href)
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

  test('takes a plain challenge too', async () => {
    const { verifier } = pkce()
    await signUp({ code_challenge: verifier, code_challenge_method: 'plain' })
    const { query } = await world.follow((await linkTo()).href)
    expect((await redeem(query.get('code') ?? '', verifier)).status).toBe(200)
  })

  test('has a code that lives five minutes', async () => {
    const { verifier, params } = pkce()
    await signUp(params)
    const { query } = await world.follow((await linkTo()).href)
    world.pass(301)
    expect(await redeem(query.get('code') ?? '', verifier)).toMatchObject({
      body: { error_code: 'flow_state_expired' },
    })
  })

  test('has no code before it is followed', async () => {
    const { verifier, params } = pkce()
    await signUp(params)
    const [flow] = await world.query('select auth_code from auth.flow_state')
    expect(await redeem(String(flow?.auth_code), verifier)).toMatchObject({
      body: { error_code: 'flow_state_not_found' },
    })
  })

  test('tells its errors in the query as well', async () => {
    const { params } = pkce()
    await signUp(params)
    const { href } = await linkTo()
    await world.follow(href)
    const { query, fragment } = await world.follow(href)
    expect(query.get('error_code')).toBe('otp_expired')
    expect(fragment.get('error_code')).toBe('otp_expired')
  })

  test('refuses what is no code and no verifier', async () => {
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
  test('signs in by token and e-mail, or by the hash in the link', async () => {
    await signUp()
    const code = codeIn(await world.letter(ada.email))
    const { status, body } = await verify({ type: 'signup', email: 'Ada@Example.com', token: code })
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', user: { email: 'ada@example.com' } })
    expect(await verify({ type: 'signup', email: ada.email, token: code })).toMatchObject({ status: 403 })

    await recover()
    const byHash = await verify({ type: 'recovery', token_hash: tokenIn(await linkTo()) })
    expect(byHash.body.user.email).toBe('ada@example.com')
  })

  test('of type email serves sign-up and sign-in alike', async () => {
    await signUp()
    const first = await verify({ type: 'email', email: ada.email, token: codeIn(await world.letter(ada.email)) })
    expect(first.status).toBe(200)
    await world.call('POST', '/otp', { body: { email: ada.email } })
    const second = await verify({ type: 'email', email: ada.email, token: codeIn(await world.letter(ada.email)) })
    expect(second.status).toBe(200)
  })

  test('voids its link, and the link voids the code', async () => {
    await signUp()
    const letter = await world.letter(ada.email)
    await verify({ type: 'signup', email: ada.email, token: codeIn(letter) })
    expect((await world.follow(letter.links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
    await recover()
    const second = await world.letter(ada.email)
    await world.follow(second.links[0] ?? '')
    expect((await verify({ type: 'recovery', email: ada.email, token: codeIn(second) })).status).toBe(403)
  })

  test('cannot be tried out: after five wrong ones the right one is void, and the link goes on working', async () => {
    await signUp()
    const letter = await world.letter(ada.email)
    const code = codeIn(letter)
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0')
      expect(await verify({ type: 'signup', email: ada.email, token: wrong })).toMatchObject({
        status: 403,
        body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
      })
    }
    expect((await verify({ type: 'signup', email: ada.email, token: code })).status).toBe(403)
    expect((await world.follow(letter.links[0] ?? '')).fragment.has('access_token')).toBe(true)
  })

  test('is not taken at all after twenty wrong ones in a day, however many codes were asked for', async () => {
    await world.confirmedAccount()
    const wrongFor = (code: string, guess: number) => String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0')
    for (let round = 0; round < 4; round += 1) {
      await recover()
      const code = codeIn(await world.letter(ada.email))
      for (let guess = 0; guess < 5; guess += 1) {
        await verify({ type: 'recovery', email: ada.email, token: wrongFor(code, guess) })
      }
      world.pass(61)
    }
    await recover()
    const letter = await world.letter(ada.email)
    expect((await verify({ type: 'recovery', email: ada.email, token: codeIn(letter) })).status).toBe(403)
    expect((await world.follow(letter.links[0] ?? '')).fragment.has('access_token')).toBe(true)
    world.pass(86_400)
    await recover()
    const next = codeIn(await world.letter(ada.email))
    expect((await verify({ type: 'recovery', email: ada.email, token: next })).status).toBe(200)
  })

  test('is worth nothing as a hash, nor for another address', async () => {
    await signUp()
    await world.confirmedAccount('eve@example.com')
    const code = codeIn(await world.letter(ada.email))
    const guessable = createHash('sha224')
      .update(ada.email + code)
      .digest('hex')
    expect((await verify({ type: 'signup', token_hash: guessable })).status).toBe(403)
    expect((await verify({ type: 'signup', token_hash: code })).status).toBe(403)
    expect((await verify({ type: 'signup', email: 'eve@example.com', token: code })).status).toBe(403)
    expect((await verify({ type: 'signup', email: 'nobody@example.com', token: code })).status).toBe(403)
  })

  test('lives for an hour', async () => {
    await signUp()
    const code = codeIn(await world.letter(ada.email))
    world.pass(3601)
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
  ])('%j is a bad request', async (body) => {
    expect(await verify(body)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })
})
