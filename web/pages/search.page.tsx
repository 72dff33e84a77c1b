/** The search results. */

import { SearchX } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { occasionLabels } from '#domain/catalogue/categories'
import { ParsedFilters, useListingLink } from '#platform/listing-link.ts'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Page } from '#ui/page'
import { isNarrowed } from '#web/features/discover/filters/listing-filters.ts'
import { AlwaysAvoid } from '#web/features/discover/household/always-avoid.tsx'
import { useAvoiding } from '#web/features/discover/household/use-household.ts'
import { preloadListing, useListing } from '#web/features/discover/listing/listing.ts'
import { focusListingStatus } from '#web/features/discover/listing/listing-status.tsx'
import { loadedPlaces } from '#web/features/discover/listing/named-places.ts'
import { sliderMaximum } from '#web/features/discover/listing/price-bounds.ts'
import { CategoryLinks } from '#web/features/discover/results/category-links.tsx'
import { DroppedWords, UncheckedFood, UnclearExclusions } from '#web/features/discover/results/dropped-words.tsx'
import { FilteredListing } from '#web/features/discover/results/filtered-listing.tsx'
import {
  describeParsed,
  namesToLookUp,
  withParsedFilters,
  withText,
} from '#web/features/discover/results/parsed-search.ts'
import { searchStatus } from '#web/features/discover/results/search-status-text.ts'
import { loadParsedSearch, useParsedSearch } from '#web/features/discover/results/use-parsed-search.ts'
import { SearchBox } from '#web/features/discover/search/search-box.tsx'

export const handle = new ParsedFilters((searchParams, today, queryClient) =>
  withParsedFilters(searchParams, { today, places: loadedPlaces(queryClient, namesToLookUp(searchParams)) }),
)

export async function loader({ context, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { scope, parameters, place } = await loadParsedSearch(app, url.searchParams)
  await preloadListing(app, scope, parameters, place)
}

export function Component() {
  const search = useParsedSearch()
  const { parsed, known, searchParams, parameters } = search
  const { text, scope, place } = parsed
  const listing = useListing(scope, parameters, place)
  const parsedChips = describeParsed(parsed, searchParams, known, sliderMaximum(listing.shown))
  return (
    <>
      <PageHead title={text ? `Search: ${text}` : 'Search'} hidden />
      <Page className="pt-5 sm:pt-12">
        <h1 className="sr-only">Search</h1>
        <div className="mb-5 max-w-2xl sm:mb-8">
          <SearchBox key={text} initialText={text} resultsUrl={(next) => `/search?${withText(searchParams, next)}`} />
        </div>
        <FilteredListing
          label="Search results"
          listing={listing}
          search={search}
          near={place && { place, withoutUrl: search.withoutPlaceUrl }}
          status={searchStatus(listing, text)}
          parsedChips={parsedChips}
          notice={
            <>
              <UnclearExclusions parts={parsed.query.unclear} />
              <AlwaysAvoid keys={parsed.query.avoid} onKept={focusListingStatus} />
              <DroppedWords
                words={parsed.query.words}
                dropped={listing.shown?.dropped ?? []}
                otherwise={scope.occasion && occasionLabels[scope.occasion]}
              />
              <UncheckedFood names={parsed.query.unchecked} />
            </>
          }
          empty={<NoResults isNarrowed={isNarrowed(parameters.filters)} />}
        />
      </Page>
    </>
  )
}

function NoResults({ isNarrowed }: { isNarrowed: boolean }) {
  const link = useListingLink()
  const isAvoiding = useAvoiding().length > 0
  return (
    <>
      <EmptyState
        icon={SearchX}
        title="No results found"
        actions={
          <>
            <LinkButton to={link('/')}>Browse all products</LinkButton>
            {isAvoiding && (
              <LinkButton to={link('/category/Custom%20Orders')} variant="secondary">
                See custom orders
              </LinkButton>
            )}
          </>
        }
        className="pb-10"
      >
        {isAvoiding && <p>Nothing like this is declared free from what you avoid.</p>}
        <p>
          Try fewer or different words: a dish, a shop’s name or an ingredient.
          {isNarrowed && ' You can also remove a filter.'}
        </p>
      </EmptyState>
      <CategoryLinks />
    </>
  )
}
