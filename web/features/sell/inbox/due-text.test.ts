import { describe, expect, it } from 'vitest'
import { dueText, groupByDueDay } from './due-text.ts'

const today = '2026-11-21'
const pickup = {
  status: 'processing',
  fulfilment: 'pickup',
  due_at: '2026-11-21T09:00:00',
  pickup_start: '09:00:00',
  pickup_end: '12:00:00',
  town: null,
}
const delivery = { ...pickup, fulfilment: 'delivery', pickup_start: null, pickup_end: null, town: 'Ely' }

describe('An order in the inbox', () => {
  it('shows when and how it is due', () => {
    expect(dueText(pickup, today)).toBe('Pickup today, 09:00 to 12:00')
    expect(dueText({ ...pickup, due_at: '2026-11-28T09:00:00' }, today)).toBe(
      'Pickup Saturday 28 November, 09:00 to 12:00',
    )
    expect(dueText(delivery, today)).toBe('Send today, to Ely')
    expect(dueText({ ...delivery, due_at: '2026-11-22T00:00:00', town: null }, today)).toBe('Send by tomorrow')
    expect(dueText({ ...delivery, status: 'delivered' }, today)).toBe('Delivery to Ely')
    const chosen = { ...delivery, due_at: '2026-11-28T10:00:00', delivery_date: '2026-11-28' }
    expect(dueText({ ...chosen, delivery_start: '10:00:00', delivery_end: '12:00:00' }, today)).toBe(
      'Deliver Saturday 28 November, 10:00 to 12:00, to Ely',
    )
    expect(dueText({ ...chosen, delivery_start: null, delivery_end: null }, today)).toBe(
      'Post Saturday 28 November, to Ely',
    )
    expect(dueText({ ...delivery, due_at: '2026-11-28T00:00:00', agreed_on: '2026-11-28' }, today)).toBe(
      'Deliver Saturday 28 November, to Ely',
    )
  })

  it('is listed under its day, or as late or not picked up if that has passed', () => {
    const orders = [
      { ...pickup, due_at: '2026-11-18T09:00:00' },
      { ...pickup, due_at: '2026-11-20T09:00:00' },
      pickup,
      { ...pickup, due_at: '2026-11-22T09:00:00' },
    ]
    expect(groupByDueDay(orders, today).map(({ heading, isLate, orders: of }) => [heading, isLate, of.length])).toEqual(
      [
        ['Late', true, 2],
        ['Today', false, 1],
        ['Tomorrow', false, 1],
      ],
    )
    expect(groupByDueDay([{ ...pickup, status: 'ready', due_at: '2026-11-18T09:00:00' }], today)[0]?.heading).toBe(
      'Not picked up yet',
    )
  })
})
