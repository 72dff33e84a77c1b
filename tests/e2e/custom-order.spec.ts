/**
 * A custom order from the brief to the paid order, with buyer and seller in separate browsers and an interrupted
 * connection. It runs on the shared server, and on two server processes with one PostgreSQL database.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'
import { expectAccessibleState } from './accessibility.ts'
import { conversation, messageLog, sendMessage } from './conversations.ts'
import { expect, fastForwardUntil, test, toast, visit } from './fixtures.ts'
import { createMember, type Member, password, setSession, signInMember } from './members.ts'
import { type NetworkProxy, startNetworkProxy } from './network-proxy.ts'
import { createShop, selectRows } from './shop-fixtures.ts'

// supabase-js requires a WebSocket class, which Node 20 lacks.
Reflect.set(globalThis, 'WebSocket', WebSocket)

const daysAhead = 14
const disconnectedMs = 10_000

interface BrowserWindow {
  readonly page: Page
  readonly context: BrowserContext
}

async function openBrowser(browser: Browser, baseURL: string, width: number): Promise<BrowserWindow> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 850 }, reducedMotion: 'reduce' })
  return { context, page: await context.newPage() }
}

/** A date in London, after the closures and lead times of the shop. */
function dayFromNow(days: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now() + days * 86_400_000)
}

interface Scenario {
  readonly browser: Browser
  readonly buyersRequest: APIRequestContext
  /** The URLs of the two servers; the same one on a single server. */
  readonly buyersUrl: string
  readonly sellersUrl: string
  readonly checksAccessibility: boolean
}

/** Runs the whole scenario. */
async function customOrder(scenario: Scenario): Promise<void> {
  const { browser, buyersRequest: request } = scenario
  const kitchen = await createShop('Tower Bakery')
  await kitchen.addPickupWindows()
  const cake = await kitchen.addProduct({
    name: 'Unicorn cake',
    product_type: 'bespoke',
    price: 0,
    lead_time_days: 30,
    available_for_pickup: true,
  })
  const bea = await createMember(request, 'Bea')
  const owner = await signInMember(request, kitchen.owner.email, password)
  const proxy = await startNetworkProxy(scenario.buyersUrl)
  const buyer = await openBrowser(browser, proxy.url, 390)
  const seller = await openBrowser(browser, scenario.sellersUrl, 1280)
  try {
    await buyer.page.clock.install()
    await setSession(buyer.page, bea)
    await setSession(seller.page, owner)
    const conversationId = await consult(buyer.page, cake.path, scenario.checksAccessibility)
    await seller.page.goto(`/messages?room=${conversationId}`)
    await sendMessagesAcrossDisconnect({ conversationId, buyer: buyer.page, seller: seller.page, proxy })
    await quote(seller.page, buyer.page, scenario.checksAccessibility)
    await expectForbiddenRequestsRefused({ request, url: scenario.sellersUrl, conversationId, bea })
    const order = await acceptAndPay(buyer.page, scenario.checksAccessibility)
    await expectOnBothSides({ order, conversationId, buyer: buyer.page, seller: seller.page })
  } finally {
    await buyer.context.close()
    await seller.context.close()
    proxy.close()
  }
}

