/** The search results. */

import { SearchX } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Page } from '#ui/page'
import { CategoryLinks } from './category-links.tsx'
import { FilteredListing } from './filtered-listing.tsx'
import { preloadListing, useListing } from './listing.ts'
import { readListingChoice, withText } from './listing-choice.ts'
import { isNarrowed } from './listing-filters.ts'
import { searchStatus } from './listing-status-text.ts'
import { SearchBox } from './search-box.tsx'
import { normaliseSearchText } from './search-text.ts'

function readText(parameters: URLSearchParams): string {
  return normaliseSearchText(parameters.get('q') ?? '')
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const parameters = url.searchParams
  await preloadListing(app, { text: readText(parameters) }, readListingChoice(parameters))
}

export function Component() {
  const [parameters] = useSearchParams()
  const text = readText(parameters)
  const choice = readListingChoice(parameters)
  const listing = useListing({ text }, choice)
  return (
    <>
      <PageHead title={text ? `Search: ${text}` : 'Search'} hidden />
      <Page className="pt-8 sm:pt-12">
        <h1 className="sr-only">Search</h1>
        <div className="mb-8 max-w-2xl">
          <SearchBox key={text} initialText={text} resultsUrl={(next) => `/search?${withText(parameters, next)}`} />
        </div>
        <FilteredListing
          label="Search results"
          listing={listing}
          status={searchStatus(listing, text)}
          empty={<NoResults isNarrowed={isNarrowed(choice.filters)} />}
        />
      </Page>
    </>
  )
}

function NoResults({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <>
      <EmptyState
        icon={SearchX}
        title="No results found"
        actions={<LinkButton to="/">Browse all products</LinkButton>}
        className="pb-10"
      >
        <p>
          Try fewer or different words: a dish, a shop’s name or an ingredient.
          {isNarrowed && ' You can also remove a filter.'}
        </p>
      </EmptyState>
      <CategoryLinks />
    </>
  )
}
