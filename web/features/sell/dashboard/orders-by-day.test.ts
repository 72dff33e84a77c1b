import { describe, expect, it } from 'vitest'
import { groupOrdersByDay } from './orders-by-day.ts'

const pickup = (id: number, date: string) => ({ id, fulfilment: 'pickup', pickup_date: date })
const delivery = (id: number) => ({ id, fulfilment: 'delivery', pickup_date: null })

describe('groupOrdersByDay', () => {
  it('puts overdue pickups first, then deliveries, then each coming day, then later pickups', () => {
    const orders = [
      pickup(1, '2026-12-24'),
      pickup(2, '2026-11-23'),
      delivery(3),
      pickup(4, '2026-11-21'),
      pickup(5, '2026-11-20'),
      pickup(6, '2026-11-22'),
      pickup(7, '2026-11-21'),
    ]
    expect(
      groupOrdersByDay(orders, '2026-11-21').map(({ title, orders }) => [title, orders.map(({ id }) => id)]),
    ).toEqual([
      ['Not picked up yet', [5]],
      ['To send', [3]],
      ['Today', [4, 7]],
      ['Tomorrow', [6]],
      ['Monday 23 November', [2]],
      ['Later', [1]],
    ])
  })

  it('marks overdue pickups and those of today as urgent', () => {
    const days = groupOrdersByDay(
      [pickup(1, '2026-11-20'), pickup(2, '2026-11-21'), pickup(3, '2026-11-22')],
      '2026-11-21',
    )
    expect(days.map(({ isUrgent }) => isUrgent)).toEqual([true, true, false])
  })

  it('is empty without orders', () => {
    expect(groupOrdersByDay([], '2026-11-21')).toEqual([])
  })
})
