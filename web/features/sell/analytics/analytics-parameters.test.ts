import { describe, expect, it } from 'vitest'
import { availableBuckets, dateRangeError, dayCount, readAnalyticsParameters } from './analytics-parameters.ts'

const today = '2026-11-21'
const read = (query: string) => readAnalyticsParameters(new URLSearchParams(query), today)

describe('The period in the URL of the analytics page', () => {
  it('defaults to the last 30 days by day, also for invalid parameters', () => {
    const usual = { range: '30d', from: '2026-10-23', to: today, bucket: 'day' }
    for (const query of [
      '',
      'range=1d&by=hour',
      'from=2026-02-31&to=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=x&to=y',
    ])
      expect(read(query), query).toEqual(usual)
  })

  it('is grouped by a bucket that suits its length, unless the URL names one', () => {
    expect(read('range=90d')).toMatchObject({ from: '2026-08-24', bucket: 'week' })
    expect(read('range=12m')).toMatchObject({ from: '2025-11-22', bucket: 'month' })
    expect(read('range=12m&by=day')).toMatchObject({ bucket: 'day' })
    expect(read('from=2024-02-29&to=2024-02-29&by=month')).toEqual({
      range: 'custom',
      from: '2024-02-29',
      to: '2024-02-29',
      bucket: 'month',
    })
  })

  it('is grouped by week on a narrow screen, unless it is short or the URL says otherwise', () => {
    const narrow = (query: string) => readAnalyticsParameters(new URLSearchParams(query), today, true).bucket
    expect([narrow(''), narrow('range=7d'), narrow('by=day'), narrow('range=12m')]).toEqual([
      'week',
      'day',
      'day',
      'month',
    ])
  })

  it('is grouped by day for at most 400 days, as in the database', () => {
    expect(dayCount({ from: '2025-01-01', to: '2026-02-04' })).toBe(400)
    expect(availableBuckets({ from: '2025-01-01', to: '2026-02-04' })).toContain('day')
    expect(read('from=2025-01-01&to=2026-02-05&by=day').bucket).toBe('month')
  })

  it('lasts at most five years and includes no future days', () => {
    expect(dateRangeError({ from: '2021-11-22', to: today }, today)).toBeNull()
    expect(dateRangeError({ from: '2021-11-21', to: today }, today)).toBe('Please choose at most five years.')
    expect(dateRangeError({ from: today, to: '2026-11-22' }, today)).toBe('There are no figures for future days.')
  })
})
