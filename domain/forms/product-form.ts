/** The forms that list a product and change it later. */
import { z } from 'zod'
import { ofEachField } from '../product-fields.ts'

export const maxPictures = 12

const urlMessage = 'Please enter a valid URL.'
/** Normalised as by a browser, so that the database accepts it. */
export const pictureAddress = z
  .url({ protocol: /^https?$/, normalize: true, message: urlMessage })
  .transform((address) => address.replaceAll("'", '%27'))
  .refine((address) => address.length <= 2_048 && !/[\s<>"\\]|\/\.\.?(\/|$)/.test(address), urlMessage)

const fields = z.object({
  ...ofEachField('schema'),
  // If a union fails, react-hook-form shows the error of its first member.
  image: z.union([z.literal('', urlMessage), pictureAddress], urlMessage),
  /** In the database's order, the first one first. */
  pictures: z.array(z.string()).max(maxPictures, `A product can have up to ${maxPictures} pictures.`),
})

/** A bespoke product has no price of its own, because it is quoted. Only a bespoke product has a range and may need a consultation. */
export const productForm = fields
  .superRefine((product, context) => {
    if (product.product_type === 'bespoke') checkRange(product, context)
    checkVariations(product, context)
  })
  .transform((product) =>
    product.product_type === 'bespoke'
      ? { ...product, price: 0 }
      : { ...product, requires_consultation: false, min_price: null, max_price: null },
  )

export type ProductFormInput = z.input<typeof productForm>
export type ProductFormOutput = z.output<typeof productForm>

type Fields = z.output<typeof fields>

function checkRange({ min_price, max_price }: Fields, context: z.RefinementCtx): void {
  if (min_price === null || max_price === null || min_price <= max_price) return
  context.addIssue({ code: 'custom', path: ['max_price'], message: 'The highest price must not be below the lowest.' })
}

function checkVariations({ variations, product_type, price }: Fields, context: z.RefinementCtx): void {
  const names = new Set<string>()
  for (const [index, { name, price_delta }] of variations.entries()) {
    const key = name.toLowerCase()
    if (names.has(key)) {
      context.addIssue({
        code: 'custom',
        path: ['variations', index, 'name'],
        message: 'This variation is listed twice.',
      })
    }
    names.add(key)
    if (product_type === 'standardized' && price_delta < 0 && price + price_delta <= 0) {
      const message = 'This would reduce the price to zero or less.'
      context.addIssue({ code: 'custom', path: ['variations', index, 'price_delta'], message })
    }
  }
}

export const productFormDefaults: ProductFormInput = { ...ofEachField('initial'), image: '', pictures: [] }
export const productFormLabels = { ...ofEachField('label'), image: 'Picture', pictures: 'Pictures' }

export const productEditForm = fields.pick({
  name: true,
  description: true,
  price: true,
  category: true,
  stock: true,
  available_for_delivery: true,
  available_for_pickup: true,
})
export type ProductEditInput = z.input<typeof productEditForm>

/** Price and stock, for tables that edit many products at once. */
export const productFiguresForm = fields.pick({ price: true, stock: true })
