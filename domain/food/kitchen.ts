/** What a seller states about the kitchen: the allergens handled there, the equipment, and the day of the last review. */

import { dayWithYear } from '../values/calendar.ts'
import { joinWithAnd } from '../values/join-with-and.ts'
import { type Allergen, allergens } from './allergens.ts'

/** What a kitchen handles: columns of `shop_kitchens`. */
export interface KitchenStatement {
  /** Allergen -> whether it is handled. A missing allergen is not stated. */
  readonly handles: unknown
  readonly shares_equipment: boolean | null
}

/** A row of `shop_kitchens`, or null if the seller has stated nothing. */
export interface Kitchen extends KitchenStatement {
  readonly is_nut_free: boolean | null
  readonly reviewed_at: string
}

/** Most allergies are to these. */
const first: readonly Allergen[] = ['nuts', 'peanuts', 'gluten', 'milk', 'eggs', 'sesame']

interface KitchenAllergen {
  readonly key: Allergen
  readonly label: string
}

const labelled = (key: Allergen): KitchenAllergen[] => allergens.filter((allergen) => allergen.key === key)

/** Nuts, peanuts, gluten, milk, eggs and sesame, which forms show first. */
export const prominentAllergens: readonly KitchenAllergen[] = first.flatMap(labelled)
export const otherAllergens: readonly KitchenAllergen[] = allergens.filter(({ key }) => !first.includes(key))

export type Handled = Readonly<Partial<Record<Allergen, boolean>>>

/** Reads `shop_kitchens.handles` and skips unknown keys and values. */
export function readHandled(json: unknown): Handled {
  const given = new Map<string, unknown>(typeof json === 'object' && json !== null ? Object.entries(json) : [])
  return Object.fromEntries(
    allergens.flatMap(({ key }) => {
      const value = given.get(key)
      return typeof value === 'boolean' ? [[key, value]] : []
    }),
  )
}

/** A statement as an order repeats it, which is refused once the seller has changed it. */
export const shownKitchen = (kitchen: KitchenStatement | null) =>
  kitchen && { handles: readHandled(kitchen.handles), shares_equipment: kitchen.shares_equipment }

/** The facts in sentences. What is not stated is said to be so, never 'no'. */
export function kitchenSentences(kitchen: Kitchen | null): string[] {
  if (!kitchen) return ['The seller has not stated what this kitchen handles.']
  const handled = readHandled(kitchen.handles)
  const named = (value: boolean | undefined) =>
    [...prominentAllergens, ...otherAllergens]
      .filter(({ key }) => handled[key] === value)
      .map(({ label }) => label.toLowerCase())
  const [yes, no] = [named(true), named(false)]
  // A kitchen that handles nuts is not nut-free, which needs no sentence.
  const isNutFree = handled.nuts || handled.peanuts ? undefined : kitchen.is_nut_free
  const unstated = [
    ...named(undefined),
    ...(kitchen.shares_equipment === null ? ['whether equipment is shared'] : []),
    ...(isNutFree === null ? ['whether this is a dedicated nut-free kitchen'] : []),
  ]
  return [
    isNutFree === true && 'This is a dedicated nut-free kitchen.',
    isNutFree === false && 'This is not a dedicated nut-free kitchen.',
    yes.length > 0 && `This kitchen handles: ${yes.join(', ')}.`,
    no.length > 0 && `Not handled here: ${no.join(', ')}.`,
    kitchen.shares_equipment !== null && `Equipment is ${kitchen.shares_equipment ? '' : 'not '}shared.`,
    unstated.length > 0 && `Not stated: ${unstated.join(', ')}.`,
    `Reviewed ${dayWithYear(kitchen.reviewed_at)}.`,
  ].filter((sentence) => sentence !== false)
}

/**
 * 'Made in a kitchen that handles tree nuts and milk.', for an order.
 * @param handles keys of allergens, null if nothing was stated
 * @returns null without any
 */
export function kitchenLine(handles: readonly string[] | null | undefined): string | null {
  const names = [...prominentAllergens, ...otherAllergens].filter(({ key }) => handles?.includes(key))
  return names.length > 0
    ? `Made in a kitchen that handles ${joinWithAnd(names.map(({ label }) => label.toLowerCase()))}.`
    : null
}

const reviewMonths = 6

/** Whether the last review is more than six months ago. */
export function isReviewDue(reviewedAt: string, now: Date): boolean {
  const due = new Date(reviewedAt)
  due.setUTCMonth(due.getUTCMonth() + reviewMonths)
  return due < now
}
