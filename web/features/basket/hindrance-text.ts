/** Why a line of the basket cannot be bought, in a sentence. */
import type { Hindrance, ReviewedLine } from '#domain/basket-review'

const texts: Record<Hindrance, (most: number) => string> = {
  gone: () => 'This is no longer on sale.',
  'sold-out': () => 'Sold out.',
  'variation-gone': () => 'This variation is no longer offered.',
  undeclared: () => 'The baker has not declared all allergens, so this cannot be bought.',
  'too-many': (most) => `Only ${most} available`,
}

/** Null where nothing stands in its way. */
export function hindranceText({ hindrance, most }: ReviewedLine): string | null {
  return hindrance && texts[hindrance](most)
}
