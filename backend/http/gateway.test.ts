import { describe, expect, it } from 'vitest'
import { routes as authRoutes } from '#backend/auth/routes'
import { createMemoryRateLimits } from '#backend/rate-limits/index'
import { withRequestId } from '#backend/request-id'
import { findRoute as findStorageRoute } from '#backend/storage/routes'
import { createTokens } from '#backend/tokens'
import type { Caller } from './caller.ts'
import { createGateway, pathOf } from './gateway.ts'
import type { Client } from './network.ts'
import { createRequestLimits, noRequestLimits } from './request-limits.ts'

const tokens = createTokens('a secret for tests that is long enough')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** Auth with its own routes and a fake response. */
function auth(request: Request) {
  const url = new URL(request.url)
  const found = authRoutes.find(request.method, url.pathname.slice('/auth/v1'.length), url)
  return {
    limit: found.limit,
    isOpen: found.kind === 'route' && found.route[3] === 'open',
    respond: async (_request: Request, client: Client) => Response.json(client),
  }
}

const storage = (request: Request) => ({
  limit: findStorageRoute(request).limit,
  respond: async (_request: Request, caller: Caller | null) => Response.json({ role: caller?.role ?? null }),
})

/** The fake of rest counts a request whose path contains a function's name as a call of it, and `fail` as failing. */
const fakeWrites = ['count_view', 'count_other']

function gateway(limit = 1_000, errors: string[] = [], nowMs = Date.now) {
  const rateLimits = createMemoryRateLimits(nowMs)
  const handle = createGateway({
    tokens,
    protocols: {
      async rest(request, caller) {
        if (request.url.includes('fail')) return new Response(null, { status: 400 })
        return Response.json({ role: caller.role, sub: caller.claims.sub, body: await request.text() })
      },
      restWrite({ url }) {
        const called = fakeWrites.find((name) => url.includes(name))
        if (called !== undefined) return { called }
        return url.includes('/rpc/') ? null : 'rows'
      },
      auth,
      storage,
      functions: async (request) => {
        const isFailing = request.url.includes('fail')
        return Response.json({ method: request.method, body: await request.text() }, { status: isFailing ? 400 : 200 })
      },
      findFunction({ url }) {
        const name = ['feed', 'webhook', 'pay', 'open'].find((one) => url.includes(`/functions/v1/${one}`))
        return name === undefined ? undefined : { name, isOpen: name === 'feed' || name === 'webhook' }
      },
      realtime: async (_request, caller) => Response.json({ role: caller.role }),
    },
    limits: createRequestLimits(rateLimits, {
      signInSignUps: limit,
      tokenRefresh: 1_000,
      tokenVerifications: 1_000,
    }),
    bodyLimitBytes: 100,
    log: { error: (_context, message) => void errors.push(message) },
  })
  return async (path: string, init: RequestInit & { duplex?: 'half' } = {}, address = '203.0.113.5') => {
    const response = await handle(new Request(`http://localhost${path}`, init), { address })
    if (!response) throw new Error('not for the API')
    return { status: response.status, headers: response.headers, body: await response.json().catch(() => null) }
  }
}

/** A clock that stands: limits refill while requests are made. */
const stopped = () => 0

const anonKey = () => tokens.sign({ role: 'anon', exp: inAnHour() })

