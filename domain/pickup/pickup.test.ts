import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '../values/calendar.ts'
import { backOn, datedWindows, nextPickup, overlapSentence, pickupLabel, pickupWeek, schedulesFor } from './pickup.ts'

const saturdays = { day_of_week: 6, start_time: '09:00:00', end_time: '17:00:00' }
const sundays = { day_of_week: 0, start_time: '10:00', end_time: '12:00' }
/** A Saturday at noon, in winter and in summer time. */
const winterNoon = new Date('2026-11-28T12:00:00Z')
const summerNoon = new Date('2026-06-27T11:00:00Z')

function next(schedules = [saturdays], closures: { from_date: string; to_date: string }[] = [], leadTimeDays = 0) {
  return (now: Date) => nextPickup({ schedules, closures, leadTimeDays }, now)
}

describe('nextPickup', () => {
  it('is today while the window is open, in London time', () => {
    expect(next()(winterNoon)).toEqual({ date: '2026-11-28', start: '09:00', end: '17:00' })
    expect(next()(new Date('2026-11-28T16:59:00Z'))?.date).toBe('2026-11-28')
    expect(next()(new Date('2026-06-27T15:59:00Z'))?.date).toBe('2026-06-27')
  })

  it('is next week once the window has ended, in London time', () => {
    expect(next()(new Date('2026-11-28T17:00:00Z'))?.date).toBe('2026-12-05')
    expect(next()(new Date('2026-06-27T16:00:00Z'))?.date).toBe('2026-07-04')
  })

  it('uses the London day, which in summer begins an hour before midnight UTC', () => {
    expect(next()(new Date('2026-06-26T23:30:00Z'))?.date).toBe('2026-06-27')
    expect(next()(new Date('2026-06-27T23:30:00Z'))?.date).toBe('2026-07-04')
  })

  it('adds the lead time, and returns the day on which it ends', () => {
    expect(next([saturdays, sundays], [], 1)(winterNoon)?.date).toBe('2026-11-29')
    expect(next([saturdays, sundays], [], 2)(winterNoon)?.date).toBe('2026-12-05')
    expect(nextPickup({ schedules: [saturdays], closures: [], leadTimeDays: null }, winterNoon)?.date).toBe(
      '2026-11-28',
    )
  })

  it('skips closed days, first and last included', () => {
    const closed = [{ from_date: '2026-11-28', to_date: '2026-12-05' }]
    expect(next([saturdays, sundays], closed)(winterNoon)?.date).toBe('2026-12-06')
  })

  it('returns the earliest window of a day that has not ended', () => {
    const twice = [{ day_of_week: 6, start_time: '18:00', end_time: '19:00' }, saturdays]
    expect(next(twice)(winterNoon)?.start).toBe('09:00')
    expect(next(twice)(new Date('2026-11-28T17:30:00Z'))?.start).toBe('18:00')
  })

  it('is null without windows or when closed for a year', () => {
    expect(next([])(winterNoon)).toBeNull()
    expect(next([saturdays], [{ from_date: '2026-01-01', to_date: '2030-01-01' }])(winterNoon)).toBeNull()
  })

  it('always falls on a scheduled weekday, never on a closed day or before the lead time', () => {
    const scheduled = fc.array(
      fc.record({ day_of_week: fc.integer({ min: 0, max: 6 }), start: fc.integer({ min: 0, max: 22 }) }),
      { minLength: 1, maxLength: 6 },
    )
    const minute = fc.integer({ min: 0, max: 60 * 24 * 365 })
    fc.assert(
      fc.property(scheduled, fc.nat(30), fc.nat(60), fc.nat(40), minute, (days, lead, from, length, minutes) => {
        const now = new Date(Date.UTC(2026, 0, 1, 0, minutes))
        const today = londonTime(now).date
        const closure = { from_date: addDays(today, from), to_date: addDays(today, from + length) }
        const schedules = days.map(({ day_of_week, start }) => ({
          day_of_week,
          start_time: `${String(start).padStart(2, '0')}:00:00`,
          end_time: `${String(start + 1).padStart(2, '0')}:00:00`,
        }))
        const window = nextPickup({ schedules, closures: [closure], leadTimeDays: lead }, now)
        if (!window) throw new Error('a window must come within a year')
        expect(schedules.map(({ day_of_week }) => day_of_week)).toContain(dayOfWeek(window.date))
        expect(window.date >= addDays(today, lead)).toBe(true)
        expect(window.date < closure.from_date || window.date > closure.to_date).toBe(true)
      }),
    )
  })
})

