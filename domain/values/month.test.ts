import { describe, expect, it } from 'vitest'
import { monthTitle, weeksOf } from './month.ts'

describe('a month', () => {
  it('has weeks from Monday, without the days of other months', () => {
    const weeks = weeksOf('2026-12')
    expect(weeks.map((week) => week.map((date) => date?.slice(8) ?? '  ').join(' '))).toEqual([
      '   01 02 03 04 05 06',
      '07 08 09 10 11 12 13',
      '14 15 16 17 18 19 20',
      '21 22 23 24 25 26 27',
      '28 29 30 31         ',
    ])
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2027-08')).toHaveLength(6)
    expect(monthTitle('2026-12')).toBe('December 2026')
  })
})
