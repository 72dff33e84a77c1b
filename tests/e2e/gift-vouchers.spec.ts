/** Gift vouchers, from the seller's page to the recipient who uses one up. */
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, goToCheckout, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

test('A seller offers vouchers, a shopper gives one, and the recipient pays with it', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const bakery = await createShop('Gifted Bakery')
  await bakery.addPickupWindows()
  const bun = await bakery.addProduct({
    name: 'Gifted bun',
    price: 8,
    stock: 50,
    lead_time_days: 1,
    available_for_pickup: true,
    available_for_delivery: false,
  })
  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/promotions')
  await page.getByRole('link', { name: 'Gift vouchers' }).click()
  await page.getByLabel('Valid for (months)').fill('6')
  await page.getByRole('button', { name: 'Sell gift vouchers' }).click()
  await expect(page.getByText('Please enter 12 to 60 months.')).toBeVisible()
  await page.getByLabel('Valid for (months)').fill('24')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sell gift vouchers' }).click()
  await expect(page.getByRole('heading', { name: 'Your shop sells gift vouchers' })).toBeVisible()

  const giver = await createMember(request, 'Gia')
  await setSession(page, giver)
  await visit(page, `/shop/${bakery.shop.slug}`)
  await page.getByRole('link', { name: 'Gift vouchers', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Gift vouchers for Gifted Bakery' })).toBeVisible()
  await page.getByLabel('Amount (£)').fill('10')
  await page.getByRole('button', { name: 'Buy gift voucher' }).click()
  await expect(page.getByText('Please enter their name.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Recipient’s name').fill('Ana')
  await page.getByLabel('Recipient’s email').fill('ana@example.com')
  await page.getByLabel('Message (optional)').fill('Happy birthday!')
  await page.getByRole('button', { name: 'Buy gift voucher' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £10\.00/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Gia' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('We email it to Ana (ana@example.com)')
  const shown = page.getByText(/^GV(-[0-9A-Z]{4}){4}$/).first()
  await expect(shown).toBeVisible()
  const code = (await shown.textContent()) ?? ''
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-sheet')).toContainText(code)
  await page.emulateMedia({ media: null })
  await page.getByRole('link', { name: 'Your gift vouchers' }).click()
  await expect(page.getByRole('list', { name: 'Gift vouchers that you bought' })).toContainText('£10.00 left')

  const recipient = await createMember(request, 'Ana')
  await setSession(page, recipient)
  await visit(page, `/gift-voucher#${code}`)
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Left of £10.00£10.00')
  await expectAccessible(page)
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  const part = page.getByRole('region', { name: 'Gifted Bakery', exact: true })
  const field = part.getByRole('textbox', { name: 'Discount code or gift voucher for Gifted Bakery (optional)' })
  const apply = part.getByRole('button', { name: 'Apply' })
  await field.fill('GV-0000-0000-0000-0000')
  await apply.click()
  await expect(part).toContainText('This shop has no such code.')
  await part.getByRole('button', { name: 'Remove gift voucher 0000' }).click()
  await field.fill(code.toLowerCase())
  await apply.click()
  await expect(part.getByRole('list', { name: 'Gift vouchers' })).toContainText('£10.00 left')
  await part
    .getByRole('radio', { name: /^\d\d:\d\d/ })
    .first()
    .check()
  await page.getByRole('checkbox', { name: /allergens/ }).check()
  await expect(page.getByRole('main')).toContainText('Gift voucher-£8.00Left to pay£0.00')
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your gift voucher has paid for everything.')

  // The rest pays part of another order.
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  await field.fill(code)
  await apply.click()
  await expect(part.getByRole('list', { name: 'Gift vouchers' })).toContainText('£2.00 left')
  await part
    .getByRole('radio', { name: /^\d\d:\d\d/ })
    .first()
    .check()
  await page.getByRole('checkbox', { name: /allergens/ }).check()
  await page.getByRole('button', { name: 'Pay £6.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £6\.00/ }).click()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('main')).toContainText('Total£8.00Paid by gift voucher£2.00Paid by card£6.00')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('goes back to your card first, and then to your gift voucher')
  await dialog.getByRole('button', { name: /Cancel order/ }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Back on the gift voucher£2.00')

  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/vouchers')
  await expect(page.getByRole('main')).toContainText('Outstanding£2.00')
  await expect(page.getByRole('main')).toContainText('Used£8.00')
  await expect(page.getByRole('main')).not.toContainText(code)
  await page.getByRole('button', { name: `Refund the voucher that ends in ${code.slice(-4)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(toast(page, 'Gift voucher refunded')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Outstanding£0.00')
  // The provider makes the refund a moment later.
  await expect(async () => {
    await visit(page, '/seller/money')
    await expect(page.getByRole('main')).toContainText(
      'Gift vouchers: £8.00 sold, £8.00 of what was received paid by them.',
      { timeout: 2_000 },
    )
  }).toPass({ timeout: 20_000 })
})
