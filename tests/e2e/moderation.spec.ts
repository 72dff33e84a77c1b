import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { openSecondBrowser } from './conversations.ts'
import { expect, signIn, test, toast, visit } from './fixtures.ts'
import { createUser, password, setSession, signInMember } from './members.ts'
import { createAdministrator, createShop, insertRow, invokeFunction, selectRows, updateRow } from './shop-fixtures.ts'

test('an administrator hides a reported product, suspends and restores its shop, and only administrators see /admin', {
  tag: '@phone',
}, async ({ page, browser, request, siteUrl, expectedErrors }) => {
  expectedErrors.push(/status of (404|409)/)
  const kitchen = await createShop('Crumbling Bakery')
  const cake = await kitchen.addProduct({ name: 'Suspicious sponge' })
  const bun = await kitchen.addProduct({ name: 'Honest bun', category: 'Bread' })
  const buyer = await createUser('Vera')
  const admin = await createAdministrator()
  const notFound = page.getByRole('heading', { name: 'Page not found' })

  // A visitor signs in before reporting. A second report of the same product is refused.
  await visit(page, cake.path)
  await page.getByRole('button', { name: 'Report this product' }).click()
  await signIn(page, buyer.email, password)
  const report = page.getByRole('dialog', { name: 'Report this product' })
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Please choose what is wrong.')).toBeVisible()
  await expect(report.getByRole('radio').first()).toBeFocused()
  await report.getByLabel('Something else').check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Please say what is wrong.')).toBeVisible()
  await expectAccessibleState(page)
  await report.getByLabel('What is wrong?').fill('There are nuts in it, and it says there are none.')
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Report sent')).toBeVisible()
  await page.getByRole('button', { name: 'Report this product' }).click()
  await report.getByLabel('It is not safe to eat').check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByRole('alert')).toHaveText('You have already reported this. We are looking into it.')
  await visit(page, bun.path)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(toast(page, 'Added to basket')).toBeVisible()

  expect((await request.get('/admin')).status()).toBe(404)
  await visit(page, '/admin')
  await expect(notFound).toBeVisible()

  const adminPage = await openSecondBrowser(browser, page, siteUrl)
  await setSession(adminPage, await signInMember(request, admin.email, password))
  await visit(adminPage, '/admin?kind=product')
  const card = adminPage.getByRole('article', { name: 'Product: Suspicious sponge' })
  await expect(card.getByText('There are nuts in it, and it says there are none.')).toBeVisible()
  await expectAccessible(adminPage)
  await card.getByRole('button', { name: 'Hide product' }).click()
  const decision = adminPage.getByRole('dialog')
  await decision.getByRole('button', { name: 'Hide' }).click()
  await expect(decision.getByText('Please give a reason. The member concerned will see it.')).toBeVisible()
  await expectAccessibleState(adminPage)
  await decision.getByLabel('Reason (shown to the owner)').fill('Nuts are not declared.')
  await decision.getByRole('button', { name: 'Hide' }).click()
  await expect(card).toBeHidden()
  await expect.poll(async () => (await request.get(cake.path)).status()).toBe(404)

  // A suspended shop's owner is told on the dashboard and by email.
  const member = await signInMember(request, buyer.email, password)
  const reported = await request.post('/rest/v1/reports', {
    headers: member.headers,
    data: { subject: 'shop', shop_id: kitchen.shop.id, reason: 'The food or kitchen is not safe' },
  })
  expect(reported.status()).toBe(201)
  await visit(adminPage, '/admin?kind=shop')
  const shop = adminPage.getByRole('article', { name: 'Shop: Crumbling Bakery' })
  await shop.getByRole('button', { name: 'Suspend shop' }).click()
  await decision.getByLabel('Reason (shown to the owner)').fill('The kitchen is not registered.')
  await decision.getByRole('button', { name: 'Suspend' }).click()
  await expect(shop).toBeHidden()
  for (const path of [bun.path, `/shop/${kitchen.shop.slug}`])
    await expect.poll(async () => (await request.get(path)).status()).toBe(404)
  await visit(page, '/search?q=honest%20bun')
  await expect(page.getByRole('link', { name: /Honest bun/ })).toBeHidden()
  await visit(page, '/cart')
  await expect(page.getByText('This is no longer on sale.')).toBeVisible()

  await invokeFunction('send-mail')
  await expect
    .poll(async () => (await (await request.get(`/dev/mailbox.json?to=${kitchen.owner.email}`)).json())[0]?.subject)
    .toBe('Crumbling Bakery is suspended')
  const sellerPage = await openSecondBrowser(browser, page, siteUrl)
  await setSession(sellerPage, await signInMember(request, kitchen.owner.email, password))
  await visit(sellerPage, '/seller/dashboard')
  await expect(sellerPage.getByText('Reason: The kitchen is not registered.')).toBeVisible()
  await expectAccessibleState(sellerPage)
  await visit(sellerPage, `/shop/${kitchen.shop.slug}`)
  await expect(sellerPage.getByText('Your shop is suspended. Only you can see this page.')).toBeVisible()
  await expect(sellerPage.getByRole('heading', { name: 'Nothing is on sale' })).toBeVisible()
  await visit(sellerPage, '/seller/products')
  await expect(sellerPage.getByText('Hidden by Tuckbox: Nuts are not declared.').first()).toBeVisible()
  await sellerPage.context().close()

  await adminPage.getByRole('tab', { name: 'Closed' }).click()
  await shop.getByRole('button', { name: 'Restore shop' }).click()
  await decision.getByRole('button', { name: 'Restore' }).click()
  await expect(shop.getByText('Suspended', { exact: true })).toBeHidden()
  await expect.poll(async () => (await request.get(bun.path)).status()).toBe(200)
  await adminPage.getByRole('tab', { name: 'Log' }).click()
  await expect(adminPage.getByText('Restored a shop, Crumbling Bakery')).toBeVisible()
  await expect(adminPage.getByText('Hid a product, Suspicious sponge: Nuts are not declared.')).toBeVisible()
  await expectAccessibleState(adminPage)
  await adminPage.context().close()
  // Hidden, so that it does not appear in other tests' listings.
  await updateRow('products', bun.id, { status: 'hidden' })
})

