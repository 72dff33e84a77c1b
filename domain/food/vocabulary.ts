/**
 * The one vocabulary of allergens: reads a name as a whole, in plurals, spellings and compounds. `find-allergens.ts` finds
 * names in texts. Ingredients lists, searches, requests, imports and labels all read with it.
 */

import { isMisspellingOf } from '../values/misspelling.ts'
import type { Allergen, AllergenKind } from './allergen-list.ts'
import { nutKeys } from './avoided-allergens.ts'
import { dishWords, foodWords, otherWords } from './vocabulary-words.ts'

export type AllergenWord = Allergen | AllergenKind

export interface Entry {
  /** Empty for a food whose name only sounds like an allergen. */
  readonly means: readonly AllergenWord[]
  /** A prepared food, such as bread. */
  readonly isDish: boolean
}

/** By the letters of the words, without spaces: 'cous cous' is 'couscous'. */
const entries = new Map<string, Entry>()
/** Entries begin with one of these, so that most words of a text need one look-up. */
const beginnings = new Set<string>()
const beginningLength = 4
const letters = (words: string) => words.replaceAll(' ', '')
const list = (text: string) => text.split(', ')
export const setOf = (words: string) => new Set(words.split(' '))

function add(words: string, means: readonly AllergenWord[], isDish: boolean): void {
  for (const word of list(words)) {
    const key = letters(word)
    entries.set(key, { means, isDish })
    beginnings.add(key.slice(0, beginningLength)).add(`${key}s`.slice(0, beginningLength))
  }
}
for (const [means, words] of foodWords) add(words, means, false)
for (const [means, words] of dishWords) add(words, means, true)
add(otherWords, [], false)
// American spellings begin differently.
beginnings.add('sulf')

const longestCompound = 24
const longestEntry = Math.max(...[...entries.keys()].map((key) => key.length))
/** 'Wheat glucose fructose syrup'. */
export const mostWords = 5

/** Plants that milk, butter, cream and the like are made of. */
export const plants = setOf(
  'coconut rice hemp pea plant tigernut flax linseed quinoa potato buckwheat chickpea fava faba sunflower seed pumpkin chestnut',
)
/** Of these only butter is made. */
export const butters = setOf('cocoa cacao shea mango kokum illipe sal avocado apple plum pear')
/** Flour, pasta and the like of these have no gluten. */
export const flours = setOf(
  'rice corn maize gram chickpea besan coconut tapioca potato cassava manioc plantain banana quinoa lentil dal dahl chestnut buckwheat sorghum teff tef ' +
    'millet amaranth arrowroot pea bean fava faba broad mung moong urad urid jowar juwar bajra ragi hemp flax flaxseed linseed carob acorn guar konjac ' +
    'shirataki glass cellophane mesquite tigernut cauliflower courgette sago sunflower pumpkin seed cricket insect lotus pulse seaweed kelp polenta masa ' +
    'breadfruit mushroom prawn fonio kuttu singhara rajgira sweetcorn yam kudzu',
)
export const dairy = setOf(
  'milk butter cream creme yoghurt yogurt yoghourt yogourt cheese custard kefir ghee latte quark skyr icecream buttercream mozzarella feta parmesan cheddar ' +
    'milkshake cremefraiche sourcream creamcheese chocolatemilk buttermilk curd',
)
export const grain = setOf(
  'flour plainflour breadflour selfraisingflour bran semolina couscous pasta noodle vermicelli malt maltextract maltflour crispbread cracker wafer spaghetti ' +
    'penne fusilli macaroni lasagne linguine tagliatelle orzo tortilla cereal wholemeal gluten',
)
/** Bread of these has no gluten. */
export const breads = setOf('rice maize corn')
export const bread = setOf('bread breadcrumb crumb flatbread sourdough')
/** Other words of a compound: 'sesame seeds', 'milkpowder', 'egg white'. */
const parts = setOf(
  'flour starch flake bran germ malt meal grain grit groat gluten semolina milk butter oil powder cream cheese yoghurt yogurt sauce paste seed nut kernel white yolk ' +
    'fat solid protein bread cake bean stick finger roe berry crumb drink extract fibre fiber salt leaf stalk root juice product stock isolate concentrate ' +
    'syrup fillet lecithin curd piece shell derivative nib meat ink chunk',
)
/** Parts that are food of their own: in 'no milk bread' the bread is wanted. */
const servings = setOf('bread cake drink juice product stick finger')
/** 'Cow's milk', 'chopped nuts': words before a name that do not change what it means. */
export const describing = setOf(
  'a an the any all some added other of kind type sort trace bit cow goat sheep ewe buffalo fresh raw whole dried ground chopped mixed flaked toasted roasted ' +
    'sliced crushed salted unsalted tree blanched skimmed semi full fat free range organic powdered smoked tinned canned white black yellow brown red ' +
    'wholemeal wholegrain strong plain self raising hen duck quail chicken nibbed cooked liquid',
)
export const kindsOfBase = setOf(
  'single double whipping whipped cooking pouring based style greek plain natural unsweetened sweetened vanilla barista soured sour brown white whole fine ground wholemeal wholegrain self raising strong',
)
export const cereals: readonly AllergenWord[] = ['gluten', 'wheat', 'rye', 'barley', 'oats', 'spelt']
export const treeNuts: readonly AllergenWord[] = [
  'nuts',
  'almond',
  'hazelnut',
  'walnut',
  'brazil',
  'cashew',
  'pecan',
  'pistachio',
  'macadamia',
]
export interface Token {
  readonly word: string
  readonly start: number
  readonly end: number
  /** Whether only a space or a hyphen is between the word before and this one. */
  readonly continues: boolean
}

