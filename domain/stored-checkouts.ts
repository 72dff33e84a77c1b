/** Orders that this browser has begun to buy: which key each was sent under, and what leaves the basket once one is paid. */
import type { Basket, BasketLine } from './basket.ts'

export interface StoredCheckout {
  /** Sent along, so that sending the same order again gives the first answer instead of a second order. */
  readonly key: string
  readonly userId: string
  /** What was sent, as text. */
  readonly request: string
}

export type StoredCheckouts = readonly StoredCheckout[]

/** As many as anybody could have under way; what is older is finished or given up long since. */
const maxStored = 8

/** The same order goes out under the same key, over retries and reloads; another one under a new key. */
export function storeCheckout(
  checkouts: StoredCheckouts,
  wanted: Omit<StoredCheckout, 'key'>,
  newKey: () => string,
): { checkouts: StoredCheckouts; key: string } {
  const existing = checkouts.find(({ userId, request }) => userId === wanted.userId && request === wanted.request)
  if (existing) return { checkouts, key: existing.key }
  const key = newKey()
  return { checkouts: [...checkouts, { ...wanted, key }].slice(-maxStored), key }
}

export function removeCheckout(checkouts: StoredCheckouts, key: string): StoredCheckouts {
  return checkouts.filter((checkout) => checkout.key !== key)
}

/** What expired is not sent again under its key, but a payment that comes late may still buy it. */
export function expireCheckout(checkouts: StoredCheckouts, key: string): StoredCheckouts {
  return checkouts.map((checkout) => (checkout.key === key ? { ...checkout, request: '' } : checkout))
}

/** What was kept as text; whatever is no purchase is left out. */
export function parseStoredCheckouts(text: string | null): StoredCheckouts {
  if (text === null) return []
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.flatMap((entry) => parseStoredCheckout(entry) ?? []) : []
  } catch {
    // Not JSON: nothing is under way that we could know of.
    return []
  }
}

function parseStoredCheckout(kept: unknown): StoredCheckout | null {
  if (typeof kept !== 'object' || kept === null) return null
  if (!('key' in kept && 'userId' in kept && 'request' in kept)) return null
  const { key, userId, request } = kept
  return typeof key === 'string' && typeof userId === 'string' && typeof request === 'string'
    ? { key, userId, request }
    : null
}

/** A line of an order, as the database names things. */
export interface BoughtItem {
  readonly product_id: string | null
  readonly quantity: number
  readonly variation: string | null
  readonly personalization: string | null
  readonly custom_request_details: string | null
}

/** The basket without what was bought of it; what was added meanwhile stays. */
export function removeBoughtItems(basket: Basket, items: readonly BoughtItem[]): Basket {
  return items.reduce(
    (lines, item) => lines.flatMap((line) => (matchesItem(line, item) ? reduceLine(line, item) : [line])),
    basket,
  )
}

function matchesItem(line: BasketLine, item: BoughtItem): boolean {
  return (
    line.product.id === item.product_id &&
    line.variation === item.variation &&
    line.personalization === item.personalization &&
    line.customRequestDetails === item.custom_request_details
  )
}

function reduceLine(line: BasketLine, { quantity }: BoughtItem): BasketLine[] {
  return line.quantity > quantity ? [{ ...line, quantity: line.quantity - quantity }] : []
}
