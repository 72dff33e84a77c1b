/** Where a seller's day begins: what is to be made, what waits for an answer, and the ways to everything else. */
import { Dashboard } from './dashboard.tsx'
import { OwnShopPage } from './own-shop-page.tsx'

export function Component() {
  return <OwnShopPage title="Seller dashboard">{(shop) => <Dashboard shop={shop} />}</OwnShopPage>
}
