import { describe, expect, it } from 'vitest'
import { rangeOf, readCalendarParameters, stepped } from './calendar-parameters.ts'

const now = new Date('2026-11-23T23:30:00Z')
const read = (query: string) => readCalendarParameters(new URLSearchParams(query), now)

describe('the parameters of the calendar', () => {
  it('is today’s month unless the URL says otherwise', () => {
    expect(read('')).toEqual({ view: 'month', day: '2026-11-23' })
    expect(read('view=week&day=2026-12-04')).toEqual({ view: 'week', day: '2026-12-04' })
    expect(read('view=year&day=2026-02-31')).toEqual({ view: 'month', day: '2026-11-23' })
  })

  it('covers whole weeks from Monday', () => {
    expect(rangeOf({ view: 'week', day: '2026-11-29' })).toEqual({ from: '2026-11-23', days: 7 })
    expect(rangeOf({ view: 'month', day: '2026-11-23' })).toEqual({ from: '2026-10-26', days: 42 })
    expect(rangeOf({ view: 'month', day: '2027-02-10' })).toEqual({ from: '2027-02-01', days: 28 })
    expect(rangeOf({ view: 'month', day: '2026-12-10' })).toEqual({ from: '2026-11-30', days: 35 })
    expect(rangeOf({ view: 'day', day: '2026-12-10' })).toEqual({ from: '2026-12-10', days: 1 })
  })

  it('steps by months without leaving them out', () => {
    expect(stepped({ view: 'month', day: '2026-10-31' }, 1).day).toBe('2026-11-30')
    expect(stepped({ view: 'month', day: '2027-01-31' }, 1).day).toBe('2027-02-28')
    expect(stepped({ view: 'month', day: '2026-12-31' }, -1).day).toBe('2026-11-30')
    expect(stepped({ view: 'week', day: '2026-12-31' }, 1).day).toBe('2027-01-07')
    expect(stepped({ view: 'day', day: '2026-12-31' }, 1).day).toBe('2027-01-01')
  })
})
