/** The tests of the page cache, over HTTP: nothing that a shopper decides by is shown two seconds after it has changed. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allFree } from '../declarations.ts'
import { type StartOptions, startServer, type TestServer } from '../harness.ts'
import { openShop, serviceOf, unwrap } from '../payments/market-fixtures.ts'

interface Page {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The bound of decision 019, for pages of this server. */
const maxAgeMs = 2_000

/** What a page shows may be checked so often without being most of the load. */
const pollMs = 40

export interface PageCacheSetup extends Pick<StartOptions, 'database' | 'env'> {
  readonly name: string
}

const onPglite = { name: 'PGlite', database: 'pglite' } as const
const onPostgres = { name: 'PostgreSQL', database: 'postgres' } as const
const workers = { name: 'two workers', database: 'postgres', env: { WEB_CONCURRENCY: '2' } } as const
export const pageCacheSetups: readonly PageCacheSetup[] = [onPglite, onPostgres, workers]

/** A shop for each category that the tests change, so that none hides what another shows. */
async function fill(server: TestServer): Promise<void> {
  for (const category of ['Cakes', 'Bread', 'Cookies', 'Pastries']) {
    const { id: shop_id } = await openShop(server, category)
    const product = { shop_id, category, price: 12, stock: 50, is_bestseller: true, allergens: allFree }
    const products = ['Plain', 'Rich'].map((kind) => ({ ...product, name: `${kind} ${category}` }))
    unwrap(await serviceOf(server).from('products').insert(products).select('id'))
  }
}

