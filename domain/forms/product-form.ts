/** The forms that list a product and change it later. */
import { z } from 'zod'
import { type AllergenDeclaration, allergenStates, allergens } from '../allergens.ts'
import { optionalPoundsField, poundsField, signedPoundsField, wholeNumberField } from './amounts.ts'

const priceMessage = 'Please enter a valid price.'
const stockMessage = 'Please enter a whole number.'
/** The database's limits. */
const highestPrice = 99_999.99
const highestStock = 1_000_000
export const maxPictures = 12
export const maxVariations = 50

/** The database's rule, because mail headers, file names and CSV contain the name. */
const isOneLine = (text: string) => !/\p{Cc}/u.test(text)

const isPrice = (pounds: number | null) => pounds === null || pounds <= highestPrice

const sharedFields = {
  name: z
    .string()
    .trim()
    .min(2, 'Product name must be at least 2 characters.')
    .max(150, 'Product name must be at most 150 characters.')
    .refine(isOneLine, 'Product name must be on one line.'),
  description: z.string().trim().max(5_000, 'Description must be at most 5,000 characters.'),
  price: poundsField(priceMessage).refine(isPrice, priceMessage),
  category: z
    .string()
    .trim()
    .max(50, 'Category must be at most 50 characters.')
    .refine(isOneLine, 'Category must be on one line.'),
  stock: wholeNumberField({ least: 0, blank: 0, message: stockMessage }).refine((stock) => stock <= highestStock, {
    error: 'Stock must be at most 1,000,000.',
  }),
  availableForDelivery: z.boolean(),
  availableForPickup: z.boolean(),
}

const urlMessage = 'Please enter a valid URL.'
/** Normalised as by a browser, so that the database accepts it. */
export const pictureAddress = z
  .url({ protocol: /^https?$/, normalize: true, message: urlMessage })
  .transform((address) => address.replaceAll("'", '%27'))
  .refine((address) => address.length <= 2_048 && !/[\s<>"\\]|\/\.\.?(\/|$)/.test(address), urlMessage)

const variation = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please name this variation.')
    .max(60, 'A variation’s name has at most 60 characters.')
    .refine(isOneLine, 'A variation’s name must be on one line.'),
  priceDelta: signedPoundsField('Please enter an amount, such as 4.50 or -2.'),
})

const allergenKeys = allergens.flatMap((allergen) => [allergen, ...allergen.kinds].map(({ key }) => key))

/** Accepts what `products.allergens` accepts. */
const declaration = z.partialRecord(z.enum(allergenKeys), z.enum(allergenStates))

/** A bespoke product has no price of its own, because it is quoted. Only a bespoke product has a range and may need a consultation. */
export const productForm = z
  .object({
    ...sharedFields,
    // If a union fails, react-hook-form shows the error of its first member.
    image: z.union([z.literal('', urlMessage), pictureAddress], urlMessage),
    productType: z.enum(['standardized', 'bespoke']),
    isBestseller: z.boolean(),
    requiresConsultation: z.boolean(),
    minPrice: optionalPoundsField(priceMessage).refine(isPrice, priceMessage),
    maxPrice: optionalPoundsField(priceMessage).refine(isPrice, priceMessage),
    /** In the database's order, the first one first. */
    pictures: z.array(z.string()).max(maxPictures, `A product can have up to ${maxPictures} pictures.`),
    variations: z.array(variation).max(maxVariations, `A product can have up to ${maxVariations} variations.`),
    ingredients: z.string().trim().max(5_000, 'Ingredients must be at most 5,000 characters.'),
    allergens: declaration,
    leadTimeDays: wholeNumberField({ least: 0, blank: 0, message: stockMessage }).refine((days) => days <= 365, {
      error: 'At most 365 days.',
    }),
  })
  .superRefine((product, context) => {
    if (product.productType === 'bespoke') checkRange(product, context)
    checkVariations(product, context)
  })
  .transform((product) =>
    product.productType === 'bespoke'
      ? { ...product, price: 0 }
      : { ...product, requiresConsultation: false, minPrice: null, maxPrice: null },
  )

export type ProductFormInput = z.input<typeof productForm>
export type ProductFormOutput = z.output<typeof productForm>

interface Checked {
  readonly productType: string
  readonly price: number
  readonly minPrice: number | null
  readonly maxPrice: number | null
  readonly variations: readonly { readonly name: string; readonly priceDelta: number }[]
}

function checkRange({ minPrice, maxPrice }: Checked, context: z.RefinementCtx): void {
  if (minPrice === null || maxPrice === null || minPrice <= maxPrice) return
  context.addIssue({ code: 'custom', path: ['maxPrice'], message: 'The highest price must not be below the lowest.' })
}

function checkVariations({ variations, productType, price }: Checked, context: z.RefinementCtx): void {
  const names = new Set<string>()
  for (const [index, { name, priceDelta }] of variations.entries()) {
    const key = name.toLowerCase()
    if (names.has(key)) {
      context.addIssue({
        code: 'custom',
        path: ['variations', index, 'name'],
        message: 'This variation is listed twice.',
      })
    }
    names.add(key)
    if (productType === 'standardized' && priceDelta < 0 && price + priceDelta <= 0) {
      const message = 'This would reduce the price to zero or less.'
      context.addIssue({ code: 'custom', path: ['variations', index, 'priceDelta'], message })
    }
  }
}

const noAllergens: AllergenDeclaration = {}

export const productFormDefaults: ProductFormInput = {
  name: '',
  description: '',
  price: '0',
  image: '',
  category: '',
  stock: '0',
  productType: 'standardized',
  isBestseller: false,
  availableForDelivery: true,
  availableForPickup: false,
  requiresConsultation: false,
  minPrice: '',
  maxPrice: '',
  pictures: [],
  variations: [],
  ingredients: '',
  allergens: noAllergens,
  leadTimeDays: '0',
}

export const productEditForm = z.object(sharedFields)
export type ProductEditInput = z.input<typeof productEditForm>

/** Price and stock, for tables that edit many products at once. */
export const productFiguresForm = z.object({ price: sharedFields.price, stock: sharedFields.stock })
