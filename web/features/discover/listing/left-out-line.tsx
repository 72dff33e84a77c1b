/** Below a listing: how many products it leaves out for the household, and a button that shows them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { UnsuitableLine } from '#features/discover/household'
import { catalogueKeys } from '#keys/catalogue'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { countLeftOut } from './left-out.ts'
import { fetchListing, type Listing, toListing } from './listing.ts'
import type { ListingRequest } from './listing-request.ts'

export function LeftOutLine({ listing, everything }: { listing: Listing; everything: ListingRequest }) {
  const { data: all } = useQuery(totalQuery(useApp(), everything))
  const leftOut = countLeftOut(listing.shown, all)
  if (!leftOut.isAny) return null
  return <UnsuitableLine count={leftOut.count} onShow={listing.showUnsuitable} isCentred className="mt-8" />
}

/** The number of results for nobody in particular. */
function totalQuery(app: AppContext, request: ListingRequest) {
  return queryOptions({
    queryKey: catalogueKeys.total(request),
    queryFn: async ({ signal }) => toListing(await fetchListing(app, { ...request, page_size: 1 }, signal)),
  })
}
