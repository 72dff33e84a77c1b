/** Ordering the same again, from an order and from the list of orders. */
import type { Page } from '@playwright/test'
import { addDays, dayOfWeek, londonTime, longDate, weekdayName } from '#domain/values/calendar'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, visit } from './fixtures.ts'
import { createMember, setSession } from './members.ts'
import { pickupSlots, placePaidOrder } from './orders.ts'
import { createShop, insertRow, updateRow } from './shop-fixtures.ts'

const bothWays = { available_for_delivery: true, available_for_pickup: true, lead_time_days: 1 }
const nothing = { id: '', path: '', pickupDate: '' }

const again = (page: Page, day: number) => page.getByRole('button', { name: `Same again for ${weekdayName(day)}` })

/** A shop that hands orders over on one weekday only, and a buyer who has ordered for its afternoon. */
async function regularBuyer(request: Parameters<typeof createMember>[0]) {
  const kitchen = await createShop('Usual Bakery')
  // Three days from now, so that neither the lead time nor a day that ends meanwhile matters.
  const day = dayOfWeek(addDays(londonTime(new Date()).date, 3))
  const window = { shop_id: kitchen.shop.id, day_of_week: day }
  const windowId = await insertRow('shop_pickup_schedules', { ...window, start_time: '13:00', end_time: '17:00' })
  const cake = await kitchen.addProduct(
    { name: 'Usual cake', price: 12, stock: 9, ...bothWays },
    { Small: 0, Large: 4 },
  )
  const buyer = await createMember(request, 'Robin')
  const message = { personalization: 'custom', custom_request_details: 'For Ada, 7' }
  const items = [{ product_id: cake.id, variation: 'Large', quantity: 2, ...message }]
  const [order = nothing] = (await placePaidOrder(request, buyer, [{ kitchen, items }])).orders
  return { kitchen, day, windowId, cake, buyer, order }
}

test('One tap in the list orders the same for the next such weekday', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
}) => {
  const { kitchen, day, cake, buyer } = await regularBuyer(request)
  const [first] = await pickupSlots(request, buyer, kitchen.shop.id, [cake.id])
  await setSession(page, buyer)

  await visit(page, '/orders')
  await expectAccessibleState(page)
  await again(page, day).tap()
  await expect(page).toHaveURL('/checkout')
  const part = page.getByRole('region', { name: 'Usual Bakery', exact: true })
  await expect(part).toContainText('2 × Usual cake')
  await expect(part).toContainText('Large, “For Ada, 7”')
  await expect(part.getByRole('radio', { name: /^Pickup/ })).toBeChecked()
  await expect(part.getByRole('group', { name: longDate(first?.date ?? '') })).toBeVisible()
  await expect(part.getByRole('radio', { name: '13:00 to 17:00' })).toBeChecked()
  await expectAccessibleState(page)

  await page.getByRole('checkbox', { name: /allergens/ }).tap()
  await page.getByRole('button', { name: 'Pay £32.00' }).tap()
  await page.getByRole('button', { name: 'Pay £32.00' }).tap()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await visit(page, '/orders')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('main')).toContainText(`Pickup, ${longDate(first?.date ?? '')}, 13:00 to 17:00`)
})

test('What has changed since an order is told before its checkout', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
}) => {
  const { day, windowId, cake, buyer, order } = await regularBuyer(request)
  const other = (day + 1) % 7
  await updateRow('products', cake.id, { price: 13 })
  await setSession(page, buyer)

  await visit(page, order.path)
  await again(page, day).tap()
  const outcome = page.getByRole('status').filter({ hasText: 'to your basket' })
  await expect(outcome).toContainText('2 items added to your basket.')
  await expect(outcome.getByRole('listitem')).toHaveText('Usual cake, Large: now £17.00, £16.00 when you bought it.')
  await expectAccessible(page)

  await updateRow('shop_pickup_schedules', windowId, { day_of_week: other })
  await outcome.getByRole('link', { name: 'Go to checkout' }).tap()
  const part = page.getByRole('region', { name: 'Usual Bakery', exact: true })
  await expect(part).toContainText(`No ${weekdayName(day)} is free. Please choose another day.`)
  await expect(part.getByRole('radio', { name: /^Pickup/ })).toBeChecked()
  await expect(part.getByRole('radio', { name: '13:00 to 17:00' })).not.toBeChecked()

  // A product that is delivered only is added, and the checkout offers what there is.
  await updateRow('products', cake.id, { available_for_pickup: false })
  await visit(page, order.path)
  await again(page, day).tap()
  await expect(outcome.getByRole('listitem')).toContainText([/no longer for pickup, only delivered/])
  await updateRow('products', cake.id, { available_for_delivery: false })
  await visit(page, order.path)
  await again(page, day).tap()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing was added to your basket.' })).toContainText(
    'Usual cake, Large: offered neither for delivery nor for pickup at the moment.',
  )
})
