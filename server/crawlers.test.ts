import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCrawlers } from './crawlers.ts'

function crawlers({ fails = false } = {}) {
  const asked: string[] = []
  const state = { nowMs: 0, fails }
  const make = async (name: string, siteUrl: string) => {
    asked.push(name)
    if (state.fails) throw new Error('down')
    return `<${name}>${siteUrl}</${name}>`
  }
  const answer = createCrawlers({
    sitemap: {
      index: (siteUrl) => make('index', siteUrl),
      part: async (name, siteUrl) => (name === 'pages' ? make(name, siteUrl) : undefined),
    },
    siteUrlFor: (origin) => origin.replace('http://internal', 'https://tuckbox.test'),
    log: { error: () => {} },
    now: () => state.nowMs,
  })
  const ask = (path: string, init?: RequestInit) => {
    const request = new Request(`http://internal${path}`, init)
    return answer(request, new URL(request.url))
  }
  return { ask, asked, state }
}

describe('robots.txt', () => {
  it('keeps what is private out and says where the sitemap is, by the public address', async () => {
    const text = await (await crawlers().ask('/robots.txt'))?.text()
    const lines = text?.split('\n')
    for (const path of ['/cart', '/checkout', '/profile', '/seller/', '/settings', '/messages', '/notifications']) {
      expect(lines).toContain(`Disallow: ${path}`)
    }
    expect(lines).toContain('Allow: /seller/terms')
    expect(lines).toContain('Sitemap: https://tuckbox.test/sitemap.xml')
  })

  it('lets crawlers fetch search results, so that they can read that these stay out of the index', async () => {
    expect(await (await crawlers().ask('/robots.txt'))?.text()).not.toContain('/search')
  })
})

describe('the sitemap', () => {
  it('is XML, compressed for whoever takes it', async () => {
    const { ask } = crawlers()
    const plain = await ask('/sitemap.xml')
    expect(plain?.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await plain?.text()).toBe('<index>https://tuckbox.test</index>')
    const zipped = await ask('/sitemaps/pages.xml', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(zipped?.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(new Uint8Array((await zipped?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toContain(
      '<pages>',
    )
  })

  it('is made once an hour, also for many who ask at once', async () => {
    const { ask, asked, state } = crawlers()
    await Promise.all([ask('/sitemap.xml'), ask('/sitemap.xml'), ask('/sitemap.xml', { method: 'HEAD' })])
    state.nowMs = 59 * 60_000
    await ask('/sitemap.xml')
    expect(asked).toEqual(['index'])
    state.nowMs = 61 * 60_000
    await ask('/sitemap.xml')
    expect(asked).toEqual(['index', 'index'])
  })

  it('asks crawlers back later when the backend fails, and has forgotten the failure by then', async () => {
    const { ask, state } = crawlers({ fails: true })
    const refused = await ask('/sitemap.xml')
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '600'])
    state.fails = false
    expect((await ask('/sitemap.xml'))?.status).toBe(200)
  })

  it.each(['/sitemaps/products-9.xml', '/sitemaps/../x.xml', '/sitemaps/', '/sitemap', '/', '/product/x'])(
    'leaves %s to the pages',
    async (path) => {
      expect(await crawlers().ask(path)).toBeUndefined()
    },
  )
})
