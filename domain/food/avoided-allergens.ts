/** The allergens that shoppers avoid, with their labels and chips. */
import { type Allergen, type AllergenKind, allergens } from './allergen-list.ts'

export type AvoidedAllergen = Allergen | AllergenKind

/** All keys that can be avoided: the 14 allergens, each followed by its kinds. */
const avoidable: readonly AvoidedAllergen[] = allergens.flatMap(({ key, kinds }) => [
  key,
  ...kinds.map((kind) => kind.key),
])

export function readAvoided(text: string): AvoidedAllergen[] {
  const named = new Set(text.split(','))
  return avoidable.filter((key) => named.has(key))
}

/** Adds or removes allergens, keeping the legal order. */
export function withAvoided(
  avoided: readonly AvoidedAllergen[],
  keys: readonly AvoidedAllergen[],
  isAvoided: boolean,
): AvoidedAllergen[] {
  return avoidable.filter((key) => (keys.includes(key) ? isAvoided : avoided.includes(key)))
}

/** Short labels for shoppers. The product page has the legal wording. */
const shortLabels: Partial<Record<AvoidedAllergen, string>> = {
  gluten: 'Gluten',
  nuts: 'Tree nuts',
  soya: 'Soya',
  sulphites: 'Sulphites',
}

export interface AvoidableAllergen {
  readonly key: AvoidedAllergen
  readonly label: string
}

export const avoidableAllergens: readonly AvoidableAllergen[] = allergens
  .map(({ key, label }) => ({ key, label: shortLabels[key] ?? label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en-GB'))

/** Single cereals and nuts, for shoppers who can eat the others. */
export const avoidableKinds: readonly AvoidableAllergen[] = allergens.flatMap(({ kinds }) => [...kinds])

/** 'Tree nuts', 'Walnut'. */
export function labelOf(key: AvoidedAllergen): string {
  return [...avoidableAllergens, ...avoidableKinds].find((avoidable) => avoidable.key === key)?.label ?? key
}

/** Tree nuts and peanuts are separate by law, but shoppers who avoid nuts mean both. */
export const nutKeys: readonly AvoidedAllergen[] = ['nuts', 'peanuts']

export function avoidsAllNuts(avoid: readonly AvoidedAllergen[]): boolean {
  return nutKeys.every((key) => avoid.includes(key))
}

/** 'nuts', 'milk': tree nuts and peanuts together are nuts. */
export function avoidedNames(keys: readonly AvoidedAllergen[]): string[] {
  const isJoined = avoidsAllNuts(keys)
  const single = keys.filter((key) => !(isJoined && nutKeys.includes(key)))
  return [...(isJoined ? ['nuts'] : []), ...single.map((key) => labelOf(key).toLowerCase())]
}

/** Whether only kitchens that do not handle what is avoided are wanted. */
export type KitchenFilter = 'without' | null

export const readKitchenFilter = (text: string | null): KitchenFilter => (text === 'without' ? text : null)

/**
 * What a search avoids, as the functions of SQL take it.
 *
 * @param avoided `nuts`, or `contains:nuts` of a household that accepts traces
 * @returns with `kitchen:nuts`, if kitchens must not handle it either
 */
export function avoidArgument(avoided: readonly string[], kitchen: KitchenFilter): string[] {
  const keys = avoided.map((key) => key.replace('contains:', ''))
  const handled = allergens.filter(({ key, kinds }) => [{ key }, ...kinds].some((one) => keys.includes(one.key)))
  return [...new Set(avoided), ...(kitchen ? handled.map(({ key }) => `kitchen:${key}`) : [])]
}

/** One chip per allergen, and one for all nuts. */
export function allergenChips(avoid: readonly AvoidedAllergen[]) {
  const isJoined = avoidsAllNuts(avoid)
  const nuts = isJoined ? [{ label: 'No nuts', without: { avoid: withAvoided(avoid, nutKeys, false) } }] : []
  const others = [...avoidableAllergens, ...avoidableKinds].filter(
    ({ key }) => avoid.includes(key) && !(isJoined && nutKeys.includes(key)),
  )
  const chips = others.map(({ key, label }) => ({
    label: `No ${label.toLowerCase()}`,
    without: { avoid: withAvoided(avoid, [key], false) },
  }))
  return [...nuts, ...chips]
}
