/** The HTML for search engines, messengers and slow connections, mostly read without a browser. */
import type { APIRequestContext } from '@playwright/test'
import { expect, test, visit, waitForHydration } from './fixtures.ts'

interface PageHtml {
  readonly status: number
  readonly html: string
  readonly title: string
  /** The content of a <meta> tag by its name or property. */
  meta(name: string): string | undefined
  readonly canonical: string | undefined
  /** All items of the structured data. */
  readonly things: readonly Record<string, unknown>[]
}

async function fetchPage(request: APIRequestContext, path: string): Promise<PageHtml> {
  const response = await request.get(path)
  const html = await response.text()
  const read = (pattern: RegExp) => plain(pattern.exec(html)?.[1])
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  return {
    status: response.status(),
    html,
    title: read(/<title>(.*?)<\/title>/) ?? '',
    meta: (name) => read(new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"/>`)),
    canonical: read(/<link rel="canonical" href="(.*?)"\/>/),
    things: blocks.flatMap(([, text = '']) => {
      const data = JSON.parse(text)
      return data['@graph'] ?? [data]
    }),
  }
}

const plain = (html: string | undefined) => html?.replace(/&amp;/g, '&').replace(/&#x27;/g, '’')

const types = ({ things }: PageHtml) => things.map((thing) => thing['@type'])

async function firstLink(request: APIRequestContext, kind: 'product' | 'shop'): Promise<string> {
  const path = new RegExp(`href="(/${kind}/[^"?]+)"`).exec((await fetchPage(request, '/')).html)?.[1]
  if (!path) throw new Error(`The home page links to no ${kind}`)
  return path
}

test('Every public page has its title, canonical URL, description and structured data in the HTML', async ({
  request,
  siteUrl,
}) => {
  const product = await firstLink(request, 'product')
  const shop = '/shop/the-bermondsey-loaf'
  const pages: Record<string, string[]> = {
    '/': ['WebSite'],
    [product]: ['Product', 'BreadcrumbList'],
    [shop]: ['Bakery', 'BreadcrumbList'],
    '/category/Cakes': ['ItemList', 'BreadcrumbList'],
    '/occasion/birthday': ['ItemList', 'BreadcrumbList'],
  }
  const titles = new Set<string>()
  for (const [path, expected] of Object.entries(pages)) {
    await test.step(path, async () => {
      const page = await fetchPage(request, path)
      expect(page.status).toBe(200)
      titles.add(page.title)
      expect(page.title).toBe(page.meta('og:title'))
      expect(page.meta('description')).toBe(page.meta('og:description'))
      expect(page.meta('description')?.length).toBeGreaterThan(20)
      expect(page.meta('description')?.length).toBeLessThanOrEqual(160)
      expect(page.meta('robots')).toBeUndefined()
      expect(page.canonical).toBe(siteUrl + path)
      expect(page.meta('og:url')).toBe(siteUrl + path)
      expect(types(page)).toEqual(expected)
      expect(page.html.match(/<h1[\s>]/g)).toHaveLength(1)
      expect(page.html).toMatch(/href="\/product\//)
      // The largest picture is preloaded. On a shop page it may be the banner or the first product, so both are.
      expect(page.html.match(/<link rel="preload" as="image"/g)).toHaveLength(path === shop ? 2 : 1)
      expect(page.html).toMatch(
        /<link rel="preload" as="image" imageSrcSet="[^"]+" imageSizes="[^"]+" fetchPriority="high"/,
      )
      const picture = await request.get(page.meta('og:image') ?? '')
      expect(picture.headers()['content-type']).toMatch(/^image\//)
    })
  }
  expect(titles.size).toBe(Object.keys(pages).length)
})

test('A listing has the same canonical URL for every order, filter and page', async ({ request, siteUrl }) => {
  const page = await fetchPage(request, '/category/Cakes?sort=price_low&min=5&page=2')
  expect(page.canonical).toBe(`${siteUrl}/category/Cakes`)
})

test('Search engines do not index search results', async ({ request }) => {
  const page = await fetchPage(request, '/search?q=cake')
  expect([page.status, page.meta('robots')]).toEqual([200, 'noindex'])
})

test('Unknown pages have status 404 and a heading, and are not indexed', async ({ request }) => {
  for (const path of [
    '/product/00000000-0000-4000-8000-000000000000',
    '/product/nonsense',
    '/shop/nobody',
    '/category/Spaceships',
    '/occasion/doomsday',
    '/no/such/page',
  ]) {
    const page = await fetchPage(request, path)
    expect([page.status, page.meta('robots'), page.canonical], path).toEqual([404, 'noindex', undefined])
    expect(page.html).toMatch(/<h1[\s>]/)
  }
})

test('robots.txt names a sitemap with working URLs', async ({ request, siteUrl }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  const locations = async (path: string) =>
    [...(await (await request.get(path)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  const addresses = (await Promise.all((await locations('/sitemap.xml')).map(locations))).flat()
  for (const kind of ['/product/', '/shop/', '/category/', '/occasion/']) {
    const one = addresses.find((address) => address.includes(kind))
    expect((await request.get(one ?? 'none')).status(), one).toBe(200)
  }
  const head = await request.head('/sitemap.xml')
  expect([head.status(), (await head.body()).byteLength]).toEqual([200, 0])
})

test('The browser loads the first picture before the app’s scripts', { tag: '@long' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.resourceType()} ${new URL(request.url()).pathname}`))
  await visit(page, '/')
  const app = requests.findIndex((entry) => /^script .*\/entry-client-/.test(entry))
  const picture = requests.findIndex((entry) => entry.startsWith('image /storage/'))
  expect(picture).toBeGreaterThan(-1)
  expect(app).toBeGreaterThan(picture)
  expect(requests.filter((entry) => entry.startsWith('fetch') || entry.startsWith('xhr'))).toEqual([])
})

test('Text typed before hydration stays in the search box', { tag: '@long' }, async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  // Before the style sheet is loaded, the search box of the header is visible too.
  const box = page.getByPlaceholder('Search Sweet Local Finds...')
  await box.fill('sourdough')
  await waitForHydration(page)
  await expect(box).toHaveValue('sourdough')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=sourdough$/)
})
