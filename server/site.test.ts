import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHostCheck, createOwnNameCheck } from './hosts.ts'
import { createMetrics } from './metrics.ts'
import { securityHeaders } from './security-headers.ts'
import { createSite } from './site.ts'
import { openStaticFiles } from './static-files.ts'

let folder: string
let file: (request: Request, pathname: string) => Response | undefined
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-files-'))
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(path.join(folder, 'favicon.svg.br'), 'br')
  await writeFile(path.join(folder, 'favicon.svg.gz'), 'gz')
  file = await openStaticFiles(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function site({
  unavailable,
  missing = [],
  publicUrl,
  listensOn = '127.0.0.1',
}: {
  unavailable?: string
  missing?: string[]
  publicUrl?: string
  listensOn?: string
} = {}) {
  const respond = createSite({
    acceptsHost: createHostCheck({ host: listensOn, publicUrl }),
    isOwnName: createOwnNameCheck({ host: listensOn }),
    api: (request) => {
      const { pathname } = new URL(request.url)
      return pathname.startsWith('/dev/') || pathname.startsWith('/rest/')
        ? Promise.resolve(Response.json([]))
        : undefined
    },
    file: (request, pathname) => file(request, pathname),
    crawlers: async () => undefined,
    embeds: async () => undefined,
    page: async (request) => new Response(`page of ${request.url}`),
    geocode: async (request) => Response.json({ url: request.url }),
    publicConfig: (origin) => ({ supabaseUrl: origin, supabaseAnonKey: 'public' }),
    unavailableReason: async () => unavailable,
    missingJobs: async () => missing,
    browserErrors: async () => new Response(null, { status: 204 }),
    healthDetails: async () => new Response(null, { status: 403 }),
    metrics: createMetrics(),
    snapshot: async () => new Response('snapshot'),
    headers: securityHeaders({ siteUrl: 'https://tuckbox.example', secure: false }),
  })
  return (pathname: string, init?: RequestInit, isLocal = true, host = 'localhost') =>
    respond(new Request(`http://${host}${pathname}`, init), { address: '127.0.0.1', isLocal })
}

describe('The site', () => {
  it('allows no third-party scripts and no frames on its pages', async () => {
    const policy = (await site()('/')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('reports whether it is up and whether its database responds', async () => {
    expect((await site()('/health')).status).toBe(200)
    expect((await site()('/ready')).status).toBe(200)
    const broken = site({ unavailable: 'the database does not respond' })
    expect((await broken('/ready')).status).toBe(503)
    expect(await (await broken('/ready')).json()).toEqual({ status: 'the database does not respond' })
    expect((await broken('/health')).status).toBe(200)
  })

  it('lists missing scheduled jobs and is ready nevertheless', async () => {
    const response = await site({ missing: ['send-emails'] })('/ready')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready', missingJobs: ['send-emails'] })
    expect(await (await site()('/ready')).json()).toEqual({ status: 'ready' })
  })

  it('shows metrics and development emails to its own machine only', async () => {
    expect(await (await site()('/metrics')).text()).toContain('process_cpu')
    expect(await (await site()('/metrics', {}, false)).text()).toContain('page of')
    expect(await (await site()('/dev/mailbox.json')).text()).toBe('[]')
    expect(await (await site()('/dev/mailbox.json', {}, false)).text()).toContain('page of')
  })

  it('copies the database for its own machine only', async () => {
    const post = { method: 'POST' }
    expect(await (await site()('/snapshot', post)).text()).toBe('snapshot')
    expect((await site()('/snapshot', post, false)).status).toBe(405)
    const open = site({ publicUrl: 'https://tuckbox.example' })
    expect((await open('/snapshot', post, true, 'tuckbox.example')).status).toBe(405)
  })

  it('on one address shows metrics and copies the database at that address, for its own machine only', async () => {
    const address = '192.168.1.5'
    for (const publicUrl of [undefined, 'https://tuckbox.example']) {
      const respond = site({ listensOn: address, ...(publicUrl && { publicUrl }) })
      const statuses = async (isLocal: boolean, host: string) => [
        (await (await respond('/metrics', {}, isLocal, host)).text()).includes('process_cpu'),
        (await respond('/snapshot', { method: 'POST' }, isLocal, host)).status,
      ]
      expect(await statuses(true, `${address}:3000`)).toEqual([true, 200])
      expect(await statuses(false, `${address}:3000`)).toEqual([false, 405])
      expect(await statuses(true, 'evil.example')).toEqual([false, publicUrl ? 405 : 421])
    }
  })

  it('responds with 421 to a host name that is not its own, at any path', async () => {
    for (const path of [
      '/',
      '/config.json',
      '/metrics',
      '/dev/mailbox.json',
      '/sitemap.xml',
      '/rest/v1/x',
      '/favicon.svg',
    ]) {
      const response = await site()(path, {}, true, 'evil.example:3000')
      expect([path, response.status]).toEqual([path, 421])
      expect(await response.text()).not.toContain('evil.example')
      expect((await site()(path, {}, true, '127.0.0.1:3000')).status).toBe(200)
    }
  })

  it('with a public URL accepts any host name, but shows metrics and emails only at a loopback name', async () => {
    const open = site({ publicUrl: 'https://tuckbox.example' })
    expect((await open('/config.json', {}, true, 'tuckbox.example')).status).toBe(200)
    for (const path of ['/metrics', '/dev/mailbox.json'])
      expect(await (await open(path, {}, true, 'evil.example')).text()).toContain('page of')
    expect(await (await open('/metrics', {}, true, '127.0.0.1')).text()).toContain('process_cpu')
  })

  it('redirects a path that begins with several slashes to one slash, never to another host', async () => {
    for (const [path, location] of [
      ['//', '/'],
      ['//@', '/@'],
      ['//[', '/['],
      ['//evil.example/x?y=//z', '/evil.example/x?y=//z'],
      ['/.///\\evil.example', '/evil.example'],
    ]) {
      const response = await site()(path ?? '')
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 308, location])
    }
    expect((await site()('/a//b')).status).toBe(200)
  })

  it('gives scripts the origin of their request as the API’s URL', async () => {
    expect(await (await site()('/config.json')).json()).toEqual({
      supabaseUrl: 'http://localhost',
      supabaseAnonKey: 'public',
    })
  })

  it('draws initials without markup from the name', async () => {
    const svg = await (await site()(`/avatar/${encodeURIComponent('<script>alert(1)</script>')}.svg`)).text()
    expect(svg).toContain('<svg')
    expect(svg).not.toContain('<script')
    expect((await site()('/avatar/%E0%A4%A.svg')).status).toBe(400)
    expect((await site()(`/avatar/${'x'.repeat(81)}.svg`)).status).toBe(400)
  })

  it('refuses methods other than GET and HEAD', async () => {
    const { status, headers } = await site()('/', { method: 'POST' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('A built file', () => {
  it.each([
    ['br, gzip', 'br', 'br'],
    ['gzip', 'gzip', 'gz'],
    ['br;q=0, gzip', 'gzip', 'gz'],
    ['', null, '<svg/>'],
  ])('is sent in the coding that Accept-Encoding "%s" prefers', async (accepted, coding, body) => {
    const response = await site()('/favicon.svg', { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(await response.text()).toBe(body)
  })

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await site()('/favicon.svg')
    const again = await site()('/favicon.svg', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('is found by its name only, never by a path on disk', async () => {
    for (const pathname of ['/../secrets.json', '/%2e%2e/secrets.json', '/.vite/manifest.json'])
      expect(await (await site()(pathname)).text()).toContain('page of')
  })
})
