/**
 * Whether a product fits a household, and why not. `private.free_of` and `private.not_containing` are the same rules in
 * SQL, and a test compares both. Only a declaration makes a product fit: what is not declared never fits. What fits may
 * still come from a kitchen that handles it.
 */

import { joinWithAnd } from '../values/join-with-and.ts'
import {
  type AllergenDeclaration,
  allergenGroups,
  kindsOf,
  namesOf,
  parentOf,
  partsOf,
  readAllergens,
  stateOf,
  wholesOf,
} from './allergens.ts'
import { type AvoidedAllergen, avoidedNames, avoidsAllNuts, labelOf, nutKeys } from './avoided-allergens.ts'
import { readAddedAllergens, withChoice } from './choice-allergens.ts'
import { type Diet, dietLabel, readDiets, suitsDiet } from './diets.ts'
import { foodWords, namesFood } from './food-names.ts'
import type { Household, Person } from './household.ts'
import { type Handled, type KitchenStatement, readHandled } from './kitchen.ts'

/** What is known about a product's food. */
export interface Food {
  /** The columns as the database returns them. */
  readonly allergens: unknown
  /** What its options may add, as the database returns it. Absent where only the chosen ones count. */
  readonly options?: unknown
  readonly diets: unknown
  /** Null if its seller has stated nothing. */
  readonly kitchen: KitchenStatement | null
  /** What its seller wrote: name, description, ingredients. */
  readonly texts: readonly (string | null)[]
}

export interface Reason {
  /** 'contains walnut', 'may contain nuts', 'is not declared vegan'. */
  readonly what: string
  /** 'My daughter avoids nuts.' */
  readonly why: string
}

export interface Fit {
  /** Why the product does not fit; empty if it fits. */
  readonly reasons: readonly Reason[]
  /** The seller's texts mention a food that somebody avoids and that no declaration covers. */
  readonly mentions: readonly Reason[]
  /** Why it does not fit with one of its options, although it fits without it. */
  readonly byOption: readonly Reason[]
  /** It is declared free of what somebody avoids with its traces, and made in a kitchen that handles it. */
  readonly kitchen: readonly Reason[]
  /** What it is declared without, in sentences for a card. Only for a product that fits. */
  readonly absent: readonly Absence[]
  /** Foods that somebody avoids, that no declaration covers, and that the texts do not mention. */
  readonly unchecked: readonly string[]
}

interface Absence {
  /** 'Free of nuts, kitchen included'. */
  readonly text: string
  /** The shopper has to decide about it. */
  readonly isOpen: boolean
}

/** Declared free, traces included. Nuts, gluten and wheat are free only with all that they include. */
export function isFreeOf(declaration: AllergenDeclaration, key: AvoidedAllergen): boolean {
  const isFree = (one: AvoidedAllergen) =>
    declaration[one] === 'free' && partsOf(one).every((part) => (declaration[part] ?? 'free') === 'free')
  return [key, ...wholesOf(key)].some(isFree)
}

/**
 * Declared, and not contained; traces are possible. Sellers name the nuts and cereals that are contained, so the others
 * are not. Named wheat may be spelt, and named spelt is wheat.
 */
export function isNotContained(declaration: AllergenDeclaration, key: AvoidedAllergen): boolean {
  const parent = parentOf(key)
  if (stateOf(declaration, key) === 'contains') return false
  // 'Free from wheat' alone says so of spelt, too.
  if (declaration[key] !== undefined || isFreeOf(declaration, key)) return true
  if (wholesOf(key).some((whole) => whole !== parent && declaration[whole] === 'contains')) return false
  const state = stateOf(declaration, parent)
  if (state === 'contains')
    return key !== parent && kindsOf(parent).some((kind) => declaration[kind.key] === 'contains')
  return state !== null
}

