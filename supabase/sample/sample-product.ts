/** The content of a sample product. */

import type { Occasion, productCategories } from '../../domain/catalogue/categories.ts'
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenKind,
  allergens as allergenList,
} from '../../domain/food/allergens.ts'
import type { Diet } from '../../domain/food/diets.ts'
import type { PicturePlan } from './scenes.ts'
import type { ShopKey, Window } from './shops.ts'

export interface SampleProduct {
  readonly shop: ShopKey
  readonly name: string
  readonly description: string
  readonly category: (typeof productCategories)[number]
  readonly occasions?: readonly Occasion[]
  /** Pounds. A bespoke product has a price range, or null without one. */
  readonly price: number | { readonly range: readonly [number, number] | null; readonly consultation: boolean }
  readonly stock: number
  readonly isBestseller?: boolean
  readonly isDelivered?: boolean
  readonly isPickedUp?: boolean
  readonly isDraft?: boolean
  readonly leadTimeDays: number
  readonly ingredients: string
  readonly allergens: AllergenDeclaration
  /** Absent if its seller declares none. */
  readonly diets?: readonly Diet[]
  readonly variations?: readonly (readonly [name: string, priceDelta: number])[]
  /** Present if its pickup times differ from its shop's. */
  readonly windows?: readonly Window[]
  readonly picture: PicturePlan
  readonly gallery?: readonly PicturePlan[]
}

/** A declaration of all fourteen allergens. Named ones are contained or possible; the product is free from the rest. */
export function declare(
  contains: readonly (Allergen | AllergenKind)[],
  mayContain: readonly (Allergen | AllergenKind)[] = [],
): AllergenDeclaration {
  const declaration: AllergenDeclaration = {}
  for (const { key, kinds } of allergenList) {
    const names: readonly (Allergen | AllergenKind)[] = [key, ...kinds.map((kind) => kind.key)]
    const state = (name: Allergen | AllergenKind) =>
      contains.includes(name) ? 'contains' : mayContain.includes(name) ? 'may_contain' : 'free'
    const states = names.map(state)
    declaration[key] = states.includes('contains')
      ? 'contains'
      : states.includes('may_contain')
        ? 'may_contain'
        : 'free'
    for (const { key: kind } of kinds) if (state(kind) !== 'free') declaration[kind] = state(kind)
  }
  return declaration
}
