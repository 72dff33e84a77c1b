/** A seller asks to move an order to another day, and the buyer accepts. */
import { addDays, longDate } from '#domain/values/calendar'
import { expectAccessibleState } from './accessibility.ts'
import { expect, test, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { placePaidOrder } from './orders.ts'
import { createShop } from './shop-fixtures.ts'

test('A seller proposes another day, and the order moves once its buyer accepts', { tag: '@phone' }, async ({
  page,
  request,
  browser,
}) => {
  test.slow()
  const kitchen = await createShop('Moving Oven')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({ available_for_pickup: true, available_for_delivery: false })
  const buyer = await createMember(request, 'Robin')
  const { orders } = await placePaidOrder(request, buyer, [{ kitchen, items: [{ product_id: bun.id, quantity: 1 }] }])
  const id = orders[0]?.id ?? ''
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, `/seller/orders?order=${id}`)
  await page.getByRole('button', { name: 'Move to another day…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('New time').locator('option')).not.toHaveCount(1)
  await dialog.getByLabel('New time').selectOption({ index: 9 })
  const time = await dialog.getByLabel('New time').locator('option:checked').textContent()
  await dialog.getByLabel('Reason (optional)').fill('A power cut.')
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Ask to move' }).click()
  await expect(page.getByText('You asked Robin to move this order')).toBeVisible()

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const buyersPage = await other.newPage()
  await setSession(buyersPage, buyer)
  await visit(buyersPage, `/order/${id}`)
  await expect(buyersPage.getByText('A power cut.')).toBeVisible()
  await expectAccessibleState(buyersPage)
  await buyersPage.getByRole('button', { name: 'Accept the new day' }).click()
  await expect(buyersPage.getByRole('button', { name: 'Accept the new day' })).toBeHidden()
  await expect(buyersPage.getByText((time ?? '').split(',')[0] ?? '').first()).toBeVisible()
  await other.close()
})

test('A seller drags an order to another day of the calendar, and asks for that day', {
  tag: ['@desktop', '@chromium', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Dragging Oven')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({ available_for_pickup: true, available_for_delivery: false })
  const buyer = await createMember(request, 'Robin')
  const wednesday = 3
  const items = [{ product_id: bun.id, quantity: 1 }]
  const { orders } = await placePaidOrder(request, buyer, [{ kitchen, items, weekday: wednesday }])
  const [{ id, pickupDate } = { id: '', pickupDate: '' }] = orders
  const tuesday = addDays(pickupDate, -1)
  await setSession(page, await signInMember(request, kitchen.owner.email, password))

  for (const view of ['week', 'month']) {
    await visit(page, `/seller/calendar?view=${view}&day=${pickupDate}`)
    const order = view === 'week' ? page.getByRole('article') : page.getByRole('gridcell').getByText('Robin')
    const day =
      view === 'week'
        ? page.getByRole('region', { name: new RegExp(`^${longDate(tuesday)}`) })
        : page.getByRole('gridcell', { name: new RegExp(`^${longDate(tuesday)}`) })
    await order.first().dragTo(day)
    const dialog = page.getByRole('dialog', { name: 'Move to another day' })
    // The order's hours, on the other day.
    await expect(dialog.getByLabel('New time').locator('option:checked')).toHaveText(
      `${longDate(tuesday)}, 13:00 to 17:00`,
    )
    if (view === 'week') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: 'Ask to move' }).click()
    await expect(dialog).toBeHidden()
  }
  await visit(page, `/seller/orders?order=${id}`)
  await expect(page.getByText(`You asked Robin to move this order to ${longDate(tuesday)}`)).toBeVisible()
})
