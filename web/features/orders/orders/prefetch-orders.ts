/** Fetches the buyer's open orders ahead, for offline use. */
import type { AppContext } from '#platform/app-context.ts'
import { buyerOrdersQuery } from './buyer-orders.ts'
import { orderDetailQuery } from './order-detail.ts'

const openStatuses: readonly string[] = ['processing', 'ready', 'shipped']
const maxOrders = 10

/** @returns the ids of the latest orders */
export async function prefetchOrders(app: AppContext, userId: string): Promise<string[]> {
  const { pages } = await app.queryClient.fetchInfiniteQuery(buyerOrdersQuery(app, userId, null))
  const orders = pages.flatMap(({ items }) => items)
  const open = orders.filter(({ status }) => openStatuses.includes(status)).slice(0, maxOrders)
  await Promise.all(open.map(({ id }) => app.queryClient.prefetchQuery(orderDetailQuery(app, userId, id))))
  return orders.map(({ id }) => id)
}
