/** The seller dashboard page. */
import { Dashboard } from './dashboard.tsx'
import { OwnShopPage } from './own-shop-page.tsx'

export function Component() {
  return <OwnShopPage title="Seller dashboard">{(shop) => <Dashboard shop={shop} />}</OwnShopPage>
}
