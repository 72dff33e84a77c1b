import { describe, expect, it } from 'vitest'
import { type OfferedSlot, offeredDays } from './pickup-days.ts'
import { slotLike, usualTimeOf } from './usual-time.ts'

const order = {
  fulfilment: 'pickup',
  pickup_date: '2026-11-21',
  pickup_start: '13:00:00',
  delivery_date: null,
  delivery_start: null,
}
const saturday = { fulfilment: 'pickup', weekday: 6, start: '13:00' } as const

const slot = (date: string, start: string, remaining: number | null = null): OfferedSlot => ({
  date,
  start_time: `${start}:00`,
  end_time: '18:00:00',
  remaining,
})
const like = (...slots: OfferedSlot[]) => {
  const found = slotLike(saturday, offeredDays(slots))
  return found && `${found.date} ${found.start_time}`
}

describe('the time of an order that is repeated', () => {
  it('is the weekday and the hour of its pickup or delivery', () => {
    expect(usualTimeOf(order)).toEqual(saturday)
    const delivery = { ...order, fulfilment: 'delivery', pickup_date: null, pickup_start: null }
    expect(usualTimeOf(delivery)).toBeNull()
    expect(usualTimeOf({ ...delivery, delivery_date: '2026-11-22', delivery_start: '09:30' })).toEqual({
      fulfilment: 'delivery',
      weekday: 0,
      start: '09:30',
    })
  })

  it('proposes the same hour on the next such weekday', () => {
    const week = ['2026-11-27', '2026-11-28', '2026-12-05'].flatMap((date) => [
      slot(date, '09:00'),
      slot(date, '13:00'),
    ])
    expect(like(...week)).toBe('2026-11-28 13:00:00')
  })

  it('proposes another hour of the day before a later week', () => {
    expect(like(slot('2026-11-28', '09:00'), slot('2026-11-28', '13:00', 0), slot('2026-12-05', '13:00'))).toBe(
      '2026-11-28 09:00:00',
    )
  })

  it('goes on to the next week when the day is full, and proposes no other weekday', () => {
    expect(like(slot('2026-11-28', '13:00', 0), slot('2026-12-05', '13:00', 2))).toBe('2026-12-05 13:00:00')
    expect(like(slot('2026-11-27', '13:00'), slot('2026-11-28', '13:00', 0))).toBeNull()
  })

  it('leaves the number of places out of the choice', () => {
    expect(slotLike(saturday, offeredDays([slot('2026-11-28', '13:00', 2)]))).toEqual({
      date: '2026-11-28',
      start_time: '13:00:00',
      end_time: '18:00:00',
    })
  })
})
