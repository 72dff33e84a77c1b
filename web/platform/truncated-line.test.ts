import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncatedLine } from './truncated-line.ts'

describe('oneLine', () => {
  it('removes line breaks and repeated spaces', () => {
    expect(truncatedLine('  Two days\n\nin the\tmaking. ', 160)).toBe('Two days in the making.')
  })

  it('truncates between words, without a trailing comma', () => {
    expect(truncatedLine('Butter, sugar, flour', 16)).toBe('Butter, sugar…')
    expect(truncatedLine('Butter sugar flour', 13)).toBe('Butter sugar…')
  })

  it('truncates inside a long word, but not inside a character', () => {
    expect(truncatedLine('aaaaaaaaaa', 5)).toBe('aaaa…')
    expect(truncatedLine('🍰🍰🍰', 4)).toBe('🍰…')
  })

  it('never exceeds the maximum length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 2, max: 40 }),
        (text, maxLength) => {
          const line = truncatedLine(text, maxLength)
          expect(line.length).toBeLessThanOrEqual(maxLength)
          expect(line).not.toMatch(/[\r\n]/)
          expect(line).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
        },
      ),
    )
  })
})
