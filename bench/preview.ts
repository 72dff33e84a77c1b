/** preview_order for a basket of two shops: the call over HTTP, and from a change of a quantity to the new sums on the screen. */
import { chromium } from '@playwright/test'
import {
  createDatabase,
  type DatabaseKind,
  databases,
  dropDatabase,
  startServer,
  type TestServer,
} from '../tests/harness.ts'
import { openShop, type Shop } from './order-shop.ts'
import { percentile } from './traffic/statistics.ts'

const goalMs = 100
const calls = 200
const changes = 60

export async function preview(): Promise<void> {
  for (const kind of databases) await measure(kind)
}

async function measure(kind: DatabaseKind): Promise<void> {
  const databaseUrl = kind === 'postgres' ? await createDatabase() : ''
  const server = await startServer({ env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' } })
  const shops: Shop[] = []
  for (let n = 0; n < 2; n += 1) shops.push(await openShop(server, { products: 3, stock: 90, maxOrders: null }))
  const products = shops.flatMap((shop) => shop.products)
  const call = await timesOfCalls(server, products)
  const shown = await timesOnScreen(server, products)
  await server.stop()
  if (databaseUrl) await dropDatabase(databaseUrl)
  const p95 = percentile(shown, 0.95)
  console.log(
    `${kind}: preview_order over HTTP ${percentile(call, 0.5).toFixed(1)} ms (p95 ${percentile(call, 0.95).toFixed(1)}); ` +
      `new sums on the screen after ${percentile(shown, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (goal ${goalMs}) ${p95 <= goalMs ? 'reached' : 'MISSED'}`,
  )
}

async function timesOfCalls(server: TestServer, products: readonly string[]): Promise<number[]> {
  const items = products.map((product_id) => ({ product_id, quantity: 2 }))
  const order = { items, destination: { lat: 51.5, lon: -0.09, postcode: 'SE1' } }
  const times: number[] = []
  for (let n = 0; n < calls + 20; n += 1) {
    const start = performance.now()
    const response = await fetch(`${server.url}/rest/v1/rpc/preview_order`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    })
    if (!response.ok) throw new Error(`preview_order: ${response.status} ${await response.text()}`)
    await response.json()
    if (n >= 20) times.push(performance.now() - start)
  }
  return times
}

async function timesOnScreen(server: TestServer, products: readonly string[]): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const basket = products.map((id, n) => ({
    product: {
      id,
      name: `Product ${n}`,
      pricePence: 300,
      image: null,
      shop: { name: 'Bench', slug: `bench-${n % 2}` },
    },
    variation: null,
    options: [],
    personalization: null,
    customRequestDetails: null,
    quantity: 1,
  }))
  await page.addInitScript((lines) => {
    if (!localStorage.getItem('tuckbox-cart')) localStorage.setItem('tuckbox-cart', JSON.stringify(lines))
  }, basket)
  await page.goto(`${server.url}/cart`)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).waitFor()
  const times: number[] = []
  for (let n = 0; n < changes; n += 1) {
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const sums = document.querySelector('dl')
            const before = sums?.textContent
            const start = performance.now()
            const observer = new MutationObserver(() => {
              if (sums?.textContent === before) return
              observer.disconnect()
              // The next frame shows it.
              requestAnimationFrame(() => resolve(performance.now() - start))
            })
            if (sums) observer.observe(sums, { subtree: true, childList: true, characterData: true })
            document.querySelector<HTMLElement>('[aria-label="Increase quantity"]')?.click()
          }),
      ),
    )
    await page.waitForTimeout(100)
  }
  await browser.close()
  return times
}
