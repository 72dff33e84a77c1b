/**
 * Parses the text of a search: what it excludes, when, for how much, where and for what. The rest are words to
 * search for. Text in quotation marks is not interpreted.
 */
import type { Occasion, ProductCategory } from '../catalogue/categories.ts'
import type { Diet } from '../food/diets.ts'
import type { PartOfDay } from '../values/part-of-day.ts'
import { type AvoidKey, findAllergenList, findAvoided, jointLength } from './search-allergens.ts'
import { findDate, type SaidDay } from './search-dates.ts'
import { findEnding, findExclusion } from './search-exclusions.ts'
import { findOtherFood } from './search-names.ts'
import { findPrice, type SaidPrice } from './search-prices.ts'
import { continues, type Found, findPhrase, type Token, tokenise, wordsFrom } from './search-tokens.ts'
import { findUnclear } from './search-unclear.ts'
import {
  categoryPhrases,
  dietPhrases,
  fillerPhrases,
  fulfilmentPhrases,
  namePhrases,
  occasionPhrases,
} from './search-words.ts'

/** 'near me' is the shopper's own place. */
type ParsedPlace = { readonly kind: 'own' } | { readonly kind: 'named'; readonly name: string }

interface Avoided {
  readonly keys: readonly AvoidKey[]
  /** The words near the allergen are not understood. */
  readonly isUnclear: boolean
}

/** What parts of the text can mean. */
interface Values {
  readonly avoid: Avoided
  readonly diets: Diet
  readonly date: SaidDay
  readonly price: SaidPrice
  readonly place: ParsedPlace
  readonly occasion: Occasion
  readonly category: ProductCategory
  readonly fulfilment: 'delivery' | 'pickup'
  /** Food to leave out that sellers do not declare, such as raisins. */
  readonly unchecked: string
  /** Says nothing about the food. */
  readonly filler: null
}

export type SpanKind = Exclude<keyof Values, 'filler'>

type Meaning<Kind extends keyof Values = keyof Values> = {
  readonly [Each in Kind]: { readonly kind: Each; readonly value: Values[Each] }
}[Kind]

/** A part of the text, by its positions. */
type Span = Meaning & { readonly start: number; readonly end: number }

export interface ParsedQuery {
  /** What remains to be searched for. */
  readonly words: string
  readonly avoid: readonly AvoidKey[]
  readonly diets: readonly Diet[]
  /** 'YYYY-MM-DD', never in the past. */
  readonly onDate: string | null
  /** Of that day. */
  readonly partOfDay: PartOfDay | null
  /** In pounds. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  readonly place: ParsedPlace | null
  readonly occasion: Occasion | null
  readonly category: ProductCategory | null
  readonly fulfilment: 'delivery' | 'pickup' | null
  /** What the shopper does not want, and no seller declares. */
  readonly unchecked: readonly string[]
  /** Parts that exclude something by words that are not understood. The allergens near them are in `avoid`. */
  readonly unclear: readonly string[]
  /** In the order of the text, without overlap. */
  readonly spans: readonly Span[]
}

/** Texts that are parsed in the same context are parsed once. */
export interface SearchContext {
  /** 'YYYY-MM-DD' in London. */
  readonly today: string
  /** Whether a town or postcode of this name is known. Other names stay words. */
  readonly isPlace?: (name: string) => boolean
}

const parsedIn = new WeakMap<SearchContext, Map<string, ParsedQuery>>()
/** Of each context. A page asks for about ten. */
const mostParsed = 50

export function parseQuery(text: string, context: SearchContext): ParsedQuery {
  const known = parsedIn.get(context) ?? new Map<string, ParsedQuery>()
  parsedIn.set(context, known)
  const parsed = known.get(text) ?? parse(text, context)
  if (known.size >= mostParsed) known.clear()
  known.set(text, parsed)
  return parsed
}

function parse(text: string, context: SearchContext): ParsedQuery {
  const tokens = tokenise(text)
  const found = findAll(tokens, context)
  const category = findCategory(tokens, found)
  const all = category ? [...found, category] : found
  const hasWords = tokens.some((_, n) => !isIn(all, n))
  // 'With' alone is searched as it is.
  const isAllFiller = !hasWords && all.every(({ meaning }) => meaning.kind === 'filler')
  const spans = (isAllFiller ? [] : all)
    .map(({ from, to, meaning }) => ({ ...meaning, start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }))
    .sort((one, other) => one.start - other.start)
  const unclear = spans
    .filter((span) => span.kind === 'avoid' && span.value.isUnclear)
    .map(({ start, end }) => text.slice(start, end))
  return { words: restOf(text, spans), ...meaningOf(spans), unclear, spans }
}

