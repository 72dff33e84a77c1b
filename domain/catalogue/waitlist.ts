/** What is reserved for a member of a waitlist. */
import { dayAndTime } from '../values/calendar.ts'

/** A member's entry on the waitlist of a product, or of its item in a drop. */
export interface WaitlistEntry {
  readonly product_id: string
  readonly drop_item_id: string | null
  /** Units that are held for the member; 0 while waiting. */
  readonly offered: number
  readonly offered_until: string | null
}

export interface Offer {
  readonly dropItemId: string | null
  readonly units: number
  readonly until: string
}

/** Whether a product can have a waitlist at all: it is on sale and its stock is counted. */
export function canWait(product: {
  readonly product_type: string
  readonly is_made_to_order: boolean
  readonly is_listed: boolean
  readonly allergens_declared: boolean
}): boolean {
  return (
    product.product_type !== 'bespoke' && !product.is_made_to_order && product.is_listed && product.allergens_declared
  )
}

/** The offer of an entry, if it has not ended. */
export function openOffer({ drop_item_id, offered, offered_until }: WaitlistEntry, now: Date): Offer | null {
  const isOpen = offered > 0 && offered_until !== null && now < new Date(offered_until)
  return isOpen ? { dropItemId: drop_item_id, units: offered, until: offered_until } : null
}

/** A product with the stock that its member can order: what is held for them as well. */
export function withOffer<Product extends { readonly stock: number; readonly drop?: object | null }>(
  product: Product,
  offer: Offer | null,
): Product {
  const isOfDrop = Boolean(product.drop)
  return offer && isOfDrop === (offer.dropItemId !== null)
    ? { ...product, stock: product.stock + offer.units }
    : product
}

/** '2 reserved for you until Saturday 28 November at 14:30.' */
export function offerLine({ units, until }: Offer): string {
  return `${units} reserved for you until ${dayAndTime(until)}.`
}

/** How many members wait for something, and how many units are reserved for those whose turn it is. */
export interface WaitlistCount {
  readonly waiting: number
  readonly reserved: number
}

/** '2 waiting, 1 more reserved for the waitlist', for the seller. */
export function waitlistLine({ waiting, reserved }: WaitlistCount): string {
  return [waiting > 0 && `${waiting} waiting`, reserved > 0 && `${reserved} more reserved for the waitlist`]
    .filter(Boolean)
    .join(', ')
}

/** '3 of 4 ordered, 1 reserved for the waitlist, 2 waiting', for the seller of an item of a drop. */
export function soldLine(item: { readonly stock: number; readonly taken: number }, waitlist?: WaitlistCount): string {
  const { waiting = 0, reserved = 0 } = waitlist ?? {}
  return [
    `${item.taken - reserved} of ${item.stock} ordered`,
    reserved > 0 && `${reserved} reserved for the waitlist`,
    waiting > 0 && `${waiting} waiting`,
  ]
    .filter(Boolean)
    .join(', ')
}