describe('the API gateway', () => {
  it('does not handle other paths', () => {
    const handle = createGateway({
      tokens,
      protocols: {
        rest: fail,
        restWrite: fail,
        auth: fail,
        storage: fail,
        functions: fail,
        findFunction: fail,
        realtime: fail,
      },
      limits: noRequestLimits,
      bodyLimitBytes: 1,
      log: { error: () => {} },
    })
    expect(handle(new Request('http://localhost/product/1'), { address: '::1' })).toBeUndefined()
  })

  it('refuses requests to rest without a key or with a foreign key', async () => {
    const send = gateway()
    expect(await send('/rest/v1/products')).toMatchObject({
      status: 401,
      body: { message: 'No API key found in request' },
    })
    const foreign = await createTokens('another secret, just as long as it').sign({
      role: 'service_role',
      exp: inAnHour(),
    })
    expect(await send('/rest/v1/products', { headers: { apikey: foreign } })).toMatchObject({
      status: 401,
      body: { message: 'Invalid API key' },
    })
  })

  it('runs a request as the member whose token accompanies the key', async () => {
    const authorization = `Bearer ${await tokens.sign({ role: 'authenticated', sub: 'x', exp: inAnHour() })}`
    const { body } = await gateway()('/rest/v1/products', { headers: { apikey: await anonKey(), authorization } })
    expect(body).toMatchObject({ role: 'authenticated', sub: 'x' })
  })

  it.each([
    [
      'an expired token',
      async () => tokens.sign({ role: 'authenticated', exp: inAnHour() - 7200 }),
      'PGRST303',
      'JWT expired',
    ],
    [
      'a forged token',
      async () => `${(await anonKey()).slice(0, -4)}AAAA`,
      'PGRST301',
      'No suitable key or wrong key type',
    ],
    ['an unsigned token', async () => 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.', 'PGRST301', undefined],
    ['no token at all', async () => 'nonsense', 'PGRST301', 'JWT could not be decoded'],
  ])('refuses %s with PostgREST’s code', async (_name, token, code, message) => {
    const { status, body, headers } = await gateway()('/rest/v1/products', {
      headers: { apikey: await anonKey(), authorization: `Bearer ${await token()}` },
    })
    expect(status).toBe(401)
    expect(body.code).toBe(code)
    if (message) expect(body.message).toBe(message)
    expect(headers.get('www-authenticate')).toContain('invalid_token')
  })

  it('refuses a body that is too large, with or without Content-Length', async () => {
    const headers = { apikey: await anonKey() }
    const announced = await gateway()('/rest/v1/x', {
      method: 'POST',
      body: 'x'.repeat(101),
      headers: { ...headers, 'content-length': '101' },
    })
    expect(announced.status).toBe(413)
    const chunks = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 3; n += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(50)))
        controller.close()
      },
    })
    const streamed = await gateway()('/rest/v1/x', {
      method: 'POST',
      body: chunks,
      duplex: 'half',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    })
    expect(streamed.status).toBe(413)
  })

  it('logs a body that fails to parse, but not one whose client disconnected', async () => {
    const errors: string[] = []
    const send = gateway(1_000, errors)
    const failing = async (path: string, error: Error) => {
      const body = new ReadableStream({ pull: (controller) => controller.error(error) })
      return send(path, { method: 'POST', body, duplex: 'half', headers: { apikey: await anonKey() } })
    }
    const gone = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    for (const path of ['/rest/v1/x', '/functions/v1/x']) expect((await failing(path, gone())).status).toBe(400)
    expect(errors).toEqual([])
    const failed = await withRequestId('lost-1', () => failing('/rest/v1/x', new Error('read ECONNRESET')))
    expect(failed).toMatchObject({ status: 500, body: { request_id: 'lost-1' } })
    expect(errors).toEqual(['request failed'])
  })

  it('requires the key for auth, except on paths that browsers open by a link', async () => {
    const send = gateway()
    expect(await send('/auth/v1/settings')).toMatchObject({
      status: 401,
      body: { message: 'No API key found in request' },
    })
    expect(await send('/auth/v1/user', { headers: { apikey: 'x' } })).toMatchObject({
      status: 401,
      body: { message: 'Invalid API key' },
    })
    expect((await send(`/auth/v1/settings?apikey=${await anonKey()}`)).status).toBe(200)
    for (const path of ['authorize?provider=google', 'callback', 'verify?token=x', '.well-known/jwks.json'])
      expect((await send(`/auth/v1/${path}`)).status).toBe(200)
  })

  it('limits sign-ins by network, and not sign-outs', async () => {
    const send = gateway(2)
    const headers = { apikey: await anonKey() }
    const signIn = (address: string) =>
      send('/auth/v1/token?grant_type=password', { method: 'POST', body: '{}', headers }, address)
    expect((await signIn('203.0.113.5')).status).toBe(200)
    expect((await signIn('203.0.113.5')).status).toBe(200)
    const refused = await signIn('203.0.113.5')
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn('203.0.113.6')).status).toBe(200)
    expect((await send('/auth/v1/logout', { method: 'POST', headers })).status).toBe(200)
  })

  it('counts an IPv6 /56 as one client, and gives all of a /48 eight times as much', async () => {
    const send = gateway(1)
    const headers = { apikey: await anonKey() }
    const signUp = async (address: string) =>
      (await send('/auth/v1/signup', { method: 'POST', body: '{}', headers }, address)).status
    expect(await signUp('2001:db8:1:2::1')).toBe(200)
    expect(await signUp('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await signUp('2001:db8:1:ff::9')).toBe(429)
    for (let n = 1; n < 8; n += 1) expect(await signUp(`2001:db8:1:${n}02::1`)).toBe(200)
    expect(await signUp('2001:db8:1:802::1')).toBe(429)
    expect(await signUp('2001:db8:2:2::1')).toBe(200)
  })

  it('limits the calls of each function without a token by network, also failing ones, and not the service key’s', async () => {
    const send = gateway(1_000, [], stopped)
    const callAll = (path: string, count: number) => Promise.all(Array.from({ length: count }, () => send(path)))
    const accepted = await callAll('/functions/v1/feed/fail', 3_000)
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([400]))
    const refused = await send('/functions/v1/feed')
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('Too many requests') } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const authorization = `Bearer ${await tokens.sign({ role: 'service_role', exp: inAnHour() })}`
    expect((await send('/functions/v1/feed', { headers: { authorization } })).status).toBe(200)
    for (const token of [await anonKey(), 'nonsense'])
      expect((await send('/functions/v1/feed', { headers: { authorization: `Bearer ${token}` } })).status).toBe(429)
    expect((await send('/functions/v1/feed', {}, '203.0.113.6')).status).toBe(200)
    expect((await send('/functions/v1/webhook')).status).toBe(200)
    expect((await send('/functions/v1/checkout')).status).toBe(200)
  })

  it('limits the calls of each other function by a member or a network, also failing ones, and no preflight', async () => {
    const send = gateway(1_000, [], stopped)
    const bearer = async (claims: object) => `Bearer ${await tokens.sign({ ...claims, exp: inAnHour() })}`
    const call = async (path: string, authorization: string, method = 'POST') =>
      (await send(`/functions/v1/${path}`, { method, headers: { authorization } })).status
    const [ann, visitor] = [await bearer({ role: 'authenticated', sub: 'ann' }), `Bearer ${await anonKey()}`]
    for (const authorization of [ann, visitor]) {
      for (let n = 0; n < 120; n += 1) expect(await call('pay/fail', authorization)).toBe(400)
      expect(await call('pay', authorization)).toBe(429)
      expect(await call('pay', authorization, 'OPTIONS')).toBe(200)
      expect(await call('open', authorization)).toBe(200)
    }
    expect(await call('pay', await bearer({ role: 'authenticated', sub: 'ben' }))).toBe(200)
    expect(await call('pay', await bearer({ role: 'service_role' }))).toBe(200)
  })

  it('limits the rows that a network writes without an account, but neither its reads nor the writes of members', async () => {
    const send = gateway(1_000, [], stopped)
    const key = await anonKey()
    const member = await tokens.sign({ role: 'authenticated', sub: 'ann', exp: inAnHour() })
    const write = (path: string, headers: Record<string, string> = {}, method = 'POST') =>
      send(`/rest/v1/${path}`, {
        method,
        headers: { apikey: key, ...headers },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
    for (let n = 0; n < 30; n += 1) expect((await write('contact_messages')).status).toBe(200)
    const refused = await write('contact_messages')
    expect(refused).toMatchObject({ status: 429, body: { code: 'PT429' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await write('contact_messages', {}, 'PATCH')).status).toBe(429)
    expect((await write('rpc/search_products')).status).toBe(200)
    expect((await write('products', {}, 'GET')).status).toBe(200)
    expect((await write('contact_messages', { authorization: `Bearer ${member}` })).status).toBe(200)
  })

  it('limits calls of each function that writes, for a member and for a network, unless the call fails', async () => {
    const send = gateway(1_000, [], stopped)
    const bearer = async (claims: object) => `Bearer ${await tokens.sign({ ...claims, exp: inAnHour() })}`
    const apikey = await anonKey()
    const [visitor, member, secret] = [
      await bearer({ role: 'anon' }),
      await bearer({ role: 'authenticated', sub: 'ann' }),
      await bearer({ role: 'service_role' }),
    ]
    const call = async (name: string, authorization: string) =>
      (await send(`/rest/v1/rpc/${name}`, { method: 'POST', body: '{}', headers: { apikey, authorization } })).status
    for (const authorization of [visitor, member]) {
      expect(await call('count_view?fail', authorization)).toBe(400)
      for (let n = 0; n < 300; n += 1) expect(await call('count_view', authorization)).toBe(200)
      expect(await call('count_view', authorization)).toBe(429)
      expect(await call('count_other', authorization)).toBe(200)
      expect(await call('search_products', authorization)).toBe(200)
    }
    expect(await call('count_view', secret)).toBe(200)
  })

  it('limits broadcasts, for a member and for a network', async () => {
    const send = gateway(1_000, [], stopped)
    const apikey = await anonKey()
    const member = `Bearer ${await tokens.sign({ role: 'authenticated', sub: 'ann', exp: inAnHour() })}`
    for (const authorization of [`Bearer ${apikey}`, member]) {
      const headers = { apikey, authorization }
      const post = () => send('/realtime/v1/api/broadcast', { method: 'POST', body: '{}', headers })
      for (let n = 0; n < 300; n += 1) expect((await post()).status).toBe(200)
      expect((await post()).status).toBe(429)
    }
  })

  it('limits requests for paths that do not exist, without reading them', async () => {
    const send = gateway(1_000, [], stopped)
    const headers = { apikey: await anonKey() }
    for (const path of ['/auth/v1/nothing', '/storage/v1/nothing']) {
      const address = `203.0.113.${path.length}`
      const post = () => send(path, { method: 'POST', body: '{}', headers }, address)
      for (let n = 0; n < 300; n += 1) expect((await post()).status).toBe(200)
      expect((await post()).status).toBe(429)
      expect((await send(path, { headers }, '203.0.113.99')).status).toBe(200)
    }
  })

  it('limits the files a member uploads, from any network and by any path, but not those of the service key', async () => {
    const send = gateway(1_000, [], stopped)
    const bearer = async (claims: object) => {
      const token = await tokens.sign({ ...claims, exp: inAnHour() })
      return { authorization: `Bearer ${token}` }
    }
    const ann = await bearer({ role: 'authenticated', sub: 'ann' })
    const upload = (headers: Record<string, string>, path = '/object/pictures/ann/1', address = '203.0.113.5') =>
      send(`/storage/v1${path}`, { method: 'POST', headers, body: 'x' }, address)
    for (let n = 0; n < 500; n += 1) await upload(ann)
    expect(await upload(ann)).toMatchObject({ status: 429, body: { statusCode: '429' } })
    expect((await upload(ann, '//object/pictures/ann/2', '203.0.113.9')).status).toBe(429)
    expect((await upload(ann, '/object/list/pictures')).status).toBe(200)
    expect((await upload(await bearer({ role: 'authenticated', sub: 'bob' }))).status).toBe(200)
    const service = await bearer({ role: 'service_role', sub: 'ann' })
    expect((await upload(service)).status).toBe(200)
  })

  it('lets pages of every origin read responses, and forbids browsers to run anything in them', async () => {
    const send = gateway()
    const refused = await send('/rest/v1/products')
    const settings = await send('/auth/v1/settings', { headers: { apikey: await anonKey() } })
    const preflight = await send('/rest/v1/products', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET' },
    })
    for (const { headers } of [refused, settings, preflight, await send('/storage/v1/object/public/a/b')]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    // A function sets its own CORS headers.
    const { headers } = await send('/functions/v1/checkout', { method: 'POST' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('responds to preflights without a key', async () => {
    const { status, headers } = await gateway()('/rest/v1/products', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'apikey',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')).toBe('apikey')
  })

  it('serves public objects without a key, but not with a bad key', async () => {
    const send = gateway()
    expect(await send('/storage/v1/object/public/a/b')).toMatchObject({ status: 200, body: { role: null } })
    const bad = await send('/storage/v1/object/public/a/b', { headers: { authorization: 'Bearer nonsense' } })
    expect(bad).toMatchObject({ status: 400, body: { error: 'Unauthorized', message: 'Invalid Compact JWS' } })
    const foreign = await createTokens('another secret of thirty-two characters or more').sign({ role: 'service_role' })
    const stolen = await send('/storage/v1/object/public/a/b', { headers: { authorization: `Bearer ${foreign}` } })
    expect(stolen).toMatchObject({
      status: 400,
      body: { statusCode: '403', error: 'Unauthorized', message: 'signature verification failed' },
    })
  })
})

it('extracts the path of a URL with a query, a fragment or neither', () => {
  expect(pathOf('http://localhost:3000/rest/v1/a?b=/c')).toBe('/rest/v1/a')
  expect(pathOf('http://localhost:3000/a#b?c')).toBe('/a')
  expect(pathOf('http://localhost:3000')).toBe('/')
})

function fail(): never {
  throw new Error('must not be called')
}