/**
 * The text without its parts of one kind. What else it means stays the same, except that a single word left may now
 * name a category.
 */
export function withoutSpans(text: string, removedKind: SpanKind, context: SearchContext): string {
  const { spans, words } = parseQuery(text, context)
  const removed = spans.filter(({ kind }) => kind === removedKind)
  if (removed.length === 0) return text
  const kept = spans.filter(({ kind }) => kind !== removedKind)
  if (tokenise(words).length === 0 && kept.every(({ kind }) => kind === 'filler')) return ''
  const rest = restOf(text, removed)
  const after = parseQuery(rest, context)
  const isSame =
    meanings(after.spans) === meanings(kept) && (after.category !== null || lettersOf(after) === lettersOf({ words }))
  // Without a barrier, the words around a removed part could form a phrase.
  return isSame ? rest : restOf(text, removed, ' ; ')
}

function meanings(spans: readonly Span[]): string {
  return JSON.stringify(
    spans.flatMap(({ kind, value }) => (kind === 'filler' || kind === 'category' ? [] : [[kind, value]])),
  )
}

function lettersOf({ words }: Pick<ParsedQuery, 'words'>): string {
  return tokenise(words)
    .map((token) => token.text)
    .join('')
}

interface Range {
  readonly from: number
  readonly to: number
  readonly meaning: Meaning
  /** Part of a list that an exclusion has begun. */
  readonly isListed: boolean
}

function startsExclusion(tokens: readonly Token[], { from, meaning }: Range): boolean {
  return (meaning.kind === 'avoid' || meaning.kind === 'unchecked') && findExclusion(tokens, from) !== null
}

function isIn(ranges: readonly Range[], n: number): boolean {
  return ranges.some(({ from, to }) => from <= n && n < to)
}

function findAll(tokens: readonly Token[], context: SearchContext): Range[] {
  const found: Range[] = []
  for (let from = 0; from < tokens.length; ) {
    const last = found.at(-1)
    const isStart = !continues(tokens[from]) || from === (last?.to ?? 0)
    const isListing = last?.to === from && (last.isListed || startsExclusion(tokens, last))
    const listed = isListing ? findListed(tokens, from, context) : null
    const next = listed ?? findAt(tokens, from, context, isStart)
    if (next?.meaning) found.push({ from, to: from + next.length, meaning: next.meaning, isListed: listed !== null })
    from += next?.length ?? 1
  }
  return found
}

/** The longest meaning that starts at a token. A null meaning is a name, whose words stay words. */
function findAt(
  tokens: readonly Token[],
  from: number,
  context: SearchContext,
  isStart: boolean,
): Found<Meaning | null> | null {
  if (tokens[from]?.isQuoted) return null
  const found = findByRules(tokens, from, context)
  if (!isWeak(found)) return found
  const known = (at: number) => {
    const other = findByRules(tokens, at, context)
    if (other?.meaning?.kind === 'unchecked') return 'food'
    return isWeak(other) ? null : other?.meaning === null ? 'name' : 'phrase'
  }
  const understood = found?.meaning?.kind === 'unchecked' ? found.length : 0
  const unclear = findUnclear(tokens, from, { known, isStart, understood })
  return as('avoid', asAvoided(unclear, true)) ?? found
}

/** Whether there is no meaning that an excluded allergen could contradict. */
function isWeak(found: Found<Meaning | null> | null): boolean {
  return found === null || found.meaning?.kind === 'filler' || found.meaning?.kind === 'unchecked'
}

function asAvoided(found: Found<readonly AvoidKey[]> | null, isUnclear: boolean): Found<Avoided> | null {
  return found && { meaning: { keys: found.meaning, isUnclear }, length: found.length }
}

function findByRules(tokens: readonly Token[], from: number, context: SearchContext): Found<Meaning | null> | null {
  const candidates = [
    nameAt(tokens, from),
    as('avoid', asAvoided(findAvoided(tokens, from), false)),
    as('diets', findPhrase(tokens, from, dietPhrases)),
    as('date', findDate(tokens, from, context.today)),
    as('price', findPrice(tokens, from)),
    as('place', findPlace(tokens, from, context)),
    as('occasion', findOccasion(tokens, from)),
    as('fulfilment', findPhrase(tokens, from, fulfilmentPhrases)),
    as('unchecked', findUnchecked(tokens, from, context)),
    fillerAt(tokens, from),
  ]
  return candidates.reduce((best, next) => (next && next.length > (best?.length ?? 0) ? next : best), null)
}

