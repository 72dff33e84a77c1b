/** What stands in the way of paying, and the element of the page where it is put right. */
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
import { type FaultPlace, readRefusal } from '#domain/checkout-refusal'
import { isFull, isSameSlot, type OfferedSlot } from '#domain/pickup-days'
import { isRefusal, QueryError } from '#web/app/unwrap.ts'

export interface Fault {
  /** Of the element that is at fault. */
  readonly id: string
  readonly message: string
}

export const faultIds = {
  line: (productId: string) => `line-${productId}`,
  fulfilment: (shopId: string) => `fulfilment-${shopId}`,
  pickup: (shopId: string) => `pickup-${shopId}`,
  note: (shopId: string) => `note-${shopId}`,
  unavailable: 'unavailable',
  address: 'address',
  allergens: 'allergens',
  order: 'order-summary',
} as const

export interface Checked {
  readonly faults: readonly Fault[]
  /** Complete where there are no faults. */
  readonly ordered: readonly OrderedPart[]
}

/** @param choices in the order of the parts */
export function checkParts(parts: readonly ShopPart[], choices: readonly ShopChoice[]): Checked {
  const checked = parts.map((part, index) => checkPart(part, choices[index] ?? nothingChosen))
  return { faults: checked.flatMap(({ faults }) => faults), ordered: checked.flatMap(({ ordered }) => ordered ?? []) }
}

function checkPart(part: ShopPart, choice: ShopChoice) {
  const { id, name } = part.shop
  const option = chosenOption(part, choice)
  const faults: Fault[] = []
  if (!option && part.options.length > 0) {
    faults.push({ id: faultIds.fulfilment(id), message: `Please choose delivery or pickup from ${name}.` })
  }
  if (option?.fulfilment === 'pickup' && !choice.slot) {
    faults.push({ id: faultIds.pickup(id), message: `Please choose a pickup time at ${name}.` })
  }
  if (choice.note.trim().length > maximumNoteLength) {
    faults.push({
      id: faultIds.note(id),
      message: `Your note to ${name} must be ${maximumNoteLength} characters or fewer.`,
    })
  }
  return { faults, ordered: option && { part, option, slot: choice.slot, note: choice.note } }
}

/** A slot chosen earlier may be gone or full by now; until the slots are known it stands. */
export function standingSlot(
  offered: readonly OfferedSlot[] | undefined,
  chosen: PickupSlot | null,
): PickupSlot | null {
  if (!chosen || !offered) return chosen
  return offered.find((slot) => isSameSlot(slot, chosen) && !isFull(slot)) ?? null
}

/** What became of sending the order, where it was not taken. */
export interface RefusedOrder {
  readonly place: FaultPlace
  readonly sentence: string
  /** What is shown is older than what was refused. */
  readonly isOutdated: boolean
}

export function refusedOrder(error: unknown): RefusedOrder {
  if (error instanceof QueryError && isRefusal(error) && error.hint) return readRefusal(error)
  return {
    place: { at: 'order' },
    sentence: 'Your order could not be placed. Nothing was charged. Check your connection and try again.',
    isOutdated: false,
  }
}

/** @param lines what can be bought now: a line that cannot any more is listed elsewhere on the page */
export function faultOf({ place, sentence }: RefusedOrder, lines: readonly CheckoutLine[]): Fault {
  return { id: idOf(place, lines), message: sentence }
}

function idOf(place: FaultPlace, lines: readonly CheckoutLine[]): string {
  switch (place.at) {
    case 'line':
      return lines.some(({ product }) => product.id === place.productId)
        ? faultIds.line(place.productId)
        : faultIds.unavailable
    case 'shop':
      return faultIds.fulfilment(place.shopId)
    case 'pickup':
      return faultIds.pickup(place.shopId)
    case 'note':
      return faultIds.note(place.shopId)
    case 'order':
      return faultIds.order
    default:
      return faultIds[place.at]
  }
}

/** Puts the keyboard where something is to be put right. */
export function goTo(id: string): void {
  const place = document.getElementById(id)
  const field = place?.querySelector<HTMLElement>('input:not(:disabled), textarea, button, a[href]')
  const target = place?.matches('input, textarea') ? place : (field ?? place)
  target?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'start' })
}
