/**
 * Exclusions that no rule understands: 'no pine nuts', 'nut and sugar free'. The allergen near the excluding word is
 * left out, because searching for it would find the opposite, and the shopper is told.
 */
import { type AvoidKey, findAllergenList, jointLength } from './search-allergens.ts'
import { findAllergyWord, findEnding, findExclusion } from './search-exclusions.ts'
import { continues, type Found, type Token } from './search-tokens.ts'

/** How many words may be between the excluding word and the allergen. */
const mostBetween = 2

/** What another rule finds at a token: the start of a name, of a phrase with a meaning, or of food to leave out. */
type Known = (at: number) => 'name' | 'phrase' | 'food' | null

export interface Surroundings {
  readonly known: Known
  /** No word before belongs to this one, as in 'grain free'. */
  readonly isStart: boolean
  /** How many tokens are understood: in 'no pine nuts' all three. */
  readonly understood: number
}

type FoundKeys = Found<readonly AvoidKey[]>

export function findUnclear(tokens: readonly Token[], from: number, around: Surroundings): FoundKeys | null {
  return findAfterWords(tokens, from, around) ?? findBeforeWords(tokens, from, around.known)
}

/** 'No pine nuts', 'allergy friendly egg', and 'free nuts' without a word before. */
function findAfterWords(
  tokens: readonly Token[],
  from: number,
  { known, isStart, understood }: Surroundings,
): FoundKeys | null {
  const excluding =
    findExclusion(tokens, from) ?? findAllergyWord(tokens, from) ?? (isStart ? findEnding(tokens, from) : null)
  if (!excluding) return null
  // 'No kiwi or nuts' is a list.
  if (understood > 0 && jointLength(tokens, from + understood) === 1) return null
  for (let length = Math.max(excluding.length, understood); length <= excluding.length + mostBetween; length += 1) {
    const at = from + length
    if (!continues(tokens[at])) return null
    const list = findAllergenList(tokens, at)
    if (list) return { meaning: list.meaning, length: length + list.length }
    if (known(at) === 'phrase') return null
  }
  return null
}

/** 'Nut oil free', and 'gluten and refined sugar free' with a conjunction or a comma. */
function findBeforeWords(tokens: readonly Token[], from: number, known: Known): FoundKeys | null {
  const list = findAllergenList(tokens, from)
  if (!list) return null
  const joint = jointLength(tokens, from + list.length) ?? 0
  const isJoined = joint > 0 || !continues(tokens[from + list.length])
  const start = from + list.length + joint
  // In 'walnut, cherry allergy' the comma ends what is wanted.
  if (!continues(tokens[start]) && known(start) === 'food') return null
  for (let at = start; at <= start + (isJoined ? mostBetween : 1); at += 1) {
    if (!tokens[at] || (at > start && !continues(tokens[at]))) return null
    // 'Nut and sugar free delivery' excludes nuts, but 'walnut cake free delivery' does not.
    const isOneList = isJoined && (at === start + 1 || known(at - 1) === 'name')
    if (at > start && isFree(tokens, at) && (known(at) === null || (isOneList && known(at) === 'phrase')))
      return { meaning: list.meaning, length: at + 1 - from }
    if (known(at) === 'phrase' || (known(at) === 'name' && !isJoined)) return null
  }
  return null
}

function isFree(tokens: readonly Token[], at: number): boolean {
  return findEnding(tokens, at) !== null && !['less', 'safe', 'friendly'].includes(tokens[at]?.text ?? '')
}
