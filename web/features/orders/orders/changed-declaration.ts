/** What changed in the declaration of an ordered item, for pages and for print. */
import { changeSentences } from '#domain/food/allergen-changes'
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import type { OrderDeclaration } from '#domain/orders/allergen-requests'
import { dayWithYear } from '#domain/values/calendar'

export interface ItemDeclaration {
  /** As bought. */
  readonly allergens: unknown
  readonly ingredients: string | null
  /** Null if nothing changed while the order was open. */
  readonly change: {
    readonly allergens: unknown
    readonly ingredients: string | null
    readonly changed_at: string
  } | null
}

export interface ChangedDeclaration {
  readonly heading: string
  /** 'It now contains walnut.' */
  readonly changes: string
  /** 'Now: Contains walnut. Ingredients: …' */
  readonly now: string
}

/** Null if the item is declared as it was bought, also if the seller has changed it back since. */
export function changedDeclaration({ allergens, ingredients, change }: ItemDeclaration): ChangedDeclaration | null {
  if (!change) return null
  const now = readAllergens(change.allergens)
  const changes = changeSentences('It', readAllergens(allergens), now)
  const isRemade = (change.ingredients ?? '') !== (ingredients ?? '')
  if (changes.length === 0 && !isRemade) return null
  return {
    heading: `Changed on ${dayWithYear(change.changed_at)}, after the order.`,
    changes: [...changes, ...(isRemade ? ['The ingredients have changed.'] : [])].join(' '),
    now: [
      `Now: ${allergenSentences(now).join(' ')}`,
      ...(isRemade ? [`Ingredients: ${change.ingredients || 'not stated.'}`] : []),
    ].join(' '),
  }
}

/** What the items of an order are made of today, for comparing the seller's answers with it. */
export function madeOf(items: readonly ItemDeclaration[]): readonly OrderDeclaration[] {
  return items.map(({ change, ...bought }) => {
    const { allergens, ingredients } = change ?? bought
    return { allergens: readAllergens(allergens), ingredients }
  })
}