/** Lower case without accents, as long as the text, so that positions are the same. */
export function fold(text: string): string {
  if (/^[\t\n\r -~]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (character) => {
    if (character <= '\u007f') return character.toLowerCase()
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace('ø', 'o')
    return plain.length === character.length ? plain : character
  }).join('')
}

export function tokenise(folded: string): Token[] {
  let last = 0
  return [...folded.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’‘`]*/gu)].map(({ index: start, 0: { length } }) => {
    const gap = folded.slice(last, start)
    last = start + length
    const written = folded.slice(start, last)
    const word = /^[a-z\d]*$/.test(written) ? written : written.replace(/[\p{M}'’‘`]/gu, '')
    return { word, start, end: last, continues: gap === ' ' || /^[\s\p{Pd}*"“”]*$/u.test(gap) }
  })
}

/** The first spelling of a word that fits, also in the singular. */
function spelling(word: string, fits: (form: string) => boolean): string | undefined {
  const form = word.includes('sulf') ? word.replace('sulf', 'sulph') : word
  if (fits(form)) return form
  if (!form.endsWith('s')) return undefined
  const singular = [form.slice(0, -1)]
  if (form.endsWith('es')) singular.push(form.slice(0, -2))
  if (form.endsWith('ies')) singular.push(`${form.slice(0, -3)}y`)
  if (form.endsWith('ves')) singular.push(`${form.slice(0, -3)}f`)
  return singular.find(fits)
}

export const isIn = (words: ReadonlySet<string>, word: string | undefined): boolean =>
  word !== undefined && spelling(word, (form) => words.has(form)) !== undefined

export function entryOf(joined: string): (Entry & { readonly key: string }) | undefined {
  if (joined.length > longestEntry + 2) return undefined
  const key = spelling(joined, (form) => entries.has(form))
  const entry = key === undefined ? undefined : entries.get(key)
  return entry && key !== undefined ? { ...entry, key } : undefined
}

export interface Found extends Entry {
  /** The number of words. */
  readonly length: number
  readonly key: string
}

/** A name in the words of a text. */
export interface Candidate extends Found {
  readonly from: number
  readonly to: number
}

export const mayBegin = (joined: string) =>
  joined.length < beginningLength || beginnings.has(joined.slice(0, beginningLength))

/** The longest entry that begins with the first of these words. */
export function findEntry(words: readonly string[]): Found | null {
  let found: Found | null = null
  let joined = ''
  for (let length = 1; length <= words.length; length += 1) {
    joined += words[length - 1] ?? ''
    if (!mayBegin(joined)) break
    const entry = entryOf(joined)
    if (entry) found = { ...entry, length }
  }
  return found ?? findCompound(words[0] ?? '')
}

