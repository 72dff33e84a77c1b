/** The fourteen allergens that a UK food seller must declare: the format of a declaration and its texts. */

/**
 * In the order of UK guidance. The keys are those of `products.allergens`. The law requires the specific cereal
 * and nut, so gluten and nuts have kinds, which are keys of the same declaration.
 */
export const allergens = [
  { key: 'celery', label: 'Celery', kinds: [] },
  {
    key: 'gluten',
    label: 'Cereals containing gluten',
    kinds: [
      { key: 'wheat', label: 'Wheat' },
      { key: 'rye', label: 'Rye' },
      { key: 'barley', label: 'Barley' },
      { key: 'oats', label: 'Oats' },
      { key: 'spelt', label: 'Spelt' },
    ],
  },
  { key: 'crustaceans', label: 'Crustaceans', kinds: [] },
  { key: 'eggs', label: 'Eggs', kinds: [] },
  { key: 'fish', label: 'Fish', kinds: [] },
  { key: 'lupin', label: 'Lupin', kinds: [] },
  { key: 'milk', label: 'Milk', kinds: [] },
  { key: 'molluscs', label: 'Molluscs', kinds: [] },
  { key: 'mustard', label: 'Mustard', kinds: [] },
  {
    key: 'nuts',
    label: 'Tree nuts',
    kinds: [
      { key: 'almond', label: 'Almond' },
      { key: 'hazelnut', label: 'Hazelnut' },
      { key: 'walnut', label: 'Walnut' },
      { key: 'brazil', label: 'Brazil nut' },
      { key: 'cashew', label: 'Cashew' },
      { key: 'pecan', label: 'Pecan' },
      { key: 'pistachio', label: 'Pistachio' },
      { key: 'macadamia', label: 'Macadamia' },
    ],
  },
  { key: 'peanuts', label: 'Peanuts', kinds: [] },
  { key: 'sesame', label: 'Sesame', kinds: [] },
  { key: 'soya', label: 'Soybeans', kinds: [] },
  { key: 'sulphites', label: 'Sulphur dioxide and sulphites', kinds: [] },
] as const satisfies readonly { key: string; label: string; kinds: readonly { key: string; label: string }[] }[]

export type Allergen = (typeof allergens)[number]['key']
export type AllergenKind = (typeof allergens)[number]['kinds'][number]['key']

/** States of an allergen in a product, most serious first. */
export const allergenStates = ['contains', 'may_contain', 'free'] as const
export type AllergenState = (typeof allergenStates)[number]

export const allergenStateLabels: Record<AllergenState, string> = {
  contains: 'Contains',
  may_contain: 'May contain',
  free: 'Free from',
}

/** The seller's declaration: `{ milk: 'contains', gluten: 'contains', wheat: 'contains', oats: 'may_contain', ... }`. */
export type AllergenDeclaration = Partial<Record<Allergen | AllergenKind, AllergenState>>

/** A declared allergen. `kinds` names its cereals or nuts, e.g. ['wheat', 'may contain oats']. */
export interface DeclaredAllergen {
  readonly key: Allergen
  readonly label: string
  /** Null if the seller did not declare it. */
  readonly state: AllergenState | null
  readonly kinds: readonly string[]
}

function isState(value: unknown): value is AllergenState {
  return allergenStates.some((state) => state === value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the JSON of `products.allergens` and skips unknown keys and states. Null is a product without a declaration. */
export function readAllergens(json: unknown): AllergenDeclaration | null {
  if (!isRecord(json)) return null
  const declaration: AllergenDeclaration = {}
  for (const allergen of allergens) {
    for (const { key } of [allergen, ...allergen.kinds]) {
      const state = json[key]
      if (isState(state)) declaration[key] = state
    }
  }
  return Object.keys(declaration).length > 0 ? declaration : null
}

/** An allergen is as serious as its most serious kind: 'contains wheat' implies 'contains gluten'. */
function stateOf(declaration: AllergenDeclaration, allergen: (typeof allergens)[number]): AllergenState | null {
  const declared = [allergen, ...allergen.kinds].map(({ key }) => declaration[key])
  return allergenStates.slice(0, 2).find((state) => declared.includes(state)) ?? declaration[allergen.key] ?? null
}

function kindsOf(declaration: AllergenDeclaration, allergen: (typeof allergens)[number], state: AllergenState | null) {
  if (state === null || state === 'free') return []
  const named = (wanted: AllergenState) =>
    allergen.kinds.filter(({ key }) => declaration[key] === wanted).map(({ label }) => label.toLowerCase())
  const traces = named('may_contain')
  return state === 'contains' ? [...named('contains'), ...traces.map((label) => `may contain ${label}`)] : traces
}

/** All fourteen, always in the same order. */
export function declaredAllergens(declaration: AllergenDeclaration): DeclaredAllergen[] {
  return allergens.map((allergen) => {
    const state = stateOf(declaration, allergen)
    return { key: allergen.key, label: allergen.label, state, kinds: kindsOf(declaration, allergen, state) }
  })
}

/** Whether all fourteen are declared, which the law requires before a sale. */
export function isFullyDeclared(declaration: AllergenDeclaration | null): boolean {
  return declaration !== null && declaredAllergens(declaration).every(({ state }) => state !== null)
}

/**
 * What the seller must still declare before publishing, in words: missing allergens, and unspecified cereals or
 * nuts.
 */
export function missingDeclarations(declaration: AllergenDeclaration | null): string[] {
  return declaredAllergens(declaration ?? {}).flatMap(({ key, label, state, kinds }) => {
    if (state === null) return [label]
    if (state === 'free' || kinds.length > 0) return []
    if (key === 'gluten') return ['Which cereals contain gluten']
    return key === 'nuts' ? ['Which tree nuts'] : []
  })
}

const undeclaredSummary = 'Allergens are not declared yet.'

/** The line beside a price: 'Contains wheat, eggs and milk.' */
export function containsSummary(declaration: AllergenDeclaration | null): string {
  if (!declaration) return undeclaredSummary
  const contained = inWords(namesOf(declaration, 'contains'))
  if (contained) return `Contains ${contained}.`
  return isFullyDeclared(declaration) ? 'Contains none of the 14 allergens.' : undeclaredSummary
}

/** The line about traces: 'May contain almond and oats.'; null without traces. */
export function mayContainSummary(declaration: AllergenDeclaration | null): string | null {
  const traces = declaration && inWords(namesOf(declaration, 'may_contain'))
  return traces ? `May contain ${traces}.` : null
}

/** The specific cereals and nuts if named, else the allergen itself. Includes traces of one kind beside another. */
function namesOf(declaration: AllergenDeclaration, wanted: 'contains' | 'may_contain'): string[] {
  return allergens.flatMap((allergen) => {
    const kinds = allergen.kinds.filter(({ key }) => declaration[key] === wanted)
    if (kinds.length > 0) return kinds.map(({ label }) => label.toLowerCase())
    return stateOf(declaration, allergen) === wanted ? [allergen.label.toLowerCase()] : []
  })
}

/** 'wheat, eggs and milk'; '' for none. */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** 'Cereals containing gluten (wheat, may contain oats)'. */
export function allergenWording({ label, kinds }: Pick<DeclaredAllergen, 'label' | 'kinds'>): string {
  return kinds.length === 0 ? label : `${label} (${kinds.join(', ')})`
}
