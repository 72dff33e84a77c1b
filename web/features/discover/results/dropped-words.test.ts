import { expect, it } from 'vitest'
import { keptWords } from './dropped-words.tsx'

it('names the words that are left, as they were typed', () => {
  expect(keptWords('Unicorn Cake', ['unicorn'])).toBe('Cake')
  expect(keptWords('Crème brûlée', ['creme'])).toBe('brûlée')
  expect(keptWords('unicorn', ['unicorn'])).toBe('')
})
