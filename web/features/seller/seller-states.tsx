/** The seller pages' loading, error and no-shop states. */
import { Store } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton, SkeletonText } from '#ui/skeleton'

export function SellerLoading() {
  return (
    <div className="page max-w-3xl! py-10">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <SkeletonText className="w-2/3 text-4xl" />
      <SkeletonText lines={2} className="mt-4" />
      <Skeleton className="mt-8 h-64 rounded-2xl!" />
    </div>
  )
}

export function SellerUnavailable({ retry }: { retry: () => void }) {
  return (
    <LoadFailed title="Could not fetch shop data." headingLevel="h1" className="py-24" retry={retry}>
      Something went wrong. Check your connection and try again.
    </LoadFailed>
  )
}

/** @param purpose completes the sentence "You need to create a shop to …" */
export function NoShop({ purpose }: { purpose: string | undefined }) {
  return (
    <EmptyState
      icon={Store}
      title="No Shop Found"
      headingLevel="h1"
      className="py-24"
      actions={<LinkButton to="/seller/create-shop">Create Shop</LinkButton>}
    >
      <p>You need to create a shop {purpose ? `to ${purpose}.` : 'first. It takes about a minute.'}</p>
    </EmptyState>
  )
}
