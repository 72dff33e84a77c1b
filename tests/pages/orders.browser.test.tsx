import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { allFree } from '../declarations.ts'
import { type Answers, failed, inTurn, merged, never, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { idOf, itemRow, longWord, order, orderId, orderRow, product } from './rows.ts'

const path = `/order/${orderId}`
const rows = () => page.getByRole('list', { name: 'Orders' }).getByRole('listitem')
const status = () => main().getByRole('status').first()
const problems = { id: orderId, can_report_problem: false, problems: [] }

/** An order's page. @param more what is different about the order */
function openOrder(more: object = {}, answers: Answers = {}) {
  return openPage(path, {
    member: {},
    answers: merged(
      { 'GET /rest/v1/orders': [{ ...order, ...problems, ...more }], 'GET /rest/v1/order_moves': [] },
      answers,
    ),
  })
}

describe('the list of orders', () => {
  const listed = { ...orderRow, items: [itemRow] }

  it('says that there are none yet', async () => {
    await openPage('/orders', { member: {}, answers: { 'GET /rest/v1/orders': [] } })
    await expect.element(heading('No orders yet')).toBeVisible()
    await expectAccessible()
  })

  it.each([
    ['shipped', 'No shipped orders'],
    ['delivered', 'No delivered orders'],
    ['cancelled', 'No cancelled orders'],
  ])('says that none is %s', async (wanted, title) => {
    await openPage(`/orders?status=${wanted}`, { member: {}, answers: { 'GET /rest/v1/orders': [] } })
    await expect.element(heading(title)).toBeVisible()
  })

  it('keeps its orders when older ones could not be loaded', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({ ...listed, id: idOf(5, n + 1) }))
    await openPage('/orders', {
      member: {},
      answers: { 'GET /rest/v1/orders': inTurn(many, failed, [{ ...listed, id: idOf(5, 21) }]) },
    })
    await expect.element(rows().nth(19)).toBeVisible()
    await button('Show older orders').click()
    await expect.element(main().getByRole('alert')).toHaveTextContent('Older orders could not be loaded.')
    await button('Show older orders').click()
    await expect.element(rows().nth(20)).toBeVisible()
  })

  it('shows the number that people say beside the first 8 characters of the id', async () => {
    await openPage('/orders', { member: {}, answers: { 'GET /rest/v1/orders': [listed] } })
    await expect.element(rows().first()).toHaveTextContent('HC-1042')
    await expect.element(rows().first()).toHaveTextContent(`Order ${orderId.slice(0, 8)}`)
  })

  it('wraps long names', async () => {
    await openPage('/orders', {
      member: {},
      answers: { 'GET /rest/v1/orders': [{ ...listed, shop_name: longWord, items: [{ ...itemRow, name: longWord }] }] },
    })
    await expect.element(rows()).toBeVisible()
    expectNoOverflow()
  })
})

describe('an order', () => {
  it('is not found if it belongs to somebody else', async () => {
    await openPage(path, { member: {}, answers: { 'GET /rest/v1/orders': [] } })
    await expect.element(heading('Order Not Found')).toBeVisible()
    await expect.element(link('Your Orders')).toHaveAttribute('href', '/orders')
  })

  it('shows its number and the first 8 characters of its id', async () => {
    await openOrder()
    await expect.element(heading('Order HC-1042')).toBeVisible()
    await expect.element(main()).toHaveTextContent(`Id ${orderId.slice(0, 8)}`)
  })

  it('shows when and where it is picked up', async () => {
    await openOrder()
    await expect
      .element(status())
      .toHaveTextContent('Corner Bakery is making your order. Pick it up on Saturday 13 June, 13:00 to 17:00.')
    await expect.element(page.getByRole('list', { name: 'Items' })).toHaveTextContent('Contains milk.')
    await expectAccessible()
  })

  it('that is unpaid names the other shops of its payment', async () => {
    const shops = [
      { id: orderId, shop_name: 'Corner Bakery' },
      { id: idOf(5, 2), shop_name: 'Hill Bakery' },
    ]
    await openOrder({
      status: 'pending payment',
      paid_at: null,
      events: [],
      checkout: { expires_at: '2026-06-10T09:25:00Z', orders: shops },
    })
    await expect.element(status()).toHaveTextContent('together with what you ordered from Hill Bakery.')
    await expect.element(link('Pay now')).toHaveAttribute('href', `/checkout/${order.checkout_id}`)
    await button('Cancel order').click()
    await expect.element(dialog('Cancel this order?')).toHaveTextContent('which will be cancelled too.')
    await expectAccessible()
  })

  it('tells which allergens have changed since it was bought', async () => {
    const change = {
      allergens: { ...allFree, milk: 'contains', nuts: 'may_contain', walnut: 'may_contain' },
      ingredients: 'Flour, butter, milk, cinnamon',
      changed_at: '2026-06-10T08:30:00Z',
    }
    await openOrder({ items: [{ ...order.items[0], change }] })
    const items = page.getByRole('list', { name: 'Items' })
    await expect.element(items).toHaveTextContent('It may now contain walnut.')
    await expect.element(items).toHaveTextContent('Now: Contains milk. May contain walnut.')
    await expectAccessible()
  })

  it('wraps long names and notes', async () => {
    await openOrder({
      shop_name: longWord,
      note: longWord,
      items: [{ ...order.items[0], name: longWord, personalization: 'custom', custom_request_details: longWord }],
    })
    await expect.element(status()).toBeVisible()
    expectNoOverflow()
  })
})