function as<Kind extends SpanKind>(kind: Kind, found: Found<Values[Kind]> | null): Found<Meaning> | null {
  // Kind is one of the kinds, which TypeScript does not distribute.
  return found && { meaning: { kind, value: found.meaning } as Meaning, length: found.length }
}

function phraseIn(phrases: ReadonlySet<string>, tokens: readonly Token[], from: number): number {
  const words = wordsFrom(tokens, from, 3)
  return [3, 2, 1].find((length) => length <= words.length && phrases.has(words.slice(0, length).join(' '))) ?? 0
}

function nameAt(tokens: readonly Token[], from: number): Found<null> | null {
  const length = Math.max(phraseIn(namePhrases, tokens, from), refusedDietLength(tokens, from))
  return length === 0 ? null : { meaning: null, length }
}

/** 'Not vegan' does not ask for vegan food. No seller declares the opposite, so the words stay words. */
function refusedDietLength(tokens: readonly Token[], from: number): number {
  const exclusion = findExclusion(tokens, from)?.length ?? 0
  const diet =
    exclusion > 0 && continues(tokens[from + exclusion]) ? findPhrase(tokens, from + exclusion, dietPhrases) : null
  return diet ? exclusion + diet.length : 0
}

function fillerAt(tokens: readonly Token[], from: number): Found<Meaning> | null {
  const length = phraseIn(fillerPhrases, tokens, from)
  return length === 0 ? null : { meaning: { kind: 'filler', value: null }, length }
}

/** 'Not' and 'non' deny more than food. */
const foodExclusion = /^(?!not?n?$)|^no$/
/** 'Cake free delivery' and 'honey free range' are about the next word. */
const freeThings = new Set('range from of postage shipping collection p uk local next same standard'.split(' '))

/** 'Without raisins', 'kiwi free'. Searching for raisins would find the opposite. 'No bake' is a name. */
function findUnchecked(tokens: readonly Token[], from: number, context: SearchContext): Found<string> | null {
  const exclusion = findExclusion(tokens, from)
  if (exclusion && !foodExclusion.test(tokens[from]?.text ?? '')) return null
  const start = from + (exclusion?.length ?? 0)
  if ((exclusion && !continues(tokens[start])) || !tokens[start]) return null
  const food = isFoodAt(tokens, start, context) ? findOtherFood(tokens, start) : null
  if (!food) return null
  const end = start + food.length
  const isEnding = isEndingAt(tokens, end)
  if (!exclusion && !isEnding) return null
  return { meaning: food.meaning, length: end - from + (isEnding ? (findEnding(tokens, end)?.length ?? 0) : 0) }
}

/** Whether a word can be a food: no other rule finds anything there. */
function isFoodAt(tokens: readonly Token[], at: number, context: SearchContext): boolean {
  return (
    nameAt(tokens, at) === null &&
    findExclusion(tokens, at) === null &&
    findPhrase(tokens, at, dietPhrases) === null &&
    findPhrase(tokens, at, fulfilmentPhrases) === null &&
    findDate(tokens, at, context.today) === null &&
    findPrice(tokens, at) === null &&
    findPlace(tokens, at, context) === null &&
    findOccasion(tokens, at) === null &&
    phraseIn(fillerPhrases, tokens, at) === 0
  )
}

function isEndingAt(tokens: readonly Token[], at: number): boolean {
  if (!continues(tokens[at]) || !/^(?:fr|allerg|intoleran)/.test(tokens[at]?.text ?? '')) return false
  const ending = findEnding(tokens, at)
  if (!ending || findExclusion(tokens, at) || findPhrase(tokens, at, fulfilmentPhrases)) return false
  const next = tokens[at + ending.length]
  return !continues(next) || !freeThings.has(next.text)
}

/** What a conjunction adds to an exclusion: 'no nuts or kiwi', 'without kiwi and nuts'. */
function findListed(tokens: readonly Token[], from: number, context: SearchContext): Found<Meaning> | null {
  const joint = jointLength(tokens, from)
  if (joint === null) return null
  const at = from + joint
  const list = as('avoid', asAvoided(findAllergenList(tokens, at), false))
  const isSure = joint > 0 || /[&/]/.test(tokens[at]?.gap ?? '')
  const food = isSure && isFoodAt(tokens, at, context) ? findOtherFood(tokens, at) : null
  const found = list ?? as('unchecked', food)
  return found && { meaning: found.meaning, length: joint + found.length }
}

