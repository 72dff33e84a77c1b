/** The gate of the seller pages: visitors are sent to sign in, and members without a shop see "No Shop Found". */
import type { ReactNode } from 'react'
import { Outlet, useMatches } from 'react-router'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { UnsavedChangesGuard } from '#platform/unsaved-changes.tsx'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'
import { SuspensionNotice } from '#web/features/account/suspension/suspension-notice.tsx'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { SellerRail } from '#web/features/sell/frame/seller-rail.tsx'
import { NoShop, SellerLoading, SellerUnavailable } from '#web/features/sell/frame/seller-states.tsx'
import { ownShopQuery, useOwnShopQuery } from '#web/features/sell/own-shop/own-shop.ts'

export const loader = memberLoader((app, { id }) => void preload(app, ownShopQuery(app, id)))

export function Component() {
  const page = useMatches().at(-1)?.handle
  if (!(page instanceof SellerPage)) throw new Error('A page of the seller layout exports no SellerPage')
  const hasNoShop = useOwnShopQuery().data === null
  const { Loading = SellerLoading } = page
  const loading = (
    <Waiting title={page.title}>
      <Loading />
    </Waiting>
  )
  return (
    <>
      {!hasNoShop && <SellerRail />}
      <RequireAccount fallback={loading}>{() => <WithShop page={page} loading={loading} />}</RequireAccount>
    </>
  )
}

function WithShop({ page, loading }: { page: SellerPage; loading: ReactNode }) {
  const { data: shop, isError, refetch } = useOwnShopQuery()
  if (shop)
    return (
      <>
        <UnsavedChangesGuard />
        <div className="page print:hidden">
          <SuspensionNotice className="mt-6" />
        </div>
        <Outlet context={shop} />
      </>
    )
  if (shop === undefined && !isError) return loading
  return (
    <Waiting title={page.title}>
      {shop === null ? <NoShop purpose={page.purpose} /> : <SellerUnavailable retry={() => void refetch()} />}
    </Waiting>
  )
}

/** What is shown instead of the page, whose title it has. */
function Waiting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHead title={title} hidden />
      {children}
    </>
  )
}
