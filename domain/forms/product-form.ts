/** The forms with which a seller lists a product and changes it later. */
import { z } from 'zod'
import { poundsField, wholeNumberField } from './amounts.ts'

const priceMessage = 'Please enter a valid price.'
const stockMessage = 'Please enter a whole number.'

const sharedFields = {
  name: z.string().trim().min(2, 'Product name must be at least 2 characters.'),
  description: z.string().trim(),
  price: poundsField(priceMessage),
  category: z.string().trim(),
  stock: wholeNumberField({ least: 0, blank: 0, message: stockMessage }),
  availableForDelivery: z.boolean(),
  availableForPickup: z.boolean(),
}

const webAddress = z.url({ protocol: /^https?$/, message: 'Please enter a valid URL.' })

/** What is made to order has no price of its own: it is quoted. */
export const productForm = z
  .object({
    ...sharedFields,
    image: z.union([z.literal(''), webAddress], 'Please enter a valid URL.'),
    productType: z.enum(['standardized', 'bespoke']),
    isBestseller: z.boolean(),
  })
  .transform((product) => (product.productType === 'bespoke' ? { ...product, price: 0 } : product))

export const productFormDefaults: z.input<typeof productForm> = {
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
}

export const productEditForm = z.object(sharedFields)
