import { describe, expect, it } from 'vitest'
import {
  isReviewDue,
  type Kitchen,
  kitchenLine,
  kitchenSentences,
  otherAllergens,
  prominentAllergens,
} from './kitchen.ts'

const kitchen: Kitchen = {
  handles: { nuts: true, milk: true, gluten: true, peanuts: false },
  shares_equipment: true,
  is_nut_free: false,
  reviewed_at: '2026-11-03T12:00:00Z',
}
const noNuts = { nuts: false, peanuts: false }

describe('kitchen facts in words', () => {
  it('say what is handled, what is not, and the day of the review', () => {
    expect(kitchenSentences(kitchen)).toEqual([
      'This kitchen handles: tree nuts, cereals containing gluten, milk.',
      'Not handled here: peanuts.',
      'Equipment is shared.',
      expect.stringMatching(/^Not stated: eggs, sesame, celery, .*sulphites\.$/),
      'Reviewed 3 November 2026.',
    ])
  })

  it('say "not stated" and never "no" for what the seller left open', () => {
    expect(kitchenSentences(null)).toEqual(['The seller has not stated what this kitchen handles.'])
    const words = kitchenSentences({ ...kitchen, handles: {}, shares_equipment: null, is_nut_free: null }).join(' ')
    expect(words).toMatch(
      /^Not stated: tree nuts, .*, whether equipment is shared, whether this is a dedicated nut-free kitchen\. Reviewed/,
    )
    expect(words).not.toMatch(/Not handled|not shared|This is/)
    // Unknown values are not read as 'no' either.
    expect(kitchenSentences({ ...kitchen, handles: { milk: 'no', eggs: null } }).join(' ')).not.toContain('Not handled')
  })

  it('name a dedicated nut-free kitchen', () => {
    expect(kitchenSentences({ ...kitchen, handles: noNuts, is_nut_free: true })[0]).toBe(
      'This is a dedicated nut-free kitchen.',
    )
    expect(kitchenSentences({ ...kitchen, handles: noNuts })[0]).toBe('This is not a dedicated nut-free kitchen.')
  })

  it('cover all fourteen, the most common allergies first', () => {
    expect(prominentAllergens.map(({ key }) => key)).toEqual(['nuts', 'peanuts', 'gluten', 'milk', 'eggs', 'sesame'])
    expect(new Set([...prominentAllergens, ...otherAllergens]).size).toBe(14)
  })
})

it('an order names what its kitchen handled, and nothing that was not stated', () => {
  expect(kitchenLine(['eggs', 'nuts', 'other'])).toBe('Made in a kitchen that handles tree nuts and eggs.')
  expect([kitchenLine([]), kitchenLine(null)]).toEqual([null, null])
})

describe('a review', () => {
  it('is due after six months', () => {
    expect(isReviewDue('2026-05-03T12:00:00Z', new Date('2026-11-03T11:59:00Z'))).toBe(false)
    expect(isReviewDue('2026-05-03T12:00:00Z', new Date('2026-11-03T12:01:00Z'))).toBe(true)
  })
})
