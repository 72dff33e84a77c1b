import { describe, expect, it } from 'vitest'
import { bucketsOf, daysOf, faultOf, readChoice } from './analytics-choice.ts'

const today = '2026-11-21'
const read = (query: string) => readChoice(new URLSearchParams(query), today)

describe('the days of an address', () => {
  it('are the last 30 by day where nothing is asked for, or nothing that makes sense', () => {
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

  it('go with steps that suit them, unless others are asked for', () => {
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

  it('are shown by day for 400 days at most, as the database does', () => {
    expect(daysOf({ from: '2025-01-01', to: '2026-02-04' })).toBe(400)
    expect(bucketsOf({ from: '2025-01-01', to: '2026-02-04' })).toContain('day')
    expect(read('from=2025-01-01&to=2026-02-05&by=day').bucket).toBe('month')
  })

  it('are at most five years, and none to come', () => {
    expect(faultOf({ from: '2021-11-22', to: today }, today)).toBeNull()
    expect(faultOf({ from: '2021-11-21', to: today }, today)).toBe('Please choose at most five years.')
    expect(faultOf({ from: today, to: '2026-11-22' }, today)).toBe('There are no figures for future days.')
  })
})
