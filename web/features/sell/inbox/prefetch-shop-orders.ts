/** Fetches a shop's orders to make and today's prep sheet ahead, for offline use. */
import { londonTime } from '#domain/values/calendar'
import { ownShopQuery } from '#features/sell/own-shop'
import type { AppContext } from '#platform/app-context.ts'
import { inboxQuery } from './inbox.ts'
import { readInboxParameters } from './inbox-parameters.ts'
import { prepSheetQuery } from './prep-sheet.ts'
import { soldOrderQuery } from './sold-order.ts'

const maxOrders = 20

/** @returns whether the member has a shop */
export async function prefetchShopOrders(app: AppContext, userId: string): Promise<boolean> {
  const { queryClient, clock } = app
  const shop = await queryClient.fetchQuery(ownShopQuery(app, userId))
  if (!shop) return false
  const today = { day: londonTime(clock.now()).date, days: 1 }
  const [inbox] = await Promise.all([
    queryClient.fetchQuery(inboxQuery(app, userId, readInboxParameters(new URLSearchParams()))),
    queryClient.prefetchQuery(prepSheetQuery(app, userId, today)),
  ])
  const orders = inbox.orders.slice(0, maxOrders)
  await Promise.all(
    orders.map(({ id }) => queryClient.prefetchQuery(soldOrderQuery(app, { userId, shopId: shop.id, id }))),
  )
  return true
}
