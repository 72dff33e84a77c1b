import { expectAccessible } from './accessibility.ts'
import { change, insert, newAdministrator, newPerson, openKitchen, password, rowsOf, wake } from './kitchen.ts'
import { become, memberOf } from './members.ts'
import { anotherBrowser } from './talking.ts'
import { arrive, expect, isPhone, notice, signIn, test } from './visitor.ts'

test('what is reported is hidden by an administrator, a shop suspended and restored, and nobody else finds their page', async ({
  page,
  browser,
  request,
  siteUrl,
  expectedErrors,
}) => {
  test.skip(!isPhone(page), 'the same at every width')
  expectedErrors.push(/status of (404|409)/)
  const kitchen = await openKitchen('Crumbling Bakery')
  const cake = await kitchen.product({ name: 'Suspicious sponge' })
  const bun = await kitchen.product({ name: 'Honest bun', category: 'Bread' })
  const buyer = await newPerson('Vera')
  const admin = await newAdministrator()
  const nothingHere = page.getByRole('heading', { name: 'Page not found' })

  // A visitor signs in first, and is told once that one report is enough.
  await arrive(page, cake.path)
  await page.getByRole('button', { name: 'Report this product' }).click()
  await signIn(page, buyer.email, password)
  const report = page.getByRole('dialog', { name: 'Report this product' })
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Please choose what is wrong.')).toBeVisible()
  await expect(report.getByRole('radio').first()).toBeFocused()
  await report.getByLabel('Something else').check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Please say what is wrong.')).toBeVisible()
  await expectAccessible(page)
  await report.getByLabel('What is wrong?').fill('There are nuts in it, and it says there are none.')
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(notice(page, 'Report sent')).toBeVisible()
  await page.getByRole('button', { name: 'Report this product' }).click()
  await report.getByLabel('It is not safe to eat').check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByRole('alert')).toHaveText('You have reported this already. We are looking into it.')
  await arrive(page, bun.path)
  await page.getByRole('radio', { name: 'Standard' }).check()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(notice(page, 'Added to basket')).toBeVisible()

  expect((await request.get('/admin')).status()).toBe(404)
  await arrive(page, '/admin')
  await expect(nothingHere).toBeVisible()

  const desk = await anotherBrowser(browser, page, siteUrl)
  await become(desk, await memberOf(request, admin.email, password))
  await arrive(desk, '/admin?kind=product')
  const card = desk.getByRole('article', { name: 'Product: Suspicious sponge' })
  await expect(card.getByText('There are nuts in it, and it says there are none.')).toBeVisible()
  await expectAccessible(desk)
  await card.getByRole('button', { name: 'Hide product' }).click()
  const decision = desk.getByRole('dialog')
  await decision.getByRole('button', { name: 'Hide' }).click()
  await expect(decision.getByText('Please say why: the person concerned is told.')).toBeVisible()
  await expectAccessible(desk)
  await decision.getByLabel('Why? The owner reads this.').fill('Nuts are not declared.')
  await decision.getByRole('button', { name: 'Hide' }).click()
  await expect(card).toBeHidden()
  expect((await request.get(cake.path)).status()).toBe(404)

  // The shop, from a report of it; its owner is told in their seller's area and by letter.
  const member = await memberOf(request, buyer.email, password)
  const reported = await request.post('/rest/v1/reports', {
    headers: member.headers,
    data: { subject: 'shop', shop_id: kitchen.shop.id, reason: 'Food or kitchen are not safe' },
  })
  expect(reported.status()).toBe(201)
  await arrive(desk, '/admin?kind=shop')
  const shop = desk.getByRole('article', { name: 'Shop: Crumbling Bakery' })
  await shop.getByRole('button', { name: 'Suspend shop' }).click()
  await decision.getByLabel('Why? The owner reads this.').fill('The kitchen is not registered.')
  await decision.getByRole('button', { name: 'Suspend' }).click()
  await expect(shop).toBeHidden()
  for (const path of [bun.path, `/shop/${kitchen.shop.slug}`]) expect((await request.get(path)).status()).toBe(404)
  await arrive(page, '/search?q=honest%20bun')
  await expect(page.getByRole('link', { name: /Honest bun/ })).toBeHidden()
  await arrive(page, '/cart')
  await expect(page.getByText('This is no longer on sale.')).toBeVisible()

  await wake('send-mail')
  await expect
    .poll(async () => (await (await request.get(`/dev/mailbox.json?to=${kitchen.owner.email}`)).json())[0]?.subject)
    .toBe('Crumbling Bakery is suspended')
  const baker = await anotherBrowser(browser, page, siteUrl)
  await become(baker, await memberOf(request, kitchen.owner.email, password))
  await arrive(baker, '/seller/dashboard')
  await expect(baker.getByText('Why: The kitchen is not registered.')).toBeVisible()
  await expectAccessible(baker)
  await arrive(baker, `/shop/${kitchen.shop.slug}`)
  await expect(baker.getByText('Your shop is suspended. Nobody but you sees this page.')).toBeVisible()
  await expect(baker.getByRole('heading', { name: 'Nothing is on sale' })).toBeVisible()
  await arrive(baker, '/seller/products')
  await expect(baker.getByText('Hidden by Tuckbox: Nuts are not declared.').first()).toBeVisible()
  await baker.context().close()

  await desk.getByRole('tab', { name: 'Closed' }).click()
  await shop.getByRole('button', { name: 'Restore shop' }).click()
  await decision.getByRole('button', { name: 'Restore' }).click()
  await expect(shop.getByText('Suspended', { exact: true })).toBeHidden()
  expect((await request.get(bun.path)).status()).toBe(200)
  await desk.getByRole('tab', { name: 'Log' }).click()
  await expect(desk.getByText('Restored a shop')).toBeVisible()
  await expect(desk.getByText('Hid a product: Nuts are not declared.')).toBeVisible()
  await expectAccessible(desk)
  await desk.context().close()
  // It would lie in everybody's listings.
  await change('products', bun.id, { status: 'hidden' })
})

