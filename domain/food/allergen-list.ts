/** The fourteen allergens that a UK food seller must declare, as a list alone: pages that only filter need nothing else. */

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
      { key: 'spelt', label: 'Spelt (wheat)' },
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
