/** The analytics page: sales, buyers and product views of a period. */
import { OwnShopPage } from '#features/seller'
import { AnalyticsView } from './analytics-view.tsx'

export function Component() {
  return <OwnShopPage title="Analytics">{(shop) => <AnalyticsView shopId={shop.id} />}</OwnShopPage>
}
