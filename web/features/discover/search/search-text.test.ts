import { expect, it } from 'vitest'
import { normaliseSearchText } from './search-text.ts'

it('limits the length without splitting a character', () => {
  expect(Array.from(normaliseSearchText('🍰'.repeat(10_000)))).toEqual(Array(200).fill('🍰'))
})

it('collapses whitespace and removes characters that PostgreSQL cannot store', () => {
  expect(normaliseSearchText(' a\u0000b\n\tc \ud800 ')).toBe('a b c')
  expect(normaliseSearchText('100% "crème" _brûlée_')).toBe('100% "crème" _brûlée_')
})
