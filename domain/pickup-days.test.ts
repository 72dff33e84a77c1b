import { describe, expect, it } from 'vitest'
import { daysOf, isSameSlot, placesLeftText, shortDay, slotHours } from './pickup-days.ts'

const slot = (date: string, start: string, remaining: number | null) => ({
  date,
  start_time: `${start}:00`,
  end_time: '17:00:00',
  remaining,
})

describe('pickup slots, day by day', () => {
  it('are sorted by date and time, and a day is full when all its slots are', () => {
    const days = daysOf([
      slot('2026-12-01', '13:00', 0),
      slot('2026-11-28', '09:00', 0),
      slot('2026-12-01', '09:00', 2),
    ])
    expect(days.map(({ date, isFull, slots }) => [date, isFull, slots.map(slotHours)])).toEqual([
      ['2026-11-28', true, ['09:00 to 17:00']],
      ['2026-12-01', false, ['09:00 to 17:00', '13:00 to 17:00']],
    ])
    expect(daysOf([])).toEqual([])
  })

  it('show few or no places left', () => {
    expect([null, 4, 3, 0].map((remaining) => placesLeftText(slot('2026-11-28', '09:00', remaining)))).toEqual([
      null,
      null,
      '3 left',
      'Full',
    ])
  })

  it('are equal with and without seconds', () => {
    const one = slot('2026-11-28', '09:00', 1)
    expect(isSameSlot(one, { date: '2026-11-28', start_time: '09:00', end_time: '17:00' })).toBe(true)
    expect(isSameSlot(one, { ...one, date: '2026-11-29' })).toBe(false)
    expect(isSameSlot(one, { ...one, start_time: '09:30:00' })).toBe(false)
  })

  it('have short names for their days', () => {
    expect(shortDay('2026-12-05')).toEqual({ weekday: 'Sat', day: '5' })
  })
})
