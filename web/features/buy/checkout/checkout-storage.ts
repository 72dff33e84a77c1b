/** Stores started checkouts in localStorage. Called in event handlers, queries and effects, never while rendering. */
import {
  expireCheckout,
  parseStoredCheckouts,
  removeCheckout,
  type StoredCheckouts,
  storeCheckout,
} from '#domain/checkout/stored-checkouts'
import { loadText, storeText } from '#platform/stored-text.ts'

const storageKey = 'tuckbox-purchases'

const lastPaidKey = 'tuckbox-last-paid'

const read = () => parseStoredCheckouts(loadText(storageKey))
const save = (checkouts: StoredCheckouts) => storeText(storageKey, JSON.stringify(checkouts))

/** @returns the idempotency key of this order: the stored one if it was sent before */
export function idempotencyKeyFor(userId: string, request: string): string {
  const { checkouts, key } = storeCheckout(read(), { userId, request }, () => crypto.randomUUID())
  save(checkouts)
  return key
}

export function storedCheckoutsOf(userId: string): StoredCheckouts {
  return read().filter((checkout) => checkout.userId === userId)
}

/** @returns false if it was no longer stored: another tab has settled it */
export function removeStoredCheckout(key: string): boolean {
  const stored = read()
  const remaining = removeCheckout(stored, key)
  save(remaining)
  return remaining.length < stored.length
}

/**
 * The key of an expired checkout is not used again, but a late payment still empties the basket.
 * @returns false if it was marked already
 */
export function markExpired(key: string): boolean {
  const stored = read()
  save(expireCheckout(stored, key))
  return stored.some((checkout) => checkout.key === key && checkout.request !== '')
}

/** Milliseconds since 1970 at which this browser last found a checkout paid; 0 for never. */
export function lastPaidAt(): number {
  return Number(loadText(lastPaidKey)) || 0
}

const listeners = new Set<() => void>()

export function recordPaid(): void {
  storeText(lastPaidKey, String(Date.now()))
  for (const listener of listeners) listener()
}

/** Also called for a checkout that another tab has found paid. */
export function onPaid(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === lastPaidKey) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
