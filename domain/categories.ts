/** Categories, the occasions that suit them, and default options of a product. */

export const productCategories = [
  'Cakes',
  'Cupcakes',
  'Cookies',
  'Bread',
  'Pastries',
  'Pies',
  'Desserts',
  'Meals',
  'Snacks',
  'Drinks',
  'Specialty Items',
  'Seasonal',
  'Holiday',
  'Healthy Options',
  'Custom Orders',
] as const
export type ProductCategory = (typeof productCategories)[number]

export const shopCategories = [
  'Cakes',
  'Cupcakes',
  'Cookies',
  'Pastries',
  'Bread',
  'Chocolates',
  'Candies',
  'Other',
] as const

/** 'Custom' is not offered to sellers; older listings use it. */
export const occasionCategories = {
  birthday: ['Cakes', 'Pastries'],
  wedding: ['Cakes', 'Pastries'],
  holiday: ['Cookies', 'Cakes', 'Pastries'],
  party: ['Cupcakes', 'Cakes', 'Cookies'],
  special: ['Cakes', 'Pastries', 'Custom'],
} as const satisfies Record<string, readonly string[]>

export type Occasion = keyof typeof occasionCategories

/** As offered to a shopper. */
export const occasionLabels = {
  birthday: 'Birthday',
  wedding: 'Wedding',
  party: 'Party',
  holiday: 'Holiday',
  special: 'Special',
} as const satisfies Record<Occasion, string>

function isOccasion(text: string): text is Occasion {
  return Object.hasOwn(occasionCategories, text)
}

export const occasions: readonly Occasion[] = Object.keys(occasionLabels).filter(isOccasion)

/** The occasion named in a URL, in any case; null if unknown. */
export function readOccasion(text: string): Occasion | null {
  const name = text.trim().toLowerCase()
  return isOccasion(name) ? name : null
}

/** A category in its official spelling; null if it is not offered. */
export function offeredCategory(text: string): ProductCategory | null {
  const name = text.trim().toLowerCase()
  return productCategories.find((category) => category.toLowerCase() === name) ?? null
}

/** The variations of a product whose seller set none. */
export function defaultVariations(category: string | null): readonly string[] {
  if (category === 'Cakes') return ['Vanilla', 'Chocolate', 'Red Velvet']
  if (category === 'Cookies') return ['Original', 'Chocolate Chip', 'Oatmeal']
  return ['Standard', 'Deluxe', 'Premium']
}

export const personalisations = ['happy_birthday', 'congratulations', 'thank_you', 'custom'] as const
export type Personalisation = (typeof personalisations)[number]

export const personalisationLabels: Record<Personalisation, string> = {
  happy_birthday: 'Happy Birthday',
  congratulations: 'Congratulations',
  thank_you: 'Thank You',
  custom: 'Custom message',
}