test('a conversation tells of itself only who does not have it open, is parted by a block, reported and read', async ({
  page,
  browser,
  request,
  siteUrl,
  expectedErrors,
}) => {
  test.skip(!isPhone(page), 'the same at every width')
  expectedErrors.push(/status of 40[34]/)
  const kitchen = await openKitchen('Quiet Quiches')
  const quiche = await kitchen.product({ name: 'Talkative quiche' })
  const buyer = await newPerson('Bea')
  const pair = { buyer_id: buyer.id, seller_id: kitchen.owner.id, product_id: quiche.id }
  const room = `/messages?room=${await insert('chat_rooms', pair)}`
  const baker = await anotherBrowser(browser, page, siteUrl)
  await become(baker, await memberOf(request, kitchen.owner.email, password))
  await become(page, await memberOf(request, buyer.email, password))
  const unread = () => rowsOf('notifications', `user_id=eq.${buyer.id}&is_read=is.false&select=title`)
  const message = baker.getByLabel('Message', { exact: true })

  // A saved reply is written once, and chosen into the message. A long one does not push the buttons off the screen.
  await insert('saved_replies', { user_id: kitchen.owner.id, title: 'Away', content: 'I am away. '.repeat(20) })
  await arrive(page, '/notifications')
  await arrive(baker, room)
  await baker.getByRole('button', { name: 'Saved replies' }).click()
  const replies = baker.getByRole('dialog')
  await replies.getByRole('button', { name: 'New reply' }).click()
  await expect(replies.getByLabel('Name')).toBeFocused()
  await replies.getByLabel('Name').fill('Hello')
  await replies.getByLabel('Reply', { exact: true }).fill('Thank you for writing!')
  await replies.getByRole('button', { name: 'Save' }).click()
  await expect(replies.getByRole('button', { name: 'Change Hello' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(baker)
  await replies.getByText('Thank you for writing!').click()
  await expect(message).toHaveValue('Thank you for writing!')
  await expect(message).toBeFocused()
  await message.press('Enter')

  // Told where the conversation is not open; not told, and told no longer, where it is.
  await page.getByRole('link', { name: 'New message from Quiet Quiches' }).click()
  const said = page.getByRole('log', { name: 'Messages' })
  await expect(said).toContainText('Thank you for writing!')
  await expect.poll(unread).toEqual([])
  await message.fill('It is quiet here.')
  await message.press('Enter')
  await expect(said).toContainText('It is quiet here.')
  expect(await unread()).toEqual([])

  const menu = page.getByRole('button', { name: 'More about this conversation' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Block Quiet Quiches' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('You have blocked Quiet Quiches. Neither of you can send messages here.')).toBeVisible()
  await message.fill('Are you there?')
  await message.press('Enter')
  await expect(notice(baker, 'You cannot write in this conversation any more.')).toBeVisible()
  await expect(message).toBeHidden()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await baker.context().close()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Report conversation' }).click()
  const report = page.getByRole('dialog', { name: 'Report this conversation' })
  await report.getByLabel('Unwanted messages').check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(notice(page, 'Report sent')).toBeVisible()

  await become(page, await memberOf(request, (await newAdministrator()).email, password))
  await arrive(page, '/admin?kind=conversation')
  const card = page.getByRole('article', { name: 'Conversation: Talkative quiche' })
  await card.getByRole('button', { name: 'Read what was said' }).click()
  await expect(card.getByRole('list', { name: 'What was said' })).toContainText('Quiet Quiches: It is quiet here.')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toBeHidden()
})
