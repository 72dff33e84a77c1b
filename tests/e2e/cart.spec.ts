import { expectAccessible } from './accessibility.ts'
import { expect, test, visit, waitForHydration } from './fixtures.ts'
import { createShop } from './shop-fixtures.ts'

test('An empty basket links to the home page', async ({ page }) => {
  await visit(page, '/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Browse Products' }).click()
  await expect(page).toHaveURL('/')
})

test('A shopper changes quantities, removes items and sees how much more earns free delivery', async ({ page }) => {
  const kitchen = await createShop('Basket Bakery')
  const bun = await kitchen.addProduct({ name: 'Basket bun', price: 10, stock: 5 }, { Plain: 0 })
  const tart = await kitchen.addProduct({ name: 'Basket tart', price: 4.5, stock: 9 }, { Plain: 0 })
  for (const { path } of [bun, tart]) {
    await visit(page, path)
    await page.getByRole('button', { name: 'Add to basket' }).click()
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
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('Quantity of Basket bun')).toHaveValue('5')

  await page.getByRole('button', { name: 'Remove Basket bun' }).click()
  await expect(page.getByRole('list', { name: 'Basket Bakery' }).getByRole('heading')).toHaveText(['Basket tart'])
  await page.getByRole('button', { name: 'Remove Basket tart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('The basket explains each unavailable item and blocks the checkout', async ({ page }) => {
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
  await page.addInitScript(
    (basket) => localStorage.setItem('tuckbox-cart', basket),
    JSON.stringify([...lines, { invalid: true }]),
  )
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
