/** Stores started checkouts in localStorage. Called in event handlers and queries, never while rendering. */
import {
  expireCheckout,
  parseStoredCheckouts,
  removeCheckout,
  type StoredCheckouts,
  storeCheckout,
} from '#domain/stored-checkouts'

const storageKey = 'tuckbox-purchases'

const lastPaidKey = 'tuckbox-last-paid'

/** The fallbacks without storage. */
let tabOnly: string | null = null
let lastPaidInTab = 0

function read(): StoredCheckouts {
  try {
    return parseStoredCheckouts(window.localStorage.getItem(storageKey))
  } catch {
    return parseStoredCheckouts(tabOnly)
  }
}

function save(checkouts: StoredCheckouts): void {
  const text = JSON.stringify(checkouts)
  try {
    window.localStorage.setItem(storageKey, text)
  } catch {
    tabOnly = text
  }
}

/** @returns the idempotency key of this order: the stored one if it was sent before */
export function idempotencyKeyFor(userId: string, request: string): string {
  const { checkouts, key } = storeCheckout(read(), { userId, request }, () => crypto.randomUUID())
  save(checkouts)
  return key
}

export function storedCheckoutsOf(userId: string): StoredCheckouts {
  return read().filter((checkout) => checkout.userId === userId)
}

export function removeStoredCheckout(key: string): void {
  save(removeCheckout(read(), key))
}

/** Milliseconds since 1970 at which this browser last found a checkout paid; 0 for never. */
export function lastPaidAt(): number {
  try {
    return Number(window.localStorage.getItem(lastPaidKey) ?? 0) || 0
  } catch {
    return lastPaidInTab
  }
}

export function recordPaid(): void {
  lastPaidInTab = Date.now()
  try {
    window.localStorage.setItem(lastPaidKey, String(lastPaidInTab))
  } catch {
    // See above.
  }
}

/** The key of an expired checkout is not used again, but a late payment still empties the basket. */
export function markExpired(key: string): void {
  save(expireCheckout(read(), key))
}
