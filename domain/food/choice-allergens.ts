/** A declaration together with what chosen options add. `private.add_allergens` is the same in SQL, and a test compares both. */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenKey,
  type AllergenState,
  allergens,
  kindsOf,
  readAllergens,
} from './allergens.ts'

/** What a choice adds: allergens that it contains or may contain. */
export type AddedAllergens = Partial<Record<AllergenKey, 'contains' | 'may_contain'>>

export function readAddedAllergens(json: unknown): AddedAllergens {
  const added: AddedAllergens = {}
  for (const [key, state] of Object.entries(readAllergens(json) ?? {}))
    if (isAllergenKey(key) && state !== 'free') added[key] = state
  return added
}

function isAllergenKey(key: string): key is AllergenKey {
  return allergens.some((allergen) => allergen.key === key || allergen.kinds.some((kind) => kind.key === key))
}

/** Contains before may contain before free. An undeclared product stays undeclared. */
export function withChoice(
  declared: AllergenDeclaration | null,
  added: AllergenDeclaration,
): AllergenDeclaration | null {
  if (declared === null) return null
  return allergens.reduce((total, { key }) => addGroup(total, added, key), declared)
}

/** A product's declaration, as the database returns it, with what each choice adds. */
export function withChoices(declared: unknown, added: readonly unknown[]): AllergenDeclaration | null {
  return withChoice(readAllergens(declared), sumOf(added))
}

function sumOf(added: readonly unknown[]): AllergenDeclaration {
  return added.reduce<AllergenDeclaration>((sum, one) => withChoice(sum, readAddedAllergens(one)) ?? sum, {})
}

/** A product's declaration with what the choices made so far add, and what every other choice adds: `required_allergens`. */
export function withRequired(
  declared: unknown,
  chosen: readonly unknown[],
  required: unknown,
): AllergenDeclaration | null {
  const added = sumOf(chosen)
  // Every variation may add some nut. Once hazelnut is chosen, that is the nut.
  const open = Object.entries(readAddedAllergens(required)).filter(([key, state]) => !states(added, key, state))
  return withChoices(declared, [added, Object.fromEntries(open)])
}

/** Whether a declaration says as much of an allergen, by its name or for an allergen with kinds by one of them. */
function states(declaration: AllergenDeclaration, key: string, state: 'contains' | 'may_contain'): boolean {
  const kinds = allergens.find((allergen) => allergen.key === key)?.kinds ?? []
  return [key, ...kinds.map((kind) => kind.key)].some((one) => {
    const stated = isAllergenKey(one) ? declaration[one] : undefined
    return stated === 'contains' || stated === state
  })
}

function addGroup(declared: AllergenDeclaration, added: AllergenDeclaration, allergen: Allergen): AllergenDeclaration {
  const keys: readonly AllergenKey[] = [allergen, ...kindsOf(allergen).map(({ key }) => key)]
  if (!keys.some((key) => added[key] !== undefined)) return declared
  const [base, more] = [statedIn(declared, allergen), statedIn(added, allergen)]
  const merged = new Map(keys.map((key) => [key, worst([base.get(key), more.get(key)])]))
  const general = merged.get(allergen)
  const result = { ...declared }
  for (const key of keys) delete result[key]
  const state = general ?? worst([...merged.values()])
  if (state) result[allergen] = state
  for (const [key, one] of merged) if (key !== allergen && one && one !== general) result[key] = one
  return result
}

function worst(states: readonly (AllergenState | undefined)[]): 'contains' | 'may_contain' | undefined {
  if (states.includes('contains')) return 'contains'
  return states.includes('may_contain') ? 'may_contain' : undefined
}

/** The kinds that are named, and the allergen if it is stated without a kind. As `private.stated_allergens`. */
function statedIn(declaration: AllergenDeclaration, allergen: Allergen): ReadonlyMap<AllergenKey, AllergenState> {
  const kinds = kindsOf(allergen).flatMap(({ key }) => {
    const state = declaration[key]
    return state === 'contains' || state === 'may_contain' ? [[key, state] as const] : []
  })
  const own = declaration[allergen]
  const isStated = own !== undefined && own !== 'free' && !kinds.some(([, state]) => state === own)
  return new Map<AllergenKey, AllergenState>([...kinds, ...(isStated ? [[allergen, own] as const] : [])])
}

/** A full declaration: what the food contains or may contain, and free from everything else. */
export function fullDeclaration(present: AddedAllergens): AllergenDeclaration {
  return withChoices(Object.fromEntries(allergens.map(({ key }) => [key, 'free'])), [present]) ?? {}
}
