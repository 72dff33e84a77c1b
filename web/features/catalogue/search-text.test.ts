import { expect, it } from 'vitest'
import { normaliseSearchText } from './search-text.ts'

it('stays short whatever is pasted, and cuts no character in two', () => {
  expect(Array.from(normaliseSearchText('🍰'.repeat(10_000)))).toEqual(Array(200).fill('🍰'))
})

it('is one line of words, without what no database keeps', () => {
  expect(normaliseSearchText(' a\u0000b\n\tc \ud800 ')).toBe('a b c')
  expect(normaliseSearchText('100% "crème" _brûlée_')).toBe('100% "crème" _brûlée_')
})
