/** A shop's own cancellation terms from its settings to the buyer's order, and an order made ready from its email. */
import { dayOfWeek, longDate, weekdayName } from '#domain/values/calendar'
import { withMilk } from '../declarations.ts'
import { expectAccessible } from './accessibility.ts'
import { addToBasket, expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { placePaidOrder } from './orders.ts'
import { createShop, invokeFunction, selectRows } from './shop-fixtures.ts'

async function openBakery() {
  const kitchen = await createShop('Late Oven')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct(
    {
      name: 'Corner bun',
      price: 4,
      stock: 20,
      allergens: withMilk,
      ingredients: 'Flour, milk',
      available_for_delivery: false,
      available_for_pickup: true,
      net_quantity: '90 g',
      shelf_life_days: 2,
      storage_advice: 'Keep in a tin',
      // The first pickup is tomorrow: an order for a window that has begun cannot be cancelled.
      lead_time_days: 1,
    },
    { Plain: 0 },
  )
  return { kitchen, bun }
}

test('A shop sets its own cancellation terms, and buyers see them before they pay', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const { kitchen, bun } = await openBakery()
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, '/seller/shop-settings')
  await page.getByRole('link', { name: 'Change terms' }).click()
  await expect(page.getByText('Buyers read: Cancellations are accepted within 24 hours of purchase.')).toBeVisible()
  await page.getByRole('radio', { name: /^My own terms/ }).check()
  await page.getByRole('textbox', { name: 'Hours before pickup or delivery' }).fill('3')
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(page.getByText('Please enter a whole number of hours from 4 to 2160.')).toBeVisible()
  // Longer than the two weeks that the shop offers, so every pickup is past the cut-off.
  await page.getByRole('textbox', { name: 'Hours before pickup or delivery' }).fill('480')
  await page.getByLabel('Refund after that, in %').fill('25')
  await expect(page.getByText('Buyers read: Cancel for a full refund until 20 days before')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(toast(page, 'Cancellation terms saved')).toBeVisible()

  const buyer = await createMember(request, 'Robin')
  await setSession(page, buyer)
  await visit(page, `/shop/${kitchen.shop.slug}`)
  await expect(page.getByRole('region', { name: 'Shop Policies' })).toContainText(
    'Cancel for a full refund until 20 days before pickup or delivery. After that, 25% of your payment goes back',
  )
  await expect(page.getByText('within 24 hours of purchase')).toBeHidden()
  await visit(page, bun.path)
  const line = 'Free cancellation until 20 days before pickup or delivery'
  await expect(page.getByText(line)).toBeVisible()
  await addToBasket(page)
  await visit(page, '/cart')
  await expect(page.getByText(line)).toBeVisible()
  await visit(page, '/checkout')
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await expect(page.getByRole('region', { name: 'Late Oven' })).toContainText(
    'It is too late for a free cancellation. If you cancel, 25% of your payment goes back, until',
  )
  await page.getByLabel('Phone number (optional)').fill('01595 690000')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await page.getByRole('button', { name: 'Pay £4.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay £4.00' }).click()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByText('The shop can call you on 01595 690000')).toBeVisible()
  await expect(page.getByText('If you cancel now, 25% of your payment goes back.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(dialog).toContainText('£1.00 goes back to your original payment method. The shop keeps £3.00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('£1.00 is on its way back to you.')
  await expect(page.getByText('£3.00 was not refunded, under the cancellation terms of the order.')).toBeVisible()
})

test('From the email about an order to ready takes at most three taps on a phone', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const { kitchen, bun } = await openBakery()
  const buyer = await createMember(request, 'Robin')
  const item = { product_id: bun.id, variation: 'Plain', quantity: 2 }
  const placed = await placePaidOrder(request, buyer, [{ kitchen, items: [item] }])
  const [{ id, pickupDate } = { id: '', pickupDate: '' }] = placed.orders
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  const mailbox = `/dev/mailbox.json?to=${encodeURIComponent(kitchen.owner.email)}`
  const path = `/seller/orders?order=${id}`
  let link = ''
  await expect
    .poll(async () => {
      await invokeFunction('send-mail')
      const text = JSON.stringify(await (await request.get(mailbox)).json())
      link = text.includes(path) ? path : ''
      return link
    })
    .toBe(path)

  // The first tap opens the email's link, the second takes the step.
  let taps = 1
  await visit(page, link)
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  taps += 1
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Robin hears of it in a few seconds.')
  expect(await selectRows('orders', `id=eq.${id}&select=status`)).toEqual([{ status: 'ready' }])
  expect(taps).toBeLessThanOrEqual(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Step undone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as ready' })).toBeVisible()

  await visit(page, `/seller/orders/prep?day=${pickupDate}`)
  await page.getByRole('link', { name: `Print all labels of ${weekdayName(dayOfWeek(pickupDate))}` }).click()
  await expect(page.getByText(`1 order for ${longDate(pickupDate)}`)).toBeVisible()
  await page.getByLabel('Business name').fill('Ann’s Late Oven')
  await page.getByLabel('Business address').fill('1 Harbour Street\nLerwick ZE1 0AA')
  await page.getByRole('button', { name: 'Save business details' }).click()
  await expect(toast(page, 'Business details saved')).toBeVisible()
  const label = page.getByRole('article', { name: 'Label of Corner bun' })
  await expect(label).toHaveCount(2)
  for (const text of ['90 g', 'Keep in a tin', 'Ann’s Late Oven', 'Lerwick ZE1 0AA'])
    await expect(label.first()).toContainText(text)
  await expect(page.getByLabel('Made on')).toHaveValue(pickupDate)
  await page.getByLabel('Made on').fill('2026-11-28')
  await expect(label.first()).toContainText('30 November 2026')
  await expectAccessible(page)
  // A label printer gets a page for each label, of the label's size, and no other. Two labels fit on a sheet.
  for (const [stock, pages] of [
    [
      '4 × 6 inch labels',
      [
        [101.6, 152.4],
        [101.6, 152.4],
      ],
    ],
    [
      '62 mm roll',
      [
        [62, 100],
        [62, 100],
      ],
    ],
    ['Avery L7160, J8160: 21 a sheet', [[210, 297]]],
    ['Avery L7165: 8 a sheet', [[210, 297]]],
  ] as const) {
    await page.getByLabel('Size').selectOption(stock)
    const printed = pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(printed, stock).toEqual(pages.map((size) => size.map((side) => expect.closeTo(side, 0))))
  }
})

/** The size of each page in millimetres. */
function pagesOf(pdf: Buffer): number[][] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, width, height]) => [width, height].map((points) => (Number(points) / 72) * 25.4))
}
