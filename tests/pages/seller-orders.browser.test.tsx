import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { plainChoice } from '#domain/food/plain-choice'
import { type Answers, failed, inTurn, merged, refused } from './answers.ts'
import { button, dialog, expectAccessible, heading, main } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { idOf, order, orderId, ownShop, product, productId } from './rows.ts'

const usual: Answers = { 'GET /rest/v1/shops': [ownShop] }

const inbox = {
  today: '2026-06-10',
  counts: { processing: 1, ready: 0, shipped: 0, delivered: 0, cancelled: 0 },
  days: { late: 0, today: 1, tomorrow: 0, later: 0 },
  orders: [],
  next: null,
  newest: null,
}

describe('a new order of a customer without an account', () => {
  const place = 'POST /rest/v1/rpc/place_manual_order'
  const open = (answers: Answers = {}) =>
    openPage('/seller/orders/new', {
      member: {},
      answers: merged(
        usual,
        {
          'GET /rest/v1/products': [product],
          'POST /rest/v1/rpc/open_payment_links': [],
          'POST /rest/v1/rpc/hand_over_slots': [],
        },
        answers,
      ),
    })
  const add = (name: string) => page.getByRole('list', { name: 'Products' }).getByRole('button', { name }).click()

  it('keeps what is typed while products that failed load again', async () => {
    const opened = await open({ 'GET /rest/v1/products': failed })
    await page.getByLabelText('Name').fill('Mrs Ames')
    opened.answer({ 'GET /rest/v1/products': [product] })
    await main().getByRole('alert').getByRole('button').click()
    await expect
      .element(page.getByRole('list', { name: 'Products' }).getByRole('button').first())
      .toHaveTextContent('Cinnamon bun')
    await expect.element(page.getByLabelText('Name')).toHaveValue('Mrs Ames')
    await expect.element(main().getByText('Your products could not be loaded.')).not.toBeInTheDocument()
  })

  it('says what every choice adds', async () => {
    const group = {
      id: idOf(80),
      name: 'Topping',
      is_required: true,
      max_choices: 1,
      choices: [
        { id: idOf(81), name: 'Plain', price_delta: 0, stock: null, ...plainChoice },
        {
          id: idOf(81, 2),
          name: 'Praline',
          price_delta: 1,
          ...plainChoice,
          stock: null,
          allergens: { nuts: 'contains', hazelnut: 'contains' },
        },
      ],
    }
    await open({ 'GET /rest/v1/products': [{ ...product, option_groups: [group] }] })
    await add('Cinnamon bun')
    const line = page.getByRole('listitem', { name: 'Cinnamon bun' })
    await line.getByLabelText('Topping').selectOptions('Praline, +£1.00')
    await expect.element(line).toHaveTextContent('Contains milk and hazelnut.')
    await expectAccessible()
  })

  it('shows why it is refused, and sends the same key again', async () => {
    const message = 'Only 2 are left.'
    const opened = await open({
      [place]: inTurn(refused({ hint: 'sold_out', message }), { order_id: orderId, token: null, total: 4 }),
    })
    await add('Cinnamon bun')
    await page.getByLabelText('Name').fill('Mrs Ames')
    await button('Enter order').click()
    await expect.element(main().getByText(message)).toBeVisible()
    await button('Enter order').click()
    await expect.poll(() => opened.requests(place)).toHaveLength(2)
    const [first, second] = opened.requests(place).map(({ body }) => body)
    expect(second).toEqual(first)
  })
})

describe('a refund', () => {
  it('is asked for with the same key again after a failure, and with another for another reason', async () => {
    const refund = 'POST /rest/v1/rpc/refund_order'
    const opened = await openPage(`/seller/orders?order=${orderId}`, {
      member: {},
      answers: merged(usual, {
        'GET /rest/v1/orders': [{ ...order, buyer_id: idOf(9), manual: null, problems: [] }],
        'GET /rest/v1/order_moves': [],
        'GET /rest/v1/order_problems': [],
        'GET /rest/v1/chat_rooms': [],
        'POST /rest/v1/rpc/seller_inbox': inbox,
        [refund]: failed,
      }),
    })
    await button('Refund').click()
    const form = dialog('Refund')
    await form.getByLabelText('Amount (£)').fill('1.50')
    await form.getByLabelText(/^Reason/).fill('One bun was broken')
    const send = form.getByRole('button', { name: 'Refund', exact: true })
    await send.click()
    await expect.element(form.getByRole('alert')).toBeVisible()
    await send.click()
    await expect.poll(() => opened.requests(refund)).toHaveLength(2)
    await expect.element(send).toBeEnabled()
    await form.getByLabelText(/^Reason/).fill('Two buns were broken')
    await send.click()
    await expect.poll(() => opened.requests(refund)).toHaveLength(3)
    const [first, again, other] = opened.requests(refund).map(({ body }) => body as { idempotency_key: string })
    expect(first).toMatchObject({ order_id: orderId, amount: 1.5 })
    expect(again).toEqual(first)
    expect(other?.idempotency_key).not.toBe(first?.idempotency_key)
  })
})

describe('a recipe', () => {
  it('of another shop is not found', async () => {
    await openPage(`/seller/products/${productId}/recipe`, {
      member: {},
      answers: {
        'GET /rest/v1/shops': [{ ...ownShop, costing: null, vat: null }],
        'GET /rest/v1/shop_ingredients': [],
        'GET /rest/v1/products': [],
      },
    })
    await expect.element(heading('This product doesn’t exist or isn’t yours')).toBeVisible()
    await expectAccessible()
  })

  it('is needed by no product at first', async () => {
    const opened = await openPage('/seller/recipe-costs', {
      member: {},
      answers: {
        'GET /rest/v1/shops': [{ ...ownShop, costing: null, vat: null }],
        'GET /rest/v1/shop_ingredients': failed,
        'GET /rest/v1/products': [],
      },
    })
    await expect.element(heading('Your recipes could not be loaded')).toBeVisible()
    opened.answer({ 'GET /rest/v1/shop_ingredients': [] })
    await button('Try again').click()
    await expect.element(heading('No products yet')).toBeVisible()
  })
})
