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

/**
 * The occasions that a product can be made for, with the categories that suit them. 'Custom' is not offered to sellers;
 * older listings use it. No category suits a feast as such, so its page has only products that are made for it.
 */
export const occasionCategories = {
  birthday: ['Cakes', 'Pastries'],
  wedding: ['Cakes', 'Pastries'],
  holiday: ['Cookies', 'Cakes', 'Pastries'],
  party: ['Cupcakes', 'Cakes', 'Cookies'],
  special: ['Cakes', 'Pastries', 'Custom'],
  christmas: [],
  easter: [],
  eid: [],
  diwali: [],
  hanukkah: [],
  valentines: [],
  'mothers-day': [],
  'fathers-day': [],
  halloween: [],
  gift: [],
} as const satisfies Record<string, readonly string[]>

export type Occasion = keyof typeof occasionCategories

/** As offered to a shopper, those of the home page first. */
export const occasionLabels = {
  birthday: 'Birthday',
  wedding: 'Wedding',
  party: 'Party',
  holiday: 'Holiday',
  special: 'Special',
  christmas: 'Christmas',
  easter: 'Easter',
  eid: 'Eid',
  diwali: 'Diwali',
  hanukkah: 'Hanukkah',
  valentines: 'Valentine’s Day',
  'mothers-day': 'Mother’s Day',
  'fathers-day': 'Father’s Day',
  halloween: 'Halloween',
  gift: 'Gift',
} as const satisfies Record<Occasion, string>

function isOccasion(text: string): text is Occasion {
  return Object.hasOwn(occasionCategories, text)
}

export const occasions: readonly Occasion[] = Object.keys(occasionLabels).filter(isOccasion)

/** Those of the home page. */
export const mainOccasions = [
  'birthday',
  'wedding',
  'party',
  'holiday',
  'special',
] as const satisfies readonly Occasion[]

/** Within a sentence: 'birthday', 'Mother’s Day'. */
export function occasionName(occasion: Occasion): string {
  const label = occasionLabels[occasion]
  return mainOccasions.some((main) => main === occasion) || occasion === 'gift' ? label.toLowerCase() : label
}

/** The occasion named in a URL, in any case; null if unknown. */
export function readOccasion(text: string): Occasion | null {
  const name = text.trim().toLowerCase()
  return isOccasion(name) ? name : null
}

/** Each known one once, in their order. */
export function readOccasions(values: readonly unknown[]): Occasion[] {
  return occasions.filter((occasion) => values.includes(occasion))
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
