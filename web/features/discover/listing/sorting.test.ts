import { describe, expect, it } from 'vitest'
import { readSort } from './sorting.ts'

describe('readSort', () => {
  it('accepts an offered sort and falls back to relevance', () => {
    const offered = ['relevance', 'newest'] as const
    expect(readSort('newest', offered)).toBe('newest')
    expect([null, '', 'price_low', 'toString', 'NEWEST'].map((text) => readSort(text, offered))).toEqual(
      Array(5).fill('relevance'),
    )
    expect(readSort('rating', ['newest'])).toBe('relevance')
  })
})
