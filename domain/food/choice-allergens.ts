/** A declaration together with what chosen options add. `private.add_allergens` is the same in SQL, and a test compares both. */
import { isRecord } from '../values/is-record.ts'
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenKey,
  type AllergenState,
  allergenStates,
  allergens,
  declarable,
  kindsOf,
  partsOf,
  readAllergens,
} from './allergens.ts'

/** What a choice does to a declaration, allergen by allergen. */
export const choiceStates = [...allergenStates, 'removed'] as const
export type ChoiceState = (typeof choiceStates)[number]

/**
 * What a seller states of a choice. `removed` takes the allergen out of the product. `free` answers that the choice does
 * not have what its name or its ingredients mention, and changes nothing.
 */
export type ChoiceAllergens = Partial<Record<AllergenKey, ChoiceState>>

/** What a choice adds: allergens that it contains or may contain. */
export type AddedAllergens = Partial<Record<AllergenKey, 'contains' | 'may_contain'>>

export function readChoiceAllergens(json: unknown): ChoiceAllergens {
  const stated: ChoiceAllergens = {}
  if (!isRecord(json)) return stated
  for (const { key } of declarable) {
    const state = choiceStates.find((one) => one === json[key])
    if (state) stated[key] = state
  }
  return stated
}

export function readAddedAllergens(json: unknown): AddedAllergens {
  const added: AddedAllergens = {}
  const stated = readChoiceAllergens(json)
  for (const { key } of declarable) {
    const state = stated[key]
    if (state === 'contains' || state === 'may_contain') added[key] = state
  }
  return added
}

/** 'milk', for what a choice takes away. */
export function removedNames(json: unknown): string[] {
  const stated = readChoiceAllergens(json)
  return declarable.flatMap(({ key, label }) => (stated[key] === 'removed' ? [label.toLowerCase()] : []))
}

/** Contains before may contain before removed before free. An undeclared product stays undeclared. */
export function withChoice(declared: AllergenDeclaration | null, added: ChoiceAllergens): AllergenDeclaration | null {
  if (declared === null) return null
  return allergens.reduce((total, { key }) => addGroup(total, added, key), declared)
}

/** A product's declaration, as the database returns it, with what each choice adds. */
export function withChoices(declared: unknown, added: readonly unknown[]): AllergenDeclaration | null {
  return withChoice(readAllergens(declared), sumOf(added))
}

/** An allergen that one choice takes away and another adds is added. */
function sumOf(added: readonly unknown[]): ChoiceAllergens {
  const choices = added.map(readChoiceAllergens)
  const removed = choices.flatMap((choice) =>
    declarable.flatMap(({ key }) => (choice[key] === 'removed' ? [[key, 'removed'] as const] : [])),
  )
  return { ...Object.fromEntries(removed), ...additionsOf(choices) }
}

/** What several choices add together, and what `products.option_allergens` has of all. */
export function additionsOf(choices: readonly unknown[]): AllergenDeclaration {
  return choices.reduce<AllergenDeclaration>((sum, one) => withChoice(sum, readAddedAllergens(one)) ?? sum, {})
}

/**
 * What a product has by a choice that every buyer makes: it contains what each of these choices contains, and may contain
 * what one of them contains. Tree nuts, if one adds walnut and the other almond. As `private.shared_allergens`.
 */
export function sharedAllergens(choices: readonly unknown[]): AddedAllergens {
  const added = choices.map((choice) => additionsOf([choice]))
  const shared: AddedAllergens = {}
  for (const { key } of declarable) {
    const states = added.map((one) => one[key])
    if (states.every((state) => state === 'contains') && states.length > 0) shared[key] = 'contains'
    else if (states.some((state) => state !== undefined)) shared[key] = 'may_contain'
  }
  return shared
}

/**
 * A product's declaration with the choices made so far, and with what every buyer gets by those still to be made.
 *
 * @param open what each choice adds, of each list from which one has to be chosen
 */
export function withRequired(
  declared: unknown,
  chosen: readonly unknown[],
  open: readonly (readonly unknown[])[],
): AllergenDeclaration | null {
  return withChoice(withChoices(declared, chosen), additionsOf(open.map(sharedAllergens)))
}

function addGroup(declared: AllergenDeclaration, added: ChoiceAllergens, allergen: Allergen): AllergenDeclaration {
  const keys: readonly AllergenKey[] = [allergen, ...kindsOf(allergen).map(({ key }) => key)]
  const given = keys.filter((key) => added[key] !== undefined && added[key] !== 'free')
  if (given.length === 0) return declared
  const removed = given.filter((key) => added[key] === 'removed').flatMap((key) => [key, ...partsOf(key)])
  const [base, more] = [statedIn(declared, allergen), statedIn(added, allergen)]
  const merged = new Map(
    keys.map((key) => [key, worst([removed.includes(key) ? undefined : base.get(key), more.get(key)])]),
  )
  const general = merged.get(allergen)
  const result = { ...declared }
  for (const key of keys) delete result[key]
  const state = general ?? worst([...merged.values()]) ?? (declared[allergen] && 'free')
  if (state) result[allergen] = state
  // 'Contains tree nuts' may be any nut, so beside it none is only possible.
  for (const [key, one] of merged)
    if (key !== allergen && one && general !== 'contains' && one !== general) result[key] = one
  return result
}

function worst(states: readonly (AllergenState | undefined)[]): 'contains' | 'may_contain' | undefined {
  if (states.includes('contains')) return 'contains'
  return states.includes('may_contain') ? 'may_contain' : undefined
}

/** The kinds that are named, and the allergen if it is stated without a kind. As `private.stated_allergens`. */
function statedIn(declaration: ChoiceAllergens, allergen: Allergen): ReadonlyMap<AllergenKey, AllergenState> {
  const present = readAddedAllergens(declaration)
  const kinds = kindsOf(allergen).flatMap(({ key }) => {
    const state = present[key]
    return state ? [[key, state] as const] : []
  })
  const own = present[allergen]
  const isStated = own !== undefined && !kinds.some(([, state]) => state === own)
  return new Map<AllergenKey, AllergenState>([...kinds, ...(isStated ? [[allergen, own] as const] : [])])
}

/** A full declaration: what the food contains or may contain, and free from everything else. */
export function fullDeclaration(present: AddedAllergens): AllergenDeclaration {
  return withChoices(Object.fromEntries(allergens.map(({ key }) => [key, 'free'])), [present]) ?? {}
}
