/** Administrators find a member and try failed work again, and the log shows that they did. */
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { openSecondBrowser } from './conversations.ts'
import { addToBasket, expect, goToCheckout, reload, test, visit } from './fixtures.ts'
import { createMember, createUser, password, setSession, signInMember } from './members.ts'
import { createAdministrator, createShop, insertRow, invokeFunction, updateRow } from './shop-fixtures.ts'

test('an administrator finds a member by email and a shop by name, and the log has each look at a person', {
  tag: '@desktop',
}, async ({ page, request, expectedErrors }) => {
  // The server hides these pages from everyone.
  expectedErrors.push(/status of 404/)
  const kitchen = await createShop('Lookup Larder')
  const admin = await createAdministrator()
  await setSession(page, await signInMember(request, admin.email, password))

  await visit(page, '/admin?tab=find')
  const field = page.getByLabel('Email, name, order or shop')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('Please enter at least 2 characters.')).toBeVisible()
  await field.fill('Lookup Larder')
  await field.press('Enter')
  const shops = page.getByRole('list', { name: 'Shops' })
  await expect(shops.getByRole('link', { name: 'Lookup Larder' })).toBeVisible()
  await field.fill(kitchen.owner.email)
  await page.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('list', { name: 'Members' })
  await expect(found.getByText(kitchen.owner.email)).toBeVisible()
  await expectAccessibleState(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleState(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await found.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Shop', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lookup Larder' })).toBeVisible()
  await expect(page.getByText('No orders.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'Back to search' }).click()
  await page.getByRole('tab', { name: 'Log' }).click()
  const log = page.getByRole('list', { name: 'Actions of administrators' })
  await expect(log.getByText('Looked up a member, ').first()).toBeVisible()
  await expect(log.getByText(kitchen.owner.id).first()).toBeVisible()
  await expectAccessibleState(page)
})

