/** Malformed input gets one of GoTrue's 4xx errors, and nothing is written. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fuzzRuns } from '../fuzzing.ts'
import { type AuthTestContext, openAuthTestContext } from './testing.ts'

let context: AuthTestContext
let access: string
beforeAll(async () => {
  context = await openAuthTestContext()
  await context.reset()
  await context.confirmedAccount()
})
beforeEach(async () => {
  access = (await context.signIn()).access
})
afterAll(() => context.close())

const endpoints: readonly [string, string][] = [
  ['POST', '/signup'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
  ['POST', '/verify'],
  ['POST', '/resend'],
  ['POST', '/recover'],
  ['POST', '/otp'],
  ['PUT', '/user'],
  ['POST', '/admin/users'],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
]
const tokenFor = (path: string) =>
  path === '/user' ? access : /^\/(?:admin|invite)/.test(path) ? context.serviceKey : context.anonKey
const send = (method: string, path: string, body: string) => context.call(method, path, { body, token: tokenFor(path) })

const expectClientError = ({
  status,
  body,
}: {
  status: number
  body: { code: unknown; error_code: unknown; msg: unknown }
}) => {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).toMatchObject({ code: status, error_code: expect.any(String), msg: expect.any(String) })
  expect(JSON.stringify(body)).not.toMatch(/at .*\.ts:|node_modules|select |insert /)
}

describe.each(endpoints)('%s %s refuses', (method, path) => {
  const email = `"email":"ada@example.com","type":"signup","password":"correct horse"`
  test.each([
    ['text that is not JSON', '{'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['numbers instead of strings', '{"email":1,"password":2,"refresh_token":3,"auth_code":4,"token":5,"type":6}'],
    ['objects instead of strings', '{"email":{},"password":{},"refresh_token":{},"auth_code":{},"token":{},"type":{}}'],
    ['arrays instead of strings', '{"email":[],"password":[],"refresh_token":[],"auth_code":[],"token":[],"type":[]}'],
    ['NUL', `{${email},"refresh_token":"\\u0000","auth_code":"\\u0000","data":{"a":"\\u0000"}}`],
    ['half a surrogate pair', `{${email},"refresh_token":"\\ud800","auth_code":"\\ud800","data":{"a":"\\ud800"}}`],
    ['a key with NUL', `{${email},"refresh_token":"a","data":{"\\u0000":1}}`],
    ['deep nesting', `{"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['a body that is too large', `{"data":{"a":"${'x'.repeat(70_000)}"}}`],
  ])('%s', async (_, body) => {
    const before = await context.query('select count(*)::int from auth.users')
    expectClientError(await send(method, path, body))
    expect(await context.query('select count(*)::int from auth.users')).toEqual(before)
    expect(context.loggedErrors).toEqual([])
  })

  test('bytes that are not UTF-8', async () => {
    const request = new Request(`https://shop.example/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenFor(path)}` },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    })
    const response = await context.send(request)
    expectClientError({ status: response.status, body: await response.json() })
  })
})

test('arbitrary JSON values never cause a server error', async () => {
  // Uses its own account, whose password may change.
  access = (await context.signIn(await context.confirmedAccount('fuzz@example.com'))).access
  const names = [
    'email',
    'phone',
    'password',
    'data',
    'type',
    'token',
    'token_hash',
    'refresh_token',
    'auth_code',
    'code_verifier',
    'nonce',
    'code_challenge',
    'code_challenge_method',
    'user_metadata',
    'ban_duration',
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('', 'ada@example.com', 'signup', 'recovery', "' or '1'='1"),
  )
  const body = fc.dictionary(fc.constantFrom(...names), value)
  const call = fc.constantFrom(
    ...endpoints.filter(([, path]) => path !== '/signup' && path !== '/otp' && path !== '/admin/users'),
  )
  await fc.assert(
    fc.asyncProperty(call, body, async ([method, path], content) => {
      const { status } = await send(method, path, JSON.stringify(content))
      expect(status).toBeLessThan(500)
      expect(context.loggedErrors).toEqual([])
    }),
    { numRuns: fuzzRuns(300) },
  )
})

test('arbitrary queries, paths and headers never cause a server error', async () => {
  const word = fc.string({ unit: 'binary', maxLength: 30 })
  const path = fc.constantFrom(
    '/verify',
    '/token',
    '/logout',
    '/authorize',
    '/admin/users',
    '/user',
    '/',
    '',
    '/nothing',
    '/admin/users/%00',
    '/%ff',
  )
  const names = fc.constantFrom(
    'token',
    'type',
    'redirect_to',
    'grant_type',
    'scope',
    'provider',
    'page',
    'per_page',
    'filter',
  )
  await fc.assert(
    fc.asyncProperty(
      path,
      fc.dictionary(names, word),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'),
      async (at, query, method) => {
        const response = await context.send(
          new Request(`https://shop.example/auth/v1${at}?${new URLSearchParams(query)}`, {
            method,
            headers: { authorization: `Bearer ${context.serviceKey}` },
          }),
        )
        expect(response.status).toBeLessThan(500)
        expect(context.loggedErrors).toEqual([])
      },
    ),
    { numRuns: fuzzRuns(300) },
  )
})

test('unknown paths and methods get GoTrue’s errors', async () => {
  expect(await context.call('GET', '/nothing')).toMatchObject({ status: 404, body: { error_code: 'not_found' } })
  expect(await context.call('GET', '/signup')).toMatchObject({
    status: 405,
    body: { error_code: 'method_not_allowed' },
  })
  expect(await context.call('DELETE', '/user', { token: access })).toMatchObject({ status: 405 })
})

test('a provider that is not enabled is refused', async () => {
  for (const query of ['', '?provider=google', '?provider=constructor']) {
    expect((await context.call('GET', `/authorize${query}`)).status).toBe(400)
  }
  expect(await context.call('GET', '/authorize?provider=google')).toMatchObject({
    body: { error_code: 'provider_disabled' },
  })
})

test('settings, health and keys are public', async () => {
  expect(await context.call('GET', '/settings')).toMatchObject({
    status: 200,
    body: { external: { email: true, google: false, phone: false }, disable_signup: false, mailer_autoconfirm: false },
  })
  expect(await context.call('GET', '/health')).toMatchObject({ status: 200, body: { name: 'GoTrue' } })
  expect(await context.call('GET', '/.well-known/jwks.json')).toMatchObject({ status: 200, body: { keys: [] } })
})
