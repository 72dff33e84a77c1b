/** What shoppers write about food they cannot eat: 'no nuts or milk', 'egg-free', 'coeliac', 'nut allergy'. */
import { isMisspellingOf } from '../values/misspelling.ts'
import { findAllergyWord, findEnding, findExclusion } from './search-exclusions.ts'
import { type AvoidKey, findAllergenName, findJoinedExclusion } from './search-names.ts'
import {
  continues,
  type Found,
  findPhrase,
  phraseMap,
  type Rule,
  remembered,
  type Token,
  wordsFrom,
} from './search-tokens.ts'
import { namePhrases } from './search-words.ts'

export type { AvoidKey }

type FoundKeys = Found<readonly AvoidKey[]>

const wholePhrases = phraseMap<readonly AvoidKey[]>([
  [['gluten'], 'coeliac, coeliacs, celiac, celiacs, coeliac friendly, coeliac safe, celiac friendly, gf'],
  [['milk'], 'df'],
])
const afterEndings = phraseMap([['', 'friendly, safe, sufferer, sufferers']])

export function findAvoided(tokens: readonly Token[], from: number): FoundKeys | null {
  return (
    findWhole(tokens, from) ??
    findAfterExclusion(tokens, from) ??
    findBeforeEnding(tokens, from) ??
    findAfter(findAllergyWord(tokens, from), tokens, from)
  )
}

function findWhole(tokens: readonly Token[], from: number): FoundKeys | null {
  const whole = findPhrase(tokens, from, wholePhrases)
  if (whole) return whole
  const text = tokens[from]?.isQuoted ? '' : (tokens[from]?.text ?? '')
  return ['coeliac', 'celiac'].some((word) => isMisspellingOf(text, word)) ? { meaning: ['gluten'], length: 1 } : null
}

function findAfterExclusion(tokens: readonly Token[], from: number): FoundKeys | null {
  return findAfter(findExclusion(tokens, from), tokens, from)
}

function findAfter(exclusion: Found<string> | null, tokens: readonly Token[], from: number): FoundKeys | null {
  if (!exclusion || !continues(tokens[from + exclusion.length])) return null
  const list = findAllergenList(tokens, from + exclusion.length)
  if (!list) return null
  const length = exclusion.length + list.length
  // 'no egg or nut free' would be read twice.
  return { meaning: list.meaning, length: length + endingLength(tokens, from + length) }
}

/** 'Gluten and dairy free', 'gluten and dairyfree', 'dairyfree'. */
function findBeforeEnding(tokens: readonly Token[], from: number): FoundKeys | null {
  const list = findAllergenList(tokens, from)
  if (!list) return findJoinedExclusion(tokens[from])
  const end = from + list.length
  const ending = isFreeRange(tokens, end - 1) ? 0 : endingLength(tokens, end)
  if (ending > 0) return { meaning: list.meaning, length: list.length + ending }
  const joint = jointLength(tokens, end)
  const joined = joint === null ? null : findJoinedExclusion(tokens[end + joint])
  return joined && { meaning: [...list.meaning, ...joined.meaning], length: list.length + (joint ?? 0) + 1 }
}

/** 'Egg free range' does not exclude eggs, but 'nut free range' excludes nuts. */
function isFreeRange(tokens: readonly Token[], at: number): boolean {
  return /^eggs? free range$/.test(wordsFrom(tokens, at, 3).join(' '))
}

function endingLength(tokens: readonly Token[], at: number): number {
  if (!continues(tokens[at])) return 0
  const ending = findEnding(tokens, at)
  if (!ending) return 0
  const [word, next = ''] = wordsFrom(tokens, at, 2)
  if (word === 'less' && next === 'than') return 0
  // In 'walnut free from peanuts' the end is the start of the next phrase.
  if (findAfterExclusion(tokens, at)) return 0
  const after = at + ending.length
  return ending.length + (continues(tokens[after]) ? (findPhrase(tokens, after, afterEndings)?.length ?? 0) : 0)
}

/** 'nuts, milk and any eggs', also without commas: 'nuts milk eggs'. */
export const findAllergenList: Rule<FoundKeys | null> = remembered((tokens, from) => {
  const first = findAllergenName(tokens, from)
  if (!first) return null
  const joint = jointLength(tokens, from + first.length)
  const rest = joint === null ? null : findAllergenList(tokens, from + first.length + joint)
  if (joint === null || !rest) return first
  return {
    meaning: [...new Set([...first.meaning, ...rest.meaning])],
    length: first.length + joint + rest.length,
  }
})

const conjunctions = new Set(['and', 'or', 'nor', 'plus'])

/** The number of words between two names of a list; null where it ends. */
export function jointLength(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  if (!token || token.isQuoted) return null
  const isListed = /^\s*[,&+/]\s*$/.test(token.gap)
  if (conjunctions.has(token.text) && (isListed || continues(token))) return continues(tokens[at + 1]) ? 1 : null
  return isListed || (continues(token) && !startsName(tokens, at)) ? 0 : null
}

/** In 'no milk nut roast' the list ends before the nut roast. */
function startsName(tokens: readonly Token[], at: number): boolean {
  return [2, 3].some((length) => namePhrases.has(wordsFrom(tokens, at, length).join(' ')))
}
