/** The life of a drop on a phone: announced by its seller, awaited and ordered by a buyer, sold out, closed. */
import type { Page } from '@playwright/test'
import { addDays, londonTime } from '#domain/values/calendar'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs, placePaidOrder } from './orders.ts'
import { createShop, remotePlace, selectRows, updateRow } from './shop-fixtures.ts'

/** A local time of London, some hours from now, as a date and time field takes it. */
function hoursFromNow(hours: number): string {
  const { date, time } = londonTime(new Date(Date.now() + hours * 3_600_000))
  return `${date}T${time}`
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function onlyDropOf(shopId: string): Promise<string> {
  const [row] = await selectRows('drops', `shop_id=eq.${shopId}&select=id`)
  if (typeof row === 'object' && row !== null && 'id' in row) return String(row.id)
  throw new Error('the shop has no drop')
}

const stateOf = (page: Page, text: string) =>
  expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()

test('A seller announces a drop, and a buyer is reminded of it, waits for it and orders', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  test.slow()
  const kitchen = await createShop('Drop Kitchen')
  const bun = await kitchen.addProduct({ name: 'Cardamom bun', stock: 0, available_for_pickup: true })
  const seller = await signInMember(request, kitchen.owner.email, password)
  const buyer = await createMember(request, 'Robin')

  await setSession(page, seller)
  await visit(page, '/seller/drops')
  await page.getByRole('link', { name: 'New drop' }).click()
  await page.getByRole('button', { name: 'Announce drop' }).click()
  await expect(page.getByText('Please enter a title.')).toBeVisible()
  await page.getByLabel('Title').fill('Saturday bakes')
  await page.getByLabel('Opens').fill(hoursFromNow(2))
  await page.getByLabel('Order cut-off').fill(hoursFromNow(26))
  await page.getByLabel('Product 1').selectOption('Cardamom bun')
  await page.getByLabel('Stock').fill('2')
  await page.getByLabel('Day').fill(addDays(londonTime(new Date()).date, 3))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(toast(page, 'Drop saved')).toBeVisible()
  await stateOf(page, 'Draft')
  await expectAccessible(page)
  const drop = await onlyDropOf(kitchen.shop.id)
  const hidden = await request.get(`/drops/${drop}`)
  expect(hidden.status()).toBe(404)
  await page.getByRole('link', { name: 'Saturday bakes' }).click()
  await page.getByRole('button', { name: 'Announce drop' }).click()
  await stateOf(page, 'Opening soon')

  await setSession(page, buyer)
  await visit(page, '/')
  const near = page.getByRole('region', { name: 'Drops near you' }).getByRole('link', { name: 'Saturday bakes' })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(near).toBeHidden()
  const value = encodeURIComponent(JSON.stringify({ ...remotePlace, label: 'Lerwick', radiusMiles: 10 }))
  await page.context().addCookies([{ name: 'tuckbox-place', value, url: `${process.env.E2E_URL}` }])
  await visit(page, '/')
  await expect(near).toBeVisible()
  await visit(page, `/shop/${kitchen.shop.slug}`)
  await page.getByRole('region', { name: 'Drops' }).getByRole('link', { name: 'Saturday bakes' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^(2 h 0|1 h 5\d) min$/)
  await expect(page.getByRole('button', { name: 'Add Cardamom bun' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.getByRole('button', { name: 'You’ll be reminded' })).toBeVisible()
  await expectAccessible(page)
  await visit(page, bun.path)
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await expect(page.getByText(/Part of Saturday bakes. Opens /)).toBeVisible()

  // Shortly before the opening the page joins the queue by itself, and goes on when it opens.
  await updateRow('drops', drop, { opens_at: new Date(Date.now() + 10_000).toISOString() })
  await visit(page, `/drops/${drop}`)
  await expect(page.getByText('You are in.')).toBeVisible()
  await expect(page.getByText('It’s your turn.')).toBeVisible({ timeout: 40_000 })
  await stateOf(page, 'Open now')
  await expect
    .poll(() => selectRows('notifications', `user_id=eq.${buyer.id}&type=eq.opening&select=title`), { timeout: 20_000 })
    .toEqual([{ title: 'Saturday bakes is open' }])
  await page.getByRole('button', { name: 'Add Cardamom bun' }).click()
  await expect(toast(page, 'Added to basket')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'Go to basket' }).click()
  await page.getByRole('link', { name: /checkout/i }).click()
  await expect(page.getByText('10:00 to 12:00')).toBeVisible()

  // Orders through the API, so that this test is not about the checkout.
  const items = [{ product_id: bun.id, quantity: 2 }]
  await placePaidOrder(request, buyer, [{ kitchen, items }])
  await visit(page, `/drops/${drop}`)
  await stateOf(page, 'Menu')
  await expect(page.getByText('Sold out').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Cardamom bun' })).toHaveCount(0)

  await setSession(page, seller)
  await visit(page, '/seller/orders')
  await expect(page.getByRole('article').filter({ hasText: 'Robin' })).toContainText('Saturday bakes')
  const day = addDays(londonTime(new Date()).date, 3)
  expect(await callRpcAs(request, seller, 'prep_sheet', { day })).toMatchObject({
    orders: [{ drop_title: 'Saturday bakes' }],
  })

  await updateRow('drops', drop, { opens_at: minutesFromNow(-60), cut_off: minutesFromNow(-1) })
  await visit(page, `/drops/${drop}`)
  await stateOf(page, 'Closed')
  await visit(page, '/seller/drops')
  await page.getByRole('button', { name: /^Duplicate for next week/ }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Saturday bakes')
  await stateOf(page, 'Draft')
})
