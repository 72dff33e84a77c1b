/** How the shop is doing: what was sold in a time, to whom, and how often it was looked at. */
import { RequireAccount } from '#features/auth'
import { NoShop, SellerLoading, SellerUnavailable, useOwnShop } from '#features/seller'
import { PageHead } from '#web/app/page-head.tsx'
import { AnalyticsView } from './analytics-view.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Analytics" hidden />
      <RequireAccount fallback={<SellerLoading />}>{() => <OwnAnalytics />}</RequireAccount>
    </>
  )
}

function OwnAnalytics() {
  const { data: shop, isError, refetch } = useOwnShop()
  if (shop) return <AnalyticsView shopId={shop.id} />
  if (shop === null) return <NoShop />
  return isError ? <SellerUnavailable retry={() => void refetch()} /> : <SellerLoading />
}
