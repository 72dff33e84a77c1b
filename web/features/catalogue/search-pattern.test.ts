import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchedText, searchPattern } from './search-pattern.ts'

describe('searchPattern', () => {
  it('compares in lower case and without accents', () => {
    expect(searchPattern(' Crème  BRÛLÉE ')).toBe('creme brulee')
  })

  it('takes wildcards and brackets for what they are', () => {
    expect(searchPattern('100% *_* (a|b) [c] {d} \\ ^$')).toBe('100% \\*_\\* \\(a\\|b\\) \\[c\\] \\{d\\} \\\\ \\^\\$')
  })

  it('finds any text in itself and is always a valid expression', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), (text) => {
        expect(new RegExp(searchPattern(text)).test(searchedText(text).toLowerCase())).toBe(true)
      }),
    )
  })

  it('stays short whatever is pasted, and cuts no character in two', () => {
    expect(Array.from(searchedText('🍰'.repeat(10_000)))).toEqual(Array(200).fill('🍰'))
    expect(searchedText('a\u0000b\n\tc')).toBe('a b c')
  })
})
