/** Orders that a seller enters on a phone: at a market, paid by QR code on another phone, and by phone. */
import type { Route } from '@playwright/test'
import { withMilk } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, visit } from './fixtures.ts'
import { password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

test('A baker enters a market order that another phone pays by QR code, and a phone order unpaid on collection', {
  tag: '@phone',
}, async ({ page, request, browser }) => {
  test.slow()
  const kitchen = await createShop('Market Stall')
  await kitchen.addPickupWindows()
  await kitchen.addProduct({
    name: 'Cheese scone',
    price: 2.5,
    stock: 20,
    allergens: withMilk,
    available_for_pickup: true,
    available_for_delivery: false,
  })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))

  await visit(page, '/seller/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await page.getByRole('button', { name: 'Cheese scone' }).click()
  const line = page.getByRole('listitem', { name: 'Cheese scone' })
  await expect(line).toContainText('Contains milk')
  await line.getByLabel('Quantity').fill('3')
  await page.getByLabel('Name').fill('Stall customer')
  await page.getByText('By card, with a link or QR code').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create payment link' }).click()
  await expect(page.getByRole('img', { name: 'QR code to pay £7.50' })).toBeVisible()
  const address = await page.getByLabel('Payment link').inputValue()

  const otherPhone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const customer = await otherPhone.newPage()
  await visit(customer, new URL(address).pathname)
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Your order from Market Stall')
  await expect(customer.getByRole('list', { name: 'Items' })).toContainText('Contains milk')
  await expectAccessible(customer)
  await customer.getByRole('button', { name: 'Pay £7.50' }).click()
  await customer.getByRole('button', { name: 'Pay £7.50' }).click()
  await expect(customer.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 20_000 })
  await otherPhone.close()
  await expect(page.getByText('is no longer awaiting payment')).toBeVisible({ timeout: 20_000 })

  await page.getByRole('button', { name: 'Another order' }).click()
  await page.getByRole('button', { name: 'Cheese scone' }).click()
  await page.getByLabel('Name').fill('Mrs Ames')
  await page.getByLabel('Phone (optional)').fill('01595 000000')
  await page.getByText('On another day').click()
  await page.getByText('Unpaid, on collection').click()
  await page.getByRole('button', { name: 'A line of your own' }).click()
  const own = page.getByRole('listitem', { name: 'A line of your own' })
  await own.getByLabel('What').fill('Walnut tray bake')
  await own.getByLabel('Price each (£)').fill('18')
  await page.getByRole('button', { name: 'Enter order' }).click()
  await expect(
    page.getByText('Please declare the allergens of Walnut tray bake, or that it has none of the 14.'),
  ).toBeVisible()
  await own.getByRole('checkbox', { name: 'None of the 14 allergens' }).check()
  await expect(own).toContainText('Contains none of the 14 allergens.')
  await expect(own).toContainText('The name mentions walnut, but your declaration says otherwise.')
  await own.getByRole('button', { name: 'Choose allergens' }).click()
  await own.getByRole('group', { name: 'It contains' }).getByRole('checkbox', { name: 'Walnut' }).check()
  await own.getByRole('group', { name: 'It may contain' }).getByRole('checkbox', { name: 'Sesame' }).check()
  await expect(own.getByRole('status')).toHaveText('Contains walnut. May contain sesame.')
  await expectAccessibleState(page)
  await own.getByRole('button', { name: 'Close the list' }).click()
  await page.getByRole('button', { name: 'Enter order' }).click()
  await expect(page.getByText('is entered')).toBeVisible()

  await visit(page, '/seller/calendar')
  for (const name of ['Stall customer', 'Mrs Ames'])
    await expect(page.getByRole('list', { name: 'Orders' }).getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  await visit(page, '/seller/orders/prep')
  await expect(page.getByText('Mrs Ames')).toBeVisible()
  await expect(page.getByText('Stall customer')).toBeVisible()
  const packing = page.getByRole('article').filter({ hasText: 'Mrs Ames' })
  await expect(packing).toContainText('Contains walnut. May contain sesame.')
  const totals = page.getByRole('table', { name: 'Totals to make' })
  await expect(totals.getByRole('row', { name: /Walnut tray bake/ })).toContainText('Contains walnut.')

  await visit(page, '/seller/calendar')
  await page.getByRole('link', { name: 'Mrs Ames' }).click()
  await expect(page.getByRole('list', { name: 'Items' }).filter({ hasText: 'tray bake' })).toContainText(
    'Contains walnut. May contain sesame.',
  )
  await expect(page.getByText('Entered by you, paid on collection')).toBeVisible()
  await page.getByRole('button', { name: 'It is settled' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'It is settled' })).toBeHidden()
})

test('The form keeps what is typed while lists that failed load again', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  const kitchen = await createShop('Offline Oven')
  await kitchen.addProduct({ name: 'Loaf', price: 4, available_for_pickup: true, stock: 5 })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  let attempts = 0
  await page.route('**/rpc/open_payment_links', (route) => {
    attempts += 1
    return route.fulfill({ status: 400, json: { message: 'Failed' } })
  })
  const fail = (route: Route) => route.fulfill({ status: 400, json: { message: 'Failed' } })
  await page.route('**/rest/v1/products*', fail)
  await visit(page, '/seller/orders/new')
  await page.getByLabel('Name').fill('Mrs Ames')
  const before = attempts
  // The list of links loads again every few seconds.
  await expect.poll(() => attempts, { timeout: 20_000 }).toBeGreaterThan(before)
  await expect(page.getByLabel('Name')).toHaveValue('Mrs Ames')
  await page.unroute('**/rest/v1/products*', fail)
  await page.getByRole('alert').filter({ hasText: 'Your products could not be loaded.' }).getByRole('button').click()
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('button')).toHaveText(['Loaf', /A line/])
  await expect(page.getByText('Your products could not be loaded.')).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('Mrs Ames')
})