export function fitOf(household: Household, food: Food): Fit {
  const declaration = readAllergens(food.allergens) ?? {}
  const withOptions = withChoice(declaration, readAddedAllergens(food.options)) ?? {}
  const handled = readHandled(food.kitchen?.handles)
  const diets = readDiets(food.diets)
  const texts = food.texts.flatMap((text) => (text ? [foodWords(text)] : []))
  const mentions = household.flatMap((person) =>
    person.avoid_others
      .filter((other) => texts.some((words) => namesFood(words, other)))
      .map((other) => ({ person, other })),
  )
  const others = household.flatMap((person) => person.avoid_others)
  return {
    reasons: uniqueReasons(
      household.flatMap((person) => [...allergenReasons(person, declaration), ...dietReasons(person, diets)]),
    ),
    byOption: uniqueReasons(household.flatMap((person) => optionReasons(person, declaration, withOptions))),
    mentions: uniqueReasons(
      mentions.map(({ person, other }) => ({
        what: `mentions ${other}`,
        why: `${subjectOf(person, 'avoid')} ${other}.`,
      })),
    ),
    kitchen: household.flatMap((person) => kitchenReasons(person, declaration, handled, food.kitchen)),
    // An option that adds an allergen speaks against any sentence that names it.
    absent: absentIn(household, withOptions, handled),
    unchecked: [...new Set(others.filter((other) => !mentions.some((mention) => mention.other === other)))],
  }
}

/** Whether a list for this household has the food. */
export function fits(household: Household, food: Food): boolean {
  return fitOf(household, food).reasons.length === 0
}

function uniqueReasons(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [reason.what + reason.why, reason])).values()]
}

/** 'My daughter avoids', 'You avoid'. */
function subjectOf({ name }: Person, verb: string): string {
  return isMe(name) ? `You ${verb}` : `${name} ${verb}s`
}

const isMe = (name: string) => name.trim().toLowerCase() === 'me'

function allergenReasons(person: Person, declaration: AllergenDeclaration): Reason[] {
  return misfitsOf(person, declaration).map(({ key }) => ({
    what: problemOf(declaration, key),
    why: `${avoidsInWords(person, key)}.`,
  }))
}

export interface Misfit {
  readonly key: AvoidedAllergen
  /** Whether traces are avoided, too. */
  readonly isByTraces: boolean
}

/** What a person avoids that a declaration does not exclude. */
export function misfitsOf({ avoid_contains, avoid_traces }: Person, declaration: AllergenDeclaration): Misfit[] {
  return [
    ...avoid_contains.filter((key) => !isNotContained(declaration, key)).map((key) => ({ key, isByTraces: false })),
    ...avoid_traces.filter((key) => !isFreeOf(declaration, key)).map((key) => ({ key, isByTraces: true })),
  ]
}

/** 'My daughter avoids walnut'. */
export function avoidsInWords(person: Person, key: AvoidedAllergen): string {
  const hasAllNuts = avoidsAllNuts([...person.avoid_contains, ...person.avoid_traces])
  return `${subjectOf(person, 'avoid')} ${hasAllNuts && nutKeys.includes(key) ? 'nuts' : labelOf(key).toLowerCase()}`
}

/** Whether a kitchen handles an allergen; undefined if its seller has not stated it. Kinds are handled with their allergen. */
function isHandled(handled: Handled, key: AvoidedAllergen): boolean | undefined {
  return handled[parentOf(key)]
}

/** 'is made in a kitchen that handles nuts, with shared equipment'. */
function kitchenReasons(
  person: Person,
  declaration: AllergenDeclaration,
  handled: Handled,
  kitchen: KitchenStatement | null,
): Reason[] {
  const keys = person.avoid_traces.filter((key) => isFreeOf(declaration, key) && isHandled(handled, key))
  if (keys.length === 0) return []
  const equipment = kitchen?.shares_equipment ? ', with shared equipment' : ''
  return [
    {
      what: `is made in a kitchen that handles ${joinWithAnd(avoidedNames([...new Set(keys.map(parentOf))]))}${equipment}`,
      why: `${subjectOf(person, 'avoid')} even traces of ${joinWithAnd(avoidedNames(keys))}.`,
    },
  ]
}

/** Allergens that fit by the declaration, but not with every option. */
function optionReasons(person: Person, declaration: AllergenDeclaration, withOptions: AllergenDeclaration): Reason[] {
  const known = new Set(allergenReasons(person, declaration).map(({ why }) => why))
  return allergenReasons(person, withOptions).filter(({ why }) => !known.has(why))
}

