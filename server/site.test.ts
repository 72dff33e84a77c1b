import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHostCheck } from './hosts.ts'
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
}: {
  unavailable?: string
  missing?: string[]
  publicUrl?: string
} = {}) {
  const answer = createSite({
    acceptsHost: createHostCheck({ host: '127.0.0.1', publicUrl }),
    api: (request) => {
      const { pathname } = new URL(request.url)
      return pathname.startsWith('/dev/') || pathname.startsWith('/rest/')
        ? Promise.resolve(Response.json([]))
        : undefined
    },
    file: (request, pathname) => file(request, pathname),
    crawlers: async () => undefined,
    page: async (request) => new Response(`page of ${request.url}`),
    geocode: async (request) => Response.json({ asked: request.url }),
    publicConfig: (origin) => ({ supabaseUrl: origin, supabaseAnonKey: 'public' }),
    unavailableReason: async () => unavailable,
    missingJobs: async () => missing,
    metrics: createMetrics(),
    headers: securityHeaders({ siteUrl: 'https://tuckbox.example', secure: false }),
  })
  return (pathname: string, init?: RequestInit, isLocal = true, host = 'localhost') =>
    answer(new Request(`http://${host}${pathname}`, init), { address: '127.0.0.1', isLocal })
}

describe('the site', () => {
  it('lets nothing run on its pages that it did not send', async () => {
    const policy = (await site()('/')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('says whether it is up and whether its database answers', async () => {
    expect((await site()('/health')).status).toBe(200)
    expect((await site()('/ready')).status).toBe(200)
    const broken = site({ unavailable: 'the database does not answer' })
    expect((await broken('/ready')).status).toBe(503)
    expect(await (await broken('/ready')).json()).toEqual({ status: 'the database does not answer' })
    expect((await broken('/health')).status).toBe(200)
  })

  it('names the scheduled jobs that are missing, and is ready all the same', async () => {
    const answer = await site({ missing: ['send-emails'] })('/ready')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ready', missingJobs: ['send-emails'] })
    expect(await (await site()('/ready')).json()).toEqual({ status: 'ready' })
  })

  it('shows figures and development letters to this machine only', async () => {
    expect(await (await site()('/metrics')).text()).toContain('process_cpu')
    expect(await (await site()('/metrics', {}, false)).text()).toContain('page of')
    expect(await (await site()('/dev/mailbox.json')).text()).toBe('[]')
    expect(await (await site()('/dev/mailbox.json', {}, false)).text()).toContain('page of')
  })

  it('goes by no name but its own, whatever is asked', async () => {
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

  it('with a public address is asked by any name, and shows its figures and letters by its own alone', async () => {
    const open = site({ publicUrl: 'https://tuckbox.example' })
    expect((await open('/config.json', {}, true, 'tuckbox.example')).status).toBe(200)
    for (const path of ['/metrics', '/dev/mailbox.json'])
      expect(await (await open(path, {}, true, 'evil.example')).text()).toContain('page of')
    expect(await (await open('/metrics', {}, true, '127.0.0.1')).text()).toContain('process_cpu')
  })

  it('takes many slashes for one, and never for another host', async () => {
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

  it('tells scripts where they reached it', async () => {
    expect(await (await site()('/config.json')).json()).toEqual({
      supabaseUrl: 'http://localhost',
      supabaseAnonKey: 'public',
    })
  })

  it('draws initials, and nothing that a name could smuggle in', async () => {
    const svg = await (await site()(`/avatar/${encodeURIComponent('<script>alert(1)</script>')}.svg`)).text()
    expect(svg).toContain('<svg')
    expect(svg).not.toContain('<script')
    expect((await site()('/avatar/%E0%A4%A.svg')).status).toBe(400)
    expect((await site()(`/avatar/${'x'.repeat(81)}.svg`)).status).toBe(400)
  })

  it('refuses to be written to', async () => {
    const { status, headers } = await site()('/', { method: 'POST' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a built file', () => {
  it.each([
    ['br, gzip', 'br', 'br'],
    ['gzip', 'gzip', 'gz'],
    ['br;q=0, gzip', 'gzip', 'gz'],
    ['', null, '<svg/>'],
  ])('goes out as Accept-Encoding "%s" wants it', async (accepted, coding, body) => {
    const response = await site()('/favicon.svg', { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(await response.text()).toBe(body)
  })

  it('is not sent again to whoever has it', async () => {
    const { headers } = await site()('/favicon.svg')
    const again = await site()('/favicon.svg', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('is looked up by its name only, never by a path on disk', async () => {
    for (const pathname of ['/../secrets.json', '/%2e%2e/secrets.json', '/.vite/manifest.json'])
      expect(await (await site()(pathname)).text()).toContain('page of')
  })
})