describe('cancelling an order', () => {
  const refund = 'POST /rest/v1/rpc/cancellation_refund'
  const cancel = 'POST /rest/v1/rpc/cancel_order'
  const refunding = (amounts: object) => ({ refund: 0, delivery_fee: 0, kept: 0, unpaid_delivery: 0, ...amounts })

  async function openDialog(answers: Answers, more: object = {}) {
    const opened = await openOrder(more, answers)
    await button('Cancel order').click()
    await expect.element(dialog('Cancel this order?')).toBeVisible()
    return opened
  }

  it.each([
    [refunding({ refund: 4 }), '£4.00, your full payment, goes back to your original payment method.'],
    [
      refunding({ refund: 1, delivery_fee: 3 }),
      '£1.00 goes back to your original payment method. £3.00 pays for delivering the rest of your purchase.',
    ],
    [
      refunding({ refund: 1, kept: 3 }),
      '£1.00 goes back to your original payment method. The shop keeps £3.00, because the deadline for a full refund has passed.',
    ],
    [
      refunding({ refund: 1, kept: 3, unpaid_delivery: 3 }),
      '£1.00 goes back to your original payment method. The shop keeps £3.00 of your gift voucher, because delivering the rest',
    ],
  ])('shows before what goes back: %o', async (amounts, text) => {
    await openDialog({ [refund]: amounts })
    await expect.element(dialog('Cancel this order?')).toHaveTextContent(text)
    await expectAccessible()
  })

  it('cannot be confirmed before the refund is known', async () => {
    await openDialog({ [refund]: inTurn(failed, never) })
    await expect.element(dialog('Cancel this order?')).toHaveTextContent('Your refund could not be calculated.')
    await expect.element(dialog('Cancel this order?').getByRole('button', { name: 'Cancel order' })).toBeDisabled()
    await button('Try again').click()
    await expect.element(dialog('Cancel this order?')).toHaveTextContent('Calculating your refund…')
  })

  it('that is refused shows the database’s message, and the order stays', async () => {
    const message = 'Orders can be cancelled within 24 hours of purchase. Please message the seller.'
    await openDialog({
      [refund]: refunding({ refund: 4 }),
      [cancel]: refused({ status: 409, hint: 'too_late', message }),
    })
    const form = dialog('Cancel this order?')
    await form.getByRole('button', { name: 'Cancel order' }).click()
    await expect.element(form.getByRole('alert')).toHaveTextContent(message)
    await form.getByRole('button', { name: 'Keep order' }).click()
    await expect.element(form).not.toBeInTheDocument()
  })

  it('sends the refund that was shown, and the reason', async () => {
    const opened = await openDialog({
      [refund]: refunding({ refund: 4 }),
      [cancel]: { refund: { amount: 4 } },
    })
    const form = dialog('Cancel this order?')
    await form.getByLabelText('Message to Corner Bakery (optional)').fill('We are all ill.')
    await form.getByRole('button', { name: 'Cancel order' }).click()
    await expect.element(toast('£4.00 is on its way back to you.')).toBeVisible()
    expect(opened.requests(cancel)[0]?.body).toEqual({
      order_id: orderId,
      reason: 'We are all ill.',
      shown_refund: 4,
    })
  })

  it('is not offered after the deadline', async () => {
    await openOrder({ cancellable_until: '2026-06-10T08:00:00Z' })
    await expect.element(main()).toHaveTextContent('The deadline for cancelling was today at 09:00.')
    await expect.element(button('Cancel order')).not.toBeInTheDocument()
  })
})

describe('the same again', () => {
  const items = [
    { ...order.items[0], quantity: 3 },
    { ...order.items[0], id: idOf(6, 2), product_id: idOf(2, 2), name: 'Loaf' },
    { ...order.items[0], id: idOf(6, 3), product_id: idOf(2, 3), name: 'Tart' },
  ]

  it('tells what has changed before its checkout', async () => {
    const opened = await openOrder(
      { items },
      {
        'GET /rest/v1/products': [
          { ...product, stock: 2 },
          { ...product, id: idOf(2, 2), name: 'Loaf', price: 4.5 },
        ],
      },
    )
    await button(/^Same again/).click()
    const outcome = main().getByRole('status').filter({ hasText: 'to your basket' })
    await expect.element(outcome).toHaveTextContent('3 items added to your basket.')
    await expect.element(outcome).toHaveTextContent('only 2 of 3 available.')
    await expect.element(outcome).toHaveTextContent('now £4.50, £4.00 when you bought it.')
    await expect.element(outcome).toHaveTextContent('no longer on sale.')
    await expect.element(link('Go to checkout')).toHaveAttribute('href', '/checkout')
    expect(opened.path()).toBe(path)
    await expectAccessible()
  })

  it('says that nothing was added when the products could not be loaded', async () => {
    await openOrder({}, { 'GET /rest/v1/products': failed })
    await button(/^Same again/).click()
    await expect.element(main()).toHaveTextContent('Nothing was added to your basket. Check your connection')
  })
})
