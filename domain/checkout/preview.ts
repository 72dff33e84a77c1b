/** What `preview_order` tells of a basket: today's prices and sums, what is delivered where, and what cannot be bought. */
import { z } from 'zod'
import type { Json } from '../database.generated.ts'
import type { Delivery, DeliveryTerms } from '../delivery/delivery-terms.ts'
import { type AllergenDeclaration, readAllergens } from '../food/allergens.ts'
import type { KitchenStatement } from '../food/kitchen.ts'
import type { AllergenAnswer } from '../orders/allergen-requests.ts'
import { fulfilments } from '../pickup/hand-over.ts'
import { isUuid } from '../values/ids.ts'
import { type Basket, type BasketLine, maximumQuantity } from './basket.ts'
import type { RefusalCode } from './refusal-codes.ts'

const sums = {
  /** The food, before any code. */
  subtotal: z.number(),
  /** What codes take off the food. */
  discount: z.number(),
  /** What codes waive of the delivery. */
  delivery_discount: z.number(),
  /** What is paid for delivery. */
  delivery_fee: z.number(),
  /** For the shops, beside the price. */
  tip: z.number(),
  total: z.number(),
  /** What gift vouchers pay of the total. */
  voucher_amount: z.number(),
}

const termsSchema = z.object({
  basis: z.enum(['flat', 'distance', 'postcode']),
  least_fee: z.number(),
  highest_fee: z.number(),
  free_from: z.number().nullable(),
  minimum_order: z.number().nullable(),
})

const deliverySchema = z.object({
  kind: z.enum(['delivered', 'outside', 'unknown']),
  needs: z.enum(['place', 'postcode']).nullable(),
  fee: z.number(),
  miles: z.number().nullable(),
  reach: z.number().nullable(),
  missing: z.number(),
  short_of_free: z.number(),
  terms: termsSchema.nullable(),
})

/** How a shop delivers. Null if nothing of it is delivered. */
export function deliveryOf({ delivery }: PreviewedShop): Delivery | null {
  if (!delivery) return null
  const { kind, needs, fee, miles, reach, missing, short_of_free, terms: own } = delivery
  const terms = own && deliveryTerms(own)
  if (kind === 'unknown') return { kind, needs: needs ?? 'place', terms }
  if (kind === 'outside') return { kind, miles: reach === null ? null : miles, reachMiles: reach }
  const shortOfFreePence = own ? short_of_free : 0
  return { kind, feePence: own ? fee : null, missingPence: missing, shortOfFreePence, terms, miles }
}

function deliveryTerms(terms: z.output<typeof termsSchema>): DeliveryTerms {
  const { basis, least_fee, highest_fee, free_from, minimum_order } = terms
  const zones = [least_fee, highest_fee].map((feePence) => ({ feePence, miles: null, districts: [] }))
  return { basis, zones, freeFromPence: free_from, minimumOrderPence: minimum_order }
}

const problemSchema = z.object({
  /** A `RefusalCode`. */
  code: z.string(),
  message: z.string(),
  shop_id: z.string().optional(),
  product_id: z.string().optional(),
  /** What is left for the line. */
  left: z.number().optional(),
})

const lineSchema = z.object({
  /** In the request's lines of the shop. */
  position: z.number(),
  product_id: z.string(),
  name: z.string().nullable(),
  image: z.string().nullable(),
  description: z.string().nullable(),
  ingredients: z.string().nullable(),
  diets: z.array(z.string()).nullable(),
  /** Pence for one unit; null if the line cannot be bought. */
  price: z.number().nullable(),
  total: z.number().nullable(),
  discount: z.number().nullable(),
  options: z.array(z.string()),
  /** The declaration with what the chosen options add. */
  allergens: z.custom<Json>(() => true),
  /** How many can be had, 1 at least. */
  max: z.number(),
  is_of_drop: z.boolean(),
  problem: problemSchema.nullable(),
})

const shopSchema = z.object({
  ...sums,
  /** Null with products that are not on sale. */
  shop_id: z.string().nullable(),
  name: z.string().nullable(),
  slug: z.string().nullable(),
  /** Null with the marketplace's terms. */
  cancellation: z.object({ hours_before: z.number(), refund_percent: z.number() }).nullable(),
  /** Null if the seller has stated nothing of it. */
  kitchen: z.object({ handles: z.unknown(), shares_equipment: z.boolean().nullable() }).nullable(),
  fulfilment: z.enum(fulfilments).nullable(),
  fulfilments: z.array(z.object({ fulfilment: z.enum(fulfilments), leaves: z.array(z.number()) })),
  delivery: deliverySchema.nullable(),
  lines: z.array(lineSchema),
})

/** All amounts are in pence. */
export const previewSchema = z.object({
  ...sums,
  /** What is left to pay after the deposit of a quote. */
  balance: z.number(),
  /** What is paid when the order is placed. */
  due: z.number(),
  short_of_free_delivery: z.number(),
  problems: z.array(problemSchema),
  shops: z.array(shopSchema),
})

/** A line of an order request, as far as it is asked about. */
const requestedSchema = z.object({
  product_id: z.string(),
  quantity: z.number(),
  variation: z.string().nullable(),
  options: z.array(z.unknown()).optional(),
  personalization: z.string().nullable(),
  custom_request_details: z.string().nullable(),
})
type RequestedItem = z.output<typeof requestedSchema>

