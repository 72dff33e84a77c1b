/** A product's variations and their prices. */
import { defaultVariations } from './categories.ts'
import { formatPence, type Pounds, toPence } from './money.ts'
import { type Priced, priceLabel } from './product-price.ts'

export interface Varied extends Priced {
  readonly category: string | null
  /** The seller's own, in their order; else the category's defaults. */
  readonly variations: readonly { readonly name: string; readonly price_delta: Pounds }[]
}

export interface Variation {
  readonly name: string
  /** For one unit. */
  readonly pricePence: number
}

export function variationsOf(product: Varied): readonly Variation[] {
  const base = toPence(product.price)
  if (product.variations.length === 0) {
    return defaultVariations(product.category).map((name) => ({ name, pricePence: base }))
  }
  return product.variations.map(({ name, price_delta }) => ({ name, pricePence: base + toPence(price_delta) }))
}

/** The unit price of a chosen variation, or the range '£24.00 - £33.00' before a choice. */
export function chosenPriceLabel(product: Varied, chosen: Variation | null): string {
  if (product.product_type === 'bespoke') return priceLabel(product)
  if (chosen) return formatPence(chosen.pricePence)
  const prices = variationsOf(product).map(({ pricePence }) => pricePence)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return lowest === highest ? formatPence(lowest) : `${formatPence(lowest)} - ${formatPence(highest)}`
}
