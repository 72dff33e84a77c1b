/** Fetches a member's open orders, so that they are there without a network before their pages were opened. */
import { prefetchOrders } from '#features/orders/orders'
import { prefetchShopOrders } from '#features/sell/inbox'
import type { AppContext } from '#platform/app-context.ts'
import { buildName, fetchedAheadKey } from '#platform/cached-data.ts'

const everyMs = 30 * 60_000

/** Twice an hour, and once for each build. @returns the pages to keep for them */
export async function keepOrders(app: AppContext, userId: string): Promise<string[]> {
  const [build, owner, at] = (localStorage.getItem(fetchedAheadKey) ?? '').split(' ')
  if (build === buildName() && owner === userId && Date.now() - Number(at) < everyMs) return []
  const [orderIds, hasShop] = await Promise.all([prefetchOrders(app, userId), prefetchShopOrders(app, userId)])
  localStorage.setItem(fetchedAheadKey, `${buildName()} ${userId} ${Date.now()}`)
  return [
    ...(orderIds.length > 0 ? ['/orders', `/order/${orderIds[0]}`] : []),
    ...(hasShop ? ['/seller/orders', '/seller/orders/prep'] : []),
  ]
}
