import { describe, expect, it } from 'vitest'
import { heldSlot, isFull, isSameSlot, offeredDays, placesLeftText, slotHours, withHeldPlaces } from './pickup-days.ts'

const slot = (date: string, start: string, remaining: number | null) => ({
  date,
  start_time: `${start}:00`,
  end_time: '17:00:00',
  remaining,
})
const without = (date: string, reason: string) => ({ date, start_time: null, end_time: null, remaining: null, reason })

describe('offered days', () => {
  it('are sorted by date and time, and a day is fully booked when all its slots are', () => {
    const days = offeredDays([
      slot('2026-12-01', '13:00', 0),
      slot('2026-11-28', '09:00', 0),
      slot('2026-12-01', '09:00', 2),
    ])
    expect(days.map(({ date, reason, slots }) => [date, reason, slots.map(slotHours)])).toEqual([
      ['2026-11-28', 'Fully booked.', ['09:00 to 17:00']],
      ['2026-12-01', null, ['09:00 to 17:00', '13:00 to 17:00']],
    ])
    expect(offeredDays([])).toEqual([])
  })

  it('say why a day has no slots', () => {
    const reasons = ['closed', 'no_windows', 'too_early', 'cut_off']
    expect(offeredDays(reasons.map((reason, n) => without(`2026-12-0${n + 1}`, reason)))).toEqual([
      { date: '2026-12-01', slots: [], reason: 'Closed.' },
      { date: '2026-12-02', slots: [], reason: 'No times on this day.' },
      { date: '2026-12-03', slots: [], reason: 'Too early: this order takes longer to make.' },
      { date: '2026-12-04', slots: [], reason: 'Too late to order for this day.' },
    ])
  })

  it('let a member alone choose the full slot in which a place is held for them', () => {
    const days = offeredDays([
      slot('2026-12-01', '09:00', 0),
      slot('2026-12-01', '13:00', 0),
      slot('2026-12-02', '09:00', 2),
    ])
    const until = '2026-11-28T14:30:00Z'
    const [held, other] = withHeldPlaces(days, ({ start_time: start }) => (start === '09:00:00' ? until : null))
    expect(held?.reason).toBeNull()
    expect(held?.slots.map(isFull)).toEqual([false, true])
    expect(held?.slots.map(placesLeftText)).toEqual(['Held for you', 'Full'])
    expect(other).toEqual(days[1])
    expect(heldSlot(held ? [held] : [])).toMatchObject({ date: '2026-12-01', start_time: '09:00:00' })
    expect(heldSlot(withHeldPlaces(days, () => null))).toBeNull()
  })

  it('show a day of posting without hours', () => {
    const [day] = offeredDays([{ ...slot('2026-12-01', '00:00', null), is_posted: true }])
    expect(day?.slots.map(slotHours)).toEqual(['Sent by post'])
  })

  it('show few or no places left', () => {
    expect([null, 4, 3, 0].map((remaining) => placesLeftText(slot('2026-11-28', '09:00', remaining)))).toEqual([
      null,
      null,
      '3 left',
      'Full',
    ])
  })

  it('have slots that are equal with and without seconds', () => {
    const one = slot('2026-11-28', '09:00', 1)
    expect(isSameSlot(one, { date: '2026-11-28', start_time: '09:00', end_time: '17:00' })).toBe(true)
    expect(isSameSlot(one, { ...one, date: '2026-11-29' })).toBe(false)
    expect(isSameSlot(one, { ...one, start_time: '09:30:00' })).toBe(false)
  })
})
