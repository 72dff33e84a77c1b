import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateWithYear,
  dayAndTime,
  dayFrom,
  dayInWords,
  dayOfWeek,
  londonTime,
  longDate,
  momentFrom,
  mondayOf,
  weekdayAbbreviation,
} from './calendar.ts'

describe('londonTime', () => {
  it.each([
    ['2026-01-15T09:30:00Z', '2026-01-15', '09:30'],
    ['2026-07-15T09:30:00Z', '2026-07-15', '10:30'],
    ['2026-07-15T23:30:00Z', '2026-07-16', '00:30'],
    ['2026-03-29T00:59:00Z', '2026-03-29', '00:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29', '02:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25', '01:30'],
    ['2026-10-25T01:30:00Z', '2026-10-25', '01:30'],
    ['2026-12-31T23:59:59Z', '2026-12-31', '23:59'],
  ])('%s is %s %s in London', (instant, date, time) => {
    expect(londonTime(new Date(instant))).toEqual({ date, time })
  })
})

describe('calendar dates', () => {
  it('are added over months, leap days and clock changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('have consecutive weekdays', () => {
    fc.assert(
      fc.property(fc.nat(20_000), (days) => {
        const date = addDays('2026-01-01', days)
        expect(dayOfWeek(addDays(date, 1))).toBe((dayOfWeek(date) + 1) % 7)
        expect(addDays(addDays(date, 30), -30)).toBe(date)
      }),
    )
  })

  it('are formatted in British style', () => {
    expect(longDate('2026-11-28')).toBe('Saturday 28 November')
    expect(dayAndTime('2026-07-15T23:30:00Z')).toBe('Thursday 16 July at 00:30')
    expect(dayInWords('2026-11-28')).toBe('Saturday 28 November 2026')
    expect(dateWithYear('2026-03-01')).toBe('1 March 2026')
    expect([0, 1, 6].map(weekdayAbbreviation)).toEqual(['Sun', 'Mon', 'Sat'])
  })

  it('belong to the week of the Monday before or on them', () => {
    expect(['2026-11-22', '2026-11-23', '2026-11-29', '2026-12-01'].map(mondayOf)).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-23',
      '2026-11-30',
    ])
  })

  it('are formatted relative to today when close', () => {
    expect(dayFrom('2026-12-31', '2026-12-31')).toBe('today')
    expect(dayFrom('2026-12-31', '2027-01-01')).toBe('tomorrow')
    expect(dayFrom('2026-12-31', '2027-01-02')).toBe('Saturday 2 January')
  })

  it.each([
    ['2026-01-01T10:00:00Z', '2025-12-31T23:10:00Z', 'yesterday at 23:10'],
    ['2026-06-10T10:00:00Z', '2026-06-10T22:59:00Z', 'today at 23:59'],
    ['2025-12-31T10:00:00Z', '2026-01-01T09:00:00Z', 'tomorrow at 09:00'],
    ['2026-11-21T10:00:00Z', '2026-11-19T10:00:00Z', 'Thursday 19 November at 10:00'],
    ['2026-01-10T10:00:00Z', '2025-12-20T10:00:00Z', '20 December 2025 at 10:00'],
  ])('at %s, %s was or is %s', (now, instant, words) => {
    expect(momentFrom(new Date(now), new Date(instant))).toBe(words)
  })
})
