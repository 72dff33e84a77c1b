import { gzipSync } from 'node:zlib'
import { expect, test, visit, waitForHydration } from './fixtures.ts'

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads the home page, a product and a shop', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('main').locator('a[href^="/shop/"]').first().click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('The browser does not refetch the data embedded in the HTML', { tag: '@phone' }, async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    // A product that is looked at for a while records the view.
    const isView = request.url().endsWith('/rpc/record_product_view')
    if (/\/(rest|auth)\/v1\//.test(request.url()) && !isView) fetched.push(request.url())
  })
  await visit(page, '/')
  const product = await page.getByRole('article').first().getByRole('heading').getByRole('link').getAttribute('href')
  const shop = await page.getByRole('article').first().locator('a[href^="/shop/"]').getAttribute('href')
  for (const path of [product, shop, '/search?q=cake&by=pickup', '/category/Cakes?sort=rating', '/occasion/party']) {
    if (!path) throw new Error('The card has no link')
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('article').first()).toBeVisible()
  }
  expect(fetched).toEqual([])
})

test('The home page loads at most 154.5 kB of gzipped JavaScript', { tag: '@phone' }, async ({ page }) => {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.set(new URL(response.url()).pathname, gzipSync(await response.body()).byteLength)
  })
  await visit(page, '/')
  await page.waitForLoadState('networkidle')
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'JavaScript of the home page', description: `${total} bytes gzipped` })
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(154_500)
})

test('The layout of the home page does not shift during hydration', { tag: ['@both', '@long'] }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number')
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.02)
})

test('The home page does not scroll sideways at widths from 320 to 1600 px', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  for (const width of [320, 768, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
  }
})
