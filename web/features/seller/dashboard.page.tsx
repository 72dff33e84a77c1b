/** Where a seller's day begins: what is to be made, what waits for an answer, and the ways to everything else. */
import { RequireAccount } from '#features/auth'
import { PageHead } from '#web/app/page-head.tsx'
import { Dashboard } from './dashboard.tsx'
import { useOwnShop } from './own-shop.ts'
import { NoShop, SellerLoading, SellerUnavailable } from './seller-states.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Seller dashboard" hidden />
      <RequireAccount fallback={<SellerLoading />}>{() => <OwnDashboard />}</RequireAccount>
    </>
  )
}

function OwnDashboard() {
  const { data: shop, isError, refetch } = useOwnShop()
  if (shop) return <Dashboard shop={shop} />
  if (shop === null) return <NoShop />
  return isError ? <SellerUnavailable retry={() => void refetch()} /> : <SellerLoading />
}
