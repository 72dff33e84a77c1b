/** A buyer's orders after the purchase. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { longDate } from '#domain/values/calendar'
import { withMilk } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, signIn, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession } from './members.ts'
import { orderNumber, placeOrder, placePaidOrder } from './orders.ts'
import { createShop, selectRows, updateRow } from './shop-fixtures.ts'

const forPickup = { available_for_delivery: false, available_for_pickup: true }

const nothing = { id: '', path: '', pickupDate: '' }

/** The status of the order in words. */
const statusText = (page: Page) => page.getByRole('main').getByRole('status').first()

const steps = (page: Page) => page.getByRole('list', { name: 'Progress' }).getByRole('listitem')

const rows = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('listitem')

/** Simulates a buyer who returns to the browser window. */
async function returnToWindow(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

test('A buyer opens an order, downloads the calendar entry, prints the receipt and cancels in time', async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Corner Bakery')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct(
    { name: 'Corner bun', price: 4, allergens: withMilk, ingredients: 'Flour, whole milk, yeast', ...forPickup },
    { Plain: 0, Seeded: 1 },
  )
  const buyer = await createMember(request, 'Robin')
  const message = { personalization: 'custom', custom_request_details: 'For Ada, 7' }
  const placed = await placePaidOrder(request, buyer, [
    { kitchen, note: 'Ring twice.', items: [{ product_id: bun.id, variation: 'Seeded', quantity: 2, ...message }] },
  ])
  const [order = nothing] = placed.orders

  await visit(page, order.path)
  await signIn(page, buyer.email, password)
  await expect(page).toHaveURL(order.path)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: `Order ${await orderNumber(order.id)}` })).toBeVisible()
  const date = order.pickupDate
  await expect(statusText(page)).toHaveText(
    `Corner Bakery is making your order. Pick it up on ${longDate(date)}, 13:00 to 17:00.`,
  )
  await expect(steps(page)).toHaveText([
    /^Done: Orderedtoday at \d\d:\d\d$/,
    /^Processingtoday at \d\d:\d\d$/,
    `Upcoming: Ready for pickupBy ${longDate(date)} at 13:00`,
    'Upcoming: Picked up',
  ])
  const items = page.getByRole('list', { name: 'Items' })
  await expect(items).toContainText('2 × Corner bun')
  await expect(items).toContainText('Seeded, “For Ada, 7” · £5.00 each')
  await expect(items).toContainText('Contains milk.')
  await items.getByText('Ingredients').click()
  await expect(items).toContainText('Flour, whole milk, yeast')
  await expect(main).toContainText(
    /In Lerwick ZE1\. The address appears here tomorrow at \d\d:\d\d, when the order can no longer be cancelled for a full refund, or as soon as it is ready\./,
  )
  await expect(main).not.toContainText('7 Quiet Lane')
  await expect(main).toContainText('Ring twice.')
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`tuckbox-pickup-${order.id.slice(0, 8)}.ics`)
  const calendar = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '')
  expect(calendar.split('\r\n')).toEqual(
    expect.arrayContaining([
      `DTSTART;TZID=Europe/London:${date.replaceAll('-', '')}T130000`,
      `DTEND;TZID=Europe/London:${date.replaceAll('-', '')}T170000`,
      'SUMMARY:Pick up your order from Corner Bakery',
      'LOCATION:Lerwick ZE1',
      `URL:${new URL(order.path, page.url()).href}`,
    ]),
  )

  await page.emulateMedia({ media: 'print' })
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await expect(receipt).toContainText('Corner Bakery')
  await expect(receipt).toContainText(await orderNumber(order.id))
  await expect(receipt).toContainText(/Paid.*by Robin, online/)
  await expect(receipt.getByRole('row', { name: /2 × Corner bun.*£10\.00/ })).toBeVisible()
  await expect(receipt.getByRole('row', { name: 'Total £10.00', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: null })
  await expect(receipt).toBeHidden()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(dialog).toContainText('£10.00, your full payment, goes back to your original payment method.')
  await expect(dialog).toContainText(/You can cancel until tomorrow at \d\d:\d\d\./)
  await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeFocused()
  await expectAccessibleState(page)
  await dialog.getByLabel('Message to Corner Bakery (optional)').fill('We are all ill.')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(toast(page, 'Order cancelled')).toBeVisible()
  await expect(page.getByText('£10.00 is on its way back to you.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The refund is sent at once, and the page updates live.
  await expect(statusText(page)).toHaveText('You cancelled this order. £10.00 has been refunded.')
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Refunded£10.00')
  await expect(main).toContainText('The address is no longer shown.')
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  await expectAccessibleState(page)
  expect(await selectRows('products', `id=eq.${bun.id}&select=stock`)).toEqual([{ stock: 5 }])

  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(`Problem with order ${await orderNumber(order.id)}`)
})

test('Before cancelling an order that earned free delivery, a buyer sees the delivery fee of the remaining orders', {
  tag: '@long',
}, async ({ page, request }) => {
  const [corner, hill] = [await createShop('Corner Bakery'), await createShop('Hill Bakery')]
  const cake = await corner.addProduct({ name: 'Tall cake', price: 49 }, { Plain: 0 })
  const loaf = await hill.addProduct({ name: 'Hill loaf', price: 10 }, { Plain: 0 })
  const buyer = await createMember(request, 'Sam')
  const home = await request.post('/rest/v1/user_addresses', {
    headers: { ...buyer.headers, prefer: 'return=representation' },
    data: {
      user_id: buyer.id,
      full_name: 'Sam Field',
      address_line1: '1 Quiet Lane',
      city: 'Lerwick',
      postal_code: 'ZE1 0AA',
    },
  })
  const [{ id: addressId }] = await home.json()
  const placed = await placePaidOrder(
    request,
    buyer,
    [
      { kitchen: corner, items: [{ product_id: cake.id, variation: 'Plain' }] },
      { kitchen: hill, items: [{ product_id: loaf.id, variation: 'Plain' }] },
    ],
    addressId,
  )
  const [ofCake = nothing, ofLoaf = nothing] = placed.orders
  await setSession(page, buyer)

  await visit(page, ofCake.path)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(dialog).toContainText(
    '£45.01 goes back to your original payment method. £3.99 pays for delivering the rest of your purchase.',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('£45.01 is on its way back to you.').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Delivery of the other orders-£3.99Total£45.01')
  await expectAccessible(page)

  await visit(page, ofLoaf.path)
  await expect(page.getByText('£13.99').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog).toContainText('£13.99, your full payment, goes back to your original payment method.')
})

test.describe('Cancelling an order', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is refused after the deadline with the database’s message, and cancels all orders of an unpaid checkout', {
    tag: '@long',
  }, async ({ page, request }) => {
    const [corner, hill] = [await createShop('Corner Bakery'), await createShop('Hill Bakery')]
    await Promise.all([corner.addPickupWindows(), hill.addPickupWindows()])
    const bun = await corner.addProduct({ name: 'Corner bun', ...forPickup }, { Plain: 0 })
    const loaf = await hill.addProduct({ name: 'Hill loaf', ...forPickup }, { Plain: 0 })
    const ofCorner = { kitchen: corner, items: [{ product_id: bun.id, variation: 'Plain' }] }
    const ofHill = { kitchen: hill, items: [{ product_id: loaf.id, variation: 'Plain' }] }
    const buyer = await createMember(request, 'Kim')
    const paid = await placePaidOrder(request, buyer, [ofCorner])
    const unpaid = await placeOrder(request, buyer, [ofCorner, ofHill])
    await setSession(page, buyer)

    await visit(page, paid.orders[0]?.path ?? '')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    await expect(dialog).toBeVisible()
    // The page was opened before the deadline.
    const aDayAgo = new Date(Date.now() - 24 * 3_600_000 - 60_000).toISOString()
    await updateRow('orders', paid.orders[0]?.id ?? '', { paid_at: aDayAgo })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Orders can be cancelled within 24 hours of purchase. Please message the seller.',
    )
    await dialog.getByRole('button', { name: 'Keep order' }).click()
    await expect(page.getByRole('main')).toContainText(
      /The deadline for cancelling was (today|yesterday) at \d\d:\d\d\./,
    )
    await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
    await expect(page.getByRole('main')).toContainText('7 Quiet LaneLerwick ZE1 0AA')

    await visit(page, unpaid.orders[0]?.path ?? '')
    await expect(statusText(page)).toHaveText(
      /^Awaiting payment, together with what you ordered from Hill Bakery\. The items are held for you until \d\d:\d\d\.$/,
    )
    await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', `/checkout/${unpaid.checkoutId}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expect(dialog).toContainText(
      'It shares one payment with what you ordered from Hill Bakery, which will be cancelled too.',
    )
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(statusText(page)).toHaveText('You cancelled this order. It was not paid.')
    await visit(page, unpaid.orders[1]?.path ?? '')
    await expect(statusText(page)).toHaveText('You cancelled this order. It was not paid.')
  })
})

