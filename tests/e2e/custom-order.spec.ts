/**
 * A custom order from the first wish to the order: two people, each at a machine of their own, and a line that is cut in the middle. On
 * the server that all browser tests share, and once more with each of the two at a server process of their own on one PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'
import { expectAccessible } from './accessibility.ts'
import { type CuttableLine, cuttableLine } from './cuttable-line.ts'
import { openKitchen, password, rowsOf } from './kitchen.ts'
import { become, type Member, memberOf, newMember } from './members.ts'
import { conversation, said, say } from './talking.ts'
import { arrive, expect, notice, test } from './visitor.ts'

// supabase-js asks for one; Node 20 has none.
Reflect.set(globalThis, 'WebSocket', WebSocket)

const daysAhead = 14
const cutMs = 10_000

interface Machine {
  readonly page: Page
  readonly context: BrowserContext
}

async function machine(browser: Browser, baseURL: string, width: number): Promise<Machine> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 850 }, reducedMotion: 'reduce' })
  return { context, page: await context.newPage() }
}

/** A day in London, far enough away to be none of those that closures and lead times forbid. */
function dayFromNow(days: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now() + days * 86_400_000)
}

interface Stage {
  readonly browser: Browser
  readonly buyersRequest: APIRequestContext
  /** Where each of the two reaches the site. */
  readonly buyersUrl: string
  readonly sellersUrl: string
  readonly lookAtAccessibility: boolean
}

/** The whole of it. */
async function customOrder(stage: Stage): Promise<void> {
  const { browser, buyersRequest: request } = stage
  const kitchen = await openKitchen('Tower Bakery')
  await kitchen.handsOver()
  const cake = await kitchen.product({
    name: 'Unicorn cake',
    product_type: 'bespoke',
    price: 0,
    lead_time_days: 30,
    available_for_pickup: true,
  })
  const bea = await newMember(request, 'Bea')
  const owner = await memberOf(request, kitchen.owner.email, password)
  const line = await cuttableLine(stage.buyersUrl)
  const buyer = await machine(browser, line.url, 390)
  const seller = await machine(browser, stage.sellersUrl, 1280)
  try {
    await become(buyer.page, bea)
    await become(seller.page, owner)
    const room = await consult(buyer.page, cake.path, stage.lookAtAccessibility)
    await seller.page.goto(`/messages?room=${room}`)
    await talkAcrossACut({ room, buyer: buyer.page, seller: seller.page, line })
    await quote(seller.page, buyer.page, stage.lookAtAccessibility)
    await expectStrangersRefused({ request, url: stage.sellersUrl, room, bea })
    const order = await acceptAndPay(buyer.page, stage.lookAtAccessibility)
    await expectOnBothSides({ order, room, buyer: buyer.page, seller: seller.page })
  } finally {
    await buyer.context.close()
    await seller.context.close()
    line.close()
  }
}

