import { describe, expect, it } from 'vitest'
import { type StatusTextOrder, statusText } from './status-text.ts'

const order: StatusTextOrder = {
  id: 'this',
  status: 'processing',
  buyer_id: 'buyer',
  shop_name: 'Corner Bakery',
  fulfilment: 'delivery',
  pickup_date: null,
  pickup_start: null,
  pickup_end: null,
  paid_at: '2026-11-21T10:05:00Z',
  cancel_reason: null,
  checkout: { expires_at: '2026-11-21T10:30:00Z', orders: [{ id: 'this', shop_name: 'Corner Bakery' }] },
  events: [],
  refunds: [],
}

const refund = { status: 'pending', amount: 5, created_at: '2026-11-21T10:40:00Z' }

const now = new Date('2026-11-21T11:00:00Z')

const cancelled = (actor_id: string | null): StatusTextOrder => ({
  ...order,
  status: 'cancelled',
  events: [
    { status: 'cancelled', actor_id: 'earlier' },
    { status: 'cancelled', actor_id },
  ],
})

describe('the status text of an order', () => {
  it('says when a payment is awaited, with the orders paid together', () => {
    const pending: StatusTextOrder = { ...order, status: 'pending payment', paid_at: null }
    expect(statusText(pending, now)).toBe('Awaiting payment. The items are held for you until 10:30.')
    const orders = ['this', 'Doorstep', 'Hill & Co'].map((name) => ({ id: name, shop_name: name }))
    expect(statusText({ ...pending, checkout: { expires_at: '2026-06-21T10:30:00Z', orders } }, now)).toBe(
      'Awaiting payment, together with what you ordered from Doorstep and Hill & Co. The items are held for you until 11:30.',
    )
  })

  it('names the chosen day of a delivery', () => {
    const chosen = { ...order, delivery_date: '2026-11-28', delivery_start: '10:00:00', delivery_end: '12:00:00' }
    expect(statusText(chosen, now)).toBe(
      'Corner Bakery is making your order. It will be delivered on Saturday 28 November, 10:00 to 12:00.',
    )
    expect(statusText({ ...chosen, delivery_start: null, delivery_end: null }, now)).toBe(
      'Corner Bakery is making your order. It will be sent on Saturday 28 November, by post.',
    )
    expect(statusText({ ...order, agreed_on: '2026-12-14' }, now)).toBe(
      'Corner Bakery is making your order. It will be delivered on Monday 14 December.',
    )
    expect(statusText({ ...chosen, status: 'shipped' }, now)).toBe(
      'Your order is on its way. It arrives on Saturday 28 November, 10:00 to 12:00.',
    )
  })

  it('names the day and the time of a pickup', () => {
    const pickup = {
      ...order,
      fulfilment: 'pickup',
      pickup_date: '2026-11-28',
      pickup_start: '09:00:00',
      pickup_end: '12:00:00',
    }
    const when = 'Pick it up on Saturday 28 November, 09:00 to 12:00.'
    expect(statusText(pickup, now)).toBe(`Corner Bakery is making your order. ${when}`)
    expect(statusText({ ...pickup, status: 'ready' }, now)).toBe(`Your order is ready. ${when}`)
    expect(statusText({ ...pickup, status: 'ready' }, new Date('2026-11-28T11:59:00Z'))).toContain(when)
    expect(statusText({ ...pickup, status: 'ready' }, new Date('2026-11-28T12:00:00Z'))).toBe(
      'Your order is ready. The pickup was on Saturday 28 November, 09:00 to 12:00. Message the seller if you could not come.',
    )
    expect(statusText({ ...pickup, status: 'delivered' }, now)).toBe('You have picked up your order. Enjoy!')
  })

  it('says who cancelled the order, why, and what happens to the money', () => {
    expect(statusText({ ...cancelled('buyer'), refunds: [{ ...refund, status: 'pending', amount: 23.99 }] }, now)).toBe(
      'You cancelled this order. £23.99 is on its way back to you.',
    )
    expect(
      statusText(
        {
          ...cancelled('seller'),
          cancel_reason: 'The oven is broken.',
          refunds: [{ ...refund, status: 'succeeded' }],
        },
        now,
      ),
    ).toBe('Corner Bakery cancelled this order. “The oven is broken.” £5.00 has been refunded.')
    expect(statusText({ ...cancelled('buyer'), refunds: [{ ...refund, status: 'failed' }] }, now)).toMatch(
      /The refund of £5.00 failed. Message the seller/,
    )
  })

  it('omits a failed refund that was sent again', () => {
    const again = { ...refund, created_at: '2026-11-21T10:50:00Z' }
    const failed = { ...refund, status: 'failed' }
    expect(statusText({ ...cancelled('buyer'), refunds: [failed, again] }, now)).toBe(
      'You cancelled this order. £5.00 is on its way back to you.',
    )
    expect(statusText({ ...cancelled('buyer'), refunds: [failed, { ...again, amount: 4.99 }] }, now)).toContain(
      'failed',
    )
  })

  it('says that an order was not paid', () => {
    expect(statusText({ ...cancelled(null), paid_at: null }, now)).toBe('This order was not paid in time.')
    expect(statusText({ ...cancelled('buyer'), paid_at: null }, now)).toBe('You cancelled this order. It was not paid.')
  })
})