/** An answer with the lines that were asked about, in the order of the basket then. Also what the browser stores. */
export const knownPreviewSchema = previewSchema.extend({ asked: z.array(requestedSchema) })
export type Preview = z.output<typeof knownPreviewSchema>
export type PreviewedShop = Preview['shops'][number]
type PreviewedLine = PreviewedShop['lines'][number]
export type Problem = Preview['problems'][number]

export interface SellingShop {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** Both null with the marketplace's cancellation terms. */
  readonly cancel_hours_before: number | null
  readonly cancel_refund_percent: number | null
  readonly kitchen: KitchenStatement | null
}

/** What is known of a product on sale. */
export interface SoldProduct {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly ingredients: string | null
  readonly diets: readonly string[]
  /** Sent with the order, so that the server notices a change. */
  readonly allergens: Json
  readonly isOfDrop: boolean
  readonly shop: SellingShop
}

/** Why a line cannot be bought. */
export interface Unavailable {
  readonly reason: 'gone' | 'sold-out' | 'variation-gone' | 'option-gone' | 'undeclared' | 'too-many' | 'refused'
  /** As `place_order` refuses it. */
  readonly message: string
}

export interface ReviewedLine {
  readonly line: BasketLine
  /** Null if it is not on sale, or not known yet. */
  readonly product: SoldProduct | null
  /** The unit price today, or the stored price while today's is unknown. */
  readonly pricePence: number
  readonly unavailable: Unavailable | null
  /** The chosen options in words. */
  readonly options: readonly string[]
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

/** A line of the basket, as an order requests it. */
export function requestedItem({
  product,
  quantity,
  variation,
  options,
  personalization,
  customRequestDetails,
}: BasketLine) {
  return {
    product_id: product.id,
    quantity,
    variation,
    ...(options.length > 0 && { options: [...options] }),
    personalization,
    custom_request_details: customRequestDetails,
  }
}

/** A line of the basket with what a preview tells of it. */
export interface PlacedLine {
  readonly found: PreviewedLine
  readonly shop: PreviewedShop
}

/**
 * Each line of a basket in its preview, or null for one that the preview was not asked about. The basket may have changed
 * since, and another line of the product may contain other allergens.
 */
export function previewedLines(basket: Basket, { shops, asked }: Preview): readonly (PlacedLine | null)[] {
  const all = shops.flatMap((shop) => shop.lines.map((found) => ({ found, shop })))
  const places = asked.map(({ product_id: id }, position) => {
    // The lines of a product are previewed in the order in which they were asked.
    const before = asked.slice(0, position).filter((item) => item.product_id === id).length
    return all.filter(({ found }) => found.product_id === id)[before] ?? null
  })
  const placeOf = new Map(asked.map((item, position) => [keyOf(item), places[position]]))
  return basket.map((line) => placeOf.get(keyOf(requestedItem(line))) ?? null)
}

/** Equal for lines that differ in their quantity alone. */
function keyOf({
  product_id,
  variation,
  options = [],
  personalization,
  custom_request_details,
}: RequestedItem): string {
  return JSON.stringify([product_id, variation, options, personalization, custom_request_details])
}

/** @param preview null until it is loaded, when the stored prices are shown */
export function reviewBasket(basket: Basket, preview: Preview | null): readonly ReviewedLine[] {
  if (!preview) return basket.map((line) => asStored(line))
  return previewedLines(basket, preview).map((placed, position) => {
    const line = basket[position]
    if (!line) throw new RangeError('The preview has more lines than the basket.')
    return placed ? reviewLine(line, placed) : asStored(line, !isUuid(line.product.id))
  })
}

/** @param isGone an id that is none is never requested */
function asStored(line: BasketLine, isGone = false): ReviewedLine {
  return {
    line,
    product: null,
    pricePence: line.product.pricePence,
    unavailable: isGone ? { reason: 'gone', message: '' } : null,
    options: [],
    allergens: null,
    maxQuantity: maximumQuantity,
  }
}

function reviewLine(line: BasketLine, { found, shop }: PlacedLine): ReviewedLine {
  return {
    line,
    product: soldProduct(found, shop),
    pricePence: found.price ?? line.product.pricePence,
    unavailable: found.problem && unavailableBy(found.problem),
    options: found.options,
    allergens: readAllergens(found.allergens),
    maxQuantity: found.max,
  }
}

function soldProduct(line: PreviewedLine, { shop_id: id, name: shopName, slug, cancellation, kitchen }: PreviewedShop) {
  const { product_id, name, description, ingredients, diets, allergens, is_of_drop: isOfDrop } = line
  if (name === null || id === null || shopName === null || slug === null) return null
  const shop = {
    id,
    name: shopName,
    slug,
    cancel_hours_before: cancellation?.hours_before ?? null,
    cancel_refund_percent: cancellation?.refund_percent ?? null,
    kitchen,
  }
  return { id: product_id, name, description, ingredients, diets: diets ?? [], allergens, isOfDrop, shop }
}

const reasons: Partial<Record<RefusalCode, Unavailable['reason']>> = {
  product: 'gone',
  // It is made to order.
  quote: 'gone',
  variation: 'variation-gone',
  options: 'option-gone',
  options_missing: 'option-gone',
  personalization: 'option-gone',
  allergens_undeclared: 'undeclared',
}

/** Null for a line that another fulfilment covers. */
function unavailableBy({ code, message, left = 0 }: Problem): Unavailable | null {
  if (code === ('not_offered' satisfies RefusalCode)) return null
  if (code === ('sold_out' satisfies RefusalCode)) return { reason: left > 0 ? 'too-many' : 'sold-out', message }
  return { reason: Object.entries(reasons).find(([known]) => known === code)?.[1] ?? 'refused', message }
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