describe('pickupLabel', () => {
  it('names near days relative to today', () => {
    const window = { date: '2026-11-28', start: '09:00', end: '17:00' }
    expect(pickupLabel(window, winterNoon)).toBe('today, 09:00 to 17:00')
    expect(pickupLabel(window, new Date('2026-11-27T12:00:00Z'))).toBe('tomorrow, 09:00 to 17:00')
    expect(pickupLabel({ ...window, date: '2026-06-28' }, summerNoon)).toBe('tomorrow, 09:00 to 17:00')
    expect(pickupLabel(window, summerNoon)).toBe('Saturday 28 November, 09:00 to 17:00')
  })
})

describe('overlapSentence', () => {
  const saturday = { day_of_week: 6, start_time: '09:00:00', end_time: '12:00:00' }
  const hours = (startTime: string, endTime: string) =>
    overlapSentence([saturday], { daysOfWeek: [0, 6], startTime, endTime })

  it('names the overlapping window, and lets windows touch', () => {
    expect(hours('11:59', '13:00')).toBe('This overlaps another pickup window on Saturday (09:00 to 12:00).')
    expect(hours('08:00', '13:00')).not.toBeNull()
    expect([hours('12:00', '13:00'), hours('08:00', '09:00')]).toEqual([null, null])
    expect(overlapSentence([saturday], { daysOfWeek: [1], startTime: '09:00', endTime: '12:00' })).toBeNull()
  })
})

describe('backOn', () => {
  it('is the day after the closure, or after consecutive closures', () => {
    const closures = [
      { from_date: '2026-12-01', to_date: '2026-12-03' },
      { from_date: '2026-11-25', to_date: '2026-11-30' },
      { from_date: '2026-12-05', to_date: '2026-12-09' },
    ]
    expect(backOn(closures, winterNoon)).toBe('2026-12-04')
  })

  it('is null while the shop is open', () => {
    expect(backOn([], winterNoon)).toBeNull()
    expect(backOn([{ from_date: '2026-11-29', to_date: '2026-12-03' }], winterNoon)).toBeNull()
  })
})

describe('schedulesFor', () => {
  it('prefers the product’s own windows', () => {
    expect(schedulesFor([sundays], [saturdays])).toEqual([sundays])
    expect(schedulesFor([], [saturdays])).toEqual([saturdays])
  })
})

describe('datedWindows', () => {
  it('lists the days from today on, with their hours in order', () => {
    const on = (on_date: string, start_time: string, is_posted = false) => ({
      day_of_week: 3,
      start_time,
      end_time: '18:00',
      on_date,
      is_posted,
    })
    const schedules = [on('2026-12-23', '14:00'), on('2026-12-23', '09:00'), on('2026-12-02', '00:00', true), saturdays]
    expect(datedWindows([...schedules, on('2026-11-25', '09:00')], '2026-12-01')).toEqual([
      ['2026-12-02', ['by post']],
      ['2026-12-23', ['09:00 to 18:00', '14:00 to 18:00']],
    ])
  })
})

describe('pickupWeek', () => {
  it('runs from Monday to Sunday, each day’s windows in order', () => {
    const evening = { day_of_week: 6, start_time: '18:00', end_time: '19:00' }
    expect(pickupWeek([sundays, evening, saturdays])).toEqual([
      { day: 'Saturday', windows: ['09:00 to 17:00', '18:00 to 19:00'] },
      { day: 'Sunday', windows: ['10:00 to 12:00'] },
    ])
  })
})
