/** The home page: hero, search and the listing of all products. */

import { Cake, Cookie, Gem, Gift, PartyPopper, Sparkles } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { mainOccasions, occasionLabels } from '#domain/catalogue/categories'
import { siteData } from '#domain/catalogue/structured-data'
import { defaultRadiusMiles } from '#domain/locations/distance'
import { useApp } from '#platform/app-context.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preloadFirst } from '#platform/preload.ts'
import { StructuredData } from '#platform/structured-data.tsx'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import heroPicture from '#web/app/hero.webp'
import { upcomingDropsQuery } from '#web/features/discover/drops/upcoming.ts'
import { UpcomingDrops } from '#web/features/discover/drops/upcoming-drops.tsx'
import { CategoryChips } from '#web/features/discover/filters/category-chips.tsx'
import { DayControl } from '#web/features/discover/filters/day-control.tsx'
import { FilterButton } from '#web/features/discover/filters/filter-button.tsx'
import { filterChips, isNarrowed, noFilters, withFilters } from '#web/features/discover/filters/listing-filters.ts'
import { ActiveFilters } from '#web/features/discover/listing/active-filters.tsx'
import { preloadListing, useListing } from '#web/features/discover/listing/listing.ts'
import { readListingParameters } from '#web/features/discover/listing/listing-parameters.ts'
import { ListingResults } from '#web/features/discover/listing/listing-results.tsx'
import { focusListingStatus, ListingStatus } from '#web/features/discover/listing/listing-status.tsx'
import { marketStatus, showResultsLabel } from '#web/features/discover/listing/listing-status-text.ts'
import { nearLabel, useNear, withoutNear } from '#web/features/discover/listing/named-places.ts'
import { sliderMaximum } from '#web/features/discover/listing/price-bounds.ts'
import { RadiusNotice } from '#web/features/discover/listing/radius-notice.tsx'
import { SortControl } from '#web/features/discover/listing/sort-control.tsx'
import { useListingParameters } from '#web/features/discover/listing/use-listing-parameters.ts'
import { PlaceButton } from '#web/features/discover/location/place-button.tsx'
import { usePlace } from '#web/features/discover/location/use-place.ts'
import { SearchBox } from '#web/features/discover/search/search-box.tsx'
import { classNames } from '#web/ui/class-names.ts'

const allProducts = {}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const parameters = readListingParameters(url.searchParams)
  await Promise.all([
    preloadListing(app, allProducts, parameters, url.searchParams),
    preloadFirst(app, upcomingDropsQuery(app, { place: app.place.current() })),
  ])
}

export function Component() {
  const { searchParams, parameters, change, urlWith } = useListingParameters()
  const near = useNear()
  const listing = useListing(allProducts, parameters, near?.place)
  const highestPrice = sliderMaximum(listing.shown)
  const { category } = parameters.filters
  const isFiltered = isNarrowed(parameters.filters)
  // The category has its own row of chips and its own clear button.
  const chips = filterChips({ ...parameters.filters, category: null }, highestPrice)
  return (
    <>
      <PageHead
        description="Cakes, bread, meals and treats made by home bakers near you, delivered or ready to pick up."
        canonical="/"
      />
      <StructuredData of={import.meta.env.SSR && ((site) => [siteData(site)])} />
      <Hero isFolded={isFiltered} />
      {!isFiltered && <UpcomingDrops title="Drops near you" className="page pt-8" />}
      <section aria-labelledby="market" className={classNames('page', isFiltered ? 'pt-6' : 'pt-10 sm:pt-14')}>
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div>
            <h2 id="market" className="text-3xl sm:text-4xl">
              Local Food Marketplace
            </h2>
            <ListingStatus text={marketStatus(listing)} className="mt-1.5 text-ink-soft" />
          </div>
          {/* On wider screens the header has this button. */}
          <PlaceButton className="max-sm:w-full max-sm:justify-start md:hidden" />
        </div>
        <CategoryChips />
        <div className="mt-4 mb-6 flex flex-wrap items-center gap-2.5 sm:gap-3">
          <DayControl filters={parameters.filters} onChange={change} className="max-sm:w-full sm:w-64" />
          <FilterButton
            filters={parameters.filters}
            onChange={change}
            highestPrice={highestPrice}
            withCategory={false}
            closeLabel={showResultsLabel(listing)}
          />
          <ClearFilter category={category} onClear={() => change({ category: null })} />
          <SortControl className="ml-auto max-sm:min-w-36 max-sm:grow sm:w-56" />
        </div>
        <ActiveFilters
          filters={[
            ...chips.map(({ label, without }) => ({ label, to: urlWith(without) })),
            ...(near ? [{ label: nearLabel(near.place), to: near.withoutUrl }] : []),
          ]}
          clearTo={`?${withFilters(withoutNear(searchParams), { ...noFilters, category })}`}
          replace
        />
        <RadiusNotice shown={listing.shown} near={near?.place.label} />
        <ListingResults label="Local Food Marketplace" listing={listing} empty={<EmptyMarket />} />
      </section>
    </>
  )
}

