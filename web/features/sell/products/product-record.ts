/** Converts a product between its form and the argument of `save_product`. */

import { type ProductColumn, productColumns, productFields } from './product-fields.ts'
import { maxPictures, type ProductFormInput, type ProductFormOutput, productFormDefaults } from './product-form.ts'

export type ProductStatus = 'active' | 'draft' | 'hidden'

/** The first picture is the main one. The product form stores a pasted picture URL as a picture; an import keeps the URL. */
export function toProductRecord({ pictures, image: _, ...columns }: ProductFormOutput, status: ProductStatus) {
  const [image = null, ...images] = pictures.slice(0, maxPictures)
  return { ...columns, image, images, status }
}

/** The argument of `save_product`; absent columns stay unchanged. */
export type ProductRecord = ReturnType<typeof toProductRecord>

type StoredFields = {
  readonly [Column in ProductColumn]: Parameters<(typeof productFields)[Column]['toInput']>[0]
}

/** A product as the database returns it. */
export interface StoredProduct extends StoredFields {
  readonly image: string | null
  readonly images: readonly { readonly image: string }[]
}

const fields: {
  readonly [Column in ProductColumn]: { readonly toInput: (stored: StoredFields[Column]) => ProductFormInput[Column] }
} = productFields

function fill<Column extends ProductColumn>(form: ProductFormInput, column: Column, product: StoredProduct): void {
  form[column] = fields[column].toInput(product[column])
}

export function toProductForm(product: StoredProduct): ProductFormInput {
  const pictures = [...(product.image ? [product.image] : []), ...product.images.map(({ image }) => image)]
  const form: ProductFormInput = { ...productFormDefaults, pictures }
  for (const column of productColumns) fill(form, column, product)
  return form
}
