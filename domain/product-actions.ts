/** Which of a product's four buttons stand on its page, which of them can be pressed, and why not. */

export interface ActedOn {
  readonly product_type: string
  readonly stock: number
  readonly allergens_declared: boolean
  /** On sale for everyone; a product that is not is seen by its owner alone. */
  readonly is_listed: boolean
}

/** `blocked` is shown but cannot be pressed. */
export type Availability = 'open' | 'blocked' | 'absent'

export interface ProductActions {
  readonly addToBasket: Availability
  readonly buyNow: Availability
  readonly requestConsultation: Availability
  readonly messageSeller: Availability
  /** What 'Add to basket' says. */
  readonly addLabel: 'Add to basket' | 'Sold out'
  /** Why something is blocked, in a sentence to show beside the buttons. */
  readonly reason: string | null
}

/**
 * - What is made as it is can be bought: added to the basket, or bought now. Nothing is left to consult about.
 * - What is bespoke has no price until the seller quotes one, so it cannot be bought from its page: a consultation leads to the
 *   quote. Its stock says nothing, since it is not made yet.
 * - Without all allergens declared nothing can be bought; the seller can be asked about them.
 * - Sold out can be asked about too, not bought.
 * - One's own product can be neither bought nor talked about with oneself.
 */
export function productActions(product: ActedOn, isOwn: boolean): ProductActions {
  const isBespoke = product.product_type === 'bespoke'
  const isSoldOut = !isBespoke && product.stock <= 0
  const isMine = isOwn || !product.is_listed
  const buying: Availability = isMine || isSoldOut || !product.allergens_declared ? 'blocked' : 'open'
  const talking: Availability = isMine ? 'blocked' : 'open'
  return {
    addToBasket: isBespoke ? 'absent' : buying,
    // One button that says 'Sold out' is enough.
    buyNow: isBespoke || isSoldOut ? 'absent' : buying,
    requestConsultation: isBespoke ? talking : 'absent',
    messageSeller: talking,
    addLabel: isSoldOut ? 'Sold out' : 'Add to basket',
    reason: reasonFor(product, { isMine, isBespoke, isSoldOut }),
  }
}

function reasonFor(
  product: ActedOn,
  { isMine, isBespoke, isSoldOut }: { isMine: boolean; isBespoke: boolean; isSoldOut: boolean },
): string | null {
  if (!product.is_listed) return 'Only you can see this product: it is not on sale.'
  if (isMine) return 'This is your own product.'
  if (isBespoke) return null
  if (!product.allergens_declared) {
    return 'The baker has not declared all allergens yet. Until then it cannot be bought, but you can ask about them.'
  }
  return isSoldOut ? 'Sold out for now. Ask the baker when there will be more.' : null
}
