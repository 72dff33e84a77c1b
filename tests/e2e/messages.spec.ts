import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import {
  conversation,
  createConversation,
  insertMessages,
  messageLog,
  openConversation,
  openSecondBrowser,
  sendMessage,
} from './conversations.ts'
import { expect, isPhone, signIn, test, toast, visit } from './fixtures.ts'
import { createMember, createUser, password, setSession, signInMember } from './members.ts'
import { callRpcAs, placePaidOrder } from './orders.ts'
import { createShop, insertRow, insertRows, selectRows } from './shop-fixtures.ts'

test('A visitor signs in over the home page and returns to an empty messages page', { tag: '@long' }, async ({
  page,
}) => {
  const person = await createUser('Quiet')
  await page.goto('/messages')
  await expect(page).toHaveURL('/')
  await signIn(page, person.email, password)
  await expect(page).toHaveURL('/messages')
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await expectAccessible(page)
})

test('A message to the seller opens the only conversation about the product and appears in the seller’s list', {
  tag: '@both',
}, async ({ page, request, siteUrl, browser }) => {
  const kitchen = await createShop('Chatty Bakery')
  const cake = await kitchen.addProduct({ name: 'Discussed cake', price: 12 })
  await setSession(page, await createMember(request, 'Bea'))
  await visit(page, cake.path)
  await page.getByRole('button', { name: 'Message seller' }).click()
  const chat = conversation(page)
  await expect(chat).toContainText('Discussed cake')
  await expect(chat).toContainText('Chatty Bakery')
  await expect(chat.getByText('Say hello: what would you like, and for when?')).toBeVisible()
  await sendMessage(chat, '   ')
  await sendMessage(chat, '  Three tiers, <b>please</b>.\t')
  await expect(chat.getByRole('listitem')).toHaveText([/^TodayYou: Three tiers, <b>please<\/b>\.\d\d:\d\d · Sent$/])
  await expect(chat.getByLabel('Message', { exact: true })).toHaveValue('')
  const conversationId = new URL(page.url()).searchParams.get('room')
  expect(await selectRows('chat_messages', `chat_room_id=eq.${conversationId}&select=content`)).toEqual([
    { content: 'Three tiers, <b>please</b>.' },
  ])
  await expectAccessible(page)

  // An unsent draft stays with its conversation.
  await chat.getByLabel('Message', { exact: true }).fill('And cherries')
  await visit(page, cake.path)
  await page.getByRole('button', { name: 'Message seller' }).click()
  await expect(page).toHaveURL(`/messages?room=${conversationId}`)
  await expect(chat.getByLabel('Message', { exact: true })).toHaveValue('And cherries')

  const sellersPage = await openSecondBrowser(browser, page, siteUrl)
  await setSession(sellersPage, await signInMember(request, kitchen.owner.email, password))
  await sellersPage.goto('/messages')
  const list = sellersPage.getByRole('list', { name: 'Conversations' })
  const line = list.getByRole('link', { name: /Discussed cake/ })
  await expect(line).toContainText('Bea')
  await expect(line).toContainText('Three tiers, <b>please</b>.')
  await expect(line).toContainText('1 unread')
  await expect(line).toContainText('Awaiting price quote')
  const other = await createUser('Otto')
  await insertRow('chat_rooms', {
    buyer_id: other.id,
    seller_id: kitchen.owner.id,
    product_id: (await kitchen.addProduct({ name: 'Later loaf' })).id,
  })
  await expect(list.getByRole('link')).toContainText([/Later loaf/, /Discussed cake/])
  await sendMessage(chat, 'And cherries')
  await expect(list.getByRole('link')).toContainText([/You|And cherries/, /Later loaf/])
  await expect(line).toContainText('2 unread')
  await line.click()
  await expect(chat.getByText(/ · Read$/)).toBeVisible()
  if (isPhone(page)) {
    await expect(list).toBeHidden()
    await sellersPage.goBack()
    await expect(conversation(sellersPage)).toBeHidden()
    await expect(list).toBeVisible()
    await sellersPage.goForward()
    await sellersPage.getByRole('link', { name: 'All messages' }).click()
    await expect(line).toBeFocused()
  }
  await expect(line).not.toContainText('unread')
  await expectAccessibleState(sellersPage)
  await sellersPage.setViewportSize({ width: 320, height: 700 })
  await sellersPage.goto(`/messages?room=${conversationId}`)
  await expect(conversation(sellersPage).getByLabel('Message', { exact: true })).toBeVisible()
  expect(
    await sellersPage.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  await sellersPage.goto('/messages?room=not-a-room')
  await expect(sellersPage.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
  await sellersPage.context().close()
})

test('Messages arrive live, once and in order, even while one member is offline', {
  tag: ['@desktop', '@chromium'],
}, async ({ page, browser, request, siteUrl, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED|status of 409/)
  const fixture = await createConversation(request, 'Unicorn cake')
  const sellersPage = await openSecondBrowser(browser, page, siteUrl)
  const buyersChat = await openConversation(page, fixture.buyer, fixture.conversationId)
  const sellersChat = await openConversation(sellersPage, fixture.seller, fixture.conversationId)
  await expect(buyersChat.getByText('Online')).toBeVisible()
  await expect(sellersChat.getByText('Online')).toBeVisible()
  await sellersChat.getByLabel('Message', { exact: true }).pressSequentially('Hello')
  await expect(buyersChat.getByText('Chatty Bakery is typing…')).toBeVisible()
  await sellersChat.getByLabel('Message', { exact: true }).press('Shift+Enter')
  await sellersChat.getByLabel('Message', { exact: true }).pressSequentially('see https://example.com/unicorn.')
  await sellersChat.getByLabel('Message', { exact: true }).press('Enter')
  await expect(messageLog(buyersChat).getByText('Hello see https://example.com/unicorn.')).toBeVisible()
  await expect(buyersChat.getByText('Chatty Bakery is typing…')).toBeHidden()
  const link = buyersChat.getByRole('link', { name: 'https://example.com/unicorn' })
  await expect(link).toHaveAttribute('href', 'https://example.com/unicorn')
  await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  await expect(sellersChat.getByText(/ · Read$/)).toBeVisible()

  // The message is stored but the response is lost. The retry creates no duplicate.
  await page.route(
    '**/rest/v1/chat_messages*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await sendMessage(buyersChat, 'Zero')
  await expect(messageLog(sellersChat).getByText('Zero', { exact: true })).toBeVisible()
  await expect(buyersChat.getByText('Sending…')).toBeHidden()

  await page.context().setOffline(true)
  const contents = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']
  await sendMessage(buyersChat, 'Two')
  await sendMessage(buyersChat, 'Three')
  await sendMessage(sellersChat, 'One')
  await expect(buyersChat.getByText('Sending…')).toBeVisible()
  await expect(buyersChat.getByText(/You are offline/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(messageLog(sellersChat).getByText('Three')).toBeVisible()
  await sendMessage(sellersChat, 'Four')
  await expect(messageLog(buyersChat).getByText('Four', { exact: true })).toBeVisible()
  await sendMessage(buyersChat, 'Five')
  await expect(messageLog(sellersChat).getByText('Five')).toBeVisible()
  await sendMessage(sellersChat, 'Six')
  for (const chat of [buyersChat, sellersChat]) {
    for (const word of contents) await expect(messageLog(chat).getByText(word, { exact: true })).toHaveCount(1)
  }
  const shown = async (chat: typeof buyersChat) =>
    (await chat.getByRole('listitem').allInnerTexts()).flatMap((line) => contents.filter((word) => line.includes(word)))
  expect(await shown(buyersChat)).toEqual(contents)
  expect(await shown(sellersChat)).toEqual(contents)
  await expect(buyersChat.getByText(/You are offline/)).toBeHidden()
  expect(
    await selectRows('chat_messages', `chat_room_id=eq.${fixture.conversationId}&select=content&order=created_at`),
  ).toEqual(['Hello\nsee https://example.com/unicorn.', ...contents].map((content) => ({ content })))
  await sellersPage.context().close()
})

test('Loading older messages does not move the view', { tag: ['@phone', '@long'] }, async ({ page, request }) => {
  const fixture = await createConversation(request, 'Old cake')
  await insertMessages(fixture, 170)
  const buyersChat = await openConversation(page, fixture.buyer, fixture.conversationId)
  await expect(buyersChat.getByText('Line 170', { exact: true })).toBeInViewport()
  await expect(buyersChat.getByText('Line 120', { exact: true })).toHaveCount(0)
  const box = buyersChat.getByRole('log', { name: 'Messages' })
  const line = buyersChat.getByText('Line 125', { exact: true })
  const heightOf = async () => (await line.boundingBox())?.y ?? Number.NaN
  let before = Number.NaN
  // Again if the thread, which follows its end while it is laid out, has undone the first scroll.
  await expect(async () => {
    await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    before = await heightOf()
    await expect(buyersChat.getByText('Line 80', { exact: true })).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  expect(Math.abs((await heightOf()) - before)).toBeLessThan(2)
  for (const oldest of ['Line 25', 'Line 1'])
    await expect(async () => {
      await box.evaluate((element) => element.scrollTo({ top: 0 }))
      await expect(buyersChat.getByText(oldest, { exact: true })).toHaveCount(1, { timeout: 500 })
    }).toPass()
  await expect(buyersChat.getByText(/^Line \d+$/)).toHaveCount(170)
  await buyersChat.getByRole('button', { name: 'Latest messages' }).click()
  await expect(buyersChat.getByText('Line 170', { exact: true })).toBeInViewport()
})

test('Only the two members see the pictures of a conversation', { tag: '@phone' }, async ({
  page,
  browser,
  request,
  siteUrl,
}) => {
  const fixture = await createConversation(request, 'Painted cake')
  const buyersChat = await openConversation(page, fixture.buyer, fixture.conversationId)
  const sellersPage = await openSecondBrowser(browser, page, siteUrl)
  const sellersChat = await openConversation(sellersPage, fixture.seller, fixture.conversationId)
  const toSend = buyersChat.getByRole('list', { name: 'Pictures to send' }).getByRole('listitem')
  // Chosen again before the first pictures are prepared.
  for (let time = 0; time < 2; time += 1)
    await buyersChat
      .getByLabel('Choose pictures')
      .setInputFiles(['web/public/icon-512.png', 'web/public/share.jpg', 'web/public/icon-512.png'])
  await expect(buyersChat.getByText('You can send up to 4 pictures at a time.')).toBeVisible()
  await expect(buyersChat.getByText(/^Preparing pictures…/)).toBeHidden()
  await expect(toSend).toHaveCount(4)
  for (const position of [4, 3]) await buyersChat.getByRole('button', { name: `Remove picture ${position}` }).click()
  await expect(toSend).toHaveCount(2)
  await sendMessage(buyersChat, 'Like these')
  const shown = sellersChat.getByRole('button', { name: 'Picture from Bea: enlarge' })
  await expect(shown).toHaveCount(2)
  await expect
    .poll(() =>
      shown
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(100)
  await expect(buyersChat.getByRole('button', { name: 'Your picture: enlarge' })).toHaveCount(2)
  await shown.first().click()
  await expect(sellersPage.getByRole('dialog', { name: 'Picture from Bea' }).getByRole('img')).toBeVisible()
  await sellersPage.keyboard.press('Escape')
  const pictures = await selectRows(
    'chat_messages',
    `chat_room_id=eq.${fixture.conversationId}&picture=not.is.null&select=picture`,
  )
  expect(pictures).toHaveLength(2)
  const stranger = await createMember(request, 'Nosy')
  for (const headers of [stranger.headers, { apikey: fixture.buyer.headers.apikey ?? '' }])
    for (const row of pictures) {
      const { picture } = row as { picture: string }
      const response = await request.get(`/storage/v1/object/authenticated/${picture}`, { headers })
      expect(response.status()).toBeGreaterThanOrEqual(400)
    }
  await sellersPage.context().close()
})

test('A message that the failing server rejects stays in the list and is sent on retry', {
  tag: ['@phone', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  const fixture = await createConversation(request, 'Rejected cake')
  const buyersChat = await openConversation(page, fixture.buyer, fixture.conversationId)
  const box = buyersChat.getByRole('log', { name: 'Messages' })
  await expect(buyersChat.getByLabel('Message', { exact: true })).toBeVisible()
  await page.route('**/rest/v1/chat_messages*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { message: 'down' } }) : route.continue(),
  )
  await sendMessage(buyersChat, 'And cherries?')
  await expect(toast(page, 'Failed to send message. Please try again.')).toBeVisible()
  await expect(buyersChat.getByText('Not sent', { exact: true })).toBeVisible()
  await expectAccessibleState(page)
  await page.unroute('**/rest/v1/chat_messages*')
  await buyersChat.getByRole('button', { name: 'Try again' }).click()
  await expect(box).toBeFocused()
  await expect(buyersChat.getByText('Not sent', { exact: true })).toBeHidden()
  await buyersChat.getByLabel('Message', { exact: true }).fill('x'.repeat(4_001))
  await expect(buyersChat.getByText('Too long by 1. Messages can have up to 4,000 characters.')).toBeVisible()
  await expect(buyersChat.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(
    await selectRows(
      'chat_messages',
      `chat_room_id=eq.${fixture.conversationId}&content=eq.And cherries?&select=content`,
    ),
  ).toEqual([{ content: 'And cherries?' }])
})

test('A seller cannot quote a price for a request that has changed in the meantime', {
  tag: ['@desktop', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  const { conversationId, seller, buyer } = await createConversation(request, 'Changed cake')
  const chat = await openConversation(page, seller, conversationId)
  const dialog = page.getByRole('dialog')
  const quote = async (pounds: string) => {
    await chat.getByRole('button', { name: 'Quote a price' }).click()
    await dialog.getByLabel('Price in £').fill(pounds)
  }
  const send = () => dialog.getByRole('button', { name: 'Send quote' }).click()
  await quote('30')
  const changed = await request.patch(`/rest/v1/chat_rooms?id=eq.${conversationId}`, {
    headers: buyer.headers,
    data: { brief: { details: 'Now for 200' } },
  })
  expect(changed.status()).toBe(204)
  // The page behind the dialog has the new request. The price in the dialog is for the previous one.
  await expect(chat.getByText('Now for 200').first()).toBeAttached()
  await send()
  await expect(toast(page, 'The request has just been changed. Please read it again.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await selectRows('chat_rooms', `id=eq.${conversationId}&select=price_quote`)).toEqual([{ price_quote: null }])
  await quote('300')
  await send()
  await expect(chat.getByText('Price quoted: £300.00').first()).toBeVisible()
})

test('A seller with an open conversation sees at once that the buyer’s block takes effect', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const { kitchen, conversationId, seller, buyer } = await createConversation(request, 'Last cake')
  await kitchen.addPickupWindows()
  const pickup = { available_for_delivery: false, available_for_pickup: true }
  const bun = await kitchen.addProduct({ name: 'Last bun', ...pickup }, { Plain: 0 })
  const items = [{ product_id: bun.id, variation: 'Plain' }]
  const { orders } = await placePaidOrder(request, buyer, [{ kitchen, items }])
  await insertRows('blocks', [{ blocker_id: buyer.id, blocked_id: seller.id }])

  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => isSubscription(String(payload))))
  const chat = await openConversation(page, seller, conversationId)
  await subscribed
  // The fetch after subscribing has passed, so only a change of the order causes the next one.
  await page.waitForResponse(/\/rpc\/room_block/)
  await expect(chat.getByLabel('Message', { exact: true })).toBeVisible()
  for (const status of ['ready', 'delivered'])
    await callRpcAs(request, seller, 'advance_order', { order_id: orders[0]?.id, status, is_early: true })
  await expect(chat.getByText('You can no longer send messages in this conversation.')).toBeVisible()
  await expect(chat.getByLabel('Message', { exact: true })).toBeHidden()
})

/** Whether a frame confirms the subscription to changes of orders. */
function isSubscription(frame: string): boolean {
  return frame.includes('realtime:orders ') && frame.includes('Subscribed to PostgreSQL')
}
