import { describe, expect, it } from 'vitest'
import { byDueDay, dueWords } from './due-words.ts'

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

describe('an order in the inbox', () => {
  it('says when it is handed over', () => {
    expect(dueWords(pickup, today)).toBe('Pickup today, 09:00 to 12:00')
    expect(dueWords({ ...pickup, due_at: '2026-11-28T09:00:00' }, today)).toBe(
      'Pickup Saturday 28 November, 09:00 to 12:00',
    )
    expect(dueWords(delivery, today)).toBe('Send today, to Ely')
    expect(dueWords({ ...delivery, due_at: '2026-11-22T00:00:00', town: null }, today)).toBe('Send by tomorrow')
    expect(dueWords({ ...delivery, status: 'delivered' }, today)).toBe('Delivery to Ely')
  })

  it('stands under its day, and what is late under that', () => {
    const orders = [
      { ...pickup, due_at: '2026-11-18T09:00:00' },
      { ...pickup, due_at: '2026-11-20T09:00:00' },
      pickup,
      { ...pickup, due_at: '2026-11-22T09:00:00' },
    ]
    expect(byDueDay(orders, today).map(({ heading, isLate, orders: of }) => [heading, isLate, of.length])).toEqual([
      ['Late', true, 2],
      ['Today', false, 1],
      ['Tomorrow', false, 1],
    ])
    expect(byDueDay([{ ...pickup, status: 'ready', due_at: '2026-11-18T09:00:00' }], today)[0]?.heading).toBe(
      'Not collected yet',
    )
  })
})
