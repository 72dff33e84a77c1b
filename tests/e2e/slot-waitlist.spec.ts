/** Waiting for a full pickup time on a phone: the place of a cancelled order is held, and ordered with that time. */
import { longDate } from '#domain/values/calendar'
import { expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, goToCheckout, openDay, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs, placePaidOrder } from './orders.ts'
import { createShop, insertRow, selectRows } from './shop-fixtures.ts'

test('A buyer waits for a full time, is offered the place of a cancelled order, and orders it', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Full Kitchen')
  await kitchen.addPickupWindows()
  for (const day of [0, 1, 2, 3, 4, 5, 6]) {
    const hours = { start_time: '18:00', end_time: '19:00', max_orders: 1 }
    await insertRow('shop_pickup_schedules', { shop_id: kitchen.shop.id, day_of_week: day, ...hours })
  }
  const onlyPickup = { available_for_pickup: true, available_for_delivery: false }
  const bun = await kitchen.addProduct({ name: 'Saffron bun', stock: 9, ...onlyPickup })
  const seller = await signInMember(request, kitchen.owner.email, password)
  const [first, robin, sam] = [
    await createMember(request, 'First'),
    await createMember(request, 'Robin'),
    await createMember(request, 'Sam'),
  ]
  const items = [{ product_id: bun.id }]
  const { orders } = await placePaidOrder(request, first, [{ kitchen, items }])
  const day = longDate(orders[0]?.pickupDate ?? '')
  const part = page.getByRole('region', { name: kitchen.shop.name, exact: true })
  const evening = part.getByRole('radio', { name: '18:00 to 19:00' })

  await setSession(page, robin)
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  await openDay(part, day)
  await expect(evening).toBeDisabled()
  await part.getByRole('button', { name: 'Wait for this time: 18:00 to 19:00' }).click()
  await expect(toast(page, 'You’re on the waitlist')).toBeVisible()
  await expect(part.getByText('You’re on the waitlist.')).toBeVisible()
  await expectAccessibleState(page)
  await visit(page, '/profile?tab=favorites')
  const waitlist = page.getByRole('region', { name: 'Waitlist' })
  await expect(waitlist.getByRole('heading', { name: `${day}, 18:00 to 19:00` })).toBeVisible()
  await expectAccessibleState(page)

  await setSession(page, seller)
  await visit(page, `/seller/calendar?view=day&day=${orders[0]?.pickupDate}`)
  await expect(page.getByText('Full, 1 of 1 places taken, 1 waiting')).toBeVisible()
  await callRpcAs(request, seller, 'cancel_order', { order_id: orders[0]?.id, reason: 'The oven is broken.' })
  await visit(page, `/seller/calendar?view=day&day=${orders[0]?.pickupDate}`)
  await expect(page.getByText('Full, 0 of 1 places taken, 1 held for the waitlist')).toBeVisible()

  await setSession(page, sam)
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  await openDay(part, day)
  await expect(evening).toBeDisabled()

  expect(await selectRows('notifications', `user_id=eq.${robin.id}&type=eq.waitlist&select=title,link`)).toEqual([
    { title: `${day}, 18:00 to 19:00 is held for you`, link: '/checkout' },
  ])
  await setSession(page, robin)
  await visit(page, '/profile?tab=favorites')
  await expect(waitlist.getByText('Held for you until')).toBeVisible()
  await expectAccessibleState(page)
  await waitlist.getByRole('link', { name: 'Order now' }).click()
  await expect(part.getByText('Held for you')).toBeVisible()
  await expect(evening).toBeChecked()
  await expectAccessibleState(page)
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page).toHaveURL(/\/pay\//)
  expect(await selectRows('slot_waitlist_entries', `user_id=eq.${robin.id}&select=id`)).toEqual([])
  expect(await selectRows('orders', `buyer_id=eq.${robin.id}&select=pickup_date,pickup_start`)).toEqual([
    { pickup_date: orders[0]?.pickupDate, pickup_start: '18:00:00' },
  ])
})