function findOccasion(tokens: readonly Token[], from: number): Found<Occasion> | null {
  const start = tokens[from]?.text === 'for' && continues(tokens[from + 1]) ? 1 : 0
  const article =
    /^(a|an|the|my|our)$/.test(tokens[from + start]?.text ?? '') && continues(tokens[from + start + 1]) ? 1 : 0
  const skipped = start === 1 ? start + article : 0
  const found = findPhrase(tokens, from + skipped, occasionPhrases)
  return found && { meaning: found.meaning, length: skipped + found.length }
}

const ownPlaces = new Set(['near me', 'near here', 'nearby', 'close by', 'close to me', 'around me', 'around here'])
const placePrepositions = new Set(['near', 'in', 'around', 'nearby'])

function findPlace(tokens: readonly Token[], from: number, { isPlace }: SearchContext): Found<ParsedPlace> | null {
  const own = phraseIn(ownPlaces, tokens, from)
  if (own > 0) return { meaning: { kind: 'own' }, length: own }
  const words = wordsFrom(tokens, from, 6)
  const isCloseTo = words[0] === 'close' && words[1] === 'to'
  const start = isCloseTo ? 2 : placePrepositions.has(words[0] ?? '') ? 1 : 0
  // 'Breakfast-in-bed' is one word.
  if (start === 0 || tokens[from + start]?.gap === '-' || !isPlace) return null
  for (let length = words.length; length > start; length -= 1) {
    const name = words.slice(start, length).join(' ')
    if (isPlace(name)) return { meaning: { kind: 'named', name }, length }
  }
  return null
}

/** The occasions that a name contains. */
export function occasionsIn(name: string): Occasion[] {
  const tokens = tokenise(name)
  return tokens.flatMap((_, from) => findOccasion(tokens, from)?.meaning ?? [])
}

/** The names after a preposition, for looking them up before the text is parsed. */
export function possiblePlaces(text: string): string[] {
  const names = new Set<string>()
  parseQuery(text, {
    today: '0001-01-01',
    isPlace: (name) => {
      names.add(name)
      return false
    },
  })
  return [...names]
}

/** 'Cakes or cupcakes' name two categories, and 'chocolate cakes' is more than one. Both are searched as words. */
function findCategory(tokens: readonly Token[], found: readonly Range[]): Range | null {
  if (found.some(({ meaning }) => meaning.kind === 'occasion')) return null
  const left = tokens.flatMap((_, n) => (isIn(found, n) ? [] : [n]))
  const [from] = left
  if (from === undefined || tokens[from]?.isQuoted) return null
  const phrase = findPhrase(tokens, from, categoryPhrases)
  if (!phrase || phrase.length !== left.length) return null
  return { from, to: from + phrase.length, meaning: { kind: 'category', value: phrase.meaning }, isListed: false }
}

/** Of two days, places or occasions the first counts. A gift for an occasion is for the occasion. */
function meaningOf(spans: readonly Span[]): Omit<ParsedQuery, 'words' | 'unclear' | 'spans'> {
  const valuesOf = <Kind extends SpanKind>(kind: Kind): Values[Kind][] =>
    spans.filter((span): span is Span & Meaning<Kind> => span.kind === kind).map(({ value }) => value)
  const [prices, occasions] = [valuesOf('price'), valuesOf('occasion')]
  return {
    avoid: [...new Set(valuesOf('avoid').flatMap(({ keys }) => keys))],
    diets: [...new Set(valuesOf('diets'))],
    onDate: valuesOf('date')[0]?.date ?? null,
    partOfDay: valuesOf('date')[0]?.part ?? null,
    minPrice: prices.find(({ min }) => min !== null)?.min ?? null,
    maxPrice: prices.find(({ max }) => max !== null)?.max ?? null,
    place: valuesOf('place')[0] ?? null,
    occasion: occasions.find((occasion) => occasion !== 'gift') ?? occasions[0] ?? null,
    category: valuesOf('category')[0] ?? null,
    fulfilment: valuesOf('fulfilment')[0] ?? null,
    unchecked: [...new Set(valuesOf('unchecked'))],
  }
}

/** The text outside the spans. */
function restOf(text: string, spans: readonly Span[], joint = ' '): string {
  let end = 0
  const parts: string[] = []
  for (const span of spans) {
    parts.push(text.slice(end, span.start))
    end = span.end
  }
  return [...parts, text.slice(end)]
    .map((part) => part.replace(/^[\s,;&+/-]+|[\s,;&+/-]+$/g, ''))
    .filter((part) => part !== '')
    .join(joint)
}
