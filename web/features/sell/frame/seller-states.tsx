/** The seller pages' loading, error and no-shop states. */
import { Store } from 'lucide-react'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'

export function SellerLoading() {
  return (
    <Page width="reading" className="py-10">
      <Loading text="Loading..." />
      <SkeletonText className="w-2/3 text-4xl" />
      <SkeletonText lines={2} className="mt-4" />
      <Skeleton shape="card" className="mt-8 h-64" />
    </Page>
  )
}

export function SellerUnavailable({ retry }: { retry: () => void }) {
  return <LoadFailed title="Could not fetch shop data." headingLevel="h1" className="py-24" retry={retry} />
}

/** @param purpose completes the sentence "You need to create a shop to …" */
export function NoShop({ purpose }: { purpose: string | undefined }) {
  return (
    <PageNotice icon={Store} title="No Shop Found" to="/seller/create-shop" link="Create Shop">
      You need to create a shop {purpose ? `to ${purpose}.` : 'first. It takes about a minute.'}
    </PageNotice>
  )
}
