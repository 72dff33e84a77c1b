/** Restricts a page to members with a shop. Visitors sign in first; members without a shop see a link to create one. */
import { RefreshCw, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { RequireAccount } from '#features/auth'
import { type OwnShop, useOwnShopQuery } from '#features/seller'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'

export interface RequireShopProps {
  /** Completes the sentence "You need to create a shop to …". */
  purpose: 'view products' | 'create products' | 'view orders'
  /** Shown while the session and shop load. */
  fallback: ReactNode
  children: (shop: OwnShop) => ReactNode
}

export function RequireShop({ purpose, fallback, children }: RequireShopProps) {
  return (
    <RequireAccount fallback={fallback}>
      {() => (
        <WithShop purpose={purpose} fallback={fallback}>
          {children}
        </WithShop>
      )}
    </RequireAccount>
  )
}

function WithShop({ purpose, fallback, children }: RequireShopProps) {
  const { data: shop, isError, refetch } = useOwnShopQuery()
  if (shop) return children(shop)
  if (shop === null) {
    return (
      <EmptyState
        icon={Store}
        title="No Shop Found"
        actions={<LinkButton to="/seller/create-shop">Create Shop</LinkButton>}
      >
        {`You need to create a shop to ${purpose}.`}
      </EmptyState>
    )
  }
  return isError ? <LoadingFailed title="Your shop could not be loaded" retry={() => void refetch()} /> : fallback
}

export function LoadingFailed({ title, retry }: { title: string; retry: () => void }) {
  return (
    <EmptyState
      icon={RefreshCw}
      title={title}
      actions={
        <Button variant="secondary" onClick={retry}>
          Try again
        </Button>
      }
    >
      <p role="alert">Please check your connection and try again.</p>
    </EmptyState>
  )
}
