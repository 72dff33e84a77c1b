/** The price text of a product: a fixed price if standardised, a range or 'Custom pricing' if bespoke. */
import { formatPounds, type Pounds } from '../values/money.ts'

export interface Priced {
  readonly product_type: string
  readonly price: Pounds
  readonly min_price: Pounds | null
  readonly max_price: Pounds | null
}

/** '£12.00'; for bespoke products '£20.00 - £35.00', or 'Custom pricing' without a range. */
export function priceLabel(product: Priced): string {
  if (product.product_type !== 'bespoke') return formatPounds(product.price)
  if (product.min_price === null || product.max_price === null) return 'Custom pricing'
  return `${formatPounds(product.min_price)} - ${formatPounds(product.max_price)}`
}
