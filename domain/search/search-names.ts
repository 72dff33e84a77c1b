/** The food that a search names, in the words of the vocabulary, also misspelt. */
import type { Allergen, AllergenKind } from '../food/allergens.ts'
import { nutKeys } from '../food/avoided-allergens.ts'
import { meantToAvoid, nameAt } from '../food/vocabulary.ts'
import { isMisspellingOf } from '../values/misspelling.ts'
import { continues, type Found, findPhrase, phraseMap, remembered, type Token, wordsFrom } from './search-tokens.ts'

export type AvoidKey = Allergen | AllergenKind

/** What shoppers mean more by than sellers. */
const shopperNames = phraseMap<readonly AvoidKey[]>([
  // 'Ground nuts' may be groundnuts, which are peanuts.
  [nutKeys, 'nut, nuts, ground nut, ground nuts'],
  [['brazil'], 'brazil'],
])

/** The names that are understood if they are misspelt. Of others too many are one letter away from another food. */
const misspelt: readonly (readonly string[])[] = [
  ...'nuts peanut peanuts groundnut almond almonds hazelnut hazelnuts walnut walnuts cashew cashews pecan pecans pistachio pistachios macadamia macadamias'.split(
    ' ',
  ),
  ...'gluten wheat barley oats spelt celery shellfish seafood prawn prawns lobster mussel mussels oysters squid egg eggs fish salmon lupin'.split(
    ' ',
  ),
  ...'milk dairy lactose butter cream cheese yoghurt yogurt mustard sesame tahini soya soybean soybeans sulphite sulphites sulfites'.split(
    ' ',
  ),
  'tree nuts',
  'brazil nuts',
].map((name) => name.split(' '))

/** Words one letter away from a name that mean something else: 'no custom cake' does not exclude custard. */
const otherWords = new Set(
  'aunt barely batter better bitter carb carbs coat custard daisy dish dream fairy free goat goats heat mild silk soda what wish chess crumb dates wheats'.split(
    ' ',
  ),
)

const describingWords = phraseMap([
  [
    '',
    'any, added, the, a, an, chopped, ground, mixed, flaked, toasted, roasted, sliced, crushed, salted, other, fresh, raw, dried, smoked, tinned, king, tiger, jumbo, cows, cow, goats, goat, sheeps, sheep',
  ],
  ['', 'kind of, kinds of, type of, types of, sort of, sorts of, trace of, traces of, bit of, bits of, pieces of'],
])

/** How many phrases may describe a name. Without a limit, reading 'a a a …' would be quadratic. */
const mostDescribing = 4

/** 'Nuts', 'any kind of chopped nuts', 'nutts'. */
export const findAllergenName = remembered((tokens, from) => findDescribedName(tokens, from, mostDescribing))

function findDescribedName(
  tokens: readonly Token[],
  from: number,
  describing: number,
): Found<readonly AvoidKey[]> | null {
  const name = findName(tokens, from)
  if (name) return name.meaning.length > 0 ? name : null
  const described = describing > 0 ? (findPhrase(tokens, from, describingWords)?.length ?? 0) : 0
  const rest =
    described > 0 && continues(tokens[from + described])
      ? findDescribedName(tokens, from + described, describing - 1)
      : null
  return rest ? { meaning: rest.meaning, length: described + rest.length } : findMisspeltName(tokens, from)
}

/** Means nothing if it is a dish or another food, such as 'pine nuts'. */
const findName = remembered<Found<readonly AvoidKey[]> | null>((tokens, from) => {
  const words = wordsFrom(tokens, from, 6)
  const named = words.length > 0 ? nameAt(words) : null
  const shoppers = findPhrase(tokens, from, shopperNames)
  if (shoppers && shoppers.length >= (named?.length ?? 0)) return shoppers
  const means = meantToAvoid(words[0] ?? '', named?.means ?? [])
  return named && { meaning: named.isDish ? [] : means, length: named.length }
})

function findMisspeltName(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  const typed = wordsFrom(tokens, from, 2)
  const isMeant = (words: readonly string[]) =>
    words.length <= typed.length && words.every((word, n) => isWordMeant(typed[n] ?? '', word))
  const found = misspelt.filter(isMeant)
  const length = Math.max(...found.map((words) => words.length))
  const meaning = found
    .filter((words) => words.length === length)
    .flatMap((words) => shopperNames.get(words.join(' ')) ?? nameAt(words)?.means ?? [])
  return found.length > 0 ? { meaning: [...new Set(meaning)], length } : null
}

function isWordMeant(typed: string, word: string): boolean {
  return typed === word || (isMisspellingOf(typed, word) && !otherWords.has(typed))
}

/** 'Nutfree', 'eggless', 'nondairy', 'glutanfree'. */
export function findJoinedExclusion(token: Token | undefined): Found<readonly AvoidKey[]> | null {
  if (!token || token.isQuoted) return null
  const [, name] = /^(.+)(?:free|less)$/.exec(token.text) ?? /^non(.+)$/.exec(token.text) ?? []
  const found = name === undefined ? null : findAllergenName([{ ...token, text: name }], 0)
  return found && { meaning: found.meaning, length: 1 }
}

/** Words after which a food is still the same food: 'palm oil', 'passion fruit'. */
const seconds = new Set(
  'oil fruit fruits seed seeds bean beans sauce powder syrup juice paste pepper peppers extract sugar chip chips leaf leaves root pea peas colour colours colouring flavouring'.split(
    ' ',
  ),
)

/** A food that no seller declares: 'kiwi', 'pine nuts', 'bread'. Null if it is an allergen. */
export function findOtherFood(tokens: readonly Token[], from: number): Found<string> | null {
  let at = from
  for (let n = 0; n < mostDescribing; n += 1) {
    const described = findPhrase(tokens, at, describingWords)?.length ?? 0
    if (described === 0 || findName(tokens, at) || !continues(tokens[at + described])) break
    at += described
  }
  const words = wordsFrom(tokens, at, 6)
  if (words.length === 0 || findAllergenName(tokens, from)) return null
  const length = findName(tokens, at)?.length ?? (seconds.has(words[1] ?? '') ? 2 : 1)
  return { meaning: words.slice(0, length).join(' '), length: at - from + length }
}
