import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, failed, inTurn, merged, never, refused } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, link, main } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'
import { previewed } from './preview-answer.ts'
import { addressRow, basketLine, checkout, checkoutId, idOf, longWord, productId, shopId, slots } from './rows.ts'

const placeOrder = 'POST /rest/v1/rpc/place_order'
const preview = 'POST /rest/v1/rpc/preview_order'
const handOver = 'POST /rest/v1/rpc/hand_over_slots'
const errors = () => page.getByRole('region', { name: /^\d+ things? to fix$/ }).getByRole('link')
const pay = () => button(/^Pay £/)

const usual: Answers = {
  'GET /rest/v1/checkouts': [],
  [preview]: previewed(),
  'GET /rest/v1/user_addresses': [addressRow],
  [handOver]: slots,
}

/** The text of a section, or what describes a field. */
function textsAt(id: string): string {
  const shown = document.getElementById(id)
  const described = shown?.getAttribute('aria-describedby')?.split(' ') ?? []
  return [shown, ...described.map((part) => document.getElementById(part))].map((part) => part?.textContent).join(' ')
}

function openCheckout({ answers, ...options }: PageOptions = {}) {
  return openPage('/checkout', { member: {}, basket: [basketLine()], answers: merged(usual, answers), ...options })
}

/** A checkout whose order the server answers. */
async function openReady(answers: Answers) {
  const opened = await openCheckout({ answers })
  await page.getByRole('radio', { name: /^Pickup/ }).click()
  await page.getByRole('radio', { name: '13:00 to 17:00' }).click()
  await page.getByRole('checkbox', { name: /I have read/ }).click()
  return opened
}

