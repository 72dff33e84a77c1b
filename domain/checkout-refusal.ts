/** Why the database does not take an order, and where on the page that is to be said. */
import type { RefusalCode } from './refusal-codes.ts'

/** As PostgREST reports it: `message` is a sentence for people, `hint` a word for programs, `details` JSON where one line or shop is at fault. */
export interface Refusal {
  readonly message: string
  readonly hint: string | null
  readonly details: string | null
}

export type ErrorLocation =
  | { readonly at: 'line'; readonly productId: string }
  | { readonly at: 'shop' | 'pickup' | 'note'; readonly shopId: string }
  | { readonly at: 'address' | 'allergens' | 'order' }

export interface ReadRefusal {
  readonly place: ErrorLocation
  readonly sentence: string
  /** What is shown is older than what was refused: products, slots or addresses are to be asked for anew. */
  readonly isOutdated: boolean
}

const ofPickup: ReadonlySet<string> = new Set<RefusalCode>(['slot', 'slot_full', 'pickup_missing'])
const ofAddress: ReadonlySet<string> = new Set<RefusalCode>(['address_missing', 'address', 'place_unknown'])
const outdating: ReadonlySet<string> = new Set<RefusalCode>([
  'sold_out',
  'undeclared',
  'allergens_changed',
  'not_offered',
  'slot',
  'slot_full',
  'prices_changed',
  'product',
  'shop',
  'address',
  'away',
  'variation',
  'quote',
  'agreed_on',
])

export function readCheckoutRefusal({ message, hint, details }: Refusal): ReadRefusal {
  return { place: placeOf(hint ?? '', ids(details)), sentence: message, isOutdated: outdating.has(hint ?? '') }
}

function placeOf(hint: string, { productId, shopId }: Ids): ErrorLocation {
  if (hint === ('allergens_not_acknowledged' satisfies RefusalCode)) return { at: 'allergens' }
  if (ofAddress.has(hint)) return { at: 'address' }
  if (shopId && ofPickup.has(hint)) return { at: 'pickup', shopId }
  if (shopId && hint === ('note' satisfies RefusalCode)) return { at: 'note', shopId }
  if (productId) return { at: 'line', productId }
  return shopId ? { at: 'shop', shopId } : { at: 'order' }
}

interface Ids {
  readonly productId: string | null
  readonly shopId: string | null
}

function ids(details: string | null): Ids {
  const nobody = { productId: null, shopId: null }
  if (!details) return nobody
  try {
    const said: unknown = JSON.parse(details)
    if (typeof said !== 'object' || said === null) return nobody
    return {
      productId: 'product_id' in said && typeof said.product_id === 'string' ? said.product_id : null,
      shopId: 'shop_id' in said && typeof said.shop_id === 'string' ? said.shop_id : null,
    }
  } catch {
    // Words instead of JSON: the sentence has to do.
    return nobody
  }
}
