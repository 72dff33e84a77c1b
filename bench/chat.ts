/** Time from Enter in one browser to the other's screen beside 500 active conversations, and to open and scroll 20,000 messages. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { databases, startServer, type TestServer } from '../tests/harness.ts'
import { memberToken, openSocket, serviceUser } from '../tests/protocol/realtime-clients.ts'
import { median, percentile } from './traffic/statistics.ts'

const otherConversations = 500
const conversationsPerSocket = 10
const messageCount = 60
/** Stays below the rate limit of messages. */
const pauseMs = 400
/** Messages a second in the other conversations. */
const backgroundRate = 20
const longConversation = 20_000
const openings = 10
const goals = { medianMs: 60, p95Ms: 150, openMs: 300, frameMs: 17.5 }

interface Account {
  readonly id: string
  readonly session: string
}

export async function chat(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  for (const database of databases) {
    const server = await startServer({ database })
    try {
      await measure(`${database}: `, server, browser)
    } finally {
      await server.stop()
    }
  }
  await browser.close()
}

async function measure(prefix: string, server: TestServer, browser: Browser): Promise<void> {
  const write = writer(server)
  const [buyer, seller] = await Promise.all([newAccount(server, 'buyer'), newAccount(server, 'seller')])
  const [quick = '', long = ''] = await openConversations(write, buyer, seller, 2)
  await fill(write, long, [buyer.id, seller.id])
  const stop = await runOtherConversations(server, write)
  const [mine, theirs] = await Promise.all([screen(browser, server, buyer), screen(browser, server, seller)])

  const times = await talk(mine, theirs, quick)
  const p95 = percentile(times, 0.95)
  console.log(
    `${prefix}Enter to the other screen ${ms(median(times))}, p95 ${ms(p95)} with ${otherConversations} other conversations ` +
      `(goal: under ${goals.medianMs} and ${goals.p95Ms} ms: ${median(times) < goals.medianMs && p95 < goals.p95Ms ? 'reached' : 'MISSED'})`,
  )
  const opened = await open(mine, quick, long)
  console.log(
    `${prefix}opening ${longConversation.toLocaleString('en-GB')} messages, from the click to the last of them on the screen, ${ms(median(opened))}, ` +
      `worst ${ms(Math.max(...opened))} (goal: under ${goals.openMs} ms: ${median(opened) < goals.openMs ? 'reached' : 'MISSED'})`,
  )
  const { frames, rows } = await scroll(mine)
  console.log(
    `${prefix}scrolling up to ${rows} of them, a frame ${ms(median(frames))}, p95 ${ms(percentile(frames, 0.95))} ` +
      `(goal: ${goals.frameMs} ms: ${median(frames) < goals.frameMs ? 'reached' : 'MISSED'})`,
  )
  stop()
  await Promise.all([mine, theirs].map((page) => page.context().close()))
}

type Write = (table: string, rows: object) => Promise<void>

function writer(server: TestServer): Write {
  const admin = serviceUser(server).client
  return async (table, rows) => {
    const { error } = await admin.from(table).insert(rows)
    if (error) throw new Error(`${table}: ${error.message}`)
  }
}

async function newAccount(server: TestServer, name: string): Promise<Account> {
  const headers = { apikey: server.serviceKey, authorization: `Bearer ${server.serviceKey}` }
  const password = 'proving-dough-at-dawn'
  const email = `${name}@example.com`
  const made = { email, password, email_confirm: true, user_metadata: { name } }
  await fetch(`${server.url}/auth/v1/admin/users`, { method: 'POST', headers, body: JSON.stringify(made) })
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.anonKey },
    body: JSON.stringify({ email, password }),
  })
  const session = await response.json()
  return { id: session.user.id, session: JSON.stringify(session) }
}

/** Opens conversations of a buyer and a seller, each about its own product. @returns their ids */
async function openConversations(write: Write, buyer: Account, seller: Account, count: number): Promise<string[]> {
  const shop_id = randomUUID()
  const shop = { name: 'Bench', slug: `bench-${shop_id}`, description: 'Bakes for benchmarks.', category: 'Other' }
  await write('shops', { id: shop_id, user_id: seller.id, ...shop })
  const products = Array.from({ length: count }, () => ({
    id: randomUUID(),
    shop_id,
    name: 'A cake',
    price: 12,
    stock: 5,
  }))
  await write('products', products)
  const conversations = products.map(({ id }) => ({
    id: randomUUID(),
    buyer_id: buyer.id,
    seller_id: seller.id,
    product_id: id,
  }))
  await write('chat_rooms', conversations)
  return conversations.map(({ id }) => id)
}

async function fill(write: Write, conversation: string, members: readonly [string, string]): Promise<void> {
  const endMs = Date.now() - 3_600_000
  const batch = 200
  for (let from = 0; from < longConversation; from += batch) {
    await write(
      'chat_messages',
      Array.from({ length: batch }, (_, n) => ({
        chat_room_id: conversation,
        sender_id: members[(from + n) % 2],
        content: `Message ${from + n + 1}: two tiers, lemon and elderflower, for about forty people`,
        read_at: new Date(endMs).toISOString(),
        created_at: new Date(endMs - (longConversation - from - n) * 60_000).toISOString(),
      })),
    )
  }
}

