/** A page for signed-in sellers. Visitors are sent to sign in; members without a shop see "No Shop Found". */
import type { ReactNode } from 'react'
import { type OwnShop, useOwnShopQuery } from '#features/account'
import { RequireAccount, type SessionUser } from '#features/auth'
import { PageHead } from '#platform/page-head.tsx'
import { NoShop, SellerLoading, SellerUnavailable } from './seller-states.tsx'

export interface OwnShopPageProps {
  title: string
  children: (shop: OwnShop, user: SessionUser) => ReactNode
}

export function OwnShopPage({ title, children }: OwnShopPageProps) {
  return (
    <>
      <PageHead title={title} hidden />
      <RequireAccount fallback={<SellerLoading />}>
        {(user) => <WithShop>{(shop) => children(shop, user)}</WithShop>}
      </RequireAccount>
    </>
  )
}

function WithShop({ children }: { children: (shop: OwnShop) => ReactNode }) {
  const { data: shop, isError, refetch } = useOwnShopQuery()
  if (shop) return children(shop)
  if (shop === null) return <NoShop />
  return isError ? <SellerUnavailable retry={() => void refetch()} /> : <SellerLoading />
}
