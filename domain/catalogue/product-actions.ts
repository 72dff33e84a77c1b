/** Which of a product's four buttons its page shows, which are disabled, and why. */

export interface ProductOfPage {
  readonly product_type: string
  readonly stock: number
  /** Never sold out. */
  readonly is_made_to_order: boolean
  readonly allergens_declared: boolean
  /** On sale. Only its owner sees an unlisted product. */
  readonly is_listed: boolean
  /** The drop that sells it. Before it opens, the stock is 0. */
  readonly drop?: { readonly opens_at: string } | null
}

/** `blocked` is shown but disabled. */
type Availability = 'open' | 'blocked' | 'absent'

export interface ProductActions {
  readonly addToBasket: Availability
  readonly buyNow: Availability
  readonly requestConsultation: Availability
  readonly messageSeller: Availability
  /** The label of 'Add to basket'. */
  readonly addLabel: 'Add to basket' | 'Sold out'
  /** Why a button is disabled, as a sentence beside the buttons. */
  readonly reason: string | null
}

/**
 * - A standardised product can be added to the basket or bought now, without a consultation.
 * - A bespoke product has no price until the seller's quote. It cannot be bought from its page; a consultation
 * leads to the quote. Its stock does not matter.
 * - A product with undeclared allergens cannot be bought; a buyer can message the seller.
 * - A sold out product cannot be bought either, only messaged about.
 * - Owners can neither buy nor message about their own product.
 */
export function productActions(product: ProductOfPage, isOwn: boolean): ProductActions {
  const isBespoke = product.product_type === 'bespoke'
  const isSoldOut = !isBespoke && !product.is_made_to_order && product.stock <= 0
  const isMine = isOwn || !product.is_listed
  const buying: Availability = isMine || isSoldOut || !product.allergens_declared ? 'blocked' : 'open'
  const talking: Availability = isMine ? 'blocked' : 'open'
  return {
    addToBasket: isBespoke ? 'absent' : buying,
    // One button with 'Sold out' is enough.
    buyNow: isBespoke || isSoldOut ? 'absent' : buying,
    requestConsultation: isBespoke ? talking : 'absent',
    messageSeller: talking,
    addLabel: isSoldOut ? 'Sold out' : 'Add to basket',
    reason: reasonFor(product, { isMine, isBespoke, isSoldOut }),
  }
}

function reasonFor(
  product: ProductOfPage,
  { isMine, isBespoke, isSoldOut }: { isMine: boolean; isBespoke: boolean; isSoldOut: boolean },
): string | null {
  if (!product.is_listed) return 'Only you can see this product: it is not on sale.'
  if (isMine) return 'This is your own product.'
  if (isBespoke) return null
  if (!product.allergens_declared) {
    return 'The seller has not declared all allergens yet. Until then it cannot be bought, but you can ask about them.'
  }
  return isSoldOut && !product.drop ? 'Sold out for now. Ask the seller when there will be more.' : null
}
