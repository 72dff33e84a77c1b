import { describe, expect, it } from 'vitest'
import { handOverWhen, type TimedOrder, timelineOf } from './order-timeline.ts'

const placed = '2026-11-21T10:00:00+00:00'
const paid = '2026-11-21T10:05:00+00:00'
const later = '2026-11-22T09:00:00+00:00'

const order: TimedOrder = {
  status: 'processing',
  fulfilment: 'delivery',
  created_at: placed,
  paid_at: paid,
  cancelled_at: null,
  pickup_date: null,
  pickup_start: null,
  pickup_end: null,
  events: [
    { status: 'pending payment', created_at: placed },
    { status: 'processing', created_at: paid },
  ],
}

const pickup = {
  fulfilment: 'pickup',
  pickup_date: '2026-11-28',
  pickup_start: '09:00:00',
  pickup_end: '12:00:00',
} as const

/** 'Label, progress: when or what is next'. */
function timelineTexts(of: TimedOrder): string[] {
  return timelineOf(of).map(({ label, progress, at, outlook }) =>
    [`${label}, ${progress}`, at?.toISOString().slice(5, 16), outlook].filter(Boolean).join(': '),
  )
}

describe('the timeline of an order', () => {
  it('leads from the order to its delivery', () => {
    expect(timelineTexts(order)).toEqual([
      'Ordered, done: 11-21T10:00',
      'Processing, current: 11-21T10:05',
      'Shipped, ahead: As soon as it is made',
      'Delivered, ahead',
    ])
  })

  it('leads from the order to its pickup, with the pickup time', () => {
    expect(timelineTexts({ ...order, ...pickup })).toEqual([
      'Ordered, done: 11-21T10:00',
      'Processing, current: 11-21T10:05',
      'Ready for pickup, ahead: By Saturday 28 November at 09:00',
      'Picked up, ahead',
    ])
    const events = [...order.events, { status: 'ready', created_at: later }]
    expect(timelineTexts({ ...order, ...pickup, status: 'ready', events }).slice(2)).toEqual([
      'Ready for pickup, current: 11-22T09:00',
      'Picked up, ahead: Saturday 28 November, 09:00 to 12:00',
    ])
  })

  it('names the chosen day of a delivery', () => {
    const chosen = { ...order, delivery_date: '2026-11-28' }
    const outlooks = (of: TimedOrder) => timelineTexts(of).slice(2)
    expect(outlooks({ ...chosen, delivery_start: '10:00:00', delivery_end: '12:00:00' })[0]).toBe(
      'Shipped, ahead: On Saturday 28 November',
    )
    expect(outlooks({ ...chosen, status: 'shipped', delivery_start: '10:00:00', delivery_end: '12:00:00' })[1]).toBe(
      'Delivered, ahead: Saturday 28 November, 10:00 to 12:00',
    )
    expect(outlooks({ ...chosen, status: 'shipped', delivery_start: null, delivery_end: null })[1]).toBe(
      'Delivered, ahead',
    )
  })

  it('names the agreed day of a custom order that is delivered', () => {
    const agreed = { ...order, agreed_on: '2026-12-14' }
    expect(timelineTexts(agreed)[2]).toBe('Shipped, ahead: On Monday 14 December')
    expect(handOverWhen(agreed)).toBe('Monday 14 December')
    expect(handOverWhen({ ...agreed, ...pickup })).toBe('Saturday 28 November, 09:00 to 12:00')
    expect(handOverWhen(order)).toBeNull()
  })

  it('ends at a cancellation, after the steps before it', () => {
    const events = [...order.events, { status: 'cancelled', created_at: later }]
    expect(timelineTexts({ ...order, status: 'cancelled', cancelled_at: later, events })).toEqual([
      'Ordered, done: 11-21T10:00',
      'Processing, done: 11-21T10:05',
      'Cancelled, current: 11-22T09:00',
    ])
    const unpaid = { ...order, status: 'cancelled', paid_at: null, cancelled_at: later, events: [] }
    expect(timelineTexts(unpaid)).toEqual(['Ordered, done: 11-21T10:00', 'Cancelled, current: 11-22T09:00'])
  })

  it('omits an expiry once a late payment is honoured', () => {
    const events = [
      { status: 'pending payment', created_at: placed },
      { status: 'cancelled', created_at: paid },
      { status: 'processing', created_at: later },
    ]
    expect(timelineTexts({ ...order, paid_at: later, events }).slice(0, 2)).toEqual([
      'Ordered, done: 11-21T10:00',
      'Processing, current: 11-22T09:00',
    ])
  })

  it('ends at an unknown status', () => {
    expect(timelineTexts({ ...order, status: 'lost at sea' }).at(-1)).toBe('lost at sea, current')
  })
})
