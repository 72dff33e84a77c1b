/** Compares the basket with the current catalogue: today's prices, and items that are no longer available. */

import { type Offered, type ResolvedSelection, resolveSelection, stockOf, variationAt } from '../catalogue/options.ts'
import { productActions } from '../catalogue/product-actions.ts'
import type { Json } from '../database.generated.ts'
import { deliveryPence, shortOfFreeDeliveryPence } from '../delivery/delivery.ts'
import {
  type DeliveringShop,
  type Delivery,
  type Destination,
  deliveryTo,
  isByCommonTerms,
} from '../delivery/delivery-terms.ts'
import type { AllergenDeclaration } from '../food/allergens.ts'
import { withChoices } from '../food/choice-allergens.ts'
import type { KitchenStatement } from '../food/kitchen.ts'
import type { AllergenAnswer } from '../orders/allergen-requests.ts'
import type { Fulfilment } from '../pickup/hand-over.ts'
import { type Basket, type BasketLine, purchaseLimit } from './basket.ts'

/** A product as it is on sale now. */
export interface OnSale extends Offered {
  readonly id: string
  readonly name: string
  readonly image: string | null
  readonly stock: number
  readonly is_made_to_order: boolean
  /** The drop that sells it, if one does. */
  readonly drop?: { readonly opens_at: string } | null
  readonly allergens_declared: boolean
  /** Input of `readAllergens`. It is sent with the order, so that the server notices a change. */
  readonly allergens: Json
  /** What every choice adds, for a quote, which names no choices. */
  readonly required_allergens: Json
  /** For comparing it with the household. */
  readonly diets: readonly string[]
  readonly description: string | null
  readonly ingredients: string | null
  readonly is_listed: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly shop: SellingShop
}

export function isOffered(product: OnSale, fulfilment: Fulfilment): boolean {
  return fulfilment === 'delivery' ? product.available_for_delivery : product.available_for_pickup
}

interface SellingShop extends DeliveringShop {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** Both null with the marketplace's cancellation terms. */
  readonly cancel_hours_before: number | null
  readonly cancel_refund_percent: number | null
  readonly kitchen: KitchenStatement | null
}

/** Why a line cannot be bought. */
export type UnavailableReason = 'gone' | 'sold-out' | 'variation-gone' | 'option-gone' | 'undeclared' | 'too-many'

export interface ReviewedLine {
  readonly line: BasketLine
  /** Null if it is not on sale, or not loaded yet. */
  readonly product: OnSale | null
  /** The unit price today, or the stored price while today's is unknown. */
  readonly pricePence: number
  readonly unavailableReason: UnavailableReason | null
  /** The chosen options in words. */
  readonly options: readonly string[]
  /** The declaration with what the chosen options add, sent with the order. */
  readonly allergens: AllergenDeclaration | null
  /** The maximum of this line. Earlier lines of the product reduce it. */
  readonly maxQuantity: number
  /** The accepted quote, for a line from a conversation. */
  readonly quote?: AcceptedQuote
}

export interface Deposit {
  readonly pence: number
  /** The last day to pay the balance. */
  readonly balanceDueOn: string
}

export interface AcceptedQuote {
  readonly conversationId: string
  /** The version that the buyer has read. */
  readonly version: number
  /** What to pay when accepting; null for everything. */
  readonly deposit: Deposit | null
  /** The agreed day as an ISO date, or null. */
  readonly agreedOn: string | null
  /** The seller's answers about allergens, which the buyer agrees to by name. */
  readonly answers: readonly AllergenAnswer[]
}

export interface ReviewedBasket {
  readonly lines: readonly ReviewedLine[]
  /** The sums include available lines only. */
  readonly subtotalPence: number
  /** Without what the shops do not deliver to the destination. */
  readonly deliveryPence: number
  /** How each shop delivers, by its slug. Absent for a shop whose products here are for pickup only. */
  readonly deliveries: ReadonlyMap<string, Delivery>
  /**
   * The amount missing for free delivery by the marketplace's terms; 0 if nothing is missing or nothing is delivered by
   * them.
   */
  readonly shortOfFreeDeliveryPence: number
  readonly totalPence: number
  readonly canCheckOut: boolean
}

/**
 * @param onSale the current products; null until they are loaded, when the stored copies are used
 * @param destination where the shopper is, as far as it is known
 */