test('a member who opens a page of administrators finds nothing', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  const { owner } = await createShop('Curious Kitchen')
  expect((await request.get(`/admin/members/${owner.id}`)).status()).toBe(404)
  await setSession(page, await signInMember(request, owner.email, password))
  await visit(page, `/admin/members/${owner.id}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('an administrator suspends a buyer, whose checkout is refused with the reason, and restores her', {
  tag: '@desktop',
}, async ({ page, browser, request, siteUrl, expectedErrors }) => {
  expectedErrors.push(/status of 40[34]/)
  const kitchen = await createShop('Patient Pantry')
  const loaf = await kitchen.addProduct({ name: 'Patient loaf', price: 12 })
  const buyer = await createMember(request, 'Suki')
  await request.post('/rest/v1/user_addresses', {
    headers: buyer.headers,
    data: { full_name: 'Suki', address_line1: '1 High Street', city: 'Ely', postal_code: 'CB7 4DL' },
  })
  await setSession(page, buyer)
  await visit(page, loaf.path)
  await addToBasket(page)
  await goToCheckout(page)
  await expect(page.getByText('1 High Street').first()).toBeVisible()
  const allergens = page.getByRole('region', { name: 'Allergens in your order' })
  await allergens.getByRole('checkbox').check()

  const admin = await createAdministrator()
  const adminPage = await openSecondBrowser(browser, page, siteUrl)
  await setSession(adminPage, await signInMember(request, admin.email, password))
  await visit(adminPage, `/admin/members/${buyer.id}`)
  await adminPage.getByRole('button', { name: 'Suspend member' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Suspend Suki?' })
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Please give a reason. The member concerned will see it.')).toBeVisible()
  await expectAccessibleState(adminPage)
  await dialog.getByLabel('Reason (shown to the member)').fill('Orders were not collected.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(adminPage.getByText('Reason: Orders were not collected.')).toBeVisible()
  await expectAccessibleState(adminPage)

  // Her page is older than the suspension.
  const pay = page.getByRole('button', { name: /^Pay £/ })
  await pay.click()
  await expect(page.getByRole('region', { name: '1 thing to fix' })).toContainText(
    'Your account is suspended, so you cannot do this. Reason: Orders were not collected. You can contact us about it.',
  )
  for (const path of ['/checkout', '/profile', '/messages']) {
    await visit(page, path)
    const notice = page.getByRole('status').filter({ hasText: 'Your account is suspended' })
    await expect(notice).toContainText('Reason: Orders were not collected.')
    await expect(notice.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await expectAccessibleState(page)
  }
  await invokeFunction('send-mail')
  await expect
    .poll(async () => (await (await request.get(`/dev/mailbox.json?to=${buyer.email}`)).json())[0]?.subject)
    .toBe('Your account is suspended')

  await adminPage.getByRole('button', { name: 'Restore member' }).click()
  await adminPage.getByRole('dialog', { name: 'Restore Suki?' }).getByRole('button', { name: 'Restore' }).click()
  await expect(adminPage.getByRole('button', { name: 'Suspend member' })).toBeVisible()
  await visit(adminPage, '/admin?tab=log')
  await expect(adminPage.getByText('Suspended a member, Suki: Orders were not collected.')).toBeVisible()
  await expect(adminPage.getByText('Restored a member, Suki')).toBeVisible()
  await adminPage.context().close()

  await visit(page, '/checkout')
  await allergens.getByRole('checkbox').check()
  await expect(page.getByText('Your account is suspended')).toBeHidden()
  await pay.click()
  await expect(page).toHaveURL(/\/pay\//)
})

test('an administrator sees a failed email and tries again, and it arrives in the mailbox', {
  tag: ['@desktop', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 40[49]/)
  const member = await createUser('Unreached')
  const id = await insertRow('outbox', {
    user_id: member.id,
    recipient: member.email,
    template: 'account-restored',
    data: { name: 'Unreached' },
    status: 'failed',
    attempts: 24,
    last_error: `550 ${member.email}: try later`,
  })
  const admin = await createAdministrator()
  await setSession(page, await signInMember(request, admin.email, password))
  await visit(page, '/admin')
  await page.getByRole('tab', { name: /^Failed \(\d+\)$/ }).click()
  const email = page.getByRole('list', { name: 'Emails' }).getByRole('listitem')
  const line = email.filter({ has: page.locator(`a[href$="${member.id}"]`) })
  await expect(line).toContainText('Account restored')
  await expect(line).toContainText('550 (address): try later')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await line.getByRole('button', { name: 'Try again: Account restored' }).click()
  await expect(line).toBeHidden()
  await expect
    .poll(async () => (await (await request.get(`/dev/mailbox.json?to=${member.email}`)).json()).length)
    .toBe(1)
  await page.getByRole('tab', { name: 'Log' }).click()
  const log = page.getByRole('list', { name: 'Actions of administrators' })
  await expect(log.getByRole('listitem').filter({ hasText: id })).toContainText('Retried an email')
})

test('an administrator sees a disputed payment with the bank’s reason, and what to do', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  const buyer = await createUser('Disputing')
  const payment = await insertRow('payments', {
    checkout_id: await insertRow('checkouts', { buyer_id: buyer.id, subtotal: 25 }),
    provider: 'test',
    payment_id: `pi_of_${buyer.id}`,
    amount: 25,
    status: 'succeeded',
    captured_at: '2026-01-01T10:00:00Z',
  })
  const terms = { payment_id: payment, provider_dispute_id: `dp_of_${buyer.id}`, amount: 25 }
  const dispute = await insertRow('payment_disputes', { ...terms, reason: 'product_not_received' })
  const admin = await createAdministrator()
  await setSession(page, await signInMember(request, admin.email, password))
  await visit(page, '/admin?tab=failed')
  const disputes = page.getByRole('list', { name: 'Disputes' }).getByRole('listitem')
  const line = disputes.filter({ has: page.locator(`a[href$="${buyer.id}"]`) })
  await expect(line).toContainText('£25.00 of a payment: open')
  await expect(line).toContainText('Product not received')
  await expect(line).toContainText('Please answer at the payment provider in time.')
  await expect(line.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  await updateRow('payment_disputes', dispute, { status: 'lost', closed_at: new Date().toISOString() })
  await reload(page)
  await expect(line).toContainText('£25.00 of a payment: lost')
  await expect(line).toContainText('The buyer has the money back.')
})
