/** Why a basket line cannot be bought, as a sentence. */
import type { ReviewedLine, Unavailable } from '#domain/checkout/preview'

const texts: Record<Exclude<Unavailable['reason'], 'refused'>, (maxQuantity: number) => string> = {
  gone: () => 'This is no longer on sale.',
  'sold-out': () => 'Sold out.',
  'variation-gone': () => 'This variation is no longer offered.',
  'option-gone': () => 'Its options have changed. Please choose them again on the product page.',
  undeclared: () => 'The seller has not declared all allergens, so this cannot be bought.',
  'too-many': (maxQuantity) => `Only ${maxQuantity} available`,
}

/** Null for available lines. */
export function unavailableText({ unavailable, maxQuantity }: Pick<ReviewedLine, 'unavailable' | 'maxQuantity'>) {
  if (!unavailable) return null
  return unavailable.reason === 'refused' ? unavailable.message : texts[unavailable.reason](maxQuantity)
}
