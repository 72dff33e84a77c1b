import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { allFree } from '../declarations.ts'
import { type Answers, failed, merged, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'
import { idOf, listing, longWord, mia, product, productId, walnut } from './rows.ts'

const list = 'POST /rest/v1/rpc/my_subscriptions'

const subscription = {
  id: idOf(95),
  product_id: productId,
  product: 'Cinnamon bun',
  image: null,
  choices: null,
  quantity: 2,
  every_weeks: 1,
  start_time: '09:00:00',
  end_time: '12:00:00',
  price: 4,
  next_on: '2026-06-20',
  paused_until: null,
  ended_at: null,
  ended_by: null,
  end_message: null,
  problem: null,
  changed: null,
  times: { order_at: '2026-06-17T08:00:00Z', close_at: '2026-06-19T08:00:00Z', announce_at: '2026-06-15T08:00:00Z' },
  pays_by_card: false,
  shop: 'Corner Bakery',
  shop_slug: 'corner-bakery',
  description: null,
  diets: [],
  kitchen: null,
  allergens: product.allergens,
  ingredients: product.ingredients,
  now: { price: 4, allergens: product.allergens, ingredients: product.ingredients },
  days: [],
}

const open = (more: object = {}, answers: Answers = {}) =>
  openPage('/subscriptions', { member: {}, answers: merged({ [list]: [{ ...subscription, ...more }] }, answers) })

describe('the subscriptions of a member', () => {
  it('are none at first', async () => {
    await openPage('/subscriptions', { member: {}, answers: { [list]: [] } })
    await expect.element(heading('No subscriptions yet')).toBeVisible()
    await expect.element(link('Browse products')).toHaveAttribute('href', '/')
    await expectAccessible()
  })

  it('say when the next order is placed', async () => {
    await open()
    await expect.element(main()).toHaveTextContent('Next: Saturday 20 June')
    await expect.element(main()).toHaveTextContent('We place this order on Wednesday 17 June at 09:00.')
    await expectAccessible()
  })

  it('ask before they cost more', async () => {
    const agree = 'POST /rest/v1/rpc/agree_to_subscription'
    const opened = await open({ changed: 'price', now: { ...subscription.now, price: 5 } }, { [agree]: null })
    await expect.element(main()).toHaveTextContent('One now costs £5.00 instead of £4.00.')
    await expectAccessible()
    await button('Agree and continue').click()
    await expect.poll(() => opened.requests(agree)).toHaveLength(1)
  })

  it('ask before they contain something else', async () => {
    await open({ changed: 'allergens', now: { ...subscription.now, allergens: { ...allFree, ...walnut } } })
    await expect.element(main()).toHaveTextContent('There are no orders until you agree.')
    await expect.element(main()).toHaveTextContent('walnut')
  })

  it.each([
    ['skipping a day', {}, 'skip_subscription', /^Skip this one/],
    ['resuming', { paused_until: '2026-07-01' }, 'resume_subscription', /^Resume/],
  ] as const)('say that %s has failed', async (_, more, call, name) => {
    await open(more, { [`POST /rest/v1/rpc/${call}`]: failed })
    await button(name).click()
    await expect.element(toast('The subscription could not be changed')).toBeVisible()
  })

  it('show with what message a seller has ended one', async () => {
    await open({ ended_at: '2026-06-09T09:00:00Z', ended_by: 'seller', end_message: 'I am moving away.' })
    await expect.element(heading('Ended')).toBeVisible()
    await expect.element(main()).toHaveTextContent('I am moving away.')
  })

  it('wrap long names', async () => {
    await open({ product: longWord, shop: longWord })
    await expect.element(main()).toHaveTextContent('Next: Saturday 20 June')
    expectNoOverflow()
  })
})

describe('subscribing', () => {
  const windows = [
    {
      weekday: 6,
      start_time: '09:00:00',
      end_time: '12:00:00',
      first_on: '2026-06-20',
      order_at: '2026-06-17T08:00:00Z',
      pay_until: '2026-06-19T08:00:00Z',
    },
  ]

  async function openDialog(more: object = {}, { answers, ...options }: PageOptions = {}) {
    const opened = await openPage(`/product/${productId}`, {
      member: {},
      answers: merged(
        {
          'GET /rest/v1/products': [{ ...product, is_subscribable: true, ...more }],
          'POST /rest/v1/rpc/search_products': listing([]),
          'POST /rest/v1/rpc/earliest_days': [],
          'POST /rest/v1/rpc/subscription_windows': windows,
        },
        answers,
      ),
      ...options,
    })
    await button(/^Subscribe/).click()
    return { opened, form: dialog('Subscribe to Cinnamon bun') }
  }

  it('needs an agreement to recurring orders, and shows why it is refused', async () => {
    const message = 'This window is no longer offered.'
    const { form } = await openDialog(
      {},
      { answers: { 'POST /rest/v1/rpc/subscribe': refused({ hint: 'slot', message }) } },
    )
    await expect.element(form.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
    await form.getByRole('checkbox', { name: /^I agree to recurring orders of £4\.00/ }).click()
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect.element(form.getByRole('alert')).toHaveTextContent(message)
    await expectAccessible()
  })

  it('says who pays when a card is charged for each order', async () => {
    const card = { id: idOf(12), brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }
    const { form } = await openDialog({}, { answers: { 'GET /rest/v1/saved_cards': [card] } })
    await expect.element(form).toHaveTextContent('Nothing is charged automatically: you pay each order yourself.')
    await form.getByRole('checkbox', { name: /^Charge / }).click()
    await expect.element(form).toHaveTextContent('once it is placed.')
  })

  it('warns of what the household avoids, and asks once more', async () => {
    const { form } = await openDialog({ allergens: walnut }, { household: [mia] })
    await expect.element(form.getByRole('alert').first()).toHaveTextContent('This does not fit your household.')
    await form.getByRole('checkbox', { name: /^I agree to recurring orders/ }).click()
    await expect.element(form.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
    await form.getByRole('checkbox', { name: 'I want it although it does not fit what I avoid.' }).click()
    await expect.element(form.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
    await expectAccessible()
  })

  it('says that no day is offered', async () => {
    const { form } = await openDialog({}, { answers: { 'POST /rest/v1/rpc/subscription_windows': [] } })
    await expect.element(form.getByText('At the moment there is no weekly pickup day for this product.')).toBeVisible()
    expect(page.getByRole('checkbox').elements()).toEqual([])
  })
})