async function consult(page: Page, path: string, lookAtAccessibility: boolean): Promise<string> {
  await arrive(page, path)
  await page.getByRole('button', { name: 'Request a consultation' }).click()
  const brief = page.getByRole('dialog', { name: 'Request a consultation' })
  await brief.getByRole('button', { name: 'Send to the seller' }).click()
  await expect(brief.getByText('Please say what you would like.')).toBeVisible()
  await brief.getByLabel('What would you like?').fill('A friendly unicorn, <b>lemon</b> inside')
  await brief.getByLabel('For which day?').fill(dayFromNow(daysAhead))
  await brief.getByLabel('Servings').fill('12')
  await brief.getByLabel('Budget').fill('60')
  await brief.locator('input[type=file]').setInputFiles('web/public/icon-512.png')
  await expect(brief.getByRole('img')).toHaveCount(1)
  if (lookAtAccessibility) await expectAccessible(page)
  await brief.getByRole('button', { name: 'Send to the seller' }).click()
  await expect(page).toHaveURL(/\/messages\?room=[\da-f-]{36}$/)
  const chat = conversation(page)
  await expect(chat).toContainText('Awaiting price quote')
  await chat.getByText('Your request').click()
  await expect(chat.getByText('A friendly unicorn, <b>lemon</b> inside', { exact: true })).toBeVisible()
  await expect(chat.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveJSProperty('naturalWidth', 512)
  await chat.getByText('Your request').click()
  return new URL(page.url()).searchParams.get('room') ?? ''
}

interface Talk {
  readonly room: string
  readonly buyer: Page
  readonly seller: Page
  readonly line: CuttableLine
}

/** Her line is cut for ten seconds; both go on writing, and in the end everything is there once, in order. */
async function talkAcrossACut({ room, buyer, seller, line }: Talk): Promise<void> {
  const [hers, his] = [conversation(buyer), conversation(seller)]
  await expect(his).toContainText('Request')
  await say(hers, 'Can you do a horn?')
  await expect(said(his).getByText('Can you do a horn?')).toBeVisible()
  await say(his, 'With pleasure.')
  await expect(said(hers).getByText('With pleasure.')).toBeVisible()
  line.cut()
  const cutAt = Date.now()
  await say(his, 'Gold or silver?')
  await say(his, 'Gold costs more.')
  await say(hers, 'Are you there?')
  await expect(said(his).getByText('Gold costs more.')).toBeVisible()
  await buyer.waitForTimeout(cutMs - (Date.now() - cutAt))
  line.mend()
  await expect(said(hers).getByText('Gold costs more.')).toBeVisible({ timeout: 25_000 })
  await expect(said(his).getByText('Are you there?')).toBeVisible({ timeout: 25_000 })
  const all = ['Can you do a horn?', 'With pleasure.', 'Gold or silver?', 'Gold costs more.', 'Are you there?']
  for (const chat of [hers, his])
    for (const text of all) await expect(said(chat).getByRole('listitem').filter({ hasText: text })).toHaveCount(1)
  const kept = await rowsOf('chat_messages', `chat_room_id=eq.${room}&type=eq.message&select=content&order=created_at`)
  expect(kept).toEqual(all.map((content) => ({ content })))
}

async function quote(seller: Page, buyer: Page, lookAtAccessibility: boolean): Promise<void> {
  await conversation(seller).getByRole('button', { name: 'Quote a price' }).click()
  const dialog = seller.getByRole('dialog', { name: 'Quote a price' })
  const price = dialog.getByLabel('Price in £')
  await expect(dialog.getByLabel('Agreed day')).toHaveValue(dayFromNow(daysAhead))
  await expect(dialog.getByText(/^Your lead time is 30 days/)).toBeVisible()
  await price.fill('0')
  await price.press('Enter')
  await expect(notice(seller, 'Invalid price')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid price')).toBeVisible()
  if (lookAtAccessibility) await expectAccessible(seller)
  await price.fill('45.50')
  await price.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(conversation(seller).getByRole('region', { name: 'Price' })).toContainText('Price quoted: £45.50')
  await expect(notice(buyer, 'Price quoted: £45.50')).toBeVisible()
  for (const page of [seller, buyer])
    await expect(
      said(conversation(page)).getByRole('listitem').filter({ hasText: 'Price quoted: £45.50' }),
    ).toHaveCount(1)
  await expect(conversation(seller).getByRole('button', { name: 'Quote a price' })).toBeHidden()
}

interface Attempt {
  readonly request: APIRequestContext
  readonly url: string
  readonly room: string
  readonly bea: Member
}

/** Through supabase-js, as anybody could: a third person, and the two of the room against its rules. */
async function expectStrangersRefused({ request, url, room, bea }: Attempt): Promise<void> {
  const { apikey = '' } = bea.headers
  const as = ({ headers }: Member) => createClient(url, apikey, { global: { headers: { ...headers } } })
  const third = as(await newMember(request, 'Third'))
  const rooms = await third.from('chat_rooms').select('id').eq('id', room)
  const quoted = await third.from('chat_rooms').update({ price_quote: 1 }).eq('id', room).select('id')
  expect([rooms.data, quoted.data]).toEqual([[], []])
  const slots = await third.rpc('quote_slots', { chat_room_id: room })
  expect(slots.data).toEqual([])
  const pictures = await third.storage.from('chat_pictures').list(`${bea.id}/${room}`)
  expect(pictures.data).toEqual([])
  const said = await third.from('chat_messages').insert({ chat_room_id: room, content: 'Hello' })
  expect(said.status).toBe(403)
  const cheaper = await as(bea).from('chat_rooms').update({ price_quote: 1 }).eq('id', room)
  expect(cheaper).toMatchObject({ status: 403, error: { message: 'Only the seller can quote a price.' } })
  const [order] = await rowsOf('chat_rooms', `id=eq.${room}&select=product:products(id,shop_id)`)
  const stolen = await third.rpc('place_order', { order: orderOf(order, room), idempotency_key: crypto.randomUUID() })
  expect(stolen).toMatchObject({ status: 404, error: { hint: 'room' } })
}

function orderOf(row: unknown, room: string): object {
  if (typeof row !== 'object' || row === null || !('product' in row)) throw new Error('no room')
  const { product } = row
  if (typeof product !== 'object' || product === null || !('id' in product && 'shop_id' in product))
    throw new Error('no product')
  const items = [{ product_id: product.id, quantity: 1, chat_room_id: room }]
  const pickup = { date: dayFromNow(daysAhead), start_time: '09:00', end_time: '12:00' }
  return { shops: [{ shop_id: product.shop_id, fulfilment: 'pickup', pickup, items }], allergens_acknowledged: true }
}

async function acceptAndPay(page: Page, lookAtAccessibility: boolean): Promise<string> {
  await conversation(page).getByRole('link', { name: 'Accept and pay' }).click()
  await expect(page).toHaveURL(/\/checkout\?quote=/)
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  // The day that was agreed and no other, though it lies within the lead time.
  await expect(page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio')).toHaveCount(1)
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  if (lookAtAccessibility) await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay £45.50' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Bea' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page).toHaveURL(/\/order\//)
  return new URL(page.url()).pathname
}

interface Ordered {
  readonly order: string
  readonly room: string
  readonly buyer: Page
  readonly seller: Page
}

async function expectOnBothSides({ order, room, buyer, seller }: Ordered): Promise<void> {
  await expect(buyer.getByRole('heading', { name: 'What was agreed' })).toBeVisible()
  await expect(buyer.getByText('A friendly unicorn, <b>lemon</b> inside', { exact: true })).toBeVisible()
  await buyer.goto(`/messages?room=${room}`)
  await expect(conversation(buyer).getByRole('link', { name: 'See your order' })).toHaveAttribute('href', order)
  const price = conversation(seller).getByRole('region', { name: 'Price' })
  await expect(price).toContainText('Paid')
  await expect(price.getByRole('button')).toHaveCount(0)
  await price.getByRole('link', { name: 'See the order' }).click()
  await expect(seller).toHaveURL(new RegExp(`/seller/orders\\?order=${order.split('/').at(-1)}`))
  await expect(seller.getByText('A friendly unicorn, <b>lemon</b> inside', { exact: true })).toBeVisible()
  await expect(seller.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveJSProperty('naturalWidth', 512)
}

test.describe('a custom order', () => {
  test.slow()

  // Brings its own phone.
  test('is wished for, talked about across a cut line, quoted, accepted, paid and made', { tag: '@desktop' }, async ({
    browser,
    request,
    siteUrl,
  }) => {
    await customOrder({
      browser,
      buyersRequest: request,
      buyersUrl: siteUrl,
      sellersUrl: siteUrl,
      lookAtAccessibility: true,
    })
  })

  // Brings its own phone.
  test('goes the same way when the two are at different server processes on one PostgreSQL', {
    tag: '@desktop',
  }, async ({ browser, playwright }) => {
    test.skip(!databases.includes('postgres'), 'no PostgreSQL server programs here')
    const { E2E_URL, E2E_SERVICE_KEY } = process.env
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-custom-'))
    const databaseUrl = await createDatabase()
    const servers: TestServer[] = []
    const start = async () => {
      const server = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl } })
      servers.push(server)
      return server
    }
    try {
      const one = await start()
      const other = await start()
      // What is put there by helpers goes to the one of the two.
      process.env.E2E_URL = one.url
      process.env.E2E_SERVICE_KEY = one.serviceKey
      const buyersRequest = await playwright.request.newContext({ baseURL: one.url })
      await customOrder({
        browser,
        buyersRequest,
        buyersUrl: one.url,
        sellersUrl: other.url,
        lookAtAccessibility: false,
      })
      await buyersRequest.dispose()
    } finally {
      process.env.E2E_URL = E2E_URL
      process.env.E2E_SERVICE_KEY = E2E_SERVICE_KEY
      for (const server of servers) await server.stop()
      await dropDatabase(databaseUrl)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  })
})
