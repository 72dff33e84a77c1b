/** Checkout: splits a basket by shop, with fulfilment options, costs, and the request to place the order. */

import { deliveryShares } from '../delivery/delivery.ts'
import { type Delivery, type Destination, deliveryTo, isByCommonTerms } from '../delivery/delivery-terms.ts'
import { readAllergens } from '../food/allergens.ts'
import { shownTerms, termsOf } from '../orders/cancellation-terms.ts'
import { type Fulfilment, fulfilments, type HandOverSlot, type UsualTime } from '../pickup/hand-over.ts'
import { toPounds } from '../values/money.ts'
import type { BasketLine } from './basket.ts'
import { type AcceptedQuote, isOffered, type OnSale, type ReviewedLine } from './basket-review.ts'
import { type Discount, type Discounting, discountOf } from './discount.ts'

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
      lines: lines.filter(({ product }) => isOffered(product, fulfilment)),
      left: lines.filter(({ product }) => !isOffered(product, fulfilment)),
    }))
    .filter((option) => option.lines.length > 0)
  const common = options.filter(({ left }) => left.length === 0)
  return common.length > 0 ? common : options
}

/** The buyer's choices for one shop. */
export interface ShopChoice {
  readonly fulfilment: Fulfilment | null
  readonly slot: HandOverSlot | null
  /** Taken from the order that is repeated. It chooses the slot until the buyer does. */
  readonly usual: UsualTime | null
  readonly note: string
  /** The discount code as entered, in capital letters. Empty without one. */
  readonly code: string
  /** The codes of gift vouchers, as `voucherCode` writes them. */
  readonly vouchers: readonly string[]
  /** Pounds as entered. Empty without a tip. */
  readonly tip: string
}

export const nothingChosen: ShopChoice = {
  fulfilment: null,
  slot: null,
  usual: null,
  note: '',
  code: '',
  vouchers: [],
  tip: '',
}

/** A quote with a deposit takes no tip. */
export function takesTip({ lines }: ShopPart): boolean {
  return !lines.some(({ quote }) => quote?.deposit)
}

/** The chosen fulfilment while it is offered. A single option is preselected. */
export function chosenOption({ options }: ShopPart, { fulfilment }: ShopChoice): FulfilmentOption | null {
  const [first, ...others] = options
  if (first && others.length === 0) return first
  return options.find((option) => option.fulfilment === fulfilment) ?? null
}

interface Totals {
  /** The food, before any code. */
  readonly subtotalPence: number
  /** What codes take off the food. */
  readonly discountPence: number
  /** What is paid for delivery, less what codes waive. */
  readonly deliveryPence: number
  /** For the shops, beside the price. */
  readonly tipPence: number
  readonly totalPence: number
}

export interface ShopTotals extends Totals {
  /** Null unless delivery is chosen. */
  readonly delivery: Delivery | null
  /** What the code does; null without one. */
  readonly discounting: Discounting | null
}

export interface CheckoutTotals extends Totals {
  /** In the order of the parts. */
  readonly shops: readonly ShopTotals[]
  /** The delivered food that pays the marketplace's fee. */
  readonly commonlyDeliveredPence: number
}

/**
 * @param options the fulfilment of each part; an unchosen one counts all its lines, without delivery
 * @param destination the delivery address
 * @param discounts the code of each part, if it has one
 * @param tips the tip for each part, in pence
 */
export function totalsOf(
  parts: readonly ShopPart[],
  options: readonly (FulfilmentOption | null)[],
  destination: Destination = { place: null, postcode: null },
  discounts: readonly (Discount | null)[] = [],
  tips: readonly number[] = [],
): CheckoutTotals {
  const subtotals = parts.map(({ lines }, index) => sumOf(options[index]?.lines ?? lines))
  const deliveries = parts.map((part, index) =>
    options[index]?.fulfilment === 'delivery' ? deliveryOf(part, subtotals[index] ?? 0, destination) : null,
  )
  const isCommon = deliveries.map((delivery) => delivery !== null && isByCommonTerms(delivery))
  const common = subtotals.filter((_, index) => isCommon[index])
  const shares = deliveryShares(common)
  const shops = subtotals.map((subtotalPence, index) => {
    const delivery = deliveries[index] ?? null
    const own = delivery?.kind === 'delivered' ? (delivery.feePence ?? 0) : 0
    const fee = isCommon[index] ? (shares.shift() ?? 0) : own
    const discount = discounts[index] ?? null
    const option = options[index] ?? null
    const lines = (option?.lines ?? parts[index]?.lines ?? []).map(({ product, pricePence, line }) => ({
      productId: product.id,
      pence: pricePence * line.quantity,
    }))
    const part = { lines, fulfilment: option?.fulfilment ?? null, deliveryPence: fee }
    const discounting = discount && discountOf(discount, part)
    const discountPence = discounting?.foodPence ?? 0
    const deliveryPence = fee - (discounting?.deliveryPence ?? 0)
    const tipPence = tips[index] ?? 0
    const totalPence = subtotalPence - discountPence + deliveryPence + tipPence
    return { subtotalPence, discountPence, deliveryPence, tipPence, totalPence, delivery, discounting }
  })
  const sum = (key: keyof Totals) => shops.reduce((all, one) => all + one[key], 0)
  return {
    shops,
    subtotalPence: sum('subtotalPence'),
    discountPence: sum('discountPence'),
    deliveryPence: sum('deliveryPence'),
    tipPence: sum('tipPence'),
    totalPence: sum('totalPence'),
    commonlyDeliveredPence: common.reduce((all, pence) => all + pence, 0),
  }
}

