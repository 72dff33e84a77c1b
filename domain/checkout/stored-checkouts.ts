/** Checkouts that this browser has started: their idempotency keys, and what leaves the basket once one is paid. */

import { areSameOptions, storedOptions } from '../catalogue/chosen-options.ts'
import type { Basket, BasketLine } from './basket.ts'

export interface StoredCheckout {
  /** The idempotency key. The server responds to a repeated order with the first result. */
  readonly key: string
  readonly userId: string
  /** The request as text. */
  readonly request: string
}

export type StoredCheckouts = readonly StoredCheckout[]

/** More than a buyer can have pending. Older checkouts are paid or cancelled. */
const maxStored = 8

/** An unchanged order keeps its key over retries and reloads. A changed order gets a new key. */
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

/** An expired order is not sent again under its key, but a late payment may still complete it. */
export function expireCheckout(checkouts: StoredCheckouts, key: string): StoredCheckouts {
  return checkouts.map((checkout) => (checkout.key === key ? { ...checkout, request: '' } : checkout))
}

/** Parses stored text and skips invalid entries. */
export function parseStoredCheckouts(text: string | null): StoredCheckouts {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.flatMap((entry) => parseStoredCheckout(entry) ?? []) : []
  } catch {
    // Invalid JSON: no checkout is known.
    return []
  }
}

function parseStoredCheckout(value: unknown): StoredCheckout | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('key' in value && 'userId' in value && 'request' in value)) return null
  const { key, userId, request } = value
  return typeof key === 'string' && typeof userId === 'string' && typeof request === 'string'
    ? { key, userId, request }
    : null
}

/** An order line, with the column names of the database. */
export interface BoughtItem {
  readonly product_id: string | null
  readonly quantity: number
  readonly variation: string | null
  readonly options: unknown
  readonly personalization: string | null
  readonly custom_request_details: string | null
}

/** The basket without the bought items. Items added in the meantime stay. */
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
    areSameOptions(line.options, storedOptions(item.options)) &&
    line.personalization === item.personalization &&
    line.customRequestDetails === item.custom_request_details
  )
}

function reduceLine(line: BasketLine, { quantity }: BoughtItem): BasketLine[] {
  return line.quantity > quantity ? [{ ...line, quantity: line.quantity - quantity }] : []
}
