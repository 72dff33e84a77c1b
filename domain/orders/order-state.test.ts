import { describe, expect, it } from 'vitest'
import { buyerCancelling, orderState, orderTabs, shortOrderId } from './order-state.ts'

it('an order status is recognised in any case, and an unknown one shown neutrally', () => {
  expect(orderState('Delivered')).toEqual({ label: 'Delivered', tone: 'leaf' })
  expect(orderState('lost at sea')).toEqual({ label: 'lost at sea', tone: 'neutral' })
})

it('the short id of an order is its first 8 characters', () => {
  expect(shortOrderId('1a2b3c4d-0000-4000-8000-000000000000')).toBe('1a2b3c4d')
})

it('orders ready for pickup are listed under processing', () => {
  expect(orderTabs.map(({ label }) => label)).toEqual(['All Orders', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
  expect(orderTabs.find(({ value }) => value === 'processing')?.statuses).toContain('ready')
})

describe('a buyer’s right to cancel', () => {
  const cancellable_until = '2026-10-25T13:00:00+00:00'
  const until = new Date(cancellable_until)

  const marketTerms = { refundable_in_part_until: null, cancel_refund_percent: null }

  it('ends at the database’s time', () => {
    const order = { status: 'processing', cancellable_until, ...marketTerms }
    expect(buyerCancelling(order, new Date('2026-10-25T12:59:59.999Z'))).toEqual({ kind: 'open', until, late: null })
    expect(buyerCancelling(order, until)).toEqual({ kind: 'too-late', until })
  })

  it('to a part lasts from then to the hand-over, under a shop’s own terms', () => {
    const end = '2026-10-27T09:00:00+00:00'
    const order = { status: 'processing', cancellable_until, refundable_in_part_until: end, cancel_refund_percent: 50 }
    const late = { until: new Date(end), refundPercent: 50 }
    expect(buyerCancelling(order, new Date('2026-10-25T12:59:59.999Z'))).toEqual({ kind: 'open', until, late })
    expect(buyerCancelling(order, until)).toEqual({ kind: 'late', until, late })
    expect(buyerCancelling(order, late.until)).toEqual({ kind: 'too-late', until })
    expect(buyerCancelling({ ...order, status: 'ready' }, until)).toEqual({ kind: 'made' })
  })

  it.each([
    ['pending payment', 'unpaid'],
    ['ready', 'made'],
    ['shipped', 'made'],
    ['delivered', 'over'],
    ['cancelled', 'over'],
    ['lost at sea', 'over'],
  ])('for an order that is %s: %s', (status, kind) => {
    const known = status === 'pending payment' ? null : cancellable_until
    expect(buyerCancelling({ status, cancellable_until: known, ...marketTerms }, until).kind).toBe(kind)
  })
})
