/** Conversations between a buyer and a seller, each in a browser of their own. */
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { createMember, type Member, password, setSession, signInMember } from './members.ts'
import { createShop, insertRow, insertRows, type ShopFixture } from './shop-fixtures.ts'

export interface ConversationFixture {
  readonly kitchen: ShopFixture
  readonly product: { id: string; path: string }
  readonly buyer: Member
  readonly seller: Member
  readonly conversationId: string
}

/** Creates an empty conversation about a product of a new shop. */
export async function createConversation(request: APIRequestContext, name: string): Promise<ConversationFixture> {
  const kitchen = await createShop('Chatty Bakery')
  const product = await kitchen.addProduct({ name, product_type: 'bespoke', price: 0 })
  const buyer = await createMember(request, 'Bea')
  const seller = await signInMember(request, kitchen.owner.email, password)
  const conversationId = await insertRow('chat_rooms', {
    buyer_id: buyer.id,
    seller_id: seller.id,
    product_id: product.id,
  })
  return { kitchen, product, buyer, seller, conversationId }
}

/** Signs in and opens the conversation. @returns its region */
export async function openConversation(page: Page, member: Member, conversationId: string): Promise<Locator> {
  await setSession(page, member)
  await page.goto(`/messages?room=${conversationId}`)
  return conversation(page)
}

export function conversation(page: Page): Locator {
  return page.getByRole('region', { name: /^Conversation about/ })
}

/** The messages, without the announcements for screen readers. */
export function messageLog(chat: Locator): Locator {
  return chat.getByRole('log', { name: 'Messages' })
}

/** Opens a separate browser context of the same size. */
export async function openSecondBrowser(browser: Browser, page: Page, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() })
  return context.newPage()
}

export async function sendMessage(chat: Locator, text: string): Promise<void> {
  await chat.getByLabel('Message', { exact: true }).fill(text)
  await chat.getByLabel('Message', { exact: true }).press('Enter')
}

/** Inserts old messages of both members in turn, one a minute. The last is an hour old. */
export async function insertMessages(
  { conversationId, buyer, seller }: ConversationFixture,
  count: number,
): Promise<void> {
  const endMs = Date.now() - 3_600_000
  await insertRows(
    'chat_messages',
    Array.from({ length: count }, (_, n) => ({
      chat_room_id: conversationId,
      sender_id: n % 2 === 0 ? buyer.id : seller.id,
      content: `Line ${n + 1}`,
      read_at: new Date(endMs).toISOString(),
      created_at: new Date(endMs - (count - n) * 60_000).toISOString(),
    })),
  )
}
