/** Checkout errors, and the page elements that show them. */
import {
  type CheckoutLine,
  chosenOption,
  maximumNoteLength,
  nothingChosen,
  type OrderedPart,
  type PickupSlot,
  type ShopChoice,
  type ShopPart,
} from '#domain/checkout'
import { type ErrorLocation, readCheckoutRefusal } from '#domain/checkout-refusal'
import { isFull, isSameSlot, type OfferedSlot } from '#domain/pickup-days'
import { isRefusal, QueryError } from '#web/app/unwrap.ts'

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
  unavailable: 'unavailable',
  address: 'address',
  allergens: 'allergens',
  order: 'order-summary',
} as const

export interface ValidatedParts {
  readonly errors: readonly CheckoutError[]
  /** Complete if there are no errors. */
  readonly ordered: readonly OrderedPart[]
}

/** @param choices in the order of the parts */
export function checkParts(parts: readonly ShopPart[], choices: readonly ShopChoice[]): ValidatedParts {
  const checked = parts.map((part, index) => checkPart(part, choices[index] ?? nothingChosen))
  return { errors: checked.flatMap(({ errors }) => errors), ordered: checked.flatMap(({ ordered }) => ordered ?? []) }
}

function checkPart(part: ShopPart, choice: ShopChoice) {
  const { id, name } = part.shop
  const option = chosenOption(part, choice)
  const errors: CheckoutError[] = []
  if (!option && part.options.length > 0) {
    errors.push({ id: errorIds.fulfilment(id), message: `Please choose delivery or pickup from ${name}.` })
  }
  if (option?.fulfilment === 'pickup' && !choice.slot) {
    errors.push({ id: errorIds.pickup(id), message: `Please choose a pickup time at ${name}.` })
  }
  if (choice.note.trim().length > maximumNoteLength) {
    errors.push({
      id: errorIds.note(id),
      message: `Your note to ${name} must be ${maximumNoteLength} characters or fewer.`,
    })
  }
  return { errors, ordered: option && { part, option, slot: choice.slot, note: choice.note } }
}

/** The chosen slot, unless it is gone or full by now. It is kept while the slots are loading. */
export function availableSlot(
  offered: readonly OfferedSlot[] | undefined,
  chosen: PickupSlot | null,
): PickupSlot | null {
  if (!chosen || !offered) return chosen
  return offered.find((slot) => isSameSlot(slot, chosen) && !isFull(slot)) ?? null
}

/** Why an order was refused. */
export interface OrderError {
  readonly place: ErrorLocation
  readonly sentence: string
  /** The page shows outdated data. */
  readonly isOutdated: boolean
}

export function readOrderError(error: unknown): OrderError {
  if (error instanceof QueryError && isRefusal(error) && error.hint) return readCheckoutRefusal(error)
  return {
    place: { at: 'order' },
    sentence: 'Your order could not be placed. Nothing was charged. Check your connection and try again.',
    isOutdated: false,
  }
}

/** @param lines the available lines; unavailable ones are listed in their own section */
export function errorFor({ place, sentence }: OrderError, lines: readonly CheckoutLine[]): CheckoutError {
  return { id: idOf(place, lines), message: sentence }
}

function idOf(place: ErrorLocation, lines: readonly CheckoutLine[]): string {
  switch (place.at) {
    case 'line':
      return lines.some(({ product }) => product.id === place.productId)
        ? errorIds.line(place.productId)
        : errorIds.unavailable
    case 'shop':
      return errorIds.fulfilment(place.shopId)
    case 'pickup':
      return errorIds.pickup(place.shopId)
    case 'note':
      return errorIds.note(place.shopId)
    case 'order':
      return errorIds.order
    default:
      return errorIds[place.at]
  }
}

/** Moves the focus to the element with the error. */
export function focusError(id: string): void {
  const place = document.getElementById(id)
  const field = place?.querySelector<HTMLElement>('input:not(:disabled), textarea, button, a[href]')
  const target = place?.matches('input, textarea') ? place : (field ?? place)
  target?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'start' })
}