test('A buyer finds orders by status, reviews a delivered item and buys the available items again', async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Corner Bakery')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({ name: 'Bun', price: 3, ...forPickup }, { Plain: 0 })
  const loaf = await kitchen.addProduct({ name: 'Loaf', price: 4, ...forPickup }, { Plain: 0 })
  const tart = await kitchen.addProduct({ name: 'Tart', price: 9, ...forPickup }, { Plain: 0 })
  const buyer = await createMember(request, 'Jo')
  await setSession(page, buyer)
  await visit(page, '/orders')
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
  await expect(page.getByText('View and manage your orders.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expectAccessible(page)

  const placed = await placePaidOrder(request, buyer, [
    {
      kitchen,
      items: [
        { product_id: bun.id, variation: 'Plain', quantity: 3 },
        { product_id: loaf.id, variation: 'Plain' },
        { product_id: tart.id, variation: 'Plain' },
      ],
    },
  ])
  const [order = nothing] = placed.orders
  await updateRow('orders', order.id, { status: 'ready' })
  await returnToWindow(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Ready for pickup')
  await expect(rows(page)).toContainText('£22.00')
  await expect(rows(page)).toContainText(`Order ${order.id.slice(0, 8)}`)
  await expect(rows(page)).toContainText(await orderNumber(order.id))
  await page.getByRole('tab', { name: 'Processing' }).click()
  await expect(page).toHaveURL('/orders?status=processing')
  await expect(rows(page)).toHaveCount(1)
  for (const [tab, empty] of [
    ['Shipped', 'No shipped orders'],
    ['Delivered', 'No delivered orders'],
    ['Cancelled', 'No cancelled orders'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { name: empty })).toBeVisible()
  }

  await visit(page, '/profile?tab=orders&status=processing')
  await expect(page.getByRole('tab', { name: 'Orders', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleState(page)
  await rows(page).getByRole('link').click()
  await expect(page).toHaveURL(order.path)
  await expect(statusText(page)).toContainText('Your order is ready.')
  await expect(page.getByRole('main')).toContainText('7 Quiet LaneLerwick ZE1 0AA')
  await expect(page.getByText('This order has been made, so it can no longer be cancelled.')).toBeVisible()
  // The page updates live, before its poll interval of 20 seconds.
  await updateRow('orders', order.id, { status: 'delivered' })
  await expect(statusText(page)).toHaveText('You have picked up your order. Enjoy!')
  await expect(steps(page).last()).toContainText('Picked up')

  await page.getByRole('button', { name: 'Write a review of Loaf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await dialog.getByRole('radio', { name: '4 stars' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Publish review' }).click()
  await expect(page.getByRole('img', { name: 'Rated 4.0 out of 5' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a review of Loaf' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Write a review of/ })).toHaveCount(2)

  // Two buns are left, the loaf costs more, and the tart is hidden.
  await updateRow('products', loaf.id, { price: 4.5 })
  await updateRow('products', tart.id, { status: 'hidden' })
  await page.getByRole('button', { name: /^Same again for / }).click()
  const outcome = page.getByRole('status').filter({ hasText: 'to your basket' })
  await expect(outcome).toContainText('3 items added to your basket.')
  // Items of one order have no fixed sequence.
  expect((await outcome.getByRole('listitem').allTextContents()).sort()).toEqual([
    'Bun, Plain: only 2 of 3 available.',
    'Loaf, Plain: now £4.50, £4.00 when you bought it.',
    'Tart, Plain: no longer on sale.',
  ])
  await expectAccessibleState(page)
  await outcome.getByRole('link', { name: 'Go to basket' }).click()
  await expect(page.getByLabel('Quantity of Bun')).toHaveValue('2')
  await expect(page.getByLabel('Quantity of Loaf')).toHaveValue('1')
  await expect(page.getByText('Tart')).toHaveCount(0)

  await visit(page, '/order-history?status=delivered')
  await expect(rows(page)).toHaveCount(1)
  await setSession(page, await createMember(request, 'Mallory'))
  await visit(page, order.path)
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Corner Bakery')
})
