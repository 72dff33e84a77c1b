/** The allergens that a search names, in the words of shoppers, also misspelt. */
import type { Allergen, AllergenKind } from '../food/allergens.ts'
import { isMisspellingOf } from '../values/misspelling.ts'
import { continues, type Found, findPhrase, phraseMap, remembered, type Token, wordsFrom } from './search-tokens.ts'

export type AvoidKey = Allergen | AllergenKind

/** Tree nuts and peanuts are separate by law, but shoppers who avoid nuts mean both. */
const nutKeys = ['nuts', 'peanuts'] as const satisfies readonly AvoidKey[]

/** Each name excludes at least the food that it means: butter and lactose exclude all milk. */
const allergenNames = phraseMap<readonly AvoidKey[]>([
  // 'Ground nuts' may be groundnuts, which are peanuts.
  [nutKeys, 'nut, nuts, ground nut, ground nuts'],
  [['nuts'], 'tree nut, tree nuts, treenut, treenuts'],
  [['peanuts'], 'peanut, peanuts, groundnut, groundnuts, peanut butter'],
  [['almond'], 'almond, almonds, marzipan, frangipane'],
  [['hazelnut'], 'hazelnut, hazelnuts, hazel nut, hazel nuts'],
  [['walnut'], 'walnut, walnuts, wal nut, wal nuts'],
  [['brazil'], 'brazil nut, brazil nuts, brazil, brazils'],
  [['cashew'], 'cashew, cashews, cashew nuts'],
  [['pecan'], 'pecan, pecans, pecan nuts'],
  [['pistachio'], 'pistachio, pistachios'],
  [['macadamia'], 'macadamia, macadamias'],
  [['gluten'], 'gluten'],
  [['wheat'], 'wheat'],
  [['rye'], 'rye'],
  [['barley'], 'barley'],
  [['oats'], 'oat, oats'],
  [['spelt'], 'spelt'],
  [['celery'], 'celery, celeriac'],
  [['crustaceans', 'molluscs'], 'shellfish, shell fish'],
  [['crustaceans', 'molluscs', 'fish'], 'seafood, sea food'],
  [['crustaceans'], 'crustacean, crustaceans, prawn, prawns, crab, lobster'],
  [['molluscs'], 'mollusc, molluscs, mussel, mussels, oysters, squid'],
  [['eggs'], 'egg, eggs'],
  [['fish'], 'fish'],
  [['lupin'], 'lupin, lupins'],
  [['milk'], 'milk, dairy, lactose, butter, cream, cheese, yoghurt, yogurt, cows milk'],
  [['mustard'], 'mustard'],
  [['sesame'], 'sesame, sesame seeds, tahini'],
  [['soya'], 'soya, soy, soybean, soybeans, soyabeans'],
  [['sulphites'], 'sulphite, sulphites, sulfite, sulfites, sulphur dioxide'],
])
const nameWords = [...allergenNames].map(([name, keys]) => ({ words: name.split(' '), keys }))

/** Words one letter away from a name that mean something else: 'no custard' does not exclude mustard. */
const otherWords = new Set(
  'aunt barely batter better bitter carb carbs coat custard daisy dish dream fairy free goat goats heat mild silk soda what wish'.split(
    ' ',
  ),
)

const describingWords = phraseMap([
  ['', 'any, added, the, a, an, chopped, ground, mixed, flaked, toasted, roasted, sliced, crushed, salted, other'],
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
  const name = findPhrase(tokens, from, allergenNames)
  if (name) return name
  const described = describing > 0 ? (findPhrase(tokens, from, describingWords)?.length ?? 0) : 0
  const rest =
    described > 0 && continues(tokens[from + described])
      ? findDescribedName(tokens, from + described, describing - 1)
      : null
  return rest ? { meaning: rest.meaning, length: described + rest.length } : findMisspeltName(tokens, from)
}

function findMisspeltName(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  const typed = wordsFrom(tokens, from, 2)
  const isMeant = ({ words }: { words: readonly string[] }) =>
    words.length <= typed.length && words.every((word, n) => isWordMeant(typed[n] ?? '', word))
  const found = nameWords.filter(isMeant)
  const length = Math.max(...found.map(({ words }) => words.length))
  const meaning = found.flatMap(({ words, keys }) => (words.length === length ? keys : []))
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
