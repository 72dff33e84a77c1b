/** All products of the sample. */
import { west } from './products-bristol.ts'
import { london } from './products-london.ts'
import { londonMore } from './products-london-more.ts'
import { north } from './products-manchester.ts'
import type { SampleProduct } from './sample-product.ts'

export const products = { ...london, ...londonMore, ...north, ...west } satisfies Record<string, SampleProduct>
export type ProductKey = keyof typeof products
