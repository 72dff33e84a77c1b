/** Checkout: splits a basket by shop, with fulfilment options, costs, and the request to place the order. */

import type { Delivery } from '../delivery/delivery-terms.ts'
import { shownKitchen } from '../food/kitchen.ts'
import { shownTerms, termsOf } from '../orders/cancellation-terms.ts'
import type { Fulfilment, HandOverSlot, UsualTime } from '../pickup/hand-over.ts'
import { toPounds } from '../values/money.ts'
import type { BasketLine } from './basket.ts'
import {
  type AcceptedQuote,
  deliveryOf,
  type Preview,
  type PreviewedShop,
  previewedLines,
  type ReviewedLine,
  requestedItem,
  reviewBasket,
  type SellingShop,
  type SoldProduct,
} from './preview.ts'
import type { RefusalCode } from './refusal-codes.ts'

export const maximumNoteLength = 1000

/** An available line with its current product. */
export interface CheckoutLine extends ReviewedLine {
  readonly product: SoldProduct
}

/** A fulfilment that a shop offers, and the lines it covers. */
export interface FulfilmentOption {
  readonly fulfilment: Fulfilment
  readonly lines: readonly CheckoutLine[]
  /** Lines that this fulfilment excludes, which stay in the basket. */
  readonly left: readonly CheckoutLine[]
}

export interface ShopPart {
  readonly shop: SellingShop
  /** Empty if no product can be fulfilled. */
  readonly options: readonly FulfilmentOption[]
  readonly lines: readonly CheckoutLine[]
  readonly totals: ShopTotals
}

export interface ShopTotals extends Pick<PreviewedShop, 'subtotal' | 'discount' | 'delivery_fee' | 'tip' | 'total'> {
  /** Null unless it is delivered. */
  readonly delivery: Delivery | null
  /** Why the code takes nothing off. */
  readonly codeProblem: string | null
}

/** The lines of a basket, and the shops of those that can be bought. @param quote of the only line */
export function partsOf(basket: readonly BasketLine[], preview: Preview, quote?: AcceptedQuote) {
  const placed = previewedLines(basket, preview)
  const lines = reviewBasket(basket, preview).map((line) => ({ ...line, ...(quote && { quote }) }))
  const parts = preview.shops.flatMap((shop): ShopPart[] => {
    const ofShop = lines.flatMap((line, n) => (placed[n]?.shop === shop && isBuyable(line) ? [line] : []))
    const [first] = ofShop
    if (!first) return []
    const isLeft = (line: ReviewedLine, leaves: readonly number[]) =>
      leaves.includes(placed[lines.indexOf(line)]?.found.position ?? -1)
    const options = shop.fulfilments.map(({ fulfilment, leaves }) => ({
      fulfilment,
      lines: ofShop.filter((line) => !isLeft(line, leaves)),
      left: ofShop.filter((line) => isLeft(line, leaves)),
    }))
    const codeProblem = preview.problems.find(
      ({ code, shop_id: id }) => code === ('discount_code' satisfies RefusalCode) && id === shop.shop_id,
    )
    return [
      {
        shop: first.product.shop,
        options,
        lines: ofShop,
        totals: totalsOf(shop, codeProblem?.message ?? null),
      },
    ]
  })
  return { lines, parts }
}

function totalsOf(shop: PreviewedShop, codeProblem: string | null): ShopTotals {
  const { subtotal, discount, delivery_fee, tip, total } = shop
  return { subtotal, discount, delivery_fee, tip, total, delivery: deliveryOf(shop), codeProblem }
}

export function isBuyable(line: ReviewedLine): line is CheckoutLine {
  return line.unavailable === null && line.product !== null
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
      kitchen: shownKitchen(part.shop.kitchen),
      items: option.lines.map(({ line, product: { allergens }, quote }) => ({
        ...requestedItem(line),
        allergens,
        ...(quote && requestedQuote(quote)),
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

/** What a line repeats of the quote that it accepts. */
export function requestedQuote({ conversationId, version, agreedOn, answers }: AcceptedQuote) {
  return {
    chat_room_id: conversationId,
    quote_version: version,
    agreed_on: agreedOn,
    ...(answers.length > 0 && { allergen_answers: answers.map((answer) => ({ ...answer })) }),
  }
}
