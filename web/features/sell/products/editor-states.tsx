/** The states of a product's pages before and instead of the product. */
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Skeleton } from '#ui/skeleton'

export function EditorLoading({ heading }: { heading: string }) {
  return (
    <Page width="reading" className="pt-6 sm:pt-10">
      <h1 className="mt-12 text-3xl sm:text-4xl">{heading}</h1>
      <Skeleton shape="card" className="mt-6 h-96" />
      <Skeleton shape="card" className="mt-6 h-72" />
    </Page>
  )
}

export function OwnProductMissing() {
  return (
    <PageNotice title="Product Not Found" to="/seller/products" link="Back to Products">
      This product doesn’t exist or isn’t yours.
    </PageNotice>
  )
}
