import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { render } from './entry-server.tsx'
import { readState, stateElementId } from './page-state.ts'

const siteUrl = 'http://localhost:3000'
const config = { supabaseUrl: siteUrl, supabaseAnonKey: 'anon', providers: [], siteUrl, supportEmail: 'help@home.test' }
const manifest = {
  'web/app/entry-boot.ts': { file: 'assets/boot.js' },
  'web/app/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'] },
  'web/pages/index.page.tsx': { file: 'assets/home.js' },
}

/** supabase-js requires a WebSocket class, which Node 20 lacks. Rendering never opens one. */
class NoSocket extends EventTarget {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly readyState = this.CLOSED
  readonly url = ''
  readonly protocol = ''
  onopen = null
  onmessage = null
  onclose = null
  onerror = null
  close() {}
  send() {}
}

/** Renders with a backend that sends the same response to every request. */
function renderWith(path: string, respond: (url: string) => Response, cookie?: string) {
  const supabase = createClient(siteUrl, 'anon', {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoSocket },
    global: { fetch: async (input) => respond(String(input)) },
  })
  return render({ url: new URL(path, siteUrl), config, cookie, supabase, manifest })
}

const emptyListing = { items: [], total: 0, total_is_exact: true, next: null, highest_price: null }
const noResults = (url: string) =>
  url.includes('/rpc/search_products')
    ? Response.json({ ...emptyListing, widened: false, none_within: false, dropped: [] })
    : new Response('[]', { headers: { 'content-type': 'application/json', 'content-range': '*/0' } })
const failing = () => Response.json({ message: 'down', code: 'XX000' }, { status: 500 })

describe('the first HTML', () => {
  it('is a complete document with styles, script preloads and a language', async () => {
    const { status, html } = await renderWith('/', noResults)
    expect(status).toBe(200)
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en-GB">/)
    expect(html).toContain('<link rel="stylesheet" href="/assets/entry.css"/>')
    expect(html).toMatch(
      /<script type="module" src="\/assets\/boot.js" data-entry="\/assets\/entry.js" data-preloads="\/assets\/home.js"/,
    )
    expect(html).toContain('Homemade Food from Your Community')
  })

  it('contains nothing that the content security policy forbids', async () => {
    const { html } = await renderWith('/', noResults)
    expect(html).not.toMatch(/\sstyle="/)
    expect(html).not.toMatch(/\son[a-z]+="/)
    expect(html.match(/<script(?![^>]*(src=|type="application\/(ld\+)?json"))[^>]*>/g)).toBeNull()
  })

  it('embeds the fetched data, so that the browser need not fetch it again', async () => {
    const { html } = await renderWith('/', noResults)
    const [, text = ''] =
      html.match(new RegExp(`<script id="${stateElementId}" type="application/json">(.*?)</script>`)) ?? []
    const state = readState(text, 1)
    expect(state.config).toEqual(config)
    expect(state.queries.queries.length).toBeGreaterThan(0)
    expect(state.queries.queries.every(({ state: { status } }) => status === 'success')).toBe(true)
  })

  it('is rendered for the place in the visitor’s cookie, or for the default place if the cookie is invalid', async () => {
    const place = encodeURIComponent('{"lat":52.4,"lon":0.26,"label":"Ely & about","radiusMiles":3}')
    const { html } = await renderWith('/', noResults, `a=b; tuckbox-place=${place}`)
    expect(html).toContain('Ely &amp; about')
    expect(html).not.toContain('Southwark')
    const hostile = encodeURIComponent('{"lat":52.4,"lon":0.26,"label":"<b>Ely</b>","radiusMiles":3}')
    expect((await renderWith('/', noResults, `tuckbox-place=${hostile}`)).html).toContain('Southwark, London SE1')
  })

  it('has status 404 at an unknown URL', async () => {
    const { status, html } = await renderWith('/no/such/page', noResults)
    expect(status).toBe(404)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  it('has status 404 and a message of its own for an unknown product and an unknown shop', async () => {
    const product = await renderWith('/product/00000000-0000-4000-8000-000000000000', noResults)
    expect([product.status, product.html]).toEqual([404, expect.stringContaining('Product Not Found')])
    const shop = await renderWith('/shop/nobody', noResults)
    expect([shop.status, shop.html]).toEqual([404, expect.stringContaining('Shop Not Found')])
  })

  it('has status 503 when the backend fails, and lets the browser retry', async () => {
    const { status, html } = await renderWith('/', failing)
    expect(status).toBe(503)
    expect(html).toContain('assets/entry.js')
  })

  it('is the error page without any script when rendering fails', async () => {
    const broken = createClient(siteUrl, 'anon', { realtime: { transport: NoSocket } })
    const { status, html, error } = await render({
      url: new URL('/nowhere', siteUrl),
      config: { ...config, siteUrl: 'not a URL' },
      supabase: broken,
      manifest,
    })
    expect(status).toBe(500)
    expect(error).toBeInstanceOf(Error)
    expect(html).toContain('Unexpected Application Error!')
    expect(html).toContain('href="/nowhere"')
    expect(html).not.toContain('<script')
  })
})
