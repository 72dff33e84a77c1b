/** A tip for the baker, from the checkout to the money of the seller. */
import { expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, goToCheckout, test, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

test('A buyer tips the baker, and both see the tip apart from the price', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Tipped Bakery')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({
    name: 'Tipped bun',
    price: 8,
    lead_time_days: 1,
    available_for_pickup: true,
    available_for_delivery: false,
  })
  const buyer = await createMember(request, 'Robin')
  await setSession(page, buyer)
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)

  const part = page.getByRole('region', { name: 'Tipped Bakery', exact: true })
  const tip = part.getByRole('group', { name: 'Tip for Tipped Bakery (optional)' })
  await expect(tip.getByRole('radio', { name: 'No tip' })).toBeChecked()
  await part
    .getByRole('radio', { name: /^\d\d:\d\d/ })
    .first()
    .check()
  await page.getByRole('checkbox', { name: /allergens/ }).check()
  await expect(page.getByRole('button', { name: /^Pay £/ })).toHaveText('Pay £8.00')
  await tip.getByRole('radio', { name: '£2' }).check()
  await expect(page.getByRole('button', { name: /^Pay £/ })).toHaveText('Pay £10.00')

  await tip.getByRole('radio', { name: 'Other' }).check()
  await tip.getByLabel('Your tip in pounds').fill('80')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  const wrong = 'Please enter a tip of up to £50 for Tipped Bakery, or choose no tip.'
  await page.getByRole('region', { name: '1 thing to fix' }).getByRole('link', { name: wrong }).click()
  await expectAccessibleState(page)
  await tip.getByLabel('Your tip in pounds').fill('3.50')
  await expect(part).toContainText('Tip£3.50')
  await page.getByRole('button', { name: 'Pay £11.50' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £11\.50/ }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Tip£3.50')
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('main')).toContainText('Subtotal£8.00PickupFreeTip£3.50Total£11.50')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: 'Receipt' }).getByRole('row', { name: 'Tip £3.50' })).toBeVisible()
  await page.emulateMedia({ media: null })
  const orderPath = new URL(page.url()).pathname

  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, `/seller/orders?order=${orderPath.split('/').at(-1)}`)
  await expect(page.getByText('Tip', { exact: true })).toBeVisible()
  await visit(page, '/seller/money')
  await expect(page.getByRole('main')).toContainText('Also £3.50 in tips')
  await expect(page.getByRole('row', { name: /Tips£3\.50|£3\.50/ }).first()).toBeVisible()
  await expectAccessibleState(page)
})