async function consult(page: Page, path: string, checksAccessibility: boolean): Promise<string> {
  await visit(page, path)
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
  if (checksAccessibility) await expectAccessibleState(page)
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

interface Exchange {
  readonly conversationId: string
  readonly buyer: Page
  readonly seller: Page
  readonly proxy: NetworkProxy
}

/**
 * The buyer's connection is interrupted for ten seconds. Both keep writing, and every message arrives once and in
 * order.
 */
async function sendMessagesAcrossDisconnect({ conversationId, buyer, seller, proxy }: Exchange): Promise<void> {
  const [buyersChat, sellersChat] = [conversation(buyer), conversation(seller)]
  await expect(sellersChat).toContainText('Request')
  await sendMessage(buyersChat, 'Can you do a horn?')
  await expect(messageLog(sellersChat).getByText('Can you do a horn?')).toBeVisible()
  await sendMessage(sellersChat, 'With pleasure.')
  await expect(messageLog(buyersChat).getByText('With pleasure.')).toBeVisible()
  proxy.disconnect()
  await sendMessage(sellersChat, 'Gold or silver?')
  await sendMessage(sellersChat, 'Gold costs more.')
  await sendMessage(buyersChat, 'Are you there?')
  await expect(messageLog(sellersChat).getByText('Gold costs more.')).toBeVisible()
  await buyer.clock.fastForward(disconnectedMs)
  proxy.reconnect()
  await fastForwardUntil(buyer, messageLog(buyersChat).getByText('Gold costs more.'))
  await fastForwardUntil(buyer, messageLog(sellersChat).getByText('Are you there?'))
  const all = ['Can you do a horn?', 'With pleasure.', 'Gold or silver?', 'Gold costs more.', 'Are you there?']
  for (const chat of [buyersChat, sellersChat])
    for (const text of all)
      await expect(messageLog(chat).getByRole('listitem').filter({ hasText: text })).toHaveCount(1)
  const stored = await selectRows(
    'chat_messages',
    `chat_room_id=eq.${conversationId}&type=eq.message&select=content&order=created_at`,
  )
  expect(stored).toEqual(all.map((content) => ({ content })))
}

async function quote(seller: Page, buyer: Page, checksAccessibility: boolean): Promise<void> {
  await conversation(seller).getByRole('button', { name: 'Quote a price' }).click()
  const dialog = seller.getByRole('dialog', { name: 'Quote a price' })
  const price = dialog.getByLabel('Price in £')
  await expect(dialog.getByLabel('Agreed day')).toHaveValue(dayFromNow(daysAhead))
  await expect(dialog.getByText(/^Your lead time is 30 days/)).toBeVisible()
  await price.fill('0')
  await price.press('Enter')
  await expect(toast(seller, 'Invalid price')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid price')).toBeVisible()
  if (checksAccessibility) await expectAccessibleState(seller)
  await price.fill('45.50')
  await price.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(conversation(seller).getByRole('region', { name: 'Price' })).toContainText('Price quoted: £45.50')
  await expect(toast(buyer, 'Price quoted: £45.50')).toBeVisible()
  for (const page of [seller, buyer])
    await expect(
      messageLog(conversation(page)).getByRole('listitem').filter({ hasText: 'Price quoted: £45.50' }),
    ).toHaveCount(1)
  await expect(conversation(seller).getByRole('button', { name: 'Quote a price' })).toBeHidden()
}

interface ForbiddenRequests {
  readonly request: APIRequestContext
  readonly url: string
  readonly conversationId: string
  readonly bea: Member
}

/** Direct requests with supabase-js: another member's, and forbidden ones of the buyer. */
async function expectForbiddenRequestsRefused({ request, url, conversationId, bea }: ForbiddenRequests): Promise<void> {
  const { apikey = '' } = bea.headers
  const as = ({ headers }: Member) => createClient(url, apikey, { global: { headers: { ...headers } } })
  const otherMember = as(await createMember(request, 'Other'))
  const conversations = await otherMember.from('chat_rooms').select('id').eq('id', conversationId)
  const updatedQuotes = await otherMember
    .from('chat_rooms')
    .update({ price_quote: 1 })
    .eq('id', conversationId)
    .select('id')
  expect([conversations.data, updatedQuotes.data]).toEqual([[], []])
  const slots = await otherMember.rpc('quote_slots', { chat_room_id: conversationId })
  expect(slots.data).toEqual([])
  const pictures = await otherMember.storage.from('chat_pictures').list(`${bea.id}/${conversationId}`)
  expect(pictures.data).toEqual([])
  const insertedMessage = await otherMember
    .from('chat_messages')
    .insert({ chat_room_id: conversationId, content: 'Hello' })
  expect(insertedMessage.status).toBe(403)
  const lowerPrice = await as(bea).from('chat_rooms').update({ price_quote: 1 }).eq('id', conversationId)
  expect(lowerPrice).toMatchObject({ status: 403, error: { message: 'Only the seller can quote a price.' } })
  const [order] = await selectRows('chat_rooms', `id=eq.${conversationId}&select=product:products(id,shop_id)`)
  const acceptedByOther = await otherMember.rpc('place_order', {
    order: orderOf(order, conversationId),
    idempotency_key: crypto.randomUUID(),
  })
  expect(acceptedByOther).toMatchObject({ status: 404, error: { hint: 'room' } })
}

function orderOf(row: unknown, conversationId: string): object {
  if (typeof row !== 'object' || row === null || !('product' in row)) throw new Error('no room')
  const { product } = row
  if (typeof product !== 'object' || product === null || !('id' in product && 'shop_id' in product))
    throw new Error('no product')
  const items = [{ product_id: product.id, quantity: 1, chat_room_id: conversationId }]
  const pickup = { date: dayFromNow(daysAhead), start_time: '09:00', end_time: '12:00' }
  return { shops: [{ shop_id: product.shop_id, fulfilment: 'pickup', pickup, items }], allergens_acknowledged: true }
}

async function acceptAndPay(page: Page, checksAccessibility: boolean): Promise<string> {
  await conversation(page).getByRole('link', { name: 'Accept and pay' }).click()
  await expect(page).toHaveURL(/\/checkout\?quote=/)
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  // Only the agreed day is offered, even within the lead time.
  await expect(page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio')).toHaveCount(1)
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  if (checksAccessibility) await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Pay £45.50' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Bea' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page).toHaveURL(/\/order\//)
  return new URL(page.url()).pathname
}

interface PaidQuote {
  readonly order: string
  readonly conversationId: string
  readonly buyer: Page
  readonly seller: Page
}

async function expectOnBothSides({ order, conversationId, buyer, seller }: PaidQuote): Promise<void> {
  await expect(buyer.getByRole('heading', { name: 'What was agreed' })).toBeVisible()
  await expect(buyer.getByText('A friendly unicorn, <b>lemon</b> inside', { exact: true })).toBeVisible()
  await buyer.goto(`/messages?room=${conversationId}`)
  await expect(conversation(buyer).getByRole('link', { name: 'See your order' })).toHaveAttribute('href', order)
  const price = conversation(seller).getByRole('region', { name: 'Price' })
  await expect(price).toContainText('Paid')
  await expect(price.getByRole('button')).toHaveText(['Quote another order'])
  await price.getByRole('link', { name: 'See the order' }).click()
  await expect(seller).toHaveURL(new RegExp(`/seller/orders\\?order=${order.split('/').at(-1)}`))
  await expect(seller.getByText('A friendly unicorn, <b>lemon</b> inside', { exact: true })).toBeVisible()
  await expect(seller.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveJSProperty('naturalWidth', 512)
}

test.describe('A custom order', () => {
  test.slow()

  // Opens a phone-sized browser itself.
  test('is requested, discussed over a lost connection, quoted, accepted and paid', { tag: '@desktop' }, async ({
    browser,
    request,
    siteUrl,
  }) => {
    await customOrder({
      browser,
      buyersRequest: request,
      buyersUrl: siteUrl,
      sellersUrl: siteUrl,
      checksAccessibility: true,
    })
  })

  // Opens a phone-sized browser itself.
  test('works when buyer and seller use different server processes on one PostgreSQL database', {
    tag: ['@desktop', '@long'],
  }, async ({ browser, playwright }) => {
    test.skip(!databases.includes('postgres'), 'PostgreSQL is not installed')
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
      // The fixtures use the first server.
      process.env.E2E_URL = one.url
      process.env.E2E_SERVICE_KEY = one.serviceKey
      const buyersRequest = await playwright.request.newContext({ baseURL: one.url })
      await customOrder({
        browser,
        buyersRequest,
        buyersUrl: one.url,
        sellersUrl: other.url,
        checksAccessibility: false,
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
