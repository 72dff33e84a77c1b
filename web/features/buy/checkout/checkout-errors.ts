/** Checkout errors, and the page elements that show them. */
import {
  type CheckoutLine,
  chosenOption,
  maximumNoteLength,
  type OrderedPart,
  type ShopChoice,
  type ShopPart,
} from '#domain/checkout/checkout'
import type { Problem } from '#domain/checkout/preview'
import type { RefusalCode } from '#domain/checkout/refusal-codes'
import type { HandOverSlot } from '#domain/pickup/hand-over'
import { isFull, isSameSlot, type OfferedDay } from '#domain/pickup/pickup-days'
import { isRefusal, QueryError } from '#platform/unwrap.ts'
import { type ErrorLocation, readCheckoutRefusal } from './checkout-refusal.ts'

export interface CheckoutError {
  /** The id of the element that shows it. */
  readonly id: string
  readonly message: string
}

export const errorIds = {
  line: (productId: string) => `line-${productId}`,
  fulfilment: (shopId: string) => `fulfilment-${shopId}`,
  pickup: (shopId: string) => `pickup-${shopId}`,
  note: (shopId: string) => `note-${shopId}`,
  code: (shopId: string) => `code-${shopId}`,
  tip: (shopId: string) => `tip-${shopId}`,
  unavailable: 'unavailable',
  address: 'address',
  phone: 'phone',
  allergens: 'allergens',
  answers: 'answers',
  order: 'order-summary',
} as const

export interface ValidatedParts {
  readonly errors: readonly CheckoutError[]
  /** Complete if there are no errors. */
  readonly ordered: readonly OrderedPart[]
}

export interface ChosenPart {
  readonly part: ShopPart
  readonly choice: ShopChoice
  readonly needsSlot: boolean
  readonly codeId: string | undefined
  /** Null if what was entered is no tip. */
  readonly tipPence: number | null
}

export function checkParts(parts: readonly ChosenPart[]): ValidatedParts {
  const checked = parts.map(checkPart)
  return { errors: checked.flatMap(({ errors }) => errors), ordered: checked.flatMap(({ ordered }) => ordered ?? []) }
}

function checkPart({ part, choice, needsSlot, codeId, tipPence }: ChosenPart) {
  const { id, name } = part.shop
  const option = chosenOption(part, choice)
  const errors: CheckoutError[] = []
  if (!option && part.options.length > 0) {
    errors.push({ id: errorIds.fulfilment(id), message: `Please choose delivery or pickup from ${name}.` })
  }
  if (option && needsSlot && !choice.slot) {
    const at = option.fulfilment === 'pickup' ? 'at' : 'from'
    errors.push({ id: errorIds.pickup(id), message: `Please choose a ${option.fulfilment} time ${at} ${name}.` })
  }
  if (choice.note.trim().length > maximumNoteLength) {
    errors.push({
      id: errorIds.note(id),
      message: `Your note to ${name} must be ${maximumNoteLength} characters or fewer.`,
    })
  }
  if (tipPence === null) {
    errors.push({ id: errorIds.tip(id), message: `Please enter a tip of up to £50 for ${name}, or choose no tip.` })
  }
  return {
    errors,
    ordered: option && {
      part,
      option,
      slot: choice.slot,
      note: choice.note,
      codeId,
      vouchers: choice.vouchers,
      tipPence: tipPence ?? 0,
    },
  }
}

/** The chosen slot, unless it is gone or full by now. It is kept while the slots are loading. */
export function availableSlot(
  offered: readonly OfferedDay[] | undefined,
  chosen: HandOverSlot | null,
): HandOverSlot | null {
  if (!chosen || !offered) return chosen
  const slots = offered.find(({ date }) => date === chosen.date)?.slots ?? []
  return slots.find((slot) => isSameSlot(slot, chosen) && !isFull(slot)) ?? null
}

export interface OrderError {
  readonly location: ErrorLocation
  readonly sentence: string
  /** The page shows outdated data. */
  readonly isOutdated: boolean
}

export function readOrderError(error: unknown): OrderError {
  if (error instanceof QueryError && isRefusal(error) && error.hint) return readCheckoutRefusal(error)
  return {
    location: { at: 'order' },
    sentence: 'Your order could not be placed. Nothing was charged. Check your connection and try again.',
    isOutdated: false,
  }
}

/** @param lines the available lines; unavailable ones are listed in their own section */
export function errorFor({ location, sentence }: OrderError, lines: readonly CheckoutLine[]): CheckoutError {
  return { id: idOf(location, lines), message: sentence }
}

/** What the preview says that `place_order` would refuse, beside what the page itself asks for. */
export function problemErrors(problems: readonly Problem[], lines: readonly CheckoutLine[]): readonly CheckoutError[] {
  return problems
    .filter(({ code }) => !isAsked(code))
    .map(({ code, message, shop_id, product_id }) => {
      const details = JSON.stringify({ shop_id, product_id })
      return errorFor(readCheckoutRefusal({ hint: code, message, details }), lines)
    })
}

/** What the buyer has still to choose, and what is in the list of unavailable items. */
const isAsked = (code: string) => asked.some((known) => known === code)

const asked: readonly RefusalCode[] = [
  'fulfilment_missing',
  'pickup_missing',
  'delivery_missing',
  'address_missing',
  'place_unknown',
  'not_offered',
]

function idOf(location: ErrorLocation, lines: readonly CheckoutLine[]): string {
  switch (location.at) {
    case 'line':
      return lines.some(({ product }) => product.id === location.productId)
        ? errorIds.line(location.productId)
        : errorIds.unavailable
    case 'shop':
      return errorIds.fulfilment(location.shopId)
    case 'pickup':
      return errorIds.pickup(location.shopId)
    case 'note':
      return errorIds.note(location.shopId)
    case 'code':
      return errorIds.code(location.shopId)
    case 'tip':
      return errorIds.tip(location.shopId)
    case 'order':
      return errorIds.order
    default:
      return errorIds[location.at]
  }
}

export function focusError(id: string): void {
  const section = document.getElementById(id)
  const field = section?.querySelector<HTMLElement>('input:not(:disabled), textarea, button, a[href]')
  const target = section?.matches('input, textarea') ? section : (field ?? section)
  target?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}
