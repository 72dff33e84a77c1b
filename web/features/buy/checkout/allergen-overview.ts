/** The combined allergens of several products, for a buyer of all of them, and what of it their household avoids. */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenGroup,
  allergenGroups,
  allergens,
  groupWording,
  parentOf,
} from '#domain/food/allergens'
import type { AvoidedAllergen } from '#domain/food/avoided-allergens'
import { avoidsInWords, fitOf, misfitsOf } from '#domain/food/fit'
import type { Household } from '#domain/food/household'
import type { KitchenStatement } from '#domain/food/kitchen'

export interface OverviewProduct {
  readonly name: string
  /** With what the chosen options add. */
  readonly declaration: AllergenDeclaration | null
  readonly kitchen: KitchenStatement | null
  /** What its seller wrote, with the names of the chosen options. */
  readonly texts: readonly (string | null)[]
}

export interface OverviewGroup {
  readonly key: Allergen
  /** With the cereals or nuts of all its products: 'Tree nuts (almond, walnut)'. */
  readonly wording: string
  /** The names of the products, each once. */
  readonly products: readonly string[]
  /** Who avoids it, or one of its kinds: 'My daughter avoids walnut.' Empty if nobody does. */
  readonly avoided: readonly string[]
}

/** Kitchens that handle what somebody avoids with its traces, of products that are declared free of it. */
interface SharedKitchen {
  /** 'is made in a kitchen that handles nuts'. */
  readonly what: string
  readonly products: readonly string[]
  readonly avoided: readonly string[]
}

/** A food that somebody avoids, that no declaration covers, and that the sellers' texts mention. */
interface MentionedFood {
  readonly food: string
  readonly products: readonly string[]
  readonly avoided: readonly string[]
}

export interface AllergenOverview {
  readonly contains: readonly OverviewGroup[]
  readonly mayContain: readonly OverviewGroup[]
  /** What somebody avoids and a declaration leaves open. */
  readonly undeclared: readonly OverviewGroup[]
  readonly kitchens: readonly SharedKitchen[]
  readonly mentioned: readonly MentionedFood[]
  /** Foods that somebody avoids, that no declaration covers, and that no text mentions. */
  readonly unchecked: readonly string[]
}

type Row = 'contains' | 'may_contain' | 'undeclared'

export function allergenOverview(products: readonly OverviewProduct[], household: Household): AllergenOverview {
  const groupsOf = (row: Row) => {
    const found = products.flatMap((product) => {
      const declaration = product.declaration ?? {}
      return allergenGroups(declaration)[row].map((group) => ({ name: product.name, declaration, group }))
    })
    return allergens.flatMap(({ key }) => {
      const [first, ...rest] = found.filter(({ group }) => group.key === key)
      return first ? [overviewGroup(key, row, [first, ...rest], household)] : []
    })
  }
  return {
    contains: groupsOf('contains'),
    mayContain: groupsOf('may_contain'),
    undeclared: groupsOf('undeclared').filter(({ avoided }) => avoided.length > 0),
    kitchens: sharedKitchens(products, household),
    ...otherFoods(products, household),
  }
}

function sharedKitchens(products: readonly OverviewProduct[], household: Household): SharedKitchen[] {
  const found = products.flatMap(({ name, declaration, kitchen }) =>
    fitOf(household, { allergens: declaration, kitchen, diets: [], texts: [] }).kitchen.map((reason) => ({
      name,
      ...reason,
    })),
  )
  return [...new Set(found.map(({ what }) => what))].map((what) => {
    const same = found.filter((one) => one.what === what)
    return {
      what,
      products: [...new Set(same.map(({ name }) => name))],
      avoided: [...new Set(same.map(({ why }) => why))],
    }
  })
}

interface Found {
  readonly name: string
  readonly declaration: AllergenDeclaration
  readonly group: AllergenGroup
}

function overviewGroup(key: Allergen, row: Row, found: readonly [Found, ...Found[]], household: Household) {
  const kinds = [...new Set(found.flatMap(({ group }) => group.kinds))]
  return {
    key,
    wording: groupWording({ label: found[0].group.label, kinds }),
    products: [...new Set(found.map(({ name }) => name))],
    avoided: [...new Set(found.flatMap(({ declaration }) => avoidedIn(declaration, key, row, household)))],
  }
}

/** Who avoids what of a row, in sentences. */
function avoidedIn(declaration: AllergenDeclaration, group: Allergen, row: Row, household: Household): string[] {
  return household.flatMap((person) =>
    misfitsOf(person, declaration)
      .filter(({ key, isByTraces }) => parentOf(key) === group && (isByTraces || row !== 'may_contain'))
      .filter(({ key }) => isOfRow(declaration, key, row))
      .map(({ key }) => avoidedSentence(avoidsInWords(person, key), declaration, key, row)),
  )
}

/** A kind that is declared belongs to the row of its state. One that is not may be in any row of its allergen. */
function isOfRow(declaration: AllergenDeclaration, key: AvoidedAllergen, row: Row): boolean {
  const isKind = key !== parentOf(key)
  return !isKind || row === 'undeclared' || declaration[key] === undefined || declaration[key] === row
}

/** 'My daughter avoids almond. This is not ruled out.' for one that is not named beside others. */
function avoidedSentence(avoids: string, declaration: AllergenDeclaration, key: AvoidedAllergen, row: Row): string {
  const isOpen = row === 'undeclared' || (key !== parentOf(key) && declaration[key] === undefined)
  return isOpen ? `${avoids}. This is not ruled out.` : `${avoids}.`
}

function otherFoods(products: readonly OverviewProduct[], household: Household) {
  const foods = [...new Set(household.flatMap((person) => person.avoid_others))]
  const mentioned = foods.flatMap((food): MentionedFood[] => {
    const people = household
      .filter((person) => person.avoid_others.includes(food))
      .map((person) => ({ ...person, avoid_contains: [], avoid_traces: [], avoid_others: [food], diets: [] }))
    const found = products.flatMap(({ name, texts }) => {
      const { mentions } = fitOf(people, { allergens: null, diets: [], kitchen: null, texts })
      return mentions.length > 0 ? [{ name, avoided: mentions.map(({ why }) => why) }] : []
    })
    if (found.length === 0) return []
    return [
      {
        food,
        products: [...new Set(found.map(({ name }) => name))],
        avoided: [...new Set(found.flatMap(({ avoided }) => avoided))],
      },
    ]
  })
  return { mentioned, unchecked: foods.filter((food) => !mentioned.some((one) => one.food === food)) }
}
