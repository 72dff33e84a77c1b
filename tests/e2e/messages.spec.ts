import { expectAccessible } from './accessibility.ts'
import { insert, newPerson, openKitchen, password, rowsOf } from './kitchen.ts'
import { become, memberOf, newMember } from './members.ts'
import { anotherBrowser, conversation, enter, openTalk, pastOf, said, say } from './talking.ts'
import { arrive, expect, isPhone, notice, signIn, test } from './visitor.ts'

test('a visitor is sent home to sign in, and comes back to messages that say there are none', async ({ page }) => {
  const person = await newPerson('Quiet')
  await page.goto('/messages')
  await expect(page).toHaveURL('/')
  await signIn(page, person.email, password)
  await expect(page).toHaveURL('/messages')
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await expectAccessible(page)
})

test('a message to the seller opens the one conversation about the product, and the list tells of it', async ({
  page,
  request,
  siteUrl,
  browser,
}) => {
  const kitchen = await openKitchen('Chatty Bakery')
  const cake = await kitchen.product({ name: 'Talked-about cake', price: 12 })
  await become(page, await newMember(request, 'Bea'))
  await arrive(page, cake.path)
  await page.getByRole('button', { name: 'Message seller' }).click()
  const chat = conversation(page)
  await expect(chat).toContainText('Talked-about cake')
  await expect(chat).toContainText('Chatty Bakery')
  await expect(chat.getByText('Say hello: what would you like, and for when?')).toBeVisible()
  await say(chat, '   ')
  await say(chat, '  Three tiers, <b>please</b>.\t')
  await expect(chat.getByRole('listitem')).toHaveText([/^TodayYou: Three tiers, <b>please<\/b>\.\d\d:\d\d · Sent$/])
  await expect(chat.getByLabel('Message', { exact: true })).toHaveValue('')
  const room = new URL(page.url()).searchParams.get('room')
  expect(await rowsOf('chat_messages', `chat_room_id=eq.${room}&select=content`)).toEqual([
    { content: 'Three tiers, <b>please</b>.' },
  ])
  await expectAccessible(page)

  // What is written and not sent stays with its conversation.
  await chat.getByLabel('Message', { exact: true }).fill('And cherries')
  await arrive(page, cake.path)
  await page.getByRole('button', { name: 'Message seller' }).click()
  await expect(page).toHaveURL(`/messages?room=${room}`)
  await expect(chat.getByLabel('Message', { exact: true })).toHaveValue('And cherries')

  const table = await anotherBrowser(browser, page, siteUrl)
  await become(table, await memberOf(request, kitchen.owner.email, password))
  await table.goto('/messages')
  const list = table.getByRole('list', { name: 'Conversations' })
  const line = list.getByRole('link', { name: /Talked-about cake/ })
  await expect(line).toContainText('Bea')
  await expect(line).toContainText('Three tiers, <b>please</b>.')
  await expect(line).toContainText('1 unread')
  await expect(line).toContainText('Awaiting price quote')
  const other = await newPerson('Otto')
  await insert('chat_rooms', {
    buyer_id: other.id,
    seller_id: kitchen.owner.id,
    product_id: (await kitchen.product({ name: 'Later loaf' })).id,
  })
  await expect(list.getByRole('link')).toContainText([/Later loaf/, /Talked-about cake/])
  await say(chat, 'And cherries')
  await expect(list.getByRole('link')).toContainText([/You|And cherries/, /Later loaf/])
  await expect(line).toContainText('2 unread')
  await line.click()
  await expect(chat.getByText(/ · Read$/)).toBeVisible()
  if (isPhone(page)) {
    await expect(list).toBeHidden()
    await table.goBack()
    await expect(conversation(table)).toBeHidden()
    await expect(list).toBeVisible()
    await table.goForward()
    await table.getByRole('link', { name: 'All messages' }).click()
    await expect(line).toBeFocused()
  }
  await expect(line).not.toContainText('unread')
  await expectAccessible(table)
  await table.setViewportSize({ width: 320, height: 700 })
  await table.goto(`/messages?room=${room}`)
  await expect(conversation(table).getByLabel('Message', { exact: true })).toBeVisible()
  expect(await table.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await table.goto('/messages?room=not-a-room')
  await expect(table.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
  await table.context().close()
})

test('two people talk live, and lose and double nothing while one of them is offline', { tag: '@desktop' }, async ({
  page,
  browser,
  request,
  siteUrl,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED|status of 409/)
  const talk = await openTalk(request, 'Unicorn cake')
  const far = await anotherBrowser(browser, page, siteUrl)
  const mine = await enter(page, talk.buyer, talk.room)
  const theirs = await enter(far, talk.seller, talk.room)
  await expect(mine.getByText('Online')).toBeVisible()
  await expect(theirs.getByText('Online')).toBeVisible()
  await theirs.getByLabel('Message', { exact: true }).pressSequentially('Hello')
  await expect(mine.getByText('Chatty Bakery is typing…')).toBeVisible()
  await theirs.getByLabel('Message', { exact: true }).press('Shift+Enter')
  await theirs.getByLabel('Message', { exact: true }).pressSequentially('see https://example.com/unicorn.')
  await theirs.getByLabel('Message', { exact: true }).press('Enter')
  await expect(said(mine).getByText('Hello see https://example.com/unicorn.')).toBeVisible()
  await expect(mine.getByText('Chatty Bakery is typing…')).toBeHidden()
  const link = mine.getByRole('link', { name: 'https://example.com/unicorn' })
  await expect(link).toHaveAttribute('href', 'https://example.com/unicorn')
  await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  await expect(theirs.getByText(/ · Read$/)).toBeVisible()

  // A message arrives and its answer is lost: it is sent again, and is there once.
  await page.route(
    '**/rest/v1/chat_messages*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await say(mine, 'Zero')
  await expect(said(theirs).getByText('Zero', { exact: true })).toBeVisible()
  await expect(mine.getByText('Sending…')).toBeHidden()

  await page.context().setOffline(true)
  const spoken = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']
  await say(mine, 'Two')
  await say(mine, 'Three')
  await say(theirs, 'One')
  await expect(mine.getByText('Sending…')).toBeVisible()
  await expect(mine.getByText(/You are offline/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(said(theirs).getByText('Three')).toBeVisible()
  await say(theirs, 'Four')
  await expect(said(mine).getByText('Four', { exact: true })).toBeVisible()
  await say(mine, 'Five')
  await expect(said(theirs).getByText('Five')).toBeVisible()
  await say(theirs, 'Six')
  for (const chat of [mine, theirs]) {
    for (const word of spoken) await expect(said(chat).getByText(word, { exact: true })).toHaveCount(1)
  }
  const shown = async (chat: typeof mine) =>
    (await chat.getByRole('listitem').allInnerTexts()).flatMap((line) => spoken.filter((word) => line.includes(word)))
  expect(await shown(mine)).toEqual(spoken)
  expect(await shown(theirs)).toEqual(spoken)
  await expect(mine.getByText(/You are offline/)).toBeHidden()
  expect(await rowsOf('chat_messages', `chat_room_id=eq.${talk.room}&select=content&order=created_at`)).toEqual(
    ['Hello\nsee https://example.com/unicorn.', ...spoken].map((content) => ({ content })),
  )
  await far.context().close()
})

test('pictures go to the other person alone, and older messages come without a jump', { tag: '@phone' }, async ({
  page,
  browser,
  request,
  siteUrl,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  const talk = await openTalk(request, 'Painted cake')
  await pastOf(talk, 170)
  const mine = await enter(page, talk.buyer, talk.room)
  await expect(mine.getByText('Line 170', { exact: true })).toBeInViewport()
  await expect(mine.getByText('Line 120', { exact: true })).toHaveCount(0)
  const box = mine.getByRole('log', { name: 'Messages' })
  const line = mine.getByText('Line 125', { exact: true })
  const heightOf = async () => (await line.boundingBox())?.y ?? Number.NaN
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await heightOf()
  await expect(mine.getByText('Line 80', { exact: true })).toHaveCount(1)
  expect(Math.abs((await heightOf()) - before)).toBeLessThan(2)
  for (const oldest of ['Line 25', 'Line 1'])
    await expect(async () => {
      await box.evaluate((element) => element.scrollTo({ top: 0 }))
      await expect(mine.getByText(oldest, { exact: true })).toHaveCount(1, { timeout: 500 })
    }).toPass()
  await expect(mine.getByText(/^Line \d+$/)).toHaveCount(170)
  await mine.getByRole('button', { name: 'Latest messages' }).click()
  await expect(mine.getByText('Line 170', { exact: true })).toBeInViewport()

  const far = await anotherBrowser(browser, page, siteUrl)
  const theirs = await enter(far, talk.seller, talk.room)
  const toSend = mine.getByRole('list', { name: 'Pictures to send' }).getByRole('listitem')
  // Chosen again before the first are ready.
  for (let time = 0; time < 2; time += 1)
    await mine
      .getByLabel('Choose pictures')
      .setInputFiles(['web/public/icon-512.png', 'web/public/share.jpg', 'web/public/icon-512.png'])
  await expect(mine.getByText('You can send up to 4 pictures at a time.')).toBeVisible()
  await expect(mine.getByText(/^Preparing pictures…/)).toBeHidden()
  await expect(toSend).toHaveCount(4)
  for (const position of [4, 3]) await mine.getByRole('button', { name: `Remove picture ${position}` }).click()
  await expect(toSend).toHaveCount(2)
  await say(mine, 'Like these')
  const shown = theirs.getByRole('button', { name: 'Picture from Bea: enlarge' })
  await expect(shown).toHaveCount(2)
  await expect
    .poll(() =>
      shown
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(100)
  await expect(mine.getByRole('button', { name: 'Your picture: enlarge' })).toHaveCount(2)
  await shown.first().click()
  await expect(far.getByRole('dialog', { name: 'Picture from Bea' }).getByRole('img')).toBeVisible()
  await far.keyboard.press('Escape')
  const pictures = await rowsOf('chat_messages', `chat_room_id=eq.${talk.room}&picture=not.is.null&select=picture`)
  expect(pictures).toHaveLength(2)
  const stranger = await newMember(request, 'Nosy')
  for (const headers of [stranger.headers, { apikey: talk.buyer.headers.apikey ?? '' }])
    for (const row of pictures) {
      const { picture } = row as { picture: string }
      const answer = await request.get(`/storage/v1/object/authenticated/${picture}`, { headers })
      expect(answer.status()).toBeGreaterThanOrEqual(400)
    }
  await far.context().close()

  // What a server that fails does not take stays, and is sent when asked again.
  await page.route('**/rest/v1/chat_messages*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { message: 'down' } }) : route.continue(),
  )
  await say(mine, 'And cherries?')
  await expect(notice(page, 'Failed to send message. Please try again.')).toBeVisible()
  await expect(mine.getByText('Not sent', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/rest/v1/chat_messages*')
  await mine.getByRole('button', { name: 'Try again' }).click()
  await expect(box).toBeFocused()
  await expect(mine.getByText('Not sent', { exact: true })).toBeHidden()
  await mine.getByLabel('Message', { exact: true }).fill('x'.repeat(4_001))
  await expect(mine.getByText('Too long by 1. Messages can have up to 4,000 characters.')).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(await rowsOf('chat_messages', `chat_room_id=eq.${talk.room}&content=eq.And cherries?&select=content`)).toEqual(
    [{ content: 'And cherries?' }],
  )
})

test('a price is not sent for wishes that changed while it was written', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const { room, seller, buyer } = await openTalk(request, 'Cake of second thoughts')
  const chat = await enter(page, seller, room)
  const dialog = page.getByRole('dialog')
  const quote = async (pounds: string) => {
    await chat.getByRole('button', { name: 'Quote a price' }).click()
    await dialog.getByLabel('Price in £').fill(pounds)
  }
  const send = () => dialog.getByRole('button', { name: 'Send quote' }).click()
  await quote('30')
  const changed = await request.patch(`/rest/v1/chat_rooms?id=eq.${room}`, {
    headers: buyer.headers,
    data: { brief: { wishes: 'Now for 200' } },
  })
  expect(changed.status()).toBe(204)
  // The page knows, behind the dialog; the price in it is for what was there before.
  await expect(chat.getByText('Now for 200').first()).toBeAttached()
  await send()
  await expect(notice(page, 'The request has just been changed. Please read it again.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await rowsOf('chat_rooms', `id=eq.${room}&select=price_quote`)).toEqual([{ price_quote: null }])
  await quote('300')
  await send()
  await expect(chat.getByText('Price quoted: £300.00').first()).toBeVisible()
})
