/** Accounts over HTTP with supabase-js and plain requests, with emails from the development mailbox. */
import { request as httpRequest } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTokens } from '#backend/tokens'
import { databases, jwtSecret, noSession, type RunningServer } from '../harness.ts'
import { behindProxy, sharedServer } from '../shared-server.ts'
import { call, clientOf, follow, linkTo, newAddress, password, signedIn } from './accounts.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

describe.each(databases)('Accounts over HTTP on %s', (database) => {
  let server: RunningServer
  beforeAll(async () => {
    server = await sharedServer({ database })
  })

  test('are created, confirmed by email, signed in to, and signed out of everywhere', async () => {
    const { auth } = clientOf(server)
    const email = newAddress()
    const signUp = await auth.signUp({ email, password, options: { data: { name: 'Ada' } } })
    expect(signUp.error).toBeNull()
    expect(signUp.data.session).toBeNull()
    expect((await auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')

    const link = await linkTo(server, email)
    expect(link).toMatch(new RegExp(`^http://[^/]+:${new URL(server.url).port}/auth/v1/verify\\?token=`))
    const { status, fragment } = await follow(link)
    expect(status).toBe(303)
    expect((await auth.getUser(fragment.get('access_token') ?? '')).data.user?.email).toBe(email)
    expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired')

    const { data } = await auth.signInWithPassword({ email, password })
    expect(data.user?.user_metadata.name).toBe('Ada')
    const token = data.session?.access_token ?? ''
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.refreshSession({ refresh_token: fragment.get('refresh_token') ?? '' })).error?.code).toBe(
      'refresh_token_not_found',
    )
  })

  test('are known to the table API, which exposes no user data', async () => {
    const { access, email } = await signedIn(server)
    const { sub } = await createTokens(jwtSecret).verify(access)
    const client = createClient(server.url, server.anonKey, {
      ...noSession,
      global: { headers: { Authorization: `Bearer ${access}` } },
    })
    const { data, error } = await client.from('profiles').select('id')
    expect(error).toBeNull()
    expect(data).toEqual([{ id: sub }])
    for (const key of [server.anonKey, server.serviceKey]) {
      const users = await createClient(server.url, key, { db: { schema: 'auth' } })
        .from('users')
        .select('*')
      expect(users.error).not.toBeNull()
      expect(JSON.stringify(users)).not.toContain(email)
    }
  })

  test('get the same new refresh token for simultaneous refreshes', async () => {
    const { refresh } = await signedIn(server)
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        call(server, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: refresh } }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test('are confirmed once if a link is opened many times at once', async () => {
    const email = newAddress()
    await clientOf(server).auth.signUp({ email, password })
    const link = await linkTo(server, email)
    const followed = await Promise.all(Array.from({ length: 8 }, () => follow(link)))
    expect(followed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  })

  test('are recovered by a link that redirects only to the site', async () => {
    const { email } = await signedIn(server)
    await clientOf(server).auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/settings/security` })
    const link = new URL(await linkTo(server, email))
    link.searchParams.set('redirect_to', 'https://evil.example/')
    const { location, fragment } = await follow(link.href)
    expect(location).not.toContain('evil.example')
    const changed = await call(server, 'PUT', '/user', {
      token: fragment.get('access_token') ?? '',
      body: { password: 'a new one, longer' },
    })
    expect(changed.status).toBe(200)
    expect((await clientOf(server).auth.signInWithPassword({ email, password: 'a new one, longer' })).error).toBeNull()
  })

  test('respond to invalid calls with GoTrue’s errors', async () => {
    const { access } = await signedIn(server)
    const [head, body, signature] = access.split('.')
    const claims = await createTokens(jwtSecret).verify(access)
    const past = Math.floor(Date.now() / 1000) - 3600
    const forged = await createTokens('another secret of thirty-two characters').sign(claims)
    const expired = await createTokens(jwtSecret).sign({ ...claims, exp: past })
    const unsigned = new UnsecuredJWT(claims).encode()
    const otherAudience = await createTokens(jwtSecret).sign({ ...claims, aud: 'another service' })
    for (const token of [forged, expired, unsigned, otherAudience, `${head}.${body}.${signature?.slice(2)}xx`, 'x']) {
      expect(await call(server, 'GET', '/user', { token })).toMatchObject({
        status: 403,
        body: { error_code: 'bad_jwt' },
      })
    }
    expect(await call(server, 'GET', '/user')).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
    expect(await call(server, 'GET', '/admin/users', { token: access })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
    expect(await call(server, 'POST', '/signup', { body: [] })).toMatchObject({
      status: 400,
      body: { error_code: 'bad_json' },
    })
    expect(
      await call(server, 'POST', '/signup', {
        body: { email: newAddress(), password, data: { a: 'x'.repeat(100_000) } },
      }),
    ).toMatchObject({ status: 413 })
    expect(await call(server, 'POST', '/nothing', { body: {} })).toMatchObject({ status: 404 })
    expect(server.logs()).not.toContain('an auth request failed')
  })

  test('get emails that the development mailbox shows without running their scripts', async () => {
    const email = newAddress()
    await clientOf(server).auth.signUp({ email, password, options: { data: { name: '<script>alert(1)</script>' } } })
    await linkTo(server, email)
    const list = await fetch(`${server.url}/dev/mailbox?to=${email}`)
    const html = await list.text()
    const [, link] = /href="(\/dev\/mailbox\/emails\/\d+)"/.exec(html) ?? []
    const page = await fetch(`${server.url}${link}`)
    const text = await page.text()
    expect(text).toContain('Confirm your email address')
    for (const { headers } of [list, page])
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    expect(html + text).not.toMatch(/<script|\son[a-z]+=/i)
  })

  test('can be used from pages of other origins', async () => {
    const { headers } = await call(server, 'GET', '/settings')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

test('An IP address with too many sign-ins has to wait, and others do not', async () => {
  const server = await sharedServer({ env: behindProxy })
  /** A sign-in that a proxy forwards for the given IP address. */
  const attempt = (from: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        `${server.url}/auth/v1/token?grant_type=password`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from, apikey: server.anonKey },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      sent.on('error', reject)
      sent.end(JSON.stringify({ email: 'nobody@example.com', password: 'guess' }))
    })
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) statuses.push(await attempt('203.0.113.7'))
  expect(statuses[0]).toBe(400)
  expect(statuses.at(-1)).toBe(429)
  expect(await attempt('198.51.100.7')).toBe(400)
})
