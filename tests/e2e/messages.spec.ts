import { expectAccessible } from './accessibility.ts'
import { newPerson, openKitchen, password, rowsOf } from './kitchen.ts'
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

test('buyer and seller write to each other, each seeing what it is about and whether a price is quoted', async ({
  page,
  browser,
  siteUrl,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  const kitchen = await openKitchen('Chatty Bakery')
  const cake = await kitchen.product({ name: 'Talked-about cake', product_type: 'bespoke', price: 0 })
  const buyer = await newPerson('Buyer')
  await arrive(page, cake.path)
  await page.getByRole('button', { name: 'Request a consultation' }).click()
  await signIn(page, buyer.email, password)
  const chat = page.getByRole('region', { name: 'Conversation about Talked-about cake' })
  await expect(chat).toContainText('Awaiting price quote')
  await expectAccessible(page)
  await chat.getByLabel('Message', { exact: true }).fill('   ')
  await chat.getByRole('button', { name: 'Send' }).click()
  await chat.getByLabel('Message', { exact: true }).fill('  Three tiers, please.\t')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByRole('listitem')).toHaveText(['You: Three tiers, please.'])
  await expect(chat.getByLabel('Message', { exact: true })).toHaveValue('')
  const room = new URL(page.url()).searchParams.get('room')
  expect(await rowsOf('chat_messages', `chat_room_id=eq.${room}&select=content,sender_id`)).toEqual([
    { content: 'Three tiers, please.', sender_id: buyer.id },
  ])

  const kitchenTable = await browser.newContext({ baseURL: siteUrl, viewport: page.viewportSize() })
  const seller = await kitchenTable.newPage()
  await seller.goto('/messages')
  await signIn(seller, kitchen.owner.email, password)
  await seller
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /Talked-about cake/ })
    .click()
  await expect(seller.getByText('They: Three tiers, please.')).toBeVisible()
  await seller.getByLabel('Message', { exact: true }).fill('With pleasure.')
  await seller.getByLabel('Message', { exact: true }).press('Enter')
  await expect(chat.getByText('They: With pleasure.')).toBeVisible()
  await kitchenTable.close()

  await page.route('**/rest/v1/chat_messages*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { message: 'down' } }) : route.continue(),
  )
  await chat.getByLabel('Message', { exact: true }).fill('And cherries?')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(notice(page, 'Failed to send message. Please try again.')).toBeVisible()
  await expect(chat.getByLabel('Message', { exact: true })).toHaveValue('And cherries?')
  if (isPhone(page)) {
    await page.getByRole('link', { name: 'All messages' }).click()
    await expect(chat).toBeHidden()
  }
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Awaiting price quote')
  await expectAccessible(page)
})
