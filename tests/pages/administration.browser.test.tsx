import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, inTurn, merged, refused } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { idOf, longWord } from './rows.ts'

const access = 'POST /rest/v1/rpc/is_administrator'
const queue = 'POST /rest/v1/rpc/moderation_queue'
const work = 'POST /rest/v1/rpc/failed_work'

const usual: Answers = {
  [access]: true,
  [queue]: { total: 0, items: [] },
  [work]: { total: 0, items: [] },
}

const open = (path: string, answers: Answers = {}) => openPage(path, { member: {}, answers: merged(usual, answers) })

describe('the pages of administrators', () => {
  it('are not found by other members', async () => {
    await open('/admin', { [access]: false, 'POST /rest/v1/rpc/needs_second_factor': false })
    await expect.element(heading('Page not found')).toBeVisible()
  })

  it('ask an administrator for the second factor', async () => {
    await open('/admin', { [access]: false, 'POST /rest/v1/rpc/needs_second_factor': true })
    await expect.element(heading('Two-step verification needed')).toBeVisible()
    await expectAccessible()
  })

  it('say that nothing is reported and nothing has failed', async () => {
    await open('/admin?tab=failed')
    await expect.element(heading('Nothing has failed')).toBeVisible()
    await expectAccessible()
  })
})

describe('failed work', () => {
  const item = {
    kind: 'email',
    id: idOf(70),
    what: 'account-restored',
    at: '2026-06-10T08:00:00Z',
    attempts: 24,
    error: '550 (address): try later',
    next_try_at: null,
    can_retry: true,
    amount: null,
    order_number: null,
    member_id: idOf(9),
    total: 1,
  }
  const failing = (more: object = {}) => ({ total: 1, items: [{ ...item, ...more }] })
  const retry = 'POST /rest/v1/rpc/retry_work'

  it('is tried again, and leaves the list', async () => {
    const opened = await open('/admin?tab=failed', {
      [work]: inTurn(failing(), { total: 0, items: [] }),
      [retry]: null,
      'POST /rest/v1/rpc/administrator_actions': [],
    })
    await expect.element(page.getByRole('tab', { name: 'Failed (1)' })).toBeVisible()
    await expect.element(main()).toHaveTextContent('550 (address): try later')
    await expectAccessible()
    await button('Try again: Account restored').click()
    await expect.element(heading('Nothing has failed')).toBeVisible()
    expect(opened.requests(retry)[0]?.body).toEqual({ kind: 'email', id: item.id })
  })

  it('that cannot be tried again says so', async () => {
    await open('/admin?tab=failed', { [work]: failing(), [retry]: refused({ status: 409, message: 'gone' }) })
    await button('Try again: Account restored').click()
    await expect.element(toast('It could not be tried again')).toBeVisible()
  })

  it.each([
    ['open', 'Please answer at the payment provider in time.'],
    ['lost', 'The buyer has the money back.'],
  ])('has a dispute that is %s, without a button', async (what, text) => {
    await open('/admin?tab=failed', {
      [work]: failing({ kind: 'dispute', what, error: 'product_not_received', can_retry: false, amount: 25 }),
    })
    await expect.element(main()).toHaveTextContent(`£25.00 of a payment: ${what}`)
    await expect.element(main()).toHaveTextContent('Product not received')
    await expect.element(main()).toHaveTextContent(text)
    await expect.element(button(/^Try again/)).not.toBeInTheDocument()
  })

  it('wraps long errors', async () => {
    await open('/admin?tab=failed', { [work]: failing({ error: longWord }) })
    await expect.element(main()).toHaveTextContent(longWord)
    expectNoOverflow()
  })
})