/** The minimum order does not apply to a quote, whose price the seller set. */
function deliveryOf({ shop, lines }: ShopPart, subtotalPence: number, destination: Destination): Delivery {
  const delivery = deliveryTo(shop, subtotalPence, destination)
  const isQuote = lines.some(({ quote }) => quote)
  return delivery.kind === 'delivered' && isQuote ? { ...delivery, missingPence: 0 } : delivery
}

function sumOf(lines: readonly CheckoutLine[]): number {
  return lines.reduce((sum, { pricePence, line }) => sum + pricePence * line.quantity, 0)
}

/** One shop's part of the order. */
export interface OrderedPart {
  readonly part: ShopPart
  readonly option: FulfilmentOption
  readonly slot: HandOverSlot | null
  readonly note: string
  /** The id of the discount code, as `check_discount_code` told it. */
  readonly codeId?: string | undefined
  /** The codes of gift vouchers. */
  readonly vouchers?: readonly string[] | undefined
  readonly tipPence?: number | undefined
}

export interface OrderedBasket {
  readonly parts: readonly OrderedPart[]
  readonly addressId: string | null
  readonly phone: string
  readonly totalPence: number
}

/** The request of `place_order`. Its only price is the displayed total, which the database compares. */
export function orderRequest({ parts, addressId, phone, totalPence }: OrderedBasket) {
  return {
    shops: parts.map(({ part, option, slot, note, codeId, vouchers = [], tipPence }) => ({
      shop_id: part.shop.id,
      fulfilment: option.fulfilment,
      ...(slot && { [option.fulfilment]: requestedSlot(slot) }),
      note: note.trim() || null,
      ...(codeId && { discount_code_id: codeId }),
      ...(vouchers.length > 0 && { vouchers: [...vouchers] }),
      ...(tipPence && { tip: Number(toPounds(tipPence)) }),
      cancellation: shownTerms(termsOf(part.shop)),
      items: option.lines.map(({ line, product, allergens, quote }) => ({
        ...itemOf(line),
        allergens: quote ? product.allergens : allergens && { ...allergens },
        ...(quote && { chat_room_id: quote.conversationId, quote_version: quote.version, agreed_on: quote.agreedOn }),
        ...(quote && quote.answers.length > 0 && { allergen_answers: quote.answers.map((answer) => ({ ...answer })) }),
      })),
    })),
    ...(parts.some(({ option }) => option.fulfilment === 'delivery') && { address_id: addressId }),
    ...(phone.trim() && { phone: phone.trim() }),
    allergens_acknowledged: true,
    shown_total: Number(toPounds(totalPence)),
  }
}

export type OrderRequest = ReturnType<typeof orderRequest>

function requestedSlot({ date, start_time, end_time, is_posted: isPosted }: HandOverSlot) {
  return isPosted ? { date } : { date, start_time, end_time }
}

/** The checkout line for a conversation's accepted quote: one unit, at the quoted price. */
export function quotedLine(product: OnSale, pricePence: number, quote: AcceptedQuote): CheckoutLine {
  const { id, name, image, shop } = product
  const line = {
    product: { id, name, image, pricePence, shop },
    variation: null,
    options: [],
    personalization: null,
    customRequestDetails: null,
    quantity: 1,
  }
  const allergens = readAllergens(product.allergens)
  return { line, product, pricePence, unavailableReason: null, maxQuantity: 1, options: [], allergens, quote }
}

function itemOf({ product, quantity, variation, options, personalization, customRequestDetails }: BasketLine) {
  return {
    product_id: product.id,
    quantity,
    variation,
    ...(options.length > 0 && { options: [...options] }),
    personalization,
    custom_request_details: customRequestDetails,
  }
}
