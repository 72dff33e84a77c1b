/** Discount codes, from the seller's page to the order that a buyer pays. */
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, goToCheckout, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

test('A seller adds a code, and a buyer enters it at the checkout and pays less', async ({ page, request }) => {
  const bakery = await createShop('Voucher Bakery')
  await bakery.addPickupWindows()
  const bun = await bakery.addProduct(
    { name: 'Iced bun', price: 10, stock: 50, available_for_pickup: true, available_for_delivery: false },
    { Plain: 0 },
  )
  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/promotions')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add your first code' }).click()
  const dialog = page.getByRole('dialog', { name: 'New discount code' })
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('iced')
  await dialog.getByLabel('Per cent off').fill('150')
  await dialog.getByRole('button', { name: 'Add code' }).click()
  await expect(dialog.getByText('Please enter a whole number from 1 to 100.')).toBeVisible()
  await dialog.getByLabel('Per cent off').fill('25')
  await dialog.getByLabel('Minimum spend (£)').fill('15')
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Add code' }).click()
  await expect(toast(page, 'Code added')).toBeVisible()
  const codes = page.getByRole('list', { name: 'Discount codes' })
  await expect(codes).toContainText('25% off · from £15.00 · once for each buyer')
  await expect(codes).toContainText('0 orders')

  const buyer = await createMember(request, 'Robin')
  await setSession(page, await signInMember(request, buyer.email, password))
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  const part = page.getByRole('region', { name: 'Voucher Bakery', exact: true })
  const field = part.getByRole('textbox', { name: 'Discount code or gift voucher for Voucher Bakery (optional)' })
  await field.fill('ICE')
  await part.getByRole('button', { name: 'Apply' }).click()
  await expect(part).toContainText('This shop has no such code. Please check its spelling.')
  await field.fill('iced')
  await expect(part).not.toContainText('no such code')
  await field.press('Enter')
  await expect(part).toContainText('ICED: 25% off')
  await expect(part).toContainText('This code is for orders from £15.00. Please add £5.00 more.')
  await expect(part).not.toContainText('Discount-')
  await expectAccessibleState(page)

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Basket/ })
    .click()
  await page.getByRole('button', { name: /^(Increase|More|Add one)/ }).click()
  await expect(page.getByRole('main')).toContainText('Total£20.00')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  // The code is kept with the other choices.
  await expect(part).toContainText('Subtotal£20.00Discount-£5.00PickupFreeTotal for Voucher Bakery£15.00')
  await part.getByRole('button', { name: 'Remove code ICED' }).click()
  await expect(part).toContainText('Total for Voucher Bakery£20.00')
  await field.fill('ICED')
  await part.getByRole('button', { name: 'Apply' }).click()
  await part
    .getByRole('radio', { name: /^\d\d:\d\d/ })
    .first()
    .check()
  await page.getByRole('region', { name: 'Allergens in your order' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Pay £15.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £15\.00/ }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Code ICED: you saved £5.00')
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('main')).toContainText('Subtotal£20.00Code ICED-£5.00PickupFreeTotal£15.00')

  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/promotions')
  await expect(codes).toContainText('1 order, £5.00 taken off, £15.00 in sales')
  await page.getByRole('button', { name: 'Switch ICED off' }).click()
  await expect(codes.getByText('Off', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete ICED' }).click()
  await page.getByRole('dialog', { name: 'Delete ICED?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible()
})
