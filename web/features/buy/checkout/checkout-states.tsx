/** The loading and error states of the checkout. */
import { LoadFailed } from '#ui/load-failed'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'

export function CheckoutLoadFailed({ retry, reassurance }: { retry: () => void; reassurance: string }) {
  return (
    <LoadFailed title="The checkout could not be loaded" headingLevel="h1" className="py-20" retry={retry}>
      Check your connection and try again. {reassurance}
    </LoadFailed>
  )
}

export function CheckoutLoading() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Checkout</h1>
      <Loading text="Loading the checkout..." />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_22rem]">
        <div className="space-y-6">
          <SkeletonText lines={2} />
          <Skeleton shape="card" className="h-72" />
        </div>
        <Skeleton shape="card" className="h-64" />
      </div>
    </>
  )
}
