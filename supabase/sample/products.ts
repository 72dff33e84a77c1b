/** All products of the sample. */
import { bristolProducts } from './products-bristol.ts'
import { feastProducts } from './products-feasts.ts'
import { londonProducts } from './products-london.ts'
import { moreLondonProducts } from './products-london-more.ts'
import { manchesterProducts } from './products-manchester.ts'
import type { SampleProduct } from './sample-product.ts'

export const products = {
  ...londonProducts,
  ...moreLondonProducts,
  ...manchesterProducts,
  ...bristolProducts,
  ...feastProducts,
} satisfies Record<string, SampleProduct>
export type ProductKey = keyof typeof products
