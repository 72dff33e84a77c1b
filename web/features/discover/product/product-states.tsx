/** The product page without a product: missing, failed or loading. */

import { CookingPot } from 'lucide-react'
import { useListingLink } from '#platform/listing-link.ts'
import { PageHead } from '#platform/page-head.tsx'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'

export function ProductMissing() {
  const link = useListingLink()
  return (
    <>
      <PageHead title="Product Not Found" hidden />
      <PageNotice icon={CookingPot} title="Product Not Found" to={link('/')} link="Browse all products">
        It may no longer be available, or the address may be wrong.
      </PageNotice>
    </>
  )
}

export function ProductUnavailable({ retry }: { retry: () => void }) {
  return (
    <>
      <PageHead title="Product" hidden />
      <LoadFailed title="The product could not be loaded" headingLevel="h1" className="py-24" retry={retry} />
    </>
  )
}

export function ProductLoading() {
  return (
    <Page className="pt-5">
      <PageHead title="Product" />
      <Loading text="Loading product..." />
      <SkeletonText className="w-48 text-sm" />
      <div className="mt-6 grid gap-8 md:grid-cols-2 lg:gap-x-14">
        <Skeleton shape="panel" className="aspect-square" />
        <div className="flex flex-col gap-6">
          <SkeletonText lines={2} className="text-4xl" />
          <SkeletonText className="w-1/3 text-xl" />
          <SkeletonText lines={3} />
        </div>
      </div>
    </Page>
  )
}
