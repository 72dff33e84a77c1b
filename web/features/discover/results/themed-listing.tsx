/** The page of a category or an occasion. */

import { CookingPot } from 'lucide-react'
import { breadcrumbData, listData } from '#domain/catalogue/structured-data'
import { isNarrowed, withFilters } from '#features/discover/filters'
import type { ListingScope, ProductSummary } from '#features/discover/listing'
import { marketStatus, useListing, useListingParameters, useNear } from '#features/discover/listing'
import { useListingLink } from '#platform/listing-link.ts'
import { PageHead } from '#platform/page-head.tsx'
import { StructuredData } from '#platform/structured-data.tsx'
import { Breadcrumbs } from '#ui/breadcrumbs'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Page } from '#ui/page'
import { classNames } from '#web/ui/class-names.ts'
import { CategoryLinks } from './category-links.tsx'
import { FilteredListing } from './filtered-listing.tsx'

export interface ThemedListingProps {
  scope: ListingScope
  title: string
  subtitle: string
  /** The label of the chip that leads back to all products. */
  chip: string
  canonical: string
  withCategory: boolean
}

export function ThemedListing({ scope, title, subtitle, chip, canonical, withCategory }: ThemedListingProps) {
  const search = useListingParameters()
  const link = useListingLink()
  const near = useNear()
  const listing = useListing(scope, search.parameters, near?.place)
  // Folded, the header leaves the first screen to the products of a filter.
  const isFolded = isNarrowed(search.parameters.filters)
  return (
    <Page className="pt-5 sm:pt-7">
      <ListingHead
        title={title}
        description={`${subtitle}: homemade by bakers and cooks near you, delivered or ready to pick up.`}
        path={canonical}
        products={listing.shown?.items ?? []}
      />
      <Breadcrumbs trail={[{ label: 'Home', to: link('/') }]} current={title} />
      <header className={isFolded ? 'mt-3 mb-4' : 'mt-4 mb-8 sm:mb-10'}>
        <h1 className={classNames('wrap-anywhere', isFolded ? 'text-3xl' : 'text-4xl sm:text-5xl')}>{title}</h1>
        <p className={isFolded ? 'sr-only' : 'mt-3 text-lg text-pretty text-ink-soft'}>{subtitle}</p>
      </header>
      <FilteredListing
        label={title}
        listing={listing}
        search={search}
        near={near}
        status={marketStatus(listing)}
        // Removing the category or the occasion keeps the other filters.
        pageFilter={{ label: chip, to: `/?${withFilters(search.searchParams, {})}`, replace: false }}
        clearTo="/"
        withCategory={withCategory}
        empty={<NoProducts />}
      />
    </Page>
  )
}

function NoProducts() {
  return (
    <EmptyState icon={CookingPot} title="No products found" actions={<LinkButton to="/">Reset all filters</LinkButton>}>
      <p>Try adjusting your search or filter criteria</p>
    </EmptyState>
  )
}

export function ThemeNotFound({ what }: { what: 'Category' | 'Occasion' }) {
  const link = useListingLink()
  return (
    <>
      <PageHead title={`${what} not found`} hidden />
      <EmptyState
        icon={CookingPot}
        title={`${what} not found`}
        headingLevel="h1"
        className="pt-24 pb-10"
        actions={<LinkButton to={link('/')}>Browse all products</LinkButton>}
      >
        <p>There are no products under this name. Check the address, or browse all products.</p>
      </EmptyState>
      <CategoryLinks />
    </>
  )
}

/** The head of a category or occasion page: one canonical URL for all orders and filters, and its products. */
interface ListingHeadProps {
  title: string
  description: string
  /** The path without any parameters, such as `/category/Cakes`. */
  path: string
  /** The products on the page. The first one provides the picture of a shared link. */
  products: readonly Pick<ProductSummary, 'id' | 'name' | 'image'>[]
}

function ListingHead({ title, description, path, products }: ListingHeadProps) {
  const [first] = products
  const trail = [
    { label: 'Home', to: '/' },
    { label: title, to: path },
  ]
  return (
    <>
      <PageHead
        title={title}
        description={description}
        canonical={path}
        {...(first && { picture: { source: first.image, alt: first.name } })}
      />
      <StructuredData
        of={import.meta.env.SSR && ((site) => [listData(site, title, products), breadcrumbData(site, trail)])}
      />
    </>
  )
}
