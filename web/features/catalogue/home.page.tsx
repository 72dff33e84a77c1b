/** The home page: welcome, search, and the whole market to browse. */

import { Cookie } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { siteData } from '#domain/structured-data'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import type { AppContext } from '#web/app/app-context.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { preload } from '#web/app/preload.ts'
import { StructuredData } from '#web/app/structured-data.tsx'
import { Hero } from './hero.tsx'
import { listingQueries, useListing } from './listing.ts'
import { readListingChoice } from './listing-choice.ts'
import { ListingResults } from './listing-results.tsx'
import { SortControl } from './sort-control.tsx'
import { marketStatus } from './status.ts'

const wholeMarket = {}

export function loader(app: AppContext) {
  return async ({ request }: LoaderFunctionArgs) => {
    const choice = readListingChoice(new URL(request.url).searchParams)
    await preload(app, ...listingQueries(app, wholeMarket, choice))
    return null
  }
}

export function Component() {
  const [parameters] = useSearchParams()
  const listing = useListing(wholeMarket, readListingChoice(parameters))
  return (
    <>
      <PageHead
        description="Cakes, bread, meals and treats made by home bakers near you, delivered or ready to pick up."
        canonical="/"
      />
      <StructuredData of={(site) => [siteData(site)]} />
      <Hero />
      <section aria-labelledby="market" className="page pt-10 sm:pt-14">
        <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="market" className="text-3xl sm:text-4xl">
              Local Food Marketplace
            </h2>
            <p role="status" className="mt-1.5 text-ink-soft">
              {marketStatus(listing)}
            </p>
          </div>
          <SortControl />
        </div>
        <ListingResults label="Local Food Marketplace" listing={listing} empty={<EmptyMarket />} />
      </section>
    </>
  )
}

function EmptyMarket() {
  return (
    <EmptyState
      icon={Cookie}
      title="No products found"
      headingLevel="h3"
      actions={<LinkButton to="/">Reset all filters</LinkButton>}
    >
      <p>Try adjusting your search or filter criteria</p>
    </EmptyState>
  )
}