export function reviewBasket(
  basket: Basket,
  onSale: readonly OnSale[] | null,
  destination: Destination = { place: null, postcode: null },
): ReviewedBasket {
  const products = onSale && new Map(onSale.map((product) => [product.id, product]))
  const lines = basket.map((line, position) => reviewLine(line, basket.slice(0, position), products))
  const bought = lines.filter(({ unavailableReason }) => unavailableReason === null)
  const delivered = bought.filter(({ line }) => products?.get(line.product.id)?.available_for_delivery ?? true)
  const deliveries = new Map(
    linesByShop(delivered).flatMap(({ shop, lines: ofShop }) => {
      const product = products?.get(ofShop[0]?.line.line.product.id ?? '')
      const subtotal = sumOf(ofShop.map(({ line }) => line))
      return product ? [[shop.slug, deliveryTo(product.shop, subtotal, destination)] as const] : []
    }),
  )
  const deliveredPence = sumOf(
    delivered.filter(({ line }) => {
      const delivery = deliveries.get(line.product.shop.slug)
      return delivery === undefined || isByCommonTerms(delivery)
    }),
  )
  const subtotalPence = sumOf(bought)
  const ownFees = [...deliveries.values()].map((delivery) => leastOwnFeePence(delivery))
  const fee = deliveryPence(deliveredPence) + ownFees.reduce((sum, pence) => sum + pence, 0)
  return {
    lines,
    subtotalPence,
    deliveryPence: fee,
    deliveries,
    shortOfFreeDeliveryPence: deliveredPence === 0 ? 0 : shortOfFreeDeliveryPence(deliveredPence),
    totalPence: subtotalPence + fee,
    canCheckOut: products !== null && lines.length > 0 && bought.length === lines.length,
  }
}

/** While the fee depends on an unknown address, the lowest one. */
function leastOwnFeePence(delivery: Delivery): number {
  if (delivery.kind === 'delivered') return delivery.feePence ?? 0
  if (delivery.kind === 'outside' || !delivery.terms) return 0
  return Math.min(...delivery.terms.zones.map(({ feePence }) => feePence))
}

function reviewLine(line: BasketLine, earlier: Basket, products: ReadonlyMap<string, OnSale> | null): ReviewedLine {
  const asStored = {
    line,
    product: null,
    pricePence: line.product.pricePence,
    maxQuantity: purchaseLimit(Number.POSITIVE_INFINITY),
    options: [],
    allergens: null,
  }
  if (!products) return { ...asStored, unavailableReason: null }
  const product = products.get(line.product.id)
  if (!product?.is_listed || product.product_type === 'bespoke') return { ...asStored, unavailableReason: 'gone' }
  const chosen = resolveSelection(product, line)
  const allergens = withChoices(product.allergens, chosen.allergens)
  const shown = { line, product, pricePence: chosen.pricePence, options: chosen.texts, allergens }
  const [problem] = chosen.problems
  if (problem) {
    const unavailableReason = problem.at === variationAt ? 'variation-gone' : 'option-gone'
    return { ...shown, maxQuantity: purchaseLimit(Number.POSITIVE_INFINITY), unavailableReason }
  }
  const left = leftFor(product, chosen, earlier)
  const unavailableReason = unavailableReasonOf(product, line, left)
  return { ...shown, maxQuantity: purchaseLimit(left), unavailableReason }
}

function unavailableReasonOf(product: OnSale, { quantity }: BasketLine, left: number): UnavailableReason | null {
  if (productActions(product, false).addLabel === 'Sold out' || left <= 0) return 'sold-out'
  if (!product.allergens_declared) return 'undeclared'
  return quantity > left ? 'too-many' : null
}

/** What earlier lines of the product leave of it and of the chosen choices. */
function leftFor(product: OnSale, { taken }: ResolvedSelection, earlier: Basket): number {
  const lines = earlier.filter((line) => line.product.id === product.id)
  const used = (keep: (line: BasketLine) => boolean) =>
    lines.filter(keep).reduce((sum, { quantity }) => sum + quantity, 0)
  const ofChoices = taken.flatMap(({ key, stock }) =>
    stock === null
      ? []
      : [stock - used((line) => resolveSelection(product, line).taken.some((other) => other.key === key))],
  )
  return Math.min(stockOf(product) - used(() => true), ...ofChoices)
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
