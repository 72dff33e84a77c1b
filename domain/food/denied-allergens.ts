/** What a text says is not in the food: 'dairy free spread', 'vegan mayonnaise', 'no nuts'. */
import {
  type AllergenWord,
  type Candidate,
  cereals,
  describing,
  entryOf,
  isIn,
  setOf,
  type Token,
  treeNuts,
} from './vocabulary.ts'

const animal: readonly AllergenWord[] = ['milk', 'eggs', 'fish', 'crustaceans', 'molluscs']
const claims: ReadonlyMap<string, readonly AllergenWord[]> = new Map([
  ['vegan', animal],
  ['plantbased', animal],
  ['vegetarian', ['fish', 'crustaceans', 'molluscs']],
  ['nondairy', ['milk']],
  ['df', ['milk']],
  ['gf', ['gluten']],
])
const replacements = setOf('alternative substitute replacer replacement analogue')
/** What 'gluten free' and 'nut free' are free of. */
const includes: Partial<Record<AllergenWord, readonly AllergenWord[]>> = {
  gluten: cereals,
  wheat: ['wheat', 'spelt'],
  nuts: treeNuts,
}

/** How many words a claim may be about. Without a limit, reading would be quadratic. */
const mostClaimed = 12

/** Whether a text denies that a word is in the food. */
export function deniedIn(
  tokens: readonly Token[],
  candidates: readonly Candidate[],
): (one: Candidate, key: AllergenWord) => boolean {
  const starts = new Map(candidates.map((candidate) => [candidate.from, candidate]))
  const ends = new Map(candidates.map((candidate) => [candidate.to, candidate]))
  const denied = new Map<Candidate, Set<AllergenWord>>()
  const deny = (candidate: Candidate | undefined, keys: readonly AllergenWord[]) => {
    if (candidate) denied.set(candidate, new Set([...(denied.get(candidate) ?? []), ...keys]))
  }
  /** A claim counts up to the end of the ingredient. */
  const denyFrom = (at: number, claimed: readonly AllergenWord[]) => {
    const keys = claimed.flatMap((key) => includes[key] ?? [key])
    for (let n = at; n < at + mostClaimed && (n === at || tokens[n]?.continues); n += 1) {
      const candidate = starts.get(n)
      // Gluten-free oats are oats.
      if (candidate) deny(candidate, isCerealName(candidate) ? keys.filter((key) => !cereals.includes(key)) : keys)
    }
  }
  /** 'Cheese (vegan)'. */
  const denyBefore = (at: number, claimed: readonly AllergenWord[]) => {
    if (tokens[at]?.continues) return
    const keys = claimed.flatMap((key) => includes[key] ?? [key])
    for (let n = at; n > at - mostClaimed && (n === at || tokens[n]?.continues); n -= 1) {
      const candidate = ends.get(n)
      if (candidate) deny(candidate, isCerealName(candidate) ? keys.filter((key) => !cereals.includes(key)) : keys)
    }
  }
  const claim = (at: number, to: number, keys: readonly AllergenWord[]) => {
    denyFrom(to, keys)
    denyBefore(at, keys)
  }
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at]?.word ?? ''
    if (!isSignal(word)) continue
    const two = tokens[at + 1]?.continues ? word + (tokens[at + 1]?.word ?? '') : ''
    const claimed = claims.get(word) ?? claims.get(two)
    if (claimed) claim(at, at + (claims.has(word) ? 1 : 2), claimed)
    const joined = /^(.{3,})free$/.exec(word)?.[1]
    const means = joined === undefined ? undefined : entryOf(joined)?.means
    if (means) claim(at, at + 1, joined === 'lactose' ? [] : means)
    if (word === 'free' && tokens[at]?.continues && !/^(?:range|from|of)$/.test(tokens[at + 1]?.word ?? '')) {
      for (let end: Candidate | undefined = ends.get(at); end; ) {
        deny(end, end.means)
        if (end.key !== 'lactose') claim(end.from, at + 1, end.means)
        const isJoined = /^(?:and|or)$/.test(tokens[end.from - 1]?.word ?? '')
        end = isJoined ? ends.get(end.from - 1) : undefined
      }
    }
    if (isIn(replacements, word) && tokens[at]?.continues) deny(ends.get(at), ends.get(at)?.means ?? [])
    const excluding = excludingWords(tokens, at)
    if (excluding > 0) denyList(tokens, at + excluding, starts, (candidate) => deny(candidate, candidate.means))
    // Glucose syrups from wheat or barley are exempt.
    if (/^(?:maltodextrin|dextrose|syrup|dextrin)$/.test(word) && !tokens[at + 1]?.continues) {
      const from = starts.get(at + 1)
      if (from && (word !== 'syrup' || isGlucose(tokens, at))) deny(from, cereals)
    }
  }
  return (candidate, key) => denied.get(candidate)?.has(key) ?? false
}

/** Words that may deny something, so that all others need one look-up. */
const signals = new Set([
  ...claims.keys(),
  ...replacements,
  ...[...replacements].map((word) => `${word}s`),
  ...'plant non free not no without zero maltodextrin dextrose dextrin syrup'.split(' '),
])
const isSignal = (word: string) => signals.has(word) || word.endsWith('free')

const isGlucose = (tokens: readonly Token[], at: number) =>
  [1, 2].some((n) => /^(?:glucose|fructose|dextrose)$/.test(tokens[at - n]?.word ?? ''))

const isCerealName = ({ key }: Candidate) =>
  /^(?:wheat|rye|barley|oat|spelt|durum|kamut|khorasan|einkorn|emmer|farro)/.test(key)

/** The number of words that exclude what follows. */
function excludingWords(tokens: readonly Token[], at: number): number {
  const [one = '', two = ''] = [tokens[at]?.word, tokens[at + 1]?.continues ? tokens[at + 1]?.word : '']
  if (one === 'free' && (two === 'from' || two === 'of')) return 2
  if (one === 'not' && /^contain/.test(two)) return 2
  return /^(?:no|without|non|zero)$/.test(one) ? 1 : 0
}

/** 'No milk, eggs or nuts' denies all three; in 'no egg, milk' only the first is denied. */
function denyList(
  tokens: readonly Token[],
  from: number,
  starts: ReadonlyMap<number, Candidate>,
  deny: (candidate: Candidate) => void,
): void {
  const found: Candidate[] = []
  let sure = 0
  for (let at = from; at < tokens.length && found.length < 14; ) {
    const word = tokens[at]?.word ?? ''
    const isJoint = /^(?:and|or|nor)$/.test(word)
    const candidate = starts.get(isJoint ? at + 1 : at)
    if (isJoint && !candidate) break
    if (candidate) {
      found.push(candidate)
      if (found.length === 1 || isJoint) sure = found.length
      at = candidate.to
    } else if (found.length === 0 && at < from + 3 && tokens[at]?.continues && isIn(describing, word)) at += 1
    else break
  }
  for (const candidate of found.slice(0, sure)) deny(candidate)
}