/** Resets the category and the radius. It is shown only if one of them was changed. */
function ClearFilter({ category, onClear }: { category: string | null; onClear: () => void }) {
  const { place: store } = useApp()
  const { radiusMiles } = usePlace()
  if (category === null && radiusMiles === defaultRadiusMiles) return null
  return (
    <Button
      variant="quiet"
      onClick={() => {
        if (radiusMiles !== defaultRadiusMiles) store.set({ ...store.current(), radiusMiles: defaultRadiusMiles })
        if (category !== null) onClear()
        focusListingStatus()
      }}
    >
      Clear filter
    </Button>
  )
}

function EmptyMarket() {
  const { place: store } = useApp()
  return (
    <EmptyState
      icon={Cookie}
      title="No products found"
      headingLevel="h3"
      actions={
        <LinkButton
          to="/"
          preventScrollReset
          onClick={() => {
            store.set({ ...store.current(), radiusMiles: defaultRadiusMiles })
            focusListingStatus()
          }}
        >
          Reset all filters
        </LinkButton>
      }
    >
      <p>Try adjusting your search or filter criteria</p>
    </EmptyState>
  )
}

/** The hero of the home page, with the search box. Folded, it leaves the first screen to the products of a filter. */
function Hero({ isFolded }: { isFolded: boolean }) {
  return (
    <section className="overflow-x-clip border-b border-line bg-paper-deep">
      <div
        className={classNames(
          'page grid items-center gap-x-10',
          isFolded ? 'py-4' : 'py-10 sm:py-14 lg:grid-cols-[1.2fr_1fr] lg:py-4',
        )}
      >
        <div className="max-w-2xl">
          <div className={classNames(isFolded && 'sr-only')}>
            <h1 className="text-4xl leading-[1.08] sm:text-5xl xl:text-hero">Homemade Food from Your Community</h1>
            <p className="mt-4 mb-7 text-lg text-pretty text-ink-soft sm:text-xl">
              Discover delicious treats made with love by local bakers near you
            </p>
          </div>
          <SearchBox />
          {!isFolded && <OccasionLinks />}
        </div>
        {/* Lazy, so that small screens, which hide it, never load it. */}
        {!isFolded && (
          <img
            src={heroPicture}
            alt=""
            width={1120}
            height={920}
            loading="lazy"
            className="hidden h-auto w-full max-w-[31rem] justify-self-end lg:block"
          />
        )}
      </div>
    </section>
  )
}

/** Links to the occasions. */
const icons = {
  birthday: Cake,
  wedding: Gem,
  party: PartyPopper,
  holiday: Gift,
  special: Sparkles,
} satisfies Record<(typeof mainOccasions)[number], typeof Cake>

function OccasionLinks() {
  const link = useListingLink()
  return (
    <nav aria-label="Occasions" className="mt-5">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 sm:gap-x-2">
        {mainOccasions.map((occasion) => {
          const Icon = icons[occasion]
          return (
            <li key={occasion}>
              <Link
                to={link(`/occasion/${occasion}`)}
                className="inline-flex h-10 items-center gap-1.5 rounded-full px-3 font-medium text-ink hover:bg-ink/6"
              >
                <Icon aria-hidden="true" className="size-5 text-berry" strokeWidth={1.75} />
                {occasionLabels[occasion]}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