describe('the checkout', () => {
  it('says that it is empty', async () => {
    await openPage('/checkout', { member: {}, answers: usual })
    await expect.element(heading('Your cart is empty')).toBeVisible()
    await expect.element(link('Browse Products')).toHaveAttribute('href', '/')
  })

  it('loads again what could not be loaded', async () => {
    const opened = await openCheckout({ answers: { [preview]: failed } })
    await expect.element(main().getByText('Your basket is safe.')).toBeVisible()
    opened.answer({ [preview]: previewed() })
    await button('Try again').click()
    await expect.element(heading('Checkout')).toBeVisible()
  })

  it('lists what has to be chosen, and links to each choice', async () => {
    const opened = await openCheckout({ answers: { 'GET /rest/v1/user_addresses': [] } })
    await pay().click()
    await expect.element(errors().nth(0)).toHaveTextContent('Please choose delivery or pickup from Corner Bakery.')
    await expect
      .element(errors().nth(1))
      .toHaveTextContent('Please confirm that you have read the allergens of all items.')
    await expect.element(page.getByRole('region', { name: '2 things to fix' })).toHaveFocus()
    await expectAccessible()
    await errors().nth(0).click()
    await expect.element(page.getByRole('radio', { name: /^Delivery/ })).toHaveFocus()
    expect(opened.requests(placeOrder)).toEqual([])
  })

  it('asks for a time and an address, where they are needed', async () => {
    await openCheckout({ answers: { 'GET /rest/v1/user_addresses': [] } })
    await page.getByRole('radio', { name: /^Pickup/ }).click()
    await pay().click()
    await expect.element(errors().nth(0)).toHaveTextContent('Please choose a pickup time at Corner Bakery.')
    await page.getByRole('radio', { name: /^Delivery/ }).click()
    await expect.element(errors().getByText('Please choose a delivery address.')).toBeVisible()
  })

  it.each([
    ['a full slot', 'slot_full', { shop_id: shopId }, `pickup-${shopId}`],
    ['a closed shop', 'closed', { shop_id: shopId }, `fulfilment-${shopId}`],
    ['a sold-out item', 'sold_out', { product_id: productId }, `line-${productId}`],
    ['a code that has ended', 'discount_code', { shop_id: shopId }, `code-${shopId}`],
    ['a note that is too long', 'note', { shop_id: shopId }, `note-${shopId}`],
    ['an invalid phone number', 'phone', null, 'phone'],
    ['unread allergens', 'allergens_not_acknowledged', null, 'allergens'],
    ['changed prices', 'prices_changed', null, 'order-summary'],
    ['a suspended member', 'suspended', null, 'order-summary'],
  ])('shows the refusal of %s at its section', async (what, hint, details, section) => {
    const message = `The order was refused because of ${what}.`
    await openReady({
      [placeOrder]: refused({ message, hint, details: details && JSON.stringify(details) }),
    })
    await pay().click()
    await expect.element(errors().nth(0)).toHaveTextContent(message)
    expect(textsAt(section)).toContain(message)
  })

  it('shows an outage without blaming the order, and keeps the choices', async () => {
    const opened = await openReady({ [placeOrder]: inTurn(failed, never) })
    await pay().click()
    await expect
      .element(errors().nth(0))
      .toHaveTextContent('Your order could not be placed. Nothing was charged. Check your connection and try again.')
    await expect.element(page.getByRole('radio', { name: '13:00 to 17:00' })).toBeChecked()
    await pay().click()
    await expect.element(button('Processing...')).toBeDisabled()
    const [first, second] = opened.requests(placeOrder).map(({ body }) => body)
    expect(second, 'the same order with the same key').toEqual(first)
    expect(first).toMatchObject({
      order: {
        allergens_acknowledged: true,
        shops: [{ shop_id: shopId, fulfilment: 'pickup', pickup: { date: '2026-06-13', start_time: '13:00:00' } }],
      },
    })
  })

  it('lists unavailable items with what can be done', async () => {
    await openCheckout({
      basket: [basketLine({ quantity: 3 })],
      answers: {
        [preview]: (request) => {
          const isTooMany = JSON.stringify(request.body).includes('"quantity":3')
          return previewed(isTooMany ? [{ problem: { code: 'sold_out', left: 1 }, max: 1 }] : [{}])(request)
        },
      },
    })
    const unavailable = page.getByRole('region', { name: 'Some items need changing' })
    await expect.element(unavailable).toHaveTextContent('Only 1 available')
    await expectAccessible()
    await unavailable.getByRole('button', { name: 'Change to 1' }).click()
    await expect.element(unavailable).not.toBeInTheDocument()
  })

  it('asks again for what it costs when the price has changed, and shows what changed', async () => {
    const opened = await openReady({
      [placeOrder]: refused({ status: 409, code: 'PT409', message: 'Prices have changed.', hint: 'prices_changed' }),
    })
    await expect.element(pay()).toHaveTextContent('Pay £4.00')
    opened.answer({ [preview]: previewed([{ price: 450 }]) })
    await pay().click()
    await expect.element(errors().nth(0)).toHaveTextContent('Prices have changed.')
    await expect.element(pay()).toHaveTextContent('Pay £4.50')
    await expect.element(main().getByText('£4.50 each, £4.00 when you added it.')).toBeVisible()
  })

  it('says what would be refused before the order is placed', async () => {
    const message = 'You can order at most 6 × Cinnamon bun at a time.'
    const problems = [{ code: 'stock_held', message, product_id: productId }]
    const opened = await openReady({ [preview]: previewed([{}], { problems }) })
    await pay().click()
    await expect.element(errors().nth(0)).toHaveTextContent(message)
    expect(textsAt(`line-${productId}`)).toContain(message)
    expect(opened.requests(placeOrder)).toEqual([])
  })

  it('says that its times could not be loaded, and loads them on retry', async () => {
    const opened = await openCheckout({ answers: { [handOver]: failed } })
    await page.getByRole('radio', { name: /^Pickup/ }).click()
    await expect.element(main().getByText('The pickup times could not be loaded.')).toBeVisible()
    opened.answer({ [handOver]: slots })
    await button('Try again').click()
    await expect.element(page.getByRole('radio', { name: '13:00 to 17:00' })).toBeVisible()
  })

  it('marks the allergens that the household avoids, and says what it could not check', async () => {
    const mia = {
      id: idOf(11),
      name: 'Mia',
      avoid_contains: ['milk'],
      avoid_traces: [],
      avoid_others: ['cinnamon', 'mango'],
      diets: [],
    } as const
    await openCheckout({ household: [mia] })
    const about = page.getByRole('region', { name: 'Allergens in your order' })
    await expect.element(about.getByText('Mia avoids milk.')).toBeVisible()
    await expect.element(about.getByText('Mia avoids cinnamon.')).toBeVisible()
    await expect.element(about).toHaveTextContent('Could not be checked: mango.')
    await expectAccessible()
  })

  it('wraps long names', async () => {
    await openCheckout({
      basket: [basketLine({ name: longWord })],
      answers: {
        [preview]: previewed([{ name: longWord }]),
        'GET /rest/v1/user_addresses': [{ ...addressRow, city: longWord }],
      },
    })
    await page.getByRole('radio', { name: /^Delivery/ }).click()
    await expect.element(pay()).toBeVisible()
    expectNoOverflow()
  })
})

