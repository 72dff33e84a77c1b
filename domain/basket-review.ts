/** Compares the basket with the current catalogue: today's prices, and items that are no longer available. */
import { type Basket, type BasketLine, purchaseLimit } from './basket.ts'
import type { Json } from './database.generated.ts'
import { deliveryPence, shortOfFreeDeliveryPence } from './delivery.ts'
import { productActions } from './product-actions.ts'
import { type Varied, variationsOf } from './product-variations.ts'

/** A product as it is on sale now. */
export interface OnSale extends Varied {
  readonly id: string
  readonly name: string
  readonly image: string | null
  readonly stock: number
  readonly allergens_declared: boolean
  /** Input of `readAllergens`. It is sent with the order, so that the server notices a change. */
  readonly allergens: Json
  readonly is_listed: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly shop: { readonly id: string; readonly name: string; readonly slug: string }
}

/** Why a line cannot be bought. */
export type UnavailableReason = 'gone' | 'sold-out' | 'variation-gone' | 'undeclared' | 'too-many'

export interface ReviewedLine {
  readonly line: BasketLine
  /** Null if it is not on sale, or not loaded yet. */
  readonly product: OnSale | null
  /** The unit price today, or the stored price while today's is unknown. */
  readonly pricePence: number
  readonly unavailableReason: UnavailableReason | null
  /** The maximum of this line. Earlier lines of the product reduce it. */
  readonly maxQuantity: number
  /** The accepted quote, for a line from a conversation. */
  readonly quote?: AcceptedQuote
}

export interface AcceptedQuote {
  readonly roomId: string
  /** The agreed day as an ISO date, or null. */
  readonly agreedOn: string | null
}

export interface ReviewedBasket {
  readonly lines: readonly ReviewedLine[]
  /** The sums include available lines only. */
  readonly subtotalPence: number
  readonly deliveryPence: number
  /** The amount missing for free delivery; 0 if nothing is missing or nothing is delivered. */
  readonly shortOfFreeDeliveryPence: number
  readonly totalPence: number
  readonly canCheckOut: boolean
}

/** @param onSale the current products; null until they are loaded, when the stored copies are used */
export function reviewBasket(basket: Basket, onSale: readonly OnSale[] | null): ReviewedBasket {
  const products = onSale && new Map(onSale.map((product) => [product.id, product]))
  const lines = basket.map((line, position) => reviewLine(line, takenByEarlierLines(basket, position), products))
  const bought = lines.filter(({ unavailableReason }) => unavailableReason === null)
  const deliveredPence = sumOf(
    bought.filter(({ line }) => products?.get(line.product.id)?.available_for_delivery ?? true),
  )
  const subtotalPence = sumOf(bought)
  const fee = deliveryPence(deliveredPence)
  return {
    lines,
    subtotalPence,
    deliveryPence: fee,
    shortOfFreeDeliveryPence: deliveredPence === 0 ? 0 : shortOfFreeDeliveryPence(deliveredPence),
    totalPence: subtotalPence + fee,
    canCheckOut: products !== null && lines.length > 0 && bought.length === lines.length,
  }
}

function reviewLine(line: BasketLine, taken: number, products: ReadonlyMap<string, OnSale> | null): ReviewedLine {
  const asStored = {
    line,
    product: null,
    pricePence: line.product.pricePence,
    maxQuantity: purchaseLimit(Number.POSITIVE_INFINITY),
  }
  if (!products) return { ...asStored, unavailableReason: null }
  const product = products.get(line.product.id)
  if (!product?.is_listed || product.product_type === 'bespoke') return { ...asStored, unavailableReason: 'gone' }
  const variation = variationsOf(product).find(({ name }) => name === line.variation)
  if (!variation) return { ...asStored, product, unavailableReason: 'variation-gone' }
  const left = product.stock - taken
  const unavailableReason = unavailableReasonOf(product, line, left)
  return { line, product, pricePence: variation.pricePence, maxQuantity: purchaseLimit(left), unavailableReason }
}

function unavailableReasonOf(product: OnSale, { quantity }: BasketLine, left: number): UnavailableReason | null {
  if (productActions(product, false).addLabel === 'Sold out') return 'sold-out'
  if (!product.allergens_declared) return 'undeclared'
  return quantity > left ? 'too-many' : null
}

/** The stock that earlier lines of the same product take. */
function takenByEarlierLines(basket: Basket, position: number): number {
  const id = basket[position]?.product.id
  return basket.slice(0, position).reduce((sum, { product, quantity }) => (product.id === id ? sum + quantity : sum), 0)
}

function sumOf(lines: readonly ReviewedLine[]): number {
  return lines.reduce((sum, { pricePence, line }) => sum + pricePence * line.quantity, 0)
}

export interface ShopLines {
  readonly shop: BasketLine['product']['shop']
  /** With their positions in the basket. */
  readonly lines: readonly { readonly line: ReviewedLine; readonly position: number }[]
}

/** The basket grouped by shop, in the order of each shop's first line. */
export function linesByShop(lines: readonly ReviewedLine[]): readonly ShopLines[] {
  const shops = new Map<string, { line: ReviewedLine; position: number }[]>()
  for (const [position, line] of lines.entries()) {
    const { slug } = line.line.product.shop
    shops.set(slug, [...(shops.get(slug) ?? []), { line, position }])
  }
  return [...shops.values()].flatMap((ofShop) => {
    const [first] = ofShop
    return first ? [{ shop: first.line.line.product.shop, lines: ofShop }] : []
  })
}