/** What stands against an allergen that is not declared absent. */
function problemOf(declaration: AllergenDeclaration, key: AvoidedAllergen): string {
  const parent = parentOf(key)
  const name = labelOf(key).toLowerCase()
  const own = stateOf(declaration, key)
  if (key !== parent && own !== null && own !== 'free') {
    const named = [key, ...partsOf(key)].filter((one) => declaration[one] === own)
    return `${own === 'contains' ? 'contains' : 'may contain'} ${joinWithAnd(named.map((one) => labelOf(one).toLowerCase()))}`
  }
  const state = stateOf(declaration, parent)
  if (state === null || state === 'free') return `does not say whether it contains ${name}`
  const names = allergenGroups(declaration)[state].filter((group) => group.key === parent)
  const isNamed = names.some((group) => group.kinds.length > 0)
  if (key !== parent && isNamed) return `does not say whether it contains ${name}`
  return `${state === 'contains' ? 'contains' : 'may contain'} ${joinWithAnd(names.flatMap(namesOf))}`
}

const dietVerbs: Record<Diet, readonly [me: string, other: string]> = {
  vegetarian: ['are', 'is'],
  vegan: ['are', 'is'],
  halal: ['eat', 'eats'],
  kosher: ['eat', 'eats'],
  no_alcohol: ['have', 'has'],
}

function dietReasons(person: Person, declared: readonly Diet[]): Reason[] {
  return person.diets
    .filter((diet) => !suitsDiet(declared, diet))
    .map((diet) => {
      const [me, other] = dietVerbs[diet]
      const label = dietLabel(diet).toLowerCase()
      const subject = isMe(person.name) ? `You ${me}` : `${person.name} ${other}`
      return {
        what: `is not declared ${diet === 'no_alcohol' ? 'free of alcohol' : label}`,
        why: `${subject} ${label}.`,
      }
    })
}

/** 'This contains walnut. My daughter avoids nuts.' @param subject the product's name, or 'This' */
export function reasonSentences(subject: string, reasons: readonly Reason[]): string[] {
  const people = new Map<string, string[]>()
  for (const { what, why } of reasons) people.set(why, [...(people.get(why) ?? []), what])
  return [...people].map(([why, whats]) => `${subject} ${joinWithAnd([...new Set(whats)])}. ${why}`)
}

/** 'contains walnut', for a card: the first reason, and how many more. */
export function shortReason([first, ...more]: readonly Reason[]): string {
  const others = new Set(more.map(({ what }) => what))
  others.delete(first?.what ?? '')
  return (first?.what ?? '') + (others.size > 0 ? ` and ${others.size} more` : '')
}

/**
 * What a fitting product is declared without, at the level of the declaration and of the kitchen: 'Free of nuts, kitchen
 * included', 'No milk as an ingredient (may contain milk)'.
 */
function absentIn(household: Household, declaration: AllergenDeclaration, handled: Handled): Absence[] {
  const withTraces = new Set(household.flatMap((person) => person.avoid_traces))
  const avoided = [...new Set([...withTraces, ...household.flatMap((person) => person.avoid_contains)])]
  const [free, others] = parted(avoided, (key) => isFreeOf(declaration, key))
  const [inKitchen, notInKitchen] = parted(free, (key) => isHandled(handled, key) === true)
  const [shared, asIngredient] = parted(inKitchen, (key) => withTraces.has(key))
  const [clean, unstated] = parted(notInKitchen, (key) => isHandled(handled, key) === false)
  const [traces, open] = parted(
    others.filter((key) => isNotContained(declaration, key)),
    (key) => stateOf(declaration, key) === 'may_contain',
  )
  const allOf = (keys: readonly AvoidedAllergen[]) => joinWithAnd(avoidedNames(keys))
  const anyOf = (keys: readonly AvoidedAllergen[]) => allOf(keys).replace(/ and (?=[^,]*$)/, ' or ')
  const said = (keys: readonly AvoidedAllergen[], text: string, isOpen = false) =>
    keys.length > 0 ? [{ text, isOpen }] : []
  return [
    ...said(
      shared,
      `Declared free of ${allOf(shared)}, made in a kitchen that handles ${allOf([...new Set(shared.map(parentOf))])}`,
      true,
    ),
    ...said(clean, `Free of ${allOf(clean)}, kitchen included`),
    ...said(unstated, `Declared free of ${allOf(unstated)} (kitchen not stated)`),
    ...said(asIngredient, `No ${anyOf(asIngredient)} as an ingredient (handled in this kitchen)`),
    ...said(traces, `No ${anyOf(traces)} as an ingredient (may contain ${anyOf(traces)})`),
    ...said(open, `No ${anyOf(open)} as an ingredient (not declared free of ${anyOf(open)})`),
  ]
}

function parted<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}
