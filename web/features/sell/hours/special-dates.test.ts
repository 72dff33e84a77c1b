import { describe, expect, it } from 'vitest'
import { easterSunday, specialDates } from './special-dates.ts'

describe('special dates', () => {
  it('know Easter Sunday of past and future years', () => {
    expect([2000, 2008, 2011, 2019, 2024, 2026, 2027, 2038].map(easterSunday)).toEqual([
      '2000-04-23',
      '2008-03-23',
      '2011-04-24',
      '2019-04-21',
      '2024-03-31',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ])
  })

  it('are suggested in order within a year', () => {
    expect(specialDates('2026-11-23', '2027-11-23').map(({ name, date }) => `${date} ${name}`)).toEqual([
      '2026-12-23 Christmas, 23 December',
      '2026-12-24 Christmas Eve',
      '2026-12-31 New Year’s Eve',
      '2027-02-14 Valentine’s Day',
      '2027-03-07 Mother’s Day',
      '2027-03-09 Eid al-Fitr (expected)',
      '2027-03-26 Good Friday',
      '2027-03-27 Easter Saturday',
      '2027-05-16 Eid al-Adha (expected)',
      '2027-06-20 Father’s Day',
      '2027-10-29 Diwali',
    ])
  })
})
