/** What shoppers write about food they cannot eat: 'no nuts or milk', 'egg-free', 'coeliac', 'nut allergy'. */
import type { Allergen, AllergenKind } from './allergens.ts'
import { continues, type Found, findPhrase, phraseMap, type Token, wordsFrom } from './search-tokens.ts'
import { namePhrases } from './search-words.ts'

export type AvoidKey = Allergen | AllergenKind

/** Tree nuts and peanuts are separate by law, but shoppers who avoid nuts mean both. */
export const nutKeys = ['nuts', 'peanuts'] as const satisfies readonly AvoidKey[]

/** Each name excludes at least the food that it means: butter and lactose exclude all milk. */
const allergenNames = phraseMap<readonly AvoidKey[]>([
  [nutKeys, 'nut, nuts'],
  [['nuts'], 'tree nut, tree nuts'],
  [['peanuts'], 'peanut, peanuts, groundnut, groundnuts, peanut butter'],
  [['almond'], 'almond, almonds, marzipan, frangipane'],
  [['hazelnut'], 'hazelnut, hazelnuts'],
  [['walnut'], 'walnut, walnuts'],
  [['brazil'], 'brazil nut, brazil nuts'],
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
  [['crustaceans', 'molluscs'], 'shellfish'],
  [['crustaceans', 'molluscs', 'fish'], 'seafood'],
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

const wholePhrases = phraseMap<readonly AvoidKey[]>([
  [['gluten'], 'coeliac, coeliacs, celiac, celiacs, coeliac friendly, coeliac safe, celiac friendly, gf, glutenfree'],
  [['milk'], 'df, dairyfree, dairyless, milkless, lactosefree'],
  [['eggs'], 'eggless, eggfree'],
  [nutKeys, 'nutless, nutfree'],
  [['wheat'], 'wheatfree'],
])

/** What comes before the food that is left out. */
export const exclusions = phraseMap([
  ['', 'no, non, not, without, w o, minus, zero, avoid, avoiding, exclude, excluding, contains no, does not contain'],
  [
    '',
    'free from, free of, allergic to, allergy to, intolerant to, no added, no traces of, made without, not containing',
  ],
])
const endings = phraseMap([['', 'free, less, allergy, allergies, allergic, intolerant, intolerance']])
const afterEndings = phraseMap([['', 'friendly, safe, sufferer, sufferers']])

export function findAvoided(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  return findPhrase(tokens, from, wholePhrases) ?? findAfterExclusion(tokens, from) ?? findBeforeEnding(tokens, from)
}

function findAfterExclusion(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  const exclusion = findPhrase(tokens, from, exclusions)
  if (!exclusion || !continues(tokens[from + exclusion.length])) return null
  const list = findList(tokens, from + exclusion.length)
  if (!list) return null
  const length = exclusion.length + list.length
  // 'no egg or nut free' would be read twice.
  return { meaning: list.meaning, length: length + endingLength(tokens, from + length) }
}

function findBeforeEnding(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  const list = findList(tokens, from)
  if (!list) return null
  const ending = isFreeRange(tokens, from + list.length - 1) ? 0 : endingLength(tokens, from + list.length)
  return ending > 0 ? { meaning: list.meaning, length: list.length + ending } : null
}

/** 'Egg free range' does not exclude eggs, but 'nut free range' excludes nuts. */
function isFreeRange(tokens: readonly Token[], at: number): boolean {
  return /^eggs? free range$/.test(wordsFrom(tokens, at, 3).join(' '))
}

function endingLength(tokens: readonly Token[], at: number): number {
  if (!continues(tokens[at])) return 0
  const ending = findPhrase(tokens, at, endings)
  if (!ending) return 0
  const [word, next = ''] = wordsFrom(tokens, at, 2)
  if (word === 'less' && next === 'than') return 0
  // In 'walnut free from peanuts' the end is the start of the next phrase.
  if (findAfterExclusion(tokens, at)) return 0
  const after = at + ending.length
  return ending.length + (continues(tokens[after]) ? (findPhrase(tokens, after, afterEndings)?.length ?? 0) : 0)
}

/** 'nuts, milk and any eggs', also without commas: 'nuts milk eggs'. */
function findList(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  const first = findName(tokens, from)
  if (!first) return null
  const keys = [...first.meaning]
  let end = from + first.length
  for (;;) {
    const joint = jointLength(tokens, end)
    const next = joint === null ? null : findName(tokens, end + joint)
    if (joint === null || !next) return { meaning: keys, length: end - from }
    keys.push(...next.meaning)
    end += joint + next.length
  }
}

const notNames = new Set(['any', 'added', 'the'])

function findName(tokens: readonly Token[], from: number): Found<readonly AvoidKey[]> | null {
  const skipped = notNames.has(tokens[from]?.text ?? '') && continues(tokens[from + 1]) ? 1 : 0
  const name = findPhrase(tokens, from + skipped, allergenNames)
  return name && { meaning: name.meaning, length: skipped + name.length }
}

const conjunctions = new Set(['and', 'or', 'nor'])

/** The number of words between two names of a list; null where it ends. */
function jointLength(tokens: readonly Token[], at: number): number | null {
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
