import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCrawlers } from './crawlers.ts'

function crawlers({ fails = false, takesTime = false } = {}) {
  const asked: string[] = []
  const state = { nowMs: 0, fails, atOnce: 0, mostAtOnce: 0 }
  const make = async (name: string, siteUrl: string) => {
    asked.push(name)
    state.atOnce += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce)
    if (takesTime) await new Promise((resolve) => setTimeout(resolve, 5))
    state.atOnce -= 1
    if (state.fails) throw new Error('down')
    return `<${name}>${siteUrl}</${name}>`
  }
  const answer = createCrawlers({
    sitemap: {
      names: async () => {
        await make('names', '')
        return ['pages', 'products-1', 'products-2']
      },
      part: (name, siteUrl) => make(name, siteUrl),
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
    expect(await plain?.text()).toContain('<loc>https://tuckbox.test/sitemaps/products-2.xml</loc>')
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
    expect(asked).toEqual(['names'])
    state.nowMs = 61 * 60_000
    await ask('/sitemap.xml')
    expect(asked).toEqual(['names', 'names'])
  })

  it('does nothing for names that it does not have, and keeps what it has however many are asked for', async () => {
    const { ask, asked } = crawlers()
    for (const path of ['pages', 'products-1', 'products-2']) await ask(`/sitemaps/${path}.xml`)
    const invented = Array.from({ length: 100 }, (_, n) => ask(`/sitemaps/products-${n + 3}.xml`))
    expect(await Promise.all(invented)).toEqual(invented.map(() => undefined))
    for (const path of ['pages', 'products-1', 'products-2']) await ask(`/sitemaps/${path}.xml`)
    expect(asked).toEqual(['names', 'pages', 'products-1', 'products-2'])
  })

  it('makes one part at a time', async () => {
    const { ask, state } = crawlers({ takesTime: true })
    await Promise.all(['pages', 'products-1', 'products-2'].map((name) => ask(`/sitemaps/${name}.xml`)))
    expect(state.mostAtOnce).toBe(1)
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
