/** Checkout: splits a basket by shop, with fulfilment options, costs, and the request to place the order. */
import type { BasketLine } from './basket.ts'
import type { AcceptedQuote, OnSale, ReviewedLine } from './basket-review.ts'
import { deliveryPence, deliveryShares } from './delivery.ts'
import { toPounds } from './money.ts'

export const fulfilments = ['delivery', 'pickup'] as const
export type Fulfilment = (typeof fulfilments)[number]

export const maximumNoteLength = 1000

/** An available line with its current product. */
export interface CheckoutLine extends ReviewedLine {
  readonly product: OnSale
}

/** A fulfilment that a shop offers, and the lines it covers. */
export interface FulfilmentOption {
  readonly fulfilment: Fulfilment
  readonly lines: readonly CheckoutLine[]
  /** Lines that this fulfilment excludes, which stay in the basket. */
  readonly left: readonly CheckoutLine[]
}

export interface ShopPart {
  readonly shop: OnSale['shop']
  /** Empty if no product can be fulfilled. */
  readonly options: readonly FulfilmentOption[]
  readonly lines: readonly CheckoutLine[]
}

/** The shops in the order of their first lines. */
export function partsOf(lines: readonly CheckoutLine[]): readonly ShopPart[] {
  const shops = new Map<string, CheckoutLine[]>()
  for (const line of lines) {
    const { id } = line.product.shop
    shops.set(id, [...(shops.get(id) ?? []), line])
  }
  return [...shops.values()].flatMap((ofShop) => {
    const [first] = ofShop
    return first ? [{ shop: first.product.shop, lines: ofShop, options: optionsOf(ofShop) }] : []
  })
}

/** The fulfilments that all products of the shop allow. Without a common one, each fulfilment with the lines it covers. */
function optionsOf(lines: readonly CheckoutLine[]): readonly FulfilmentOption[] {
  const options = fulfilments
    .map((fulfilment) => ({
      fulfilment,
      lines: lines.filter(({ product }) => allows(product, fulfilment)),
      left: lines.filter(({ product }) => !allows(product, fulfilment)),
    }))
    .filter((option) => option.lines.length > 0)
  const common = options.filter(({ left }) => left.length === 0)
  return common.length > 0 ? common : options
}

function allows(product: OnSale, fulfilment: Fulfilment): boolean {
  return fulfilment === 'delivery' ? product.available_for_delivery : product.available_for_pickup
}

export interface PickupSlot {
  readonly date: string
  readonly start_time: string
  readonly end_time: string
}

/** The buyer's choices for one shop. */
export interface ShopChoice {
  readonly fulfilment: Fulfilment | null
  readonly slot: PickupSlot | null
  readonly note: string
}

export const nothingChosen: ShopChoice = { fulfilment: null, slot: null, note: '' }

/** The chosen fulfilment while it is offered. A single option is preselected. */
export function chosenOption({ options }: ShopPart, { fulfilment }: ShopChoice): FulfilmentOption | null {
  const [first, ...others] = options
  if (first && others.length === 0) return first
  return options.find((option) => option.fulfilment === fulfilment) ?? null
}

export interface ShopTotals {
  readonly subtotalPence: number
  readonly deliveryPence: number
  readonly totalPence: number
}

export interface CheckoutTotals extends ShopTotals {
  /** In the order of the parts. */
  readonly shops: readonly ShopTotals[]
}

/** @param options the fulfilment of each part; an unchosen one counts all its lines, without delivery */
export function totalsOf(parts: readonly ShopPart[], options: readonly (FulfilmentOption | null)[]): CheckoutTotals {
  const subtotals = parts.map(({ lines }, index) => sumOf(options[index]?.lines ?? lines))
  const isDelivered = parts.map((_, index) => options[index]?.fulfilment === 'delivery')
  const delivered = subtotals.filter((_, index) => isDelivered[index])
  const shares = deliveryShares(delivered)
  const shops = subtotals.map((subtotalPence, index) => {
    const fee = isDelivered[index] ? (shares.shift() ?? 0) : 0
    return { subtotalPence, deliveryPence: fee, totalPence: subtotalPence + fee }
  })
  const subtotalPence = subtotals.reduce((sum, pence) => sum + pence, 0)
  const fee = deliveryPence(delivered.reduce((sum, pence) => sum + pence, 0))
  return { shops, subtotalPence, deliveryPence: fee, totalPence: subtotalPence + fee }
}

function sumOf(lines: readonly CheckoutLine[]): number {
  return lines.reduce((sum, { pricePence, line }) => sum + pricePence * line.quantity, 0)
}

/** One shop's part of the order. */
export interface OrderedPart {
  readonly part: ShopPart
  readonly option: FulfilmentOption
  readonly slot: PickupSlot | null
  readonly note: string
}

export interface OrderedBasket {
  readonly parts: readonly OrderedPart[]
  readonly addressId: string | null
  readonly totalPence: number
}

/** The request of `place_order`. Its only price is the displayed total, which the database compares. */
export function orderRequest({ parts, addressId, totalPence }: OrderedBasket) {
  return {
    shops: parts.map(({ part, option, slot, note }) => ({
      shop_id: part.shop.id,
      fulfilment: option.fulfilment,
      ...(option.fulfilment === 'pickup' && slot && { pickup: pickupOf(slot) }),
      note: note.trim() || null,
      items: option.lines.map(({ line, product, quote }) => ({
        ...itemOf(line),
        allergens: product.allergens,
        ...(quote && { chat_room_id: quote.roomId, agreed_on: quote.agreedOn }),
      })),
    })),
    ...(parts.some(({ option }) => option.fulfilment === 'delivery') && { address_id: addressId }),
    allergens_acknowledged: true,
    shown_total: Number(toPounds(totalPence)),
  }
}

export type OrderRequest = ReturnType<typeof orderRequest>

function pickupOf({ date, start_time, end_time }: PickupSlot) {
  return { date, start_time, end_time }
}

/** The checkout line for a conversation's accepted quote: one unit, at the quoted price. */
export function quotedLine(product: OnSale, pricePence: number, quote: AcceptedQuote): CheckoutLine {
  const { id, name, image, shop } = product
  const line = {
    product: { id, name, image, pricePence, shop },
    variation: null,
    personalization: null,
    customRequestDetails: null,
    quantity: 1,
  }
  return { line, product, pricePence, unavailableReason: null, maxQuantity: 1, quote }
}

function itemOf({ product, quantity, variation, personalization, customRequestDetails }: BasketLine) {
  return {
    product_id: product.id,
    quantity,
    variation,
    personalization,
    custom_request_details: customRequestDetails,
  }
}
