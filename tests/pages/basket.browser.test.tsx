import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { previewSchema, requestedItem } from '#domain/checkout/preview'
import { destinationAt } from '#domain/delivery/delivery-terms'
import { defaultChosenPlace } from '#domain/locations/chosen-place'
import { failed, never, unreachable } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, link, main } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { previewed } from './preview-answer.ts'
import { basketLine, idOf, longName, longWord, now, shopId } from './rows.ts'

const asked = { key: '', url: new URL('http://localhost'), headers: new Headers() }
const preview = 'POST /rest/v1/rpc/preview_order'

const rows = () => page.getByRole('list', { name: 'Corner Bakery' }).getByRole('listitem')

describe('the basket', () => {
  it('links to the home page while it is empty', async () => {
    await openPage('/cart')
    await expect.element(heading('Your cart is empty')).toBeVisible()
    await expect.element(link('Browse Products')).toHaveAttribute('href', '/')
    await expectAccessible()
  })

  it('shows stored prices while today’s are loading', async () => {
    await openPage('/cart', { basket: [basketLine({ quantity: 2 })], answers: { [preview]: never } })
    await expect.element(main().getByText('£8.00').first()).toBeVisible()
    await expect.element(button('Proceed to Checkout')).toBeDisabled()
  })

  it('says that today’s prices could not be loaded, and loads them on retry', async () => {
    const opened = await openPage('/cart', {
      basket: [basketLine()],
      answers: { [preview]: failed },
    })
    await expect.element(page.getByRole('alert').getByText(/^Today’s prices could not be loaded/)).toBeVisible()
    await expectAccessible()
    opened.answer({ [preview]: previewed() })
    await button('Try again').click()
    await expect.element(link('Proceed to Checkout')).toHaveAttribute('href', '/checkout')
  })

  it('explains each unavailable item and blocks the checkout', async () => {
    const lines = [1, 2, 3, 4, 5, 6].map((n) => basketLine({ id: idOf(2, n), name: `Tart ${n}`, quantity: 4 }))
    await openPage('/cart', {
      basket: lines,
      answers: {
        [preview]: previewed([
          { problem: { code: 'sold_out', left: 0 } },
          { problem: { code: 'product' } },
          { problem: { code: 'sold_out', left: 2 }, max: 2 },
          { problem: { code: 'allergens_undeclared' } },
          { problem: { code: 'variation' } },
          { problem: { code: 'options_missing' } },
        ]),
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
      answers: { [preview]: previewed() },
    })
    await expect.element(rows().getByText('The price has gone up from £3.00 since you added it.')).toBeVisible()
    await expect.element(rows().getByText('The price has come down from £5.00 since you added it.')).toBeVisible()
  })

  it('keeps the last quantity when the typed one is no number', async () => {
    await openPage('/cart', {
      basket: [basketLine({ quantity: 5 })],
      answers: { [preview]: previewed() },
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
      answers: { [preview]: previewed([{ price: 950 }]) },
    })
    await expect.element(main().getByText('Add £2.51 more for free delivery')).toBeVisible()
    await button('Increase quantity').click()
    await expect.element(main().getByText('more for free delivery')).not.toBeInTheDocument()
  })

  it('keeps the last sums until the next are known, and asks for the last change alone', async () => {
    const opened = await openPage('/cart', { basket: [basketLine()], answers: { [preview]: previewed() } })
    await expect.element(main().getByText('£7.99')).toBeVisible()
    opened.answer({ [preview]: never })
    await button('Increase quantity').click()
    await button('Increase quantity').click()
    await expect.element(page.getByLabelText('Quantity of Cinnamon bun')).toHaveValue('3')
    await expect.element(main().getByText('£7.99')).toBeVisible()
    opened.answer({ [preview]: previewed() })
    await button('Increase quantity').click()
    await expect.element(main().getByText('£19.99')).toBeVisible()
  })

  it('shows its last prices without a network, and says from when', async () => {
    const { place, postcode } = destinationAt(defaultChosenPlace)
    const order = { items: [requestedItem(basketLine())], destination: { ...place, ...(postcode && { postcode }) } }
    const answer = previewed([{ price: 450 }])({ ...asked, body: { order } })
    const known = {
      request: JSON.stringify(order),
      preview: { ...previewSchema.parse(answer), asked: order.items },
      at: now.getTime() - 3_600_000,
    }
    localStorage.setItem('tuckbox-cart-preview', JSON.stringify(known))
    const expectedErrors = [/Failed to fetch/]
    await openPage('/cart', { basket: [basketLine()], answers: { [preview]: unreachable }, expectedErrors })
    await expect.element(main().getByText('£8.49')).toBeVisible()
    await expect.element(main().getByText('These prices are from Wednesday 10 June at 09:00.')).toBeVisible()
  })

  it('forgets what another version of the app has stored', async () => {
    localStorage.setItem('tuckbox-cart-preview', JSON.stringify({ request: '{}', preview: { shops: [] }, at: 0 }))
    await openPage('/cart', { basket: [basketLine()], answers: { [preview]: previewed() } })
    await expect.element(main().getByText('£7.99')).toBeVisible()
  })

  it('says of no line what is true of another of its product while the network is gone', async () => {
    const [plain, walnut] = ['Plain', 'Walnut'].map((variation) => basketLine({ variation }))
    const basket = [plain, walnut].flatMap((line) => line ?? [])
    const answers = { [preview]: previewed([{ price: 400 }, { price: 600 }]) }
    const opened = await openPage('/cart', { basket, answers })
    await expect.element(main().getByText('£13.99')).toBeVisible()
    opened.answer({ [preview]: never })
    await button('Remove Cinnamon bun').first().click()
    // The walnut bun had another price, and may have other allergens.
    await expect.element(rows().first()).toHaveTextContent('Walnut')
    await expect.element(rows().first()).toHaveTextContent('£6.00')
  })

  it('keeps its last preview in the browser', async () => {
    await openPage('/cart', { basket: [basketLine()], answers: { [preview]: previewed() } })
    await expect.element(main().getByText('£7.99')).toBeVisible()
    expect(JSON.parse(localStorage.getItem('tuckbox-cart-preview') ?? '')).toMatchObject({ preview: { total: 799 } })
    await button('Remove Cinnamon bun').click()
    await expect.element(heading('Your cart is empty')).toBeVisible()
    expect(localStorage.getItem('tuckbox-cart-preview')).toBeNull()
  })

  it('says that a shop sells nothing to this member', async () => {
    const message = 'You cannot buy from your own shop.'
    const problems = [{ code: 'own_shop', message, shop_id: shopId }]
    await openPage('/cart', {
      member: {},
      basket: [basketLine()],
      answers: { [preview]: previewed([{}], { problems }), 'GET /rest/v1/checkouts': [] },
    })
    await expect.element(main().getByText(message)).toBeVisible()
    await expect.element(button('Proceed to Checkout')).toBeDisabled()
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
        [preview]: previewed([{ name: longWord }]),
      },
    })

    await expect.element(link('Proceed to Checkout')).toBeVisible()
    expectNoOverflow()
  })
})
