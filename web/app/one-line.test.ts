import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

describe('a text as one line', () => {
  it('is the text itself, without the seller’s line breaks', () => {
    expect(oneLine('  Two days\n\nin the\tmaking. ', 160)).toBe('Two days in the making.')
  })

  it('is cut between words, without a dangling comma', () => {
    expect(oneLine('Butter, sugar, flour', 16)).toBe('Butter, sugar…')
    expect(oneLine('Butter sugar flour', 13)).toBe('Butter sugar…')
  })

  it('is cut within a word that fills it, but not within a character', () => {
    expect(oneLine('aaaaaaaaaa', 5)).toBe('aaaa…')
    expect(oneLine('🍰🍰🍰', 4)).toBe('🍰…')
  })

  it('is never longer than asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, longest) => {
        const line = oneLine(text, longest)
        expect(line.length).toBeLessThanOrEqual(longest)
        expect(line).not.toMatch(/[\r\n]/)
        expect(line).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
      }),
    )
  })
})
