import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../fuzzing.ts'
import { parseSchedule, ScheduleError } from './schedule.ts'

const at = (iso: string) => Date.parse(`${iso}Z`)
const isDue = (schedule: string, iso: string) => parseSchedule(schedule).lastDue(at(iso) - 60_000, at(iso)) === at(iso)

describe('a schedule', () => {
  it.each([
    ['* * * * *', ['2026-11-21T16:05:00'], []],
    ['5 4 * * *', ['2026-11-21T04:05:00'], ['2026-11-21T04:06:00', '2026-11-21T05:05:00']],
    [
      '*/15 8-10,20 * * *',
      ['2026-11-21T08:45:00', '2026-11-21T20:00:00'],
      ['2026-11-21T11:00:00', '2026-11-21T08:50:00'],
    ],
    [
      '10-30/10 * * * *',
      ['2026-11-21T08:10:00', '2026-11-21T08:30:00'],
      ['2026-11-21T08:40:00', '2026-11-21T08:00:00'],
    ],
    ['0 0 1 JAN *', ['2026-01-01T00:00:00'], ['2026-02-01T00:00:00', '2026-01-02T00:00:00']],
    // 21 November 2026 is a Saturday.
    ['0 9 * * mon-fri', ['2026-11-20T09:00:00'], ['2026-11-21T09:00:00']],
    ['0 9 * * 7', ['2026-11-22T09:00:00'], ['2026-11-21T09:00:00']],
    ['0 9 * * 0', ['2026-11-22T09:00:00'], []],
    ['0 0 13 * fri', ['2026-11-13T00:00:00', '2026-11-20T00:00:00', '2026-10-13T00:00:00'], ['2026-11-21T00:00:00']],
    ['0 0 */2 * fri', ['2026-11-27T00:00:00'], ['2026-11-20T00:00:00', '2026-11-21T00:00:00']],
    ['0 0 $ * *', ['2026-02-28T00:00:00', '2028-02-29T00:00:00', '2026-11-30T00:00:00'], ['2028-02-28T00:00:00']],
    ['@hourly', ['2026-11-21T16:00:00'], ['2026-11-21T16:01:00']],
    ['@weekly', ['2026-11-22T00:00:00'], ['2026-11-21T00:00:00']],
  ])('%s is due at the times it names, in UTC', (schedule, due, not) => {
    expect(due.filter((iso) => !isDue(schedule, iso))).toEqual([])
    expect(not.filter((iso) => isDue(schedule, iso))).toEqual([])
  })

  it('in seconds is due at multiples of its interval on the clock, and once for all missed times', () => {
    const schedule = parseSchedule('10 seconds')
    expect(schedule.lastDue(at('2026-11-21T16:00:01'), at('2026-11-21T16:00:09'))).toBeUndefined()
    expect(schedule.lastDue(at('2026-11-21T16:00:01'), at('2026-11-21T16:00:10'))).toBe(at('2026-11-21T16:00:10'))
    expect(schedule.lastDue(at('2026-11-21T16:00:01'), at('2026-11-21T16:05:13'))).toBe(at('2026-11-21T16:05:10'))
  })

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    '* * * * funday',
    '0 seconds',
    '60 seconds',
    '-1 * * * *',
    '1,,2 * * * *',
    '1.5 * * * *',
    'jan * * * *',
    '@reboot',
  ])('refuses %j', (text) => expect(() => parseSchedule(text)).toThrow(ScheduleError))

  it('is parsed or refused with a ScheduleError for any text', () => {
    const text = fc
      .array(fc.constantFrom('*', '/', '-', ',', ' ', '$', '1', '5', '59', 'mon', '@', 's'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (schedule) => {
        try {
          parseSchedule(schedule).lastDue(at('2026-11-21T16:00:00'), at('2026-11-21T17:00:00'))
        } catch (error) {
          expect(error).toBeInstanceOf(ScheduleError)
        }
      }),
      { numRuns: fuzzRuns(2_000) },
    )
  })
})
