import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { openSecondBrowser } from './conversations.ts'
import { addToBasket, chooseFromUserMenu, expect, reload, signIn, storeBefore, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession } from './members.ts'
import { createShop, selectRows } from './shop-fixtures.ts'

test('An empty basket links to the home page', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Browse Products' }).click()
  await expect(page).toHaveURL('/')
})

test('A shopper changes quantities, removes items and sees how much more earns free delivery', {
  tag: '@long',
}, async ({ page }) => {
  const kitchen = await createShop('Basket Bakery')
  const bun = await kitchen.addProduct({ name: 'Basket bun', price: 10, stock: 5 }, { Plain: 0 })
  const tart = await kitchen.addProduct({ name: 'Basket tart', price: 4.5, stock: 9 }, { Plain: 0 })
  for (const { path } of [bun, tart]) {
    await visit(page, path)
    await addToBasket(page)
  }
  await page.getByRole('link', { name: 'Basket, 2 items' }).click()
  await expect(page).toHaveURL('/cart')
  const summary = page.getByText('Order Summary').locator('..')
  await expect(summary).toContainText('Subtotal£14.50Delivery£3.99Total£18.49')
  await expect(summary).toContainText('Add £35.51 more for free delivery')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout')
  await expect(page.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/')
  await expectAccessible(page)

  const quantity = page.getByLabel('Quantity of Basket bun')
  await quantity.fill('5')
  for (const ignored of ['0', '', 'two']) {
    await quantity.fill(ignored)
    await quantity.blur()
    await expect(quantity).toHaveValue('5')
  }
  await expect(summary).toContainText('Subtotal£54.50DeliveryFreeTotal£54.50')
  await expect(summary).not.toContainText('more for free delivery')
  await reload(page)
  await expect(page.getByLabel('Quantity of Basket bun')).toHaveValue('5')

  await page.getByRole('button', { name: 'Remove Basket bun' }).click()
  await expect(page.getByRole('list', { name: 'Basket Bakery' }).getByRole('heading')).toHaveText(['Basket tart'])
  await page.getByRole('button', { name: 'Remove Basket tart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('The basket explains each unavailable item and blocks the checkout', { tag: '@long' }, async ({ page }) => {
  const kitchen = await createShop('Changing Bakery')
  const soldOut = await kitchen.addProduct({ name: 'Gone tart', stock: 0 }, { Plain: 0 })
  const hidden = await kitchen.addProduct({ name: 'Hidden tart', status: 'hidden' }, { Plain: 0 })
  const scarce = await kitchen.addProduct({ name: 'Scarce tart', price: 2.5, stock: 2 }, { Plain: 0 })
  const lines = [soldOut, hidden, scarce].map(({ id }, n) => ({
    product: { id, name: `Tart ${n}`, pricePence: 300, image: null, shop: { name: 'Changing Bakery', slug: 'x' } },
    variation: 'Plain',
    personalization: null,
    customRequestDetails: null,
    quantity: 4,
  }))
  await storeBefore(page, 'tuckbox-cart', [...lines, { invalid: true }])
  await visit(page, '/cart')
  const rows = page.getByRole('list', { name: 'Changing Bakery' }).locator('> li')
  await expect(rows).toHaveCount(3)
  for (const [n, text] of ['Sold out.', 'This is no longer on sale.', 'Only 2 available'].entries()) {
    await expect(rows.nth(n)).toContainText(text)
  }
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove Tart 0' }).click()
  await page.getByRole('button', { name: 'Remove Tart 1' }).click()
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(page.getByLabel('Quantity of Tart 2')).toHaveValue('2')
  await expect(rows).toContainText('The price has come down from £3.00 since you added it.')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
})

const basketLink = (page: Page, items: string) =>
  page.getByRole('banner').getByRole('link', { name: items, exact: true })

/** What a browser reports when the member returns to the page. */
const returnTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('The basket of a member is the same on two devices, offline changes follow, and a sign-out empties the browser', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const kitchen = await createShop('Travelling Bakery')
  const bun = await kitchen.addProduct({ name: 'Travelling bun', price: 3, stock: 9 }, { Plain: 0 })
  const tart = await kitchen.addProduct({ name: 'Travelling tart', price: 4, stock: 9 }, { Plain: 0 })
  const sam = await createMember(request, 'Sam')
  const saved = async () => selectRows('basket_lines', `user_id=eq.${sam.id}&select=quantity&order=quantity`)

  // A visitor's basket joins the account's at the sign-in.
  await visit(page, bun.path)
  await addToBasket(page)
  await visit(page, '/checkout')
  await signIn(page, sam.email, password)
  await expect.poll(saved).toEqual([{ quantity: 1 }])

  const laptop = await openSecondBrowser(browser, page, baseURL)
  await setSession(laptop, sam)
  await visit(laptop, '/cart')
  await laptop.getByLabel('Quantity of Travelling bun').fill('3')
  await visit(laptop, tart.path)
  await addToBasket(laptop)
  await expect.poll(saved).toEqual([{ quantity: 1 }, { quantity: 3 }])
  await returnTo(page)
  await expect(basketLink(page, 'Basket, 4 items')).toBeVisible()

  await visit(laptop, '/cart')
  await laptop.context().setOffline(true)
  await laptop.getByRole('button', { name: 'Remove Travelling tart' }).click()
  await laptop.getByLabel('Quantity of Travelling bun').fill('5')
  await expect(basketLink(laptop, 'Basket, 5 items')).toBeVisible()
  await laptop.context().setOffline(false)
  await expect.poll(saved).toEqual([{ quantity: 5 }])
  await returnTo(page)
  await expect(basketLink(page, 'Basket, 5 items')).toBeVisible()

  await visit(laptop, '/')
  await chooseFromUserMenu(laptop, 'Sign Out')
  await expect(toast(laptop, 'Signed out')).toBeVisible()
  await expect(basketLink(laptop, 'Basket')).toBeVisible()
  expect(await saved()).toEqual([{ quantity: 5 }])
  await laptop.context().close()
})
