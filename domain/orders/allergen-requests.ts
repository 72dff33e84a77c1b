/** Allergens of a custom order: what the buyer asks for in the brief, and what the seller answers in the quote. */
import {
  type AllergenDeclaration,
  type AllergenKey,
  type AllergenState,
  allergens,
  declarable,
  parentOf,
  partsOf,
  readAllergens,
  stateOf,
  wholesOf,
} from '../food/allergens.ts'
import { findAllergens } from '../food/find-allergens.ts'
import { foodWords, namesFood } from '../food/food-names.ts'
import type { Household } from '../food/household.ts'
import { mentionedWords, unconfirmedMentions } from '../food/ingredients.ts'
import { meaningOf } from '../food/vocabulary.ts'
import { joinWithAnd } from '../values/join-with-and.ts'

/** One of the 14 allergens, one of their kinds, or another food in the buyer's words. */
export type AllergenRequest = ({ readonly allergen: AllergenKey } | { readonly other: string }) & {
  /** For whom, in the buyer's words. */
  readonly for?: string
}

/** Free of it; free of it, made in a kitchen with it; cannot be made free of it. */
export const answers = ['free', 'kitchen', 'cannot'] as const
export type Answer = (typeof answers)[number]
export type AllergenAnswer = AllergenRequest & { readonly answer: Answer }

export const maxRequests = 40
export const maxRequestLength = 60

const labels = new Map<string, { key: AllergenKey; label: string }>(
  declarable.map(({ key, label }) => [key, { key, label }]),
)

/** Reads `brief.allergens` and skips invalid ones. */
export function readRequests(brief: unknown): readonly AllergenRequest[] {
  return listOf(fieldsOf(brief).allergens).flatMap((json) => requestOf(json) ?? [])
}

/** Reads the answers of a quote or an order. Null, for none, is an empty list. */
export function readAnswers(json: unknown): readonly AllergenAnswer[] {
  return listOf(json).flatMap((one) => {
    const request = requestOf(one)
    const answer = answers.find((known) => known === fieldsOf(one).answer)
    return request && answer ? [{ ...request, answer }] : []
  })
}

/** Reads `quote_declaration`. Null if the product's declaration applies. */
export function readQuoteDeclaration(json: unknown): OrderDeclaration | null {
  const read = readFood(json)
  return read.allergens && read
}

/** Reads `quoted_food` of a conversation. Null, for a quote without a product, is an empty list. */
export function readQuotedFood(json: unknown): readonly OrderDeclaration[] {
  return listOf(json).map(readFood)
}

function readFood(json: unknown): OrderDeclaration {
  const { allergens: declared, ingredients } = fieldsOf(json)
  return { allergens: readAllergens(declared), ingredients: typeof ingredients === 'string' ? ingredients : null }
}

function requestOf(json: unknown): AllergenRequest | null {
  const { allergen, other, for: person } = fieldsOf(json)
  const key = typeof allergen === 'string' ? labels.get(allergen)?.key : undefined
  const forWhom = typeof person === 'string' ? { for: person } : {}
  if (key) return { allergen: key, ...forWhom }
  return typeof other === 'string' ? { other, ...forWhom } : null
}

function listOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : []
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? Object.fromEntries(Object.entries(json)) : {}
}

/** Identifies the allergen within a brief: two requests with the same id are one. */
export function requestId(request: AllergenRequest): string {
  return 'allergen' in request ? request.allergen : `other ${request.other.toLowerCase()}`
}

