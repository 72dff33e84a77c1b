import { describe, expect, it } from 'vitest'
import { buyerCancelling, orderNumber, orderState, orderTabs } from './order-state.ts'

it('knows the states of an order in any case, and shows any other neutrally', () => {
  expect(orderState('Delivered')).toEqual({ label: 'Delivered', tone: 'leaf' })
  expect(orderState('lost at sea')).toEqual({ label: 'lost at sea', tone: 'neutral' })
})

it('shows the first 8 characters of an order’s id', () => {
  expect(orderNumber('1a2b3c4d-0000-4000-8000-000000000000')).toBe('1a2b3c4d')
})

it('counts what is ready for pickup as processing', () => {
  expect(orderTabs.map(({ label }) => label)).toEqual(['All Orders', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
  expect(orderTabs.find(({ value }) => value === 'processing')?.statuses).toContain('ready')
})

describe('a buyer cancels', () => {
  const cancellable_until = '2026-10-25T13:00:00+00:00'
  const until = new Date(cancellable_until)

  it('until the moment that the database says', () => {
    const order = { status: 'processing', cancellable_until }
    expect(buyerCancelling(order, new Date('2026-10-25T12:59:59.999Z'))).toEqual({ kind: 'open', until })
    expect(buyerCancelling(order, until)).toEqual({ kind: 'too-late', until })
  })

  it.each([
    ['pending payment', 'unpaid'],
    ['ready', 'made'],
    ['shipped', 'made'],
    ['delivered', 'over'],
    ['cancelled', 'over'],
    ['lost at sea', 'over'],
  ])('what is %s: %s', (status, kind) => {
    const known = status === 'pending payment' ? null : cancellable_until
    expect(buyerCancelling({ status, cancellable_until: known }, until).kind).toBe(kind)
  })
})
