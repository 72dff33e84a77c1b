/** Account pages: the time to open 10,000 notifications, and each page's accessibility score in Lighthouse. */
import { type Browser, chromium, type Page } from '@playwright/test'
import lighthouseOf from 'lighthouse'
import { z } from 'zod'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median } from './traffic/statistics.ts'

const notificationCount = 10_000
const rounds = 5
const goalMs = 200
const pages = [
  '/profile',
  '/settings/profile',
  '/settings/addresses',
  '/settings/security',
  '/settings/notifications',
  '/notifications',
  '/contact',
  '/faq',
  '/terms',
  '/privacy',
  '/seller/terms',
]

const signedIn = z.looseObject({ access_token: z.string(), user: z.object({ id: z.string() }) })

export async function accountPages(): Promise<void> {
  const server = await startServer({ env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const session = await addNotifications(server)
  const port = 9_400 + (process.pid % 500)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  await measureNotifications(browser, server, JSON.stringify(session))
  await rateAccessibility(server, JSON.stringify(session), port)
  await browser.close()
  await server.stop()
}

/** Gives the sample buyer 10,000 notifications, a tenth of them unread. @returns the buyer's session */
async function addNotifications({ url, anonKey, serviceKey }: TestServer): Promise<z.output<typeof signedIn>> {
  const post = async (path: string, key: string, body: unknown) => {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return response.text()
  }
  const credentials = { email: 'buyer@tuckbox.test', password: 'tuckbox-sample' }
  const session = signedIn.parse(JSON.parse(await post('/auth/v1/token?grant_type=password', anonKey, credentials)))
  const types = ['order', 'payment', 'message', 'system']
  const notifications = Array.from({ length: notificationCount }, (_, n) => ({
    user_id: session.user.id,
    type: types[n % types.length],
    title: `Notification ${n}`,
    message: 'Your order has a new status.',
    is_read: n % 10 !== 0,
    created_at: new Date(Date.now() - n * 60_000).toISOString(),
  }))
  for (let from = 0; from < notificationCount; from += 1_000)
    await post('/rest/v1/notifications', serviceKey, notifications.slice(from, from + 1_000))
  return session
}

async function measureNotifications(browser: Browser, { url }: TestServer, session: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${url}/health`)
  await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), session)
  const pressed: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${url}/settings/profile`)
    await page.getByLabel('First name').waitFor()
    await page.waitForTimeout(1_500)
    pressed.push(await untilShown(page, true))
    await page.reload()
    loaded.push(await untilShown(page, false))
  }
  await page.close()
  report('from a click on the bell to the notifications', median(pressed))
  report('from a reload to the notifications', median(loaded))
}

/** Measures inside the page, so the time does not include the calls of the test driver. */
function untilShown(page: Page, isPressed: boolean): Promise<number> {
  return page.evaluate(async (presses) => {
    const startedMs = presses ? performance.now() : 0
    if (presses) document.querySelector<HTMLElement>('header a[href="/notifications"]')?.click()
    // No named function here, because tsx would call a helper that the page does not have.
    while (!/You have \d.*unread/.test(document.body.innerText) || !document.body.innerText.includes('Notification 20'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - startedMs
  }, isPressed)
}

function report(name: string, ms: number): void {
  console.log(`  ${name}: ${Math.round(ms)} ms (goal ${goalMs} ms) ${ms <= goalMs ? 'reached' : 'MISSED'}`)
}

async function rateAccessibility({ url }: TestServer, session: string, port: number): Promise<void> {
  // Lighthouse opens its own page in the same browser, so the session in local storage is available to it.
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0] ?? (await browser.newContext())
  const page = await context.newPage()
  await page.goto(`${url}/health`)
  await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), session)
  for (const path of pages) {
    const result = await lighthouseOf(url + path, {
      port,
      onlyCategories: ['accessibility'],
      disableStorageReset: true,
      logLevel: 'error',
    })
    const score = Math.round((result?.lhr.categories.accessibility?.score ?? 0) * 100)
    const where = new URL(result?.lhr.finalDisplayedUrl ?? url).pathname
    console.log(
      `  accessibility of ${path}: ${score} (goal 100) ${score === 100 && where === path ? 'reached' : `MISSED at ${where}`}`,
    )
  }
  await page.close()
}