describe('the page of a checkout', () => {
  const path = `/checkout/${checkoutId}`
  const open = (found: Partial<typeof checkout>, more: Answers = {}, at = path) =>
    openPage(at, { member: {}, answers: merged({ 'GET /rest/v1/checkouts': [found] }, more) })

  it('says that an order awaits its payment, and shows why it could not be started', async () => {
    const message = 'Payments are not possible at the moment.'
    const opened = await open(checkout, {
      'POST /functions/v1/checkout': refused({ status: 503, message, hint: 'payment' }),
    })
    await expect.element(heading('Your order is awaiting payment')).toBeVisible()
    await expectAccessible()
    await pay().click()
    await expect.element(main().getByRole('alert')).toHaveTextContent(message)
    expect(opened.requests('POST /functions/v1/checkout')[0]?.body).toEqual({
      checkout_id: checkoutId,
      save_card: false,
    })
  })

  it.each([
    ['declined', 'Your bank has declined the card. Please try another card.'],
    ['asked about', 'Your bank wants to check this payment. Please pay on the payment page.'],
  ])('offers another card after a saved one was %s', async (_, message) => {
    const card = { id: idOf(12), brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }
    await open(checkout, {
      'GET /rest/v1/saved_cards': [card],
      'POST /functions/v1/checkout': refused({ status: 402, message, hint: 'card' }),
    })
    await button(/^Pay £4\.00 with/).click()
    await expect.element(main().getByRole('alert')).toHaveTextContent(message)
    await expect.element(page.getByRole('radio', { name: 'Another card' })).toBeChecked()
  })

  it('waits for the confirmation of a payment', async () => {
    await open(checkout, {}, `${path}?payment=done`)
    await expect.element(heading('Confirming your payment')).toBeVisible()
    await expectAccessible()
  })

  it.each([
    ['expired', 'This order has expired'],
    ['cancelled', 'This order was cancelled'],
  ])('leads back to the basket when it was %s', async (status, title) => {
    await open({ ...checkout, status, expires_at: '2026-06-09T09:00:00Z' })
    await expect.element(heading(title)).toBeVisible()
    await expect.element(link('Back to your basket')).toHaveAttribute('href', '/cart')
  })

  it('thanks for a paid order', async () => {
    await open({ ...checkout, status: 'paid' })
    await expect.element(heading('Thank you, Robin')).toBeVisible()
    await expect.element(main()).toHaveTextContent('We have received your payment.')
    await expectAccessible()
  })

  it('is not found for an unknown order', async () => {
    await openPage('/checkout/nothing', { member: {} })
    await expect.element(heading('Order Not Found')).toBeVisible()
  })
})
