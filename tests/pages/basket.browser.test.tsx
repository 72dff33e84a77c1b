import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { failed, never } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, link, main } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { basketLine, idOf, longName, longWord, product } from './rows.ts'

const rows = () => page.getByRole('list', { name: 'Corner Bakery' }).getByRole('listitem')

describe('the basket', () => {
  it('links to the home page while it is empty', async () => {
    await openPage('/cart')
    await expect.element(heading('Your cart is empty')).toBeVisible()
    await expect.element(link('Browse Products')).toHaveAttribute('href', '/')
    await expectAccessible()
  })

  it('shows stored prices while today’s are loading', async () => {
    await openPage('/cart', { basket: [basketLine({ quantity: 2 })], answers: { 'GET /rest/v1/products': never } })
    await expect.element(main().getByText('£8.00').first()).toBeVisible()
    await expect.element(button('Proceed to Checkout')).toBeDisabled()
  })

  it('says that today’s prices could not be loaded, and loads them on retry', async () => {
    const opened = await openPage('/cart', {
      basket: [basketLine()],
      answers: { 'GET /rest/v1/products': failed },
    })
    await expect.element(page.getByRole('alert').getByText(/^Today’s prices could not be loaded/)).toBeVisible()
    await expectAccessible()
    opened.answer({ 'GET /rest/v1/products': [product] })
    await button('Try again').click()
    await expect.element(link('Proceed to Checkout')).toHaveAttribute('href', '/checkout')
  })

  it('explains each unavailable item and blocks the checkout', async () => {
    const lines = [1, 2, 3, 4, 5, 6].map((n) => basketLine({ id: idOf(2, n), name: `Tart ${n}`, quantity: 4 }))
    const tart = (n: number, more: object) => ({ ...product, id: idOf(2, n), ...more })
    await openPage('/cart', {
      basket: lines.map((line, n) => (n === 4 ? { ...line, variation: 'Large' } : line)),
      answers: {
        'GET /rest/v1/products': [
          tart(1, { stock: 0 }),
          tart(3, { stock: 2 }),
          tart(4, { allergens_declared: false }),
          tart(5, { variations: [{ name: 'Small', price_delta: 0, stock: null, allergens: {} }] }),
          tart(6, { option_groups: [{ id: idOf(3), name: 'Icing', is_required: true, max_choices: 1, choices: [] }] }),
        ],
      },
    })
    for (const text of [
      'Sold out.',
      'This is no longer on sale.',
      'Only 2 available',
      'The seller has not declared all allergens, so this cannot be bought.',
      'This variation is no longer offered.',
      'Its options have changed. Please choose them again on the product page.',
    ])
      await expect.element(main().getByText(text)).toBeVisible()
    await expect.element(main().getByText('Remove or reduce unavailable items to continue.')).toBeVisible()
    await expect.element(button('Proceed to Checkout')).toBeDisabled()
    await expectAccessible()
  })

  it('says which prices have changed since an item was added', async () => {
    await openPage('/cart', {
      basket: [basketLine({ pricePence: 300 }), basketLine({ id: idOf(2, 2), pricePence: 500 })],
      answers: { 'GET /rest/v1/products': [product, { ...product, id: idOf(2, 2) }] },
    })
    await expect.element(rows().getByText('The price has gone up from £3.00 since you added it.')).toBeVisible()
    await expect.element(rows().getByText('The price has come down from £5.00 since you added it.')).toBeVisible()
  })

  it('keeps the last quantity when the typed one is no number', async () => {
    await openPage('/cart', {
      basket: [basketLine({ quantity: 5 })],
      answers: { 'GET /rest/v1/products': [product] },
    })
    const quantity = page.getByLabelText('Quantity of Cinnamon bun')
    for (const ignored of ['0', '', 'two']) {
      await quantity.fill(ignored)
      await button('Remove Cinnamon bun').element().focus()
      await expect.element(quantity).toHaveValue('5')
    }
  })

  it('says how much more earns free delivery, until it is free', async () => {
    await openPage('/cart', {
      basket: [basketLine({ quantity: 5 })],
      answers: { 'GET /rest/v1/products': [{ ...product, price: 9.5 }] },
    })
    await expect.element(main().getByText('Add £2.51 more for free delivery')).toBeVisible()
    await button('Increase quantity').click()
    await expect.element(main().getByText('more for free delivery')).not.toBeInTheDocument()
  })

  it('ignores stored lines that cannot be read', async () => {
    localStorage.setItem('tuckbox-cart', '[{"invalid":true}]')
    await openPage('/cart')
    await expect.element(heading('Your cart is empty')).toBeVisible()
  })

  it('wraps long names and requests', async () => {
    const line = basketLine({ name: longWord, personalization: 'custom', customRequestDetails: longWord })
    const shop = { name: longName, slug: 'long' }
    await openPage('/cart', {
      basket: [{ ...line, product: { ...line.product, shop } }],
      answers: {
        'GET /rest/v1/products': [
          { ...product, name: longWord, is_personalisable: true, shop: { ...product.shop, ...shop } },
        ],
      },
    })

    await expect.element(link('Proceed to Checkout')).toBeVisible()
    expectNoOverflow()
  })
})
