/** What other websites may show in a frame: the products of a visible shop, a drop that is announced or open, and no other page. */
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import type { RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const declared = Object.fromEntries(
  'celery gluten crustaceans eggs fish lupin milk molluscs mustard nuts peanuts sesame soya sulphites'
    .split(' ')
    .map((allergen) => [allergen, 'free']),
)

describe('The embed of a shop', () => {
  let server: RunningServer
  let shop: string
  let product: string
  const name = 'Bun & <script>alert(1)</script> "Co"'
  const service = () => createClient(server.url, server.serviceKey, { auth: { persistSession: false } })
  const embed = () => fetch(`${server.url}/embed/shops/frame-bakes`)

  beforeAll(async () => {
    server = await sharedServer()
    const client = service()
    const { data } = await client.auth.admin.createUser({
      email: `${randomUUID()}@example.test`,
      password: 'a long enough password',
      email_confirm: true,
    })
    shop = randomUUID()
    product = randomUUID()
    const values = {
      id: shop,
      user_id: data.user?.id,
      name,
      slug: 'frame-bakes',
      description: 'Made at home.',
      category: 'Cakes',
    }
    expect((await client.from('shops').insert(values)).error).toBeNull()
    const open = { status: 'active' }
    const accepted = { terms_version: sellerTermsVersion, terms_accepted_at: new Date().toISOString() }
    expect((await client.from('shop_records').update(accepted).eq('shop_id', shop)).error).toBeNull()
    expect((await client.from('shops').update(open).eq('id', shop)).error).toBeNull()
    const products = [
      { id: product, name: 'Seed <b>bun</b>', price: 2.5, status: 'active' },
      { id: randomUUID(), name: 'Secret draft', price: 9, status: 'draft' },
    ].map((each) => ({
      ...each,
      shop_id: shop,
      description: 'Baked this morning.',
      category: 'Breads',
      stock: 5,
      allergens: declared,
      available_for_pickup: true,
    }))
    expect((await client.from('products').insert(products)).error).toBeNull()
  })

  it('shows what is on sale, as text, without scripts, forms or cookies', async () => {
    const response = await embed()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(html).toContain('Bun &amp; &lt;script&gt;alert(1)&lt;/script&gt; &quot;Co&quot;')
    expect(html).toContain('Seed &lt;b&gt;bun&lt;/b&gt;')
    expect(html).toContain('£2.50')
    expect(html).not.toContain('Secret draft')
    expect(html).not.toMatch(/<script|<form|<iframe/)
    for (const link of html.match(/<a [^>]*>/g) ?? []) expect(link).toContain('target="_blank" rel="noopener"')
    expect(html).toContain(`href="${server.url}/product/${product}"`)
    expect(html.length, 'it is small').toBeLessThan(20_000)
  })

  it('may be framed by any site, and every other page by none', async () => {
    const policy = (await embed()).headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    for (const path of [
      '/',
      '/shop/frame-bakes',
      `/product/${product}`,
      '/embed',
      '/embed/shops',
      '/embed/shops/a/b',
      '/embed/other/frame-bakes',
      '/s/frame-bakes',
      '/seller/share',
      '/checkout',
      '/settings',
      '/health',
    ]) {
      const response = await fetch(server.url + path, { redirect: 'manual' })
      expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    }
  })

  it('has a short link, which stays on the site', async () => {
    const follow = async (path: string) => {
      const response = await fetch(server.url + path, { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    expect(await follow('/s/frame-bakes')).toEqual([302, '/shop/frame-bakes'])
    for (const path of ['/s/', '/s/Evil.com', '/s//evil.com', '/s/a%2F..', '/s/https:evil']) {
      const [, location] = await follow(path)
      expect(location === null || /^\/(?!\/)/.test(String(location)), path).toBe(true)
    }
  })

  it('shows a drop while it is announced or open, and not before or after', async () => {
    const client = service()
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
    const drop = {
      id: randomUUID(),
      shop_id: shop,
      title: 'Saturday <i>buns</i>',
      opens_at: hours(1),
      cut_off: hours(5),
    }
    expect((await client.from('drops').insert({ ...drop, is_published: false })).error).toBeNull()
    const item = { drop_id: drop.id, product_id: product, stock: 4, position: 1 }
    expect((await client.from('drop_items').insert(item)).error).toBeNull()
    const { data: draft } = await client
      .from('products')
      .select('id')
      .eq('name', 'Secret draft')
      .eq('shop_id', shop)
      .single()
    const hidden = { drop_id: drop.id, product_id: draft?.id, stock: 4, position: 2 }
    expect((await client.from('drop_items').insert(hidden)).error).toBeNull()
    const read = async () => {
      const response = await fetch(`${server.url}/embed/drops/${drop.id}`)
      return { status: response.status, html: await response.text() }
    }
    expect(await read()).toMatchObject({ status: 404, html: expect.stringContaining('This drop is not open') })
    const save = async (values: object) => client.from('drops').update(values).eq('id', drop.id)
    expect((await save({ is_published: true })).error).toBeNull()
    await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe(200)
    const { html } = await read()
    expect(html).toContain('Saturday &lt;i&gt;buns&lt;/i&gt;')
    expect(html).toContain('Opening soon. Opens ')
    expect(html).toContain('Seed &lt;b&gt;bun&lt;/b&gt;')
    expect(html).not.toContain('Secret draft')
    expect(html).toContain(`href="${server.url}/drops/${drop.id}"`)
    expect(html).not.toMatch(/<script|<form|<iframe/)
    expect((await save({ opens_at: hours(-3), cut_off: hours(-1) })).error).toBeNull()
    await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe(404)
    expect((await fetch(`${server.url}/embed/drops/no-such-drop`)).status).toBe(404)
  })

  it('follows the shop: a suspended or unknown one has no products', async () => {
    expect((await embed()).status).toBe(200)
    expect((await service().from('shops').update({ status: 'suspended' }).eq('id', shop)).error).toBeNull()
    await expect.poll(async () => (await embed()).status, { timeout: 15_000 }).toBe(404)
    expect(await (await embed()).text()).not.toContain('Seed')
    const unknown = await fetch(`${server.url}/embed/shops/no-such-shop`)
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('not open')])
  })
})