/** 'Tree nuts', 'Kiwi'. */
export function allergenLabel(request: AllergenRequest): string {
  return 'allergen' in request ? (labels.get(request.allergen)?.label ?? request.allergen) : capitalised(request.other)
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'tree nuts', 'kiwi'. */
function allergenName(request: AllergenRequest): string {
  return 'allergen' in request ? allergenLabel(request).toLowerCase() : request.other
}

/** 'tree nuts, milk and kiwi'. */
export function allergenNames(requests: readonly AllergenRequest[]): string {
  return joinWithAnd(requests.map(allergenName))
}

/** 'Tree nuts, for Mia'. */
export function requestLabel(request: AllergenRequest): string {
  return request.for ? `${allergenLabel(request)}, for ${request.for}` : allergenLabel(request)
}

/** What the seller has agreed to, as a statement about the order. */
export function answerText(answer: AllergenAnswer): string {
  const name = allergenName(answer)
  switch (answer.answer) {
    case 'free':
      return `Made free of ${name}`
    case 'kitchen':
      return `Made free of ${name}; made in a kitchen with ${name}`
    case 'cannot':
      return `Not free of ${name}`
  }
}

/** 'For Mia: made free of tree nuts', for texts without a layout. */
export function answerLine(answer: AllergenAnswer): string {
  const text = answerText(answer)
  return answer.for ? `For ${answer.for}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

export function refusedAnswers(given: readonly AllergenAnswer[]): readonly AllergenAnswer[] {
  return given.filter(({ answer }) => answer === 'cannot')
}

/** The requests that a typed word means. 'Walnuts' are one of the 14, so that they are compared with declarations. */
export function requestsFor(text: string): readonly AllergenRequest[] {
  const words = text.trim().replace(/\s+/g, ' ')
  if (words === '' || words.length > maxRequestLength) return []
  const name = words.toLowerCase()
  const known = [...labels.values()].find(({ key, label }) =>
    [label.toLowerCase(), key, `${key}s`, key.replace(/s$/, '')].includes(name),
  )
  const means = known ? [known.key] : meaningOf(words)
  return means ? means.map((allergen) => ({ allergen })) : [{ other: words }]
}

const groupOf = new Map<string, string>(
  allergens.flatMap(({ key, kinds }) => kinds.map((kind) => [kind.key, key] as const)),
)

/** Adds the requests of a typed word. */
export const withTyped = (requests: readonly AllergenRequest[], text: string): readonly AllergenRequest[] =>
  requestsFor(text).reduce(withRequest, requests)

/** Adds a request, and removes those that it includes. Unchanged if one there is the same or includes it. */
export function withRequest(requests: readonly AllergenRequest[], added: AllergenRequest): readonly AllergenRequest[] {
  const id = requestId(added)
  if (requests.some((request) => [id, groupOf.get(id)].includes(requestId(request)))) return requests
  return [...requests.filter((request) => groupOf.get(requestId(request)) !== id), added]
}

/**
 * What a household avoids, as the requests of a new brief. Without names: the seller need not know for whom. All of it,
 * even above the limit: a brief that is too long is refused with a message, but nobody would miss an allergen that is cut.
 */
export function requestsOf(household: Household): readonly AllergenRequest[] {
  const known = household.flatMap(({ avoid_traces, avoid_contains }) => [...avoid_traces, ...avoid_contains])
  const others = household.flatMap(({ avoid_others }) => avoid_others)
  return [...known.map((allergen) => ({ allergen })), ...others.map((other) => ({ other }))].reduce<
    readonly AllergenRequest[]
  >(withRequest, [])
}

/** What a typed text may mean, the likeliest first, without what is there already. Without a text, the 14 allergens. */
export function requestsMatching(text: string, present: readonly AllergenRequest[]): readonly AllergenRequest[] {
  const wanted = requestsFor(text)
  const typed = text.trim().toLowerCase()
  const isMatch = (key: string, label: string) => (typed ? label.toLowerCase().includes(typed) : !groupOf.has(key))
  const known = [...labels.values()]
    .filter(({ key, label }) => isMatch(key, label))
    .map(({ key }) => ({ allergen: key }))
  const all = wanted.some((request) => 'other' in request) ? [...known, ...wanted] : [...wanted, ...known]
  const distinct = new Map(all.map((request) => [requestId(request), request]))
  return [...distinct.values()].filter((request) => withRequest(present, request) !== present)
}

/** Unknown: the declaration names other kinds of the group, and does not say whether this one may be in it. */
type DeclaredState = AllergenState | 'unknown'

/** States of a declaration that agree with an answer. */
const agreeing: Readonly<Record<Answer, readonly [AllergenState, ...DeclaredState[]]>> = {
  free: ['free'],
  kitchen: ['may_contain', 'unknown'],
  cannot: ['may_contain', 'contains', 'unknown'],
}

/** What an order is made of: the product's declaration, or the quote's own. */
export interface OrderDeclaration {
  readonly allergens: AllergenDeclaration | null
  readonly ingredients: string | null
}

/** The answers that a declaration or its ingredients contradict. */
export function contradictions(
  given: readonly AllergenAnswer[],
  { allergens: declared, ingredients }: OrderDeclaration,
): readonly AllergenAnswer[] {
  return given.filter((one) => {
    if ('other' in one) return one.answer !== 'cannot' && namesFood(foodWords(ingredients ?? ''), one.other)
    const state = declared && declaredState(declared, one.allergen)
    return !state || !agreeing[one.answer].includes(state)
  })
}

/** A contradicted answer, on pages of an order whose declaration has changed since. It repeats no promise. */
export function lapsedAnswerText(answer: AllergenAnswer): string {
  return `The declaration has changed, so the answer about ${allergenName(answer)} no longer applies`
}

/** Words of the ingredients that name what an answer excludes. Some are harmless, such as 'rice flour'. */
export function ingredientsNaming(given: readonly AllergenAnswer[], ingredients: string): readonly string[] {
  const excluded: ReadonlySet<string> = new Set(
    given.flatMap((one) => ('allergen' in one && one.answer !== 'cannot' ? [one.allergen] : [])),
  )
  return mentionedWords(
    unconfirmedMentions(ingredients, null).filter(
      ({ allergen, kind }) => excluded.has(allergen) || (kind !== null && excluded.has(kind)),
    ),
  )
}

/**
 * What a declaration says about an allergen or a kind; null if undeclared. Without names, each cereal or nut may be
 * meant. With names, nothing follows about the others, except in a group that is free.
 */
function declaredState(declared: AllergenDeclaration, key: AllergenKey): DeclaredState | null {
  const group = allergens.find((allergen) => [allergen, ...allergen.kinds].some((one) => one.key === key))
  if (!group) return null
  const state = stateOf(declared, group.key)
  if (key === group.key || state === 'free') return state
  // 'Free from wheat' includes spelt.
  const isPartOfFree = wholesOf(key).some((whole) => whole !== group.key && declared[whole] === 'free')
  const own = stateOf(declared, key) ?? (isPartOfFree ? 'free' : null)
  return own ?? (group.kinds.some((kind) => declared[kind.key] === state) ? 'unknown' : state)
}

/** The declaration changed to agree with the answers: the seller's starting point, not their declaration. */
export function agreeingDeclaration(
  declared: AllergenDeclaration | null,
  given: readonly AllergenAnswer[],
): AllergenDeclaration {
  const changed: AllergenDeclaration = { ...declared }
  for (const one of contradictions(given, { allergens: declared, ingredients: null })) {
    if ('other' in one) continue
    const [state] = agreeing[one.answer]
    for (const key of partsOf(one.allergen)) {
      if (state === 'free') delete changed[key]
      else if (changed[key] === 'contains') changed[key] = state
    }
    changed[one.allergen] = state
    restateGroup(changed, declared ?? {}, one.allergen)
  }
  return changed
}

/** The group of a changed kind is what its kinds say. One that named none before still may be any of them. */
function restateGroup(changed: AllergenDeclaration, before: AllergenDeclaration, kind: AllergenKey): void {
  const group = allergens.find(({ kinds }) => kinds.some(({ key }) => key === kind))
  const state = group && stateOf(before, group.key)
  if (!group || (state !== 'free' && !group.kinds.some(({ key }) => before[key] === state))) return
  const states = group.kinds.map(({ key }) => changed[key])
  changed[group.key] = (['contains', 'may_contain'] as const).find((one) => states.includes(one)) ?? 'free'
}

const allergyWords = /allerg|epi-?pen|anaphyla|intoleran|co?eliac/i
const excludingWords = /\b(?:no|without|avoid)\b|[- ]free\b(?![- ]range)/i

/** Whether a free text speaks of an allergy. A reminder to name it, so it may miss some. */
export function mentionsAllergy(text: string): boolean {
  return allergyWords.test(text) || (excludingWords.test(text) && findAllergens(text, 'wishes').length > 0)
}

/** Whether a text of the buyer speaks of an allergy that the requests do not name, so that no answer covers it. */
export function mentionsUnnamed(text: string, requests: readonly AllergenRequest[]): boolean {
  if (!mentionsAllergy(text)) return false
  const named = new Set(requests.flatMap((one) => ('allergen' in one ? [one.allergen, parentOf(one.allergen)] : [])))
  // 'My nut allergy' may mean the walnuts that are named. 'No pecans' does not.
  const isNamed = (key: AllergenKey) =>
    named.has(key) || requests.some((one) => 'allergen' in one && one.allergen === parentOf(key))
  if (requests.length === 0) return true
  // Other sentences name what the buyer would like.
  const sentences = text.split(/[.!?\n]/).filter(mentionsAllergy)
  return sentences.some((sentence) =>
    findAllergens(sentence, 'wishes').some(({ means }) => means.some((key) => !isNamed(key))),
  )
}