/** Subscribes to all other conversations, ten to a socket, and sends messages in them. @returns a function that stops it */
async function runOtherConversations(server: TestServer, write: Write): Promise<() => void> {
  const [buyer, seller] = await Promise.all([newAccount(server, 'otto'), newAccount(server, 'olga')])
  const conversations = await openConversations(write, buyer, seller, otherConversations)
  const access_token = await memberToken(buyer.id)
  const sockets = await Promise.all(
    Array.from({ length: otherConversations / conversationsPerSocket }, async (_, n) => {
      const other = await openSocket(server)
      for (const id of conversations.slice(n * conversationsPerSocket, (n + 1) * conversationsPerSocket)) {
        const messages = { schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${id}` }
        const postgres_changes = [
          { event: 'INSERT', ...messages },
          { event: 'UPDATE', ...messages },
          { event: 'UPDATE', schema: 'public', table: 'chat_rooms', filter: `id=eq.${id}` },
        ]
        await other.reply(other.send(`realtime:${id}`, 'phx_join', { config: { postgres_changes }, access_token }))
      }
      return other
    }),
  )
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    const chat_room_id = conversations[sent % conversations.length]
    write('chat_messages', { chat_room_id, sender_id: buyer.id, content: 'Meanwhile' }).catch(() => {})
  }, 1_000 / backgroundRate)
  return () => {
    clearInterval(timer)
    for (const { socket } of sockets) socket.close()
  }
}

async function screen(browser: Browser, server: TestServer, { session }: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } })
  // tsx calls a helper for named functions, which a page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  const page = await context.newPage()
  await page.goto('/health')
  await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), session)
  return page
}

const input = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

/** Both browsers run on one machine, so their clocks agree. */
async function talk(mine: Page, theirs: Page, conversation: string): Promise<number[]> {
  await Promise.all([mine, theirs].map((page) => page.goto(`/messages?room=${conversation}`)))
  await mine.getByText('Online').waitFor()
  await theirs.evaluate(() => {
    const seen = new Map<string, number>()
    Reflect.set(window, 'seen', seen)
    new MutationObserver(() => {
      const rows = document.querySelectorAll('[role="log"] li')
      const words = rows[rows.length - 1]?.textContent ?? ''
      const [word] = /said-\d+-end/.exec(words) ?? []
      // The next frame paints the change.
      if (word && !seen.has(word)) requestAnimationFrame(() => seen.set(word, seen.get(word) ?? Date.now()))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await mine.evaluate(() => {
    document.addEventListener(
      'keydown',
      ({ key }) => key === 'Enter' && Reflect.set(window, 'enteredAt', Date.now()),
      true,
    )
  })
  const times: number[] = []
  for (let n = 0; n < messageCount; n += 1) {
    const word = `said-${n}-end`
    await input(mine).fill(word)
    await input(mine).press('Enter')
    const handle = await theirs.waitForFunction((wanted) => Reflect.get(window, 'seen').get(wanted), word)
    const [seenAt, enteredAt] = [
      await handle.jsonValue(),
      await mine.evaluate(() => Number(Reflect.get(window, 'enteredAt'))),
    ]
    times.push(seenAt - enteredAt)
    await wait(pauseMs)
  }
  return times
}

/** Opens the conversation from the list, each time in a newly loaded page. */
async function open(page: Page, from: string, long: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < openings; n += 1) {
    await page.goto(`/messages?room=${from}`)
    await page.getByRole('list', { name: 'Conversations' }).locator(`[data-conversation="${long}"]`).waitFor()
    await wait(500)
    times.push(
      await page.evaluate(
        ({ link, last }) =>
          new Promise<number>((resolve) => {
            const startedMs = performance.now()
            const check = () => {
              if (document.querySelector('[role="log"]')?.textContent?.includes(last)) {
                requestAnimationFrame(() => resolve(performance.now() - startedMs))
              } else requestAnimationFrame(check)
            }
            document.querySelector<HTMLElement>(link)?.click()
            check()
          }),
        { link: `[data-conversation="${long}"]`, last: `Message ${longConversation}:` },
      ),
    )
  }
  return times
}

async function scroll(page: Page): Promise<{ frames: number[]; rows: number }> {
  return page.evaluate(
    () =>
      new Promise<{ frames: number[]; rows: number }>((resolve) => {
        const box = document.querySelector('[role="log"]')
        const frames: number[] = []
        let before = performance.now()
        const startedMs = before
        const step = (now: number) => {
          frames.push(now - before)
          before = now
          box?.scrollBy({ top: -60, behavior: 'instant' })
          if (now - startedMs < 12_000) requestAnimationFrame(step)
          else resolve({ frames: frames.slice(1), rows: box?.querySelectorAll('li').length ?? 0 })
        }
        requestAnimationFrame(step)
      }),
  )
}

const ms = (value: number) => `${value.toFixed(1)} ms`
