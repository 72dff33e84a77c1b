/**
 * The one vocabulary of allergens: finds words that mean an allergen in a text, and reads a name as a whole. Ingredients
 * lists, searches, requests, imports and labels all read with it. A reading aid: only the declaration counts.
 */

import { isMisspellingOf } from '../values/misspelling.ts'
import type { Allergen, AllergenKind } from './allergen-list.ts'
import { nutKeys } from './avoided-allergens.ts'
import { dishWords, foodWords, otherWords } from './vocabulary-words.ts'

export type AllergenWord = Allergen | AllergenKind

interface Entry {
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
const setOf = (words: string) => new Set(words.split(' '))

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
const mostWords = 5

/** Plants that milk, butter, cream and the like are made of. */
const plants = setOf(
  'coconut rice hemp pea plant tigernut flax linseed quinoa potato buckwheat chickpea fava faba sunflower seed pumpkin chestnut',
)
/** Of these only butter is made. */
const butters = setOf('cocoa cacao shea mango kokum illipe sal avocado apple plum pear')
/** Flour, pasta and the like of these have no gluten. */
const flours = setOf(
  'rice corn maize gram chickpea besan coconut tapioca potato cassava manioc plantain banana quinoa lentil dal dahl chestnut buckwheat sorghum teff tef ' +
    'millet amaranth arrowroot pea bean fava faba broad mung moong urad urid jowar juwar bajra ragi hemp flax flaxseed linseed carob acorn guar konjac ' +
    'shirataki glass cellophane mesquite tigernut cauliflower courgette sago sunflower pumpkin seed cricket insect lotus pulse seaweed kelp polenta masa ' +
    'breadfruit mushroom prawn fonio kuttu singhara rajgira sweetcorn yam kudzu',
)
const dairy = setOf(
  'milk butter cream creme yoghurt yogurt yoghourt yogourt cheese custard kefir ghee latte quark skyr icecream buttercream mozzarella feta parmesan cheddar ' +
    'milkshake cremefraiche sourcream creamcheese chocolatemilk buttermilk curd',
)
const grain = setOf(
  'flour plainflour breadflour selfraisingflour bran semolina couscous pasta noodle vermicelli malt maltextract maltflour crispbread cracker wafer spaghetti ' +
    'penne fusilli macaroni lasagne linguine tagliatelle orzo tortilla cereal wholemeal gluten',
)
/** Bread of these has no gluten. */
const breads = setOf('rice maize corn')
const bread = setOf('bread breadcrumb crumb flatbread sourdough')
/** Other words of a compound: 'sesame seeds', 'milkpowder', 'egg white'. */
const parts = setOf(
  'flour starch flake bran germ malt meal grain grit groat gluten semolina milk butter oil powder cream cheese yoghurt yogurt sauce paste seed nut kernel white yolk ' +
    'fat solid protein bread cake bean stick finger roe berry crumb drink extract fibre fiber salt leaf stalk root juice product stock isolate concentrate ' +
    'syrup fillet lecithin curd piece shell derivative nib meat ink chunk',
)
/** Parts that are food of their own: in 'no milk bread' the bread is wanted. */
const servings = setOf('bread cake drink juice product stick finger')
/** 'Cow's milk', 'chopped nuts': words before a name that do not change what it means. */
const describing = setOf(
  'a an the any all some added other of kind type sort trace bit cow goat sheep ewe buffalo fresh raw whole dried ground chopped mixed flaked toasted roasted ' +
    'sliced crushed salted unsalted tree blanched skimmed semi full fat free range organic powdered smoked tinned canned white black yellow brown red ' +
    'wholemeal wholegrain strong plain self raising hen duck quail chicken nibbed cooked liquid',
)
const kindsOfBase = setOf(
  'single double whipping whipped cooking pouring based style greek plain natural unsweetened sweetened vanilla barista soured sour brown white whole fine ground wholemeal wholegrain self raising strong',
)
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
const cereals: readonly AllergenWord[] = ['gluten', 'wheat', 'rye', 'barley', 'oats', 'spelt']
const treeNuts: readonly AllergenWord[] = [
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
/** What 'gluten free' and 'nut free' are free of. */
const includes: Partial<Record<AllergenWord, readonly AllergenWord[]>> = {
  gluten: cereals,
  wheat: ['wheat', 'spelt'],
  nuts: treeNuts,
}

/** The names of Annex II, which a label must have. Cheese, butter, cream and yoghurt are clear as they are. */
const legalNames: Readonly<Record<AllergenWord, { readonly name: string; readonly said: RegExp }>> = {
  celery: { name: 'celery', said: /celery/ },
  gluten: { name: 'gluten', said: /./ },
  wheat: { name: 'wheat', said: /wheat/ },
  rye: { name: 'rye', said: /\brye/ },
  barley: { name: 'barley', said: /barley/ },
  oats: { name: 'oats', said: /\boat/ },
  spelt: { name: 'wheat', said: /wheat/ },
  crustaceans: { name: 'crustaceans', said: /crustacean/ },
  eggs: { name: 'eggs', said: /egg/ },
  fish: { name: 'fish', said: /fish/ },
  lupin: { name: 'lupin', said: /lupin/ },
  milk: { name: 'milk', said: /milk|dairy|butter(?!scotch)|cream|cheese|yog/ },
  molluscs: { name: 'molluscs', said: /mollus[ck]/ },
  mustard: { name: 'mustard', said: /mustard/ },
  nuts: { name: 'nuts', said: /nuts?\b/ },
  almond: { name: 'almonds', said: /almond/ },
  hazelnut: { name: 'hazelnuts', said: /hazelnut/ },
  walnut: { name: 'walnuts', said: /walnut/ },
  brazil: { name: 'Brazil nuts', said: /brazil/ },
  cashew: { name: 'cashews', said: /cashew/ },
  pecan: { name: 'pecans', said: /pecan/ },
  pistachio: { name: 'pistachios', said: /pistachio/ },
  macadamia: { name: 'macadamia nuts', said: /macadamia|queensland/ },
  peanuts: { name: 'peanuts', said: /peanut/ },
  sesame: { name: 'sesame', said: /sesame/ },
  soya: { name: 'soya', said: /\bsoy/ },
  sulphites: { name: 'sulphites', said: /sul(?:ph|f)ite|sul(?:ph|f)ur dioxide/ },
}

interface Token {
  readonly word: string
  readonly start: number
  readonly end: number
  /** Whether only a space or a hyphen is between the word before and this one. */
  readonly continues: boolean
}

/** Lower case without accents, as long as the text, so that positions are the same. */
function fold(text: string): string {
  if (/^[\t\n\r -~]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (character) => {
    if (character <= '\u007f') return character.toLowerCase()
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace('ø', 'o')
    return plain.length === character.length ? plain : character
  }).join('')
}

function tokenise(folded: string): Token[] {
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

const isIn = (words: ReadonlySet<string>, word: string | undefined): boolean =>
  word !== undefined && spelling(word, (form) => words.has(form)) !== undefined

function entryOf(joined: string): (Entry & { readonly key: string }) | undefined {
  if (joined.length > longestEntry + 2) return undefined
  const key = spelling(joined, (form) => entries.has(form))
  const entry = key === undefined ? undefined : entries.get(key)
  return entry && key !== undefined ? { ...entry, key } : undefined
}

interface Found extends Entry {
  /** The number of words. */
  readonly length: number
  readonly key: string
}

const mayBegin = (joined: string) => joined.length < beginningLength || beginnings.has(joined.slice(0, beginningLength))

/** The longest entry that begins with the first of these words. */
function findEntry(words: readonly string[]): Found | null {
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

/** A word of a text that means allergens. */
export interface AllergenMatch {
  readonly start: number
  readonly end: number
  readonly means: readonly AllergenWord[]
  /** In a statement such as 'may contain traces of nuts'. */
  readonly isTrace: boolean
  /** The legal names that neither the word nor the ingredient around it says: 'sesame' for 'tahini'. */
  readonly unsaid: readonly { readonly key: AllergenWord; readonly name: string }[]
}

interface Candidate extends Found {
  readonly from: number
  readonly to: number
}

/**
 * The words of a text that mean allergens. A food's text means what is in the food, not 'dairy-free spread', 'no nuts'.
 * A buyer's text is about what it denies, too.
 */
export function findAllergens(text: string, of: 'food' | 'wishes' = 'food'): AllergenMatch[] {
  const folded = fold(text)
  const tokens = tokenise(folded)
  const candidates = findCandidates(tokens)
  const denied = of === 'food' ? deniedIn(tokens, candidates) : () => false
  const isTraced = tracesIn(folded)
  const items = new Items(folded)
  return candidates.flatMap((candidate) => {
    const means = candidate.means.filter((key) => !denied(candidate, key))
    const start = tokens[candidate.from]?.start ?? 0
    const end = tokens[candidate.to - 1]?.end ?? 0
    if (means.length === 0) return []
    const isTrace = isTraced(start)
    const item = items.around(start, end)
    const unsaid = means.flatMap((key) =>
      legalNames[key].said.test(item) ? [] : [{ key, name: legalNames[key].name }],
    )
    return [{ start, end, means, isTrace, unsaid }]
  })
}

function wordsAt(tokens: readonly Token[], from: number): string[] {
  const first = tokens[from]?.word ?? ''
  const words = [first]
  if (!mayBegin(first)) return words
  while (words.length < mostWords && tokens[from + words.length]?.continues)
    words.push(tokens[from + words.length]?.word ?? '')
  return words
}

function findCandidates(tokens: readonly Token[]): Candidate[] {
  const found: Candidate[] = []
  for (let from = 0; from < tokens.length; ) {
    const entry = findEntry(wordsAt(tokens, from))
    if (!entry) {
      from += 1
      continue
    }
    const to = from + entry.length
    const last = found.at(-1)
    if (last && isOfBase(tokens, from, entry, last)) found[found.length - 1] = { ...last, to }
    else if (isOfOther(tokens, from, entry)) found.push({ ...entry, means: [], from, to })
    else found.push({ ...entry, from, to })
    from = to
  }
  return found
}

/** Whether a head belongs to the name before: 'oat milk', 'rye flour', 'cashew nuts', 'coconut milk yogurt'. */
function isOfBase(tokens: readonly Token[], from: number, { key }: Found, base: Candidate): boolean {
  if (base.to !== from || !tokens[from]?.continues) return baseIsNear(tokens, from, base) && isHeadOf(key, base)
  return isHeadOf(key, base) || (key === 'roe' && base.means.some((one) => one === 'crustaceans' || one === 'molluscs'))
}

function baseIsNear(tokens: readonly Token[], from: number, base: Candidate): boolean {
  if (from - base.to > 2 || from <= base.to) return false
  return tokens
    .slice(base.to, from + 1)
    .every(({ word, continues }, n) => continues && (n === from - base.to || kindsOfBase.has(word)))
}

function isHeadOf(key: string, { means, key: base }: Found): boolean {
  const isAll = (keys: readonly AllergenWord[]) => means.length > 0 && means.every((one) => keys.includes(one))
  const isNut = isAll([...treeNuts, 'peanuts'])
  const isPlant = plants.has(base) || isAll(cereals) || isAll(['soya', 'lupin', 'sesame']) || isNut
  if (dairy.has(key)) return isPlant && !(isNut && key === 'icecream') && !bread.has(base)
  if (grain.has(key)) return flours.has(base) || isAll(cereals) || isNut || isAll(['soya', 'lupin', 'sesame'])
  if (bread.has(key)) return isAll(['rye', 'barley', 'oats', 'spelt', 'wheat', 'gluten'])
  return key === 'nut' && (isNut || isAll(['soya']))
}

/** 'Rice flour', 'cocoa butter', 'coconut milk', where the word before is no entry. */
function isOfOther(tokens: readonly Token[], from: number, { key, means, isDish }: Found): boolean {
  let at = from - 1
  for (
    let skipped = 0;
    skipped < 2 && tokens[at + 1]?.continues && kindsOfBase.has(tokens[at]?.word ?? '');
    skipped += 1
  )
    at -= 1
  const base = tokens[at + 1]?.continues ? tokens[at]?.word : undefined
  const next = tokens[from + 1]
  if (/^(?:malted|wholemeal|wholegrain|graham)$/.test(key) && next?.continues) {
    const following = tokens.slice(from + 1, from + 4).findIndex(({ continues }) => !continues)
    const near = tokens.slice(from + 1, from + 1 + (following < 0 ? 3 : following))
    if (
      near.some(
        ({ word }) =>
          flours.has(word) ||
          (entryOf(word)?.means ?? []).some((one) => one !== 'gluten' && cereals.includes(one) && word !== 'flour'),
      )
    )
      return true
  }
  if (isIn(dairy, key) && isIn(plants, base)) return true
  if (key === 'butter' && isIn(butters, base)) return true
  if (isIn(flours, base) && (grain.has(key) || (isIn(breads, base) && bread.has(key)))) return true
  // 'Flour (rice, tapioca)'.
  return (
    means.includes('wheat') &&
    (key === 'flour' || isDish) &&
    next !== undefined &&
    !next.continues &&
    key === 'flour' &&
    isIn(flours, next.word)
  )
}

/** How many words a claim may be about. Without a limit, reading would be quadratic. */
const mostClaimed = 12

/** Whether a text denies that a word is in the food. */
function deniedIn(
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

const traceWords =
  /\b(?:(?:may|might|could|can) (?:also )?(?:contain|include|have)|traces? of|possible traces?|may be present|(?:made|produced|prepared|packed|packaged|manufactured|baked|processed|handled|cooked) (?:in|on|at) [^.;\n]{0,40}?(?:kitchen|factory|bakery|facility|site|equipment|line|environment|area|premises)|not suitable for|cannot guarantee|due to (?:manufacturing|production) methods|kitchen (?:that |which )?(?:also )?(?:handles|uses))\b/g

/** Whether a position is in a statement of traces. It is asked for positions in their order. */
function tracesIn(folded: string): (at: number) => boolean {
  const statements = traceStatements(folded)
  let next = 0
  return (at) => {
    while ((statements[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next += 1
    return (statements[next]?.[0] ?? Number.POSITIVE_INFINITY) <= at
  }
}

/** The ranges of statements of traces: to the end of the sentence or of the bracket. */
function traceStatements(folded: string): (readonly [number, number])[] {
  const plain = folded.replace(/\s/g, ' ')
  let end = 0
  return [...plain.matchAll(traceWords)].flatMap(({ index, 0: words }) => {
    if (index < end) return []
    let start = index
    if (words === 'may be present') while (start > end && !/[.;!\n]/.test(folded[start - 1] ?? '')) start -= 1
    let depth = 0
    end = index
    for (; end < folded.length; end += 1) {
      const character = folded[end] ?? ''
      if ('([{'.includes(character)) depth += 1
      else if (')]}'.includes(character) && depth > 0) depth -= 1
      else if (')]};!\n'.includes(character) || (character === '.' && !/\d/.test(folded[end + 1] ?? ''))) break
    }
    return [[start, end] as const]
  })
}

/** The ingredients of a text, each with what is in brackets behind it. */
class Items {
  readonly #text: string
  /** The index of the bracket that closes at an index, or opens. */
  readonly #partner = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
    const open: number[] = []
    for (const { index, 0: bracket } of text.matchAll(/[()[\]{}]/g)) {
      if ('([{'.includes(bracket)) open.push(index)
      else {
        const from = open.pop()
        if (from !== undefined) this.#partner.set(from, index).set(index, from)
      }
    }
  }

  /** The ingredient of a word. If the word is alone in brackets, it is the ingredient before them. */
  around(start: number, end: number): string {
    const [from, to] = [this.#startOf(start), this.#endOf(end)]
    const opened = from - 1
    const isAlone = '([{'.includes(this.#text[opened] ?? ' ') && this.#partner.get(opened) === to
    return this.#text.slice(isAlone ? this.#startOf(opened) : from, to)
  }

  /** Long texts without commas are no ingredients. */
  #startOf(at: number): number {
    let from = at
    while (from > 0 && at - from < 60 && !/[,;.:\n([{]/.test(this.#text[from - 1] ?? '')) from -= 1
    return from
  }

  #endOf(at: number): number {
    let to = at
    while (to < this.#text.length && to - at < 60) {
      const character = this.#text[to] ?? ''
      if (/[,;\n)\]}]/.test(character) || (character === '.' && !/\d/.test(this.#text[to + 1] ?? ''))) break
      const partner = this.#partner.get(to)
      to = partner !== undefined && partner - to < 200 ? partner + 1 : to + 1
    }
    return to
  }
}
