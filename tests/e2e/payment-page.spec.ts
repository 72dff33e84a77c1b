/** The checkout and the payment page at 320 px with the keyboard alone, and all outcomes of a payment. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, goToCheckout, test, visit } from './fixtures.ts'
import { createMember, setSession } from './members.ts'
import { callRpc, createShop, updateRow } from './shop-fixtures.ts'

test.use({ viewport: { width: 320, height: 640 } })

/** Presses Tab until the target has the focus and is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not reach the target')
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ })

test('A buyer orders at 320 px with the keyboard alone, rejects the bank’s challenge and then approves it', {
  tag: '@chromium',
}, async ({ page, request }) => {
  const kitchen = await createShop('Narrow Bakery')
  await kitchen.addPickupWindows(9)
  const bun = await kitchen.addProduct({ name: 'Narrow bun', price: 4, available_for_pickup: true }, { Plain: 0 })
  await setSession(page, await createMember(request, 'Robin'))
  await visit(page, bun.path)
  await press(page, page.getByRole('button', { name: 'Add to basket' }), 'Enter')
  await visit(page, '/cart')
  await expectAccessible(page)
  await press(page, page.getByRole('link', { name: 'Proceed to Checkout' }), 'Enter')
  await expect(page).toHaveURL('/checkout')

  await tabTo(page, page.getByRole('radio', { name: /^Delivery/ }))
  await page.keyboard.press('Space')
  for (const [label, text] of [
    ['Address line 1', '1 High Street'],
    ['Town or city', 'Ely'],
    ['Postcode', 'CB7 4DL'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await press(page, page.getByRole('button', { name: 'Save address' }), 'Enter')
  await expect(page.getByRole('radio', { name: /1 High Street/ })).toBeChecked()
  await expectAccessibleState(page)
  // The buyer changes to pickup.
  await page.keyboard.press('Home')
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await tabTo(page, page.getByRole('radio', { name: /^Delivery/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Pickup/ })).toBeChecked()
  const days = page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio')
  // At the end of a month there may be no other free day in it.
  if ((await days.count()) < 3) {
    await press(page, page.getByRole('button', { name: 'Next month' }), 'Enter')
    await tabTo(page, days.first())
    await page.keyboard.press('Space')
  } else {
    const opened = page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio', { checked: true })
    const first = await opened.getAttribute('aria-label')
    await tabTo(page, opened)
    await page.keyboard.press('ArrowRight')
    await expect(opened).not.toHaveAttribute('aria-label', first ?? '')
  }
  await tabTo(page, page.getByRole('radio', { name: '09:00 to 12:00' }))
  await page.keyboard.press('Space')
  await press(page, page.getByRole('checkbox', { name: /I have read/ }), 'Space')
  await expectAccessibleState(page)
  await press(page, pay(page), 'Enter')

  await expect(page).toHaveURL(/\/pay\//)
  await expect(page.getByText('No card is charged and no money moves.')).toBeVisible()
  await expectAccessible(page)
  const payWithChallenge = async () => {
    await tabTo(page, page.getByRole('radio', { checked: true }))
    while (!(await page.getByRole('radio', { name: /3155/ }).isChecked())) await page.keyboard.press('ArrowDown')
    await press(page, pay(page), 'Enter')
    await expect(page.getByRole('heading', { name: 'Your bank asks: is this you?' })).toBeFocused()
  }
  await payWithChallenge()
  await expectAccessibleState(page)
  await press(page, page.getByRole('button', { name: 'This is not me' }), 'Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/Your card was declined\. Nothing was charged\./)
  await expect(page.getByRole('main').getByRole('alert')).toBeFocused()
  await expectAccessibleState(page)
  await payWithChallenge()
  await press(page, page.getByRole('button', { name: 'Approve payment' }), 'Enter')
  await expect(page.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible()
  await expectAccessibleState(page)
})

test('A buyer can return to the payment page until the order expires', async ({ page, request }) => {
  const kitchen = await createShop('Open Bakery')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct(
    { name: 'Open bun', available_for_delivery: false, available_for_pickup: true },
    { Plain: 0 },
  )
  await setSession(page, await createMember(request, 'Jo'))
  await visit(page, bun.path)
  await addToBasket(page)
  await goToCheckout(page)
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await pay(page).click()
  await expect(page).toHaveURL(/\/pay\//)
  const payUrl = page.url()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is awaiting payment' })).toBeVisible()
  await expectAccessibleState(page)
  const checkoutId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await updateRow('checkouts', checkoutId, { expires_at: '2020-01-01T00:00:00Z' })
  await callRpc('expire_checkouts')
  await page.goto(payUrl)
  await expect(page.getByRole('heading', { name: 'This payment page has expired' })).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await expect(page.getByRole('heading', { name: 'This order has expired' })).toBeVisible()
  await expectAccessibleState(page)
})
