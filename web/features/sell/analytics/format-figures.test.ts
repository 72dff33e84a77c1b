import { describe, expect, it } from 'vitest'
import { bucketLabel, changeOf, count, percent, pointsOf, spanLabel } from './format-figures.ts'

describe('The format of figures', () => {
  it('groups thousands and rounds rates to a tenth of a percent', () => {
    expect([count(0), count(1_234_567), percent(0.08), percent(0.1256), percent(12.5), percent(null)]).toEqual([
      '0',
      '1,234,567',
      '8%',
      '12.6%',
      '1,250%',
      '–',
    ])
  })

  it('shortens a date span by leaving out repeated parts', () => {
    expect(spanLabel({ from: '2026-11-21', to: '2026-11-21' })).toBe('21 Nov 2026')
    expect(spanLabel({ from: '2026-11-16', to: '2026-11-22' })).toBe('16 to 22 Nov 2026')
    expect(spanLabel({ from: '2024-02-01', to: '2024-02-29' })).toBe('Feb 2024')
    expect(spanLabel({ from: '2026-10-26', to: '2026-11-01' })).toBe('26 Oct to 1 Nov 2026')
    expect(spanLabel({ from: '2026-12-28', to: '2027-01-03' })).toBe('28 Dec 2026 to 3 Jan 2027')
    expect(bucketLabel({ from: '2026-11-03' }, 'month')).toBe('Nov 26')
  })

  it('describes the change from the period before, if there is one to compare', () => {
    expect(changeOf(1125, 1000)).toEqual({ direction: 'up', text: 'Up 13%' })
    expect(changeOf(500, 1000)).toEqual({ direction: 'down', text: 'Down 50%' })
    expect(changeOf(1004, 1000)).toEqual({ direction: 'up', text: 'Up 0.4%' })
    expect(changeOf(5, 0)).toEqual({ direction: 'up', text: 'Up from zero' })
    expect(changeOf(0, 0)).toBeNull()
    expect(changeOf(null, 5)).toBeNull()
    expect(pointsOf(0.125, 0.1)).toEqual({ direction: 'up', text: 'Up 2.5 points' })
    expect(pointsOf(0.1, 0.11)).toEqual({ direction: 'down', text: 'Down 1 point' })
  })
})
