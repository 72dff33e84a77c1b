import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { plainChoice } from '#domain/food/plain-choice'
import { type Answers, failed, merged, never, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'
import { previewed } from './preview-answer.ts'
import {
  basketLine,
  found,
  idOf,
  listing,
  longName,
  longWord,
  mia,
  ownShop,
  product,
  productId,
  walnut,
} from './rows.ts'

const search = 'POST /rest/v1/rpc/search_products'
const path = `/product/${productId}`
const quantity = () => page.getByLabelText('Quantity', { exact: true })
const basketLink = () => page.getByRole('banner').getByRole('link', { name: /^Basket/ })
const buy = () => page.getByRole('region', { name: 'Buy' })

const related: Answers = { [search]: listing([]), 'POST /rest/v1/rpc/earliest_days': [] }

/** A product page. @param more what is different about the product */
function openProduct(more: object = {}, { answers, ...options }: PageOptions & { query?: string } = {}) {
  return openPage(path + (options.query ?? ''), {
    answers: merged(related, { 'GET /rest/v1/products': [{ ...product, ...more }] }, answers),
    ...options,
  })
}

const storedLines = () =>
  JSON.parse(localStorage.getItem('tuckbox-cart') ?? '[]').map(
    (line: { variation: unknown; personalization: unknown; quantity: unknown }) => [
      line.variation,
      line.personalization,
      line.quantity,
    ],
  )

const variation = (name: string, price_delta = 0) => ({ name, price_delta, stock: null, ...plainChoice })
const twoSizes = { variations: [variation('Small'), variation('Large', 2)] }

describe('a product page', () => {
  it('says that it is loading', async () => {
    await openPage(path, { answers: { 'GET /rest/v1/products': never } })
    await expect.element(page.getByText('Loading product...')).toBeInTheDocument()
  })

  it.each([
    ['an unknown product', path],
    ['an invalid address', '/product/nothing'],
  ])('leads back to the products from %s', async (_, at) => {
    await openPage(at, { answers: { 'GET /rest/v1/products': [] } })
    await expect.element(heading('Product Not Found')).toBeVisible()
    await expect.element(link('Browse all products')).toHaveAttribute('href', '/')
  })

  it('shows its price, allergens and shop', async () => {
    await openProduct(twoSizes)
    await expect.element(heading('Cinnamon bun')).toBeVisible()
    await expect.element(buy()).toHaveTextContent('£4.00 - £6.00')
    await expect.element(buy()).toHaveTextContent('Contains milk.')
    await expect.element(main()).toHaveTextContent('New · 0 reviews')
    await expectAccessible()
  })

  it('wraps long texts', async () => {
    await openProduct({
      name: longWord,
      description: longWord,
      ingredients: longWord,
      variations: [variation(longWord), variation('Small')],
      shop: { ...product.shop, name: longName },
    })
    await expect.element(buy()).toBeVisible()
    expectNoOverflow()
  })

  it('has no reviews at first', async () => {
    await openProduct({}, { answers: { 'GET /rest/v1/reviews': [], 'GET /rest/v1/rpc/review_stars': [] } })
    await page.getByRole('tab', { name: 'Reviews', exact: true }).click()
    await expect.element(main().getByText('No reviews yet')).toBeVisible()
  })

  it('says that its reviews could not be loaded', async () => {
    await openProduct({}, { query: '?tab=reviews', otherwise: failed })
    await expect.element(heading('The reviews could not be loaded')).toBeVisible()
  })

  it('lists more from its shop', async () => {
    await openProduct({}, { answers: { [search]: listing([{ ...found, id: idOf(2, 2), name: 'Second bun' }]) } })
    const more = page.getByRole('list', { name: 'More from Corner Bakery' })
    await expect.element(more.getByRole('link', { name: 'Second bun' })).toBeVisible()
  })

  it('lists products of other shops if its own has no others', async () => {
    await openProduct(
      {},
      {
        answers: {
          [search]: ({ body }) =>
            listing(JSON.stringify(body).includes('"shop"') ? [] : [{ ...found, id: idOf(2, 3), name: 'Other bun' }]),
        },
      },
    )
    const more = page.getByRole('list', { name: 'More Pastries from other shops' })
    await expect.element(more.getByRole('link', { name: 'Other bun' })).toBeVisible()
  })
})

describe('when the next pickup is', () => {
  it('is unknown without pickup times', async () => {
    await openProduct({ lead_time_days: 2 })
    await expect.element(main()).toHaveTextContent('Pickup times by arrangement')
    await expect.element(main()).toHaveTextContent('Needs 2 days’ notice')
  })

  it('is computed from the hours of the shop', async () => {
    const hours = { day_of_week: 6, start_time: '09:00:00', end_time: '17:00:00', on_date: null }
    await openProduct({ shop: { ...product.shop, pickup: [hours] } })
    await expect.element(main()).toHaveTextContent('Next pickup: Saturday 13 June, 09:00 to 17:00')
  })
})

describe('adding to the basket', () => {
  it('requires a variation', async () => {
    await openProduct(twoSizes)
    await button('Add to basket').click()
    await expect.element(toast('Please select a variation')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: /Small/ })).toHaveFocus()
    expect(storedLines()).toEqual([])
    await page.getByRole('radio', { name: /Large/ }).click()
    await expect.element(buy().getByText('Please select a variation')).not.toBeInTheDocument()
  })

  it('offers no more choices of a group than it allows', async () => {
    const choice = (n: number, name: string) => ({ id: idOf(81, n), ...variation(name) })
    const choices = [choice(1, 'Walnut'), choice(2, 'Cherry'), choice(3, 'Fudge')]
    await openProduct({
      option_groups: [{ id: idOf(80), name: 'Topping', is_required: false, max_choices: 2, choices }],
    })
    const box = (name: string) => page.getByRole('checkbox', { name })
    await box('Walnut').click()
    await expect.element(box('Fudge')).toBeEnabled()
    await box('Cherry').click()
    await expect.element(box('Fudge')).toBeDisabled()
    await box('Walnut').click()
    await expect.element(box('Fudge')).toBeEnabled()
  })

  it('merges equal lines, and keeps others apart', async () => {
    await openProduct({ ...twoSizes, is_personalisable: true })
    await page.getByRole('radio', { name: /Large/ }).click()
    await button('Increase quantity').click()
    await button('Add to basket').click()
    await button('Add to basket').click()
    await page.getByLabelText(/^Personalisation/).selectOptions('Thank You')
    await button('Add to basket').click()
    await expect.element(basketLink()).toHaveAccessibleName('Basket, 6 items')
    expect(storedLines()).toEqual([
      ['Large', null, 4],
      ['Large', 'thank_you', 2],
    ])
  })

  it('follows the basket of another tab', async () => {
    await openProduct()
    await expect.element(basketLink()).toHaveAccessibleName('Basket')
    localStorage.setItem('tuckbox-cart', JSON.stringify([basketLine({ quantity: 7 })]))
    window.dispatchEvent(new StorageEvent('storage', { key: 'tuckbox-cart' }))
    await expect.element(basketLink()).toHaveAccessibleName('Basket, 7 items')
  })

  it('requires the words of a custom message, at most 200 characters', async () => {
    await openProduct({ is_personalisable: true })
    await page.getByLabelText(/^Personalisation/).selectOptions('Custom message')
    await button('Add to basket').click()
    const message = page.getByLabelText('Your message')
    await expect.element(message).toHaveFocus()
    await expect.element(main().getByText('Please enter your message')).toBeVisible()
    await expectAccessible()
    await expect.element(message).toHaveAttribute('maxlength', '200')
    for (const text of ['For Ada', 'For Ben']) {
      await message.fill(text)
      await button('Add to basket').click()
    }
    await expect.element(basketLink()).toHaveAccessibleName('Basket, 2 items')
    expect(storedLines()).toEqual([
      [null, 'custom', 1],
      [null, 'custom', 1],
    ])
  })

  it('takes whole numbers from 1 to the available stock', async () => {
    await openProduct({ stock: 3 })
    for (const [typed, expected] of [
      ['2', '2'],
      ['many', '1'],
      ['0', '1'],
      ['-2', '1'],
      ['', '1'],
      ['40', '3'],
    ] as const) {
      await quantity().fill(typed)
      document.getElementById('main')?.focus()
      await expect.element(quantity()).toHaveValue(expected)
    }
    await expect.element(main().getByText('Only 3 available')).toBeVisible()
    await expect.element(buy()).toHaveTextContent('Total£12.00')
  })

  it('adds no more than there are', async () => {
    await openProduct({ stock: 3 }, { basket: [basketLine({ quantity: 2 })] })
    await button('Increase quantity').click()
    await button('Add to basket').click()
    await expect.element(toast('1 × Cinnamon bun. No more are available.')).toBeVisible()
    await button('Add to basket').click()
    await expect.element(toast('Nothing added')).toBeVisible()
    await expect.element(basketLink()).toHaveAccessibleName('Basket, 3 items')
  })

  it('and opening it is one press with “Buy now”', async () => {
    const opened = await openProduct({}, { answers: { 'POST /rest/v1/rpc/preview_order': previewed() } })
    await button('Buy now').click()
    await expect.element(heading('Your basket')).toBeVisible()
    expect(opened.path()).toBe('/cart')
    expect(storedLines()).toEqual([[null, null, 1]])
  })
})

