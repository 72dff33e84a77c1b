import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCrawlers } from './crawlers.ts'

function crawlers({ fails = false, isSlow = false } = {}) {
  const generated: string[] = []
  const state = { nowMs: 1, fails, concurrent: 0, maxConcurrent: 0 }
  const make = async (name: string, siteUrl: string) => {
    generated.push(name)
    state.concurrent += 1
    state.maxConcurrent = Math.max(state.maxConcurrent, state.concurrent)
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 5))
    state.concurrent -= 1
    if (state.fails) throw new Error('down')
    return `<${name}>${siteUrl}</${name}>`
  }
  const respond = createCrawlers({
    sitemap: {
      partNames: async () => {
        await make('names', '')
        return ['pages', 'products-1', 'products-2']
      },
      part: (name, siteUrl) => make(name, siteUrl),
    },
    siteUrlFor: (origin) => origin.replace('http://internal', 'https://tuckbox.test'),
    log: { error: () => {} },
    now: () => state.nowMs,
  })
  const request = (path: string, init?: RequestInit) => {
    const sent = new Request(`http://internal${path}`, init)
    return respond(sent, new URL(sent.url))
  }
  return { request, generated, state }
}

describe('robots.txt', () => {
  it('disallows private pages and names the sitemap by its public URL', async () => {
    const text = await (await crawlers().request('/robots.txt'))?.text()
    const lines = text?.split('\n')
    for (const path of ['/cart', '/checkout', '/profile', '/seller/', '/settings', '/messages', '/notifications']) {
      expect(lines).toContain(`Disallow: ${path}`)
    }
    expect(lines).toContain('Allow: /seller/terms')
    expect(lines).toContain('Sitemap: https://tuckbox.test/sitemap.xml')
  })

  it('allows search results, so that crawlers can read their noindex', async () => {
    expect(await (await crawlers().request('/robots.txt'))?.text()).not.toContain('/search')
  })
})

describe('The sitemap', () => {
  it('is XML, compressed if the crawler accepts gzip', async () => {
    const { request } = crawlers()
    const plain = await request('/sitemap.xml')
    expect(plain?.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await plain?.text()).toContain('<loc>https://tuckbox.test/sitemaps/products-2.xml</loc>')
    const zipped = await request('/sitemaps/pages.xml', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(zipped?.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(new Uint8Array((await zipped?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toContain(
      '<pages>',
    )
  })

  it('is generated once an hour, also for simultaneous requests', async () => {
    const { request, generated, state } = crawlers()
    await Promise.all([request('/sitemap.xml'), request('/sitemap.xml'), request('/sitemap.xml', { method: 'HEAD' })])
    state.nowMs = 59 * 60_000
    await request('/sitemap.xml')
    expect(generated).toEqual(['names'])
    state.nowMs = 61 * 60_000
    await request('/sitemap.xml')
    expect(generated).toEqual(['names', 'names'])
  })

  it('runs no query and evicts no part for a name that is not in the index', async () => {
    const { request, generated } = crawlers()
    for (const path of ['pages', 'products-1', 'products-2']) await request(`/sitemaps/${path}.xml`)
    const invented = Array.from({ length: 100 }, (_, n) => request(`/sitemaps/products-${n + 3}.xml`))
    expect(await Promise.all(invented)).toEqual(invented.map(() => undefined))
    for (const path of ['pages', 'products-1', 'products-2']) await request(`/sitemaps/${path}.xml`)
    expect(generated).toEqual(['names', 'pages', 'products-1', 'products-2'])
  })

  it('generates one part at a time', async () => {
    const { request, state } = crawlers({ isSlow: true })
    await Promise.all(['pages', 'products-1', 'products-2'].map((name) => request(`/sitemaps/${name}.xml`)))
    expect(state.maxConcurrent).toBe(1)
  })

  it('responds with 503 and Retry-After while the backend fails, and recovers after that', async () => {
    const { request, state } = crawlers({ fails: true })
    const refused = await request('/sitemap.xml')
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '600'])
    state.fails = false
    expect((await request('/sitemap.xml'))?.status).toBe(200)
  })

  it.each(['/sitemaps/products-9.xml', '/sitemaps/../x.xml', '/sitemaps/', '/sitemap', '/', '/product/x'])(
    'does not respond to %s',
    async (path) => {
      expect(await crawlers().request(path)).toBeUndefined()
    },
  )
})