export function testPageCache({ name, database, env = {} }: PageCacheSetup): void {
  describe(`The page cache on ${name}`, () => {
    let server: TestServer
    /** Several connections, so that both workers respond. */
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))

    const fetchPage = (path: string, headers: Record<string, string> = {}, agent = agents[0], method = 'GET') =>
      new Promise<Page>((resolve, reject) => {
        const sent = request(server.url + path, { agent, method, headers: { 'accept-encoding': 'br', ...headers } })
        sent.on('response', (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          )
        })
        sent.on('error', reject)
        sent.end()
      })
    const textOf = ({ headers, body }: Page) =>
      String(headers['content-encoding'] === 'br' && body.length > 0 ? brotliDecompressSync(body) : body)

    /** Calls the table API with the service key. */
    const write = async (path: string, values: object, method = 'PATCH') => {
      const response = await fetch(`${server.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: server.serviceKey,
          authorization: `Bearer ${server.serviceKey}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
        },
        body: JSON.stringify(values),
      })
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
    const products = async (
      filter: string,
    ): Promise<{ id: string; name: string; shop: { id: string; slug: string } }[]> =>
      (
        await fetch(`${server.url}/rest/v1/products?select=id,name,shop:shops(id,slug)&is_listed=eq.true&${filter}`, {
          headers: { apikey: server.serviceKey },
        })
      ).json()

    /** Requests the pages by all connections until none shows the old content. @returns how long after the change one still did */
    const oldestShown = async (
      paths: readonly string[],
      isOld: (page: Page) => boolean,
      change: () => Promise<unknown>,
    ) => {
      for (const path of paths)
        for (const agent of agents)
          if (!isOld(await fetchPage(path, {}, agent))) throw new Error(`${path} does not show what is to change`)
      await change()
      const changedMs = performance.now()
      let lastMs = 0
      while (performance.now() - changedMs < lastMs + maxAgeMs + 500) {
        for (const path of paths)
          for (const agent of agents) {
            const sentMs = performance.now() - changedMs
            if (isOld(await fetchPage(path, {}, agent))) lastMs = sentMs
          }
        await delay(pollMs)
      }
      return lastMs
    }

    beforeAll(async () => {
      server = await startServer({ database, env })
      await fill(server)
    }, 120_000)
    afterAll(async () => {
      for (const agent of agents) agent.destroy()
      await server.stop()
    })

    it('shows no old price after two seconds, on product, shop, category and home page', async () => {
      const [product] = await products('category=eq.Cakes&is_bestseller=eq.true&limit=1')
      if (!product) throw new Error('the market has no cake')
      const pages = [`/product/${product.id}`, `/shop/${product.shop.slug}`, '/category/Cakes', '/']
      await write(`products?id=eq.${product.id}`, { price: 7777.25 })
      for (const price of [8888.5, 9999.75]) {
        const old = price === 8888.5 ? '7,777.25' : '8,888.50'
        const change = () => write(`products?id=eq.${product.id}`, { price })
        const shownMs = await oldestShown(pages, (page) => textOf(page).includes(old), change)
        expect(shownMs).toBeLessThan(maxAgeMs)
      }
    })

    it('shows no product as available two seconds after the last one was sold', async () => {
      const [product] = await products('category=eq.Bread&limit=1')
      if (!product) throw new Error('the market has no bread')
      await write(`products?id=eq.${product.id}`, { stock: 3 })
      const change = () => write(`products?id=eq.${product.id}`, { stock: 0 })
      const isAvailable = (page: Page) => !/sold out|out of stock/i.test(textOf(page))
      expect(await oldestShown([`/product/${product.id}`], isAvailable, change)).toBeLessThan(maxAgeMs)
    })

    it('shows no deleted product and no suspended shop after two seconds', async () => {
      const [first, second] = await products('category=eq.Cookies&limit=2')
      if (!first || !second) throw new Error('the market has no two cookies')
      const isShown = ({ status }: Page) => status === 200
      const remove = () => write(`products?id=eq.${first.id}`, {}, 'DELETE')
      expect(await oldestShown([`/product/${first.id}`], isShown, remove)).toBeLessThan(maxAgeMs)
      const pages = [`/product/${second.id}`, `/shop/${second.shop.slug}`]
      const suspend = () => write(`shops?id=eq.${second.shop.id}`, { status: 'suspended' })
      expect(await oldestShown(pages, isShown, suspend)).toBeLessThan(maxAgeMs)
      await write(`shops?id=eq.${second.shop.id}`, { status: 'active' })
      expect((await fetchPage(`/shop/${second.shop.slug}`)).status).toBe(200)
    })

    it.runIf(database === 'postgres')(
      'shows a change that another program makes, also without a notification',
      async () => {
        const [product] = await products('category=eq.Pastries&limit=1')
        if (!product) throw new Error('the market has no pastry')
        const client = new pg.Client({ connectionString: server.databaseUrl })
        await client.connect()
        try {
          const set = (price: number) =>
            client.query('update products set price = $1 where id = $2', [price, product.id])
          await set(6666.25)
          await delay(maxAgeMs)
          const pages = [`/product/${product.id}`]
          expect(
            await oldestShown(
              pages,
              (page) => textOf(page).includes('6,666.25'),
              () => set(5555.5),
            ),
          ).toBeLessThan(maxAgeMs)
          // The processes stop listening. Their connections come back a moment later.
          const lose = async () => {
            await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`)
            await set(4444.75)
          }
          expect(await oldestShown(pages, (page) => textOf(page).includes('5,555.50'), lose)).toBeLessThan(maxAgeMs)
        } finally {
          await client.end()
        }
      },
    )

    it('responds with 304 to a browser that has the page, and to HEAD without a body', async () => {
      const first = await fetchPage('/faq')
      const etag = first.headers.etag ?? ''
      expect(first.headers).toMatchObject({
        'cache-control': 'public, max-age=0, s-maxage=1',
        vary: 'Accept-Encoding, Cookie',
        'content-encoding': 'br',
        'content-length': String(first.body.length),
      })
      const again = await fetchPage('/faq', { 'if-none-match': etag })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
      const head = await fetchPage('/faq', {}, agents[0], 'HEAD')
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, etag])
      expect((await fetchPage('/faq', { 'if-none-match': '"another"' })).status).toBe(200)
    })

    it('sends the same page to clients without brotli and without compression', async () => {
      const [br, gzip, plain] = await Promise.all(
        ['br', 'gzip', 'identity'].map((coding) => fetchPage('/terms', { 'accept-encoding': coding })),
      )
      if (!br || !gzip || !plain) throw new Error('a response is missing')
      expect(gunzipSync(gzip.body).equals(brotliDecompressSync(br.body))).toBe(true)
      expect(plain.body.equals(brotliDecompressSync(br.body))).toBe(true)
      expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
      const refused = await fetchPage('/terms', { 'accept-encoding': 'br;q=0, gzip' })
      expect(refused.headers['content-encoding']).toBe('gzip')
    })

    it('caches no error and no page of members, and lets no shared cache store a place', async () => {
      for (const path of ['/no/such/page', '/product/00000000-0000-4000-8000-000000000000', '/settings', '/cart']) {
        const { headers } = await fetchPage(path)
        expect([path, headers.etag, headers['cache-control']]).toEqual([path, undefined, 'private, no-cache'])
      }
      const cookieOf = (place: object) => ({ cookie: `tuckbox-place=${encodeURIComponent(JSON.stringify(place))}` })
      const ely = await fetchPage('/', cookieOf({ lat: 52.4, lon: 0.26, label: 'Ely & about', radiusMiles: 3 }))
      expect(textOf(ely)).toContain('Ely &amp; about')
      expect(ely.headers['cache-control']).toBe('private, no-cache')
      const bath = textOf(await fetchPage('/', cookieOf({ lat: 51.38, lon: -2.36, label: 'Bath', radiusMiles: 3 })))
      expect(bath).toContain('Bath')
      for (const other of [bath, textOf(await fetchPage('/'))]) expect(other).not.toContain('Ely')
    })

    it('shows no visitor the parameters of another', async () => {
      await fetchPage('/category/Bread?utm_source=hostile%22%3E')
      expect(textOf(await fetchPage('/category/Bread'))).not.toContain('hostile')
      expect(textOf(await fetchPage('/category/Bread?utm_source=mine'))).not.toContain('hostile')
    })

    it('keeps the home page while a client sends thousands of different parameters', async () => {
      const tag = async () => (await fetchPage('/contact')).headers.etag
      const before = await tag()
      const paths = Array.from({ length: 2_000 }, (_, n) => `/contact?campaign=${n}`)
      const tags = new Set<string | undefined>()
      for (let n = 0; n < paths.length; n += 50) {
        const some = paths.slice(n, n + 50).map((path) => fetchPage(path))
        for (const { headers } of await Promise.all(some)) tags.add(headers.etag)
      }
      // The page was rendered again a few times, because it had become too old, but not for each request.
      expect(tags.size).toBeLessThan(50)
      expect(before).toBeDefined()
    })
  })
}
