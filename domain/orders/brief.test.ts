import { describe, expect, it } from 'vitest'
import { briefLines, readBrief } from './brief.ts'

describe('a brief', () => {
  it('shows its filled fields only', () => {
    const brief = {
      details: ' A unicorn.\nLemon inside. ',
      servings: 12,
      budget: 60.5,
      pictures: ['a', 2],
      wanted_on: '2026-12-24',
      allergens: [{ allergen: 'nuts', for: 'Mia' }, { other: 'kiwi' }],
    }
    expect(briefLines(brief)).toEqual([
      { name: 'Allergens', value: 'Tree nuts, for Mia\nKiwi' },
      { name: 'For', value: 'Thursday 24 December 2026' },
      { name: 'Servings', value: '12' },
      { name: 'Budget', value: '£60.50' },
      { name: 'Details', value: 'A unicorn.\nLemon inside.' },
    ])
    expect(readBrief(brief)).toEqual({ servings: 12, budgetPence: 6050, details: brief.details, pictures: ['a'] })
    for (const none of [null, [], 'words', {}, { details: ' ', servings: null }]) expect(briefLines(none)).toEqual([])
  })

  it('from another client shows its other fields too', () => {
    const brief = { servings: 'a dozen', budget: 'About £35', flavours: ['lemon', 'plum'], vegan: false, deeper: {} }
    expect(briefLines(brief)).toEqual([
      { name: 'Servings', value: 'a dozen' },
      { name: 'Budget', value: 'About £35' },
      { name: 'Flavours', value: 'lemon, plum' },
      { name: 'Vegan', value: 'No' },
    ])
  })
})
