/** The sitemap of a small market with small parts: complete, public pages only, valid XML. */
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createRest, type Rest } from '#backend/rest/index'
import type { Database } from '#domain/database.generated'
import { createSitemap, type Sitemap, sitemapIndex } from '../../server/sitemap.ts'
import { databases, noSession } from '../harness.ts'
import { openTestContext, type TestContext } from '../policies/test-context.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const anon = { role: 'anon', claims: { role: 'anon' }, claimsText: '{"role":"anon"}' }
const siteUrl = 'https://tuckbox.test'

const locations = (xml = '') => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

describe.each(databases)('The sitemap on %s', (kind) => {
  let context: TestContext
  let rest: Rest
  let sitemap: Sitemap
  const onSale: string[] = []

  beforeAll(async () => {
    context = await openTestContext(kind)
    rest = await createRest({
      database: context.database,
      schemas: ['public'],
      extraSearchPath: ['public', 'extensions'],
      // An operator may set it below the size of a part.
      maxRows: 2,
    })
    const supabase = createClient<Database>('http://shop.test', 'anon', {
      ...noSession,
      global: { fetch: (input, init) => rest.handle(new Request(input, init), anon) },
    })
    sitemap = createSitemap({ supabase, staticPages: async () => ['/', '/faq?a=1&b=2'], urlsPerPart: 3 })
    const shop = await context.shop(await context.member('Rosie'), { name: 'Crumb', slug: 'crumb' })
    const suspended = await context.shop(await context.member('Sam'), {
      name: 'Suspended',
      slug: 'suspended',
      status: 'suspended',
    })
    for (let number = 0; number < 7; number += 1) onSale.push(await context.product(shop, { category: 'Cookies' }))
    await context.service.update('products', onSale[0] ?? '', { occasions: '{diwali}' })
    await context.product(shop, { category: 'Bread', status: 'draft', occasions: '{eid}' })
    await context.product(suspended, { category: 'Bread' })
  })

  afterAll(async () => {
    await rest.close()
    await context.close()
  })

  it('lists as many parts as it needs', async () => {
    const index = sitemapIndex(await sitemap.partNames(), siteUrl)
    expect(index).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="/)
    expect(locations(index)).toEqual(
      ['pages', 'shops-1', 'products-1', 'products-2', 'products-3'].map((name) => `${siteUrl}/sitemaps/${name}.xml`),
    )
  })

  it('lists each product on sale once, with the day it changed, and no other product', async () => {
    const parts = await Promise.all([1, 2, 3].map((number) => sitemap.part(`products-${number}`, siteUrl)))
    expect(parts.map((part) => locations(part).length)).toEqual([3, 3, 1])
    expect(parts.flatMap(locations).sort()).toEqual(onSale.map((id) => `${siteUrl}/product/${id}`).sort())
    expect(parts.join('').match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+\+00:00<\/lastmod>/g)).toHaveLength(7)
  })

  it('lists only active shops', async () => {
    expect(locations(await sitemap.part('shops-1', siteUrl))).toEqual([`${siteUrl}/shop/crumb`])
  })

  it('lists static pages, categories with products, and the occasions of those categories and of products', async () => {
    expect(locations(await sitemap.part('pages', siteUrl))).toEqual([
      `${siteUrl}/`,
      `${siteUrl}/faq?a=1&amp;b=2`,
      `${siteUrl}/category/Cookies`,
      `${siteUrl}/occasion/party`,
      `${siteUrl}/occasion/holiday`,
      `${siteUrl}/occasion/diwali`,
    ])
  })

  it.each(['products-4', 'products-0', 'products', 'shops-2', 'orders-1', ''])('has no part %j', async (name) => {
    expect(await sitemap.part(name, siteUrl)).toBeUndefined()
  })
})
