/** The states of a product's pages before and instead of the product. */

import { RefreshCw } from 'lucide-react'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Skeleton } from '#ui/skeleton'

export function EditorLoading({ heading }: { heading: string }) {
  return (
    <div className="page max-w-3xl! pt-6 sm:pt-10">
      <h1 className="mt-12 text-3xl sm:text-4xl">{heading}</h1>
      <Skeleton className="mt-6 h-96 rounded-2xl!" />
      <Skeleton className="mt-6 h-72 rounded-2xl!" />
    </div>
  )
}

/** @param title what could not be loaded */
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

export function OwnProductMissing() {
  return (
    <EmptyState
      title="Product Not Found"
      headingLevel="h1"
      actions={<LinkButton to="/seller/products">Back to Products</LinkButton>}
    >
      This product doesn’t exist or isn’t yours.
    </EmptyState>
  )
}
