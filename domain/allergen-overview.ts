/** The combined allergens of several products, for a buyer of all of them. */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenState,
  allergens,
  allergenWording,
  type DeclaredAllergen,
  declaredAllergens,
} from './allergens.ts'

export interface DeclaredProduct {
  readonly name: string
  readonly declaration: AllergenDeclaration | null
}

export interface AllergenGroup {
  readonly key: Allergen
  /** With the cereals or nuts of all its products: 'Tree nuts (almond, walnut)'. */
  readonly wording: string
  /** The names of the products, each once. */
  readonly products: readonly string[]
  /** Whether the buyer's profile avoids it, or one of its kinds present here. */
  readonly isAvoided: boolean
}

export interface AllergenOverview {
  readonly contains: readonly AllergenGroup[]
  readonly mayContain: readonly AllergenGroup[]
}

/** @param avoided keys of allergens and of their kinds, as stored in the profile */
export function allergenOverview(products: readonly DeclaredProduct[], avoided: readonly string[]): AllergenOverview {
  const declared = products.flatMap(({ name, declaration }) =>
    declaration ? declaredAllergens(declaration).map((allergen) => ({ name, declaration, allergen })) : [],
  )
  const groupsOf = (state: AllergenState) =>
    allergens.flatMap(({ key }) => {
      const found = declared.filter(({ allergen }) => allergen.key === key && allergen.state === state)
      return found.length > 0 ? [groupOf(key, found, avoided)] : []
    })
  return { contains: groupsOf('contains'), mayContain: groupsOf('may_contain') }
}

interface Found {
  readonly name: string
  readonly declaration: AllergenDeclaration
  readonly allergen: DeclaredAllergen
}

function groupOf(key: Allergen, found: readonly Found[], avoided: readonly string[]): AllergenGroup {
  const { label } = found[0]?.allergen ?? { label: key }
  const kinds = [...new Set(found.flatMap(({ allergen }) => allergen.kinds))]
  return {
    key,
    wording: allergenWording({ label, kinds }),
    products: [...new Set(found.map(({ name }) => name))],
    isAvoided: found.some(({ declaration }) => isAvoided(key, declaration, avoided)),
  }
}

/** A buyer who avoids tree nuts avoids every nut. One who avoids walnuts also avoids unspecified nuts. */
function isAvoided(key: Allergen, declaration: AllergenDeclaration, avoided: readonly string[]): boolean {
  if (avoided.includes(key)) return true
  const kinds: readonly string[] =
    allergens.find((allergen) => allergen.key === key)?.kinds.map((kind) => kind.key) ?? []
  const present = Object.entries(declaration)
    .filter(([kind, state]) => kinds.includes(kind) && state !== 'free')
    .map(([kind]) => kind)
  const possible = present.length > 0 ? present : kinds
  return possible.some((kind) => avoided.includes(kind))
}
