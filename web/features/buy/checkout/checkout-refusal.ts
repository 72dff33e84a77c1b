/** Why the database refuses an order, and where the page shows the error. */
import type { RefusalCode } from '#domain/checkout/refusal-codes'

/**
 * PostgREST's error: `message` is for members, `hint` is the code, `details` is JSON when one line or shop is the
 * cause.
 */
export interface Refusal {
  readonly message: string
  readonly hint: string | null
  readonly details: string | null
}

export type ErrorLocation =
  | { readonly at: 'line'; readonly productId: string }
  | { readonly at: 'shop' | 'pickup' | 'note' | 'code' | 'tip'; readonly shopId: string }
  | { readonly at: 'address' | 'phone' | 'allergens' | 'answers' | 'order' }

export interface CheckoutRefusal {
  readonly location: ErrorLocation
  readonly sentence: string
  /** The page shows outdated products, slots or addresses, which have to be refetched. */
  readonly isOutdated: boolean
}

const pickupCodes: ReadonlySet<string> = new Set<RefusalCode>([
  'slot',
  'slot_full',
  'day_full',
  'pickup_missing',
  'delivery_missing',
])
const addressCodes: ReadonlySet<string> = new Set<RefusalCode>(['address_missing', 'address', 'place_unknown'])
const answerCodes: ReadonlySet<string> = new Set<RefusalCode>([
  'answers',
  'answers_changed',
  'answers_contradict',
  'answers_not_agreed',
])
const outdatedCodes: ReadonlySet<string> = new Set<RefusalCode>([
  'sold_out',
  'allergens_undeclared',
  'allergens_changed',
  'not_offered',
  'slot',
  'slot_full',
  'day_full',
  'drop_early',
  'delivery_missing',
  'prices_changed',
  'product',
  'shop',
  'address',
  'closed',
  'variation',
  'options',
  'options_missing',
  'personalization',
  'quote',
  'agreed_on',
  'answers_changed',
  'answers_contradict',
  'terms_changed',
  'kitchen_changed',
  'discount_code',
  'voucher',
])

export function readCheckoutRefusal({ message, hint, details }: Refusal): CheckoutRefusal {
  return {
    location: locationOf(hint ?? '', ids(details)),
    sentence: message,
    isOutdated: outdatedCodes.has(hint ?? ''),
  }
}

function locationOf(hint: string, { productId, shopId }: Ids): ErrorLocation {
  if (hint === ('allergens_not_acknowledged' satisfies RefusalCode)) return { at: 'allergens' }
  if (hint === ('phone' satisfies RefusalCode)) return { at: 'phone' }
  if (answerCodes.has(hint)) return { at: 'answers' }
  if (addressCodes.has(hint)) return { at: 'address' }
  if (shopId && pickupCodes.has(hint)) return { at: 'pickup', shopId }
  if (shopId && hint === ('note' satisfies RefusalCode)) return { at: 'note', shopId }
  if (shopId && hint === ('discount_code' satisfies RefusalCode)) return { at: 'code', shopId }
  if (shopId && hint === ('voucher' satisfies RefusalCode)) return { at: 'code', shopId }
  if (shopId && hint === ('tip' satisfies RefusalCode)) return { at: 'tip', shopId }
  if (productId) return { at: 'line', productId }
  return shopId ? { at: 'shop', shopId } : { at: 'order' }
}

interface Ids {
  readonly productId: string | null
  readonly shopId: string | null
}

function ids(details: string | null): Ids {
  const none = { productId: null, shopId: null }
  if (!details) return none
  try {
    const parsed: unknown = JSON.parse(details)
    if (typeof parsed !== 'object' || parsed === null) return none
    return {
      productId: 'product_id' in parsed && typeof parsed.product_id === 'string' ? parsed.product_id : null,
      shopId: 'shop_id' in parsed && typeof parsed.shop_id === 'string' ? parsed.shop_id : null,
    }
  } catch {
    // `details` is not JSON, so the message has no location.
    return none
  }
}
