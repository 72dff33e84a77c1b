import { expect, it } from 'vitest'
import { isMisspellingOf } from './misspelling.ts'

it.each([
  ['peanutt', 'peanut', 'a letter too many'],
  ['glten', 'gluten', 'a letter too few'],
  ['glutan', 'gluten', 'a wrong letter'],
  ['withuot', 'without', 'two letters swapped'],
  ['nutts', 'nuts', 'a doubled letter'],
])('reads “%s” as “%s”: %s', (typed, word) => expect(isMisspellingOf(typed, word)).toBe(true))

it.each([
  ['nutty', 'nuts'],
  ['milky', 'milk'],
  ['cheesy', 'cheese'],
  ['nutmeg', 'nut'],
  ['coconut', 'nut'],
  ['peanuts', 'pecans'],
  ['nut', 'nuts'],
  ['nuts', 'nuts'],
  ['tuns', 'nuts'],
])('does not read “%s” as “%s”', (typed, word) => expect(isMisspellingOf(typed, word)).toBe(false))
