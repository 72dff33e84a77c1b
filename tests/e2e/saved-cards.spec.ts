/** A saved card, from the payment that saves it to its removal, with the test provider. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { makeOrderDue } from './due-subscription.ts'
import { addToBasket, expect, goToCheckout, test, toast, visit } from './fixtures.ts'
import { createMember, setSession } from './members.ts'
import { createShop } from './shop-fixtures.ts'

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ })
const thanks = (page: Page) => page.getByRole('heading', { name: /^Thank you/ })

/** Goes to the checkout with a bun, up to the payment. */
async function fillCheckout(page: Page, bun: { path: string }): Promise<void> {
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  await page
    .getByRole('radio', { name: /^\d\d:\d\d/ })
    .first()
    .check()
  await page.getByRole('checkbox', { name: /allergens/ }).check()
}

/** Pays on the test provider's page and saves the card. */
async function payAndSave(page: Page, card: string): Promise<void> {
  const saves = page.getByRole('checkbox', { name: 'Save my card for next time' })
  await expect(saves).not.toBeChecked()
  await saves.check()
  await payButton(page).click()
  await expect(page).toHaveURL(/\/pay\//)
  await expect(page.getByText('Your card is saved for your next orders once it has paid.')).toBeVisible()
  await page.getByRole('radio', { name: card }).check()
  await payButton(page).click()
  const approve = page.getByRole('button', { name: 'Approve payment' })
  await expect(thanks(page).or(approve)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  await expect(thanks(page)).toBeVisible()
}

test('A buyer saves a card, pays for the next order in one step, and removes the card', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Card Bakery')
  await kitchen.addPickupWindows()
  const pickup = { lead_time_days: 1, available_for_pickup: true, available_for_delivery: false }
  const bun = await kitchen.addProduct({ name: 'Card bun', price: 8, ...pickup })
  await setSession(page, await createMember(request, 'Robin'))

  await fillCheckout(page, bun)
  await expectAccessibleState(page)
  await payAndSave(page, 'Card ending 4242')

  await fillCheckout(page, bun)
  await expect(page.getByRole('radio', { name: /Visa ···· 4242/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Save my card for next time' })).toBeHidden()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Pay £8.00 with Visa ···· 4242' }).click()
  await expect(thanks(page)).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('main')).toContainText('Total£8.00')

  await visit(page, '/settings/cards')
  await expect(page.getByRole('list', { name: 'Saved cards' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove Visa ···· 4242' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click()
  await expect(toast(page, 'Card removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
  await fillCheckout(page, bun)
  await expect(payButton(page)).toHaveText('Pay £8.00')
  await expect(page.getByRole('group', { name: 'Pay with' })).toBeHidden()
})

test('A saved card that is declined, or that the bank asks about, leads to the payment page', {
  tag: ['@phone', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 402/)
  const kitchen = await createShop('Declined Bakery')
  await kitchen.addPickupWindows()
  const pickup = { lead_time_days: 1, available_for_pickup: true, available_for_delivery: false }
  const bun = await kitchen.addProduct({ name: 'Declined bun', price: 8, ...pickup })
  await setSession(page, await createMember(request, 'Robin'))
  for (const [ending, problem, approves] of [
    ['0341', 'Your card was declined, and nothing was charged. Please pay with another card.', false],
    ['3155', 'Your bank asks you to confirm this payment, and nothing was charged yet.', true],
  ] as const) {
    await fillCheckout(page, bun)
    const another = page.getByRole('radio', { name: 'Another card' })
    if (approves) await another.check()
    await payAndSave(page, `Card ending ${ending}`)
    await fillCheckout(page, bun)
    await page.getByRole('button', { name: `Pay £8.00 with Visa ···· ${ending}` }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(problem)
    await expect(page.getByRole('heading', { name: 'Your order is awaiting payment' })).toBeVisible()
    await expect(another).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay £8.00', exact: true }).click()
    await expect(page).toHaveURL(/\/pay\//)
    await payButton(page).click()
    await expect(thanks(page)).toBeVisible()
  }
})

test('A saved card pays the orders of a subscription, if its owner agrees', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Subscribed Bakery')
  await kitchen.addPickupWindows()
  const pickup = { lead_time_days: 1, available_for_pickup: true, available_for_delivery: false }
  const loaf = await kitchen.addProduct({ name: 'Charged loaf', price: 5, stock: 20, is_subscribable: true, ...pickup })
  await setSession(page, await createMember(request, 'Robin'))
  await fillCheckout(page, loaf)
  await payAndSave(page, 'Card ending 4242')

  await visit(page, loaf.path)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Charged loaf' })
  await expect(dialog).toContainText('Nothing is charged automatically')
  await dialog.getByRole('checkbox', { name: 'Charge Visa ···· 4242 for each order' }).check()
  await expect(dialog).toContainText('charge Visa ···· 4242, or the card you used last, once it is placed')
  await dialog.getByRole('checkbox', { name: /I agree to recurring orders of £5\.00/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('dialog', { name: 'You are subscribed' })).toBeVisible()

  await makeOrderDue(kitchen.shop.id)
  const subscription = page.getByRole('article', { name: '1 × Charged loaf' })
  await expect(async () => {
    await visit(page, '/subscriptions')
    await expect(subscription.getByRole('list', { name: 'Latest days' })).toContainText(': paid', { timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
  await expectAccessible(page)
  const charges = subscription.getByRole('checkbox', { name: /^Charge Visa ···· 4242 for each order/ })
  await charges.click()
  await expect(charges).not.toBeChecked()
  await visit(page, '/subscriptions')
  await expect(charges).not.toBeChecked()
})
