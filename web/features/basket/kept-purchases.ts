/** Keeps in localStorage which orders this browser has begun to buy. Read in event handlers and queries, never while rendering. */
import { beginPurchase, forgetPurchase, type Purchases, readPurchases, retirePurchase } from '#domain/purchases'

const purchasesKey = 'tuckbox-purchases'

/** Where nothing can be kept, this tab alone knows. */
let inThisTab: string | null = null

function read(): Purchases {
  try {
    return readPurchases(window.localStorage.getItem(purchasesKey))
  } catch {
    return readPurchases(inThisTab)
  }
}

function keep(purchases: Purchases): void {
  const text = JSON.stringify(purchases)
  try {
    window.localStorage.setItem(purchasesKey, text)
  } catch {
    inThisTab = text
  }
}

/** @returns the key this order goes out under: the one it went out under before, if it did */
export function keyOfPurchase(userId: string, request: string): string {
  const { purchases, key } = beginPurchase(read(), { userId, request }, () => crypto.randomUUID())
  keep(purchases)
  return key
}

export function purchasesOf(userId: string): Purchases {
  return read().filter((purchase) => purchase.userId === userId)
}

export function forget(key: string): void {
  keep(forgetPurchase(read(), key))
}

export function retire(key: string): void {
  keep(retirePurchase(read(), key))
}
