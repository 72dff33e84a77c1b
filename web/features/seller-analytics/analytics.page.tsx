/** How the shop is doing: what was sold in a time, to whom, and how often it was looked at. */
import { OwnShopPage } from '#features/seller'
import { AnalyticsView } from './analytics-view.tsx'

export function Component() {
  return <OwnShopPage title="Analytics">{(shop) => <AnalyticsView shopId={shop.id} />}</OwnShopPage>
}