describe('a product that cannot be bought', () => {
  it('because it is sold out says so', async () => {
    await openProduct({ stock: 0 })
    await expect.element(button('Sold out')).toBeDisabled()
    await expect.element(button('Buy now')).not.toBeInTheDocument()
    await expect.element(button('Message seller')).toBeEnabled()
    await expectAccessible()
  })

  it('because its allergens are not declared says so', async () => {
    await openProduct({ allergens: null, allergens_declared: false })
    await expect.element(button('Add to basket')).toBeDisabled()
    await expect.element(button('Buy now')).toBeDisabled()
    await expect.element(main().getByText(/^The seller has not declared all allergens yet\./)).toBeVisible()
    await expectAccessible()
  })

  it('because it is bespoke offers a consultation', async () => {
    await openProduct({
      product_type: 'bespoke',
      price: 0,
      min_price: 28,
      max_price: 35,
      requires_consultation: true,
      is_bestseller: true,
      stock: 0,
    })
    for (const badge of ['Bestseller', 'Bespoke'])
      await expect.element(main().getByText(badge, { exact: true })).toBeVisible()
    await expect.element(buy()).toHaveTextContent('£28.00 - £35.00')
    await expect.element(main().getByText('Requires consultation')).toBeVisible()
    await expect.element(button('Request a consultation')).toBeEnabled()
    await expect.element(button('Add to basket')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('because it is the seller’s own says so', async () => {
    await openProduct({}, { member: {}, answers: { 'GET /rest/v1/shops': [ownShop] } })
    await expect.element(main().getByText('This is your own product.')).toBeVisible()
    await expect.element(button('Add to basket')).toBeDisabled()
  })

  it('because it is the seller’s own draft is shown to them alone', async () => {
    await openProduct(
      { is_listed: false, status: 'draft' },
      { member: {}, answers: { 'GET /rest/v1/shops': [ownShop] } },
    )
    await expect.element(main().getByText('Only you can see this product: it is not on sale.')).toBeVisible()
    await expect.element(button('Message seller')).toBeDisabled()
  })
})

describe('a conversation about a product', () => {
  it('that cannot be opened shows an error', async () => {
    await openProduct(
      {},
      { member: {}, answers: { 'GET /rest/v1/chat_rooms': failed, 'POST /rest/v1/chat_rooms': failed } },
    )
    await button('Message seller').click()
    await expect.element(page.getByText('Failed to start conversation. Please try again.')).toBeVisible()
    await expect.element(button('Message seller')).toBeEnabled()
  })

  it('that the seller has blocked shows why', async () => {
    await openProduct(
      {},
      {
        member: {},
        answers: {
          'GET /rest/v1/chat_rooms': [],
          'POST /rest/v1/chat_rooms': refused({ message: 'You cannot write to this seller.', hint: 'blocked' }),
        },
      },
    )
    await button('Message seller').click()
    await expect.element(toast('You cannot write to this seller.')).toBeVisible()
  })

  it('asks a visitor to sign in, and starts nothing when the dialog is closed', async () => {
    const opened = await openProduct()
    await button('Message seller').click()
    await expect.element(dialog('Sign in')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('Sign in')).not.toBeInTheDocument()
    expect(opened.path()).toBe(path)
    expect(opened.requests('POST /rest/v1/chat_rooms')).toEqual([])
  })
})

describe('a product without nuts from a kitchen that handles them', () => {
  const kitchen = {
    handles: { nuts: true, peanuts: false },
    shares_equipment: true,
    is_nut_free: false,
    reviewed_at: '2026-05-01',
  }
  const shared = { shop: { ...product.shop, kitchen } }

  it('says so beside its price, and asks each time before it is added', async () => {
    await openProduct(shared, { household: [mia] })
    const about =
      'made in a kitchen that handles tree nuts, with shared equipment. Mia avoids even traces of tree nuts.'
    await expect.element(main().getByText('Free of peanuts, kitchen included.')).toBeVisible()
    await expect.element(main().getByText(about)).toBeVisible()
    await expectAccessible()
    for (const name of ['Basket, 1 item', 'Basket, 2 items']) {
      await button('Add to basket').click()
      const question = dialog('Add Cinnamon bun?')
      await expect.element(question).toHaveTextContent(about)
      await question.getByRole('button', { name: 'Add anyway' }).click()
      await expect.element(basketLink()).toHaveAccessibleName(name)
    }
  })
})

describe('a product with nuts', () => {
  const withWalnut = { allergens: walnut }

  it('warns of the filters of the page', async () => {
    await openProduct(withWalnut, { query: '?avoid=nuts,peanuts' })
    const warning = main().getByRole('alert')
    await expect.element(warning).toHaveTextContent('This does not fit your filters.')
    await expect.element(warning).toHaveTextContent('walnut')
    await expectAccessible()
  })

  it('warns of the household, and asks before it is added', async () => {
    await openProduct(withWalnut, { household: [mia] })
    await expect.element(main().getByRole('alert')).toHaveTextContent('This does not fit your household.')
    await button('Add to basket').click()
    const question = dialog('Add Cinnamon bun?')
    await expect.element(question).toHaveTextContent('Mia avoids nuts.')
    await expectAccessible()
    await question.getByRole('button', { name: 'Don’t add' }).click()
    expect(storedLines()).toEqual([])
    await button('Add to basket').click()
    await question.getByRole('button', { name: 'Add anyway' }).click()
    await expect.element(basketLink()).toHaveAccessibleName('Basket, 1 item')
  })
})
