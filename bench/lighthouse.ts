/**
 * Lighthouse's mobile preset on shoppers' pages, the size of their scripts, and blocked time while typing. The checkout
 * is that of a member with a basket, the other pages are a visitor's.
 */
import { chromium, type Page } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouseOf from 'lighthouse'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median } from './traffic/statistics.ts'
import { longestBlockWhileTyping } from './typing.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const runs = 3

interface Goal {
  readonly name: string
  readonly unit: string
  readonly goal: number
  readonly better: 'higher' | 'lower'
}

const scores = { unit: '', better: 'higher' } as const
const goals = {
  performance: { ...scores, name: 'performance', goal: 95 },
  accessibility: { ...scores, name: 'accessibility', goal: 100 },
  'best-practices': { ...scores, name: 'best practices', goal: 100 },
  seo: { ...scores, name: 'SEO', goal: 100 },
  lcp: { name: 'largest contentful paint', unit: ' ms', goal: 1_500, better: 'lower' },
  cls: { name: 'layout shift', unit: '', goal: 0.02, better: 'lower' },
  scripts: { name: 'JavaScript as transferred', unit: ' kB', goal: 154.5, better: 'lower' },
  typing: { name: 'longest task while typing, CPU four times slower', unit: ' ms', goal: 50, better: 'lower' },
} as const satisfies Record<string, Goal>

type Measure = Exclude<keyof typeof goals, 'typing'>

export async function lighthouse(): Promise<void> {
  const server = await startServer({ env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const product = await firstLink(server.url, 'product')
  const shop = await firstLink(server.url, 'shop')
  for (const path of ['/', '/search?q=cake', product, shop, '/category/Cakes'])
    await ratePage(server.url + path, chrome.port)
  await rateCheckout(server, product, chrome.port)
  chrome.kill()
  console.log('\nsearch box')
  report(goals.typing, await longestBlockWhileTyping(server.url))
  await server.stop()
}

/** @param clearCache for a page that needs what is stored. By default Lighthouse clears all storage. */
async function ratePage(url: string, port: number, clearCache?: () => Promise<unknown>): Promise<void> {
  console.log(`\n${new URL(url).pathname}`)
  const visits = []
  // The first visit renders pictures, which later visits get from the cache.
  for (let run = 0; run <= runs; run += 1) {
    await clearCache?.()
    visits.push(await visit(url, port, clearCache !== undefined))
  }
  const rated = visits.slice(1)
  for (const measure of Object.keys(goals) as (keyof typeof goals)[]) {
    // Search engines neither find a search nor a checkout.
    if (measure === 'seo' && /search|checkout/.test(url)) continue
    if (measure === 'scripts' && !url.endsWith('/')) continue
    if (measure !== 'typing') report(goals[measure], median(rated.map(({ measures }) => measures[measure])))
  }
  const lowAudits = rated.at(-1)?.lowAudits ?? []
  if (lowAudits.length > 0) console.log(`  below 0.9: ${lowAudits.join(', ')}`)
}

/** Lighthouse opens its own page in the same browser, so it finds the session and the basket. */
async function rateCheckout({ url, anonKey }: TestServer, product: string, port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage()
  await signInSampleBuyer(page, url, anonKey)
  await page.goto(url + product, { waitUntil: 'networkidle' })
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('link', { name: /^Basket, 1 item/ })
    .first()
    .waitFor()
  const protocol = await page.context().newCDPSession(page)
  await ratePage(`${url}/checkout`, port, () => protocol.send('Network.clearBrowserCache'))
  await page.close()
}

async function signInSampleBuyer(page: Page, url: string, anonKey: string): Promise<void> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'buyer@tuckbox.test', password: 'tuckbox-sample' }),
  })
  const session = await response.text()
  await page.goto(`${url}/health`)
  await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), session)
}

function report({ name, unit, goal, better }: Goal, value: number): void {
  const isReached = better === 'higher' ? value >= goal : value <= goal
  const rounded = Number(value.toFixed(3))
  const bound = better === 'higher' ? 'at least' : 'at most'
  console.log(`  ${name}: ${rounded}${unit} (goal ${bound} ${goal}${unit}) ${isReached ? 'reached' : 'MISSED'}`)
}

async function firstLink(url: string, kind: 'product' | 'shop'): Promise<string> {
  const home = await (await fetch(url)).text()
  const path = new RegExp(`href="(/${kind}/[^"]+)"`).exec(home)?.[1]
  if (path === undefined) throw new Error(`The home page shows no ${kind}`)
  return path
}

async function visit(
  url: string,
  port: number,
  keepsStorage: boolean,
): Promise<{ measures: Record<Measure, number>; lowAudits: string[] }> {
  const options = { port, onlyCategories: [...categories], disableStorageReset: keepsStorage }
  const result = await lighthouseOf(url, { ...options, logLevel: 'error' })
  if (!result) throw new Error('Lighthouse gave no result')
  const { audits, categories: rated } = result.lhr
  const score = (category: (typeof categories)[number]) => Math.round((rated[category]?.score ?? 0) * 100)
  const lowAudits = Object.values(audits)
    .filter((audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
    .map((audit) => `${audit.id} ${audit.displayValue ?? ''}`.trim())
  return {
    lowAudits,
    measures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
      cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      scripts: Math.round(scriptBytes(audits['network-requests']?.details) / 1_000),
    },
  }
}

function scriptBytes(details: unknown): number {
  if (typeof details !== 'object' || details === null || !('items' in details) || !Array.isArray(details.items))
    return Number.NaN
  return details.items
    .filter((item) => item.resourceType === 'Script')
    .reduce((sum: number, item) => sum + Number(item.transferSize), 0)
}
