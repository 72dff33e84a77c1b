/** Two people in a conversation, each with a browser of their own. */
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { insert, insertMany, type Kitchen, openKitchen, password } from './kitchen.ts'
import { become, type Member, memberOf, newMember } from './members.ts'

export interface Talk {
  readonly kitchen: Kitchen
  readonly product: { id: string; path: string }
  readonly buyer: Member
  readonly seller: Member
  readonly room: string
}

/** A conversation about a product of a new kitchen, nothing said yet. */
export async function openTalk(request: APIRequestContext, name: string): Promise<Talk> {
  const kitchen = await openKitchen('Chatty Bakery')
  const product = await kitchen.product({ name, product_type: 'bespoke', price: 0 })
  const buyer = await newMember(request, 'Bea')
  const seller = await memberOf(request, kitchen.owner.email, password)
  const room = await insert('chat_rooms', { buyer_id: buyer.id, seller_id: seller.id, product_id: product.id })
  return { kitchen, product, buyer, seller, room }
}

/** @returns the conversation on their screen */
export async function enter(page: Page, member: Member, room: string): Promise<Locator> {
  await become(page, member)
  await page.goto(`/messages?room=${room}`)
  return conversation(page)
}

export function conversation(page: Page): Locator {
  return page.getByRole('region', { name: /^Conversation about/ })
}

/** What was said, apart from what is only read out to screen readers as it arrives. */
export function said(chat: Locator): Locator {
  return chat.getByRole('log', { name: 'Messages' })
}

/** Another machine. */
export async function anotherBrowser(browser: Browser, page: Page, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() })
  return context.newPage()
}

export async function say(chat: Locator, text: string): Promise<void> {
  await chat.getByLabel('Message', { exact: true }).fill(text)
  await chat.getByLabel('Message', { exact: true }).press('Enter')
}

/** What was said long ago. @param count messages by turns, one a minute, the last of them an hour ago */
export async function pastOf({ room, buyer, seller }: Talk, count: number): Promise<void> {
  const endMs = Date.now() - 3_600_000
  await insertMany(
    'chat_messages',
    Array.from({ length: count }, (_, n) => ({
      chat_room_id: room,
      sender_id: n % 2 === 0 ? buyer.id : seller.id,
      content: `Line ${n + 1}`,
      read_at: new Date(endMs).toISOString(),
      created_at: new Date(endMs - (count - n) * 60_000).toISOString(),
    })),
  )
}
