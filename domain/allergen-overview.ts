/** The combined allergens of several products, for a buyer of all of them. */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenGroup,
  allergenGroups,
  allergens,
  groupWording,
  parentOf,
} from './allergens.ts'
import type { AvoidedAllergen } from './avoided-allergens.ts'
import { isFreeOf, isNotContained } from './fit.ts'
import type { Household } from './household.ts'

export interface DeclaredProduct {
  readonly name: string
  readonly declaration: AllergenDeclaration | null
}

export interface OverviewGroup {
  readonly key: Allergen
  /** With the cereals or nuts of all its products: 'Tree nuts (almond, walnut)'. */
  readonly wording: string
  /** The names of the products, each once. */
  readonly products: readonly string[]
  /** Whether it does not fit somebody in the household, by itself or by one of its kinds. */
  readonly isAvoided: boolean
}

export interface AllergenOverview {
  readonly contains: readonly OverviewGroup[]
  readonly mayContain: readonly OverviewGroup[]
}

export function allergenOverview(products: readonly DeclaredProduct[], household: Household): AllergenOverview {
  const groupsOf = (state: 'contains' | 'may_contain') => {
    const found = products.flatMap(({ name, declaration }) =>
      declaration ? allergenGroups(declaration)[state].map((group) => ({ name, declaration, group })) : [],
    )
    return allergens.flatMap(({ key }) => {
      const [first, ...rest] = found.filter(({ group }) => group.key === key)
      return first ? [overviewGroup(key, [first, ...rest], household)] : []
    })
  }
  return { contains: groupsOf('contains'), mayContain: groupsOf('may_contain') }
}

interface Found {
  readonly name: string
  readonly declaration: AllergenDeclaration
  readonly group: AllergenGroup
}

function overviewGroup(key: Allergen, found: readonly [Found, ...Found[]], household: Household): OverviewGroup {
  const kinds = [...new Set(found.flatMap(({ group }) => group.kinds))]
  return {
    key,
    wording: groupWording({ label: found[0].group.label, kinds }),
    products: [...new Set(found.map(({ name }) => name))],
    isAvoided: found.some(({ declaration }) => isAvoided(key, declaration, household)),
  }
}

function isAvoided(key: Allergen, declaration: AllergenDeclaration, household: Household): boolean {
  const isInGroup = (avoided: AvoidedAllergen) => parentOf(avoided) === key
  return household.some(
    ({ avoid_contains, avoid_traces }) =>
      avoid_contains.some((avoided) => isInGroup(avoided) && !isNotContained(declaration, avoided)) ||
      avoid_traces.some((avoided) => isInGroup(avoided) && !isFreeOf(declaration, avoided)),
  )
}