test('a conversation notifies only a member who does not have it open, and can be blocked, reported and moderated', {
  tag: '@phone',
}, async ({ page, browser, request, siteUrl, expectedErrors }) => {
  expectedErrors.push(/status of 40[34]/)
  const kitchen = await createShop('Quiet Quiches')
  const quiche = await kitchen.addProduct({ name: 'Talkative quiche' })
  const buyer = await createUser('Bea')
  const pair = { buyer_id: buyer.id, seller_id: kitchen.owner.id, product_id: quiche.id }
  const conversation = `/messages?room=${await insertRow('chat_rooms', pair)}`
  const sellerPage = await openSecondBrowser(browser, page, siteUrl)
  await setSession(sellerPage, await signInMember(request, kitchen.owner.email, password))
  await setSession(page, await signInMember(request, buyer.email, password))
  const unread = () => selectRows('notifications', `user_id=eq.${buyer.id}&is_read=is.false&select=title`)
  const message = sellerPage.getByLabel('Message', { exact: true })

  // A saved reply is created once and inserted into a message. A long reply does not push the buttons off the screen.
  await insertRow('saved_replies', { user_id: kitchen.owner.id, title: 'Away', content: 'I am away. '.repeat(20) })
  await visit(page, '/notifications')
  await visit(sellerPage, conversation)
  await sellerPage.getByRole('button', { name: 'Saved replies' }).click()
  const replies = sellerPage.getByRole('dialog')
  await replies.getByRole('button', { name: 'New reply' }).click()
  await expect(replies.getByLabel('Name')).toBeFocused()
  await replies.getByLabel('Name').fill('Hello')
  await replies.getByLabel('Reply', { exact: true }).fill('Thank you for writing!')
  await replies.getByRole('button', { name: 'Save' }).click()
  await expect(replies.getByRole('button', { name: 'Edit Hello' })).toBeInViewport({ ratio: 1 })
  await expectAccessibleState(sellerPage)
  await replies.getByText('Thank you for writing!').click()
  await expect(message).toHaveValue('Thank you for writing!')
  await expect(message).toBeFocused()
  await message.press('Enter')

  // Opening the conversation clears its notification, and messages to an open conversation create none.
  await page.getByRole('link', { name: 'New message from Quiet Quiches' }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Thank you for writing!')
  await expect.poll(unread).toEqual([])
  await message.fill('It is quiet here.')
  await message.press('Enter')
  await expect(log).toContainText('It is quiet here.')
  expect(await unread()).toEqual([])

  const menu = page.getByRole('button', { name: 'More about this conversation' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Block Quiet Quiches' }).click()
  await expectAccessibleState(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('You have blocked Quiet Quiches. Neither of you can send messages here.')).toBeVisible()
  await message.fill('Are you there?')
  await message.press('Enter')
  await expect(toast(sellerPage, 'You can no longer send messages in this conversation.')).toBeVisible()
  await expect(message).toBeHidden()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await sellerPage.context().close()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Report conversation' }).click()
  const report = page.getByRole('dialog', { name: 'Report this conversation' })
  await report.getByLabel('Unwanted messages').check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Report sent')).toBeVisible()

  await setSession(page, await signInMember(request, (await createAdministrator()).email, password))
  await visit(page, '/admin?kind=conversation')
  const card = page.getByRole('article', { name: 'Conversation: Talkative quiche' })
  await card.getByRole('button', { name: 'Read conversation' }).click()
  await expect(card.getByRole('list', { name: 'Reported conversation' })).toContainText(
    'Quiet Quiches: It is quiet here.',
  )
  await expectAccessibleState(page)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toBeHidden()
})