/** 'Wheatflour', 'riceflour', 'monkfish'. */
function findCompound(word: string): Found | null {
  if (word.length < 6 || word.length > longestCompound) return null
  for (let at = word.length - 3; at >= 3; at -= 1) {
    if (!isIn(parts, word.slice(at))) continue
    const start = word.slice(0, at)
    if (plants.has(start) || flours.has(start) || (butters.has(start) && word.slice(at) === 'butter'))
      return { means: [], isDish: false, length: 1, key: word }
    const entry = entryOf(start)
    if (entry && !entry.isDish) return { ...entry, length: 1, key: word }
  }
  if (!/fish(?:es)?$/.test(word)) return null
  const shellfish = entryOf(
    ['shellfish', 'crayfish', 'crawfish', 'cuttlefish'].find((name) => isMisspellingOf(word, name)) ?? '',
  )
  return { means: shellfish?.means ?? ['fish'], isDish: false, length: 1, key: word }
}

export interface Name {
  readonly means: readonly AllergenWord[]
  readonly isDish: boolean
  /** The number of words. */
  readonly length: number
}

/**
 * The name that these words begin with: 'sesame seeds'. Means nothing if it is another food: 'pine nuts', 'coconut milk'.
 * In a list without commas, 'soy milk' is soy and milk.
 */
export function nameAt(words: readonly string[], isList = true): Name | null {
  const [first, second] = words
  const isPlant =
    (isIn(plants, first) && isIn(dairy, second)) ||
    (isIn(butters, first) && second === 'butter') ||
    (isIn(flours, first) && isIn(grain, second))
  if (isPlant) return { means: [], isDish: false, length: 2 }
  const found = findEntry(words.slice(0, mostWords))
  if (!found) return null
  let { length } = found
  for (
    let word = words[length];
    word !== undefined && isIn(parts, word) && !isIn(servings, word);
    word = words[length]
  ) {
    const head = entryOf(word)
    if (head && !(isHeadOf(head.key, found) && (!isList || isNutName(head.key, found)))) break
    length += 1
  }
  return { means: found.means, isDish: found.isDish, length }
}

/** 'Cashew nuts', but 'walnut nut free' is a list. */
const isNutName = (head: string, { means }: Entry) =>
  head === 'nut' && means.every((key) => ['cashew', 'pecan', 'pistachio', 'macadamia', 'brazil'].includes(key))

/** What a text as a whole is a name of: 'shellfish', 'cow's milk', 'tree nuts'. Null if it is none. */
export function meaningOf(text: string): readonly AllergenWord[] | null {
  const words = tokenise(fold(text)).map(({ word }) => word)
  for (let from = 0; from < words.length; from += 1) {
    const rest = words.slice(from)
    const name = nameAt(rest, false)
    if (name?.length === rest.length) return name.isDish || name.means.length === 0 ? null : name.means
    if (!isIn(describing, words[from])) return null
  }
  return null
}

/** What a shopper means: who avoids nuts means peanuts, too. */
export function meantToAvoid(text: string, means = meaningOf(text) ?? []): readonly AllergenWord[] {
  return means.flatMap((key) => (key === 'nuts' && !/^tree/i.test(text.trim()) ? nutKeys : [key]))
}

/** The words that mean an allergen as they are, for finding the nearest to an unknown one. */
export const knownFoods: readonly string[] = foodWords.flatMap(([, words]) => list(words))

export function isHeadOf(key: string, { means, key: base }: Found): boolean {
  const isAll = (keys: readonly AllergenWord[]) => means.length > 0 && means.every((one) => keys.includes(one))
  const isNut = isAll([...treeNuts, 'peanuts'])
  const isPlant = plants.has(base) || isAll(cereals) || isAll(['soya', 'lupin', 'sesame']) || isNut
  if (dairy.has(key)) return isPlant && !(isNut && key === 'icecream') && !bread.has(base)
  if (grain.has(key)) return flours.has(base) || isAll(cereals) || isNut || isAll(['soya', 'lupin', 'sesame'])
  if (bread.has(key)) return isAll(['rye', 'barley', 'oats', 'spelt', 'wheat', 'gluten'])
  return key === 'nut' && (isNut || isAll(['soya']))
}
