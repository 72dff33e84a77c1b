/** The fourteen allergens that a UK food seller must declare: the format of a declaration and its texts. */

import { isRecord } from '../values/is-record.ts'
import { joinWithAnd } from '../values/join-with-and.ts'
import { type Allergen, type AllergenKind, allergens } from './allergen-list.ts'

export * from './allergen-list.ts'

export type AllergenKey = Allergen | AllergenKind

/** The keys of a declaration with their labels: each of the fourteen, followed by its kinds. */
export const declarable = allergens.flatMap((allergen) => [allergen, ...allergen.kinds])

/** States of an allergen in a product, most serious first. */
export const allergenStates = ['contains', 'may_contain', 'free'] as const
export type AllergenState = (typeof allergenStates)[number]

export const allergenStateLabels: Record<AllergenState, string> = {
  contains: 'Contains',
  may_contain: 'May contain',
  free: 'Free from',
}

/** The seller's declaration: `{ milk: 'contains', gluten: 'contains', wheat: 'contains', oats: 'may_contain', ... }`. */
export type AllergenDeclaration = Partial<Record<AllergenKey, AllergenState>>

/** One of the fourteen as a group of a declaration, e.g. tree nuts with the kinds 'almond' and 'walnut'. */
export interface AllergenGroup {
  readonly key: Allergen
  readonly label: string
  /** Its cereals or nuts in the state of the group, in lower case. Empty if none is named. */
  readonly kinds: readonly string[]
}

/**
 * The fourteen by state. An allergen is in two groups if it contains one kind and may contain another. Everything that
 * prints allergens reads this, so a panel and a summary cannot contradict each other.
 */
export interface AllergenGroups extends Readonly<Record<AllergenState, readonly AllergenGroup[]>> {
  readonly undeclared: readonly AllergenGroup[]
}

function isState(value: unknown): value is AllergenState {
  return allergenStates.some((state) => state === value)
}

/** Reads the JSON of `products.allergens` and skips unknown keys and states. Null is a product without a declaration. */
export function readAllergens(json: unknown): AllergenDeclaration | null {
  if (!isRecord(json)) return null
  const declaration: AllergenDeclaration = {}
  for (const { key } of declarable) {
    const state = json[key]
    if (isState(state)) declaration[key] = state
  }
  return Object.keys(declaration).length > 0 ? declaration : null
}

/** An allergen is as serious as its most serious part: 'contains spelt' implies wheat and gluten. Null: undeclared. */
export function stateOf(declaration: AllergenDeclaration, key: AllergenKey): AllergenState | null {
  const declared = [key, ...partsOf(key)].map((one) => declaration[one])
  return allergenStates.slice(0, 2).find((state) => declared.includes(state)) ?? declaration[key] ?? null
}

/** The allergen that a kind belongs to, or the allergen itself. */
export function parentOf(key: Allergen | AllergenKind): Allergen {
  const parent = allergens.find((allergen) => allergen.key === key || allergen.kinds.some((kind) => kind.key === key))
  if (!parent) throw new Error(`Not an allergen: ${key}`)
  return parent.key
}

/** What an allergen or a kind includes: its kinds, and wheat includes spelt. Spelt and khorasan are wheat by law. */
export function partsOf(key: AllergenKey): readonly AllergenKey[] {
  if (key === 'wheat') return ['spelt']
  return allergens.find((allergen) => allergen.key === key)?.kinds.map((kind) => kind.key) ?? []
}

/** What includes an allergen or a kind, the largest last: wheat and gluten include spelt. */
export function wholesOf(key: AllergenKey): readonly AllergenKey[] {
  const parent = parentOf(key)
  return [...(key === 'spelt' ? (['wheat'] as const) : []), ...(key === parent ? [] : [parent])]
}

export function kindsOf(key: Allergen): readonly { key: AllergenKind; label: string }[] {
  return allergens.find((allergen) => allergen.key === key)?.kinds ?? []
}

export function allergenGroups(declaration: AllergenDeclaration | null): AllergenGroups {
  const declared = declaration ?? {}
  const named = (key: Allergen, state: AllergenState) =>
    kindsOf(key)
      .filter((kind) => declared[kind.key] === state)
      .map(({ label }) => label.toLowerCase())
  const present = (state: 'contains' | 'may_contain') =>
    allergens.flatMap(({ key, label }) => {
      const kinds = named(key, state)
      // 'Nuts: may contain' beside 'almond: contains' means that it may contain other nuts.
      return kinds.length > 0 || declared[key] === state ? [{ key, label, kinds }] : []
    })
  const absent = (state: 'free' | null) =>
    allergens.filter(({ key }) => stateOf(declared, key) === state).map(({ key, label }) => ({ key, label, kinds: [] }))
  return {
    contains: present('contains'),
    may_contain: present('may_contain'),
    free: absent('free'),
    undeclared: absent(null),
  }
}

/**
 * What the seller must still declare before publishing, in words: missing allergens, and unspecified cereals or
 * nuts.
 */
export function missingDeclarations(declaration: AllergenDeclaration | null): string[] {
  const { contains, may_contain, undeclared } = allergenGroups(declaration)
  const unspecified = [...contains, ...may_contain].filter(
    ({ key, kinds }) => kinds.length < Math.min(1, kindsOf(key).length),
  )
  return allergens.flatMap(({ key, label }) => {
    if (undeclared.some((group) => group.key === key)) return [label]
    if (!unspecified.some((group) => group.key === key)) return []
    return [key === 'gluten' ? 'Which cereals contain gluten' : 'Which tree nuts']
  })
}

/**
 * The declaration in sentences, the most serious first: 'Contains wheat and milk.', 'May contain almond.'. Says that
 * there is no allergen only if none is contained or possible.
 */
export function allergenSentences(declaration: AllergenDeclaration | null): [string, ...string[]] {
  const groups = allergenGroups(declaration)
  const contained = joinWithAnd(groups.contains.flatMap(namesOf))
  const possible = joinWithAnd(groups.may_contain.flatMap(namesOf))
  const isComplete = groups.undeclared.length === 0
  const [first, ...rest] = [
    contained && `Contains ${contained}.`,
    possible && `May contain ${possible}.`,
    (contained || possible) && !isComplete && 'Not all 14 allergens are declared yet.',
  ].filter((sentence): sentence is string => Boolean(sentence))
  if (first) return [first, ...rest]
  return [isComplete ? 'Contains none of the 14 allergens.' : 'Allergens are not declared yet.']
}

/** The specific cereals or nuts if named, else the allergen itself, in lower case. */
export function namesOf({ label, kinds }: AllergenGroup): readonly string[] {
  return kinds.length > 0 ? kinds : [label.toLowerCase()]
}

/** 'Cereals containing gluten (wheat, oats)'. */
export function groupWording({ label, kinds }: Pick<AllergenGroup, 'label' | 'kinds'>): string {
  return kinds.length === 0 ? label : `${label} (${kinds.join(', ')})`
}
