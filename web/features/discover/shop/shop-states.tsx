/** The shop page without a shop: missing, failed or loading. */

import { Store } from 'lucide-react'
import { useListingLink } from '#platform/listing-link.ts'
import { PageHead } from '#platform/page-head.tsx'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'

export function ShopMissing() {
  const link = useListingLink()
  return (
    <>
      <PageHead title="Shop Not Found" hidden />
      <PageNotice icon={Store} title="Shop Not Found" to={link('/')} link="Go to the home page">
        It may have closed, or the address may be wrong.
      </PageNotice>
    </>
  )
}

export function ShopUnavailable({ retry }: { retry: () => void }) {
  return (
    <>
      <PageHead title="Shop" hidden />
      <LoadFailed title="The shop could not be loaded" headingLevel="h1" className="py-24" retry={retry} />
    </>
  )
}

export function ShopLoading() {
  return (
    <Page className="pt-5">
      <PageHead title="Shop" />
      <Loading text="Loading shop..." />
      <Skeleton shape="panel" className="h-32 sm:h-44" />
      <div className="mt-6 max-w-prose px-4 sm:px-8">
        <SkeletonText className="w-1/2 text-4xl" />
        <SkeletonText lines={3} className="mt-4 text-lg" />
      </div>
    </Page>
  )
}
