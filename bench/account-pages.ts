/** The pages of an account: how long 10,000 pieces of news take to open, and what Lighthouse says of each page's accessibility. */
import { type Browser, chromium, type Page } from '@playwright/test'
import lighthouseOf from 'lighthouse'
import { z } from 'zod'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median } from './load.ts'

const newsCount = 10_000
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
  const session = await readerOfMuch(server)
  const port = 9_400 + (process.pid % 500)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  await measureNews(browser, server, JSON.stringify(session))
  await rateAccessibility(server, JSON.stringify(session), port)
  await browser.close()
  await server.stop()
}

/** Somebody with 10,000 notifications, a tenth of them unread. */
async function readerOfMuch({ url, anonKey, serviceKey }: TestServer): Promise<z.output<typeof signedIn>> {
  const post = async (path: string, key: string, body: unknown) => {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.text()
  }
  const credentials = { email: 'buyer@tuckbox.test', password: 'tuckbox-sample' }
  const session = signedIn.parse(JSON.parse(await post('/auth/v1/token?grant_type=password', anonKey, credentials)))
  const types = ['order', 'payment', 'message', 'system']
  const news = Array.from({ length: newsCount }, (_, n) => ({
    user_id: session.user.id,
    type: types[n % types.length],
    title: `News ${n}`,
    message: 'Something has happened to something that is yours.',
    is_read: n % 10 !== 0,
    created_at: new Date(Date.now() - n * 60_000).toISOString(),
  }))
  for (let from = 0; from < newsCount; from += 1_000)
    await post('/rest/v1/notifications', serviceKey, news.slice(from, from + 1_000))
  return session
}

async function measureNews(browser: Browser, { url }: TestServer, session: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${url}/health`)
  await page.evaluate((kept) => window.localStorage.setItem('tuckbox-session', kept), session)
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
  say('from pressing the bell until the news are there', median(pressed))
  say('from asking for the page anew until the news are there', median(loaded))
}

/** In the page itself, whose clock knows nothing of how long it takes to ask it. */
function untilShown(page: Page, isPressed: boolean): Promise<number> {
  return page.evaluate(async (presses) => {
    const begunAt = presses ? performance.now() : 0
    if (presses) document.querySelector<HTMLElement>('header a[href="/notifications"]')?.click()
    // No function of its own in here: tsx marks those with a helper that the page does not have.
    while (!/You have \d.*unread/.test(document.body.innerText) || !document.body.innerText.includes('News 20'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - begunAt
  }, isPressed)
}

function say(name: string, ms: number): void {
  console.log(`  ${name}: ${Math.round(ms)} ms (goal ${goalMs} ms) ${ms <= goalMs ? 'reached' : 'MISSED'}`)
}

async function rateAccessibility({ url }: TestServer, session: string, port: number): Promise<void> {
  // Lighthouse brings a page of its own, in the same browser: what is kept for the site is there already.
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0] ?? (await browser.newContext())
  const page = await context.newPage()
  await page.goto(`${url}/health`)
  await page.evaluate((kept) => window.localStorage.setItem('tuckbox-session', kept), session)
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
