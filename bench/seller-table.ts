/** A seller's table of 2,000 products: the longest task while sorting, paging and searching, and the time to the new rows. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { allFree } from '../tests/declarations.ts'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median } from './traffic/statistics.ts'

const products = 2_000
const slowdown = 4
const rounds = 5
const goalMs = 100

const signedIn = z.looseObject({ access_token: z.string(), user: z.object({ id: z.string() }) })
const shops = z.array(z.object({ id: z.string() })).min(1)

export async function sellerTable(): Promise<void> {
  const server = await startServer({ env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const session = await stockedSeller(server)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  for (const rate of [1, slowdown]) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    await page.goto(`${server.url}/faq`)
    await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), JSON.stringify(session))
    await page.goto(`${server.url}/seller/products`)
    await page.getByText(`${products.toLocaleString('en-GB')} products`).waitFor()
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate })
    console.log(rate === 1 ? 'this processor' : `a processor ${rate} times slower`)
    for (const [name, act] of Object.entries(acts)) report(name, await measured(browser, page, act))
    await page.close()
  }
  await browser.close()
  await server.stop()
}

/** The sample's seller with 2,000 products, some of each kind, each with a picture. @returns a session */
async function stockedSeller({ url, anonKey, serviceKey }: TestServer) {
  const call = async (path: string, key: string, body?: object): Promise<unknown> => {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return path.includes('/token') || !body ? response.json() : undefined
  }
  const session = signedIn.parse(
    await call('/auth/v1/token?grant_type=password', anonKey, {
      email: 'seller@tuckbox.test',
      password: 'tuckbox-sample',
    }),
  )
  const [shop] = shops.parse(await call(`/rest/v1/shops?select=id&user_id=eq.${session.user.id}`, serviceKey))
  const own = z
    .array(z.object({ image: z.string().nullable() }))
    .parse(await call(`/rest/v1/products?select=image&shop_id=eq.${shop?.id}`, serviceKey))
  const rows = Array.from({ length: products - own.length }, (_, n) => ({
    shop_id: shop?.id,
    name: `${['Lemon', 'Rye', 'Walnut', 'Plum'][n % 4]} ${['loaf', 'cake', 'bun'][n % 3]} ${n}`,
    price: 1 + (n % 900) / 10,
    stock: n % 40,
    category: ['Cakes', 'Bread', null][n % 3],
    status: ['active', 'active', 'draft', 'hidden'][n % 4],
    is_bestseller: n % 9 === 0,
    allergens: n % 7 === 0 ? null : allFree,
    image: own[n % own.length]?.image ?? null,
  }))
  await call('/rest/v1/products', serviceKey, rows)
  return session
}

type Action = (page: Page) => Promise<void>

const sortBy =
  (column: string): Action =>
  (page) =>
    page.getByRole('columnheader', { name: column }).getByRole('button').click()

const acts: Readonly<Record<string, Action>> = {
  'sort by name': sortBy('Product Name'),
  'sort by price': sortBy('Price'),
  'sort by stock': sortBy('Stock'),
  'next page': (page) => page.getByRole('button', { name: 'Next page' }).click(),
  search: async (page) => {
    const box = page.getByRole('searchbox', { name: 'Search your products' })
    const word = (await box.inputValue()) === 'walnut cake' ? 'rye' : 'walnut cake'
    await box.fill('')
    await box.pressSequentially(word, { delay: 60 })
  },
  'edit prices and stock': (page) => page.getByRole('button', { name: /^(Edit prices and stock|Done)$/ }).click(),
}

interface Measured {
  /** Processor time of the longest task on the page's main thread. */
  readonly cpuMs: number
  /** Elapsed time of that task, which includes other load on the machine. */
  readonly clockMs: number
  /** From the act's last press until the rows it asked for were there. */
  readonly rowsMs: number
}

async function measured(browser: Browser, page: Page, act: Action): Promise<Measured> {
  const times: number[] = []
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  for (let round = 0; round < rounds; round += 1) {
    const before = await page.locator('tbody').innerHTML()
    await act(page)
    const start = performance.now()
    // aria-busy is true until the table shows the requested rows.
    await page.waitForFunction(
      (html) =>
        document.querySelector('table')?.getAttribute('aria-busy') === 'false' &&
        document.querySelector('tbody')?.innerHTML !== html,
      before,
    )
    times.push(performance.now() - start)
    await page.waitForTimeout(400)
  }
  const tasks = mainThreadTasks(JSON.parse((await browser.stopTracing()).toString()))
  const longest = (of: (task: Task) => number) => Math.max(0, ...tasks.map(of)) / 1_000
  return { cpuMs: longest(({ tdur }) => tdur), clockMs: longest(({ dur }) => dur), rowsMs: median(times) }
}

const traced = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
})

/** In microseconds: elapsed time, and processor time of the thread. */
interface Task {
  readonly dur: number
  readonly tdur: number
}

function mainThreadTasks(trace: unknown): Task[] {
  const { traceEvents } = traced.parse(trace)
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents.flatMap(({ name, pid, tid, dur = 0, tdur = 0 }) =>
    /RunTask$/.test(name) && threads.has(`${pid} ${tid}`) ? { dur, tdur } : [],
  )
}

function report(name: string, { cpuMs, clockMs, rowsMs }: Measured): void {
  const verdict = cpuMs <= goalMs ? 'reached' : 'MISSED'
  console.log(
    `  ${name.padEnd(22)} longest task ${cpuMs.toFixed(0).padStart(4)} ms of processor time, ${clockMs.toFixed(0)} ms elapsed ` +
      `(goal at most ${goalMs}) ${verdict}; rows after ${rowsMs.toFixed(0)} ms`,
  )
}
